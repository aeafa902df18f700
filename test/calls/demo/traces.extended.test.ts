import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { ingestFolder } from '../../ingest/ingest-folder.ts';
import { type CallServer, startCallServer } from '../call/call-fixture.ts';
import type { Entry, Prestate, PrestateAccount, Trace } from '../trace/trace-ledger.ts';

/**
 * Traces contract transactions of a demo history over HTTP, from a database into which its stream was imported.
 * Its calls and their gas must equal the recorded actions of the network.
 */

const CODE_BYTE_GAS = 200;
/** Beginning of the code of an account that delegates (EIP-7702). */
const DELEGATION = '0xef0100';
const SUCCESS = 22;
/** Maximum number of traced transactions of one type, result and kind of execution. */
const ALIKE = 40;

interface Recorded {
  readonly hash: string;
  readonly id: string;
  readonly type: number;
  readonly status: number;
  /** Gas used; null or 0 without an execution. */
  readonly gas_used: string | null;
  readonly output: string | null;
  readonly isDelegated: boolean;
  /** Whether a call made another one. */
  readonly isNested: boolean;
}

/** A call or creation, as traces and lists of actions report it, in the order of their starts. */
interface Frame {
  readonly depth: number;
  readonly gas: number;
  readonly gasUsed: number;
}

interface Action {
  readonly call_depth: number;
  readonly call_type: string;
  readonly gas: number;
  readonly gas_used: number;
  readonly recipient: string | null;
  readonly result_data_type: string;
}

/** Returns the calls in a trace. Each begins with an entry that is deeper than the previous one. */
function framesOf(opcodes: readonly Entry[]): Frame[] {
  const frames: { depth: number; gas: number; gasUsed: number }[] = [];
  const open: typeof frames = [];
  for (const { depth, gas, gas_cost: cost } of opcodes) {
    open.length = Math.min(open.length, depth + 1);
    if (open.length <= depth) {
      const frame = { depth, gas: gas + cost, gasUsed: 0 };
      frames.push(frame);
      open.push(frame);
    }
    const current = open[depth];
    if (current !== undefined) current.gasUsed = current.gas - gas;
  }
  return frames;
}

let server: CallServer;
let transactions: readonly Recorded[] = [];
let sampled: readonly Recorded[] = [];
const codeLengths = new Map<string, number>();

