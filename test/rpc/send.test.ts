import { isDeepStrictEqual } from 'node:util';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { signTransaction, type UnsignedTransaction } from '@tain/ledger/ethereum-signing';
import { decodeEthereum } from '@tain/ledger/ethereum-transaction';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OutgoingTransaction, SendOutcome, Submission } from '../../src/rpc/method/services.ts';
import { checksumAddress } from '../../src/rpc/values/hex.ts';
import { entity, ethereum, result } from '../rest/contracts/contract-rows.ts';
import { fillLedger } from './block-rows.ts';
import { type RpcResponse, startTestRpc, type TestRpc } from './rpc-fixture.ts';

const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
/** Keys and addresses: `cow` is from the example of EIP-712, `unknown` from that of EIP-155. */
const KEY = Buffer.from(keccak_256(Buffer.from('cow')));
const SENDER = '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826';
const UNKNOWN_KEY = Buffer.alloc(32, 0x46);
const HBAR = 10n ** 18n;
const PRICE = 10n ** 12n;
const NONCE = 7n;

let rpc: TestRpc;
/** Submitted transactions, and the network's response. */
let submitted: string[] = [];
let answer: { code: string | null; outcome: Promise<SendOutcome | null> };
const DONE = { status: 'SUCCESS', time: 0n };

const sender = {
  closesBlocks: true,
  gapTimeoutMs: 0,
  ready: async (): Promise<bigint> => 0n,
  readyTimeoutMs: 60_000,
  async submit({ raw }: Pick<OutgoingTransaction, 'raw'>): Promise<Submission> {
    submitted.push(hex(raw));
    return { ...answer, transactionId: '0.0.2-1-000000002' };
  },
};

const senderRow = () =>
  entity(3000, {
    type: 'ACCOUNT',
    evm_address: Buffer.from(SENDER.slice(2), 'hex'),
    ethereum_nonce: NONCE,
    balance: 100n * 10n ** 8n,
  });

beforeAll(async () => {
  rpc = await startTestRpc({
    trustProxy: true,
    services: {
      sender,
      accounts: [{ address: SENDER, privateKey: KEY }],
    },
  });
  await fillLedger(rpc);
  await rpc.insert('entity', [senderRow(), entity(3001, { type: 'ACCOUNT', receiver_sig_required: true })]);
  await rpc.show();
});
afterAll(() => rpc?.close());
beforeEach(() => {
  submitted = [];
  answer = { code: 'OK', outcome: Promise.resolve(DONE) };
});

const BASE: UnsignedTransaction = {
  type: 2,
  chainId: 296n,
  nonce: NONCE,
  gasPrice: PRICE,
  priorityFee: 0n,
  gasLimit: 21_000n,
  to: Buffer.alloc(20, 0x22),
  value: 0n,
  data: new Uint8Array(),
  accessList: [],
};
const signed = (change: Partial<UnsignedTransaction> = {}, key = KEY): string =>
  hex(signTransaction({ ...BASE, ...change }, key));
const send = (raw: string): Promise<unknown> => rpc.result('eth_sendRawTransaction', raw);

it('signs as in the example of EIP-155', () => {
  const example = {
    type: 0,
    chainId: 1n,
    nonce: 9n,
    gasPrice: 20n * 10n ** 9n,
    to: Buffer.alloc(20, 0x35),
  } as const;
  expect(signed({ ...example, value: 10n ** 18n }, UNKNOWN_KEY)).toBe(
    '0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025' +
      'a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
  );
});

it.each([0, 1, 2] as const)('sends a transaction of type %d, and returns its hash', async (type) => {
  const raw = signed({ type });
  expect(await send(raw)).toBe(hex(keccak_256(Buffer.from(raw.slice(2), 'hex'))));
  expect(submitted).toEqual([raw]);
});

it.each([1, 2] as const)('sends a transaction of type %d without a chain', async (type) => {
  const raw = signed({ type, chainId: 0n });
  expect(await send(raw)).toMatch(/^0x/);
  expect(submitted).toEqual([raw]);
});

