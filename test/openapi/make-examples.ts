import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import Long from 'long';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { Example } from '../../src/api/openapi/examples.ts';
import { operationName } from '../../src/api/openapi/operation-names.ts';
import { ROUTES } from '../../src/api/routes.ts';
import { startApi } from '../../src/api/server.ts';
import { DEFAULT_API_SETTINGS } from '../../src/api/settings.ts';
import type { Database } from '../../src/db/database.ts';
import { KINDS } from '../../src/demo/transactions/kinds.ts';
import { writeDemo } from '../../src/demo/write-demo.ts';
import { transactionBytes } from '../api/fee-schedule.ts';
import { createTestDatabase, startTestServer } from '../database.ts';
import { ingestFolder } from '../ingest-rows/ingest-folder.ts';

/**
 * Writes web/openapi-examples.json, the examples of the interface description: answers about a demo
 * network of a fixed seed. Run it again when answers get other fields: npx tsx test/openapi/make-examples.ts
 */

/** What the path's values, in order, and the query of an example are, by the id of its operation. */
interface Choice {
  /** SQL of one row: the path's values, then `$1`, `$2`… of the query. */
  readonly from?: string;
  readonly query?: string;
}

const TIME = (column: string) =>
  `(${column} / 1000000000) || '.' || lpad((${column} % 1000000000)::text, 9, '0')`;
const ID = (column: string) => `'0.0.' || (${column} & 274877906943)`;
const OWNER = (table: string, column: string, condition = 'true') => ({
  from: `select ${ID(column)} from ${table} where ${condition} group by ${column} order by count(*) desc, 1 limit 1`,
  query: 'limit=2',
});
const RESULT = `contract_result r join contract_log l on l.consensus_timestamp = r.consensus_timestamp where r.gas_used > 0`;
const NFT = `nft where deleted is not true and account_id is not null`;

const CHOICES: Readonly<Record<string, Choice>> = {
  getAccount: {
    ...OWNER('token_account', 'account_id', 'associated and balance > 0 and account_id > 1000'),
    query: 'limit=1',
  },
  listAccountAllowancesCrypto: OWNER('crypto_allowance', 'owner', 'amount > 0'),
  listAccountAllowancesTokens: OWNER('token_allowance', 'owner', 'amount > 0'),
  listAccountAllowancesNfts: OWNER('nft_allowance', 'owner', 'approved_for_all'),
  listAccountRewards: OWNER('staking_reward_transfer', 'account_id'),
  listAccountNfts: OWNER('nft', 'account_id', 'deleted is not true and account_id is not null'),
  listAccountTokens: OWNER('token_account', 'account_id', 'associated and account_id > 1000'),
  listAccountHooks: OWNER('hook', 'owner_id'),
  listAccountHookStorage: {
    from: `select ${ID('owner_id')}, hook_id::text from hook_storage where not deleted order by 1 limit 1`,
    query: 'limit=2',
  },
  listAccountAirdropsOutstanding: OWNER('token_airdrop', 'sender_account_id', "state = 'PENDING'"),
  listAccountAirdropsPending: OWNER('token_airdrop', 'receiver_account_id', "state = 'PENDING'"),
  getBlock: { from: 'select max(index)::text from record_file' },
  getContract: {
    from: `select ${ID('id')} from contract where runtime_bytecode is not null order by id limit 1`,
  },
  listContractResults: OWNER('contract_result', 'contract_id', 'gas_used > 0'),
  getContractsResult: {
    from: `select '0x' || encode(r.transaction_hash, 'hex') from ${RESULT} and length(r.transaction_hash) = 32 order by 1 limit 1`,
  },
  getContractResult: {
    from: `select ${ID('r.contract_id')}, ${TIME('r.consensus_timestamp')} from ${RESULT} and r.contract_id = l.contract_id order by 2 limit 1`,
  },
  listContractsResultActions: {
    from: `select '0x' || encode(r.transaction_hash, 'hex') from contract_result r join contract_action a using (consensus_timestamp) where length(r.transaction_hash) = 32 order by 1 limit 1`,
    query: 'limit=2',
  },
  listContractResultsLogs: OWNER('contract_log', 'contract_id'),
  listContractState: OWNER('contract_state', 'contract_id', 'value is not null'),
  listContractsResults: { query: 'limit=1' },
  getTransaction: {
    from: `select ${ID('payer_account_id')} || '-' || replace(${TIME('valid_start_ns')}, '.', '-') from transaction where type = 14 and result = 22 and nonce = 0 order by consensus_timestamp limit 1`,
  },
  getTopic: { from: `select ${ID('id')} from topic order by id limit 1` },
  listTopicMessages: OWNER('topic_message', 'topic_id'),
  getTopicMessage: {
    from: `select ${ID('topic_id')}, sequence_number::text from topic_message order by topic_id, sequence_number limit 1`,
  },
  getTopicsMessage: { from: `select ${TIME('consensus_timestamp')} from topic_message order by 1 limit 1` },
  getToken: {
    from: `select ${ID('token_id')} from token t join custom_fee c on c.entity_id = t.token_id where t.type = 'FUNGIBLE_COMMON' and c.fixed_fees is not null order by token_id limit 1`,
  },
  listTokenBalances: OWNER('token_account', 'token_id', 'associated and balance > 0'),
  listTokenNfts: OWNER('nft', 'token_id'),
  getTokenNft: {
    from: `select ${ID('token_id')}, serial_number::text from ${NFT} order by token_id, 2 limit 1`,
  },
  listTokenNftTransactions: {
    from: `select ${ID('token_id')}, serial_number::text from ${NFT} order by token_id, 2 limit 1`,
    query: 'limit=2',
  },
  getTokensNft: {
    from: `select serial_number::text, ${ID('token_id')} from ${NFT} order by token_id, 1 limit 1`,
    query: 'token.id=$1',
  },
  listTokensNftTransactions: {
    from: `select serial_number::text, ${ID('token_id')} from ${NFT} order by token_id, 1 limit 1`,
    query: 'token.id=$1&limit=2',
  },
  getSchedule: { from: `select ${ID('schedule_id')} from schedule order by 1 limit 1` },
  listAccounts: { query: 'account.id=gt:0.0.1000&limit=2' },
  listNetworkNodes: { query: 'limit=1' },
  listNetworkRegisteredNodes: { query: 'limit=1' },
  postNetworkFees: { query: 'mode=INTRINSIC' },
  getNetworkExchangerate: {},
  getNetworkFees: {},
  getNetworkStake: {},
  getNetworkSupply: {},
};
const LIST: Choice = { query: 'limit=2' };

