import type { ContractDetails, ContractResultOfContract, ContractStorageSlot } from '@tain/client/types';
import { useEffect, useState } from 'preact/hooks';
import { get } from '../api.ts';
import { navigate, type PageProps } from '../router.ts';
import { EventList } from '../ui/events.tsx';
import { useLoaded } from '../ui/hooks.ts';
import { JsonPanel } from '../ui/json.tsx';
import { KeyView } from '../ui/keys.tsx';
import { LabelForm } from '../ui/labels.tsx';
import { Paged } from '../ui/paged.tsx';
import {
  A,
  Code,
  Entity,
  Facts,
  Failure,
  later,
  Skeleton,
  Tabs,
  Time,
  TransactionTime,
} from '../ui/parts.tsx';
import { addSource, sourceOf } from '../ui/sources.ts';
import { SlotNames, SlotValue } from '../ui/storage.tsx';
import { implementationOf, type TokenContract, tokenContract } from '../ui/token-contracts.ts';
import { counted, grouped } from '../words/format.ts';
import { callText, createsItself } from '../words/known-abi.ts';
import { revertText } from '../words/revert.ts';

type I = number | bigint;

const Read = later('read', async () => (await import('./contract-methods.tsx')).Read);
const Write = later('write', async () => (await import('./contract-write.tsx')).Write);
const SourceView = later('source', async () => (await import('./contract-source.tsx')).SourceView);

/** Page of a contract, by its id or EVM address. */
export function ContractPage({ params }: PageProps) {
  const path = `/api/v1/contracts/${encodeURIComponent(params.id ?? '')}`;
  const { value: contract, error } = useLoaded(path, () => get<ContractDetails<I>>(path));
  if (error !== undefined) return <Failure error={error} title={`Contract ${params.id}`} />;
  if (contract === undefined) return <Skeleton lines={12} />;
  return <ContractView key={path} contract={contract} path={path} name={params.id ?? ''} />;
}

function ContractView({
  contract,
  path,
  name,
}: {
  contract: ContractDetails<I>;
  path: string;
  name: string;
}) {
  const id = contract.contract_id;
  const code = contract.runtime_bytecode;
  const [problem, setProblem] = useState<string>();
  const [version, setVersion] = useState(0);
  const { value: found } = useLoaded(`standard ${id}`, async () => {
    const implementation = await implementationOf(id ?? '', code);
    const token = await tokenContract(contract.evm_address, implementation?.code ?? code);
    return { implementation, token, behind: implementation && (await sourceOf(implementation.id)) };
  });
  // Calls and events are shown once the ABI is known that names them.
  const loaded = useLoaded(`source ${id}`, async () => ({ source: await sourceOf(id ?? '') }), { version });
  const add = (adding: Promise<void>): void => {
    adding
      .then(() => setProblem(undefined))
      .catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)))
      .finally(() => {
        setVersion((before) => before + 1);
        navigate(`/contract/${encodeURIComponent(name)}?tab=Source`, true);
      });
  };
  useDroppedFiles((files) => add(addSource(contract, files)));
  const own = `/api/v1/contracts/${id}`;
  const source = loaded.value?.source ?? null;
  const behind = found?.behind ?? null;
  // A proxy has the methods and the variables of the contract whose code it runs.
  const abi = [...(source?.source.abi ?? []), ...(behind?.source.abi ?? [])];
  const stateSource = behind ?? source;
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
        <LabelForm names={[id, contract.evm_address]} />
      </div>
      {loaded.value === undefined ? (
        <Skeleton />
      ) : (
        <Tabs
          tabs={[
            { name: 'Calls', render: () => <Calls path={`${own}/results?limit=25`} /> },
            { name: 'Read', render: () => <Read contract={contract} abi={abi} /> },
            { name: 'Write', render: () => <Write contract={contract} abi={abi} /> },
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
                    { head: 'Slot', cell: ({ slot }) => <SlotNames slot={slot} source={stateSource} /> },
                    {
                      head: 'Value',
                      cell: ({ slot, value }) => (
                        <SlotValue slot={slot} value={value ?? '0x'} source={stateSource} />
                      ),
                    },
                  ]}
                />
              ),
            },
            {
              name: 'Source',
              render: () => (
                <SourceView
                  contract={contract}
                  source={source}
                  problem={problem}
                  onFiles={(files) => add(addSource(contract, files))}
                  onChange={add}
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
      )}
    </>
  );
}

/** Receives files that are dropped anywhere on the page. */
function useDroppedFiles(onFiles: (files: readonly File[]) => void): void {
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, []);
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