it.each([0, 1, 2] as const)('shows a transaction of type %d that waits for its block', async (type) => {
  let end = (_: typeof DONE): void => undefined;
  answer = {
    code: 'OK',
    outcome: new Promise((resolve) => {
      end = resolve;
    }),
  };
  const raw = signed({ type, value: 10n ** 10n, data: Buffer.of(7), gasLimit: 30_000n });
  const hash = hex(keccak_256(Buffer.from(raw.slice(2), 'hex')));
  const sent = send(raw);
  let shown: Record<string, unknown> | null = null;
  while (shown === null) {
    shown = (await rpc.result('eth_getTransactionByHash', hash)) as typeof shown;
  }
  expect(shown).toMatchObject({
    hash,
    blockHash: null,
    blockNumber: null,
    transactionIndex: null,
    from: SENDER,
    to: `0x${'22'.repeat(20)}`,
    nonce: `0x${NONCE.toString(16)}`,
    gas: '0x7530',
    gasPrice: `0x${PRICE.toString(16)}`,
    input: '0x07',
    value: '0x2540be400',
    type: `0x${type}`,
    chainId: '0x128',
  });
  end(DONE);
  expect(await sent).toBe(hash);
  expect(await rpc.result('eth_getTransactionByHash', hash)).toBe(null);
});

it('shows its pool: accepted transactions as pending, those that wait for a lower nonce as queued', async () => {
  sender.gapTimeoutMs = 600_000;
  let end = (_: typeof DONE): void => undefined;
  answer = {
    code: 'OK',
    outcome: new Promise((resolve) => {
      end = resolve;
    }),
  };
  const none = { pending: {}, queued: {} };
  const raws = [0n, 1n, 2n].map((further) =>
    signed({ nonce: NONCE + further, ...(further === 2n && { to: null, gasLimit: 60_000n }) }),
  );
  const status = (): Promise<unknown> => rpc.result('txpool_status');
  const reached = async (pending: string, queued: string): Promise<void> => {
    while (!isDeepStrictEqual(await status(), { pending, queued }));
  };
  try {
    expect(await rpc.result('txpool_content')).toEqual(none);
    const sent = [send(raws[0] ?? ''), send(raws[2] ?? '')];
    await reached('0x1', '0x1');
    const from = checksumAddress(SENDER);
    const object = (further: bigint) => ({
      blockHash: `0x${'0'.repeat(64)}`,
      blockNumber: null,
      transactionIndex: null,
      from,
      nonce: `0x${(NONCE + further).toString(16)}`,
      hash: hex(keccak_256(Buffer.from(raws[Number(further)]?.slice(2) ?? '', 'hex'))),
      to: further === 2n ? null : `0x${'22'.repeat(20)}`,
    });
    const own = { pending: { [`${NONCE}`]: object(0n) }, queued: { [`${NONCE + 2n}`]: object(2n) } };
    expect(await rpc.result('txpool_contentFrom', SENDER)).toMatchObject(own);
    expect(await rpc.result('txpool_contentFrom', `0x${'22'.repeat(20)}`)).toEqual(none);
    expect(await rpc.error('txpool_contentFrom', '0x22')).toMatch(/^-32602 Invalid parameter 0/);
    expect(await rpc.result('txpool_content')).toMatchObject({
      pending: { [from]: own.pending },
      queued: { [from]: own.queued },
    });
    expect(await rpc.result('txpool_inspect')).toEqual({
      pending: { [from]: { [`${NONCE}`]: `0x${'22'.repeat(20)}: 0 wei + 21000 gas × ${PRICE} wei` } },
      queued: { [from]: { [`${NONCE + 2n}`]: `contract creation: 0 wei + 60000 gas × ${PRICE} wei` } },
    });
    expect(await rpc.result('eth_getTransactionByHash', object(2n).hash)).toMatchObject({ blockHash: null });
    sent.push(send(raws[1] ?? ''));
    await reached('0x3', '0x0');
    // Only a network that tests control has a pending block.
    const tagged = (tag: string) => rpc.result('eth_getBlockByNumber', tag, true);
    expect(await tagged('pending')).toEqual(await tagged('latest'));
    end(DONE);
    await Promise.all(sent);
    expect(await rpc.result('txpool_content')).toEqual(none);
  } finally {
    end(DONE);
    sender.gapTimeoutMs = 0;
  }
});

