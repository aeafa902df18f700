import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { proto } from '@tain/protos/hapi';
import { describe, expect, test } from 'vitest';
import { type CallOptions, longZero, testLedger } from './harness.ts';

const ALIAS = 'a'.repeat(40);
const STATIC: CallOptions = { isStatic: true };
const SEED = Buffer.alloc(32, 3);
const EDWARDS = ed25519.getPublicKey(SEED);
const KOBLITZ = secp256k1.getPublicKey(SEED);
const MESSAGE = Buffer.from('message');
const HASH = Buffer.from(keccak_256(MESSAGE));
const key = (value: proto.IKey) => proto.Key.encode(value).finish();

const ledger = testLedger({
  accounts: [
    { id: 1001n, key: key({ ed25519: EDWARDS }) },
    { id: 1002n, evmAddress: ALIAS, key: key({ ECDSASecp256k1: KOBLITZ }) },
    { id: 1003n, deleted: true },
    { id: 1005n, key: undefined },
    {
      id: 1004n,
      key: key({
        thresholdKey: { threshold: 2, keys: { keys: [{ ed25519: EDWARDS }, { ECDSASecp256k1: KOBLITZ }] } },
      }),
    },
  ],
  cryptoAllowances: { '1001,1002': 55n },
});

describe('views of the account service', () => {
  test.each([
    ['hbarAllowance(address,address)', [longZero(1001), ALIAS], STATIC, [22n, 55n]],
    ['hbarAllowance(address,address)', [longZero(1001), longZero(9)], STATIC, [22n, 0n]],
    ['hbarAllowance(address,address)', [longZero(9), ALIAS], {}, 'revert INVALID_ALLOWANCE_OWNER_ID'],
    ['hbarAllowance(address)', [ALIAS], { through: longZero(1001) }, [22n, 55n]],
    ['getEvmAddressAlias(address)', [longZero(1002)], {}, [22n, ALIAS]],
    ['getEvmAddressAlias(address)', [longZero(1001)], {}, [15n, longZero(0)]],
    ['getEvmAddressAlias(address)', [ALIAS], {}, [15n, longZero(0)]],
    ['getHederaAccountNumAlias(address)', [ALIAS], {}, [22n, longZero(1002)]],
    ['getHederaAccountNumAlias(address)', ['b'.repeat(40)], {}, [29n, longZero(0)]],
    ['isValidAlias(address)', [ALIAS], {}, [true]],
    ['isValidAlias(address)', [longZero(1002)], {}, [true]],
    ['isValidAlias(address)', [longZero(1003)], {}, [false]],
    ['isValidAlias(address)', ['b'.repeat(40)], {}, [false]],
  ])('%s, case %#', async (signature, args, options, answer) => {
    expect(await ledger.call(signature, args, options)).toEqual({ answer, gas: 2607n, logs: [] });
  });

  test.each(['getEvmAddressAlias(address)', 'getHederaAccountNumAlias(address)', 'isValidAlias(address)'])(
    '%s is refused in a static frame',
    async (signature) => {
      expect(await ledger.call(signature, [ALIAS], STATIC)).toMatchObject({
        answer: 'halt ERROR_DECODING_PRECOMPILE_INPUT',
        gas: 10_000n,
      });
    },
  );
});

describe('signatures', () => {
  const edwards = Buffer.from(ed25519.sign(MESSAGE, SEED));
  const compact = secp256k1.sign(HASH, SEED, { prehash: false, format: 'recovered' });
  const [v = 0] = compact;
  const withV = (value: number) => Buffer.concat([compact.subarray(1), Buffer.from([value])]);
  const other = Buffer.alloc(32, 9);
  const raw = 'isAuthorizedRaw(address,bytes,bytes)';

  test.each([
    ['Ed25519', longZero(1001), MESSAGE, edwards, [true]],
    ['Ed25519 of another message', longZero(1001), HASH, edwards, [false]],
    ['ECDSA with v of 0 or 1', ALIAS, HASH, withV(v), [true]],
    ['ECDSA with v of 27 or 28', ALIAS, HASH, withV(v + 27), [true]],
    ['ECDSA with the other v', ALIAS, HASH, withV(1 - v), [false]],
    ['ECDSA of another hash', ALIAS, other, withV(v), [false]],
    ['a signature that is too short', ALIAS, HASH, Buffer.alloc(63), 'revert INVALID_TRANSACTION_BODY'],
    ['ECDSA of a message that is not a hash', ALIAS, MESSAGE, withV(v), 'revert INVALID_TRANSACTION_BODY'],
    ['a missing account', longZero(9), MESSAGE, edwards, 'revert INVALID_ACCOUNT_ID'],
    ['Ed25519 of an ECDSA account', ALIAS, MESSAGE, edwards, 'revert INVALID_SIGNATURE_TYPE_MISMATCHING_KEY'],
    [
      'ECDSA of an account with several keys',
      longZero(1004),
      HASH,
      withV(v),
      'revert INVALID_SIGNATURE_TYPE_MISMATCHING_KEY',
    ],
  ])('raw: %s', async (_, account, message, signature, answer) => {
    expect(await ledger.call(raw, [account, message, signature])).toEqual({ answer, gas: 3000n, logs: [] });
  });

  test.each([
    ['both keys of two', [1, 1], [22n, true], 6000n],
    ['one key of two', [1, 0], [22n, false], 3000n],
    ['none', [0, 0], [22n, false], 0n],
  ])('a map with %s', async (_, [first, second], answer, gas) => {
    const pairs: proto.ISignaturePair[] = [];
    if (first) pairs.push({ pubKeyPrefix: EDWARDS.subarray(0, 4), ed25519: edwards });
    if (second) pairs.push({ pubKeyPrefix: new Uint8Array(), ECDSASecp256k1: compact.subarray(1) });
    const map = Buffer.from(proto.SignatureMap.encode({ sigPair: pairs }).finish());
    const outcome = await ledger.call('isAuthorized(address,bytes,bytes)', [longZero(1004), MESSAGE, map]);
    expect(outcome).toEqual({ answer, gas, logs: [] });
  });

  test.each([
    [
      'a malformed signature map',
      longZero(1004),
      Buffer.from('ff', 'hex'),
      'revert INVALID_TRANSACTION_BODY',
    ],
    ['a missing account', longZero(9), Buffer.alloc(0), 'revert INVALID_ACCOUNT_ID'],
    ['an account without a key', longZero(1005), Buffer.alloc(0), [22n, false]],
  ])('%s', async (_, account, map, answer) => {
    const outcome = await ledger.call('isAuthorized(address,bytes,bytes)', [account, MESSAGE, map]);
    expect(outcome.answer).toEqual(answer);
  });
});
