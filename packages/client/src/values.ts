/** A value in a path or query: ids, times and numbers as text or number. */
export type Value = string | number | bigint;

/** One value of a parameter, or several. */
export type Several<T> = T | readonly T[];

/** A value, or one with an operator: `5`, `{ gte: 5, lt: 9 }`, `[{ gte: 5 }, { lt: 9 }]`. */
export type Compared<T, Operator extends string> = Several<T | { readonly [O in Operator]?: T | undefined }>;

export interface CallOptions {
  /** Aborts the call, which fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Further headers of the request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Number of a block, or id or hash of a transaction, that the service waits for before it answers a read. */
  readonly waitFor?: Value | undefined;
  /**
   * Maximum seconds that the service waits before it answers a read: for `waitFor`, or until the thing named by the
   * path exists instead of answering 404.
   */
  readonly wait?: number | undefined;
  /**
   * Whether the answer is compared with its proof, which is requested in addition. For a transaction, a message,
   * pages of messages, and a block, with a client of `tain/client/verified`; `TypeError` otherwise.
   */
  readonly verify?: boolean | undefined;
}

/** A row of the client's table of operations. */
export type OperationRow = readonly [
  group: string,
  method: string,
  http: 'GET' | 'POST',
  path: string,
  items?: string,
  contentType?: string,
  /** Whether the list has a stream. */
  streamed?: 'stream',
];

type Given = Value | boolean | null | undefined;
export type Query = Readonly<Record<string, unknown>>;

/** Returns the query of a request: `?timestamp=gte:1&timestamp=lt:2`, or the empty text. */
export function queryText(query: Query = {}): string {
  const pairs: string[] = [];
  const add = (name: string, value: string) =>
    pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll('%3A', ':')}`);
  for (const [name, given] of Object.entries(query)) {
    const values = (Array.isArray(given) ? given : [given]) as (Given | Readonly<Record<string, Given>>)[];
    for (const value of values) {
      if (value === undefined || value === null) continue;
      if (typeof value !== 'object') add(name, String(value));
      else {
        for (const [operator, operand] of Object.entries(value)) {
          if (operand !== undefined && operand !== null) add(name, `${operator}:${operand}`);
        }
      }
    }
  }
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Returns the path with its values. Throws `TypeError` for a missing or invalid value. */
export function pathText(template: string, values: readonly unknown[]): string {
  let next = 0;
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[next++];
    const text = typeof value === 'object' || value === undefined ? '' : String(value);
    // URL parsers resolve segments of one or two dots as relative paths.
    if (text === '' || /^\.{1,2}$/.test(text)) throw new TypeError(`${name} is not a valid value: ${text}`);
    return encodeURIComponent(text);
  });
}
