import type { CallContract, ReportedBlock, TraceTransaction } from '../../calls/contract-call.ts';
import type { AbortSignalLike } from '../../kernel/abort-signal.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Select } from '../../store/connections/select.ts';
import type { Dialect, QueryContext, ReadQuery } from '../query/dialects/dialect.ts';
import type { Schema } from '../query/json-schema.ts';
import type { ParameterTable, PathParameter, PathTable, PathValues, Values } from '../query/parameter.ts';
import type { RequestParameter } from '../query/query-string.ts';
import { explainMissing } from './require-retained.ts';
import type { ApiSettings } from './settings.ts';
import type { SharedReads } from './shared-reads.ts';

/** Optional features of a server, by their name in the answer. */
export const FEATURES = {
  contract_calls: 'Calls of contracts: `POST /contracts/call`.',
  opcode_traces:
    'Traces of a transaction: `/contracts/results/{transactionIdOrHash}/opcodes` and `…/prestate`.',
  event_streams:
    'Streams of blocks, transactions, results, logs, messages and transfers that a client follows: `…/stream`.',
  proofs: 'Proofs that clients check themselves: `…/proof`.',
  grpc: 'The gRPC interface: topics and nodes.',
  token_holders: 'An index by which `/tokens/{tokenId}/holders` reads little more than it returns.',
  token_search: 'Indexes by which `/tokens/search` reads little more than it returns.',
  memo_search: 'Indexes by which `/topics/search` and `/contracts/search` read little more than they return.',
  token_transfers: 'Indexes by which `/tokens/{tokenId}/transfers` reads little more than it returns.',
  account_transfers:
    'Indexes by which `/accounts/{idOrAliasOrEvmAddress}/transfers` reads little more than it returns.',
  csv: 'Lists as CSV: `Accept: text/csv`.',
} as const;

export type Feature = keyof typeof FEATURES;

/** Features of the database, which the program does not report. */
export type DatabaseFeature =
  | 'token_holders'
  | 'token_search'
  | 'memo_search'
  | 'token_transfers'
  | 'account_transfers';

/** Features of every server, which the program does not report, either. */
type OwnFeature = 'csv';

/** Capabilities that the program reports for its server. */
export interface ServerCapabilities {
  /** Roles of the process: `api`, `ingest`, `status`… */
  readonly roles: readonly string[];
  /** Available features; features without an entry are missing. */
  readonly features: Readonly<Partial<Record<Exclude<Feature, DatabaseFeature | OwnFeature>, boolean>>>;
}

declare const REPEATABLE: unique symbol;

/**
 * A task that may run twice: again on the primary when a replica fails, and again when a block was committed between
 * its statements. So it has no effect but its result, and reads only its arguments.
 */
export type Repeatable<Task> = Task & { readonly [REPEATABLE]: true };

/** Declares that a task may run twice. */
export function repeatable<Args extends readonly unknown[], Result>(
  task: (...args: Args) => Result,
): Repeatable<(...args: Args) => Result> {
  return task as Repeatable<typeof task>;
}

/** Context of one attempt of one request: the server's side of a response. */
export interface ApiContext {
  /** Runs one SELECT; rows are arrays of PostgreSQL's text, made for the caller alone. */
  readonly select: Select;
  /**
   * Runs a SELECT that finds a row or few by their key, and so takes hardly longer than the round trip: concurrent
   * ones are sent together, on one connection.
   */
  readonly lookup: Select;
  /** Reads whose results all requests share. */
  readonly shared: SharedReads;
  readonly settings: ApiSettings;
  readonly clock: Clock;
  /** Returns why the ingest waits, or null; for the one route that reports it. */
  readonly ingestProblem: () => string | null;
  /** Returns the capabilities that the program reports for the server. */
  readonly capabilities: () => ServerCapabilities;
  /** Executes calls of contracts; undefined if no service does. */
  readonly callContract: CallContract | undefined;
  /** Traces recorded transactions; undefined if no service does. */
  readonly traceTransaction: TraceTransaction | undefined;
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
  /** Path of the request without a trailing slash, with which `links.next` begins. */
  readonly path: string;
  readonly pathValues: PathValues<Path>;
  readonly values: Values<Table>;
  readonly given: readonly RequestParameter[];
  readonly query: QueryContext;
  /** Body of a POST. */
  readonly body: Buffer | undefined;
  readonly contentType: string | undefined;
  readonly acceptEncoding: string | undefined;
  /** Result of the route's `formOf` for the header `Accept`; undefined if the route has none. */
  readonly form: string | undefined;
}

export interface Answer {
  readonly body: string | Buffer;
  /** Body in chunks, instead of `body`, if it is too long to be cached. Ends with an error if it was interrupted. */
  readonly chunks?: AsyncIterable<Uint8Array>;
  /** Status; default 200. */
  readonly status?: number;
  /** Content type; default `application/json; charset=utf-8`. */
  readonly contentType?: string;
  /** Maximum age in seconds; default: the route's own. */
  readonly maxAgeSeconds?: number;
  /** Path and query of the next page, for the `Link` header. */
  readonly next?: string | null;
  /** Start of a history that begins in the middle of the network's, in nanoseconds, if the list ends for that reason. */
  readonly historyFrom?: bigint | undefined;
  /** Whether the request was refused because of overload. */
  readonly isRefused?: boolean;
  /** Whether the ledger was read other than by `select`. */
  readonly isExecuted?: boolean;
  /** The last block of the ledger, if the ledger was read other than by `select`. */
  readonly block?: ReportedBlock | undefined;
}

