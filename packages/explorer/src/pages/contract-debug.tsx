import type { ContractAction } from '@tain/client/types';
import { useState } from 'preact/hooks';
import { find, get } from '../api.ts';
import { useLoaded } from '../ui/hooks.ts';
import { Entity, Failure, Skeleton, Table } from '../ui/parts.tsx';
import { sourcesOf } from '../ui/sources.ts';
import { grouped, withPoint } from '../words/format.ts';
import { gasProfile } from '../words/gas-profile.ts';

type I = number | bigint;

/** Opcode trace of a transaction. */
export interface Trace {
  readonly opcodes: readonly {
    readonly op: string;
    readonly pc: number;
    readonly gas: I;
    readonly gas_cost: I;
    readonly depth: number;
  }[];
}

/** Lines of the sources at which a transaction failed. The trace that they need is loaded on request. */
export function FailedAt({ name }: { name: string }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <div class="body">
      {isAsked ? (
        <FailedLines name={name} />
      ) : (
        <button type="button" class="plain" onClick={() => setAsked(true)}>
          Show the line that failed
        </button>
      )}
    </div>
  );
}

function FailedLines({ name }: { name: string }) {
  const own = `/api/v1/contracts/results/${name}`;
  const { value, error } = useLoaded(`failed lines ${own}`, async () => {
    const [{ opcodes }, calls, { failedLines }] = await Promise.all([
      get<Trace>(`${own}/opcodes?stack=false`),
      find<{ actions: readonly ContractAction<I>[] }>(`${own}/actions?limit=100`),
      import('../words/known-source.ts'),
    ]);
    const known = await sourcesOf((calls?.actions ?? []).map(({ recipient }) => recipient));
    return failedLines(
      opcodes,
      [...known.values()].map(({ lines }) => lines),
    );
  });
  if (error !== undefined) return <Failure error={error} />;
  if (value === undefined) return <Skeleton lines={2} />;
  if (value.length === 0) return <p>It failed in no line of the known sources.</p>;
  return (
    <ol class="plain-list">
      {value.map(({ contract, file, line, text }, at) => (
        <li key={at}>
          {contract}, {file}:{line} <code>{text}</code>
        </li>
      ))}
    </ol>
  );
}

/** Maximum number of pages of calls, of 100 each, that a profile of gas reads. */
const MAX_PAGES = 20;

/** Gas of a transaction by contract and function. */
export function GasProfile({ name }: { name: string }) {
  const path = `/api/v1/contracts/results/${name}/actions?limit=100`;
  const { value, error } = useLoaded(`gas ${path}`, async () => {
    const actions: ContractAction<I>[] = [];
    let next: string | null = path;
    for (let page = 0; next !== null && page < MAX_PAGES; page++) {
      const answer: { actions: readonly ContractAction<I>[]; links: { next: string | null } } | null =
        await find(next);
      actions.push(...(answer?.actions ?? []));
      next = answer?.links.next ?? null;
    }
    await sourcesOf(actions.map(({ recipient }) => recipient));
    return { functions: gasProfile(actions), isAll: next === null, count: actions.length };
  });
  if (error !== undefined) return <Failure error={error} />;
  if (value === undefined) return <Skeleton />;
  const sum = value.functions.reduce((all, { own }) => all + own, 0n);
  return (
    <>
      {!value.isAll && (
        <p class="note">Of the first {grouped(value.count)} calls; the transaction has more.</p>
      )}
      <Table
        label="Gas by contract and function"
        items={value.functions}
        empty="The mirror has no calls of this transaction."
        columns={[
          { head: 'Contract', cell: ({ contract }) => <Entity id={contract} kind="contract" /> },
          { head: 'Function', cell: (each) => <code>{each.name}</code> },
          { head: 'Calls', cell: ({ calls }) => grouped(calls), isNumber: true },
          { head: 'Own gas', cell: ({ own }) => grouped(own), isNumber: true },
          {
            head: 'Share',
            cell: ({ own }) => (sum <= 0n ? '–' : `${withPoint((own * 1000n) / sum, 1)} %`),
            isNumber: true,
          },
          { head: 'With its calls', cell: ({ whole }) => grouped(whole), isNumber: true },
        ]}
      />
    </>
  );
}
