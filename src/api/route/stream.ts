import type { Sql } from '../../access/sql.ts';
import { earlier } from '../../kernel/timestamp.ts';
import type { Dialect, ReadQuery } from '../../query/dialects/dialect.ts';
import { LEDGER } from '../../query/dialects/ledger.ts';
import type { Schema } from '../../query/json-schema.ts';
import type { Filter } from '../../query/operator.ts';
import { defaulted, type ParameterTable, single, type Values } from '../../query/parameter.ts';
import type { PathTable } from '../../query/path-parameter.ts';
import { rangeOf } from '../../query/range.ts';
import type { KeptFamily } from '../../schema/kept-tables.ts';
import type { Fields } from '../answer/field.ts';
import { BEGINNING, CURSOR, type Position } from './cursor.ts';
import type { Page } from './page.ts';
import type { ApiContext, ApiRequest, Route } from './route.ts';

/** Rows of a list behind a position, up to a time and with it (nanoseconds). */
export interface Window {
  readonly after: Position;
  readonly upTo: bigint;
  readonly limit: number;
}

/** The rows of a window: what is selected of them, and where they are. */
export interface WindowRows {
  readonly fields: Fields;
  readonly page: Page;
  /** Changes rows by further look-ups before they are written. */
  readonly complete?: (rows: (string | null)[][]) => Promise<void>;
}

/** What a request's own filters say of where its rows are. */
export interface Span {
  /** No row up to here is wanted; undefined: nothing is said, so that a stream begins at the present end. */
  readonly after?: Position | undefined;
  /** No row of a later time is wanted. */
  readonly to?: bigint | undefined;
}

type Request<Table extends ParameterTable, Path extends PathTable> = ApiRequest<Table, Path>;

/** What rows have to do with, read once for all streams, so that what cannot match is not asked for. */
export interface Touched<Table extends ParameterTable, Path extends PathTable> {
  /** Its name: what two lists call the same they read once. */
  readonly kind: string;
  /**
   * SELECT of what rows of a span of times have to do with, and, where `rest` is given, of their times. The span: after the
   * first, up to the second.
   */
  readonly select: (after: bigint, upTo: bigint) => Sql;
  /** Rows of a request have to do with one of these, as PostgreSQL writes them; undefined: with any. */
  readonly wanted: (request: Request<Table, Path>) => readonly string[] | undefined;
  /**
   * A request without what is wanted, where its rows at the times of what is wanted are those of the request: so one read
   * of a block does for all requests. Undefined where they are others.
   */
  readonly rest?: (request: Request<Table, Path>) => Request<Table, Path> | undefined;
}

/** What a list declares beside its own, to be followed as a stream. */
export interface Followed<Table extends ParameterTable, Path extends PathTable> {
  /** Column of a row's consensus time. */
  readonly time: Sql;
  /** Column of its place, where several rows can have one time. */
  readonly place?: Sql;
  /** Whose retention removes the rows. */
  readonly family: KeptFamily;
  /** A number that grows with the time, by which a request may bound its rows. */
  readonly number?: { readonly parameter: string & keyof Table; readonly column: Sql };
  /** Where it is not said by `timestamp` and the number. Throws `Problem`. */
  readonly span?: (request: Request<Table, Path>, context: ApiContext) => Promise<Span> | Span;
  /** What is refused of a query: not what the list refuses only because it would take long. Throws `Problem`. */
  readonly checkQuery?: (query: ReadQuery<Table>) => void;
  /** The values that ask for a window; by default its times are bounds of `timestamp`. */
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
  /** Name of the list, and the path that has it, if any. */
  readonly items: string;
  readonly listPath?: string;
  /** Of an event. */
  readonly schema: Schema;
  readonly time: Sql;
  readonly place: Sql | undefined;
  readonly number: { readonly parameter: string; readonly column: Sql } | undefined;
  readonly family: KeptFamily;
  readonly touched: Touched<ParameterTable, PathTable> | undefined;
  readonly span: (request: ApiRequest, context: ApiContext) => Promise<Span>;
  /** The rows of a window that a request asks for. Throws `Problem`. */
  readonly rows: (request: ApiRequest, context: ApiContext, window: Window) => Promise<WindowRows>;
}

/** What a stream is declared with: by a list for its own, or where there is no such list. */
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
  /** Those of the list; `limit` and `order` are replaced by those of streams. */
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

/** What every stream takes beside the filters of its list. */
const STREAM_PARAMETERS = {
  cursor: single(
    CURSOR,
    'Where to begin: right behind the event that had this id, or `now`. By default at the first row that bounds of time or number leave, else now. The header `Last-Event-ID` counts before it.',
  ),
  limit: single(integer(1n), 'Ends the stream after so many events.'),
  order: defaulted(oneOf({ asc: 'asc' as const }), 'asc', 'Events come in ascending order alone.', {
    lowerCase: true,
  }),
};

/** Names of the parameters that are no filters. */
export const STREAM_PARAMETER_NAMES: readonly string[] = Object.keys(STREAM_PARAMETERS);

/** Makes a stream from its declaration. */
export function streamRoute<Table extends ParameterTable, Path extends PathTable>(
  declaration: StreamDeclaration<Table, Path>,
): StreamRoute {
  const { time, place, family, number, touched, span, rows, checkQuery, ...rest } = declaration;
  const { within = withinTimes } = declaration;
  const { limit: _limit, order: _order, ...filters } = declaration.parameters as ParameterTable;
  // The server hands over values read from these very tables.
  const own = (request: ApiRequest) => request as unknown as Request<Table, Path>;
  return {
    ...rest,
    queryFirst: false,
    parameters: { ...filters, ...STREAM_PARAMETERS },
    time,
    place,
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

/** The values with the times of a window as further bounds. */
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

/** What bounds of `timestamp`, and of a number that grows with it, say. */
export function spanOfValues(values: Readonly<Record<string, unknown>>, number?: string): Span {
  const times = rangeOf((values.timestamp ?? []) as readonly Filter<bigint>[]);
  const numbers =
    number === undefined ? undefined : rangeOf((values[number] ?? []) as readonly Filter<bigint>[]);
  // Nothing is left: it has ended before it begins.
  if (times.empty || numbers?.empty) return { after: BEGINNING, to: BEGINNING.time };
  const [first, last] = [times.equals?.at(0), times.equals?.at(-1)];
  const lower = first ?? times.lower;
  const numbered = numbers?.lower !== undefined || numbers?.equals !== undefined;
  const to = last === undefined ? times.upper : earlier(last, times.upper ?? last);
  return {
    ...(lower !== undefined ? { after: { time: lower - 1n } } : numbered ? { after: BEGINNING } : {}),
    ...(to === undefined ? {} : { to }),
  };
}

/** The last value of the number that a request wants; undefined without such a bound. */
export function lastNumber({ number }: StreamRoute, values: ApiRequest['values']): bigint | undefined {
  if (number === undefined) return undefined;
  const { equals, upper } = rangeOf((values[number.parameter] ?? []) as readonly Filter<bigint>[]);
  return equals?.at(-1) ?? upper;
}
