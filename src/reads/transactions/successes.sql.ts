import { raw } from '../../access/sql.ts';
import { SUCCESS_CODES } from '../../ledger/results.ts';

/** The results of success, as the list of an `in`: written out, so that the planner sees them. */
export const SUCCESSES = raw(SUCCESS_CODES.join(', '));
