import { readBlockItem } from '@tain/ledger/block-item';
import { bigIntToLong, longToBigInt } from '@tain/ledger/long';
import { MalformedError, WireReader } from '@tain/ledger/wire-reader';
import { stream } from '@tain/protos/block-stream';

/**
 * Messages of the block node's API (HIP-1081, package `org.hiero.block.api`) that a reader needs. Items of blocks are
 * not decoded, because their hashes need the exact bytes.
 */
export const SUBSCRIBE_METHOD = '/org.hiero.block.api.BlockStreamSubscribeService/subscribeBlockStream';
export const STATUS_METHOD = '/org.hiero.block.api.BlockNodeService/serverStatus';

/** The largest uint64: end of an open-ended subscription, and block number of a node without blocks. */
const NO_BLOCK = 0xffff_ffff_ffff_ffffn;

/** Maximum number of items in one message: many small ones take far more memory than their bytes. */
const MAX_ITEMS = 100_000;

/** Codes of `SubscribeStreamResponse` that a reader distinguishes. */
export const SubscribeCode = { success: 1, invalidStart: 4, notAvailable: 6 } as const;

/** One message of a subscription. */
export type SubscribeMessage =
  /** Serialized `BlockItem`s, in order. */
  | { readonly kind: 'items'; readonly items: readonly Buffer[] }
  | { readonly kind: 'end'; readonly number: bigint }
  | { readonly kind: 'status'; readonly code: number };

/** The range of blocks that a node holds; null: it holds none. */
export interface HeldBlocks {
  readonly first: bigint;
  readonly last: bigint;
}

/** Serialized `SubscribeStreamRequest` for all blocks from `start` on. */
export function subscribeRequest(start: bigint): Buffer {
  const request = { startBlockNumber: bigIntToLong(start), endBlockNumber: bigIntToLong(NO_BLOCK) };
  return Buffer.from(stream.SubscribeStreamRequest.encode(request).finish());
}

/** Parses a `SubscribeStreamResponse`. Throws `MalformedError`. */
export function readSubscribeMessage(bytes: Buffer): SubscribeMessage {
  const reader = new WireReader(bytes);
  let message: SubscribeMessage | null = null;
  while (reader.next()) {
    if (reader.field === 1) message = { kind: 'status', code: Number(reader.int64('status')) };
    else if (reader.field === 2) message = { kind: 'items', items: readItems(reader.content('block_items')) };
    else if (reader.field === 3) message = { kind: 'end', number: readEnd(reader.content('end_of_block')) };
    else {
      // A kind of message newer than this code has no blocks.
      message ??= { kind: 'items', items: [] };
      reader.skip();
    }
  }
  if (message === null) throw new MalformedError('a message without items, end or status');
  return message;
}

/**
 * Parses a `ServerStatusResponse`. A node without blocks reports the largest uint64 as its first or last block. Throws
 * the errors of protobufjs.
 */
export function readServerStatus(bytes: Buffer): HeldBlocks | null {
  const { firstAvailableBlock, lastAvailableBlock } = stream.ServerStatusResponse.decode(bytes);
  const first = BigInt.asUintN(64, longToBigInt(firstAvailableBlock));
  const last = BigInt.asUintN(64, longToBigInt(lastAvailableBlock));
  return last === NO_BLOCK || first === NO_BLOCK || first > last ? null : { first, last };
}

/** Block number in a serialized item with a header. Throws `MalformedError`. */
export function headerNumber(item: Buffer): bigint {
  const header = new WireReader(readBlockItem(item).content);
  let number = 0n;
  while (header.next()) {
    if (header.field === 3) number = BigInt.asUintN(64, header.int64('number'));
    else header.skip();
  }
  return number;
}

/** `BlockItemSet`. */
function readItems(bytes: Buffer): Buffer[] {
  const reader = new WireReader(bytes);
  const items: Buffer[] = [];
  while (reader.next()) {
    if (reader.field === 1) items.push(reader.content('block_items'));
    else reader.skip();
    if (items.length > MAX_ITEMS) throw new MalformedError(`more than ${MAX_ITEMS} items in one message`);
  }
  return items;
}

/** `BlockEnd`. */
function readEnd(bytes: Buffer): bigint {
  const reader = new WireReader(bytes);
  let number = 0n;
  while (reader.next()) {
    if (reader.field === 1) number = BigInt.asUintN(64, reader.int64('block_number'));
    else reader.skip();
  }
  return number;
}
