/** Preference `wait` with its value, as a token or in quotes. */
const WAIT = /^wait\s*=\s*("?)(\d{1,9})\1$/i;

/**
 * Returns the seconds that a client is ready to wait for an answer, by its `Prefer` header (RFC 7240, 4.3: `wait=10`);
 * the first of several preferences counts. Undefined without one, and for an unparsable preference, which is ignored.
 */
export function preferredWait(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  for (const preference of header.split(',')) {
    const [named = ''] = preference.split(';');
    const text = named.trim();
    if (!/^wait\b/i.test(text)) continue;
    const seconds = WAIT.exec(text)?.[2];
    return seconds === undefined ? undefined : Number(seconds);
  }
  return undefined;
}
