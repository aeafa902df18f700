import type { ContractLog } from '@tain/client/types';
import { namesEntity } from '../words/abi.ts';
import { decodeLog, isAmountLog } from '../words/known-abi.ts';
import { useLoaded } from './hooks.ts';
import { unitOf } from './token-contracts.ts';
// Imported for its side effect: stored ABIs must be loaded before the first event or call is decoded.
import './stored-abis.ts';
import { Paged } from './paged.tsx';
import { Entity, TransactionTime } from './parts.tsx';

interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
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
          {namesEntity(text) ? <Entity id={text} /> : <span>{text}</span>}
        </span>
      ))}
    </span>
  );
}

/** Events of a contract, newest first. `of`: API path of the contract. */
export function EventList({ of, label, empty }: { of: string; label: string; empty: string }) {
  return (
    <Paged<ContractLog<number | bigint>>
      path={`${of}/results/logs?limit=25`}
      items="logs"
      label={label}
      empty={empty}
      columns={[
        { head: 'Time', cell: ({ timestamp }) => <TransactionTime at={timestamp} /> },
        { head: 'Event', cell: (log) => <Event log={log} /> },
      ]}
    />
  );
}
