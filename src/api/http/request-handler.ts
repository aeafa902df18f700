import type { Logger } from 'pino';
import type { Sql } from '../../access/sql.ts';
import { isDistributed } from '../../db/connections/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type Departure, Leaving } from '../../kernel/departure.ts';
import { withTimeout } from '../../kernel/timeout.ts';
import type { DeclaredRequest, QueryContext, UncheckedRequest } from '../../query/dialects/dialect.ts';
import { Problem, unavailable } from '../../query/problem.ts';
import type { GivenParameter } from '../../query/query-string.ts';
import type { ReadServers } from '../../reads/servers/read-servers.ts';
import { type ReadyAnswer, ready, type ShownBlock } from '../answer/ready-answer.ts';
import type { ServerCapabilities } from '../route/capabilities.ts';
import type { ContractCaller } from '../route/contract-caller.ts';
import type { Answer, ApiContext, ApiRequest, Route } from '../route/route.ts';
import type { ApiSettings } from '../route/settings.ts';
import type { TransactionTracer } from '../route/transaction-tracer.ts';
import type { AnswerCache } from './answer-cache.ts';
import { askedBlock } from './asked-block.ts';
import { Overload } from './query-gate.ts';
import type { RequestProgress } from './request-progress.ts';
import type { Selector } from './select.ts';
import type { UserDirectory } from './users.ts';
import { answerAfter } from './waiting/answer-after.ts';
import { readWait, type Wait, wantedByPath } from './waiting/wait.ts';
import type { WaitingRoom } from './waiting/waiting-room.ts';

/** A request as it came over HTTP, without the framework. */
export interface HttpRequest {
  /** Path and query as they were sent. */
  readonly url: string;
  /** Decoded values of the path's parameters, by name. */
  readonly pathTexts: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly acceptEncoding: string | undefined;
  /** The header `Accept`. */
  readonly accept?: string | undefined;
  readonly body: Buffer | undefined;
  /** The block that the client has seen, as its header says it. */
  readonly block?: string | readonly string[] | undefined;
  /** The header `Prefer`. */
  readonly prefer?: string | undefined;
  /** Gives what is aborted when the client leaves; asked for where an answer takes time. */
  readonly leaving?: () => Departure;
}

export interface RequestHandlerOptions {
  readonly settings: ApiSettings;
  readonly clock: Clock;
  readonly selector: Selector;
  readonly servers: ReadServers;
  readonly users: UserDirectory;
  readonly waiting: WaitingRoom;
  readonly cache: AnswerCache | undefined;
  readonly log: Logger;
  readonly ingestProblem: () => string | null;
  readonly capabilities: () => ServerCapabilities;
  readonly callContract: ContractCaller | undefined;
  readonly traceTransaction: TransactionTracer | undefined;
}

/** What is asked for, whatever answers it. */
export type RequestedRoute = DeclaredRequest & Pick<Route, 'path' | 'dialect' | 'resolve'>;

/** Handles requests to routes: checks, cache, route, errors. Never throws. */
export class RequestHandler {
  readonly #options: RequestHandlerOptions;

  constructor(options: RequestHandlerOptions) {
    this.#options = options;
  }

  async handle(route: Route, http: HttpRequest, progress: RequestProgress): Promise<ReadyAnswer> {
    try {
      const asked = this.#begin(route, http, progress);
      if (http.block !== undefined) await this.#reach(http.block);
      const { wait } = asked;
      if (wait === undefined) return await this.#answer(asked, http.leaving, progress);
      return await this.#answerAfter(wait, asked, http, progress);
    } catch (error) {
      return this.#refuse(route, http, progress, error);
    }
  }

