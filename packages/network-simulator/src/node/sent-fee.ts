import type { proto } from '@tain/protos/hapi';
import type { Execution } from '../ledger/execution.ts';
import { trafficFee } from '../ledger/fees.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { longToBigInt } from '../ledger/long.ts';
import { accountKey, tokenNumber, topicNumber } from '../ledger/named.ts';
import { tinybarsOf } from '../ledger/prices.ts';
import { type Counted, highVolumeMultiplier, simpleFee, type Units } from '../ledger/simple-fees.ts';
import { MAX_GAS } from '../programs/execute.ts';

/**
 * Fees of sent transactions, by the simple fee schedule that the network publishes as file 0.0.113 (HIP-1261). The units
 * of each type are those of the consensus node's fee calculators (`*FeeCalculator`), which price an airdrop as a transfer.
 */

type Body = proto.ITransactionBody;
type MaybeKey = proto.IKey | null | undefined;

/** Functionality and units of a transaction type. */
interface Priced {
  readonly of: Counted['of'];
  readonly units?: (body: Body, ledger: Ledger) => Units;
}

const TRANSFER: Priced = { of: 'CryptoTransfer', units: transferUnits };

/** Types with a price in the schedule, by field of the body. */
const PRICED: Readonly<Record<string, Priced>> = {
  cryptoCreateAccount: {
    of: 'CryptoCreate',
    units: ({ cryptoCreateAccount: op }) => ({
      keys: countKeys(op?.key),
      hookUpdates: sizeOf(op?.hookCreationDetails),
    }),
  },
  cryptoUpdateAccount: {
    of: 'CryptoUpdate',
    units: ({ cryptoUpdateAccount: op }) => ({
      keys: countKeys(op?.key),
      hookUpdates: sizeOf(op?.hookCreationDetails) + sizeOf(op?.hookIdsToDelete),
    }),
  },
  cryptoDelete: { of: 'CryptoDelete' },
  cryptoTransfer: TRANSFER,
  tokenAirdrop: TRANSFER,
  cryptoApproveAllowance: {
    of: 'CryptoApproveAllowance',
    units: ({ cryptoApproveAllowance: op }) => ({
      allowances: sizeOf(op?.cryptoAllowances) + sizeOf(op?.tokenAllowances) + sizeOf(op?.nftAllowances),
    }),
  },
  cryptoDeleteAllowance: {
    of: 'CryptoDeleteAllowance',
    units: ({ cryptoDeleteAllowance: op }) => ({ allowances: sizeOf(op?.nftAllowances) }),
  },
  consensusCreateTopic: {
    of: 'ConsensusCreateTopic',
    units: ({ consensusCreateTopic: op }) => ({
      keys: countKeys(op?.adminKey, op?.submitKey, op?.feeScheduleKey),
      topicCustomFee: op?.customFees?.length ? 1 : 0,
    }),
  },
  consensusUpdateTopic: {
    of: 'ConsensusUpdateTopic',
    units: ({ consensusUpdateTopic: op }) => ({
      keys: countKeys(op?.adminKey, op?.submitKey, op?.feeScheduleKey, ...(op?.feeExemptKeyList?.keys ?? [])),
    }),
  },
  consensusDeleteTopic: { of: 'ConsensusDeleteTopic' },
  consensusSubmitMessage: {
    of: 'ConsensusSubmitMessage',
    units: ({ consensusSubmitMessage: op }, { topics }) => {
      const bytes = sizeOf(op?.message);
      return topics.get(topicNumber(op?.topicID))?.fees.length
        ? { messageCustomFee: 1, messageCustomFeeBytes: bytes }
        : { messageBytes: bytes };
    },
  },
  fileCreate: { of: 'FileCreate', units: ({ fileCreate: op }) => fileUnits(op) },
  fileUpdate: { of: 'FileUpdate', units: ({ fileUpdate: op }) => fileUnits(op) },
  fileAppend: { of: 'FileAppend', units: ({ fileAppend: op }) => ({ stateBytes: sizeOf(op?.contents) }) },
  fileDelete: { of: 'FileDelete' },
  contractCall: { of: 'ContractCall' },
  ethereumTransaction: { of: 'EthereumTransaction' },
  contractCreateInstance: {
    of: 'ContractCreate',
    units: ({ contractCreateInstance: op }) => ({
      keys: countKeys(op?.adminKey),
      hookUpdates: sizeOf(op?.hookCreationDetails),
    }),
  },
  contractUpdateInstance: {
    of: 'ContractUpdate',
    units: ({ contractUpdateInstance: op }) => ({
      keys: countKeys(op?.adminKey),
      hookUpdates: sizeOf(op?.hookCreationDetails) + sizeOf(op?.hookIdsToDelete),
    }),
  },
  contractDeleteInstance: { of: 'ContractDelete' },
  scheduleCreate: {
    of: 'ScheduleCreate',
    units: ({ scheduleCreate: op }) => ({
      keys: countKeys(op?.adminKey),
      scheduleContractCall: op?.scheduledTransactionBody?.contractCall ? 1 : 0,
    }),
  },
  scheduleSign: { of: 'ScheduleSign' },
  scheduleDelete: { of: 'ScheduleDelete' },
  tokenCreation: {
    of: 'TokenCreate',
    units: ({ tokenCreation: op }) => ({
      keys: tokenKeys(op),
      tokenCreateCustomFee: op?.customFees?.length || op?.feeScheduleKey ? 1 : 0,
    }),
  },
  tokenUpdate: { of: 'TokenUpdate', units: ({ tokenUpdate: op }) => ({ keys: tokenKeys(op) }) },
  tokenMint: {
    of: 'TokenMint',
    units: ({ tokenMint: op }): Units =>
      longToBigInt(op?.amount) === 0n && op?.metadata?.length
        ? { mintNftBase: 1, mintNft: op.metadata.length }
        : {},
  },
  tokenAssociate: {
    of: 'TokenAssociateToAccount',
    units: ({ tokenAssociate: op }) => ({ associate: sizeOf(op?.tokens) }),
  },
  tokenUpdateNfts: {
    of: 'TokenUpdateNfts',
    units: ({ tokenUpdateNfts: op }) => ({ nftUpdate: sizeOf(op?.serialNumbers) }),
  },
  tokenBurn: { of: 'TokenBurn' },
  tokenDeletion: { of: 'TokenDelete' },
  tokenWipe: { of: 'TokenAccountWipe' },
  tokenFreeze: { of: 'TokenFreezeAccount' },
  tokenUnfreeze: { of: 'TokenUnfreezeAccount' },
  tokenPause: { of: 'TokenPause' },
  tokenUnpause: { of: 'TokenUnpause' },
  tokenGrantKyc: { of: 'TokenGrantKycToAccount' },
  tokenRevokeKyc: { of: 'TokenRevokeKycFromAccount' },
  tokenDissociate: { of: 'TokenDissociateFromAccount' },
  tokenFeeScheduleUpdate: { of: 'TokenFeeScheduleUpdate' },
  tokenReject: { of: 'TokenReject' },
  tokenClaimAirdrop: { of: 'TokenClaimAirdrop' },
  tokenCancelAirdrop: { of: 'TokenCancelAirdrop' },
  utilPrng: { of: 'UtilPrng' },
  atomicBatch: { of: 'AtomicBatch' },
  nodeCreate: { of: 'NodeCreate' },
  nodeUpdate: { of: 'NodeUpdate' },
  nodeDelete: { of: 'NodeDelete' },
  registeredNodeCreate: { of: 'RegisteredNodeCreate' },
  registeredNodeUpdate: { of: 'RegisteredNodeUpdate' },
  registeredNodeDelete: { of: 'RegisteredNodeDelete' },
};

