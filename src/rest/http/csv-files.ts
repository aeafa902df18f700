import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { RequestSignal, toAbortSignal } from '../../kernel/abort-signal.ts';
import type { ByteAccount } from '../../kernel/limits/byte-account.ts';
import { FairSemaphore } from '../../kernel/limits/fair-semaphore.ts';
import { type ConcurrencyLimit, LimitReached, type OpenLimit } from '../../kernel/limits/limit.ts';
import { OpenCounter } from '../../kernel/limits/open-counter.ts';
import { Metrics } from '../../kernel/metrics.ts';
import { retry } from '../../kernel/retry.ts';
import { CSV_TYPE, csvLine } from '../answer/csv.ts';
import type { ReadyAnswer } from '../answer/ready-answer.ts';
import { Problem } from '../query/problem.ts';
import { type ApiContext, type CsvForm, type CsvPage, repeatable } from '../route/route.ts';
import { type ApiSettings, DEFAULT_API_SETTINGS } from '../route/settings.ts';
import { Overload } from './query-gate.ts';
import { checkRequest, type ReceivedRequest, type RequestedRoute } from './received-request.ts';
import type { RequestContext } from './request-context.ts';
import { type RouteRead, SeenBlocks } from './snapshot-reader.ts';

export const CSV_FILES: OpenLimit = {
  name: 'csv-files',
  kind: 'open',
  counts: 'lists that are sent as CSV',
  max: DEFAULT_API_SETTINGS.csvFiles,
  perClient: DEFAULT_API_SETTINGS.csvFilesPerClient,
};

/** Share of the database connections for pages of CSV. */
const READ_SHARE = 1 / 4;

/** The queue has no limit of its own, because each file waits for one read at a time. */
export const CSV_READS: ConcurrencyLimit = {
  name: 'csv-reads',
  kind: 'concurrency',
  counts: 'reads of pages for CSV',
  max: Math.floor(DEFAULT_API_SETTINGS.maxConnections * READ_SHARE),
  settings: ['TAIN_API_CONNECTIONS'],
};

/** A page that the database could not serve is read again, because the file has begun. */
const RETRIES = { backOff: { first: 100, max: 2_000 }, max: 5 };
/** Seconds after which a refused client may try again. */
const RETRY_AFTER = '5';

export interface CsvFilesOptions {
  readonly read: RouteRead;
  readonly settings: ApiSettings;
  /** Account of pages that wait for clients. */
  readonly bytes: ByteAccount;
  readonly registry: Registry;
  readonly log: Pick<Logger, 'error'>;
}

/** A route with a list as CSV. */
export type CsvRoute = RequestedRoute & { readonly csv: CsvForm };

/** Sends lists as CSV, page after page, no faster than their clients read. */
export class CsvFiles {
  readonly #options: CsvFilesOptions;
  readonly #open: OpenCounter;
  readonly #reads: FairSemaphore;
  #isClosed = false;

  constructor(options: CsvFilesOptions) {
    this.#options = options;
    const { csvFiles, csvFilesPerClient: perClient } = options.settings;
    this.#open = new OpenCounter({ ...CSV_FILES, max: csvFiles, perClient });
    const max = Math.max(1, Math.floor(options.settings.maxConnections * READ_SHARE));
    this.#reads = new FairSemaphore({ ...CSV_READS, max });
    new Metrics(options.registry).observedGauge(
      'tain_api_csv_files',
      'Lists that are being sent as CSV.',
      () => this.#open.open,
    );
  }

