import { Problem } from '../../query/problem.ts';

/** 501: nothing was handed to this server that executes contracts. */
export function executesNothing(): Problem {
  return new Problem(501, [{ message: 'Not Implemented', detail: 'This server does not execute contracts' }]);
}
