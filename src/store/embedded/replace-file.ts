import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

export interface ReplaceOptions {
  /** Mode, independent of `umask`. Default: only this user can read and write it. */
  readonly mode?: number;
  /** Group of the file, whose owner is then root. */
  readonly gid?: number | undefined;
}

/**
 * Replaces a file atomically: writes a new one in the same folder, with an unpredictable name, and renames it. Does
 * not follow links at either path.
 */
export async function replaceFile(
  file: string,
  text: string,
  { mode = 0o600, gid }: ReplaceOptions = {},
): Promise<void> {
  const fresh = `${file}.${randomBytes(4).toString('hex')}.new`;
  // `x` is O_EXCL: an existing entry, a link too, is an error.
  const handle = await open(fresh, 'wx', mode);
  try {
    try {
      await handle.chmod(mode);
      if (gid !== undefined) await handle.chown(0, gid);
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}
