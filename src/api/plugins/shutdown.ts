import type { FastifyInstance } from 'fastify';

/** How long requests under way may take to end when the server closes. */
const CLOSE_TIMEOUT_MS = 3_000;

/**
 * The function that closes a server: what asks requests of its own or listens beside it comes first, then it takes no
 * more requests and ends those under way, by force after three seconds; what requests are answered from comes last.
 */
export function shutdownOf(
  app: FastifyInstance,
  { first, last }: { readonly first: readonly Closing[]; readonly last: readonly Closing[] },
): () => Promise<void> {
  return async () => {
    for (const close of first) await close();
    const late = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    await app.close();
    clearTimeout(late);
    for (const close of last) await close();
  };
}

type Closing = () => Promise<void> | void;
