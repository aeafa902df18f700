import { pino } from 'pino';
import { Registry } from 'prom-client';
import { startExecution } from '../calls/call/call-fixture.ts';
import { createDemoDatabase } from '../client/demo-api.ts';
import { startTestApi, type TestApi } from '../rest/api-fixture.ts';

/** A mirror of the demo network of `startDemoApi` that also executes calls and traces. */
export interface DemoEvm {
  readonly api: TestApi;
  /** Lines of the log of the execution at level warn and above. */
  readonly log: string[];
  /** Returns the gas that calls have used so far, without estimates. */
  gasUsed(): Promise<number>;
  close(): Promise<void>;
}

export async function startDemoEvm(): Promise<DemoEvm> {
  const { database, target, drop } = await createDemoDatabase();
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  const registry = new Registry();
  const execution = await startExecution(target, log, registry);
  const { callContract, traceTransaction } = execution;
  const api = await startTestApi({ database, callContract, traceTransaction });
  return {
    api,
    log: lines,
    async gasUsed() {
      const metrics = await registry.metrics();
      return Number(/tain_evm_gas_used_total\{type="eth_call"\} (\S+)/.exec(metrics)?.[1] ?? 0);
    },
    async close() {
      await api.close();
      await execution.close();
      await drop();
    },
  };
}
