import type { Topic, TopicMessage, TopicMessagesPage } from '@tain/client/types';
import { useState } from 'preact/hooks';
import { useAbout, useFeature } from '../about.ts';
import { apiUrl, get } from '../api.ts';
import { navigate, type PageProps } from '../router.ts';
import { CsvButton } from '../ui/csv-button.tsx';
import { useLoaded } from '../ui/hooks.ts';
import { JsonPanel } from '../ui/json.tsx';
import { KeyView } from '../ui/keys.tsx';
import { useNewest } from '../ui/live.ts';
import { A, Code, Entity, Facts, Failure, NoProofs, Skeleton, Table, Tabs, Time } from '../ui/parts.tsx';
import { feeTexts } from '../words/fees.ts';
import { contentText, joinChunks, missingChunks, withNeighbors } from '../words/messages.ts';
import { quoted } from '../words/visible-text.ts';

type I = number | bigint;

/** Maximum number of characters of a memo in a sentence. The details have it in full. */
const MAX_MEMO = 200;
/** Number of messages on a page. */
const PAGE_SIZE = 25;
/** Maximum number of messages on either side among which the further chunks of a message are searched. */
const MAX_NEIGHBORS = 100;

/**
 * Page of a topic with its messages. The query `from` is the number of the first message shown; without it, the newest
 * messages are shown.
 */
export function TopicPage({ params, query, path: pagePath }: PageProps) {
  const id = params.id ?? '';
  const path = `/api/v1/topics/${encodeURIComponent(id)}`;
  const { value: topic, error } = useLoaded(path, () => get<Topic<I>>(path));
  if (error !== undefined) return <Failure error={error} title={`Topic ${id}`} />;
  if (topic === undefined) return <Skeleton lines={10} />;
  const fees = feeTexts(topic.custom_fees ?? {}, 0);
  return (
    <>
      <div class="head">
        <span class="kind">Topic</span>
        <h1>Topic {id}</h1>
        <p class="lead">
          {topic.deleted === true
            ? 'The topic is deleted.'
            : topic.submit_key === null
              ? 'Anyone may send messages to it.'
              : 'Holders of its submit key may send messages to it.'}{' '}
          {topic.memo !== '' && `Its memo: ${quoted(topic.memo, MAX_MEMO)}`}
        </p>
      </div>
      <Tabs
        tabs={[
          {
            name: 'Messages',
            render: () => <Messages path={path} pagePath={pagePath} from={query.get('from')} />,
          },
          {
            name: 'Details',
            render: () => (
              <Facts
                rows={[
                  ['Topic', <Code text={id} what="the id" />],
                  ['Memo', topic.memo],
                  ['Created', <Time at={topic.created_timestamp} />],
                  ['Admin key', <KeyView value={topic.admin_key} />],
                  ['Submit key', <KeyView value={topic.submit_key} />],
                  [
                    'Renewed by',
                    topic.auto_renew_account !== null && (
                      <Entity id={topic.auto_renew_account} kind="account" />
                    ),
                  ],
                  [
                    'Fees',
                    fees.length > 0 && fees.join('; ').replaceAll('for each transfer', 'for each message'),
                  ],
                ]}
              />
            ),
          },
          { name: 'JSON', render: () => <JsonPanel paths={[path]} /> },
        ]}
      />
    </>
  );
}

