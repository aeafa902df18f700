import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { stream } from '@tain/protos/block-stream';
import { readStateProof, type StateProof } from '@tain/verify/state-proof';
import { verifyBlock, verifyMessages, verifyTransaction } from '@tain/verify/verify';
import Long from 'long';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DemoStream } from '../../../packages/network-simulator/src/stream/demo-stream.ts';
import { rawStreams } from '../../../src/app/streams/raw-streams.ts';
import { readConfig } from '../../../src/config/config.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import type { Prover } from '../../../src/rest/route/prover.ts';
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

/**
 * Number of record files of a demo history. Two of the following blocks share a signature, and the last block has its
 * own.
 */
const CUTOVER = 4;
const BLOCKS = 7;

function rewrite(folder: string, number: number, change: (items: Uint8Array[]) => void): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const file = path.join(folder, names.find((name) => name.endsWith(`0${number}.blk.gz`)) ?? '');
  const items = stream.Block.decode(gunzipSync(readFileSync(file))).items ?? [];
  change(items);
  writeFileSync(file, gzipSync(stream.Block.encode({ items }).finish()));
}

/** Moves an event between a preceding transaction and its result. The root hash does not change. */
function moveEvent(items: Uint8Array[]): void {
  const decoded = items.map((bytes) => stream.BlockItem.decode(bytes));
  const result = decoded.findIndex(({ transactionResult }) => transactionResult);
  const event = decoded.findIndex(({ eventHeader }, index) => eventHeader && index > result);
  expect(Math.min(result, event)).toBeGreaterThan(0);
  items.splice(result, 0, ...items.splice(event, 1));
}

/** Replaces the proof of a block by a mock. */
function withMock(items: Uint8Array[], number: number): void {
  const blockSignature = Buffer.alloc(48, 1);
  const mock = { blockProof: { block: Long.fromNumber(number, true), signedBlockProof: { blockSignature } } };
  items.splice(-1, 1, stream.BlockItem.encode(mock).finish());
}

/** Computes the root to which the paths of a state proof lead, independent of the prover's code. */
function rootOfPaths(paths: StateProof['paths']): string {
  const hashOf = (...parts: readonly Uint8Array[]) =>
    createHash('sha384').update(Buffer.concat(parts)).digest();
  const waiting = new Map<number, { readonly hash: Uint8Array; readonly start: number }>();
  const roots: string[] = [];
  const climb = (from: Uint8Array, start: number, { siblings, next }: StateProof['paths'][number]): void => {
    let hash = from;
    for (const { isLeft, hash: sibling } of siblings)
      hash = hashOf(Uint8Array.of(2), ...(isLeft ? [sibling, hash] : [hash, sibling]));
    const join = next === null ? undefined : paths[next];
    if (next === null || join === undefined) {
      roots.push(`0x${Buffer.from(hash).toString('hex')}`);
      return;
    }
    const other = waiting.get(next);
    if (other === undefined) {
      waiting.set(next, { hash, start });
      return;
    }
    const pair = other.start < start ? [other.hash, hash] : [hash, other.hash];
    climb(hashOf(Uint8Array.of(2), ...pair), Math.min(start, other.start), join);
  };
  for (const [index, path] of paths.entries()) {
    const { leaf } = path;
    if (leaf) climb(leaf.kind === 'hash' ? leaf.bytes : hashOf(Uint8Array.of(0), leaf.bytes), index, path);
  }
  const [root = '', ...others] = roots;
  return others.length === 0 ? root : 'several roots';
}

