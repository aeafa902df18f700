import { withTimeout } from '../../kernel/abort-signal.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Sql } from '../../store/sql.ts';
import type { Row } from '../answer/field.ts';
import type { ReadyAnswer } from '../answer/ready-answer.ts';
import type { Route } from '../route/route.ts';
import { EXAMPLE_VALUES, type ExampleValues, PLAIN_LIST } from './example-values.ts';
import { itemsOf, operationName } from './operation-names.ts';

/** A request that this server answered, and its answer. Fixed examples would have values that most databases lack. */
export interface Example {
  /** Path and query. */
  readonly url: string;
  /** Values of the path's parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** Values of the query's parameters. */
  readonly query: Readonly<Record<string, string>>;
  readonly status: number;
  /** Body of a POST. */
  readonly sent?: { readonly summary: string; readonly value: unknown };
  /** Body of the answer; undefined when it is too long to be shown. */
  readonly body: unknown;
}

/** Examples by the id of their operation. */
export type Examples = Readonly<Record<string, Example>>;

export interface ExampleOptions {
  readonly routes: readonly Route[];
  /** Runs one SELECT, scheduled with the requests of clients. */
  readonly select: (query: Sql) => Promise<Row[]>;
  /** Answers a request as the server does. */
  readonly answer: (
    route: Route,
    url: string,
    pathTexts: Readonly<Record<string, string>>,
    body: Buffer | undefined,
  ) => Promise<Pick<ReadyAnswer, 'status' | 'body' | 'chunks'>>;
  /** Monotonic clock in milliseconds. */
  readonly clock: Clock;
}

/** Milliseconds for which examples are shown before they are searched again. */
const SHOWN_MS = 60_000;
/** Maximum wait of the first request for examples. */
const WAIT_TIMEOUT_MS = 1_000;
/** Maximum size of a shown answer. */
const MAX_BODY_BYTES = 16_384;

/**
 * Examples of the interface description: requests with values from the database, each answered with a non-empty answer
 * before it is shown. They are searched one after another, only while the description is requested. Only the first
 * request waits for them, and only briefly; operations whose example is not known yet have none.
 */
export class ExampleSource {
  readonly #options: ExampleOptions;
  #known: Examples = {};
  #madeAt: number | undefined;
  #making: Promise<void> | undefined;
  #closed = false;

  constructor(options: ExampleOptions) {
    this.#options = options;
  }

  /** Returns the examples known so far; the same object until another one is found. Never throws. */
  async current(): Promise<Examples> {
    const { clock } = this.#options;
    const fresh = this.#madeAt !== undefined && clock() - this.#madeAt < SHOWN_MS;
    if (!fresh && !this.#closed) {
      const first = this.#making === undefined && this.#madeAt === undefined;
      this.#making ??= this.#make().finally(() => {
        this.#making = undefined;
        this.#madeAt = clock();
      });
      if (first) await withTimeout(this.#making, WAIT_TIMEOUT_MS, () => undefined);
    }
    return this.#known;
  }

  /** Ends the search. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#making;
  }

  async #make(): Promise<void> {
    const found: Record<string, Example> = {};
    for (const route of this.#options.routes) {
      if (this.#closed) return;
      const { id } = operationName(route);
      const example = await this.#find(route, id).catch(() => undefined);
      if (example !== undefined) found[id] = example;
    }
    this.#known = found;
  }

  async #find(route: Route, id: string): Promise<Example | undefined> {
    const values = EXAMPLE_VALUES[id] ?? withoutValues(route);
    if (values === undefined || (route.method === 'POST' && values.body === undefined)) return undefined;
    const candidates = values.from === undefined ? [[]] : await this.#options.select(values.from);
    for (const candidate of candidates) {
      const { url, path, query } = requestOf(route, values, candidate);
      const sent = values.body?.(
        candidate.map((text, index) => values.write[index]?.(text ?? '') ?? text ?? ''),
      );
      const bytes = sent === undefined ? undefined : Buffer.from(JSON.stringify(sent.value));
      const { status, body: whole, chunks } = await this.#options.answer(route, url, path, bytes);
      if (status !== 200) continue;
      const body = chunks === undefined ? whole : await shortBody(chunks);
      if (body === undefined) continue;
      const shown: unknown = JSON.parse(body.toString());
      if (isEmptyList(route, shown)) continue;
      return {
        url,
        path,
        query,
        status,
        ...(sent && { sent }),
        body: body.length > MAX_BODY_BYTES ? undefined : shown,
      };
    }
    return undefined;
  }
}

/** Example values of a route without path values, which needs none from the database. */
function withoutValues(route: Route): ExampleValues | undefined {
  if (Object.keys(route.pathParameters).length > 0) return undefined;
  return itemsOf(route) === undefined ? { write: [], query: {} } : PLAIN_LIST;
}

function requestOf(
  route: Route,
  { write, query }: ExampleValues,
  row: Row,
): Pick<Example, 'url' | 'path' | 'query'> {
  const texts = row.map((text, index) => write[index]?.(text ?? '') ?? text ?? '');
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const path = Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']));
  const rest = texts.slice(names.length);
  const given = Object.fromEntries(
    Object.entries(query).map(([name, text]) => [name, text ?? rest.shift() ?? '']),
  );
  const filled = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '');
  const search = Object.entries(given).map(([name, text]) => `${name}=${text}`);
  return { url: search.length === 0 ? filled : `${filled}?${search.join('&')}`, path, query: given };
}

function isEmptyList(route: Route, body: unknown): boolean {
  const items = (body as Readonly<Record<string, unknown>>)[itemsOf(route) ?? ''];
  return Array.isArray(items) && items.length === 0;
}

/** Reads an answer sent in chunks; stops and returns undefined when it is too long to be shown. */
async function shortBody(chunks: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    read.push(chunk);
  }
  return Buffer.concat(read);
}
