import type { Logger } from 'pino';
import { httpUrl } from '../../kernel/http-url.ts';
import type { Config } from '../config/config.ts';
import type { LiveDemo } from '../roles/live-demo.ts';
import { ED25519_DER } from '../sending/operator-key.ts';

/** Logs the addresses of a local network and its services for clients. */
export async function announce(network: LiveDemo, config: Config, log: Logger): Promise<void> {
  const node = await network.node;
  if (node === null) return;
  const { OPERATOR_KEY } = await import('@tain/network-simulator/ledger/well-known');
  const { host, roles, port, statusPort } = config;
  const addresses = {
    ...(roles.has('api') && port > 0 && { rest: httpUrl(host, port) }),
    ...(roles.has('status') && statusPort > 0 && { status: httpUrl(host, statusPort) }),
  };
  const address = `${node.host.includes(':') ? `[${node.host}]` : node.host}:${node.port}`;
  log.info(
    {
      node: address,
      account: '0.0.3',
      operator: '0.0.2',
      operatorKey: `${ED25519_DER}${OPERATOR_KEY}`,
      ...addresses,
    },
    `The local network accepts transactions at ${address}. Its keys and those of its accounts are public: use them nowhere else`,
  );
}