  /** Answers a request when what it waits for is visible, or its time is over. */
  async #answerAfter(
    wait: Wait,
    asked: AskedRequest,
    http: HttpRequest,
    progress: RequestProgress,
  ): Promise<ReadyAnswer> {
    const left = http.leaving?.();
    // It may be answered several times: each answer listens for itself whether the client leaves.
    const answer = async (): Promise<ReadyAnswer> => {
      const own = new Leaving();
      const leave = (): void => own.abort();
      if (left?.aborted) leave();
      left?.addEventListener('abort', leave);
      progress.refused = false;
      try {
        return await this.#answer(asked, () => own, progress);
      } catch (error) {
        return this.#refuse(asked.route, http, progress, error);
      } finally {
        left?.removeEventListener('abort', leave);
      }
    };
    // What is wrong is said at once.
    if (wait.wanted !== undefined && !asked.isRight()) return answer();
    const made = await answerAfter(this.#options.waiting, {
      wait,
      named: wantedByPath(http.pathTexts, asked.pathValues()),
      client: progress.client,
      left,
      answer,
    });
    progress.waited = made.waited;
    return made.answer;
  }

  /** An answer from the cache, or one that is made within the request's time. */
  async #answer(
    { route, key, make }: AskedRequest,
    leaving: (() => Departure | undefined) | undefined,
    progress: RequestProgress,
  ): Promise<ReadyAnswer> {
    const { cache, servers } = this.#options;
    if (cache === undefined || key === null) {
      const left = leaving?.();
      left?.addEventListener('abort', () => this.#abandon(progress), { once: true });
      const made = make(left);
      return await (route.limitsItself === true ? made : this.#withinBudget(made, progress));
    }
    const isImmutable = ({ status }: ReadyAnswer) => route.immutable && status === 200;
    // A cached answer takes no time: a timer for it would cost as much as the answer.
    const cached = cache.get(key);
    if (cached !== undefined) return withBlock(cached, servers.visible);
    const isCurrent = ({ block }: ReadyAnswer) =>
      block !== undefined && block.consensusEnd === servers.visible?.consensusEnd;
    const left = leaving?.();
    left?.addEventListener(
      'abort',
      () => {
        progress.left = true;
      },
      { once: true },
    );
    const asking = { left, onAbandoned: () => this.#abandon(progress) };
    const made = cache.answer(key, isImmutable, () => make(left), isCurrent, asking);
    return await this.#withinBudget(made, progress);
  }

  /** The answer to a request that failed. */
  #refuse(route: Route, http: HttpRequest, progress: RequestProgress, error: unknown): ReadyAnswer {
    progress.refused = error instanceof Overload;
    // It may be the failure of an identical request, which says nothing here of what it saw.
    const block = progress.reading.lastBlock ?? this.#options.servers.visible;
    return withBlock(this.failure(route, http.url, error), block);
  }

  /**
   * Reads what the parameters of a request mean, without answering it. Throws `Problem`; `failure` is the answer to that.
   */
  async readRequest(
    declared: RequestedRoute,
    http: HttpRequest,
    progress: RequestProgress,
  ): Promise<ApiRequest> {
    if (http.block !== undefined) await this.#reach(http.block);
    const received = this.#receive(declared, http, progress);
    return this.read(declared.path, progress, (context) => this.#checked(declared, received, context));
  }

  /** Does what reads the database, on one server; `progress` says afterwards what was seen. Throws `Problem`. */
  read<T>(path: string, progress: RequestProgress, work: (context: ApiContext) => Promise<T>): Promise<T> {
    const context = this.#context(path, undefined, progress);
    return this.#options.selector.read(progress, () => work(context));
  }

  /** Nobody waits for the answer of this request: what it has not begun to read is not read. */
  #abandon(progress: RequestProgress): void {
    progress.left = true;
    this.#options.selector.giveUp(progress);
  }

  /** Makes the block visible that a client has seen. Throws `Problem` where it is not here (503) or no block (400). */
  async #reach(header: NonNullable<HttpRequest['block']>): Promise<void> {
    const number = askedBlock(header);
    if (number === undefined || (await this.#options.servers.reach(number))) return;
    throw unavailable(`Block ${number} is not here yet`);
  }

  /** The answer to what a route threw. Errors of ours are logged. */
  failure({ dialect, maxAge }: Pick<Route, 'dialect' | 'maxAge'>, url: string, error: unknown): ReadyAnswer {
    if (!(error instanceof Problem)) this.#options.log.error({ err: error, url }, 'request failed');
    const { status, body, headers } = dialect.errorAnswer(error, maxAge);
    return ready(body, status, headers);
  }

  /** Reads a request as far as the key of its answer in the cache (null: not cached). Throws `Problem`. */
  #begin(route: Route, http: HttpRequest, progress: RequestProgress): AskedRequest {
    const asked = this.#receive(route, http, progress);
    const { path, query } = asked;
    const { given, wait } = readWait(route, asked.given, http.prefer, this.#options.settings);
    const form = route.formOf?.(http.accept);
    const received = { ...asked, given, form };
    const make = async (left: Departure | undefined) => {
      progress.made = true;
      const context = this.#context(route.path, route.cached ? undefined : left, progress);
      route.checkBody?.({ body: http.body, contentType: http.contentType });
      const answer = await this.#options.selector.read(progress, async () => {
        const request = await this.#checked(route, received, context);
        return route.answer(request, context);
      });
      progress.refused = answer.isRefused ?? false;
      if (answer.isExecuted) progress.queried = true;
      const { lastBlock } = progress.reading;
      // What was not executed shows no state.
      const shown = answer.isExecuted === false ? this.#options.servers.visible : null;
      return withBlock(this.#ready(route, answer), answer.block ?? lastBlock ?? shown);
    };
    const keeps = route.cached && route.method === 'GET' && !progress.reserved;
    const key = keeps ? cacheKey(path, given, query.maxLimit, form) : null;
    return {
      route,
      key,
      wait,
      isRight: () => isRight(route, { pathTexts: http.pathTexts, given, query }),
      pathValues: () => pathValues(route, { pathTexts: http.pathTexts, given, query }),
      make,
    };
  }

  /** A request with its user's limits and its query string read. Throws `Problem`. */
  #receive({ dialect }: RequestedRoute, http: HttpRequest, { client }: RequestProgress): ReceivedRequest {
    const { settings, users } = this.#options;
    const user = users.find(http.authorization, client);
    const mark = http.url.indexOf('?');
    const path = withoutTrailingSlash(mark < 0 ? http.url : http.url.slice(0, mark));
    const given = dialect.readQueryString(
      mark < 0 ? '' : http.url.slice(mark + 1),
      settings.maxRepeatedParameters,
    );
    const query: QueryContext = {
      shard: settings.shard,
      realm: settings.realm,
      defaultLimit: settings.limitDefault,
      maxLimit: user?.limit ?? settings.limitMax,
      maxRepeated: settings.maxRepeatedParameters,
    };
    return { ...http, path, given, query };
  }

  /** The checked request. What its path names is looked up before an error of its query is reported. */
  async #checked(route: RequestedRoute, request: ReceivedRequest, context: ApiContext): Promise<ApiRequest> {
    try {
      const { path, query, body, contentType, acceptEncoding, form } = request;
      const values = route.dialect.readRequest(route, request);
      return { path, query, body, contentType, acceptEncoding, form, ...values };
    } catch (error) {
      await route.resolve?.(route.dialect.readPath(route.pathParameters, request), context);
      throw error;
    }
  }

  /** Whether the tables lie on several servers. */
  get #isDistributed(): boolean {
    return isDistributed(this.#options.servers.primary.database.target);
  }

  #context(path: string, left: Departure | undefined, progress: RequestProgress): ApiContext {
    const { selector, settings, clock, ingestProblem, capabilities, callContract, traceTransaction } =
      this.#options;
    const since = () => {
      const block = this.#options.servers.visible;
      return { since: block?.consensusEnd, sinceBlock: block?.number };
    };
    const selectAs = (kind: 'any' | 'look-up') => (statement: Sql) => {
      progress.queried = true;
      return selector.select(path, statement, progress, kind);
    };
    return {
      select: selectAs('any'),
      // The service's own requests wait for nobody.
      lookUp: selectAs(progress.reserved ? 'any' : 'look-up'),
      isDistributed: this.#isDistributed,
      settings,
      clock,
      ingestProblem,
      capabilities,
      callContract: callContract && ((call) => callContract({ ...call, ...since() })),
      traceTransaction: traceTransaction && ((trace) => traceTransaction({ ...trace, ...since() })),
      client: progress.client,
      left,
    };
  }

  #ready(route: Route, answer: Answer): ReadyAnswer {
    const status = answer.status ?? 200;
    const isForEver = route.immutable && route.maxAge >= YEAR;
    const headers = {
      'content-type': answer.contentType ?? route.dialect.contentType,
      'cache-control': `public, max-age=${answer.maxAge ?? route.maxAge}${isForEver ? ', immutable' : ''}`,
      ...(route.formOf === undefined ? {} : { vary: 'accept' }),
      ...(answer.next ? { link: `<${answer.next}>; rel="next"` } : {}),
    };
    if (answer.pieces === undefined) return ready(answer.body, status, headers);
    return { status, headers, body: NOTHING, pieces: answer.pieces, encoded: new Map() };
  }

  /** Gives up after the request's time; what still runs ends by the statement's own time. */
  async #withinBudget(work: Promise<ReadyAnswer>, progress: RequestProgress): Promise<ReadyAnswer> {
    const { requestTimeout } = this.#options.settings;
    if (requestTimeout === 0) return work;
    return withTimeout(work, requestTimeout, () => {
      const { waiting } = progress;
      this.#options.selector.giveUp(progress);
      const detail = 'The time budget of the request ended';
      throw waiting > 0 ? new Overload(detail) : unavailable(detail);
    });
  }
}

