/** JSON with numbers as their source text, so that integers beyond 2^53 compare exactly. */
export class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MARK = '\u0001number:';

/** Parses JSON; numbers become `NumberText`. */
export function parseExactJson(text: string): unknown {
  const marked = text.replaceAll(TOKEN, (token) =>
    token.startsWith('"') ? token : JSON.stringify(MARK + token),
  );
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(MARK) ? new NumberText(value.slice(MARK.length)) : value,
  );
}

/** Serializes a value that `parseExactJson` returned. */
export function printExactJson(value: unknown): string {
  if (value instanceof NumberText) return value.text;
  if (Array.isArray(value)) return `[${value.map(printExactJson).join(',')}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(
      ([name, member]) => `${JSON.stringify(name)}:${printExactJson(member)}`,
    );
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

export interface Difference {
  readonly path: string;
  readonly got: unknown;
  readonly expected: unknown;
}

/** Returns the differences of two values: numbers by value, fields of objects in any order. */
export function differences(got: unknown, expected: unknown, path = ''): Difference[] {
  if (got instanceof NumberText && expected instanceof NumberText) {
    return sameNumber(got.text, expected.text) ? [] : [{ path, got, expected }];
  }
  if (Array.isArray(got) && Array.isArray(expected)) {
    const found: Difference[] = [];
    if (got.length !== expected.length) {
      found.push({ path: `${path}.length`, got: got.length, expected: expected.length });
    }
    for (let i = 0; i < Math.min(got.length, expected.length); i++) {
      found.push(...differences(got[i], expected[i], `${path}[${i}]`));
    }
    return found;
  }
  if (isObject(got) && isObject(expected)) {
    return [...new Set([...Object.keys(got), ...Object.keys(expected)])].flatMap((name) =>
      differences(got[name], expected[name], path === '' ? name : `${path}.${name}`),
    );
  }
  return got === expected ? [] : [{ path, got, expected }];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText)
  );
}

function sameNumber(a: string, b: string): boolean {
  if (a === b) return true;
  const whole = /^-?\d+$/;
  return !(whole.test(a) && whole.test(b)) && Number(a) === Number(b);
}
