/**
 * Converts a value of a statement to the driver's form: text, or bytes for a `bytea`. Lists become array literals.
 * Throws a `TypeError` for an unsupported type.
 */
export function parameterOf(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`;
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean') {
    return String(value);
  }
  throw new TypeError(`no value of a statement: ${typeof value}`);
}

function elementOf(value: unknown): string {
  const element = parameterOf(value);
  if (element === null) return 'NULL';
  // A backslash in an array literal is doubled.
  if (Buffer.isBuffer(element)) return `"\\\\x${element.toString('hex')}"`;
  return `"${element.replaceAll(/["\\]/g, '\\$&')}"`;
}
