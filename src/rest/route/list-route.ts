import { objectSchema } from '../answer/objects.ts';
import type { Schema } from '../query/json-schema.ts';
import type { ParameterTable, PathParameter, PathTable } from '../query/parameter.ts';
import { type CsvDeclaration, type CsvList, csvParts } from './csv-form.ts';
import { linksJson, type SelectedPage, selectPage } from './page.ts';
import { historyStart } from './require-retained.ts';
import { type ApiContext, type ApiRequest, type Route, route } from './route.ts';
import { type Followed, type StreamRoute, streamRoute } from './stream.ts';

export const LINKS_SCHEMA: Schema = {
  type: 'object',
  properties: { next: { type: 'string', nullable: true } },
  required: ['next'],
};

type Members = Readonly<Record<string, string>>;

/** A route that returns `{"<items>": […], "links": {"next": …}}`. */
export interface ListDeclaration<Table extends ParameterTable, Path extends PathTable>
  extends CsvList<Table, Path> {
  /** Further members of the answer, as JSON text by name, and their descriptions. */
  readonly members?: {
    readonly schema: Readonly<Record<string, Schema>>;
    readonly write: (
      page: SelectedPage,
      request: ApiRequest<Table, Path>,
      context: ApiContext,
    ) => Members | Promise<Members>;
  };
  /** Declaration of the list's stream; undefined when it has none. */
  readonly stream?: Followed<Table, Path>;
  /** CSV of the list; undefined when it has none. */
  readonly csv?: CsvDeclaration<ApiRequest<Table, Path>>;
}

/** A list, with its stream if it has one. */
export interface ListRoute extends Route {
  readonly stream?: StreamRoute;
}

/** Makes a list route from its declaration. */
export function listRoute<
  Table extends ParameterTable,
  Path extends PathTable = Record<never, PathParameter>,
>(declaration: ListDeclaration<Table, Path>): ListRoute {
  const { items, fields, describedFields, page, members, whenEmpty, complete, stream, csv, ...rest } =
    declaration;
  const described = describedFields ?? (typeof fields === 'function' ? undefined : fields);
  const list = route<Table, Path>({
    ...rest,
    ...(csv === undefined ? {} : csvParts(declaration, csv)),
    schema: {
      type: 'object',
      properties: {
        [items]: {
          type: 'array',
          items: described === undefined ? { type: 'object' } : objectSchema(described),
        },
        ...members?.schema,
        links: LINKS_SCHEMA,
      },
      required: [items, ...Object.keys(members?.schema ?? {}), 'links'],
    },
    async answer(request, context) {
      const selected = await selectPage(
        context,
        { path: request.path, given: request.given, dialect: rest.dialect },
        typeof fields === 'function' ? await fields(context, request) : fields,
        await page(request, context),
        complete && ((rows) => complete(rows, context)),
      );
      if (selected.items === '') await whenEmpty?.(request, context);
      let body = `{${JSON.stringify(items)}:[${selected.items}]`;
      const further = await members?.write(selected, request, context);
      for (const [name, json] of Object.entries(further ?? {})) {
        body += `,${JSON.stringify(name)}:${json}`;
      }
      body += `,"links":${linksJson(selected.next)}}`;
      return selected.next === null
        ? { body, next: null, historyFrom: (await historyStart(context))?.at }
        : { body, next: selected.next };
    },
  });
  return stream === undefined ? list : { ...list, stream: streamOf(declaration, stream) };
}

/** Returns the stream of a list, with its own parameters, statement and objects. */
function streamOf<Table extends ParameterTable, Path extends PathTable>(
  declaration: ListDeclaration<Table, Path>,
  stream: Followed<Table, Path>,
): StreamRoute {
  const { items, fields, page, complete, summary, path, parameters } = declaration;
  const { dialect, tag, pathOneByOne } = declaration;
  const described = declaration.describedFields ?? (typeof fields === 'function' ? undefined : fields);
  return streamRoute<Table, Path>({
    ...stream,
    path: `${path}/stream`,
    listPath: path,
    dialect,
    tag,
    summary: `Stream: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
    items,
    schema: described === undefined ? { type: 'object' } : objectSchema(described),
    pathParameters: declaration.pathParameters ?? ({} as Path),
    parameters,
    ...(pathOneByOne === undefined ? {} : { pathOneByOne }),
    // Filters that a list refuses because they would take long are allowed in a stream, which reads window by window.
    ...(stream.checkQuery === undefined ? {} : { checkQuery: stream.checkQuery }),
    async rows(request, context) {
      return {
        fields: typeof fields === 'function' ? await fields(context, request) : fields,
        page: await page(request, context),
        ...(complete && { complete: (rows) => complete(rows, context) }),
      };
    },
  });
}
