import { proto } from '@tain/protos/hapi';
import { Reader } from '@tain/protos/wire';
import type {
  RegisteredNode,
  ServiceEndpoint,
} from '../../../packages/network-simulator/src/ledger/entities.ts';
import { accountsAt } from './balances.ts';
import { big, nanos, num, type Recorded } from './history.ts';
import { id, specJson, time } from './texts.ts';
import { newestUpTo, snapshots, versionsOf } from './versions.ts';
import type { World } from './world.ts';

/** Facts about the network: supply, stakes, nodes, prices. */

const TOTAL = 5_000_000_000_000_000_000n;
const DAY = 86_400_000_000_000n;

/** Returns whether an account's tinybars are not released. */
function isUnreleased(account: number): boolean {
  const ranges: readonly (readonly [number, number])[] = [
    [2, 2],
    [42, 42],
    [44, 71],
    [73, 87],
    [99, 100],
    [200, 349],
    [400, 750],
  ];
  return ranges.some(([first, last]) => first <= account && account <= last);
}

export async function checkSupply(world: World): Promise<void> {
  const supply = (at?: bigint) =>
    TOTAL -
    accountsAt(world, at)
      .filter((row) => isUnreleased(row.num))
      .reduce((sum, row) => sum + row.balance, 0n);
  const json = (released: bigint, at: bigint) => ({
    released_supply: String(released),
    timestamp: time(at),
    total_supply: String(TOTAL),
  });
  const changes = accountsAt(world)
    .filter((row) => isUnreleased(row.num))
    .flatMap((row) => versionsOf(world).balanceTimes(row.num).at(-1) ?? []);
  const newest = changes.sort((a, b) => (a < b ? -1 : 1)).at(-1) ?? 0n;
  await world.expectOne('/network/supply', json(supply(), newest));
  for (const moment of world.moments) {
    const path = `/network/supply?timestamp=${time(moment)}`;
    const at = newestUpTo(snapshots(world), moment);
    // Every snapshot contains the treasury's balance, so its time is that of the newest snapshot.
    if (at === undefined) await world.get(path, 404);
    else await world.expectOne(path, json(supply(at), at));
  }
}

/** Returns the newest stakes that the network published. */
function newestStakes({ recorded }: World): Recorded | undefined {
  return recorded.filter(({ ok, field }) => ok && field === 'nodeStakeUpdate').at(-1);
}

function stakingPeriod(update: Recorded | undefined): object {
  const from = nanos(update?.body.nodeStakeUpdate?.endOfStakingPeriod) + 1n;
  return { from: time(from), to: time(from + DAY) };
}

export async function checkStake(world: World): Promise<void> {
  const update = newestStakes(world);
  const body = update?.body.nodeStakeUpdate;
  const share = (fraction: proto.IFraction | null | undefined) =>
    Math.fround(Math.round((num(fraction?.numerator) / num(fraction?.denominator)) * 1e9) / 1e9);
  const answer = await world.get('/network/stake');
  const { node_reward_fee_fraction: nodes, staking_reward_fee_fraction: stakers, ...rest } = answer;
  world.expectSame(
    'shares',
    [Math.fround(Number(nodes)), Math.fround(Number(stakers))],
    [share(body?.nodeRewardFeeFraction), share(body?.stakingRewardFeeFraction)],
  );
  world.expectSame('/network/stake', rest, {
    max_stake_rewarded: big(body?.maxStakeRewarded),
    max_staking_reward_rate_per_hbar: big(body?.maxStakingRewardRatePerHbar),
    max_total_reward: big(body?.maxTotalReward),
    reserved_staking_rewards: big(body?.reservedStakingRewards),
    reward_balance_threshold: big(body?.rewardBalanceThreshold),
    stake_total: (body?.nodeStake ?? []).reduce(
      (sum, node) => sum + big(node.stakeRewarded) + big(node.stakeNotRewarded),
      0n,
    ),
    staking_period: stakingPeriod(update),
    staking_period_duration: num(body?.stakingPeriod),
    staking_periods_stored: num(body?.stakingPeriodsStored),
    staking_reward_rate: big(body?.stakingRewardRate),
    staking_start_threshold: big(body?.stakingStartThreshold),
    unreserved_staking_reward_balance: big(body?.unreservedStakingRewardBalance),
  });
}

