/** carom for JavaScript: collisions without a solver, in 3D and in the plane. */
import type { Raw } from './raw.js';

export type { Raw } from './raw.js';

export type Vector = ArrayLike<number> | { x: number; y: number; z?: number; w?: number };
export type Numbers = ArrayLike<number> & (number[] | ArrayBufferView);
/** The number of a body or of a collider: a small integer, which indexes arrays. */
export type Body = number;
export type Collider = number;

/** A pose: a position, or a position with a rotation. `angle` turns about z, in radians. */
export type Pose = Vector | { position?: Vector; rotation?: Vector; angle?: number };
export interface PoseFields {
  position?: Vector;
  rotation?: Vector;
  angle?: number;
}

/** A call that carom refused. It has changed nothing. */
export class CaromError extends Error {
  /** The number of the status. */
  status: number;
  /** Its name, e.g. 'STALE_ID'. */
  code: string;
  /** What was wrong and how to correct it. */
  sentence: string;
  /** More about this call, or ''. */
  detail: string;
}

export class Shape {
  private constructor();
  readonly kind: string;
  readonly sizes: Readonly<Record<string, unknown>>;
}

/** Something that can be given back before it is collected. */
export interface Disposable {
  dispose(): void;
}

export interface Asset<Kind extends string = string> extends Disposable {
  readonly kind: Kind;
  readonly address: number;
  describe(): Record<string, any>;
}
export interface Corners<Kind extends string> extends Asset<Kind> {
  readonly vertices: Float32Array;
}
export interface Compound extends Asset<'compound'> {
  readonly planar: boolean;
  /** A child by its place; an asset in its shape is an address. */
  child(index: number): {
    shape: Record<string, any>; pose: { position: number[]; rotation: number[] };
    number: number; material: number;
  };
}
export interface MeshTriangle {
  corners: number[][];
  normal: number[];
  material: number;
}
export interface Mesh extends Asset<'mesh'> {
  readonly report: Record<string, any>;
  deform(vertices: Numbers): Mesh;
  /** A triangle by its number. */
  triangle(index: number): MeshTriangle;
}
export interface Cells {
  columns: number;
  rows: number;
  heights?: Numbers;
  flags?: Numbers;
  materials?: Numbers;
}
export interface Field extends Asset<'field'> {
  edit(column: number, row: number, cells: Cells): Field;
  ground(x: number, z: number): {
    height: number; normal: number[]; triangle: number; material: number; hole: boolean;
  };
  triangle(index: number): MeshTriangle;
}

/** Triangles or lines in the frame of a shape: three numbers a vertex, three or two indices each. */
export interface Surface {
  positions: Float32Array;
  normals: Float32Array;
  indices: Uint32Array;
}
export interface LineOptions {
  shapes?: boolean;
  contacts?: boolean;
  bounds?: boolean;
  /** The blocks of the tree over all bodies, and the trees of single bodies. */
  trees?: boolean;
  /** The cells of the sweep that the bodies are in. */
  cells?: boolean;
  /** Of the lines along normals of contacts (0.5). */
  normalLength?: number;
  /** The point that is subtracted from all others, for large worlds. */
  origin?: Vector;
}
export interface Lines {
  readonly count: number;
  /** Six numbers a line. */
  readonly ends: Float32Array;
  /** What each line shows: 0 kinematic, 1 static, 2 a sensor, 3 a contact, 4 bounds. */
  readonly parts: Uint8Array;
}
export interface Island {
  bodies: Body[];
  /** Numbers of rows of `contacts()`. */
  contacts: number[];
  rests: boolean;
}
export interface Mass {
  mass: number;
  center: number[];
  inertia: Record<string, number[]>;
}

export interface ContactPoint {
  position: number[];
  separation: number;
  feature: number;
}
export interface Manifold {
  normal: number[];
  points: ContactPoint[];
}
export interface ContactSide {
  body: Body;
  collider: Collider;
  bodyUser: number;
  colliderUser: number;
  category: number | bigint;
  child: number;
  triangle: number;
}
export interface Contact {
  a: ContactSide;
  b: ContactSide;
  manifold: Manifold & { pointCount: number };
  patches: number;
  patchCount: number;
  approachSpeed: number;
  sensor: boolean;
  apart: boolean;
  nearby: boolean;
  further: boolean;
  value: number | bigint;
}
export type EventKind = 'begin' | 'stay' | 'end' | 'near' | 'far';
export type EndCause = 'none' | 'cleared' | 'destroyed' | 'disabled' | 'filtered' | 'dropped' | 'reshaped'
  | 'moved' | 'separated';
