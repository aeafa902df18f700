import { stat } from 'node:fs/promises';
import path from 'node:path';
import { ifMissing } from '../../kernel/missing.ts';

/** Paths of the parts of a local network, below a data folder (`TAIN_DATA_DIR`). */

/** Returns the folder with the stream, the state and the keys of the demo network. */
export function demoFolder({ dataDir }: { readonly dataDir: string }): string {
  return path.join(dataDir, 'demo');
}

/** Name of the address book in a folder with a stream. */
export const BOOK_FILE = 'address_book.bin';

/** Returns the folder with the addresses of the processes, and the locks between them. */
export function controlFolder(dataDir: string): string {
  return path.join(dataDir, 'demo-control');
}

/** Returns the lock of a command that replaces the network, and of a process that begins to use it. */
export function stateLock(dataDir: string): string {
  return path.join(controlFolder(dataDir), 'state.lock');
}

/** Returns the folder of the saved networks (`tain demo save`). */
export function snapshotFolder(dataDir: string): string {
  return path.join(dataDir, 'demo-snapshots');
}

/** Returns the folder next to the network's that a swap creates and removes. */
export function newFolder(dataDir: string, id: string): string {
  return path.join(dataDir, `demo-new-${id}`);
}

export function oldFolder(dataDir: string, id: string): string {
  return path.join(dataDir, `demo-old-${id}`);
}

/** Returns whether a file or folder exists. Throws the error of one that cannot be read. */
export function exists(file: string): Promise<boolean> {
  return stat(file).then(() => true, ifMissing(false));
}
