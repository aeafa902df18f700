/** What may follow the name of a preference: a value, as a token or in quotes. */
const WAIT = /^wait\s*=\s*("?)(\d{1,9})\1$/i;

/**
 * Seconds that a client would wait for an answer, as its `Prefer` header says (RFC 7240, 4.3: `wait=10`); of several
 * the first holds. Undefined without one, or where it is not understood: such a preference is ignored.
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
