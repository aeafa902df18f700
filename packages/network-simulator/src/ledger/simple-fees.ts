import { proto } from '@tain/protos/hapi';
import { Writer } from '@tain/protos/wire';
import { HIGH_VOLUME_MULTIPLIER } from './prices.ts';

/**
 * Initial simple fee schedule (file 0.0.113, HIP-1261), in tinycents. The npm package of protos lacks its messages,
 * hence the field numbers here.
 */
const Fn = proto.HederaFunctionality;

/** Units that are charged in addition to the base fee, by the number of the extra. */
export const EXTRA = {
  signatures: 0,
  keys: 1,
  nftSerials: 2,
  accounts: 3,
  tokenTypes: 4,
  gas: 5,
  allowances: 6,
  airdrops: 7,
  hookUpdates: 8,
  transferBase: 9,
  transferBaseCustomFees: 10,
  hookExecution: 11,
  tokenCreateCustomFee: 12,
  mintNft: 13,
  topicCustomFee: 14,
  messageCustomFee: 15,
  scheduleContractCall: 16,
  associate: 17,
  hookSlotUpdate: 18,
  mintNftBase: 19,
  nftUpdate: 20,
  records: 21,
  stateBytes: 22,
  processingBytes: 23,
  messageCustomFeeBytes: 24,
  messageBytes: 25,
} as const;

export type Extra = keyof typeof EXTRA;

const EXTRA_PRICES: readonly (readonly [extra: number, tinycents: number])[] = [
  [EXTRA.signatures, 100_000],
  [EXTRA.stateBytes, 1_000_000],
  [EXTRA.processingBytes, 10_000],
  [EXTRA.keys, 100_000_000],
  [EXTRA.nftSerials, 8_900_000],
  [EXTRA.accounts, 1_000_000],
  [EXTRA.tokenTypes, 1_000_000],
  [EXTRA.gas, 852],
  [EXTRA.allowances, 500_000_000],
  [EXTRA.associate, 500_000_000],
  [EXTRA.tokenCreateCustomFee, 10_000_000_000],
  [EXTRA.mintNftBase, 190_000_000],
  [EXTRA.mintNft, 200_000_000],
  [EXTRA.nftUpdate, 10_000_000],
  [EXTRA.airdrops, 500_000_000],
  [EXTRA.hookUpdates, 10_000_000_000],
  [EXTRA.records, 1_000_000],
  [EXTRA.transferBase, 9_000_000],
  [EXTRA.transferBaseCustomFees, 19_000_000],
  [EXTRA.topicCustomFee, 19_900_000_000],
  [EXTRA.messageCustomFee, 498_300_000],
  [EXTRA.messageCustomFeeBytes, 1_000_000],
  [EXTRA.messageBytes, 6_800],
  [EXTRA.scheduleContractCall, 900_000_000],
  [EXTRA.hookExecution, 50_000_000],
  [EXTRA.hookSlotUpdate, 50_000_000],
];

/** A transaction type, its base price, the number of included units of each extra, and its special rules. */
type Price = readonly [
  of: keyof typeof Fn | number,
  base: number,
  included?: Partial<Record<Extra, number>>,
  special?: 'highVolume' | 'exempt',
];

