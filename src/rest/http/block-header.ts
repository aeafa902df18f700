import type { ReadServers } from '../../store/reads/servers/read-servers.ts';
import { badRequest, unavailable } from '../query/problem.ts';

/**
 * The number of the last block that an answer shows. A request that sends it back is never answered with an older state,
 * whichever process and server answers.
 */
export const BLOCK_HEADER = 'tain-block';

/**
 * Makes the block of a request's header visible, so that the response is at or after it. Throws `Problem`: 400 for a header that
 * names no block, 503 where no server has the block.
 */
export async function reach(
  servers: Pick<ReadServers, 'reach'>,
  header: string | readonly string[],
): Promise<void> {
  // Node.js joins repeated headers with commas.
  if (typeof header !== 'string' || !/^\d{1,18}$/.test(header)) {
    throw badRequest(`Invalid header: ${BLOCK_HEADER}`);
  }
  const number = BigInt(header);
  if (!(await servers.reach(number))) throw unavailable(`Block ${number} is not visible yet`);
}
