import { ROUTES } from '../../src/rest/routes.ts';
import type { Database } from '../../src/store/connections/database.ts';
import { LIST_ROUTES, type ListRequest } from './list-requests.ts';
import type { SeededValues } from './seeded-values.ts';

/** Routes with requests of `result-requests.ts`, and routes that execute calls or read no rows. */
const OTHERS = /^\/api\/v1\/(?:contracts\/.*results.*|network\/capabilities)$/;

/** Routes whose response is not a list. */
export const LOOKUP_ROUTES: readonly string[] = ROUTES.filter(
  (route) => route.method === 'GET' && !LIST_ROUTES.includes(route) && !OTHERS.test(route.path),
).map(({ path }) => path);

const SECONDS = (ns: string) => `${ns} / 1000000000 || '.' || lpad((${ns} % 1000000000)::text, 9, '0')`;
const OF_TRANSACTIONS = `
  select unnest(array[encode(transaction_hash, 'hex'),
    '0.0.' || payer_account_id || '-' || replace(${SECONDS('valid_start_ns')}, '.', '-')]) as v from transaction
  where consensus_timestamp in (select min(consensus_timestamp) from transaction
    union all select max(consensus_timestamp) from transaction union all select min(consensus_timestamp) from contract_result)`;
const OF_MESSAGES = `select ${SECONDS('consensus_timestamp')} as v from topic_message
  where consensus_timestamp in (select min(consensus_timestamp) from topic_message union all select max(consensus_timestamp) from topic_message)`;
const ADDRESSES = `select '0x' || encode(evm_address, 'hex') as v from entity where id in (79001, 80993) order by id`;

/** Lookups of frequent, rare and missing objects by each of their names, now and in the past. */
export async function readLookupRequests({ pool }: Database, values: SeededValues): Promise<ListRequest[]> {
  const column = async (text: string) => (await pool.query<{ v: string }>(text)).rows.map(({ v }) => v);
  const [account = '', contract = ''] = await column(ADDRESSES);
  const ids = (route: string, name: string) => values.ofPath(`/api/v1/${route}`, name);
  const times = values.of('/api/v1/transactions', 'timestamp');
  const results = '/api/v1/contracts/results';
  const serials = ids('tokens/{tokenId}/nfts/{serialNumber}', 'serialNumber');
  const tokens = ids('tokens/{tokenId}', 'tokenId');
  const contracts = [...ids('contracts/{contractIdOrAddress}', 'contractIdOrAddress'), contract];
  const schedules = values.of('/api/v1/schedules', 'schedule.id');
  const topics = ids('topics/{topicId}', 'topicId');
  const numbers = values.of('/api/v1/topics/{topicId}/messages', 'sequencenumber');
  const first = times[0] ?? '';
  const past = [
    '',
    ...[first, times[3] ?? first, times.at(-1) ?? first].map((time) => `?timestamp=lt:${time}`),
  ];
  /** Parts of the paths of each route, which are combined. */
  const parts: Readonly<Record<string, readonly (readonly string[])[]>> = {
    'accounts/{idOrAliasOrEvmAddress}': [
      ['accounts/'],
      // The account with the most versions, which all ended before the last time.
      [account, '1001', `0x${'ee'.repeat(20)}`],
      ['', '?transactions=false', `?transactions=false&timestamp=gt:${times.at(-1) ?? first}`],
    ],
    'blocks/{hashOrNumber}': [
      ['blocks/'],
      [...values.of(results, 'block.number'), ...values.of(results, 'block.hash'), `0x${'ee'.repeat(48)}`],
    ],
    // 1001, the entity with the most versions, is no contract.
    'contracts/{contractIdOrAddress}': [
      ['contracts/'],
      [...contracts, '1001'],
      [...past, `?timestamp=gt:${times.at(-1) ?? first}`],
    ],
    'network/exchangerate': [['network/exchangerate'], past],
    'network/fees': [['network/fees'], past],
    'network/stake': [['network/stake']],
    'network/supply': [['network/supply'], past],
    'schedules/{scheduleId}': [['schedules/'], schedules],
    'tokens/{tokenId}': [['tokens/'], tokens, past],
    'tokens/{tokenId}/nfts/{serialNumber}': [['tokens/'], tokens, ['/nfts/'], serials],
    'tokens/nfts/{serialNumber}': [['tokens/nfts/'], serials, tokens.map((token) => `?token.id=${token}`)],
    'topics/{topicId}': [['topics/'], topics],
    'topics/{topicId}/messages/{sequenceNumber}': [['topics/'], topics, ['/messages/'], numbers],
    'topics/messages/{timestamp}': [['topics/messages/'], [...(await column(OF_MESSAGES)), ...times]],
    'transactions/{transactionIdOrHash}': [
      ['transactions/'],
      [...(await column(OF_TRANSACTIONS)), 'ee'.repeat(48), '0.0.1001-1999999999-000000001'],
      ['', '?nonce=1', '?scheduled=true'],
    ],
  };
  return Object.entries(parts).flatMap(([route, given]) =>
    given
      .reduce<readonly string[]>(
        (texts, part) => texts.flatMap((text) => part.map((next) => text + next)),
        [''],
      )
      .map((path) => ({
        route: `/api/v1/${route}`,
        path,
        parameters: path.includes('?') ? [path.replace(/^.*\?|=.*$/g, '')] : [],
      })),
  );
}
