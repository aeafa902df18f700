import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { ethereumSender } from '@tain/ledger/ethereum-sender';
import { type Rlp, rlpBytes } from '@tain/ledger/rlp';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assemble } from '../../../packages/evm/test/assembly.ts';
import { at, entity, longZero } from '../../rest/contracts/contract-rows.ts';
import { insert } from '../../rest/rows.ts';
import { type CallServer, startCallServer } from '../call/call-fixture.ts';
import { insertLedger, insertRecorded, type Recorded, traceOf, word } from './trace-ledger.ts';

const KEY = Buffer.alloc(32, 0x17);
const SENDER = addressOf(KEY);
const CHAIN = 298n;
const TINYBAR = 10_000_000_000n;

function addressOf(key: Uint8Array): string {
  const point = secp256k1.getPublicKey(key, false);
  return Buffer.from(keccak_256(point.subarray(1)).subarray(12)).toString('hex');
}

/** Encodes an integer without leading zeros. */
function integer(value: bigint): Buffer {
  const digits = value === 0n ? '' : value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}

interface Unsigned {
  readonly type: 'old' | 0 | 1 | 2 | 4;
  readonly nonce: bigint;
  readonly gas: bigint;
  readonly to: string;
  readonly value: bigint;
  readonly data: Uint8Array;
}

/** Returns a transaction as signed by wallets. `sent` replaces the data in the submitted bytes. */
function signed({ type, nonce, gas, to, value, data }: Unsigned, key: Uint8Array, sent = data): Buffer {
  const price = integer(71n * TINYBAR);
  const fieldsWith = (callData: Uint8Array): Rlp[] => {
    const end = [integer(gas), Buffer.from(to, 'hex'), integer(value), callData];
    if (type === 'old' || type === 0) return [integer(nonce), price, ...end];
    if (type === 1) return [integer(CHAIN), integer(nonce), price, ...end, []];
    const fees = [integer(CHAIN), integer(nonce), price, price, ...end, []];
    return type === 2 ? fees : [...fees, []];
  };
  const isLegacy = type === 'old' || type === 0;
  const prefix = isLegacy ? Buffer.alloc(0) : Buffer.of(type);
  const protection = type === 0 ? [integer(CHAIN), Buffer.alloc(0), Buffer.alloc(0)] : [];
  const hash = keccak_256(Buffer.concat([prefix, rlpBytes([...fieldsWith(data), ...protection])]));
  const bytes = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' });
  const recovery = BigInt(bytes[0] ?? 0);
  const v = type === 'old' ? 27n + recovery : type === 0 ? 35n + 2n * CHAIN + recovery : recovery;
  const part = (begin: number) =>
    integer(BigInt(`0x${Buffer.from(bytes.subarray(begin, begin + 32)).toString('hex')}`));
  return Buffer.concat([prefix, rlpBytes([...fieldsWith(sent), integer(v), part(1), part(33)])]);
}

const unsigned = fc.record({
  type: fc.constantFrom('old' as const, 0 as const, 1 as const, 2 as const, 4 as const),
  nonce: fc.bigInt(0n, 2n ** 64n - 1n),
  gas: fc.bigInt(0n, 15_000_000n),
  to: fc.constantFrom('', longZero(2001), 'ab'.repeat(20)),
  value: fc.bigInt(0n, 2n ** 90n),
  data: fc.uint8Array({ maxLength: 200 }),
});
const key = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => bytes[0] !== 0xff && bytes.some((b) => b > 0));

describe('the sender of a raw transaction', () => {
  it('is the signer, also if the call data is elsewhere', () => {
    fc.assert(
      fc.property(unsigned, key, (transaction, secret) => {
        expect(ethereumSender(signed(transaction, secret))).toBe(addressOf(secret));
        const without = signed(transaction, secret, new Uint8Array());
        expect(ethereumSender(without, transaction.data)).toBe(addressOf(secret));
      }),
      { numRuns: 60 },
    );
  });

  it('is undefined or another address if it was changed, and never an error', () => {
    fc.assert(
      fc.property(unsigned, fc.nat(), fc.integer({ min: 1, max: 255 }), (transaction, at, change) => {
        const bytes = signed(transaction, KEY);
        const index = at % bytes.length;
        const before = bytes[index] ?? 0;
        bytes[index] = before ^ change;
        // The network also reads a zero byte as the integer 0, and the parity is not signed.
        fc.pre(before !== 0x80 || bytes[index] !== 0);
        expect(ethereumSender(bytes)).not.toBe(SENDER);
      }),
      { numRuns: 300 },
    );
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void ethereumSender(bytes)));
  });
});

