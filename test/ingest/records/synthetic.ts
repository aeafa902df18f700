import type { HapiVersion } from '@tain/ledger/hapi-version';
import { proto } from '@tain/protos/hapi';
import Long from 'long';
import type { Block, BlockPosition } from '../../../src/ingest/decode/decoded-block.ts';
import type { Item } from '../../../src/ingest/decode/item.ts';
import { BatchLife } from '../../../src/ingest/load/batch-life.ts';
import { Loader } from '../../../src/ingest/load/loader.ts';
import { selectReferences } from '../../../src/ingest/load/select-references.ts';
import { selectLastBlock } from '../../../src/ingest/load/store-batch.ts';
import { MODES, type ModeName } from '../../../src/ingest/modes.ts';
import { BatchBuilder, type StateObserver } from '../../../src/ingest/records/batch.ts';
import { DEFAULT_RECORD_OPTIONS, type RecordOptions } from '../../../src/ingest/records/context.ts';
import type { Database } from '../../../src/store/connections/database.ts';

/**
 * Handmade items for cases without a real file. They are encoded and decoded again, so that modules get a decoder's
 * output.
 */
export interface SyntheticItem {
  /** Consensus time in nanoseconds after `START`. */
  readonly at: number;
  readonly body: proto.ITransactionBody;
  readonly record?: proto.ITransactionRecord;
  /** Result code; default SUCCESS. */
  readonly status?: number;
  readonly payer?: number;
  readonly nonce?: number;
  readonly hapi?: HapiVersion;
  readonly parent?: Item;
  readonly sidecars?: readonly proto.ITransactionSidecarRecord[];
}

/** Consensus time 2026-01-01T00:00Z in nanoseconds. */
export const START = 1_767_225_600_000_000_000n;
const HAPI: HapiVersion = { major: 0, minor: 70, patch: 0 };
const SUCCESS = 22;

export const long = (value: number | bigint): Long => Long.fromString(value.toString());
export const account = (num: number): proto.IAccountID => ({ accountNum: long(num) });
export const token = (num: number): proto.ITokenID => ({ tokenNum: long(num) });
export const contract = (num: number): proto.IContractID => ({ contractNum: long(num) });
export const amount = (num: number, tinybars: number): proto.IAccountAmount => ({
  accountID: account(num),
  amount: long(tinybars),
});

export function timestamp(at: bigint): proto.ITimestamp {
  return { seconds: long(at / 1_000_000_000n), nanos: Number(at % 1_000_000_000n) };
}

export function makeItem(given: SyntheticItem): Item {
  const at = START + BigInt(given.at);
  const payer = given.payer ?? 2;
  const bodyBytes = proto.TransactionBody.encode({
    transactionID: {
      accountID: account(payer),
      transactionValidStart: timestamp(at - 5_000_000_000n),
      ...(given.nonce && { nonce: given.nonce }),
    },
    nodeAccountID: account(3),
    transactionFee: long(1000),
    transactionValidDuration: { seconds: long(120) },
    ...given.body,
  }).finish();
  const status = given.status ?? SUCCESS;
  const recordBytes = proto.TransactionRecord.encode({
    transactionHash: Buffer.from(at.toString(16).padStart(96, '0'), 'hex'),
    consensusTimestamp: timestamp(at),
    transactionFee: long(500),
    ...given.record,
    ...(given.parent && { parentConsensusTimestamp: timestamp(given.parent.consensusTimestamp) }),
    receipt: { ...given.record?.receipt, status },
  }).finish();
  const record = proto.TransactionRecord.decode(recordBytes);
  const result = record.contractCreateResult ?? record.contractCallResult;
  return {
    consensusTimestamp: at,
    index: 0,
    hapiVersion: given.hapi ?? HAPI,
    transactionBytes: bodyBytes,
    recordBytes,
    resultBytes: result ? proto.ContractFunctionResult.encode(result).finish() : null,
    bodyBytes,
    body: proto.TransactionBody.decode(bodyBytes),
    signatureMap: { sigPair: [] },
    record,
    hasResult: !!(record.contractCallResult ?? record.contractCreateResult),
    movesTokens: record.tokenTransferLists.length > 0,
    type: typeOf(given.body),
    status,
    successful: status === SUCCESS && (given.parent?.successful ?? true),
    payer: BigInt(payer),
    parent: given.parent ?? null,
    hookParent: null,
    blockFacts: null,
    sidecars: given.sidecars ?? [],
  };
}

