import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

/** Mounts a small file system at `folder`. Returns null if this process may not mount one. */
export function mountSmallDisk(folder: string, options: string): SmallDisk | null {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tain-test', folder], { stdio: 'ignore' });
    return new SmallDisk(folder);
  } catch {
    return null;
  }
}

export class SmallDisk {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Fills the disk. */
  fill(): void {
    const file = openSync(path.join(this.folder, 'filler'), 'a');
    for (let size = 65_536; size >= 1; ) {
      try {
        if (writeSync(file, Buffer.alloc(size)) < size) size = Math.floor(size / 2);
      } catch {
        size = Math.floor(size / 2);
      }
    }
    closeSync(file);
  }

  makeReadOnly(isReadOnly: boolean): void {
    execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, this.folder]);
  }

  free(): void {
    rmSync(path.join(this.folder, 'filler'), { force: true });
  }

  unmount(): void {
    execFileSync('umount', ['-l', this.folder]);
  }
}
