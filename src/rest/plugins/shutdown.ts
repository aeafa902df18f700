import type { FastifyInstance } from 'fastify';
import { forceAfter } from '../../kernel/abort-signal.ts';

/** Time for requests under way to end when the server closes. */
const CLOSE_TIMEOUT_MS = 3_000;

/**
 * Returns the function that closes a server. It first closes everything that makes requests or listens in addition,
 * then stops accepting requests and ends those under way, by force after the timeout, and last closes the sources of
 * the answers.
 */
export function shutdownOf(
  app: FastifyInstance,
  { first, last }: { readonly first: readonly Closing[]; readonly last: readonly Closing[] },
): () => Promise<void> {
  return async () => {
    for (const close of first) await close();
    await forceAfter(app.close(), CLOSE_TIMEOUT_MS, () => app.server.closeAllConnections());
    for (const close of last) await close();
  };
}

type Closing = () => Promise<void> | void;
