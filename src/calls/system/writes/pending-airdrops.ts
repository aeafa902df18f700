import type { Address, Log } from '@tain/evm/execution';
import type { LedgerToken } from '../../state/ledger-objects.ts';
import { type MethodResult, SUCCESS, statusNumber, values } from '../answer.ts';
import type { Ledger } from '../ledger.ts';
import type { MethodCall } from '../method.ts';
import { newRelation } from './associations.ts';
import { changeLogs } from './change-logs.ts';
import { demandOwnKey, setRelation, usableToken } from './objects.ts';
import { attempt, demand, refuseInput } from './simulate.ts';
import { type Amount, applyTransfer, type Moves, type NftMove } from './transfer.ts';

/** Claims and cancellations of pending airdrops. */

/** Maximum number of airdrops of one claim or cancellation. */
const MAX_AIRDROPS = 10;

/** An airdrop as named by a call; the serial is 0 for units. */
interface Named {
  readonly sender: Address;
  readonly receiver: Address;
  readonly token: bigint;
  readonly serial: bigint;
}

type Parse = (call: MethodCall) => Promise<readonly Named[] | MethodResult>;
type Settle = (ledger: Ledger, named: readonly Named[]) => Promise<Log[]>;

/** `(PendingAirdrop[])`: sender, receiver, token, serial. */
const listed: Parse = async (call) => {
  const { ledger, args } = call;
  const list = args.tuples(0);
  if (list.length > MAX_AIRDROPS) return refuseInput(call, 'PENDING_AIRDROP_ID_LIST_TOO_LONG');
  const named: Named[] = [];
  for (const each of list) {
    const token = await ledger.tokenAt(each.address(2));
    if (token === undefined) return refuseInput(call, 'INVALID_TOKEN_ID');
    const serial = token.type === 'NON_FUNGIBLE_UNIQUE' ? each.integer(3) : 0n;
    // Serial 0 represents fungible units.
    const { id } = token;
    named.push({
      sender: each.address(0),
      receiver: each.address(1),
      token: id,
      serial: isNft(token) && serial === 0n ? -1n : serial,
    });
  }
  return named;
};

/** `(other[, serial])` through a token's address: the caller is the receiver of a claim, the sender of a cancellation. */
const through =
  (role: 'sender' | 'receiver'): Parse =>
  async (call) => {
    const { args, token, senderAddress } = call;
    if (token === undefined) return refuseInput(call, 'INVALID_TOKEN_ID');
    const other = args.address(0);
    const parties =
      role === 'receiver'
        ? { sender: other, receiver: senderAddress }
        : { sender: senderAddress, receiver: other };
    return [{ ...parties, token: token.id, serial: args.length > 1 ? args.integer(1) || -1n : 0n }];
  };

function isNft({ type }: LedgerToken): boolean {
  return type === 'NON_FUNGIBLE_UNIQUE';
}

function settling(parse: Parse, settle: Settle) {
  return async (call: MethodCall): Promise<MethodResult> => {
    const named = await parse(call);
    if ('kind' in named) return named;
    const done = await attempt(call.ledger, () => settle(call.ledger, named));
    if ('refused' in done) return values(statusNumber(done.refused));
    call.logs.push(...done.value);
    return values(SUCCESS);
  };
}

export const claimAirdrops = settling(listed, claim);
export const claimAirdrop = settling(through('receiver'), claim);
export const cancelAirdrops = settling(listed, cancel);
export const cancelAirdrop = settling(through('sender'), cancel);

/** A pending airdrop. */
interface Pending {
  readonly key: readonly [sender: bigint, receiver: bigint, token: bigint, serial: bigint];
  readonly amount: bigint;
}

async function cancel(ledger: Ledger, named: readonly Named[]): Promise<Log[]> {
  demandList(named);
  demand(
    named.every(({ serial }) => serial >= 0n),
    'INVALID_TOKEN_NFT_SERIAL_NUMBER',
  );
  for (const { sender } of named) {
    demandOwnKey(await ledger.accountAt(sender), 'INVALID_PENDING_AIRDROP_ID');
  }
  for (const { key } of await pendingOf(ledger, named)) ledger.state.airdrops.set(key, undefined);
  return [];
}

async function claim(ledger: Ledger, named: readonly Named[]): Promise<Log[]> {
  demandList(named);
  for (const { receiver } of named) demandOwnKey(await ledger.accountAt(receiver), 'INVALID_ACCOUNT_ID');
  const pending = await pendingOf(ledger, named);
  for (const { key } of pending) {
    const token = await usableToken(ledger, key[2]);
    const hasFallback = isNft(token) && token.fees.royalty.some(({ fallback }) => fallback !== undefined);
    demand(!hasFallback, 'TOKEN_AIRDROP_WITH_FALLBACK_ROYALTY');
    await associateFreely(ledger, key[1], token);
  }
  const tokens = [];
  for (const id of new Set(pending.map(({ key }) => key[2]))) tokens.push(await movesOf(ledger, id, pending));
  // The sender paid all fees when the airdrop was made.
  await applyTransfer(ledger, { hbars: [], tokens }, 0n);
  for (const { key } of pending) ledger.state.airdrops.set(key, undefined);
  return changeLogs(
    ledger,
    tokens.flatMap(({ token, amounts }) => amounts.map((each) => ({ ...each, token: token.id }))),
    tokens.flatMap(({ token, nfts }) => nfts.map((each) => ({ ...each, token: token.id }))),
  );
}

/** Associates the receiver of a claim, without using a slot for automatic associations. */
async function associateFreely(ledger: Ledger, account: bigint, token: LedgerToken): Promise<void> {
  const relation = await ledger.state.relations.get([account, token.id]);
  if (!relation?.associated) setRelation(ledger, newRelation(account, token, false));
}

function demandList(named: readonly Named[]): void {
  demand(named.length > 0, 'EMPTY_PENDING_AIRDROP_ID_LIST');
  const keys = new Set(
    named.map(({ sender, receiver, token, serial }) => [sender, receiver, token, serial].join()),
  );
  demand(keys.size === named.length, 'PENDING_AIRDROP_ID_REPEATED');
}

async function pendingOf(ledger: Ledger, named: readonly Named[]): Promise<Pending[]> {
  const pending: Pending[] = [];
  for (const { sender, receiver, token, serial } of named) {
    const [from, to] = [await ledger.accountAt(sender), await ledger.accountAt(receiver)];
    demand(from !== undefined && to !== undefined, 'INVALID_PENDING_AIRDROP_ID');
    const key = [from.id, to.id, token, serial] as const;
    const amount = await ledger.state.airdrops.get(key);
    demand(amount !== undefined, 'INVALID_PENDING_AIRDROP_ID');
    pending.push({ key, amount });
  }
  return pending;
}

/** Returns all claims of one token as one transfer, with one sum of units for each account. */
async function movesOf(ledger: Ledger, id: bigint, pending: readonly Pending[]): Promise<Moves> {
  const amounts = new Map<bigint, bigint>();
  const nfts: NftMove[] = [];
  const add = (account: bigint, amount: bigint) =>
    amounts.set(account, (amounts.get(account) ?? 0n) + amount);
  for (const {
    key: [from, to, token, serial],
    amount,
  } of pending) {
    if (token !== id) continue;
    if (serial !== 0n) nfts.push({ from, to, serial, isApproval: false });
    else {
      add(from, -amount);
      add(to, amount);
    }
  }
  const list: Amount[] = [...amounts].map(([account, amount]) => ({ account, amount, isApproval: false }));
  return { token: await usableToken(ledger, id), amounts: list, nfts };
}
