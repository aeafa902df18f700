import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { poll } from '../../../src/kernel/retry.ts';
import { RpcError } from '../../../src/rpc/method/rpc-error.ts';
import { NetworkSender } from '../../../src/rpc/nodes/network-sender.ts';
import { SendBudget } from '../../../src/rpc/nodes/send-budget.ts';
import { connectionConfig, Database } from '../../../src/store/connections/database.ts';
import { type EmbeddedServer, openEmbedded } from '../../../src/store/embedded/embedded.ts';
import { migrate } from '../../../src/store/migrate/migrate.ts';
import { tries } from '../../effort.ts';
import { removeFolder } from '../../remove-folder.ts';

// The embedded server, with the settings that users have, is killed while transactions are sent.

const GAS = 15_000_000n;
/** Tinybars reserved for a transaction, at a price of one tinybar. */
const FEE = GAS;
const PRICE_WEIBARS = 10_000_000_000n;
const CLIENTS = ['10.0.0.1', '10.0.0.2', '10.0.0.3'];
/** Maximum number of transactions of one client and run, and of all. */
const BUDGET_EXCEEDED = -32_606;
const CLIENT_BUDGET = 6n;
const BUDGET = 12n;
/** Maximum number of attempts of one run. */
const MAX_SENDS = 1_000;

let dataDir: string;
let server: EmbeddedServer;
let database: Database;
/** Backend that is killed next. */
let victim: { readonly client: pg.Client; readonly pid: number; isLost: boolean };
let payer = 1_000n;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'tain-budget-kills-'));
  // The system's cache survives the kill of a process, so that nothing needs to reach the disk.
  server = await openEmbedded({ dataDir, settings: { fsync: 'off', shared_buffers: '32MB' } });
  await migrate(server.target);
  database = new Database(server.target, { applicationName: 'test budget', maxConnections: 4 });
  victim = await newVictim();
});
afterAll(async () => {
  await database?.end();
  await victim?.client.end().catch(() => undefined);
  await server?.release();
  await removeFolder(dataDir);
});

async function newVictim(): Promise<typeof victim> {
  const client = new pg.Client(connectionConfig(server.target));
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const [row] = rows;
  if (row === undefined) throw new Error('there is no process id');
  const made = { client, pid: row.pid, isLost: false };
  client.on('end', () => {
    made.isLost = true;
  });
  return made;
}

type Kill = 'backend' | 'immediate stop';

/**
 * Kills the server at this moment: a killed backend makes it discard its memory and recover. Does nothing to a server that
 * is ending, because `recovered` may have reached one.
 */
async function kill(how: Kill): Promise<void> {
  try {
    if (how === 'backend' && !victim.isLost) return void process.kill(victim.pid, 'SIGKILL');
    const lock = await readFile(path.join(server.cluster, 'postmaster.pid'), 'utf8');
    const pid = Number(lock.split('\n')[0]);
    // The file is empty while the server starts, and 0 is this process group.
    if (pid > 0) process.kill(pid, 'SIGQUIT');
  } catch (error) {
    if (!['ESRCH', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Waits until the server has recovered from a kill. */
async function recovered(): Promise<void> {
  // The old server may still answer for a moment.
  await poll(async () => ((await isAlive(victim.client)) ? undefined : true), { intervalMs: 10 });
  victim = await poll(() => newVictim().catch(() => undefined), { intervalMs: 25 });
}

const isAlive = (client: pg.Client): Promise<boolean> =>
  client.query('select 1').then(
    () => true,
    () => false,
  );

interface Delivered {
  readonly start: bigint;
  readonly client: string;
}

/** Runs a sender whose node accepts everything, and kills the server after the given numbers of deliveries. */
async function run(kills: readonly { readonly after: number; readonly how: Kill }[]): Promise<Delivered[]> {
  payer += 1n;
  const budget = new SendBudget(database, payer, { total: BUDGET * FEE, perClient: CLIENT_BUDGET * FEE });
  const delivered: Delivered[] = [];
  const left = [...kills];
  let untilKill = left[0]?.after ?? Number.POSITIVE_INFINITY;
  let killing: Promise<void> | undefined;
  let isRecovering = false;
  const senderOf = (client: string): NetworkSender =>
    new NetworkSender({
      operator: { account: { shard: 0n, realm: 0n, num: payer }, sign: () => ({}) },
      budget,
      nodes: {
        async deliver(transactionFor) {
          const bytes = transactionFor({ shard: 0n, realm: 0n, num: 3n });
          const { bodyBytes } = proto.SignedTransaction.decode(
            proto.Transaction.decode(bytes).signedTransactionBytes,
          );
          const start = proto.TransactionBody.decode(bodyBytes).transactionID?.transactionValidStart;
          delivered.push({
            start: BigInt(`${start?.seconds}`) * 1_000_000_000n + BigInt(start?.nanos ?? 0),
            client,
          });
          if (!isRecovering) untilKill -= 1;
          const next = untilKill === 0 && !isRecovering ? left.shift() : undefined;
          if (next !== undefined) {
            isRecovering = true;
            killing = kill(next.how)
              .then(recovered)
              .finally(() => {
                isRecovering = false;
              });
            untilKill = left[0]?.after ?? Number.POSITIVE_INFINITY;
          }
          return { code: 'OK', mayBeAccepted: true };
        },
      },
      outcomes: { of: () => Promise.resolve(null), forget: () => undefined },
      log: { warn: () => undefined },
    });
  const senders = CLIENTS.map((client) => ({ client, sender: senderOf(client) }));
  let hash = 0;
  /** Sends as one client until its budget, or that of all, is used up. */
  const exhaust = async ({ client, sender }: (typeof senders)[number]): Promise<void> => {
    for (;;) {
      hash += 1;
      if (hash > MAX_SENDS) throw new Error('the budget is never used up');
      const outgoing = {
        raw: Buffer.of(2, 0xc0),
        hash: `0x${hash.toString(16).padStart(64, '0')}`,
        client,
        networkPrice: PRICE_WEIBARS,
        signal: new AbortController().signal,
      };
      const error = await sender.submit(outgoing).then(
        () => undefined,
        (reason: Error) => reason,
      );
      if (error instanceof RpcError) {
        expect(error.code).toBe(BUDGET_EXCEEDED);
        return;
      }
      if (error !== undefined) await killing;
    }
  };
  await Promise.all(senders.map(exhaust));
  await killing;
  return delivered;
}

test('no kill of the server loses a reservation whose transaction was sent', async () => {
  const kills = fc.array(
    fc.record({
      after: fc.integer({ min: 1, max: 4 }),
      how: fc.constantFrom<Kill>('backend', 'backend', 'immediate stop'),
    }),
    { minLength: 1, maxLength: 2 },
  );
  await fc.assert(
    fc.asyncProperty(kills, async (planned) => {
      const delivered = await run(planned);
      const reserved = await new SendBudget(database, payer, { total: 0n, perClient: 0n }).open(1_000);
      const starts = delivered.map(({ start }) => start);
      expect(starts.filter((start) => !reserved.includes(start))).toEqual([]);
      expect(delivered.length).toBeGreaterThan(0);
      expect(delivered.length).toBeLessThanOrEqual(Number(BUDGET));
      for (const client of CLIENTS) {
        const own = delivered.filter((one) => one.client === client);
        expect(own.length).toBeLessThanOrEqual(Number(CLIENT_BUDGET));
      }
    }),
    { numRuns: tries(6), endOnFailure: true },
  );
});
