import { answerError } from './answer-error.ts';
import { parseExactJson, printExactJson } from './exact-json.ts';
import { OPERATIONS } from './operations.ts';
import { type AnyPage, Pages } from './pages.ts';
import {
  type AskedAnswer,
  isVerifiedName,
  type Proofs,
  proofsOf,
  type Trust,
  type VerifiedName,
} from './proofs.ts';
import { StreamedPages } from './streams.ts';
import type { Operations } from './types.ts';
import { type CallOptions, type OperationRow, pathText, type Query, queryText } from './values.ts';

export { AnswerError, type AnswerMessage } from './answer-error.ts';
export { Pages } from './pages.ts';
export { AnswerDiffers, type Proofs, type Trust } from './proofs.ts';
export {
  type StreamEvent,
  StreamedPages,
  type StreamOptions,
  type StreamProgress,
  type SubscribeOptions,
} from './streams.ts';
export type * from './types.ts';
export type { CallOptions, Compared, Several, Value } from './values.ts';

export interface ClientOptions {
  /** Where the service is, without `/api/v1`: `https://mirror.example.org`. */
  readonly url: string;
  /** Name and password of a user with larger pages. */
  readonly user?: { readonly username: string; readonly password: string } | undefined;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** In place of the environment's own. */
  readonly fetch?: typeof fetch | undefined;
  /** Whether integers beyond 2^53 become `bigint`; otherwise they lose their last digits. */
  readonly bigIntegers?: boolean | undefined;
  /** What proofs are verified with. */
  readonly trust?: Trust | undefined;
}

/** Every operation of the query service, typed. `I`: what an integer of 64 bits is. */
export type Client<I = number> = Operations<I> & { readonly proofs: Proofs };

/** A client of a query service. Throws `TypeError` when the URL is none. */
export function createClient(
  options: ClientOptions & { readonly bigIntegers: true },
): Client<number | bigint>;
export function createClient(options: ClientOptions): Client;
export function createClient(options: ClientOptions): Client | Client<number | bigint> {
  const caller = callerOf(options);
  const proofs = proofsOf(caller.exact, options.trust);
  const groups: Record<string, Record<string, unknown>> = {};
  for (const row of OPERATIONS) {
    const [group, method] = row;
    groups[group] = { ...groups[group], [method]: bind(row, caller, proofs) };
  }
  // The table is made from the same routes as the types.
  return { ...groups, proofs } as unknown as Client;
}

interface Body {
  readonly contentType: string;
  readonly content: unknown;
}

/** What asks the service. Both throw `AnswerError` where it refuses. */
interface Caller {
  /** Resolves to the parsed answer. */
  readonly call: (path: string, options: CallOptions | undefined, body?: Body) => Promise<unknown>;
  /** Resolves to an answer whose body is still to come. */
  readonly open: (path: string, options: CallOptions | undefined, body?: Body) => Promise<Response>;
  readonly parse: (text: string) => unknown;
  /** As `call`, of an answer whose numbers are texts. */
  readonly exact: (path: string, options: CallOptions | undefined) => Promise<unknown>;
}

function callerOf({ url, user, headers, fetch: given, bigIntegers }: ClientOptions): Caller {
  const base = new URL(url).href.replace(/\/+$/, '');
  const shared: Record<string, string> = { accept: 'application/json', ...headers };
  if (user !== undefined) {
    const bytes = new TextEncoder().encode(`${user.username}:${user.password}`);
    shared.authorization = `Basic ${btoa(String.fromCharCode(...bytes))}`;
  }
  const parse = (text: string): unknown => (bigIntegers ? parseExactJson(text) : JSON.parse(text));
  const open: Caller['open'] = async (path, options, body) => {
    // Links are paths of the same service; what is none must not carry the user's name elsewhere.
    if (!/^\/(?!\/)/.test(path)) throw new TypeError(`not a path of the service: ${path}`);
    const response = await (given ?? fetch)(base + path, {
      headers: {
        ...shared,
        ...(options?.wait === undefined ? {} : { prefer: `wait=${options.wait}` }),
        ...options?.headers,
        ...(body === undefined ? {} : { 'content-type': body.contentType }),
      },
      ...(options?.signal === undefined ? {} : { signal: options.signal }),
      ...(body === undefined ? {} : { method: 'POST', body: bodyOf(body) }),
    });
    if (!response.ok) throw answerError(response, await response.text());
    return response;
  };
  const call: Caller['call'] = async (...request) => parse(await (await open(...request)).text());
  const exact: Caller['exact'] = async (path, options) =>
    JSON.parse(await (await open(path, options)).text());
  return { call, open, parse, exact };
}

function bodyOf({ content }: Body): string | Uint8Array<ArrayBuffer> {
  // A copy: what is given may lie in memory that is shared.
  if (content instanceof Uint8Array) return new Uint8Array(content);
  return printExactJson(content);
}

/** Compares an answer with its proof. Throws `AnswerDiffers`, and what `Proofs` throw. */
async function verifyAnswer(
  name: VerifiedName,
  answer: unknown,
  asked: AskedAnswer,
  proofs: Proofs,
  options: CallOptions | undefined,
): Promise<void> {
  const { COMPARED } = await import('./compared-answer.ts');
  await COMPARED[name](answer as Readonly<Record<string, unknown>>, asked, proofs, options);
}

/** The method for an operation: values of its path, then its body, query and options. */
function bind(
  [group, method, , template, items, contentType, streamed]: OperationRow,
  caller: Caller,
  proofs: Proofs,
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
    const verified = options?.verify && isVerifiedName(name) ? name : undefined;
    if (options?.verify && !verified) throw new TypeError(`${name} has no proof`);
    const shown = async (answer: Promise<unknown>) => {
      const said = await answer;
      if (verified) await verifyAnswer(verified, said, { values, query }, proofs, options);
      return said;
    };
    if (!items) return shown(caller.call(path, options, contentType ? { contentType, content } : undefined));
    const itemsOf = (page: AnyPage) =>
      (page as unknown as Readonly<Record<string, readonly unknown[]>>)[items] ?? [];
    const load = (next: string) => shown(caller.call(next, options)) as Promise<AnyPage>;
    // A stream has no proof.
    if (streamed === undefined || verified) return new Pages<unknown, AnyPage>(path, itemsOf, load);
    // The size and order of a page are none of a stream's.
    const stream = `${own}/stream${queryText({ ...query, limit: undefined, order: undefined })}`;
    return new StreamedPages<unknown, AnyPage>(path, itemsOf, load, { ...caller, path: stream });
  };
}
