import { type LongLike, longToBigInt } from '@tain/ledger/long';
import type { proto } from '@tain/protos/hapi';
import type { UnrecognizedSince } from '../../kernel/unrecognized.ts';
import { CopyBuffer } from '../../store/copy/copy.ts';
import type { NamedEntities } from '../../store/reads/entity-name.ts';
import { type AppendOnlyTable, appendOnlyTables } from '../../store/schema/append-only-tables.ts';
import type { StateTable } from '../../store/schema/current-state-tables.ts';
import { type Block, type BlockPosition, positionAfter } from '../decode/decoded-block.ts';
import type { ConflictingValue, Item } from '../decode/item.ts';
import { addUnrecognized } from '../decode/unrecognized.ts';
import { type Due, dueAfter } from '../derived/due.ts';
import { createReducers, StateReducer, type StateReducers } from '../state/state-reducer.ts';
import type { NodeSignature, ProofKind } from '../verify/proof.ts';
import type { LedgerInForce } from '../verify/tss/ledger-history.ts';
import { applyBlock, type BlockParts, type LoadTime } from './apply-block.ts';
import { BlockRows, type EncodedRows } from './block-rows.ts';
import { CallDataFiles } from './call-data-files.ts';
import type { BulkUpdate, Context, RecordOptions, UnknownValue } from './context.ts';
import { EvmBlock } from './evm-block.ts';
import { accountIdOf, contractIdOf } from './ids.ts';
import { EntityLookup } from './lookup.ts';
import { tablesLeftOut } from './record-filter.ts';
import { type References, referencesOf } from './references.ts';

/**
 * Changes of current-state rows up to a bulk update, which follows them. Only the tables that bulk updates read have
 * a separate reducer in each segment; the reducers of other tables are shared.
 */
export interface Segment {
  readonly state: StateReducers;
  change: BulkUpdate | null;
}

/** The current-state tables that bulk updates read and write. */
export const BULK_TABLES = ['token', 'token_account', 'nft'] as const satisfies readonly StateTable[];

/** A node's signature of one file. */
export interface SignatureEvidence extends NodeSignature {
  /** Consensus end of the file's block, in nanoseconds. */
  readonly consensusEnd: bigint;
}

/** Kind of proof of the block that ends at a consensus time (nanoseconds). */
export interface BlockProofKind {
  readonly consensusEnd: bigint;
  readonly kind: ProofKind;
}

/** Blocks that are stored in one database transaction: all of them or none. */
export interface Batch {
  /** The block before the first one; null when there is none. */
  readonly previous: BlockPosition | null;
  /** Consensus start of the first block, in nanoseconds; null while there is none. */
  start: bigint | null;
  last: BlockPosition | null;
  /** Amount to add to the numbers of all earlier blocks. */
  numberShift: bigint;
  blocks: number;
  items: number;
  /** Nodes with the files that they signed, as evidence for the status service. */
  readonly signatures: SignatureEvidence[];
  /** Kinds of proof of the blocks. */
  readonly proofs: BlockProofKind[];
  /** Ledgers that blocks publish. */
  readonly ledgers: LedgerInForce[];
  /** Unknown parts of its blocks, by kind and name. */
  readonly unrecognized: Map<string, UnrecognizedSince>;
  /** Append-only rows. */
  readonly appended: EncodedRows;
  readonly segments: Segment[];
  /** Derived state that is due once the last block is stored. No block follows it in this batch. */
  due: Due | null;
  /** Whether former rows of current-state tables are stored. */
  readonly storesHistory: boolean;
  /** Entities that turned out to be contracts: all versions up to the time (nanoseconds) get the type contract. */
  readonly contracts: { readonly id: bigint; readonly at: bigint }[];
}

/** Returns the bytes of a batch's append-only rows. */
export function batchBytes(batch: Batch): number {
  let size = 0;
  for (const buffer of batch.appended.values()) size += buffer.size;
  return size;
}

/** Returns the number of changes of current-state rows that a batch holds in memory. */
export function batchChanges(batch: Batch): number {
  // Segments share reducers: each is counted once.
  const reducers = new Set(batch.segments.flatMap(({ state }) => Object.values(state)));
  let count = 0;
  for (const reducer of reducers) count += reducer.changes;
  return count;
}

/** Releases the memory of rows that are no longer read. */
export function releaseRows(encoded: EncodedRows): void {
  for (const rows of encoded.values()) rows.release();
}

function createRows(): EncodedRows {
  const rows = new Map<AppendOnlyTable, CopyBuffer<object>>();
  for (const table of Object.keys(appendOnlyTables) as AppendOnlyTable[]) {
    rows.set(table, new CopyBuffer(appendOnlyTables[table]));
  }
  return rows;
}

/** Called for a part of the stream that cannot be right. */
export type ReportProblem = (item: Item, message: string) => void;

