import { readableTime, signedHbars, withPoint } from './amounts.ts';
import type { Answered } from './ask.ts';
import { grouped, type Html, html, NOTHING, type Part, strangers } from './html.ts';
import { integerAt, type Json, jsonHtml, listAt, member, textAt } from './json.ts';
import { entityHtml, type Names } from './names.ts';

/** What a page about one thing shows. */
export interface Shown {
  readonly title: string;
  /** The heading, where it is more than the title. */
  readonly heading?: Html;
  readonly main: Html;
  /** The answers of the interface that it shows, the first of them beside it. */
  readonly answers: readonly Answered[];
}

/** The body of such a page: what is shown, and the first answer beside it. */
export function shownHtml({ title, heading, main, answers }: Shown): Html {
  const [first, ...others] = answers;
  return html`<main id="main" tabindex="-1" class="wide-page">
<h1>${heading ?? title}</h1>
<div class="beside"><div>${main}</div>
${first === undefined ? NOTHING : jsonPanel(first, others)}</div>
</main>`;
}

function jsonPanel(answer: Answered, others: readonly Answered[]): Html {
  const { html: shown, isWhole } = jsonHtml(answer.text);
  const more = others.map(({ url }) => html`<li><a href="${url}">${url}</a></li>`);
  return html`<section class="json" aria-labelledby="json"><h2 id="json">JSON</h2>
<p><a href="${answer.url}">${answer.url}</a></p>
<pre tabindex="0" aria-label="The answer of the interface">${shown}${
    !isWhole &&
    html`
…`
  }</pre>
${!isWhole && html`<p>This is the beginning of ${grouped(Buffer.byteLength(answer.text))} bytes: <a href="${answer.url}">the whole answer</a>.</p>`}
${more.length > 0 && html`<p>Also asked:</p><ul>${more}</ul>`}</section>`;
}

/** A list of facts; those without a value are left out. */
export function factsHtml(facts: readonly (readonly [name: string, value: Part])[]): Html {
  const rows = facts.filter(([, value]) => value !== null && value !== false && value !== '');
  return html`<dl>${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>`;
}

