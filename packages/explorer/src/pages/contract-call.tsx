import { useState } from 'preact/hooks';
import type { ContractAction, ContractResultDetails } from '../../../../src/client/types.ts';
import { find, get } from '../api.ts';
import { Event } from '../ui/events.tsx';
import { useLoaded } from '../ui/hooks.ts';
import { Code, Entity, Facts, Failure, Hbar, Skeleton, Table } from '../ui/parts.tsx';
import { grouped } from '../words/format.ts';
import { decodeCall } from '../words/known-abi.ts';
import { revertText } from '../words/revert.ts';

type I = number | bigint;

/** Execution of a contract in a transaction: decoded call, call tree, logs, state changes, opcodes. */
export function ContractCall({ result, name }: { result: ContractResultDetails<I>; name: string }) {
  const call = decodeCall(result.function_parameters);
  return (
    <>
      <Facts
        rows={[
          ['Contract', <Entity id={result.contract_id} kind="contract" />],
          ['Caller', result.from !== null && <Entity id={result.from} kind="account" />],
          ['Function', call !== null && <code>{call}</code>],
          ['Input', <Code text={result.function_parameters} what="the input" />],
          ['Failed because', result.error_message !== null && revertText(result.error_message)],
          ['Output', <Code text={result.call_result} what="the output" />],
          ['Sent', result.amount !== null && <Hbar amount={result.amount} />],
          [
            'Gas',
            `${grouped(result.gas_used ?? 0)} charged, ${result.gas_consumed === null ? '' : `${grouped(result.gas_consumed)} needed, `}${grouped(result.gas_limit)} allowed`,
          ],
          [
            'Created',
            result.created_contract_ids.length > 0 &&
              result.created_contract_ids.map((id) => <Entity key={id} id={id} kind="contract" />),
          ],
        ]}
      />
      <Actions name={name} />
      <Table
        label="Events"
        items={result.logs}
        empty="No events."
        columns={[
          { head: 'No.', cell: ({ index }) => String(index) },
          {
            head: 'Contract',
            cell: ({ contract_id, address }) => <Entity id={contract_id ?? address} kind="contract" />,
          },
          {
            head: 'Event',
            cell: (log) => <Event log={log} />,
          },
        ]}
      />
      <Table
        label="State changes"
        items={result.state_changes}
        empty="No storage was read or changed."
        columns={[
          {
            head: 'Contract',
            cell: ({ contract_id, address }) => <Entity id={contract_id ?? address} kind="contract" />,
          },
          { head: 'Slot', cell: ({ slot }) => <Word hex={slot} /> },
          { head: 'Before', cell: ({ value_read }) => <Word hex={value_read} /> },
          {
            head: 'After',
            cell: ({ value_written }) =>
              value_written === null ? 'only read' : <Word hex={value_written} />,
          },
        ]}
      />
      <Opcodes name={name} />
    </>
  );
}

/** A storage word; small values are shown as a number. */
function Word({ hex }: { hex: string }) {
  const value = BigInt(hex === '0x' || hex === '' ? 0 : hex);
  return value < 1n << 64n ? <span title={hex}>{grouped(value)}</span> : <code>{hex}</code>;
}

function Actions({ name }: { name: string }) {
  const path = `/api/v1/contracts/results/${name}/actions?limit=100`;
  const { value } = useLoaded(path, () => find<{ actions: readonly ContractAction<I>[] }>(path));
  const actions = value?.actions ?? [];
  if (actions.length === 0) return null;
  return (
    <div class="body">
      <h2>Call tree</h2>
      <ul class="tree">{branches(actions, 0, actions.length, 0)}</ul>
    </div>
  );
}

/** Renders actions as a tree. They are listed depth first: the children of an action follow it, one level deeper. */
function branches(actions: readonly ContractAction<I>[], from: number, to: number, depth: number) {
  const starts = actions
    .slice(from, to)
    .flatMap((action, at) => (Number(action.call_depth) === depth ? [from + at] : []));
  return starts.map((start, at) => {
    const action = actions[start];
    if (action === undefined) return null;
    const end = starts[at + 1] ?? to;
    const failed = action.result_data_type === 'OUTPUT' ? null : revertText(action.result_data);
    return (
      <li key={start}>
        <div>
          <span class="chip">{action.call_operation_type}</span> <Entity id={action.recipient ?? action.to} />{' '}
          <code>{decodeCall(action.input) ?? action.input.slice(0, 10)}</code>{' '}
          <span class="quiet">
            {grouped(action.gas_used)} of {grouped(action.gas)} gas
          </span>{' '}
          {failed !== null && <span class="chip bad">{failed}</span>}
        </div>
        {end > start + 1 && <ul>{branches(actions, start + 1, end, depth + 1)}</ul>}
      </li>
    );
  });
}

interface Trace {
  readonly opcodes: readonly {
    readonly op: string;
    readonly pc: number;
    readonly gas: I;
    readonly gas_cost: I;
    readonly depth: number;
  }[];
}

function Opcodes({ name }: { name: string }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <div class="body">
      {isAsked ? (
        <OpcodeList path={`/api/v1/contracts/results/${name}/opcodes?stack=false`} />
      ) : (
        <button type="button" class="plain" onClick={() => setAsked(true)}>
          Show opcodes
        </button>
      )}
    </div>
  );
}

/** Maximum number of steps of a trace that are shown. */
const MAX_STEPS = 2000;

function OpcodeList({ path }: { path: string }) {
  const { value, error } = useLoaded(path, () => get<Trace>(path));
  if (error !== undefined) return <Failure error={error} />;
  if (value === undefined) return <Skeleton />;
  return (
    <>
      <Table
        label="Opcodes"
        items={value.opcodes.slice(0, MAX_STEPS)}
        empty="No step was recorded."
        columns={[
          { head: 'At', cell: ({ pc }) => String(pc) },
          { head: 'Operation', cell: ({ op, depth }) => `${'· '.repeat(depth)}${op}` },
          { head: 'Gas cost', cell: ({ gas_cost }) => grouped(gas_cost), isNumber: true },
          { head: 'Gas left', cell: ({ gas }) => grouped(gas), isNumber: true },
        ]}
      />
      {value.opcodes.length > MAX_STEPS && (
        <p class="note">
          The first {MAX_STEPS} of {grouped(value.opcodes.length)} steps.
        </p>
      )}
    </>
  );
}