/** Observer of gaps in the state changes of blocks. */
export interface StateObserver {
  /** Called for unknown values, which are stored as null, left out, or retained unchanged. */
  unknown(value: UnknownValue, count: number): void;
  /** Called for a block with two values that differ. */
  conflict(item: Item, value: ConflictingValue): void;
}

const NO_OBSERVER: StateObserver = { unknown: () => undefined, conflict: () => undefined };

/**
 * Builds batches from blocks. Its cache of entities (aliases, addresses) outlives a batch, so that a batch can be
 * built while the previous one is being stored.
 */
export class BatchBuilder {
  private readonly lookup: EntityLookup;
  private readonly files = new CallDataFiles();
  private readonly options: RecordOptions;
  private readonly report: ReportProblem;
  private readonly observer: StateObserver;
  private readonly rows: BlockRows;
  private readonly evm = new EvmBlock();

  constructor(options: RecordOptions, report: ReportProblem, observer = NO_OBSERVER) {
    this.options = options;
    this.report = report;
    this.observer = observer;
    this.rows = new BlockRows(tablesLeftOut(options.filter));
    this.lookup = new EntityLookup(options.shard, options.realm);
  }

  /** Returns an empty batch that continues after a block. */
  begin(previous: BlockPosition | null): Batch {
    const segments = [{ state: createReducers(), change: null }];
    return {
      previous,
      start: null,
      last: previous,
      numberShift: 0n,
      blocks: 0,
      items: 0,
      signatures: [],
      proofs: [],
      ledgers: [],
      unrecognized: new Map(),
      appended: createRows(),
      segments,
      due: null,
      storesHistory: !this.options.filter.without.has('history'),
      contracts: [],
    };
  }

  /** Returns the references that must be looked up before a block is added. */
  unresolved(block: Block): References {
    const { entities, files } = referencesOf(block);
    return { entities: this.lookup.unresolved(entities), files };
  }

  /** Stores the values of a block's references for `add`. Must be called right before it. */
  hydrate(
    { entities, files }: References,
    found: { readonly entities: NamedEntities; readonly files: ReadonlyMap<bigint, Uint8Array> },
  ): void {
    this.lookup.hydrate(entities, found.entities);
    this.files.begin(files, found.files);
  }

  /**
   * Adds a block whose references were looked up. Calls must not overlap. When it throws, part of the block is in the
   * batch, which must be discarded.
   */
  async add(batch: Batch, file: BlockParts, time: LoadTime): Promise<void> {
    if (batch.due) throw new Error(`block ${file.number} must begin a new batch`);
    for (const item of file.block.items) {
      if (!item.blockFacts) continue;
      this.foreseeContract(item);
      for (const value of item.blockFacts.conflicts) this.observer.conflict(item, value);
    }
    await applyBlock(file, this.contextOf(batch), batch.appended, batch.last, time);
    const { block, number } = file;
    batch.due = dueAfter(block, batch.last?.consensusEnd ?? null, this.options, movesOf);
    batch.start ??= block.consensusStart;
    batch.numberShift += file.numberShift;
    batch.blocks += 1;
    batch.items += block.items.length;
    for (const signature of file.signatures) {
      batch.signatures.push({ ...signature, consensusEnd: block.consensusEnd });
    }
    batch.proofs.push({ consensusEnd: block.consensusEnd, kind: file.proof.kind });
    batch.ledgers.push(...file.ledgers);
    addUnrecognized(batch.unrecognized, block);
    batch.last = positionAfter(block, number);
  }

  /**
   * Stores the address of a contract before the record of its creation: blocks have no blooms, and the blooms of the
   * contract's first logs need the address.
   */
  private foreseeContract({ record }: Item): void {
    const address = record.contractCreateResult?.evmAddress?.value;
    const id = contractIdOf(record.receipt?.contractID);
    if (address?.length && id !== 0n) this.lookup.foresee(id, address);
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
      bulkUpdate(change) {
        const current = batch.segments.at(-1) as Segment;
        current.change = change;
        const fresh = Object.fromEntries(BULK_TABLES.map((table) => [table, new StateReducer(table)]));
        batch.segments.push({ state: { ...current.state, ...fresh }, change: null });
      },
      wasContract(id, at) {
        batch.contracts.push({ id, at });
      },
      problem: report,
      unknown: (value, count = 1) => this.observer.unknown(value, count),
      accountId,
      contractId,
    };
  }
}

/** Yields the hbar transfers of an item, by account. */
function* movesOf(item: Item): Iterable<readonly [account: bigint, tinybars: bigint]> {
  for (const { accountID, amount } of item.record.transferList?.accountAmounts ?? []) {
    yield [accountIdOf(accountID), longToBigInt(amount)];
  }
}

/** Returns whether an id has a number; 0 is the empty id. */
function isNamed(num: LongLike | null | undefined): boolean {
  return !!num && (num.low !== 0 || num.high !== 0);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
