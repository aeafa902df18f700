import { getBlock } from '../blocks/get-block.ts';
import { listTransactions } from '../transactions/list-transactions.ts';
import { type Asking, verifyAnswered } from './ask.ts';
import { grouped, html } from './html.ts';
import { integerAt, listAt, member, textAt } from './json.ts';
import { selectNames } from './names.ts';
import { codeHtml, factsHtml, type Shown, timeHtml, transactionsHtml } from './parts.ts';

/** A block by its number or hash, with its first transactions. Throws `Refused`, `Problem`. */
export async function blockPage(hashOrNumber: string, { ask, lookUp }: Asking): Promise<Shown> {
  const answer = verifyAnswered(await ask(getBlock, { hashOrNumber }));
  const { value } = answer;
  const number = integerAt(value, 'number') ?? 0n;
  const time = member(value, 'timestamp');
  const [from, to] = [textAt(time, 'from') ?? '0', textAt(time, 'to') ?? '0'];
  const within = `timestamp=gte:${from}&timestamp=lte:${to}&order=asc`;
  const list = verifyAnswered(await ask(listTransactions, {}, `${within}&limit=25`));
  const transactions = listAt(list.value, 'transactions');
  const names = await selectNames(lookUp, [transactions.map((one) => textAt(one, 'entity_id'))]);
  const [size, gas] = [textAt(value, 'size'), textAt(value, 'gas_used')];
  const main = html`${factsHtml([
    [
      'Number',
      html`${number} ${number > 0n && html`<a href="/block/${number - 1n}">the one before</a> · `}<a href="/block/${number + 1n}">the next one</a>`,
    ],
    ['From', timeHtml(from)],
    ['To', timeHtml(to)],
    ['Transactions', textAt(value, 'count')],
    ['Hash', codeHtml(textAt(value, 'hash'))],
    ['Before it', codeHtml(textAt(value, 'previous_hash'))],
    ['Gas used', gas !== null && gas !== '0' && grouped(gas)],
    ['Size', size !== null && `${grouped(size)} bytes`],
    ['Version', textAt(value, 'hapi_version')],
    ['File', codeHtml(textAt(value, 'name'))],
  ])}
${transactionsHtml(transactions, names, `/api/v1/transactions?${within}&limit=100`)}`;
  return { title: `Block ${number}`, main, answers: [answer, list] };
}
