import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openNodes } from '../../packages/network-simulator/src/stream/nodes.ts';

test('all keys of nodes are written before a failure is reported, so that none replaces that of a later attempt', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'tain-nodes-'));
  try {
    const taken = path.join(dir, 'keys', 'node-0.0.3.pem');
    await mkdir(taken, { recursive: true });
    await expect(openNodes(dir)).rejects.toThrow('EISDIR');
    const names = [3, 4, 5, 6].map((account) => `node-0.0.${account}.pem`);
    expect((await readdir(path.join(dir, 'keys'))).toSorted()).toEqual(names);
    await rm(taken, { recursive: true });
    const spki = (nodes: Awaited<ReturnType<typeof openNodes>>): string[] =>
      nodes.map(({ publicKey }) => Buffer.from(publicKey).toString('hex'));
    expect(spki(await openNodes(dir))).toEqual(spki(await openNodes(dir)));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

test('keys are created with the requested size, and existing ones keep theirs', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'tain-nodes-'));
  const bits = (nodes: Awaited<ReturnType<typeof openNodes>>): (number | undefined)[] =>
    nodes.map(({ privateKey }) => privateKey.asymmetricKeyDetails?.modulusLength);
  try {
    await openNodes(dir, 2048);
    await rm(path.join(dir, 'keys', 'node-0.0.4.pem'));
    expect(bits(await openNodes(dir))).toEqual([2048, 3072, 2048, 2048]);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