export interface ContactEvent {
  kind: EventKind;
  cause: EndCause;
  contact: Contact;
}
export interface MeshPoint {
  triangle: number;
  u: number;
  v: number;
  material: number;
  back: boolean;
}
export interface Found {
  body: Body;
  collider: Collider;
  child: number;
}
export interface RayHit extends Found {
  ordinal: number;
  inside: boolean;
  fraction: number;
  normal: number[];
  point: number[];
  mesh: MeshPoint;
}
export interface ShapeHit extends Found {
  inside: boolean;
  fraction: number;
  normal: number[];
  point: number[];
  distance: number;
  triangle: number;
  material: number;
}
export interface Near extends Found {
  inside: boolean;
  distance: number;
  normal: number[];
  point: number[];
  mesh: MeshPoint;
}
export interface SweptHit {
  bodyA: Body;
  bodyB: Body;
  colliderA: Collider;
  colliderB: Collider;
  inside: boolean;
  stoppedA: boolean;
  stoppedB: boolean;
  fraction: number;
  poseA: { position: number[]; rotation: number[] };
  poseB: { position: number[]; rotation: number[] };
  normal: number[];
  point: number[];
}
export interface Distance {
  distance: number;
  normal: number[];
  pointA: number[];
  pointB: number[];
}

/** Where a field is in all rows: component k of row i is array[first + i * stride + k], k < width. */
export interface Column {
  array: Float32Array | Float64Array | Uint32Array | Int32Array | Uint8Array | BigUint64Array;
  first: number;
  stride: number;
  width: number;
}

/** Rows of structs in the memory of the module. They throw once they are old. */
export interface Rows<T> extends Iterable<T> {
  readonly count: number;
  readonly length: number;
  get(i: number): T;
  /** E.g. column('manifold.normal') or column('a.body'). It ends when the memory grows. */
  column(path: string): Column;
  toArray(): T[];
}

export interface QueryFilter {
  mask?: number | bigint;
  ignore?: Body;
  skipSensors?: boolean;
  touching?: 'overlaps' | 'isApart';
  accept?(body: Body, collider: Collider): boolean;
}

export interface WorldOptions {
  planar?: boolean;
  /** For how many bodies there is room at first (64). */
  capacity?: number;
  /** Positions and rotations are Float64Arrays, for large worlds. */
  double?: boolean;
  tag?: number;
  seamless?: boolean;
  persistentManifolds?: boolean;
  eightPoints?: boolean;
  margin?: number;
  broadphase?: 'sweep' | 'brute';
  /** How many threads work, at most those of `load`, which is what it is when left out. */
  threads?: number;
  /** Decides whether two colliders may be in contact. It must change nothing. */
  filter?(a: ContactSide, b: ContactSide): boolean;
  user?: number;
}
export interface BodyOptions extends PoseFields {
  kind?: 'kinematic' | 'static';
  velocity?: Vector;
  angularVelocity?: Vector;
  disabled?: boolean;
  user?: number;
}
export interface FilterOptions {
  category?: number | bigint;
  mask?: number | bigint;
  group?: number;
}
export interface ColliderOptions extends PoseFields, FilterOptions {
  sensor?: boolean;
  seesSensors?: boolean;
  seesStatic?: boolean;
  margin?: number;
  user?: number;
}

export interface World extends Disposable {
  readonly address: number;
  readonly disposed: boolean;
  /** Grows when bodies or colliders are made, end, or get another shape or place. */
  readonly changes: number;
  counts(): Record<string, number | bigint>;
  hash(): string;

  body(options?: BodyOptions): Body;
  add(shape: Shape, options?: BodyOptions & Omit<ColliderOptions, 'user'>): Body;
  destroyBody(body: Body): void;
  isBody(body: Body): boolean;
  idOf(body: Body): bigint;
  /** The body with an id, which is refused once that body was destroyed. */
  numberOf(id: bigint): Body;
  kindOf(body: Body): 'kinematic' | 'static';
  isEnabled(body: Body): boolean;
  isSwept(body: Body): boolean;
  isStopping(body: Body): boolean;
  contactCounts(body: Body): { contacts: number; begins: number; ends: number };
  massOf(body: Body, density: number): Mass;
  bodies(): Body[];
  pose(body: Body): { position: number[]; rotation: number[] };
  setPose(body: Body, pose: Pose): void;
  setTarget(body: Body, pose: Pose, time: number): void;
  velocity(body: Body): { linear: number[]; angular: number[] };
  setVelocity(body: Body, linear: Vector, angular?: Vector): void;
  setEnabled(body: Body, enabled: boolean): void;
  setSwept(body: Body, swept: boolean, stopping?: boolean): void;
  touch(body: Body): void;
  user(body: Body): number;
  setUser(body: Body, user: number): void;

