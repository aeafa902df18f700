import type { Steps } from '../../kernel/limits/in-slices.ts';
import { CLOSING, endOfString, OPENING, QUOTE } from './json-outline.ts';

const COLON = 0x3a;
const COMMA = 0x2c;
const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const END_OF: ReadonlyMap<number, number> = new Map([
  [0x5b, 0x5d],
  [0x7b, 0x7d],
]);

/** Maximum size of a value that is parsed in one step: less than a millisecond. */
const MAX_STEP_BYTES = 32 * 1024;

/**
 * Parses a JSON text like `JSON.parse`, in steps: that takes 0.2 s for 16 MB. Lists and objects of more than `maxStep` bytes are
 * parsed value by value. Throws `SyntaxError`.
 */
export function* parseSteps(json: Buffer, maxStep: number = MAX_STEP_BYTES): Steps<unknown> {
  return yield* parseValue({ json, maxStep }, 0, json.length);
}

interface Text {
  readonly json: Buffer;
  readonly maxStep: number;
}

/** Parses the value between two offsets. */
function* parseValue(text: Text, from: number, until: number): Steps<unknown> {
  const { json, maxStep } = text;
  yield;
  const first = skipSpaces(text, from);
  const opening = json[first];
  const closing = opening === undefined ? undefined : END_OF.get(opening);
  if (until - first <= maxStep || closing === undefined)
    return JSON.parse(json.toString('utf8', from, until));
  const values: unknown[] = [];
  const entries: [name: string, value: unknown][] = [];
  let at = skipSpaces(text, first + 1);
  if (json[at] === closing) at += 1;
  else {
    for (let separator: number | undefined = COMMA; separator === COMMA; at += 1) {
      let name: string | undefined;
      if (opening === 0x7b) [name, at] = parseName(text, at);
      const end = yield* endOfValue(text, at, until);
      const value = yield* parseValue(text, at, end);
      if (name === undefined) values.push(value);
      else entries.push([name, value]);
      at = end;
      separator = json[at];
      if (separator !== COMMA && separator !== closing) throw malformed();
    }
  }
  if (skipSpaces(text, at) < until) throw malformed();
  return opening === 0x7b ? Object.fromEntries(entries) : values;
}

/** Parses the name of a field, and returns it with the offset of the field's value. */
function parseName(text: Text, from: number): [name: string, at: number] {
  const { json } = text;
  const at = skipSpaces(text, from);
  if (json[at] !== QUOTE) throw malformed();
  const end = endOfString(json, at) + 1;
  const colon = skipSpaces(text, end);
  if (json[colon] !== COLON) throw malformed();
  return [JSON.parse(json.toString('utf8', at, end)), colon + 1];
}

/** Returns the offset of the comma or bracket that ends a value. */
function* endOfValue({ json, maxStep }: Text, from: number, until: number): Steps<number> {
  let depth = 0;
  let next = from + maxStep;
  for (let at = from; at < until; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) at = endOfString(json, at);
    else if (OPENING.has(byte)) depth += 1;
    else if (depth > 0) {
      if (CLOSING.has(byte)) depth -= 1;
    } else if (byte === COMMA || CLOSING.has(byte)) return at;
    if (at < next) continue;
    next = at + maxStep;
    yield;
  }
  throw malformed();
}

function skipSpaces({ json }: Text, from: number): number {
  let at = from;
  while (SPACES.has(json[at] ?? 0)) at += 1;
  return at;
}

function malformed(): SyntaxError {
  return new SyntaxError('The JSON is malformed');
}
