import { expect, it } from 'vitest';
import { ConsensusNodes } from '../../../src/rpc/nodes/consensus-nodes.ts';
import type { NodeAnswer } from '../../../src/rpc/nodes/node-connection.ts';
import { endpointsOf, type NodeEndpoint } from '../../../src/rpc/nodes/node-endpoints.ts';

const answered = (code: string): NodeAnswer => ({ kind: 'answered', code });

/** Sends one transaction to nodes with the given responses, in the order of the attempts. */
async function deliver(answers: readonly NodeAnswer[]) {
  const left = [...answers];
  const tried: bigint[] = [];
  const endpoints = answers.map(
    (_, i): NodeEndpoint => ({
      account: { shard: 0n, realm: 0n, num: BigInt(i + 3) },
      host: '127.0.0.1',
      port: 1,
      certificateHash: null,
    }),
  );
  const nodes = new ConsensusNodes({
    endpoints: async () => endpoints,
    connect: () => ({ submit: async () => left.shift() ?? answered('BUSY'), close: () => undefined }),
    log: { warn: () => undefined },
  });
  const delivery = await nodes.deliver(({ num }) => {
    tried.push(num);
    return new Uint8Array();
  });
  return { ...delivery, tried: tried.length, nodes: new Set(tried).size };
}

it.each<[string, NodeAnswer[], object]>([
  ['a node that accepts it', [answered('OK'), answered('OK')], { code: 'OK', mayBeAccepted: true, tried: 1 }],
  [
    'busy nodes',
    [answered('BUSY'), answered('PLATFORM_NOT_ACTIVE'), answered('OK')],
    { code: 'OK', tried: 3, nodes: 3 },
  ],
  ['unreachable nodes', [{ kind: 'unreached' }, answered('OK')], { code: 'OK', tried: 2, nodes: 2 }],
  // After one node refused the transaction, another node already has it, so it was accepted.
  [
    'a duplicate',
    [answered('BUSY'), answered('DUPLICATE_TRANSACTION')],
    { code: 'OK', mayBeAccepted: true, tried: 2 },
  ],
  ['no answer', [{ kind: 'unknown' }, answered('OK')], { code: null, mayBeAccepted: true, tried: 1 }],
  [
    'a refusal',
    [answered('INVALID_SIGNATURE'), answered('OK')],
    { code: 'INVALID_SIGNATURE', mayBeAccepted: false, tried: 1 },
  ],
])('delivers by %s', async (_what, answers, expected) => {
  expect(await deliver(answers)).toMatchObject(expected);
});

const HASH = 'ab'.repeat(48);
const row = (account: string, port: number, change: object = {}) => ({
  account,
  hash: Buffer.from(HASH).toString('hex'),
  ip: '10.0.0.1',
  domain: null,
  port,
  ...change,
});

it('takes one endpoint of a node, with TLS where the book has its certificate', () => {
  const endpoints = endpointsOf([
    row('3', 50_211),
    row('3', 50_212, { domain: 'node3.example' }),
    row('4', 50_211),
    row('5', 50_212, { hash: null }),
    row('5', 50_211, { ip: '10.0.0.5' }),
    row('6', 50_212, { hash: null }),
    row('7', 50_211, { ip: '' }),
  ]);
  expect(
    endpoints.map(({ account, host, port, certificateHash }) => [account.num, host, port, certificateHash]),
  ).toEqual([
    [3n, 'node3.example', 50_212, HASH],
    [4n, '10.0.0.1', 50_211, null],
    [5n, '10.0.0.5', 50_211, null],
  ]);
});
