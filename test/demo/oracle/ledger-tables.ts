import { proto } from '@hiero-ledger/proto';
import type {
  FixedFee,
  FractionalFee,
  RoyaltyFee,
  ServiceEndpoint,
  Token,
} from '../../../src/demo/ledger/entities.ts';
import { keyMessage } from '../../../src/demo/ledger/key-message.ts';
import { keyText } from './entity-rows.ts';
import { hookChangeRows } from './hook-rows.ts';
import { arrayText, bytesText, idText, jsonText, type Row, text } from './rows.ts';
import { type Model, type StateTable, sourceOf } from './state-tables.ts';
import { num } from './stream.ts';

/** A key that was taken away is stored as the empty key list that took it. */
const key = (name: string): string => `nullif(t.${name}, '\\x3200'::bytea)`;

function tokenTable({ ledger }: Model): StateTable {
  const keys = ['freeze', 'kyc', 'supply', 'wipe', 'fee_schedule', 'pause', 'metadata'];
  return {
    name: 'token',
    key: ['token_id'],
    unversioned: ['total_supply'],
    instead: Object.fromEntries(keys.map((name) => [`${name}_key`, key(`${name}_key`)])),
    sources: [
      sourceOf(
        ledger.tokens,
        (row) => String(row.num),
        (row, { first }) => ({
          token_id: text(row.num),
          created_timestamp: text(row.createdAt),
          decimals: text(row.decimals),
          freeze_default: text(row.freezeDefault),
          freeze_key: keyText(ledger, row.freezeKey),
          initial_supply: text(row.initialSupply),
          kyc_key: keyText(ledger, row.kycKey),
          name: row.name,
          supply_key: keyText(ledger, row.supplyKey),
          symbol: row.symbol,
          total_supply: text(row.totalSupply),
          treasury_account_id: text(row.treasury),
          wipe_key: keyText(ledger, row.wipeKey),
          max_supply: text(row.maxSupply),
          supply_type: row.maxSupply > 0n ? 'FINITE' : 'INFINITE',
          type: row.nonFungible ? 'NON_FUNGIBLE_UNIQUE' : 'FUNGIBLE_COMMON',
          fee_schedule_key: keyText(ledger, row.feeScheduleKey),
          pause_key: keyText(ledger, row.pauseKey),
          pause_status: pauseStatus(row, first),
          freeze_status: first.freezeKey === null ? '0' : first.freezeDefault ? '1' : '2',
          kyc_status: first.kycKey === null ? '0' : '2',
          metadata: bytesText(row.metadata),
          metadata_key: keyText(ledger, row.metadataKey),
        }),
      ),
    ],
  };
}

function pauseStatus(row: Readonly<Token>, first: Readonly<Token>): string {
  return first.pauseKey === null ? 'NOT_APPLICABLE' : row.paused ? 'PAUSED' : 'UNPAUSED';
}

function tokenAccountTable(model: Model): StateTable {
  const moved = lastTokenTransfers(model);
  // What was never set follows from the token.
  const status = (name: string): string =>
    `coalesce(t.${name}, (select k.${name} from token k where k.token_id = t.token_id))`;
  return {
    name: 'token_account',
    key: ['account_id', 'token_id'],
    unversioned: ['balance', 'balance_timestamp'],
    instead: {
      freeze_status: `${status('freeze_status')} = 1`,
      kyc_status: `${status('kyc_status')} <> 2`,
    },
    sources: [
      sourceOf(
        model.ledger.relations,
        (row) => `${row.account}|${row.token}`,
        (row) => {
          const movedAt = moved.get(`${row.account}|${row.token}`) ?? 0n;
          return {
            account_id: text(row.account),
            associated: text(row.associated),
            automatic_association: text(row.automatic),
            created_timestamp: text(row.createdAt),
            freeze_status: text(row.frozen),
            kyc_status: text(row.kyc),
            token_id: text(row.token),
            balance: text(row.balance),
            balance_timestamp: text(movedAt > row.createdAt ? movedAt : row.createdAt),
          };
        },
      ),
    ],
  };
}

/** When units or NFTs of a token last came to or went from an account. */
function lastTokenTransfers({ stream }: Model): Map<string, bigint> {
  const moved = new Map<string, bigint>();
  for (const { record, at, ok } of stream.items) {
    if (!ok) continue;
    for (const { token, transfers, nftTransfers } of record.tokenTransferLists ?? []) {
      const note = (id: proto.IAccountID | null | undefined): void => {
        moved.set(`${stream.account(id)}|${num(token?.tokenNum)}`, at);
      };
      for (const { accountID } of transfers ?? []) note(accountID);
      for (const { senderAccountID, receiverAccountID } of nftTransfers ?? []) {
        note(senderAccountID);
        note(receiverAccountID);
      }
    }
  }
  return moved;
}

