import { post } from '../api.ts';
import { decodeValues, parseType, selectorOf } from '../words/abi.ts';
import { decodeLog, isAmountLog, type Unit } from '../words/known-abi.ts';
import { useLoaded } from './hooks.ts';
// Imported for its side effect: stored ABIs must be loaded before the first event or call is decoded.
import './stored-abis.ts';
import { Entity } from './parts.tsx';

interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

const units = new Map<string, Promise<Unit | null>>();

/** Loads symbol and decimals of a token contract, once per contract; null if the contract does not return them. */
function unitOf(address: string): Promise<Unit | null> {
  const known = units.get(address);
  if (known !== undefined) return known;
  const read = async (signature: string, type: string) => {
    const body = { to: address, data: `0x${selectorOf(signature)}`, estimate: false };
    const { result } = await post<{ result: string }>('/api/v1/contracts/call', body);
    return decodeValues([parseType(type)], result)[0];
  };
  const unit = Promise.all([read('symbol()', 'string'), read('decimals()', 'uint8')]).then(
    ([symbol, decimals]) => ({ symbol: String(symbol), decimals: Number(decimals) }),
    () => null,
  );
  units.set(address, unit);
  return unit;
}

/** A decoded event, with amounts in the token's decimals and symbol. An unknown event is shown by its topics and data. */
export function Event({ log }: { log: Log }) {
  const isAmount = isAmountLog(log.topics);
  const unit = useLoaded(`unit ${isAmount ? log.address : ''}`, async () =>
    isAmount ? await unitOf(log.address) : null,
  ).value;
  const event = decodeLog(log.topics, log.data, unit ?? undefined) ?? {
    name: 'Unknown event',
    parameters: [
      ...log.topics.map((text, at) => ({ name: `topic ${at}`, text })),
      { name: 'data', text: log.data === '0x' ? 'none' : log.data },
    ],
  };
  return (
    <span class="event">
      <strong>{event.name}</strong>
      {event.parameters.map(({ name, text }, at) => (
        <span key={String(at)}>
          <span class="quiet">{name || `${at}`}</span>{' '}
          {/^(?:0\.0\.\d+|0x[0-9a-f]{40})$/.test(text) ? <Entity id={text} /> : <span>{text}</span>}
        </span>
      ))}
    </span>
  );
}
