import { printTimestamp } from '@tain/ledger/timestamp';
import type { Logger } from 'pino';
import type { ReportedBlock } from '../../calls/contract-call.ts';
import { type AbortSignalLike, RequestSignal, withTimeout } from '../../kernel/abort-signal.ts';
import { JoinedClients } from '../../kernel/limits/joined-clients.ts';
import type { ReadServers } from '../../store/reads/servers/read-servers.ts';
import { type Handled, outcomeOf, type ReadyAnswer, ready } from '../answer/ready-answer.ts';
import { Problem, unavailable } from '../query/problem.ts';
import { type Answer, type ApiContext, type Route, repeatable } from '../route/route.ts';
import type { ApiSettings } from '../route/settings.ts';
import type { AnswerCache, MakingAnswer } from './answer-cache.ts';
import { reach } from './block-header.ts';
import type { CsvFiles, CsvRoute } from './csv-files.ts';
import { Overload, type QueryGate } from './query-gate.ts';
import {
  cacheKey,
  checkRequest,
  type HttpRequest,
  isValid,
  pathValuesOf,
  type ReceivedRequest,
  receive,
  type UserDirectory,
} from './received-request.ts';
import type { RequestContext } from './request-context.ts';
import { type RouteRead, SeenBlocks } from './snapshot-reader.ts';
import { answerAfter } from './waiting/answer-after.ts';
import { readWait, targetByPath, type Wait } from './waiting/wait.ts';
import type { WaitQueue } from './waiting/wait-queue.ts';

export interface RequestHandlerOptions {
  readonly settings: ApiSettings;
  readonly read: RouteRead;
  readonly gate: QueryGate;
  readonly servers: ReadServers;
  readonly users: UserDirectory;
  readonly waiting: WaitQueue;
  readonly cache: AnswerCache | undefined;
  readonly csvFiles: CsvFiles;
  readonly log: Logger;
}

/** A response that is being made. */
interface Making extends MakingAnswer {
  /** Whether it is made for this request, not for an identical one. */
  readonly isOwn: boolean;
}

/** Handles requests to routes: checks, waits, cache, time budget, errors. Never throws. */
export class RequestHandler {
  readonly #options: RequestHandlerOptions;

  constructor(options: RequestHandlerOptions) {
    this.#options = options;
  }

  async handle(route: Route, http: HttpRequest): Promise<Handled> {
    const { settings, users, servers } = this.#options;
    try {
      const received = receive(route, http, settings, users);
      const { given, wait } = readWait(route, received.given, http.prefer, settings);
      const request = { ...received, given, form: route.formOf?.(http.accept) };
      if (http.block !== undefined) await reach(servers, http.block);
      if (wait === undefined) return await this.#respond(route, request, http.clientSignal);
      return await this.#respondAfter(wait, route, request);
    } catch (error) {
      return this.#failed(route, http.url, error);
    }
  }

