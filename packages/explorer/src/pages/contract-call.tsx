import type { ContractAction, ContractResultDetails } from '@tain/client/types';
import { useState } from 'preact/hooks';
import { find, get } from '../api.ts';
import { Event } from '../ui/events.tsx';
import { useLoaded } from '../ui/hooks.ts';
import { Code, Entity, Facts, Failure, Hbar, later, Skeleton, Table } from '../ui/parts.tsx';
import { SlotNames, SlotValue } from '../ui/storage.tsx';
import { grouped } from '../words/format.ts';
import { callText, createsItself } from '../words/known-abi.ts';
import type { KnownSource } from '../words/known-source.ts';
import { revertText } from '../words/revert.ts';
import type { Trace } from './contract-debug.tsx';

type I = number | bigint;

const FailedAt = later('failed', async () => (await import('./contract-debug.tsx')).FailedAt);

/** Execution of a contract in a transaction: decoded call, call tree, logs, state changes, opcodes. */
export function ContractCall({
  result,
  name,
  sources,
}: {
  result: ContractResultDetails<I>;
  name: string;
  /** Known sources of contracts, by their ids. */
  sources: ReadonlyMap<string, KnownSource>;
}) {
  const isCreation = createsItself(result);
  return (
    <>
      <Facts
        rows={[
          ['Contract', <Entity id={result.contract_id} kind="contract" />],
          ['Caller', result.from !== null && <Entity id={result.from} kind="account" />],
          ['Function', <code>{callText(result.function_parameters, isCreation)}</code>],
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
      {result.error_message !== null && sources.size > 0 && <FailedAt name={name} />}
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
          {
            head: 'Slot',
            cell: ({ contract_id, slot }) => {
              const source = sources.get(contract_id ?? '');
              return source?.storage.at(slot).length ? (
                <SlotNames slot={slot} source={source} />
              ) : (
                <Word hex={slot} />
              );
            },
          },
          {
            head: 'Before',
            cell: ({ contract_id, slot, value_read }) => (
              <StoredWord slot={slot} hex={value_read} source={sources.get(contract_id ?? '')} />
            ),
          },
          {
            head: 'After',
            cell: ({ contract_id, slot, value_written }) =>
              value_written === null ? (
                'only read'
              ) : (
                <StoredWord slot={slot} hex={value_written} source={sources.get(contract_id ?? '')} />
              ),
          },
        ]}
      />
      <Opcodes name={name} />
    </>
  );
}

/** A word of a slot: the values of its variables, or the word itself where these are not known. */
function StoredWord({ slot, hex, source }: { slot: string; hex: string; source: KnownSource | undefined }) {
  const variables = source?.storage.at(slot) ?? [];
  const isNamed = variables.some(({ read }) => read(hex) !== '');
  return isNamed ? <SlotValue slot={slot} value={hex} source={source} /> : <Word hex={hex} />;
}

/** A storage word; small values are shown as a number. */
function Word({ hex }: { hex: string }) {
  const value = BigInt(hex === '0x' || hex === '' ? 0 : hex);
  return value < 1n << 64n ? <span title={hex}>{grouped(value)}</span> : <code>{hex}</code>;
}

function Actions({ name }: { name: string }) {
  return (
    <div class="body">
      <h2>Call tree</h2>
      <ul class="tree">
        <ActionsFrom path={`/api/v1/contracts/results/${name}/actions?limit=100`} />
      </ul>
    </div>
  );
}

/** Maximum indentation of an action or a step, because a hostile contract calls itself hundreds of levels deep. */
const MAX_INDENT = 12;
/** Operations that send their value. A delegate call only shows that of its caller. */
const SENDING = new Set<string>(['CALL', 'CREATE', 'CREATE2', 'UNKNOWN']);

/** Actions in the order of their execution, each indented by its depth, from a page of the list on. */
function ActionsFrom({ path }: { path: string }) {
  const [isAsked, setAsked] = useState(false);
  const { value, error } = useLoaded(path, () =>
    find<{ actions: readonly ContractAction<I>[]; links: { next: string | null } }>(path),
  );
  if (error !== undefined) {
    return (
      <li>
        <Failure error={error} />
      </li>
    );
  }
  if (value === undefined)
    return (
      <li class="quiet" aria-busy="true">
        Loading
      </li>
    );
  const next = value?.links.next ?? null;
  return (
    <>
      {(value?.actions ?? []).map((action) => (
        <Action key={String(action.index)} action={action} />
      ))}
      {value?.actions.length === 0 && <li class="quiet">No more calls are recorded.</li>}
      {value === null && <li class="quiet">The mirror has no calls of this transaction.</li>}
      {next !== null &&
        (isAsked ? (
          <ActionsFrom path={next} />
        ) : (
          <li>
            <button type="button" class="plain" onClick={() => setAsked(true)}>
              Show the next calls
            </button>
          </li>
        ))}
    </>
  );
}

function Action({ action }: { action: ContractAction<I> }) {
  const failed = action.result_data_type === 'OUTPUT' ? null : revertText(action.result_data);
  const depth = Number(action.call_depth);
  const sends = Number(action.value) > 0 && SENDING.has(action.call_operation_type);
  return (
    <li style={{ marginLeft: `${Math.min(depth, MAX_INDENT)}rem` }}>
      <span class="chip">{action.call_operation_type}</span> <Entity id={action.caller ?? action.from} />
      {' → '}
      <Entity id={action.recipient ?? action.to} />{' '}
      <code>{callText(action.input, action.call_type === 'CREATE')}</code>{' '}
      {sends && (
        <strong>
          <Hbar amount={action.value} />
        </strong>
      )}{' '}
      <span class="quiet">
        depth {depth}, {grouped(action.gas_used)} of {grouped(action.gas)} gas
      </span>{' '}
      {failed !== null && <span class="chip bad">{failed}</span>}
    </li>
  );
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

function OpcodeList({ path }: { path: string }) {
  const { value, error } = useLoaded(path, () => get<Trace>(path));
  if (error !== undefined) return <Failure error={error} />;
  if (value === undefined) return <Skeleton />;
  return (
    <Table
      label="Opcodes"
      items={value.opcodes}
      empty="No step was recorded."
      columns={[
        { head: 'At', cell: ({ pc }) => String(pc) },
        { head: 'Operation', cell: ({ op, depth }) => `${'· '.repeat(Math.min(depth, MAX_INDENT))}${op}` },
        { head: 'Gas cost', cell: ({ gas_cost }) => grouped(gas_cost), isNumber: true },
        { head: 'Gas left', cell: ({ gas }) => grouped(gas), isNumber: true },
      ]}
    />
  );
}
