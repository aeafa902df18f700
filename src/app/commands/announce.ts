import { longZeroHex } from '@tain/ledger/evm-address';
import type { Logger } from 'pino';
import { type Config, chainIdOf } from '../../config/config.ts';
import { aborted } from '../../kernel/abort-signal.ts';
import { messageOf } from '../../kernel/failure.ts';
import { hostAndPort } from '../../kernel/http-url.ts';
import { poll } from '../../kernel/retry.ts';
import {
  type NetworkFile,
  removeNetworkFile,
  type ServiceAddresses,
  writeNetworkFile,
} from '../../local-network/folder/network-file.ts';
import { thisProcess } from '../../local-network/folder/process-identity.ts';
import type { LiveDemo } from '../../local-network/live-demo.ts';
import { ED25519_DER, ecdsaAddress } from '../../rpc/nodes/operator-key.ts';

/** A process whose roles have started. */
export interface StartedProcess {
  /** Addresses at which its services listen. */
  readonly addresses: ServiceAddresses;
  /** Returns whether a client's first transaction can work. */
  isReady(): boolean;
}

/** Milliseconds between two checks whether the network is ready. */
const POLL_INTERVAL_MS = 50;
/** Account of the first node, and of the operator, which pays no fees. */
const [NODE, OPERATOR] = ['0.0.3', '0.0.2'];

/**
 * Announces a local network once a client's first transaction can work: in the log, and in a file of the data folder,
 * which is removed when the signal is aborted. Resolves after that. Never throws.
 */
export async function announce(
  network: LiveDemo,
  started: StartedProcess,
  { config, log, signal }: { readonly config: Config; readonly log: Logger; readonly signal: AbortSignal },
): Promise<void> {
  const check = async (): Promise<true | undefined> => started.isReady() || undefined;
  if (!(await poll(check, { intervalMs: POLL_INTERVAL_MS, signal }).catch(() => false))) return;
  const file = await describe(network, started.addresses, config);
  const { dataDir } = config;
  const path = await writeNetworkFile(dataDir, file).catch((error: unknown) => {
    log.warn(`The addresses of the local network cannot be written to ${dataDir}: ${messageOf(error)}`);
    return null;
  });
  const { node, operator, rest, status, jsonRpc } = file;
  if (node !== null) {
    log.info(
      {
        node: node.address,
        account: node.account,
        operator: operator.account,
        operatorKey: operator.privateKeyDer,
        ...{ rest, status, jsonRpc, file: path },
      },
      `The local network accepts transactions at ${node.address}. Its keys and those of its accounts are public: use them nowhere else`,
    );
  }
  await aborted(signal);
  await removeNetworkFile(dataDir).catch(() => undefined);
}

async function describe(
  network: LiveDemo,
  addresses: ServiceAddresses,
  config: Config,
): Promise<NetworkFile> {
  const { FUNDED_ACCOUNTS, OPERATOR_KEY } = await import('@tain/network-simulator/ledger/well-known');
  const node = await network.node;
  return {
    ...(await thisProcess()),
    chainId: chainIdOf(config),
    node: node && { account: NODE, address: hostAndPort(node.host, node.port) },
    ...addresses,
    operator: {
      account: OPERATOR,
      type: 'ED25519',
      privateKey: OPERATOR_KEY,
      privateKeyDer: ED25519_DER + OPERATOR_KEY,
    },
    accounts: [
      ...FUNDED_ACCOUNTS.map(({ num, kind, privateKey }) => ({
        account: `0.0.${num}`,
        type: kind === 'ed25519' ? ('ED25519' as const) : ('ECDSA_SECP256K1' as const),
        privateKey,
        evmAddress: kind === 'ecdsa-alias' ? ecdsaAddress(privateKey) : `0x${longZeroHex(BigInt(num))}`,
      })),
      ...network.ownAccounts().map(({ num, type, privateKey, evmAddress }) => ({
        account: `0.0.${num}`,
        type,
        privateKey,
        evmAddress: evmAddress ?? `0x${longZeroHex(BigInt(num))}`,
      })),
    ],
  };
}
