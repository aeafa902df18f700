import type { BlocksPage, Schedule, TransactionsPage } from '@tain/client/types';
import { find, get } from '../api.ts';
import type { PageProps } from '../router.ts';
import { useLoaded } from '../ui/hooks.ts';
import { JsonPanel } from '../ui/json.tsx';
import { KeyAccounts, KeyView } from '../ui/keys.tsx';
import { NeededSignatures } from '../ui/needed-signatures.tsx';
import { A, Code, Entity, Facts, Failure, Sentence, Skeleton, Table, Tabs, Time } from '../ui/parts.tsx';
import { tokenNames } from '../ui/token-names.ts';
import { transactionPath } from '../ui/transactions.tsx';
import { bytesOfBase64, counted, hexOf } from '../words/format.ts';
import { mayRun, type Need, type ScheduledBody, scheduledBody } from '../words/scheduled-body.ts';
import { sentenceOf, type TokenNames } from '../words/sentence.ts';
import { typeName } from '../words/transaction-names.ts';
import { Transfers } from './transaction.tsx';

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
    // The network's time, which is not that of this machine in a network that stands still or was set ahead.
    const newest = await find<BlocksPage<number | bigint>>('/api/v1/blocks?limit=1');
    const isWaiting = mayRun(schedule, Number(newest?.blocks[0]?.timestamp.to ?? 0));
    const bytes = bytesOfBase64(schedule.transaction_body ?? '');
    const body = bytes === null ? null : scheduledBody(bytes);
    const tokens = await tokenNames(
      [...(body?.token_transfers ?? []), ...(body?.nft_transfers ?? [])].map(({ token_id }) => token_id),
    );
    return { schedule, executed: executed?.transactions[0] ?? null, isWaiting, body, tokens };
  });
  if (error !== undefined) return <Failure error={error} title={`Schedule ${id}`} />;
  if (value === undefined) return <Skeleton lines={10} />;
  const { schedule, executed, isWaiting, body, tokens } = value;
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
            <Unexecuted schedule={schedule} isWaiting={isWaiting} body={body} tokens={tokens} />
          )}
        </p>
      </div>
      <Tabs
        tabs={[
          {
            name: 'Signatures',
            render: () => (
              <>
                {body !== null && isWaiting && (
                  <NeededSignatures
                    needs={[
                      payerNeed(schedule),
                      ...body.needs.filter(
                        ({ id, key }) => key !== 'key' || id !== schedule.payer_account_id,
                      ),
                    ]}
                    mayNeedFurther={body.mayNeedFurther}
                    signed={schedule.signatures.map(({ public_key_prefix }) => keyOf(public_key_prefix))}
                  />
                )}
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
              </>
            ),
          },
          ...(body === null
            ? []
            : [{ name: 'Transaction', render: () => <Body body={body} tokens={tokens} /> }]),
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

/** The payer of the scheduled transaction, whose signature it always needs. */
function payerNeed({ payer_account_id: id }: Schedule): Need {
  return { kind: 'account', id: id ?? '', key: 'key', because: 'pays' };
}

/** Sentence about a schedule that has not run: its state, and the transaction. */
function Unexecuted({
  schedule,
  isWaiting,
  body,
  tokens,
}: {
  schedule: Schedule;
  isWaiting: boolean;
  body: ScheduledBody | null;
  tokens: TokenNames;
}) {
  const signatures = counted(schedule.signatures.length, 'signature');
  const state =
    schedule.deleted === true
      ? `It had ${signatures}.`
      : isWaiting
        ? `It waits, with ${signatures} so far.`
        : `It expired, with ${signatures}.`;
  if (body === null) return <>{state}</>;
  const { payer_account_id: payer } = schedule;
  const tx = { ...body, transaction_id: `${payer}-0-0`, result: 'SUCCESS', node: null };
  return (
    <>
      {state} {isWaiting ? 'Once it has run: ' : 'It was to do this: '}
      <Sentence parts={sentenceOf(tx, tokens)} />.
    </>
  );
}

/** The transaction of a schedule, as the page of a transaction shows it. */
function Body({ body, tokens }: { body: ScheduledBody; tokens: TokenNames }) {
  const moves = [body.transfers, body.token_transfers, body.nft_transfers].some(({ length }) => length > 0);
  return (
    <>
      <Facts
        rows={[
          ['Type', typeName(body.name)],
          ['Acts on', body.entity_id !== null && <Entity id={body.entity_id} />],
          ['Memo', body.memo],
          ['Message', body.message],
        ]}
      />
      {moves && <Transfers tx={body} tokens={tokens} />}
    </>
  );
}
