// A canvas that shows a world in space by three.js, whose camera turns around a point.
import { Figures } from 'carom/three';
import * as three from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { tell } from './frame.mjs';
import { colours } from './plane.mjs';

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
  figures = []; // of the worlds that are shown

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
    return new three.MeshStandardMaterial({ color: colour, roughness: 0.55, side: three.DoubleSide });
  }

  /** Shows a world from now on; `colour` tells the colour of a body, and `detail` how many lines a full
   * circle has. Returns its figures. */
  show(world, colour, detail = 16) {
    const figures = new Figures(three, world, { material: this.material('#ffffff'), colour, detail });
    this.scene.add(figures.group);
    this.figures.push(figures);
    return figures;
  }

  /** Shows a world no longer. */
  hide(figures) {
    this.scene.remove(figures.group);
    this.figures.splice(this.figures.indexOf(figures), 1);
    figures.dispose();
  }

  /** Adds the mesh of triangles as carom.shapeMesh has them, which the game moves by itself. */
  add({ positions, normals, indices }, colour) {
    const geometry = new three.BufferGeometry();
    geometry.setAttribute('position', new three.BufferAttribute(positions, 3));
    geometry.setAttribute('normal', new three.BufferAttribute(normals, 3));
    geometry.setIndex(new three.BufferAttribute(indices, 1));
    const mesh = new three.Mesh(geometry, this.material(colour));
    this.scene.add(mesh);
    return mesh;
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

  /** Draws the worlds where their bodies were at the last pull. */
  render() {
    for (const figures of this.figures) figures.update();
    this.controls.update();
    this.renderer.render(this.scene, this.camera);
  }
}
