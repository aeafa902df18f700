import type { Item } from './compare.ts';
import { executionsOf, isWildcard, type Log } from './executions.ts';
import { big, num, type Recorded } from './history.ts';
import {
  detailedJson,
  listedLog,
  padded,
  shortJson,
  shortSyntheticJson,
  singleJson,
  singleSyntheticJson,
  syntheticJson,
  weibars,
} from './result-json.ts';
import { hex, hex0x, time } from './texts.ts';
import { transactionId } from './transaction-json.ts';
import type { World } from './world.ts';

/** Results of contract executions and their logs, in lists and as single results. */

const WRONG_NONCE = 312;

const listedLogs = (world: World): Log[] => executionsOf(world).logs.filter((log) => !isWildcard(log));

/** Checks logs by time and index, and by the filters on their fields. */
export async function checkLogs(world: World): Promise<void> {
  const logs = listedLogs(world);
  const json = (list: readonly Log[]) => list.map((log) => listedLog(world, log));
  await world.expectList('/contracts/results/logs', 'logs', json(logs));
  await world.expectList('/contracts/logs', 'logs', json(logs));
  for (const contract of world.some([...new Set(logs.map((log) => log.contract))], 8)) {
    const own = logs.filter((log) => log.contract === contract);
    await world.expectList(`/contracts/${contract}/results/logs`, 'logs', json(own));
  }
  const [first, last] = [world.recorded[0]?.at ?? 0n, world.recorded.at(-1)?.at ?? 0n];
  const times = `timestamp=gte:${time(first)}&timestamp=lte:${time(last)}`;
  for (const { topics } of world.some(logs, 6)) {
    for (const [index, topic] of topics.entries()) {
      const same = logs.filter((log) => log.topics[index] && padded(log.topics[index]) === padded(topic));
      const path = `/contracts/results/logs?${times}&topic${index}=${padded(topic)}`;
      await world.expectList(path, 'logs', json(same));
    }
  }
  for (const { recorded, index } of world.some(logs, 4)) {
    const from = logs.filter((log) => log.recorded.at === recorded.at && log.index >= index);
    const path = `/contracts/results/logs?timestamp=${time(recorded.at)}&index=gte:${index}`;
    await world.expectList(path, 'logs', json(from));
    const hash = hex0x(recorded.record.transactionHash);
    const own = logs.filter((log) => log.recorded.at === recorded.at);
    if (own.every((log) => hex0x(log.hash) === hash.slice(0, 66))) {
      await world.expectList(`/contracts/results/logs?transaction.hash=${hash}`, 'logs', json(own));
    }
  }
}

interface Listed {
  readonly at: bigint;
  readonly block: number;
  readonly index: number | null;
  readonly internal: boolean;
  readonly sender: number;
  readonly contract: number;
  readonly synthetic: boolean;
  readonly item: () => Item;
  readonly short: () => Item;
}

/**
 * Returns the logs that represent results: the first visible one at each time at which tokens moved without an
 * execution.
 */
function movements(world: World, contract?: number): Log[] {
  const seen = new Set(executionsOf(world).runs.map(({ recorded }) => recorded.at));
  return listedLogs(world).filter(({ recorded, synthetic, contract: own }) => {
    if (!synthetic || seen.has(recorded.at) || (contract ?? own) !== own) return false;
    seen.add(recorded.at);
    return true;
  });
}

/** Returns all listed results, or those of one contract, by time. */
function listed(world: World, contract?: number): Listed[] {
  const { runs } = executionsOf(world);
  return [
    ...runs
      .filter(({ recorded }) => recorded.status !== WRONG_NONCE)
      .filter((run) => (contract === undefined ? run.index !== null : run.contract === contract))
      .map((run) => ({
        at: run.recorded.at,
        block: run.recorded.block,
        index: run.index,
        internal: num(run.recorded.body.transactionID?.nonce) > 0,
        sender: run.sender,
        contract: run.contract,
        synthetic: false,
        item: () => detailedJson(world, run),
        short: () => shortJson(world, run),
      })),
    ...movements(world, contract).map((log) => ({
      at: log.recorded.at,
      block: log.recorded.block,
      index: log.transactionIndex,
      internal: false,
      sender: log.recorded.payer,
      contract: log.root,
      synthetic: true,
      item: () => syntheticJson(world, log),
      short: () => shortSyntheticJson(world, log),
    })),
  ].sort((a, b) => (a.at < b.at ? -1 : 1));
}