function Messages({ path, pagePath, from }: { path: string; pagePath: string; from: string | null }) {
  const [form, setForm] = useState<'text' | 'json' | 'hex'>('text');
  const about = useAbout();
  const hasProofs = useFeature('proofs');
  const isNumber = from !== null && /^\d{1,18}$/.test(from);
  const { value, error } = useNewest<TopicMessage<I>>({
    name: 'messages',
    path: `${path}/messages?limit=${PAGE_SIZE}&${isNumber ? `order=asc&sequencenumber=gte:${from}` : 'order=desc'}`,
    stream: `${path}/messages/stream`,
    keyOf: ({ sequence_number }) => String(sequence_number),
    after: ({ sequence_number }) => `sequencenumber=gt:${sequence_number}`,
    limit: PAGE_SIZE,
    isLive: !isNumber,
  });
  const numbers = (value ?? []).map(({ sequence_number }) => Number(sequence_number));
  const [lowest, highest] = [Math.min(...numbers), Math.max(...numbers)];
  // Chunks on the pages before and after this one. Chunks after the newest message are still to come.
  const missing = missingChunks(value ?? []);
  const neighbors = [
    ...(missing.before ? [`order=desc&sequencenumber=lt:${lowest}`] : []),
    ...(missing.after && isNumber ? [`order=asc&sequencenumber=gt:${highest}`] : []),
  ].map((range) => `${path}/messages?limit=${MAX_NEIGHBORS}&${range}`);
  const found = useLoaded(neighbors.join(), async () => {
    const pages = await Promise.all(neighbors.map((one) => get<TopicMessagesPage<I>>(one)));
    return pages.flatMap(({ messages }) => messages);
  });
  if (error !== undefined) return <Failure error={error} />;
  if (value === undefined) return <Skeleton lines={10} />;
  const joined = joinChunks(withNeighbors(value, found.value ?? []));
  const go = (event: Event): void => {
    event.preventDefault();
    const given =
      event.currentTarget instanceof HTMLFormElement ? new FormData(event.currentTarget).get('from') : null;
    navigate(
      typeof given === 'string' && given.trim() !== ''
        ? `${pagePath}?from=${encodeURIComponent(given.trim())}`
        : pagePath,
    );
  };
  return (
    <>
      <div class="body">
        <form class="filters" onSubmit={go}>
          <label>
            From message number
            <input
              name="from"
              inputMode="numeric"
              pattern="\d*"
              defaultValue={from ?? ''}
              placeholder="newest"
            />
          </label>
          <label>
            Show as
            <select
              value={form}
              onChange={({ currentTarget: { value: chosen } }) =>
                setForm(chosen === 'hex' ? 'hex' : chosen === 'json' ? 'json' : 'text')
              }
            >
              <option value="text">Text</option>
              <option value="json">JSON</option>
              <option value="hex">Hex</option>
            </select>
          </label>
          <button type="submit">Show</button>
          {isNumber ? (
            <A to={pagePath}>Newest</A>
          ) : (
            <span class="quiet">New messages appear automatically.</span>
          )}
          <CsvButton path={`${path}/messages?encoding=utf-8`} items="messages" />
          {about !== undefined && !hasProofs && <NoProofs />}
        </form>
      </div>
      <Table
        label="Messages"
        items={joined}
        empty="No messages."
        columns={[
          { head: 'Number', cell: ({ first }) => String(first.sequence_number) },
          { head: 'Time', cell: ({ first }) => <Time at={first.consensus_timestamp} brief /> },
          { head: 'Paid by', cell: ({ first }) => <Entity id={first.payer_account_id} kind="account" /> },
          {
            head: 'Message',
            cell: ({ bytes, have, total }) => (
              <>
                <code>{contentText(bytes, form)}</code>
                {total > 1 && <span class="quiet">{` (${have} of ${total} chunks)`}</span>}
              </>
            ),
          },
          ...(hasProofs
            ? [
                {
                  head: 'Proof',
                  cell: ({ first }: { first: TopicMessage<I> }) => (
                    <a
                      href={apiUrl(
                        `/proof?transaction=${pagePath.replace('/topic/', '')}/${first.sequence_number}`,
                      )}
                    >
                      Verify
                    </a>
                  ),
                },
              ]
            : []),
        ]}
      />
      {value.length > 0 && (
        <nav class="pager" aria-label="Pages of messages">
          {lowest > 1 && <A to={`${pagePath}?from=${Math.max(1, lowest - PAGE_SIZE)}`}>Older messages</A>}
          {isNumber && value.length === PAGE_SIZE && (
            <A to={`${pagePath}?from=${highest + 1}`}>Newer messages</A>
          )}
        </nav>
      )}
    </>
  );
}
