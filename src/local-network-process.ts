import { readFile } from 'node:fs/promises';
import { NANOS_PER_STAKING_PERIOD } from '@tain/ledger/staking';
import { runCommandLine } from './app/commands/command-line.ts';
import { advanceDemo, loadDemo, resetDemo, type StateContext, saveDemo } from './app/commands/demo-state.ts';
import { waitUntilReady } from './app/commands/wait.ts';
import { readConfig } from './app/config/config.ts';
import { networkFile, readyNetwork } from './app/demo/network-file.ts';
import { makeTemporaryFolder, removeAbandonedFolders } from './app/demo/temporary-folder.ts';
import { stopSignal } from './app/stop-signal.ts';
import { messageOf } from './kernel/failure.ts';
import { poll } from './kernel/retry.ts';
import type { NetworkReply, NetworkRequest } from './local-network.ts';

/**
 * The process of a network that `startLocalNetwork` forked. It ends with the process that forked it, however that ends, and
 * then removes its data folder, unless one was given.
 */

/** Name of the saved state to which `reset` returns. */
const SNAPSHOT = 'local-network';
/** Milliseconds until the network is ready again after a reset, or the mirror has the end of a day. */
const READY_TIMEOUT_MS = 120_000;

const signal = stopSignal();
const { env } = process;
const temporary = env.TAIN_DATA_DIR === undefined ? await makeTemporaryFolder() : null;
if (temporary !== null) env.TAIN_DATA_DIR = temporary.path;
let hasSnapshot = false;

function send(reply: NetworkReply): void {
  // Fails when the parent has just ended, which ends this process, too.
  process.send?.(reply, undefined, {}, () => undefined);
}

interface BlocksPage {
  readonly blocks?: readonly { readonly timestamp: { readonly to: string } }[];
}

/** Waits until the mirror has the block that ended the day before a midnight (nanoseconds since the epoch). */
async function dayIsStored(dataDir: string, midnight: bigint): Promise<void> {
  const { rest } = (await readyNetwork(dataDir)) ?? {};
  const check = async (): Promise<true | undefined> => {
    const response = await fetch(`${rest}/api/v1/blocks?limit=1`).catch(() => null);
    const page = (await response?.json().catch(() => null)) as BlocksPage | null | undefined;
    const end = page?.blocks?.[0]?.timestamp.to.replace('.', '') ?? '0';
    return BigInt(end) >= midnight || undefined;
  };
  await poll(check, { intervalMs: 20, limitMs: READY_TIMEOUT_MS, signal });
}

async function answer(context: StateContext, request: NetworkRequest): Promise<void> {
  const { config } = context;
  const wait = { signal, print: context.print };
  switch (request.command) {
    case 'start':
      await waitUntilReady(config, { ...wait, limitMs: request.timeoutMs });
      return;
    case 'snapshot':
      await saveDemo(context, SNAPSHOT);
      hasSnapshot = true;
      break;
    case 'reset':
      await (hasSnapshot ? loadDemo(context, SNAPSHOT) : resetDemo(context));
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
    const network = JSON.parse(await readFile(networkFile(config.dataDir), 'utf8'));
    send({ id, network: { ...network, dataDir: config.dataDir } });
    if (request.command === 'start') await removeAbandonedFolders();
  } catch (error) {
    send({ id, message: messageOf(error) });
  }
});

const code = await runCommandLine(['start'], { env, stop: () => signal });
await temporary?.remove();
process.exit(code);
