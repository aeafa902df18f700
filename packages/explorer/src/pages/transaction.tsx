import type { Block, BlocksPage, ContractResultDetails, TransactionDetails } from '@tain/client/types';
import { useFeature } from '../about.ts';
import { apiUrl, find } from '../api.ts';
import { accountOf, type Family, loadFamily, useCents } from '../reads.ts';
import type { PageProps } from '../router.ts';
import { useLoaded } from '../ui/hooks.ts';
import { JsonPanel } from '../ui/json.tsx';
import { KeyView } from '../ui/keys.tsx';
import {
  A,
  Code,
  Entity,
  Facts,
  Failure,
  Hbar,
  later,
  NoProofs,
  Result,
  Sentence,
  Skeleton,
  Table,
  Tabs,
  Time,
} from '../ui/parts.tsx';
import { Relatives } from '../ui/relatives.tsx';
import { sourcesOfResult } from '../ui/sources.ts';
import { tokenNames } from '../ui/token-names.ts';
import { Payer } from '../ui/transactions.tsx';
import { bytesOfBase64, grouped, hexOf, integer, sdkTransactionId, withPoint } from '../words/format.ts';
import type { KnownSource } from '../words/known-source.ts';
import { revertText } from '../words/revert.ts';
import { memoOf, sentenceOf, type TokenNames } from '../words/sentence.ts';
import { typeName } from '../words/transaction-names.ts';
import { ContractCall } from './contract-call.tsx';

type I = number | bigint;
type Tx = TransactionDetails<I>;

/** Account from which the network pays staking rewards. */
const REWARDS = '0.0.800';
const CONTRACT_TYPES = new Set(['CONTRACTCALL', 'CONTRACTCREATEINSTANCE', 'ETHEREUMTRANSACTION']);

/**
 * Page of a transaction by its id, hash or consensus time: the submitted transaction first, then the related ones as a
 * tree.
 */
export function TransactionPage({ params, query }: PageProps) {
  const name = params.id ?? '';
  const [nonce, scheduled] = [query.get('nonce'), query.get('scheduled')];
  const { value, error } = useLoaded(`transaction ${name}`, async () => {
    const family = await loadFamily(name);
    const moved = family.all.flatMap((tx) => tx.token_transfers.map(({ token_id }) => token_id));
    return { family, tokens: await tokenNames(moved) };
  });
  if (error !== undefined) return <Failure error={error} title={`Transaction ${name}`} />;
  if (value === undefined) return <Skeleton lines={12} />;
  const { family, tokens } = value;
  const transactions = family.all;
  const chosen =
    transactions.find((tx) => tx.consensus_timestamp === name) ??
    transactions.find(
      (tx) => String(tx.nonce) === (nonce ?? '0') && tx.scheduled === (scheduled === 'true'),
    ) ??
    transactions.find((tx) => nonce !== null && String(tx.nonce) === nonce) ??
    (nonce === null ? transactions[0] : undefined);
  if (chosen === undefined) {
    const error = new Error('The answer has no such transaction.');
    return <Failure error={error} title={`Transaction ${name}`} />;
  }
  return (
    <TransactionView
      key={chosen.consensus_timestamp}
      tx={chosen}
      family={family}
      tokens={tokens}
      path={family.path}
    />
  );
}

const GasProfile = later('gas', async () => (await import('./contract-debug.tsx')).GasProfile);
const NOTHING = { result: null, block: null, signer: null, sources: new Map<string, KnownSource>() };

