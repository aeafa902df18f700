import type { Schedule, TransactionsPage } from '../../../../src/client/types.ts';
import { find, get } from '../api.ts';
import type { PageProps } from '../routes.ts';
import { useLoaded } from '../ui/hooks.ts';
import { JsonPanel } from '../ui/json.tsx';
import {
  A,
  Code,
  Entity,
  Facts,
  Failure,
  KeyView,
  Sentence,
  Skeleton,
  Table,
  Tabs,
  Time,
} from '../ui/parts.tsx';
import { transactionPath } from '../ui/transactions.tsx';
import { bytesOfBase64, hexOf } from '../words/format.ts';
import { sentenceOf } from '../words/sentence.ts';

/** Maximum number of accounts that are shown for one key. */
const MAX_SIGNERS = 3;

/** Accounts that have the key of a signature. */
function Signer({ prefix }: { prefix: string }) {
  const key = hexOf(bytesOfBase64(prefix) ?? new Uint8Array());
  const isWhole = key.length === 64 || key.length === 66;
  const path = `/api/v1/accounts?account.publickey=${key}&balance=false&limit=${MAX_SIGNERS + 1}`;
  const { value } = useLoaded(isWhole ? path : '', async () =>
    isWhole ? await find<{ accounts: readonly { account: string | null }[] }>(path) : null,
  );
  const accounts = value?.accounts ?? [];
  if (accounts.length === 0) return <span class="quiet">no account has this key alone</span>;
  return (
    <>
      {accounts.slice(0, MAX_SIGNERS).map(({ account }, at) => (
        <span key={account}>
          {at > 0 && ', '}
          <Entity id={account} kind="account" />
        </span>
      ))}
      {accounts.length > MAX_SIGNERS && ' and others'}
    </>
  );
}

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
            `It waits, with ${schedule.signatures.length} signatures so far.`
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
                    cell: ({ public_key_prefix }) => <Signer prefix={public_key_prefix} />,
                  },
                  {
                    head: 'Public key',
                    cell: ({ public_key_prefix }) => (
                      <code>{hexOf(bytesOfBase64(public_key_prefix) ?? new Uint8Array())}</code>
                    ),
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
