import net, { type Server as NetServer } from 'node:net';
import { createSecureContext } from 'node:tls';
import { listenOn } from '../net/listening.ts';
import { Http2Connections, type Http2Options } from './http2-connections.ts';

/** Certificate chain and key in PEM. */
export interface ServerTls {
  readonly certificate: Buffer;
  readonly key: Buffer;
}

export interface GrpcServerOptions extends Http2Options {
  readonly host: string;
  /** Port; 0: any free one. */
  readonly port: number;
  /** Certificate; without it the server speaks HTTP/2 in clear text. */
  readonly tls?: ServerTls;
}

export interface GrpcServer {
  readonly port: number;
  /** Ends all calls, then the connections. */
  close(): Promise<void>;
}

/** Starts a gRPC server (gRPC over HTTP/2). Rejects with the error of `listen`. */
export async function startGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  const { calls, host, port, tls, onRefused } = options;
  const connections = new Http2Connections(options);
  const server = makeServer(tls, connections);
  const taken = await listenOn(server, host, port);
  server.on('error', onRefused);
  return {
    port: taken,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      calls.close();
      await connections.close();
      await closed;
    },
  };
}

/** Returns a server that passes connections on. */
function makeServer(tls: ServerTls | undefined, connections: Http2Connections): NetServer {
  if (tls === undefined) {
    return net.createServer({ noDelay: true }, (socket) => connections.accept(socket));
  }
  const context = createSecureContext({ cert: tls.certificate, key: tls.key, minVersion: 'TLSv1.2' });
  return net.createServer({ noDelay: true }, (socket) => connections.acceptTls(socket, context));
}
