import type { proto } from '@tain/protos/hapi';
import type { Draft } from '../ledger/draft.ts';
import { accountId, long, tokenId } from '../ledger/ids.ts';
import type { Generator } from './generator.ts';
import { hookForTransfer, REFUSE } from './hooks.ts';
import { ownedSerial } from './token-supply.ts';
import { tokenReceiver } from './token-transfer.ts';

/** Transfers approved by hooks instead of signatures (HIP-1195). */
const HBAR = 100_000_000;
const GAS = 25_000;

interface Hook {
  readonly owner: number;
  readonly id: number;
}

/** Transfers tinybars, units or an NFT of an owner whose hook allows it; null without one. */
export function transferWithHooks(g: Generator): Draft | null {
  const hook = hookForTransfer(g);
  if (hook === undefined) return null;
  const kind = g.random.unit();
  if (kind < 0.45) return tinybars(g, hook);
  return (kind < 0.7 ? units(g, hook) : nft(g, hook)) ?? tinybars(g, hook);
}

function callOf(g: Generator, id: number): proto.IHookCall {
  const data = g.random.bytes(4);
  // Transfers with hooks fail more often than others, because the purpose of hooks is to refuse.
  const refused = g.random.chance(Math.min(1, g.options.failures * 4));
  data[0] = refused ? REFUSE : (data[0] ?? 0) & 0x7f;
  return { hookId: long(id), evmHookCall: { data, gasLimit: long(GAS) } };
}

/** Returns a hook call that runs before the transfer, or before and after it. */
function amountHook(g: Generator, id: number): Partial<proto.IAccountAmount> {
  const call = callOf(g, id);
  return g.random.chance(0.6) ? { preTxAllowanceHook: call } : { prePostTxAllowanceHook: call };
}

function tinybars(g: Generator, hook: Hook): Draft | null {
  const amount = g.random.amount(1_000, HBAR);
  const receiver = g.other(hook.owner);
  // A receiver that requires a signature may use a hook instead.
  const other = receiver.receiverSigRequired ? ofOwner(g, receiver.num) : undefined;
  if (receiver.receiverSigRequired && other === undefined) return null;
  if (g.ledger.accounts.need(hook.owner).balance < amount) return null;
  const accountAmounts = [
    { accountID: accountId(hook.owner), amount: long(-amount), ...amountHook(g, hook.id) },
    {
      accountID: accountId(receiver.num),
      amount: long(amount),
      ...(other && amountHook(g, other)),
    },
  ];
  return { data: { cryptoTransfer: { transfers: { accountAmounts } } }, payer: g.payer().num };
}

/** Returns the number of a hook of the account. */
function ofOwner(g: Generator, owner: number): number | undefined {
  return g.find(g.ledger.hooks, (row) => row.owner === owner && !row.deleted)?.id;
}

function units(g: Generator, hook: Hook): Draft | null {
  const token = heldBy(g, hook.owner, false);
  const receiver = token === undefined ? null : tokenReceiver(g, hook.owner, token.num);
  if (token === undefined || receiver === null) return null;
  const amount = (g.ledger.relation(hook.owner, token.num)?.balance ?? 0n) / 100n || 1n;
  const transfers = [
    { accountID: accountId(hook.owner), amount: long(-amount), ...amountHook(g, hook.id) },
    { accountID: accountId(receiver), amount: long(amount) },
  ];
  const tokenTransfers = [{ token: tokenId(token.num), transfers }];
  return { data: { cryptoTransfer: { tokenTransfers } }, payer: g.payer().num };
}

/** Transfers an NFT whose sender has the hook; sometimes the receiver has one, too. */
function nft(g: Generator, hook: Hook): Draft | null {
  const token = heldBy(g, hook.owner, true);
  const serial = token === undefined ? null : ownedSerial(g, token, hook.owner);
  if (token === undefined || serial === null) return null;
  const receiver = tokenReceiver(g, hook.owner, token.num);
  if (receiver === null) return null;
  const nftTransfer: proto.INftTransfer = {
    senderAccountID: accountId(hook.owner),
    receiverAccountID: accountId(receiver),
    serialNumber: long(serial),
  };
  if (g.random.chance(0.5)) nftTransfer.preTxSenderAllowanceHook = callOf(g, hook.id);
  else nftTransfer.prePostTxSenderAllowanceHook = callOf(g, hook.id);
  const other = ofOwner(g, receiver);
  if (other !== undefined) {
    if (g.random.chance(0.5)) nftTransfer.preTxReceiverAllowanceHook = callOf(g, other);
    else nftTransfer.prePostTxReceiverAllowanceHook = callOf(g, other);
  }
  const tokenTransfers = [{ token: tokenId(token.num), nftTransfers: [nftTransfer] }];
  const payer = g.payer().num;
  return { data: { cryptoTransfer: { tokenTransfers } }, payer, signers: g.keysOf(receiver) };
}

function heldBy(g: Generator, owner: number, nonFungible: boolean): ReturnType<Generator['token']> {
  return g.token(
    (row) =>
      row.nonFungible === nonFungible &&
      g.canMove(owner, row) &&
      (g.ledger.relation(owner, row.num)?.balance ?? 0n) > 0n,
  );
}