/** A table that scrolls where it is too wide; the first cell of a row names it. */
export function tableHtml(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly Part[])[],
  more: Part = null,
): Html {
  if (rows.length === 0) return NOTHING;
  const id = title.toLowerCase().replace(/[^a-z]+/g, '-');
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<div class="wide" role="region" aria-labelledby="${id}" tabindex="0"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(([first = '', ...cells]) => html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody></table></div>
${more !== null && html`<p>${more}</p>`}</section>`;
}

/** Rows of a long list that are shown. */
const MOST_ROWS = 40;

/** The first rows of a list, and what is said of the others. */
export function firstRows<Item>(
  items: readonly Item[],
  url: string,
): { readonly items: readonly Item[]; readonly more: Part } {
  if (items.length <= MOST_ROWS) return { items, more: null };
  return {
    items: items.slice(0, MOST_ROWS),
    more: html`These are ${MOST_ROWS} of ${items.length}: <a href="${url}">all of them</a>.`,
  };
}

/** Consensus time for people and machines; beyond what dates can be, as it is written. */
export function timeHtml(timestamp: string | null): Part {
  if (timestamp === null) return null;
  const time = readableTime(timestamp);
  if (time === null) return html`<code>${timestamp}</code>`;
  return html`<time datetime="${time.iso}">${time.text}</time> <span class="quiet">(<code>${timestamp}</code>)</span>`;
}

/** The same in a table: the time of the day, the rest where one points. */
export function shortTimeHtml(timestamp: string | null): Part {
  const time = timestamp === null ? null : readableTime(timestamp);
  if (time === null) return html`<code>${timestamp ?? '–'}</code>`;
  return html`<time datetime="${time.iso}" title="${timestamp}">${time.text.replace(/ UTC$/, '')}</time>`;
}

/** Something long that is copied rather than read: a hash, a key, an address. */
export function codeHtml(text: string | null, most = 200): Part {
  return text === null || text === '' ? null : html`<code class="hash">${strangers(text, most)}</code>`;
}

/** A text that a stranger wrote; an empty one is left out. */
export function textHtml(text: string | null, most = 500): Part {
  return text === null || text === '' ? null : strangers(text, most);
}

/** Bytes in base64 that are often text: as text, or in hex where they are none. */
export function bytesHtml(base64: string | null, most = 500): Part {
  if (base64 === null || base64 === '') return null;
  const bytes = Buffer.from(base64, 'base64');
  try {
    return strangers(new TextDecoder('utf-8', { fatal: true }).decode(bytes), most);
  } catch {
    return codeHtml(`0x${bytes.toString('hex')}`, most);
  }
}

/** A key as the interface writes it: `{_type, key}`. */
export function keyHtml(key: Json): Part {
  const type = textAt(key, '_type');
  return type === null
    ? null
    : html`${type === 'ProtobufEncoded' ? 'list or threshold' : type} ${codeHtml(textAt(key, 'key'), 140)}`;
}

/** What something ended with. */
export function resultHtml(result: string | null): Html {
  const good = result === 'SUCCESS' || result === 'FEE_SCHEDULE_FILE_PART_UPLOADED';
  return html`<span class="${good ? 'good' : 'bad'}"><span aria-hidden="true">${good ? '✓' : '✕'}</span> ${result ?? 'unknown'}</span>`;
}

/** An amount of a token, in units of it where its decimals are known. */
export function tokenAmountHtml(
  amount: bigint | null,
  tokenId: string | null,
  names: Names,
  signed = false,
): Part {
  if (amount === null) return '–';
  const token = names.get(tokenId ?? '')?.token;
  return `${signed && amount > 0n ? '+' : ''}${withPoint(amount, Math.min(token?.decimals ?? 0, 100))}`;
}

/** A list of transactions as a table. `account`: with the change of its balance. */
export function transactionsHtml(
  transactions: readonly Json[],
  names: Names,
  all: string,
  account?: string,
): Html {
  const rows = transactions.map((one): Part[] => {
    const id = textAt(one, 'transaction_id') ?? '';
    const entity = textAt(one, 'entity_id');
    return [
      html`<a href="/transaction/${encodeURIComponent(id)}">${id}</a>`,
      shortTimeHtml(textAt(one, 'consensus_timestamp')),
      textAt(one, 'name'),
      resultHtml(textAt(one, 'result')),
      account === undefined ? entityHtml(entity, names) : changeOf(one, account),
    ];
  });
  const last = account === undefined ? 'Acted on' : 'Change';
  return tableHtml(
    'Transactions',
    ['Transaction', 'Time (UTC)', 'Type', 'Result', last],
    rows,
    html`<a href="${all}">More transactions</a>`,
  );
}

function changeOf(transaction: Json, account: string): string {
  let sum = 0n;
  for (const transfer of listAt(transaction, 'transfers')) {
    if (textAt(transfer, 'account') === account) sum += integerAt(transfer, 'amount') ?? 0n;
  }
  return sum === 0n ? '–' : signedHbars(sum);
}

/** Fees that a token or topic charges, in words. */
export function feesHtml(fees: Json, names: Names): Part {
  const fixed = listAt(fees, 'fixed_fees').map((fee) => {
    const unit = textAt(fee, 'denominating_token_id');
    const amount = integerAt(fee, 'amount');
    const paid =
      unit === null
        ? signedHbars(amount ?? 0n).replace(/^\+/, '')
        : html`${tokenAmountHtml(amount, unit, names)} of ${entityHtml(unit, names)}`;
    return html`<li>${paid} to ${entityHtml(textAt(fee, 'collector_account_id'), names)}</li>`;
  });
  const share = (fee: Json) =>
    html`${textAt(member(fee, 'amount'), 'numerator')}/${textAt(member(fee, 'amount'), 'denominator')}`;
  const fractional = listAt(fees, 'fractional_fees').map(
    (fee) =>
      html`<li>${share(fee)} of what is transferred to ${entityHtml(textAt(fee, 'collector_account_id'), names)}</li>`,
  );
  const royalty = listAt(fees, 'royalty_fees').map(
    (fee) =>
      html`<li>royalty of ${share(fee)} to ${entityHtml(textAt(fee, 'collector_account_id'), names)}</li>`,
  );
  const all = [...fixed, ...fractional, ...royalty];
  return all.length === 0 ? null : html`<ul>${all}</ul>`;
}
