import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoEngine } from '../../../src/app/demo-engine.ts';
import { writeDemo } from '../../../src/demo/write-demo.ts';
import { ingestFolder } from '../../ingest/ingest-folder.ts';
import { type CallServer, startCallServer } from '../call/call-fixture.ts';
import type { Entry, Trace } from '../trace/trace-ledger.ts';

/** A call or creation, in the order in which they began. */
interface Frame {
  readonly depth: number;
  readonly gas: number;
  gasUsed: number;
}

interface Action {
  readonly call_depth: number;
  readonly call_type: string;
  readonly gas: number;
  readonly gas_used: number;
  readonly recipient: string | null;
  readonly result_data: string;
  readonly result_data_type: string;
}

/** The calls of which a trace tells. */
function framesOf(opcodes: readonly Entry[]): Frame[] {
  const frames: Frame[] = [];
  const open: Frame[] = [];
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

test('probe', { timeout: 600_000 }, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tain-demo-traces-'));
  const server = await startCallServer();
  try {
    await writeDemo({
      runCode: demoEngine,
      dir,
      dataEverywhere: false,
      seed: 4,
      tps: 30,
      blocks: 14,
      signInner: true,
      failures: 0.1,
      population: { accounts: 30, tokens: 6, contracts: 10 },
      mix: { CONTRACTCALL: 900, ETHEREUMTRANSACTION: 600, CONTRACTCREATEINSTANCE: 30, CRYPTOUPDATEACCOUNT: 100, FILECREATE: 20 },
    });
    await ingestFolder({ database: server.database, folder: dir, addressBook: join(dir, 'address_book.bin') });
    server.pool.renew();
    const { rows } = await server.database.pool.query(`
      select encode(r.transaction_hash, 'hex') as hash, r.consensus_timestamp, r.gas_used, r.gas_limit, r.transaction_result,
        encode(r.call_result, 'hex') as output, t.type, e.type as kind, e.authorization_list as auth, t.nonce, r.contract_id, encode(substring(r.function_parameters, 1, 4), 'hex') as selector,
        (select count(*) from contract_action a where a.consensus_timestamp = r.consensus_timestamp) as actions
      from contract_result r join transaction t using (consensus_timestamp)
      left join ethereum_transaction e using (consensus_timestamp)
      where t.nonce = 0 order by 2`);
    console.log(rows.length);
    const tally = new Map<string, number>();
    let shown = 0;
    for (const row of rows) {
      const response = await fetch(`${server.url}/api/v1/contracts/results/0x${row.hash}/opcodes?stack=false`);
      const body = (await response.json()) as Trace;
      const acts = (await (
        await fetch(`${server.url}/api/v1/contracts/results/0x${row.hash}/actions?limit=100`)
      ).json()) as { actions: Action[] };
      const key = [row.type, row.kind, row.selector, row.transaction_result, Number(row.actions) > 0].join(' ');
      const note = (what: string, more: unknown) => {
        tally.set(`${key}: ${what}`, (tally.get(`${key}: ${what}`) ?? 0) + 1);
        if (what !== 'ok' && shown++ < 40) console.log(key, what, row.hash, JSON.stringify(more));
      };
      if (response.status !== 200) {
        note(`status ${response.status}`, body);
        continue;
      }
      const frames = framesOf(body.opcodes).map(({ depth, gas, gasUsed }, i) => [depth, gas, acts.actions[i]?.call_type === 'CREATE' && acts.actions[i]?.result_data_type === 'OUTPUT' ? 'x' : acts.actions[i]?.result_data_type === 'ERROR' ? gas : gasUsed]);
      const actions = acts.actions.map((a) => [a.call_depth, a.gas, a.call_type === 'CREATE' && a.result_data_type === 'OUTPUT' ? 'x' : a.gas_used]);
      if (JSON.stringify(frames) !== JSON.stringify(actions)) note('frames', { auth: row.auth, lim: row.gas_limit, frames, actions: acts.actions.map((a) => [a.call_depth, a.gas, a.gas_used, a.call_type, a.result_data_type, a.recipient, a.result_data.slice(0, 20)]) });
      else if (Math.max(body.gas, Math.floor(row.gas_limit * 0.8)) !== Number(row.gas_used) && row.gas_used > 0) note('gas', [body.failed, body.gas, row.gas_used, row.gas_limit]);
      else if (body.failed !== (row.transaction_result !== 22)) note('failed', body.failed);
      else note('ok', 0);
    }
    console.log([...tally].sort().map(([k, n]) => `${n} ${k}`).join('\n'));
    console.log(server.log.slice(0, 5));
  } finally {
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  }
});
