import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoEvm, startDemoEvm } from './demo-evm.ts';
import { type JsonRpc, startJsonRpc } from './json-rpc.ts';

// Compares responses to requests of a JSON-RPC relay that need execution with the demo network's records.

/** A contract transaction that the network executed. */
interface Recorded {
  readonly hash: string;
  readonly block: number;
  readonly to: string;
  readonly from: string;
  readonly data: string;
  readonly value: number;
  readonly isSuccess: boolean;
  readonly isCreation: boolean;
  readonly output: string;
  /** Gas of the outermost call, without the intrinsic gas. */
  readonly ran: number;
  readonly isEthereum: boolean;
  readonly limit: number;
  readonly used: number;
  readonly actions: number;
  readonly result: number;
}

/** Checked parts of a traced block. */
interface Traced {
  readonly txHash: string;
  readonly result: { readonly gasUsed: string; readonly calls: readonly unknown[]; readonly failed: boolean };
}

/** Gas charged before code runs (EIP-2028). */
function intrinsicGas(data: string): number {
  const bytes = [...Buffer.from(data.slice(2), 'hex')];
  return 21_000 + bytes.reduce((sum, byte) => sum + (byte === 0 ? 4 : 16), 0);
}

const SUCCESS = 22;
const WEIBARS_PER_TINYBAR = 10_000_000_000n;
/** Response about an address that is not stored. */
const ADDRESS = (id: string, address: string) =>
  `'0x' || coalesce(encode(${address}, 'hex'), lpad(to_hex(${id} & 274877906943), 40, '0'))`;

let demo: DemoEvm;
let rpc: JsonRpc;
let recorded: readonly Recorded[];
beforeAll(async () => {
  demo = await startDemoEvm();
  rpc = await startJsonRpc(demo.api.url);
  const { rows } = await demo.api.database.pool.query<Recorded>(
    `select '0x' || encode(r.transaction_hash, 'hex') as hash, f.index::int as block,
       ${ADDRESS('r.contract_id', 'c.evm_address')} as to, ${ADDRESS('r.sender_id', 's.evm_address')} as from,
       '0x' || encode(r.function_parameters, 'hex') as data, coalesce(r.amount, 0)::float as value,
       r.transaction_result = ${SUCCESS} as "isSuccess", r.transaction_result as result,
       t.type = 8 or a.call_type = 2 as "isCreation", '0x' || coalesce(encode(r.call_result, 'hex'), '') as output,
       a.gas_used::float as ran, t.type = 50 as "isEthereum", r.gas_limit::float as limit, r.gas_used::float as used,
       (select count(*)::int from contract_action x where x.consensus_timestamp = r.consensus_timestamp) as actions
     from contract_result r join transaction t using (consensus_timestamp)
     join contract_action a on a.consensus_timestamp = r.consensus_timestamp and a.index = 0
     join record_file f on r.consensus_timestamp between f.consensus_start and f.consensus_end
     left join entity c on c.id = r.contract_id left join entity s on s.id = r.sender_id
     where r.transaction_nonce = 0 and length(r.transaction_hash) in (32, 48)
       -- The demo network has accounts that delegate to code (EIP-7702); versions of the ledger's EVM do not (facts 2.4).
       and (c.type = 'CONTRACT' or c.id is null)
     order by r.consensus_timestamp`,
  );
  recorded = rows;
});
afterAll(async () => {
  await rpc?.close();
  await demo?.close();
});

