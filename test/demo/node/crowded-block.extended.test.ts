import { FUNDED_ACCOUNTS } from '@tain/network-simulator/ledger/well-known';
import { proto } from '@tain/protos/hapi';
import Long from 'long';
import { expect, it, onTestFinished } from 'vitest';
import { ed25519Key, hbar, nameOf, TestClient, transfer } from './client.ts';
import { stillNetwork } from './still-network.ts';

// More sent transactions than one block has room for.

/** Creates a contract that runs until its gas is used up: JUMPDEST, PUSH1 0, JUMP. */
const LOOP = Buffer.from('635b6000566000526004601cf3', 'hex');

it('leaves transactions to the next block when its gas is used up, other payers first', async () => {
  const still = await stillNetwork();
  onTestFinished(() => still.remove());
  const heavy = new TestClient(still.node, undefined, undefined, () => still.block());
  const [funded] = FUNDED_ACCOUNTS.filter(({ kind }) => kind === 'ed25519');
  if (funded === undefined) throw new Error('no funded account');
  const light = new TestClient(still.node, funded.num, ed25519Key(funded.privateKey));
  const { receipt } = await heavy.run({
    contractCreateInstance: {
      initcode: LOOP,
      gas: Long.fromNumber(200_000),
      autoRenewPeriod: { seconds: Long.fromNumber(7_776_000) },
    },
  });
  const contractID = receipt.contractID ?? null;
  const call = { contractCall: { contractID, gas: Long.fromNumber(15_000_000) } };
  const calls = Array.from({ length: 7 }, () => heavy.make(call, { body: { transactionFee: hbar(100) } }));
  const last = light.make(transfer(funded.num, 3, 1_000));
  for (const { bytes } of [...calls, last]) expect(nameOf((await still.node.submit(bytes)).code)).toBe('OK');

  const ids = () =>
    (still.blocks.at(-1)?.items ?? []).map(({ record }) => {
      const { transactionID } = proto.TransactionRecord.decode(record);
      return proto.TransactionID.encode(transactionID ?? {}).finish();
    });
  const bytesOf = (ready: { readonly id: proto.ITransactionID }) =>
    proto.TransactionID.encode(ready.id).finish();
  expect(await still.block()).toBe(5);
  expect(ids()).toEqual(calls.slice(0, 5).map(bytesOf));
  expect(still.node.hasWaiting).toBe(true);
  expect(await still.block()).toBe(3);
  expect(ids()).toEqual([last, ...calls.slice(5)].map(bytesOf));
  expect(still.node.hasWaiting).toBe(false);
  expect((await light.ended(last.id)).status).toBe('SUCCESS');
  for (const { id } of calls) expect((await heavy.ended(id)).status).toBe('INSUFFICIENT_GAS');
});

it('makes as many blocks as held transactions need once one was requested', async () => {
  const still = await stillNetwork();
  onTestFinished(() => still.remove());
  const client = new TestClient(still.node, undefined, undefined, () => still.block());
  const { receipt } = await client.run({
    contractCreateInstance: {
      initcode: LOOP,
      gas: Long.fromNumber(200_000),
      autoRenewPeriod: { seconds: Long.fromNumber(7_776_000) },
    },
  });
  still.node.hold(true);
  const call = { contractCall: { contractID: receipt.contractID ?? null, gas: Long.fromNumber(15_000_000) } };
  const calls = Array.from({ length: 6 }, () => client.make(call, { body: { transactionFee: hbar(100) } }));
  for (const { bytes } of calls) expect(nameOf((await still.node.submit(bytes)).code)).toBe('OK');
  expect(still.node.hasWaiting).toBe(false);
  still.node.closeBlock();
  expect(await still.block()).toBe(5);
  expect(still.node.hasWaiting).toBe(true);
  expect(await still.block()).toBe(1);
  expect(still.node.hasWaiting).toBe(false);
});
