import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DemoStream } from '../../../packages/network-simulator/src/stream/demo-stream.ts';
import type { Prover } from '../../../src/api/route/prover.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { demoEngine } from '../../../src/app/demo-engine.ts';
import { rawStreams } from '../../../src/app/streams/raw-streams.ts';
import { verifyBlock, verifyMessages, verifyTransaction } from '../../../src/proof/verify.ts';
import { ingestFolder } from '../../ingest/ingest-folder.ts';
import { sharedDir } from '../../shared.ts';
import { readPages, startTestApi, type TestApi } from '../api-fixture.ts';

const log = { info: () => undefined, warn: () => undefined };

interface Listed {
  readonly transaction_id: string;
  readonly nonce: number;
  readonly scheduled: boolean;
  readonly transaction_hash: string;
  readonly consensus_timestamp: string;
  readonly charged_tx_fee: number;
  readonly result: string;
  readonly name: string;
  readonly transfers: readonly {
    readonly account: string;
    readonly amount: number;
    readonly is_approval: boolean;
  }[];
}

const pathOf = ({ transaction_id: id, nonce, scheduled }: Listed) =>
  `/api/v1/transactions/${id}/proof?nonce=${nonce}&scheduled=${scheduled}`;

const sorted = (transfers: Listed['transfers']) =>
  transfers.map(({ account, amount }) => `${account} ${amount}`).sort();

function proverOf(folder: string): Prover {
  const raw = rawStreams(readConfig({ TAIN_STREAMS: folder, TAIN_NETWORK: 'other' }), log);
  if (raw === null) throw new Error('no source');
  return raw.prover;
}

/** Blocks of a demo history that are record files; the others carry mocks, which prove nothing. */
const CUTOVER = 4;

