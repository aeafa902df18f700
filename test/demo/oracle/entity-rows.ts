import { proto } from '@tain/protos/hapi';
import type { Account, KeySpec } from '../../../packages/network-simulator/src/ledger/entities.ts';
import { contractId } from '../../../packages/network-simulator/src/ledger/ids.ts';
import { keyBytes, keyMessage } from '../../../packages/network-simulator/src/ledger/key-message.ts';
import type { Ledger } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import { bytesText, idText, type Row, text } from './rows.ts';
import { type Model, type StateTable, sourceOf } from './state-tables.ts';

/** The empty key list, for which no signature is valid. */
const EMPTY_KEY = bytesText(keyBytes({ keyList: { keys: [] } }));

/** Returns a serialized key; null for no key. */
export function keyText(ledger: Ledger, spec: KeySpec | null): string | null {
  return spec === null ? null : bytesText(keyBytes(keyMessage(ledger.keys, spec)));
}

/** Returns the single required key as hex; null if there are several. */
function publicKey(ledger: Ledger, spec: KeySpec | null): string | null {
  const [ref] = spec?.refs ?? [];
  if (ref === undefined || spec?.refs.length !== 1) return null;
  return Buffer.from(ledger.keys.get(ref).publicKey).toString('hex');
}

/** Returns the columns that all entities have, with the values of an unknown entity. */
function entity(id: number, type: string, createdAt: bigint, fields: Partial<Row>): Row {
  return {
    auto_renew_account_id: null,
    auto_renew_period: null,
    created_timestamp: text(createdAt),
    deleted: 'false',
    expiration_timestamp: null,
    id: text(id),
    key: null,
    memo: '',
    num: text(id),
    public_key: null,
    proxy_account_id: null,
    realm: '0',
    shard: '0',
    receiver_sig_required: null,
    max_automatic_token_associations: null,
    type,
    alias: null,
    ethereum_nonce: null,
    evm_address: null,
    decline_reward: 'false',
    staked_account_id: null,
    staked_node_id: '-1',
    stake_period_start: '-1',
    obtainer_id: null,
    permanent_removal: null,
    balance: null,
    balance_timestamp: null,
    delegation_address: null,
    ...fields,
  };
}

function accountRow(model: Model, moved: ReadonlyMap<number, bigint>, row: Readonly<Account>): Row {
  const { ledger } = model;
  const own = row.contract ? bytesText(keyBytes({ contractID: contractId(row.num) })) : EMPTY_KEY;
  const key = row.key === null ? own : keyText(ledger, row.key);
  const movedAt = moved.get(row.num) ?? 0n;
  // An entity created by code may have received tinybars from its transaction before the record of its creation.
  const begunAt = model.stream.at(row.createdAt) ? model.stream.topOf(row.createdAt) : row.createdAt;
  return entity(row.num, row.contract ? 'CONTRACT' : 'ACCOUNT', row.createdAt, {
    auto_renew_account_id: idText(Math.max(0, row.autoRenewAccount)),
    auto_renew_period: text(row.autoRenewPeriod),
    deleted: text(row.deleted),
    expiration_timestamp: text(row.expiration),
    key,
    public_key: publicKey(ledger, row.key),
    memo: row.memo,
    proxy_account_id: idText(row.proxy),
    receiver_sig_required: row.contract ? null : text(row.receiverSigRequired),
    max_automatic_token_associations: text(row.maxAutoAssociations),
    alias: bytesText(row.alias),
    // Records omit the nonce of a contract that destroyed itself while it was created.
    ethereum_nonce: permanentRemoval(model, row) === 'true' ? null : text(row.ethereumNonce),
    evm_address: bytesText(row.evmAddress),
    decline_reward: text(row.declineReward),
    staked_account_id: idText(row.stakedAccountId),
    staked_node_id: text(row.stakedNodeId),
    stake_period_start: text(row.stakePeriodStart),
    obtainer_id: idText(row.obtainer),
    permanent_removal: permanentRemoval(model, row),
    balance: text(row.balance),
    balance_timestamp: text(movedAt >= begunAt ? movedAt : row.createdAt),
    delegation_address: bytesText(row.delegation),
  });
}

/**
 * Returns whether a deleted contract was removed permanently, like one that destroyed itself; null for other entities.
 */
function permanentRemoval({ ledger }: Model, { num, contract, obtainer }: Readonly<Account>): string | null {
  if (!contract) return null;
  if (ledger.contracts.get(num)?.permanentRemoval) return 'true';
  return obtainer === 0 ? null : 'false';
}

/** Returns accounts, contracts, files, topics, tokens and schedules, which share a table. */
export function entityTable(model: Model): StateTable {
  const { ledger } = model;
  const key = (row: { readonly num: number }): string => String(row.num);
  const moved = lastTransfers(model);
  return {
    name: 'entity',
    key: ['id'],
    unversioned: ['balance', 'balance_timestamp', 'ethereum_nonce'],
    // No staked account is 0 or null; the same holds for the auto-renew account.
    instead: {
      staked_account_id: 'nullif(t.staked_account_id, 0)',
      auto_renew_account_id: 'nullif(t.auto_renew_account_id, 0)',
    },
    sources: [
      sourceOf(ledger.accounts, key, (row) => accountRow(model, moved, row)),
      sourceOf(ledger.files, key, (row) =>
        entity(row.num, 'FILE', row.createdAt, {
          deleted: text(row.deleted),
          expiration_timestamp: text(row.expiration),
          key:
            row.keys.length === 0
              ? null
              : bytesText(
                  proto.KeyList.encode({
                    keys: row.keys.map((ref) => ledger.keys.get(ref).message),
                  }).finish(),
                ),
          memo: row.memo,
        }),
      ),
      sourceOf(ledger.topics, key, (row) =>
        entity(row.num, 'TOPIC', row.createdAt, {
          auto_renew_account_id: idText(row.autoRenewAccount),
          auto_renew_period: text(row.autoRenewPeriod),
          deleted: text(row.deleted),
          expiration_timestamp: text(row.expiration),
          memo: row.memo,
        }),
      ),
      sourceOf(ledger.tokens, key, (row) =>
        entity(row.num, 'TOKEN', row.createdAt, {
          auto_renew_account_id: idText(row.autoRenewAccount),
          auto_renew_period: text(row.autoRenewPeriod),
          deleted: text(row.deleted),
          expiration_timestamp: text(row.expiration),
          key: keyText(ledger, row.adminKey),
          public_key: publicKey(ledger, row.adminKey),
          memo: row.memo,
        }),
      ),
      sourceOf(ledger.schedules, key, (row) =>
        entity(row.num, 'SCHEDULE', row.createdAt, {
          deleted: text(row.deleted),
          key: keyText(ledger, row.adminKey),
          public_key: publicKey(ledger, row.adminKey),
          memo: row.memo,
        }),
      ),
    ],
  };
}

/** Returns the time of the last transfer of tinybars, by account. */
function lastTransfers({ stream }: Model): Map<number, bigint> {
  const moved = new Map<number, bigint>();
  for (const { record, at } of stream.items)
    for (const { accountID } of record.transferList?.accountAmounts ?? [])
      moved.set(stream.account(accountID), at);
  return moved;
}
