import {
  type CallContract,
  type ContractCall,
  type ReportedBlock,
  unexecuted,
} from '../../calls/contract-call.ts';
import { blockText } from '../../calls/pool/throttle.ts';
import { type RefusalKind, refused } from '../../calls/refusal.ts';
import type { SlotOverride } from '../../calls/simulation.ts';
import type { Config } from '../../config/config.ts';
import { type AbortSignalLike, toAbortSignal } from '../../kernel/abort-signal.ts';
import { BLOCK_HEADER } from '../../rest/http/block-header.ts';

export interface ForwardOptions {
  /** Base URL of a server with `/api/v1/contracts/call`. */
  readonly url: string;
  /** Time limit of a call, in milliseconds. */
  readonly timeLimitMs: number;
  /** Maximum bytes of a response that are passed on. */
  readonly maxBytes?: number;
}

/** Returns the executor of calls: another server, or `own` of this process; undefined when there is neither. */
export function contractCallerOf(
  { evmUrl: url, evmTimeLimit: timeLimitMs }: Pick<Config, 'evmUrl' | 'evmTimeLimit'>,
  own: CallContract | undefined,
): CallContract | undefined {
  return url === null ? own : forwardCalls({ url, timeLimitMs });
}

const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Returns the executor that has another server execute calls, by the REST operation. The client's identity is not sent,
 * and redirects are not followed. The executor never throws.
 */
export function forwardCalls({ url, timeLimitMs, maxBytes = MAX_BYTES }: ForwardOptions): CallContract {
  const target = `${url.replace(/\/+$/, '')}/api/v1/contracts/call`;
  return async (call, { signal, sinceBlock }) => {
    if (call.blockOverrides !== undefined) return NO_BLOCK_OVERRIDES;
    try {
      const response = await fetch(target, {
        method: 'POST',
        body: JSON.stringify(bodyOf(call)),
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          ...blockHeader(sinceBlock),
        },
        redirect: 'error',
        signal: limitedSignal(signal, timeLimitMs),
      });
      if (response.status !== 200) return await refusalOf(response, maxBytes);
      const { result } = fieldsOf(await limitedJson(response, maxBytes));
      if (typeof result !== 'string' || !/^0x[0-9a-fA-F]*$/.test(result)) return UNAVAILABLE;
      return { outcome: 'done', result, isRefused: false, isExecuted: true, block: blockOf(response) };
    } catch {
      return UNAVAILABLE;
    }
  };
}

/** Returns the body of the REST operation. Numbers are text, because a JavaScript number cannot represent every int64. */
function bodyOf(call: ContractCall): object {
  const hex = (digits: string | undefined) => (digits === undefined ? undefined : `0x${digits}`);
  const slots = (list: readonly SlotOverride[]) =>
    list.map(({ key, value }) => ({ key: hex(key), value: hex(value) }));
  return {
    block: blockText(call.block),
    data: hex(call.data),
    estimate: call.estimate,
    from: hex(call.from),
    gas: String(call.gas),
    gasPrice: String(call.gasPrice),
    to: hex(call.to),
    value: String(call.value),
    state_overrides: call.overrides.map(({ address, balance, nonce, code, state, stateDiff }) => ({
      address: hex(address),
      balance: hex(balance?.toString(16)),
      nonce: hex(nonce?.toString(16)),
      code: hex(code),
      state: slots(state),
      state_diff: slots(stateDiff),
    })),
    authorizationList: call.authorizations?.map(({ chain_id, nonce, y_parity, ...signed }) => ({
      ...signed,
      chainId: chain_id,
      nonce: hex(nonce.toString(16)),
      yParity: y_parity,
    })),
  };
}

/** The REST operation has no overrides of the block. */
const NO_BLOCK_OVERRIDES = unexecuted(
  refused('not-simulated', 'Overrides of the block need role evm in this process'),
);

/** Outcome when the other server did not respond, or not with a valid response. */
export const UNAVAILABLE = unexecuted(refused('unavailable'));

/** Ends a request with its client, and at the latest after a time. */
export function limitedSignal(signal: AbortSignalLike | undefined, timeLimitMs: number): AbortSignal {
  const limit = AbortSignal.timeout(timeLimitMs);
  return signal ? AbortSignal.any([toAbortSignal(signal), limit]) : limit;
}

/** Returns the header that requires at least the state of this block from the other server. */
export function blockHeader(block: bigint | undefined): Record<string, string> {
  return block === undefined ? {} : { [BLOCK_HEADER]: String(block) };
}

/** Returns the block that another server's response shows, if it names one. */
export function blockOf({ headers }: Response): ReportedBlock | undefined {
  const shown = headers.get(BLOCK_HEADER);
  return shown !== null && /^\d{1,18}$/.test(shown) ? { number: BigInt(shown) } : undefined;
}

/** Kinds of refusal by status; others count as unavailable. */
const KINDS: Readonly<Record<number, RefusalKind>> = {
  400: 'failed',
  404: 'unknown',
  406: 'not-acceptable',
  415: 'media-type',
  429: 'limited',
  500: 'fault',
  501: 'not-simulated',
};

/** Reads another server's refusal. Throws when it is too long, or not JSON. */
export async function refusalOf(response: Response, maxBytes: number) {
  const { messages } = fieldsOf(fieldsOf(await limitedJson(response, maxBytes))._status);
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const entries = (Array.isArray(messages) ? messages : []).map((entry: unknown) => {
    const { message, detail, data } = fieldsOf(entry);
    return { status: text(message), detail: text(detail), data: text(data) };
  });
  const outcome = KINDS[response.status] ?? 'unavailable';
  const isRefused = outcome === 'limited' || outcome === 'unavailable';
  return { outcome, entries, isRefused, isExecuted: true, block: blockOf(response) };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Reads the JSON of a response; throws, and stops reading, above the size limit. */
async function limitedJson(response: Response, maxBytes: number): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
