import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';

/** Mounts a small file system at `folder`; null if this process may not mount one. */
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

  /** Uses up the inodes. */
  useUpFiles(): void {
    mkdirSync(path.join(this.folder, 'fillers'));
    for (let n = 0; ; n += 1) {
      try {
        writeFileSync(path.join(this.folder, 'fillers', String(n)), '');
      } catch {
        return;
      }
    }
  }

  makeReadOnly(isReadOnly: boolean): void {
    execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, this.folder]);
  }

  free(): void {
    for (const name of ['filler', 'fillers'])
      rmSync(path.join(this.folder, name), { recursive: true, force: true });
  }

  unmount(): void {
    execFileSync('umount', ['-l', this.folder]);
  }
}
