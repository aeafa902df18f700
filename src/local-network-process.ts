import { readFile } from 'node:fs/promises';
import { NANOS_PER_STAKING_PERIOD } from '@tain/ledger/staking';
import { runCommandLine } from './app/commands/command-line.ts';
import { advanceDemo, resetDemo, type StateCommandContext } from './app/commands/demo-state.ts';
import { waitUntilReady } from './app/commands/wait.ts';
import { stopSignal } from './app/stop-signal.ts';
import { readConfig } from './config/config.ts';
import { EXIT_CODES, messageOf } from './kernel/failure.ts';
import { poll } from './kernel/retry.ts';
import { networkFile } from './local-network/folder/network-file.ts';
import { ownTemporaryFolder, removeAbandonedFolders } from './local-network/folder/temporary-folder.ts';
import type { DescribedNetwork, NetworkReply, NetworkRequest } from './local-network.ts';
import { removeDataFolder } from './store/embedded/folder.ts';

/**
 * The process of a network that `startLocalNetwork` forked. It ends with the process that forked it, however that ends, and
 * then removes its temporary data folder, which its argument names unless the data folder is one to keep.
 */

/** Milliseconds until the network is ready again after a reset, or the mirror has the end of a day. */
const READY_TIMEOUT_MS = 120_000;

const { env } = process;
const [temporary] = process.argv.slice(2);

let ending: Promise<void> | undefined;

/**
 * Ends the process, and what is left of its server. Once: a slow shutdown may finish while its timeout already removes the
 * folder, and would not find what a second removal checks.
 */
function end(code: number): Promise<void> {
  const removed = async (): Promise<void> => {
    if (temporary !== undefined) await removeDataFolder(temporary);
  };
  ending ??= removed().finally(() => process.exit(code));
  return ending;
}

const signal = stopSignal(() => void end(EXIT_CODES.unexpected));
if (temporary !== undefined) await ownTemporaryFolder(temporary);
/** Id of the snapshot to which `reset` returns. */
let snapshot: string | null = null;

function send(reply: NetworkReply): void {
  // Fails when the parent has just ended, which ends this process, too.
  process.send?.(reply, undefined, {}, () => undefined);
}

interface BlocksPage {
  readonly blocks?: readonly { readonly timestamp: { readonly to: string } }[];
}

/** Reads the addresses and keys of the ready network. */
async function describe(dataDir: string): Promise<DescribedNetwork> {
  return { ...JSON.parse(await readFile(networkFile(dataDir), 'utf8')), dataDir };
}

/** Requests a method of JSON-RPC. Throws its error. */
async function call<T>(dataDir: string, method: string, ...params: readonly string[]): Promise<T> {
  const { jsonRpc } = await describe(dataDir);
  const response = await fetch(`${jsonRpc}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result: T; error?: { readonly message: string } };
  if (error !== undefined) throw new Error(error.message);
  return result;
}

async function reset(context: StateCommandContext): Promise<void> {
  const { dataDir } = context.config;
  if (snapshot === null) await resetDemo(context);
  else if (await call<boolean>(dataDir, 'evm_revert', snapshot)) {
    // A return uses the snapshot up.
    snapshot = await call(dataDir, 'evm_snapshot');
  } else
    throw new Error('The snapshot is gone, because the network returned to an earlier one (evm_revert).');
}

/** Waits until the mirror has the block that ended the day before a midnight (nanoseconds since the epoch). */
async function dayIsStored(dataDir: string, midnight: bigint): Promise<void> {
  const { rest } = await describe(dataDir);
  const check = async (): Promise<true | undefined> => {
    const response = await fetch(`${rest}/api/v1/blocks?limit=1`).catch(() => null);
    const page = (await response?.json().catch(() => null)) as BlocksPage | null | undefined;
    const end = page?.blocks?.[0]?.timestamp.to.replace('.', '') ?? '0';
    return BigInt(end) >= midnight || undefined;
  };
  await poll(check, { intervalMs: 20, limitMs: READY_TIMEOUT_MS, signal });
}

async function answer(context: StateCommandContext, request: NetworkRequest): Promise<void> {
  const { config } = context;
  const wait = { signal, print: context.print };
  switch (request.command) {
    case 'start':
      await waitUntilReady(config, { ...wait, limitMs: request.timeoutMs });
      return;
    case 'snapshot':
      snapshot = await call(config.dataDir, 'evm_snapshot');
      return;
    case 'reset':
      await reset(context);
      break;
    case 'advance': {
      const now = await advanceDemo(context, BigInt(request.nanos));
      return dayIsStored(config.dataDir, now - (now % NANOS_PER_STAKING_PERIOD));
    }
  }
  await waitUntilReady(config, { ...wait, limitMs: READY_TIMEOUT_MS });
}

process.on('message', async (request: NetworkRequest) => {
  const { id } = request;
  try {
    const quiet = (): void => undefined;
    const config = readConfig(env);
    await answer({ config, signal, print: quiet, log: quiet }, request);
    send({ id, network: await describe(config.dataDir) });
    if (request.command === 'start') await removeAbandonedFolders();
  } catch (error) {
    send({ id, message: messageOf(error) });
  }
});

await end(await runCommandLine(['start'], { env, stop: () => signal, exit: (code) => void end(code) }));
