import type { Caller } from './caller.ts';
import { OPERATIONS } from './operations.ts';
import { type AnyPage, type OpenPage, Pages } from './pages.ts';
import { StreamedPages } from './streams.ts';
import type { Operations } from './types.ts';
import { type CallOptions, type OperationRow, pathText, type Query, queryText } from './values.ts';

/** The JSON object of an answer. */
export type Answer = Readonly<Record<string, unknown>>;

/** The parameters of a request, with which an answer is compared. */
export interface RequestParameters {
  /** Values of the path. */
  readonly values: readonly unknown[];
  readonly query: Query | undefined;
}

/** Compares an answer, or one page of a list, with its proof. Throws when they differ, or the proof is invalid. */
export type VerifyAnswer = (
  answer: Answer,
  request: RequestParameters,
  options: CallOptions | undefined,
) => Promise<void>;

/** Returns the verifier of the answers of an operation (`group.method`). Throws `TypeError` when they cannot be verified. */
export type VerifierOf = (operation: string) => VerifyAnswer;

/** Returns every operation as a method in its group. `verifierOf` is called when the option `verify` is set. */
export function bindOperations<I>(caller: Caller, verifierOf: VerifierOf): Operations<I> {
  const groups: Record<string, Record<string, unknown>> = {};
  for (const row of OPERATIONS) {
    const [group, method] = row;
    groups[group] = { ...groups[group], [method]: bind(row, caller, verifierOf) };
  }
  // The cast is safe, because the table and the types are made from the same routes.
  return groups as unknown as Operations<I>;
}

/** Returns the method of an operation. Its parameters: the values of the path, then body, query and options. */
function bind(
  [group, method, , template, items, contentType, streamed]: OperationRow,
  caller: Caller,
  verifierOf: VerifierOf,
): (...given: unknown[]) => unknown {
  const inPath = template.split('{').length - 1;
  return (...given) => {
    const values = given.slice(0, inPath);
    const rest = given.slice(inPath);
    const content = contentType ? rest.shift() : undefined;
    const [query, options] = rest as [Query | undefined, CallOptions | undefined];
    const own = pathText(template, values);
    const waited = options?.waitFor === undefined ? query : { ...query, waitFor: options.waitFor };
    const path = own + queryText(waited);
    const name = `${group}.${method}`;
    const verify = options?.verify ? verifierOf(name) : undefined;
    const shown = async (answer: Promise<unknown>) => {
      const response = await answer;
      await verify?.(response as Answer, { values, query }, options);
      return response;
    };
    if (!items) return shown(caller.call(path, options, contentType ? { contentType, content } : undefined));
    const itemsOf = (page: AnyPage) =>
      (page as unknown as Readonly<Record<string, readonly unknown[]>>)[items] ?? [];
    const load = (next: string) => shown(caller.call(next, options)) as Promise<AnyPage>;
    const open: OpenPage = (next, headers) =>
      caller.open(next, { ...options, headers: { ...options?.headers, ...headers } });
    // A stream has no proof.
    if (streamed === undefined || verify) return new Pages<unknown, AnyPage>(path, itemsOf, load, open);
    // Size and order of a page do not apply to a stream.
    const stream = `${own}/stream${queryText({ ...query, limit: undefined, order: undefined })}`;
    return new StreamedPages<unknown, AnyPage>(path, itemsOf, load, open, { ...caller, path: stream });
  };
}
