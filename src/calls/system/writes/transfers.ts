import type { Address } from '@tain/evm/execution';
import { MAX_INT64 } from '@tain/ledger/timestamp';
import { emptyAccount } from '../../state/ledger-objects.ts';
import { halt, type MethodResult, revertWith, SUCCESS, statusNumber, values } from '../answer.ts';
import { gasOfPrice, PRICE } from '../gas.ts';
import type { Ledger } from '../ledger.ts';
import type { MethodCall } from '../method.ts';
import { customFees, payCustomFees } from './custom-fees.ts';
import { nftMoved, unitsMoved } from './logs.ts';
import { existingToken, senderOf } from './objects.ts';
import { attempt, demand } from './simulate.ts';
import { applyTransfer, type Transfer } from './transfer.ts';
import type { RequestOf, TransferRequest } from './transfer-request.ts';

/** Transfers of hbars, units and NFTs, with custom fees. */

/** Returns a method for a transfer of ERC-20 or ERC-721: reverts on failure, and emits a log on success. */
export function ercTransferBy(requestOf: RequestOf) {
  return async (call: MethodCall): Promise<MethodResult> => {
    const request = requestOf(call);
    if (isTooLarge(request)) return halt('PRECOMPILE_ERROR');
    const refused = await transfer(call, request);
    if (refused !== undefined) return revertWith(refused);
    addLogs(call, request);
    return call.token?.type === 'NON_FUNGIBLE_UNIQUE' ? values() : values(true);
  };
}

/** Returns a method for a transfer that returns the response code. Only transfers by allowance emit a log. */
export function transferBy(requestOf: RequestOf, hasLogs = false) {
  return async (call: MethodCall): Promise<MethodResult> => {
    const request = requestOf(call);
    if (isTooLarge(request)) return halt('PRECOMPILE_ERROR');
    const refused = await transfer(call, request);
    if (refused === undefined && hasLogs) addLogs(call, request);
    return values(refused === undefined ? SUCCESS : statusNumber(refused));
  };
}

/**
 * Returns the gas: half a transfer's price for each amount, a whole one for each NFT, twice that if a token has custom
 * fees, and the price of an account's creation for each receiver whose address has no account yet.
 */
export function transferGasBy(requestOf: RequestOf) {
  return async (call: MethodCall): Promise<bigint> => {
    const { hbars, tokens } = requestOf(call);
    let price = (PRICE.hbarTransfer / 2n) * BigInt(hbars.length);
    for (const { token: address, amounts, nfts } of tokens) {
      const fees = (await call.ledger.tokenAt(address))?.fees;
      const hasFees = fees !== undefined && Object.values(fees).some((list) => list.length > 0);
      const each = hasFees ? PRICE.tokenTransferWithFees : PRICE.tokenTransfer;
      price += (each / 2n) * BigInt(amounts.length) + each * BigInt(nfts.length);
    }
    for (const address of receivers({ hbars, tokens })) {
      if (await isNew(call.ledger, address)) price += PRICE.accountCreate;
    }
    return gasOfPrice(price);
  };
}

function isTooLarge({ tokens }: TransferRequest): boolean {
  return tokens.some(
    ({ amounts, nfts }) =>
      amounts.some(({ amount }) => amount > MAX_INT64) || nfts.some(({ serial }) => serial > MAX_INT64),
  );
}

/** Makes the transfer; returns the reason of a refusal, or undefined. */
async function transfer(call: MethodCall, request: TransferRequest): Promise<string | undefined> {
  const { ledger } = call;
  const done = await attempt(ledger, async () => {
    const sender = senderOf(call);
    const known = await resolveTransfer(ledger, request);
    const fees = customFees(known);
    const payers = new Set(fees.map(({ token, from }) => `${token},${from}`));
    await applyTransfer(ledger, known, sender.id, payers);
    await payCustomFees(ledger, fees);
  });
  return 'refused' in done ? done.refused : undefined;
}

/** Resolves addresses to ids; a credit to an unknown address creates a hollow account. */
export async function resolveTransfer(ledger: Ledger, { hbars, tokens }: TransferRequest): Promise<Transfer> {
  const amountsOf = async (list: TransferRequest['hbars']) => {
    const found = [];
    for (const { account, amount, isApproval } of list) {
      found.push({ account: await idOf(ledger, account, amount > 0n), amount, isApproval });
    }
    return found;
  };
  const known = { hbars: await amountsOf(hbars), tokens: [] as Transfer['tokens'][number][] };
  for (const { token: address, amounts, nfts } of tokens) {
    const token = await existingToken(ledger, ledger.longZeroId(address));
    const moves = [];
    for (const { from, to, serial, isApproval } of nfts) {
      moves.push({
        from: await idOf(ledger, from, false),
        to: await idOf(ledger, to, true),
        serial,
        isApproval,
      });
    }
    known.tokens.push({ token, amounts: await amountsOf(amounts), nfts: moves });
  }
  return known;
}

async function idOf(ledger: Ledger, address: Address, isReceiver: boolean): Promise<bigint> {
  const account = await ledger.accountAt(address);
  if (account !== undefined) return account.id;
  demand(isReceiver && (await isNew(ledger, address)), 'INVALID_ACCOUNT_ID');
  return createHollow(ledger, address);
}

/** Returns whether sending to an address creates an account. */
async function isNew(ledger: Ledger, address: Address): Promise<boolean> {
  return ledger.longZeroId(address) === undefined && (await ledger.state.aliases.get(address)) === undefined;
}

/** Creates an account without a key, which the holder of the address's key completes later. */
async function createHollow(ledger: Ledger, address: Address): Promise<bigint> {
  const { state, environment } = ledger;
  const id = await state.nextId();
  state.aliases.set(address, id);
  state.accounts.set(id, {
    ...emptyAccount(id),
    evmAddress: address,
    maxAutomaticTokenAssociations: -1,
    createdTimestamp: environment.now,
  });
  return id;
}

function receivers({ hbars, tokens }: TransferRequest): Set<Address> {
  const amounts = [...hbars, ...tokens.flatMap((each) => each.amounts)];
  return new Set([
    ...amounts.filter(({ amount }) => amount > 0n).map(({ account }) => account),
    ...tokens.flatMap(({ nfts }) => nfts.map(({ to }) => to)),
  ]);
}

/** Adds the `Transfer` log of one sender and one receiver. */
function addLogs({ logs }: MethodCall, { tokens }: TransferRequest): void {
  for (const { token, amounts, nfts } of tokens) {
    const [from, to] = amounts;
    if (from && to) logs.push(unitsMoved(token, [from.account, to.account], to.amount));
    for (const nft of nfts) logs.push(nftMoved(token, [nft.from, nft.to], nft.serial));
  }
}
