/**
 * Measures how much the latency of a bucket slows catching up: the same stream of many nodes is verified from an
 * in-memory store that responds immediately, and from one that responds to each request after some milliseconds.
 *
 * npm run bench:buckets -- [--files 300] [--latency 50]
 */
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { followRecords } from '../src/ingest/feed/record-stream.ts';
import { openRecords } from '../src/ingest/source/record-source.ts';
import { bootstrapAddressBooks } from '../src/ingest/verify/address-books.ts';
import { NodeStakes } from '../src/ingest/verify/node-stakes.ts';
import { MemoryStore } from '../test/ingest/store/memory-store.ts';
import {
  dataName,
  encodeBook,
  makeChain,
  makeNode,
  SILENT_LOG,
  signatureName,
  writeSignature,
} from '../test/ingest/stream-writer.ts';

const { values } = parseArgs({
  options: { files: { type: 'string', default: '300' }, latency: { type: 'string', default: '50' } },
});
const files = Number(values.files);
const latency = Number(values.latency);

for (const count of [7, 35]) {
  const nodes = Array.from({ length: count }, (_, index) => makeNode(index));
  const store = new MemoryStore();
  for (const { file, instant } of makeChain(files)) {
    for (const node of nodes) {
      const folder = `recordstreams/record0.0.${node.account}`;
      store.put(`${folder}/${dataName(file, instant)}`, gzipSync(file.bytes));
      store.put(`${folder}/${signatureName(instant)}`, writeSignature(file, node.privateKey));
    }
  }
  const book = encodeBook(nodes);
  const run = async (milliseconds: number): Promise<number> => {
    store.latencyMs = milliseconds;
    const began = performance.now();
    let verified = 0;
    const stream = followRecords({
      source: openRecords(store),
      addressBooks: bootstrapAddressBooks(book),
      stakes: new NodeStakes(),
      startAfter: null,
      follow: false,
      signal: new AbortController().signal,
      log: SILENT_LOG,
    });
    for await (const _ of stream) verified += 1;
    if (verified !== files) throw new Error(`${verified} of ${files} files`);
    return performance.now() - began;
  };
  await run(0);
  const [near, far] = [await run(0), await run(latency)];
  const { list, get } = store.requests;
  const each = (took: number): string => (took / files).toFixed(1);
  console.log(
    `${count} nodes: ${each(near)} ms a file at once, ${each(far)} ms with ${latency} ms a request (ratio ${(far / near).toFixed(2)}); ${((list + get) / 3 / files).toFixed(1)} requests a file`,
  );
}
