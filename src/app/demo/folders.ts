import path from 'node:path';

/** Paths of the parts of a local network, below a data folder (`TAIN_DATA_DIR`). */

/** The stream, the state and the keys of the demo network. */
export function demoFolder({ dataDir }: { readonly dataDir: string }): string {
  return path.join(dataDir, 'demo');
}

/** Addresses of the processes, and the locks between them. */
export function controlFolder(dataDir: string): string {
  return path.join(dataDir, 'demo-control');
}

/** Lock of a command that replaces the network, and of a process that begins to use it. */
export function stateLock(dataDir: string): string {
  return path.join(controlFolder(dataDir), 'state.lock');
}

/** The saved networks (`tain demo save`). */
export function snapshotFolder(dataDir: string): string {
  return path.join(dataDir, 'demo-snapshots');
}

/** Created next to the network's folder by a swap, and removed by it. */
export function newFolder(dataDir: string, id: string): string {
  return path.join(dataDir, `demo-new-${id}`);
}

export function oldFolder(dataDir: string, id: string): string {
  return path.join(dataDir, `demo-old-${id}`);
}
