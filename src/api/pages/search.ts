import { getAccount } from '../accounts/get-account.ts';
import { getBlock } from '../blocks/get-block.ts';
import { listTokens } from '../tokens/list-tokens.ts';
import { getTransaction } from '../transactions/get-transaction.ts';
import type { Asking } from './ask.ts';
import { html, type Part } from './html.ts';
import { listAt, textAt } from './json.ts';
import { pathOf, selectNames } from './names.ts';
import { type Shown, tableHtml, textHtml } from './parts.ts';
import { transactionIdAt, transactionIdOf } from './transaction-id.ts';

/** What a search found: one thing, to whose page it leads, or a page. */
export type Found = { readonly location: string } | { readonly shown: Shown; readonly isFound: boolean };

const TRANSACTION_ID = /^(\d+\.\d+\.\d+)[@-](\d{1,19})[.-](\d{1,9})(?:$|[/?])/;
const ENTITY_ID = /^\d{1,4}\.\d{1,5}\.\d{1,12}$/;
const NUMBER = /^\d{1,18}$/;
const TIME = /^\d{1,10}\.\d{9}$/;
const ADDRESS = /^(?:0x)?([0-9a-f]{40})$/i;
const HASH = /^(?:0x)?([0-9a-f]{64}|[0-9a-f]{96})$/i;
const BASE64_HASH = /^[A-Za-z0-9+/_-]{64}$/;
const ALIAS = /^(?:\d+\.\d+\.)?[A-Z2-7]{10,400}$/;

/** A place where something may be: where it leads to if it is there, in words. */
interface Place {
  readonly location: string;
  readonly words: string;
}

/**
 * What a text names: an entity by id, alias or EVM address, a transaction by id, hash or consensus time, a block by number
 * or hash, a token by its name. Each is asked of the interface. Throws `Problem` (503).
 */
export async function find(text: string, asking: Asking): Promise<Found> {
  const wanted = text.trim();
  const places = await placesOf(wanted, asking);
  const [only] = places;
  if (only !== undefined && places.length === 1) return { location: only.location };
  if (places.length > 1) {
    const items = places.map(({ location, words }) => html`<li><a href="${location}">${words}</a></li>`);
    return { isFound: true, shown: page(html`<p>${textHtml(wanted, 100)} may be:</p><ul>${items}</ul>`) };
  }
  const tokens = await tokensNamed(wanted, asking);
  if (tokens !== null) return { isFound: true, shown: page(tokens) };
  return {
    isFound: false,
    shown:
      page(html`<p>${wanted === '' ? 'Nothing was asked for.' : html`There is nothing here by ${textHtml(wanted, 200)}.`}</p>
<p>What can be found: an account, contract, token, topic or schedule by its id (<code>0.0.1001</code>) or EVM address, an account by its alias, a transaction by its id (<code>0.0.2@1234567890.000000001</code>), hash or consensus time, a block by its number or hash, a token by its name.</p>`),
  };
}

function page(body: Part): Shown {
  return { title: 'Search', main: html`${body}`, answers: [] };
}

async function placesOf(wanted: string, asking: Asking): Promise<Place[]> {
  const { home } = asking;
  const [, payer, seconds, nanos] = TRANSACTION_ID.exec(wanted) ?? [];
  if (payer !== undefined) return transactionAt(`${payer}-${seconds}-${nanos}`, asking);
  if (ENTITY_ID.test(wanted)) return entityAt(wanted, asking);
  if (NUMBER.test(wanted)) {
    return [
      ...(await blockAt(wanted, asking)),
      ...(await entityAt(`${home.shard}.${home.realm}.${wanted}`, asking)),
    ];
  }
  if (TIME.test(wanted)) return transactionAtTime(wanted, asking);
  if (ADDRESS.test(wanted)) return addressAt(wanted.replace(/^0x/i, '').toLowerCase(), asking);
  if (HASH.test(wanted)) return hashAt(wanted.replace(/^0x/i, '').toLowerCase(), asking);
  if (BASE64_HASH.test(wanted)) return transactionAt(wanted, asking);
  return ALIAS.test(wanted) ? accountAt(wanted, asking) : [];
}

