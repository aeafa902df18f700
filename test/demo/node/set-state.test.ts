import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StateSetting } from '../../../packages/network-simulator/src/ledger/execution.ts';
import { slotKey } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import type { Privilege } from '../../../packages/network-simulator/src/node/consensus-node.ts';
import { runtimeOf } from '../../../packages/network-simulator/src/programs/code-store.ts';
import { hbar, nameOf, TestClient, transfer } from './client.ts';
import { type StillNetwork, stillNetwork } from './still-network.ts';

// State that tests of contracts set: what the stream says of it.

let still: StillNetwork;
let client: TestClient;
beforeAll(async () => {
  still = await stillNetwork();
  client = new TestClient(still.node, undefined, undefined, () => still.block());
});
afterAll(() => still.remove());

const ADDRESS = Buffer.alloc(20, 0x43);
const HOLLOW = Buffer.alloc(20, 0x44);
const GAS = hbar(0.1);

/** Sends a transaction with a privilege. Returns its status, record and sidecars. */
async function run(data: Parameters<TestClient['make']>[0], privilege: Privilege) {
  const { id, bytes } = client.make(data);
  expect(nameOf((await still.node.submitPrivileged(bytes, privilege)).code)).toBe('OK');
  await still.block();
  const { status, record, children } = await client.ended(id);
  const items = still.blocks.at(-1)?.items ?? [];
  return { status, record, children, sidecars: items.flatMap(({ sidecars }) => sidecars) };
}

/** Creates a contract with code of one STOP. */
const create = (address: Uint8Array) =>
  run(
    {
      contractCreateInstance: {
        initcode: Buffer.from('61000180600a3d393df300', 'hex'),
        gas: GAS,
        autoRenewPeriod: { seconds: hbar(0.08) },
      },
    },
    { kind: 'create-at', address },
  );

const set = (evmAddress: Uint8Array, functionParameters: Uint8Array, what: StateSetting) =>
  run({ contractCall: { contractID: { evmAddress }, functionParameters, gas: GAS } }, { kind: 'set', what });

const slot = (byte: number) => Buffer.alloc(32).fill(byte, 31);

it('creates a contract at an address, also of a hollow account, whose only record is that of the creation', async () => {
  const made = await create(ADDRESS);
  expect([made.status, made.children.length]).toEqual(['SUCCESS', 0]);
  expect(Buffer.from(made.record.contractCreateResult?.evmAddress?.value ?? [])).toEqual(ADDRESS);
  expect(made.sidecars.at(-1)?.bytecode?.runtimeBytecode).toEqual(new Uint8Array([0]));
  await client.run(transfer(2, HOLLOW, 1_000));
  const { accounts } = still.network.ledger;
  const num = still.network.ledger.resolveAlias(HOLLOW);
  expect(accounts.need(num)).toMatchObject({ hollow: true, contract: false, balance: 1_000n });
  const completed = await create(HOLLOW);
  expect([completed.status, completed.children.length]).toEqual(['SUCCESS', 0]);
  expect(completed.record.receipt?.contractID?.contractNum?.toNumber()).toBe(num);
  expect(accounts.need(num)).toMatchObject({ hollow: false, contract: true, balance: 1_000n });
});

it('makes no contract of an account with a key, or of a contract', async () => {
  const [known] = [...still.network.ledger.accounts.values()].filter(
    ({ key, evmAddress, contract }) => key !== null && evmAddress !== null && !contract,
  );
  for (const address of [known?.evmAddress ?? new Uint8Array(), ADDRESS])
    expect((await create(address)).status).toBe('ALIAS_ALREADY_ASSIGNED');
});