const SERVICES: Readonly<Record<string, readonly Price[]>> = {
  Crypto: [
    ['CryptoCreate', 499_000_000, { keys: 1, hookUpdates: 0 }, 'highVolume'],
    ['CryptoUpdate', 1_200_000, { keys: 1, hookUpdates: 0 }],
    ['CryptoDelete', 49_000_000],
    [
      'CryptoTransfer',
      0,
      { transferBase: 0, transferBaseCustomFees: 0, hookExecution: 0, gas: 0, accounts: 2, tokenTypes: 1 },
    ],
    ['CryptoApproveAllowance', 499_000_000, { allowances: 1 }],
    ['CryptoDeleteAllowance', 499_000_000, { allowances: 1 }],
  ],
  Consensus: [
    ['ConsensusCreateTopic', 99_000_000, { keys: 0, topicCustomFee: 0 }, 'highVolume'],
    ['ConsensusUpdateTopic', 1_200_000, { keys: 1 }],
    [
      'ConsensusSubmitMessage',
      700_000,
      { messageBytes: 100, messageCustomFeeBytes: 1024, messageCustomFee: 0 },
    ],
    ['ConsensusDeleteTopic', 49_000_000],
  ],
  File: [
    ['FileCreate', 499_000_000, { keys: 1, stateBytes: 1000 }, 'highVolume'],
    ['FileUpdate', 499_000_000, { keys: 1, stateBytes: 1000 }],
    ['FileAppend', 499_000_000, { stateBytes: 1000 }, 'highVolume'],
    ['FileDelete', 69_000_000],
  ],
  Token: [
    ['TokenCreate', 9_999_000_000, { keys: 1, tokenCreateCustomFee: 0 }],
    ['TokenMint', 9_000_000, { mintNftBase: 0, mintNft: 1 }],
    ['TokenBurn', 9_000_000],
    ['TokenDelete', 9_000_000],
    ['TokenFreezeAccount', 9_000_000],
    ['TokenUnfreezeAccount', 9_000_000],
    ['TokenPause', 9_000_000],
    ['TokenUnpause', 9_000_000],
    ['TokenAssociateToAccount', 499_000_000, { associate: 1 }],
    ['TokenDissociateFromAccount', 499_000_000],
    ['TokenAirdrop', 0, { airdrops: 0 }],
    ['TokenClaimAirdrop', 9_000_000],
    ['TokenCancelAirdrop', 9_000_000],
    ['TokenGrantKycToAccount', 9_000_000],
    ['TokenRevokeKycFromAccount', 9_000_000],
    ['TokenReject', 9_000_000],
    ['TokenAccountWipe', 9_000_000],
    ['TokenFeeScheduleUpdate', 9_000_000],
    ['TokenUpdate', 9_000_000, { keys: 1 }],
    ['TokenUpdateNfts', 9_000_000, { nftUpdate: 1 }],
  ],
  Schedule: [
    ['ScheduleCreate', 99_000_000, { keys: 1, scheduleContractCall: 0 }],
    ['ScheduleSign', 9_000_000],
    ['ScheduleDelete', 9_000_000],
  ],
  Network: [
    ['SystemDelete', 0],
    ['SystemUndelete', 0],
  ],
  Util: [
    ['UtilPrng', 9_000_000],
    ['AtomicBatch', 9_000_000],
  ],
  Contract: [
    ['ContractCall', 0, {}, 'exempt'],
    ['ContractUpdate', 259_000_000, { keys: 1, hookUpdates: 0 }],
    ['ContractDelete', 69_000_000],
    ['EthereumTransaction', 0],
    ['ContractCreate', 9_999_000_000, { hookUpdates: 0, keys: 1 }],
    ['HookStore', 49_000_000, { hookSlotUpdate: 1 }],
  ],
  AddressBook: [
    ['NodeCreate', 9_000_000],
    ['NodeUpdate', 9_000_000],
    ['NodeDelete', 9_000_000],
    ['RegisteredNodeCreate', 9_000_000],
    ['RegisteredNodeUpdate', 9_000_000],
    ['RegisteredNodeDelete', 9_000_000],
  ],
};

/** Node fee in tinycents, its included units, and the network fee as a multiple of it. */
const NODE_FEE = 100_000;
const NODE_INCLUDED: Partial<Record<Extra, number>> = { processingBytes: 1350, signatures: 1 };
const NETWORK_MULTIPLIER = 9;

/** Maximum multiplier (thousandths) for high volume, at the end of the curve below. */
const HIGH_VOLUME = 200_000;
/** Points of the curve: utilisation in basis points, multiplier in thousandths. */
const HIGH_VOLUME_CURVE: readonly (readonly [number, number])[] = [
  [2, 4_000],
  [3, 8_000],
  [5, 10_000],
  [7, 15_000],
  [10, 20_000],
  [15, 30_000],
  [20, 40_000],
  [50, 60_000],
  [100, 80_000],
  [200, 100_000],
  [500, 150_000],
  [1_000, 200_000],
  [10_000, 200_000],
];

const UNIT_PRICES = new Map<number, bigint>(EXTRA_PRICES.map(([extra, price]) => [extra, BigInt(price)]));
const PRICES = new Map(
  Object.values(SERVICES).flatMap((prices) => prices.map((price) => [price[0], price] as const)),
);

