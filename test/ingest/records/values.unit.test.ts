import {
  evmAddressOfAlias,
  evmAddressOfKey,
  longZeroAddress,
  parseLongZeroAddress,
} from '@tain/ledger/evm-address';
import { integerBytes } from '@tain/ledger/integer-bytes';
import { jsonText } from '@tain/ledger/json-text';
import { publicKeyHex } from '@tain/ledger/key-json';
import { MalformedError } from '@tain/ledger/wire-reader';
import { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawBytes, rawFields, rawMessage } from '../../../src/ingest/decode/raw-field.ts';
import { padTo32, stripLeadingZeros, stripToLastByte } from '../../../src/ingest/records/words.ts';

describe('public keys', () => {
  const bytes = Buffer.alloc(32, 7);
  const hex = bytes.toString('hex');
  const list = (...keys: proto.IKey[]): proto.IKey => ({ keyList: { keys } });

  it.each<[string, proto.IKey | null, string | null]>([
    ['a primitive key', { ed25519: bytes }, hex],
    ['an ECDSA key', { ECDSASecp256k1: bytes }, hex],
    ['a list of one', list({ ed25519: bytes }), hex],
    ['a threshold key of one', { thresholdKey: { threshold: 1, keys: { keys: [{ ed25519: bytes }] } } }, hex],
    ['a list of one list of one', list(list({ ed25519: bytes })), null],
    ['a list of two', list({ ed25519: bytes }, { ed25519: bytes }), null],
    ['an empty list', list(), null],
    ['an empty key', { ed25519: Buffer.alloc(0) }, null],
    ['a contract', { contractID: {} }, null],
    ['no key', null, null],
  ])('public key of %s', (_what, key, expected) => {
    expect(publicKeyHex(key)).toBe(expected);
  });
});

describe('EVM addresses', () => {
  it('EVM address of the generator point', () => {
    const key = Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex');
    const address = '7e5f4552091a69125d5dfcb7b8c2659029395bdf';
    expect(Buffer.from(evmAddressOfKey(key) ?? []).toString('hex')).toBe(address);
    const alias = Buffer.concat([Buffer.from([0x3a, 0x21]), key]);
    expect(Buffer.from(evmAddressOfAlias(alias) ?? []).toString('hex')).toBe(address);
  });

  it('no address of invalid points, other bytes or an ED25519 key', () => {
    expect(evmAddressOfKey(Buffer.alloc(33, 2).fill(0xff, 1))).toBeNull();
    expect(evmAddressOfKey(Buffer.alloc(5))).toBeNull();
    expect(evmAddressOfAlias(Buffer.concat([Buffer.from([0x12, 0x20]), Buffer.alloc(32, 1)]))).toBeNull();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (alias) =>
        [null, 20].includes(evmAddressOfAlias(alias)?.length ?? null),
      ),
    );
  });

  it('long-zero addresses and back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: (1n << 38n) - 1n }), (num) => {
        expect(parseLongZeroAddress(longZeroAddress(num))).toBe(num);
      }),
    );
    expect(parseLongZeroAddress(Buffer.alloc(20, 1))).toBeNull();
    expect(parseLongZeroAddress(Buffer.alloc(19))).toBeNull();
    expect(parseLongZeroAddress(Buffer.concat([Buffer.alloc(12), Buffer.alloc(8, 0xff)]))).toBeNull();
  });
});

describe('raw fields', () => {
  it('are the encoded bytes', () => {
    const key: proto.IKey = { ed25519: Buffer.alloc(32, 3) };
    const body = proto.TransactionBody.encode({ memo: 'memo', cryptoUpdateAccount: { key } }).finish();
    expect(rawMessage(body, 15, 3)).toEqual(Buffer.from(proto.Key.encode(key).finish()));
    expect(rawMessage(body, 15, 4)).toBeNull();
    expect(rawMessage(body, 11, 1)).toBeNull();
    expect(rawBytes(body, 6)?.toString()).toBe('memo');
  });

  it('in several parts are merged into one message', () => {
    expect(rawMessage(Buffer.from('0a0201020a0103', 'hex'), 1)).toEqual(Buffer.from('010203', 'hex'));
    expect(rawFields(Buffer.from('0a0201020a0103', 'hex'), 1)).toHaveLength(2);
  });

  it('with malformed bytes throw a named error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (bytes, field) => {
        try {
          rawMessage(bytes, field);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedError);
        }
      }),
    );
  });
});

describe('words', () => {
  it('are padded and stripped', () => {
    expect(Buffer.from(padTo32(Buffer.from([1, 2]))).toString('hex')).toBe(`${'00'.repeat(30)}0102`);
    expect(padTo32(Buffer.alloc(40, 1))).toHaveLength(32);
    expect([...stripLeadingZeros(Buffer.from([0, 0, 5, 0]))]).toEqual([5, 0]);
    expect([...stripLeadingZeros(Buffer.from([0, 0]))]).toEqual([]);
    expect([...stripToLastByte(Buffer.from([0, 0]))]).toEqual([0]);
    expect([...integerBytes(0n)]).toEqual([0]);
    expect([...integerBytes(256n)]).toEqual([1, 0]);
  });

  it('JSON preserves integers of any size', () => {
    expect(jsonText({ a: 2n ** 63n, b: [null, true, 'x"y', 1], c: {} })).toBe(
      '{"a":9223372036854775808,"b":[null,true,"x\\"y",1],"c":{}}',
    );
  });
});
