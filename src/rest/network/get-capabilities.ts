import { later } from '@tain/ledger/timestamp';
import { selectIndexIsCurrent } from '../../store/access/abilities.ts';
import { namedBlock } from '../../store/reads/block.ts';
import { RETENTION_FAMILIES, type RetentionFamily } from '../../store/schema/kept-tables.ts';
import { type Sql, sql } from '../../store/sql.ts';
import { timestampJson } from '../answer/scalars.ts';
import { NETWORK } from '../query/dialects/network.ts';
import type { Schema } from '../query/json-schema.ts';
import { retainedHistory } from '../route/require-retained.ts';
import { type ApiContext, type DatabaseFeature, FEATURES, type Feature, route } from '../route/route.ts';
import { INTERFACE_VERSION } from '../route/settings.ts';

/**
 * Version of the answer. It is incremented when a field changes its meaning or is removed; added fields and features do
 * not change it.
 */
const VERSION = 1;

const blockSchema = (description: string): Schema => ({
  type: 'object',
  nullable: true,
  properties: {
    number: { type: 'integer', format: 'int64', minimum: 0, description: 'Number of the block.' },
    timestamp: { type: 'string', description: 'Consensus time of its first transaction.' },
  },
  required: ['number', 'timestamp'],
  description,
});

const RETENTION_TEXTS: Readonly<Record<RetentionFamily, string>> = {
  blocks: 'Blocks.',
  transactions: 'Transactions with their transfers, fees, rewards and hashes.',
  contracts: 'Results and logs of contracts, and changes of their storage.',
  actions: 'Actions of contracts.',
  topics: 'Messages of topics.',
  balances: 'Snapshots of balances.',
  history:
    'Former versions of accounts, tokens, NFTs, allowances and other entities, and of storage of hooks.',
};

const retainedSchema = (description: string): Schema => ({
  type: 'object',
  properties: {
    from: {
      type: 'string',
      nullable: true,
      description:
        "Consensus time from which all rows are retained; null: from the network's first block, or from the first block that another program stored.",
    },
    complete: {
      type: 'boolean',
      description:
        "False if settings of the operator exclude some rows, or if the first stored block is in the middle of the network's history: older state, including current values, is then known only as far as later blocks contain it.",
    },
  },
  required: ['from', 'complete'],
  description,
});

const SCHEMA: Schema = {
  type: 'object',
  properties: {
    version: {
      type: 'integer',
      enum: [VERSION],
      description: 'Version of the format of this answer; it increases when fields change or are removed.',
    },
    interface_version: {
      type: 'string',
      description: 'Version of the public mirror node whose interface is implemented.',
    },
    chain_id: { type: 'string', pattern: '^0x[0-9a-f]+$', description: 'Chain id of the network.' },
    roles: {
      type: 'array',
      items: { type: 'string' },
      description: 'Roles of the responding process: `api`, `ingest`, `live`, `status`.',
    },
    features: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(FEATURES).map(([name, description]) => [
          name,
          {
            type: 'object',
            properties: {
              available: {
                type: 'boolean',
                description:
                  'False: its operations return 501, or do not exist; for an index: they read more, and may time out.',
              },
            },
            required: ['available'],
            description,
          },
        ]),
      ),
      required: Object.keys(FEATURES),
      description: 'Features of this server; more may be added.',
    },
    blocks: {
      type: 'object',
      properties: {
        first: blockSchema('The first retained block; this server has no data before it.'),
        last: blockSchema('The last block that is stored.'),
      },
      required: ['first', 'last'],
      description: 'First and last block of the retained history; null before the first block.',
    },
    kept: {
      type: 'object',
      properties: Object.fromEntries(
        RETENTION_FAMILIES.map((family) => [family, retainedSchema(RETENTION_TEXTS[family])]),
      ),
      required: [...RETENTION_FAMILIES],
      description:
        "Retained part of the history. The current state (accounts, balances, tokens, contracts and their storage, schedules, files, address books) is always retained, except for state older than a start in the middle of the network's history.",
    },
    proof: {
      type: 'object',
      properties: {
        kinds: {
          type: 'array',
          items: { type: 'string' },
          description:
            'Proofs of the stored blocks: `record_file_signatures` (nodes signed the record file with their RSA keys), `hash_chain_alone` (some blocks have no known signature, which the operator accepts), `ledger_on_first_use` (the first ledger is trusted on first use). Empty if unknown, as in the database of another program.',
        },
      },
      required: ['kinds'],
      description: 'Verification of a block before it is stored.',
    },
  },
  required: ['version', 'interface_version', 'chain_id', 'roles', 'features', 'blocks', 'kept', 'proof'],
};

