import { createHash } from 'node:crypto';

/** Maximum number of prepared statements of a connection: a plan takes up to half a megabyte on the server. */
const MAX_NAMED = 100;

const names = new Map<string, string>();

/** Returns the name of a prepared statement; undefined when the maximum number is reached. */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_NAMED) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  names.set(text, name);
  return name;
}