function TransactionView({
  tx,
  family,
  tokens,
  path,
}: {
  tx: Tx;
  family: Family;
  tokens: TokenNames;
  path: string;
}) {
  const hasProofs = useFeature('proofs');
  const cents = useCents(tx.consensus_timestamp);
  const isContract = CONTRACT_TYPES.has(tx.name);
  const own = `/api/v1/contracts/results/${tx.transaction_id}${Number(tx.nonce) === 0 ? '' : `?nonce=${tx.nonce}`}`;
  const further = useLoaded(`further ${tx.consensus_timestamp}`, async () => {
    const [result, blocks] = await Promise.all([
      isContract ? find<ContractResultDetails<I>>(own) : null,
      find<BlocksPage<I>>(`/api/v1/blocks?timestamp=gte:${tx.consensus_timestamp}&order=asc&limit=1`),
    ]);
    const signer = tx.name === 'ETHEREUMTRANSACTION' && result?.from ? await accountOf(result.from) : null;
    const sources = await sourcesOfResult(result);
    return { result, block: blocks?.blocks[0] ?? null, signer, sources };
  });
  const { result, block, signer, sources } = further.value ?? NOTHING;
  const failure = result?.error_message ?? null;
  const parts = sentenceOf(tx, tokens, signer, failure === null ? undefined : revertText(failure));
  const tabs = [
    {
      name: 'Overview',
      render: () => (
        <Overview
          tx={tx}
          block={block}
          result={result}
          signer={signer}
          family={family}
          cents={cents}
          hasProofs={hasProofs}
        />
      ),
    },
    { name: 'Transfers', render: () => <Transfers tx={tx} tokens={tokens} /> },
    ...(result === null
      ? []
      : [
          {
            name: 'Contract',
            render: () => <ContractCall result={result} name={tx.transaction_id} sources={sources} />,
          },
          { name: 'Gas', render: () => <GasProfile name={tx.transaction_id} /> },
        ]),
    { name: 'JSON', render: () => <JsonPanel paths={[path, ...(result === null ? [] : [own])]} /> },
  ];
  return (
    <>
      <div class="head">
        <span class="kind">
          {typeName(tx.name)} {tx.scheduled && '· scheduled'} {Number(tx.nonce) > 0 && `· child ${tx.nonce}`}
        </span>
        <h1>Transaction {sdkTransactionId(tx.transaction_id)}</h1>
        <p class="lead">
          <Result result={tx.result} /> <Sentence parts={parts} />, fee{' '}
          <Hbar amount={tx.charged_tx_fee} cents={cents} />, <Time at={tx.consensus_timestamp} brief />.
        </p>
      </div>
      <Relatives family={family} tx={tx} tokens={tokens} />
      <Tabs tabs={tabs} />
    </>
  );
}

function Overview({
  tx,
  block,
  result,
  signer,
  family,
  cents,
  hasProofs,
}: {
  tx: Tx;
  block: Block<I> | null;
  result: ContractResultDetails<I> | null;
  signer: string | null;
  family: Family;
  cents: number | null;
  hasProofs: boolean;
}) {
  const schedule = scheduleOf(tx, family);
  const hash = bytesOfBase64(tx.transaction_hash ?? '');
  return (
    <Facts
      rows={[
        ['Transaction id', <Code text={sdkTransactionId(tx.transaction_id)} what="the transaction id" />],
        ['Result', <Result result={tx.result} />],
        [
          'Consensus time',
          <>
            <Time at={tx.consensus_timestamp} /> <code>{tx.consensus_timestamp}</code>
          </>,
        ],
        ['Block', block !== null && <A to={`/block/${block.number}`}>{grouped(block.number)}</A>],
        ['Sender', signer !== null && <Entity id={signer} kind="account" />],
        [signer === null ? 'Paid by' : 'Submitted by', <Payer id={tx.transaction_id} />],
        ['Acted on', tx.entity_id !== null && <Entity id={tx.entity_id} />],
        ['Fee', <Hbar amount={tx.charged_tx_fee} cents={cents} />],
        ['Charged, with the value sent', signer !== null && <Charged tx={tx} />],
        ['Largest fee agreed to', tx.max_fee !== null && <Hbar amount={tx.max_fee} />],
        ['Schedule', schedule !== null && <Entity id={schedule} kind="schedule" />],
        ['Submitted to node', tx.node !== null && <Entity id={tx.node} kind="account" />],
        ['Memo', memoOf(tx.memo_base64)],
        ['Hash (48 bytes)', hash !== null && <Code text={`0x${hexOf(hash)}`} what="the hash" />],
        ['Hash as base64', <Code text={tx.transaction_hash} what="the hash as base64" />],
        ['Ethereum hash (32 bytes)', result !== null && <Code text={result.hash} what="the Ethereum hash" />],
        [
          'Valid from',
          <>
            <Time at={tx.valid_start_timestamp} /> for {tx.valid_duration_seconds ?? '?'} seconds
          </>,
        ],
        [
          'Caused by',
          tx.parent_consensus_timestamp !== null && (
            <A to={`/transaction/${tx.parent_consensus_timestamp}`}>
              the transaction of {tx.parent_consensus_timestamp}
            </A>
          ),
        ],
        ['Batch key', tx.batch_key !== null && <KeyView value={tx.batch_key} />],
        [
          'Proof',
          hasProofs ? (
            Number(tx.nonce) === 0 &&
            !tx.scheduled && (
              <a href={apiUrl(`/proof?transaction=${tx.transaction_id}`)}>
                Verify this transaction in the browser
              </a>
            )
          ) : (
            <NoProofs />
          ),
        ],
      ]}
    />
  );
}