/** Response of JSON-RPC: the result, or the error. */
// biome-ignore lint/suspicious/noExplicitAny: results are looked at field by field
async function request(method: string, ...params: unknown[]): Promise<{ result?: any; error?: any }> {
  const response = await fetch(rpc.url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: as above
  return (await response.json()) as any;
}

describe('debug_traceTransaction', () => {
  test('returns each operation, the recorded gas and the recorded end', async () => {
    const some = recorded.filter((_, at) => at % 4 === 0);
    expect(some.length).toBeGreaterThan(20);
    let steps = 0;
    for (const { hash, isSuccess, isCreation, isEthereum, output, data, ran } of some) {
      const { result } = await request('debug_traceTransaction', hash);
      expect([hash, result?.failed]).toEqual([hash, !isSuccess]);
      if (isSuccess && !isCreation) {
        expect([hash, `0x${result.returnValue}`]).toEqual([hash, output]);
        // The gas of an Ethereum transaction may include authorizations.
        if (!isEthereum) expect([hash, result.gas]).toEqual([hash, ran + intrinsicGas(data)]);
      }
      for (const step of result.structLogs) {
        expect(step).toEqual({
          pc: expect.any(Number),
          op: expect.any(String),
          gas: expect.any(Number),
          gasCost: expect.any(Number),
          depth: expect.any(Number),
          memory: [],
          stack: expect.any(Array),
          storage: expect.any(Object),
          ...(step.reason === undefined ? {} : { reason: expect.stringMatching(/^0x/) }),
        });
      }
      steps += result.structLogs.length;
    }
    expect(steps).toBeGreaterThan(1_000);
  });

  test('returns the calls (callTracer)', async () => {
    const some = recorded.filter(({ actions }) => actions > 1);
    expect(some.length).toBeGreaterThan(5);
    for (const { hash, used, limit, actions, isSuccess } of some.slice(0, 20)) {
      const { result } = await request('debug_traceTransaction', hash, { tracer: 'callTracer' });
      expect([hash, Number(result.gasUsed), Number(result.gas), result.calls.length]).toEqual([
        hash,
        used,
        limit,
        actions - 1,
      ]);
      expect([hash, result.error === undefined]).toEqual([hash, isSuccess]);
    }
  });
});

test('debug_traceBlockByNumber traces every contract transaction of a block', async () => {
  const block = recorded[Math.floor(recorded.length / 2)]?.block ?? 0;
  const own = recorded.filter((each) => each.block === block);
  const { result, error } = await request('debug_traceBlockByNumber', `0x${block.toString(16)}`, {
    tracer: 'callTracer',
  });
  expect(error).toBeUndefined();
  const traces = new Map<string, Traced>(result.map((each: Traced) => [each.txHash, each]));
  expect(own.length).toBeGreaterThan(5);
  for (const { hash, used, actions } of own) {
    const trace = traces.get(hash.slice(0, 66))?.result;
    expect([hash, Number(trace?.gasUsed), trace?.calls.length]).toEqual([hash, used, actions - 1]);
  }
  // The other transactions have no execution.
  expect(traces.size).toBe(result.length);
  const { result: operations, error: failure } = await request(
    'debug_traceBlockByNumber',
    `0x${block.toString(16)}`,
  );
  expect(failure).toBeUndefined();
  const ran = new Map<string, Traced>(operations.map((each: Traced) => [each.txHash, each]));
  for (const { hash, isSuccess } of own) {
    const trace = ran.get(hash.slice(0, 66))?.result;
    expect([hash, trace?.failed]).toEqual([hash, !isSuccess]);
  }
});

test('eth_call and eth_estimateGas reproduce the record, on the state of the previous block', async () => {
  const ratios: number[] = [];
  let same = 0;
  const some = recorded.filter((_, index) => index % 2 === 0);
  for (const { block, to, from, data, value, isSuccess, isCreation, output, ran } of some) {
    if (!isSuccess || isCreation || block === 0) continue;
    const call = { to, from, data, value: `0x${(BigInt(value) * WEIBARS_PER_TINYBAR).toString(16)}` };
    const at = `0x${(block - 1).toString(16)}`;
    const { result: estimate } = await request('eth_estimateGas', call, at);
    // The call succeeds only after an earlier transaction of the block.
    if (estimate === undefined) continue;
    const before = await demo.gasUsed();
    const { result, error } = await request('eth_call', { ...call, gas: estimate }, at);
    expect([call, error]).toEqual([call, undefined]);
    const used = (await demo.gasUsed()) - before;
    ratios.push(Number(estimate) / used);
    // Earlier transactions of the block may have changed its state.
    if (used === ran + intrinsicGas(data) && result === output) same += 1;
  }
  ratios.sort((a, b) => a - b);
  const at = (share: number) => ratios[Math.floor((ratios.length - 1) * share)]?.toFixed(3);
  console.log(
    `estimate beside gas used, ${ratios.length} recorded transactions (${same} with the recorded gas and result): least ${at(0)}, median ${at(0.5)}, 95 % ${at(0.95)}, most ${at(1)}`,
  );
  expect(ratios.length).toBeGreaterThan(30);
  expect(same).toBeGreaterThan(50);
  expect(ratios[0]).toBeGreaterThan(1);
  expect(ratios.at(-1)).toBeLessThanOrEqual(1.2);
});

test('no request caused an internal error', () => {
  expect([demo.api.errors, demo.log]).toEqual([[], []]);
});