it('waits for the network, then says that it is not ready', async () => {
  const { ready } = sender;
  const notReady = /^-32002 Resource unavailable: the local network does not accept transactions yet$/;
  let accept = (_after: bigint): void => undefined;
  const accepting = new Promise<bigint>((resolve) => {
    accept = resolve;
  });
  try {
    sender.ready = () => accepting;
    sender.readyTimeoutMs = 10;
    expect(await rpc.error('eth_sendRawTransaction', signed())).toMatch(notReady);
    const request = { from: SENDER, to: `0x${'22'.repeat(20)}`, value: '0x2540be400' };
    expect(await rpc.error('eth_sendTransaction', request)).toMatch(notReady);
    // The mirror has not imported the blocks yet that were made before.
    sender.ready = async () => 10n ** 18n;
    expect(await rpc.error('eth_sendRawTransaction', signed())).toMatch(notReady);
    expect(submitted).toEqual([]);
    sender.ready = () => accepting;
    sender.readyTimeoutMs = 60_000;
    const sent = send(signed());
    accept(0n);
    await sent;
    expect(submitted).toEqual([signed()]);
  } finally {
    Object.assign(sender, { ready, readyTimeoutMs: 60_000 });
  }
});

it('signs for a request that began before the first block at the price of that block', async () => {
  const accounts = [{ address: SENDER, privateKey: KEY }];
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  let accept = (): void => undefined;
  const accepting = new Promise<bigint>((resolve) => {
    accept = () => resolve(0n);
  });
  const ready = (): Promise<bigint> => {
    begin();
    return accepting;
  };
  const fresh = await startTestRpc({ services: { sender: { ...sender, ready }, accounts } });
  try {
    const request = { from: SENDER, to: `0x${'22'.repeat(20)}`, value: '0x2540be400', gas: '0x5208' };
    const sent = fresh.result('eth_sendTransaction', request);
    await begun;
    await fillLedger(fresh);
    await fresh.insert('entity', [senderRow()]);
    await fresh.show();
    accept();
    expect(await sent).toMatch(/^0x/);
    const { gasPrice } = decodeEthereum(Buffer.from(submitted[0]?.slice(2) ?? '', 'hex')) ?? {};
    const price = BigInt(`0x${Buffer.from(gasPrice ?? []).toString('hex')}`);
    expect(price).toBe(BigInt(String(await fresh.result('eth_gasPrice'))));
  } finally {
    await fresh.close();
  }
});

it('lets transactions of one sender wait for those with lower nonces', async () => {
  sender.gapTimeoutMs = 600_000;
  let end = (_: typeof DONE): void => undefined;
  answer = {
    code: 'OK',
    outcome: new Promise((resolve) => {
      end = resolve;
    }),
  };
  try {
    const raws = Array.from({ length: 5 }, (_, i) => signed({ nonce: NONCE + BigInt(i) }));
    const sent = [4, 2, 1, 3].map((i) => send(raws[i] ?? ''));
    expect(await rpc.error('eth_sendRawTransaction', signed({ nonce: NONCE - 1n }))).toMatch(/Nonce too low/);
    expect(submitted).toEqual([]);
    sent.push(send(raws[0] ?? ''));
    // Accepted transactions stay pending until all are accepted, as the visible nonce does not change here.
    while (submitted.length < raws.length) await rpc.result('eth_chainId');
    end(DONE);
    await Promise.all(sent);
    expect(submitted).toEqual(raws);
  } finally {
    end(DONE);
    sender.gapTimeoutMs = 0;
  }
});

it('submits a transaction whose predecessors do not come', async () => {
  sender.gapTimeoutMs = 50;
  try {
    const raw = signed({ nonce: NONCE + 3n });
    expect(await send(raw)).toMatch(/^0x/);
    expect(submitted).toEqual([raw]);
  } finally {
    sender.gapTimeoutMs = 0;
  }
});

