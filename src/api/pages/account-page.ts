import { getAccount } from '../accounts/get-account.ts';
import { hbars } from './amounts.ts';
import { type Asking, verifyAnswered } from './ask.ts';
import { html, type Part } from './html.ts';
import { integerAt, listAt, member, textAt } from './json.ts';
import { entityHtml, selectNames } from './names.ts';
import {
  codeHtml,
  factsHtml,
  firstRows,
  keyHtml,
  type Shown,
  tableHtml,
  textHtml,
  timeHtml,
  tokenAmountHtml,
  transactionsHtml,
} from './parts.ts';

/** An account (or contract) by its id, alias or EVM address. Throws `Refused`, `Problem`. */
export async function accountPage(id: string, { ask, lookUp }: Asking): Promise<Shown> {
  const answer = verifyAnswered(await ask(getAccount, { idOrAliasOrEvmAddress: id }, 'limit=15'));
  const { value } = answer;
  const account = textAt(value, 'account') ?? '';
  const balance = member(value, 'balance');
  // Not known of an account that is older than the history here.
  const tinybars = integerAt(balance, 'balance');
  const all = `/api/v1/accounts/${encodeURIComponent(account)}`;
  const tokens = firstRows(listAt(balance, 'tokens'), `${all}/tokens`);
  const transactions = listAt(value, 'transactions');
  const named = transactions.map((one) => textAt(one, 'entity_id'));
  const staked = textAt(value, 'staked_node_id');
  const own = [account, textAt(value, 'staked_account_id'), textAt(value, 'auto_renew_account')];
  const names = await selectNames(lookUp, [own, tokens.items, named]);
  const isContract = names.get(account)?.type === 'CONTRACT';
  const rows = tokens.items.map((one): Part[] => {
    const token = textAt(one, 'token_id');
    return [
      entityHtml(token, names),
      textHtml(names.get(token ?? '')?.token?.name ?? null, 60),
      tokenAmountHtml(integerAt(one, 'balance'), token, names),
    ];
  });
  const main = html`${factsHtml([
    ['Account', account],
    ['Contract', isContract && html`<a href="/contract/${account}">its page as a contract</a>`],
    ['Balance', tinybars !== null && hbars(tinybars)],
    ['EVM address', codeHtml(textAt(value, 'evm_address'))],
    ['Alias', codeHtml(textAt(value, 'alias'))],
    ['Key', keyHtml(member(value, 'key'))],
    ['Memo', textHtml(textAt(value, 'memo'))],
    ['Created', timeHtml(textAt(value, 'created_timestamp'))],
    ['Expires', timeHtml(textAt(value, 'expiry_timestamp'))],
    ['Deleted', member(value, 'deleted') === true && 'yes'],
    ['Ethereum nonce', textAt(value, 'ethereum_nonce')],
    ['Associates by itself', associations(textAt(value, 'max_automatic_token_associations'))],
    ['Signs what it receives', member(value, 'receiver_sig_required') === true && 'yes'],
    ['Staked to node', staked],
    [
      'Staked to',
      textAt(value, 'staked_account_id') !== null && entityHtml(textAt(value, 'staked_account_id'), names),
    ],
    ['Pending reward', pending(integerAt(value, 'pending_reward'))],
    ['Code delegated to', codeHtml(textAt(value, 'delegation_address')?.replace(/^0x$/, '') ?? null)],
  ])}
${tableHtml('Tokens', ['Token', 'Name', 'Balance'], rows, tokens.more)}
${transactionsHtml(transactions, names, `/api/v1/transactions?account.id=${account}`, account)}
<p>More: <a href="${all}/nfts">NFTs</a>, <a href="${all}/tokens">tokens</a>, <a href="${all}/allowances/crypto">allowances</a>, <a href="${all}/rewards">rewards</a>, <a href="${all}/airdrops/pending">airdrops</a>.</p>`;
  return { title: `Account ${account}`, main, answers: [answer] };
}

function associations(most: string | null): Part {
  if (most === null || most === '0') return null;
  return most === '-1' ? 'with any number of tokens' : `with up to ${most} tokens`;
}

function pending(tinybars: bigint | null): Part {
  return tinybars === null || tinybars === 0n ? null : hbars(tinybars);
}
