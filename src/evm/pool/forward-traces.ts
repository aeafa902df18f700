import { printEntityId } from '../../kernel/entity-id.ts';
import { NANOS_PER_SECOND } from '../../kernel/timestamp.ts';
import type { TransactionReference } from '../../kernel/transaction-id.ts';
import { failure, failureBody } from '../call/call-failure.ts';
import { blockHeader, limitedText, shownBlock } from './forward-calls.ts';
import { type GivenTrace, refusedTrace, type TraceResponse, traceRefusal } from './opcode-traces.ts';

export interface ForwardTracesOptions {
  /** Where a server answers `/api/v1/contracts/results/{transactionIdOrHash}/opcodes`. */
  readonly url: string;
  /** Milliseconds that it may take, until the client has all of it. */
  readonly timeLimit: number;
  readonly enabled: boolean;
}

/** Bytes of the longest answer that says why there is no trace. */
const MOST_OF_ERROR = 64 * 1024;

/**
 * Lets another server trace transactions, and passes on what it answers as it comes. It is not told who asks, and
 * cannot lead elsewhere. Never throws.
 */
export function forwardTraces({ url, timeLimit, enabled }: ForwardTracesOptions) {
  const base = `${url.replace(/\/+$/, '')}/api/v1/contracts/results/`;
  return async (given: GivenTrace): Promise<TraceResponse> => {
    const refusal = traceRefusal(given, enabled);
    if (refusal !== undefined) return refusedTrace(refusal);
    const { transaction, stack, memory, storage, signal } = given;
    const limit = AbortSignal.timeout(timeLimit);
    try {
      const query = `stack=${stack}&memory=${memory}&storage=${storage}`;
      const response = await fetch(`${base}${nameOf(transaction)}/opcodes?${query}`, {
        headers: { accept: 'application/json', 'accept-encoding': 'gzip', ...blockHeader(given.sinceBlock) },
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      const { status, body, headers } = response;
      const isJson = headers.get('content-type')?.startsWith('application/json') === true;
      if (status === 200 && body !== null && isJson) {
        const block = shownBlock(response);
        return { status, body: '', pieces: body, isRefused: false, isExecuted: true, block };
      }
      const text = await limitedText(response, MOST_OF_ERROR);
      JSON.parse(text);
      const isRefused = status === 429 || status === 503;
      return { status, body: text, isRefused, isExecuted: true, block: shownBlock(response) };
    } catch {
      return { status: 503, body: failureBody(failure(503).messages), isRefused: false, isExecuted: false };
    }
  };
}

function nameOf(transaction: TransactionReference): string {
  if ('hash' in transaction) return `0x${transaction.hash}`;
  const { payer, validStart } = transaction.id;
  return `${printEntityId(payer)}-${validStart / NANOS_PER_SECOND}-${validStart % NANOS_PER_SECOND}`;
}
