// Draws a world of the plane on a canvas: y points up, and a center and a scale say what is seen.
//
//     const picture = new Picture(canvas.getContext('2d'), world, { center: [0, 5], scale: 40 });
//     picture.draw();    // in each frame, after world.step and world.pull

const FILLS = ['#8ecae6', '#ffb703', '#95d5b2', '#e5989b'];
const STATIC = '#c3ccd0';

/** The options of a Picture, with what they are when left out. */
const defaults = {
  center: [0, 0], // the point of the world in the middle of the canvas
  scale: 32, // pixels a unit
  detail: 0, // lines of a full circle; 0 means 32
  background: '', // a colour, or '' to leave the canvas clear
  stroke: '#22333b', // of outlines, '' for none
  contacts: '#d00000', // of a dot at each point of contact, '' for none
  fill: (body, fixed) => (fixed ? STATIC : FILLS[body % FILLS.length]),
};

export class Picture {
  #items = [];
  #changes = -1;
  #colours = new Map();

  /** Takes the 2D context of a canvas and a world of the plane. */
  constructor(context, world, options = {}) {
    const other = Object.keys(options).find((name) => !(name in defaults));
    if (other !== undefined) throw new TypeError(`a picture has no ${other}`);
    Object.assign(this, defaults, options, { context, world });
  }

  /** Gives a body a colour of its own; undefined takes it away. */
  paint(body, colour) {
    this.#colours.set(body, colour);
    this.#changes = -1;
  }

  /** Draws the world where its bodies were at the last pull. Of sensors there is an outline alone. */
  draw() {
    const { context, world, background, stroke, scale } = this;
    if (this.#changes !== world.changes) this.#collect();
    const { width, height } = context.canvas;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    if (background) {
      context.fillStyle = background;
      context.fillRect(0, 0, width, height);
    }
    context.lineWidth = 1 / scale;
    context.strokeStyle = stroke;
    const { positions, rotations } = world;
    for (const { body, path, colour } of this.#items) {
      this.#place(positions, 3 * body, rotations, 4 * body);
      if (colour) {
        context.fillStyle = colour;
        context.fill(path);
      }
      if (stroke) context.stroke(path);
    }
    if (this.contacts) this.#drawContacts();
    context.setTransform(1, 0, 0, 1, 0, 0);
  }

  /** The point of the world at a point of the canvas, in its pixels. */
  toWorld(x, y) {
    const { center, scale, context: { canvas } } = this;
    return [center[0] + (x - canvas.width / 2) / scale, center[1] - (y - canvas.height / 2) / scale];
  }

  /** The point of the canvas where a point of the world is seen. */
  toCanvas(x, y) {
    const { center, scale, context: { canvas } } = this;
    return [canvas.width / 2 + scale * (x - center[0]), canvas.height / 2 - scale * (y - center[1])];
  }

  /** Makes the picture larger by a factor, around a point of the canvas. */
  zoom(factor, x, y) {
    const before = this.toWorld(x, y);
    this.scale *= factor;
    this.#shift(before, this.toWorld(x, y));
  }

  /** Moves the picture by pixels of the canvas. */
  pan(x, y) {
    this.#shift(this.toWorld(0, 0), this.toWorld(x, y));
  }

  #shift(from, to) {
    this.center = this.center.map((at, k) => at + from[k] - to[k]);
  }

  /** Lets a pointer move the picture and a wheel make it larger. Returns a function that ends this. */
  listen() {
    const { canvas } = this.context;
    const dots = () => canvas.width / canvas.clientWidth;
    const move = ({ buttons, movementX, movementY }) => {
      if (buttons) this.pan(movementX * dots(), movementY * dots());
    };
    const turn = (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 500), event.offsetX * dots(), event.offsetY * dots());
    };
    canvas.addEventListener('pointermove', move);
    canvas.addEventListener('wheel', turn);
    return () => {
      canvas.removeEventListener('pointermove', move);
      canvas.removeEventListener('wheel', turn);
    };
  }

  /** What is drawn from now on is in the frame of a body. */
  #place(positions, p, rotations, r) {
    const { context, scale, center, context: { canvas } } = this;
    const [z, w] = [rotations[r + 2], rotations[r + 3]];
    const [cos, sin] = [scale * (w * w - z * z), scale * 2 * w * z];
    context.setTransform(cos, -sin, -sin, -cos,
      canvas.width / 2 + scale * (positions[p] - center[0]),
      canvas.height / 2 - scale * (positions[p + 1] - center[1]));
  }

  /** Makes the outlines of all colliders in the frames of their bodies. */
  #collect() {
    const { world } = this;
    this.#changes = world.changes;
    this.#items = [];
    for (const body of world.bodies()) {
      if (!world.isEnabled(body)) continue;
      const colour = this.#colours.get(body) ?? this.fill(body, world.kindOf(body) === 'static');
      for (const collider of world.collidersOf(body)) {
        const path = pathOf(world.linesOf(collider, this.detail), world.localPose(collider));
        this.#items.push({ body, path, colour: world.isSensor(collider) ? '' : colour });
      }
    }
  }

  #drawContacts() {
    const { context, scale, world } = this;
    const contacts = world.contacts();
    const counts = contacts.column('manifold.pointCount');
    const places = [0, 1].map((k) => contacts.column(`manifold.points.${k}.position`));
    const size = 4 / scale;
    this.#place([0, 0, 0], 0, [0, 0, 0, 1], 0);
    context.fillStyle = this.contacts;
    for (let i = 0; i < contacts.count; i++) {
      const count = counts.array[counts.first + i * counts.stride];
      for (let k = 0; k < Math.min(count, 2); k++) {
        const { array, first, stride } = places[k];
        const at = first + i * stride;
        context.fillRect(array[at] - size / 2, array[at + 1] - size / 2, size, size);
      }
    }
  }
}

/** The path of an outline, whose lines follow each other where the next begins at the end of the last. */
function pathOf({ positions, indices }, { position: [x, y], rotation: [, , z, w] }) {
  const [cos, sin] = [w * w - z * z, 2 * w * z];
  const path = new Path2D();
  const point = (i) => [positions[3 * indices[i]], positions[3 * indices[i] + 1]];
  const same = (a, b) => a !== undefined && a[0] === b[0] && a[1] === b[1];
  const placed = ([px, py]) => [x + cos * px - sin * py, y + sin * px + cos * py];
  let [first, last] = [];
  for (let i = 0; i < indices.length; i += 2) {
    const [from, to] = [point(i), point(i + 1)];
    if (!same(last, from)) {
      path.moveTo(...placed(from));
      first = from;
    }
    if (same(first, to)) path.closePath();
    else path.lineTo(...placed(to));
    last = same(first, to) ? undefined : to;
  }
  return path;
}