function nftTable({ ledger }: Model): StateTable {
  return {
    name: 'nft',
    key: ['token_id', 'serial_number'],
    unversioned: [],
    sources: [
      sourceOf(
        ledger.nfts,
        (row) => `${row.token}|${row.serial}`,
        (row) => ({
          account_id: idText(row.owner),
          created_timestamp: text(row.createdAt),
          deleted: text(row.deleted),
          metadata: bytesText(row.metadata),
          serial_number: text(row.serial),
          token_id: text(row.token),
          delegating_spender: idText(row.delegatingSpender),
          spender: idText(row.spender),
        }),
      ),
    ],
  };
}

function allowanceTables({ ledger }: Model): StateTable[] {
  return [
    {
      name: 'crypto_allowance',
      key: ['owner', 'spender'],
      unversioned: ['amount'],
      sources: [
        sourceOf(
          ledger.cryptoAllowances,
          (row) => `${row.owner}|${row.spender}`,
          (row) => ({
            amount_granted: text(row.granted),
            owner: text(row.owner),
            payer_account_id: text(row.payer),
            spender: text(row.spender),
            amount: text(row.amount),
          }),
        ),
      ],
    },
    {
      name: 'token_allowance',
      key: ['owner', 'spender', 'token_id'],
      unversioned: ['amount'],
      sources: [
        sourceOf(
          ledger.tokenAllowances,
          (row) => `${row.owner}|${row.spender}|${row.token}`,
          (row) => ({
            amount_granted: text(row.granted),
            owner: text(row.owner),
            payer_account_id: text(row.payer),
            spender: text(row.spender),
            token_id: text(row.token),
            amount: text(row.amount),
          }),
        ),
      ],
    },
    {
      name: 'nft_allowance',
      key: ['owner', 'spender', 'token_id'],
      unversioned: [],
      sources: [
        sourceOf(
          ledger.nftAllowances,
          (row) => `${row.owner}|${row.spender}|${row.token}`,
          (row) => ({
            approved_for_all: text(row.approvedForAll),
            owner: text(row.owner),
            payer_account_id: text(row.payer),
            spender: text(row.spender),
            token_id: text(row.token),
          }),
        ),
      ],
    },
  ];
}

const common = (fee: { readonly collector: number; readonly allExempt: boolean }) => ({
  all_collectors_are_exempt: fee.allExempt,
  collector_account_id: fee.collector,
});
const fixedFee = (fee: FixedFee) => ({
  ...common(fee),
  amount: fee.amount,
  denominating_token_id: fee.token === 0 ? null : fee.token,
});
const fractionalFee = (fee: FractionalFee) => ({
  ...common(fee),
  denominator: fee.denominator,
  maximum_amount: fee.maximum === 0n ? null : fee.maximum,
  minimum_amount: fee.minimum,
  net_of_transfers: fee.netOfTransfers,
  numerator: fee.numerator,
});
const royaltyFee = (fee: RoyaltyFee) => ({
  ...common(fee),
  denominator: fee.denominator,
  fallback_fee: fee.fallback === 0n ? null : { amount: fee.fallback, denominating_token_id: null },
  numerator: fee.numerator,
});

function customFeeTable({ ledger }: Model): StateTable {
  const list = (fees: readonly object[]): string | null => (fees.length === 0 ? null : jsonText(fees));
  return {
    name: 'custom_fee',
    key: ['entity_id'],
    unversioned: [],
    sources: [
      sourceOf(
        ledger.tokens,
        (row) => String(row.num),
        (row) => ({
          fixed_fees: list(row.fixedFees.map(fixedFee)),
          fractional_fees: list(row.fractionalFees.map(fractionalFee)),
          royalty_fees: list(row.royaltyFees.map(royaltyFee)),
          entity_id: text(row.num),
        }),
      ),
      sourceOf(
        ledger.topics,
        (row) => String(row.num),
        (row) => ({
          fixed_fees: jsonText(row.fees.map(fixedFee)),
          fractional_fees: null,
          royalty_fees: null,
          entity_id: text(row.num),
        }),
      ),
    ],
  };
}

