import type { Log } from '@tain/evm/execution';
import { decodeEntityId } from '@tain/ledger/entity-id';
import { LAST_SYSTEM_ENTITY } from '@tain/ledger/network';
import { MAX_INT64 } from '@tain/ledger/timestamp';
import { proto } from '@tain/protos/hapi';
import type { LedgerAccount, LedgerToken } from '../../state/ledger-objects.ts';
import type { Arguments } from '../abi/arguments.ts';
import { type MethodResult, SUCCESS, statusNumber, values } from '../answer.ts';
import type { Ledger } from '../ledger.ts';
import type { MethodCall } from '../method.ts';
import { changeLogs } from './change-logs.ts';
import { customFees, isExempt, type Payment, payCustomFees } from './custom-fees.ts';
import { demandUnfrozen, relationOf, usableToken } from './objects.ts';
import { attempt, demand, refuseInput } from './simulate.ts';
import { type Amount, applyTransfer, type Moves, type NftMove, type Transfer } from './transfer.ts';
import { amountOf, nftOf, type RequestedMoves } from './transfer-request.ts';
import { resolveTransfer } from './transfers.ts';

/**
 * Airdrops (HIP-904): transfers that do not fail if a receiver has no free association for a token, but wait for its
 * claim. The sender pays all custom fees immediately.
 */

/** Maximum number of changes of units, and of NFTs, of one airdrop. */
const MAX_CHANGES = 10;

/** `(TokenTransferList[])` → code. */
export async function airdropTokens(call: MethodCall): Promise<MethodResult> {
  const { ledger, args } = call;
  const lists = args.tuples(0).map(requestedMoves);
  const count = (of: (list: RequestedMoves) => number) => lists.reduce((sum, list) => sum + of(list), 0);
  if (
    count(({ amounts }) => amounts.length) > MAX_CHANGES ||
    count(({ nfts }) => nfts.length) > MAX_CHANGES
  ) {
    return refuseInput(call, 'TOKEN_REFERENCE_LIST_SIZE_LIMIT_EXCEEDED');
  }
  for (const address of receivers(lists)) {
    if (await isSystemAccount(ledger, address)) return refuseInput(call, 'INVALID_RECEIVING_NODE_ACCOUNT');
  }
  const done = await attempt(ledger, () => airdrop(ledger, lists));
  if ('refused' in done) return values(statusNumber(done.refused));
  call.logs.push(...done.value);
  return values(SUCCESS);
}

function requestedMoves(list: Arguments): RequestedMoves {
  const [amounts, nfts] = [list.tuples(1).map(amountOf), list.tuples(2).map(nftOf)];
  return { token: list.address(0), amounts, nfts };
}

function receivers(lists: readonly RequestedMoves[]): string[] {
  return lists.flatMap(({ amounts, nfts }) => [
    ...amounts.filter(({ amount }) => amount > 0n).map(({ account }) => account),
    ...nfts.map(({ to }) => to),
  ]);
}

/** Returns whether an address belongs to an account of the network itself, like the zero address. */
async function isSystemAccount(ledger: Ledger, address: string): Promise<boolean> {
  const account = await ledger.accountAt(address);
  const id = account?.id ?? ledger.longZeroId(address);
  return id !== undefined && decodeEntityId(id).num <= LAST_SYSTEM_ENTITY;
}

async function airdrop(ledger: Ledger, lists: readonly RequestedMoves[]): Promise<Log[]> {
  demandWellFormed(ledger, lists);
  const requested = await resolveTransfer(ledger, { hbars: [], tokens: lists });
  for (const moves of requested.tokens) await demandGiveable(ledger, moves, requested);
  const fees = customFees(requested);
  const isShare = ({ isShare: share }: Payment) => share === true;
  const paid = await payCustomFees(
    ledger,
    fees.filter((each) => !isShare(each)),
  );
  const transfer = withShares(requested, fees.filter(isShare));
  const immediate = [];
  for (const moves of transfer.tokens) immediate.push(await immediateMoves(ledger, moves));
  const tokens = immediate.filter(({ amounts, nfts }) => amounts.length > 0 || nfts.length > 0);
  // Airdrops cannot use allowances.
  await applyTransfer(ledger, { hbars: [], tokens }, 0n);
  const units = [
    ...tokens.flatMap(({ token, amounts }) => amounts.map((each) => ({ ...each, token: token.id }))),
    ...paid.flatMap(({ token, from, to, amount }) =>
      token === undefined
        ? []
        : [
            { token, account: from, amount: -amount },
            { token, account: to, amount },
          ],
    ),
  ];
  const nfts = tokens.flatMap(({ token, nfts: list }) => list.map((each) => ({ ...each, token: token.id })));
  return changeLogs(ledger, units, nfts);
}

