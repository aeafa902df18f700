import type { stream } from '@tain/protos/block-stream';
import { com, proto } from '@tain/protos/hapi';
import { Writer } from '@tain/protos/wire';
import { long, timestamp } from '../ledger/ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { delimited, varintField } from '../ledger/wire.ts';
import type { ChainEnd } from '../state-store.ts';
import { entityBytes } from './entity-values.ts';

/** Singletons of the state: their numbers (`StateIdentifier`), and their fields in `SingletonUpdateChange`. */
const SINGLETON = {
  entityNumber: [1, 3],
  stakingRewards: [11, 5],
  throttles: [12, 9],
  congestion: [13, 2],
  rates: [17, 4],
  runningHashes: [18, 8],
  blockInfo: [19, 1],
  upgradeFileHash: [22, 6],
  freezeTime: [23, 10],
  blockStreamInfo: [24, 11],
  platformState: [26, 12],
  rosterState: [27, 13],
  entityCounts: [41, 15],
  nodeRewards: [50, 18],
  nodePayments: [55, 19],
  highestNode: [57, 20],
} as const;
const ROSTERS = 28;

type Singleton = readonly [name: keyof typeof SINGLETON, value: Uint8Array];

/** Encodes state changes as a block item. `at`: nanoseconds; null: no time, as in a network's first block. */
function stateItem(at: bigint | null, changes: readonly stream.IStateChange[]): stream.IBlockItem {
  const consensusTimestamp = at === null ? null : proto.Timestamp.encode(timestamp(at)).finish();
  return { stateChanges: { ...(consensusTimestamp && { consensusTimestamp }), stateChanges: [...changes] } };
}

function singletons(...values: readonly Singleton[]): stream.IStateChange[] {
  return values.map(([name, value]) => {
    const [stateId, field] = SINGLETON[name];
    const singletonUpdate = Writer.create()
      .uint32(((field << 3) | 2) >>> 0)
      .bytes(value)
      .finish();
    return { stateId, singletonUpdate };
  });
}

/** Returns the items before the first transaction of a network's first block: the initial state. */
export function genesisItems(ledger: Ledger): stream.IBlockItem[] {
  const none = new Uint8Array();
  const rosterHash = Buffer.alloc(48, 1);
  return [
    stateItem(null, singletons(['platformState', none])),
    stateItem(null, singletons(...counts(ledger))),
    stateItem(null, [{ stateId: ROSTERS, mapUpdate: { key: {}, value: {} } }]),
    stateItem(null, singletons(['rosterState', delimited(2, delimited(2, rosterHash))])),
    stateItem(null, singletons(['runningHashes', none], ['blockInfo', none])),
    stateItem(null, singletons(['blockStreamInfo', none])),
    stateItem(null, singletons(['throttles', none], ['congestion', none])),
    stateItem(null, singletons(['rates', none])),
    stateItem(null, singletons(['upgradeFileHash', none], ['freezeTime', none])),
    stateItem(null, singletons(['stakingRewards', none], ['nodeRewards', none], ['nodePayments', none])),
  ];
}

/**
 * Returns the items at the end of a block, with the time of its last transaction (`last`, nanoseconds): singletons of
 * the state that every block changes, the block stream's info last. `at`: the block's time.
 */
export function blockEndItems(
  number: bigint,
  at: bigint,
  last: bigint,
  before: ChainEnd,
  ledger: Ledger,
): stream.IBlockItem[] {
  const [blockTime, end] = [timestamp(at), timestamp(last)];
  const decided = { used: long(1).toUnsigned(), lastDecisionTime: end };
  const throttles = { tpsThrottles: [decided], gasThrottle: decided };
  const info = com.hedera.hapi.node.state.blockstream.BlockStreamInfo.encode({
    blockNumber: long(number).toUnsigned(),
    blockTime,
    blockEndTime: end,
    trailingBlockHashes: before.root,
    startOfBlockStateHash: before.stateRoot,
    lastHandleTime: end,
  }).finish();
  const state = com.hedera.hapi.platform.state.PlatformState.encode({
    roundsNonAncient: 26,
    consensusSnapshot: { round: long(number).toUnsigned(), consensusTimestamp: end },
  }).finish();
  const stored = proto.BlockInfo.encode({
    lastBlockNumber: long(number),
    firstConsTimeOfLastBlock: blockTime,
    consTimeOfLastHandledTxn: end,
  }).finish();
  return [
    stateItem(
      last,
      singletons(
        ...counts(ledger),
        ['stakingRewards', proto.NetworkStakingRewards.encode({ stakingRewardsActivated: true }).finish()],
        ['throttles', proto.ThrottleUsageSnapshots.encode(throttles).finish()],
        ['congestion', proto.CongestionLevelStarts.encode({ genericLevelStarts: [end] }).finish()],
        ['runningHashes', proto.RunningHashes.encode({ runningHash: before.root }).finish()],
        ['blockInfo', stored],
        ['platformState', state],
        [
          'nodeRewards',
          proto.NodeRewards.encode({ numRoundsInStakingPeriod: long(1).toUnsigned() }).finish(),
        ],
        ['nodePayments', delimited(1, proto.Timestamp.encode(end).finish())],
      ),
    ),
    stateItem(last, singletons(['blockStreamInfo', info])),
  ];
}

/** Returns the number of entities, and the highest number among them. */
function counts(ledger: Ledger): Singleton[] {
  const { nextEntity } = ledger.counter;
  const entityCounts = entityBytes(com.hedera.hapi.node.state.entity.EntityCounts, {
    numAccounts: long(ledger.accounts.size).toUnsigned(),
    numTokens: long(ledger.tokens.size).toUnsigned(),
    numTopics: long(ledger.topics.size).toUnsigned(),
    numFiles: long(ledger.files.size).toUnsigned(),
    numNodes: long(ledger.nodes.size).toUnsigned(),
  });
  return [
    ['entityNumber', varintField(1, BigInt(nextEntity - 1))],
    ['entityCounts', entityCounts],
    ['highestNode', varintField(1, BigInt(ledger.nodes.size))],
  ];
}
