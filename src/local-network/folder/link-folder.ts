import { copyFileSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Progress } from '../../kernel/progress.ts';

/** Parts of a network's folder whose files are written once and never changed, so that a link is as good as a copy. */
const NEVER_CHANGED = new Set(['recordstreams', 'demo']);
/** Number of entries between two checks of the signal. */
const CHUNK = 1_000;

/**
 * Copies the folder of a demo network that is not being written to. Thousands of stream files are linked, which takes
 * no space and little time; files that the network changes in place are copied. Throws the signal's reason when that is
 * aborted.
 */
export async function copyNetworkFolder(
  from: string,
  to: string,
  signal?: AbortSignal,
  onProgress?: (progress: Progress) => void,
): Promise<void> {
  const total = onProgress === undefined ? null : await countEntries(from);
  let done = 0;
  const walk = async (inside: string, isKept: boolean): Promise<void> => {
    mkdirSync(path.join(to, inside), { recursive: true, mode: 0o700 });
    for (const entry of readdirSync(path.join(from, inside), { withFileTypes: true })) {
      const name = path.join(inside, entry.name);
      if (entry.isDirectory()) await walk(name, isKept || (inside === '' && NEVER_CHANGED.has(entry.name)));
      else if (entry.isFile()) copyFile(path.join(from, name), path.join(to, name), isKept);
      if (++done % CHUNK === 0) {
        await turn();
        signal?.throwIfAborted();
        onProgress?.({ step: 'files', done, total, unit: 'files' });
      }
    }
  };
  await walk('', false);
}

async function countEntries(folder: string): Promise<number> {
  return (await readdir(folder, { recursive: true })).length;
}

function copyFile(from: string, to: string, isKept: boolean): void {
  if (isKept) {
    try {
      linkSync(from, to);
      return;
    } catch {
      // The file system does not support links.
    }
  }
  copyFileSync(from, to);
}
