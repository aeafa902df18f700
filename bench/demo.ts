/**
 * Measures the local network as developers run it: the built program with all its roles, a new network and its
 * embedded database. Clients sign, send and poll receipts over gRPC, and read the mirror over REST, in a separate
 * process. Prints the time from sending to the receipt and from there to REST at some rates, then the maximum number
 * of transactions a second, and the memory of the program. One machine does everything, clients included.
 *
 * npm run bench:demo -- [--seconds 15] [--rates 10,100] [--clients 200] [--tps 10] [--quiet] [--prof FOLDER]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../test/free-ports.ts';
import { processorTime } from './api/processor-time.ts';
import { type Service, startService } from './api/service.ts';
import { type ClientsOrder, type Round, type RoundResult, runClients } from './demo/clients.ts';
import { memoryOf } from './demo/memory.ts';
import { answerOf, endRole, startRole } from './role-process.ts';
import { percentiles } from './table.ts';

const WARM_UP_MS = 5_000;
const FOUNDING_TIMEOUT_MS = 120_000;
/** Interval of polls for a receipt: when latency is measured, and when clients only wait. */
const FINE_INTERVAL_MS = 10;
const COARSE_INTERVAL_MS = 100;

const [role, order = '{}'] = process.argv.slice(2);
if (role === 'clients-role') await runClients(JSON.parse(order) as ClientsOrder);
else await bench();

async function bench(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '15' },
      rates: { type: 'string', default: '10,100' },
      clients: { type: 'string', default: '200' },
      tps: { type: 'string', default: '10' },
      quiet: { type: 'boolean', default: false },
      prof: { type: 'string' },
    },
  });
  const milliseconds = Number(values.seconds) * 1000;
  const work = await mkdtemp(path.join(os.tmpdir(), 'tain-bench-demo-'));
  const ends: (() => Promise<unknown>)[] = [];
  try {
    const port = await freePort();
    const service = await startService(
      path.join(work, 'data'),
      {
        TAIN_NETWORK: 'demo',
        TAIN_ROLES: 'api,evm,ingest,live,status',
        TAIN_CACHE: 'on',
        TAIN_STATUS_PORT: '0',
        TAIN_GRPC_PORT: '0',
        TAIN_DEMO_NODE_PORT: String(port),
        TAIN_DEMO_TPS: values.tps,
        TAIN_DEMO_QUIET: values.quiet ? 'on' : 'off',
        TAIN_OPEN_PARENTS: 'on',
      },
      values.prof === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.prof}`],
    );
    ends.push(() => service.stop());
    await founded(service.url);
    const clients = startRole<ClientsOrder>(import.meta.url, 'clients-role', {
      node: `127.0.0.1:${port}`,
      mirror: service.url,
    });
    ends.push(() => endRole(clients, 'SIGTERM'));
    await answerOf(clients);
    const run = async (round: Round): Promise<RoundResult> => {
      const answer = answerOf<RoundResult>(clients);
      clients.send(round);
      return answer;
    };
    const atMost = {
      rate: null,
      clients: Number(values.clients),
      pollIntervalMs: COARSE_INTERVAL_MS,
      lookupEvery: 50,
    };
    await run({ ...atMost, milliseconds: WARM_UP_MS });
    for (const rate of values.rates.split(',').map(Number)) {
      const lookupEvery = Math.max(1, Math.floor(rate / 20));
      const result = await measured(`${rate} a second`, service, clients.pid, () =>
        run({ milliseconds, rate, clients: 0, pollIntervalMs: FINE_INTERVAL_MS, lookupEvery }),
      );
      printTimes(result);
    }
    const { succeeded, visible, ...rest } = await measured(
      `as many as come through ${values.clients} clients`,
      service,
      clients.pid,
      () => run({ ...atMost, milliseconds }),
    );
    console.log(
      `  ${(succeeded / (rest.executed / 1000)).toFixed(0)} transactions a second executed, ${(succeeded / (visible / 1000)).toFixed(0)} visible in REST`,
    );
    printTimes({ succeeded, visible, ...rest });
    const memory = await memoryOf(service.pid);
    const server = await service.memory();
    if (memory && server)
      console.log(
        `memory: ${memory.whole.toFixed(0)} MB in all, of them ${memory.own.toFixed(0)} MB the program (at most ${server.peak.toFixed(0)} MB)`,
      );
  } finally {
    for (const end of ends.reverse()) await end().catch(() => undefined);
    await rm(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  }
}

/** Runs a round and prints its processor time. */
async function measured(
  name: string,
  service: Service,
  clients: number | undefined,
  run: () => Promise<RoundResult>,
): Promise<RoundResult> {
  const times = async (): Promise<number[]> => [
    performance.now(),
    (await service.cpu()) ?? Number.NaN,
    (await processorTime(clients)) ?? Number.NaN,
  ];
  const [begun = 0, cpu = 0, own = 0] = await times();
  const result = await run();
  const [ended = 0, cpuAfter = 0, ownAfter = 0] = await times();
  const share = (time: number) => (time / (ended - begun)).toFixed(2);
  console.log(
    `${name}: ${result.succeeded} in ${((ended - begun) / 1000).toFixed(1)} s; processors: program ${share(cpuAfter - cpu)}, clients ${share(ownAfter - own)}`,
  );
  for (const [code, count] of Object.entries(result.others))
    console.log(`  ${count} ended with code ${code}`);
  return result;
}

function printTimes({ receipts, shown }: RoundResult): void {
  console.log(`  sent to receipt ${percentiles(receipts)}; receipt to REST ${percentiles(shown)}`);
}

/** Waits until the mirror shows the accounts with well-known keys. */
async function founded(url: string): Promise<void> {
  for (const late = performance.now() + FOUNDING_TIMEOUT_MS; performance.now() < late; await sleep(100)) {
    const answer = await fetch(`${url}/api/v1/accounts/0.0.1031`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
  }
  throw new Error('the network was not founded in time');
}
