import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { auditStreams } from '../../../src/ingest/audit/audit-streams.ts';
import { bootstrapAddressBooks } from '../../../src/ingest/verify/address-books.ts';
import { NodeStakes } from '../../../src/ingest/verify/node-stakes.ts';
import { CommandOutput } from '../../../src/kernel/command-output.ts';
import { newRoot } from '../new-root.ts';
import { openFolder } from '../open-folder.ts';
import { addFile, encodeBook, makeChain, makeItem, makeNode, START, writeV5 } from '../stream-writer.ts';

const nodes = [0, 1, 2, 3].map(makeNode);
async function report(path: string, signal = new AbortController().signal) {
  const lines: string[] = [];
  const source = await openFolder(path);
  try {
    const result = await auditStreams({
      location: path,
      records: {
        source,
        addressBooks: bootstrapAddressBooks(encodeBook(nodes)),
        stakes: new NodeStakes(),
      },
      blocks: null,
      isPreview: () => true,
      output: new CommandOutput((line) => void lines.push(line)),
      signal,
    });
    return { lines, result };
  } finally {
    await source.close();
  }
}

describe('record files', () => {
  it('prints a line for each file and a summary', async () => {
    const root = await newRoot();
    for (const { file, instant } of makeChain(2)) {
      for (const node of nodes) await addFile(root, node, file, instant);
    }
    const { lines, result } = await report(root);
    expect(result).toEqual({ files: 2, problems: 0, transactions: 4, ledgerProblem: null });
    expect(lines).toEqual([
      '2023-11-14T22_13_20.000000000Z.rcd.gz  v6  block 100  2 transactions  ' +
        'signed by 0.0.3 0.0.4 0.0.5 0.0.6 (100.0 % of the weight)  ok',
      '2023-11-14T22_13_22.000000000Z.rcd.gz  v6  block 101  2 transactions  ' +
        'signed by 0.0.3 0.0.4 0.0.5 0.0.6 (100.0 % of the weight)  ok',
      '2 files, 4 transactions verified: all hold',
    ]);
  });

  it('reports no block number if files have none', async () => {
    const root = await newRoot();
    const file = writeV5([makeItem({ time: START })], Buffer.alloc(48));
    for (const node of nodes) await addFile(root, node, file, START);
    const { lines } = await report(root);
    expect(lines[0]).toBe(
      '2023-11-14T22_13_20.000000000Z.rcd  v5  1 transaction  ' +
        'signed by 0.0.3 0.0.4 0.0.5 0.0.6 (100.0 % of the weight)  ok',
    );
  });

  it('continues after a failure, so that all are reported', async () => {
    const root = await newRoot();
    const chain = makeChain(7);
    for (const [index, { file, instant }] of chain.entries()) {
      for (const node of nodes) {
        // The third file is missing, and the fifth has only one signature.
        if (index === 2 || (index === 4 && node.nodeId > 0)) continue;
        await addFile(root, node, file, instant);
      }
    }
    await writeFile(join(root, 'recordstreams/record0.0.4/2023-11-14T22_13_20.000000000Z.rcd_sig'), 'x');
    const { lines, result } = await report(root);
    expect(result).toEqual({ files: 6, problems: 3, transactions: 6, ledgerProblem: null });
    expect(lines[0]).toContain('signed by 0.0.3 0.0.5 0.0.6 (75.0 % of the weight)  unreadable: 0.0.4  ok');
    expect(lines[2]).toContain('block 103');
    expect(lines[2]).toContain('does not follow the previous file');
    expect(lines[3]).toMatch(
      /^2023-11-14T22_13_28.000000000Z.rcd.gz {2}Require at least 1\/3 signature files/,
    );
    expect(lines[4]).toContain('does not follow the previous file');
    expect(lines[5]).toMatch(/ok$/);
    expect(lines.at(-1)).toBe('6 files, 6 transactions verified: 3 problems');
  });

  it('names the node of a bad file', async () => {
    const root = await newRoot();
    const [link] = makeChain(1);
    if (!link) throw new Error('no file');
    for (const node of nodes) await addFile(root, node, link.file, link.instant, { data: node.nodeId === 0 });
    await writeFile(
      join(root, 'recordstreams/record0.0.3/2023-11-14T22_13_20.000000000Z.rcd.gz'),
      gzipSync('x'),
    );
    for (const node of nodes.slice(1))
      await rm(join(root, `recordstreams/record0.0.${node.account}`), { recursive: true });
    const { lines } = await report(root);
    expect(lines[0]).toContain('Require at least 1/3');
    for (const node of nodes.slice(1)) await addFile(root, node, link.file, START, { data: false });
    const second = await report(root);
    expect(second.lines[0]).toContain('node 0.0.3: differs from the hash that was signed');
    expect(second.lines[0]).toContain('node 0.0.4: is missing');
    expect(second.result.problems).toBe(1);
  });

  it('does not report an empty folder as a success', async () => {
    const root = await newRoot();
    await expect(report(root)).rejects.toThrow(`There are no stream files in ${root}.`);
  });

  it('ends on its signal', async () => {
    await expect(report(await newRoot(), AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
  });
});