const TOO_MANY = 133_000;
it.each<[what: string, raw: () => string, error: string]>([
  ['no transaction', () => '0x00', '-32000 Invalid arguments: no signed Ethereum transaction'],
  ['nothing', () => '0x', '-32000 Invalid arguments: no signed Ethereum transaction'],
  [
    'call data',
    () => signed({ data: Buffer.alloc(TOO_MANY) }),
    '-32201 Oversized data: call data size 133000, call data size limit 131072',
  ],
  [
    'init code',
    () => signed({ to: null, data: Buffer.alloc(49_153) }),
    '-32201 Oversized data: initcode size 49153, initcode size limit 49152',
  ],
  [
    'size',
    () => `0x03${'00'.repeat(133_120)}`,
    '-32201 Oversized data: transaction size 133121, transaction limit 133120',
  ],
  ['blobs', () => '0x03c0', '-32611 Unsupported transaction type: txType=3'],
  [
    'too much gas',
    () => signed({ gasLimit: 15_000_001n }),
    "-32005 Transaction gas limit '15000001' exceeds max gas per sec limit '15000000'",
  ],
  [
    'too little gas',
    () => signed({ gasLimit: 21_039n, data: Buffer.of(0) }),
    // The floor of EIP-7623 is 10 gas for each zero byte.
    '',
  ],
  [
    'gas for a creation',
    () => signed({ to: null, data: Buffer.of(1), gasLimit: 53_017n }),
    "-32003 Transaction gas limit provided '53017' is insufficient of intrinsic gas required '53018'",
  ],
  [
    'chain',
    () => signed({ chainId: 1n }),
    '-32000 ChainId (0x1) not supported. The correct chainId is 0x128',
  ],
  [
    'value below a tinybar',
    () => signed({ value: 10n ** 10n - 1n }),
    "-32602 Value can't be non-zero and less than 10_000_000_000 wei which is 1 tinybar",
  ],
  [
    'sender',
    () => signed({}, UNKNOWN_KEY),
    "-32001 Requested resource not found. address '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F'.",
  ],
  ['old nonce', () => signed({ nonce: 6n }), '-32000 Nonce too low. Provided nonce: 6, current nonce: 7'],
  ['balance', () => signed({ value: 100n * HBAR }), '-32000 Insufficient funds for transfer'],
  [
    'receiver',
    () => signed({ to: Buffer.from(`${'0'.repeat(36)}0bb9`, 'hex') }),
    "-32000 Operation is not supported when receiver's signature is enabled.",
  ],
])('refuses by %s', async (_what, raw, error) => {
  if (error === '') {
    expect(await send(raw())).toMatch(/^0x/);
    return;
  }
  expect(await rpc.error('eth_sendRawTransaction', raw())).toBe(error);
  expect(submitted).toEqual([]);
});

it('refuses a price below that of the network, with a tolerance of a tinybar', async () => {
  const price = BigInt((await rpc.result('eth_gasPrice')) as string);
  expect(await send(signed({ gasPrice: price - 10n ** 10n, nonce: 8n }))).toMatch(/^0x/);
  const tooLow = price - 10n ** 10n - 1n;
  expect(await rpc.error('eth_sendRawTransaction', signed({ gasPrice: tooLow }))).toBe(
    `-32009 Gas price '${tooLow}' is below configured minimum gas price '${price}'`,
  );
});

it('leaves a nonce that is too high to consensus, and returns the hash of a reverted transaction', async () => {
  answer = { code: 'OK', outcome: Promise.resolve({ status: 'WRONG_NONCE', time: 0n }) };
  expect(await rpc.error('eth_sendRawTransaction', signed({ nonce: 9n }))).toBe(
    '-32000 Nonce too high. Provided nonce: 9, current nonce: 7',
  );
  answer = { code: 'OK', outcome: Promise.resolve({ status: 'CONTRACT_REVERT_EXECUTED', time: 0n }) };
  expect(await send(signed())).toMatch(/^0x/);
});

it('refuses a nonce beside the one at the time of consensus, and never beside itself', async () => {
  const [time, later] = [5_000n, 6_000n];
  answer = { code: 'OK', outcome: Promise.resolve({ status: 'WRONG_NONCE', time }) };
  // The sender's nonce has reached the transaction's since.
  expect(await rpc.error('eth_sendRawTransaction', signed({ nonce: NONCE }))).toBe(
    '-32003 Transaction rejected: WRONG_NONCE',
  );
  await rpc.insert('contract_result', [{ ...result(later, 3001), sender_id: 3000 }]);
  await rpc.insert('ethereum_transaction', [ethereum(later, { nonce: 6 })]);
  expect(await rpc.error('eth_sendRawTransaction', signed({ nonce: NONCE }))).toBe(
    '-32000 Nonce too high. Provided nonce: 7, current nonce: 6',
  );
});

it('submits concurrent sends of an account by their nonces', async () => {
  const sends = [3n, 1n, 0n, 2n].map((ahead) => signed({ nonce: NONCE + ahead }));
  await Promise.all(sends.map(send));
  expect(submitted).toHaveLength(sends.length);
  const batch = [10n, 11n, 12n, 13n].map((nonce) => signed({ nonce }));
  submitted = [];
  const requests = batch.map((raw, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'eth_sendRawTransaction',
    params: [raw],
  }));
  await rpc.post(JSON.stringify(requests.toReversed()));
  expect(submitted).toEqual(batch);
});

