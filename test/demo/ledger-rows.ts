import { proto } from '@hiero-ledger/proto';
import type { KeySpec } from '../../src/demo/ledger/entities.ts';
import { keyBytes, keyMessage } from '../../src/demo/ledger/key-message.ts';
import type { Ledger } from '../../src/demo/ledger/ledger.ts';

/**
 * What a mirror's tables must hold after the ledger has done what it did: one query for each table,
 * and the lines that its rows must print. Times are those of the whole stream.
 */
export interface Expectation {
  readonly name: string;
  readonly sql: string;
  readonly lines: string[];
}

const hex = (bytes: Uint8Array | null): string =>
  bytes === null || bytes.length === 0 ? '' : Buffer.from(bytes).toString('hex');

/** One line of values, as the queries print them. */
function line(...values: (string | number | bigint | boolean)[]): string {
  return values.map(String).join('|');
}

/** The same in SQL: nulls and empty bytes print as nothing. */
function sqlLine(...columns: string[]): string {
  return `concat_ws('|', ${columns.map((column) => `coalesce((${column})::text, '')`).join(', ')})`;
}

const bytesColumn = (column: string): string => `encode(coalesce(${column}, ''), 'hex')`;

/** A key; one that was taken away is stored as the empty key list that took it. */
const keyColumn = (column: string): string =>
  `replace(${bytesColumn(column)}, '${hex(keyBytes({ keyList: { keys: [] } }))}', '')`;

