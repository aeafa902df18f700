import path from 'node:path';

/** Where the parts of a local network are, below a data folder (`TAIN_DATA_DIR`). */

/** The stream, the state and the keys of the demo network. */
export function demoFolder({ dataDir }: { readonly dataDir: string }): string {
  return path.join(dataDir, 'demo');
}

/** How its processes are reached, and what keeps them from each other. */
export function controlFolder(dataDir: string): string {
  return path.join(dataDir, 'demo-control');
}

/** The lock of whoever puts another network in its place, and of who begins to use it. */
export function stateLock(dataDir: string): string {
  return path.join(controlFolder(dataDir), 'state.lock');
}

/** What `tain demo save` keeps. */
export function snapshotFolder(dataDir: string): string {
  return path.join(dataDir, 'demo-snapshots');
}

/** Made beside the network's folder, and thrown away after it, by whoever swaps it. */
export function newFolder(dataDir: string, id: string): string {
  return path.join(dataDir, `demo-new-${id}`);
}

export function oldFolder(dataDir: string, id: string): string {
  return path.join(dataDir, `demo-old-${id}`);
}
