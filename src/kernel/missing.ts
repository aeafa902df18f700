/** Returns whether a file system error means that nothing has the name. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/**
 * Returns a handler for the rejection of a file operation, which gives `value` if nothing has the name, and throws every
 * other error again: what cannot be read (EACCES, EIO, EMFILE) does not count as absent, because the absent is created,
 * replaced or removed.
 */
export function ifMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (!isMissing(error)) throw error;
    return value;
  };
}
