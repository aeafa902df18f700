import { ClientError } from '../../kernel/client-error.ts';

/** Error of a JSON-RPC request: `code`, `message` and `data` of its `error` object. The dispatcher adds the request id. */
export class RpcError extends ClientError {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}

/** Code of an execution that was reverted; `data` has the bytes that it returned. */
export const REVERTED = 3;
/** Code of an error that the client did not cause. */
export const INTERNAL = -32_603;
/** Code of a request that exceeds the rate limit of a client. */
export const RATE_LIMITED = -32_605;

/** Maximum number of characters of a client's value that an error repeats. */
const MAX_SHOWN_VALUE = 1_000;

/** Texts of the errors that several methods share. Clients match these texts, so they are those of the relay. */
export const ERRORS = {
  parse: () => new RpcError(-32_700, 'Parse error'),
  invalidRequest: () => new RpcError(-32_600, 'Invalid Request'),
  /** Text of the relay over WebSocket. */
  noJson: () => new RpcError(-32_600, 'Invalid request'),
  invalidMethod: () => new RpcError(-32_600, 'Invalid HTTP method: only POST is allowed'),
  unsupportedMethod: () => new RpcError(-32_601, 'Unsupported JSON-RPC method'),
  unsupportedBecause: (reason: string) => new RpcError(-32_601, `Unsupported JSON-RPC method: ${reason}`),
  notYetImplemented: () => new RpcError(-32_601, 'Not yet implemented'),
  methodNotFound: (name: string) => new RpcError(-32_601, `Method ${shown(name)} not found`),
  invalidParams: () => new RpcError(-32_602, 'Invalid params'),
  missingParameter: (position: number | string) =>
    new RpcError(-32_602, `Missing value for required parameter ${position}`),
  invalidParameter: (position: number | string, problem: string) =>
    new RpcError(-32_602, `Invalid parameter ${position}: ${problem}`),
  /** Code of EIP-1193 for a client without authorization. */
  foreignOrigin: (name: string) =>
    new RpcError(
      4_100,
      `Method ${name} is refused to web pages of other sites (TAIN_RPC_CONTROL_ORIGINS) and to proxies`,
    ),
  notInBatch: (name: string) =>
    new RpcError(-32_007, `Method ${name} is not permitted as part of batch requests`),
  batchTooLong: (count: number, max: number) =>
    new RpcError(-32_203, `Batch request amount ${count} exceeds max ${max}`),
  tooLarge: (what: string, max: number) =>
    new RpcError(-32_005, `${what} has more than ${max} bytes: limit exceeded`),
  /** Error that no client receives. */
  disconnected: () => new RpcError(-32_000, 'The client disconnected'),
  internal: (problem: string) => new RpcError(INTERNAL, `Error invoking RPC: ${problem}`),
  timeout: () => new RpcError(-32_010, 'Request timeout. Please try again.'),
  limited: (name: string) => new RpcError(RATE_LIMITED, `IP Rate limit exceeded on ${name}`),
  noLatestBlock: () => new RpcError(-32_607, 'Error encountered retrieving latest block'),
  unknownBlock: (text = 'Unknown block') => new RpcError(-39_012, text),
  missingFromBlock: () => new RpcError(-32_011, 'Provided toBlock parameter without specifying fromBlock'),
  /** graph-node divides a range by ten when it receives this code or `block range too large`. */
  tooManyLogs: (reason: string) => new RpcError(-32_005, `${reason}: block range too large`),
  invalidBlockRange: () => new RpcError(-39_013, 'Invalid block range'),
  notFound: (text: string) => new RpcError(-32_001, `Requested resource not found. ${text}`),
  filterNotFound: () => new RpcError(-32_001, 'Filter not found'),
  notSimulated: (problem: string) =>
    new RpcError(-32_000, `Error occurred during transaction simulation: ${problem}`),
  beyondHead: (requested: bigint, head: bigint) =>
    new RpcError(-32_000, `Request beyond head block: requested ${requested}, head ${head}`),
} as const;

/** Returns the response object of an error. `id` is the request's; null when it is not known. */
export function errorJson({ code, message, data }: RpcError, requestId: string, id: unknown = null): string {
  const error = { code, message: `[Request ID: ${requestId}] ${message}`, data };
  return JSON.stringify({ error, jsonrpc: '2.0', id });
}

/** Returns a client's value as errors repeat it: shortened if it is long. */
export function shown(value: unknown): string {
  const text = typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value);
  return text.length > MAX_SHOWN_VALUE ? `${text.slice(0, MAX_SHOWN_VALUE)}…` : text;
}
