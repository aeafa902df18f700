import { inSlices, type Steps } from '../../kernel/limits/in-slices.ts';
import type { RpcContext } from './context.ts';
import { JsonText } from './json-text.ts';
import { ERRORS } from './rpc-error.ts';

/** Part of a request that work in slices needs. */
export type Sliced = Pick<RpcContext, 'signal' | 'turn'>;

/** Does work of a request in slices, between which other clients have turns. Throws `RpcError` when the client has disconnected. */
export function inTurns<T>({ signal, turn }: Sliced, work: Steps<T>): Promise<T> {
  return inSlices(work, async () => {
    await turn();
    if (signal.aborted) throw ERRORS.disconnected();
  });
}

/** Returns the values of all items, made in slices. Throws like `inTurns`. */
export function mapInTurns<T, U>(context: Sliced, items: readonly T[], make: (item: T) => U): Promise<U[]> {
  return inTurns(context, mapSteps(items, make));
}

/** Returns the values of all items, one in a step. */
export function* mapSteps<T, U>(items: readonly T[], make: (item: T) => U): Steps<U[]> {
  const values: U[] = [];
  for (const item of items) {
    values.push(make(item));
    yield;
  }
  return values;
}

/** Number of texts of a slice: a millisecond of work, if each is an object of some fields. */
const SLICE_TEXTS = 100;
/** Number of characters above which a slice ends earlier. */
const SLICE_CHARACTERS = 128 * 1024;

/**
 * Writes an answer in slices, between which other clients have turns. `texts` are made while they are written, so that a long answer
 * neither stops the process nor holds all of its objects. Counts what it has written. Throws `RpcError` when the answers to the
 * message are too large or the client has disconnected, or `LimitReached`.
 */
export function writeSliced(
  { memory, ...sliced }: Sliced & Pick<RpcContext, 'memory'>,
  texts: Iterable<string>,
): Promise<JsonText> {
  return inTurns(sliced, writeSteps(memory, texts));
}

function* writeSteps(memory: RpcContext['memory'], texts: Iterable<string>): Steps<JsonText> {
  const parts: Buffer[] = [];
  let slice: string[] = [];
  let characters = 0;
  for (const text of texts) {
    slice.push(text);
    characters += text.length;
    if (slice.length < SLICE_TEXTS && characters < SLICE_CHARACTERS) continue;
    const part = Buffer.from(slice.join(''));
    slice = [];
    characters = 0;
    memory.add(part.length);
    parts.push(part);
    yield;
  }
  const last = slice.join('');
  memory.add(Buffer.byteLength(last));
  // A short answer stays a text: as a small buffer it would hold the whole slab of Node's that it is a part of.
  return new JsonText(parts.length === 0 ? last : [...parts, last]);
}

/**
 * Yields the texts of a JSON list or object, with its brackets and commas. An element comes as the texts that make it up, at least
 * one; undefined stands for an element that is left out, whose selection took time, too, and yields an empty text.
 */
export function* joinedTexts(
  [open, close]: readonly [string, string],
  elements: Iterable<Iterable<string> | undefined>,
): Generator<string, void, undefined> {
  let before = open;
  for (const element of elements) {
    if (element === undefined) {
      yield '';
      continue;
    }
    for (const text of element) {
      yield before + text;
      before = '';
    }
    before = ',';
  }
  yield before === open ? open + close : close;
}

/** Yields the texts of a member of a JSON object. */
export function* memberTexts(key: string, value: Iterable<string>): Generator<string, void, undefined> {
  yield `"${key}":`;
  yield* value;
}

/** Brackets of a JSON list, and of an object, whose elements begin with their key. */
export const LIST = ['[', ']'] as const;
export const OBJECT = ['{', '}'] as const;

/** Yields the texts of a JSON list of values; an empty one for each undefined item, which is left out. */
export function* listTexts<T>(
  items: Iterable<T | undefined>,
  jsonOf: (item: T) => unknown,
): Generator<string, void, undefined> {
  function* elements(): Generator<[string] | undefined, void, undefined> {
    for (const item of items) yield item === undefined ? undefined : [JSON.stringify(jsonOf(item))];
  }
  yield* joinedTexts(LIST, elements());
}