describe('proofs of a demo history that changes over to blocks', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tain-proofs-'));
  let api: TestApi;
  let addressBooks: string[];
  let ending: string;

  beforeAll(async () => {
    const stream = await DemoStream.open({
      dir: folder,
      seed: 3,
      tps: 8,
      cutover: CUTOVER,
      dataEverywhere: false,
      runCode: demoEngine,
    });
    for (let block = 0; block < 7; block++) await stream.write();
    await stream.commit();
    await stream.close();
    const book = path.join(folder, 'address_book.bin');
    addressBooks = [createHash('sha384').update(readFileSync(book)).digest('hex')];
    api = await startTestApi({ prover: proverOf(folder) });
    await ingestFolder({ database: api.database, folder, addressBook: book, switchAfter: 0 });
    const { blocks } = (await api.json(`/api/v1/blocks?block.number=lt:${CUTOVER}&limit=1&order=desc`)) as {
      blocks: readonly { readonly timestamp: { readonly to: string } }[];
    };
    ending = blocks[0]?.timestamp.to ?? '';
  }, 300_000);
  afterAll(async () => {
    await api?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('prove each transaction of a record file, with what the interface says of it', async () => {
    const pages = await readPages(
      api,
      `/api/v1/transactions?order=asc&timestamp=lte:${ending}`,
      'transactions',
    );
    const listed = pages.flat() as Listed[];
    expect(listed.length).toBeGreaterThan(10);
    const seen = new Set<string>();
    for (const one of listed) {
      const name = `${one.transaction_id} ${one.nonce} ${one.scheduled}`;
      // Of several that differ in nothing else the first is proven.
      if (seen.has(name)) continue;
      seen.add(name);
      const proof = await api.json(pathOf(one));
      const proven = await verifyTransaction(proof, {
        addressBooks,
        transaction: { transactionId: one.transaction_id, nonce: one.nonce, scheduled: one.scheduled },
      });
      expect(proven.link).toBe('record');
      expect(Buffer.from(proven.transaction_hash.slice(2), 'hex').toString('base64')).toBe(
        one.transaction_hash,
      );
      expect(proven.result).toMatchObject({
        consensus_timestamp: one.consensus_timestamp,
        charged_tx_fee: String(one.charged_tx_fee),
      });
      expect(proven.status === 22).toBe(one.result === 'SUCCESS');
      const transfers =
        proven.result?.transfers.map((each) => ({ ...each, amount: Number(each.amount) })) ?? [];
      expect(sorted(transfers)).toEqual(sorted(one.transfers));
    }
  }, 300_000);

  it('prove messages, and refuse what was changed', async () => {
    const { rows } = await api.database.pool.query<{
      topic_id: string;
      sequence_number: string;
      message: Buffer;
    }>(
      'select topic_id, sequence_number, message from topic_message where consensus_timestamp <= $1 order by 1, 2',
      [ending.replace('.', '')],
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { topic_id: topic, sequence_number: number, message } of rows) {
      const proof = await api.json(`/api/v1/topics/0.0.${topic}/messages/${number}/proof`);
      const asked = { topic: `0.0.${topic}`, from: number, to: number };
      const { messages } = await verifyMessages(proof, { addressBooks, asked });
      expect(messages).toHaveLength(1);
      expect(Buffer.from(messages[0]?.message ?? [])).toEqual(message);
      const part = proof.topic as { messages: readonly object[] };
      const forged = {
        ...proof,
        topic: { ...part, messages: [{ ...part.messages[0], message: 'Zm9yZ2Vk' }] },
      };
      await expect(verifyMessages(forged, { addressBooks, asked })).rejects.toMatchObject({ step: 'topic' });
      await expect(
        verifyMessages(proof, { addressBooks, asked: { ...asked, to: 10_000 } }),
      ).rejects.toMatchObject({
        step: 'question',
      });
    }
  }, 300_000);

  it('prove blocks that nodes signed', async () => {
    const response = await api.get('/api/v1/blocks/1/proof');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000');
    const facts = await verifyBlock(await response.json(), { addressBooks, number: 1 });
    expect(facts.evidence).toMatchObject({ kind: 'record-signatures', signed: 'metadata', weights: 'equal' });
  });

  it('say why there is none: unknown, signed by nobody, gone, different', async () => {
    const statusOf = async (of: string) => (await api.get(of)).status;
    const refusalOf = async (of: string) => {
      const response = await api.get(of);
      const { _status } = (await response.json()) as {
        _status: { messages: { message: string; detail?: string }[] };
      };
      const [{ message, detail } = { message: '' }] = _status.messages;
      return [response.status, message, detail];
    };
    expect(await statusOf('/api/v1/blocks/1000/proof')).toBe(404);
    expect(await statusOf('/api/v1/transactions/0.0.2-1-000000001/proof')).toBe(404);
    expect(await statusOf('/api/v1/transactions/nothing/proof')).toBe(400);
    expect(await statusOf('/api/v1/topics/0.0.999999/messages/1/proof')).toBe(404);
    const unsigned = await api.get(`/api/v1/blocks/${CUTOVER}/proof`);
    expect([unsigned.status, unsigned.headers.get('retry-after')]).toEqual([409, '5']);
    expect(await unsigned.text()).toContain('Not proven yet');
    const { rows } = await api.database.pool.query<{ topic_id: string }>(
      `update topic_message set running_hash_version = 2
       where sequence_number = 1 and consensus_timestamp <= $1 returning topic_id`,
      [ending.replace('.', '')],
    );
    const message = `/api/v1/topics/0.0.${rows[0]?.topic_id}/messages`;
    expect((await refusalOf(`${message}/1/proof`)).slice(1)).toEqual([
      'Not found',
      'Running hashes of that time prove no message',
    ]);
    // Only its place is looked at before its predecessor is missed.
    await api.database.pool.query(
      'update topic_message set sequence_number = 50, running_hash_version = 3 where running_hash_version = 2',
    );
    expect(await refusalOf(`${message}/50/proof`)).toEqual([
      410,
      'Message is gone',
      'The message before it is not kept any more',
    ]);
    await api.database.pool.query("update record_file set hash = 'ab' || substr(hash, 3) where index = 1");
    expect((await refusalOf('/api/v1/blocks/1/proof')).slice(0, 2)).toEqual([502, 'Raw file differs']);
    rmSync(path.join(folder, 'recordstreams'), { recursive: true });
    expect((await refusalOf('/api/v1/blocks/2/proof')).slice(0, 2)).toEqual([410, 'Raw file is gone']);
    expect(api.errors).toEqual([]);
  });
});

describe.skipIf(sharedDir === null)('proofs of real blocks, over HTTP', () => {
  const folder = path.join(sharedDir ?? '', 'streams/blocks/hapi-0.78-tss-schnorr');
  const ledgerId = '2d342330e766b2bee6d8c147393aa697fc0f8c2d88e65260af9aee0be1bfb205';
  const trust = { ledgerId, allowOlderProfiles: true };
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi({ prover: proverOf(folder) });
    const book = path.resolve('test/fixtures/mainnet/2019-09-13/address_book.bin');
    await ingestFolder({ database: api.database, folder, addressBook: book, switchAfter: 0 });
  }, 300_000);
  afterAll(() => api?.close());

  it('hold, directly and by a later block, and say what the interface says', async () => {
    const kinds = new Set<string>();
    for (const number of [0, 1, 5]) {
      const facts = await verifyBlock(await api.json(`/api/v1/blocks/${number}/proof`), { ...trust, number });
      const block = await api.json(`/api/v1/blocks/${number}`);
      expect(facts.hash).toBe(block.hash);
      kinds.add(facts.evidence.kind);
      const { from } = block.timestamp as { from: string };
      const { transactions } = (await api.json(
        `/api/v1/transactions?timestamp=gte:${from}&order=asc&limit=2`,
      )) as {
        transactions: readonly Listed[];
      };
      for (const one of transactions) {
        const proven = await verifyTransaction(await api.json(pathOf(one)), {
          ...trust,
          transaction: { transactionId: one.transaction_id, nonce: one.nonce },
        });
        expect(proven).toMatchObject({
          link: 'run',
          result: {
            consensus_timestamp: one.consensus_timestamp,
            charged_tx_fee: String(one.charged_tx_fee),
          },
        });
        expect(proven.block.number).toBe(String(number));
      }
    }
    expect([...kinds].sort()).toEqual(['state-proof', 'threshold-signature']);
    expect(api.errors).toEqual([]);
  }, 300_000);
});