/** Description of the body of a POST, for the interface description. */
export interface RequestBody {
  readonly description: string;
  readonly contentTypes: readonly string[];
  readonly schema: Schema;
  /** Example bodies by name. */
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
}

/** One page of a list as CSV. */
export interface CsvPage {
  readonly lines: string;
  readonly count: number;
  /** Path and query of the next page. */
  readonly next: string | null;
}

/** A list as CSV. */
export interface CsvForm {
  /** Name of the file. */
  readonly file: string;
  readonly columns: readonly string[];
  /** Reads the page of a request, like `answer`. */
  readonly page: Repeatable<(request: ApiRequest, context: ApiContext) => Promise<CsvPage>>;
}

/** A route as the server sees it. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** `/api/v1/blocks/{hashOrNumber}`. */
  readonly path: string;
  readonly dialect: Dialect;
  /** Maximum age of an answer in caches, in seconds. */
  readonly maxAgeSeconds: number;
  /** Whether the executing service limits the time, so that the time budget of requests does not apply. */
  readonly limitsItself?: boolean;
  /** False if an answer depends on more than the request and the last block. */
  readonly cached: boolean;
  /** Whether an answer with status 200 is immutable. */
  readonly immutable: boolean;
  /** Returns the form of the answer for a header `Accept`; caches distinguish answers by it. */
  readonly formOf?: (accept: string | undefined) => string;
  /** Media types of further forms of an answer, by name, for the interface description. */
  readonly forms?: Readonly<Record<string, Schema>>;
  /** The list as CSV, which is the answer's form `csv`; undefined if it has none. */
  readonly csv?: CsvForm;
  /** Descriptions of refusals other than invalid requests, by status, for the interface description. */
  readonly refusals?: Readonly<Record<number, string>>;
  /** Whether the public mirror node lacks the route. */
  readonly isExtension?: boolean;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly pathParameters: PathTable;
  readonly parameters: ParameterTable;
  /** Whether the query is checked before the path's values. */
  readonly queryFirst: boolean;
  /** Whether only the first wrong value of the path is reported. */
  readonly pathOneByOne?: boolean;
  /** Refuses requests before the values of the path and the query are checked. Throws `Problem`. */
  readonly checkGiven?: (given: readonly RequestParameter[]) => void;
  /** Refuses queries before broken rules of the path's values are reported. Throws `Problem`. */
  readonly checkQuery?: (query: ReadQuery) => void;
  /** Refuses bodies of a POST before the parameters are checked. Throws `Problem`. */
  readonly checkBody?: (request: Pick<ApiRequest, 'body' | 'contentType'>) => void;
  /**
   * Looks up the entity that the path names, if a missing one is reported before the query's errors: called when the
   * query is invalid. Throws `Problem` (404).
   */
  readonly resolve?: (pathValues: Readonly<Record<string, unknown>>, context: ApiContext) => Promise<unknown>;
  readonly answers: Readonly<Record<number, Schema>>;
  readonly requestBody?: RequestBody;
  /** Schema of an answer as plain text, if a parameter can request it. */
  readonly plainText?: Schema;
  readonly answer: Repeatable<(request: ApiRequest, context: ApiContext) => Promise<Answer>>;
}

/** A route as its resource declares it. */
export interface RouteDeclaration<Table extends ParameterTable, Path extends PathTable> {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly dialect: Dialect;
  readonly maxAgeSeconds: number;
  readonly limitsItself?: boolean;
  readonly cached?: boolean;
  readonly immutable?: boolean;
  readonly formOf?: NonNullable<Route['formOf']>;
  readonly forms?: NonNullable<Route['forms']>;
  readonly csv?: CsvForm;
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
  /** Further statuses with their own body, such as 206. */
  readonly furtherAnswers?: Readonly<Record<number, Schema>>;
  /** Answers a request. May run twice for one request (see `Repeatable`). */
  readonly answer: (request: ApiRequest<Table, Path>, context: ApiContext) => Promise<Answer>;
}

/** Makes a route from its declaration. */
export function route<Table extends ParameterTable, Path extends PathTable = Record<never, PathParameter>>(
  declaration: RouteDeclaration<Table, Path>,
): Route {
  const { schema, furtherAnswers, answer, resolve, checkQuery, csv, ...rest } = declaration;
  return {
    method: 'GET',
    cached: true,
    immutable: false,
    queryFirst: false,
    ...rest,
    pathParameters: declaration.pathParameters ?? {},
    answers: { 200: schema, ...furtherAnswers },
    // The cast is safe, because the server passes values that were parsed with these tables.
    answer: repeatable(explained(answer as (request: ApiRequest, context: ApiContext) => Promise<Answer>)),
    ...(csv === undefined ? {} : { csv: { ...csv, page: repeatable(explained(csv.page)) } }),
    ...(checkQuery === undefined ? {} : { checkQuery: checkQuery as NonNullable<Route['checkQuery']> }),
    ...(resolve === undefined ? {} : { resolve: explained(resolve as NonNullable<Route['resolve']>) }),
  };
}

/**
 * Wraps a function so that its 404s name the start of the history, if that is in the middle of the network's history.
 */
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
