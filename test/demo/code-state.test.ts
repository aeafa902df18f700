import { expect, test } from 'vitest';
import { Execution } from '../../packages/network-simulator/src/ledger/execution.ts';
import { longZero } from '../../packages/network-simulator/src/ledger/ids.ts';
import { Ledger } from '../../packages/network-simulator/src/ledger/ledger.ts';
import { newAccount } from '../../packages/network-simulator/src/ledger/new-account.ts';
import { Status } from '../../packages/network-simulator/src/ledger/status.ts';
import { LedgerCodeState } from '../../packages/network-simulator/src/programs/code-state.ts';
import { createContract } from '../../packages/network-simulator/src/programs/create-contract.ts';
import { ownGas } from '../../packages/network-simulator/src/programs/gas-price.ts';
import { programNamed } from '../../packages/network-simulator/src/programs/programs.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';

/**
 * Cases that the demo network's contracts lack: a failure within a transaction that continues, and calls of unknown
 * entities.
 */

const SENDER = 1001;
const OTHER = 1002;
const FIRST_NEW = 1003;
const ALIAS = 'ab'.repeat(20);
const NEW = 'cd'.repeat(20);
const SLOT = '00'.repeat(32);
const ONE = '1'.padStart(64, '0');

const address = (num: number): string => longZero(num).toString('hex');

function begin() {
  const ledger = new Ledger({ seed: 1 });
  for (const num of [98, 800, 801, SENDER, OTHER]) {
    const account = newAccount(num, 0n, null);
    account.balance = 10_000_000_000n;
    if (num === OTHER) account.evmAddress = Buffer.from(ALIAS, 'hex');
    ledger.accounts.put(num, account);
    ledger.indexAlias(account);
  }
  ledger.counters.edit(0).nextEntity = FIRST_NEW;
  const x = new Execution(ledger, {
    rules: { typeOf: () => ({ apply: () => Status.SUCCESS }), runCode: demoEngine },
    field: 'contractCall',
    body: {},
    at: 1_800_000_000_000_000_000n,
    signers: new Set(),
    payer: SENDER,
  });
  return { ledger, x };
}

test('an account is known by one address only', () => {
  const { x } = begin();
  const state = new LedgerCodeState(x);
  expect([address(SENDER), ALIAS, address(OTHER), NEW].map((each) => state.numOf(each))).toEqual([
    SENDER,
    OTHER,
    0,
    0,
  ]);
  expect(state.account(address(OTHER))).toBeUndefined();
});

test('effects of a reverted frame are undone, and its children show that', () => {
  const { ledger, x } = begin();
  const state = new LedgerCodeState(x);
  state.checkpoint();
  state.setAccount(NEW, 1n, 5n);
  state.setAccount(address(SENDER), 0n, 9_999_999_995n);
  state.setCode(NEW, programNamed('Counter').runtime);
  state.setStorage(NEW, SLOT, ONE);
  state.checkpoint();
  state.setAccount('ef'.repeat(20), 1n, 0n);
  state.setStorage(NEW, ONE, ONE);
  state.revert();
  expect(state.storage(NEW, ONE)).toBe(SLOT);
  expect(x.following.map(({ status }) => status)).toEqual([Status.SUCCESS, Status.REVERTED_SUCCESS]);
  expect(state.lasting().map(({ num }) => num)).toEqual([FIRST_NEW]);
  expect(state.touched()).toEqual([
    { contract: FIRST_NEW, key: SLOT, original: 0n, written: 1n },
    { contract: FIRST_NEW, key: ONE, original: 0n, written: null },
  ]);
  expect(x.hbar.list()).toEqual([
    { account: SENDER, amount: -5n },
    { account: FIRST_NEW, amount: 5n },
  ]);
  state.revert();
  expect([state.numOf(NEW), ledger.counter.nextEntity, ledger.slots.size]).toEqual([0, FIRST_NEW, 0]);
  expect(x.hbar.list()).toEqual([]);
  expect(ledger.accounts.need(SENDER).balance).toBe(10_000_000_000n);
  expect(state.lasting()).toEqual([]);
});

test('a malformed call of the token service uses all its gas, and the caller continues', async () => {
  const { ledger, x } = begin();
  // Code that calls 0x167 without input and with 40,000 gas, then reverts with the success flag.
  const initcode = Buffer.from('60006000600060006000610167619c40f160005260206000fd', 'hex');
  const created = await createContract(x, {
    initcode,
    terms: ownGas(SENDER, 200_000),
    value: 0n,
    fileId: 0,
    needsInitcode: false,
    byWallet: false,
  });
  expect(created).toEqual({ num: 0, status: Status.CONTRACT_REVERT_EXECUTED });
  x.afterFailure?.();
  expect(x.record.contractCreateResult?.errorMessage).toBe(`0x${SLOT}`);
  const actions = x.sidecars.flatMap(({ actions: list }) => list?.contractActions ?? []);
  expect(actions.map(({ error, revertReason }) => [error?.toString(), revertReason?.length])).toEqual([
    [undefined, 32],
    ['ERROR_DECODING_PRECOMPILE_INPUT', undefined],
  ]);
  expect(actions[1]?.gasUsed?.toString()).toBe('40000');
  expect([ledger.contracts.size, ledger.counter.nextEntity]).toEqual([0, FIRST_NEW]);
});

test('a contract may have tinybars from its beginning', async () => {
  const { ledger, x } = begin();
  const { initcode, creationGas } = programNamed('Vault');
  // Constructors compiled by solc refuse tinybars.
  const refused = await createContract(x, {
    initcode,
    terms: ownGas(SENDER, creationGas + 200_000),
    value: 7n,
    fileId: 0,
    needsInitcode: false,
    byWallet: false,
  });
  expect(refused.status).toBe(Status.CONTRACT_REVERT_EXECUTED);
  const runtime = programNamed('Counter').runtime;
  const length = runtime.length.toString(16).padStart(4, '0');
  // Code with CODECOPY of the bytes after these 12, then RETURN: a constructor without checks.
  const copying = Buffer.from(`61${length}80600c6000396000f3`, 'hex');
  const made = await createContract(x, {
    initcode: Buffer.concat([copying, runtime]),
    terms: ownGas(SENDER, 400_000),
    value: 7n,
    fileId: 0,
    needsInitcode: false,
    byWallet: false,
  });
  expect(made).toEqual({ num: FIRST_NEW, status: Status.SUCCESS });
  expect(ledger.accounts.need(FIRST_NEW).balance).toBe(7n);
  expect(x.hbar.of(FIRST_NEW)).toBe(7n);
  expect(ledger.contracts.need(FIRST_NEW).program).toBe('Counter');
});
