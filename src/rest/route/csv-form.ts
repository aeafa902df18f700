import { csvCells, csvLine } from '../answer/csv.ts';
import type { Fields, Row } from '../answer/field.ts';
import { mediaWeight } from '../answer/negotiation.ts';
import type { Schema } from '../query/json-schema.ts';
import type { ParameterTable, PathTable } from '../query/parameter.ts';
import { type Page, selectRows } from './page.ts';
import { type ApiContext, type ApiRequest, type RouteDeclaration, repeatable } from './route.ts';
import { MAX_CSV_ROWS } from './settings.ts';

const CSV = 'text/csv';
const JSON_TYPE = 'application/json';

/** Rows of a list in CSV, if its items are not the rows. */
export interface CsvRows<Request> {
  /** The selected fields. */
  readonly fields: Fields;
  readonly columns: readonly string[];
  /** Meaning of a row, for the interface description. */
  readonly description: string;
  /** Returns the cells of the rows of items. */
  readonly cells: (items: readonly Row[], request: Request, context: ApiContext) => Promise<string[][]>;
}

/** CSV of a list: its items with their own fields (`true`), with others, or other rows. */
export type CsvDeclaration<Request> = true | { readonly fields: Fields } | CsvRows<Request>;

/** Returns the form of a list for a header `Accept`: JSON, unless CSV is named and its weight is at least as great. */
export function csvOrJson(accept: string | undefined): 'csv' | 'json' {
  if (accept === undefined || !accept.toLowerCase().includes(CSV)) return 'json';
  const weight = mediaWeight(accept, CSV, true);
  return weight > 0 && weight >= mediaWeight(accept, JSON_TYPE) ? 'csv' : 'json';
}

/** The parts of a list's declaration on which its CSV depends. */
export interface CsvList<Table extends ParameterTable, Path extends PathTable>
  extends Omit<RouteDeclaration<Table, Path>, 'answer' | 'schema' | 'csv'> {
  /** Name of the list in the answer. */
  readonly items: string;
  /** Fields of each item; computed for a request if they depend on it or on settings. */
  readonly fields:
    | Fields
    | ((context: ApiContext, request: ApiRequest<Table, Path>) => Fields | Promise<Fields>);
  /** Fields for the interface description, if `fields` is computed. */
  readonly describedFields?: Fields;
  /** Returns the page of a request. */
  readonly page: (request: ApiRequest<Table, Path>, context: ApiContext) => Page | Promise<Page>;
  /** Called for a page without items. Throws `Problem` (404) if the thing named by the path does not exist. */
  readonly whenEmpty?: (request: ApiRequest<Table, Path>, context: ApiContext) => Promise<unknown>;
  /** Completes the rows of a page by further lookups before they are written. */
  readonly complete?: (rows: (string | null)[][], context: ApiContext) => Promise<void>;
}

/** Returns the parts of a route that the CSV of its list needs. */
export function csvParts<Table extends ParameterTable, Path extends PathTable>(
  declaration: CsvList<Table, Path>,
  csv: CsvDeclaration<ApiRequest<Table, Path>>,
): Pick<RouteDeclaration<Table, Path>, 'csv' | 'formOf' | 'forms' | 'refusals'> {
  const { items, fields, describedFields, page, whenEmpty, complete, dialect, refusals } = declaration;
  const described = describedFields ?? (typeof fields === 'function' ? {} : fields);
  const own = csv === true ? undefined : csv.fields;
  const columns = csv !== true && 'columns' in csv ? csv.columns : Object.keys(own ?? described);
  // The cast is safe, because the server passes values that were parsed with these tables.
  const pageOf = async (given: ApiRequest, context: ApiContext) => {
    const request = given as unknown as ApiRequest<Table, Path>;
    const selected = own ?? (typeof fields === 'function' ? await fields(context, request) : fields);
    const { rows, next } = await selectRows(
      context,
      { path: request.path, given: request.given, dialect },
      selected,
      await page(request, context),
      complete && ((found) => complete(found, context)),
    );
    if (rows.length === 0) await whenEmpty?.(request, context);
    const cells =
      csv !== true && 'cells' in csv
        ? await csv.cells(rows, request, context)
        : rows.map((row) => csvCells(selected, row));
    return { lines: cells.map(csvLine).join(''), count: cells.length, next };
  };
  return {
    csv: { file: `${items}.csv`, columns, page: repeatable(pageOf) },
    formOf: csvOrJson,
    forms: { [CSV]: csvSchema(columns, csv === true || !('cells' in csv) ? undefined : csv.description) },
    refusals: { ...refusals, 429: 'CSV: more files at the same time than one client may have.' },
  };
}

function csvSchema(columns: readonly string[], rows = 'A row for each item.'): Schema {
  return {
    type: 'string',
    description: `All pages from the requested one on, at most ${MAX_CSV_ROWS.toLocaleString('en')} rows; a last row that begins with \`Cut after\` has the path at which the list continues. ${rows} Columns: ${columns.map((column) => `\`${column}\``).join(', ')}. Times are in ISO 8601, amounts of hbar in hbars, of tokens in whole tokens if their decimals are known.`,
  };
}
