import type { TraceOptions } from '../../calls/simulation.ts';
import { LimitReached } from '../../kernel/limits/limit.ts';
import type { AnswerBytes } from '../method/answer-memory.ts';
import type { RpcContext } from '../method/context.ts';
import { ERRORS, RpcError } from '../method/rpc-error.ts';

/** Maximum size of a trace in one response. */
const MAX_TRACE_BYTES = 16 * 1024 * 1024;

/**
 * Executes a recorded transaction again and returns its trace, as `GET /api/v1/contracts/results/{hash}/opcodes` and `…/prestate`
 * have it; undefined where there is none. Throws `RpcError`.
 */
export async function traceOf(
  { services, client, signal, head, memory }: RpcContext,
  hash: string,
  options: TraceOptions,
): Promise<unknown> {
  if (services.traceTransaction === undefined) throw ERRORS.unsupportedMethod();
  const made = await services.traceTransaction(
    { transaction: { hash: hash.slice(2) }, options },
    { client, signal, since: head?.consensusEnd, sinceBlock: head?.number },
  );
  if (made.outcome === 'done') return JSON.parse(await textOf(made.chunks, memory));
  if (made.outcome === 'unknown') return undefined;
  if (made.outcome === 'limited') throw ERRORS.limited('traces');
  if (made.outcome === 'not-simulated') throw ERRORS.unsupportedMethod();
  throw ERRORS.internal('The transaction cannot be traced');
}

/** Returns the text of a trace. Throws `RpcError`: -32603 when it ended early, -32005 when it is too long. */
export async function textOf(chunks: AsyncIterable<Uint8Array>, memory: AnswerBytes): Promise<string> {
  const read: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > MAX_TRACE_BYTES) throw ERRORS.tooLarge('The trace', MAX_TRACE_BYTES);
      memory.add(chunk.length);
      read.push(chunk);
    }
  } catch (error) {
    if (error instanceof RpcError || error instanceof LimitReached) throw error;
    throw ERRORS.internal('The trace broke off');
  }
  return Buffer.concat(read).toString('utf8');
}
