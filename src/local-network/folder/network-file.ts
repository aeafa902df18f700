import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../../store/embedded/replace-file.ts';
import { isAlive, type ProcessIdentity, parseProcessIdentity } from './process-identity.ts';

/** Addresses of services, as clients use them: URLs, and host and port of gRPC. */
export interface ServiceAddresses {
  readonly rest?: string;
  /** Further ports of the REST API. */
  readonly furtherPorts?: readonly number[];
  readonly status?: string;
  readonly grpc?: string;
  readonly jsonRpc?: string;
  readonly webSocket?: string;
}

/** An account of a local network with a balance. The keys of the published ones are public: use them nowhere else. */
export interface LocalAccount {
  /** `0.0.1012` */
  readonly account: string;
  readonly type: 'ED25519' | 'ECDSA_SECP256K1';
  /** Private key as 64 hex digits; null where a file of accounts (`TAIN_DEMO_ACCOUNTS`) has only the public part. */
  readonly privateKey: string | null;
  /** Address with `0x`; of an account with an ECDSA key as alias that of its key. */
  readonly evmAddress: string;
}

/** Properties of a local network that a program needs. */
export interface LocalNetworkInfo {
  readonly chainId: number;
  /** Account 0.0.2, which pays no fees. `privateKeyDer`: the key as hexadecimal DER. */
  readonly operator: Pick<LocalAccount, 'account' | 'type'> & {
    readonly privateKey: string;
    readonly privateKeyDer: string;
  };
  /** Accounts with a balance. */
  readonly accounts: readonly LocalAccount[];
}

/** Addresses and keys of a local network that is ready, for programs. The process is the one that runs it. */
export interface NetworkFile extends ProcessIdentity, ServiceAddresses, LocalNetworkInfo {
  /** The node for SDKs (`0.0.3`, and host and port of gRPC); null when it has no port. */
  readonly node: { readonly account: string; readonly address: string } | null;
}

/** Returns the path of the file with the addresses and keys of the local network of a data folder. */
export function networkFile(dataDir: string): string {
  return path.join(dataDir, 'local-network.json');
}

/** Writes the file, atomically and for this user only. Returns its path. */
export async function writeNetworkFile(dataDir: string, content: NetworkFile): Promise<string> {
  const file = networkFile(dataDir);
  await replaceFile(file, `${JSON.stringify(content, null, 2)}\n`);
  return file;
}

export async function removeNetworkFile(dataDir: string): Promise<void> {
  await rm(networkFile(dataDir), { force: true });
}

/**
 * Reads the addresses of the REST API and the status service in the file; null where the network's process has no such
 * service. Returns undefined when no process of this machine runs a ready network in the data folder.
 */
export async function readyNetwork(
  dataDir: string,
): Promise<{ readonly rest: string | null; readonly status: string | null } | undefined> {
  try {
    const content = JSON.parse(await readFile(networkFile(dataDir), 'utf8')) as Record<
      string,
      unknown
    > | null;
    const identity = parseProcessIdentity(content);
    if (identity === null || !(await isAlive(identity))) return undefined;
    const address = (name: 'rest' | 'status'): string | null =>
      typeof content?.[name] === 'string' ? content[name] : null;
    return { rest: address('rest'), status: address('status') };
  } catch {
    return undefined;
  }
}
