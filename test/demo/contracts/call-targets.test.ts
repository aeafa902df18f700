import { beforeAll, describe, expect, test } from 'vitest';
import { accountId, contractId, long } from '../../../packages/network-simulator/src/ledger/ids.ts';
import { keyMessage } from '../../../packages/network-simulator/src/ledger/key-message.ts';
import { oneKey } from '../../../packages/network-simulator/src/ledger/new-account.ts';
import { integer, rlp } from '../../../packages/network-simulator/src/ledger/rlp.ts';
import { Status } from '../../../packages/network-simulator/src/ledger/status.ts';
import { checkEthereum } from '../../../packages/network-simulator/src/node/ethereum-transaction.ts';
import { deploying, PRICE, SentNetwork, signed, Wallet } from './sent-network.ts';

// What a client's transaction reaches that names no living contract, and where a deleted contract's tinybars go.

const ADMIN = 1_010;
const MISSING = 9_999_999;
let network: SentNetwork;
let contract = 0;
let deleted = 0;
let plain = 0;
let gone = 0;
let strict = 0;

beforeAll(async () => {
  network = await SentNetwork.start();
  contract = await create();
  deleted = await create();
  await network.send(deletion(deleted, { transferAccountID: accountId(2) }), { signers: [ADMIN] });
  plain = await newAccount();
  strict = await newAccount(true);
  gone = await newAccount();
  const ids = { deleteAccountID: accountId(gone), transferAccountID: accountId(2) };
  await network.send({ cryptoDelete: ids }, { signers: [ADMIN] });
  expect(network.ledger.accounts.need(gone).deleted && network.ledger.accounts.need(deleted).deleted).toBe(
    true,
  );
}, 120_000);

const key = () => keyMessage(network.ledger.keys, oneKey(ADMIN));
const period = { seconds: long(7_776_000) };

async function create(): Promise<number> {
  const initcode = Buffer.from(deploying('602a60005260206000f3'), 'hex');
  const body = { initcode, adminKey: key(), gas: long(500_000), autoRenewPeriod: period };
  const { record } = await network.send({ contractCreateInstance: body }, { signers: [ADMIN] });
  return Number(record.receipt?.contractID?.contractNum);
}

async function newAccount(receiverSigRequired = false): Promise<number> {
  const body = { key: key(), autoRenewPeriod: period, receiverSigRequired };
  const { record } = await network.send({ cryptoCreateAccount: body }, { signers: [ADMIN] });
  return Number(record.receipt?.accountID?.accountNum);
}

const deletion = (num: number, heir: object) => ({
  contractDeleteInstance: { contractID: contractId(num), ...heir },
});

describe('a call', () => {
  test.each([
    ['an id that does not exist', () => MISSING],
    ['a deleted contract', () => deleted],
    ['an account', () => plain],
  ])('to %s does nothing', async (_, num) => {
    const { status, record } = await network.call(num(), 'ed24f97e', 100_000);
    expect([status, Buffer.from(record.contractCallResult?.contractCallResult ?? [])]).toEqual([
      'SUCCESS',
      Buffer.alloc(0),
    ]);
    const address = Buffer.from(num().toString(16).padStart(40, '0'), 'hex');
    const byAddress = await network.send({
      contractCall: { contractID: { evmAddress: address }, gas: long(100_000) },
    });
    expect(byAddress.status).toBe('SUCCESS');
  });

  test('reaches the account that its number names with tinybars, if the account agrees', async () => {
    const before = network.ledger.accounts.need(plain).balance;
    expect((await network.call(plain, '', 100_000, 7n)).status).toBe('SUCCESS');
    expect(network.ledger.accounts.need(plain).balance).toBe(before + 7n);
    expect((await network.call(strict, '', 100_000, 7n)).status).toBe('INVALID_SIGNATURE');
    const contractCall = { contractID: contractId(strict), gas: long(100_000), amount: long(7) };
    expect((await network.send({ contractCall }, { signers: [ADMIN] })).status).toBe('SUCCESS');
  });

  test.each([
    ['a negative number', { contractNum: long(-5) }],
    ['a number of another shard', { contractNum: long(1001), shardNum: long(1) }],
  ])('with %s is refused', async (_, contractID) => {
    const sent = await network.send({ contractCall: { contractID, gas: long(100_000) } });
    expect(sent.status).toBe('INVALID_CONTRACT_ID');
  });
});

describe("a deleted contract's tinybars", () => {
  test.each<[heir: string, body: () => object, status: string]>([
    ['nobody', () => ({}), 'OBTAINER_REQUIRED'],
    ['a missing account', () => ({ transferAccountID: accountId(MISSING) }), 'INVALID_TRANSFER_ACCOUNT_ID'],
    ['a deleted account', () => ({ transferAccountID: accountId(gone) }), 'OBTAINER_DOES_NOT_EXIST'],
    [
      'a deleted contract as an account',
      () => ({ transferAccountID: accountId(deleted) }),
      'INVALID_CONTRACT_ID',
    ],
    ['a missing contract', () => ({ transferContractID: contractId(MISSING) }), 'INVALID_CONTRACT_ID'],
    ['a deleted contract', () => ({ transferContractID: contractId(deleted) }), 'INVALID_CONTRACT_ID'],
    ['an account as a contract', () => ({ transferContractID: contractId(plain) }), 'INVALID_CONTRACT_ID'],
    ['itself', () => ({ transferContractID: contractId(contract) }), 'OBTAINER_SAME_CONTRACT_ID'],
  ])('cannot go to %s', async (_, body, status) => {
    const sent = await network.send(deletion(contract, body()), { signers: [ADMIN] });
    expect([sent.status, network.ledger.accounts.need(contract).deleted]).toEqual([status, false]);
  });

  test('go to an account that requires its signature only with it', async () => {
    const num = await create();
    await network.call(num, '', 100_000, 0n);
    const body = deletion(num, { transferAccountID: accountId(strict) });
    expect((await network.send(body, { signers: [ADMIN] })).status).toBe('SUCCESS');
  });
});

describe('an Ethereum transaction', () => {
  const wallet = new Wallet('77'.repeat(32));
  const check = (ethereumData: Uint8Array) => Status[checkEthereum({ ethereumData })];

  test.each([
    [0, 'OK'],
    [19, 'INVALID_CONTRACT_ID'],
    [20, 'OK'],
    [21, 'INVALID_CONTRACT_ID'],
  ])('with an address of %d bytes: %s', (size, status) => {
    expect(check(signed(wallet, { to: Buffer.alloc(size, 1) }))).toBe(status);
  });

  test.each([
    ['no byte', Buffer.alloc(0), 'OK'],
    ['a one', Buffer.of(1), 'OK'],
    ['a zero byte', Buffer.of(0), 'INVALID_ETHEREUM_TRANSACTION'],
    ['two bytes', Buffer.of(0, 1), 'INVALID_ETHEREUM_TRANSACTION'],
  ])('with %s as recovery id: %s', (_, recovery, status) => {
    const to = Buffer.alloc(20, 1);
    const signature = [recovery, Buffer.of(1), Buffer.of(2)];
    const fields = [integer(298n), integer(0n), integer(0n), integer(PRICE), integer(100_000n), to];
    const list = rlp([...fields, integer(0n), Buffer.alloc(0), [], ...signature]);
    expect(check(Buffer.concat([Buffer.of(2), list]))).toBe(status);
  });
});
