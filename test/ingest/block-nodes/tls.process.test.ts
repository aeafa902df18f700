import { rmSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { BlockNodeServer } from '../../../packages/network-simulator/src/block-node/block-node-server.ts';
import { BLOCK_NODE_LIMITS, BlockNode } from '../../../src/ingest/block-nodes/block-node.ts';
import { type Certified, makeAuthority } from './certificates.ts';
import { MadeBlocks } from './made-blocks.ts';

/** File with the trusted authorities of the gRPC library, which reads it when it is loaded. */
const roots = vi.hoisted(() => {
  const file = `${process.env.TMPDIR ?? '/tmp'}/tain-tls-roots-${process.pid}.pem`;
  process.env.GRPC_DEFAULT_SSL_ROOTS_FILE_PATH = file;
  return file;
});
const trusted = makeAuthority('Trusted');
writeFileSync(roots, trusted.certificate);
afterAll(() => rmSync(roots, { force: true }));

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function serve(certified: Certified | null): Promise<string> {
  const tls = certified && { key: certified.key, certificate: certified.certificate };
  const server = await BlockNodeServer.start({
    host: '127.0.0.1',
    port: 0,
    source: new MadeBlocks(0n, 3n),
    ...(tls && { tls }),
  });
  cleanups.push(() => server.stop());
  return `127.0.0.1:${server.port}`;
}

function connect(target: string, tls: boolean): BlockNode {
  const node = new BlockNode(
    { target, tls, priority: 0 },
    { ...BLOCK_NODE_LIMITS, statusTimeoutMs: 3_000, idleTimeoutMs: 500 },
  );
  cleanups.push(() => node.close());
  return node;
}

const { signal } = new AbortController();

it('a node whose certificate a trusted authority issued is read', async () => {
  const node = connect(await serve(trusted.issue('127.0.0.1')), true);
  expect(await node.range(signal)).toEqual({ first: 0n, last: 3n });
  const numbers: bigint[] = [];
  for await (const { number } of node.blocks(1n, signal)) {
    numbers.push(number);
    if (number === 3n) break;
  }
  expect(numbers).toEqual([1n, 2n, 3n]);
});

it.each<[string, () => Certified, RegExp]>([
  ['of an untrusted authority', () => makeAuthority('Other').issue('127.0.0.1'), /certificate$/],
  [
    'of another address',
    () => trusted.issue('127.0.0.2'),
    /127\.0\.0\.1 is not in the cert's list: 127\.0\.0\.2$/,
  ],
  ['that has expired', () => trusted.issue('127.0.0.1', -1_000), /certificate has expired$/],
])('a certificate %s is refused with one sentence', async (_, certified, reason) => {
  const target = await serve(certified());
  const node = connect(target, true);
  const calls = [() => node.range(signal), () => node.blocks(0n, signal).next()];
  for (const call of calls) {
    const error: unknown = await call().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'untrusted', node: target, message: expect.stringMatching(reason) });
    expect(String(error)).toContain(`block node ${target}: its certificate is not accepted: `);
    expect(String(error)).not.toMatch(/\n|UNAVAILABLE|Error \[/);
  }
});

it.each([
  ['a node without TLS, requested with it', false, true],
  ['a node with TLS, requested without it', true, false],
])('%s, returns nothing', async (_, serves, address) => {
  const node = connect(await serve(serves ? trusted.issue('127.0.0.1') : null), address);
  await expect(node.range(signal)).rejects.toMatchObject({
    code: expect.stringMatching(/unavailable|timeout/),
  });
});