beforeAll(async () => {
  server = await startCallServer();
  const dir = mkdtempSync(join(tmpdir(), 'tain-demo-traces-'));
  try {
    await writeDemo({
      dir,
      runCode: demoEngine,
      dataEverywhere: false,
      seed: 11,
      tps: 30,
      blocks: 14,
      signInner: false,
      failures: 0.1,
      population: { accounts: 30, tokens: 6, contracts: 10 },
      mix: {
        CONTRACTCALL: 900,
        ETHEREUMTRANSACTION: 600,
        CONTRACTCREATEINSTANCE: 30,
        FILECREATE: 20,
        CRYPTOUPDATEACCOUNT: 100,
      },
    });
    await ingestFolder({
      database: server.database,
      folder: dir,
      addressBook: join(dir, 'address_book.bin'),
    });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  server.pool.renew();
  // A wallet's transaction that was sent too early may be repeated. Its hash then refers to the later one.
  const { rows } = await server.database.pool.query<Recorded>(`
    select '0x' || encode(r.transaction_hash, 'hex') as hash, '0.0.' || t.payer_account_id || '-' ||
      t.valid_start_ns / 1000000000 || '-' || t.valid_start_ns % 1000000000 as id, t.type,
      r.transaction_result as status, r.gas_used, encode(r.call_result, 'hex') as output,
      exists (select from contract_action a join entity e
        on e.id in (a.recipient_account, a.recipient_contract)
        where a.consensus_timestamp = r.consensus_timestamp and e.type = 'ACCOUNT' and e.delegation_address is not null) as "isDelegated",
      exists (select from contract_action a where a.consensus_timestamp = r.consensus_timestamp and a.call_depth > 0) as "isNested"
    from contract_result r join transaction t using (consensus_timestamp)
    where t.nonce = 0 and (select count(*) from contract_result o where o.transaction_hash = r.transaction_hash) = 1
    order by r.consensus_timestamp`);
  transactions = rows;
  const alike = new Map<string, number>();
  sampled = rows.filter(({ type, status, gas_used, isDelegated, isNested }) => {
    const kind = `${type} ${status} ${Number(gas_used ?? 0) === 0} ${isDelegated} ${isNested}`;
    alike.set(kind, (alike.get(kind) ?? 0) + 1);
    return (alike.get(kind) ?? 0) <= ALIKE;
  });
  const codes = await server.database.pool.query<{ id: string; length: number }>(
    "select '0.0.' || id as id, length(runtime_bytecode) as length from contract",
  );
  for (const { id, length } of codes.rows) codeLengths.set(id, length);
});
afterAll(() => server?.close());

async function get<Body>(path: string): Promise<Body> {
  const response = await fetch(`${server.url}/api/v1${path}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Body;
}

const actionsOf = async (reference: string) =>
  (await get<{ actions: Action[] }>(`/contracts/results/${reference}/actions?limit=100`)).actions;

/**
 * Returns an action in the format of a trace: storing code costs gas after the last operation, and a halt reports the
 * remaining gas.
 */
function frameOf({ gas, ...action }: Action, traced: Frame | undefined): Frame {
  const isDeployed = action.call_type === 'CREATE' && action.result_data_type === 'OUTPUT';
  const storageGas = isDeployed ? CODE_BYTE_GAS * (codeLengths.get(action.recipient ?? '') ?? 0) : 0;
  const halted = action.result_data_type === 'ERROR' && action.gas_used === gas;
  const gasUsed = halted ? (traced?.gasUsed ?? -1) : action.gas_used - storageGas;
  return { depth: action.call_depth, gas, gasUsed };
}

describe('a contract transaction of a demo history', () => {
  it('has a trace that agrees with its actions on calls and gas', async () => {
    const kinds = new Map<string, number>();
    const count = (kind: string) => kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    for (const { hash, type, status, gas_used, output, isDelegated } of sampled) {
      const where = `${hash}, type ${type}, status ${status}`;
      const trace = await get<Trace>(`/contracts/results/${hash}/opcodes?stack=false`);
      const actions = await actionsOf(hash);
      const frames = framesOf(trace.opcodes);
      expect(frames, where).toEqual(actions.map((action, index) => frameOf(action, frames[index])));
      expect(trace.failed, where).toBe(status !== SUCCESS);
      const charged = Number(gas_used ?? 0);
      if (charged === 0) expect([trace.opcodes, trace.gas], where).toEqual([[], 0]);
      else expect(trace.gas, where).toBe(charged);
      if (status === SUCCESS && type === 7) expect(trace.return_value, where).toBe(`0x${output ?? ''}`);
      count(`type ${type}`);
      count(charged === 0 ? 'refused' : trace.failed ? 'failed' : 'done');
      if (frames.length > 1) count('calls within calls');
      if (isDelegated && trace.opcodes.length > 1) count('delegated code');
    }
    for (const kind of ['type 7', 'type 8', 'type 50', 'refused', 'failed', 'done', 'calls within calls']) {
      expect(kinds.get(kind), kind).toBeGreaterThan(5);
    }
    expect(kinds.get('delegated code')).toBeGreaterThan(0);
    expect(server.log).toEqual([]);
  });
});

describe('an estimate at a past block', () => {
  it('suffices for the call there, and exceeds the need by at most 5 %', async () => {
    const { rows } = await server.database.pool.query<{
      block: string;
      from: string;
      to: string;
      data: string;
    }>(`
      select f.index - 1 as block, encode(s.evm_address, 'hex') as from, encode(c.evm_address, 'hex') as to,
        encode(r.function_parameters, 'hex') as data
      from contract_result r join entity s on s.id = r.sender_id join entity c on c.id = r.contract_id
      join record_file f on r.consensus_timestamp between f.consensus_start and f.consensus_end
      where r.transaction_nonce = 0 and r.transaction_result = ${SUCCESS} and r.amount = 0 and f.index > 1
        and length(r.function_parameters) >= 4 and s.evm_address is not null and c.evm_address is not null
      order by r.consensus_timestamp limit 25`);
    let estimated = 0;
    for (const { block, from, to, data } of rows) {
      const body = { block: String(block), from: `0x${from}`, to: `0x${to}`, data: `0x${data}` };
      const estimate = await server.post({ ...body, estimate: true });
      // The block before the transaction's may lack what the call needs.
      if (estimate.status !== 200) continue;
      const gas = Number((estimate.body as { result: string }).result);
      expect((await server.post({ ...body, gas })).status, data).toBe(200);
      expect((await server.post({ ...body, gas: Math.floor(gas / 1.05) })).status, data).toBe(400);
      estimated += 1;
    }
    expect(estimated).toBeGreaterThan(5);
  });
});

interface StateChange {
  readonly hash: string;
  readonly address: string;
  readonly slot: string;
  readonly read: string;
  /** Written value; null for a slot that was only read. */
  readonly written: string | null;
}

/** Returns storage by address, for the accounts with storage. */
const storageOf = (accounts: readonly PrestateAccount[]) =>
  Object.fromEntries(
    accounts
      .filter(({ storage = {} }) => Object.keys(storage).length > 0)
      .map(({ address, storage }) => [address, storage]),
  );

/** Returns the non-null values that `of` returns, by address and slot. */
function recordedStorage(changes: readonly StateChange[], of: (change: StateChange) => string | null) {
  const storage: Record<string, Record<string, string>> = {};
  for (const change of changes) {
    const value = of(change);
    if (value === null) continue;
    const slots = storage[change.address] ?? {};
    storage[change.address] = { ...slots, [change.slot]: value };
  }
  return storage;
}

const isCreated = ({ balance }: PrestateAccount) => balance === undefined;

describe('the accounts of a contract transaction of a demo history', () => {
  it('have the storage that was recorded as read and written, and the hbars that were recorded', async () => {
    const { rows: changes } = await server.database.pool.query<StateChange>(`
      select '0x' || encode(r.transaction_hash, 'hex') as hash,
        '0x' || coalesce(encode(e.evm_address, 'hex'), lpad(to_hex(e.id), 40, '0')) as address,
        '0x' || lpad(encode(c.slot, 'hex'), 64, '0') as slot,
        '0x' || lpad(encode(c.value_read, 'hex'), 64, '0') as read,
        '0x' || lpad(encode(c.value_written, 'hex'), 64, '0') as written
      from contract_state_change c join contract_result r using (consensus_timestamp)
        join entity e on e.id = c.contract_id`);
    const { rows: moved } = await server.database.pool.query<{ key: string; amount: string }>(`
      select '0x' || encode(r.transaction_hash, 'hex') || ' 0x' ||
        coalesce(encode(e.evm_address, 'hex'), lpad(to_hex(e.id), 40, '0')) as key, sum(t.amount) as amount
      from crypto_transfer t join contract_result r using (consensus_timestamp)
        join entity e on e.id = t.entity_id
      where e.type = 'CONTRACT' group by 1`);
    const amounts = new Map(moved.map(({ key, amount }) => [key, BigInt(amount) * 10n ** 10n]));
    const counted = { read: 0, changed: 0, created: 0, moved: 0 };
    const isSampled = new Set(sampled.map(({ hash }) => hash));
    for (const { hash, status } of transactions) {
      const path = `/contracts/results/${hash}/prestate?storage=true`;
      const own = changes.filter((change) => change.hash === hash);
      const changed = own.filter(({ read, written }) => written !== null && written !== read);
      // Slots that are only read are rare.
      if (!isSampled.has(hash) && own.length === changed.length) continue;
      const { pre, post } = await get<Prestate>(`${path}&diff=true&code=true`);
      const created = new Set(pre.filter(isCreated).map(({ address }) => address));
      const isBefore = ({ address }: StateChange) => !created.has(address);
      expect(storageOf(pre), hash).toEqual(recordedStorage(changed.filter(isBefore), ({ read }) => read));
      expect(storageOf(post), hash).toEqual(recordedStorage(changed, ({ written }) => written));
      const before = new Map(pre.map(({ address, balance }) => [address, BigInt(balance ?? 0)]));
      for (const { address, balance, code } of post) {
        if (code === undefined || code.startsWith(DELEGATION)) continue;
        const difference = BigInt(balance ?? 0) - (before.get(address) ?? 0n);
        expect(difference, `${hash} ${address}`).toBe(amounts.get(`${hash} ${address}`) ?? 0n);
        if (difference !== 0n) counted.moved += 1;
      }
      if (status !== SUCCESS) expect(own, hash).toEqual([]);
      // Reads of a failed transaction are not recorded.
      if (status === SUCCESS) {
        const { pre: all } = await get<Prestate>(path);
        expect(storageOf(all), hash).toEqual(recordedStorage(own.filter(isBefore), ({ read }) => read));
      }
      counted.read += own.length - changed.length;
      counted.changed += changed.length;
      counted.created += created.size;
    }
    for (const [name, count] of Object.entries(counted)) expect(count, name).toBeGreaterThan(5);
  });
});

/** Recorded requests of a JSON-RPC relay for its methods debug_…. */
describe('a relay', () => {
  const done = () => transactions.filter(({ status, type }) => status === SUCCESS && type !== 8);

  it('contains the fields of debug_traceTransaction without a tracer', async () => {
    for (const { hash } of done().slice(0, 10)) {
      for (const shows of ['memory=false&stack=true&storage=true', 'memory=true&stack=false&storage=false']) {
        const {
          gas,
          failed,
          return_value: value,
          opcodes,
        } = await get<Trace>(`/contracts/results/${hash}/opcodes?${shows}`);
        expect([typeof gas, failed]).toEqual(['number', false]);
        expect(value).toMatch(/^0x([0-9a-f]{2})*$/);
        const isShown = (name: string) => shows.includes(`${name}=true`);
        for (const entry of opcodes) {
          expect(entry).toEqual({
            pc: expect.any(Number),
            op: expect.stringMatching(/^[A-Zħ]?[A-Z0-9]*$/),
            gas: expect.any(Number),
            gas_cost: expect.any(Number),
            depth: expect.any(Number),
            stack: isShown('stack') ? entry.stack : [],
            memory: isShown('memory') ? entry.memory : [],
            storage: isShown('storage') ? entry.storage : {},
            reason: null,
          });
          const words = [...entry.stack, ...entry.memory, ...Object.entries(entry.storage).flat()];
          expect(words.filter((word) => !/^0x[0-9a-f]{64}$/.test(word))).toEqual([]);
        }
        if (opcodes.length > 1) {
          const all = opcodes.flatMap(({ stack, memory, storage }) => [stack, memory, Object.keys(storage)]);
          expect(all.some((list) => list.length > 0)).toBe(true);
        }
      }
    }
  });

  interface Block {
    readonly number: number;
    readonly hash: string;
    readonly timestamp: { readonly from: string; readonly to: string };
  }
  interface Result {
    readonly hash: string;
    readonly from: string;
    readonly to: string | null;
    readonly timestamp: string;
    readonly block_number: number;
    readonly transaction_index: number;
  }

  it('contains the fields of debug_traceBlock: calls of each transaction, and accounts and storage before it', async () => {
    const [latest] = (await get<{ blocks: Block[] }>('/blocks?limit=1&order=desc')).blocks;
    expect(latest).toBeDefined();
    let traced = 0;
    for (let number = latest?.number ?? 0; number > 0 && traced < 10; number -= 1) {
      const block = await get<Block>(`/blocks/${number}`);
      expect((await get<Block>(`/blocks/${block.hash.slice(0, 66)}`)).number).toBe(number);
      const { from, to } = block.timestamp;
      const range = `timestamp=gte:${from}&timestamp=lte:${to}&limit=100&order=asc`;
      const { results } = await get<{ results: Result[] }>(`/contracts/results?${range}&hbar=false`);
      await get(`/contracts/results/logs?${range}`);
      for (const { hash, timestamp, transaction_index: index, block_number: at } of results) {
        expect([at, typeof index]).toEqual([number, 'number']);
        // Token movements without a contract have no execution.
        if (!transactions.some((transaction) => transaction.hash === hash)) continue;
        const { actions } = await get<{ actions: (Action & { to: string; from: string })[] }>(
          `/contracts/results/${hash}/actions`,
        );
        await get<Result>(`/contracts/results/${hash}?hbar=false`);
        const { opcodes } = await get<Trace>(
          `/contracts/results/${hash}/opcodes?memory=false&stack=true&storage=true`,
        );
        expect(framesOf(opcodes).length).toBe(actions.length);
        const parties = new Set(actions.slice(0, 2).flatMap(({ to: called, from: by }) => [called, by]));
        // A failed creation has no address.
        for (const address of [...parties].filter(Boolean)) {
          const account = await fetch(
            `${server.url}/api/v1/accounts/${address}?timestamp=${timestamp}&transactions=false`,
          );
          const contract = await fetch(`${server.url}/api/v1/contracts/${address}?timestamp=${timestamp}`);
          expect([200, 404]).toContain(account.status);
          expect([200, 404]).toContain(contract.status);
          if (contract.status !== 200) continue;
          const { contract_id: id } = (await contract.json()) as { contract_id: string };
          await get(`/balances?account.id=${id}&timestamp=${timestamp}`);
          await get(`/contracts/${id}/state?timestamp=${timestamp}&limit=100&order=desc`);
        }
        traced += 1;
      }
    }
    expect(traced).toBeGreaterThanOrEqual(10);
  });
});
