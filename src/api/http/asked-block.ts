import { badRequest } from '../../query/problem.ts';

/**
 * The number of the last block that an answer shows. A request that sends it back is never answered with an older state,
 * whichever process and server answers.
 */
export const BLOCK_HEADER = 'tain-block';

/** The block that a request must be answered at or after; undefined where it names none. Throws `Problem` (400). */
export function askedBlock(header: string | readonly string[] | undefined): bigint | undefined {
  if (header === undefined) return undefined;
  // Node.js joins repeated ones with commas.
  if (typeof header !== 'string' || !/^\d{1,18}$/.test(header)) {
    throw badRequest(`Invalid header: ${BLOCK_HEADER}`);
  }
  return BigInt(header);
}