export async function checkNodes(world: World): Promise<void> {
  const { ledger, book } = world;
  const update = newestStakes(world);
  const items = proto.NodeAddressBook.decode(book).nodeAddress.map((entry) => {
    const node = num(entry.nodeId);
    const row = ledger.nodes.need(node);
    const stake = update?.body.nodeStakeUpdate?.nodeStake?.find(({ nodeId }) => num(nodeId) === node);
    return {
      admin_key: specJson(ledger, row.adminKey),
      associated_registered_nodes: row.registered,
      decline_reward: row.declineReward,
      description: entry.description,
      file_id: '0.0.102',
      grpc_proxy_endpoint:
        row.grpcProxy === null
          ? null
          : { domain_name: row.grpcProxy.domain, ip_address_v4: '', port: row.grpcProxy.port },
      max_stake: big(stake?.maxStake),
      memo: Buffer.from(entry.memo ?? []).toString(),
      min_stake: big(stake?.minStake),
      node_account_id: id(row.account),
      node_cert_hash: `0x${Buffer.from(entry.nodeCertHash ?? []).toString()}`,
      node_id: node,
      public_key: `0x${entry.RSA_PubKey}`,
      reward_rate_start: big(stake?.rewardRate),
      service_endpoints: (entry.serviceEndpoint ?? []).map(({ ipAddressV4, port, domainName }) => ({
        domain_name: domainName ?? '',
        ip_address_v4: [...(ipAddressV4 ?? [])].join('.'),
        port,
      })),
      stake: big(stake?.stake),
      stake_not_rewarded: big(stake?.stakeNotRewarded),
      stake_rewarded: big(stake?.stakeRewarded),
      staking_period: stakingPeriod(update),
      // The initial address book of the mirror.
      timestamp: { from: '0.000000001', to: null },
    };
  });
  await world.expectList('/network/nodes', 'nodes', items);
  await world.expectList('/network/nodes?node.id=gte:2', 'nodes', items.slice(2));
}

const APIS = ['OTHER', 'STATUS', 'PUBLISH', 'SUBSCRIBE_STREAM', 'STATE_PROOF'];
const TYPES = {
  block: 'BLOCK_NODE',
  general: 'GENERAL_SERVICE',
  mirror: 'MIRROR_NODE',
  rpcRelay: 'RPC_RELAY',
} as const;

function endpointJson(endpoint: ServiceEndpoint): object {
  const { kind, address, domain, port, tls, about, apis } = endpoint;
  return {
    block_node: kind === 'block' ? { endpoint_apis: apis.map((api) => APIS[api]) } : null,
    domain_name: domain ? address : null,
    general_service: kind === 'general' ? { description: about } : null,
    ip_address: domain ? null : address,
    mirror_node: kind === 'mirror' ? {} : null,
    port,
    requires_tls: tls,
    rpc_relay: kind === 'rpcRelay' ? {} : null,
    type: TYPES[kind],
  };
}

export async function checkRegisteredNodes(world: World): Promise<void> {
  const { ledger, recorded } = world;
  const changedAt = (node: number): bigint =>
    recorded
      .filter(({ ok, field, body, record }) => {
        if (!ok) return false;
        if (field === 'registeredNodeCreate') return num(record.receipt?.registeredNodeId) === node;
        const update = body.registeredNodeUpdate;
        return field === 'registeredNodeUpdate' && num(update?.registeredNodeId) === node;
      })
      .at(-1)?.at ?? 0n;
  const rows = [...ledger.registeredNodes.values()]
    .filter(({ deleted }) => !deleted)
    .sort((a, b) => a.id - b.id);
  const json = (list: readonly Readonly<RegisteredNode>[]) =>
    list.map((row) => ({
      admin_key: specJson(ledger, row.adminKey),
      created_timestamp: time(row.createdAt),
      description: row.description,
      registered_node_id: row.id,
      service_endpoints: row.endpoints.map(endpointJson),
      timestamp: { from: time(changedAt(row.id)), to: null },
    }));
  await world.expectList('/network/registered-nodes', 'registered_nodes', json(rows));
  for (const kind of new Set(rows.flatMap(({ endpoints }) => endpoints.map((endpoint) => endpoint.kind)))) {
    const own = rows.filter(({ endpoints }) => endpoints.some((endpoint) => endpoint.kind === kind));
    await world.expectList(`/network/registered-nodes?type=${TYPES[kind]}`, 'registered_nodes', json(own));
  }
}

