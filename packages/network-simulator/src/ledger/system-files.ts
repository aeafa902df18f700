import { proto } from '@tain/protos/hapi';
import { long } from './ids.ts';
import { CENTS_PER_HBAR } from './prices.ts';
import { simpleFees } from './simple-fees.ts';
import { CHAIN_ID } from './well-known.ts';

/** Numbers of `HederaFunctionality`: those of CLPR (HIP-1535), and one that no schema has. */
const NEWER_FUNCTIONALITIES: readonly number[] = [...Array.from({ length: 12 }, (_, i) => 117 + i), 301];

/**
 * Returns the system files of a network: number and contents at genesis. `isNewer`: the files name functionalities that
 * are newer than the mirrors.
 */
export function systemFiles(
  addressBook: Uint8Array,
  nodeDetails: Uint8Array,
  isNewer = false,
  chainId = CHAIN_ID,
): readonly [number, Uint8Array][] {
  const newer = isNewer ? NEWER_FUNCTIONALITIES : [];
  const files: [number, Uint8Array][] = [
    [101, nodeDetails],
    [102, addressBook],
    [111, isNewer ? encodeFeeSchedule(newer) : feeSchedule()],
    [112, exchangeRates(0)],
    [113, simpleFees(newer)],
    [121, properties(chainId)],
    [122, permissions()],
    [123, throttles(newer)],
  ];
  for (let num = 150; num < 160; num++) files.push([num, new Uint8Array()]);
  return files;
}

const FAR_FUTURE = { seconds: long(4_102_444_800) };
const Fn = proto.HederaFunctionality;

/**
 * Encodes the classic fee schedule, in thousandths of a tinycent. Only gas has a realistic price. The three
 * transactions that use gas are first.
 */
export function feeSchedule(): Uint8Array {
  FEE_SCHEDULE ??= encodeFeeSchedule();
  return FEE_SCHEDULE;
}

let FEE_SCHEDULE: Uint8Array | null = null;

function encodeFeeSchedule(newer: readonly number[] = []): Uint8Array {
  const gas = { gas: long(852_000), max: long(1_000_000_000_000_000) };
  const flat = { constant: long(40_000_000), max: long(1_000_000_000_000_000) };
  const transactionFeeSchedule: proto.ITransactionFeeSchedule[] = [
    Fn.ContractCall,
    Fn.ContractCreate,
    Fn.EthereumTransaction,
  ].map((hederaFunctionality) => ({
    hederaFunctionality,
    fees: [{ nodedata: gas, networkdata: gas, servicedata: gas }],
  }));
  for (const hederaFunctionality of [
    Fn.CryptoTransfer,
    Fn.CryptoCreate,
    Fn.ConsensusSubmitMessage,
    Fn.TokenMint,
    ...newer,
  ]) {
    transactionFeeSchedule.push({
      hederaFunctionality,
      fees: [{ nodedata: flat, networkdata: flat, servicedata: flat }],
    });
  }
  const schedule = { transactionFeeSchedule, expiryTime: FAR_FUTURE };
  return proto.CurrentAndNextFeeSchedule.encode({
    currentFeeSchedule: schedule,
    nextFeeSchedule: schedule,
  }).finish();
}

/**
 * Encodes the current and the next exchange rate. `drift` changes the next rate by that many hundredths of a cent for
 * 300 hbars.
 */
export function exchangeRates(drift: number): Uint8Array {
  const rate = (centEquiv: number): proto.IExchangeRate => ({
    hbarEquiv: 30_000,
    centEquiv,
    expirationTime: FAR_FUTURE,
  });
  const current = 30_000 * CENTS_PER_HBAR;
  return proto.ExchangeRateSet.encode({
    currentRate: rate(current),
    nextRate: rate(current + drift),
  }).finish();
}

function settings(pairs: Readonly<Record<string, string>>): Uint8Array {
  const nameValue = Object.entries(pairs).map(([name, value]) => ({ name, value }));
  return proto.ServicesConfigurationList.encode({ nameValue }).finish();
}

function properties(chainId: bigint): Uint8Array {
  return settings({
    'contracts.chainId': String(chainId),
    'contracts.maxGasPerSec': '15000000',
    'staking.periodMins': '1440',
    'staking.rewardHistory.numStoredPeriods': '365',
    'tokens.maxPerAccount': '1000',
    'topics.maxNumber': '1000000',
  });
}

function permissions(): Uint8Array {
  const everyone = [
    'createAccount',
    'cryptoTransfer',
    'updateAccount',
    'createTopic',
    'submitMessage',
    'contractCallMethod',
  ];
  return settings({
    ...Object.fromEntries(everyone.map((name) => [name, '0-*'])),
    freeze: '2-58',
    systemDelete: '2-59',
    systemUndelete: '2-60',
    uncheckedSubmit: '2-50',
  });
}

function throttles(newer: readonly number[]): Uint8Array {
  return proto.ThrottleDefinitions.encode({
    throttleBuckets: [
      {
        name: 'ThroughputLimits',
        burstPeriodMs: long(1000),
        throttleGroups: [
          { operations: [Fn.CryptoTransfer, Fn.ConsensusSubmitMessage], milliOpsPerSec: long(20_000_000) },
          {
            operations: [Fn.ContractCall, Fn.ContractCreate, Fn.EthereumTransaction],
            milliOpsPerSec: long(1_000_000),
          },
          {
            operations: [Fn.TokenMint, Fn.TokenBurn, Fn.TokenAssociateToAccount],
            milliOpsPerSec: long(6_000_000),
          },
          ...(newer.length > 0 ? [{ operations: [...newer], milliOpsPerSec: long(1_000_000) }] : []),
        ],
      },
    ],
  }).finish();
}
