import type { RpcContext } from './context.ts';
import { JsonText } from './method.ts';
import { ERRORS } from './rpc-error.ts';

/** Number of texts of a slice: a millisecond of work, if each is an object of some fields. */
const SLICE_TEXTS = 100;

/**
 * Writes an answer in slices, between which other clients have turns. `texts` are made while they are written, so that a long answer
 * neither stops the process nor holds all of its objects. Counts what it has written. Throws `RpcError` when the answers to the
 * message are too large or the client has disconnected, or `LimitReached`.
 */
export async function writeSliced(
  { memory, signal, turn }: Pick<RpcContext, 'memory' | 'signal' | 'turn'>,
  texts: Iterable<string>,
): Promise<JsonText> {
  const parts: Buffer[] = [];
  let slice: string[] = [];
  const end = (): void => {
    const part = Buffer.from(slice.join(''));
    slice = [];
    memory.add(part.length);
    parts.push(part);
  };
  for (const text of texts) {
    slice.push(text);
    if (slice.length < SLICE_TEXTS) continue;
    end();
    await turn();
    if (signal.aborted) throw ERRORS.disconnected();
  }
  end();
  return new JsonText(parts);
}

/** Yields the texts of a JSON list; an empty one for each undefined item, whose selection took time, too. */
export function* listTexts<T>(
  items: Iterable<T | undefined>,
  jsonOf: (item: T) => object,
): Generator<string, void, undefined> {
  let separator = '[';
  for (const item of items) {
    if (item === undefined) {
      yield '';
      continue;
    }
    yield separator + JSON.stringify(jsonOf(item));
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
