import { oneRow } from '../../store/access/lookup.ts';
import type { Sql } from '../../store/sql.ts';
import type { Fields } from '../answer/field.ts';
import { objectSchema, objectWriter } from '../answer/objects.ts';
import type { ParameterTable, PathParameter, PathTable } from '../query/parameter.ts';
import {
  type Answer,
  type ApiContext,
  type ApiRequest,
  type Route,
  type RouteDeclaration,
  route,
} from './route.ts';

/** FROM items and conditions that leave one row; if several remain, any of them is taken. */
export interface OneRowSource {
  readonly from: Sql;
  readonly where?: readonly Sql[];
}

/** A route that returns one object, or 404. */
export interface ItemDeclaration<Table extends ParameterTable, Path extends PathTable>
  extends Omit<RouteDeclaration<Table, Path>, 'answer' | 'schema'> {
  readonly fields: Fields;
  /** Throws if the requested history is not retained. */
  readonly require?: (request: ApiRequest<Table, Path>, context: ApiContext) => Promise<void>;
  /** Returns the source of the row: FROM items and conditions. */
  readonly from: (
    request: ApiRequest<Table, Path>,
    context: ApiContext,
  ) => OneRowSource | Promise<OneRowSource>;
  /** Returns the error for a missing row; by default the dialect's 404. */
  readonly missing?: () => Error;
  /** Changes the answer depending on the row's JSON, for example its status or maximum age. */
  readonly finish?: (answer: Answer, row: readonly (string | null)[]) => Answer;
}

/** Makes a route for one object from its declaration. */
export function itemRoute<
  Table extends ParameterTable,
  Path extends PathTable = Record<never, PathParameter>,
>(declaration: ItemDeclaration<Table, Path>): Route {
  const { fields, require, from, missing = declaration.dialect.notFound, finish, ...rest } = declaration;
  return route<Table, Path>({
    ...rest,
    schema: objectSchema(fields),
    async answer(request, context) {
      await require?.(request, context);
      const { selected, write } = objectWriter(fields);
      const source = await from(request, context);
      const [row] = await context.lookup(
        oneRow({ select: selected, from: source.from, where: source.where ?? [] }),
      );
      if (row === undefined) throw missing();
      const answer = { body: write(row) };
      return finish === undefined ? answer : finish(answer, row);
    },
  });
}
