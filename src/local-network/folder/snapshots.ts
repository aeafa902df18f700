import { randomBytes } from 'node:crypto';
import { copyFileSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Failure } from '../../kernel/failure.ts';
import { ifMissing } from '../../kernel/missing.ts';
import type { Progress } from '../../kernel/progress.ts';
import { replaceFile } from '../../store/embedded/replace-file.ts';
import { copyOf, type Databases, newDatabase, snapshotDatabase } from './databases.ts';
import { demoFolder, newFolder, snapshotFolder } from './folders.ts';
import { parseRecord } from './json-record.ts';
import { swap, sweepFolders } from './swap.ts';

/**
 * Snapshot of a local network: its folder, and the mirror's database at that moment. A snapshot exists when its file
 * `NAME.json` does. That file names the folder and the database, which are created before it and removed after it, so
 * that a killed command leaves either a whole snapshot, or parts that the next command removes.
 */
export interface NetworkSnapshot {
  readonly name: string;
  /** Id of its folder and database: 16 hex digits. */
  readonly id: string;
  /** Time at which it was taken, in ISO 8601. */
  readonly taken: string;
}

const SUFFIX = '.json';

/** Throws `Failure` unless the name is valid as a file name on every system. */
export function checkName(name: string): void {
  if (/^[a-z0-9][a-z0-9_-]{0,62}$/i.test(name)) return;
  throw new Failure(
    'usage',
    'The name of a snapshot is made of letters, digits, - and _, at most 63; the first is a letter or digit.',
  );
}

/** Returns all snapshots, by name. Throws `Failure` for a damaged file, because parts that no file names are removed. */
export async function listSnapshots(dataDir: string): Promise<NetworkSnapshot[]> {
  const found: NetworkSnapshot[] = [];
  for (const file of (await readdir(snapshotFolder(dataDir)).catch(ifMissing([]))).sort()) {
    if (!file.endsWith(SUFFIX)) continue;
    const name = file.slice(0, -SUFFIX.length);
    const snapshot = await readSnapshot(dataDir, name);
    if (snapshot !== null) found.push(snapshot);
  }
  return found;
}

/** Finds a snapshot by name, case-insensitively, as on file systems that ignore case. */
export async function findSnapshot(dataDir: string, name: string): Promise<NetworkSnapshot | undefined> {
  const lowerCase = name.toLowerCase();
  return (await listSnapshots(dataDir)).find((one) => one.name.toLowerCase() === lowerCase);
}

/** A network and its database while no process uses them. */
export interface StoppedNetwork {
  readonly dataDir: string;
  readonly databases: Databases;
  readonly signal?: AbortSignal;
  /** Called while files and the database are copied. */
  readonly onProgress?: (progress: Progress) => void;
}

/** Takes a snapshot, which replaces one of the same name. */
export async function saveSnapshot(
  { dataDir, databases, signal, onProgress }: StoppedNetwork,
  name: string,
): Promise<NetworkSnapshot> {
  const old = await findSnapshot(dataDir, name);
  const snapshot = { name, id: freshId(), taken: new Date().toISOString() };
  await copyNetworkFolder(demoFolder({ dataDir }), folderOf(dataDir, snapshot.id), signal, onProgress);
  await databases.copyMirror(snapshotDatabase(snapshot.id), onProgress);
  signal?.throwIfAborted();
  const file = fileOf(dataDir, old?.name ?? name);
  await replaceFile(file, JSON.stringify(snapshot));
  if (old !== undefined) await dropParts(dataDir, databases, old.id);
  return { ...snapshot, name: old?.name ?? name };
}

/** Replaces the network and its database by a snapshot. */
export async function loadSnapshot(
  { dataDir, databases, signal, onProgress }: StoppedNetwork,
  snapshot: NetworkSnapshot,
): Promise<void> {
  const id = freshId();
  await databases.copy(snapshotDatabase(snapshot.id), newDatabase(id), onProgress);
  await copyNetworkFolder(folderOf(dataDir, snapshot.id), newFolder(dataDir, id), signal, onProgress);
  signal?.throwIfAborted();
  await swap(dataDir, databases, id);
}

/** Removes the network and its database, but not the RSA keys of its nodes. The next start creates a new network. */
export async function resetNetwork({ dataDir, databases }: StoppedNetwork): Promise<void> {
  const id = freshId();
  await databases.create(newDatabase(id));
  const fresh = newFolder(dataDir, id);
  await mkdir(fresh, { mode: 0o700 });
  const keys = path.join(demoFolder({ dataDir }), 'keys');
  if ((await readdir(keys).catch(ifMissing([]))).length > 0) {
    await copyNetworkFolder(keys, path.join(fresh, 'keys'));
  }
  await swap(dataDir, databases, id);
}

export async function removeSnapshot(
  { dataDir, databases }: StoppedNetwork,
  { name, id }: NetworkSnapshot,
): Promise<void> {
  await rm(fileOf(dataDir, name), { force: true });
  await dropParts(dataDir, databases, id);
}

/** Removes the parts that interrupted commands left. There must be no unfinished swap. */
export async function sweep({ dataDir, databases }: StoppedNetwork): Promise<void> {
  await sweepFolders(dataDir);
  const ids = new Set((await listSnapshots(dataDir)).map(({ id }) => id));
  for (const name of await databases.names()) {
    const copy = copyOf(name);
    if (copy !== null && !(copy.kind === 'snapshot' && ids.has(copy.id))) await databases.drop(name);
  }
  const folder = snapshotFolder(dataDir);
  for (const name of await readdir(folder).catch(ifMissing([]))) {
    const isPart = /^[0-9a-f]{16}$/.test(name) && !ids.has(name);
    if (isPart || name.endsWith('.new')) await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

async function dropParts(dataDir: string, databases: Databases, id: string): Promise<void> {
  await rm(folderOf(dataDir, id), { recursive: true, force: true });
  await databases.drop(snapshotDatabase(id));
}

function freshId(): string {
  return randomBytes(8).toString('hex');
}

function folderOf(dataDir: string, id: string): string {
  return path.join(snapshotFolder(dataDir), id);
}

function fileOf(dataDir: string, name: string): string {
  return path.join(snapshotFolder(dataDir), `${name}${SUFFIX}`);
}

/** Returns a snapshot; null if it was removed. Throws `Failure` for a damaged file. */
async function readSnapshot(dataDir: string, name: string): Promise<NetworkSnapshot | null> {
  const file = fileOf(dataDir, name);
  const text = await readFile(file, 'utf8').catch(ifMissing(null));
  if (text === null) return null;
  const { id, taken } = parseRecord(text);
  if (typeof id === 'string' && /^[0-9a-f]{16}$/.test(id) && typeof taken === 'string')
    return { name, id, taken };
  throw new Failure('usage', `The file ${file} is damaged: remove it to lose that snapshot.`);
}

/** Parts of a network's folder whose files are written once and never changed, so that a link is as good as a copy. */
const NEVER_CHANGED = new Set(['recordstreams', 'demo']);
/** Number of entries between two checks of the signal. */
const CHUNK = 1_000;

/**
 * Copies the folder of a demo network that is not being written to. Thousands of stream files are linked, which takes
 * no space and little time; files that the network changes in place are copied. Throws the signal's reason when that is
 * aborted.
 */
async function copyNetworkFolder(
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