  /**
   * Begins a file. Throws the errors of its first page, and `Problem` for too many files: 429 when the client has them, 503
   * when the server has. Aborting the signal of the context has no effect once it has begun: then its body is destroyed.
   */
  async begin(
    route: CsvRoute,
    request: ReceivedRequest,
    context: RequestContext,
    snapshot: SeenBlocks,
  ): Promise<ReadyAnswer> {
    const release = this.#admit(request.client);
    try {
      const first = await this.#page(route, request, context, snapshot);
      if (context.signal.aborted) throw new Overload('No client waits for the answer');
      return {
        status: 200,
        headers: {
          'content-type': CSV_TYPE,
          'content-disposition': `attachment; filename="${route.csv.file}"`,
          'cache-control': 'no-store',
          vary: 'accept',
        },
        body: Buffer.alloc(0),
        chunks: this.#body(route, request, first, release),
        encoded: new Map(),
      };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Ends all files after their current page, and refuses new ones. */
  close(): void {
    this.#isClosed = true;
  }

  #admit(client: string): () => void {
    try {
      if (this.#isClosed) throw new LimitReached(CSV_FILES, false);
      return this.#open.add(client);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      if (!error.isOwn) throw new Overload('Too many lists as CSV');
      const { perClient } = this.#open.limit;
      const detail = `More than ${perClient} lists as CSV of one client`;
      throw new Problem(429, [{ message: 'Too many requests', detail }], { 'retry-after': RETRY_AFTER });
    }
  }

  #body(route: CsvRoute, request: ReceivedRequest, first: CsvPage, release: () => void): Readable {
    const { bytes, log } = this.#options;
    const left = new RequestSignal();
    const hold = bytes.open(request.client, () =>
      body.destroy(new Error('Too many bytes wait for the client')),
    );
    const pages = this.#pages(route, request, first, left);
    const body = new Readable({
      // One page waits, besides those on their way.
      highWaterMark: 1,
      read() {
        pages.next().then(
          ({ value }) => {
            hold.set(value?.length ?? 0);
            body.push(value ?? null);
          },
          (error: unknown) => {
            if (!left.aborted) log.error({ err: error, url: request.url }, 'CSV ended early');
            body.destroy(error instanceof Error ? error : new Error(String(error)));
          },
        );
      },
      destroy(error, done) {
        left.abort();
        hold.release();
        release();
        done(error);
      },
    });
    return body;
  }

  /** Yields the text of each page, and last a row with the rest of the list if the file ends before. */
  async *#pages(
    route: CsvRoute,
    request: ReceivedRequest,
    first: CsvPage,
    left: RequestSignal,
  ): AsyncGenerator<Buffer, undefined> {
    const { rows, bytes, milliseconds } = this.#options.settings.csvBounds;
    const { columns } = route.csv;
    const context = { route: route.path, client: request.client, isOwn: false, signal: left };
    const deadline = performance.now() + milliseconds;
    const signal = toAbortSignal(left);
    const isTransient = (error: unknown, failures: number) =>
      error instanceof Problem && error.status === 503 && failures < RETRIES.max;
    let text = csvLine(columns);
    let sentRows = 0;
    let sentBytes = 0;
    let page = first;
    for (;;) {
      const lines = Buffer.from(text + page.lines);
      sentRows += page.count;
      sentBytes += lines.length;
      text = '';
      if (lines.length > 0) yield lines;
      const { next } = page;
      if (next === null) return;
      const isOver = this.#isClosed || sentBytes >= bytes || performance.now() >= deadline;
      const following = isOver
        ? undefined
        : await retry(() => this.#page(route, followed(route, request, next), context), {
            backOff: RETRIES.backOff,
            signal,
            isTransient,
          });
      if (following === undefined || sentRows + following.count > rows) {
        const rest = `Cut after ${sentRows} rows: ${next}`;
        yield Buffer.from(csvLine(columns.map((_, index) => (index === 0 ? rest : ''))));
        return;
      }
      page = following;
    }
  }

  /** Reads a page. Without a `limit` it has the maximum size. */
  async #page(
    route: CsvRoute,
    request: ReceivedRequest,
    context: RequestContext,
    snapshot = new SeenBlocks(),
  ): Promise<CsvPage> {
    const { client, query } = request;
    const received = { ...request, query: { ...query, defaultLimit: query.maxLimit } };
    const task = async (api: ApiContext) => route.csv.page(await checkRequest(route, received, api), api);
    const release = await this.#reads.take(client, context.signal).catch(() => {
      throw new Overload('No client waits for the answer');
    });
    try {
      return await this.#options.read(context, repeatable(task), snapshot);
    } finally {
      release();
    }
  }
}

/** Returns the request for the page with a link. */
function followed({ dialect }: CsvRoute, request: ReceivedRequest, next: string): ReceivedRequest {
  const text = next.slice(next.indexOf('?') + 1);
  return { ...request, given: dialect.readQueryString(text, request.query.maxRepeated) };
}
