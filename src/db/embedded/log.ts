import { constants, copyFile, lstat, rename, rm, stat, truncate } from 'node:fs/promises';

/*
 * PostgreSQL's own collector would be one more process, and its rotation by size never overwrites a file.
 */

/** Bytes after which a log is rotated: months of warnings, and soon too much for a small disk. */
const MOST = 16 * 1024 * 1024;
/** Milliseconds between checks of the log. */
const LOOK_EVERY = 60_000;

/**
 * Rotates a log file that has grown beyond `most` bytes: copies it to `<file>.1`, replacing what was there,
 * and empties it in place. A process that has it open for appending continues at the start. Never throws: a
 * log that cannot be rotated (a full disk, somebody else's file) grows on.
 */
export async function cutLog(file: string, most = MOST): Promise<void> {
  const copy = `${file}.${process.pid}`;
  try {
    // Of a link this is its own size: what it leads to is not ours.
    if ((await lstat(file)).size <= most) return;
    // Copied, not renamed: the server has it open and would go on writing to the old one.
    await copyFile(file, copy, constants.COPYFILE_EXCL);
    // Another process may have rotated it a moment earlier: then its copy stays.
    if ((await stat(copy)).size > most) {
      await rename(copy, `${file}.1`);
      await truncate(file);
    }
  } catch {
    // The next check may succeed.
  } finally {
    await rm(copy, { force: true }).catch(() => undefined);
  }
}

/** Rotates a log until stopped: two files at most, each hardly longer than `most` bytes. */
export function keepLogShort(
  file: string,
  { most = MOST, every = LOOK_EVERY }: { readonly most?: number; readonly every?: number } = {},
): { stop(): void } {
  let timer: NodeJS.Timeout;
  const next = (): void => {
    timer = setTimeout(() => void cutLog(file, most).then(() => stopped || next()), every).unref();
  };
  let stopped = false;
  next();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
