import type { proto } from '@tain/protos/hapi';

/** A transaction type, by the name of its field in a `TransactionBody`. */
export type Operation = NonNullable<proto.TransactionBody['data']>;

/**
 * The ledger's transaction types: number of the operation's field in a `TransactionBody`, as the tables hold it.
 * Source: transaction.proto of HAPI.
 */
export const TYPE = {
  contractCall: 7,
  contractCreateInstance: 8,
  contractUpdateInstance: 9,
  cryptoAddLiveHash: 10,
  cryptoCreateAccount: 11,
  cryptoDelete: 12,
  cryptoDeleteLiveHash: 13,
  cryptoTransfer: 14,
  cryptoUpdateAccount: 15,
  fileAppend: 16,
  fileCreate: 17,
  fileDelete: 18,
  fileUpdate: 19,
  systemDelete: 20,
  systemUndelete: 21,
  contractDeleteInstance: 22,
  freeze: 23,
  consensusCreateTopic: 24,
  consensusUpdateTopic: 25,
  consensusDeleteTopic: 26,
  consensusSubmitMessage: 27,
  uncheckedSubmit: 28,
  tokenCreation: 29,
  tokenFreeze: 31,
  tokenUnfreeze: 32,
  tokenGrantKyc: 33,
  tokenRevokeKyc: 34,
  tokenDeletion: 35,
  tokenUpdate: 36,
  tokenMint: 37,
  tokenBurn: 38,
  tokenWipe: 39,
  tokenAssociate: 40,
  tokenDissociate: 41,
  scheduleCreate: 42,
  scheduleDelete: 43,
  scheduleSign: 44,
  tokenFeeScheduleUpdate: 45,
  tokenPause: 46,
  tokenUnpause: 47,
  cryptoApproveAllowance: 48,
  cryptoDeleteAllowance: 49,
  ethereumTransaction: 50,
  nodeStakeUpdate: 51,
  utilPrng: 52,
  tokenUpdateNfts: 53,
  nodeCreate: 54,
  nodeUpdate: 55,
  nodeDelete: 56,
  tokenReject: 57,
  tokenAirdrop: 58,
  tokenCancelAirdrop: 59,
  tokenClaimAirdrop: 60,
  stateSignatureTransaction: 65,
  hintsPreprocessingVote: 66,
  hintsKeyPublication: 67,
  hintsPartialSignature: 68,
  historyProofSignature: 69,
  historyProofKeyPublication: 70,
  historyProofVote: 71,
  crsPublication: 72,
  atomicBatch: 74,
  hookStore: 75,
  hookDispatch: 76,
  ledgerIdPublication: 77,
  registeredNodeCreate: 78,
  registeredNodeUpdate: 79,
  registeredNodeDelete: 80,
  migrationRootHashVote: 81,
} as const satisfies Readonly<Record<Operation, number>>;

/** Types without a name in the API. */
const UNNAMED: ReadonlySet<string> = new Set<Operation>(['hookDispatch']);
/** Types that have a name, but no public message. */
const WITHOUT_MESSAGE = { 91: 'CLPRENDPOINTPUBLICATION' };

/** Names of the types in the API, by their number: the field's name in capitals. */
export const TRANSACTION_TYPES: Readonly<Record<number, string>> = {
  ...Object.fromEntries(
    Object.entries(TYPE).flatMap(([field, number]) =>
      UNNAMED.has(field) ? [] : [[number, field.toUpperCase()] as const],
    ),
  ),
  ...WITHOUT_MESSAGE,
};

const TYPE_BY_NAME: ReadonlyMap<string, number> = new Map(
  Object.entries(TRANSACTION_TYPES).map(([number, name]) => [name, Number(number)]),
);

/** Name of the types of a newer network that are unknown to this program. */
const UNKNOWN_TRANSACTION_TYPE = 'UNKNOWN';

/** Number of a type by its name in any case, or undefined. */
export function parseTransactionType(name: string): number | undefined {
  return TYPE_BY_NAME.get(name.toUpperCase());
}

/** Name of a type by its number. */
export function transactionTypeName(type: number): string {
  return TRANSACTION_TYPES[type] ?? UNKNOWN_TRANSACTION_TYPE;
}
