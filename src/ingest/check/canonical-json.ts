/** Strings, and numbers outside of them. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** JSON text in one form, whatever its spaces and the order of its keys. Numbers keep all of their digits. */
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