function topicTable({ ledger }: Model): StateTable {
  return {
    name: 'topic',
    key: ['id'],
    unversioned: [],
    instead: {
      admin_key: key('admin_key'),
      submit_key: key('submit_key'),
      fee_schedule_key: key('fee_schedule_key'),
    },
    sources: [
      sourceOf(
        ledger.topics,
        (row) => String(row.num),
        (row) => ({
          admin_key: keyText(ledger, row.adminKey),
          created_timestamp: text(row.createdAt),
          id: text(row.num),
          fee_exempt_key_list: bytesText(
            proto.FeeExemptKeyList.encode({
              keys: row.feeExempt.map((spec) => keyMessage(ledger.keys, spec)),
            }).finish(),
          ),
          fee_schedule_key: keyText(ledger, row.feeScheduleKey),
          submit_key: keyText(ledger, row.submitKey),
        }),
      ),
    ],
  };
}

function nodeTables({ ledger }: Model): StateTable[] {
  return [
    {
      name: 'node',
      key: ['node_id'],
      unversioned: [],
      sources: [
        sourceOf(
          ledger.nodes,
          (row) => String(row.id),
          (row) => ({
            admin_key: keyText(ledger, row.adminKey),
            created_timestamp: text(row.createdAt),
            deleted: text(row.deleted),
            node_id: text(row.id),
            decline_reward: text(row.declineReward),
            grpc_proxy_endpoint:
              row.grpcProxy === null
                ? null
                : jsonText({
                    domain_name: row.grpcProxy.domain,
                    ip_address_v4: '',
                    port: row.grpcProxy.port,
                  }),
            account_id: text(row.account),
            associated_registered_nodes: arrayText(row.registered),
          }),
        ),
      ],
    },
    {
      name: 'registered_node',
      key: ['registered_node_id'],
      unversioned: [],
      sources: [
        sourceOf(
          ledger.registeredNodes,
          (row) => String(row.id),
          (row) => ({
            admin_key: keyText(ledger, row.adminKey),
            created_timestamp: text(row.createdAt),
            deleted: text(row.deleted),
            description: row.description,
            registered_node_id: text(row.id),
            service_endpoints: jsonText(row.endpoints.map(serviceEndpoint)),
            type: arrayText([...new Set(row.endpoints.map((one) => KINDS.indexOf(one.kind) + 1))].sort()),
          }),
        ),
      ],
    },
  ];
}

const KINDS = ['block', 'general', 'mirror', 'rpcRelay'];
const APIS = ['OTHER', 'STATUS', 'PUBLISH', 'SUBSCRIBE_STREAM', 'STATE_PROOF'];

function serviceEndpoint(service: ServiceEndpoint): object {
  return {
    ...(service.domain ? { domain_name: service.address } : { ip_address: service.address }),
    port: service.port,
    requires_tls: service.tls,
    ...(service.kind === 'block' && { block_node: { endpoint_apis: service.apis.map((api) => APIS[api]) } }),
    ...(service.kind === 'general' && { general_service: { description: service.about } }),
    ...(service.kind === 'mirror' && { mirror_node: {} }),
    ...(service.kind === 'rpcRelay' && { rpc_relay: {} }),
  };
}

function hookTable({ ledger }: Model): StateTable {
  return {
    name: 'hook',
    key: ['owner_id', 'hook_id'],
    unversioned: [],
    sources: [
      sourceOf(
        ledger.hooks,
        (row) => `${row.owner}|${row.id}`,
        (row) => ({
          contract_id: text(row.contract),
          created_timestamp: text(row.createdAt),
          hook_id: text(row.id),
          owner_id: text(row.owner),
          extension_point: 'ACCOUNT_ALLOWANCE_HOOK',
          deleted: text(row.deleted),
          admin_key: keyText(ledger, row.adminKey),
          type: 'EVM',
        }),
      ),
    ],
  };
}

function airdropTable({ ledger }: Model): StateTable {
  const keyOf = (row: { sender: number; receiver: number; token: number; serial: number }): string =>
    `${row.sender}|${row.receiver}|${row.token}|${row.serial}`;
  const rowOf = (
    row: { sender: number; receiver: number; token: number; serial: number; amount: bigint },
    state: string,
  ): Row => ({
    amount: row.serial === 0 ? text(row.amount) : null,
    receiver_account_id: text(row.receiver),
    sender_account_id: text(row.sender),
    serial_number: text(row.serial),
    state,
    token_id: text(row.token),
  });
  return {
    name: 'token_airdrop',
    key: ['sender_account_id', 'receiver_account_id', 'token_id', 'serial_number'],
    unversioned: [],
    sources: [
      sourceOf(ledger.airdrops, keyOf, (row) => rowOf(row, 'PENDING')),
      sourceOf(ledger.settledAirdrops, keyOf, (row) => rowOf(row, row.state)),
    ],
  };
}

/** The tables that hold one row for each key and its former versions, but for `entity` and the stakes. */
export function ledgerTables(model: Model): StateTable[] {
  return [
    tokenTable(model),
    tokenAccountTable(model),
    nftTable(model),
    ...allowanceTables(model),
    customFeeTable(model),
    topicTable(model),
    ...nodeTables(model),
    hookTable(model),
    airdropTable(model),
  ];
}

