import { NumberText, parseExactJson } from '../../conformance/exact-json.ts';

export interface Item {
  readonly [name: string]: unknown;
}

/** Parses JSON; integers beyond 2^53 become bigint. */
export function readJson(text: string): unknown {
  return /\d{16}/.test(text) ? normal(parseExactJson(text)) : JSON.parse(text);
}

/** Returns a value with every integer as a number where that is exact, else as a bigint. */
function normal(value: unknown): unknown {
  if (value instanceof NumberText) {
    return normal(/^-?\d+$/.test(value.text) ? BigInt(value.text) : Number(value.text));
  }
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, normal(member)]));
}

/** Maximum number of differences in a message. */
const MAX_DIFFERENCES = 6;

/** Throws unless two values are equal. The message begins with `path` and lists the paths that differ. */
export function expectSame(path: string, got: unknown, expected: unknown): void {
  const found: string[] = [];
  compare('', got, normal(expected), found);
  if (found.length > 0) throw new Error([`${path} differs from the ledger:`, ...found].join('\n  '));
}

function compare(path: string, got: unknown, expected: unknown, found: string[]): void {
  if (Object.is(got, expected) || found.length >= MAX_DIFFERENCES) return;
  const [left, right] = [membersOf(got), membersOf(expected)];
  if (left === null || right === null || Array.isArray(got) !== Array.isArray(expected)) {
    found.push(`${path || 'it'} is ${textOf(got)} instead of ${textOf(expected)}`);
    return;
  }
  if (left.size !== right.size && Array.isArray(got)) {
    found.push(`${path || 'it'} has ${left.size} items instead of ${right.size}`);
  }
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    compare(path === '' ? name : `${path}.${name}`, left.get(name), right.get(name), found);
  }
}

function membersOf(value: unknown): Map<string, unknown> | null {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null;
}

function textOf(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'bigint' ? String(member) : member,
  );
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