  readonly positions: Float32Array | Float64Array;
  readonly rotations: Float32Array | Float64Array;
  readonly velocities: Float32Array | Float64Array;
  readonly angularVelocities: Float32Array | Float64Array;
  push(): void;
  pushVelocities(): void;
  pushTargets(time: number): void;
  pull(): void;

  collider(body: Body, shape: Shape, options?: ColliderOptions): Collider;
  chainColliders(
    body: Body, chain: Asset<'chain'>, options?: ColliderOptions & { radius?: number },
  ): Collider[];
  colliders(body: Body, definitions: (ColliderOptions & { shape: Shape })[]): Collider[];
  /** Cuts a polygon with holes into convex pieces; -1 stands for one too thin for a polygon. */
  pieceColliders(body: Body, rings: Numbers[], options?: ColliderOptions): Collider[];
  destroyCollider(collider: Collider): void;
  isCollider(collider: Collider): boolean;
  colliderId(collider: Collider): bigint;
  bodyOf(collider: Collider): Body;
  collidersOf(body: Body): Collider[];
  shapeOf(collider: Collider): Record<string, any>;
  setShape(collider: Collider, shape: Shape): void;
  localPose(collider: Collider): { position: number[]; rotation: number[] };
  setLocalPose(collider: Collider, pose: Pose): void;
  colliderPose(collider: Collider): { position: number[]; rotation: number[] };
  bounds(collider: Collider): { min: number[]; max: number[] };
  filterOf(collider: Collider): { category: number | bigint; mask: number | bigint; group: number };
  setFilter(collider: Collider, filter: FilterOptions): void;
  isSensor(collider: Collider): boolean;
  setSensor(collider: Collider, sensor: boolean): void;
  seesSensors(collider: Collider): boolean;
  setSeesSensors(collider: Collider, sees: boolean): void;
  seesStatic(collider: Collider): boolean;
  setSeesStatic(collider: Collider, sees: boolean): void;
  marginOf(collider: Collider): number;
  setMargin(collider: Collider, margin: number): void;
  colliderUser(collider: Collider): number;
  setColliderUser(collider: Collider, user: number): void;

  step(dt: number): void;
  clear(): void;
  contacts(body?: Body): Rows<Contact>;
  patches(contacts: Rows<Contact>, i: number): (Manifold & {
    childA: number; childB: number; triangleA: number; triangleB: number;
    materialA: number; materialB: number;
  })[];
  events(): Rows<ContactEvent>;
  sweptHits(): Rows<SweptHit>;
  sweptHitBetween(a: Collider, b: Collider): SweptHit | null;
  contactBetween(a: Collider, b: Collider): Contact | null;
  /** Four bigints for each contact, or eight with eightPoints; null without persistentManifolds. */
  pointValues(): BigUint64Array | null;
  setContactValue(a: Collider, b: Collider, value: number | bigint): void;
  keep(
    decide: (event: { kind: EventKind; contact: Contact }) => boolean,
    options?: { events?: EventKind[]; categoryA?: number | bigint; categoryB?: number | bigint },
  ): () => void;

  /** Replaces the function that decides whether two colliders may be in contact; null means none. */
  setWorldFilter(filter: ((a: ContactSide, b: ContactSide) => boolean) | null): void;

  meshOf(collider: Collider, detail?: number): Surface;
  linesOf(collider: Collider, detail?: number): Surface;
  debugLines(options?: LineOptions): Lines;
  islands(options?: {
    joins?(body: Body): boolean; links?: [Body, Body][];
  }): { islands: Island[]; stirred: Body[] };

