/** Draws a world of the plane on a canvas. */
import type { Body, World } from '../carom.js';

export interface PictureOptions {
  /** The point of the world in the middle of the canvas ([0, 0]). */
  center?: [number, number];
  /** Pixels a unit (32). */
  scale?: number;
  /** Lines of a full circle (32). */
  detail?: number;
  /** A colour, or '' to leave the canvas clear (''). */
  background?: string;
  /** The colour of outlines, or '' for none. */
  stroke?: string;
  /** The colour of a dot at each point of contact, or '' for none. */
  contacts?: string;
  /** The colour of a body, or '' for none. `fixed` tells that it is static. */
  fill?(body: Body, fixed: boolean): string;
}

export class Picture implements PictureOptions {
  constructor(context: CanvasRenderingContext2D, world: World, options?: PictureOptions);
  center: [number, number];
  scale: number;
  detail: number;
  background: string;
  stroke: string;
  contacts: string;
  fill(body: Body, fixed: boolean): string;
  /** Draws the world where its bodies were at the last pull. */
  draw(): void;
  paint(body: Body, colour: string | undefined): void;
  toWorld(x: number, y: number): [number, number];
  toCanvas(x: number, y: number): [number, number];
  zoom(factor: number, x: number, y: number): void;
  pan(x: number, y: number): void;
  listen(): () => void;
}
