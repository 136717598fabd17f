"""same_game in Python: see game.c."""
import carom

MOVERS, STEPS, WALL = 60, 400, 2
SIDES = [(-11, 0, 0), (11, 0, 0), (0, -11, 0), (0, 11, 0), (0, 0, -11), (0, 0, 11)]
SHAPES = [
    carom.sphere(0.5),
    carom.box(0.5, 0.25, 0.75),
    carom.capsule((0, -0.5, 0), (0, 0.5, 0), 0.25),
    carom.cone(0.5, 0.5),
]
seed = 1


def next_number(count):
    global seed
    seed = seed * 16807 % 2147483647
    return seed % count


def next_vector(limit):
    return [next_number(16 * limit + 1) / 8 - limit for _ in range(3)]


def add_room(world):
    for side in SIDES:
        body = world.create_body(side, kind=carom.BodyKind.STATIC)
        world.create_collider(body, carom.box(*(1 if x else 11 for x in side)), category=WALL)
    middle = world.create_body(kind=carom.BodyKind.STATIC)
    world.create_collider(middle, carom.cylinder(10, 1), category=WALL)


def add_movers(world):
    for i in range(MOVERS):
        at, velocity, spin = next_vector(8), next_vector(6), next_vector(3)
        body = world.create_body(at, velocity=velocity, angular_velocity=spin)
        world.create_collider(body, SHAPES[i % 4], category=1)


def bounce(world, side, normal, sign):
    """Reflects the velocity of a body at a normal that points to it. Walls have none."""
    if side["category"] == WALL:
        return
    velocity, spin = world.get_velocity(side["body"])
    x, y, z = (sign * float(number) for number in normal)
    speed = velocity[0] * x + velocity[1] * y + velocity[2] * z
    if speed < 0:
        velocity = [v - 2 * speed * n for v, n in zip(velocity, (x, y, z))]
        world.set_velocity(side["body"], velocity, spin)


def bounce_all(world):
    events = world.events()
    begins = events[events["kind"] == carom.EventKind.BEGIN]["contact"]
    for contact in begins:
        bounce(world, contact["a"], contact["manifold"]["normal"], -1)
        bounce(world, contact["b"], contact["manifold"]["normal"], 1)
    return len(begins)


def shoot(world):
    hit = world.cast_ray((0, 5, 0), next_vector(20), carom.Filter(mask=1))
    if hit:
        world.destroy_body(hit.body)
    return hit is not None


def main():
    begins = shots = 0
    with carom.World() as world:
        add_room(world)
        add_movers(world)
        for _ in range(STEPS):
            world.step(1 / 64)
            begins += bounce_all(world)
            shots += shoot(world)
        print("%d begins, %d ends, %d shots" % (begins, world.counts().ends, shots))
        print("hash %016x" % world.hash())


main()
