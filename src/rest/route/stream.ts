import { earlier } from '@tain/ledger/timestamp';
import type { RetentionFamily } from '../../store/schema/kept-tables.ts';
import type { Sql } from '../../store/sql.ts';
import type { Fields } from '../answer/field.ts';
import type { Dialect, ReadQuery } from '../query/dialects/dialect.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import type { Schema } from '../query/json-schema.ts';
import {
  defaulted,
  type Filter,
  type ParameterTable,
  type PathTable,
  single,
  type Values,
} from '../query/parameter.ts';
import { rangeOf } from '../query/range.ts';
import { BEFORE_ALL_ROWS, CURSOR, type Position } from './cursor.ts';
import type { Page } from './page.ts';
import type { ApiContext, ApiRequest, Route } from './route.ts';

/** Rows of a list after a position, up to and including a time (nanoseconds). */
export interface Window {
  readonly after: Position;
  readonly upTo: bigint;
  readonly limit: number;
}

/** The rows of a window: their fields and their source. */
export interface WindowRows {
  readonly fields: Fields;
  readonly page: Page;
  /** Completes rows by further lookups before they are written. */
  readonly complete?: (rows: (string | null)[][]) => Promise<void>;
}

/** Range of a request's rows according to its filters. */
export interface Span {
  /**
   * Position up to which no row is requested; undefined when the filters have no lower bound, so that a stream begins
   * at the current end.
   */
  readonly after?: Position | undefined;
  /** Time after which no row is requested. */
  readonly to?: bigint | undefined;
}

type Request<Table extends ParameterTable, Path extends PathTable> = ApiRequest<Table, Path>;

/**
 * Names of the entities that a block's rows touch, read once for all streams, so that streams without a match need no
 * query.
 */
export interface Touched<Table extends ParameterTable, Path extends PathTable> {
  /** Kind of the names; lists with the same kind share one read. */
  readonly kind: string;
  /**
   * SELECT of the names touched by the rows of a time span, and, if `unfiltered` is defined, of the rows' times. The
   * span: after the first time, up to the second.
   */
  readonly select: (after: bigint, upTo: bigint) => Sql;
  /** Names, at least one of which each row of a request touches, in PostgreSQL's text form; undefined: any. */
  readonly names: (request: Request<Table, Path>) => readonly string[] | undefined;
  /**
   * Returns the request without the filter on these names, if its rows at the times of the names are exactly the
   * request's rows: then one read of a block serves all requests. Undefined otherwise.
   */
  readonly unfiltered?: (request: Request<Table, Path>) => Request<Table, Path> | undefined;
}

/** Declarations of a list that streams need in addition. */
export interface Followed<Table extends ParameterTable, Path extends PathTable> {
  /** Column of a row's consensus time. */
  readonly time: Sql;
  /** Column of its position, if several rows can have one time. */
  readonly ordinal?: Sql;
  /** Family of rows whose retention removes them. */
  readonly family: RetentionFamily;
  /** A number that increases with the time and by which a request may bound its rows. */
  readonly number?: { readonly parameter: string & keyof Table; readonly column: Sql };
  /** Range of a request, unless it is given by `timestamp` and the number. Throws `Problem`. */
  readonly span?: (request: Request<Table, Path>, context: ApiContext) => Promise<Span> | Span;
  /** Refuses queries, but not those that the list refuses only because they would take long. Throws `Problem`. */
  readonly checkQuery?: (query: ReadQuery<Table>) => void;
  /** Returns the values that select a window; by default its times are bounds of `timestamp`. */
  readonly within?: (values: Values<Table>, window: Window) => Values<Table>;
  readonly touched?: Touched<Table, Path>;
}

/** A stream as the server sees it. */
export interface StreamRoute
  extends Pick<
    Route,
    'dialect' | 'pathParameters' | 'parameters' | 'queryFirst' | 'tag' | 'summary' | 'description'
  > {
  readonly pathOneByOne?: boolean;
  readonly checkQuery?: NonNullable<Route['checkQuery']>;
  readonly resolve?: NonNullable<Route['resolve']>;
  /** `/api/v1/blocks/stream`. */
  readonly path: string;
  /** Name of the list, and its path, if it has one. */
  readonly items: string;
  readonly listPath?: string;
  /** Schema of an event. */
  readonly schema: Schema;
  readonly time: Sql;
  readonly ordinal: Sql | undefined;
  readonly number: { readonly parameter: string; readonly column: Sql } | undefined;
  readonly family: RetentionFamily;
  readonly touched: Touched<ParameterTable, PathTable> | undefined;
  readonly span: (request: ApiRequest, context: ApiContext) => Promise<Span>;
  /** Returns the rows of a window of a request. Throws `Problem`. */
  readonly rows: (request: ApiRequest, context: ApiContext, window: Window) => Promise<WindowRows>;
}

