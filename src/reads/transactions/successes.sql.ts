import { raw } from '../../access/sql.ts';
import { SUCCESS_CODES } from '../../ledger/results.ts';

/** Result codes of success, as the list of an `in`: literals, so that the planner sees them. */
export const SUCCESSES = raw(SUCCESS_CODES.join(', '));
