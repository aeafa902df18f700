import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../if-missing.ts';
import { BlockFolder } from './block-folder.ts';
import { parseStreamInstant } from './file-names.ts';

/**
 * Removes blocks and all nodes' stream files that are older than a time (nanoseconds), because a live demo network
 * would otherwise use up the disk's inodes within weeks. Real networks also prune their buckets.
 */
export async function pruneStream(dir: string, before: bigint): Promise<void> {
  const root = join(dir, 'recordstreams');
  for (const node of await readdir(root).catch(ifMissing([]))) {
    for (const folder of [join(root, node), join(root, node, 'sidecar')]) {
      for (const name of await readdir(folder).catch(ifMissing([]))) {
        const instant = parseStreamInstant(name);
        if (instant !== null && instant < before) await rm(join(folder, name), { force: true });
      }
    }
  }
  await new BlockFolder(dir).prune(Number(before / 1_000_000n));
}