/**
 * Returns the fee of a sent transaction in tinybars, without gas. An executed schedule has neither bytes nor signatures
 * of its own; other types pay as the network's traffic does.
 */
export function sentFee(x: Pick<Execution, 'field' | 'body' | 'signedBytes' | 'signers' | 'ledger'>): bigint {
  const { field, body, signedBytes, signers, ledger } = x;
  const priced = PRICED[field];
  const isScheduled = body.transactionID?.scheduled ?? false;
  const sizes = isScheduled
    ? {}
    : { processingBytes: transactionBytes(signedBytes), signatures: signers.size };
  const fee = priced && simpleFee({ of: priced.of, units: priced.units?.(body, ledger) ?? {}, sizes });
  if (fee === undefined || fee === null) return trafficFee(x);
  return tinybarsOf(body.highVolume ? (fee * highVolumeMultiplier(x)) / 1_000n : fee);
}

/** Returns the size of the whole `Transaction`: its signed bytes, with their tag and length. */
function transactionBytes({ length }: Uint8Array): number {
  let header = 2;
  for (let rest = length >>> 7; rest > 0; rest >>>= 7) header++;
  return header + length;
}

function sizeOf(list: { readonly length: number } | null | undefined): number {
  return list?.length ?? 0;
}

/** Counts the Ed25519 and ECDSA keys in structures of keys. Nested lists count by their keys. */
function countKeys(...keys: readonly MaybeKey[]): number {
  let count = 0;
  const left = [...keys];
  while (left.length > 0) {
    const key = left.pop();
    if (key?.ed25519 || key?.ECDSASecp256k1) count++;
    for (const inner of key?.keyList?.keys ?? key?.thresholdKey?.keys?.keys ?? []) left.push(inner);
  }
  return count;
}

