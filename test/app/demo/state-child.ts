import path from 'node:path';
import { Databases } from '../../../src/app/demo/databases.ts';
import { loadSnapshot, saveSnapshot, sweep } from '../../../src/app/demo/snapshots.ts';
import { finishSwap, takeState } from '../../../src/app/demo/swap.ts';

/** Saves and loads networks until it is killed, and reports each step. */
const dataDir = path.resolve(process.argv[2] ?? '');
const names = ['a', 'b'];
await takeState({ dataDir });
const databases = await Databases.open({ dataDir, openParents: true });
const quiet = { dataDir, databases };
await databases.endOrphans();
await finishSwap(dataDir, databases);
await sweep(quiet);
process.send?.('begun');
for (let round = Number(process.argv[3]); ; round++) {
  const name = names[round % 2] ?? 'a';
  process.send?.(`save ${name}`);
  const saved = await saveSnapshot(quiet, name);
  process.send?.(`load ${name}`);
  await loadSnapshot(quiet, saved);
}