export function expectations(ledger: Ledger): Expectation[] {
  const keyOf = (spec: KeySpec | null): string =>
    spec === null ? '' : hex(keyBytes(keyMessage(ledger.keys, spec)));
  const of = (name: string, from: string, columns: string[], lines: string[]): Expectation => ({
    name,
    sql: `select ${sqlLine(...columns)} as line from ${from} order by 1`,
    lines,
  });
  const accounts = [...ledger.accounts.values()];
  const tokens = [...ledger.tokens.values()];
  return [
    of(
      'account and contract entities',
      "entity where type in ('ACCOUNT', 'CONTRACT')",
      [
        'id',
        'type',
        'balance',
        'deleted',
        'memo',
        'coalesce(max_automatic_token_associations, 0)',
        'ethereum_nonce',
        'decline_reward',
        'created_timestamp',
        bytesColumn('evm_address'),
        bytesColumn('alias'),
        'coalesce(receiver_sig_required, false)',
        'coalesce(obtainer_id, 0)',
      ],
      accounts.map((row) =>
        line(
          row.num,
          row.contract ? 'CONTRACT' : 'ACCOUNT',
          row.balance,
          row.deleted,
          row.memo,
          row.maxAutoAssociations,
          row.ethereumNonce - row.untoldNonce,
          row.declineReward,
          row.createdAt,
          hex(row.evmAddress),
          hex(row.alias),
          row.receiverSigRequired,
          row.obtainer,
        ),
      ),
    ),
    of(
      'keys of accounts',
      "entity where type = 'ACCOUNT' and id > 1000",
      ['id', bytesColumn('key')],
      accounts
        .filter((row) => !row.contract && row.num > 1000)
        .map((row) =>
          line(row.num, row.key === null ? hex(keyBytes({ keyList: { keys: [] } })) : keyOf(row.key)),
        ),
    ),
    of(
      'staking of accounts',
      "entity where type in ('ACCOUNT', 'CONTRACT')",
      [
        'id',
        'coalesce(staked_node_id, -1)',
        'coalesce(staked_account_id, 0)',
        'coalesce(stake_period_start, -1)',
      ],
      accounts.map((row) => line(row.num, row.stakedNodeId, row.stakedAccountId, row.stakePeriodStart)),
    ),
    of(
      'tokens',
      'token t join entity e on e.id = t.token_id',
      [
        'token_id',
        't.type',
        'name',
        'symbol',
        'decimals',
        'initial_supply',
        'treasury_account_id',
        't.created_timestamp',
        'e.deleted',
        'e.memo',
        "pause_status = 'PAUSED'",
        'freeze_default',
        bytesColumn('metadata'),
        keyColumn('supply_key'),
        keyColumn('kyc_key'),
        keyColumn('freeze_key'),
      ],
      tokens.map((row) =>
        line(
          row.num,
          row.nonFungible ? 'NON_FUNGIBLE_UNIQUE' : 'FUNGIBLE_COMMON',
          row.name,
          row.symbol,
          row.decimals,
          row.initialSupply,
          row.treasury,
          row.createdAt,
          row.deleted,
          row.memo,
          row.paused,
          row.freezeDefault,
          hex(row.metadata),
          keyOf(row.supplyKey),
          keyOf(row.kycKey),
          keyOf(row.freezeKey),
        ),
      ),
    ),
    of(
      'token supplies',
      'token',
      ['token_id', 'total_supply'],
      tokens.map((row) => line(row.num, row.totalSupply)),
    ),
    of(
      'custom fees',
      'custom_fee',
      [
        'entity_id',
        "coalesce(jsonb_array_length(case jsonb_typeof(fixed_fees) when 'array' then fixed_fees end), 0)",
        "coalesce(jsonb_array_length(case jsonb_typeof(fractional_fees) when 'array' then fractional_fees end), 0)",
        "coalesce(jsonb_array_length(case jsonb_typeof(royalty_fees) when 'array' then royalty_fees end), 0)",
      ],
      [
        ...tokens.map((row) =>
          line(row.num, row.fixedFees.length, row.fractionalFees.length, row.royaltyFees.length),
        ),
        ...[...ledger.topics.values()].map((row) => line(row.num, row.fees.length, 0, 0)),
      ],
    ),
    of(
      'token relations',
      'token_account',
      ['account_id', 'token_id', 'associated', 'balance', 'automatic_association'],
      [...ledger.relations.values()].map((row) =>
        line(row.account, row.token, row.associated, row.balance, row.automatic),
      ),
    ),
    of(
      'NFTs',
      'nft',
      [
        'token_id',
        'serial_number',
        'coalesce(account_id, 0)',
        'deleted',
        'coalesce(spender, 0)',
        'created_timestamp',
        bytesColumn('metadata'),
      ],
      [...ledger.nfts.values()].map((row) =>
        line(row.token, row.serial, row.owner, row.deleted, row.spender, row.createdAt, hex(row.metadata)),
      ),
    ),
    of(
      'topics',
      'topic t join entity e on e.id = t.id',
      [
        't.id',
        'e.memo',
        'e.deleted',
        't.created_timestamp',
        'coalesce(e.auto_renew_account_id, 0)',
        keyColumn('admin_key'),
        keyColumn('submit_key'),
        keyColumn('fee_schedule_key'),
      ],
      [...ledger.topics.values()].map((row) =>
        line(
          row.num,
          row.memo,
          row.deleted,
          row.createdAt,
          row.autoRenewAccount,
          keyOf(row.adminKey),
          keyOf(row.submitKey),
          keyOf(row.feeScheduleKey),
        ),
      ),
    ),
    of(
      'topic messages',
      'topic_message',
      [
        'consensus_timestamp',
        'topic_id',
        'sequence_number',
        'payer_account_id',
        bytesColumn('message'),
        bytesColumn('running_hash'),
      ],
      ledger.topicMessages.map((row) =>
        line(
          row.consensusTimestamp,
          row.topic,
          row.sequenceNumber,
          row.payer,
          hex(row.message),
          hex(row.runningHash),
        ),
      ),
    ),
    of(
      'tinybar allowances',
      'crypto_allowance',
      ['owner', 'spender', 'amount', 'amount_granted'],
      [...ledger.cryptoAllowances.values()].map((row) =>
        line(row.owner, row.spender, row.amount, row.granted),
      ),
    ),
    of(
      'token allowances',
      'token_allowance',
      ['owner', 'spender', 'token_id', 'amount', 'amount_granted'],
      [...ledger.tokenAllowances.values()].map((row) =>
        line(row.owner, row.spender, row.token, row.amount, row.granted),
      ),
    ),
    of(
      'NFT allowances',
      'nft_allowance',
      ['owner', 'spender', 'token_id', 'approved_for_all'],
      [...ledger.nftAllowances.values()].map((row) =>
        line(row.owner, row.spender, row.token, row.approvedForAll),
      ),
    ),
    of(
      'pending airdrops',
      "token_airdrop where state = 'PENDING'",
      ['sender_account_id', 'receiver_account_id', 'token_id', 'serial_number', 'coalesce(amount, 0)'],
      [...ledger.airdrops.values()].map((row) =>
        line(row.sender, row.receiver, row.token, row.serial, row.amount),
      ),
    ),
    of(
      'schedules',
      'schedule s join entity e on e.id = s.schedule_id',
      [
        'schedule_id',
        'consensus_timestamp',
        'creator_account_id',
        'payer_account_id',
        'coalesce(executed_timestamp, 0)',
        'wait_for_expiry',
        'e.deleted',
        'e.memo',
        bytesColumn('transaction_body'),
      ],
      [...ledger.schedules.values()].map((row) =>
        line(
          row.num,
          row.createdAt,
          row.creator,
          row.payer,
          row.executedAt ?? 0,
          row.waitForExpiry,
          row.deleted,
          row.memo,
          hex(row.body),
        ),
      ),
    ),
    of(
      'contract storage',
      'contract_state',
      [
        'contract_id',
        "lpad(encode(slot, 'hex'), 64, '0')",
        "lpad(encode(coalesce(value, ''), 'hex'), 64, '0')",
      ],
      [...ledger.slots.values()].map((row) =>
        line(row.contract, row.key, row.value.toString(16).padStart(64, '0')),
      ),
    ),
    of(
      'files',
      "entity where type = 'FILE'",
      ['id', 'deleted', 'memo', 'expiration_timestamp'],
      [...ledger.files.values()].map((row) => line(row.num, row.deleted, row.memo, row.expiration)),
    ),
    of(
      'hooks',
      'hook',
      ['owner_id', 'hook_id', 'contract_id', 'deleted', bytesColumn('admin_key')],
      [...ledger.hooks.values()].map((row) =>
        line(row.owner, row.id, row.contract, row.deleted, keyOf(row.adminKey)),
      ),
    ),
    of(
      'hook storage',
      'hook_storage',
      ['owner_id', 'hook_id', "encode(key, 'hex')", "lpad(encode(value, 'hex'), 64, '0')"],
      [...ledger.hookSlots.values()].map((row) =>
        line(row.owner, row.hook, row.key, row.value.toString(16).padStart(64, '0')),
      ),
    ),
    of(
      'nodes',
      'node',
      ['node_id', 'deleted', 'decline_reward', 'account_id', bytesColumn('admin_key')],
      [...ledger.nodes.values()].map((row) =>
        line(row.id, row.deleted, row.declineReward, row.account, keyOf(row.adminKey)),
      ),
    ),
    of(
      'registered nodes',
      'registered_node',
      ['registered_node_id', 'deleted', 'description', bytesColumn('admin_key')],
      [...ledger.registeredNodes.values()].map((row) =>
        line(row.id, row.deleted, row.description, keyOf(row.adminKey)),
      ),
    ),
  ];
}

/** Transactions by type and result, `14 22 → how many`. */
export function countLines(ledger: Ledger, typeNumbers: ReadonlyMap<string, number>): string[] {
  return [...ledger.counts].map(([key, count]) => {
    const [name = '', status = ''] = key.split(' ');
    const code = (proto.ResponseCodeEnum as unknown as Record<string, number>)[status];
    return line(typeNumbers.get(name) ?? -1, code ?? -1, count);
  });
}
