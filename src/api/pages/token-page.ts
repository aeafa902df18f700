import { getToken } from '../tokens/get-token.ts';
import { listTokenBalances } from '../tokens/list-balances.ts';
import { listTokenNfts } from '../tokens/list-nfts.ts';
import { type Asking, verifyAnswered } from './ask.ts';
import { html, type Part } from './html.ts';
import { integerAt, type Json, listAt, member, textAt } from './json.ts';
import { entityHtml, type Names, selectNames } from './names.ts';
import {
  bytesHtml,
  factsHtml,
  feesHtml,
  keyHtml,
  type Shown,
  shortTimeHtml,
  tableHtml,
  textHtml,
  timeHtml,
  tokenAmountHtml,
} from './parts.ts';

const KEYS = ['admin', 'supply', 'freeze', 'kyc', 'wipe', 'pause', 'fee_schedule', 'metadata'] as const;

/** A token by its id, with some who hold it or some of its NFTs. Throws `Refused`, `Problem`. */
export async function tokenPage(tokenId: string, { ask, lookUp }: Asking): Promise<Shown> {
  const answer = verifyAnswered(await ask(getToken, { tokenId }));
  const { value } = answer;
  const token = textAt(value, 'token_id') ?? '';
  const isFungible = textAt(value, 'type') === 'FUNGIBLE_COMMON';
  const list = verifyAnswered(
    await ask(isFungible ? listTokenBalances : listTokenNfts, { tokenId: token }, 'limit=10'),
  );
  const treasury = textAt(value, 'treasury_account_id');
  const renewal = textAt(value, 'auto_renew_account');
  const fees = member(value, 'custom_fees');
  const names = await selectNames(lookUp, [token, treasury, renewal, fees, list.value]);
  const amount = (name: string) => tokenAmountHtml(integerAt(value, name), token, names);
  const main = html`${factsHtml([
    ['Token', token],
    ['Name', textHtml(textAt(value, 'name'), 100)],
    ['Symbol', textHtml(textAt(value, 'symbol'), 100)],
    ['Type', isFungible ? `fungible, ${textAt(value, 'decimals')} decimals` : 'NFTs'],
    ['Supply', amount('total_supply')],
    ['At most', textAt(value, 'supply_type') === 'FINITE' ? amount('max_supply') : 'no limit'],
    ['Treasury', entityHtml(treasury, names)],
    ['Memo', textHtml(textAt(value, 'memo'))],
    ['Metadata', bytesHtml(textAt(value, 'metadata'))],
    ['Custom fees', feesHtml(fees, names)],
    ['Paused', textAt(value, 'pause_status') === 'PAUSED' && 'yes'],
    ['Frozen at first', member(value, 'freeze_default') === true && 'yes'],
    ['Deleted', member(value, 'deleted') === true && 'yes'],
    ['Created', timeHtml(textAt(value, 'created_timestamp'))],
    ['Changed', timeHtml(textAt(value, 'modified_timestamp'))],
    ['Renewed by', renewal !== null && entityHtml(renewal, names)],
    ...KEYS.map((key) => [`Key: ${key.replace('_', ' ')}`, keyHtml(member(value, `${key}_key`))] as const),
  ])}
${isFungible ? holdersHtml(list.value, token, names) : nftsHtml(list.value, token, names)}`;
  const symbol = textAt(value, 'symbol') ?? '';
  const heading = html`Token ${token} ${textHtml(symbol, 30)}`;
  return { title: `Token ${token}`, heading, main, answers: [answer, list] };
}

function holdersHtml(value: Json, token: string, names: Names): Part {
  const rows = listAt(value, 'balances').map((one): Part[] => [
    entityHtml(textAt(one, 'account'), names),
    tokenAmountHtml(integerAt(one, 'balance'), token, names),
  ]);
  const all = html`<a href="/api/v1/tokens/${token}/balances">More of them</a>`;
  return tableHtml('Who holds it', ['Account', 'Balance'], rows, all);
}

function nftsHtml(value: Json, token: string, names: Names): Part {
  const rows = listAt(value, 'nfts').map((one): Part[] => {
    const serial = textAt(one, 'serial_number') ?? '';
    return [
      html`<a href="/api/v1/tokens/${token}/nfts/${serial}">${serial}</a>`,
      entityHtml(textAt(one, 'account_id'), names),
      bytesHtml(textAt(one, 'metadata'), 100),
      shortTimeHtml(textAt(one, 'created_timestamp')),
    ];
  });
  const all = html`<a href="/api/v1/tokens/${token}/nfts">More of them</a>`;
  return tableHtml('NFTs', ['Number', 'Owner', 'Metadata', 'Minted (UTC)'], rows, all);
}
