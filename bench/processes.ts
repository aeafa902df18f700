/**
 * Compares several processes of the query service with one on this machine: the same requests go to one process and
 * to more, alternately, on one database. Prints the rates, the median of their ratios, processor time and memory.
 *
 *   npm run bench:processes -- [--transactions 100000] [--seed 7] [--processes 1,2,3] [--rounds 5] [--seconds 3]
 *                              [--connections 16] [--keep]
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { benchFolder, dataFolder, openBenchDatabase } from './api/database.ts';
import { pipelinedLoad } from './api/pipelined-load.ts';
import { processorTime } from './api/processor-time.ts';
import { selectSamples } from './api/samples.ts';
import { scenariosOf } from './api/scenarios.ts';
import { type Service, startService } from './api/service.ts';
import { median } from './table.ts';
import { withClient } from './with-client.ts';

const { values: options } = parseArgs({
  options: {
    transactions: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '7' },
    processes: { type: 'string', default: '1,2,3' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '16' },
    keep: { type: 'boolean', default: false },
  },
});
const size = { transactions: Number(options.transactions), seed: Number(options.seed) };
const load = { clients: Number(options.connections), seconds: Number(options.seconds) };
const numbers = options.processes.split(',').map(Number);
/** A lookup and two lists, in addition to a response without a statement. */
const NAMES = ['block by number', 'transactions, 100', 'account'];
/** Warm-up for each process of a service, because code that just started is slow. */
const WARM_SECONDS = 2;

/** Returns the processes of one query service, including the first one. */
async function processesOf(pid: number): Promise<number[]> {
  const found = [pid];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const parent = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')[1];
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (Number(parent) === pid && line.includes('api-processes')) found.push(Number(name));
  }
  return found;
}

/** Returns the megabytes of all processes, shared pages counted once, and the resident size of each. */
async function memoryOf(pids: readonly number[]): Promise<{ all: number; each: number[] }> {
  const read = async (pid: number, file: string, name: string) => {
    const text = await readFile(`/proc/${pid}/${file}`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1024;
  };
  const each: number[] = [];
  let all = 0;
  for (const pid of pids) {
    each.push(Math.round(await read(pid, 'status', 'VmRSS')));
    all += await read(pid, 'smaps_rollup', 'Pss');
  }
  return { all: Math.round(all), each };
}

const server = await openBenchDatabase(size);
const services: { readonly processes: number; readonly service: Service; readonly pids: number[] }[] = [];
try {
  const samples = await withClient(server.target, selectSamples);
  const all = scenariosOf(samples);
  const scenarios = [
    { name: 'no statement', paths: ['/health/liveness'] },
    ...all
      .filter(({ name, paths }) => NAMES.includes(name) && paths.length > 0)
      .map(({ name, paths }) => ({ name, paths: paths.map((path) => `/api/v1/${path}`) })),
  ];
  // The services connect as to an external database, because an embedded database allows only one query service at a
  // time.
  const target = server.target as { host: string; port: number; user: string; database: string };
  const url = `postgres://${target.user}@localhost/${target.database}?host=${encodeURIComponent(target.host)}&port=${target.port}`;
  for (const processes of numbers) {
    const service = await startService(dataFolder(size), {
      DATABASE_URL: url,
      TAIN_API_PROCESSES: String(processes),
      TAIN_API_CONNECTIONS: '10',
    });
    services.push({ processes, service, pids: await processesOf(service.pid) });
  }
  console.log(`${load.clients} connections, pipelined. Rounds: ${options.rounds} of ${load.seconds} s.`);
  for (const { name, paths } of scenarios) {
    const rates = new Map<number, number[]>(numbers.map((number) => [number, []]));
    const cpus = new Map<number, number[]>(numbers.map((number) => [number, []]));
    for (const { processes, service } of services) {
      await pipelinedLoad(service.url, paths, { ...load, seconds: WARM_SECONDS * processes });
    }
    for (let round = 0; round < Number(options.rounds); round++) {
      for (const { processes, service, pids } of services) {
        const time = async () => {
          let sum = 0;
          for (const pid of pids) sum += (await processorTime(pid)) ?? 0;
          return sum;
        };
        const before = await time();
        const rate = await pipelinedLoad(service.url, paths, load);
        const spent = (await time()) - before;
        rates.get(processes)?.push(rate);
        cpus.get(processes)?.push((spent * 1000) / (rate * load.seconds));
      }
    }
    const base = rates.get(numbers[0] ?? 1) ?? [];
    for (const processes of numbers) {
      const own = rates.get(processes) ?? [];
      const ratio = median(own.map((rate, round) => rate / (base[round] ?? Number.NaN)));
      console.log(
        [
          name.padEnd(20),
          `${processes} processes`.padEnd(12),
          `${Math.round(median(own))}/s`.padStart(9),
          `x ${ratio.toFixed(2)}`.padStart(7),
          `${Math.round(median(cpus.get(processes) ?? []))} µs each`.padStart(12),
        ].join('  '),
      );
    }
  }
  for (const { processes, pids } of services) {
    const { all: sum, each } = await memoryOf(pids);
    console.log(`Memory with ${processes}: ${sum} MB in all, resident ${each.join(' + ')} MB`);
  }
} finally {
  for (const { service } of services) await service.stop();
  await server.release();
  if (!options.keep) await rm(benchFolder(size), { recursive: true, force: true });
}
