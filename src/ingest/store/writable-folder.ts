import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { withFiles } from '../../kernel/file-shortage.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { openFolderStore } from './folder-store.ts';
import { limitTime } from './limit-time.ts';
import type { WritableStore } from './object-store.ts';
import { unreadable } from './read-limited.ts';

const PUT_TIMEOUT_MS = 60_000;

/**
 * Opens a folder that objects are also written to. The folder is created with the first object. Throws as
 * `openFolderStore`.
 */
export async function openWritableFolder(folder: string): Promise<WritableStore> {
  const store = await openFolderStore(folder);
  const root = path.resolve(folder);
  return Object.assign(store, {
    put: (key: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> =>
      withFiles(() => limitTime(key, PUT_TIMEOUT_MS, signal, () => putFile(root, key, bytes)), signal),
  });
}

/** Writes a temporary file, flushes it to the disk, and renames it. */
async function putFile(root: string, key: string, bytes: Uint8Array): Promise<void> {
  const parts = key.split('/');
  const isKey = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\0\\]/.test(part));
  if (!isKey) throw new StreamFileError('bad-name', key, null, 'is not a valid object key');
  const target = path.join(root, ...parts);
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await mkdir(path.dirname(target), { recursive: true });
    const file = await open(temporary, 'wx', 0o644);
    try {
      await file.writeFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw unreadable(key, error, 'written');
  }
}
