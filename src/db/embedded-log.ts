import { copyFile, rename, rm, stat, truncate } from 'node:fs/promises';

/** Bytes of a log beyond which it begins anew: months of warnings, and soon too much on a small disk. */
const MOST = 16 * 1024 * 1024;
/** Milliseconds between looks at the log. */
const LOOK_EVERY = 60_000;

/**
 * Begins a log file anew when it has grown beyond `most` bytes; what it held is kept beside it as
 * `<file>.1`, in place of what was there. Whoever has it open for appending goes on at its new
 * beginning. Never throws: a log that cannot be cut (a full disk, somebody else's file) grows on.
 */
export async function cutLog(file: string, most = MOST): Promise<void> {
  const copy = `${file}.${process.pid}`;
  try {
    if ((await stat(file)).size <= most) return;
    // Not renamed: the server has it open and would write on in the old one.
    await copyFile(file, copy);
    // Another process may have cut it a moment earlier: then what that one kept stays.
    if ((await stat(copy)).size > most) {
      await rename(copy, `${file}.1`);
      await truncate(file);
    }
  } catch {
    // The next look may succeed.
  } finally {
    await rm(copy, { force: true }).catch(() => undefined);
  }
}

/** Looks after a log until stopped: two files of it at most, each hardly longer than `most` bytes. */
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
