import type { Select } from '../../db/connections/select.ts';
import type { AbortSignalLike } from '../../kernel/abort-signal.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Dialect, QueryContext, ReadQuery } from '../../query/dialects/dialect.ts';
import type { Schema } from '../../query/json-schema.ts';
import type { ParameterTable, Values } from '../../query/parameter.ts';
import type { PathParameter, PathTable, PathValues } from '../../query/path-parameter.ts';
import type { GivenParameter } from '../../query/query-string.ts';
import type { ShownBlock } from '../answer/ready-answer.ts';
import type { ServerCapabilities } from './capabilities.ts';
import type { ContractCaller } from './contract-caller.ts';
import { type Repeatable, repeatable } from './repeatable.ts';
import { explainMissing } from './require-kept.ts';
import type { ApiSettings } from './settings.ts';
import type { TransactionTracer } from './transaction-tracer.ts';

/** Context of one attempt of one request: the server's side of a response. */
export interface ApiContext {
  /** Runs one SELECT; rows are arrays of PostgreSQL's text, made for the caller alone. */
  readonly select: Select;
  /**
   * The same for a statement that finds a row or few by their key, and so takes hardly longer than its way: those of one
   * moment go out together, on one connection.
   */
  readonly lookUp: Select;
  readonly settings: ApiSettings;
  readonly clock: Clock;
  /** Why ingest waits, if it does, for the one route that reports it. */
  readonly ingestProblem: () => string | null;
  /** What the program that runs the server says of itself. */
  readonly capabilities: () => ServerCapabilities;
  /** Executes calls of contracts; undefined where nothing does. */
  readonly callContract: ContractCaller | undefined;
  /** Traces recorded transactions; undefined where nothing does. */
  readonly traceTransaction: TransactionTracer | undefined;
  /** Address of the client, as `ownerOf` identifies it. */
  readonly client: string;
  /** Aborted when no client waits for the response. */
  readonly signal: AbortSignalLike;
}

/** A checked request. */
export interface ApiRequest<
  Table extends ParameterTable = ParameterTable,
  Path extends PathTable = PathTable,
> {
  /** As requested, without a trailing slash: what `links.next` begins with. */
  readonly path: string;
  readonly pathValues: PathValues<Path>;
  readonly values: Values<Table>;
  readonly given: readonly GivenParameter[];
  readonly query: QueryContext;
  /** POST alone. */
  readonly body: Buffer | undefined;
  readonly contentType: string | undefined;
  readonly acceptEncoding: string | undefined;
  /** What the route's `formOf` made of the header `Accept`; undefined where it has none. */
  readonly form: string | undefined;
}

export interface Answer {
  readonly body: string | Buffer;
  /** The answer as it comes, in place of `body`: too long to be kept. Ends with an error where it broke off. */
  readonly pieces?: AsyncIterable<Uint8Array>;
  /** 200 unless said. */
  readonly status?: number;
  /** `application/json; charset=utf-8` unless said. */
  readonly contentType?: string;
  /** Seconds, where it is not the route's own. */
  readonly maxAge?: number;
  /** The page that follows, for the `Link` header. */
  readonly next?: string | null;
  /** Start of a history that begins in the middle of the network's, in nanoseconds, where a list ends for that reason. */
  readonly historyFrom?: bigint | undefined;
  /** It was refused because too much is asked at once. */
  readonly isRefused?: boolean;
  /** The ledger was read by other means than `select`. */
  readonly isExecuted?: boolean;
  /** The last block of the ledger then. */
  readonly block?: ShownBlock | undefined;
}

/** What the body of a POST is, for the interface description. */
export interface RequestBody {
  readonly description: string;
  readonly contentTypes: readonly string[];
  readonly schema: Schema;
  /** Bodies to begin with, by name. */
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
}

