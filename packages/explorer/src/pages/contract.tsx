import type { ContractDetails, ContractResultOfContract, ContractStorageSlot } from '@tain/client/types';
import { useState } from 'preact/hooks';
import { get } from '../api.ts';
import type { PageProps } from '../router.ts';
import { EventList } from '../ui/events.tsx';
import { useLoaded } from '../ui/hooks.ts';
import { JsonPanel } from '../ui/json.tsx';
import { KeyView } from '../ui/keys.tsx';
import { Paged } from '../ui/paged.tsx';
import { A, Code, Entity, Facts, Failure, Skeleton, Tabs, Time, TransactionTime } from '../ui/parts.tsx';
import { storeAbi, storedAbi } from '../ui/stored-abis.ts';
import { implementationOf, readMethod, type TokenContract, tokenContract } from '../ui/token-contracts.ts';
import { parseType, valueText } from '../words/abi.ts';
import { counted, grouped } from '../words/format.ts';
import { type AbiEntry, callText, createsItself, typeText } from '../words/known-abi.ts';
import { revertText } from '../words/revert.ts';

type I = number | bigint;

/** Page of a contract, by its id or EVM address. */
export function ContractPage({ params }: PageProps) {
  const path = `/api/v1/contracts/${encodeURIComponent(params.id ?? '')}`;
  const { value: contract, error } = useLoaded(path, () => get<ContractDetails<I>>(path));
  if (error !== undefined) return <Failure error={error} title={`Contract ${params.id}`} />;
  if (contract === undefined) return <Skeleton lines={12} />;
  return <ContractView key={path} contract={contract} path={path} />;
}

