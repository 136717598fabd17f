// A canvas that shows a part of the plane, y up, and the hand of the reader in it.
import { Picture } from 'carom/canvas';

/** The colours of the stage: the cloth and the balls of a billiard table. */
export const colours = {
  cloth: '#103f3b', line: '#1d5a53', ivory: '#f6ecd8', yellow: '#f2ba38', red: '#e0472f', chalk: '#79b8dd',
  shade: '#0b2f2d', spark: '#ffffff',
};

/** The canvas. It always shows a rectangle of at least width x height units around a center. */
export class Plane {
  constructor(canvas, { width, height, center = [0, 0] }) {
    Object.assign(this, { canvas, width, height, center });
    this.pen = canvas.getContext('2d');
    this.hand = { at: [...center], keyboard: false };
    new ResizeObserver(() => this.#fit()).observe(canvas);
    this.#fit();
  }

  #fit() {
    const { clientWidth, clientHeight } = this.canvas;
    const dots = Math.min(devicePixelRatio, 2);
    this.canvas.width = Math.round(clientWidth * dots);
    this.canvas.height = Math.round(clientHeight * dots);
    this.scale = Math.min(this.canvas.width / this.width, this.canvas.height / this.height);
    this.dots = dots;
    this.onfit?.();
  }

  /** Half of what is seen, in units. */
  get half() {
    return [this.canvas.width / this.scale / 2, this.canvas.height / this.scale / 2];
  }

  /** Clears the canvas, where no world is shown. */
  begin(colour = colours.cloth) {
    const { pen, canvas } = this;
    pen.resetTransform();
    pen.fillStyle = colour;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    this.place();
  }

  /** What is drawn from now on is at a point, turned by an angle of which these are cos and sin. */
  place(x = 0, y = 0, cos = 1, sin = 0) {
    const { pen, scale, center, canvas } = this;
    pen.setTransform(scale * cos, -scale * sin, -scale * sin, -scale * cos,
      canvas.width / 2 + scale * (x - center[0]), canvas.height / 2 - scale * (y - center[1]));
  }

  /** Shows a world from now on: `draw` draws it, and `fill` tells the colour of a body, or '' for none. */
  show(world, fill, options = {}) {
    const usual = { background: colours.cloth, stroke: '', contacts: '', detail: 48 };
    this.picture = new Picture(this.pen, world, { ...usual, fill, ...options });
  }

  /** Draws the world where its bodies were at the last pull. What is drawn then is in the plane, too. */
  draw() {
    const { picture, center, scale } = this;
    Object.assign(picture, { center, scale }).draw();
    this.place();
  }

  /** A cross where the keyboard's hand is. */
  drawHand() {
    if (!this.hand.keyboard) return;
    const { pen, hand: { at: [x, y] }, scale } = this;
    const arm = 12 * this.dots / scale;
    this.place();
    pen.strokeStyle = colours.spark;
    pen.lineWidth = 2 * this.dots / scale;
    pen.beginPath();
    pen.moveTo(x - arm, y);
    pen.lineTo(x + arm, y);
    pen.moveTo(x, y - arm);
    pen.lineTo(x, y + arm);
    pen.stroke();
  }

  // ---- The hand ----

  #toUnits({ offsetX, offsetY }) {
    const { canvas, center, scale, dots } = this;
    return [center[0] + (offsetX * dots - canvas.width / 2) / scale,
      center[1] - (offsetY * dots - canvas.height / 2) / scale];
  }

  /** Calls press(point), move(point) and release(point). Without a mouse, the arrow keys move the hand while
   * the canvas has the focus, and the space bar presses and releases. */
  listen({ press, move, release }) {
    const { canvas, hand } = this;
    const act = (call) => (event) => {
      hand.keyboard = false;
      hand.at = this.#toUnits(event);
      call?.(hand.at);
    };
    canvas.addEventListener('pointerdown', act((point) => {
      hand.down = true;
      press?.(point);
    }));
    canvas.addEventListener('pointerdown', ({ pointerId }) => canvas.setPointerCapture(pointerId));
    canvas.addEventListener('pointermove', act(move));
    const end = act((point) => {
      if (hand.down) release?.(point);
      hand.down = false;
    });
    canvas.addEventListener('pointerup', end);
    canvas.addEventListener('pointercancel', end);
    canvas.addEventListener('keydown', (event) => this.#key(event, { press, move, release }));
    canvas.addEventListener('blur', () => { hand.keyboard = false; });
  }

  #key(event, { press, move, release }) {
    const { hand } = this;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!way && event.key !== ' ') return;
    event.preventDefault();
    hand.keyboard = true;
    if (way) {
      const [stride, half] = [this.height / (event.shiftKey ? 10 : 30), this.half];
      hand.at = hand.at.map((at, k) => (
        Math.min(Math.max(at + stride * way[k], this.center[k] - half[k]), this.center[k] + half[k])));
      move?.(hand.at);
    } else if (!event.repeat) {
      hand.down = !hand.down;
      (hand.down ? press : release)?.(hand.at);
    }
  }
}
