import { longZeroHex } from '@tain/ledger/evm-address';
import { describe, expect, it } from 'vitest';
import { LedgerEngineState } from '../../../src/calls/state/engine-state.ts';
import { LedgerOverlay } from '../../../src/calls/state/ledger-overlay.ts';
import { memoryReader } from '../memory-reader.ts';

const [DELEGATE, DELEGATING, FREE, PLAIN] = [2001n, 1001n, 1002n, 1003n].map(longZeroHex) as [
  string,
  string,
  string,
  string,
];
const CODE = Uint8Array.of(0x60, 0x01);

const state = new LedgerEngineState(
  new LedgerOverlay(
    memoryReader({
      accounts: [
        { id: 1001n, delegation: DELEGATE },
        // An account whose delegation was removed.
        { id: 1002n, delegation: '0'.repeat(40) },
        { id: 1003n },
        { id: 2001n, type: 'CONTRACT' },
      ],
      code: new Map([[2001n, CODE]]),
    }),
  ),
);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('an account that delegates to a contract', () => {
  it("has its delegate's address as code", async () => {
    expect(hex(await state.code(DELEGATING))).toBe(`ef0100${DELEGATE}`);
    expect(hex(await state.code(FREE))).toBe('');
    expect(hex(await state.code(PLAIN))).toBe('');
    expect(hex(await state.code(DELEGATE))).toBe('6001');
  });

  it('runs the code of the contract, but remains an account', async () => {
    expect(hex(await state.ledger.callCode(DELEGATING, new Uint8Array()))).toBe('6001');
    expect(hex(await state.ledger.callCode(FREE, new Uint8Array()))).toBe('');
    expect(await state.ledger.kind(DELEGATING)).toBe('account');
    expect((await state.account(DELEGATING))?.hasCode).toBe(false);
  });
});