/** Every type of transaction, but one: of 30 registered nodes none would be left. */
const EVERYTHING = {
  ...Object.fromEntries(KINDS.map((kind) => [kind.name, 5 + Math.min(kind.weight, 20)])),
  REGISTEREDNODEDELETE: 0,
};

/** What is sent with a POST. */
const BODIES: Readonly<Record<string, RequestInit>> = {
  postNetworkFees: {
    headers: { 'content-type': 'application/protobuf' },
    body: new Uint8Array(
      transactionBytes({
        consensusSubmitMessage: {
          topicID: { topicNum: Long.fromNumber(1001) },
          message: Buffer.alloc(300, 97),
        },
      }),
    ),
  },
};

async function urlOf(
  database: Database,
  template: string,
  { from, query }: Choice,
): Promise<Pick<Example, 'url' | 'path'> | undefined> {
  const rows =
    from === undefined
      ? [[]]
      : (await database.pool.query<string[]>({ text: from, rowMode: 'array', values: [] })).rows;
  const values = rows[0] === undefined ? undefined : [...rows[0]];
  if (values === undefined) return undefined;
  const pathValues: Record<string, string> = {};
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.shift() ?? '';
    pathValues[name] = value;
    return value;
  });
  const given = query?.replaceAll(/\$(\d)/g, (_, place: string) => values[Number(place) - 1] ?? '');
  return { url: given === undefined ? filled : `${filled}?${given}`, path: pathValues };
}

async function main(): Promise<void> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tain-examples-'));
  const { server, stop } = await startTestServer();
  const { database, drop } = await createTestDatabase(server);
  try {
    await writeDemo({ dir, seed: 2026, tps: 200, blocks: 40, signInner: false, mix: EVERYTHING });
    await ingestFolder({ database, folder: dir, addressBook: path.join(dir, 'address_book.bin') });
    const api = await startApi({
      database,
      settings: DEFAULT_API_SETTINGS,
      clock: Date.now,
      log: pino({ level: 'error' }),
      registry: new Registry(),
      host: '127.0.0.1',
      port: 0,
    });
    const examples: Record<string, Example> = {};
    for (const route of ROUTES) {
      const { id } = operationName(route);
      const sent = route.method === 'GET' ? {} : BODIES[id];
      if (sent === undefined) continue;
      const found = await urlOf(database, route.path, CHOICES[id] ?? LIST);
      const response =
        found === undefined ? undefined : await fetch(api.url + found.url, { ...sent, method: route.method });
      const body: unknown = await response?.json();
      const empty = Object.values(body ?? {}).some((value) => Array.isArray(value) && value.length === 0);
      if (found === undefined || response === undefined || !response.ok || (empty && id.startsWith('list'))) {
        console.log(
          `no example of ${id}: ${found?.url} ${response?.status} ${JSON.stringify(body)?.slice(0, 200)}`,
        );
        continue;
      }
      examples[id] = { ...found, status: response.status, body };
    }
    await api.close();
    const file = new URL('../../web/openapi-examples.json', import.meta.url);
    const lines = Object.entries(examples).map(
      ([id, one]) => `${JSON.stringify(id)}: ${JSON.stringify(one)}`,
    );
    await writeFile(file, `{\n${lines.join(',\n')}\n}\n`);
    console.log(`${lines.length} examples`);
  } finally {
    await drop();
    await stop();
    await rm(dir, { recursive: true, force: true });
  }
}

await main();