it('writes a slot by a call whose sidecar has the change', async () => {
  const num = still.network.ledger.resolveAlias(ADDRESS);
  for (const [read, written] of [
    [0, 7],
    [7, 0],
  ] as const) {
    const { status, sidecars } = await set(ADDRESS, Buffer.concat([slot(1), slot(written)]), 'slots');
    expect(status).toBe('SUCCESS');
    const [change] = sidecars.flatMap(({ stateChanges }) => stateChanges?.contractStateChanges ?? []);
    expect(change?.contractId?.contractNum?.toNumber()).toBe(num);
    const hexOf = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('hex');
    expect(
      change?.storageChanges?.map((each) => [
        hexOf(each.slot),
        hexOf(each.valueRead),
        hexOf(each.valueWritten?.value),
      ]),
    ).toEqual([['01', read === 0 ? '' : '07', written === 0 ? '' : '07']]);
  }
});

it('writes several slots by one call', async () => {
  const { ledger } = still.network;
  const num = ledger.resolveAlias(ADDRESS);
  const words = [3, 30, 4, 40, 5, 50].map(slot);
  expect((await set(ADDRESS, Buffer.concat(words), 'slots')).status).toBe('SUCCESS');
  const valueAt = (at: number) => ledger.slots.get(slotKey(num, slot(at).toString('hex')))?.value;
  expect([3, 4, 5].map(valueAt)).toEqual([30n, 40n, 50n]);
});

it('sets the nonce of a contract, of an account and of a missing one, which becomes no smaller', async () => {
  const { accounts } = still.network.ledger;
  const missing = Buffer.alloc(20, 0x46);
  const nonces = async (address: Uint8Array, to: number) => {
    const { status, record, children } = await set(address, slot(to), 'nonce');
    const num = still.network.ledger.resolveAlias(address);
    const listed = (record.contractCallResult?.contractNonces ?? []).map(({ contractId, nonce }) => [
      contractId?.contractNum?.toNumber() === num,
      nonce?.toNumber(),
    ]);
    return { status, listed, stored: accounts.get(num)?.ethereumNonce, children: children.length };
  };
  const done = { status: 'SUCCESS', listed: [[true, 9]], stored: 9, children: 0 };
  expect(await nonces(ADDRESS, 9)).toEqual(done);
  expect(await nonces(missing, 9)).toEqual({ ...done, children: 1 });
  expect(await nonces(missing, 9)).toEqual(done);
  expect(await nonces(missing, 8)).toEqual({ status: 'WRONG_NONCE', listed: [], stored: 9, children: 0 });
  const byNumber = Buffer.alloc(20).fill(0xff, 17);
  expect((await set(byNumber, slot(9), 'nonce')).status).toBe('INVALID_ACCOUNT_ID');
});

it('moves tinybars of a contract and of hollow accounts without their signatures', async () => {
  const { ledger } = still.network;
  const hollow = ledger.resolveAlias(Buffer.alloc(20, 0x46));
  const contract = ledger.resolveAlias(ADDRESS);
  for (const num of [hollow, contract]) {
    await client.run(transfer(2, num, 500));
    expect((await client.run(transfer(num, 2, 200))).status).toBe('INVALID_SIGNATURE');
    expect((await run(transfer(num, 2, 200), { kind: 'all-signed' })).status).toBe('SUCCESS');
    expect(ledger.accounts.need(num).balance).toBe(300n);
  }
});

it('replaces code by a call whose sidecar has the code, as of a migrated contract', async () => {
  const { ledger } = still.network;
  const num = ledger.resolveAlias(ADDRESS);
  const code = Buffer.from('602a60005260206000f3', 'hex');
  const { status, sidecars } = await set(ADDRESS, code, 'code');
  expect(status).toBe('SUCCESS');
  expect(sidecars.filter(({ bytecode }) => bytecode)).toMatchObject([
    { migration: true, bytecode: { runtimeBytecode: code } },
  ]);
  expect(Buffer.from(runtimeOf(ledger, num))).toEqual(code);
  const call = { contractID: { evmAddress: ADDRESS }, gas: GAS };
  const { record } = await client.run({ contractCall: call });
  expect(Buffer.from(record.contractCallResult?.contractCallResult ?? []).at(-1)).toBe(42);
  const result = await set(Buffer.alloc(20, 0x99), code, 'code');
  expect(result.status).toBe('INVALID_CONTRACT_ID');
  expect(still.faults).toEqual([]);
});
