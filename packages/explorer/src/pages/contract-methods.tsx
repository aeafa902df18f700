import type { ContractDetails } from '@tain/client/types';
import { useState } from 'preact/hooks';
import { storeAbi, storedAbi } from '../ui/stored-abis.ts';
import { readMethod } from '../ui/token-contracts.ts';
import { listText, parseType } from '../words/abi.ts';
import { type AbiEntry, typeText } from '../words/known-abi.ts';
import { revertText } from '../words/revert.ts';

type I = number | bigint;

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

/** Methods of a contract that only read, and the form with which a user adds its ABI. `abi`: that of its source. */
export function Read({ contract, abi }: { contract: ContractDetails<I>; abi: readonly AbiEntry[] }) {
  const [added, setAdded] = useState(() => storedAbi(contract.contract_id));
  const [problem, setProblem] = useState<string>();
  const own = (abi.length > 0 ? abi : added).filter(
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
      setAdded(storedAbi(contract.contract_id));
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
      const outputs = (entry.outputs ?? []).map((each) => parseType(typeText(each)));
      const values = await readMethod(
        to,
        signature,
        inputs.map((each) => parseType(typeText(each))),
        inputs.map((_, at) => String(given.get(String(at)) ?? '')),
        outputs,
      );
      setOutcome(listText(values, outputs) || 'nothing');
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
