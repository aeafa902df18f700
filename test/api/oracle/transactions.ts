import { proto } from '@hiero-ledger/proto';
import { expect } from 'vitest';
import { big, nanos, num, type Told } from './history.ts';
import { base64, hex, id, idOrNull, keyJson, time } from './texts.ts';
import type { Item, World } from './world.ts';

/** Transactions as the ledger told of them, in lists of all and of accounts, and one by one. */

const STAKING_REWARD = 800;

/** The entity that a transaction acts on, or 0. */
function entityOf(world: World, { field, body, record, payer }: Told): number {
  const { receipt } = record;
  switch (field) {
    case 'cryptoCreateAccount':
      return num(receipt?.accountID?.accountNum);
    case 'cryptoUpdateAccount':
      return num(body.cryptoUpdateAccount?.accountIDToUpdate?.accountNum);
    case 'cryptoDelete':
      return num(body.cryptoDelete?.deleteAccountID?.accountNum);
    case 'cryptoAddLiveHash':
      return num(body.cryptoAddLiveHash?.liveHash?.accountId?.accountNum);
    case 'cryptoDeleteLiveHash':
      return num(body.cryptoDeleteLiveHash?.accountOfLiveHash?.accountNum);
    case 'fileCreate':
      return num(receipt?.fileID?.fileNum);
    case 'fileAppend':
      return num(body.fileAppend?.fileID?.fileNum);
    case 'fileUpdate':
      return num(body.fileUpdate?.fileID?.fileNum);
    case 'fileDelete':
      return num(body.fileDelete?.fileID?.fileNum);
    case 'systemDelete':
      return num(body.systemDelete?.fileID?.fileNum) || num(body.systemDelete?.contractID?.contractNum);
    case 'systemUndelete':
      return num(body.systemUndelete?.fileID?.fileNum) || num(body.systemUndelete?.contractID?.contractNum);
    case 'freeze':
      return num(body.freeze?.updateFile?.fileNum);
    case 'consensusCreateTopic':
      return num(receipt?.topicID?.topicNum);
    case 'consensusUpdateTopic':
      return num(body.consensusUpdateTopic?.topicID?.topicNum);
    case 'consensusDeleteTopic':
      return num(body.consensusDeleteTopic?.topicID?.topicNum);
    case 'consensusSubmitMessage':
      return num(body.consensusSubmitMessage?.topicID?.topicNum);
    case 'tokenCreation':
      return num(receipt?.tokenID?.tokenNum);
    case 'tokenUpdate':
      return num(body.tokenUpdate?.token?.tokenNum);
    case 'tokenDeletion':
      return num(body.tokenDeletion?.token?.tokenNum);
    case 'tokenMint':
      return num(body.tokenMint?.token?.tokenNum);
    case 'tokenBurn':
      return num(body.tokenBurn?.token?.tokenNum);
    case 'tokenWipe':
      return num(body.tokenWipe?.token?.tokenNum);
    case 'tokenFeeScheduleUpdate':
      return num(body.tokenFeeScheduleUpdate?.tokenId?.tokenNum);
    case 'tokenPause':
      return num(body.tokenPause?.token?.tokenNum);
    case 'tokenUnpause':
      return num(body.tokenUnpause?.token?.tokenNum);
    case 'tokenUpdateNfts':
      return num(body.tokenUpdateNfts?.token?.tokenNum);
    case 'tokenFreeze':
      return num(body.tokenFreeze?.account?.accountNum);
    case 'tokenUnfreeze':
      return num(body.tokenUnfreeze?.account?.accountNum);
    case 'tokenGrantKyc':
      return num(body.tokenGrantKyc?.account?.accountNum);
    case 'tokenRevokeKyc':
      return num(body.tokenRevokeKyc?.account?.accountNum);
    case 'tokenAssociate':
      return num(body.tokenAssociate?.account?.accountNum);
    case 'tokenDissociate':
      return num(body.tokenDissociate?.account?.accountNum);
    case 'tokenReject':
      return num(body.tokenReject?.owner?.accountNum) || payer;
    case 'contractCreateInstance':
    case 'ethereumTransaction':
      return num(receipt?.contractID?.contractNum);
    case 'contractCall': {
      const called = body.contractCall?.contractID;
      const known = called?.evmAddress?.length
        ? addressee(world, called.evmAddress)
        : num(called?.contractNum);
      return num(receipt?.contractID?.contractNum) || known;
    }
    case 'contractUpdateInstance':
      return (
        num(receipt?.contractID?.contractNum) || num(body.contractUpdateInstance?.contractID?.contractNum)
      );
    case 'contractDeleteInstance':
      return (
        num(receipt?.contractID?.contractNum) || num(body.contractDeleteInstance?.contractID?.contractNum)
      );
    case 'scheduleCreate':
      return num(receipt?.scheduleID?.scheduleNum);
    case 'scheduleSign':
      return num(body.scheduleSign?.scheduleID?.scheduleNum);
    case 'scheduleDelete':
      return num(body.scheduleDelete?.scheduleID?.scheduleNum);
    case 'nodeCreate':
      return num(body.nodeCreate?.accountId?.accountNum);
    case 'nodeUpdate':
      return num(body.nodeUpdate?.accountId?.accountNum);
    case 'hookStore':
      return num(body.hookStore?.hookId?.entityId?.accountId?.accountNum);
    default:
      return 0;
  }
}

