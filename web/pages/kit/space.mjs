// A canvas that shows a world in space by three.js, whose camera turns around a point.
import * as three from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { tell } from './frame.mjs';
import { colours } from './plane.mjs';

/** The triangles of a shape of carom, in its own frame. */
export function geometryOf({ kind, sizes }) {
  return geometries[kind](sizes);
}

const geometries = {
  sphere: ({ radius }) => new three.IcosahedronGeometry(radius, 2),
  box: ({ half: [x, y, z] }) => new three.BoxGeometry(2 * x, 2 * y, 2 * z),
  capsule: ({ a, b, radius }) => new three.CapsuleGeometry(radius, b[1] - a[1], 4, 10),
  cylinder: ({ halfHeight, radius }) => new three.CylinderGeometry(radius, radius, 2 * halfHeight, 24),
  cone: ({ halfHeight, radius }) => new three.ConeGeometry(radius, 2 * halfHeight, 20),
};

/** The triangles of a mesh: numbers of vertices and of triangles. */
export function geometryOfMesh(vertices, triangles) {
  const geometry = new three.BufferGeometry();
  geometry.setAttribute('position', new three.Float32BufferAttribute(vertices, 3));
  geometry.setIndex(triangles);
  geometry.computeVertexNormals();
  return geometry;
}

/** Bodies of one shape, which the graphics card draws in one call. */
export class Crowd {
  constructor(space, geometry, bodies, colourOf) {
    this.bodies = bodies;
    this.mesh = new three.InstancedMesh(geometry, space.material('#ffffff'), bodies.length);
    this.mesh.frustumCulled = false;
    bodies.forEach((body, i) => this.paint(i, colourOf(body)));
    space.scene.add(this.mesh);
  }

  paint(i, colour) {
    this.mesh.setColorAt(i, new three.Color(colour));
    this.mesh.instanceColor.needsUpdate = true;
  }

  /** Writes the matrices of all bodies. */
  place({ positions, rotations }) {
    const { array } = this.mesh.instanceMatrix;
    this.bodies.forEach((body, i) => writeMatrix(array, 16 * i, positions, 3 * body, rotations, 4 * body));
    this.mesh.instanceMatrix.needsUpdate = true;
  }
}

/** The matrix of a rotation x y z w and a position, by columns. */
function writeMatrix(out, at, positions, p, rotations, r) {
  const [x, y, z, w] = [rotations[r], rotations[r + 1], rotations[r + 2], rotations[r + 3]];
  out[at] = 1 - 2 * (y * y + z * z);
  out[at + 1] = 2 * (x * y + z * w);
  out[at + 2] = 2 * (x * z - y * w);
  out[at + 4] = 2 * (x * y - z * w);
  out[at + 5] = 1 - 2 * (x * x + z * z);
  out[at + 6] = 2 * (y * z + x * w);
  out[at + 8] = 2 * (x * z + y * w);
  out[at + 9] = 2 * (y * z - x * w);
  out[at + 10] = 1 - 2 * (x * x + y * y);
  out[at + 12] = positions[p];
  out[at + 13] = positions[p + 1];
  out[at + 14] = positions[p + 2];
  out[at + 15] = 1;
}

function rendererOf(canvas) {
  try {
    return new three.WebGLRenderer({ canvas, antialias: true });
  } catch (error) {
    tell('This page draws with WebGL, which your browser does not offer here.');
    throw error;
  }
}

export class Space {
  scene = new three.Scene();

  /** With `keys`, Shift and the arrow keys turn the camera while the canvas has the focus. */
  constructor(canvas, { eye, target = [0, 0, 0], background = colours.cloth, fog = [40, 90], keys = false }) {
    this.canvas = canvas;
    this.renderer = rendererOf(canvas);
    this.camera = new three.PerspectiveCamera(45, 1, 0.1, 300);
    this.camera.position.set(...eye);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.target.set(...target);
    this.controls.enableDamping = true;
    if (keys) this.controls.listenToKeyEvents(canvas);
    this.scene.background = new three.Color(background);
    this.scene.fog = new three.Fog(background, ...fog);
    this.#light();
    new ResizeObserver(() => this.#fit()).observe(canvas);
    this.#fit();
  }

  #light() {
    const sun = new three.DirectionalLight('#fff4dc', 2.6);
    sun.position.set(8, 20, 12);
    this.scene.add(sun, new three.HemisphereLight('#e8f3ee', '#123b37', 1.5));
  }

  #fit() {
    const { clientWidth, clientHeight } = this.canvas;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    // A tall window sees as much to the sides as a square one.
    const wide = Math.tan(22.5 * Math.PI / 180) / Math.min(this.camera.aspect, 1);
    this.camera.fov = 2 * Math.atan(wide) * 180 / Math.PI;
    this.camera.updateProjectionMatrix();
  }

  material(colour) {
    return new three.MeshStandardMaterial({ color: colour, roughness: 0.55 });
  }

  /** Adds a mesh that `put` moves. */
  add(geometry, colour, options = {}) {
    const mesh = new three.Mesh(geometry, Object.assign(this.material(colour), options));
    this.scene.add(mesh);
    return mesh;
  }

  /** Puts a mesh where a body is. */
  put(mesh, { positions, rotations }, body) {
    mesh.position.fromArray(positions, 3 * body);
    mesh.quaternion.fromArray(rotations, 4 * body);
  }

  /** The ray from the eye through a point of the canvas, from -1 to 1: [origin, direction]. */
  ray(x, y) {
    const ray = new three.Raycaster();
    ray.setFromCamera(new three.Vector2(x, y), this.camera);
    return [ray.ray.origin.toArray(), ray.ray.direction.toArray()];
  }

  /** Calls move(x, y) for the pointer, and press(x, y) for a click that turned nothing or the space bar. */
  listen({ move, press }) {
    const { canvas } = this;
    let start = [0, 0];
    const at = ({ offsetX, offsetY }) => (
      [2 * offsetX / canvas.clientWidth - 1, 1 - 2 * offsetY / canvas.clientHeight]);
    canvas.addEventListener('pointermove', (event) => move?.(...at(event)));
    canvas.addEventListener('pointerdown', ({ offsetX, offsetY }) => { start = [offsetX, offsetY]; });
    canvas.addEventListener('pointerup', (event) => {
      if (Math.hypot(event.offsetX - start[0], event.offsetY - start[1]) < 6) press?.(...at(event));
    });
    canvas.addEventListener('keydown', (event) => {
      if (event.key !== ' ') return;
      event.preventDefault();
      press?.(0, 0);
    });
  }

  render() {
    this.controls.update();
    this.renderer.render(this.scene, this.camera);
  }
}
