// Measures one engine in a process of its own, and sends the result to the parent (run.mjs).
import { measure } from './measure.mjs';
import { engines } from './peers/list.mjs';
import { Scene } from './scene.mjs';

/** Milliseconds of the processor that this process has taken, with those of all its threads. */
function clock() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const [engine, bodies, seconds] = process.argv.slice(2).map(Number);
const { dimension } = engines[engine];
const result = await measure(engines[engine], new Scene(dimension, bodies), { clock, seconds });
process.send(result, () => process.disconnect());
