/** Shows a world in three.js. */
import type { Body, LineOptions, World } from '../carom.js';

export interface FiguresOptions<Material = any> {
  /** Lines of a full circle (16). */
  detail?: number;
  /** The material of all figures; left out, a MeshStandardMaterial. */
  material?: Material;
  /** The colour of a body. `fixed` tells that it is static. */
  colour?(body: Body, fixed: boolean): string | number;
}

/** `Three` is the namespace of three: `import * as THREE from 'three'`. */
export class Figures<Group = any, Material = any> {
  constructor(three: any, world: World, options?: FiguresOptions<Material>);
  readonly group: Group;
  material: Material;
  detail: number;
  colour(body: Body, fixed: boolean): string | number;
  /** Moves everything to where the bodies were at the last pull. */
  update(): void;
  paint(body: Body, colour: string | number): void;
  bodyOf(hit: { object: object; instanceId?: number }): Body | undefined;
  /** Shows the lines of world.debugLines, until the next call; null hides them. */
  debug(options?: LineOptions | null): void;
  dispose(): void;
}
