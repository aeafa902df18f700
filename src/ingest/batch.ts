import type { proto } from '@hiero-ledger/proto';
import { CopyBuffer, GroupedCopyBuffer } from '../db/copy.ts';
import type { LongLike } from '../kernel/long.ts';
import { type Closing, closingOf } from './derived/closing.ts';
import { type BalanceFold, createFolds, StateFold, type StateFolds } from './fold/state-fold.ts';
import type { Item, NodeSignature } from './item.ts';
import { type PlainRow, type PlainTable, plainTables } from './plain-tables.ts';
import { applyBlock, type LoadTime, type StoredBlock } from './records/apply-block.ts';
import { BlockRows, type EncodedRows } from './records/block-rows.ts';
import { CallDataFiles } from './records/call-data-files.ts';
import type { Context, RecordOptions, SetChange } from './records/context.ts';
import { EvmBlock } from './records/evm-block.ts';
import { accountIdOf, contractIdOf } from './records/ids.ts';
import { EntityLookup } from './records/lookup.ts';
import type { StateTable } from './state-tables.ts';

/**
 * Changes of current rows up to a change of a whole set of keys, which follows them. Only the
 * tables that such a change reads have folds of their own in each segment; the others' are shared.
 */
export interface Segment {
  readonly state: StateFolds;
  change: SetChange | null;
}

/** The tables of current rows that changes of whole sets read and write. */
export const SET_TABLES = ['token', 'token_account', 'nft'] as const satisfies readonly StateTable[];

/** A block that is stored, as far as the next one must fit it. */
export interface BlockPosition {
  readonly number: bigint;
  readonly consensusEnd: bigint;
  /** Hex. */
  readonly hash: string;
  /** Format version of its file. */
  readonly version: number;
}

/** What a node did about one file. */
export interface SignatureEvidence extends NodeSignature {
  /** Consensus end of the file's block, in nanoseconds. */
  readonly consensusEnd: bigint;
}

/** Blocks that are stored in one database transaction: all of them or none. */
export interface Batch {
  /** The block before the first one; null when there is none. */
  readonly previous: BlockPosition | null;
  /** Consensus start of the first block, in nanoseconds; null: there is none yet. */
  start: bigint | null;
  last: BlockPosition | null;
  /** What to add to the numbers of all earlier blocks. */
  numberShift: bigint;
  blocks: number;
  items: number;
  /** Which node signed which file: evidence for the status service. */
  readonly signatures: SignatureEvidence[];
  /** Rows that are only ever added, without those that were stored ahead (`takeRows`). */
  plain: EncodedRows;
  readonly segments: Segment[];
  /** Rows of sums of transfers that were made ready (`prepareSums`), until they are sent. */
  readonly sums: Map<BalanceFold, CopyBuffer<object>>;
  /** What is computed once the last block is stored. No block follows it in this batch. */
  closing: Closing | null;
  /** Entities that turned out to be contracts: all versions up to the time (nanoseconds) become such. */
  readonly contracts: { readonly id: bigint; readonly at: bigint }[];
}

/** Bytes of the encoded rows in a batch that can be sent ahead. */
export function batchBytes(batch: Batch): number {
  let size = 0;
  for (const [table, buffer] of batch.plain) if (table !== HASHES) size += buffer.size;
  return size;
}

/** Changes of current rows that a batch holds in memory. */
export function batchChanges(batch: Batch): number {
  // Segments share folds: each is counted once.
  const folds = new Set(batch.segments.flatMap(({ state }) => Object.values(state)));
  let count = 0;
  for (const fold of folds) count += fold.changes;
  return count;
}

/** The encoded rows of a batch so far, which are then no longer part of it. Hashes stay: the more, the better. */
export function takeRows(batch: Batch): EncodedRows {
  const rows = new Map(batch.plain);
  rows.delete(HASHES);
  batch.plain = createRows(batch.plain.get(HASHES));
  return rows;
}

/** Gives rows that nobody reads any more up, and their memory to others. */
export function releaseRows(encoded: EncodedRows): void {
  for (const rows of encoded.values()) rows.release();
}

/**
 * Partitioned by the first byte of the hash. Each partition has an index of its own, small enough to stay
 * near the processor while all of a batch's rows of that partition go in.
 */
const HASHES = 'transaction_hash';
const HASH_PARTITIONS = 32;