  /** Responds when the object that the request waits for is visible, or its timeout expires. */
  async #respondAfter(wait: Wait, route: Route, request: ReceivedRequest): Promise<Handled> {
    const disconnect = request.clientSignal?.();
    // Each of several responses listens for the client's disconnect by itself.
    const respond = async (): Promise<Handled> => {
      const own = new RequestSignal();
      const onDisconnect = (): void => own.abort();
      if (disconnect?.aborted) onDisconnect();
      disconnect?.addEventListener('abort', onDisconnect);
      try {
        return await this.#respond(route, request, () => own);
      } finally {
        disconnect?.removeEventListener('abort', onDisconnect);
      }
    };
    // Errors of the request are reported immediately.
    if (wait.target !== undefined && !isValid(route, request)) return respond();
    return answerAfter(this.#options.waiting, {
      wait,
      named: targetByPath(request.pathTexts, pathValuesOf(route, request)),
      client: request.client,
      disconnect,
      respond,
    });
  }

  /** Responds from the cache, or within the time budget. Never throws. */
  async #respond(
    route: Route,
    request: ReceivedRequest,
    clientSignal: HttpRequest['clientSignal'],
  ): Promise<Handled> {
    const { cache, servers } = this.#options;
    if (request.form === 'csv' && route.csv !== undefined) {
      return this.#respondCsv({ ...route, csv: route.csv }, request, clientSignal?.());
    }
    const isCached = route.cached && route.method === 'GET' && request.isOwn !== true;
    const key = cache !== undefined && isCached ? cacheKey(request) : undefined;
    // A cached response takes no time: a timer for it would cost as much as the response.
    const cached = key === undefined ? undefined : cache?.get(key);
    if (cached !== undefined) {
      return { answer: withBlock(cached, servers.visible), outcome: 'no evidence', waitedMs: 0 };
    }
    const disconnect = clientSignal?.();
    // Also aborted when the request's own time budget ends.
    const left = new RequestSignal();
    if (disconnect?.aborted) left.abort();
    disconnect?.addEventListener('abort', () => left.abort(), { once: true });
    const making = this.#begin(route, request, key, left);
    try {
      const answer =
        route.limitsItself === true && key === undefined
          ? await making.answer
          : await this.#withinBudget(making, left);
      const ending = {
        status: answer.status,
        isDisconnected: disconnect?.aborted,
        isRefused: making.isOwn && answer.isRefused === true,
        isMade: making.isOwn,
        isQueried: making.snapshot.isQueried,
      };
      return { answer, outcome: outcomeOf(ending), waitedMs: 0 };
    } catch (error) {
      return this.#failed(route, request.url, error, { making, disconnect });
    }
  }

  /** Begins a list as CSV. Never throws. */
  async #respondCsv(
    route: Route & CsvRoute,
    request: ReceivedRequest,
    disconnect: AbortSignalLike | undefined,
  ): Promise<Handled> {
    const snapshot = new SeenBlocks();
    const left = new RequestSignal();
    const onDisconnect = (): void => left.abort();
    if (disconnect?.aborted) left.abort();
    disconnect?.addEventListener('abort', onDisconnect);
    const context = { route: route.path, client: request.client, isOwn: false, signal: left };
    try {
      const making = this.#options.csvFiles.begin(route, request, context, snapshot);
      const answer = withBlock(
        await this.#withinBudget({ answer: making, context }, left),
        snapshot.last ?? null,
      );
      const ending = {
        status: 200,
        isDisconnected: disconnect?.aborted,
        isRefused: false,
        isMade: true,
        isQueried: true,
      };
      return { answer, outcome: outcomeOf(ending), waitedMs: 0 };
    } catch (error) {
      return this.#failed(route, request.url, error);
    }
  }

  /** Begins to make a response, or to wait for that of an identical request. */
  #begin(route: Route, request: ReceivedRequest, key: string | undefined, left: RequestSignal): Making {
    const { cache, servers } = this.#options;
    const { client, isOwn = false } = request;
    const own = { route: route.path, client, isOwn, signal: left };
    const snapshot = new SeenBlocks();
    if (cache === undefined || key === undefined) {
      return { answer: this.#make(route, request, own, snapshot), context: own, snapshot, isOwn: true };
    }
    const joined = cache.join(key, client, left);
    if (joined !== undefined) return { ...joined, isOwn: false };
    // It ends when every request that waits for it has left, and is in the queues of all their clients.
    const signal = new RequestSignal();
    const context = { ...own, signal, joined: new JoinedClients(client) };
    const answer = cache.add(key, this.#make(route, request, context, snapshot), {
      isImmutable: ({ status }) => route.immutable && status === 200,
      isCurrent: ({ block }) => block !== undefined && block.consensusEnd === servers.visible?.consensusEnd,
      context,
      snapshot,
      left,
      onAbandoned: () => signal.abort(),
    });
    return { answer, context, snapshot, isOwn: true };
  }

  /** Makes a response. Throws what the route throws. */
  async #make(
    route: Route,
    request: ReceivedRequest,
    context: RequestContext,
    snapshot: SeenBlocks,
  ): Promise<ReadyAnswer> {
    const { read, servers } = this.#options;
    route.checkBody?.({ body: request.body, contentType: request.contentType });
    const task = async (api: ApiContext) => route.answer(await checkRequest(route, request, api), api);
    const answer = await read(context, repeatable(task), snapshot);
    // An answer that was not executed shows no state.
    const block = answer.block ?? snapshot.last ?? (answer.isExecuted === false ? servers.visible : null);
    if (answer.isExecuted === true) snapshot.isQueried = true;
    return withBlock(readyAnswer(route, answer), block);
  }

  /** The response to a request that failed. */
  #failed(
    route: Route,
    url: string,
    error: unknown,
    {
      making,
      disconnect,
    }: { readonly making?: Making; readonly disconnect?: AbortSignalLike | undefined } = {},
  ): Handled {
    const snapshot = making?.snapshot;
    // The first statement may have seen an earlier block than the last one: a request that waits for the missing thing
    // must not miss the blocks between them.
    const block = snapshot?.first ?? this.#options.servers.visible;
    const answer = withBlock(this.failure(route, url, error), block);
    const outcome = outcomeOf({
      status: answer.status,
      isDisconnected: disconnect?.aborted,
      isRefused: error instanceof Overload,
      isMade: making?.isOwn === true,
      isQueried: snapshot?.isQueried === true,
    });
    return { answer, outcome, waitedMs: 0 };
  }

  /** Returns the response to an error of a route. Internal errors are logged. */
  failure(
    { dialect, maxAgeSeconds }: Pick<Route, 'dialect' | 'maxAgeSeconds'>,
    url: string,
    error: unknown,
  ): ReadyAnswer {
    if (!(error instanceof Problem)) this.#options.log.error({ err: error, url }, 'request failed');
    const { status, body, headers } = dialect.errorAnswer(error, maxAgeSeconds);
    return ready(body, status, headers);
  }

  /**
   * Ends a response with 503 after the time budget of its request; running statements end at their own timeout. A shared
   * answer continues while another request waits for it.
   */
  async #withinBudget(
    { answer, context }: Pick<Making, 'answer' | 'context'>,
    left: RequestSignal,
  ): Promise<ReadyAnswer> {
    const { requestTimeout } = this.#options.settings;
    if (requestTimeout === 0) return answer;
    return withTimeout(answer, requestTimeout, () => {
      const isWaiting = this.#options.gate.isWaiting(context);
      left.abort();
      const detail = 'The time budget of the request ended';
      throw isWaiting ? new Overload(detail) : unavailable(detail);
    });
  }
}

