// Shapes: a kind and its sizes, which are checked by the call that uses them.
import { constant, membersOf, replaceType, type } from './structs.mjs';
import { enums } from './layout.mjs';
import { Asset } from './asset.mjs';
import { described } from './errors.mjs';

const members = membersOf('carom_shape');
const kinds = new Map(Object.entries(enums.carom_shape_kind).map(([name, value]) => [value, name]));

/** A shape. It keeps the asset in it, e.g. a hull, from being collected. */
export class Shape {
  constructor(kind, sizes) {
    this.kind = kind;
    this.sizes = Object.freeze(sizes);
    Object.freeze(this);
  }
}

function write(view, at, shape, name) {
  if (!(shape instanceof Shape)) throw new TypeError(`${name} must be a shape, not ${described(shape)}`);
  const member = members.get(shape.kind);
  const { asset, ...sizes } = shape.sizes;
  const fields = asset === undefined ? sizes : { ...sizes, asset: addressOf(asset, shape.kind, view) };
  view.setUint32(at, constant('carom_shape_kind', shape.kind), true);
  type(member.kind).write(view, at + member.offset, fields, `${name}.${shape.kind}`);
}

// The kinds of assets of shapes, where they have other names.
const ASSETS = { chainLink: 'chain', planarCompound: 'compound' };

/** The address of the asset of a shape, which must be of its kind and of the module that is called. */
function addressOf(asset, kind, view) {
  const wanted = ASSETS[kind] ?? kind;
  if (!(asset instanceof Asset) || asset.kind !== wanted) {
    throw new TypeError(`a ${kind} must be of an asset ${wanted}, not of ${described(asset)}`);
  }
  if (asset.engine.memory.view !== view) throw new TypeError(`the ${wanted} is one of another module`);
  return asset.address;
}

/** A shape as it is in C; an asset in it is an address. */
function read(view, at) {
  const kind = kinds.get(view.getUint32(at, true));
  const member = members.get(kind);
  return { kind, ...(member ? type(member.kind).read(view, at + member.offset) : {}) };
}

replaceType('carom_shape', read, write);

const asset = (kind, of, sizes) => new Shape(kind, { asset: of, ...sizes });

/** A shape of any kind by the fields of its struct, e.g. shape('box', {half: [1, 1, 1], radius: 0.1}). */
export function shape(kind, sizes) {
  if (!members.has(kind)) throw new TypeError(`there is no kind of shape ${described(kind)}`);
  return new Shape(kind, { ...sizes });
}

export const shapes = {
  sphere: (radius) => shape('sphere', { radius }),
  capsule: (a, b, radius) => shape('capsule', { a, b, radius }),
  taperedCapsule: (a, b, radiusA, radiusB) => shape('taperedCapsule', { a, b, radiusA, radiusB }),
  box: (x, y, z, radius = 0) => shape('box', { half: [x, y, z], radius }),
  cylinder: (halfHeight, radius) => shape('cylinder', { halfHeight, radius }),
  cone: (halfHeight, radius) => shape('cone', { halfHeight, radius }),
  frustum: (halfHeight, bottom, top) => shape('frustum', { halfHeight, bottom, top }),
  ellipsoid: (x, y, z) => shape('ellipsoid', { radii: [x, y, z] }),
  triangle: (a, b, c, radius = 0) => shape('triangle', { corners: [a, b, c], radius }),
  halfSpace: (height) => shape('halfSpace', { height }),
  hull: (of, radius = 0) => asset('hull', of, { radius }),
  mesh: (of, scale = [1, 1, 1], radius = 0) => asset('mesh', of, { scale, radius }),
  field: (of, scale = [1, 1, 1], radius = 0) => asset('field', of, { scale, radius }),
  compound: (of) => asset(of?.planar ? 'planarCompound' : 'compound', of),
  disc: (radius) => shape('disc', { radius }),
  ellipse: (x, y) => shape('ellipse', { radii: [x, y] }),
  halfDisc: (radius) => shape('halfDisc', { radius }),
  stadium: (a, b, radius) => shape('stadium', { a, b, radius }),
  rectangle: (x, y, radius = 0) => shape('rectangle', { half: [x, y], radius }),
  polygon: (of, radius = 0) => asset('polygon', of, { radius }),
  segment: (a, b) => shape('segment', { a, b }),
  chainLink: (of, index, radius = 0) => asset('chainLink', of, { index, radius }),
  halfPlane: (height) => shape('halfPlane', { height }),
};