async function entityAt(id: string, { lookUp }: Asking): Promise<Place[]> {
  const names = await selectNames(lookUp, [id]);
  return [...names].flatMap(([found, { type }]) => {
    const location = pathOf(type, found) ?? (type === 'UNKNOWN' ? `/account/${found}` : undefined);
    return location === undefined ? [] : [{ location, words: `${type.toLowerCase()} ${found}` }];
  });
}

async function accountAt(name: string, { ask }: Asking): Promise<Place[]> {
  const { status, value } = await ask(getAccount, { idOrAliasOrEvmAddress: name }, 'transactions=false');
  const account = textAt(value, 'account');
  if (status !== 200 || account === null) return [];
  return [{ location: `/account/${account}`, words: `account ${account}` }];
}

/** An address of 20 bytes: that of an account or contract, or one that is made of the number of any entity. */
async function addressAt(digits: string, asking: Asking): Promise<Place[]> {
  const [shard, realm, num] = [digits.slice(0, 8), digits.slice(8, 24), digits.slice(24)].map((part) =>
    BigInt(`0x${part}`),
  );
  const { home } = asking;
  const isLongZero = /^0{24}/.test(digits);
  const ids = isLongZero ? [`${home.shard}.${home.realm}.${num}`] : [`${shard}.${realm}.${num}`];
  const numbered = isLongZero ? await entityAt(ids[0] ?? '', asking) : [];
  if (numbered.length > 0) return numbered;
  const { ask, lookUp } = asking;
  const { status, value } = await ask(
    getAccount,
    { idOrAliasOrEvmAddress: `0x${digits}` },
    'transactions=false',
  );
  const account = textAt(value, 'account');
  if (status !== 200 || account === null) return [];
  const type = (await selectNames(lookUp, [account])).get(account)?.type ?? 'ACCOUNT';
  return [{ location: pathOf(type, account) ?? `/account/${account}`, words: `account ${account}` }];
}

async function blockAt(hashOrNumber: string, { ask }: Asking): Promise<Place[]> {
  const { status, value } = await ask(getBlock, { hashOrNumber });
  const number = textAt(value, 'number');
  return status === 200 && number !== null
    ? [{ location: `/block/${number}`, words: `block ${number}` }]
    : [];
}

async function transactionAt(idOrHash: string, { ask }: Asking): Promise<Place[]> {
  const { status, value } = await ask(getTransaction, { transactionIdOrHash: idOrHash });
  return status === 200 ? placeOf(textAt(listAt(value, 'transactions')[0], 'transaction_id')) : [];
}

function placeOf(id: string | null): Place[] {
  return id === null ? [] : [{ location: `/transaction/${id}`, words: `transaction ${id}` }];
}

async function transactionAtTime(time: string, { ask }: Asking): Promise<Place[]> {
  return placeOf(await transactionIdAt(time, ask));
}

/** A hash of 32 or 48 bytes: of a transaction, of an Ethereum transaction, or of a block. */
async function hashAt(digits: string, asking: Asking): Promise<Place[]> {
  const found =
    digits.length === 96
      ? await transactionAt(digits, asking)
      : placeOf(await transactionIdOf(digits, asking.ask));
  return found.length > 0 ? found : blockAt(digits, asking);
}

/** Tokens with a name that contains the text; null for none, and for texts that the interface takes for no name. */
async function tokensNamed(text: string, { ask }: Asking): Promise<Part> {
  if (text.length < 3 || text.length > 100) return null;
  const query = `name=${encodeURIComponent(text)}`;
  const { status, value } = await ask(listTokens, {}, query);
  const rows = listAt(value, 'tokens')
    .slice(0, 25)
    .map((token): Part[] => {
      const id = textAt(token, 'token_id') ?? '';
      return [
        html`<a href="/token/${id}">${id}</a>`,
        textHtml(textAt(token, 'name'), 100),
        textHtml(textAt(token, 'symbol'), 40),
      ];
    });
  if (status !== 200 || rows.length === 0) return null;
  return tableHtml(
    'Tokens',
    ['Token', 'Name', 'Symbol'],
    rows,
    html`<a href="/api/v1/tokens?${query}">As JSON</a>`,
  );
}
