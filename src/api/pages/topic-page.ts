import { getTopic } from '../topics/get-topic.ts';
import { listMessages } from '../topics/list-messages.ts';
import { type Asking, verifyAnswered } from './ask.ts';
import { html, type Part } from './html.ts';
import { listAt, member, textAt } from './json.ts';
import { entityHtml, selectNames } from './names.ts';
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
} from './parts.ts';

/** A topic by its id, with its newest messages. Throws `Refused`, `Problem`. */
export async function topicPage(topicId: string, { ask, lookUp }: Asking): Promise<Shown> {
  const answer = verifyAnswered(await ask(getTopic, { topicId }));
  const { value } = answer;
  const topic = textAt(value, 'topic_id') ?? '';
  const list = verifyAnswered(await ask(listMessages, { topicId: topic }, 'order=desc&limit=10'));
  const messages = listAt(list.value, 'messages');
  const fees = member(value, 'custom_fees');
  const renewal = textAt(value, 'auto_renew_account');
  const payers = messages.map((one) => textAt(one, 'payer_account_id'));
  const names = await selectNames(lookUp, [renewal, fees, payers]);
  const rows = messages.map((one): Part[] => {
    const number = textAt(one, 'sequence_number') ?? '';
    const chunk = member(one, 'chunk_info');
    const total = textAt(chunk, 'total');
    return [
      html`<a href="/api/v1/topics/${topic}/messages/${number}">${number}</a>`,
      shortTimeHtml(textAt(one, 'consensus_timestamp')),
      entityHtml(textAt(one, 'payer_account_id'), names),
      html`${bytesHtml(textAt(one, 'message'), 200)}${total !== null && total !== '1' && html` <span class="quiet">(part ${textAt(chunk, 'number')} of ${total})</span>`}`,
    ];
  });
  const main = html`${factsHtml([
    ['Topic', topic],
    ['Memo', textHtml(textAt(value, 'memo'))],
    ['Created', timeHtml(textAt(value, 'created_timestamp'))],
    ['Deleted', member(value, 'deleted') === true && 'yes'],
    ['Key: admin', keyHtml(member(value, 'admin_key'))],
    ['Key: submit', keyHtml(member(value, 'submit_key')) ?? 'anybody may submit'],
    ['Key: fee schedule', keyHtml(member(value, 'fee_schedule_key'))],
    ['Custom fees', feesHtml(fees, names)],
    ['Renewed by', renewal !== null && entityHtml(renewal, names)],
  ])}
${tableHtml('Newest messages', ['Number', 'Time (UTC)', 'Payer', 'Message'], rows, html`<a href="/api/v1/topics/${topic}/messages?order=desc">All messages</a>`)}
${rows.length === 0 && html`<p>There is no message yet.</p>`}`;
  return { title: `Topic ${topic}`, main, answers: [answer, list] };
}
