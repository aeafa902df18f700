import { randomUUID } from 'node:crypto';
import { asBuffer } from '@tain/ledger/integer-bytes';
import type { Registry } from 'prom-client';
import type { ByteHold } from '../../kernel/limits/byte-account.ts';
import { Metrics, REQUEST_BUCKETS } from '../../kernel/metrics.ts';
import { type AnswerBytes, AnswerMemory } from '../method/answer-memory.ts';
import type { RpcContext } from '../method/context.ts';
import { JsonText } from '../method/json-text.ts';
import type { MethodRegistry, RpcMethod, Transport } from '../method/method.ts';
import { ERRORS, errorJson, INTERNAL, RATE_LIMITED, REVERTED, RpcError } from '../method/rpc-error.ts';
import { databaseErrorOf } from '../reads/filtered-logs.ts';
import { outlineOf } from '../values/json-outline.ts';

/** Client and connection of a message. */
export interface Incoming
  extends Pick<RpcContext, 'client' | 'signal' | 'connection' | 'onAnswered' | 'mayControl'> {
  readonly transport: Transport;
  /** Bytes of the message and its answers. If they are ended, `signal` is aborted. */
  readonly hold: ByteHold;
}

/** JSON to send, in parts, and its HTTP status. */
export interface Outgoing {
  readonly status: number;
  readonly body: readonly Buffer[];
}

export interface DispatcherOptions {
  readonly registry: MethodRegistry;
  readonly metrics: RpcMetrics;
  /** Maximum number of requests in a batch. */
  readonly maxBatch: number;
  /** Maximum number of bytes of the answers to one message. */
  readonly maxAnswerBytes: number;
  /** HTTP status of the errors of valid requests: 200, or 400 as the relay's. */
  readonly errorStatus: number;
  /** Reads the newest block, and returns the function that creates the context of each request of a message. */
  readonly contextOf: (incoming: Incoming, requestId: string) => Promise<(memory: AnswerBytes) => RpcContext>;
  /** Called for errors that no client caused. */
  readonly onFailure: (error: unknown, method: string, requestId: string) => void;
}

/**
 * Maximum number of nested arrays and objects in a message. Values are serialized recursively, and a deep one would overflow
 * the stack.
 */
const MAX_DEPTH = 32;
/**
 * Maximum number of requests of a batch that are answered concurrently, besides those that wait for a block. More would only
 * fill the memory of the batch with parts of answers, because the statements of a client wait for each other.
 */
