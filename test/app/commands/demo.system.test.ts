import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileNames, type ReadItem, readFile } from '../../demo/read-stream.ts';
import { runCommand } from './run-command.ts';

const HOT = 1001;
/** Number of accounts with published keys that every network has. */
const PREFUNDED = 30;

test('tain demo creates the network of its options', async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tain-demo-options-'));
  try {
    const options = ['--accounts', '40', '--tokens', '3', '--topics', '5', '--contracts', '2'];
    const steady = ['--hot-share', '0.8', '--mix', 'CRYPTOTRANSFER=10000,consensussubmitmessage=0'];
    const more = ['--blocks', '9', '--tps', '60', '--no-sign-inner'];
    const { code, stderr } = await runCommand(['demo', dir, ...options, ...steady, ...more]);
    expect([code, stderr]).toEqual([0, '']);
    const items = fileNames(dir).map((name) => readFile(dir, name).items);
    const made = (kind: (item: ReadItem) => unknown): number =>
      (items[1] ?? []).filter((item) => item.record.receipt?.status === 22 && kind(item)).length;
    expect({
      accounts: made(({ body, record }) => body.cryptoCreateAccount && !record.parentConsensusTimestamp),
      tokens: made(({ body }) => body.tokenCreation),
      topics: made(({ body }) => body.consensusCreateTopic),
      contracts: made(({ body }) => body.contractCreateInstance),
    }).toEqual({ accounts: 40 + PREFUNDED, tokens: 3, topics: 5, contracts: 2 });
    const daily = items.slice(5).flat();
    expect(daily.length).toBeGreaterThan(300);
    // Messages occur only in batches and schedules.
    const messages = daily.filter(({ body }) => body.consensusSubmitMessage);
    expect(messages.filter(({ body }) => !body.batchKey && !body.transactionID?.scheduled)).toEqual([]);
    const share = (part: readonly unknown[]): number => part.length / daily.length;
    expect(share(daily.filter(({ body }) => body.cryptoTransfer))).toBeGreaterThan(0.85);
    const payer = ({ body }: ReadItem): number => body.transactionID?.accountID?.accountNum?.toNumber() ?? 0;
    const hot = share(daily.filter((item) => payer(item) === HOT));
    expect(hot).toBeGreaterThan(0.5);
    expect(hot).toBeLessThan(0.95);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
