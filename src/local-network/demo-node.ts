import type { ConsensusNode } from '@tain/network-simulator/node/consensus-node';
import type { Config } from '../config/config.ts';
import { clientBytes } from '../config/connection-settings.ts';
import { DEFAULT_NODE_PORT } from '../config/demo-settings.ts';
import { Failure } from '../kernel/failure.ts';
import { listenFailure } from '../kernel/service.ts';
import { settled } from '../kernel/settled.ts';
import { ownerOf } from '../net/limiter.ts';
import { StreamsInTurns } from '../net/socket-stream.ts';

/** Address at which a demo network accepts transactions. */
export interface NodeAddress {
  readonly host: string;
  readonly port: number;
}

/** The port of a demo network's node. Calls wait until the network has started. */
export interface DemoNode {
  readonly address: NodeAddress;
  /** Directs the calls to the network. */
  readonly connect: (node: ConsensusNode) => void;
  close(): Promise<void>;
}

/**
 * Listens as a consensus node does; gRPC is loaded only here. Null when the settings disable it, and, with a warning,
 * when the default port is taken: the user may run two networks but sends to one of them. Throws `Failure` when a
 * configured port is taken.
 */
export async function openDemoNode(
  config: Pick<Config, 'demoNodePort' | 'demoNodeHost' | 'port' | 'clientMemory'>,
  log: { warn(fields: object, message: string): void },
): Promise<DemoNode | null> {
  const { demoNodePort, demoNodeHost: host } = config;
  if (demoNodePort === 'off') return null;
  const port = demoNodePort ?? (config.port === 0 ? 0 : DEFAULT_NODE_PORT);
  const { serveNode } = await import('@tain/network-simulator/grpc/serve-node');
  const network = settled<ConsensusNode>();
  const streams = new StreamsInTurns();
  try {
    const server = await serveNode({
      node: network.promise,
      host,
      port,
      streamOf: (socket) => streams.streamOf(socket, ownerOf(socket.remoteAddress ?? '')),
      answers: clientBytes(config),
      log,
    });
    if (!isLoopback(host)) {
      log.warn(
        {},
        `The demo network accepts transactions at ${host} (TAIN_DEMO_NODE_HOST): anyone who reaches that address controls its accounts, because their keys are public`,
      );
    }
    return {
      address: { host, port: server.port },
      connect: network.resolve,
      close: () => server.stop(),
    };
  } catch (cause) {
    const failure = listenFailure(cause, 'TAIN_DEMO_NODE_PORT', host, port);
    if (demoNodePort !== null || !(failure instanceof Failure)) throw failure;
    log.warn(
      {},
      `${failure.message} NO TRANSACTION CAN BE SENT to this network: clients of that port reach another one. Set TAIN_DEMO_NODE_PORT to another port, or to off`,
    );
    return null;
  }
}

/** Returns whether an address is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  return /^(127(\.\d{1,3}){3}|::1|localhost)$/.test(host);
}
