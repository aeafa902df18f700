import { streamInstant } from '@tain/ledger/record-stream';
import { proto } from '@tain/protos/hapi';
import { typeName } from '../../../packages/network-simulator/src/ledger/type-name.ts';
import type { DemoBlock } from '../../../packages/network-simulator/src/network.ts';
import { recordFile } from '../../../packages/network-simulator/src/stream/record-file.ts';

/**
 * The history recorded by the simulated ledger, decoded with the protobuf library alone, independent of the ingest's
 * code.
 */
export interface Recorded {
  /** Consensus time in nanoseconds. */
  readonly at: bigint;
  readonly block: number;
  /** Index in the block. */
  readonly index: number;
  /** Data field of the body, and the API's name of the type. */
  readonly field: string;
  readonly name: string;
  readonly body: proto.TransactionBody;
  /** Serialized `Transaction`. */
  readonly bytes: Uint8Array;
  readonly record: proto.TransactionRecord;
  readonly signatures: readonly proto.ISignaturePair[];
  readonly sidecars: readonly proto.ITransactionSidecarRecord[];
  readonly payer: number;
  readonly status: number;
  /** Whether the item's own status is a success. Children of a failed item are recorded as reverted. */
  readonly ok: boolean;
  /** Consensus time of the parent transaction, if the record has it. */
  readonly parent: bigint | null;
}

export interface RecordedBlock {
  readonly number: number;
  readonly items: readonly Recorded[];
  readonly start: bigint;
  readonly end: bigint;
  /** Running hash after the last item; for a block of the block stream, its root hash. */
  readonly hash: Uint8Array;
  /** Name of the file. */
  readonly name: string;
  /** Gas of the executions that users requested, and the bloom of all their logs; null without an execution. */
  readonly gasUsed: bigint;
  readonly bloom: Uint8Array | null;
}

export const big = (value: { toString(): string } | number | null | undefined): bigint =>
  BigInt(value?.toString() ?? '0');
export const num = (value: { toString(): string } | number | null | undefined): number => Number(big(value));

export const nanos = (stamp: proto.ITimestamp | null | undefined): bigint =>
  big(stamp?.seconds) * 1_000_000_000n + BigInt(stamp?.nanos ?? 0);

/** Name of a type that the API or its interface does not name. */
export const UNKNOWN_TYPE = 'UNKNOWN';
const UNNAMED: readonly string[] = ['future', 'hookDispatch'];

/** Statuses of transactions that took effect. */
const HELD = new Set<number>([22, 104, 220]);

/** Returns a block with the metadata of its file. `before`: the previous block. */
export function recordedBlock(block: DemoBlock, before: RecordedBlock | undefined): RecordedBlock {
  const items = block.items.map((item, index): Recorded => {
    const { signedTransactionBytes } = proto.Transaction.decode(item.transaction);
    const { bodyBytes, sigMap } = proto.SignedTransaction.decode(signedTransactionBytes);
    const body = proto.TransactionBody.decode(bodyBytes);
    const record = proto.TransactionRecord.decode(item.record);
    const status = record.receipt?.status ?? 0;
    return {
      at: nanos(record.consensusTimestamp),
      block: Number(block.number),
      index,
      field: body.data ?? item.type,
      name: UNNAMED.includes(item.type) ? UNKNOWN_TYPE : typeName(item.type),
      body,
      bytes: item.transaction,
      record,
      signatures: sigMap?.sigPair ?? [],
      sidecars: item.sidecars,
      payer: num(body.transactionID?.accountID?.accountNum),
      status,
      ok: HELD.has(status),
      parent: record.parentConsensusTimestamp ? nanos(record.parentConsensusTimestamp) : null,
    };
  });
  const file = recordFile(block.number, before?.hash ?? new Uint8Array(48), block.items);
  const results = items.flatMap((recorded) => {
    const { contractCallResult, contractCreateResult } = recorded.record;
    const result = contractCreateResult ?? contractCallResult ?? null;
    const { nonce, scheduled } = recorded.body.transactionID ?? {};
    return result !== null && (!nonce || scheduled || recorded.parent === null) ? [result] : [];
  });
  const bloom = new Uint8Array(256);
  for (const result of results) {
    for (const [i, byte] of (result.bloom ?? []).entries()) bloom[i] = (bloom[i] ?? 0) | byte;
  }
  return {
    number: Number(block.number),
    items,
    start: items[0]?.at ?? 0n,
    end: items.at(-1)?.at ?? 0n,
    hash: file.endRunningHash,
    name: `${streamInstant(file.start)}.rcd.gz`,
    gasUsed: results.reduce((sum, result) => sum + big(result.gasUsed), 0n),
    bloom: bloom.some((byte) => byte !== 0) ? bloom : null,
  };
}

/** Returns whether the ledger's state between two consecutive items is complete: no transaction is partly recorded. */
export function isWholeBetween(item: Recorded, next: Recorded): boolean {
  return !isPreceding(item) && !isPreceding(next) && next.parent === null;
}

/** Returns whether an item is a child that is recorded before its parent. */
function isPreceding({ parent, body, field }: Recorded): boolean {
  return parent === null && num(body.transactionID?.nonce) > 0 && field !== 'nodeStakeUpdate';
}
