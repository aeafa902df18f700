import { stream } from '@tain/protos/block-stream';
import { Reader } from '@tain/protos/wire';
import { delimited } from '../ledger/wire.ts';

/** An item of a block, with serialized fields to be appended that no schema has. */
export type SerializedMore = stream.IBlockItem & { readonly more?: Uint8Array };

/** Serializes an item. */
export function blockItemBytes({ more, ...item }: SerializedMore): Uint8Array {
  const bytes = stream.BlockItem.encode(item).finish();
  if (more === undefined) return bytes;
  const reader = new Reader(bytes);
  const field = reader.uint32() >>> 3;
  return delimited(field, Buffer.concat([reader.bytes(), more]));
}
