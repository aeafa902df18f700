import { signTransaction } from '@tain/ledger/ethereum-signing';
import { type Rlp, readRlp } from '@tain/ledger/rlp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawTransaction } from '../../src/rpc/objects/raw.ts';
import { ADDRESS } from '../rest/contracts/contract-rows.ts';
import { fillLedger, hex, TIMES } from './block-rows.ts';
import { startTestRpc, type TestRpc } from './rpc-fixture.ts';

let rpc: TestRpc;

beforeAll(async () => {
  rpc = await startTestRpc();
  await fillLedger(rpc);
});
afterAll(() => rpc?.close());

const UNKNOWN = `0x${'ab'.repeat(32)}`;
const T = '56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';

/** Returns the items of a response in RLP as hex digits. */
async function read(method: string, ...params: readonly unknown[]): Promise<unknown> {
  return shown(readRlp(bytes(String(await rpc.result(method, ...params)))));
}
const bytes = (hexText: string) => Buffer.from(hexText.slice(2), 'hex');
const shown = (item: Rlp): unknown =>
  item instanceof Uint8Array ? Buffer.from(item).toString('hex') : item.map(shown);
const digits = (value: unknown) => String(value).slice(2);
/** Returns a quantity in whole bytes. */
const even = (value: unknown) =>
  digits(value).padStart(digits(value).length + (digits(value).length % 2), '0');

/** Returns the header of the second block, from its fields in other responses. */
async function header(): Promise<string[]> {
  const block = (await rpc.result('eth_getBlockByNumber', '0x1', true)) as Record<string, string>;
  return [
    'a'.repeat(64),
    digits(block.sha3Uncles),
    '0321'.padStart(40, '0'),
    T,
    'b'.repeat(64),
    digits(block.receiptsRoot),
    digits(block.logsBloom),
    '00',
    '01',
    even(block.gasLimit),
    even(block.gasUsed),
    even(block.timestamp),
    '',
    '0'.repeat(64),
    '0'.repeat(16),
    even(block.baseFeePerGas),
    '0'.repeat(64),
  ];
}

const NAMES = ['call', 'creation', 'failed', 'hapi', 'transfer'] as const;

describe('debug_getRaw…', () => {
  it('encodes a header, with a zero byte for zero', async () => {
    expect(await read('debug_getRawHeader', '0x1')).toEqual(await header());
    expect(await read('debug_getRawHeader', `0x${'b'.repeat(64)}`)).toEqual(await header());
  });

  it('encodes a block as one list, with its transactions as bytes', async () => {
    const transactions = await Promise.all(
      NAMES.map(async (name) => digits(await rpc.result('debug_getRawTransaction', hex(TIMES[name])))),
    );
    const [own, ...others] = transactions;
    const block = (await read('debug_getRawBlock', '0x1')) as unknown[][];
    expect(block.slice(0, 17)).toEqual(await header());
    expect(block.slice(18)).toEqual([[], []]);
    expect(block[17]?.[0]).toBe(own);
    // A creation has no receiver when read by its hash, and the created contract in a block.
    expect(block[17]?.slice(2)).toEqual(others.slice(1));
  });

  it('encodes receipts in their order, with a root instead of the status', async () => {
    const receipts = (await rpc.result('debug_getRawReceipts', '0x1')) as string[];
    const types = receipts.map((receipt) => receipt.slice(2, 4));
    expect(types.map((type) => (type < '7f' ? type : 'legacy'))).toEqual([
      '02',
      'legacy',
      '01',
      'legacy',
      'legacy',
    ]);
    const parsed = receipts.map((receipt) => {
      const whole = bytes(receipt);
      return shown(readRlp((whole[0] ?? 0) < 0x7f ? whole.subarray(1) : whole)) as [
        string,
        string,
        string,
        unknown[],
      ];
    });
    const other = (await rpc.result('eth_getBlockReceipts', '0x1')) as Record<string, unknown>[];
    expect(parsed.map(([root]) => root)).toEqual(other.map(() => T));
    expect(parsed.map(([, gas]) => gas)).toEqual(
      other.map(({ cumulativeGasUsed }) => even(cumulativeGasUsed)),
    );
    expect(parsed.map(([, , bloom]) => `0x${bloom}`)).toEqual(other.map(({ logsBloom }) => logsBloom));
    expect(parsed.map(([, , , logs]) => logs)).toEqual(
      other.map(({ logs }) =>
        (logs as { address: string; topics: string[]; data: string }[]).map(({ address, topics, data }) => [
          digits(address),
          topics.map(digits),
          digits(data),
        ]),
      ),
    );
  });

  it('encodes the signed parts of a transaction', async () => {
    const raw = bytes(String(await rpc.result('debug_getRawTransaction', hex(TIMES.call))));
    expect(raw[0]).toBe(2);
    expect(shown(readRlp(raw.subarray(1)))).toEqual([
      '0128',
      '03',
      '',
      'ba43b74000',
      '0493e0',
      ADDRESS,
      '11c37937e08000',
      'a9059cbb',
      [[ADDRESS, ['04'.repeat(32)]]],
      '01',
      '0a',
      '0b0c',
    ]);
    // A transaction without a chain id, and one without a receiver.
    expect(await read('debug_getRawTransaction', hex(TIMES.creation))).toEqual([
      '03',
      '174876e800',
      '0493e0',
      '',
      '',
      '6080',
      '1b',
      '0a',
      '0b0c',
    ]);
  });

  it('returns no bytes for unknown blocks and transactions', async () => {
    expect(await rpc.result('debug_getRawHeader', '0x7')).toBe('0x');
    expect(await rpc.result('debug_getRawBlock', UNKNOWN)).toBe('0x');
    expect(await rpc.result('debug_getRawReceipts', '0x7')).toEqual([]);
    expect(await rpc.result('debug_getRawTransaction', UNKNOWN)).toBe('0x');
    expect(await rpc.error('debug_getRawBlock')).toBe('-32602 Missing value for required parameter 0');
  });
});

