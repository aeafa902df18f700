import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

export interface ReplaceOptions {
  /** Whatever `umask` says. Default: only this user can read and write it. */
  readonly mode?: number;
  /** Group that gets the file, whose owner is then root. */
  readonly gid?: number | undefined;
}

/**
 * Replaces a file whole or not at all: writes a new one beside it, whose name nobody can know before, and renames that. Follows
 * no link, neither in the place of the new file nor of the old one.
 */
export async function replaceFile(
  file: string,
  text: string,
  { mode = 0o600, gid }: ReplaceOptions = {},
): Promise<void> {
  const fresh = `${file}.${randomBytes(4).toString('hex')}.new`;
  // `x` is O_EXCL: an entry that is there already, a link too, is an error.
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
