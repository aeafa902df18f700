/**
 * A process of the query service: the module that the first process starts several times. It receives its assignment by
 * messages, ends when the first process requests it, and with the first process.
 */
import { collectDefaultMetrics, Registry } from 'prom-client';
import { clientBytesOf, warnOfFileShortage } from '../../../config/connection-settings.ts';
import { withTimeout } from '../../../kernel/abort-signal.ts';
import { Failure, messageOf } from '../../../kernel/failure.ts';
import { READY } from '../../../kernel/process-readiness.ts';
import { unavailable } from '../../../rest/query/problem.ts';
import { makeLog } from '../../observe/log.ts';
import { type ApiService, startApiService } from '../api-service.ts';
import { NO_INGEST } from '../capabilities.ts';
import { ProcessServers } from '../process-servers.ts';
import type { MetricValues } from '../summed-registry.ts';
import type { Assignment, FromProcess, ProcessStatus, ToProcess } from './messages.ts';
import { RemoteCalls } from './remote-calls.ts';

/** Milliseconds for the first process to return the sums of all processes: Prometheus waits for ten seconds. */
const METRICS_TIMEOUT_MS = 9_000;

/** The metrics of this process; reading them returns those of all processes, which the first process sums. */
class OwnRegistry extends Registry {
  readonly #pending = new Map<number, (text: string | null) => void>();
  #last = 0;

  /** Throws `Problem` (503) when the first process does not respond in time. */
  override async metrics(): Promise<string> {
    const id = ++this.#last;
    const answer = new Promise<string | null>((resolve) => {
      this.#pending.set(id, resolve);
      send({ kind: 'metrics', id });
    });
    const text = await withTimeout(answer, METRICS_TIMEOUT_MS, () => null);
    this.#pending.delete(id);
    if (text !== null) return text;
    throw unavailable('The metrics of the other processes did not arrive');
  }

  answered(id: number, text: string | null): void {
    this.#pending.get(id)?.(text);
  }
}

const registry = new OwnRegistry();
const calls = new RemoteCalls(send);
let service: ApiService | undefined;
let servers: ProcessServers | undefined;
let status: ProcessStatus = { ingest: NO_INGEST, readiness: READY };

function send(message: FromProcess): void {
  // Without the first process there is no receiver, and this process is about to end.
  process.send?.(message, undefined, {}, () => undefined);
}

async function begin(assignment: Assignment): Promise<void> {
  const { config, target, processes, callsContracts, tracesTransactions } = assignment;
  const log = makeLog(config.logLevel, config.logFormat).child({ role: 'api', process: assignment.number });
  warnOfFileShortage(log);
  collectDefaultMetrics({ register: registry });
  status = assignment.status;
  servers = new ProcessServers(config, target, log, { apiProcesses: processes });
  try {
    service = await startApiService({
      ...assignment,
      servers: await servers.open(),
      bytes: clientBytesOf(config, registry),
      log,
      registry,
      ingest: () => status.ingest,
      readiness: () => status.readiness,
      callContract: callsContracts ? calls.callContract : undefined,
      traceTransaction: tracesTransactions ? calls.traceTransaction : undefined,
    });
    send({ kind: 'started', url: service.url, furtherPorts: service.furtherPorts });
  } catch (error) {
    const failure = error instanceof Failure ? error.kind : 'unexpected';
    if (failure === 'unexpected') log.fatal({ err: error }, 'Failed');
    send({ kind: 'failed', failure, message: messageOf(error) });
  }
}

async function receive(message: ToProcess): Promise<void> {
  if (message.kind === 'begin') await begin(message.assignment);
  else if (message.kind === 'status') status = message.status;
  else if (message.kind === 'metrics') registry.answered(message.id, message.text);
  else if (message.kind === 'collect') {
    const metrics = (await registry.getMetricsAsJSON()) as MetricValues;
    send({ kind: 'collected', id: message.id, metrics });
  } else if (message.kind === 'stop') {
    await service?.stop();
    await servers?.close();
    process.exit(0);
  } else calls.receive(message);
}

// A terminal and a service manager send these signals to all processes; the first one decides when to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('message', (message) => void receive(message as ToProcess));
send({ kind: 'ready' });
