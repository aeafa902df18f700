import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DemoStream } from '../../packages/network-simulator/src/stream/demo-stream.ts';
import { readConfig } from '../../src/app/config/config.ts';
import { demoEngine } from '../../src/app/demo-engine.ts';
import { rawStreams } from '../../src/app/streams/raw-streams.ts';
import { AnswerDiffers, AnswerError, type Client, createClient } from '../../src/client/client.ts';
import { startTestApi, type TestApi } from '../api/api-fixture.ts';
import { ingestFolder } from '../ingest/ingest-folder.ts';

const log = { info: () => undefined, warn: () => undefined };

describe('proofs by the client, against the real server', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tain-client-proofs-'));
  let api: TestApi;
  let client: Client;
  let book: string;
  /** Changes what the server says. */
  let forge: (path: string, text: string) => string = (_, text) => text;

  beforeAll(async () => {
    const stream = await DemoStream.open({
      dir: folder,
      seed: 3,
      tps: 8,
      dataEverywhere: false,
      runCode: demoEngine,
    });
    for (let block = 0; block < 6; block++) await stream.write();
    await stream.commit();
    await stream.close();
    const addressBook = path.join(folder, 'address_book.bin');
    book = createHash('sha384').update(readFileSync(addressBook)).digest('hex');
    const raw = rawStreams(readConfig({ TAIN_STREAMS: folder, TAIN_NETWORK: 'other' }), log);
    if (raw === null) throw new Error('no source');
    api = await startTestApi({ prover: raw.prover });
    await ingestFolder({ database: api.database, folder, addressBook });
    const forging: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      const { status, headers } = response;
      return new Response(forge(String(input).slice(api.url.length), await response.text()), {
        status,
        headers,
      });
    };
    client = createClient({ url: api.url, fetch: forging, trust: { addressBooks: [book] } });
  }, 300_000);
  afterAll(async () => {
    await api?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('gives what is proven of a transaction, a message and a block', async () => {
    const [one] = (
      await client.transactions.list({ limit: 1, transactiontype: 'CONSENSUSSUBMITMESSAGE' }).first()
    ).transactions;
    if (!one) throw new Error('no message');
    const query = { nonce: one.nonce, scheduled: one.scheduled };
    const proven = await client.proofs.transaction(one.transaction_id, query);
    expect(proven).toMatchObject({ link: 'record', transaction_id: one.transaction_id });
    const topic = one.entity_id ?? '';
    const [message] = (await client.topics.messages(topic, { limit: 1 }).first()).messages;
    const { messages } = await client.proofs.message(topic, message?.sequence_number ?? 0);
    expect(messages[0]?.consensus_timestamp).toBe(message?.consensus_timestamp);
    expect((await client.proofs.block(1)).number).toBe('1');
    await expect(client.proofs.block(1000)).rejects.toBeInstanceOf(AnswerError);
    const verify = { verify: true };
    expect(await client.topics.message(topic, message?.sequence_number ?? 0, undefined, verify)).toEqual(
      message,
    );
    expect((await client.blocks.get(1, undefined, verify)).number).toBe(1);
    forge = (asked, text) =>
      asked.endsWith('/proof') ? text : text.replace('"message":"', '"message":"AAAA');
    try {
      await expect(
        client.topics.message(topic, message?.sequence_number ?? 0, undefined, verify),
      ).rejects.toMatchObject({
        name: 'AnswerDiffers',
        field: 'message',
      });
    } finally {
      forge = (_, text) => text;
    }
  });

  test('compares a look-up with its proof, and refuses what differs', async () => {
    const [one] = (await client.transactions.list({ limit: 1, transactiontype: 'CRYPTOTRANSFER' }).first())
      .transactions;
    if (!one) throw new Error('no transfer');
    const { transaction_id: id } = one;
    const get = () => client.transactions.get(id, {}, { verify: true });
    expect((await get()).transactions.map(({ transaction_id }) => transaction_id)).toContain(id);
    const forgeries: readonly (readonly [string, (text: string) => string])[] = [
      ['charged_tx_fee', (text) => text.replace(/"charged_tx_fee":\d+/, '"charged_tx_fee":1')],
      ['result', (text) => text.replace(/"result":"\w+"/, '"result":"BUSY"')],
      ['transfers', (text) => text.replace(/("transfers":\[\{"account":"[\d.]+","amount":)-?\d+/, '$17')],
      ['transfers', (text) => text.replace(/"transfers":\[\{"account"[^\]]*\]/, '"transfers":[]')],
      ['consensus_timestamp', (text) => text.replace(/("consensus_timestamp":"\d+\.\d{8})\d/, '$1z')],
    ];
    try {
      for (const [field, change] of forgeries) {
        forge = (asked, text) => (asked.includes('/proof') ? text : change(text));
        const error = await get().catch((thrown: unknown) => thrown);
        expect([field, error]).toEqual([field, expect.any(AnswerDiffers)]);
        expect(error).toMatchObject({ field });
      }
      forge = (asked, text) =>
        asked.includes('/proof') ? text.replace(/"signatures":\[[^\]]*\]/, '"signatures":[]') : text;
      await expect(get()).rejects.toMatchObject({ name: 'ProofRefused', step: 'signature' });
    } finally {
      forge = (_, text) => text;
    }
  });

  test('says what is missing: trust, a proof of lists', async () => {
    const strange = createClient({ url: api.url, trust: { addressBooks: ['00'.repeat(48)] } });
    await expect(strange.proofs.block(1)).rejects.toMatchObject({ name: 'ProofRefused', step: 'ledger' });
    await expect(createClient({ url: api.url }).proofs.block(1)).rejects.toThrow(
      'proofs need the option trust',
    );
    await expect(async () => client.accounts.get('0.0.2', {}, { verify: true })).rejects.toThrow(
      'has no proof',
    );
  });
});
