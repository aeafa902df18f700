import { answerOfTrace } from '../../api/contracts/refusals.ts';
import type { TransactionTracer } from '../../api/route/transaction-tracer.ts';
import { traceRefusal } from '../../evm/pool/transaction-traces.ts';
import { toAbortSignal } from '../../kernel/abort-signal.ts';
import { printEntityId } from '../../kernel/entity-id.ts';
import { NANOS_PER_SECOND } from '../../kernel/timestamp.ts';
import type { TransactionReference } from '../../kernel/transaction-id.ts';
import type { Config } from '../config/config.ts';
import { TRACE_TIME_LIMIT_MS } from '../config/evm-settings.ts';
import { blockHeader, blockOf, passedOn, UNAVAILABLE } from './forward-calls.ts';

export interface ForwardTracesOptions {
  /** Base URL of a server with `/api/v1/contracts/results/{transactionIdOrHash}/opcodes` and `…/prestate`. */
  readonly url: string;
  /** Time limit in milliseconds, until the client has received the whole response. */
  readonly timeLimitMs: number;
  readonly enabled: boolean;
}

/**
 * Returns the tracer of recorded transactions: another server, or `own` of this process; undefined when there is
 * neither.
 */
export function transactionTracerOf(
  { evmUrl: url, evmTraces: enabled }: Pick<Config, 'evmUrl' | 'evmTraces'>,
  own: TransactionTracer | undefined,
): TransactionTracer | undefined {
  return url === null ? own : forwardTraces({ url, timeLimitMs: TRACE_TIME_LIMIT_MS, enabled });
}

/** Maximum bytes of a response that explains why there is no trace. */
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Returns the tracer that forwards requests to another server, and streams its response to the client. The client's
 * identity is not sent, and redirects are not followed. The tracer never throws.
 */
export function forwardTraces({ url, timeLimitMs, enabled }: ForwardTracesOptions): TransactionTracer {
  const base = `${url.replace(/\/+$/, '')}/api/v1/contracts/results/`;
  return async (given) => {
    const refusal = traceRefusal(given, enabled);
    if (refusal !== undefined) {
      const { kind, entries } = refusal;
      return answerOfTrace({ outcome: kind, entries, isRefused: false, isExecuted: false });
    }
    const { transaction, options, signal } = given;
    const limit = AbortSignal.timeout(timeLimitMs);
    try {
      const { kind, ...shows } = options;
      const query = Object.entries(shows).map(([name, isShown]) => `${name}=${isShown}`);
      const response = await fetch(`${base}${nameOf(transaction)}/${kind}?${query.join('&')}`, {
        headers: { accept: 'application/json', 'accept-encoding': 'gzip', ...blockHeader(given.sinceBlock) },
        redirect: 'error',
        signal: signal ? AbortSignal.any([toAbortSignal(signal), limit]) : limit,
      });
      const { status, body, headers } = response;
      const isJson = headers.get('content-type')?.startsWith('application/json') === true;
      if (status === 200 && body !== null && isJson) {
        const block = blockOf(response);
        return { status, body: '', chunks: body, isRefused: false, isExecuted: true, block };
      }
      return await passedOn(response, MAX_ERROR_BYTES);
    } catch {
      return answerOfTrace(UNAVAILABLE);
    }
  };
}

function nameOf(transaction: TransactionReference): string {
  if ('hash' in transaction) return `0x${transaction.hash}`;
  const { payer, validStart } = transaction.id;
  return `${printEntityId(payer)}-${validStart / NANOS_PER_SECOND}-${validStart % NANOS_PER_SECOND}`;
}
