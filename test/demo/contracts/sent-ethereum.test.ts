import { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileId, long, longZero } from '../../../packages/network-simulator/src/ledger/ids.ts';
import { keccak } from '../../../packages/network-simulator/src/ledger/keccak.ts';
import { TOTAL_TINYBARS } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import { integer, parseRlp, rlp } from '../../../packages/network-simulator/src/ledger/rlp.ts';
import { Status } from '../../../packages/network-simulator/src/ledger/status.ts';
import { checkEthereum } from '../../../packages/network-simulator/src/node/ethereum-transaction.ts';
import { parseEthereum } from '../../../packages/network-simulator/src/transactions/parse-ethereum.ts';
import { EFFORT } from '../../effort.ts';
import { authorization, deploying, PRICE, SentNetwork, signed, Wallet } from './sent-network.ts';

/** Example of EIP-155, for chain 1, with its signer. */
const EIP_155 =
  'f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe5375' +
  '67866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83';
const EIP_155_SIGNER = '9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f';

const HBAR = 100_000_000n;
const WEIBARS = 10_000_000_000n;
const GAS_PRICE = 71n;
const OPERATOR = 2;
/** Code that returns 42. */
const ANSWER = '602a60005260206000f3';

let network: SentNetwork;
let wallet: Wallet;
let sender: number;
let keys = 0;
beforeAll(async () => {
  network = await SentNetwork.start();
}, 120_000);
beforeEach(async () => {
  keys += 1;
  wallet = new Wallet(keys.toString(16).padStart(64, 'a'));
  sender = await network.fund(wallet.address, 100n * HBAR);
});

const balance = (num: number): bigint => network.ledger.accounts.need(num).balance;
const nonce = (): number => network.ledger.accounts.need(sender).ethereumNonce;

describe('bytes of a wallet', () => {
  test('are read as their standard says', () => {
    const parsed = parseEthereum(Buffer.from(EIP_155, 'hex'));
    expect(parsed?.fields).toMatchObject({
      type: 0,
      chainId: 1n,
      nonce: 9n,
      gasPrice: 20_000_000_000n,
      gasLimit: 21_000n,
      value: 10n ** 18n,
    });
    const signer = parsed?.signerWith(new Uint8Array());
    expect(Buffer.from(signer?.address ?? []).toString('hex')).toBe(EIP_155_SIGNER);
    expect(checkEthereum({ ethereumData: Buffer.from(EIP_155, 'hex') })).toBe(Status.WRONG_CHAIN_ID);
  });

  test('are refused if they are malformed, and do not end the network', () => {
    const good = [0, 1, 2, 4].map((type) =>
      signed(wallet, {
        type: type as 0,
        to: Buffer.alloc(20, 7),
        value: 5n * WEIBARS,
        data: Buffer.alloc(40, 3),
        ...(type === 4 ? { authorizations: [authorization(wallet, 0n, Buffer.alloc(20, 9))] } : null),
      }),
    );
    for (const bytes of good) expect(checkEthereum({ ethereumData: bytes })).toBe(Status.OK);
    const burning = signed(wallet, { to: Buffer.alloc(20), value: WEIBARS });
    expect(checkEthereum({ ethereumData: burning })).toBe(Status.INVALID_SOLIDITY_ADDRESS);
    const allowed = [Status.INVALID_ETHEREUM_TRANSACTION, Status.WRONG_CHAIN_ID, Status.INSUFFICIENT_GAS];
    const rare = [Status.MAX_GAS_LIMIT_EXCEEDED, Status.INVALID_SOLIDITY_ADDRESS, Status.INVALID_CONTRACT_ID];
    const known = new Set<number>([...allowed, ...rare, Status.OK]);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(known).toContain(checkEthereum({ ethereumData: bytes }));
      }),
      { numRuns: 500 * EFFORT },
    );
    fc.assert(
      fc.property(fc.constantFrom(...good), fc.nat(), fc.integer({ min: 0, max: 255 }), (bytes, at, byte) => {
        const changed = Buffer.from(bytes);
        changed[at % changed.length] = byte;
        expect(known).toContain(checkEthereum({ ethereumData: changed }));
        // One byte less or more gives another transaction, or an invalid one.
        expect(parseEthereum(bytes.subarray(0, at % bytes.length))).toBeUndefined();
        expect(parseEthereum(Buffer.concat([bytes, Buffer.of(byte)]))).toBeUndefined();
      }),
      { numRuns: 500 * EFFORT },
    );
  });

  test('have one RLP encoding', () => {
    const tree = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.uint8Array({ maxLength: 70 }),
        fc.array(tie('value'), { maxLength: 4 }),
      ),
    })).value;
    fc.assert(
      fc.property(tree, (value) => {
        const bytes = rlp(value as never);
        expect(rlp(parseRlp(bytes) ?? [])).toEqual(bytes);
      }),
      { numRuns: 300 * EFFORT },
    );
    for (const bad of [
      '',
      '8100',
      '817f',
      'b800',
      'b90001ff',
      'f800',
      'c1',
      '81',
      'c2817f',
      'bf0000000000000001ff',
      'c0c0',
    ]) {
      expect([bad, parseRlp(Buffer.from(bad, 'hex'))]).toEqual([bad, undefined]);
    }
    expect(parseRlp(Buffer.from('c1'.repeat(100).concat('c0'), 'hex'))).toBeUndefined();
  });
});