const MAX_CONCURRENT = 8;
/** Maximum size of an answer whose parts are joined, because a copy costs less than further writes. */
const SHORT_BYTES = 64 * 1024;

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

  /**
   * Responds to one message: a request or a batch. Throws `LimitReached` where the memory for its parsed values is used up, and
   * nothing else.
   */
  async answer(message: Uint8Array, incoming: Incoming, requestId: string = randomUUID()): Promise<Outgoing> {
    const parsed = parse(message, incoming.hold);
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
    const { result, body } = await this.#answered(
      request,
      incoming,
      context,
      requestId,
      this.#memoryOf(incoming),
    );
    return { status: result instanceof RpcError ? this.#statusOf(result) : 200, body: joined(body) };
  }

  async #batch(batch: readonly unknown[], incoming: Incoming, requestId: string): Promise<readonly Buffer[]> {
    const { maxBatch, registry } = this.#options;
    // One error for all requests, because a refusal must not be larger than what is refused.
    const refusedBy = (error: RpcError) => [Buffer.from(`[${errorJson(error, requestId)}]`)];
    if (batch.length > maxBatch) return refusedBy(ERRORS.batchTooLong(batch.length, maxBatch));
    const context = await this.#contextOf(incoming, requestId);
    const memory = this.#memoryOf(incoming);
    const requests = batch.map(requestOf);
    const answers: (readonly Buffer[])[] = [];
    const answer = async (index: number, request: Request | RpcError): Promise<void> => {
      answers[index] =
        request instanceof RpcError
          ? [Buffer.from(errorJson(request, requestId, idOf(batch[index])))]
          : (await this.#answered(request, incoming, context, requestId, memory, true)).body;
    };
    const isWaiting = (request: Request | RpcError): boolean =>
      !(request instanceof RpcError) && registry.awaitsBlock(request.method);
    const working = requests.entries();
    const work = async (): Promise<void> => {
      for (const [index, request] of working) if (!isWaiting(request)) await answer(index, request);
    };
    await Promise.all([
      ...requests.map((request, index) => isWaiting(request) && answer(index, request)),
      ...Array.from({ length: MAX_CONCURRENT }, work),
    ]);
    if (incoming.hold.isEnded) return refusedBy(ERRORS.limited('this server'));
    return joined([
      OPENING,
      ...answers.flatMap((body, index) => (index === 0 ? body : [COMMA, ...body])),
      CLOSING,
    ]);
  }

  #memoryOf({ hold }: Incoming): AnswerMemory {
    return new AnswerMemory(hold, this.#options.maxAnswerBytes);
  }

  async #contextOf(
    incoming: Incoming,
    requestId: string,
  ): Promise<RpcError | ((memory: AnswerBytes) => RpcContext)> {
    try {
      return await this.#options.contextOf(incoming, requestId);
    } catch (error) {
      return this.#errorOf(error, 'any', requestId, incoming);
    }
  }

  /** Returns the result of a request, or the error that it ended with, and its response object. */
  async #answered(
    request: Request,
    incoming: Incoming,
    contextOf: RpcError | ((memory: AnswerBytes) => RpcContext),
    requestId: string,
    memory: AnswerMemory,
    isInBatch = false,
  ): Promise<{ readonly result: unknown; readonly body: readonly Buffer[] }> {
    const begun = performance.now();
    const { method: name, params, id } = request;
    const own = memory.part();
    let method: RpcMethod | undefined;
    let result: unknown;
    let body: readonly Buffer[] | undefined;
    try {
      if (contextOf instanceof RpcError) throw contextOf;
      if (memory.isFull) throw memory.tooLarge();
      method = this.#options.registry.find(name, incoming.transport);
      if (isInBatch && !method.inBatch) throw ERRORS.notInBatch(name);
      // Nothing would end what a method leaves behind, such as a subscription, for a client that has disconnected.
      if (incoming.signal.aborted) throw ERRORS.disconnected();
      result = await method.answer(params, contextOf(own));
      body = written(id, result);
      own.set(body.reduce((sum, { length }) => sum + length, 0));
    } catch (error) {
      result = this.#errorOf(error, method?.name ?? 'other', requestId, incoming);
      body = undefined;
      if (!incoming.hold.isEnded) own.set(0);
    }
    const seconds = (performance.now() - begun) / 1_000;
    this.#options.metrics.answered(method?.name ?? 'other', outcomeOf(result, incoming), seconds);
    return { result, body: body ?? [Buffer.from(errorJson(result as RpcError, requestId, id))] };
  }

  #errorOf(error: unknown, name: string, requestId: string, { signal, hold }: Incoming): RpcError {
    // Every error after the end of its memory is a consequence of that.
    if (hold.isEnded) return ERRORS.limited('this server');
    const known = error instanceof RpcError ? error : databaseErrorOf(error);
    if (known !== undefined) return known;
    // A request of a client that disconnected ends with an error at any point, which is not a failure.
    if (!signal.aborted) this.#options.onFailure(error, name, requestId);
    return ERRORS.internal('Unknown error');
  }

  #statusOf({ code }: RpcError): number {
    if (code === REVERTED) return 200;
    if (code === INTERNAL) return 500;
    return code === RATE_LIMITED ? 429 : this.#options.errorStatus;
  }
}

function outcomeOf(result: unknown, { signal, hold }: Incoming): RequestOutcome {
  if (signal.aborted && !hold.isEnded) return 'aborted';
  if (!(result instanceof RpcError)) return 'done';
  return result.code === INTERNAL ? 'failed' : 'error';
}

/**
 * Parses a message, whose values count as held before they exist. Returns undefined when it is not JSON, or too deep. Throws
 * `LimitReached`.
 */
function parse(message: Uint8Array, hold: ByteHold): unknown {
  const { depth, bytes } = outlineOf(message);
  if (depth > MAX_DEPTH) return undefined;
  hold.add(bytes);
  try {
    return JSON.parse(asBuffer(message).toString('utf8'));
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
  return { status: BAD_REQUEST, body: [Buffer.from(errorJson(error, requestId, id))] };
}

const OPENING = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSING = Buffer.from(']');

/** Returns the response object of one result, in parts. */
function written(id: unknown, result: unknown): readonly Buffer[] {
  const parts = result instanceof JsonText ? result.parts : [JSON.stringify(result ?? null)];
  const end = `,"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
  const [first] = parts;
  if (parts.length === 1 && typeof first === 'string') return [Buffer.from(`{"result":${first}${end}`)];
  const bytes = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  return [Buffer.from('{"result":'), ...bytes, Buffer.from(end)];
}

/** Returns the parts of an answer; joined if they are short. */
function joined(parts: readonly Buffer[]): readonly Buffer[] {
  if (parts.length === 1) return parts;
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  return size > SHORT_BYTES ? parts : [Buffer.concat(parts, size)];
}

/**
 * Outcome of a request. `aborted`: the client disconnected first. `failed`: for a reason that the client did not cause.
 */
export type RequestOutcome = 'done' | 'error' | 'aborted' | 'failed';

export interface RpcMetrics {
  /** Counts an answered request; `method` is a declared one, or `other`. */
  answered(method: string, outcome: RequestOutcome, seconds: number): void;
}

/** Registers the metrics of requests. */
export function rpcMetrics(registry: Registry): RpcMetrics {
  const metrics = new Metrics(registry);
  const requests = metrics.histogram(
    'tain_rpc_request_seconds',
    'Time from a JSON-RPC request to its result.',
    REQUEST_BUCKETS,
    ['method', 'outcome'],
  );
  return {
    answered: (method, outcome, seconds) => requests.observe({ method, outcome }, seconds),
  };
}