/** When slots of hooks came into being (once more after they were emptied), and were last written. */
function timesOfHookSlots(changes: readonly Row[]): Map<string, Row> {
  const times = new Map<string, Row>();
  for (const { owner_id, hook_id, key, value_written, deleted, consensus_timestamp = null } of changes) {
    if (value_written === null) continue;
    const name = `${owner_id}|${hook_id}|${key}`;
    const before = times.get(name);
    const anew = before === undefined || (before.deleted === 'true' && deleted === 'false');
    const created = anew ? consensus_timestamp : (before?.created ?? null);
    times.set(name, { created, modified: consensus_timestamp, deleted: deleted ?? null });
  }
  return times;
}

/** Rows of the tables that keep no history. */
export function presentRows({ ledger, stream }: Model): Record<string, { rows: Row[]; key: string[] }> {
  const hookTimes = timesOfHookSlots(hookChangeRows(stream));
  const pad = (value: bigint): string => `\\x${value.toString(16).padStart(64, '0')}`;
  return {
    schedule: {
      key: ['schedule_id'],
      rows: [...ledger.schedules.values()].map((row) => ({
        consensus_timestamp: text(row.createdAt),
        creator_account_id: text(row.creator),
        executed_timestamp: text(row.executedAt),
        payer_account_id: text(row.payer),
        schedule_id: text(row.num),
        transaction_body: bytesText(row.body),
        expiration_time: row.expirationGiven ? text(row.expiration) : null,
        wait_for_expiry: text(row.waitForExpiry),
      })),
    },
    ledger: {
      key: ['ledger_id'],
      rows: [...ledger.ledgerIds.values()].map((row) => ({
        consensus_timestamp: text(row.publishedAt),
        history_proof_verification_key: bytesText(row.verificationKey),
        ledger_id: bytesText(row.id),
        node_contributions: jsonText(
          row.contributions.map(({ node, weight, key: proofKey }) => ({
            history_proof_key: Buffer.from(proofKey).toString('hex'),
            node_id: node,
            weight,
          })),
        ),
      })),
    },
    contract_state: {
      key: ['contract_id', 'slot'],
      rows: [...ledger.slots.entries()].map(([slot, row]) => ({
        contract_id: text(row.contract),
        created_timestamp: text(ledger.slots.versions(slot)[0]?.from),
        modified_timestamp: text(ledger.slots.versions(slot).at(-1)?.from),
        slot: `\\x${row.key}`,
        value: pad(row.value),
      })),
    },
    hook_storage: {
      key: ['owner_id', 'hook_id', 'key'],
      rows: [...ledger.hookSlots.values()].map((row) => {
        const times = hookTimes.get(`${row.owner}|${row.hook}|\\x${row.key}`);
        return {
          created_timestamp: times?.created ?? null,
          hook_id: text(row.hook),
          modified_timestamp: times?.modified ?? null,
          owner_id: text(row.owner),
          key: `\\x${row.key}`,
          value: pad(row.value),
          deleted: text(row.value === 0n),
        };
      }),
    },
    topic_message: {
      key: ['consensus_timestamp'],
      rows: ledger.topicMessages.map((row) => {
        const item = stream.at(row.consensusTimestamp);
        const chunk = item?.body.consensusSubmitMessage?.chunkInfo;
        return {
          consensus_timestamp: text(row.consensusTimestamp),
          message: bytesText(row.message),
          running_hash: bytesText(row.runningHash),
          sequence_number: text(row.sequenceNumber),
          running_hash_version: null,
          chunk_num: chunk ? text(chunk.number ?? 0) : null,
          chunk_total: chunk ? text(chunk.total ?? 0) : null,
          payer_account_id: text(item?.payer),
          valid_start_timestamp: null,
          topic_id: text(row.topic),
          initial_transaction_id: chunk?.initialTransactionID
            ? bytesText(proto.TransactionID.encode(chunk.initialTransactionID).finish())
            : null,
        };
      }),
    },
    prng: {
      key: ['consensus_timestamp'],
      rows: stream.items.flatMap(({ ok, at, body, record, payer }) =>
        ok && body.utilPrng
          ? {
              consensus_timestamp: text(at),
              range: text(body.utilPrng.range ?? 0),
              prng_bytes: record.prngBytes?.length ? bytesText(record.prngBytes) : null,
              prng_number: record.prngBytes?.length ? null : text(record.prngNumber),
              payer_account_id: text(payer),
            }
          : [],
      ),
    },
  };
}
