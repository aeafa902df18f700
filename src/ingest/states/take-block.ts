import { Failure } from '../../kernel/failure.ts';
import { selectReferences } from '../load/select-references.ts';
import { batchBytes, batchChanges } from '../records/batch.ts';
import type { References } from '../records/references.ts';
import type { ProvenBlock } from '../verify/proven-block.ts';
import type { Ingest } from './ingest.ts';
import type { Reading } from './reading.ts';
import type { Mode, ModeName, RunState } from './state.ts';
import { storeBatch } from './store.ts';

/**
 * Receives one block, and meanwhile stores the batch so far by the mode's rules. All modes run this. Returns the mode
 * of that block; drains when there is none, or when a batch cannot be stored.
 */
export async function takeBlock(ingest: Ingest, reading: Reading, mode: Mode): Promise<RunState> {
  const drain = (problem: { readonly error: unknown } | null): RunState => ({
    name: 'draining',
    data: { reading, rules: mode, problem },
  });
  try {
    const proven = await waitForBlock(ingest, reading, mode);
    if (proven === null) return drain(null);
    const next = await addBlock(ingest, reading, mode, proven);
    return next === null ? drain(null) : { name: next, data: reading };
  } catch (error) {
    return drain({ error });
  }
}

/** Waits for the next block. Returns null at the end of the feed, and when there is no reason to wait any longer. */
async function waitForBlock(ingest: Ingest, reading: Reading, mode: Mode): Promise<ProvenBlock | null> {
  const { limits, loader } = ingest;
  const { writes } = reading;
  const arrival = reading.next();
  const since = performance.now();
  for (;;) {
    if (arrival.hasArrived) return writes.failure ? null : arrival.taken();
    if (ingest.options.signal.aborted || writes.failure) return null;
    if (writes.isIdle) beginWrite(ingest, reading, mode, performance.now() - since >= limits.maxWaitMs);
    const isPatient = writes.isIdle && (reading.batch.rows.blocks > 0 || loader.lacksBalanceIndex);
    await reading.sleep(isPatient ? limits.maxWaitMs : null);
  }
}

/** Begins the write that is due while no block comes. `waited`: whether the maximum wait of a batch has passed. */
function beginWrite(ingest: Ingest, reading: Reading, mode: Mode, waited: boolean): void {
  const { loader, limits } = ingest;
  const { signal } = ingest.options;
  const { blocks, items } = reading.batch.rows;
  const isDue = waited || items >= limits.minItems || mode.storesImmediately;
  if (blocks > 0 && isDue) void storeBatch(ingest, reading, mode);
  else if (loader.hasJobs) void reading.writes.add('derived', () => loader.stepJobs(signal));
  else if (loader.lacksBalanceIndex && waited) {
    void reading.writes.add('derived', () => loader.beginBalanceIndex(signal));
  }
}

/** Adds a block to the batch, or begins a new one with it. Returns null when an earlier batch cannot be stored. */
async function addBlock(
  ingest: Ingest,
  reading: Reading,
  mode: Mode,
  proven: ProvenBlock,
): Promise<ModeName | null> {
  const { options, loader } = ingest;
  const { builder, writes } = reading;
  const start = options.clock();
  const references = builder.unresolved(proven.block);
  await endFullBatch(ingest, reading, mode, proven, references);
  if (references.files.length > 0) await writes.drained();
  if (writes.failure) return null;
  const found = await loader.retry(() => selectReferences(options.database.pool, references), options.signal);
  builder.hydrate(references, found);
  const behind = options.clock() - Number(proven.block.consensusEnd / 1_000_000n);
  const next = mode.after(behind);
  if (next !== mode.name) {
    options.log.info({ block: proven.number.toString(), from: mode.name }, `The ingest is ${next}`);
  }
  const { batch } = reading;
  try {
    await builder.add(batch.open(), proven, { start, end: options.clock });
  } catch (error) {
    // The batch contains part of the block. Its complete blocks are read again after a restart.
    const failure = new Failure(
      'unexpected',
      `Block ${proven.number} (${proven.block.name}) cannot be turned into rows.`,
      { cause: error },
    );
    batch.lose(failure);
    throw failure;
  }
  return next;
}

/** Ends the batch before a block, if its limits or the block require it. */
async function endFullBatch(
  ingest: Ingest,
  reading: Reading,
  mode: Mode,
  { numberShift }: ProvenBlock,
  { files }: References,
): Promise<void> {
  const { maxItems, maxChanges, maxBytes } = ingest.limits;
  const { writes } = reading;
  const { rows } = reading.batch;
  const isFull = rows.items >= maxItems || batchChanges(rows) >= maxChanges || batchBytes(rows) >= maxBytes;
  // The numbers of all blocks before this one shift, so these blocks must be stored before it.
  const mustEnd = numberShift !== 0n || rows.due !== null || files.length > 0;
  if (rows.blocks === 0 || !(mustEnd || isFull)) return;
  // At most one batch is stored while the next one is built.
  await writes.without('batch');
  if (!writes.failure) void storeBatch(ingest, reading, mode);
}