/** Runs the checks that need no state of the ledger. */
function demandWellFormed(ledger: Ledger, lists: readonly RequestedMoves[]): void {
  demand(lists.length > 0, 'EMPTY_TOKEN_TRANSFER_BODY');
  for (const { amounts, nfts } of lists) {
    const senders = new Set(nfts.map(({ from }) => from));
    const debits = amounts.filter(({ amount }) => amount < 0n);
    const hasOne = senders.size <= 1 && (amounts.length === 0 || debits.length === 1);
    demand(hasOne, 'AIRDROP_CONTAINS_MULTIPLE_SENDERS_FOR_A_TOKEN');
  }
  for (const { token, amounts, nfts } of lists) {
    const id = ledger.longZeroId(token);
    demand(id !== undefined && id !== 0n, 'INVALID_TOKEN_ID');
    demandAmounts(amounts);
    demandNfts(nfts);
    demand(amounts.length > 0 || nfts.length > 0, 'EMPTY_TOKEN_TRANSFER_ACCOUNT_AMOUNTS');
  }
  demand(new Set(lists.map(({ token }) => token)).size === lists.length, 'TOKEN_ID_REPEATED_IN_TOKEN_LIST');
}

function demandAmounts(amounts: RequestedMoves['amounts']): void {
  const sum = amounts.reduce((total, { amount }) => total + amount, 0n);
  demand(sum === 0n, 'TRANSFERS_NOT_ZERO_SUM_FOR_TOKEN');
  demand(!amounts.some(({ isApproval }) => isApproval), 'NOT_SUPPORTED');
  const accounts = new Set(amounts.map(({ account }) => account));
  demand(accounts.size === amounts.length, 'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS');
}

function demandNfts(nfts: RequestedMoves['nfts']): void {
  const serials = new Set<bigint>();
  for (const { from, to, serial, isApproval } of nfts) {
    demand(!isApproval, 'NOT_SUPPORTED');
    demand(serial > 0n, 'INVALID_TOKEN_NFT_SERIAL_NUMBER');
    demand(!serials.has(serial), 'INVALID_ACCOUNT_AMOUNTS');
    demand(from !== to, 'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS');
    serials.add(serial);
  }
}

/** Checks that the sender has the balance, and that no receiver would have to pay a royalty. */
async function demandGiveable(ledger: Ledger, { token: { id }, amounts, nfts }: Moves, all: Transfer) {
  const token = await usableToken(ledger, id);
  const debit = amounts.find(({ amount }) => amount < 0n);
  if (debit) {
    demand(token.type === 'FUNGIBLE_COMMON', 'ACCOUNT_AMOUNT_TRANSFERS_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON');
    const relation = await relationOf(ledger, debit.account, id);
    demandUnfrozen(relation);
    demand(relation.balance + debit.amount >= 0n, 'INSUFFICIENT_TOKEN_BALANCE');
  }
  for (const move of nfts) demand(!owesRoyalty(token, move, all), 'TOKEN_AIRDROP_WITH_FALLBACK_ROYALTY');
  for (const { from, serial } of nfts) {
    demandUnfrozen(await relationOf(ledger, from, id));
    const nft = await ledger.state.nfts.get([id, serial]);
    demand(nft !== undefined && !nft.deleted, 'INVALID_NFT_ID');
    demand(nft.owner === from, 'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO');
  }
}

function owesRoyalty(token: LedgerToken, { from, to }: NftMove, { tokens }: Transfer): boolean {
  const earns = tokens.some(({ amounts }) =>
    amounts.some(({ account, amount }) => account === from && amount > 0n),
  );
  return token.fees.royalty.some(
    (fee) =>
      (fee.fallback !== undefined && !isExempt(token, fee, to)) || (earns && !isExempt(token, fee, from)),
  );
}

