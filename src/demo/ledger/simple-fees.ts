import { proto, Writer } from '@hiero-ledger/proto';

/**
 * The simple fee schedule (file 0.0.113, HIP-1261) with which networks begin, in tinycents. The npm
 * package of protos lacks its messages, hence the field numbers here.
 */
const Fn = proto.HederaFunctionality;

/** What is charged per unit beside the base fee, by the number of the extra. */
const EXTRA = {
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

type Extra = readonly [extra: number, included: number];

interface Price {
  readonly of: proto.HederaFunctionality;
  readonly base: number;
  readonly extras?: readonly Extra[];
  /** Steepest multiplier (thousandths) for high volume; the curve below leads there. */
  readonly highVolume?: number;
  /** The network charges nothing for node and network. */
  readonly exempt?: boolean;
}

const SERVICES: Readonly<Record<string, readonly Price[]>> = {
  Crypto: [
    {
      of: Fn.CryptoCreate,
      base: 499_000_000,
      extras: [
        [EXTRA.keys, 1],
        [EXTRA.hookUpdates, 0],
      ],
      highVolume: 200_000,
    },
    {
      of: Fn.CryptoUpdate,
      base: 1_200_000,
      extras: [
        [EXTRA.keys, 1],
        [EXTRA.hookUpdates, 0],
      ],
    },
    { of: Fn.CryptoDelete, base: 49_000_000 },
    {
      of: Fn.CryptoTransfer,
      base: 0,
      extras: [
        [EXTRA.transferBase, 0],
        [EXTRA.transferBaseCustomFees, 0],
        [EXTRA.hookExecution, 0],
        [EXTRA.gas, 0],
        [EXTRA.accounts, 2],
        [EXTRA.tokenTypes, 1],
      ],
    },
    { of: Fn.CryptoApproveAllowance, base: 499_000_000, extras: [[EXTRA.allowances, 1]] },
    { of: Fn.CryptoDeleteAllowance, base: 499_000_000, extras: [[EXTRA.allowances, 1]] },
  ],
  Consensus: [
    {
      of: Fn.ConsensusCreateTopic,
      base: 99_000_000,
      extras: [
        [EXTRA.keys, 0],
        [EXTRA.topicCustomFee, 0],
      ],
      highVolume: 200_000,
    },
    { of: Fn.ConsensusUpdateTopic, base: 1_200_000, extras: [[EXTRA.keys, 1]] },
    {
      of: Fn.ConsensusSubmitMessage,
      base: 700_000,
      extras: [
        [EXTRA.messageBytes, 100],
        [EXTRA.messageCustomFeeBytes, 1024],
        [EXTRA.messageCustomFee, 0],
      ],
    },
    { of: Fn.ConsensusDeleteTopic, base: 49_000_000 },
  ],
  File: [
    {
      of: Fn.FileCreate,
      base: 499_000_000,
      extras: [
        [EXTRA.keys, 1],
        [EXTRA.stateBytes, 1000],
      ],
      highVolume: 200_000,
    },
    {
      of: Fn.FileUpdate,
      base: 499_000_000,
      extras: [
        [EXTRA.keys, 1],
        [EXTRA.stateBytes, 1000],
      ],
    },
    { of: Fn.FileAppend, base: 499_000_000, extras: [[EXTRA.stateBytes, 1000]], highVolume: 200_000 },
    { of: Fn.FileDelete, base: 69_000_000 },
  ],
  Token: [
    {
      of: Fn.TokenCreate,
      base: 9_999_000_000,
      extras: [
        [EXTRA.keys, 1],
        [EXTRA.tokenCreateCustomFee, 0],
      ],
    },
    {
      of: Fn.TokenMint,
      base: 9_000_000,
      extras: [
        [EXTRA.mintNftBase, 0],
        [EXTRA.mintNft, 1],
      ],
    },
    { of: Fn.TokenBurn, base: 9_000_000 },
    { of: Fn.TokenDelete, base: 9_000_000 },
    { of: Fn.TokenFreezeAccount, base: 9_000_000 },
    { of: Fn.TokenUnfreezeAccount, base: 9_000_000 },
    { of: Fn.TokenPause, base: 9_000_000 },
    { of: Fn.TokenUnpause, base: 9_000_000 },
    { of: Fn.TokenAssociateToAccount, base: 499_000_000, extras: [[EXTRA.associate, 1]] },
    { of: Fn.TokenDissociateFromAccount, base: 499_000_000 },
    { of: Fn.TokenAirdrop, base: 0, extras: [[EXTRA.airdrops, 0]] },
    { of: Fn.TokenClaimAirdrop, base: 9_000_000 },
    { of: Fn.TokenCancelAirdrop, base: 9_000_000 },
    { of: Fn.TokenGrantKycToAccount, base: 9_000_000 },
    { of: Fn.TokenRevokeKycFromAccount, base: 9_000_000 },
    { of: Fn.TokenReject, base: 9_000_000 },
    { of: Fn.TokenAccountWipe, base: 9_000_000 },
    { of: Fn.TokenFeeScheduleUpdate, base: 9_000_000 },
    { of: Fn.TokenUpdate, base: 9_000_000, extras: [[EXTRA.keys, 1]] },
    { of: Fn.TokenUpdateNfts, base: 9_000_000, extras: [[EXTRA.nftUpdate, 1]] },
  ],
  Schedule: [
    {
      of: Fn.ScheduleCreate,
      base: 99_000_000,
      extras: [
        [EXTRA.keys, 1],
        [EXTRA.scheduleContractCall, 0],
      ],
    },
    { of: Fn.ScheduleSign, base: 9_000_000 },
    { of: Fn.ScheduleDelete, base: 9_000_000 },
  ],
  Network: [
    { of: Fn.SystemDelete, base: 0 },
    { of: Fn.SystemUndelete, base: 0 },
  ],
  Util: [
    { of: Fn.UtilPrng, base: 9_000_000 },
    { of: Fn.AtomicBatch, base: 9_000_000 },
  ],
  Contract: [
    { of: Fn.ContractCall, base: 0, exempt: true },
    {
      of: Fn.ContractUpdate,
      base: 259_000_000,
      extras: [
        [EXTRA.keys, 1],
        [EXTRA.hookUpdates, 0],
      ],
    },
    { of: Fn.ContractDelete, base: 69_000_000 },
    { of: Fn.EthereumTransaction, base: 0 },
    {
      of: Fn.ContractCreate,
      base: 9_999_000_000,
      extras: [
        [EXTRA.hookUpdates, 0],
        [EXTRA.keys, 1],
      ],
    },
    { of: Fn.HookStore, base: 49_000_000, extras: [[EXTRA.hookSlotUpdate, 1]] },
  ],
  AddressBook: [
    { of: Fn.NodeCreate, base: 9_000_000 },
    { of: Fn.NodeUpdate, base: 9_000_000 },
    { of: Fn.NodeDelete, base: 9_000_000 },
    { of: Fn.RegisteredNodeCreate, base: 9_000_000 },
    { of: Fn.RegisteredNodeUpdate, base: 9_000_000 },
    { of: Fn.RegisteredNodeDelete, base: 9_000_000 },
  ],
};

/** Utilisation in basis points, multiplier in thousandths. */
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

/** Starts a length-delimited field; `ldelim` on the writer ends it. */
function open(writer: Writer, field: number): Writer {
  return writer.uint32((field << 3) | 2).fork();
}

function integer(writer: Writer, field: number, value: number): Writer {
  return value === 0 ? writer : writer.uint32(field << 3).uint64(value);
}

function extraReference(writer: Writer, field: number, [extra, included]: Extra): void {
  integer(integer(open(writer, field), 1, extra), 2, included).ldelim();
}

function priceEntry(writer: Writer, price: Price): void {
  open(writer, 2);
  integer(writer, 1, price.of);
  integer(writer, 2, price.base);
  for (const extra of price.extras ?? []) extraReference(writer, 3, extra);
  if (price.highVolume !== undefined) {
    integer(open(writer, 5), 2, price.highVolume);
    open(open(writer, 3), 1);
    for (const [utilization, multiplier] of HIGH_VOLUME_CURVE) {
      integer(integer(open(writer, 1), 1, utilization), 2, multiplier).ldelim();
    }
    writer.ldelim().ldelim().ldelim();
  }
  if (price.exempt) integer(writer, 6, 1);
  writer.ldelim();
}

/** The serialized schedule. */
export function simpleFees(): Uint8Array {
  const writer = Writer.create();
  integer(open(writer, 1), 1, 100_000);
  extraReference(writer, 2, [EXTRA.processingBytes, 1350]);
  extraReference(writer, 2, [EXTRA.signatures, 1]);
  writer.ldelim();
  integer(open(writer, 2), 1, 9).ldelim();
  integer(open(writer, 3), 1, 100).ldelim();
  for (const [extra, price] of EXTRA_PRICES) integer(integer(open(writer, 4), 1, extra), 2, price).ldelim();
  for (const [name, prices] of Object.entries(SERVICES)) {
    open(writer, 5).uint32(10).string(name);
    for (const price of prices) priceEntry(writer, price);
    writer.ldelim();
  }
  return writer.finish();
}
