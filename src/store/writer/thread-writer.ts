import type { Worker } from 'node:worker_threads';
import { forceAfter } from '../../kernel/abort-signal.ts';
import { startThread } from '../../threads/start-thread.ts';
import type { ConnectionTarget } from '../connections/database.ts';
import type { TextRows } from '../connections/select.ts';
import type { Columns } from '../copy/column.ts';
import type { CopyBuffer } from '../copy/copy.ts';
import type { StatementResult, Writer, WriterOptions } from './writer.ts';

/** Start data of the thread. */
export interface WriterStart {
  readonly target: ConnectionTarget;
  readonly options: WriterOptions;
}

export type WriterCommand = { readonly id: number } & (
  | { readonly kind: 'query' | 'queryText'; readonly text: string; readonly values: readonly unknown[] }
  | {
      readonly kind: 'copy';
      readonly table: string;
      readonly columns: Columns;
      readonly chunks: readonly Uint8Array[];
    }
  | { readonly kind: 'end' }
);

export type WriterAnswer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: { readonly message: string; readonly code: string | null } };

/** An error of the server, as the thread passes it on. */
class WriterError extends Error {
  override readonly name = 'WriterError';
  /** SQLSTATE, or the system's code of a lost connection. */
  readonly code: string | null;

  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Timeout for a thread to end by itself. */
const END_TIMEOUT_MS = 2_000;

/**
 * Writer with its connection in a separate thread, so that the server never waits for finished rows while this thread makes
 * the next ones. Measured: in one thread decoding and COPY alternate rather than overlap, because a socket holds only about 15
 * ms of rows.
 */
export class ThreadWriter implements Writer {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private nextId = 0;
  private ended: Error | null = null;

  /** Starts the thread. The first command reports a failed connection. */
  constructor(target: ConnectionTarget, options: WriterOptions) {
    const workerData: WriterStart = { target, options };
    // The thread only passes bytes on and allocates little, so a small young generation is enough.
    const resourceLimits = { maxYoungGenerationSizeMb: 8 };
    this.worker = startThread(import.meta.url, './writer-thread', { workerData, resourceLimits });
    this.worker.on('message', (message: WriterAnswer) => this.receive(message));
    this.worker.on('error', (error: Error) => this.stop(error));
    this.worker.on('exit', () => this.stop(new WriterError('the connection is closed', null)));
  }

  async query<Row extends object>(text: string, values: unknown[] = []): Promise<StatementResult<Row>> {
    return (await this.send({ kind: 'query', text, values })) as StatementResult<Row>;
  }

  async queryText(text: string, values: unknown[] = []): Promise<TextRows> {
    return (await this.send({ kind: 'queryText', text, values })) as TextRows;
  }

  async copy<Row extends object>(table: string, rows: CopyBuffer<Row>): Promise<void> {
    if (rows.rows === 0) return;
    // The chunks are copied to the thread, not transferred, because a failed batch is sent again.
    await this.send({ kind: 'copy', table, columns: rows.columns, chunks: [...rows.stream()] });
  }

  async end(): Promise<void> {
    if (this.ended) return;
    const exited = new Promise<void>((resolve) => this.worker.once('exit', () => resolve()));
    const terminate = () => void this.worker.terminate();
    this.send({ kind: 'end' }).catch(terminate);
    await forceAfter(exited, END_TIMEOUT_MS, terminate);
  }

  /** Ends the connection immediately; pending commands fail with the error. */
  break(error: Error): void {
    this.stop(error);
    void this.worker.terminate();
  }

  private send(command: DistributiveOmit<WriterCommand, 'id'>): Promise<unknown> {
    if (this.ended) return Promise.reject(this.ended);
    const id = this.nextId;
    this.nextId += 1;
    const result = new Promise<unknown>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.worker.postMessage({ ...command, id });
    return result;
  }

  private receive(message: WriterAnswer): void {
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if ('failure' in message) waiting?.reject(new WriterError(message.failure.message, message.failure.code));
    else waiting?.resolve(message.result);
  }

  private stop(error: Error): void {
    this.ended ??= error;
    for (const { reject } of this.waiting.values()) reject(this.ended);
    this.waiting.clear();
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
