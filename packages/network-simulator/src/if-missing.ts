/**
 * Returns a handler for the rejection of a file operation, which gives `value` if nothing has the name, and throws every
 * other error again: a file that cannot be read (EACCES, EIO, EMFILE) would otherwise be replaced as if it were absent.
 */
export function ifMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    return value;
  };
}
