import type { Transaction } from '@tain/client/types';
import type { Family } from '../reads.ts';
import { counted } from '../words/format.ts';
import { sentenceOf, type TokenNames } from '../words/sentence.ts';
import { typeName } from '../words/transaction-names.ts';
import { A, Card, Result, Sentence } from './parts.tsx';
import { transactionPath } from './transactions.tsx';

type Tx = Transaction<number | bigint>;

/** Maximum number of transactions in the tree: a hostile stream may have any number with one id. */
const MAX_SHOWN = 300;

/**
 * Transactions that belong together as a tree: children below their parent, a scheduled transaction below the
 * schedule's creation, and inner transactions below their batch. Empty for a single transaction.
 */
export function Relatives({ family, tx, tokens }: { family: Family; tx: Tx; tokens: TokenNames }) {
  const whole: readonly Tx[] = family.parent === null ? family.all : [family.parent, ...family.all];
  if (whole.length < 2) return null;
  const all = whole.slice(0, MAX_SHOWN);
  const parents = new Map(all.map((one) => [one, parentOf(one, all)] as const));
  const branch = (one: Tx) => {
    const children = all.filter((other) => parents.get(other) === one);
    return (
      <li
        key={one.consensus_timestamp}
        {...(one.consensus_timestamp === tx.consensus_timestamp ? { 'aria-current': 'true' as const } : {})}
      >
        <div>
          <A to={transactionPath(one)}>{`${typeName(one.name)}${one.scheduled ? ' (scheduled)' : ''}`}</A>{' '}
          <Result result={one.result} /> <Sentence parts={sentenceOf(one, tokens)} />
        </div>
        {children.length > 0 && <ul>{children.map(branch)}</ul>}
      </li>
    );
  };
  const countText = `${all.length < whole.length ? `${all.length} of ` : ''}${counted(whole.length, 'transaction')}`;
  return (
    <Card title="What belongs together" aside={<span class="quiet">{countText}</span>}>
      <div class="body">
        <ul class="tree">{all.filter((one) => parents.get(one) === undefined).map(branch)}</ul>
      </div>
    </Card>
  );
}

function parentOf(one: Tx, all: readonly Tx[]): Tx | undefined {
  const isParent = (other: Tx): boolean =>
    one.scheduled
      ? other.name === 'SCHEDULECREATE' && !other.scheduled && other.transaction_id === one.transaction_id
      : other.consensus_timestamp === one.parent_consensus_timestamp;
  const byTime = all.find(
    (other) => other !== one && other.consensus_timestamp === one.parent_consensus_timestamp,
  );
  return byTime ?? all.find((other) => other !== one && isParent(other));
}