/** Accounts whose hbars a transaction took, with the amounts: who submitted it and who signed it may share its costs. */
function Charged({ tx }: { tx: Tx }) {
  const taken = tx.transfers.filter(({ amount }) => (integer(amount) ?? 0n) < 0n);
  if (taken.length === 0) return <>nobody</>;
  return (
    <>
      {taken.map(({ account, amount }, index) => (
        <span key={account}>
          {index > 0 && ', '}
          <Entity id={account} kind="account" /> <Hbar amount={-(integer(amount) ?? 0n)} />
        </span>
      ))}
    </>
  );
}

/** Transfers and custom fees of a transaction. */
export function Transfers({
  tx,
  tokens,
}: {
  tx: Pick<Tx, 'transfers' | 'token_transfers' | 'nft_transfers'> &
    Partial<Pick<Tx, 'staking_reward_transfers' | 'assessed_custom_fees'>>;
  tokens: TokenNames;
}) {
  const amountOf = (token: string, amount: unknown): string =>
    `${withPoint(integer(amount) ?? 0n, tokens.get(token)?.decimals ?? 0)} ${tokens.get(token)?.symbol ?? 'units'}`;
  return (
    <>
      <Table
        label="Transfers of hbars"
        items={tx.transfers}
        empty="No hbars moved."
        columns={[
          { head: 'Account', cell: ({ account }) => <Entity id={account} kind="account" /> },
          { head: 'Amount', cell: ({ amount }) => <Hbar amount={amount} signed />, isNumber: true },
          { head: 'By allowance', cell: ({ is_approval }) => (is_approval ? 'yes' : 'no') },
        ]}
      />
      {tx.token_transfers.length > 0 && (
        <Table
          label="Transfers of tokens"
          items={tx.token_transfers}
          empty=""
          columns={[
            { head: 'Account', cell: ({ account }) => <Entity id={account} kind="account" /> },
            { head: 'Token', cell: ({ token_id }) => <Entity id={token_id} kind="token" /> },
            { head: 'Amount', cell: ({ token_id, amount }) => amountOf(token_id, amount), isNumber: true },
          ]}
        />
      )}
      {tx.nft_transfers.length > 0 && (
        <Table
          label="Transfers of NFTs"
          items={tx.nft_transfers}
          empty=""
          columns={[
            {
              head: 'NFT',
              cell: ({ token_id, serial_number }) => (
                <A to={`/token/${token_id}/${serial_number}`}>{`${token_id} #${serial_number}`}</A>
              ),
            },
            {
              head: 'From',
              cell: ({ sender_account_id }) => <Entity id={sender_account_id} kind="account" />,
            },
            {
              head: 'To',
              cell: ({ receiver_account_id }) => <Entity id={receiver_account_id} kind="account" />,
            },
          ]}
        />
      )}
      {(tx.staking_reward_transfers ?? []).length > 0 && (
        <Table
          label="Staking rewards"
          items={tx.staking_reward_transfers ?? []}
          empty=""
          columns={[
            { head: 'Rewarded account', cell: ({ account }) => <Entity id={account} kind="account" /> },
            { head: 'Paid by', cell: () => <Entity id={REWARDS} kind="account" /> },
            { head: 'Reward', cell: ({ amount }) => <Hbar amount={amount} />, isNumber: true },
          ]}
        />
      )}
      {(tx.assessed_custom_fees ?? []).length > 0 && (
        <Table
          label="Custom fees"
          items={tx.assessed_custom_fees ?? []}
          empty=""
          columns={[
            {
              head: 'Custom fee to',
              cell: ({ collector_account_id }) => <Entity id={collector_account_id} kind="account" />,
            },
            {
              head: 'Paid by',
              cell: ({ effective_payer_account_ids }) => effective_payer_account_ids.join(', ') || '–',
            },
            {
              head: 'Amount',
              cell: ({ amount, token_id }) =>
                token_id === null ? <Hbar amount={amount} /> : `${String(amount)} of ${token_id}`,
              isNumber: true,
            },
          ]}
        />
      )}
    </>
  );
}

/** Returns the schedule that a transaction created, signed, deleted or executed; null without one. */
function scheduleOf(tx: Tx, { all }: Family): string | null {
  const creation = tx.scheduled ? all.find(({ name }) => name === 'SCHEDULECREATE') : tx;
  return creation?.name.startsWith('SCHEDULE') ? creation.entity_id : null;
}
