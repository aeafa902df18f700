// `npm run bench:proof`: proofs of transactions and messages in blocks of 1,000 transactions of a demo network with
// real signatures, as the query service makes them, without HTTP: from a folder (like an archive) and from a store
// with 20 ms of latency for each request (like a bucket). `cold`: each block is read for one proof; `warm`: for
// blocks that were read before. One after another, and four concurrently, like the service. Prints wall-clock times,
// and processor times, which other load changes less.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { com } from '@tain/protos/hapi';
import { KIND } from '@tain/verify/block-root';
import type { ProofSubject, RequestedBlock } from '@tain/verify/proof-subject';
import { readPublication } from '@tain/verify/read-publication';
import { readResult } from '@tain/verify/transaction-result';
import { DemoStream } from '../packages/network-simulator/src/stream/demo-stream.ts';
import { openBlockSigner } from '../packages/network-simulator/src/threshold/block-signer.ts';
import { possibleRoots } from '../src/ingest/decode/block/block-file.ts';
import { BLOCK_STREAM_VERSION } from '../src/ingest/decode/decoded-block.ts';
import { inflateFile, MAX_INFLATED_BYTES, MAX_OBJECT_BYTES } from '../src/ingest/decode/inflate.ts';
import { BlockCache } from '../src/ingest/prove/block-cache.ts';
import { makeProof } from '../src/ingest/prove/make-proof.ts';
import { readProvableBlock } from '../src/ingest/prove/provable-block.ts';
import type { RawStream } from '../src/ingest/prove/raw-stream.ts';
import type { BlockSource } from '../src/ingest/source/block-source.ts';
import { openStoredBlocks } from '../src/ingest/source/stored-blocks.ts';
import { openFolderStore } from '../src/ingest/store/folder-store.ts';
import { atOnce } from '../src/kernel/limits/in-slices.ts';
import { demoEngine } from '../src/local-network/demo-engine.ts';

const BLOCKS = 16;
const TPS = 500;
const CONCURRENCY = 4;
const EACH = 12;
const BUCKET_MS = 20;

interface ProofRequest {
  readonly block: RequestedBlock;
  readonly subject: ProofSubject;
}

const never = new AbortController().signal;
const dir = mkdtempSync(path.join(tmpdir(), 'tain-bench-proof-'));

async function writeBlocks(): Promise<void> {
  const network = {
    dir,
    seed: 7,
    tps: TPS,
    cutover: 2,
    signs: true,
    signInner: false,
    dataEverywhere: false,
  };
  const stream = await DemoStream.open({ ...network, runCode: demoEngine });
  let steady = 0;
  while (steady < BLOCKS) {
    await stream.write();
    if (stream.network.progress.phase === 'steady') steady += 1;
    if (steady % 2 === 1) await stream.commit();
  }
  await stream.close();
}

/** Returns transactions of each block, chosen evenly, and the number of transactions in all. */
async function questionsOf(blocks: BlockSource): Promise<readonly (readonly ProofRequest[])[]> {
  const requests: ProofRequest[][] = [];
  for (let number = (await blocks.first(never)) ?? 0n; ; number += 1n) {
    const found = await blocks.open(number, MAX_OBJECT_BYTES, never);
    if (found === null) break;
    const content = await inflateFile(found.name, found.bytes, MAX_INFLATED_BYTES);
    const { file, items } = atOnce(readProvableBlock(found.name, content));
    const times = items
      .filter(({ kind }) => kind === KIND.result)
      .map(({ content: held }) => readResult(held).at);
    if (times.length < 2 * TPS) continue;
    const block = {
      number,
      hash: possibleRoots(file)[0]?.toString('hex') ?? '',
      name: found.name,
      version: BLOCK_STREAM_VERSION,
      start: times[0] ?? 0n,
      isSigned: true,
    };
    console.log(
      `block ${number}: ${times.length} transactions, ${found.bytes.length} bytes, ${content.length} decompressed`,
    );
    const step = Math.floor(times.length / EACH);
    requests.push(
      Array.from({ length: EACH }, (_, index) => ({
        block,
        subject: { kind: 'transaction', at: times[index * step] ?? 0n },
      })),
    );
  }
  return requests;
}

function slowed(blocks: BlockSource): BlockSource {
  return {
    name: blocks.name,
    changes: 0,
    first: (signal, from) => blocks.first(signal, from),
    async open(number, maxBytes, signal) {
      await sleep(BUCKET_MS);
      return blocks.open(number, maxBytes, signal);
    },
    changed: (milliseconds, signal, seen) => blocks.changed(milliseconds, signal, seen),
    close: () => blocks.close(),
  };
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;

async function measure(
  name: string,
  questions: readonly ProofRequest[],
  prove: (request: ProofRequest) => Promise<number>,
  concurrency: number,
) {
  const times: number[] = [];
  let bytes = 0;
  let next = 0;
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const worker = async (): Promise<void> => {
    for (let one = questions[next++]; one !== undefined; one = questions[next++]) {
      const before = performance.now();
      bytes += await prove(one);
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const took = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  times.sort((left, right) => left - right);
  const parts = [
    name.padEnd(34),
    `${((1000 * questions.length) / took).toFixed(1).padStart(7)} /s`,
    `p50 ${at(times, 0.5).toFixed(1).padStart(6)} ms`,
    `p99 ${at(times, 0.99).toFixed(1).padStart(6)} ms`,
    `processor ${((user + system) / 1000 / questions.length).toFixed(1).padStart(6)} ms each`,
    `${Math.round(bytes / questions.length)} bytes each`,
    `memory ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`,
  ];
  console.log(parts.join('  '));
}

try {
  await writeBlocks();
  const store = await openFolderStore(dir);
  const folder = openStoredBlocks(store, null);
  const questions = await questionsOf(folder);
  const { publication } = await openBlockSigner(dir);
  const { LedgerIdPublicationTransactionBody } = com.hedera.hapi.node.tss;
  const ledger = readPublication(LedgerIdPublicationTransactionBody.encode(publication).finish());
  const prover = (blocks: BlockSource, cache: BlockCache | null) => {
    const streams: readonly RawStream[] = [{ blocks, records: null }];
    const grounds = {
      ledgerAt: async () => ledger,
      following: async () => [],
      verifySignature: async () => true,
      book: null,
    };
    return async ({ block, subject }: ProofRequest): Promise<number> => {
      const made = await makeProof(block, subject, { ...grounds, streams, ...(cache && { cache }) }, never);
      if (made.kind !== 'proven') throw new Error(made.detail);
      return JSON.stringify(made.proof).length;
    };
  };
  // Requests of a round are for different blocks, so that consecutive requests are, too.
  const all = Array.from({ length: EACH }, (_, index) =>
    questions.flatMap((each) => each[index] ?? []),
  ).flat();
  for (const round of ['warming up', 'measured']) {
    console.log(round);
    for (const [where, blocks] of [
      ['folder', folder],
      [`bucket, ${BUCKET_MS} ms`, slowed(folder)],
    ] as const) {
      for (const concurrency of [1, CONCURRENCY])
        await measure(`${where}: cold, ${concurrency} at once`, all, prover(blocks, null), concurrency);
      const warm = prover(blocks, new BlockCache());
      for (const [one] of questions) if (one) await warm(one);
      for (const concurrency of [1, CONCURRENCY])
        await measure(`${where}: warm, ${concurrency} at once`, all, warm, concurrency);
    }
  }
  await store.close();
} finally {
  rmSync(dir, { recursive: true, force: true });
}
