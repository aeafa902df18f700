import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AnswerDiffers, type Client, createClient } from '@tain/client/verified';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DemoStream } from '../../packages/network-simulator/src/stream/demo-stream.ts';
import { type RawStreams, rawStreams } from '../../src/app/streams/raw-streams.ts';
import { readConfig } from '../../src/config/config.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { ingestFolder } from '../ingest/ingest-folder.ts';
import { startTestApi, type TestApi } from '../rest/api-fixture.ts';

const log = { info: () => undefined, warn: () => undefined };

/** First block of the block stream. */
const CUTOVER = 4;
const BLOCKS = 10;
/** Number of transactions of one type and result that are verified, before and after the cutover each. */
const SAME = 3;

describe('every answer about a demo history over its cutover', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tain-whole-history-'));
  let api: TestApi;
  let raw: RawStreams;
  let client: Client;

  beforeAll(async () => {
    const network = await DemoStream.open({
      dir: folder,
      seed: 11,
      tps: 5,
      cutover: CUTOVER,
      signs: true,
      signInner: false,
      dataEverywhere: false,
      population: { accounts: 40, tokens: 6, topics: 4, contracts: 4 },
      runCode: demoEngine,
    });
    for (let block = 0; block < BLOCKS; block++) {
      await network.write();
      // Every two blocks share a signature, that of the second one.
      if (block % 2 === 1) await network.commit();
    }
    await network.close();
    const addressBook = path.join(folder, 'address_book.bin');
    const opened = rawStreams(readConfig({ TAIN_STREAMS: folder, TAIN_NETWORK: 'other' }), log);
    if (opened === null) throw new Error('no source');
    raw = opened;
    api = await startTestApi({ prover: (request) => raw.prover(request) });
    await ingestFolder({ database: api.database, folder, addressBook, switchAfterMs: 0 });
    const { rows } = await api.database.pool.query<{ id: string }>(
      "select encode(ledger_id, 'hex') as id from tain.ledger_publication",
    );
    const addressBooks = [createHash('sha384').update(readFileSync(addressBook)).digest('hex')];
    client = createClient({ url: api.url, trust: { addressBooks, ledgerId: rows[0]?.id ?? '' } });
  });
  afterAll(async () => {
    await api?.close();
    await raw?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('is proven: transactions, with all compared fields', async () => {
    const all = await client.transactions.list({ limit: 100, order: 'asc' }).all();
    const nameOf = ({ transaction_id, nonce, scheduled }: (typeof all)[number]) =>
      `${transaction_id} ${nonce} ${scheduled}`;
    const times = new Map<string, number>();
    for (const one of all) times.set(nameOf(one), (times.get(nameOf(one)) ?? 0) + 1);
    const cutover = (await client.blocks.get(CUTOVER)).timestamp.from;
    const seen = new Map<string, number>();
    let [proven, unlinked] = [0, 0];
    for (const one of all) {
      // A proof depends on the type and result of a transaction, and on the format of its block.
      const kind = `${one.name} ${one.result} ${one.consensus_timestamp < cutover}`;
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      if ((seen.get(kind) ?? 0) > SAME) continue;
      const which = { nonce: one.nonce, scheduled: one.scheduled };
      const outcome = await client.transactions.get(one.transaction_id, which, { verify: true }).then(
        () => null,
        (error: unknown) => error,
      );
      if (outcome === null) proven += 1;
      // Transactions with the same id and time cannot be distinguished: only the first one has a proof, without its
      // result in a block.
      else if (outcome instanceof AnswerDiffers && (times.get(nameOf(one)) ?? 0) > 1) unlinked += 1;
      else throw outcome;
    }
    expect(proven).toBeGreaterThan(50);
    expect(unlinked).toBeLessThan(proven / 20);
    for (const list of ['transfers', 'token_transfers', 'nft_transfers'] as const)
      expect(all.filter(({ [list]: moved }) => moved.length > 0).length).toBeGreaterThan(2);
    expect(api.errors).toEqual([]);
  });

  test('is proven: messages, one by one and by page, and blocks', async () => {
    const { rows } = await api.database.pool.query<{ topic: string }>(
      'select distinct topic_id as topic from topic_message order by 1',
    );
    expect(rows.length).toBeGreaterThan(0);
    const verify = { verify: true };
    for (const { topic } of rows) {
      const messages = await client.topics.messages(`0.0.${topic}`, { limit: 5 }, verify).all();
      for (const { sequence_number } of messages.slice(0, 4))
        await client.topics.message(`0.0.${topic}`, sequence_number, undefined, verify);
    }
    const kinds = new Set<string>();
    for (let number = 0; number < BLOCKS; number++) {
      await client.blocks.get(number, undefined, verify);
      kinds.add((await client.proofs.block(number)).evidence.kind);
    }
    expect([...kinds].sort()).toEqual(['record-signatures', 'state-proof', 'threshold-signature']);
    expect(api.errors).toEqual([]);
  });
});
