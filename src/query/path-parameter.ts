import type { ParameterType } from './parameter-type.ts';

/** One parameter in a route's path. */
export interface PathParameter<Value = unknown> {
  readonly type: ParameterType<Value>;
  /** One sentence for the interface description, written by us. */
  readonly description: string;
  /** Message for a wrong value. Default: `Invalid parameter: <name>`. */
  readonly message?: string;
  /** The name in that message, where it is not the path's own. */
  readonly name?: string;
}

export type PathTable = Readonly<Record<string, PathParameter>>;

/** The values of a path's parameters in a request, by name. */
export type PathValues<Table extends PathTable> = {
  readonly [Name in keyof Table]: Table[Name] extends PathParameter<infer Value> ? Value : never;
};
