import { keyedRows, sameKey } from '../../store/access/joined-rows.ts';
import { hasRow } from '../../store/access/lookup.ts';
import { isTokenEvent, TOKEN_EVENTS } from '../../store/reads/token-events.sql.ts';
import { raw, type Sql, sql } from '../../store/sql.ts';
import { nestedList } from '../answer/objects.ts';
import { boolean, computed, entityId, integer, word } from '../answer/scalars.ts';
import { OF_TRANSACTION } from '../transactions/transaction.json.ts';

/** Maximum number of events of one transaction that are listed. */
export const MAX_EVENTS = 50;
/** Maximum length of the data from which transfers are read, in bytes: some 30 tokens of a `TransferBatch`. */
const MAX_DATA_BYTES = 2048;
const WORD_DIGITS = 64;

const topicOf = (event: keyof typeof TOKEN_EVENTS) => raw(`'\\x${TOKEN_EVENTS[event]}'::bytea`);
/** Topic of the sender; that of the receiver follows. An event of ERC-1155 begins with the operator. */
const FROM = sql`case when l.topic0 = ${topicOf('Transfer')} then l.topic1 else l.topic2 end`;
const TO = sql`case when l.topic0 = ${topicOf('Transfer')} then l.topic2 else l.topic3 end`;

/** `0x…` of an address, which topics store without leading zeros. */
const address = (topic: Sql, description: string) =>
  word(
    sql`'0x' || right(lpad(encode(coalesce(${topic}, ''), 'hex'), ${raw(String(WORD_DIGITS))}, '0'), 40)`,
    {
      nullable: false,
      pattern: '^0x[0-9a-f]{40}$',
      description,
    },
  );

const FIELDS = {
  contract_id: entityId(sql`l.contract_id`, { nullable: false }),
  event: word(
    sql`case l.topic0 when ${topicOf('Transfer')} then 'Transfer' when ${topicOf('TransferSingle')} then 'TransferSingle' else 'TransferBatch' end`,
    { nullable: false, enum: Object.keys(TOKEN_EVENTS), description: 'Name of the event.' },
  ),
  from: address(FROM, 'EVM address of the sender; zero for a mint.'),
  index: integer(sql`l.index`, { nullable: false, description: 'Index of the log in the block.' }),
  to: address(TO, 'EVM address of the receiver; zero for a burn.'),
  transfers: computed<readonly { readonly amount: string; readonly id: string | null }[]>(
    [
      sql`encode(l.topic0, 'hex')`,
      sql`encode(l.topic3, 'hex')`,
      sql`case when length(l.data) <= ${raw(String(MAX_DATA_BYTES))} then encode(l.data, 'hex') end`,
    ],
    (topic0, topic3, data) =>
      JSON.stringify(transfersOf(topic0 ?? '', topic3, data ?? '').map(([id, amount]) => ({ amount, id }))),
    {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          amount: { type: 'string', description: 'Amount in the smallest unit of the token; 1 for an NFT.' },
          id: {
            type: 'string',
            nullable: true,
            description: 'Id of the token (ERC-721, ERC-1155); null for ERC-20.',
          },
        },
        required: ['amount', 'id'],
      },
      description:
        'Tokens that were transferred; empty if the data has another form, or more than 2,048 bytes.',
    },
  ),
};

/** Returns the ids and amounts in an event; none if its data does not have the standard's form. */
export function transfersOf(topic0: string, topic3: string | null, data: string): [string | null, string][] {
  if (topic0 === TOKEN_EVENTS.Transfer) {
    if (topic3 !== null) return [[decimal(topic3), '1']];
    return data === '' ? [] : [[null, decimal(data.slice(0, WORD_DIGITS))]];
  }
  const words = data.match(/.{64}/g) ?? [];
  if (topic0 === TOKEN_EVENTS.TransferSingle) {
    const [id, amount] = words;
    return id === undefined || amount === undefined ? [] : [[decimal(id), decimal(amount)]];
  }
  const [ids, amounts] = [arrayAt(words, 0), arrayAt(words, 1)];
  if (ids === undefined || ids.length !== amounts?.length) return [];
  return ids.map((id, index) => [id, amounts[index] ?? '0']);
}

/** Returns the array whose offset is a word of ABI-encoded data; undefined if it is not within the data. */
function arrayAt(words: readonly string[], at: number): string[] | undefined {
  const offset = BigInt(`0x${words[at] ?? '0'}`);
  if (offset % 32n !== 0n || offset / 32n >= BigInt(words.length)) return undefined;
  const first = Number(offset / 32n);
  const length = BigInt(`0x${words[first]}`);
  if (length > BigInt(words.length - first - 1)) return undefined;
  return words.slice(first + 1, first + 1 + Number(length)).map(decimal);
}

function decimal(hex: string): string {
  return String(BigInt(`0x${hex === '' ? '0' : hex}`));
}

/** Condition that a log is from or to the account `w`, and of the requested contract or of any that is no token of the ledger. */
const IS_OF_ACCOUNT = sql`w.of_events and ${isTokenEvent('contract_log', (topic) => sql`${topic} = any(w.addresses)`)} and case when w.token_id is null then ${hasRow(sql`token x`, [sameKey('x.token_id', 'contract_log', 'contract_id')])} is not true else contract_log.contract_id = w.token_id end`;

const EVENTS = sql`(
      select * from ${keyedRows('contract_log', [OF_TRANSACTION, IS_OF_ACCOUNT])} order by index limit ${raw(String(MAX_EVENTS))}
    ) l`;

/** Events of ERC-20, ERC-721 and ERC-1155 in `transaction t` from or to the account of `w`. */
export const EVENTS_OF_ACCOUNT = nestedList(FIELDS, EVENTS, sql`l.index`);

/** The same, with the side of the account. */
export const SIDED_EVENTS = nestedList(
  {
    ...FIELDS,
    is_sender: boolean(sql`${FROM} = any(w.addresses)`),
    is_receiver: boolean(sql`${TO} = any(w.addresses)`),
  },
  EVENTS,
  sql`l.index`,
);