const NOTHING = Buffer.alloc(0);
/** Seconds: what is kept so long is never asked for again. */
const YEAR = 31_536_000;

/** A request whose query string was read. */
interface AskedRequest {
  readonly route: Route;
  /** The key of its answer in the cache; null: not cached. */
  readonly key: string | null;
  readonly wait: Wait | undefined;
  /** Whether its parameters are right. */
  readonly isRight: () => boolean;
  /** What its path means; empty where that is wrong. */
  readonly pathValues: () => Readonly<Record<string, unknown>>;
  readonly make: (left: Departure | undefined) => Promise<ReadyAnswer>;
}

function isRight(route: Route, request: UncheckedRequest): boolean {
  try {
    route.dialect.readRequest(route, request);
    return true;
  } catch {
    return false;
  }
}

function pathValues(route: Route, request: UncheckedRequest): Readonly<Record<string, unknown>> {
  try {
    return route.dialect.readPath(route.pathParameters, request);
  } catch {
    return {};
  }
}

/** An answer that says of which block it is. One that never changes is always of the last one. */
function withBlock(answer: ReadyAnswer, block: ShownBlock | null): ReadyAnswer {
  return block === null || answer.block?.consensusEnd === block.consensusEnd ? answer : { ...answer, block };
}

/** One text for all spellings of a request that have the same answer. */
function cacheKey(
  path: string,
  given: readonly GivenParameter[],
  maxLimit: number,
  form: string | undefined,
): string {
  const query = given.map(({ name, values, list, nested }) => [name, values, list, nested] as const);
  const asked = `${maxLimit} ${path} ${query.length === 0 ? '' : JSON.stringify(query)}`;
  return form === undefined ? asked : `${asked} ${form}`;
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

interface ReceivedRequest extends HttpRequest, UncheckedRequest {
  /** Without a trailing slash. */
  readonly path: string;
  /** As in `ApiRequest`. */
  readonly form?: string | undefined;
}
