import { copyFileSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';

/** Parts of a network's folder whose files are written once and never changed: links to them are copies. */
const NEVER_CHANGED = new Set(['recordstreams', 'demo']);
/** Entries between two looks at the signal. */
const CHUNK = 1_000;

/**
 * Copies the folder of a demo network that nobody writes to. Thousands of stream files are linked, which takes no room and
 * little time; what the network changes in place is copied. Throws the signal's reason when that is aborted.
 */
export async function copyNetworkFolder(from: string, to: string, signal?: AbortSignal): Promise<void> {
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
      }
    }
  };
  await walk('', false);
}

function copyFile(from: string, to: string, isKept: boolean): void {
  if (isKept) {
    try {
      linkSync(from, to);
      return;
    } catch {
      // The file system has no links.
    }
  }
  copyFileSync(from, to);
}
