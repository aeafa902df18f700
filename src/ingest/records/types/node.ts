import { jsonText } from '@tain/ledger/json-text';
import { longToBigInt } from '@tain/ledger/long';
import { epochDay } from '@tain/ledger/staking';
import { saturated } from '@tain/ledger/timestamp';
import type { com, proto } from '@tain/protos/hapi';
import type { StateRow } from '../../../store/schema/current-state-tables.ts';
import type { Item } from '../../decode/item.ts';
import { rawMessage } from '../../decode/raw-field.ts';
import type { Context, TransactionType } from '../context.ts';
import { idOrNull, timestampOf } from '../ids.ts';

const CREATE_BODY = 54;
const UPDATE_BODY = 55;

/** Returns the JSON text of an endpoint; null for an empty message, which means that there is none. */
function endpointText(endpoint: proto.IServiceEndpoint | null | undefined): string | null {
  if (!endpoint) return null;
  const address = endpoint.ipAddressV4?.length === 4 ? [...endpoint.ipAddressV4].join('.') : '';
  const domainName = endpoint.domainName ?? '';
  if (address === '' && domainName === '' && !endpoint.port) return null;
  return jsonText({ domain_name: domainName, ip_address_v4: address, port: endpoint.port ?? 0 });
}

export const nodeCreate: TransactionType = {
  entityId: (item, context) => context.accountId(item, item.body.nodeCreate?.accountId),

  apply(item, accountId, { state }) {
    const body = item.body.nodeCreate;
    if (!body) return;
    state.node.version(item.consensusTimestamp, {
      node_id: longToBigInt(item.record.receipt?.nodeId),
      account_id: idOrNull(accountId),
      admin_key: body.adminKey ? rawMessage(item.bodyBytes, CREATE_BODY, 7) : null,
      associated_registered_nodes: (body.associatedRegisteredNode ?? []).map(longToBigInt),
      created_timestamp: item.consensusTimestamp,
      decline_reward: body.declineReward ?? false,
      deleted: false,
      grpc_proxy_endpoint: endpointText(body.grpcProxyEndpoint),
    });
  },
};

export const nodeUpdate: TransactionType = {
  entityId: (item, context) => {
    const account = item.body.nodeUpdate?.accountId;
    return account ? context.accountId(item, account) : 0n;
  },

  apply(item, accountId, { state }) {
    const body = item.body.nodeUpdate;
    if (!body) return;
    const set: Partial<StateRow<'node'>> = { node_id: longToBigInt(body.nodeId) };
    if (body.accountId) set.account_id = idOrNull(accountId);
    if (body.adminKey) set.admin_key = rawMessage(item.bodyBytes, UPDATE_BODY, 8);
    if (body.declineReward) set.decline_reward = body.declineReward.value ?? false;
    if (body.grpcProxyEndpoint) set.grpc_proxy_endpoint = endpointText(body.grpcProxyEndpoint);
    if (body.associatedRegisteredNodeList) {
      const nodes = body.associatedRegisteredNodeList.associatedRegisteredNode ?? [];
      set.associated_registered_nodes = nodes.map(longToBigInt);
    }
    // Updates by the network itself added the nodes that are older than node transactions.
    if ((item.body.transactionID?.nonce ?? 0) > 0) set.created_timestamp = item.consensusTimestamp;
    state.node.version(item.consensusTimestamp, set);
  },
};

export const nodeDelete: TransactionType = {
  apply(item, _id, { state }) {
    const nodeId = longToBigInt(item.body.nodeDelete?.nodeId);
    state.node.version(item.consensusTimestamp, { node_id: nodeId, deleted: true });
  },
};

type RegisteredEndpoint = com.hedera.hapi.node.addressbook.IRegisteredServiceEndpoint;

/** `registered_node.type`: numbers of the kinds of its endpoints. */
const ENDPOINT_KIND = { block: 1, general: 2, mirror: 3, rpcRelay: 4 } as const;
const BLOCK_NODE_APIS = ['OTHER', 'STATUS', 'PUBLISH', 'SUBSCRIBE_STREAM', 'STATE_PROOF'] as const;

function kindOf(endpoint: RegisteredEndpoint): number {
  if (endpoint.blockNode) return ENDPOINT_KIND.block;
  if (endpoint.mirrorNode) return ENDPOINT_KIND.mirror;
  if (endpoint.rpcRelay) return ENDPOINT_KIND.rpcRelay;
  return ENDPOINT_KIND.general;
}

function registeredEndpoint(endpoint: RegisteredEndpoint) {
  return {
    ...(endpoint.blockNode && {
      block_node: {
        endpoint_apis: (endpoint.blockNode.endpointApi ?? []).map(
          (api) => BLOCK_NODE_APIS[api] ?? 'UNRECOGNIZED',
        ),
      },
    }),
    ...(endpoint.domainName && { domain_name: endpoint.domainName }),
    ...(endpoint.generalService && {
      general_service: { description: endpoint.generalService.description ?? '' },
    }),
    ...(endpoint.ipAddress?.length && { ip_address: addressText(endpoint.ipAddress) }),
    ...(endpoint.mirrorNode && { mirror_node: {} }),
    port: endpoint.port ?? 0,
    requires_tls: endpoint.requiresTls ?? false,
    ...(endpoint.rpcRelay && { rpc_relay: {} }),
  };
}

