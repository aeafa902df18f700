import path from 'node:path';
import { Databases } from '../../../dist/local-network/folder/databases.js';
import { loadSnapshot, saveSnapshot, sweep } from '../../../dist/local-network/folder/snapshots.js';
import { finishSwap, takeState } from '../../../dist/local-network/folder/swap.js';

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
