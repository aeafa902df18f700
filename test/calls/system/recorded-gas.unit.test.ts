import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { CallFrame, SystemContract } from '@tain/evm/execution';
import { longZeroHex } from '@tain/ledger/evm-address';
import { longToBigInt } from '@tain/ledger/long';
import { describe, expect, test } from 'vitest';
import { selectorOf } from '../../../src/calls/system/selector.ts';
import { readRecordFile } from '../../../src/ingest/decode/record-file.ts';
import { SidecarContent } from '../../../src/ingest/decode/sidecar-file.ts';
import { sharedDir } from '../../shared.ts';
import { runLedger } from '../engine/ledger-run.ts';
import { testLedger } from './harness.ts';

// Gas of calls of the token service, and of the tokens' code around them, as recorded by mainnet (July 2025).

const FILE = '2025-07-23T20_37_42.076472454Z';
const FOLDER = `${sharedDir}/streams/mainnet/2025-07-23/recordstreams/record0.0.21`;
const SYSTEM = 4;
const TOKEN_SERVICE = 359n;
const TRANSFER = selectorOf('transferToken(address,address,address,int64)');

interface Action {
  readonly input: Buffer;
  readonly gas: bigint;
  readonly recipient: bigint;
  readonly isSystem: boolean;
}

function readActions(): { actions: Action[]; results: bigint[] } {
  const content = (name: string) => gunzipSync(readFileSync(`${FOLDER}/${name}.rcd.gz`));
  const sidecar = content(`sidecar/${FILE}_01`);
  const { items } = readRecordFile(`${FILE}.rcd`, content(FILE), {
    sidecars: [new SidecarContent(1, `${FILE}_01.rcd`, sidecar, sidecar.length)],
  });
  return {
    actions: items.flatMap(({ sidecars }) =>
      sidecars.flatMap(({ actions }) =>
        (actions?.contractActions ?? []).map((action) => ({
          input: Buffer.from(action.input ?? []),
          gas: longToBigInt(action.gasUsed),
          recipient: longToBigInt(action.recipientContract?.contractNum),
          isSystem: action.callType === SYSTEM,
        })),
      ),
    ),
    results: items.flatMap(({ record: { contractCallResult: each } }) =>
      longToBigInt(each?.contractID?.contractNum) === TOKEN_SERVICE ? [longToBigInt(each?.gasUsed)] : [],
    ),
  };
}

/** Returns a ledger with the tokens and accounts of a `transferToken`, or of a redirected `balanceOf`. */
function ledgerOf(inputs: readonly Buffer[]) {
  const word = (input: Buffer, at: number) => input.toString('hex', 4 + 32 * at + 12, 4 + 32 * at + 32);
  const number = (address: string) => BigInt(`0x${address}`);
  const tokens = new Set<bigint>();
  const aliases = new Set<string>();
  for (const input of inputs) {
    const isTransfer = input.toString('hex', 0, 4) === TRANSFER;
    tokens.add(number(isTransfer ? word(input, 0) : input.toString('hex', 4, 24)));
    for (const alias of isTransfer ? [word(input, 1), word(input, 2)] : [input.toString('hex', 40, 60)]) {
      aliases.add(alias);
    }
  }
  return {
    tokens: [...tokens].map((id) => ({ id })),
    accounts: [...aliases].map((evmAddress, i) => ({ id: 5_000n + BigInt(i), evmAddress })),
  };
}

describe.skipIf(sharedDir === null)('gas of calls on mainnet', () => {
  test('equals ours for calls of the token service', async () => {
    const { actions, results } = readActions();
    const calls = actions.filter(({ isSystem, recipient }) => isSystem && recipient === TOKEN_SERVICE);
    const ledger = testLedger(ledgerOf(calls.map(({ input }) => input)));
    for (const { input, gas } of calls) expect((await ledger.raw({ input })).gasUsed).toBe(gas);
    // Both kinds of calls occur, and the children of the transactions agree.
    expect(calls.length).toBeGreaterThan(10);
    expect(new Set(calls.map(({ gas }) => gas))).toEqual(new Set([2_607n, 15_284n]));
    expect(results.toSorted()).toEqual(calls.map(({ gas }) => gas).toSorted());
  });

  test('equals ours for the code of a token', async () => {
    const { actions } = readActions();
    const service = actions.filter(({ isSystem }) => isSystem).map(({ input }) => input);
    const { tokens, accounts } = ledgerOf(service);
    const calls = actions.filter(
      ({ input, recipient }) =>
        input.toString('hex', 0, 4) === selectorOf('balanceOf(address)') &&
        tokens.some(({ id }) => id === recipient),
    );
    expect(calls.length).toBeGreaterThan(5);
    for (const { input, gas, recipient } of calls) {
      const contracts = new Map<string, SystemContract>();
      const frames: CallFrame[] = [];
      // Code that calls the token twice with its input, so that the service was called before the second call.
      const once = `5f5f365f5f73${longZeroHex(recipient)}5af150`;
      await runLedger({
        code: Buffer.from(`365f5f37${once}${once}00`, 'hex'),
        ledger: { tokens, accounts },
        message: { data: input, gas: 1_000_000n },
        options: { systemContracts: contracts, watchers: { frame: (frame) => void frames.push(frame) } },
        onOverlay: (state) => {
          const of = testLedger({ tokens, accounts }, { state });
          contracts.set(longZeroHex(TOKEN_SERVICE), (call) => of.raw(call));
        },
      });
      const ofToken = frames.filter(({ to }) => to === longZeroHex(recipient)).map(({ gasUsed }) => gasUsed);
      expect(ofToken).toEqual([5_356n, 2_856n]);
      expect(ofToken).toContain(gas);
    }
    expect(new Set(calls.map(({ gas }) => gas))).toEqual(new Set([5_356n, 2_856n]));
  });
});