describe('a transaction of a wallet', () => {
  test.each([0, 1, 2] as const)('may write zeros of type %d as a zero byte', async (type) => {
    const zero = Buffer.of(0);
    const head = type === 0 ? [zero] : [integer(298n), zero];
    const prices = type === 2 ? [zero, integer(PRICE)] : [integer(PRICE)];
    const tail = [integer(600_000n), longZero(sender), zero, Buffer.alloc(0)];
    const bytes = wallet.sign(type, [...head, ...prices, ...tail, ...(type === 0 ? [] : [[]])]);
    expect(checkEthereum({ ethereumData: bytes })).toBe(Status.OK);
    const { status, record } = await network.ethereum(bytes);
    expect(status).toBe('SUCCESS');
    expect(Buffer.from(record.ethereumHash ?? [])).toEqual(Buffer.from(keccak(bytes)));
    expect(nonce()).toBe(1);
    const twice = wallet.sign(type, [
      ...head.with(-1, Buffer.of(0, 1)),
      ...prices,
      ...tail,
      ...(type === 0 ? [] : [[]]),
    ]);
    expect(checkEthereum({ ethereumData: twice })).toBe(Status.INVALID_ETHEREUM_TRANSACTION);
  });

  test.each([0, 1, 2] as const)('deploys and calls with type %d, and completes its account', async (type) => {
    expect(network.ledger.accounts.need(sender).hollow).toBe(true);
    const data = Buffer.from(deploying(ANSWER), 'hex');
    const bytes = signed(wallet, { type, data });
    const made = await network.ethereum(bytes);
    expect(made.status).toBe('SUCCESS');
    expect(Buffer.from(made.record.ethereumHash ?? [])).toEqual(keccak(bytes));
    expect(network.ledger.accounts.need(sender)).toMatchObject({ hollow: false, ethereumNonce: 1 });
    expect(made.items[0]).toMatchObject({ type: 'cryptoUpdateAccount', status: 'SUCCESS' });
    const address = keccak(rlp([wallet.address, integer(0n)])).subarray(-20);
    expect(Buffer.from(made.record.contractCreateResult?.evmAddress?.value ?? [])).toEqual(address);
    const call = await network.ethereum(signed(wallet, { type, to: address, nonce: 1n, gas: 50_000n }));
    expect(call.status).toBe('SUCCESS');
    expect(Number(call.record.contractCallResult?.signerNonce?.value)).toBe(2);
    expect(Buffer.from(call.record.contractCallResult?.contractCallResult ?? []).at(-1)).toBe(42);
    expect(network.ledger.totalTinybars()).toBe(TOTAL_TINYBARS);
  });

  test('is valid on any chain before EIP-155, later types on this chain only', async () => {
    const to = Buffer.alloc(20, 1);
    const old = signed(wallet, {
      type: 0,
      chainId: 0n,
      to: network.ledger.addressOf(1002) as Buffer,
      value: WEIBARS,
    });
    expect((await network.ethereum(old)).status).toBe('SUCCESS');
    for (const type of [0, 1, 2] as const) {
      const other = await network.ethereum(signed(wallet, { type, chainId: 296n, to, nonce: 1n }));
      expect(other.status).toBe('WRONG_CHAIN_ID');
    }
  });

  test('and code are on the chain that the network was started with', async () => {
    const other = await SentNetwork.start({ chainId: 31_337n });
    await other.fund(wallet.address, 100n * HBAR);
    const send = (chainId: bigint, nonce: bigint) =>
      // The created contract has the chain id as its code.
      other.ethereum(signed(wallet, { chainId, nonce, data: Buffer.from('465f5260205ff3', 'hex') }));
    expect((await send(298n, 0n)).status).toBe('WRONG_CHAIN_ID');
    const { status, record } = await send(31_337n, 0n);
    expect(status).toBe('SUCCESS');
    const code = Buffer.from(record.contractCreateResult?.contractCallResult ?? []);
    expect(BigInt(`0x${code.toString('hex')}`)).toBe(31_337n);
    const properties = proto.ServicesConfigurationList.decode(other.ledger.files.need(121).contents);
    expect(properties.nameValue).toContainEqual(
      expect.objectContaining({ name: 'contracts.chainId', value: '31337' }),
    );
  });

  test('creates an account by sending tinybars, for its gas', async () => {
    const to = Buffer.alloc(20, keys);
    const poor = await network.ethereum(signed(wallet, { to, value: 3n * HBAR * WEIBARS, gas: 200_000n }));
    expect([poor.status, network.ledger.resolveAlias(to), nonce()]).toEqual(['INSUFFICIENT_GAS', 0, 1]);
    const sent = await network.ethereum(signed(wallet, { to, value: 3n * HBAR * WEIBARS, nonce: 1n }));
    expect(sent.status).toBe('SUCCESS');
    const made = network.ledger.resolveAlias(to);
    expect(network.ledger.accounts.need(made)).toMatchObject({ balance: 3n * HBAR, hollow: true });
    expect(sent.record.receipt?.contractID?.contractNum?.toNumber()).toBe(made);
    expect(Number(sent.record.contractCallResult?.gasUsed)).toBeGreaterThan(586_000);
    // A call of an unused address without value.
    const other = await network.ethereum(signed(wallet, { to: Buffer.alloc(20, 200), nonce: 2n }));
    expect([other.status, nonce()]).toEqual(['SUCCESS', 3]);
  });

  test.each([
    [50, 'INVALID_CONTRACT_ID'],
    [359, 'INVALID_CONTRACT_ID'],
    [750, 'INVALID_CONTRACT_ID'],
    [753, 'INVALID_ALIAS_KEY'],
    [899, 'INVALID_ALIAS_KEY'],
    [801, 'SUCCESS'],
    [1000, 'SUCCESS'],
  ])('sends tinybars to 0.0.%d: %s', async (num, status) => {
    const before = network.ledger.accounts.get(num)?.balance ?? 0n;
    const bytes = signed(wallet, { to: longZero(num), value: 7n * WEIBARS });
    const sent = await network.ethereum(bytes);
    const isDone = status === 'SUCCESS';
    expect([sent.status, sent.record.contractCallResult?.errorMessage, nonce()]).toEqual([
      status,
      isDone ? '' : status,
      1,
    ]);
    // Fees may raise it further.
    if (isDone) expect(balance(num)).toBeGreaterThanOrEqual(before + 7n);
    else expect(network.ledger.accounts.get(num)?.balance ?? 0n).toBe(before);
  });

  test('must have the next nonce, and uses it up when its code fails', async () => {
    const early = await network.ethereum(signed(wallet, { to: Buffer.alloc(20, 1), nonce: 5n }));
    expect([early.status, nonce()]).toEqual(['WRONG_NONCE', 0]);
    expect(network.ledger.accounts.need(sender).hollow).toBe(true);
    const failing = await network.ethereum(signed(wallet, { data: Buffer.from('60006000fd', 'hex') }));
    expect([failing.status, nonce()]).toEqual(['CONTRACT_REVERT_EXECUTED', 1]);
    expect(network.ledger.accounts.need(sender).hollow).toBe(false);
    const refused = await network.ethereum(
      signed(wallet, { data: Buffer.from('00', 'hex'), nonce: 1n, gas: 53_000n }),
    );
    expect([refused.status, nonce()]).toEqual(['INSUFFICIENT_GAS', 1]);
  });

  test('has its gas paid by its sender, and the rest by the submitter if the sender offers too little', async () => {
    const to = network.ledger.addressOf(1002) as Buffer;
    const gas = 100_000n;
    const send = async (gasPrice: bigint, maxGasAllowance?: bigint, limit = gas) => {
      const before = [balance(sender), balance(OPERATOR)];
      const fields = { to, gas: limit, gasPrice, nonce: BigInt(nonce()), value: WEIBARS };
      const bytes = signed(wallet, fields);
      const { status, record } = await network.ethereum(
        bytes,
        maxGasAllowance === undefined ? {} : { maxGasAllowance: long(maxGasAllowance) },
      );
      const used = BigInt(record.contractCallResult?.gasUsed?.toString() ?? 0);
      // The operator also pays the envelope's fee.
      const envelope = BigInt(record.transactionFee?.toString() ?? 0) - used * GAS_PRICE;
      const [ofSender = 0n, ofOperator = 0n] = [balance(sender), balance(OPERATOR)].map(
        (now, i) => (before[i] ?? 0n) - now,
      );
      return {
        status,
        used,
        ofSender: ofSender - (status === 'SUCCESS' ? 1n : 0n),
        ofOperator: ofOperator - envelope,
      };
    };
    // Unused gas is not charged.
    const used = 21_000n;
    expect(await send(PRICE)).toEqual({
      status: 'SUCCESS',
      used,
      ofSender: used * GAS_PRICE,
      ofOperator: 0n,
    });
    expect(await send(PRICE * 3n)).toEqual({
      status: 'SUCCESS',
      used,
      ofSender: used * GAS_PRICE,
      ofOperator: 0n,
    });
    expect(await send(0n)).toMatchObject({ status: 'INSUFFICIENT_TX_FEE', ofSender: 0n });
    expect(await send(0n, gas * GAS_PRICE - 1n)).toMatchObject({
      status: 'INSUFFICIENT_TX_FEE',
      ofSender: 0n,
    });
    expect(await send(0n, gas * GAS_PRICE)).toEqual({
      status: 'SUCCESS',
      used,
      ofSender: 0n,
      ofOperator: used * GAS_PRICE,
    });
    // The sender offers 50 of 71. Unused gas is refunded to the operator first.
    const limit = 25_000n;
    const share = await send(50n * WEIBARS, limit * GAS_PRICE, limit);
    const ofOperator = limit * 21n - (limit - used) * GAS_PRICE;
    expect(share).toEqual({ status: 'SUCCESS', used, ofOperator, ofSender: used * GAS_PRICE - ofOperator });
    const rich = await network.ethereum(
      signed(wallet, { to, nonce: BigInt(nonce()), value: 100n * HBAR * WEIBARS }),
    );
    expect(rich.status).toBe('INSUFFICIENT_PAYER_BALANCE');
  });

  test('may have its call data in a file', async () => {
    const data = Buffer.concat([Buffer.from(deploying(ANSWER), 'hex'), Buffer.alloc(8_000, 0xab)]);
    const file = await network.send({
      fileCreate: {
        contents: Buffer.from(`0x${data.toString('hex')}`),
        expirationTime: { seconds: long(1_775_000_000) },
      },
    });
    const callData = file.record.receipt?.fileID ?? null;
    const whole = signed(wallet, { data, gas: 2_000_000n });
    // The same signature with empty data.
    const fields = parseRlp(whole.subarray(1));
    if (fields === undefined || fields instanceof Uint8Array) throw new Error('no list');
    const bytes = Buffer.concat([
      Buffer.of(2),
      rlp(fields.map((each, i) => (i === 7 ? Buffer.alloc(0) : each))),
    ]);
    expect((await network.ethereum(bytes, { callData: fileId(999_999) })).status).toBe('INVALID_FILE_ID');
    expect(checkEthereum({ ethereumData: bytes, callData })).toBe(Status.OK);
    const made = await network.ethereum(bytes, { callData });
    expect(made.status).toBe('SUCCESS');
    expect(Buffer.from(made.record.ethereumHash ?? [])).toEqual(keccak(whole));
    expect(nonce()).toBe(1);
  });

  test('sets the code of accounts with only their signatures', async () => {
    const code = await network.create(deploying(ANSWER));
    const target = Buffer.from(network.ledger.addressOf(code.num));
    const other = new Wallet((keys + 1000).toString(16).padStart(64, 'b'));
    const stranger = new Wallet((keys + 2000).toString(16).padStart(64, 'b'));
    const authorizations = [
      authorization(other, 0n, target),
      authorization(wallet, 1n, target),
      authorization(stranger, 7n, target),
      authorization(stranger, 0n, target, 296n),
    ];
    const sent = await network.ethereum(signed(wallet, { type: 4, to: other.address, authorizations }));
    expect(sent.status).toBe('SUCCESS');
    expect(Buffer.from(sent.record.contractCallResult?.contractCallResult ?? []).at(-1)).toBe(42);
    const made = network.ledger.resolveAlias(other.address);
    expect(Buffer.from(network.ledger.accounts.need(made).delegation ?? [])).toEqual(target);
    expect(network.ledger.accounts.need(sender)).toMatchObject({ ethereumNonce: 2 });
    expect(network.ledger.resolveAlias(stranger.address)).toBe(0);
    const without = signed(wallet, { type: 4, to: other.address, nonce: 2n });
    expect(checkEthereum({ ethereumData: without })).toBe(Status.INVALID_ETHEREUM_TRANSACTION);
  });

  test('needs an account, a gas limit in range and the right signature', async () => {
    const missing = new Wallet('c'.repeat(64));
    expect((await network.ethereum(signed(missing, { to: wallet.address }))).status).toBe(
      'INVALID_ACCOUNT_ID',
    );
    const much = signed(wallet, { to: wallet.address, gas: 15_000_001n });
    expect(checkEthereum({ ethereumData: much })).toBe(Status.MAX_GAS_LIMIT_EXCEEDED);
    expect((await network.ethereum(much)).status).toBe('MAX_GAS_LIMIT_EXCEEDED');
    expect(checkEthereum({ ethereumData: signed(wallet, { to: wallet.address, gas: 20_999n }) })).toBe(
      Status.INSUFFICIENT_GAS,
    );
    expect((await network.ethereum(new Uint8Array())).status).toBe('INVALID_ETHEREUM_TRANSACTION');
    expect(
      checkEthereum({ ethereumData: signed(wallet, { to: wallet.address }), maxGasAllowance: long(-1) }),
    ).toBe(Status.NEGATIVE_ALLOWANCE_AMOUNT);
  });
});
