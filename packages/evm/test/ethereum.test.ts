import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../src/engine.ts';
import type { ExecutionResult, Message, Watchers } from '../src/execution.ts';
import { assemble, RETURN_TOP } from './assembly.ts';
import { EthereumWorld } from './ethereum-world.ts';

const engine = createEngine('ethereum');
const SENDER = '11'.repeat(20);
const CONTRACT = '22'.repeat(20);
const COINBASE = '33'.repeat(20);
const MAX = (1n << 256n) - 1n;

async function run(code: Uint8Array, message: Partial<Message> = {}, watchers: Watchers = {}) {
  const world = new EthereumWorld({
    [SENDER]: { balance: 10n ** 18n, nonce: 1n, code: new Uint8Array(), storage: {} },
    [CONTRACT]: { balance: 5n, nonce: 1n, code, storage: {} },
  });
  const result = await engine.run(
    {
      from: SENDER,
      to: CONTRACT,
      data: new Uint8Array(),
      value: 0n,
      gas: 100_000n,
      gasPrice: 10n,
      ...message,
    },
    {
      state: world,
      watchers,
      block: {
        number: 300n,
        timestamp: 1n,
        coinbase: COINBASE,
        gasLimit: 30_000_000n,
        baseFee: 7n,
        prevRandao: 'aa'.repeat(32),
        chainId: 1n,
        blockHash: async (number) => number.toString(16).padStart(64, '0'),
      },
    },
  );
  return { result, world };
}

function wordOf(result: ExecutionResult): bigint {
  return BigInt(`0x${Buffer.from(result.output).toString('hex') || '0'}`);
}

const hash = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

