import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Matches the consensus time at the start of the name of a record file and of its related files. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d_]+\.\d+Z/;

/** Returns the files of each block of a written stream by their keys: record files first, then blocks. */
export async function streamGroups(dir: string): Promise<Map<string, Uint8Array>[]> {
  const groups = new Map<string, Map<string, Uint8Array>>();
  const names = (await readdir(dir, { recursive: true })).filter((name) => !name.startsWith('wrapped'));
  for (const name of names.sort()) {
    const instant = INSTANT.exec(path.basename(name))?.[0];
    if (instant === undefined && !/\.blk\b/.test(name)) continue;
    // Digits of times sort before other names, and keys of blocks are in order.
    const group = instant === undefined ? `block ${name}` : `0 ${instant}`;
    const files = groups.get(group) ?? new Map<string, Uint8Array>();
    files.set(name, await readFile(path.join(dir, name)));
    groups.set(group, files);
  }
  return [...groups.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, files]) => files);
}