/** Declaration of a stream: by a list for its own stream, or for a stream without a list. */
export interface StreamDeclaration<Table extends ParameterTable, Path extends PathTable>
  extends Followed<Table, Path> {
  readonly path: string;
  readonly listPath?: string;
  readonly dialect: Dialect;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly items: string;
  readonly schema: Schema;
  readonly pathParameters: Path;
  /** Parameters of the list; `limit` and `order` are replaced by those of streams. */
  readonly parameters: Table;
  readonly pathOneByOne?: boolean;
  readonly resolve?: NonNullable<Route['resolve']>;
  readonly rows: (
    request: Request<Table, Path>,
    context: ApiContext,
    window: Window,
  ) => Promise<WindowRows> | WindowRows;
}

const { integer, oneOf } = LEDGER.types;

/** Parameters of every stream in addition to the filters of its list. */
const STREAM_PARAMETERS = {
  cursor: single(
    CURSOR,
    'Start of the stream: directly after the event with this id, or `now`. By default at the first row within the bounds of time or number, otherwise now. The header `Last-Event-ID` takes precedence.',
  ),
  limit: single(integer(1n), 'Ends the stream after this number of events.'),
  order: defaulted(oneOf({ asc: 'asc' as const }), 'asc', 'Order of events: always ascending.', {
    lowerCase: true,
  }),
};

/** Names of the parameters that are not filters. */
export const STREAM_PARAMETER_NAMES: readonly string[] = Object.keys(STREAM_PARAMETERS);

/** Makes a stream from its declaration. */
export function streamRoute<Table extends ParameterTable, Path extends PathTable>(
  declaration: StreamDeclaration<Table, Path>,
): StreamRoute {
  const { time, ordinal, family, number, touched, span, rows, checkQuery, ...rest } = declaration;
  const { within = withinTimes } = declaration;
  const { limit: _limit, order: _order, ...filters } = declaration.parameters as ParameterTable;
  // The cast is safe, because the server passes values that were parsed with these tables.
  const own = (request: ApiRequest) => request as unknown as Request<Table, Path>;
  return {
    ...rest,
    queryFirst: false,
    parameters: { ...filters, ...STREAM_PARAMETERS },
    time,
    ordinal,
    family,
    number,
    touched: touched as StreamRoute['touched'],
    ...(checkQuery && { checkQuery: checkQuery as NonNullable<Route['checkQuery']> }),
    async span(request, context) {
      if (span !== undefined) return span(own(request), context);
      return spanOfValues(request.values, number?.parameter);
    },
    async rows(request, context, window) {
      const { values } = own(request);
      const page = { ...within(values, window), limit: window.limit, order: 'asc' };
      return rows({ ...own(request), values: page }, context, window);
    },
  };
}

type TimeValues = { readonly timestamp?: readonly Filter<bigint>[] };

/** Adds the times of a window to the values as further bounds. */
function withinTimes<Table extends ParameterTable>(
  values: Values<Table>,
  { after, upTo }: Window,
): Values<Table> {
  const { timestamp = [] } = values as TimeValues;
  const bounds: Filter<bigint>[] = [
    { operator: 'gt', value: after.time },
    { operator: 'lte', value: upTo },
  ];
  return { ...values, timestamp: [...timestamp, ...bounds] };
}

/** Returns the range given by bounds of `timestamp`, and of a number that increases with it. */
export function spanOfValues(values: Readonly<Record<string, unknown>>, number?: string): Span {
  const times = rangeOf((values.timestamp ?? []) as readonly Filter<bigint>[]);
  const numbers =
    number === undefined ? undefined : rangeOf((values[number] ?? []) as readonly Filter<bigint>[]);
  // No row is left: the stream ends immediately.
  if (times.empty || numbers?.empty) return { after: BEFORE_ALL_ROWS, to: BEFORE_ALL_ROWS.time };
  const [first, last] = [times.equals?.at(0), times.equals?.at(-1)];
  const lower = first ?? times.lower;
  const numbered = numbers?.lower !== undefined || numbers?.equals !== undefined;
  const to = last === undefined ? times.upper : earlier(last, times.upper ?? last);
  return {
    ...(lower !== undefined ? { after: { time: lower - 1n } } : numbered ? { after: BEFORE_ALL_ROWS } : {}),
    ...(to === undefined ? {} : { to }),
  };
}

/** Returns the last requested value of the number; undefined without such a bound. */
export function lastNumber({ number }: StreamRoute, values: ApiRequest['values']): bigint | undefined {
  if (number === undefined) return undefined;
  const { equals, upper } = rangeOf((values[number.parameter] ?? []) as readonly Filter<bigint>[]);
  return equals?.at(-1) ?? upper;
}
