import { answerOfCall } from '../../api/contracts/refusals.ts';
import { BLOCK_HEADER } from '../../api/http/asked-block.ts';
import type { ContractCallAnswer, ContractCaller } from '../../api/route/contract-caller.ts';
import { toAbortSignal } from '../../kernel/abort-signal.ts';
import type { Config } from '../config/config.ts';

export interface ForwardOptions {
  /** Where a server answers `/api/v1/contracts/call`. */
  readonly url: string;
  /** Milliseconds that it may take. */
  readonly timeLimit: number;
  /** Most bytes of an answer that are passed on. */
  readonly maxBytes?: number;
}

/** Returns the executor of calls: another server, or `own` of this process; undefined where there is neither. */
export function contractCallerOf(
  { evmUrl: url, evmTimeLimit: timeLimit }: Pick<Config, 'evmUrl' | 'evmTimeLimit'>,
  own: ContractCaller | undefined,
): ContractCaller | undefined {
  return url === null ? own : forwardCalls({ url, timeLimit });
}

const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Lets another server execute calls. Only this one operation goes there, with the body and its type alone; it is not
 * told who asks, and cannot lead elsewhere. Never throws.
 */
export function forwardCalls({ url, timeLimit, maxBytes = MAX_BYTES }: ForwardOptions): ContractCaller {
  const target = `${url.replace(/\/+$/, '')}/api/v1/contracts/call`;
  return async ({ body, contentType, signal, sinceBlock }) => {
    const limit = AbortSignal.timeout(timeLimit);
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
      return answerOfCall(AWAY);
    }
  };
}

/** The other server did not answer, or not with what may be passed on. */
export const AWAY = {
  outcome: 'unavailable',
  entries: [{ detail: '', data: '' }],
  isRefused: false,
  isExecuted: false,
} as const;

/** Asks another server for the state of this block at least. */
export function blockHeader(block: bigint | undefined): Record<string, string> {
  return block === undefined ? {} : { [BLOCK_HEADER]: String(block) };
}

/** The block that an answer of another server shows, where it says so. */
export function shownBlock({ headers }: Response): ContractCallAnswer['block'] {
  const shown = headers.get(BLOCK_HEADER);
  return shown !== null && /^\d{1,18}$/.test(shown) ? { number: BigInt(shown) } : undefined;
}

/** Another server's answer in JSON as one of ours; throws for any other, and for one that is longer than may be. */
export async function passedOn(response: Response, maxBytes: number): Promise<ContractCallAnswer> {
  const body = await limitedText(response, maxBytes);
  JSON.parse(body);
  const { status } = response;
  const isRefused = status === 429 || status === 503;
  return { status, body, isRefused, isExecuted: true, block: shownBlock(response) };
}

/** The text of an answer; throws, and stops reading, when it is longer than may be. */
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
