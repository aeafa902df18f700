import { SUCCESS_CODES } from '@tain/ledger/results';
import { raw } from '../../sql.ts';

/** Result codes of success, as the list of an `in`: literals, so that the planner sees them. */
export const SUCCESSES = raw(SUCCESS_CODES.join(', '));