/** Returns a transfer with the shares of collectors deducted from the amounts of receivers. */
function withShares(transfer: Transfer, shares: readonly Payment[]): Transfer {
  const tokens = transfer.tokens.map((moves) => {
    const amounts = new Map(moves.amounts.map((each) => [each.account, each.amount]));
    for (const { token, from, to, amount } of shares) {
      if (token !== moves.token.id) continue;
      amounts.set(from, (amounts.get(from) ?? 0n) - amount);
      amounts.set(to, (amounts.get(to) ?? 0n) + amount);
    }
    const list = [...amounts].map(([account, amount]) => ({ account, amount, isApproval: false }));
    return { ...moves, amounts: list };
  });
  return { ...transfer, tokens };
}

/** Stores the amounts that must be claimed; returns the amounts that are transferred immediately. */
async function immediateMoves(ledger: Ledger, { token, amounts, nfts }: Moves): Promise<Moves> {
  const immediate: { amounts: Amount[]; nfts: NftMove[] } = { amounts: [], nfts: [] };
  const sender = amounts.find(({ amount }) => amount < 0n)?.account ?? 0n;
  for (const each of amounts.filter(({ amount }) => amount > 0n)) {
    if (await mustClaim(ledger, each.account, token.id)) {
      await addPendingUnits(ledger, [sender, each.account, token.id, 0n], each.amount);
    } else immediate.amounts.push(each);
  }
  const sum = immediate.amounts.reduce((total, { amount }) => total + amount, 0n);
  if (sum > 0n) immediate.amounts.unshift({ account: sender, amount: -sum, isApproval: false });
  for (const each of nfts) {
    if (!(await mustClaim(ledger, each.to, token.id))) immediate.nfts.push(each);
    else await addPendingNft(ledger, [each.from, each.to, token.id, each.serial]);
  }
  return { token, ...immediate };
}

/**
 * Returns whether a receiver has neither an association nor a slot for one. Throws `Refused` for a receiver that could
 * not claim.
 */
async function mustClaim(ledger: Ledger, id: bigint, token: bigint): Promise<boolean> {
  const account = await ledger.state.accounts.get(id);
  demand(account !== undefined, 'INVALID_ACCOUNT_ID');
  demand(canClaim(account), 'NOT_SUPPORTED');
  if ((await ledger.state.relations.get([id, token]))?.associated) return false;
  const slots = account.maxAutomaticTokenAssociations;
  return slots >= 0 && ((await ledger.state.automaticAssociations.get(id)) ?? 0) >= slots;
}

type PendingKey = readonly [sender: bigint, receiver: bigint, token: bigint, serial: bigint];

async function addPendingUnits(ledger: Ledger, key: PendingKey, amount: bigint): Promise<void> {
  const total = ((await ledger.state.airdrops.get(key)) ?? 0n) + amount;
  demand(total <= MAX_INT64, 'INSUFFICIENT_TOKEN_BALANCE');
  ledger.state.airdrops.set(key, total);
}

async function addPendingNft(ledger: Ledger, key: PendingKey): Promise<void> {
  demand((await ledger.state.airdrops.get(key)) === undefined, 'PENDING_NFT_AIRDROP_ALREADY_EXISTS');
  ledger.state.airdrops.set(key, 0n);
}

/** Returns whether an account can sign a claim: not if a contract alone controls it by a delegatable key. */
function canClaim({ key }: LedgerAccount): boolean {
  return key === undefined || isClaimKey(proto.Key.decode(key));
}

function isClaimKey({
  delegatableContractId,
  keyList,
  thresholdKey,
  RSA_3072,
  ECDSA_384,
}: proto.IKey): boolean {
  if (thresholdKey) {
    const able = (thresholdKey.keys?.keys ?? []).filter(isClaimKey).length;
    return able >= (thresholdKey.threshold ?? 0);
  }
  if (keyList) return (keyList.keys ?? []).every(isClaimKey);
  return !delegatableContractId && !RSA_3072?.length && !ECDSA_384?.length;
}
