// Poses: where things are, as games write them.
import { number } from './errors.mjs';
import { components } from './structs.mjs';

const isVector = (value) => Array.isArray(value) || ArrayBuffer.isView(value);

/** The fields of carom_pose of what a game gives: nothing, a position, or {position, rotation or angle}. */
export function poseOf(engine, value, name = 'pose') {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null) {
    throw new TypeError(`${name} must be a pose or a position`);
  }
  if (isVector(value) || 'x' in value) return { position: value };
  const { position, rotation, angle, ...rest } = value;
  const other = Object.keys(rest)[0];
  if (other !== undefined) throw new TypeError(`${name} has no ${other}`);
  if (angle === undefined) return { position, rotation };
  if (rotation !== undefined) throw new TypeError(`${name} has a rotation and an angle; give one of them`);
  const at = position === undefined ? [0, 0, 0] : components(position, 'xyz', `${name}.position`);
  return turned(engine, at, number(angle, `${name}.angle`));
}

/** A pose of the plane, with the bits that carom computes of an angle. */
function turned(engine, at, angle) {
  const { memory, raw } = engine;
  return memory.scoped(() => {
    const out = memory.room(40);
    raw.carom_pose_planar(out, number(at[0], 'x'), number(at[1], 'y'), angle);
    const pose = engine.get('carom_pose', out);
    return { position: [pose.position[0], pose.position[1], at[2]], rotation: pose.rotation };
  });
}

export const putPose = (engine, pose, name) => engine.put('carom_pose', poseOf(engine, pose, name), name);