/** Who has an EVM address, deleted or not. */
export function addressee({ ledger }: World, address: Uint8Array): number {
  const digits = hex(address);
  for (const row of ledger.accounts.values()) {
    if (row.evmAddress !== null && hex(row.evmAddress) === digits) return row.num;
  }
  return digits.startsWith('0'.repeat(24)) ? Number(`0x${digits}`) : 0;
}

interface Amount {
  readonly account: number;
  readonly amount: bigint;
}

const amountOf = (entry: proto.IAccountAmount): Amount => ({
  account: num(entry.accountID?.accountNum),
  amount: big(entry.amount),
});

function byAccount(a: Amount, b: Amount): number {
  return a.account - b.account || (a.amount < b.amount ? -1 : 1);
}

function transfersOf({ body, record }: Told): object[] {
  const wished = body.cryptoTransfer?.transfers?.accountAmounts ?? [];
  return (record.transferList?.accountAmounts ?? [])
    .map(amountOf)
    .sort(byAccount)
    .map(({ account, amount }) => ({
      account: id(account),
      amount,
      is_approval:
        amount < 0n &&
        wished.some((entry) => {
          const wish = amountOf(entry);
          return entry.isApproval === true && wish.account === account && wish.amount === amount;
        }),
    }));
}

function tokenTransfersOf({ body, record }: Told): object[] {
  return record.tokenTransferLists
    .map((list) => ({ token: num(list.token?.tokenNum), transfers: (list.transfers ?? []).map(amountOf) }))
    .sort((a, b) => a.token - b.token)
    .flatMap(({ token, transfers }) => {
      const wished = (body.cryptoTransfer?.tokenTransfers ?? [])
        .filter((list) => num(list.token?.tokenNum) === token)
        .flatMap((list) => list.transfers ?? []);
      return [...transfers].sort(byAccount).map(({ account, amount }) => {
        const own = wished.filter((entry) => amountOf(entry).account === account);
        const exact = own.find((entry) => amountOf(entry).amount === amount);
        const approved =
          exact === undefined ? own.some((entry) => entry.isApproval) : exact.isApproval === true;
        return { token_id: id(token), account: id(account), amount, is_approval: amount < 0n && approved };
      });
    });
}

function nftTransfersOf({ body, record }: Told): object[] {
  const wished = (body.cryptoTransfer?.tokenTransfers ?? []).flatMap((list) =>
    (list.nftTransfers ?? []).map((entry) => ({ token: num(list.token?.tokenNum), entry })),
  );
  return record.tokenTransferLists.flatMap((list) => {
    const token = num(list.token?.tokenNum);
    return (list.nftTransfers ?? []).map((entry) => {
      const serial = num(entry.serialNumber);
      const sender = num(entry.senderAccountID?.accountNum);
      return {
        is_approval: wished.some(
          (wish) =>
            wish.token === token &&
            num(wish.entry.serialNumber) === serial &&
            num(wish.entry.senderAccountID?.accountNum) === sender &&
            wish.entry.isApproval === true,
        ),
        receiver_account_id: idOrNull(num(entry.receiverAccountID?.accountNum)),
        sender_account_id: idOrNull(sender),
        serial_number: serial,
        token_id: id(token),
      };
    });
  });
}

function rewardsOf({ record }: Told): object[] {
  const accounts = (record.transferList?.accountAmounts ?? []).map((entry) => amountOf(entry).account);
  if (!accounts.includes(STAKING_REWARD)) return [];
  return record.paidStakingRewards
    .map(amountOf)
    .sort(byAccount)
    .map(({ account, amount }) => ({ account: id(account), amount }));
}

export const transactionId = ({ body, payer }: Told): string =>
  `${id(payer)}-${time(nanos(body.transactionID?.transactionValidStart)).replace('.', '-')}`;

/** Types whose bytes are always kept, since nodes' data is nowhere else. */
const KEPT = new Set(['nodeCreate', 'nodeUpdate', 'nodeDelete']);

const made = new WeakMap<Told, Item>();

/** A transaction as a list shows it. */
export function transactionJson(world: World, told: Told): Item {
  let json = made.get(told);
  if (json === undefined) {
    json = makeJson(world, told);
    made.set(told, json);
  }
  return json;
}

