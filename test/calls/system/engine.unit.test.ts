import { readFileSync } from 'node:fs';
import { longZeroHex } from '@tain/ledger/evm-address';
import { describe, expect, test } from 'vitest';
import type { LedgerOverlay } from '../../../src/calls/state/ledger-overlay.ts';
import { parseTypes } from '../../../src/calls/system/abi/abi-type.ts';
import { decodeValues } from '../../../src/calls/system/abi/decode.ts';
import { TOKEN_SERVICE } from '../../../src/calls/system/environment.ts';
import { systemContracts } from '../../../src/calls/system/system-contracts.ts';
import { sharedDir } from '../../shared.ts';
import { ALIAS, ALIASED, CALLER, CONTRACT, engineOf, runLedger, TOKEN } from '../engine/ledger-run.ts';
import { encodeCall } from './harness.ts';

/** System contracts called by the engine: through the code of a token (HIP-719), and from a contract. */

/** Default treasury of a token. */
const TREASURY = 2n;

const LEDGER = {
  tokens: [{ id: TOKEN, name: 'Gold', type: 'FUNGIBLE_COMMON' as const }],
  relations: [
    { account: CALLER, token: TOKEN, balance: 100n },
    { account: CONTRACT, token: TOKEN, balance: 10n },
    { account: ALIASED, token: TOKEN },
    { account: TREASURY, token: TOKEN },
  ],
};

/** Returns code that forwards its input to a token, drops the result, and ends with `end`. */
const forwarder = (target: string, end: string) =>
  Buffer.from(`365f5f375f5f365f5f73${target}5af150${end}`, 'hex');

async function call(input: Buffer, to: bigint, code: Buffer = Buffer.alloc(0)) {
  // The system contracts use the state of the run.
  let contracts: ReturnType<typeof systemContracts> | undefined;
  let overlay: LedgerOverlay | undefined;
  const run = await runLedger({
    code,
    ledger: LEDGER,
    message: { to: longZeroHex(to), data: input, gas: 1_000_000n },
    options: {
      systemContracts: {
        has: (address) => contracts?.has(address) === true,
        get: (address) => contracts?.get(address),
      },
    },
    onOverlay: (made) => {
      overlay = made;
      contracts = systemContracts({
        state: made,
        network: { shard: 0n, realm: 0n },
        ledgerId: Buffer.from('03', 'hex'),
        rate: { hbars: 1n, cents: 5n, expires: null },
        gasPrice: 71n,
        now: 1n,
        minimumAccountBalance: 0n,
        tokenServices: [TOKEN_SERVICE],
      });
    },
  });
  const balances = await Promise.all(
    [CALLER, CONTRACT, ALIASED].map(async (id) => (await overlay?.relations.get([id, TOKEN]))?.balance),
  );
  return { ...run, balances };
}

test('a view through the code of a token', async () => {
  const { result } = await call(encodeCall('balanceOf(address)', [longZeroHex(CALLER)]), TOKEN);
  expect(result.outcome).toEqual({ kind: 'success' });
  expect(decodeValues(parseTypes('(int256)'), result.output)).toEqual([100n]);
  // Gas of the view itself, and of the surrounding code.
  expect(result.gasUsed).toBeGreaterThan(2607n);
  expect(result.gasUsed).toBeLessThan(2607n + 3500n);
});

test('a transfer through the code of a token is made by the caller of the token', async () => {
  const { result, balances } = await call(encodeCall('transfer(address,uint256)', [ALIAS, 40n]), TOKEN);
  expect(result.outcome).toEqual({ kind: 'success' });
  expect(balances).toEqual([60n, 10n, 40n]);
  expect(result.logs).toMatchObject([{ address: longZeroHex(TOKEN) }]);
});

test('a contract transfers its own tokens; a revert undoes it', async () => {
  const input = encodeCall('transfer(address,uint256)', [ALIAS, 4n]);
  const stop = await call(input, CONTRACT, forwarder(longZeroHex(TOKEN), '00'));
  expect([stop.result.outcome, stop.balances]).toEqual([{ kind: 'success' }, [100n, 6n, 4n]]);
  const revert = await call(input, CONTRACT, forwarder(longZeroHex(TOKEN), '5f5ffd'));
  expect([revert.result.outcome, revert.balances]).toEqual([{ kind: 'revert' }, [100n, 10n, 0n]]);
  expect(revert.result.logs).toEqual([]);
});

test('a failed transfer reverts with the name of the status', async () => {
  const { result } = await call(encodeCall('transfer(address,uint256)', [ALIAS, 101n]), TOKEN);
  expect(result.outcome).toEqual({ kind: 'revert' });
  expect(Buffer.from(result.output).toString()).toBe('INSUFFICIENT_TOKEN_BALANCE');
});

test('a contract rejects its own tokens', async () => {
  const input = encodeCall('rejectTokenFT()', []);
  const { result, balances } = await call(input, CONTRACT, forwarder(longZeroHex(TOKEN), '00'));
  expect([result.outcome, balances]).toEqual([{ kind: 'success' }, [100n, 0n, 0n]]);
});

describe.skipIf(sharedDir === null)('gas that a network used for a call of a token by an account', () => {
  const file = `${sharedDir}/reference/system-contract-gas.json`;
  const rows = () => JSON.parse(readFileSync(file, 'utf8')) as { id: string; actualGas: number }[];

  // An estimate is 1.05 to 1.20 times the used gas.
  test.each([
    ['IERC20_TOKEN_APPROVE', encodeCall('approve(address,uint256)', [ALIAS, 40n])],
    ['IERC20_TOKEN_ASSOCIATE', encodeCall('associate()', [])],
    ['IERC20_TOKEN_DISSOCIATE', encodeCall('dissociate()', [])],
  ])('%s', async (id, input) => {
    const actual = rows().find((row) => row.id === id)?.actualGas ?? 0;
    const { result } = await call(input, TOKEN);
    const intrinsic = engineOf('v0.67').intrinsicGas({ to: longZeroHex(TOKEN), data: input });
    const ratio = Number(result.gasUsed + intrinsic) / actual;
    expect(ratio).toBeGreaterThan(0.99);
    expect(ratio).toBeLessThan(1.01);
  });
});