describe('a trace of an Ethereum transaction', () => {
  let server: CallServer;
  let time = 150;
  const CONTEXT =
    'ORIGIN 0 MSTORE CALLVALUE 32 MSTORE GASPRICE 64 MSTORE 0 CALLDATALOAD 96 MSTORE 128 0 RETURN';

  beforeAll(async () => {
    server = await startCallServer();
    await insertLedger(server, { 2001: CONTEXT });
    await insert(server.database, 'entity', [
      entity(3000, {
        type: 'ACCOUNT',
        balance: 10_000,
        created_timestamp: 1,
        ethereum_nonce: 77,
        evm_address: Buffer.from(SENDER, 'hex'),
        alias: Buffer.from(SENDER, 'hex'),
      }),
    ]);
  });
  afterAll(() => server?.close());

  /** Records and traces a transaction, as that of another sender. */
  async function traced(
    transaction: Unsigned,
    raw: Buffer,
    more: Recorded['ethereum'] = {},
    contract = 2001,
  ) {
    time += 1;
    await insertRecorded(server, {
      time,
      contract,
      result: { sender_id: 3000, gas_limit: 1, amount: 99 },
      ethereum: {
        data: raw,
        nonce: transaction.nonce,
        gas_limit: transaction.gas,
        value: integer(transaction.value),
        to_address: transaction.to === '' ? null : Buffer.from(transaction.to, 'hex'),
        call_data: Buffer.from(transaction.data),
        ...more,
      },
    });
    return traceOf(server, time);
  }
  const call: Unsigned = {
    type: 2,
    nonce: 5n,
    gas: 100_000n,
    to: longZero(2001),
    value: 3n * TINYBAR,
    data: Buffer.from(word(0xc0ffee).slice(2), 'hex'),
  };
  const contextWords = (sender: string, value: number, data: number): string =>
    `0x${sender.padStart(64, '0')}${[value, 71, data].map((each) => word(each).slice(2)).join('')}`;

  it.each(['old', 0, 1, 2] as const)(
    'runs with its own sender, gas, value and data for type %s',
    async (type) => {
      const transaction = { ...call, type };
      const trace = await traced(transaction, signed(transaction, KEY));
      expect(trace.return_value).toBe(contextWords(SENDER, 3, 0xc0ffee));
      expect([trace.failed, trace.contract_id, trace.address]).toEqual([
        false,
        '0.0.2001',
        `0x${longZero(2001)}`,
      ]);
      // Gas of the first entry: the transaction's gas limit minus the gas of the call data, of ORIGIN and of the other
      // entries before it.
      const [first] = trace.opcodes;
      expect(first?.gas).toBe(100_000 - 21_000 - 29 * 4 - 3 * 16 - 2);
    },
  );

  it('uses the sender of the record if no key can be recovered', async () => {
    const trace = await traced(call, Buffer.of(0));
    expect(trace.return_value).toBe(contextWords(SENDER, 3, 0xc0ffee));
    const stranger = await traced(call, signed(call, Buffer.alloc(32, 0x18)));
    expect(stranger.return_value).toBe(contextWords(SENDER, 3, 0xc0ffee));
  });

  it('reads call data from a file', async () => {
    const hex = Buffer.from(call.data).toString('hex');
    await insert(server.database, 'entity', [entity(3100, { type: 'FILE', created_timestamp: 1 })]);
    await insert(server.database, 'file_data', [
      { entity_id: 3100, consensus_timestamp: at(120), file_data: Buffer.from(hex), transaction_type: 17 },
    ]);
    const raw = signed(call, KEY, new Uint8Array());
    const trace = await traced(call, raw, { call_data: Buffer.alloc(0), call_data_id: 3100 });
    expect(trace.return_value).toBe(contextWords(SENDER, 3, 0xc0ffee));
  });

  it('creates at the address of sender and nonce', async () => {
    const init: Unsigned = { ...call, to: '', value: 0n, data: assemble('ADDRESS 0 MSTORE 32 0 RETURN') };
    const trace = await traced(init, signed(init, KEY), {}, 0);
    const created = keccak_256(rlpBytes([Buffer.from(SENDER, 'hex'), integer(5n)])).subarray(12);
    expect(trace).toMatchObject({
      address: `0x${'0'.repeat(40)}`,
      contract_id: null,
      failed: false,
      return_value: `0x${Buffer.from(created).toString('hex').padStart(64, '0')}`,
    });
  });
});