/** Numbers of units of a transaction. */
export type Units = Partial<Record<Extra, number | bigint>>;

/** A transaction for its fee: its functionality in the schedule, its units, and those of its bytes and signatures. */
export interface Counted {
  readonly of: keyof typeof Fn;
  readonly units: Units;
  readonly sizes: Units;
}

/** Returns the fee by the schedule in tinycents: of the node, the network and the service. Null without a price. */
export function simpleFee({ of, units, sizes }: Counted): bigint | null {
  const price = PRICES.get(of);
  if (price === undefined) return null;
  const [, base, included = {}, special] = price;
  const service = BigInt(base) + unitsFee(units, included);
  if (special === 'exempt') return service;
  const node = BigInt(NODE_FEE) + unitsFee(sizes, NODE_INCLUDED);
  return node * BigInt(1 + NETWORK_MULTIPLIER) + service;
}

/** Returns the part of a transfer's fee for calls of hooks with a total gas limit, in tinycents. */
export function hookCallsFee(calls: number, gas: bigint): bigint {
  return unitsFee({ hookExecution: calls, gas }, {});
}

/** Returns the price of the units beyond the included ones. */
function unitsFee(units: Units, included: Partial<Record<Extra, number>>): bigint {
  let fee = 0n;
  for (const [name, number] of Object.entries(units)) {
    const extra = name as Extra;
    const charged = BigInt(number) - BigInt(included[extra] ?? 0);
    if (charged > 0n) fee += charged * (UNIT_PRICES.get(EXTRA[extra]) ?? 0n);
  }
  return fee;
}

/**
 * Returns the multiplier of a high-volume transaction (HIP-1313) in thousandths: of the curve's first point, because
 * this network is never busy; 1000 for types without rates.
 */
export function highVolumeMultiplier(of: Counted['of']): bigint {
  return PRICES.get(of)?.[3] === 'highVolume' ? HIGH_VOLUME_MULTIPLIER : 1_000n;
}

/** Starts a length-delimited field; `ldelim` on the writer ends it. */
function open(writer: Writer, field: number): Writer {
  return writer.uint32((field << 3) | 2).fork();
}

function integer(writer: Writer, field: number, value: number): Writer {
  return value === 0 ? writer : writer.uint32(field << 3).uint64(value);
}

function extraReference(writer: Writer, field: number, extra: string, included: number): void {
  const number = EXTRA[extra as Extra];
  integer(integer(open(writer, field), 1, number), 2, included).ldelim();
}

function priceEntry(writer: Writer, [of, base, included = {}, special]: Price): void {
  open(writer, 2);
  integer(writer, 1, typeof of === 'number' ? of : Fn[of]);
  integer(writer, 2, base);
  for (const [extra, count] of Object.entries(included)) extraReference(writer, 3, extra, count);
  if (special === 'highVolume') {
    integer(open(writer, 5), 2, HIGH_VOLUME);
    open(open(writer, 3), 1);
    for (const [utilization, multiplier] of HIGH_VOLUME_CURVE) {
      integer(integer(open(writer, 1), 1, utilization), 2, multiplier).ldelim();
    }
    writer.ldelim().ldelim().ldelim();
  }
  // Node and network fees are free.
  if (special === 'exempt') integer(writer, 6, 1);
  writer.ldelim();
}

/** Serializes the schedule. `newer`: numbers of further functionalities to be priced. */
export function simpleFees(newer: readonly number[] = []): Uint8Array {
  const writer = Writer.create();
  integer(open(writer, 1), 1, NODE_FEE);
  for (const [extra, count] of Object.entries(NODE_INCLUDED)) extraReference(writer, 2, extra, count);
  writer.ldelim();
  integer(open(writer, 2), 1, NETWORK_MULTIPLIER).ldelim();
  integer(open(writer, 3), 1, 100).ldelim();
  for (const [extra, price] of EXTRA_PRICES) integer(integer(open(writer, 4), 1, extra), 2, price).ldelim();
  const services = {
    ...SERVICES,
    ...(newer.length > 0 && { Newer: newer.map((of): Price => [of, 9_000_000]) }),
  };
  for (const [name, prices] of Object.entries(services)) {
    open(writer, 5).uint32(10).string(name);
    for (const price of prices) priceEntry(writer, price);
    writer.ldelim();
  }
  return writer.finish();
}