function ContractView({ contract, path }: { contract: ContractDetails<I>; path: string }) {
  const id = contract.contract_id;
  const code = contract.runtime_bytecode;
  const { value: found } = useLoaded(`standard ${id}`, async () => {
    const implementation = await implementationOf(id ?? '', code);
    const token = await tokenContract(contract.evm_address, implementation?.code ?? code);
    return { implementation, token };
  });
  const own = `/api/v1/contracts/${id}`;
  const size = Math.max(0, contract.runtime_bytecode.length - 2) / 2;
  return (
    <>
      <div class="head">
        <span class="kind">Contract</span>
        <h1>Contract {id}</h1>
        <p class="lead">
          {contract.deleted === true ? 'The contract is deleted.' : `Its code has ${grouped(size)} bytes.`}{' '}
          {found?.implementation && (
            <>
              It is a proxy that runs the code of <Entity id={found.implementation.id} kind="contract" />.{' '}
            </>
          )}
          {found?.token && <TokenWords token={found.token} />} Its balance and transactions are on{' '}
          <A to={`/account/${id}`}>its page as an account</A>.
        </p>
      </div>
      <Tabs
        tabs={[
          { name: 'Calls', render: () => <Calls path={`${own}/results?limit=25`} /> },
          { name: 'Read', render: () => <Read contract={contract} /> },
          {
            name: 'Events',
            render: () => <EventList of={own} label="Events" empty="The contract has emitted no event." />,
          },
          {
            name: 'State',
            render: () => (
              <Paged<ContractStorageSlot>
                path={`${own}/state?limit=25`}
                items="state"
                label="Storage"
                empty="The contract has no storage."
                columns={[
                  { head: 'Slot', cell: ({ slot }) => <code>{slot}</code> },
                  { head: 'Value', cell: ({ value }) => <code>{value}</code> },
                ]}
              />
            ),
          },
          {
            name: 'Details',
            render: () => (
              <Facts
                rows={[
                  ['EVM address', <Code text={contract.evm_address} what="the EVM address" />],
                  ['Memo', contract.memo],
                  ['Created', <Time at={contract.created_timestamp} />],
                  ['Expires', <Time at={contract.expiration_timestamp} />],
                  ['Admin key', <KeyView value={contract.admin_key} />],
                  ['From the file', contract.file_id !== null && contract.file_id],
                  ['Code', <Code text={contract.runtime_bytecode} what="the code" />],
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

/** Name, symbol and decimals that a token contract reports. */
function TokenWords({ token: { standard, name, symbol, decimals } }: { token: TokenContract }) {
  const title = [name, symbol === null ? null : `(${symbol})`].filter((part) => part !== null).join(' ');
  return (
    <>
      It answers as an {standard} token{title === '' ? '' : `: ${title}`}
      {decimals === null ? '' : `, ${counted(decimals, 'decimal')}`}.
    </>
  );
}

function Calls({ path }: { path: string }) {
  return (
    <Paged<ContractResultOfContract<I>>
      path={path}
      items="results"
      label="Calls"
      empty="The contract was not called."
      columns={[
        {
          head: 'Time',
          cell: ({ timestamp }) => <TransactionTime at={timestamp} />,
        },
        { head: 'From', cell: ({ from }) => <Entity id={from} kind="account" /> },
        {
          head: 'Function',
          cell: (result) => <code>{callText(result.function_parameters, createsItself(result))}</code>,
        },
        { head: 'Gas', cell: ({ gas_used }) => grouped(gas_used ?? 0), isNumber: true },
        {
          head: 'Result',
          cell: ({ error_message }) =>
            error_message === null || error_message === '0x' ? (
              <span class="chip good">Success</span>
            ) : (
              <span class="chip bad">{revertText(error_message)}</span>
            ),
        },
      ]}
    />
  );
}

const STANDARD: readonly AbiEntry[] = [
  ['name', [], 'string'],
  ['symbol', [], 'string'],
  ['decimals', [], 'uint8'],
  ['totalSupply', [], 'uint256'],
  ['balanceOf', ['address'], 'uint256'],
  ['allowance', ['address', 'address'], 'uint256'],
  ['ownerOf', ['uint256'], 'address'],
  ['tokenURI', ['uint256'], 'string'],
  ['owner', [], 'address'],
].map(([name, inputs, output]) => ({
  type: 'function',
  name: String(name),
  stateMutability: 'view',
  inputs: (inputs as string[]).map((type) => ({ type })),
  outputs: [{ type: String(output) }],
}));

function Read({ contract }: { contract: ContractDetails<I> }) {
  const [added, setAdded] = useState(() => storedAbi(contract.contract_id));
  const [problem, setProblem] = useState<string>();
  const own = added.filter(
    ({ type, stateMutability }) =>
      type === 'function' && (stateMutability === 'view' || stateMutability === 'pure'),
  );
  const learn = (event: Event): void => {
    event.preventDefault();
    const text =
      event.currentTarget instanceof HTMLFormElement ? new FormData(event.currentTarget).get('abi') : null;
    try {
      const given = JSON.parse(typeof text === 'string' ? text : '') as
        | readonly AbiEntry[]
        | { readonly abi: readonly AbiEntry[] };
      const entries = 'abi' in given ? given.abi : given;
      storeAbi(contract.contract_id, entries);
      setAdded(entries);
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div class="body">
      {(own.length > 0 ? own : STANDARD).map((entry) => (
        <Method
          key={`${entry.name} ${entry.inputs?.map(typeText)}`}
          entry={entry}
          to={contract.evm_address}
        />
      ))}
      <form class="form" onSubmit={learn}>
        <p>
          <label for="abi">ABI of this contract (JSON of the compiler). It stays in this browser.</label>
        </p>
        <textarea id="abi" name="abi" spellcheck={false} />
        <button type="submit">Use this ABI</button>
        {problem !== undefined && <p class="alert">{problem}</p>}
      </form>
    </div>
  );
}

function Method({ entry, to }: { entry: AbiEntry; to: string }) {
  const [outcome, setOutcome] = useState<string>();
  const inputs = entry.inputs ?? [];
  const signature = `${entry.name}(${inputs.map(typeText).join(',')})`;
  const call = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement)) return;
    try {
      const given = new FormData(form);
      const values = await readMethod(
        to,
        signature,
        inputs.map((each) => parseType(typeText(each))),
        inputs.map((_, at) => String(given.get(String(at)) ?? '')),
        (entry.outputs ?? []).map((each) => parseType(typeText(each))),
      );
      setOutcome(values.length === 0 ? 'nothing' : values.map(valueText).join(', '));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const data = /0x[0-9a-f]{8,}$/.exec(message)?.[0];
      setOutcome(data === undefined ? message : `It failed: ${revertText(data)}`);
    }
  };
  return (
    <form class="filters" onSubmit={(event) => void call(event)}>
      <code>{signature}</code>
      {inputs.map((each, at) => (
        <label key={String(at)}>
          {each.name || typeText(each)}
          <input name={String(at)} placeholder={typeText(each)} />
        </label>
      ))}
      <button type="submit" class="plain">
        Call
      </button>
      <output>{outcome}</output>
    </form>
  );
}
