import { LimitReached } from '../../kernel/limits/limit.ts';
import { isCancelled, isDatabaseTrouble } from '../../store/connections/database-trouble.ts';
import { isUnsupported } from '../../store/connections/distributed.ts';
import { ERRORS, type RpcError } from './rpc-error.ts';

/** Returns the error of a request whose statement failed; undefined for an error of another kind. */
export function databaseErrorOf(cause: unknown): RpcError | undefined {
  if (cause instanceof LimitReached) return ERRORS.limited('this server');
  if (isCancelled(cause)) return ERRORS.timeout();
  if (isUnsupported(cause)) return ERRORS.internal('The engine of this database cannot do this');
  if (isDatabaseTrouble(cause)) return ERRORS.internal('The database cannot be reached');
  return undefined;
}