function makeJson(world: World, told: Told): Item {
  const { body, record } = told;
  const multiplier = num(record.highVolumePricingMultiplier);
  return {
    batch_key: keyJson(body.batchKey),
    bytes: KEPT.has(told.field) ? base64(told.bytes) : null,
    charged_tx_fee: big(record.transactionFee),
    consensus_timestamp: time(told.at),
    entity_id: idOrNull(entityOf(world, told)),
    high_volume: body.highVolume,
    high_volume_pricing_multiplier: multiplier === 0 ? null : multiplier,
    max_custom_fees: body.maxCustomFees.flatMap(({ accountId, fees }) =>
      (fees ?? []).map((fee) => ({
        account_id: idOrNull(num(accountId?.accountNum)),
        amount: big(fee.amount),
        denominating_token_id: idOrNull(num(fee.denominatingTokenId?.tokenNum)),
      })),
    ),
    max_fee: String(big(body.transactionFee)),
    memo_base64: base64(Buffer.from(body.memo)),
    name: told.name,
    nft_transfers: nftTransfersOf(told),
    node: idOrNull(num(body.nodeAccountID?.accountNum)),
    nonce: num(body.transactionID?.nonce),
    parent_consensus_timestamp: told.parent === null ? null : time(told.parent),
    result: proto.ResponseCodeEnum[told.status],
    scheduled: record.scheduleRef !== null && record.scheduleRef !== undefined,
    staking_reward_transfers: rewardsOf(told),
    token_transfers: tokenTransfersOf(told),
    transaction_hash: base64(record.transactionHash),
    transaction_id: transactionId(told),
    transfers: transfersOf(told),
    valid_duration_seconds: body.transactionValidDuration
      ? String(big(body.transactionValidDuration.seconds))
      : null,
    valid_start_timestamp: time(nanos(body.transactionID?.transactionValidStart)),
  };
}

function movesOf({ record }: Told): { readonly hbar: Amount[]; readonly tokens: Amount[] } {
  return {
    hbar: (record.transferList?.accountAmounts ?? []).map(amountOf),
    tokens: record.tokenTransferLists.flatMap(({ transfers }) => (transfers ?? []).map(amountOf)),
  };
}

/** Whether a list of an account's transactions has it: it paid, or something moved in or out. */
function concerns(told: Told, account: number): boolean {
  const nonce = num(told.body.transactionID?.nonce);
  const counts =
    nonce === 0 ||
    told.parent !== null ||
    ['cryptoCreateAccount', 'cryptoUpdateAccount'].includes(told.field);
  if (told.payer === account && counts) return true;
  const { hbar, tokens } = movesOf(told);
  return [...hbar, ...tokens].some((move) => move.account === account);
}

/** The transactions of an account, oldest first. */
export function accountTransactions(world: World, account: number): Item[] {
  return world.told.filter((told) => concerns(told, account)).map((told) => transactionJson(world, told));
}

export async function checkTransactions(world: World): Promise<void> {
  const { told } = world;
  const json = (list: readonly Told[]) => list.map((one) => transactionJson(world, one));
  await world.expectList('/transactions', 'transactions', json(told));
  const names = world.some([...new Set(told.map(({ name }) => name))], 6);
  for (const name of names) {
    const own = told.filter((one) => one.name === name);
    await world.expectList(`/transactions?transactiontype=${name}`, 'transactions', json(own));
  }
  await world.expectList('/transactions?result=fail', 'transactions', json(told.filter(({ ok }) => !ok)));
  await checkAccountFilters(world);
  for (const at of world.moments) {
    const [before, after] = [told.filter((one) => one.at <= at), told.filter((one) => one.at > at)];
    await world.expectList(`/transactions?timestamp=gt:${time(at)}`, 'transactions', json(after));
    world.expectSame(
      `up to ${time(at)}`,
      (await world.get(`/transactions?timestamp=lte:${time(at)}&limit=50`)).transactions,
      json(before.slice(-50).reverse()),
    );
  }
}

async function checkAccountFilters(world: World): Promise<void> {
  const { told } = world;
  const json = (list: readonly Told[]) => list.map((one) => transactionJson(world, one));
  const busy = [98, 800, 3, ...world.some([...world.ledger.accounts.keys], 6)];
  for (const account of busy) {
    const own = told.filter((one) => concerns(one, account));
    const path = `/transactions?account.id=${account}`;
    await world.expectList(path, 'transactions', json(own));
    const failed = own.filter(({ ok }) => !ok);
    await world.expectList(`${path}&result=fail`, 'transactions', json(failed));
    const transfers = own.filter(({ field }) => field === 'cryptoTransfer');
    await world.expectList(`${path}&transactiontype=cryptotransfer`, 'transactions', json(transfers));
    for (const [type, sign] of [
      ['credit', 1n],
      ['debit', -1n],
    ] as const) {
      const moving = told.filter((one) => {
        const { hbar, tokens } = movesOf(one);
        return [...hbar, ...tokens].some((move) => move.account === account && move.amount * sign > 0n);
      });
      await world.expectList(`${path}&type=${type}`, 'transactions', json(moving));
    }
    const [at = 0n] = world.moments;
    const later = own.filter((one) => one.at >= at);
    await world.expectList(`${path}&timestamp=gte:${time(at)}`, 'transactions', json(later));
  }
}