const FIRST_BLOCK = namedBlock(sql`index, consensus_start`, 'earliest');
const LAST_BLOCK = namedBlock(sql`index, consensus_start`, 'latest');
const PROOFS = sql`select exists (select from tain.signature_day),
  exists (select from tain.block_proof where kind = 'chain'),
  exists (select from tain.ledger_publication where grounds = 'first-use')`;
/** Names of the rows of `PROOFS`, in its order. */
const KINDS = ['record_file_signatures', 'hash_chain_alone', 'ledger_on_first_use'] as const;

async function block({ select }: ApiContext, query: Sql) {
  const [row] = await select(query);
  return row === undefined
    ? null
    : { number: Number(row[0]), timestamp: JSON.parse(timestampJson(row[1] ?? '0')) as string };
}

async function retainedJson(context: ApiContext) {
  const { families, start } = await retainedHistory(context);
  return Object.fromEntries(
    RETENTION_FAMILIES.map((family) => {
      const { from, wholeFrom } = families[family];
      const since = later(from, wholeFrom ?? 0n);
      return [
        family,
        {
          from: since === 0n ? null : (JSON.parse(timestampJson(since.toString())) as string),
          complete: wholeFrom !== null && start === undefined,
        },
      ];
    }),
  );
}

async function databaseFeatures({ shared, select }: ApiContext): Promise<Record<DatabaseFeature, boolean>> {
  const abilities = await shared.abilities.get();
  const [row] = await select(selectIndexIsCurrent(abilities));
  return {
    token_holders: row?.[0] === 't',
    token_search: abilities.tokenTerms,
    memo_search: abilities.memoTerms,
    token_transfers: abilities.tokenTransfers,
    account_transfers: abilities.accountTransfers,
  };
}

async function proofKinds(context: ApiContext): Promise<string[]> {
  if (!(await context.shared.abilities.get()).signatures) return [];
  const [row] = await context.select(PROOFS);
  return KINDS.filter((_, index) => row?.[index] === 't');
}

/**
 * GET /network/capabilities: features of this server, for clients that adapt to it. The public mirror node lacks this
 * route.
 */
export const getCapabilities = route({
  path: '/api/v1/network/capabilities',
  dialect: NETWORK,
  maxAgeSeconds: 5,
  // Not cached until the next block, because services may start or stop before it.
  cached: false,
  tag: 'network',
  summary: 'Get the capabilities of this server',
  description:
    'Clients can disable the features that this server lacks. An extension: the public mirror node has no such operation (404).',
  parameters: {},
  schema: SCHEMA,
  async answer(_request, context) {
    const { roles, features: reported } = context.capabilities();
    const features: Partial<Record<Feature, boolean>> = {
      ...reported,
      ...(await databaseFeatures(context)),
      csv: true,
    };
    const available = (name: Feature) => ({ available: features[name] ?? false });
    return {
      body: JSON.stringify({
        version: VERSION,
        interface_version: INTERFACE_VERSION,
        chain_id: `0x${context.settings.chainId.toString(16)}`,
        roles,
        features: Object.fromEntries(
          (Object.keys(FEATURES) as Feature[]).map((name) => [name, available(name)]),
        ),
        blocks: { first: await block(context, FIRST_BLOCK), last: await block(context, LAST_BLOCK) },
        kept: await retainedJson(context),
        proof: { kinds: await proofKinds(context) },
      }),
    };
  },
});
