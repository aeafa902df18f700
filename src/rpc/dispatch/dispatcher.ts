import { randomUUID } from 'node:crypto';
import type { AbortSignalLike } from '../../kernel/abort-signal.ts';
import type { RpcContext } from '../method/context.ts';
import { databaseErrorOf } from '../method/database-error.ts';
import { JsonText, type RpcMethod } from '../method/method.ts';
import type { MethodRegistry, Transport } from '../method/registry.ts';
import { ERRORS, errorJson, INTERNAL, RATE_LIMITED, REVERTED, RpcError } from '../method/rpc-error.ts';
import { isDeeperThan } from './json-depth.ts';
import type { Outcome, RpcMetrics } from './metrics.ts';

/** Client and connection of a message. */
export interface Incoming extends Pick<RpcContext, 'client' | 'signal' | 'connection' | 'mayControl'> {
  readonly transport: Transport;
}

/** JSON to send, and its HTTP status. */
export interface Outgoing {
  readonly status: number;
  readonly body: string;
}

export interface DispatcherOptions {
  readonly registry: MethodRegistry;
  readonly metrics: RpcMetrics;
  /** Maximum number of requests in a batch. */
  readonly maxBatch: number;
  /** HTTP status of the errors of valid requests: 200, or 400 as the relay's. */
  readonly errorStatus: number;
  /** Creates the context that all requests of one message share. */
  readonly contextOf: (incoming: Incoming, requestId: string) => Promise<RpcContext>;
  /** Called for errors that no client caused. */
  readonly onFailure: (error: unknown, method: string, requestId: string) => void;
}

/** Maximum number of nested arrays and objects in a message. */
const MAX_DEPTH = 32;
/** Maximum number of requests of a too long batch that are refused one by one: a megabyte holds half a million. */
const MAX_REFUSED = 1_000;
/** Maximum number of characters of one batch's results: later ones are refused. */
const MAX_BATCH_CHARACTERS = 64 * 1024 * 1024;

const BAD_REQUEST = 400;

/** One request of a message whose outline is valid. */
interface Request {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Reads messages, runs the methods that they name, and writes the responses. */
export class Dispatcher {
  readonly #options: DispatcherOptions;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Responds to one message: a request or a batch. Never throws. */
  async answer(message: Uint8Array, incoming: Incoming, requestId: string = randomUUID()): Promise<Outgoing> {
    const parsed = parse(message);
    const isHttp = incoming.transport === 'http';
    // Over HTTP the relay's parser accepts only objects and arrays.
    if (parsed === undefined || (isHttp && (typeof parsed !== 'object' || parsed === null))) {
      return refusal(requestId, isHttp ? ERRORS.parse() : ERRORS.noJson());
    }
    if (!Array.isArray(parsed)) return this.#single(parsed, incoming, requestId);
    return { status: 200, body: await this.#batch(parsed, incoming, requestId) };
  }

  async #single(given: unknown, incoming: Incoming, requestId: string): Promise<Outgoing> {
    const request = requestOf(given);
    if (request instanceof RpcError) return refusal(requestId, request, idOf(given));
    const context = await this.#contextOf(incoming, requestId);
    const result = context instanceof RpcError ? context : await this.#run(request, incoming, context);
    return {
      status: result instanceof RpcError ? this.#statusOf(result) : 200,
      body: written(request.id, result, requestId),
    };
  }

  async #batch(batch: readonly unknown[], incoming: Incoming, requestId: string): Promise<string> {
    const { maxBatch } = this.#options;
    if (batch.length > maxBatch) {
      const error = written(null, ERRORS.batchTooLong(batch.length, maxBatch), requestId);
      const copies = Math.min(batch.length, MAX_REFUSED);
      return `[${Array(copies).fill(error).join(',')}]`;
    }
    const context = await this.#contextOf(incoming, requestId);
    let left = MAX_BATCH_CHARACTERS;
    const answers = batch.map(async (given) => {
      const request = requestOf(given);
      if (request instanceof RpcError) return written(idOf(given), request, requestId);
      const result =
        context instanceof RpcError ? context : await this.#run(request, incoming, context, true);
      const text = written(request.id, result, requestId);
      left -= text.length;
      return left >= 0
        ? text
        : written(request.id, ERRORS.internal('The batch requests too much'), requestId);
    });
    return `[${(await Promise.all(answers)).join(',')}]`;
  }

