import type { Order } from '../../../store/access/order.ts';
import type { NextLink } from '../next-link.ts';
import type {
  Parameter,
  ParameterTable,
  ParameterType,
  PathTable,
  PathValues,
  ValueContext,
  Values,
} from '../parameter.ts';
import type { ErrorAnswer, Problem } from '../problem.ts';
import type { RequestParameter } from '../query-string.ts';

/** Context of a request's parameters. */
export interface QueryContext extends ValueContext {
  /** The maximum number of values of one parameter. */
  readonly maxRepeated: number;
}

/** Declarations of a route's parameters. */
export interface DeclaredRequest<
  Table extends ParameterTable = ParameterTable,
  Path extends PathTable = PathTable,
> {
  readonly pathParameters: Path;
  readonly parameters: Table;
  /** Ledger dialects: whether the query is checked before the path's values are. */
  readonly queryFirst?: boolean;
  /** Ledger dialects: whether only the first wrong value of the path is reported. */
  readonly pathOneByOne?: boolean;
  /** Ledger dialects: called before values of the path and the query are checked. Throws `Problem`. */
  readonly checkGiven?: (given: readonly RequestParameter[]) => void;
  /**
   * Ledger dialects: checks a query whose single values are valid, before a path value that breaks a rule (or, with
   * `queryFirst`, any path value) is refused. Throws `Problem`.
   */
  readonly checkQuery?: (query: ReadQuery<Table>) => void;
}

/** A query whose values were read. */
export interface ReadQuery<Table extends ParameterTable = ParameterTable> {
  readonly values: Values<Table>;
  /** Parameters as given, in order, for `links.next`. */
  readonly given: readonly RequestParameter[];
  /** Decoded values of the path's parameters, by the names in the path. */
  readonly pathTexts: Readonly<Record<string, string>>;
}

/** A request's parameters as received. */
export interface UncheckedRequest {
  /** Decoded values of the path's parameters, by the names in the path. */
  readonly pathTexts: Readonly<Record<string, string>>;
  readonly given: readonly RequestParameter[];
  readonly query: QueryContext;
}

/** A request's parameters, checked. */
export interface CheckedRequest<
  Table extends ParameterTable = ParameterTable,
  Path extends PathTable = PathTable,
> {
  readonly pathValues: PathValues<Path>;
  readonly values: Values<Table>;
  /** Parameters as given, in order, for `links.next`. */
  readonly given: readonly RequestParameter[];
}

/** Parameter types that each dialect has, each in its own spelling. */
export interface ParameterTypes {
  readonly ENTITY: ParameterType<bigint>;
  /** Seconds and nanoseconds, in nanoseconds. */
  readonly TIMESTAMP: ParameterType<bigint>;
  readonly BOOLEAN: ParameterType<boolean>;
  /** One of several words, each with its value. */
  readonly oneOf: <Value>(words: Readonly<Record<string, Value>>) => ParameterType<Value>;
}

/**
 * Rules by which a part of the interface reads requests and writes answers. The parts of the public mirror's
 * interface were developed separately: they differ in spelling, order of checks, limits, error texts, headers and
 * links. Each dialect is one object with all of these. A route names its dialect; the server and the route makers
 * only call its methods, and never branch on the dialect.
 */
export interface Dialect {
  readonly types: ParameterTypes;
  /** The parameter `limit`. */
  readonly limit: Parameter<number, 'defaulted'>;
  /** The parameter `order`. */
  readonly order: (byDefault: Order) => Parameter<Order, 'defaulted'>;

  /** Parses a query string. `maxRepeated` is the server's setting. Throws `Problem` (400). */
  readonly readQueryString: (text: string, maxRepeated: number) => RequestParameter[];
  /** Checks path and query against the declarations of the route, in the dialect's order. Throws `Problem` (400). */
  readonly readRequest: <Table extends ParameterTable, Path extends PathTable>(
    declared: DeclaredRequest<Table, Path>,
    request: UncheckedRequest,
  ) => CheckedRequest<Table, Path>;
  /** Checks only the values of the path. Throws `Problem` (400). */
  readonly readPath: <Path extends PathTable>(path: Path, request: UncheckedRequest) => PathValues<Path>;

  /** Lookup of an account that a path names by its EVM address or alias. */
  readonly accountLookup: {
    /** Whether an alias also finds an account whose deletion is unknown. */
    readonly deletionMayBeUnknown: boolean;
    readonly notFound: (by: 'address' | 'alias') => Problem;
  };

  /** The relative link to the page after a full one, or null. */
  readonly nextLink: (page: NextLink) => string | null;
  /** Content type of JSON answers. */
  readonly contentType: string;

  /** 404 with its reason. */
  readonly notFound: (reason?: string) => Problem;
  /** Returns the answer for a thrown error. `maxAgeSeconds`: seconds for which the route's answers may be cached. */
  readonly errorAnswer: (error: unknown, maxAgeSeconds: number) => ErrorAnswer;
  /** Whether the fixed parts of a path may have letters of any case. */
  readonly anyCasePaths: boolean;
  /** The answer for a path that no route has. `path` is without its query. */
  readonly unknownPath: (path: string) => ErrorAnswer;
  /**
   * 405 for a method that a path does not have; `allow` lists those it has. Dialects without it answer such
   * requests as unknown paths.
   */
  readonly methodNotAllowed?: (method: string, allow: string) => Problem;
}