describe('proofs of a demo history that changes over to blocks', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tain-proofs-'));
  let api: TestApi;
  let prover: Prover;
  let trust: { readonly addressBooks: readonly string[]; readonly ledgerId: string };
  /** End of the last record file. */
  let ending: string;

  beforeAll(async () => {
    const written = await DemoStream.open({
      dir: folder,
      seed: 3,
      tps: 4,
      cutover: CUTOVER,
      signs: true,
      dataEverywhere: false,
      runCode: demoEngine,
    });
    for (let block = 0; block < BLOCKS; block++) {
      if (block === BLOCKS - 1) await written.commit();
      await written.write();
    }
    await written.commit();
    await written.close();
    const book = path.join(folder, 'address_book.bin');
    const addressBooks = [createHash('sha384').update(readFileSync(book)).digest('hex')];
    prover = proverOf(folder);
    api = await startTestApi({ prover: (request) => prover(request) });
    await ingestFolder({ database: api.database, folder, addressBook: book, switchAfterMs: 0 });
    const { blocks } = (await api.json(`/api/v1/blocks?block.number=lt:${CUTOVER}&limit=1&order=desc`)) as {
      blocks: readonly { readonly timestamp: { readonly to: string } }[];
    };
    ending = blocks[0]?.timestamp.to ?? '';
    const { rows } = await api.database.pool.query<{ ledger_id: Buffer; grounds: string }>(
      'select ledger_id, grounds from tain.ledger_publication',
    );
    expect(rows.map(({ grounds }) => grounds)).toEqual(['record-signatures']);
    trust = { addressBooks, ledgerId: rows[0]?.ledger_id.toString('hex') ?? '' };
  });
  afterAll(async () => {
    await api?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('prove each transaction of record files and blocks, with the values of the API', async () => {
    const pages = await readPages(api, '/api/v1/transactions?order=asc', 'transactions');
    const listed = pages.flat() as Listed[];
    const nameOf = (one: Listed) => `${one.transaction_id} ${one.nonce} ${one.scheduled}`;
    const names = listed.map(nameOf);
    const kinds = new Map<string, number>();
    for (const [index, one] of listed.entries()) {
      // If several transactions differ in no other field, the first one is proven.
      if (names.indexOf(nameOf(one)) !== index) continue;
      // Only some of the initial transactions of the network are proven, because they are alike, and all that have
      // duplicates. A test of the client proves all transactions of a history (slow suite).
      const isUnique = names.lastIndexOf(nameOf(one)) === index;
      if (isUnique && one.consensus_timestamp <= ending && index % 40 !== 0) continue;
      const proof = await api.json(pathOf(one));
      const proven = await verifyTransaction(proof, {
        ...trust,
        transaction: { transactionId: one.transaction_id, nonce: one.nonce, scheduled: one.scheduled },
      });
      const { kind } = proven.block.evidence;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      expect(kind === 'record-signatures').toBe(one.consensus_timestamp <= ending);
      expect(Buffer.from(proven.transaction_hash.slice(2), 'hex').toString('base64')).toBe(
        one.transaction_hash,
      );
      // A duplicate has a receipt with the same id.
      if (proven.link === 'none') {
        expect(isUnique).toBe(false);
        continue;
      }
      expect(proven.link).toBe(kind === 'record-signatures' ? 'record' : 'run');
      expect(proven.result).toMatchObject({
        consensus_timestamp: one.consensus_timestamp,
        charged_tx_fee: String(one.charged_tx_fee),
      });
      expect(proven.status === 22).toBe(one.result === 'SUCCESS');
      const transfers =
        proven.result?.transfers.map((each) => ({ ...each, amount: Number(each.amount) })) ?? [];
      expect(sorted(transfers)).toEqual(sorted(one.transfers));
    }
    expect([...kinds.keys()].sort()).toEqual(['record-signatures', 'state-proof', 'threshold-signature']);
    expect(Math.min(...kinds.values())).toBeGreaterThan(5);
  });

  it("prove the user's transaction for a bare id, also if a child reached consensus before it", async () => {
    const { rows } = await api.database.pool.query<{ id: string }>(
      `select format('0.0.%s-%s-%s', payer_account_id, valid_start_ns / 1000000000,
         lpad((valid_start_ns % 1000000000)::text, 9, '0')) as id
       from transaction
       group by payer_account_id, valid_start_ns
       having min(consensus_timestamp) filter (where nonce > 0)
         < min(consensus_timestamp) filter (where nonce = 0 and not scheduled) limit 1`,
    );
    const [{ id: transactionId } = { id: '' }] = rows;
    const proof = await api.json(`/api/v1/transactions/${transactionId}/proof`);
    const proven = await verifyTransaction(proof, { ...trust, transaction: { transactionId } });
    expect([proven.nonce, proven.scheduled]).toEqual([0, false]);
  });

  it('prove messages, and refuse changed ones', async () => {
    const { rows } = await api.database.pool.query<{
      topic_id: string;
      sequence_number: string;
      message: Buffer;
    }>('select topic_id, sequence_number, message from topic_message order by 1, 2');
    expect(rows.length).toBeGreaterThan(0);
    const kinds = new Set<string>();
    for (const { topic_id: topic, sequence_number: number, message } of rows) {
      const proof = await api.json(`/api/v1/topics/0.0.${topic}/messages/${number}/proof`);
      const request = { topic: `0.0.${topic}`, from: number, to: number };
      const { messages, block } = await verifyMessages(proof, { ...trust, asked: request });
      kinds.add(block.evidence.kind);
      expect(messages[0]?.sequence_number).toBe(number);
      expect(Buffer.from(messages[0]?.message ?? [])).toEqual(message);
      const part = proof.topic as { messages: readonly object[] };
      const forged = {
        ...proof,
        topic: {
          ...part,
          messages: [{ ...part.messages[0], message: 'Zm9yZ2Vk' }, ...part.messages.slice(1)],
        },
      };
      await expect(verifyMessages(forged, { ...trust, asked: request })).rejects.toMatchObject({
        step: 'topic',
      });
      await expect(
        verifyMessages(proof, { ...trust, asked: { ...request, to: 10_000 } }),
      ).rejects.toMatchObject({
        step: 'question',
      });
    }
    expect(kinds.size).toBeGreaterThan(1);
  });

  it('prove ranges of messages by one signature, within bounds', async () => {
    const { rows } = await api.database.pool.query<{ topic_id: string; last: string }>(
      'select topic_id, max(sequence_number) as last from topic_message group by 1 order by 2 desc limit 1',
    );
    const [{ topic_id: topic, last } = { topic_id: '', last: '' }] = rows;
    const messages = `/api/v1/topics/0.0.${topic}/messages/proof`;
    const request = { topic: `0.0.${topic}`, from: 1, to: last };
    expect(Number(last)).toBeGreaterThan(1);
    for (const range of [`gte:1&sequencenumber=lte:${last}`, `gte:1&sequencenumber=lt:${Number(last) + 1}`]) {
      const proof = await api.json(`${messages}?sequencenumber=${range}`);
      const proven = await verifyMessages(proof, { ...trust, asked: request });
      expect(proven.messages.map(({ sequence_number }) => sequence_number)).toEqual(
        Array.from({ length: Number(last) }, (_, index) => String(index + 1)),
      );
      const part = proof.topic as { messages: readonly object[] };
      for (let left = 0; left < part.messages.length; left++) {
        const forged = {
          ...proof,
          topic: { ...part, messages: part.messages.filter((_, at) => at !== left) },
        };
        await expect(verifyMessages(forged, { ...trust, asked: request })).rejects.toMatchObject({
          step: 'topic',
        });
      }
    }
    const one = await api.json(`${messages}?sequencenumber=${last}`);
    expect((one.topic as { sequence_number: string }).sequence_number).toBe(last);
    const refusals = {
      '': 'Name the first and the last message: gte:1 and lte:10',
      '?sequencenumber=gte:1': 'Name the first and the last message: gte:1 and lte:10',
      '?sequencenumber=gte:3&sequencenumber=lte:2': 'Name the first and the last message: gte:1 and lte:10',
      '?sequencenumber=gte:1&sequencenumber=lte:1001': 'One proof has at most 1000 messages',
    };
    for (const [query, detail] of Object.entries(refusals)) {
      const response = await api.get(`${messages}${query}`);
      expect([query, response.status, await response.json()]).toEqual([
        query,
        400,
        { _status: { messages: [{ message: 'Invalid parameter: sequencenumber', detail }] } },
      ]);
    }
    expect((await api.get(`${messages}?sequencenumber=gte:1&sequencenumber=lte:900`)).status).toBe(404);
    expect((await api.get(`${messages}?sequencenumber=gte:x&sequencenumber=lte:2`)).status).toBe(400);
  });

  it('are cached forever, and available as protobuf if that form exists', async () => {
    const of = `/api/v1/blocks/${CUTOVER}/proof`;
    const response = await api.get(of);
    const headers = (of: Response, ...names: string[]) => names.map((name) => of.headers.get(name));
    expect(headers(response, 'cache-control', 'vary')).toEqual([
      'public, max-age=31536000, immutable',
      expect.stringContaining('accept'),
    ]);
    const tag = response.headers.get('etag') ?? '';
    const again = await api.get(of, {
      headers: { 'if-none-match': tag, 'cache-control': 'max-age=0' },
    });
    expect([again.status, again.headers.get('etag')]).toEqual([304, tag]);
    const { hash } = await api.json(`/api/v1/blocks/${CUTOVER + 1}`);
    const type = 'application/protobuf';
    for (const accept of [type, `${type}, application/json;q=0.9`, `${type};q=0.5, */*;q=0.1`]) {
      const binary = await api.get(of, { headers: { accept } });
      expect(headers(binary, 'content-type')).toEqual([
        `${type}; messageType=com.hedera.hapi.block.stream.StateProof`,
      ]);
      const { paths, signature } = readStateProof(new Uint8Array(await binary.arrayBuffer()));
      expect(signature).toHaveLength(2920);
      expect(rootOfPaths(paths)).toBe(hash);
      expect(
        (await api.get(of, { headers: { accept, 'if-none-match': tag, 'cache-control': 'max-age=0' } }))
          .status,
      ).toBe(200);
    }
    for (const accept of ['application/json', `${type};q=0`, `${type};q=0.2, application/json`, '*/*'])
      expect((await api.get(of, { headers: { accept } })).headers.get('content-type')).toContain('json');
    const file = '/api/v1/blocks/1/proof';
    const none = await api.get(file, { headers: { accept: type } });
    expect([none.status, await none.json()]).toEqual([
      406,
      {
        _status: {
          messages: [
            {
              message: 'Not acceptable',
              detail: 'The proof of a record file is JSON: there is no other form of it',
            },
          ],
        },
      },
    ]);
    const either = await api.get(file, { headers: { accept: `${type}, */*;q=0.1` } });
    expect(either.headers.get('content-type')).toContain('json');
  });

  it('are described, and listed among the capabilities', async () => {
    const { paths } = await api.json('/api/v1/openapi.json');
    const described = Object.entries(paths as Record<string, { get?: object }>).filter(([of]) =>
      of.endsWith('/proof'),
    );
    expect(described.map(([of]) => of).sort()).toEqual([
      '/api/v1/blocks/{hashOrNumber}/proof',
      '/api/v1/topics/{topicId}/messages/proof',
      '/api/v1/topics/{topicId}/messages/{sequenceNumber}/proof',
      '/api/v1/transactions/{transactionIdOrHash}/proof',
    ]);
    for (const [, { get }] of described) {
      expect(get).toMatchObject({
        'x-tain-extension': true,
        responses: { 200: { content: { 'application/protobuf': {} } }, 404: {}, 409: {}, 410: {}, 502: {} },
      });
    }
  });

  it('prove blocks that nodes signed', async () => {
    const response = await api.get('/api/v1/blocks/1/proof');
    expect(response.status).toBe(200);
    const facts = await verifyBlock(await response.json(), { ...trust, number: 1 });
    expect(facts.hash).toBe((await api.json('/api/v1/blocks/1')).hash);
    expect(facts.hash).not.toBe(facts.evidence.signed_hash);
    expect(facts.evidence).toMatchObject({ kind: 'record-signatures', signed: 'metadata', weights: 'equal' });
    for (const [index, kind] of ['state-proof', 'threshold-signature', 'threshold-signature'].entries()) {
      const number = CUTOVER + index;
      const block = await api.json(`/api/v1/blocks/${number}`);
      const proven = await verifyBlock(await api.json(`/api/v1/blocks/${number}/proof`), {
        ...trust,
        number,
      });
      expect(proven).toMatchObject({ hash: block.hash, evidence: { kind } });
    }
  });

  it('report why there is none: unknown, unsigned, removed, different', async () => {
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
    rewrite(folder, BLOCKS - 1, (items) => withMock(items, BLOCKS - 1));
    rewrite(folder, BLOCKS - 2, moveEvent);
    // The previous prover has cached the blocks that it read.
    prover = proverOf(folder);
    const unsigned = await api.get(`/api/v1/blocks/${BLOCKS - 1}/proof`);
    expect([unsigned.status, unsigned.headers.get('retry-after')]).toEqual([409, '5']);
    expect(await unsigned.text()).toContain('Not proven yet');
    const { timestamp } = await api.json(`/api/v1/blocks/${BLOCKS - 2}`);
    const { from, to } = timestamp as { from: string; to: string };
    const within = `timestamp=gte:${from}&timestamp=lte:${to}`;
    const { transactions } = (await api.json(`/api/v1/transactions?${within}&order=asc`)) as {
      transactions: Listed[];
    };
    expect(await api.get(`/api/v1/blocks/${BLOCKS - 2}/proof`)).toMatchObject({ status: 200 });
    // The request names the transaction by its hash, because answers by its hash are not cached yet. Topic messages
    // are not found by their hash.
    const { transaction_hash } = transactions.find(({ name }) => name !== 'CONSENSUSSUBMITMESSAGE') ?? {};
    const hash = Buffer.from(transaction_hash ?? '', 'base64').toString('hex');
    expect(await refusalOf(`/api/v1/transactions/${hash}/proof`)).toEqual([
      502,
      'Raw file differs',
      `The items of the raw block ${BLOCKS - 2} are in another order than the verified ones.`,
    ]);
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
    // The number alone is read before the predecessor is reported missing.
    await api.database.pool.query(
      'update topic_message set sequence_number = 50, running_hash_version = 3 where running_hash_version = 2',
    );
    expect(await refusalOf(`${message}/50/proof`)).toEqual([
      410,
      'Message is gone',
      'The previous message is no longer retained',
    ]);
    await api.database.pool.query(
      "update record_file set hash = translate(hash, '01', '10') where index = 1",
    );
    expect((await refusalOf('/api/v1/blocks/1/proof')).slice(0, 2)).toEqual([502, 'Raw file differs']);
    const records = path.join(folder, 'recordstreams');
    const files = readdirSync(records, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.includes('.rcd'))) rmSync(path.join(records, file));
    expect((await refusalOf('/api/v1/blocks/2/proof')).slice(0, 2)).toEqual([
      410,
      'Raw file is no longer available',
    ]);
    // Removes the folders of all nodes, so that the source is lost instead of a file.
    rmSync(records, { recursive: true });
    expect((await refusalOf('/api/v1/blocks/2/proof')).slice(0, 2)).toEqual([503, 'Service unavailable']);
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
    await ingestFolder({ database: api.database, folder, addressBook: book, switchAfterMs: 0 });
  });
  afterAll(() => api?.close());

  it('hold, directly and by a later block, and match the API', async () => {
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
  });
});
