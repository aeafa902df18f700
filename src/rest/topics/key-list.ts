import { keyJson } from '@tain/ledger/key-json';
import { Reader } from '@tain/protos/wire';

const KEYS_TAG = (1 << 3) | 2;

/**
 * JSON of the keys in a serialized protobuf `KeyList`, given in PostgreSQL's text form (`\x…`). `[]` for null and for
 * bytes that are not a key list.
 */
export function keyListJson(text: string | null | undefined): string {
  if (text === null || text === undefined) return '[]';
  const keys: string[] = [];
  try {
    const reader = new Reader(Buffer.from(text.slice(2), 'hex'));
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      if (tag === KEYS_TAG) {
        keys.push(JSON.stringify(keyJson(Buffer.from(reader.bytes()).toString('hex'))));
      } else reader.skipType(tag & 7);
    }
  } catch {
    return '[]';
  }
  return `[${keys.join(',')}]`;
}