  castRay(origin: Vector, translation: Vector, filter?: QueryFilter): RayHit | null;
  castRayAny(origin: Vector, translation: Vector, filter?: QueryFilter): boolean;
  castRayAll(origin: Vector, translation: Vector, filter?: QueryFilter): RayHit[];
  castRays(rays: Numbers, filter?: QueryFilter): Rows<RayHit>;
  castRaysAny(rays: Numbers, filter?: QueryFilter): Uint8Array;
  castShape(shape: Shape, pose: Pose, translation: Vector, filter?: QueryFilter): ShapeHit | null;
  castShapeAny(shape: Shape, pose: Pose, translation: Vector, filter?: QueryFilter): boolean;
  castShapes(
    moving: { shape: Shape; pose?: Pose; translation: Vector }[], filter?: QueryFilter,
  ): Rows<ShapeHit>;
  castShapeAll(shape: Shape, pose: Pose, translation: Vector, filter?: QueryFilter): ShapeHit[];
  overlapShape(shape: Shape, pose: Pose, filter?: QueryFilter): Found[];
  overlapPoint(point: Vector, filter?: QueryFilter): Found[];
  overlapRegion(min: Vector, max: Vector, filter?: QueryFilter): Found[];
  overlapPlanes(planes: Numbers, pose: Pose, filter?: QueryFilter): Found[];
  overlapRegions(regions: Numbers, filter?: QueryFilter): { rows: Rows<Found>; offsets: Uint32Array };
  overlapShapes(
    shapes: { shape: Shape; pose?: Pose }[], filter?: QueryFilter,
  ): { rows: Rows<Found>; offsets: Uint32Array };
  closest(point: Vector, radius: number, filter?: QueryFilter): Near | null;
  closestMany(points: Numbers, radius: number, filter?: QueryFilter): Rows<Near>;
  closestBodies(point: Vector, radius: number, most: number, filter?: QueryFilter): Near[];
  bodyDistance(a: Body, b: Body, filter?: QueryFilter): Record<string, any>;

  save(): Uint8Array;
  rollbackKeep(steps: number): void;
  rollbackSave(): Uint8Array;
  rollbackRestore(saved: Uint8Array): void;
  record(): { stop(): Uint8Array };
  mover(options: MoverOptions): Mover;
}

export interface MoverOptions extends PoseFields {
  shape: Shape;
  up?: Vector;
  maxSlope?: number;
  stepHeight?: number;
  snap?: number;
  margin?: number;
  pushOut?: number;
  filter?: QueryFilter;
}
export interface MoverPlane extends Found {
  triangle: number;
  material: number;
  normal: number[];
  point: number[];
}
export interface MoverResult {
  moved: number[];
  carried: number[];
  pushed: number[];
  climbed: number;
  steps: number;
  stuck: boolean;
  planes: MoverPlane[];
}
export interface Mover extends Disposable {
  filter: QueryFilter;
  position: number[];
  readonly footing: 'inAir' | 'onSlope' | 'onGround';
  readonly ground: MoverPlane | null;
  move(translation: Vector): MoverResult;
  clip(result: MoverResult, velocity: Vector): number[];
}

export interface Replay extends Disposable {
  step(): 'same' | 'differs' | 'over';
  readonly steps: number;
  hash(): string;
}

export interface Batch extends Disposable {
  collide(pairs: Numbers): Rows<Manifold & { pointCount: number }>;
  distance(pairs: Numbers): Rows<Distance>;
  signedDistance(pairs: Numbers): Rows<Distance>;
  overlap(pairs: Numbers): Uint8Array;
}

export interface Carom {
  /** The functions of C. */
  readonly raw: Raw;
  /** How many threads work. */
  readonly threads: number;
  /** Ends the workers. From then on all work is that of the thread that calls. */
  endThreads(): void;

  world(options?: WorldOptions): World;
  load(saved: Uint8Array, options?: WorldOptions): World;
  clone(world: World, options?: WorldOptions & { bodies?: Body[] }): World;
  replay(bytes: Uint8Array): Replay;

  shape(kind: string, sizes: Record<string, unknown>): Shape;
  sphere(radius: number): Shape;
  capsule(a: Vector, b: Vector, radius: number): Shape;
  taperedCapsule(a: Vector, b: Vector, radiusA: number, radiusB: number): Shape;
  /** Half extents; with a radius it is rounded. */
  box(x: number, y: number, z: number, radius?: number): Shape;
  cylinder(halfHeight: number, radius: number): Shape;
  cone(halfHeight: number, radius: number): Shape;
  frustum(halfHeight: number, bottom: number, top: number): Shape;
  ellipsoid(x: number, y: number, z: number): Shape;
  triangle(a: Vector, b: Vector, c: Vector, radius?: number): Shape;
  halfSpace(height: number): Shape;
  hull(of: Corners<'hull'>, radius?: number): Shape;
  mesh(of: Mesh, scale?: Vector, radius?: number): Shape;
  field(of: Field, scale?: Vector, radius?: number): Shape;
  compound(of: Compound): Shape;
  disc(radius: number): Shape;
  ellipse(x: number, y: number): Shape;
  halfDisc(radius: number): Shape;
  stadium(a: Vector, b: Vector, radius: number): Shape;
  rectangle(x: number, y: number, radius?: number): Shape;
  polygon(of: Corners<'polygon'>, radius?: number): Shape;
  segment(a: Vector, b: Vector): Shape;
  chainLink(of: Asset<'chain'>, index: number, radius?: number): Shape;
  halfPlane(height: number): Shape;

