import type { Schedule, TransactionsPage } from '@tain/client/types';
import { find, get } from '../api.ts';
import type { PageProps } from '../routes.ts';
import { useLoaded } from '../ui/hooks.ts';
import { JsonPanel } from '../ui/json.tsx';
import { KeyAccounts, KeyView } from '../ui/keys.tsx';
import { A, Code, Entity, Facts, Failure, Sentence, Skeleton, Table, Tabs, Time } from '../ui/parts.tsx';
import { transactionPath } from '../ui/transactions.tsx';
import { bytesOfBase64, counted, hexOf } from '../words/format.ts';
import { sentenceOf } from '../words/sentence.ts';

const keyOf = (base64: string): string => hexOf(bytesOfBase64(base64) ?? new Uint8Array());

/** Page of a schedule: its effect and its signatures. */
export function SchedulePage({ params }: PageProps) {
  const id = params.id ?? '';
  const path = `/api/v1/schedules/${encodeURIComponent(id)}`;
  const { value, error } = useLoaded(path, async () => {
    const schedule = await get<Schedule>(path);
    const at = schedule.executed_timestamp;
    const executed =
      at === null
        ? null
        : await find<TransactionsPage<number | bigint>>(`/api/v1/transactions?timestamp=${at}`);
    return { schedule, executed: executed?.transactions[0] ?? null };
  });
  if (error !== undefined) return <Failure error={error} title={`Schedule ${id}`} />;
  if (value === undefined) return <Skeleton lines={10} />;
  const { schedule, executed } = value;
  return (
    <>
      <div class="head">
        <span class="kind">Schedule</span>
        <h1>Schedule {id}</h1>
        <p class="lead">
          {schedule.deleted === true && 'It is deleted. '}
          {executed !== null ? (
            <>
              It ran <Time at={executed.consensus_timestamp} brief />:{' '}
              <Sentence parts={sentenceOf(executed)} />.{' '}
              <A to={transactionPath(executed)}>See the transaction</A>
            </>
          ) : schedule.executed_timestamp !== null ? (
            <>
              It ran <Time at={schedule.executed_timestamp} brief />.
            </>
          ) : (
            `It waits, with ${counted(schedule.signatures.length, 'signature')} so far.`
          )}
        </p>
      </div>
      <Tabs
        tabs={[
          {
            name: 'Signatures',
            render: () => (
              <Table
                label="Signatures"
                items={schedule.signatures}
                empty="Nobody has signed."
                columns={[
                  { head: 'Signed', cell: ({ consensus_timestamp }) => <Time at={consensus_timestamp} /> },
                  { head: 'Kind', cell: ({ type }) => type },
                  {
                    head: 'Account',
                    cell: ({ public_key_prefix }) => <KeyAccounts publicKey={keyOf(public_key_prefix)} />,
                  },
                  {
                    head: 'Public key',
                    cell: ({ public_key_prefix }) => <code>{keyOf(public_key_prefix)}</code>,
                  },
                ]}
              />
            ),
          },
          {
            name: 'Details',
            render: () => (
              <Facts
                rows={[
                  ['Created', <Time at={schedule.consensus_timestamp} />],
                  ['Created by', <Entity id={schedule.creator_account_id} kind="account" />],
                  ['Paid by', <Entity id={schedule.payer_account_id} kind="account" />],
                  [
                    'Executed',
                    schedule.executed_timestamp !== null && <Time at={schedule.executed_timestamp} />,
                  ],
                  ['Expires', schedule.expiration_time !== null && <Time at={schedule.expiration_time} />],
                  ['Waits for its expiration', schedule.wait_for_expiry ? 'yes' : 'no'],
                  ['Memo', schedule.memo],
                  ['Admin key', <KeyView value={schedule.admin_key} />],
                  ['Transaction body', <Code text={schedule.transaction_body} what="the body" />],
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
