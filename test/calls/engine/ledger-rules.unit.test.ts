import { RLP } from '@ethereumjs/rlp';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { LEDGER_VERSIONS, type LedgerVersion } from '@tain/evm/profiles';
import { longZeroHex } from '@tain/ledger/evm-address';
import { describe, expect, it } from 'vitest';
import { RETURN_TOP } from '../../../packages/evm/test/assembly.ts';
import {
  ALIAS,
  ALIASED,
  CALLER,
  CONTRACT,
  type LedgerCase,
  MISSING,
  MISSING_ALIAS,
  runLedger,
  SCHEDULE,
  TOKEN,
  wordOf,
} from './ledger-run.ts';

const EMPTY_HASH = BigInt(`0x${Buffer.from(keccak_256(new Uint8Array())).toString('hex')}`);
const CREATE_EMPTY = `0 0 0 CREATE ${RETURN_TOP}`;
const first = (version: LedgerVersion) => LEDGER_VERSIONS.slice(LEDGER_VERSIONS.indexOf(version));
const before = (version: LedgerVersion) => LEDGER_VERSIONS.slice(0, LEDGER_VERSIONS.indexOf(version));
const call = (to: string, gas = 100_000, value = 0) => `0 0 0 0 ${value} 0x${to} ${gas} CALL ${RETURN_TOP}`;

/** Returns the address of a contract by creator and nonce. */
function created(creator: bigint, nonce: bigint): bigint {
  const address = Buffer.from(longZeroHex(creator), 'hex');
  const hash = Buffer.from(keccak_256(RLP.encode([address, nonce])));
  return BigInt(`0x${hash.subarray(12).toString('hex')}`);
}

/** One test. `word`: the returned word; `halt`: the reason of the halt. */
interface Row extends LedgerCase {
  readonly name: string;
  readonly versions?: readonly LedgerVersion[];
  readonly word?: bigint;
  readonly halt?: string;
}

