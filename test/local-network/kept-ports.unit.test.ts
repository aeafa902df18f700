import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { expect, test } from 'vitest';
import { furtherPortsOf } from '../../src/config/api-settings.ts';
import { readConfig } from '../../src/config/config.ts';
import { rpcPortsOf } from '../../src/config/rpc-settings.ts';
import { statusPortOf } from '../../src/config/status-settings.ts';
import { KeptPorts } from '../../src/local-network/kept-ports.ts';

async function listen(port = 0): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Returns a port that was open a moment ago. */
async function usedPort(): Promise<number> {
  const server = await listen();
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The ports on which each service of some settings listens; 0: any free one. */
const portsOf = (config: ReturnType<typeof readConfig>) => ({
  rest: config.port,
  further: furtherPortsOf(config).ports,
  status: statusPortOf(config),
  rpc: rpcPortsOf(config),
});

test('TAIN_PORT=0 means any free port for each service, unless its port is set', () => {
  expect(portsOf(readConfig({ TAIN_PORT: '0' }))).toEqual({
    rest: 0,
    further: [0, 0, 0],
    status: 0,
    rpc: { port: 0, furtherPorts: [0] },
  });
  const set = { TAIN_FURTHER_PORTS: '0,7000,0', TAIN_STATUS_PORT: '7001', TAIN_RPC_PORT: '7002' };
  expect(portsOf(readConfig({ TAIN_PORT: '0', ...set }))).toEqual({
    rest: 0,
    further: [0, 7000, 0],
    status: 7001,
    rpc: { port: 7002, furtherPorts: [] },
  });
  expect(portsOf(readConfig({ TAIN_FURTHER_PORTS: 'off' }))).toEqual({
    rest: 5551,
    further: [],
    status: 5552,
    rpc: { port: 7546, furtherPorts: [8546] },
  });
});

test('free ports are kept and held until their role starts again', async () => {
  const [rest, further, grpc, node] = [
    await usedPort(),
    await usedPort(),
    await usedPort(),
    await usedPort(),
  ];
  const ports = new KeptPorts(readConfig({ TAIN_PORT: '0', TAIN_STATUS_PORT: '7001' }));
  const addresses = {
    rest: `http://127.0.0.1:${rest}`,
    furtherPorts: [further],
    status: 'http://127.0.0.1:7001',
  };
  await ports.keep({ ...addresses, grpc: `[::1]:${grpc}` }, { host: '127.0.0.1', port: node });
  expect(ports.config).toMatchObject({
    port: rest,
    furtherPorts: [further],
    statusPort: 7001,
    grpcPort: grpc,
    rpcPort: null,
    demoNodePort: node,
  });
  try {
    for (const held of [rest, further, node]) await expect(listen(held)).rejects.toThrow('EADDRINUSE');
    await ports.release('api');
    for (const free of [rest, further]) (await listen(free)).close();
    await expect(listen(node)).rejects.toThrow('EADDRINUSE');
  } finally {
    await ports.close();
  }
  (await listen(node)).close();
});