/** Formats an IP address: `192.168.1.10`, or the eight groups of an IPv6 address. */
function addressText(bytes: Uint8Array): string {
  if (bytes.length !== 16) return [...bytes].join('.');
  const groups = Array.from({ length: 8 }, (_, i) => ((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0));
  return groups.map((group) => group.toString(16)).join(':');
}

function endpointColumns(endpoints: readonly RegisteredEndpoint[]): Partial<StateRow<'registered_node'>> {
  return {
    service_endpoints: jsonText(endpoints.map(registeredEndpoint)),
    type: [...new Set(endpoints.map(kindOf))].sort((a, b) => a - b),
  };
}

export const registeredNodeCreate: TransactionType = {
  apply(item, _id, { state }) {
    const body = item.body.registeredNodeCreate;
    if (!body) return;
    state.registered_node.version(item.consensusTimestamp, {
      registered_node_id: longToBigInt(item.record.receipt?.registeredNodeId),
      admin_key: body.adminKey ? rawMessage(item.bodyBytes, 78, 1) : null,
      created_timestamp: item.consensusTimestamp,
      deleted: false,
      description: body.description ?? '',
      ...endpointColumns(body.serviceEndpoint ?? []),
    });
  },
};

export const registeredNodeUpdate: TransactionType = {
  apply(item, _id, { state }) {
    const body = item.body.registeredNodeUpdate;
    if (!body) return;
    state.registered_node.version(item.consensusTimestamp, {
      registered_node_id: longToBigInt(body.registeredNodeId),
      ...(body.adminKey && { admin_key: rawMessage(item.bodyBytes, 79, 2) }),
      ...(body.description && { description: body.description.value ?? '' }),
      ...(body.serviceEndpoint?.length && endpointColumns(body.serviceEndpoint)),
    });
  },
};

export const registeredNodeDelete: TransactionType = {
  apply(item, _id, { state }) {
    const id = longToBigInt(item.body.registeredNodeDelete?.registeredNodeId);
    state.registered_node.version(item.consensusTimestamp, { registered_node_id: id, deleted: true });
  },
};

export const nodeStakeUpdate: TransactionType = {
  apply(item, _id, context) {
    const body = item.body.nodeStakeUpdate;
    if (!body) return;
    addNodeStakes(item, body, context);
    const total = (body.nodeStake ?? []).reduce(
      (sum, node) => sum + longToBigInt(node.stakeRewarded) + longToBigInt(node.stakeNotRewarded),
      0n,
    );
    context.rows.add('network_stake', {
      consensus_timestamp: item.consensusTimestamp,
      epoch_day: epochDay(item.consensusTimestamp) - 1n,
      max_stake_rewarded: longToBigInt(body.maxStakeRewarded),
      max_staking_reward_rate_per_hbar: longToBigInt(body.maxStakingRewardRatePerHbar),
      max_total_reward: longToBigInt(body.maxTotalReward),
      node_reward_fee_denominator: longToBigInt(body.nodeRewardFeeFraction?.denominator),
      node_reward_fee_numerator: longToBigInt(body.nodeRewardFeeFraction?.numerator),
      reserved_staking_rewards: longToBigInt(body.reservedStakingRewards),
      reward_balance_threshold: longToBigInt(body.rewardBalanceThreshold),
      stake_total: saturated(total),
      staking_period: timestampOf(body.endOfStakingPeriod) ?? 0n,
      staking_period_duration: longToBigInt(body.stakingPeriod),
      staking_periods_stored: longToBigInt(body.stakingPeriodsStored),
      staking_reward_fee_denominator: longToBigInt(body.stakingRewardFeeFraction?.denominator),
      staking_reward_fee_numerator: longToBigInt(body.stakingRewardFeeFraction?.numerator),
      staking_reward_rate: longToBigInt(body.stakingRewardRate),
      staking_start_threshold: longToBigInt(body.stakingStartThreshold),
      unreserved_staking_reward_balance: longToBigInt(body.unreservedStakingRewardBalance),
    });
  },

  applyFailed(item, _id, context) {
    context.problem(item, 'the stakes of the nodes could not be updated');
  },
};

function addNodeStakes(item: Item, body: proto.INodeStakeUpdateTransactionBody, { rows }: Context): void {
  const period = timestampOf(body.endOfStakingPeriod) ?? 0n;
  // The last entry counts for a node that is named twice.
  const nodes = new Map((body.nodeStake ?? []).map((node) => [longToBigInt(node.nodeId), node]));
  for (const [nodeId, node] of nodes) {
    rows.add('node_stake', {
      consensus_timestamp: item.consensusTimestamp,
      epoch_day: epochDay(item.consensusTimestamp) - 1n,
      max_stake: longToBigInt(node.maxStake),
      min_stake: longToBigInt(node.minStake),
      node_id: nodeId,
      reward_rate: longToBigInt(node.rewardRate),
      stake: longToBigInt(node.stake),
      stake_not_rewarded: longToBigInt(node.stakeNotRewarded),
      stake_rewarded: longToBigInt(node.stakeRewarded),
      staking_period: period,
    });
  }
}