/** A route as the server sees it. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** `/api/v1/blocks/{hashOrNumber}`. */
  readonly path: string;
  readonly dialect: Dialect;
  /** Seconds for which clients and proxies may keep an answer. */
  readonly maxAge: number;
  /** What executes it limits its time; the time budget of requests does not hold. */
  readonly limitsItself?: boolean;
  /** False where an answer depends on more than the request and the last block. */
  readonly cached: boolean;
  /** True where an answer with status 200 can never change. */
  readonly immutable: boolean;
  /** Which form of its answer the header `Accept` asks for; answers are kept, and vary, by that. */
  readonly formOf?: (accept: string | undefined) => string;
  /** Media types of further forms of an answer, by name, for the interface description. */
  readonly forms?: Readonly<Record<string, Schema>>;
  /** What else is refused than requests that are wrong, by status, for the interface description. */
  readonly refusals?: Readonly<Record<number, string>>;
  /** The public mirror node has nothing like it. */
  readonly isExtension?: boolean;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly pathParameters: PathTable;
  readonly parameters: ParameterTable;
  /** Whether the query is checked before the path's values are. */
  readonly queryFirst: boolean;
  /** Whether only the first wrong value of the path is reported. */
  readonly pathOneByOne?: boolean;
  /** What is refused before values of the path and the query are looked at. Throws `Problem`. */
  readonly checkGiven?: (given: readonly GivenParameter[]) => void;
  /** What is refused of a query before values of the path that break a rule are. Throws `Problem`. */
  readonly checkQuery?: (query: ReadQuery) => void;
  /** POST alone: what is refused of a body before the parameters are looked at. Throws `Problem`. */
  readonly checkBody?: (request: Pick<ApiRequest, 'body' | 'contentType'>) => void;
  /**
   * Looks up what the path names where that comes before the query's errors: called when the query is
   * wrong. Throws `Problem` (404) if there is no such thing.
   */
  readonly resolve?: (pathValues: Readonly<Record<string, unknown>>, context: ApiContext) => Promise<unknown>;
  readonly answers: Readonly<Record<number, Schema>>;
  readonly requestBody?: RequestBody;
  /** Of an answer as plain text, where a parameter requests it. */
  readonly plainText?: Schema;
  readonly answer: Repeatable<(request: ApiRequest, context: ApiContext) => Promise<Answer>>;
}

/** A route as its resource declares it. */
export interface RouteDeclaration<Table extends ParameterTable, Path extends PathTable> {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly dialect: Dialect;
  readonly maxAge: number;
  readonly limitsItself?: boolean;
  readonly cached?: boolean;
  readonly immutable?: boolean;
  readonly formOf?: NonNullable<Route['formOf']>;
  readonly forms?: NonNullable<Route['forms']>;
  readonly refusals?: NonNullable<Route['refusals']>;
  readonly isExtension?: boolean;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly pathParameters?: Path;
  readonly parameters: Table;
  readonly queryFirst?: boolean;
  readonly resolve?: (pathValues: PathValues<Path>, context: ApiContext) => Promise<unknown>;
  readonly schema: Schema;
  readonly pathOneByOne?: boolean;
  readonly checkGiven?: NonNullable<Route['checkGiven']>;
  readonly checkQuery?: (query: ReadQuery<Table>) => void;
  readonly checkBody?: NonNullable<Route['checkBody']>;
  readonly requestBody?: RequestBody;
  readonly plainText?: Schema;
  /** Further statuses with a body of their own, such as 206. */
  readonly furtherAnswers?: Readonly<Record<number, Schema>>;
  /** May run twice for one request, as `Repeatable` says. */
  readonly answer: (request: ApiRequest<Table, Path>, context: ApiContext) => Promise<Answer>;
}

/** Makes a route from its declaration. */
export function route<Table extends ParameterTable, Path extends PathTable = Record<never, PathParameter>>(
  declaration: RouteDeclaration<Table, Path>,
): Route {
  const { schema, furtherAnswers, answer, resolve, checkQuery, ...rest } = declaration;
  return {
    method: 'GET',
    cached: true,
    immutable: false,
    queryFirst: false,
    ...rest,
    pathParameters: declaration.pathParameters ?? {},
    answers: { 200: schema, ...furtherAnswers },
    // The server hands over values read from these very tables.
    answer: repeatable(explained(answer as (request: ApiRequest, context: ApiContext) => Promise<Answer>)),
    ...(checkQuery === undefined ? {} : { checkQuery: checkQuery as NonNullable<Route['checkQuery']> }),
    ...(resolve === undefined ? {} : { resolve: explained(resolve as NonNullable<Route['resolve']>) }),
  };
}

/** The same function, whose 404s say where the history begins if that is in the middle of the network's. */
function explained<Request, Result>(
  find: (request: Request, context: ApiContext) => Promise<Result>,
): (request: Request, context: ApiContext) => Promise<Result> {
  return async (request, context) => {
    try {
      return await find(request, context);
    } catch (error) {
      throw await explainMissing(context, error);
    }
  };
}
