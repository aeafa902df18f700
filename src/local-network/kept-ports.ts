import { createServer, type Server } from 'node:net';
import type { Config } from '../config/config.ts';
import type { RoleName } from '../config/settings.ts';
import type { NodeAddress } from './demo-node.ts';
import type { ServiceAddresses } from './folder/network-file.ts';

/** A port that is held until a role starts that listens there. */
interface HeldPort {
  readonly port: number;
  readonly roles: readonly RoleName[];
  readonly server: Server;
}

/** Roles that may run the node of a local network. */
const NODE_ROLES = ['network', 'ingest'] as const;

/**
 * The free ports of a process whose roles stop and start again (`tain demo load`): its clients find the services at the
 * same addresses.
 */
export class KeptPorts {
  #config: Config;
  #held: readonly HeldPort[] = [];

  constructor(config: Config) {
    this.#config = config;
  }

  /** The settings, with the port that was open before instead of each 0. */
  get config(): Config {
    return this.#config;
  }

  /**
   * Keeps the free ports of roles that have stopped, and holds them so that no other process takes one. `node`: the
   * address of the local network's node, if it has one.
   */
  async keep(addresses: ServiceAddresses, node: NodeAddress | null): Promise<void> {
    const config = this.#config;
    const holding: Promise<HeldPort | null>[] = [];
    const kept = <T>(set: T, open: number | undefined, host: string, ...roles: RoleName[]): T | number => {
      const isFree = set === 0 || (set === null && config.port === 0);
      if (!isFree || open === undefined) return set;
      holding.push(hold(host, open, roles));
      return open;
    };
    const { host, demoNodeHost, furtherPorts } = config;
    const [rest, status, grpc, jsonRpc, webSocket] = [
      addresses.rest,
      addresses.status,
      addresses.grpc,
      addresses.jsonRpc,
      addresses.webSocket,
    ].map(portOf);
    const { furtherPorts: open = [] } = addresses;
    const further = furtherPorts ?? (config.port === 0 ? open.map(() => 0) : null);
    this.#config = {
      ...config,
      port: kept(config.port, rest, host, 'api'),
      furtherPorts: further?.map((each, at) => kept(each, open[at], host, 'api')) ?? null,
      statusPort: kept(config.statusPort, status, host, 'status'),
      grpcPort: kept(config.grpcPort, grpc, host, 'live'),
      rpcPort: kept(config.rpcPort, jsonRpc, host, 'rpc'),
      // A set 0 means that there is no second port.
      rpcWsPort:
        config.rpcWsPort === null && config.rpcPort === null
          ? kept(null, webSocket, host, 'rpc')
          : config.rpcWsPort,
      demoNodePort: kept(config.demoNodePort, node?.port, demoNodeHost, ...NODE_ROLES),
    };
    this.#held = (await Promise.all(holding)).filter((each) => each !== null);
  }

  /** Frees the held ports of a role, which is about to listen there. */
  async release(role: RoleName): Promise<void> {
    const freed = this.#held.filter(({ roles }) => roles.includes(role));
    this.#held = this.#held.filter((each) => !freed.includes(each));
    await Promise.all(freed.map(close));
  }

  /** Frees all held ports. */
  async close(): Promise<void> {
    await Promise.all(this.#held.map(close));
    this.#held = [];
  }
}

/** Returns the port of a URL, or of a host and port. */
export function portOf(address: string | undefined): number | undefined {
  const digits = /:(\d+)$/.exec(address ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Listens on a port, and ends each connection; null when another process listens there already. */
function hold(host: string, port: number, roles: readonly RoleName[]): Promise<HeldPort | null> {
  const server = createServer((socket) => socket.destroy()).unref();
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen({ host, port }, () => resolve({ port, roles, server }));
  });
}

async function close({ server }: HeldPort): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}
