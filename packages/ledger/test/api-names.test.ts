import { proto } from '@tain/protos/hapi';
import { describe, expect, it } from 'vitest';
import { keyJson } from '../src/key-json.ts';
import { RESPONSE_CODES, responseCodeName } from '../src/response-code.ts';
import { parseTransactionId } from '../src/transaction-id.ts';
import { parseTransactionType, TRANSACTION_TYPES, transactionTypeName } from '../src/transaction-type.ts';

describe('result codes', () => {
  it('are those of the protobuf API', () => {
    const names = Object.entries(proto.ResponseCodeEnum).filter(([name]) => Number.isNaN(Number(name)));
    expect(names.length).toBeGreaterThan(390);
    for (const [name, code] of names) expect(responseCodeName(Number(code))).toBe(name);
    expect(Object.keys(RESPONSE_CODES)).toHaveLength(names.length);
    expect(responseCodeName(32_767)).toBe('UNKNOWN');
  });
});

describe('transaction types', () => {
  it('are the fields of a transaction body, except one without a public message', () => {
    const fields = new Map(
      Object.keys(proto.TransactionBody.prototype).map((name) => [name.toUpperCase(), name]),
    );
    const { 91: clpr, ...described } = TRANSACTION_TYPES;
    expect(clpr).toBe('CLPRENDPOINTPUBLICATION');
    for (const [number, name] of Object.entries(described)) {
      const field = fields.get(name);
      expect(field, name).toBeDefined();
      // The field's number is in the first bytes, because the body has only this field.
      const bytes = proto.TransactionBody.encode({ [field ?? '']: {} }).finish();
      const tag = (bytes[0] ?? 0) < 128 ? (bytes[0] ?? 0) : ((bytes[0] ?? 0) & 127) | ((bytes[1] ?? 0) << 7);
      expect(tag >>> 3, name).toBe(Number(number));
    }
  });

  it('are found by name in any case', () => {
    expect(parseTransactionType('cryptoTransfer')).toBe(14);
    expect(parseTransactionType('NOPE')).toBeUndefined();
    expect(parseTransactionType('constructor')).toBeUndefined();
    expect(transactionTypeName(14)).toBe('CRYPTOTRANSFER');
    expect(transactionTypeName(9999)).toBe('UNKNOWN');
  });
});

describe('keyJson', () => {
  const ed = 'ab'.repeat(32);
  const ecdsa = `02${'cd'.repeat(32)}`;
  it.each([
    ['', null],
    ['3200', null],
    [`1220${ed}`, { _type: 'ED25519', key: ed }],
    [`32240a221220${ed}`, { _type: 'ED25519', key: ed }],
    [`2a28080112240a221220${ed}`, { _type: 'ED25519', key: ed }],
    [`3a21${ecdsa}`, { _type: 'ECDSA_SECP256K1', key: ecdsa }],
    [`32250a233a21${ecdsa}`, { _type: 'ECDSA_SECP256K1', key: ecdsa }],
    [`2a29080112250a233a21${ecdsa}`, { _type: 'ECDSA_SECP256K1', key: ecdsa }],
    [`1220${ed}00`, { _type: 'ProtobufEncoded', key: `1220${ed}00` }],
    ['030303', { _type: 'ProtobufEncoded', key: '030303' }],
  ])('%s', (hex, expected) => {
    expect(keyJson(hex)).toEqual(expected);
  });
});

describe('parseTransactionId', () => {
  it.each([
    ['0.0.10-1234567890-000000001', { payer: 10n, validStart: 1_234_567_890_000_000_001n }],
    ['0.0.10-5-1', { payer: 10n, validStart: 5_000_000_001n }],
    ['1.2.3-5-1', { payer: (1n << 54n) | (2n << 38n) | 3n, validStart: 5_000_000_001n }],
    ['0.0.10-9999999999999999999-0', undefined],
    ['0.0.274877906944-5-1', undefined],
    ['1024.0.1-5-1', undefined],
    ['10-5-1', undefined],
    ['0.0.10-5', undefined],
    ['0.0.10@5.1', undefined],
    ['', undefined],
  ])('%s', (text, expected) => {
    expect(parseTransactionId(text)).toEqual(expected);
  });
});
