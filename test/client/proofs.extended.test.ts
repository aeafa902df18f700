import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient as createPlainClient } from '@tain/client/client';
import { AnswerDiffers, AnswerError, type Client, createClient } from '@tain/client/verified';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DemoStream } from '../../packages/network-simulator/src/stream/demo-stream.ts';
import { rawStreams } from '../../src/app/streams/raw-streams.ts';
import { readConfig } from '../../src/config/config.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { ingestFolder } from '../ingest/ingest-folder.ts';
import { startTestApi, type TestApi } from '../rest/api-fixture.ts';

const log = { info: () => undefined, warn: () => undefined };

describe('proofs by the client, against the real server', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tain-client-proofs-'));
  let api: TestApi;
  let client: Client;
  let book: string;
  /** Changes the server's response. */
  let forge: (path: string, text: string) => string = (_, text) => text;

  beforeAll(async () => {
    const stream = await DemoStream.open({
      dir: folder,
      seed: 3,
      tps: 12,
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
  });
  afterAll(async () => {
    await api?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('returns the proven facts of a transaction, a message and a block', async () => {
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
    forge = (path, text) => (path.endsWith('/proof') ? text : text.replace('"message":"', '"message":"AAAA'));
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

  type Members = Record<string, unknown>;
  /** Sends a request while the server's response, but not its proof, is changed. */
  const requestWithChangedAnswer = async (
    change: (answer: Members) => void,
    request: () => Promise<unknown>,
  ): Promise<unknown> => {
    forge = (path, text) => {
      if (path.includes('/proof')) return text;
      const answer = JSON.parse(text) as Members;
      change(answer);
      return JSON.stringify(answer);
    };
    try {
      return await request().then(
        () => 'believed',
        (error: unknown) => (error instanceof AnswerDiffers ? error.field : error),
      );
    } finally {
      forge = (_, text) => text;
    }
  };
  const other = (value: unknown): unknown => {
    if (typeof value === 'number') return value + 1;
    if (typeof value !== 'string' || value === '') return '0.0.7';
    // Changes the last digit; in a base64 hash not its padding.
    return value.replace(/.(?==*$)/, (last) => (last === '1' ? '2' : '1'));
  };

  test('compares each member of a proven transaction, and refuses differences', async () => {
    const page = (await client.transactions.list({ limit: 100, order: 'desc' }).all(300)) as readonly {
      readonly transaction_id: string;
      readonly nonce: number;
      readonly scheduled: boolean;
      readonly transfers: readonly unknown[];
      readonly token_transfers: readonly unknown[];
      readonly nft_transfers: readonly unknown[];
    }[];
    const lists = {
      transfers: ['account', 'amount'],
      token_transfers: ['token_id', 'account', 'amount'],
      nft_transfers: ['token_id', 'sender_account_id', 'receiver_account_id', 'serial_number'],
    } as const;
    const FIELDS = [
      'charged_tx_fee',
      'consensus_timestamp',
      'memo_base64',
      'name',
      'parent_consensus_timestamp',
      'result',
      'transaction_hash',
      'transaction_id',
    ];
    for (const [list, members] of Object.entries(lists) as [keyof typeof lists, readonly string[]][]) {
      const one = page.find(({ [list]: moved }) => moved.length > 0);
      if (!one) throw new Error(`nothing has ${list}`);
      const which = { nonce: one.nonce, scheduled: one.scheduled };
      const get = () => client.transactions.get(one.transaction_id, which, { verify: true });
      expect((await get()).transactions).toHaveLength(1);
      const rowOf = (answer: Members) => (answer.transactions as Members[])[0] ?? {};
      const movesOf = (answer: Members) => rowOf(answer)[list] as Members[];
      const refusedAt: Record<string, unknown> = {};
      for (const field of FIELDS)
        refusedAt[field] = await requestWithChangedAnswer((answer) => {
          const row = rowOf(answer);
          row[field] = other(row[field]);
        }, get);
      expect(refusedAt).toEqual(Object.fromEntries(FIELDS.map((field) => [field, field])));
      for (const member of members)
        expect(
          await requestWithChangedAnswer((answer) => {
            const [move = {}] = movesOf(answer);
            move[member] = other(move[member]);
          }, get),
        ).toBe(list);
      expect(await requestWithChangedAnswer((answer) => void movesOf(answer).pop(), get)).toBe(list);
      expect(
        await requestWithChangedAnswer((answer) => void movesOf(answer).push({ ...movesOf(answer)[0] }), get),
      ).toBe(list);
      expect(
        await requestWithChangedAnswer(
          (answer) => void Object.assign(rowOf(answer), { nonce: one.nonce + 1 }),
          get,
        ),
      ).toBe('nonce');
      expect(
        await requestWithChangedAnswer(
          (answer) => void Object.assign(rowOf(answer), { scheduled: !one.scheduled }),
          get,
        ),
      ).toBe('scheduled');
      expect(
        await requestWithChangedAnswer((answer) => void Object.assign(answer, { transactions: [] }), get),
      ).toBe('transactions');
    }
    const [first, second] = page;
    if (!first || !second) throw new Error('no transactions');
    const get = () => client.transactions.get(first.transaction_id, {}, { verify: true });
    // A valid response about another transaction than the requested one.
    const { transactions } = await client.transactions.get(second.transaction_id);
    expect(
      await requestWithChangedAnswer(
        (answer) => void Object.assign(answer, { transactions: transactions }),
        get,
      ),
    ).toBe('transaction_id');
    forge = (path, text) =>
      path.includes('/proof') ? text.replace(/"signatures":\[[^\]]*\]/, '"signatures":[]') : text;
    await expect(get()).rejects.toMatchObject({ name: 'ProofRefused', step: 'signature' });
    forge = (_, text) => text;
  }, 120_000);

  test('compares messages, pages of them, and blocks', async () => {
    const { rows } = await api.database.pool.query<{ topic: string; last: string }>(
      'select topic_id as topic, max(sequence_number) as last from topic_message group by 1 order by 2 desc limit 1',
    );
    const [{ topic, last } = { topic: '', last: '' }] = rows;
    expect(Number(last)).toBeGreaterThan(2);
    const id = `0.0.${topic}`;
    const verify = { verify: true };
    expect((await client.proofs.messages(id, 1, last)).messages).toHaveLength(Number(last));
    const range = { sequencenumber: { gte: 1, lte: last } };
    for (const query of [
      range,
      { ...range, order: 'desc' as const },
      { ...range, encoding: 'utf-8' as const },
    ])
      expect(await client.topics.messages(id, query, verify).all()).toHaveLength(Number(last));
    const page = () => client.topics.messages(id, range, verify).first();
    const message = () => client.topics.message(id, 2, undefined, verify);
    const { consensus_timestamp: time } = await message();
    const at = () => client.topics.messageAt(time, undefined, verify);
    expect(await at()).toEqual(await message());
    for (const field of ['consensus_timestamp', 'message', 'payer_account_id', 'topic_id']) {
      const change = (of: Members) => void Object.assign(of, { [field]: other(of[field]) });
      expect(await requestWithChangedAnswer(change, message)).toBe(field);
      expect(await requestWithChangedAnswer(change, at)).toEqual(
        field === 'topic_id' ? expect.anything() : field,
      );
      expect(
        await requestWithChangedAnswer((answer) => change((answer.messages as Members[])[1] ?? {}), page),
      ).toBe(field);
    }
    const third = await client.topics.message(id, 3);
    const replace = (answer: Members) => void Object.assign(answer, third);
    expect(await requestWithChangedAnswer(replace, message)).toBe('sequence_number');
    expect(await requestWithChangedAnswer(replace, at)).toBe('consensus_timestamp');
    expect(
      await requestWithChangedAnswer((answer) => void (answer.messages as Members[]).splice(1, 1), page),
    ).toBe('sequence_number');
    // Streams have no proofs.
    expect(client.topics.messages(id, range, verify).stream).toBeUndefined();
    const block = () => client.blocks.get(1, undefined, verify);
    for (const field of ['number', 'hash', 'hapi_version'])
      expect(
        await requestWithChangedAnswer(
          (answer) => void Object.assign(answer, { [field]: other(answer[field]) }),
          block,
        ),
      ).toBe(field);
    for (const hash of ['0xdeadbeef', null])
      expect(await requestWithChangedAnswer((answer) => void Object.assign(answer, { hash }), block)).toBe(
        'hash',
      );
    const { hash } = await client.blocks.get(2);
    expect((await client.blocks.get(hash, undefined, verify)).number).toBe(2);
    const byHash = () => client.blocks.get(hash, undefined, verify);
    expect(
      await requestWithChangedAnswer((answer) => void Object.assign(answer, { hash: other(hash) }), byHash),
    ).toBe('hash');
  }, 120_000);

  test('reports a missing option: trust, a proof of lists', async () => {
    const strange = createClient({ url: api.url, trust: { addressBooks: ['00'.repeat(48)] } });
    await expect(strange.proofs.block(1)).rejects.toMatchObject({ name: 'ProofRefused', step: 'ledger' });
    const untrusting = { url: api.url } as Parameters<typeof createClient>[0];
    expect(() => createClient(untrusting)).toThrow('proofs need the option trust');
    const plain = createPlainClient({ url: api.url });
    expect(plain).not.toHaveProperty('proofs');
    await expect(async () => plain.blocks.get(1, undefined, { verify: true })).rejects.toThrow(
      'needs a client of tain/client/verified',
    );
    await expect(async () => client.accounts.get('0.0.2', {}, { verify: true })).rejects.toThrow(
      'has no proof',
    );
  });
});
