import { base32OfHex } from '@tain/ledger/base32';
import { longZeroHex, ZERO_ADDRESS } from '@tain/ledger/evm-address';
import { SECONDS_PER_STAKING_PERIOD } from '@tain/ledger/staking';
import { type Sql, sql } from '../../store/sql.ts';
import type { Field } from '../answer/field.ts';
import { object } from '../answer/objects.ts';
import {
  boolean,
  computed,
  constant,
  cryptoKey,
  entityId,
  expiryText,
  integer,
  text,
  timestamp,
  timestampJson,
} from '../answer/scalars.ts';
import { TOKENS } from '../holdings/token-balances.ts';
import type { ApiSettings } from '../route/settings.ts';

const BALANCE = object({
  balance: integer(sql`b.balance`, { description: 'Amount in tinybars.' }),
  timestamp: timestamp(sql`b.balance_timestamp`, { description: 'Time of the balance.' }),
  tokens: TOKENS,
});

const ADDRESS_SCHEMA = { type: 'string', pattern: '^0x([0-9a-f]{40})?$', nullable: true } as const;

/** JSON of the EVM address of an account: its own, or an alias that is one, or its number. */
function evmAddressJson(address: string | null, alias: string | null, id: string): string {
  if (address !== null) return `"0x${address.slice(2)}"`;
  if (alias !== null && alias.length === 42) return `"0x${alias.slice(2)}"`;
  if (id === '0') return 'null';
  return `"0x${longZeroHex(BigInt(id))}"`;
}

/** JSON of the start of a staking period, given as its number (days since 1970): its nanoseconds may exceed int64. */
function stakePeriodStartJson(nodeId: string | null, day: string | null): string {
  if (nodeId === null || nodeId === '-1' || day === null || day === '-1') return 'null';
  return `"${BigInt(day) * SECONDS_PER_STAKING_PERIOD}.000000000"`;
}

const DELEGATION_ADDRESS: Field<string> = {
  ...computed<string>(
    [sql`e.delegation_address`],
    (address) => {
      const digits = address?.slice(2) ?? '';
      return digits === ZERO_ADDRESS ? '"0x"' : `"0x${digits}"`;
    },
    {
      ...ADDRESS_SCHEMA,
      nullable: false,
      description:
        'Contract whose code runs when the account is called; `0x` for none. Operators may hide the field.',
    },
  ),
  optional: true,
};

const PENDING_REWARD = sql`case
        when e.decline_reward then 0
        when coalesce(e.staked_node_id, -1) = -1 then 0
        when e.stake_period_start >= es.end_stake_period then 0
        else coalesce(es.pending_reward, 0)
      end`;

const pendingReward = (value: Sql) =>
  integer(value, {
    description:
      'Staking reward earned and not yet paid, in tinybars; null if unknown, because the account is older than this history.',
  });

/**
 * An account or contract, from a version of its entity `e`, its stake `es` (if any) and its balance
 * `b` with columns `balance`, `balance_timestamp` and `tokens`.
 */
const ACCOUNT = {
  account: entityId(sql`e.id`),
  alias: computed<string | null>(
    [sql`e.alias`],
    (alias) => (alias === null || alias === undefined ? 'null' : `"${base32OfHex(alias.slice(2))}"`),
    { type: 'string', nullable: true, description: 'Alias in base32 without padding.' },
  ),
  auto_renew_period: integer(sql`e.auto_renew_period`, { description: 'Period in seconds.' }),
  balance: BALANCE as Field,
  created_timestamp: timestamp(sql`e.created_timestamp`),
  decline_reward: boolean(sql`e.decline_reward`, {
    nullable: false,
    description: 'Whether the account declines staking rewards.',
  }),
  deleted: boolean(sql`e.deleted`),
  ethereum_nonce: integer(sql`e.ethereum_nonce`),
  evm_address: computed<string | null>(
    [sql`e.evm_address`, sql`e.alias`, sql`e.id`],
    (address = null, alias = null, id) => evmAddressJson(address, alias, id ?? '0'),
    ADDRESS_SCHEMA,
  ),
  expiry_timestamp: computed<string | null>(
    [sql`e.expiration_timestamp`, sql`e.created_timestamp`, sql`e.auto_renew_period`],
    (...times) => {
      const expiry = expiryText(...times);
      return expiry === null ? 'null' : timestampJson(expiry);
    },
    { type: 'string', nullable: true },
  ),
  key: cryptoKey(sql`e.key`),
  max_automatic_token_associations: integer(sql`e.max_automatic_token_associations`, { format: 'int32' }),
  memo: text(sql`e.memo`),
  pending_reward: pendingReward(PENDING_REWARD),
  receiver_sig_required: boolean(sql`e.receiver_sig_required`),
  staked_account_id: entityId(sql`e.staked_account_id`),
  staked_node_id: integer(sql`nullif(e.staked_node_id, -1)`),
  stake_period_start: computed<string | null>(
    [sql`e.staked_node_id`, sql`e.stake_period_start`],
    (nodeId = null, day = null) => stakePeriodStartJson(nodeId, day),
    {
      type: 'string',
      nullable: true,
      description: 'Start of the staking period since which rewards accrue; null if not staked to a node.',
    },
  ),
};

/**
 * Fields of an account that is older than the first stored block (`s.is_older`): they would start at zero instead of
 * their true value.
 */
const SINCE_START = {
  ethereum_nonce: integer(sql`case when not s.is_older or e.ethereum_nonce > 0 then e.ethereum_nonce end`),
  pending_reward: pendingReward(sql`case when not s.is_older then ${PENDING_REWARD} end`),
};

/** FROM item `s` that those fields need of an entity `e`. `since`: start of the first block, in nanoseconds. */
export function joinIsOlder(since: bigint): Sql {
  return sql`
    cross join lateral (select coalesce(e.created_timestamp < ${since}, true) as is_older) s`;
}

const NO_BALANCE = { balance: constant(null, { nullable: true }) as Field };

const variantsOf = (account: typeof ACCOUNT) => ({
  shown: {
    with: { ...account, delegation_address: DELEGATION_ADDRESS },
    without: { ...account, ...NO_BALANCE, delegation_address: DELEGATION_ADDRESS },
  },
  hidden: { with: account, without: { ...account, ...NO_BALANCE } },
});

const VARIANTS = { whole: variantsOf(ACCOUNT), sinceStart: variantsOf({ ...ACCOUNT, ...SINCE_START }) };

/**
 * The fields of an account; delegation addresses only if the operator shows them. `since`: start of a database that
 * begins in the middle of the network's history, whose source has `joinIsOlder`.
 */
export function accountFields(
  settings: ApiSettings,
  balance: 'with' | 'without' = 'with',
  since: bigint | undefined = undefined,
) {
  const variants = VARIANTS[since === undefined ? 'whole' : 'sinceStart'];
  return variants[settings.delegationAddress ? 'shown' : 'hidden'][balance];
}
