import { readFile } from 'node:fs/promises';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { decodeEthereum } from '@tain/ledger/ethereum-transaction';
import { type Rlp, RlpError, readRlp, rlpBytes } from '@tain/ledger/rlp';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedDir } from '../../shared.ts';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

describe('RLP', () => {
  const { item } = fc.letrec<{ item: Rlp }>((tie) => ({
    item: fc.oneof(
      { maxDepth: 3 },
      fc.uint8Array({ maxLength: 70 }).map((bytes): Rlp => bytes),
      fc.array(tie('item'), { maxLength: 4 }),
    ),
  }));

  it('decodes its own encoding', () => {
    const plain = (value: Rlp): unknown =>
      value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value.map(plain);
    fc.assert(
      fc.property(item, (value) => {
        expect(plain(readRlp(rlpBytes(value)))).toEqual(plain(value));
      }),
    );
  });

  it('throws only its own error on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          readRlp(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(RlpError);
        }
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['bytes after the end', '0102'],
    ['a needless prefix', '8101'],
    ['a long form of a short length', 'b801ff'],
    ['a length beyond the end', 'b90400'],
    ['a length of eight bytes', 'bfffffffffffffffff'],
    ['lists too deep', 'c9c8c7c6c5c4c3c2c1c0'],
  ])('refuses %s', (_what, bytes) => {
    expect(() => readRlp(hex(bytes))).toThrow(RlpError);
  });
});

describe('Ethereum transactions', () => {
  const address = Buffer.alloc(20, 0xaa);
  const word = Buffer.alloc(32, 0x11);

  it('EIP-2930, with its access list', () => {
    const data = Buffer.concat([
      hex('01'),
      rlpBytes([
        hex('0128'),
        hex('05'),
        hex('a0'),
        hex('5208'),
        address,
        Buffer.alloc(0),
        hex('0102'),
        [[address, [word]]],
        hex('01'),
        word,
        word,
      ]),
    ]);
    expect(decodeEthereum(data)).toMatchObject({
      type: 1,
      chainId: hex('0128'),
      nonce: 5n,
      gasPrice: hex('a0'),
      gasLimit: 21_000n,
      value: hex('00'),
      callData: hex('0102'),
      accessList: `[{"address":"0x${'aa'.repeat(20)}","storage_keys":["0x${'11'.repeat(32)}"]}]`,
      authorizationList: null,
      recoveryId: 1,
      signatureV: null,
    });
  });

  it('EIP-7702, with its authorizations', () => {
    const authorization = [hex('0128'), address, hex('07'), hex('01'), word, word];
    const data = Buffer.concat([
      hex('04'),
      rlpBytes([
        hex('0128'),
        Buffer.alloc(0),
        hex('02'),
        hex('03'),
        hex('5208'),
        address,
        hex('ff'),
        Buffer.alloc(0),
        [],
        [authorization],
        Buffer.alloc(0),
        word,
        word,
      ]),
    ]);
    expect(decodeEthereum(data)).toMatchObject({
      type: 4,
      nonce: 0n,
      maxPriorityFeePerGas: hex('02'),
      maxFeePerGas: hex('03'),
      // The value is in two's complement, so 255 needs a leading zero byte.
      value: hex('00ff'),
      accessList: '[]',
      authorizationList: `[{"address":"0x${'aa'.repeat(20)}","chain_id":"0x128","nonce":7,"r":"0x${'11'.repeat(32)}","s":"0x${'11'.repeat(32)}","y_parity":"0x1"}]`,
      recoveryId: 0,
    });
  });

  it('have no chain id in a legacy transaction from before EIP-155', () => {
    const data = rlpBytes([
      Buffer.alloc(0),
      hex('01'),
      hex('5208'),
      address,
      hex('01'),
      Buffer.alloc(0),
      hex('1b'),
      word,
      word,
    ]);
    expect(decodeEthereum(data)).toMatchObject({
      type: 0,
      chainId: null,
      recoveryId: 0,
      signatureV: hex('1b'),
    });
  });

  it('are null for any other bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const decoded = decodeEthereum(bytes);
        expect(decoded === null || decoded.fields.length >= 9).toBe(true);
      }),
    );
    for (const bytes of ['', '00', '03c0', 'c0', '02c0', '01ff'])
      expect(decodeEthereum(hex(bytes))).toBeNull();
  });

  /** Real files, which are outside of the project. Skipped in a clone without them. */
  it.skipIf(sharedDir === null)('are decoded from real files', async () => {
    interface Vector {
      readonly [name: string]: string | number | null;
    }
    const text = await readFile(`${sharedDir}/streams/ethereumTransaction/ethereum_transaction.json`, 'utf8');
    const vectors = JSON.parse(text) as Vector[];
    const bytes = (value: unknown): Buffer | null =>
      value === null ? null : Buffer.from(String(value), 'base64');
    expect(vectors).toHaveLength(6);
    for (const vector of vectors) {
      const data = bytes(vector.data) as Buffer;
      const decoded = decodeEthereum(data);
      expect(decoded).toMatchObject({
        type: vector.type,
        nonce: BigInt(vector.nonce ?? 0),
        gasLimit: BigInt(vector.gasLimit ?? 0),
        recoveryId: vector.recoveryId,
        chainId: bytes(vector.chainId),
        callData: bytes(vector.callData),
        toAddress: bytes(vector.toAddress),
        signatureR: bytes(vector.signatureR),
        signatureS: bytes(vector.signatureS),
        signatureV: bytes(vector.signatureV),
      });
      // The vectors have tinybars, each of which is 10^10 weibars.
      const weibars = BigInt(`0x${Buffer.from(decoded?.value ?? []).toString('hex')}`);
      expect(weibars / 10n ** 10n).toBe(BigInt(`0x${bytes(vector.value)?.toString('hex')}`));
      if (vector.callData !== '' || vector.callDataId === null) {
        expect(Buffer.from(keccak_256(data))).toEqual(bytes(vector.hash));
      }
    }
  });
});