it('lets nobody hold back the transactions of a sender by repeating its old ones', async () => {
  const raws = Array.from({ length: Number(NONCE) }, (_, nonce) => signed({ nonce: BigInt(nonce) }));
  let finished = 0;
  const refused = Array.from({ length: 240 }, async (_, index) => {
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_sendRawTransaction',
      params: [raws[index % raws.length]],
    };
    const response = await rpc.post(JSON.stringify(body), { 'x-forwarded-for': '10.0.0.9' });
    finished += 1;
    return (await response.json()) as RpcResponse;
  });
  await expect.poll(() => finished).toBeGreaterThan(0);
  const raw = signed();
  expect(await send(raw)).toMatch(/^0x/);
  expect(finished).toBeLessThan(200);
  expect(submitted).toEqual([raw]);
  for (const { error } of await Promise.all(refused)) expect(error?.message).toContain('Nonce too low');
});

it('gives each of the transactions that it signs concurrently a nonce of its own', async () => {
  let end: (outcome: SendOutcome) => void = () => undefined;
  answer = { code: 'OK', outcome: new Promise((resolve) => (end = resolve)) };
  const given = { from: SENDER, to: SENDER, gas: '0x5208', gasPrice: `0x${PRICE.toString(16)}` };
  const sends = Promise.all([1, 2, 3].map(() => rpc.result('eth_sendTransaction', given)));
  while (submitted.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
  // The pending nonce counts transactions that the network accepted and that are not in a block yet.
  const nonces = () =>
    Promise.all(['pending', 'latest'].map((tag) => rpc.result('eth_getTransactionCount', SENDER, tag)));
  await expect.poll(nonces).toEqual([`0x${(NONCE + 3n).toString(16)}`, `0x${NONCE.toString(16)}`]);
  end(DONE);
  await sends;
  await expect.poll(nonces).toEqual([`0x${NONCE.toString(16)}`, `0x${NONCE.toString(16)}`]);
  const expected = [0n, 1n, 2n].map((ahead) =>
    signed({ type: 0, nonce: NONCE + ahead, to: Buffer.from(SENDER.slice(2), 'hex') }),
  );
  expect(submitted).toEqual(expected);
});

it('counts a transaction that leaves the pending ones while the nonce is read', async () => {
  let end: (outcome: SendOutcome) => void = () => undefined;
  answer = { code: 'OK', outcome: new Promise((resolve) => (end = resolve)) };
  const sent = send(signed());
  const pending = async () => ((await rpc.result('txpool_status')) as { pending: string }).pending;
  await expect.poll(pending).toBe('0x1');
  const lock = await rpc.database.pool.connect();
  try {
    await lock.query('begin; lock table entity');
    const count = rpc.result('eth_getTransactionCount', SENDER, 'pending');
    const waiting = async () =>
      (await lock.query('select from pg_locks where relation = $1::regclass and not granted', ['entity']))
        .rowCount;
    await expect.poll(waiting).toBe(1);
    end(DONE);
    await expect.poll(pending).toBe('0x0');
    await lock.query('commit');
    expect(await count).toBe(`0x${(NONCE + 1n).toString(16)}`);
  } finally {
    lock.release(true);
  }
  await sent;
});

it("reports the network's error", async () => {
  answer = { code: 'OK', outcome: Promise.resolve({ status: 'INVALID_ACCOUNT_ID', time: 0n }) };
  const { error } = await rpc.call('eth_sendRawTransaction', signed());
  expect(error).toMatchObject({
    code: -32_003,
    message: 'Transaction rejected: INVALID_ACCOUNT_ID',
    data: { hederaStatus: 'INVALID_ACCOUNT_ID', transactionId: '0.0.2-1-000000002' },
  });
  answer = { code: 'BUSY', outcome: Promise.resolve(null) };
  expect(await rpc.error('eth_sendRawTransaction', signed())).toBe('-32003 Transaction rejected: BUSY');
  answer = { code: 'INVALID_SIGNATURE', outcome: Promise.resolve(null) };
  expect(await rpc.error('eth_sendRawTransaction', signed())).toMatch(
    /^-32000 Consensus node error: INVALID_SIGNATURE \(7\): /,
  );
  answer = { code: 'OK', outcome: Promise.resolve(null) };
  expect(await rpc.error('eth_sendRawTransaction', signed())).toMatch(
    /^-32000 Consensus node error: UNKNOWN \(21\): /,
  );
});

it('submits concurrent duplicates once', async () => {
  let end: (outcome: SendOutcome) => void = () => undefined;
  answer = { code: 'OK', outcome: new Promise((resolve) => (end = resolve)) };
  const raw = signed();
  const both = Promise.all([send(raw), send(raw)]);
  while (submitted.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  end(DONE);
  const [one, other] = await both;
  expect(one).toBe(other);
  expect(submitted).toEqual([raw]);
});

it('signs for its accounts: messages, typed data, transactions', async () => {
  expect(await rpc.result('eth_accounts')).toEqual([SENDER]);
  const message = hex(Buffer.from('hello'));
  const signature = await rpc.result('personal_sign', message, SENDER);
  expect(signature).toBe(await rpc.result('eth_sign', SENDER, message));
  expect(signature).toMatch(/^0x[\da-f]{128}1[bc]$/);
  const gasPrice = await rpc.result('eth_gasPrice');
  const raw = await rpc.result('eth_signTransaction', {
    from: SENDER,
    to: SENDER,
    gas: '0x5208',
    value: '0x0',
  });
  expect(raw).toBe(
    signed({ type: 0, gasPrice: BigInt(gasPrice as string), to: Buffer.from(SENDER.slice(2), 'hex') }),
  );
  const hash = await rpc.result('eth_sendTransaction', { from: SENDER, to: SENDER, gas: '0x5208' });
  expect(hash).toBe(hex(keccak_256(Buffer.from(submitted[0]?.slice(2) ?? '', 'hex'))));
  // Without a sender the first account sends.
  const ofFirst = { to: SENDER, gas: '0x5208', value: '0x0' };
  expect(await rpc.result('eth_signTransaction', ofFirst)).toBe(raw);
  expect(await rpc.error('eth_sendTransaction', { from: `0x${'1'.repeat(40)}` })).toBe(
    `-32000 Unknown account 0x${'1'.repeat(40)}: No Signer available`,
  );
});

it('signs the example of EIP-712', async () => {
  const Person = [
    { name: 'name', type: 'string' },
    { name: 'wallet', type: 'address' },
  ];
  const data = {
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Person,
      Mail: [
        { name: 'from', type: 'Person' },
        { name: 'to', type: 'Person' },
        { name: 'contents', type: 'string' },
      ],
    },
    primaryType: 'Mail',
    domain: {
      name: 'Ether Mail',
      version: '1',
      chainId: 1,
      verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
    },
    message: {
      from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
      to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
      contents: 'Hello, Bob!',
    },
  };
  const expected =
    '0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c';
  expect(await rpc.result('eth_signTypedData_v4', SENDER, data)).toBe(expected);
  expect(await rpc.result('eth_signTypedData_v4', SENDER, JSON.stringify(data))).toBe(expected);
  const wrong = { ...data, message: { ...data.message, contents: 5 } };
  expect(await rpc.error('eth_signTypedData_v4', SENDER, wrong)).toBe(
    '-32000 Invalid arguments: typed data: no string',
  );
});

it('typed data whose hash costs much is refused', async () => {
  const field = (name: string, type: string) => ({ name, type });
  const many = (count: number, type: string) => Array.from({ length: count }, () => field('a', type));
  const all = (count: number, value: unknown) => Array.from({ length: count }, () => value);
  const cases: readonly (readonly [string, object, object])[] = [
    [
      'values of a type with many fields',
      { A: many(400, 'bool'), M: [field('a', 'A[]')] },
      { a: all(400, {}) },
    ],
    ['a text that fields share', { M: many(400, 'string') }, { a: 'x'.repeat(10_000) }],
    ['items of an array', { M: [field('a', 'bool[]')] }, { a: all(60_000, 1) }],
    [
      'items of a type with a long name',
      { ['A'.repeat(330_000)]: [], M: [field('a', `${'A'.repeat(330_000)}[]`)] },
      { a: all(2_000, {}) },
    ],
    [
      'types that refer to a long one',
      {
        Long: [field('x'.repeat(100_000), 'bool')],
        ...Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`T${i}`, [field('a', 'Long')]])),
        M: Array.from({ length: 100 }, (_, i) => field(`f${i}`, `T${i}`)),
      },
      Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, {}])),
    ],
  ];
  for (const [name, types, message] of cases) {
    const data = { types: { EIP712Domain: [], ...types }, primaryType: 'M', domain: {}, message };
    expect(await rpc.error('eth_signTypedData_v4', SENDER, data), name).toBe(
      '-32000 Invalid arguments: typed data: more than 50000 fields',
    );
  }
});