/** Returns the field number of a body's operation. */
function typeOf(body: proto.ITransactionBody): number {
  const operation = Object.keys(body).find(
    (name) => !['memo', 'batchKey', 'maxCustomFees', 'highVolume'].includes(name),
  );
  if (operation === undefined) return 0;
  return firstTag(
    proto.TransactionBody.encode({ [operation]: body[operation as keyof typeof body] }).finish(),
  );
}

function firstTag(bytes: Uint8Array): number {
  let value = 0;
  for (let i = 0, shift = 0; ; i += 1, shift += 7) {
    const byte = bytes[i] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value >>> 3;
  }
}

export interface StoreOptions extends Partial<RecordOptions> {
  /** Whether all blocks are in one batch, or each in its own. */
  readonly together?: boolean;
  /** Mode of the ingest. Default: live. */
  readonly mode?: ModeName;
  readonly onUnknown?: StateObserver['unknown'];
}

/** Stores blocks of items. Returns the reported problems. */
export async function storeBlocks(
  database: Database,
  blocks: readonly (readonly Item[])[],
  options: StoreOptions = {},
): Promise<string[]> {
  const { together = false, mode = 'live' } = options;
  const problems: string[] = [];
  const { signal } = new AbortController();
  const log = { info: () => undefined, warn: () => undefined };
  const builder = new BatchBuilder(
    { ...DEFAULT_RECORD_OPTIONS, ...options },
    (_item, message) => problems.push(message),
    { unknown: options.onUnknown ?? (() => undefined), conflict: () => undefined },
  );
  const loader = await Loader.open(database.target, log, signal);
  const store = (batch: BatchLife): Promise<void> => {
    batch.end();
    return loader.store(batch, MODES[mode], signal);
  };
  const begin = (previous: BlockPosition | null): BatchLife => new BatchLife(builder.begin(previous));
  try {
    let batch = begin(await loader.read(selectLastBlock, signal));
    for (const items of blocks) {
      const block = blockOf(items, (batch.rows.last?.number ?? -1n) + 1n);
      const references = builder.unresolved(block.block);
      if (references.files.length > 0 && batch.rows.blocks > 0) {
        await store(batch);
        batch = begin(batch.rows.last);
      }
      builder.hydrate(references, await selectReferences(database.pool, references));
      await builder.add(batch.open(), block, { start: 0, end: () => 0 });
      if (together && !batch.rows.due) continue;
      await store(batch);
      batch = begin(batch.rows.last);
    }
    if (together) await store(batch);
    await loader.completeDerivedState(signal);
  } finally {
    await loader.close();
  }
  return problems;
}

/** Returns a block of items, as if it were proven. */
export function blockOf(items: readonly Item[], number: bigint) {
  const first = items[0]?.consensusTimestamp ?? START;
  const last = items.at(-1)?.consensusTimestamp ?? START;
  const hash = Buffer.from(last.toString(16).padStart(96, '0'), 'hex');
  const block: Block = {
    name: `${number}.rcd`,
    version: 6,
    hapiVersion: items[0]?.hapiVersion ?? null,
    softwareVersion: null,
    consensusStart: first,
    consensusEnd: last,
    hashes: { record: { hash, previousHash: hash, fileHash: hash, metadataHash: hash }, root: null },
    number,
    rounds: null,
    size: 1,
    items: inOrder(items),
    sidecars: [],
    unrecognized: [],
  };
  return {
    block,
    number,
    numberShift: 0n,
    proof: { kind: 'chain' } as const,
    ledgers: [],
    signatures: [],
    addressBooks: { fileData: [], books: [] },
  };
}

/** Returns items with their positions in the block. A parent in the list is the same object. */
function inOrder(items: readonly Item[]): Item[] {
  const placed = new Map<Item, Item>();
  items.forEach((item, index) => {
    const parent = item.parent && (placed.get(item.parent) ?? item.parent);
    placed.set(item, { ...item, index, parent });
  });
  return [...placed.values()];
}

/** Returns the rows of a query. Times are relative to START, so that they are below 2^53. */
export async function relativeRows({ pool }: Database, sql: string): Promise<Record<string, unknown>[]> {
  const { rows } = await pool.query<{ row: string }>(`select to_jsonb(t)::text as row from (${sql}) t`);
  return rows.map(({ row }) =>
    JSON.parse(row.replaceAll(/\b1767225600(\d{9})\b/g, (_all, nanos: string) => String(Number(nanos)))),
  );
}
