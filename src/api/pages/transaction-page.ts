import { listBlocks } from '../blocks/list-blocks.ts';
import { getResult } from '../contracts/get-result.ts';
import { getTransaction } from '../transactions/get-transaction.ts';
import { hbars, signedHbars } from './amounts.ts';
import { type Answered, type Asking, verifyAnswered } from './ask.ts';
import { executionHtml } from './execution.ts';
import { type Html, html, NOTHING, type Part } from './html.ts';
import { integerAt, type Json, listAt, member, textAt } from './json.ts';
import { entityHtml, type Names, selectNames } from './names.ts';
import {
  bytesHtml,
  codeHtml,
  factsHtml,
  firstRows,
  keyHtml,
  resultHtml,
  type Shown,
  tableHtml,
  timeHtml,
  tokenAmountHtml,
} from './parts.ts';
import { PROOF_PATH } from './proof-page.ts';
import { transactionIdOf } from './transaction-id.ts';

/** Of several transactions with one id, such as the children of a call, so many are shown. */
const MOST_SHOWN = 8;
/** A hash of an Ethereum transaction. */
const HASH_32 = /^0x([0-9a-f]{64})$/i;
const ETHEREUM = 'ETHEREUMTRANSACTION';
const EXECUTES = /^(CONTRACT(CALL|CREATEINSTANCE)|ETHEREUMTRANSACTION)$/;

/** All transactions with an id or a hash. Throws `Refused`, `Problem`. */
export async function transactionPage(idOrHash: string, { ask, lookUp, hasProofs }: Asking): Promise<Shown> {
  const [, digits] = HASH_32.exec(idOrHash) ?? [];
  const known = digits === undefined ? null : await transactionIdOf(digits, ask);
  const answer = verifyAnswered(await ask(getTransaction, { transactionIdOrHash: known ?? idOrHash }));
  const all = listAt(answer.value, 'transactions');
  // Children that precede their parent have an earlier consensus time.
  const sent = all.find((one) => textAt(one, 'nonce') === '0' && member(one, 'scheduled') !== true) ?? all[0];
  const transactions = [...(sent === undefined ? [] : [sent]), ...all.filter((one) => one !== sent)].slice(
    0,
    MOST_SHOWN,
  );
  const [first] = transactions;
  const at = textAt(first, 'consensus_timestamp') ?? '0';
  const id = textAt(first, 'transaction_id') ?? '';
  const block = await ask(listBlocks, {}, `timestamp=gte:${at}&order=asc&limit=1`);
  // By its time: several of one id may have executed something.
  const executed = transactions.find((one) => EXECUTES.test(textAt(one, 'name') ?? ''));
  const result =
    executed === undefined
      ? undefined
      : await ask(getResult, { transactionIdOrHash: textAt(executed, 'consensus_timestamp') ?? '' });
  const execution = result?.status === 200 || result?.status === 206 ? result : undefined;
  const ethereumHash = (one: Json): string | null =>
    one === executed && textAt(one, 'name') === ETHEREUM ? textAt(execution?.value, 'hash') : null;
  const payer = id.split('-')[0] ?? null;
  const shown = transactions.map((one) => withoutLongLists(one));
  const names = await selectNames(lookUp, [payer, shown]);
  const number = textAt(listAt(block.value, 'blocks')[0], 'number');
  const others = transactions.slice(1).map(
    (
      one,
      index,
    ) => html`<section aria-labelledby="n${index}"><h2 id="n${index}">${kindOf(one, id)}: ${textAt(one, 'name')}</h2>
${transactionHtml(one, names, answer, { block: null, ethereumHash: ethereumHash(one), prefix: `${index + 2}. ` })}</section>`,
  );
  const main = html`${hasProofs && html`<p><a href="${PROOF_PATH}?transaction=${encodeURIComponent(id)}">Verify it in your browser</a></p>\n`}${transactionHtml(first ?? null, names, answer, { block: number, ethereumHash: ethereumHash(first ?? null), prefix: '' })}
${execution !== undefined && executionHtml(execution)}
${others}
${all.length > MOST_SHOWN && html`<p>These are ${MOST_SHOWN} of ${all.length}: <a href="${answer.url}">all of them</a>.</p>`}`;
  return {
    title: `Transaction ${id}`,
    heading: html`Transaction <span class="id">${id}</span>`,
    main,
    answers: execution === undefined ? [answer] : [answer, execution],
  };
}

/** What names are looked up of: the rows that are shown. */
function withoutLongLists(transaction: Json): Json {
  return [
    textAt(transaction, 'entity_id'),
    textAt(transaction, 'node'),
    ...[
      'transfers',
      'token_transfers',
      'nft_transfers',
      'staking_reward_transfers',
      'assessed_custom_fees',
    ].map((name) => firstRows(listAt(transaction, name), '').items),
  ];
}