const rows: Row[] = [
  // 2.2 operations by version
  { name: 'PUSH0 comes with v0.38', versions: first('v0.38'), code: `PUSH0 ${RETURN_TOP}`, word: 0n },
  { name: 'no PUSH0 before v0.38', versions: before('v0.38'), code: 'PUSH0', halt: 'INVALID_OPERATION' },
  ...['BLOBBASEFEE', '0 BLOBHASH', '0 TLOAD', '0 0 TSTORE', '0 0 0 MCOPY'].flatMap((code): Row[] => [
    { name: `${code} comes with v0.50`, versions: first('v0.50'), code: `${code} STOP` },
    { name: `no ${code} before`, versions: before('v0.50'), code, halt: 'INVALID_OPERATION' },
  ]),
  {
    name: 'PREVRANDAO',
    versions: first('v0.34'),
    code: `PREVRANDAO ${RETURN_TOP}`,
    word: BigInt(`0x${'aa'.repeat(32)}`),
  },
  { name: 'DIFFICULTY before v0.34', versions: ['v0.30'], code: `PREVRANDAO ${RETURN_TOP}`, word: 0n },
  // An empty input to 0x0a fails if the precompile exists; in other versions the address has no code.
  { name: 'KZG at 0x0a', versions: first('v0.50'), code: call(longZeroHex(10n)), word: 0n },
  {
    name: 'a system account at 0x0a before v0.50',
    versions: ['v0.38', 'v0.46'],
    code: call(longZeroHex(10n)),
    word: 1n,
  },

  // The precompiles of Pectra (HIP-1341) refuse an empty input. Their addresses are cold before.
  { name: 'BLS12-381 at 0x0b', versions: first('v0.70'), code: call(longZeroHex(11n)), word: 0n },
  {
    name: 'a system account at 0x0b before v0.70',
    versions: ['v0.67'],
    code: call(longZeroHex(11n)),
    word: 1n,
  },
  {
    name: '0x0b is warm',
    versions: first('v0.70'),
    code: `GAS 11 BALANCE POP GAS SWAP1 SUB ${RETURN_TOP}`,
    word: 107n,
  },
  {
    name: '0x0b is cold before v0.70',
    versions: ['v0.67'],
    code: `GAS 11 BALANCE POP GAS SWAP1 SUB ${RETURN_TOP}`,
    word: 2607n,
  },

  // 2.3 environment
  { name: 'COINBASE', code: `COINBASE ${RETURN_TOP}`, word: 98n },
  { name: 'BASEFEE', code: `BASEFEE ${RETURN_TOP}`, word: 0n },
  { name: 'BLOBBASEFEE', code: `BLOBBASEFEE ${RETURN_TOP}`, word: 1n },
  { name: 'BLOBHASH', code: `0 BLOBHASH ${RETURN_TOP}`, word: 0n },
  { name: 'CHAINID', code: `CHAINID ${RETURN_TOP}`, word: 298n },
  { name: 'GASLIMIT', code: `GASLIMIT ${RETURN_TOP}`, word: 1_000_000n },
  { name: 'GASPRICE', code: `GASPRICE ${RETURN_TOP}`, word: 85n },
  { name: 'BLOCKHASH of 256 blocks ago', code: `744 BLOCKHASH ${RETURN_TOP}`, word: 744n },
  { name: 'BLOCKHASH of 257 blocks ago', code: `743 BLOCKHASH ${RETURN_TOP}`, word: 0n },
  { name: 'BLOCKHASH of this block', code: `1000 BLOCKHASH ${RETURN_TOP}`, word: 1000n },
  { name: 'BLOCKHASH of the next block', code: `1001 BLOCKHASH ${RETURN_TOP}`, word: 0n },
  {
    name: 'BLOCKHASH of a number of nine bytes',
    code: `0x010000000000000001 BLOCKHASH ${RETURN_TOP}`,
    word: 0n,
  },
  { name: 'CALLER without alias', code: `CALLER ${RETURN_TOP}`, word: CALLER },
  {
    name: 'CALLER with alias',
    code: `CALLER ${RETURN_TOP}`,
    message: { from: ALIAS },
    word: BigInt(`0x${ALIAS}`),
  },

  // Gas: no access list, coinbase cold, no sentry of 2300
  { name: 'the coinbase is cold', code: `GAS COINBASE BALANCE POP GAS SWAP1 SUB ${RETURN_TOP}`, word: 2606n },
  {
    name: 'access lists are not applied',
    code: `GAS 0x${ALIAS} BALANCE POP GAS SWAP1 SUB ${RETURN_TOP}`,
    message: { accessList: [{ address: ALIAS, slots: [] }] },
    word: 2607n,
  },
  {
    name: 'sender and code are warm',
    code: `GAS CALLER BALANCE POP GAS SWAP1 SUB ${RETURN_TOP}`,
    word: 106n,
  },
  // Contract 2206 sets a cold slot to zero, its current value.
  { name: 'SSTORE below 2300 gas', code: '0 0 SSTORE STOP', message: { gas: 2206n } },
  { name: 'SSTORE without gas', code: '0 0 SSTORE STOP', message: { gas: 2205n }, halt: 'INSUFFICIENT_GAS' },

  // 2.5 system accounts
  {
    name: 'BALANCE of a system account',
    versions: first('v0.38'),
    code: `98 BALANCE ${RETURN_TOP}`,
    word: 0n,
  },
  {
    name: 'BALANCE of a system account before v0.38',
    versions: before('v0.38'),
    code: `98 BALANCE ${RETURN_TOP}`,
    word: 4n,
  },
  { name: 'BALANCE above 0.0.750', code: `800 BALANCE ${RETURN_TOP}`, word: 5n },
  {
    name: 'EXTCODESIZE below 0.0.1001',
    versions: first('v0.38'),
    code: `800 EXTCODESIZE ${RETURN_TOP}`,
    word: 0n,
  },
  {
    name: 'EXTCODESIZE below 0.0.1001 before v0.38',
    versions: before('v0.38'),
    code: `800 EXTCODESIZE ${RETURN_TOP}`,
    word: 1n,
  },
  { name: 'EXTCODEHASH below 0.0.1001', code: `800 EXTCODEHASH ${RETURN_TOP}`, word: 0n },
  {
    name: 'EXTCODECOPY below 0.0.1001',
    code: `0xffff 0 MSTORE 1 0 31 800 EXTCODECOPY 0 MLOAD ${RETURN_TOP}`,
    word: 0xff00n,
  },
  { name: 'EXTCODESIZE of a contract', code: `2000 EXTCODESIZE ${RETURN_TOP}`, word: 12n },
  { name: 'EXTCODEHASH of an account', code: `1500 EXTCODEHASH ${RETURN_TOP}`, word: EMPTY_HASH },
  { name: 'a call of a system account does nothing', code: call(longZeroHex(500n)), word: 1n },
  {
    name: 'a call of a system account uses all of its gas',
    // Gas: 50,000 passed, 2600 for the cold address, and 39 for the operations around the call.
    code: `0 0 0 0 0 500 50000 GAS SWAP1 POP 0 MSTORE 0 0 0 0 0 500 50000 CALL POP GAS 0 MLOAD SUB ${RETURN_TOP}`,
    word: 52_639n,
  },
  {
    name: 'value to a system account halts the caller, too',
    code: call(longZeroHex(500n), 50_000, 1),
    halt: 'INVALID_CONTRACT_ID',
  },
  { name: 'identity at 0x04 is not a system account', code: call(longZeroHex(4n)), word: 1n },
  {
    name: 'value to a system account from outside',
    code: 'STOP',
    message: { to: longZeroHex(500n), value: 1n },
    halt: 'INVALID_CONTRACT_ID',
  },

  // Missing addresses
  ...['BALANCE', 'EXTCODESIZE', 'EXTCODEHASH'].flatMap((op): Row[] => [
    {
      name: `${op} of nothing before v0.46`,
      versions: before('v0.46'),
      code: `0x${MISSING} ${op} ${RETURN_TOP}`,
      halt: 'INVALID_SOLIDITY_ADDRESS',
    },
    {
      name: `${op} of nothing`,
      versions: first('v0.46'),
      code: `0x${MISSING} ${op} ${RETURN_TOP}`,
      word: 0n,
    },
  ]),
  {
    name: 'EXTCODECOPY of a missing account before v0.46',
    version: 'v0.38',
    code: `1 0 0 0x${MISSING_ALIAS} EXTCODECOPY`,
    halt: 'INVALID_SOLIDITY_ADDRESS',
  },
  ...['CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL'].flatMap((op): Row[] => {
    const value = op === 'CALL' || op === 'CALLCODE' ? '0' : '';
    const code = `0 0 0 0 ${value} 0x${MISSING_ALIAS} 50000 ${op} ${RETURN_TOP}`;
    return [
      {
        name: `${op} to nothing before v0.46`,
        versions: before('v0.46'),
        code,
        halt: 'INVALID_SOLIDITY_ADDRESS',
      },
      { name: `${op} to nothing`, versions: first('v0.46'), code, word: 1n },
    ];
  }),
  {
    name: 'precompiled contracts exist',
    versions: [...LEDGER_VERSIONS],
    code: call(longZeroHex(2n)),
    word: 1n,
  },
  {
    name: 'value to a missing long-zero address',
    code: 'STOP',
    message: { to: MISSING, value: 1n },
    halt: 'INVALID_ALIAS_KEY',
  },
  {
    name: 'value to a missing alias before v0.34',
    version: 'v0.30',
    code: call(MISSING_ALIAS, 50_000, 1),
    halt: 'INVALID_SOLIDITY_ADDRESS',
  },
  {
    name: 'value to a token',
    code: 'STOP',
    message: { to: longZeroHex(TOKEN), value: 1n },
    halt: 'ILLEGAL_STATE_CHANGE',
  },

  // Aliases
  { name: 'an account has its alias as address', code: `0x${ALIAS} BALANCE ${RETURN_TOP}`, word: 77n },
  {
    name: 'an account with an alias has no long-zero address',
    code: `0x${longZeroHex(ALIASED)} BALANCE ${RETURN_TOP}`,
    word: 0n,
  },
  {
    name: 'the long-zero address of an account with an alias halts before v0.46',
    version: 'v0.38',
    code: `0x${longZeroHex(ALIASED)} BALANCE ${RETURN_TOP}`,
    halt: 'INVALID_SOLIDITY_ADDRESS',
  },

  // SELFDESTRUCT
  { name: 'SELFDESTRUCT to an account', code: `0x${ALIAS} SELFDESTRUCT` },
  ...[MISSING, longZeroHex(98n), longZeroHex(TOKEN), longZeroHex(SCHEDULE)].map(
    (to): Row => ({
      name: `SELFDESTRUCT to ${to}`,
      code: `0x${to} SELFDESTRUCT`,
      halt: 'INVALID_SOLIDITY_ADDRESS',
    }),
  ),
  {
    name: 'SELFDESTRUCT in static code',
    code: `0x${ALIAS} SELFDESTRUCT`,
    message: { isStatic: true },
    halt: 'ILLEGAL_STATE_CHANGE',
  },
  {
    name: 'SELFDESTRUCT to itself before v0.50',
    versions: before('v0.50'),
    code: 'ADDRESS SELFDESTRUCT',
    halt: 'SELF_DESTRUCT_TO_SELF',
  },
  { name: 'SELFDESTRUCT to itself since v0.50', versions: first('v0.50'), code: 'ADDRESS SELFDESTRUCT' },
  {
    name: 'SELFDESTRUCT of a treasury',
    code: `0x${ALIAS} SELFDESTRUCT`,
    ledger: { tokens: [{ id: 3002n, treasury: CONTRACT }] },
    halt: 'OWNS_TOKENS',
  },
  {
    name: 'SELFDESTRUCT of an owner of tokens',
    code: `0x${ALIAS} SELFDESTRUCT`,
    ledger: { relations: [{ account: CONTRACT, token: TOKEN, balance: 1n }] },
    halt: 'OWNS_TOKENS',
  },
  {
    name: 'SELFDESTRUCT of an account with an empty association',
    code: `0x${ALIAS} SELFDESTRUCT`,
    ledger: { relations: [{ account: CONTRACT, token: TOKEN, balance: 0n }] },
  },

  // CREATE: the first address of 0.0.2000 follows from its nonce 1
  { name: 'CREATE', code: CREATE_EMPTY, word: created(CONTRACT, 1n) },
];

describe('rules of the ledger', () => {
  const cases = rows.flatMap(({ versions = ['v0.67'], ...row }) =>
    (row.version === undefined ? versions : [row.version]).map((version) => ({ ...row, version })),
  );
  it.each(cases)('$name ($version)', async ({ word, halt, ...test }) => {
    const { result } = await runLedger(test);
    expect(result.outcome).toEqual(halt === undefined ? { kind: 'success' } : { kind: 'halt', reason: halt });
    if (word !== undefined) expect(wordOf(result)).toBe(word);
    if (halt !== undefined) expect(result.gasUsed).toBe(test.message?.gas ?? 1_000_000n);
  });
});
