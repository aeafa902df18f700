import { hbars, integer, memoText, withPoint } from './format.ts';
import { didText, isSuccess, resultText } from './transaction-names.ts';
import { symbolText } from './visible-text.ts';

/** A part of a sentence: text, or an entity that is shown as a link. */
export type Part = string | { readonly entity: string };

/** Fields of a transaction that a sentence needs, as in the REST API. */
export interface TransactionFields {
  readonly name: string;
  readonly transaction_id: string;
  readonly result: string;
  readonly entity_id: string | null;
  readonly node: string | null;
  readonly charged_tx_fee?: unknown;
  readonly transfers: readonly { readonly account: string; readonly amount: unknown }[];
  readonly token_transfers: readonly {
    readonly token_id: string;
    readonly account: string;
    readonly amount: unknown;
  }[];
  readonly nft_transfers: readonly {
    readonly token_id: string;
    readonly serial_number: unknown;
    readonly sender_account_id: string | null;
    readonly receiver_account_id: string | null;
  }[];
}

/** Name and decimals of the tokens that the page has loaded. */
export type TokenNames = ReadonlyMap<string, { readonly symbol: string; readonly decimals: number }>;

/** Returns the account that pays for a transaction, from its id. */
export function payerOf(id: string): string {
  return id.split('-')[0] ?? id;
}

/**
 * Returns a sentence about a transaction: who acted, the action and its targets, and whether it failed. Its payer acted,
 * except in an Ethereum transaction: that was sent by its signer, `sender`, if the page knows the signer. `reason`: why
 * it failed, if that is known better than by its result.
 */
export function sentenceOf(
  tx: TransactionFields,
  tokens: TokenNames = new Map(),
  sender: string | null = null,
  reason: string = resultText(tx.result),
): readonly Part[] {
  const isSubmitted = tx.name === 'ETHEREUMTRANSACTION' && sender === null;
  const actor = { entity: sender ?? payerOf(tx.transaction_id) };
  const failed = isSuccess(tx.result) ? [] : [`, but it failed: ${reason}`];
  const moved = tx.name === 'CRYPTOTRANSFER' || tx.name === 'TOKENAIRDROP' ? movement(tx, tokens) : null;
  if (moved !== null && failed.length === 0) return moved;
  const did = isSubmitted ? 'submitted an Ethereum transaction to' : didText(tx.name);
  if (tx.entity_id === null) return [actor, ` ${did.replace(/ to$/, '')}`, ...failed];
  return [actor, ` ${did} `, { entity: tx.entity_id }, ...failed];
}

/** Returns "A sent 5 ℏ to B"; null when a transfer moves nothing but the fee. */
function movement(tx: TransactionFields, tokens: TokenNames): readonly Part[] | null {
  const payer = payerOf(tx.transaction_id);
  const [nft, ...nfts] = tx.nft_transfers;
  if (nft !== undefined) {
    const more = nfts.length === 0 ? '' : ` and ${nfts.length} more`;
    return flow(
      nft.sender_account_id,
      `NFT #${String(nft.serial_number)}${more} of `,
      nft.receiver_account_id,
      {
        entity: nft.token_id,
      },
    );
  }
  const token = tx.token_transfers[0]?.token_id;
  if (token !== undefined) {
    const of = tx.token_transfers.filter(({ token_id }) => token_id === token);
    const [from, to] = ends(of, null);
    if (to === undefined) return null;
    const known = tokens.get(token);
    const amount = withPoint(to.amount, known?.decimals ?? 0);
    return flow(
      from?.account ?? null,
      `${amount} ${known === undefined ? 'units' : known.symbol} of `,
      to.account,
      {
        entity: token,
      },
    );
  }
  const fee = integer(tx.charged_tx_fee) ?? 0n;
  const [from, to, receivers] = ends(tx.transfers, { payer, fee, collectors: collectorsOf(tx) });
  if (from === undefined || to === undefined) return null;
  const others = receivers > 1 ? ` and ${receivers - 1} more` : '';
  return [{ entity: from.account }, ` sent ${hbars(-from.amount)} to `, { entity: to.account }, others];
}

function flow(from: string | null, amount: string, to: string | null, token: Part): readonly Part[] {
  const sender: readonly Part[] = from === null ? ['The treasury'] : [{ entity: from }];
  return [...sender, ` sent ${amount}`, token, ...(to === null ? [] : [' to ', { entity: to }])];
}

/**
 * Returns the accounts that receive fees instead of transferred amounts: the node, and accounts of the network below
 * 0.0.1000 that the ledger credits.
 */
function collectorsOf({ node }: TransactionFields): ReadonlySet<string> {
  return new Set([node ?? '', '0.0.98', '0.0.800', '0.0.801', '0.0.802']);
}

type Change = { readonly account: string; readonly amount: bigint };

/** Returns the largest sender and receiver of changes, and the number of receivers. For hbars the fee is excluded. */
function ends(
  changes: readonly { readonly account: string; readonly amount: unknown }[],
  fees: { payer: string; fee: bigint; collectors: ReadonlySet<string> } | null,
): readonly [Change | undefined, Change | undefined, number] {
  const sums = new Map<string, bigint>();
  for (const { account, amount } of changes) {
    sums.set(account, (sums.get(account) ?? 0n) + (integer(amount) ?? 0n));
  }
  if (fees !== null) {
    sums.set(fees.payer, (sums.get(fees.payer) ?? 0n) + fees.fee);
    for (const collector of fees.collectors) sums.delete(collector);
  }
  const all = [...sums].map(([account, amount]) => ({ account, amount }));
  const sent = all.filter(({ amount }) => amount < 0n).sort((a, b) => (a.amount < b.amount ? -1 : 1));
  const received = all.filter(({ amount }) => amount > 0n).sort((a, b) => (a.amount > b.amount ? -1 : 1));
  return [sent[0], received[0], received.length];
}

/** Formats a sentence as plain text. */
export function plainText(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.entity)).join('');
}

/** Returns the memo of a transaction, or null when it has none. */
export function memoOf(base64: string | null): string | null {
  return base64 === null || base64 === '' ? null : memoText(base64);
}

/** A token as the REST API has it. */
interface Supply {
  readonly type: string;
  readonly symbol: string;
  readonly decimals: string;
  readonly total_supply: string;
  readonly supply_type: string;
  readonly max_supply: string;
}

/** Says how much of a token exists, and how much may. */
export function supplyText({
  type,
  symbol,
  decimals,
  total_supply,
  supply_type,
  max_supply,
}: Supply): string {
  const amount = (text: string): string => withPoint(BigInt(text), Number(decimals));
  const unit = type === 'FUNGIBLE_COMMON' ? symbolText(symbol) : 'NFTs';
  const limit = supply_type === 'FINITE' ? `at most ${amount(max_supply)} may` : 'without a limit';
  return `${amount(total_supply)} ${unit} exist, ${limit}.`;
}