describe('a raw transaction', () => {
  // Example of EIP-155.
  it('has the bytes of a legacy one with its chain', () => {
    const signed =
      '0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83';
    const transaction = {
      type: '0x0',
      chainId: '0x1',
      nonce: '0x9',
      gasPrice: '0x4a817c800',
      gas: '0x5208',
      to: `0x${'35'.repeat(20)}`,
      value: '0xde0b6b3a7640000',
      input: '0x',
      r: '0x28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276',
      s: '0x67cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
    };
    expect(rawTransaction({ ...transaction, v: '0x25' })).toBe(signed);
    // The record has only the parity.
    expect(rawTransaction({ ...transaction, v: '0x0' })).toBe(signed);
  });

  it.each([1, 2] as const)('has the signed bytes of type %i', (type) => {
    const key = Buffer.alloc(32, 7);
    const to = Buffer.alloc(20, 0x11);
    const storageKey = Buffer.alloc(32, 9);
    const signed = signTransaction(
      {
        type,
        chainId: 298n,
        nonce: 0n,
        gasPrice: 710_000_000_000n,
        priorityFee: 3n,
        gasLimit: 21_000n,
        to,
        value: 0n,
        data: Buffer.from('00ff', 'hex'),
        accessList: [{ address: to, storageKeys: [storageKey] }],
      },
      key,
    );
    const fields = readRlp(signed.subarray(1)) as readonly Uint8Array[];
    const [v, r, s] = fields.slice(-3).map((each) => `0x${Buffer.from(each).toString('hex') || '0'}`);
    const transaction = {
      type: `0x${type}`,
      chainId: '0x12a',
      nonce: '0x0',
      gasPrice: '0xa54f4c3c00',
      maxFeePerGas: '0xa54f4c3c00',
      maxPriorityFeePerGas: '0x3',
      gas: '0x5208',
      to: `0x${to.toString('hex')}`,
      value: '0x0',
      input: '0x00ff',
      accessList: [{ address: `0x${to.toString('hex')}`, storageKeys: [`0x${storageKey.toString('hex')}`] }],
      v,
      r,
      s,
    };
    expect(rawTransaction(transaction)).toBe(`0x${Buffer.from(signed).toString('hex')}`);
  });
});
