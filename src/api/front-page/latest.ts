import { readFileSync } from 'node:fs';
import { escapeHtml, Html } from '../pages/html.ts';
import { type Latest, MOST_LATEST } from './select-latest.ts';

/** Keeps the lists up to date where streams are served; without it they stay as they were sent. */
export const LIVE_SCRIPT = readFileSync(new URL('../../../web/live.js', import.meta.url), 'utf8');

const TIME_OF_DAY = /T(\d\d:\d\d:\d\d)/;

/** The newest blocks and transactions. Their rows are as many as there may be, so that nothing moves when some come. */
export function latestHtml({ blocks, transactions }: Latest): Html {
  const blockRows = blocks.map(
    ({ number, consensusEnd, transactions: count }) =>
      `<tr data-key="${escapeHtml(number)}"><th scope="row"><a href="/block/${escapeHtml(number)}">${escapeHtml(number)}</a></th><td>${timeOfDay(consensusEnd)}</td><td>${escapeHtml(count)}</td></tr>`,
  );
  const transactionRows = transactions.map(
    ({ id, consensus, type, result }) =>
      `<tr data-key="${escapeHtml(consensus)}"><th scope="row"><a href="/transaction/${escapeHtml(id)}">${escapeHtml(id)}</a></th><td>${timeOfDay(consensus)}</td><td>${escapeHtml(type)}</td><td class="${result === 'SUCCESS' ? 'good' : 'quiet'}">${escapeHtml(result)}</td></tr>`,
  );
  return new Html(`<p id="live" class="quiet" role="status">As they were when this page was made.</p>
<div class="two newest">${tableHtml('blocks', 'Newest blocks', ['Block', 'Time', 'Transactions'], blockRows)}
${tableHtml('transactions', 'Newest transactions', ['Transaction', 'Time', 'Type', 'Result'], transactionRows)}</div>`);
}

function tableHtml(id: string, label: string, heads: readonly string[], rows: readonly string[]): string {
  const missing = Math.max(0, MOST_LATEST - rows.length);
  const empty = `<tr aria-hidden="true"><td colspan="${heads.length}">&nbsp;</td></tr>`;
  return `<div class="wide" role="region" aria-label="${label}" tabindex="0"><table class="latest" id="latest-${id}">
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${[...rows, ...Array<string>(missing).fill(empty)].join('\n')}</tbody></table></div>`;
}

/** The time of day in UTC; beyond what dates can be, the seconds as they are written. */
function timeOfDay(seconds: string): string {
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return escapeHtml(seconds);
  const text = date.toISOString();
  return `<time datetime="${text}">${TIME_OF_DAY.exec(text)?.[1] ?? escapeHtml(seconds)}</time>`;
}
