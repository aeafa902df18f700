import { parentPort, workerData } from 'node:worker_threads';
import { NANOS_PER_MILLISECOND } from '@tain/ledger/timestamp';
import type { ConsensusNode } from '@tain/network-simulator/node/consensus-node';
import { runDemo } from '@tain/network-simulator/run-demo';
import { Failure } from '../kernel/failure.ts';
import { settled } from '../kernel/settled.ts';
import { collectWhenIdle } from '../threads/idle-collection.ts';
import { createDeployer } from './create-contract.ts';
import { demoEngine } from './demo-engine.ts';
import { openDemoNode } from './demo-node.ts';
import { SharedClock } from './folder/demo-clock.ts';
import { fundAccounts } from './fund-accounts.ts';
import type { FromNetwork, NetworkStart, ToNetwork } from './network-messages.ts';
import { simulatorFailure } from './simulator-failure.ts';
import { submitToNode } from './submit-to-node.ts';

// The thread of a demo network: executing its transactions may take seconds, during which the process must continue to
// respond.

collectWhenIdle();
if (!parentPort) throw new Error('this module runs in a thread of its own');
const port = parentPort;
const { dir, settings, clock: buffer, accounts } = workerData as NetworkStart;
const clock = new SharedClock(buffer);
const controller = new AbortController();
const intake = settled<ConsensusNode>();
port.on('message', (message: ToNetwork) => {
  if (message.kind === 'stop') return controller.abort();
  if (message.kind === 'submit') return void submitToNode(intake.promise, message, post);
  intake.promise.then((node) => control(node, message)).catch(() => undefined);
});

/** Controls the node. A failure means that the network has ended, which ends all calls. */
async function control(
  node: ConsensusNode,
  message: Exclude<ToNetwork, { kind: 'stop' | 'submit' }>,
): Promise<void> {
  if (message.kind === 'hold') node.hold(message.isHeld);
  else if (message.kind === 'close-block') node.closeBlock();
  else if (message.kind === 'clock-changed') node.clockChanged();
  else if (message.kind === 'drop') for (const one of message.signedBytes) node.drop(one);
  else if (message.kind === 'resume') node.resume(message.holdsPositions);
  else if (message.kind === 'pause')
    post({ kind: 'paused', call: message.call, position: await node.pause() });
  else {
    await node.returnTo(message.position);
    post({ kind: 'returned', call: message.call });
  }
}

const log = { info: logger('info'), warn: logger('warn') };
/** Seed of the content, which is arbitrary: a folder of another seed is refused. */
const SEED = 7;

run().then(
  () => post({ kind: 'ended' }),
  (thrown: unknown) => {
    const error = simulatorFailure(thrown);
    post({ kind: 'ended', failure: { error, usage: error instanceof Failure && error.kind === 'usage' } });
  },
);

function post(message: FromNetwork): void {
  port.postMessage(message);
}

function logger(level: 'info' | 'warn'): (fields: object, text: string) => void {
  return (fields, text) => post({ kind: 'log', level, fields, text });
}

async function run(): Promise<void> {
  const door = await openDemoNode(settings, log);
  post({ kind: 'listening', node: door === null ? null : door.address });
  const { demoQuiet: quiet, demoTps: tps, demoCutover, demoBlockNodePort } = settings;
  if (settings.demoNodePort === 'off') post({ kind: 'ready', after: 0n, accounts: [] });
  let failure: unknown;
  try {
    await runDemo({
      runCode: demoEngine,
      dir,
      clock: clock.now,
      sendersClock: clock.machine,
      hurries: clock.hurries,
      quiet,
      signal: controller.signal,
      tps,
      seed: SEED,
      chainId: settings.chainId,
      ...(demoCutover !== null && { cutover: demoCutover }),
      ...(demoBlockNodePort !== null && { blockNodePort: demoBlockNodePort }),
      ...(door && { serviceAt: door.address }),
      ...(settings.demoNodePort !== 'off' && {
        onNode: (node: ConsensusNode) => {
          intake.resolve(node);
          door?.connect(node);
          becomeReady(node).catch((error: unknown) => {
            // Reads fail when the network ends.
            if (controller.signal.aborted) return;
            failure = error;
            controller.abort();
          });
        },
      }),
      log,
      onOpened: ({ consensusEnd }) => {
        clock.catchUp(Number(consensusEnd / NANOS_PER_MILLISECOND));
        post({ kind: 'opened', consensusEnd });
      },
      onBlock: ({ consensusEnd }) => {
        clock.blockEnded(Number(consensusEnd / NANOS_PER_MILLISECOND));
        post({ kind: 'block', consensusEnd });
      },
      onWaiting: (isWaiting) => post({ kind: 'waiting', isWaiting }),
    });
  } finally {
    await door?.close();
  }
  if (failure !== undefined) throw failure;
}

/** Funds the accounts of one's own, and creates what tools expect, once the network has caught up with the clock, for which reads wait. */
async function becomeReady(node: ConsensusNode): Promise<void> {
  const funded = await fundAccounts(node, accounts);
  const failure = await createDeployer(node);
  if (failure !== null) log.warn({}, `The CREATE2 deployer of Foundry was not created: ${failure}`);
  const after = await node.read(({ lastConsensus }) => lastConsensus);
  post({ kind: 'ready', after, accounts: funded });
}