/** Returns the time at which the content of a file was last recorded. */
function writtenAt({ recorded }: World, file: number, at: bigint): bigint {
  const writes = recorded.filter(({ ok, at: when, field, body, record }) => {
    if (!ok || when > at) return false;
    if (field === 'fileCreate') return num(record.receipt?.fileID?.fileNum) === file;
    if (field === 'fileAppend') return num(body.fileAppend?.fileID?.fileNum) === file;
    const update = body.fileUpdate;
    return field === 'fileUpdate' && num(update?.fileID?.fileNum) === file && !!update?.contents?.length;
  });
  return writes.at(-1)?.at ?? 0n;
}

/**
 * Returns the content of a file at a time, and the start of its validity. Large files are updated in chunks, and the
 * previous content is valid until the last chunk.
 */
export function fileAt<T>(
  world: World,
  file: number,
  at: bigint,
  decode: (contents: Uint8Array) => T,
): { readonly value: T; readonly at: bigint } {
  const written = writtenAt(world, file, at);
  try {
    return { value: decode(world.ledger.files.at(file, at)?.contents ?? new Uint8Array()), at: written };
  } catch (error) {
    if (written === 0n) throw error;
    return fileAt(world, file, written - 1n, decode);
  }
}

export const decodeRates = (bytes: Uint8Array) => proto.ExchangeRateSet.decode(bytes);

/** Decodes the tinycents for one gas in the simple fee schedule: extra 5. */
export function decodeGas(bytes: Uint8Array): bigint {
  const reader = new Reader(bytes);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag >>> 3 !== 4) {
      reader.skipType(tag & 7);
      continue;
    }
    const extra = { 1: 0n, 2: 0n };
    const end = reader.uint32() + reader.pos;
    while (reader.pos < end) extra[reader.uint32() >>> 3 === 1 ? 1 : 2] = big(reader.int64());
    if (extra[1] === 5n) return extra[2];
  }
  throw new Error('a schedule without a price of gas');
}

/** Checks the exchange rate and the gas prices with the system files of the time. */
export async function checkPrices(world: World): Promise<void> {
  const { ledger } = world;
  for (const at of [undefined, ...world.moments]) {
    const when = at ?? ledger.lastConsensus;
    const query = at === undefined ? '' : `?timestamp=${time(at)}`;
    const rates = fileAt(world, 112, when, decodeRates);
    const { currentRate, nextRate } = rates.value;
    const rateJson = (rate: proto.IExchangeRate | null | undefined) => ({
      cent_equivalent: rate?.centEquiv,
      expiration_time: num(rate?.expirationTime?.seconds),
      hbar_equivalent: rate?.hbarEquiv,
    });
    await world.expectOne(`/network/exchangerate${query}`, {
      current_rate: rateJson(currentRate),
      next_rate: rateJson(nextRate),
      timestamp: time(rates.at),
    });
    const price = fileAt(world, 113, when, decodeGas);
    const tinybars =
      (price.value * BigInt(currentRate?.hbarEquiv ?? 0)) / BigInt(currentRate?.centEquiv ?? 1);
    const gas = tinybars > 1n ? tinybars : 1n;
    await world.expectOne(`/network/fees${query}`, {
      fees: ['ContractCall', 'ContractCreate', 'EthereumTransaction'].map((transaction_type) => ({
        gas,
        transaction_type,
      })),
      timestamp: time(price.at),
    });
  }
}
