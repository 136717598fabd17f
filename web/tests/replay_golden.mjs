// Replays the recordings of record_golden.c, whose every step must give the same, and prints the last hashes.
import { readFileSync } from 'node:fs';
import { load } from 'carom';

const [folder] = process.argv.slice(2);
const carom = await load();
for (const name of [0, 1, 2, 3, 4].map((i) => `golden${i}`)) {
  const replay = carom.replay(readFileSync(`${folder}/${name}`));
  let outcome;
  do outcome = replay.step(); while (outcome === 'same');
  console.log(name, outcome === 'over' ? replay.hash() : `${outcome} in step ${replay.steps + 1}`);
}
