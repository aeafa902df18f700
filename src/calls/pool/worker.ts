/** The thread that a `WorkerThread` runs: executes calls, one at a time, on its own connection. */

import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { targetOf } from '../../store/access/target.ts';
import { connectionConfig, isDistributed } from '../../store/connections/database.ts';
import { isDatabaseTrouble } from '../../store/connections/database-trouble.ts';
import { isUnsupported } from '../../store/connections/distributed.ts';
import { RAW_TEXT, type Select, type TextRows } from '../../store/connections/select.ts';
import { SessionClient } from '../../store/connections/session-client.ts';
import type { BlockMark } from '../../store/reads/block-mark.ts';
import { writtenFor } from '../../store/sql.ts';
import { collectWhenIdle } from '../../threads/idle-collection.ts';
import { answerCall, FailedCall } from '../call/call-answer.ts';
import type { CallLimits } from '../call/call-world.ts';
import type { ContractCall } from '../contract-call.ts';
import { CallRefusal } from '../refusal.ts';
import { simulate } from '../simulate/simulate.ts';
import { SlotMemory } from '../state/storage-reader.ts';
import { traceTransaction } from '../trace/trace-transaction.ts';
import {
  type FromWorker,
  type Job,
  type JobAnswer,
  refusal,
  type ToWorker,
  type WorkerStart,
} from './messages.ts';
import { ChunkWindow, TimeSlice } from './time-slice.ts';
import { WorldSource } from './world-source.ts';

/** Maximum number of prepared statements of a connection: a plan takes up to half a megabyte on the server. */
const MAX_NAMED = 100;

const names = new Map<string, string>();

/** Returns the name of a prepared statement; undefined when the maximum number is reached. */
function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_NAMED) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  names.set(text, name);
  return name;
}

collectWhenIdle();
if (!parentPort) throw new Error('this module runs in a thread of its own');
const port = parentPort;
const start = workerData as WorkerStart;
const orders = new Int32Array(start.orders);
const memory = new SlotMemory();

const TARGET = targetOf(false, isDistributed(start.target));

let client: pg.Client | undefined;
/** The snapshot of the open transaction, and the cache of its reads. */
let open: { readonly snapshot: string; readonly source: WorldSource } | undefined;

type Run = Extract<ToWorker, { kind: 'run' }>;

/** Limits of the running job. */
let slice: TimeSlice | undefined;
/** Receiver of the chunks of the running trace. */
let chunks: ChunkWindow | undefined;

/** Messages are processed one after another. */
let last: Promise<void> = Promise.resolve();
port.on('message', (message: ToWorker) => {
  if (message.kind === 'acknowledged') return chunks?.acknowledge(message.id);
  if (message.kind === 'resume') return slice?.resume(message.id, message.deadline);
  last = last.then(() => (message.kind === 'run' ? run(message) : endTransaction()));
});
post({ kind: 'ready' });

function post(message: FromWorker): void {
  port.postMessage(message);
}

async function run({ id, job, snapshot, deadline }: Run): Promise<void> {
  const own = new TimeSlice(id, deadline, orders, post);
  slice = own;
  let answer: JobAnswer;
  let block: BlockMark | undefined;
  try {
    const source = await enter(snapshot, id);
    const last = await source.lastBlock();
    block = last && { number: last.number, consensusEnd: last.consensusEnd };
    if (block && job.kind !== 'call') post({ kind: 'state', id, block });
    answer = await (job.kind === 'call' ? call(job.request, source, own) : inChunks(job, source, own, id));
  } catch (error) {
    answer = await failed(error);
  }
  post({ kind: 'done', id, answer, block });
}

async function call(request: ContractCall, source: WorldSource, limits: CallLimits): Promise<JobAnswer> {
  const world = await source.world(request.block);
  const { result, gasUsed } = await answerCall(request, world, limits);
  return { outcome: 'done', result, gasUsed };
}

async function inChunks(
  job: Exclude<Job, { kind: 'call' }>,
  source: WorldSource,
  limits: TimeSlice,
  id: number,
): Promise<JobAnswer> {
  const own = new ChunkWindow(id, limits, post, () => limits.stall());
  chunks = own;
  const write = (chunk: string) => own.write(chunk);
  if (job.kind === 'simulation') await simulate(job.request, source, limits, write);
  else {
    await traceTransaction(
      job.request,
      { select: source.select, worldBefore: (timestamp) => source.worldBefore(timestamp) },
      limits,
      write,
    );
  }
  return { outcome: 'done' };
}

async function failed(error: unknown): Promise<JobAnswer> {
  if (error instanceof FailedCall) {
    return { outcome: error.kind, entries: error.entries, gasUsed: error.gasUsed };
  }
  if (error instanceof CallRefusal) {
    // A timeout is the only such refusal that the call itself causes.
    return { outcome: error.kind, entries: error.entries, isCutOff: error.kind === 'unavailable' };
  }
  // A failed statement has aborted its transaction.
  await endTransaction();
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (isUnsupported(error)) return { ...refusal('not-simulated'), error: reason };
  if (isDatabaseTrouble(error) || isDatabaseError(error)) {
    return { ...refusal('unavailable'), isTrouble: true, error: reason };
  }
  return { ...refusal('fault'), error: reason };
}

/** Returns whether an error is a response of the server, such as that a statement took too long. */
function isDatabaseError(error: unknown): boolean {
  return error instanceof pg.DatabaseError;
}

/** Opens a transaction on a snapshot, and returns its blocks. */
async function enter(snapshot: string, id: number): Promise<WorldSource> {
  if (open?.snapshot === snapshot) return open.source;
  await endTransaction();
  const connected = client ?? (await connect());
  // The id is generated by the server itself.
  await connected.query(
    `begin transaction isolation level repeatable read read only; set transaction snapshot '${snapshot.replaceAll("'", '')}'`,
  );
  post({ kind: 'imported', id });
  const source = new WorldSource(selectOn(connected), start.settings, memory);
  open = { snapshot, source };
  return source;
}

async function connect(): Promise<pg.Client> {
  const made = new SessionClient({
    ...connectionConfig(start.target, { statement_timeout: String(start.statementTimeoutMs) }),
    application_name: 'tain evm worker',
  });
  made.on('error', () => {
    if (client === made) {
      client = undefined;
      open = undefined;
    }
  });
  await made.connect();
  client = made;
  return made;
}

/** Ends the transaction. A connection that fails to do so is dropped. */
async function endTransaction(): Promise<void> {
  open = undefined;
  const left = client;
  if (left === undefined) return;
  try {
    await left.query('rollback');
  } catch {
    client = undefined;
    left.end().catch(() => undefined);
  }
}

/** Returns a `Select` whose statements the server plans once per connection. */
function selectOn(connected: pg.Client): Select {
  return async (query) => {
    const { text, values } = writtenFor(query, TARGET);
    const name = statementName(text);
    const config = { text, values, rowMode: 'array' as const, types: RAW_TEXT, ...(name && { name }) };
    return (await connected.query(config)).rows as TextRows;
  };
}