function createRows(hashes: CopyBuffer<object> = createHashes()): EncodedRows {
  const rows = new Map<PlainTable, CopyBuffer<object>>();
  for (const table of Object.keys(plainTables) as PlainTable[]) {
    rows.set(table, table === HASHES ? hashes : new CopyBuffer(plainTables[table]));
  }
  return rows;
}

function createHashes(): CopyBuffer<object> {
  const partitionOf = ({ hash }: PlainRow<typeof HASHES>): number => (hash[0] ?? 0) % HASH_PARTITIONS;
  return new GroupedCopyBuffer<PlainRow<typeof HASHES>>(plainTables[HASHES], HASH_PARTITIONS, partitionOf);
}

/** Something in the stream that cannot be as it is. */
export type ReportProblem = (item: Item, message: string) => void;

/**
 * Turns blocks into batches. What it knows of entities (aliases, addresses) outlives a batch, so
 * that a batch can be built while the one before it is being stored.
 */
export class BatchBuilder {
  readonly lookup: EntityLookup;
  /** To be told, before a block is added, what files it reads. */
  readonly files = new CallDataFiles();
  private readonly options: RecordOptions;
  private readonly report: ReportProblem;
  private readonly rows = new BlockRows();
  private readonly evm = new EvmBlock();

  constructor(options: RecordOptions, report: ReportProblem) {
    this.options = options;
    this.report = report;
    this.lookup = new EntityLookup(options.shard, options.realm);
  }

  /** An empty batch that continues after a block. */
  begin(previous: BlockPosition | null): Batch {
    const segments = [{ state: createFolds(), change: null }];
    return {
      previous,
      start: null,
      last: previous,
      numberShift: 0n,
      blocks: 0,
      items: 0,
      signatures: [],
      plain: createRows(),
      segments,
      sums: new Map(),
      closing: null,
      contracts: [],
    };
  }

  /**
   * Adds a block. What its items name must be in `lookup`. One call at a time. When it throws, part
   * of the block is in the batch, which must then be thrown away.
   */
  async add(batch: Batch, file: StoredBlock, time: LoadTime): Promise<void> {
    if (batch.closing) throw new Error(`block ${file.number} must begin a new batch`);
    await applyBlock(file, this.contextOf(batch), batch.plain, time);
    const { block, number } = file;
    batch.closing = closingOf(block, batch.last?.consensusEnd ?? null, this.options);
    batch.start ??= block.consensusStart;
    batch.numberShift += file.numberShift;
    batch.blocks += 1;
    batch.items += block.items.length;
    for (const signature of file.signatures) {
      batch.signatures.push({ ...signature, consensusEnd: block.consensusEnd });
    }
    batch.last = {
      number,
      consensusEnd: block.consensusEnd,
      hash: Buffer.from(block.hash).toString('hex'),
      version: block.version,
    };
  }

  private contextOf(batch: Batch): Context {
    const { options, rows, files, evm, lookup, report } = this;
    const accountId = (item: Item, id: proto.IAccountID | null | undefined): bigint => {
      if (!id?.alias?.length) {
        const num = accountIdOf(id);
        if (num === 0n && isNamed(id?.accountNum) && item.successful)
          report(item, 'an account id out of range');
        return num;
      }
      const found = lookup.accountByAlias(id.alias);
      if (found === 0n && item.successful) report(item, `unknown alias 0x${hex(id.alias)}`);
      return found;
    };
    const contractId = (item: Item, id: proto.IContractID | null | undefined): bigint => {
      if (!id?.evmAddress?.length) {
        const num = contractIdOf(id);
        if (num === 0n && isNamed(id?.contractNum) && item.successful)
          report(item, 'a contract id out of range');
        return num;
      }
      const found = lookup.entityByEvmAddress(id.evmAddress);
      if (found === 0n && item.successful) report(item, `unknown EVM address 0x${hex(id.evmAddress)}`);
      return found;
    };
    return {
      options,
      rows,
      files,
      evm,
      lookup,
      get state() {
        return (batch.segments.at(-1) as Segment).state;
      },
      changeSet(change) {
        const current = batch.segments.at(-1) as Segment;
        current.change = change;
        const fresh = Object.fromEntries(SET_TABLES.map((table) => [table, new StateFold(table)]));
        batch.segments.push({ state: { ...current.state, ...fresh }, change: null });
      },
      wasContract(id, at) {
        batch.contracts.push({ id, at });
      },
      problem: report,
      accountId,
      contractId,
    };
  }
}

/** Whether an id has a number at all; 0 is the empty id. */
function isNamed(num: LongLike | null | undefined): boolean {
  return !!num && (num.low !== 0 || num.high !== 0);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
