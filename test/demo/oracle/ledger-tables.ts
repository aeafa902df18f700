import { proto } from '@tain/protos/hapi';
import type {
  FixedFee,
  FractionalFee,
  RoyaltyFee,
  ServiceEndpoint,
  Token,
} from '../../../packages/network-simulator/src/ledger/entities.ts';
import { keyMessage } from '../../../packages/network-simulator/src/ledger/key-message.ts';
import { keyText } from './entity-rows.ts';
import { arrayText, bytesText, idText, jsonText, type Row, text } from './rows.ts';
import { type Model, type StateTable, sourceOf } from './state-tables.ts';
import { num } from './stream.ts';

/** Returns an expression for a key: a removed key is stored as the empty key list. */
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
  // Returns an expression for a status: one that was never set depends on the token.
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

/** Returns the time of the last transfer of units or NFTs of a token, by account. */
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

/** Returns the tables with one row for each key and its former versions, except `entity` and the stakes. */
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
