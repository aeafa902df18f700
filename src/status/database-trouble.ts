/**
 * Whether an error means that the database cannot be had now: connections that are refused, end or
 * time out, servers that start, stop or are full (SQLSTATE classes 08, 53, 57).
 */
export function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    /^(?:ECONN|ENOTFOUND|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN|08|53|57)/.test(code) ||
    /connection terminated|timeout exceeded when trying to connect|query read timeout|Cannot use a pool/i.test(
      error.message,
    )
  );
}
