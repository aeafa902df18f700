import { answerError } from './answer-error.ts';
import { parseExactJson, printExactJson } from './exact-json.ts';
import type { CallOptions } from './values.ts';

export interface ClientOptions {
  /** Address of the service, without `/api/v1`: `https://mirror.example.org`. */
  readonly url: string;
  /** Name and password of a user with larger pages. */
  readonly user?: { readonly username: string; readonly password: string } | undefined;
  /** Headers added to every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Replaces the environment's own `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Whether integers beyond 2^53 become `bigint`; otherwise they lose their last digits. */
  readonly bigIntegers?: boolean | undefined;
}

interface Body {
  readonly contentType: string;
  readonly content: unknown;
}

/** Sends requests to a service. Its functions throw `AnswerError` when the service returns an error. */
export interface Caller {
  /** Resolves to the parsed answer. */
  readonly call: (path: string, options: CallOptions | undefined, body?: Body) => Promise<unknown>;
  /** Resolves to an answer before its body has arrived. */
  readonly open: (path: string, options: CallOptions | undefined, body?: Body) => Promise<Response>;
  readonly parse: (text: string) => unknown;
  /** Resolves to the parsed answer, with integers as strings. */
  readonly exact: (path: string, options: CallOptions | undefined) => Promise<unknown>;
}

/** Returns a caller with these options. Throws `TypeError` when the URL is invalid. */
export function callerOf({ url, user, headers, fetch: given, bigIntegers }: ClientOptions): Caller {
  const base = new URL(url).href.replace(/\/+$/, '');
  const shared: Record<string, string> = { accept: 'application/json', ...headers };
  if (user !== undefined) {
    const bytes = new TextEncoder().encode(`${user.username}:${user.password}`);
    shared.authorization = `Basic ${btoa(String.fromCharCode(...bytes))}`;
  }
  const parse = (text: string): unknown => (bigIntegers ? parseExactJson(text) : JSON.parse(text));
  const open: Caller['open'] = async (path, options, body) => {
    // The password must not be sent to another origin.
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
  // Copies the bytes, because `fetch` refuses bytes in shared memory.
  if (content instanceof Uint8Array) return new Uint8Array(content);
  return printExactJson(content);
}
