import { prefixedHex, shortestBytes } from '@tain/ledger/integer-bytes';
import { BLOOM_BYTES } from '@tain/ledger/log-bloom';
import { rlpBytes } from '@tain/ledger/rlp';
import { LATEST, type NamedBlock } from '../method/block-parameter.ts';
import type { RpcContext } from '../method/context.ts';
import { chosenBytesOf, isSigned, type PendingTransaction } from '../method/pending-transactions.ts';
import { inTurns, mapInTurns } from '../method/sliced-json.ts';
import { blockJson } from '../objects/block.ts';
import { rawTransaction } from '../objects/raw.ts';
import { trieRoot } from '../objects/receipts-root.ts';
import { pendingTransactionJson } from '../objects/transaction.ts';
import { selectNetworkGasPrice } from '../reads/gas-price.ts';
import { selectRpcBlock } from '../reads/stored-block.ts';
import { hexBytes, ZERO_WORD } from '../values/hex.ts';

/**
 * Block `pending` of a local network that tests control: its next block, with the transactions that wait for it, as in Hardhat's
 * network and Anvil. Everywhere else the tag means the newest block, as in the relay.
 */

type Json = Readonly<Record<string, unknown>>;

/** Next block of a local network. */
export interface PendingBlock {
  /** Transactions that the network accepted, in the order in which it executes them. */
  readonly waiting: readonly PendingTransaction[];
  /** The network's time, in nanoseconds. */
  readonly time: bigint;
}

/** Returns the next block of a local network if a client names it; undefined for any other block. */
export function pendingBlock(name: NamedBlock, { services, pending }: RpcContext): PendingBlock | undefined {
  const isPending = 'tag' in name && name.tag === 'pending';
  if (!isPending || services.development === undefined) return undefined;
  return { waiting: pending.list(false), time: services.development.now() };
}

/** Writes the next block; null before the first block. `details`: whether transactions are objects; else hashes. */
export async function pendingBlockJson(
  context: RpcContext,
  { waiting, time }: PendingBlock,
  details: boolean,
): Promise<Json | null> {
  const last = await selectRpcBlock(context, LATEST);
  if (last === undefined) return null;
  const json = blockJson(
    {
      ...{ number: last.number + 1n, hash: '', parentHash: last.hash, start: time, end: time },
      ...{ count: BigInt(waiting.length), gasUsed: 0n, size: 0n, bloom: null, hapi: last.hapi },
    },
    {
      transactions: details
        ? await mapInTurns(context, waiting, (one) => waitingJson(context, one))
        : waiting.map(({ hash }) => hash),
      receiptsRoot: ZERO_WORD,
      bloom: new Uint8Array(BLOOM_BYTES),
      gasPrice: (await selectNetworkGasPrice(context, last.end)) ?? 0n,
    },
  );
  const raws = await mapInTurns(
    context,
    [...waiting.entries()],
    ([index, one]) => [rlpBytes(shortestBytes(BigInt(index))), rawOf(context, one)] as const,
  );
  const root = await inTurns(context, trieRoot(raws));
  return { ...json, hash: null, nonce: null, transactionsRoot: prefixedHex(root) };
}

/** Approximate bytes of a transaction's fields besides its call data. */
const FIELDS_BYTES = 1_024;

/** Returns the object of a transaction that is in no block yet; null if its bytes are none. */
export function waitingJson({ memory, settings }: RpcContext, one: PendingTransaction): Json | null {
  memory.add(2 * chosenBytesOf(one) + FIELDS_BYTES);
  return pendingTransactionJson(one, settings.chainId);
}

/** Returns the bytes of a transaction; zeros replace a missing signature. */
function rawOf(context: RpcContext, one: PendingTransaction): Uint8Array {
  return isSigned(one) ? one.raw : hexBytes(rawTransaction(waitingJson(context, one) ?? {}));
}