  async #contextOf(incoming: Incoming, requestId: string): Promise<RpcContext | RpcError> {
    try {
      return await this.#options.contextOf(incoming, requestId);
    } catch (error) {
      return this.#errorOf(error, 'any', requestId, incoming.signal);
    }
  }

  /** Returns the result of a request, or the error that it ended with. */
  async #run(
    { method: name, params }: Request,
    { transport }: Incoming,
    context: RpcContext,
    isInBatch = false,
  ): Promise<unknown> {
    const begun = performance.now();
    const { requestId, signal } = context;
    let method: RpcMethod | undefined;
    let result: unknown;
    try {
      method = this.#options.registry.find(name, transport);
      if (isInBatch && !method.inBatch) throw ERRORS.notInBatch(name);
      result = await method.answer(params, context);
    } catch (error) {
      result = this.#errorOf(error, method?.name ?? 'other', requestId, signal);
    }
    const seconds = (performance.now() - begun) / 1_000;
    this.#options.metrics.answered(method?.name ?? 'other', outcomeOf(result, signal), seconds);
    return result;
  }

  #errorOf(error: unknown, name: string, requestId: string, { aborted }: AbortSignalLike): RpcError {
    const known = error instanceof RpcError ? error : databaseErrorOf(error);
    if (known !== undefined) return known;
    // A request of a client that disconnected ends with an error at any point, which is not a failure.
    if (!aborted) this.#options.onFailure(error, name, requestId);
    return ERRORS.internal('Unknown error');
  }

  #statusOf({ code }: RpcError): number {
    if (code === REVERTED) return 200;
    if (code === INTERNAL) return 500;
    return code === RATE_LIMITED ? 429 : this.#options.errorStatus;
  }
}

function outcomeOf(result: unknown, { aborted }: AbortSignalLike): Outcome {
  if (aborted) return 'aborted';
  if (!(result instanceof RpcError)) return 'done';
  return result.code === INTERNAL ? 'failed' : 'error';
}

/** Parses a message; returns undefined when it is not JSON, or too deep. */
function parse(message: Uint8Array): unknown {
  if (isDeeperThan(message, MAX_DEPTH)) return undefined;
  try {
    return JSON.parse(Buffer.from(message.buffer, message.byteOffset, message.byteLength).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Returns the id of a request; null where it has none or one of another kind than JSON-RPC allows. */
function idOf(given: unknown): unknown {
  const { id } = (typeof given === 'object' && given !== null ? given : {}) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function requestOf(given: unknown): Request | RpcError {
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, 'id')) {
    return ERRORS.invalidRequest();
  }
  const { jsonrpc, method, params } = given as Record<string, unknown>;
  if (jsonrpc !== '2.0' || typeof method !== 'string') return ERRORS.invalidRequest();
  if (params !== undefined && params !== null && !Array.isArray(params)) return ERRORS.invalidRequest();
  return { id: idOf(given), method, params: params ?? [] };
}

function refusal(requestId: string, error: RpcError, id: unknown = null): Outgoing {
  return { status: BAD_REQUEST, body: written(id, error, requestId) };
}

/** Returns the response object of one request. */
function written(id: unknown, result: unknown, requestId: string): string {
  if (result instanceof RpcError) return errorJson(result, requestId, id);
  const text = result instanceof JsonText ? result.text : JSON.stringify(result ?? null);
  return `{"result":${text},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
}
