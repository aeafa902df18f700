import { stream } from '@tain/protos/block-stream';
import { bigIntToLong, longToBigInt } from '../ledger/long.ts';

/** Messages from and to a block node (HIP-1081). */

/** Codes of `SubscribeStreamResponse`. */
export const SubscribeStatus = { success: 1, invalidStart: 4, notAvailable: 6 } as const;

/** Maximum block number. In a subscription it means no end, in a node's status that the node has no block. */
export const NO_BLOCK = 0xffff_ffff_ffff_ffffn;

export function subscribeMessage(message: stream.ISubscribeStreamResponse): Buffer {
  return Buffer.from(stream.SubscribeStreamResponse.encode(message).finish());
}

export function endMessage(number: bigint): Buffer {
  return subscribeMessage({ endOfBlock: { blockNumber: bigIntToLong(number) } });
}

/** Encodes the range of a node's blocks. */
export function rangeMessage(first: bigint, last: bigint): Buffer {
  const range = { firstAvailableBlock: bigIntToLong(first), lastAvailableBlock: bigIntToLong(last) };
  return Buffer.from(stream.ServerStatusResponse.encode(range).finish());
}

/** Decodes the range of a `SubscribeStreamRequest`. A request without an end means all blocks from the first on. */
export function readSubscribeRequest(bytes: Uint8Array): { readonly start: bigint; readonly end: bigint } {
  const { startBlockNumber, endBlockNumber } = stream.SubscribeStreamRequest.decode(bytes);
  const end = BigInt.asUintN(64, longToBigInt(endBlockNumber));
  return { start: BigInt.asUintN(64, longToBigInt(startBlockNumber)), end: end === 0n ? NO_BLOCK : end };
}
