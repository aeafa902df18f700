import { blockNumberOf, LATEST, type NamedBlock } from '../method/block-parameter.ts';
import type { RpcContext } from '../method/context.ts';
import type { LogFilter } from '../method/log-filter.ts';
import { ERRORS } from '../method/rpc-error.ts';
import { selectRpcBlock } from './stored-block.ts';

/** Consensus times (nanoseconds) between which logs are searched, both included. */
export interface LogRange {
  readonly start: bigint;
  readonly end: bigint;
}

type Bounds = Pick<LogFilter, 'blockHash' | 'fromBlock' | 'toBlock'>;

/**
 * Returns the times of the blocks that a filter names, by default of the newest block. Undefined where a bound is
 * unknown or not visible yet, because there are no logs then. Throws `RpcError`: -32011 for an end without a beginning,
 * -39013 for a beginning after the end, as the relay does.
 */
export async function selectLogRange(
  context: Pick<RpcContext, 'head' | 'select'>,
  { blockHash, fromBlock, toBlock }: Bounds,
): Promise<LogRange | undefined> {
  const { head } = context;
  if (head === null) throw ERRORS.noLatestBlock();
  if (blockHash !== undefined) return selectRpcBlock(context, { hash: blockHash });
  if (fromBlock === undefined && !isNewest(toBlock, head.number)) throw ERRORS.missingFromBlock();
  const from = blockNumberOf(fromBlock ?? LATEST, head.number);
  const to = blockNumberOf(toBlock ?? LATEST, head.number);
  const begin = selectRpcBlock(context, { number: from });
  const [first, last] = await Promise.all([
    begin,
    from === to ? begin : selectRpcBlock(context, { number: to }),
  ]);
  if (first === undefined || last === undefined) return undefined;
  if (first.number > last.number) throw ERRORS.invalidBlockRange();
  return { start: first.start, end: last.end };
}

/** Returns whether a name, or the absence of one, means the newest block, whose number is `head`. */
export function isNewest(name: NamedBlock | undefined, head: bigint): boolean {
  if (name === undefined) return true;
  if ('tag' in name) return name.tag !== 'earliest';
  return 'number' in name && name.number === head;
}
