import type { FastifyInstance } from 'fastify';
import { httpUrl } from '../../kernel/http-url.ts';
import { type ListenError, listenAlso, listeningPort } from '../../net/listening.ts';

/** Address and ports of a server. */
export interface ListeningOptions {
  readonly host: string;
  /** Port of the server; 0 for any free one. */
  readonly port: number;
  /** Further ports of the server. */
  readonly furtherPorts?: readonly number[];
  /** Called for each further port that cannot be bound and is therefore skipped. Undefined: the start fails. */
  readonly onLackingPort?: (error: ListenError) => void;
}

/**
 * Starts to listen. Returns the address, and the further ports that are open. If a further port cannot be bound, calls `onFailure`, which releases the server's resources, and
 * throws the error.
 */
export async function listen(
  app: FastifyInstance,
  { host, port, furtherPorts = [], onLackingPort }: ListeningOptions,
  onFailure: () => Promise<void>,
): Promise<{
  readonly url: string;
  readonly furtherPorts: readonly number[];
  readonly stopListening: () => void;
}> {
  await app.listen({ host, port });
  const further = await listenAlso(app.server, host, furtherPorts, onLackingPort).catch(
    async (error: unknown) => {
      await app.close();
      await onFailure();
      throw error;
    },
  );
  return {
    url: httpUrl(host, listeningPort(app.server)),
    furtherPorts: further.ports,
    stopListening: further.stop,
  };
}
