import type { ContractDetails, ContractResultDetails } from '@tain/client/types';
import { useState } from 'preact/hooks';
import { find } from '../api.ts';
import { A } from '../ui/parts.tsx';
import { type Estimate, estimateCall, sendCall, useSenders } from '../ui/senders.ts';
import { storedAbi } from '../ui/stored-abis.ts';
import { parseType } from '../words/abi.ts';
import { encodeCall } from '../words/call-data.ts';
import { apiValue } from '../words/filters.ts';
import { grouped, hbars } from '../words/format.ts';
import { type AbiEntry, typeText } from '../words/known-abi.ts';
import { revertText } from '../words/revert.ts';
import type { Sender } from '../words/senders.ts';

const WEIBARS_PER_TINYBAR = 10_000_000_000n;
/** Interval in milliseconds, and number, of requests for the outcome of a sent transaction. */
const OUTCOME_MS = 1_000;
const MAX_REQUESTS = 60;

/** Methods of a contract that change its state, called by a wallet or an account of a local network. */
export function Write({
  contract,
  abi,
}: {
  contract: ContractDetails<number | bigint>;
  abi: readonly AbiEntry[];
}) {
  const senders = useSenders();
  const [key, setKey] = useState('');
  const methods = (abi.length > 0 ? abi : storedAbi(contract.contract_id)).filter(
    ({ type, stateMutability }) =>
      type === 'function' && stateMutability !== 'view' && stateMutability !== 'pure',
  );
  const sender = senders.find((each) => each.key === key) ?? senders[0];
  if (methods.length === 0) {
    return (
      <p class="empty">
        No method that changes the contract is known. Its source (tab Source) or its ABI (tab Read) names
        them.
      </p>
    );
  }
  if (sender === undefined) {
    return <p class="empty">This browser has no wallet that a page can use.</p>;
  }
  return (
    <div class="body">
      <div class="filters">
        <label>
          Send as
          <select value={sender.key} onChange={({ currentTarget }) => setKey(currentTarget.value)}>
            {senders.map((each) => (
              <option key={each.key} value={each.key}>
                {each.account === null ? each.name : `${each.name} (unlocked)`}
              </option>
            ))}
          </select>
        </label>
      </div>
      {methods.map((entry) => (
        <WriteMethod
          key={`${sender.key} ${entry.name} ${entry.inputs?.map(typeText)}`}
          entry={entry}
          to={contract.evm_address}
          sender={sender}
        />
      ))}
    </div>
  );
}

/** Explains the error of a wallet or of JSON-RPC, by what the contract returned if it has that. */
function errorText(error: unknown): string {
  const { message = String(error), data } = (error ?? {}) as { message?: string; data?: unknown };
  const returned = typeof data === 'object' && data !== null ? (data as { data?: unknown }).data : data;
  return typeof returned === 'string' && /^0x[0-9a-f]{8}/i.test(returned)
    ? `It would fail: ${revertText(returned)}`
    : message;
}

function WriteMethod({ entry, to, sender }: { entry: AbiEntry; to: string; sender: Sender }) {
  const [estimate, setEstimate] = useState<Estimate>();
  const [problem, setProblem] = useState<string>();
  const [sent, setSent] = useState<{ readonly hash: string; readonly outcome: string }>();
  const [isBusy, setBusy] = useState(false);
  const inputs = entry.inputs ?? [];
  const signature = `${entry.name}(${inputs.map(typeText).join(',')})`;
  const changed = (): void => {
    setEstimate(undefined);
    setProblem(undefined);
  };
  const run = (work: () => Promise<void>): void => {
    setBusy(true);
    setProblem(undefined);
    work()
      .catch((error: unknown) => setProblem(errorText(error)))
      .finally(() => setBusy(false));
  };
  const prepare = (form: HTMLFormElement): void =>
    run(async () => {
      const given = new FormData(form);
      const text = (name: string): string => String(given.get(name) ?? '');
      const data = await encodeCall(
        find,
        signature,
        inputs.map((each) => parseType(typeText(each))),
        inputs.map((_, at) => text(String(at))),
      );
      const tinybars = apiValue('hbars', text('value') || '0');
      if (!/^\d+$/.test(tinybars)) throw new TypeError(`no number of hbars: ${text('value')}`);
      const weibars = BigInt(tinybars) * WEIBARS_PER_TINYBAR;
      setSent(undefined);
      setEstimate(await estimateCall(sender, { to, data, weibars }));
    });
  const send = (ready: Estimate): void =>
    run(async () => {
      const hash = await sendCall(sender, ready);
      setEstimate(undefined);
      setSent({ hash, outcome: 'It was sent.' });
      setSent({ hash, outcome: await outcomeOf(hash) });
    });
  return (
    <form
      class="filters"
      onInput={changed}
      onSubmit={(event) => {
        event.preventDefault();
        if (estimate !== undefined) send(estimate);
        else if (event.currentTarget instanceof HTMLFormElement) prepare(event.currentTarget);
      }}
    >
      <code>{signature}</code>
      {inputs.map((each, at) => (
        <label key={String(at)}>
          {each.name || typeText(each)}
          <input name={String(at)} placeholder={typeText(each)} />
        </label>
      ))}
      {entry.stateMutability === 'payable' && (
        <label>
          Hbars to send
          <input name="value" placeholder="0" inputMode="decimal" />
        </label>
      )}
      <button type="submit" class={estimate === undefined ? 'plain' : ''} disabled={isBusy}>
        {estimate === undefined ? 'Estimate' : 'Send'}
      </button>
      <span role="status">
        {estimate !== undefined &&
          `It may use ${grouped(estimate.gas)} gas, for at most ${hbars(estimate.cost / WEIBARS_PER_TINYBAR)}.`}
        {sent !== undefined && (
          <>
            {sent.outcome} <A to={`/transaction/${sent.hash}`}>{sent.hash}</A>
          </>
        )}
      </span>
      {problem !== undefined && <p class="alert">{problem}</p>}
    </form>
  );
}

/** Waits until the mirror has the outcome of a transaction, and returns it in words. */
async function outcomeOf(hash: string): Promise<string> {
  for (let asked = 0; asked < MAX_REQUESTS; asked++) {
    const result = await find<ContractResultDetails<number | bigint>>(
      `/api/v1/contracts/results/${hash}`,
    ).catch(() => null);
    if (result !== null) {
      return result.error_message === null || result.error_message === '0x'
        ? 'It succeeded.'
        : `It failed: ${revertText(result.error_message)}.`;
    }
    await new Promise((resolve) => setTimeout(resolve, OUTCOME_MS));
  }
  return 'It was sent, and the mirror does not have it yet.';
}
