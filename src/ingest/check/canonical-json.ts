/** Matches strings, and numbers outside of strings. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Returns JSON text in a canonical form, independent of spaces and the order of keys. Numbers retain all of their
 * digits.
 */
export function canonicalJson(text: string): string {
  const withTexts = text.replace(TOKENS, (token) => (token.startsWith('"') ? token : `"#${token}"`));
  return print(JSON.parse(withTexts) as unknown);
}

function print(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(print).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${print(each)}`).join(',')}}`;
}
