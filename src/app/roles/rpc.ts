import path from 'node:path';
import { chainIdOf } from '../../config/config.ts';
import { connectionsOf } from '../../config/connection-settings.ts';
import { rpcPortsOf } from '../../config/rpc-settings.ts';
import { Failure, messageOf } from '../../kernel/failure.ts';
import { httpUrl } from '../../kernel/http-url.ts';
import { openLimitsOf } from '../../kernel/limits/limit.ts';
import { listenFailure, NEVER } from '../../kernel/service.ts';
import { isLoopback } from '../../local-network/demo-node.ts';
import { demoUse } from '../../local-network/live-demo.ts';
import { localAccounts } from '../../local-network/local-accounts.ts';
import { LocalDevelopment } from '../../local-network/local-development.ts';
import { LocalSender, publishedAccounts, unlockedAccounts } from '../../local-network/local-sender.ts';
import { SourceFiles } from '../../local-network/source-files.ts';
import type { RpcServices } from '../../rpc/method/services.ts';
import { type RpcServer, startRpc } from '../../rpc/server.ts';
import { VERSION } from '../version.ts';
import { refuseForeignReplicas } from './foreign-replicas.ts';
import { contractCallerOf } from './forward-calls.ts';
import { transactionTracerOf } from './forward-traces.ts';
import { metricsAccessOf } from './metrics.ts';
import { budgetMetrics, startNetworkSending } from './network-sending.ts';
import type { RoleContext, RunningRole } from './role.ts';

type RpcRoleContext = RoleContext<'callContract' | 'traceTransaction' | 'simulate'>;

/** Starts the JSON-RPC service. */
export async function startRpcRole(context: RpcRoleContext): Promise<RunningRole> {
  const { config, database, log, registry, offered } = context;
  if (!config.roles.has('api')) await refuseForeignReplicas(config, database.apiTarget);
  const { host } = config;
  const { port, furtherPorts } = rpcPortsOf(config);
  const servers = await context.readServers.open();
  const local = localServices(context);
  const sending = local.sender === undefined ? await startNetworkSending(context, servers.blocks) : undefined;
  budgetMetrics(registry, sending);
  let lacks: string | undefined;
  const { connectionLimits, ...refusal } = connectionsOf(config, 'rpc', log);
  // The only client of a local network may be a test suite, with a connection for each request.
  const oneMayHaveAll = local.development !== undefined && config.maxConnectionsPerClient === null;
  const server = await startRpc({
    servers,
    settings: {
      chainId: chainIdOf(config),
      // Hardhat's network helpers require the client name of a development network.
      clientVersion: `${local.development === undefined ? 'relay' : 'anvil'}/tain-${VERSION}`,
      maxLogs: config.rpcMaxLogs,
      shard: BigInt(config.shard),
      realm: BigInt(config.realm),
    },
    services: {
      callContract: contractCallerOf(config, offered.callContract),
      traceTransaction: transactionTracerOf(config, offered.traceTransaction),
      // Another server cannot simulate, because no REST operation does this.
      simulate: config.evmUrl === null ? offered.simulate : undefined,
      ...(sending && { sender: sending.sender }),
      ...local,
    },
    log,
    registry,
    metricsAccess: metricsAccessOf(config),
    host,
    port,
    furtherPorts,
    onLackingPort(error) {
      const failure = listenFailure(error, 'TAIN_RPC_WS_PORT', host, error.port ?? 0);
      if (config.rpcWsPort !== null) throw failure;
      log.warn(`${messageOf(failure)} WebSocket is served only on the port of JSON-RPC`);
    },
    trustProxy: config.trustProxy,
    ...refusal,
    connectionLimits: oneMayHaveAll
      ? { ...connectionLimits, maxPerClient: connectionLimits.max }
      : connectionLimits,
    bytes: context.bytes,
    websocketLimits: openLimitsOf(config.rpcMaxWebsockets),
    connections: config.rpcConnections,
    maxBatch: config.rpcMaxBatch,
    controlOrigins: config.rpcControlOrigins,
    errorStatus: Number(config.rpcErrorStatus),
    isReady: () => context.readiness().isReady,
    version: VERSION,
  }).catch(async (cause: unknown): Promise<RpcServer | undefined> => {
    const failure = listenFailure(cause, 'TAIN_RPC_PORT', host, port);
    if (config.rpcPort === null && failure instanceof Failure && failure !== cause) {
      lacks = `${failure.message} JSON-RPC is not served; set TAIN_RPC_PORT`;
      log.warn(lacks);
      return undefined;
    }
    await sending?.close();
    throw failure;
  });
  if (server !== undefined) log.info(`JSON-RPC service at ${server.url}`);
  const webSocketPort = server?.furtherPorts[0] ?? server?.port;
  return {
    ended: NEVER,
    offered: {},
    ...(lacks !== undefined && { lacks }),
    addresses: {
      ...(server && { jsonRpc: server.url }),
      ...(webSocketPort !== undefined && { webSocket: httpUrl(host, webSocketPort).replace('http', 'ws') }),
    },
    stop: async () => {
      local.development?.setIntervalMining(0, { client: '', connection: undefined });
      await server?.close();
      await sending?.close();
    },
  };
}

type LocalServices = Pick<RpcServices, 'sender' | 'accounts' | 'development' | 'sources'>;

/**
 * Services of the local network that this process runs: sending, and on the loopback interface also its published
 * accounts and methods for tests of contracts. Empty: the service is read-only.
 */
function localServices({ config, demo }: RpcRoleContext): LocalServices {
  const runsNetwork =
    config.roles.has('network') || (config.roles.has('ingest') && demoUse(config) === 'runs');
  if (!runsNetwork) return {};
  if (config.rpcOperatorId !== null) {
    throw new Failure(
      'usage',
      'TAIN_RPC_OPERATOR_ID must not be set where the process runs the local network, which accepts transactions itself.',
    );
  }
  if (config.demoNodePort === 'off') return {};
  const sender = new LocalSender(demo);
  if (!isLoopback(config.host)) return { sender };
  // One's own accounts come first, because suites use the first ones.
  const accounts = [...unlockedAccounts(localAccounts(config)), ...publishedAccounts()];
  const sources = new SourceFiles(path.join(config.dataDir, 'sources'));
  return { sender, accounts, development: new LocalDevelopment(sender), sources };
}
