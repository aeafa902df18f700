import { Problem } from '../query/problem.ts';

/** 501: this server has no service that executes contracts. */
export function executesNothing(): Problem {
  return new Problem(501, [{ message: 'Not Implemented', detail: 'This server does not execute contracts' }]);
}