export async function checkResults(world: World): Promise<void> {
  const all = listed(world);
  const items = (list: readonly Listed[]) => list.map(({ item }) => item());
  const outer = all.filter(({ internal }) => !internal);
  await world.expectList('/contracts/results', 'results', items(outer));
  await world.expectList('/contracts/results?internal=true', 'results', items(all));
  for (const sender of world.some(
    [...new Set(outer.filter((one) => !one.synthetic).map((one) => one.sender))],
    4,
  )) {
    const own = outer.filter((one) => !one.synthetic && one.sender === sender);
    await world.expectList(`/contracts/results?from=${sender}`, 'results', items(own));
  }
  for (const one of world.some(outer, 4)) {
    const own = outer.filter(({ block }) => block === one.block);
    await world.expectList(`/contracts/results?block.number=${one.block}`, 'results', items(own));
    const placed = own.filter(({ index }) => index === one.index);
    const path = `/contracts/results?block.hash=${hex0x(world.blocks[one.block]?.hash)}&transaction.index=${one.index}`;
    if (one.index !== null) await world.expectList(path, 'results', items(placed));
  }
  const contracts = new Set(all.filter((one) => one.contract > 0).map((one) => one.contract));
  for (const contract of world.some([...contracts], 12)) {
    const own = listed(world, contract);
    const short = (list: readonly Listed[]) => list.map((one) => one.short());
    const outside = own.filter(({ internal }) => !internal);
    await world.expectList(`/contracts/${contract}/results`, 'results', short(outside));
    await world.expectList(`/contracts/${contract}/results?internal=true`, 'results', short(own));
    for (const at of world.moments) {
      const later = outside.filter((one) => one.at > at);
      await world.expectList(
        `/contracts/${contract}/results?timestamp=gt:${time(at)}`,
        'results',
        short(later),
      );
    }
  }
}

/** Checks single results by time, transaction id and hash. */
export async function checkSingleResults(world: World): Promise<void> {
  const { runs } = executionsOf(world);
  for (const run of world.some(runs, 60)) {
    const { recorded, hash, contract, result, wallet } = run;
    const expected = singleJson(world, run);
    // An Ethereum transaction without a result has an empty output (the mirror node's default result), not an unknown one.
    const status = result === null && wallet === null ? 206 : 200;
    const answered = async (path: string) => world.expectSame(path, await world.get(path, status), expected);
    if (contract > 0) await answered(`/contracts/${contract}/results/${time(recorded.at)}`);
    const nonce = num(recorded.body.transactionID?.nonce);
    const same = runs.filter(
      (other) =>
        transactionId(other.recorded) === transactionId(recorded) &&
        num(other.recorded.body.transactionID?.nonce) === nonce,
    );
    const byId = `/contracts/results/${transactionId(recorded)}?nonce=${nonce}`;
    if (same.length === 1) await (isLate(recorded) ? world.get(byId, 404) : answered(byId));
    const hashed = runs.filter((other) => hex(other.hash) === hex(hash));
    if (hashed.length === 1) await answered(`/contracts/results/${hex0x(hash)}`);
    await answered(`/contracts/results/${time(recorded.at)}`);
    const inWeibars = { ...expected, ...weibars(world, run) };
    const path = `/contracts/results/${time(recorded.at)}?hbar=false`;
    world.expectSame(path, await world.get(path, status), inWeibars);
  }
}

/** Checks single synthetic results by time, transaction id and hash. */
export async function checkMovements(world: World): Promise<void> {
  const { runs } = executionsOf(world);
  const moved = movements(world);
  for (const log of world.some(moved, 40)) {
    const { recorded, hash } = log;
    const logs = listedLogs(world).filter((other) => other.recorded.at === recorded.at);
    const answered = async (path: string, expected: Item) =>
      world.expectSame(path, await world.get(path, 206), expected);
    for (const contract of new Set(logs.map((one) => one.contract))) {
      const own = logs.filter((one) => one.contract === contract);
      const [first = log] = own;
      const path = `/contracts/${contract}/results/${time(recorded.at)}`;
      if (contract !== recorded.payer) await answered(path, singleSyntheticJson(world, first, own));
    }
    const expected = singleSyntheticJson(world, log, logs);
    await answered(`/contracts/results/${time(recorded.at)}?hbar=false`, expected);
    const sharesId = ({ recorded: other }: { readonly recorded: Recorded }) =>
      transactionId(other) === transactionId(recorded) && nonceOf(other) === nonceOf(recorded);
    const alone = moved.filter(sharesId).length === 1;
    const byId = `/contracts/results/${transactionId(recorded)}?nonce=${nonceOf(recorded)}`;
    if (alone && !runs.some(sharesId))
      await (isLate(recorded) ? world.get(byId, 404) : answered(byId, expected));
    const sharesHash = (other: { readonly hash: Uint8Array }) => hex(other.hash) === hex(hash);
    if (!runs.some(sharesHash)) {
      if (moved.filter(sharesHash).length === 1)
        await answered(`/contracts/results/${hex0x(hash)}`, expected);
      await world.get(`/contracts/results/${hex0x(hash)}/actions`, 404);
    }
  }
}

/** Maximum nanoseconds from a transaction's valid start within which its results are found by its id (the mirror node's 35 minutes). */
const ID_WINDOW_NS = 35n * 60n * 1_000_000_000n;

/** Returns whether a transaction was executed too late to be found by its id, as by a schedule that waited. */
function isLate({ at, body }: Recorded): boolean {
  const start = body.transactionID?.transactionValidStart;
  return at - big(start?.seconds) * 1_000_000_000n - BigInt(start?.nanos ?? 0) > ID_WINDOW_NS;
}

function nonceOf({ body }: Recorded): number {
  return num(body.transactionID?.nonce);
}