const NOTHING = Buffer.alloc(0);
/** Header on the last page of a list: consensus time of the first stored block, if the network has older ones. */
const HISTORY_HEADER = 'tain-history-from';
/** Maximum age in seconds of a response that never changes. */
const YEAR_SECONDS = 31_536_000;

function readyAnswer(route: Route, answer: Answer): ReadyAnswer {
  const status = answer.status ?? 200;
  const isForEver = route.immutable && route.maxAgeSeconds >= YEAR_SECONDS;
  const headers = {
    'content-type': answer.contentType ?? route.dialect.contentType,
    'cache-control': `public, max-age=${answer.maxAgeSeconds ?? route.maxAgeSeconds}${isForEver ? ', immutable' : ''}`,
    ...(route.formOf === undefined ? {} : { vary: 'accept' }),
    ...(answer.next ? { link: `<${answer.next}>; rel="next"` } : {}),
    ...(answer.historyFrom === undefined
      ? {}
      : {
          [HISTORY_HEADER]: printTimestamp(answer.historyFrom),
          'access-control-expose-headers': HISTORY_HEADER,
        }),
  };
  const { chunks, isRefused = false } = answer;
  if (chunks !== undefined) return { status, headers, body: NOTHING, chunks, encoded: new Map(), isRefused };
  const made = ready(answer.body, status, headers);
  return isRefused ? { ...made, isRefused } : made;
}

/** Adds to a response the block that it shows. An immutable response is valid for the last block. */
function withBlock(answer: ReadyAnswer, block: ReportedBlock | null): ReadyAnswer {
  return block === null || answer.block?.consensusEnd === block.consensusEnd ? answer : { ...answer, block };
}
