import { answerOfCall } from '../../api/contracts/refusals.ts';
import { BLOCK_HEADER } from '../../api/http/block-header.ts';
import type { ContractCallAnswer, ContractCaller } from '../../api/route/contract-caller.ts';
import { toAbortSignal } from '../../kernel/abort-signal.ts';
import type { Config } from '../config/config.ts';

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
  own: ContractCaller | undefined,
): ContractCaller | undefined {
  return url === null ? own : forwardCalls({ url, timeLimitMs });
}

const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Returns the executor that forwards calls to another server. Only this operation is forwarded, with only the body and
 * its type: the client's identity is not sent, and redirects are not followed. The executor never throws.
 */
export function forwardCalls({ url, timeLimitMs, maxBytes = MAX_BYTES }: ForwardOptions): ContractCaller {
  const target = `${url.replace(/\/+$/, '')}/api/v1/contracts/call`;
  return async ({ body, contentType, signal, sinceBlock, blockOverrides }) => {
    if (blockOverrides !== undefined) return answerOfCall(NO_BLOCK_OVERRIDES);
    const limit = AbortSignal.timeout(timeLimitMs);
    try {
      const response = await fetch(target, {
        method: 'POST',
        body: new Uint8Array(body),
        headers: {
          accept: 'application/json',
          ...(contentType && { 'content-type': contentType }),
          ...blockHeader(sinceBlock),
        },
        redirect: 'error',
        signal: signal ? AbortSignal.any([toAbortSignal(signal), limit]) : limit,
      });
      return await passedOn(response, maxBytes);
    } catch {
      return answerOfCall(UNAVAILABLE);
    }
  };
}

/** The REST operation has no overrides of the block. */
const NO_BLOCK_OVERRIDES = {
  outcome: 'not-simulated',
  entries: [{ detail: 'Overrides of the block need role evm in this process', data: '' }],
  isRefused: false,
  isExecuted: false,
} as const;

/** Response when the other server did not respond, or not with a valid response. */
export const UNAVAILABLE = {
  outcome: 'unavailable',
  entries: [{ detail: '', data: '' }],
  isRefused: false,
  isExecuted: false,
} as const;

/** Returns the header that requires at least the state of this block from the other server. */
export function blockHeader(block: bigint | undefined): Record<string, string> {
  return block === undefined ? {} : { [BLOCK_HEADER]: String(block) };
}

/** Returns the block that another server's response shows, if it names one. */
export function blockOf({ headers }: Response): ContractCallAnswer['block'] {
  const shown = headers.get(BLOCK_HEADER);
  return shown !== null && /^\d{1,18}$/.test(shown) ? { number: BigInt(shown) } : undefined;
}

/** Returns another server's JSON response as one of ours; throws for any other, and for one above the size limit. */
export async function passedOn(response: Response, maxBytes: number): Promise<ContractCallAnswer> {
  const body = await limitedText(response, maxBytes);
  JSON.parse(body);
  const { status } = response;
  const isRefused = status === 429 || status === 503;
  return { status, body, isRefused, isExecuted: true, block: blockOf(response) };
}

/** Returns the text of a response; throws, and stops reading, above the size limit. */
async function limitedText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
