import type { Logger } from 'pino';
import { Failure, messageOf } from '../kernel/failure.ts';
import { startThread } from '../threads/start-thread.ts';
import type { NetworkCalls } from './network-calls.ts';
import type { FromNetwork, NetworkStart, ToNetwork } from './network-messages.ts';

/** Milliseconds after the signal in which the thread finishes its running code and block before it is terminated. */
const STOP_TIMEOUT_MS = 20_000;

export interface NetworkThreadOptions {
  readonly start: NetworkStart;
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Accepts calls while the thread runs. */
  readonly calls: NetworkCalls;
  readonly onListening: (node: Extract<FromNetwork, { kind: 'listening' }>['node']) => void;
  /** Called with the consensus end of the last block, in nanoseconds, at the start and after a return, see `FromNetwork`. */
  readonly onOpened: (consensusEnd: bigint) => void;
  readonly onWaiting: (isWaiting: boolean) => void;
  /** Called when the network begins to accept transactions, see `FromNetwork`. */
  readonly onReady: (ready: Extract<FromNetwork, { kind: 'ready' }>) => void;
  /** Called with the consensus end of each published block, in nanoseconds. */
  readonly onBlock: (consensusEnd: bigint) => void;
}

/**
 * Runs a demo network in a thread until the signal is aborted. Rejects with the error of the network, a `Failure` if it
 * is one. A thread that does not end in time is terminated, which is safe: the network continues its stream after any
 * end.
 */
export function runNetworkThread(options: NetworkThreadOptions): Promise<void> {
  const { start, signal, log, calls, onListening, onOpened, onWaiting, onReady, onBlock } = options;
  const worker = startThread(import.meta.url, './network-thread', { workerData: start });
  calls.open((message) => worker.postMessage(message));
  return new Promise((resolve, reject) => {
    let end: Extract<FromNetwork, { kind: 'ended' }> | undefined;
    let timer: NodeJS.Timeout | undefined;
    const stop = (): void => {
      worker.postMessage({ kind: 'stop' } satisfies ToNetwork);
      timer = setTimeout(() => {
        log.warn('The thread of the demo network did not end in time: it is terminated');
        end ??= { kind: 'ended' };
        void worker.terminate();
      }, STOP_TIMEOUT_MS);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: FromNetwork) => {
      switch (message.kind) {
        case 'log':
          return log[message.level](message.fields, message.text);
        case 'listening':
          return onListening(message.node);
        case 'opened':
          return onOpened(message.consensusEnd);
        case 'waiting':
          return onWaiting(message.isWaiting);
        case 'ready':
          return onReady(message);
        case 'block':
          return onBlock(message.consensusEnd);
        case 'submitted':
        case 'settled':
        case 'paused':
        case 'returned':
          return calls.answered(message);
        case 'ended':
          end = message;
          return void worker.terminate();
      }
    });
    worker.on('error', (error) => {
      end = { kind: 'ended', failure: { error, usage: false } };
    });
    worker.on('exit', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      calls.close();
      if (end === undefined) reject(new Error('The thread of the demo network ended'));
      else if (end.failure === undefined) resolve();
      else reject(failureOf(end.failure));
    });
  });
}

/** Restores the class of an error, which is lost between threads. */
function failureOf({ error, usage }: { readonly error: unknown; readonly usage: boolean }): unknown {
  return usage ? new Failure('usage', messageOf(error), { cause: error }) : error;
}
