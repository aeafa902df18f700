// `npm run bench:evm`: Mgas a second of processor time of Tain's engine and of plain `@ethereumjs/evm`, alternately, so
// that other load of the machine affects both equally; the best of some rounds. Arguments filter the rows: `npm run
// bench:evm -- keccak COPY`.

import { RecordedReasons } from '../src/calls/trace/recorded-reasons.ts';
import { traceWatchers } from '../src/calls/trace/trace-entries.ts';
import { makeRows, type Row } from './evm/rows.ts';
import { plainWorld, type Ran, tainWorld, type World } from './evm/worlds.ts';

const ROUNDS = Number(process.env.TAIN_BENCH_ROUNDS ?? 5);
/** Time that each engine runs a row before it is measured. */
const WARM_UP_MS = 1_000;
/** Minimum processor time of a round. */
const MIN_ROUND_US = 100_000;

const made = await makeRows();
if (made === undefined) {
  console.error('the compiler of the contracts could not be installed');
  process.exit(1);
}
const only = process.argv.slice(2);
const rows = made.rows.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)));

const tain = tainWorld();
const contracts = await made.deploy(tain);
const plain = await plainWorld();
const plainContracts = await made.deploy(plain);

interface Rate {
  /** Mgas per second. */
  mgas: number;
  /** Microseconds per call. */
  call: number;
  gas: bigint;
}

console.log('| | Mgas/s | `@ethereumjs/evm` | times | a call | there |');
console.log('|---|---|---|---|---|---|');
for (const row of rows) {
  const [best, other] = await rates(row);
  const calls = row.isCall === true ? [best, other].map(({ call }) => `${Math.round(call)} µs`) : ['', ''];
  const ratio = (best.mgas / other.mgas).toFixed(1);
  console.log(`| ${[row.name, digits(best.mgas), digits(other.mgas), ratio, ...calls].join(' | ')} |`);
  if (best.gas !== other.gas) console.log(`  (gas of a call ${best.gas}, there ${other.gas})`);
}
if (only.length === 0 || only.some((word) => made.traced.name.includes(word)))
  await compareTraces(made.traced);

/**
 * Compares the opcode trace of the REST route, which executes twice, with the library's steps, with the same stacks as
 * text.
 */
async function compareTraces({ name, gas, target }: Row): Promise<void> {
  let bytes = 0;
  let entries = 0;
  const write = (entry: string): void => {
    bytes += Buffer.from(entry).length;
    entries += 1;
  };
  const reasons = new RecordedReasons(new Map());
  const shown = { stack: true, memory: false, storage: false };
  const traced = tain.watchedBy(traceWatchers(shown, reasons, write));
  const library = plain.watchedBy(({ stack, ...step }) => {
    const items = stack.map((item) => `"0x${item.toString(16).padStart(64, '0')}"`);
    write(
      `{"depth":${step.depth},"gas":${step.gas},"gas_cost":${step.gasCost},"op":"${step.op}","pc":${step.pc},"stack":[${items.join(',')}]}`,
    );
  });
  const [own, other] = [target(contracts), target(plainContracts)];
  const first = await secondsOf(() => tain.send(own.to, own.data, gas));
  const second = await secondsOf(() => traced(own.to, own.data, gas));
  const size = `${entries} entries, ${Math.round(bytes / 1e6)} MB`;
  const memory = Math.round(process.memoryUsage.rss() / 1e6);
  const plainSeconds = await secondsOf(() => library(other.to, other.data, gas));
  const seconds = first.seconds + second.seconds;
  console.log(
    `${name}, ${second.gas} gas, ${size}: ${seconds.toFixed(1)} s with ${memory} MB resident; by \`@ethereumjs/evm\` ${plainSeconds.seconds.toFixed(1)} s, ${(plainSeconds.seconds / seconds).toFixed(1)} times`,
  );
}

/** Returns the seconds of processor time of a call. */
async function secondsOf(
  call: () => Promise<Ran>,
): Promise<{ readonly seconds: number; readonly gas: bigint }> {
  const begin = process.cpuUsage();
  const { gas } = await call();
  const { user, system } = process.cpuUsage(begin);
  return { seconds: (user + system) / 1e6, gas };
}

async function rates(row: Row): Promise<[Rate, Rate]> {
  // Every code path is warmed up, because code that V8 has not compiled yet runs at a quarter of the speed.
  for (const [world, where] of [[tain, contracts] as const, [plain, plainContracts] as const]) {
    const until = performance.now() + WARM_UP_MS;
    do await measure(world, where, row);
    while (performance.now() < until);
  }
  const best: [Rate, Rate] = [await measure(tain, contracts, row), await measure(plain, plainContracts, row)];
  for (let round = 1; round < ROUNDS; round += 1) {
    const next = [await measure(tain, contracts, row), await measure(plain, plainContracts, row)] as const;
    for (const at of [0, 1] as const) if (next[at].mgas > best[at].mgas) best[at] = next[at];
  }
  return best;
}

async function measure(world: World, where: Readonly<Record<string, string>>, row: Row): Promise<Rate> {
  const { to, data } = row.target(where);
  let gas = 0n;
  let times = 0;
  const begin = process.cpuUsage();
  let microseconds = 0;
  while (microseconds < MIN_ROUND_US) {
    for (let time = 0; time < row.times; time += 1) gas += (await world.send(to, data, row.gas)).gas;
    times += row.times;
    const { user, system } = process.cpuUsage(begin);
    microseconds = user + system;
  }
  return { mgas: Number(gas) / microseconds, call: microseconds / times, gas: gas / BigInt(times) };
}

function digits(rate: number): string {
  return rate < 10 ? rate.toFixed(1) : String(Math.round(rate));
}
