import { printEntityId } from '@tain/ledger/entity-id';
import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import type { TransactionReference } from '@tain/ledger/transaction-id';
import type { TraceTransaction } from '../../calls/contract-call.ts';
import { tracesAreOff } from '../../calls/pool/transaction-traces.ts';
import type { Config } from '../../config/config.ts';
import { TRACE_TIME_LIMIT_MS } from '../../config/evm-settings.ts';
import { blockHeader, blockOf, limitedSignal, refusalOf, UNAVAILABLE } from './forward-calls.ts';

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
  own: TraceTransaction | undefined,
): TraceTransaction | undefined {
  return url === null ? own : forwardTraces({ url, timeLimitMs: TRACE_TIME_LIMIT_MS, enabled });
}

/** Maximum bytes of a response that explains why there is no trace. */
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Returns the tracer that forwards requests to another server, and streams its response to the client. The client's
 * identity is not sent, and redirects are not followed. The tracer never throws.
 */
export function forwardTraces({ url, timeLimitMs, enabled }: ForwardTracesOptions): TraceTransaction {
  const base = `${url.replace(/\/+$/, '')}/api/v1/contracts/results/`;
  return async (request, { signal, sinceBlock }) => {
    if (!enabled) return tracesAreOff(request);
    const { kind, ...shows } = request.options;
    try {
      const query = Object.entries(shows).map(([name, isShown]) => `${name}=${isShown}`);
      const response = await fetch(`${base}${nameOf(request.transaction)}/${kind}?${query.join('&')}`, {
        headers: { accept: 'application/json', 'accept-encoding': 'gzip', ...blockHeader(sinceBlock) },
        redirect: 'error',
        signal: limitedSignal(signal, timeLimitMs),
      });
      const { status, body, headers } = response;
      if (status !== 200) return await refusalOf(response, MAX_ERROR_BYTES);
      if (body === null || headers.get('content-type')?.startsWith('application/json') !== true) {
        await body?.cancel();
        return UNAVAILABLE;
      }
      const block = blockOf(response);
      return { outcome: 'done', chunks: body, isRefused: false, isExecuted: true, block };
    } catch {
      return UNAVAILABLE;
    }
  };
}

function nameOf(transaction: TransactionReference): string {
  if ('hash' in transaction) return `0x${transaction.hash}`;
  const { payer, validStart } = transaction.id;
  return `${printEntityId(payer)}-${validStart / NANOS_PER_SECOND}-${validStart % NANOS_PER_SECOND}`;
}