function kindOf(transaction: Json, id: string): string {
  if (textAt(transaction, 'transaction_id') !== id) return 'In the batch';
  if (member(transaction, 'scheduled') === true) return 'As scheduled';
  return textAt(transaction, 'nonce') === '0' ? 'Once more' : `Child ${textAt(transaction, 'nonce')}`;
}

/** Facts of a transaction that its own answer lacks; each null where it is not known. */
interface FurtherFacts {
  readonly block: string | null;
  /** Keccak-256 of the Ethereum transaction, as wallets show it. */
  readonly ethereumHash: string | null;
  /** Begins the titles of its tables. */
  readonly prefix: string;
}

function transactionHtml(
  one: Json,
  names: Names,
  { url }: Answered,
  { block, ethereumHash, prefix }: FurtherFacts,
): Html {
  const entity = textAt(one, 'entity_id');
  const node = textAt(one, 'node');
  const fee = integerAt(one, 'charged_tx_fee');
  const most = integerAt(one, 'max_fee');
  const hash = textAt(one, 'transaction_hash');
  const id = textAt(one, 'transaction_id') ?? '';
  const parent = textAt(one, 'parent_consensus_timestamp');
  return html`${factsHtml([
    ['Result', resultHtml(textAt(one, 'result'))],
    ['Type', textAt(one, 'name')],
    ['Time', timeHtml(textAt(one, 'consensus_timestamp'))],
    ['Block', block !== null && html`<a href="/block/${block}">${block}</a>`],
    ['Acted on', entity !== null && entityHtml(entity, names)],
    ['Paid by', entityHtml(id.split('-')[0] ?? null, names)],
    ['Fee', fee !== null && `${hbars(fee)}${most === null || most === 0n ? '' : `, at most ${hbars(most)}`}`],
    ['Memo', bytesHtml(textAt(one, 'memo_base64'))],
    ['Node', node !== null && entityHtml(node, names)],
    ['Hash', codeHtml(hash === null ? null : `0x${Buffer.from(hash, 'base64').toString('hex')}`)],
    ['Ethereum hash', codeHtml(ethereumHash)],
    ['Parent', parent !== null && timeHtml(parent)],
    ['Batch key', keyHtml(member(one, 'batch_key'))],
    [
      'Valid',
      html`from ${timeHtml(textAt(one, 'valid_start_timestamp'))}${textAt(one, 'valid_duration_seconds') !== null && html` for ${textAt(one, 'valid_duration_seconds')} s`}`,
    ],
  ])}
${movementsHtml(one, names, url, prefix)}`;
}

function movementsHtml(one: Json, names: Names, url: string, prefix: string): Html {
  const table = (
    title: string,
    list: string,
    heads: readonly string[],
    row: (item: Json) => Part[],
  ): Html => {
    const { items, more } = firstRows(listAt(one, list), url);
    return items.length === 0 ? NOTHING : tableHtml(`${prefix}${title}`, heads, items.map(row), more);
  };
  const account = (item: Json, name = 'account') => entityHtml(textAt(item, name), names);
  return html`${table('Transfers of hbar', 'transfers', ['Account', 'Change'], (item) => [
    account(item),
    signedHbars(integerAt(item, 'amount') ?? 0n),
  ])}
${table('Transfers of tokens', 'token_transfers', ['Token', 'Account', 'Change'], (item) => [
  account(item, 'token_id'),
  account(item),
  tokenAmountHtml(integerAt(item, 'amount'), textAt(item, 'token_id'), names, true),
])}
${table('Transfers of NFTs', 'nft_transfers', ['Token', 'Number', 'From', 'To'], (item) => [
  account(item, 'token_id'),
  textAt(item, 'serial_number'),
  account(item, 'sender_account_id'),
  account(item, 'receiver_account_id'),
])}
${table('Custom fees', 'assessed_custom_fees', ['To', 'Amount', 'Unit'], (item) => {
  const token = textAt(item, 'token_id');
  return [
    account(item, 'collector_account_id'),
    token === null
      ? hbars(integerAt(item, 'amount') ?? 0n)
      : tokenAmountHtml(integerAt(item, 'amount'), token, names),
    token === null ? 'hbar' : entityHtml(token, names),
  ];
})}
${table('Staking rewards', 'staking_reward_transfers', ['Account', 'Reward'], (item) => [
  account(item),
  hbars(integerAt(item, 'amount') ?? 0n),
])}`;
}