describe('Ethereum (Cancun)', () => {
  it.each([
    ['ADD wraps', `1 0x${'ff'.repeat(32)} ADD`, 0n],
    ['SUB wraps', '1 0 SUB', MAX],
    ['MUL wraps', `2 0x${'ff'.repeat(32)} MUL`, MAX - 1n],
    ['DIV by zero', '0 5 DIV', 0n],
    ['KECCAK256 of no bytes', '0 0 KECCAK256', hash(keccak_256(new Uint8Array()))],
    ['BASEFEE', 'BASEFEE', 7n],
    ['CHAINID', 'CHAINID', 1n],
    ['PREVRANDAO', 'PREVRANDAO', BigInt(`0x${'aa'.repeat(32)}`)],
    ['SELFBALANCE', 'SELFBALANCE', 5n],
    ['BLOCKHASH 256 blocks back', '44 BLOCKHASH', 44n],
    ['BLOCKHASH 257 blocks back', '43 BLOCKHASH', 0n],
    ['BLOCKHASH of this block', '300 BLOCKHASH', 0n],
    ['a call of a missing account', `0 0 0 0 0 0x${'44'.repeat(20)} 5000 CALL`, 1n],
    ['the coinbase is warm', 'GAS COINBASE BALANCE POP GAS SWAP1 SUB', 106n],
    ['sha256', '32 0 0 0 0 2 5000 CALL POP 0 MLOAD', hash(sha256(new Uint8Array()))],
    ['identity', '0xabcd 0 MSTORE 32 64 32 0 0 4 5000 CALL POP 64 MLOAD', 0xabcdn],
    ['BALANCE of another account', `0x${SENDER} BALANCE`, 10n ** 18n],
    ['transient storage', '9 4 TSTORE 4 TLOAD', 9n],
    ['storage', '9 4 SSTORE 4 SLOAD', 9n],
    ['a jump over data', '7 JUMP 0x5b5b5b JUMPDEST 3', 3n],
  ])('%s', async (_name, code, expected) => {
    const { result } = await run(assemble(`${code} ${RETURN_TOP}`));
    expect(result.outcome).toEqual({ kind: 'success' });
    expect(wordOf(result)).toBe(expected);
  });

  it('does not jump into data', async () => {
    const { result } = await run(assemble('4 JUMP 0x5b5b5b JUMPDEST 3'));
    expect(result.outcome).toEqual({ kind: 'halt', reason: 'INVALID_JUMP_DESTINATION' });
  });

  it('reserves 2300 gas from SSTORE', async () => {
    const code = assemble('0 0 SSTORE STOP');
    expect((await run(code, { gas: 2306n })).result.outcome.kind).toBe('halt');
    expect((await run(code, { gas: 2307n })).result).toMatchObject({ gasUsed: 2206n });
  });

  it('warms the entries of an access list', async () => {
    const code = assemble(`GAS 5 SLOAD POP GAS SWAP1 SUB ${RETURN_TOP}`);
    const accessList = [{ address: CONTRACT, slots: ['5'.padStart(64, '0')] }];
    expect(wordOf((await run(code)).result)).toBe(2107n);
    expect(wordOf((await run(code, { accessList })).result)).toBe(107n);
  });

  it('logs as the contract itself, and forgets logs that are reverted', async () => {
    const { result } = await run(assemble('0xbeef 0 MSTORE 7 2 30 LOG1 STOP'));
    expect(result.logs).toEqual([
      { address: CONTRACT, topics: ['7'.padStart(64, '0')], data: Uint8Array.of(0xbe, 0xef) },
    ]);
    expect((await run(assemble('0 0 LOG0 0 0 REVERT'))).result.logs).toEqual([]);
  });

  it('moves value, and undoes it with a revert', async () => {
    const paid = await run(assemble('STOP'), { value: 3n });
    expect((await paid.world.account(CONTRACT))?.balance).toBe(8n);
    const undone = await run(assemble('0 0 REVERT'), { value: 3n });
    expect((await undone.world.account(CONTRACT))?.balance).toBe(5n);
    const poor = await run(assemble('STOP'), { value: 10n ** 19n });
    expect(poor.result.outcome).toEqual({ kind: 'halt', reason: 'INSUFFICIENT_BALANCE' });
  });

  it('verifies a KZG proof: of a constant polynomial, at infinity', async () => {
    // Commitment and proof at infinity: the polynomial 0 has the value 0 everywhere.
    const infinity = Buffer.from(`c0${'00'.repeat(47)}`, 'hex');
    const versioned = Buffer.from(sha256(infinity));
    versioned[0] = 1;
    const input = Buffer.concat([versioned, Buffer.alloc(32, 1), Buffer.alloc(32), infinity, infinity]);
    const kzg = `${'0'.repeat(38)}0a`;
    const right = await run(new Uint8Array(), { to: kzg, data: input });
    expect(right.result).toMatchObject({ outcome: { kind: 'success' }, gasUsed: 50_000n });
    expect(BigInt(`0x${Buffer.from(right.result.output.subarray(0, 32)).toString('hex')}`)).toBe(4096n);
    input[95] = 1;
    const wrong = await run(new Uint8Array(), { to: kzg, data: input });
    expect(wrong.result.outcome).toEqual({ kind: 'halt', reason: 'PRECOMPILE_ERROR' });
  });

  it.each([
    ['a call', 'aa', 21_016n, new Uint8Array([1])],
    ['zeros', 'aa', 21_012n, new Uint8Array([0, 0, 0])],
    ['a creation of 33 bytes', undefined, 21_000n + 32_000n + 33n * 16n + 4n, new Uint8Array(33).fill(1)],
  ])('has the intrinsic gas of %s', (_name, to, gas, data) => {
    expect(engine.intrinsicGas({ to, data })).toBe(gas);
  });

  it('ends the same with and without a tracer for any code', { timeout: 120_000 }, async () => {
    // Code with watchers runs only the library's operations, so this compares our operations with the library's.
    const simple = fc.constantFrom(
      ...[
        0x01, 0x02, 0x03, 0x04, 0x06, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1b, 0x1c,
      ],
      ...[0x20, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5a, 0x5b, 0x5f],
      ...[0x80, 0x81, 0x83, 0x90, 0x91, 0xf3, 0xfd, 0x35, 0x37, 0x39],
    );
    const small = fc.integer({ min: 0, max: 70 }).map((value) => [0x60, value]);
    const wide = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => [0x7f, ...bytes]);
    const edge = fc
      .constantFrom(0n, 1n, MAX, 1n << 255n, (1n << 255n) - 1n, 256n, 255n)
      .map((value) => [0x7f, ...Buffer.from(value.toString(16).padStart(64, '0'), 'hex')]);
    const chunk = fc.oneof(
      { weight: 4, arbitrary: small },
      { weight: 1, arbitrary: wide },
      { weight: 2, arbitrary: edge },
      { weight: 8, arbitrary: simple.map((opcode) => [opcode]) },
    );
    const code = fc.array(chunk, { minLength: 1, maxLength: 60 }).map((chunks) =>
      // The last operations return the top of the stack and the next word.
      Uint8Array.from([...chunks.flat(), 0x60, 0, 0x52, 0x60, 32, 0x52, 0x60, 64, 0x60, 0, 0xf3]),
    );
    await fc.assert(
      fc.asyncProperty(code, fc.bigInt(0n, 30_000n), async (bytes, gas) => {
        const plain = await run(bytes, { gas });
        const watched = await run(bytes, { gas }, { step: () => {} });
        expect(plain.result).toEqual(watched.result);
        expect(await plain.world.root()).toBe(await watched.world.root());
      }),
      { numRuns: 800 },
    );
  });
});
