import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { WireReader } from '@tain/ledger/wire-reader';
import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BlockFolder } from '../../packages/network-simulator/src/stream/block-folder.ts';
import { NEWER } from '../../packages/network-simulator/src/stream/newer.ts';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';

const BLOCKS = 6;
const options = { seed: 4, tps: 30, blocks: BLOCKS, runCode: demoEngine };
let dirs: string[];

beforeAll(async () => {
  dirs = await Promise.all([1, 2].map(() => mkdtemp(path.join(tmpdir(), 'tain-'))));
  const [records = '', blocks = ''] = dirs;
  await writeDemo({ ...options, dir: records, newer: true });
  await writeDemo({ ...options, dir: blocks, newer: true, cutover: 1 });
}, 60_000);

afterAll(() => Promise.all(dirs.map((dir) => rm(dir, { recursive: true, force: true }))));

/** Returns the field numbers of a message, in order. */
function fieldsOf(bytes: Uint8Array): number[] {
  const reader = new WireReader(bytes);
  const fields: number[] = [];
  while (reader.next()) {
    fields.push(reader.field);
    reader.skip();
  }
  return fields;
}

/** Returns the type of a transaction that no proto describes: the last field of its body. */
const typeOf = (signed: Uint8Array) => fieldsOf(proto.SignedTransaction.decode(signed).bodyBytes).at(-1) ?? 0;

test('writes record files with unknown types, fields of records and functionalities', () => {
  const folder = path.join(dirs[0] ?? '', 'recordstreams/record0.0.3');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.rcd.gz'))
    .map((name) =>
      proto.RecordStreamFile.decode(gunzipSync(readFileSync(path.join(folder, name))).subarray(4)),
    );
  const items = files.flatMap(({ recordStreamItems }) => recordStreamItems);
  const types = items.map(({ transaction }) =>
    typeOf(transaction?.signedTransactionBytes ?? new Uint8Array()),
  );
  expect(types.filter((type) => type === 250).length).toBeGreaterThan(0);
  expect(types.filter((type) => type === 91).length).toBeGreaterThan(0);
  const bodies = items.map(({ transaction }) =>
    proto.TransactionBody.decode(
      proto.SignedTransaction.decode(transaction?.signedTransactionBytes ?? new Uint8Array()).bodyBytes,
    ),
  );
  const schedules = bodies.flatMap(({ fileCreate }) => {
    try {
      return [proto.CurrentAndNextFeeSchedule.decode(fileCreate?.contents ?? new Uint8Array())];
    } catch {
      return [];
    }
  });
  const priced = schedules.flatMap(({ currentFeeSchedule }) =>
    (currentFeeSchedule?.transactionFeeSchedule ?? []).map(({ hederaFunctionality }) =>
      Number(hederaFunctionality),
    ),
  );
  expect(priced).toEqual(expect.arrayContaining([117, 128, 301]));
});

test('writes blocks with unknown types, fields of results and state changes', async () => {
  const folder = new BlockFolder(dirs[1] ?? '');
  const [types, results, states]: [number[], number[][], number[][]] = [[], [], []];
  for (let number = 1n; number < BigInt(BLOCKS); number++) {
    for (const bytes of stream.Block.decode(await folder.read(number)).items) {
      const { signedTransaction } = stream.BlockItem.decode(bytes);
      if (signedTransaction) types.push(typeOf(signedTransaction));
      const item = new WireReader(bytes);
      item.next();
      if (item.field === 5) results.push(fieldsOf(item.content('a result')));
      if (item.field === 7)
        states.push(
          stream.StateChanges.decode(item.content('changes')).stateChanges.map(({ stateId }) => stateId ?? 0),
        );
    }
  }
  const newer = types.filter((type) => type === 250 || type === 91).length;
  expect(newer).toBeGreaterThan(0);
  expect(results.filter((fields) => fields.includes(NEWER.recordFields[0]))).toHaveLength(newer);
  expect(states.filter((ids) => [60, 62, NEWER.state].every((id) => ids.includes(id)))).toHaveLength(newer);
});
