import { bytesOfBase64, hexOf, utf8Text } from './format.ts';

interface Chunk {
  readonly message: string;
  readonly sequence_number: unknown;
  readonly chunk_info: {
    readonly number: unknown;
    readonly total: unknown;
    readonly initial_transaction_id: {
      readonly account_id: string | null;
      readonly transaction_valid_start: string | null;
    };
  } | null;
}

/** A message joined from its chunks. */
export interface Joined<T> {
  readonly first: T;
  readonly bytes: Uint8Array;
  /** Number of loaded chunks, and number of all chunks. */
  readonly have: number;
  readonly total: number;
}

/** Returns messages in groups: the chunks of one message have the same first transaction id. */
function groupsOf<T extends Chunk>(messages: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const message of messages) {
    const { chunk_info: chunk } = message;
    const isPart = chunk !== null && Number(chunk.total) > 1;
    const id = chunk?.initial_transaction_id;
    const key = isPart
      ? `${id?.account_id}-${id?.transaction_valid_start}`
      : `#${String(message.sequence_number)}`;
    groups.set(key, [...(groups.get(key) ?? []), message]);
  }
  return groups;
}

/** Returns whether chunks of these consecutive messages are missing that came before the first or after the last of them. */
export function missingChunks(messages: readonly Chunk[]): {
  readonly before: boolean;
  readonly after: boolean;
} {
  const chunks = [...groupsOf(messages).values()].map((group) => ({
    numbers: group.map(({ chunk_info: chunk }) => Number(chunk?.number ?? 1)),
    total: Number(group[0]?.chunk_info?.total ?? 1),
  }));
  return {
    before: chunks.some(({ numbers }) => Math.min(...numbers) > 1),
    after: chunks.some(({ numbers, total }) => total > 1 && Math.max(...numbers) < total),
  };
}

/** Adds the chunks of these messages that are found among their neighbours. */
export function withNeighbors<T extends Chunk>(
  messages: readonly T[],
  neighbors: readonly T[],
): readonly T[] {
  const groups = groupsOf(messages);
  const found = [...groupsOf(neighbors)].flatMap(([key, group]) => (groups.has(key) ? group : []));
  return [...messages, ...found];
}

/** Joins the chunks of messages, which may be interleaved. */
export function joinChunks<T extends Chunk>(messages: readonly T[]): readonly Joined<T>[] {
  return [...groupsOf(messages).values()].flatMap((group) => {
    const chunks = group.toSorted(
      (a, b) => Number(a.chunk_info?.number ?? 1) - Number(b.chunk_info?.number ?? 1),
    );
    const [first] = chunks;
    if (first === undefined) return [];
    const parts = chunks.map(({ message }) => bytesOfBase64(message) ?? new Uint8Array());
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return [{ first, bytes, have: chunks.length, total: Number(first.chunk_info?.total ?? 1) }];
  });
}

/** Maximum depth of JSON that is indented. The size of the text grows with the square of the depth. */
const MAX_INDENTED_DEPTH = 32;

/** Returns the depth of nested objects and lists of a JSON text. */
function depthOf(json: string): number {
  let [depth, max] = [0, 0];
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/g)) {
    if (token === '[' || token === '{') max = Math.max(max, ++depth);
    else if (token === ']' || token === '}') depth--;
  }
  return max;
}

/** Formats the content of a message as text, as JSON, which is indented unless it is deep, or as hex. */
export function contentText(bytes: Uint8Array, form: 'text' | 'json' | 'hex'): string {
  const text = utf8Text(bytes);
  if (form === 'hex' || text === null) return `0x${hexOf(bytes)}`;
  if (form === 'text') return text;
  try {
    const value: unknown = JSON.parse(text);
    return depthOf(text) > MAX_INDENTED_DEPTH ? text : JSON.stringify(value, null, 2);
  } catch {
    return text;
  }
}
