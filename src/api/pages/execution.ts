import { hbars } from './amounts.ts';
import type { Answered } from './ask.ts';
import { grouped, type Html, html, type Part } from './html.ts';
import { integerAt, listAt, textAt } from './json.ts';
import { codeHtml, factsHtml, firstRows, tableHtml, textHtml } from './parts.ts';
import { revertReason } from './revert-reason.ts';

/** What a contract did in a transaction: who called whom, gas, why it failed, what it returned and logged. */
export function executionHtml({ value, url }: Answered): Html {
  const error = textAt(value, 'error_message');
  const reason = error?.startsWith('0x') ? revertReason(error) : null;
  const amount = integerAt(value, 'amount');
  const logs = firstRows(listAt(value, 'logs'), url);
  const created = listAt(value, 'created_contract_ids').filter((id) => typeof id === 'string');
  const rows = logs.items.map((log): Part[] => [
    textAt(log, 'index'),
    addressHtml(textAt(log, 'address')),
    html`${listAt(log, 'topics').map((topic) => html`${codeHtml(String(topic), 66)}<br>`)}`,
    codeHtml(textAt(log, 'data'), 130),
  ]);
  return html`<section aria-labelledby="execution"><h2 id="execution">What the contract did</h2>
${factsHtml([
  ['From', addressHtml(textAt(value, 'from'))],
  ['To', addressHtml(textAt(value, 'to') ?? textAt(value, 'address'))],
  ['Sent', amount !== null && amount !== 0n && hbars(amount)],
  ['Reason', textHtml(reason, 500)],
  ['Error', textHtml(error, 300)],
  [
    'Gas used',
    `${grouped(textAt(value, 'gas_used') ?? '0')} of ${grouped(textAt(value, 'gas_limit') ?? '0')}`,
  ],
  ['Called with', codeHtml(textAt(value, 'function_parameters'), 400)],
  ['Returned', codeHtml(textAt(value, 'call_result'), 400)],
  [
    'Created',
    created.length > 0 &&
      created.slice(0, 20).map((id) => html`<a href="/contract/${String(id)}">${String(id)}</a> `),
  ],
  ['Ethereum nonce', textAt(value, 'nonce')],
])}</section>
${tableHtml('Logs', ['Number', 'Contract', 'Topics', 'Data'], rows, logs.more)}`;
}

/** An EVM address with a link to whoever has it. */
export function addressHtml(address: string | null): Part {
  return address === null
    ? null
    : html`<a href="/search?q=${encodeURIComponent(address)}"><code class="hash">${address}</code></a>`;
}