  makeHull(points: Numbers, options?: { most?: number }): Corners<'hull'>;
  makeHullOfPlanes(planes: Numbers): Corners<'hull'>;
  makePolygon(points: Numbers): Corners<'polygon'>;
  makeChain(points: Numbers, options?: { closed?: boolean; oneSided?: boolean }): Asset<'chain'>;
  makeMesh(vertices: Numbers, triangles: Numbers, options?: {
    materials?: Numbers; sides?: 'twoSided' | 'oneSided' | 'solid';
    deforms?: boolean; fastBuild?: boolean; compact?: boolean;
  }): Mesh;
  makeField(options: Cells & {
    heights: Numbers; format?: 'float' | 'floatIn16' | 'u16' | 'u8'; spacingX?: number; spacingZ?: number;
    scale?: number; offset?: number; low?: number; high?: number; turned?: boolean;
    sides?: 'twoSided' | 'oneSided' | 'solid'; depth?: number;
  }): Field;
  makeCompound(children: (PoseFields & { shape: Shape; number?: number; material?: number })[]): Compound;
  cutRings(rings: Numbers[], mostCorners?: number): Float32Array[];
  /** Throws what cutRings would, with the place of the fault in `fault` of the error. */
  checkRings(rings: Numbers[]): void;
  polygonsSeparation(a: Numbers, b: Numbers): {
    separation: number; normal: number[]; ofB: boolean; edge: number; corner: number;
  };
  clipPolygons(a: Numbers, b: Numbers): Float32Array;
  minkowskiDifference(a: Numbers, b: Numbers): { a: number; b: number }[];

  /** The triangles of a shape. `detail` is the number of lines of a full circle; 0 means 16, or 32 in the
   * plane. */
  shapeMesh(shape: Shape, detail?: number): Surface;
  /** The outline of a shape of the plane, or the edges of one in space. */
  shapeLines(shape: Shape, detail?: number): Surface;

  collide(a: Shape, poseA: Pose | undefined, b: Shape, poseB: Pose | undefined): Manifold | null;
  collideWithin(
    a: Shape, poseA: Pose | undefined, b: Shape, poseB: Pose | undefined, margin: number,
  ): Manifold | null;
  collidePatches(a: Shape, poseA: Pose | undefined, b: Shape, poseB: Pose | undefined): Manifold[];
  overlap(a: Shape, poseA: Pose | undefined, b: Shape, poseB: Pose | undefined): boolean;
  distance(a: Shape, poseA: Pose | undefined, b: Shape, poseB: Pose | undefined): Distance;
  signedDistance(a: Shape, poseA: Pose | undefined, b: Shape, poseB: Pose | undefined): Distance;
  castShape(
    a: Shape, poseA: Pose | undefined, b: Shape, poseB: Pose | undefined, translation: Vector,
  ): Record<string, any>;
  timeOfImpact(
    a: Shape, motionA: { start: Pose; end: Pose }, b: Shape, motionB: { start: Pose; end: Pose },
    margin?: number,
  ): Record<string, any>;
  motionPose(
    motion: { start: Pose; end: Pose }, fraction: number,
  ): { position: number[]; rotation: number[] };
  castRay(shape: Shape, pose: Pose | undefined, origin: Vector, translation: Vector): Record<string, any>;
  castRayAll(
    shape: Shape, pose: Pose | undefined, origin: Vector, translation: Vector,
  ): Record<string, any>[];
  support(shape: Shape, pose: Pose | undefined, direction: Vector): number[];
  /** The places of the points of a manifold on both sides, each in the frame of its body. */
  anchors(
    manifold: Manifold, poseA: Pose | undefined, poseB: Pose | undefined,
  ): { a: number[]; b: number[] }[];
  distanceToPoint(shape: Shape, pose: Pose | undefined, point: Vector): Record<string, any>;
  bounds(shape: Shape, pose?: Pose): { min: number[]; max: number[] };
  mass(shape: Shape, density: number): Mass;
  batch(shapes: (PoseFields & { shape: Shape })[]): Batch;
}

export type Source = string | URL | BufferSource | Response | WebAssembly.Module | Promise<Response>;

export interface LoadOptions {
  /** Where the module is: left out, carom.wasm or carom-threads.wasm beside the script. */
  source?: Source;
  /** How many threads work: the one that calls and workers (1). */
  threads?: number;
}

/** Loads carom: from carom.wasm beside the script, from another URL, from bytes or from a module. */
export function load(source?: Source | LoadOptions): Promise<Carom>;

export const version: string;
export const enums: Record<string, Record<string, number>>;
export const structs: Record<string, { size: number; fields: [string, string | object, number][] }>;
