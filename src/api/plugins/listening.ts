import type { FastifyInstance } from 'fastify';
import { httpUrl } from '../../kernel/http-url.ts';
import { type ListenError, listenAlso } from '../../net/further-ports.ts';

/** Where a server listens. */
export interface ListeningOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Ports at which it is reached, too. */
  readonly furtherPorts?: readonly number[];
  /** Called for each further port that cannot be listened on, which is then left out; without it the start fails. */
  readonly onLackingPort?: (error: ListenError) => void;
}

/** Begins to listen. `onFailure` releases what the server needs when a further port cannot be taken, whose error it throws. */
export async function listen(
  app: FastifyInstance,
  { host, port, furtherPorts = [], onLackingPort }: ListeningOptions,
  onFailure: () => Promise<void>,
): Promise<{ readonly url: string; readonly stopListening: () => void }> {
  await app.listen({ host, port });
  const stopListening = await listenAlso(app.server, host, furtherPorts, onLackingPort).catch(
    async (error: unknown) => {
      await app.close();
      await onFailure();
      throw error;
    },
  );
  const address = app.server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  return { url: httpUrl(host, taken), stopListening };
}