function tokenKeys(
  op: proto.ITokenCreateTransactionBody | proto.ITokenUpdateTransactionBody | null | undefined,
): number {
  const { adminKey, feeScheduleKey, freezeKey, kycKey, metadataKey, pauseKey, supplyKey, wipeKey } = op ?? {};
  return countKeys(adminKey, feeScheduleKey, freezeKey, kycKey, metadataKey, pauseKey, supplyKey, wipeKey);
}

function fileUnits(
  op: proto.IFileCreateTransactionBody | proto.IFileUpdateTransactionBody | null | undefined,
): Units {
  return { keys: countKeys(...(op?.keys?.keys ?? [])), stateBytes: sizeOf(op?.contents) };
}

/** Counts accounts, tokens, hook calls and their gas limits in a transfer or an airdrop. */
function transferUnits({ cryptoTransfer, tokenAirdrop }: Body, { tokens }: Ledger): Units {
  const lists = cryptoTransfer?.tokenTransfers ?? tokenAirdrop?.tokenTransfers ?? [];
  const accounts = new Set<string>();
  let [tokenTypes, hookExecution, gas] = [0, 0, 0n];
  const addHook = (call: proto.IHookCall | null | undefined, times: number): void => {
    if (!call) return;
    const limit = BigInt.asUintN(64, longToBigInt(call.evmHookCall?.gasLimit));
    hookExecution += times;
    gas += BigInt(times) * (limit > MAX_GAS ? BigInt(MAX_GAS) : limit);
  };
  const addAmounts = (amounts: readonly proto.IAccountAmount[] | null | undefined): void => {
    for (const { accountID, preTxAllowanceHook, prePostTxAllowanceHook } of amounts ?? []) {
      accounts.add(accountKey(accountID));
      addHook(preTxAllowanceHook, 1);
      addHook(prePostTxAllowanceHook, 2);
    }
  };
  addAmounts(cryptoTransfer?.transfers?.accountAmounts);
  let hasFees = false;
  for (const { token, transfers, nftTransfers } of lists) {
    addAmounts(transfers);
    for (const nft of nftTransfers ?? []) {
      accounts.add(accountKey(nft.senderAccountID)).add(accountKey(nft.receiverAccountID));
      addHook(nft.preTxSenderAllowanceHook, 1);
      addHook(nft.prePostTxSenderAllowanceHook, 2);
      addHook(nft.preTxReceiverAllowanceHook, 1);
      addHook(nft.prePostTxReceiverAllowanceHook, 2);
    }
    const row = tokens.get(tokenNumber(token));
    tokenTypes += (transfers?.length && !row?.nonFungible ? 1 : 0) + sizeOf(nftTransfers);
    hasFees ||= sizeOf(row?.fixedFees) + sizeOf(row?.fractionalFees) + sizeOf(row?.royaltyFees) > 0;
  }
  return {
    accounts: accounts.size,
    tokenTypes,
    hookExecution,
    gas,
    ...(lists.length > 0 && { [hasFees ? 'transferBaseCustomFees' : 'transferBase']: 1 }),
  };
}