/** By id (with all that belongs to it, in order) and by hash. */
export async function checkTransactionsById(world: World): Promise<void> {
  const byId = new Map<string, Told[]>();
  for (const one of world.told) {
    const name = transactionId(one);
    byId.set(name, [...(byId.get(name) ?? []), one]);
  }
  const groups = [...byId].filter(([, items]) => items.every(({ payer }) => payer > 0));
  const family = groups.filter(([, items]) => items.length > 1);
  for (const [name, items] of [...world.some(groups, 20), ...world.some(family, 30)]) {
    world.expectSame(name, (await world.get(`/transactions/${name}`)).transactions, details(world, items));
    const [one] = world.some(items, 1);
    if (one === undefined) continue;
    const nonce = num(one.body.transactionID?.nonce);
    const same = items.filter(({ body }) => num(body.transactionID?.nonce) === nonce);
    const path = `/transactions/${name}?nonce=${nonce}`;
    world.expectSame(path, (await world.get(path)).transactions, details(world, same));
    const digits = hex(one.record.transactionHash);
    const hashed = world.told.filter(({ record }) => hex(record.transactionHash) === digits);
    if (one.field !== 'consensusSubmitMessage') {
      const found = (await world.get(`/transactions/0x${digits}`)).transactions;
      world.expectSame(`${name} by hash`, found, details(world, hashed));
    }
  }
}

/** Those of one id, and behind a batch its inner transactions; with the custom fees that they paid. */
function details(world: World, items: readonly Told[]): Item[] {
  const inner = items
    .filter(({ field }) => field === 'atomicBatch')
    .flatMap((batch) =>
      world.told.filter(({ parent, body }) => parent === batch.at && num(body.transactionID?.nonce) === 0),
    );
  return [...items, ...inner.filter((one) => !items.includes(one))].map((told) => {
    const fees = told.record.assessedCustomFees
      .map((fee) => ({
        amount: big(fee.amount),
        collector: num(fee.feeCollectorAccountId?.accountNum),
        payers: (fee.effectivePayerAccountId ?? []).map((payer) => id(num(payer.accountNum))),
        token: num(fee.tokenId?.tokenNum),
      }))
      .sort((a, b) => a.collector - b.collector || (a.amount < b.amount ? -1 : 1))
      .map(({ amount, collector, payers, token }) => ({
        amount,
        collector_account_id: id(collector),
        effective_payer_account_ids: payers,
        token_id: idOrNull(token),
      }));
    const json = transactionJson(world, told);
    return fees.length === 0 ? json : { ...json, assessed_custom_fees: fees };
  });
}

/** What all transfers up to a moment add up to are the balances that the ledger then had. */
export async function checkTransferSums(world: World): Promise<void> {
  const all = await world.walk('/transactions?order=asc', 'transactions');
  const hbar = new Map<string, bigint>();
  const tokens = new Map<string, bigint>();
  const add = (sums: Map<string, bigint>, key: string, amount: bigint): void => {
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  };
  let next = 0;
  for (const at of world.moments) {
    for (; next < all.length; next++) {
      const item = all[next];
      if (item === undefined || String(item.consensus_timestamp) > time(at)) break;
      for (const transfer of item.transfers as Item[])
        add(hbar, String(transfer.account), big(transfer.amount as number));
      for (const transfer of item.token_transfers as Item[]) {
        add(tokens, `${transfer.account} ${transfer.token_id}`, big(transfer.amount as number));
      }
    }
    for (const [account] of world.ledger.accounts.entries()) {
      const row = world.ledger.accounts.at(account, at);
      expect(hbar.get(id(account)) ?? 0n, `${id(account)} at ${time(at)}`).toBe(row?.balance ?? 0n);
    }
    for (const [key, { account, token }] of world.ledger.relations.entries()) {
      if (world.ledger.tokens.need(token).nonFungible) continue;
      const balance = world.ledger.relations.at(key, at)?.balance ?? 0n;
      const name = `${id(account)} ${id(token)}`;
      expect(tokens.get(name) ?? 0n, `${name} at ${time(at)}`).toBe(balance);
    }
  }
}
