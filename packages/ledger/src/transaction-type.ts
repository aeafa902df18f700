/**
 * The ledger's transaction types: number of the operation's field in a `TransactionBody`, as the
 * tables hold it, and its name in the API (the field's name in capitals).
 * Source: transaction.proto of HAPI.
 */
export const TRANSACTION_TYPES: Readonly<Record<number, string>> = {
  7: 'CONTRACTCALL',
  8: 'CONTRACTCREATEINSTANCE',
  9: 'CONTRACTUPDATEINSTANCE',
  10: 'CRYPTOADDLIVEHASH',
  11: 'CRYPTOCREATEACCOUNT',
  12: 'CRYPTODELETE',
  13: 'CRYPTODELETELIVEHASH',
  14: 'CRYPTOTRANSFER',
  15: 'CRYPTOUPDATEACCOUNT',
  16: 'FILEAPPEND',
  17: 'FILECREATE',
  18: 'FILEDELETE',
  19: 'FILEUPDATE',
  20: 'SYSTEMDELETE',
  21: 'SYSTEMUNDELETE',
  22: 'CONTRACTDELETEINSTANCE',
  23: 'FREEZE',
  24: 'CONSENSUSCREATETOPIC',
  25: 'CONSENSUSUPDATETOPIC',
  26: 'CONSENSUSDELETETOPIC',
  27: 'CONSENSUSSUBMITMESSAGE',
  28: 'UNCHECKEDSUBMIT',
  29: 'TOKENCREATION',
  31: 'TOKENFREEZE',
  32: 'TOKENUNFREEZE',
  33: 'TOKENGRANTKYC',
  34: 'TOKENREVOKEKYC',
  35: 'TOKENDELETION',
  36: 'TOKENUPDATE',
  37: 'TOKENMINT',
  38: 'TOKENBURN',
  39: 'TOKENWIPE',
  40: 'TOKENASSOCIATE',
  41: 'TOKENDISSOCIATE',
  42: 'SCHEDULECREATE',
  43: 'SCHEDULEDELETE',
  44: 'SCHEDULESIGN',
  45: 'TOKENFEESCHEDULEUPDATE',
  46: 'TOKENPAUSE',
  47: 'TOKENUNPAUSE',
  48: 'CRYPTOAPPROVEALLOWANCE',
  49: 'CRYPTODELETEALLOWANCE',
  50: 'ETHEREUMTRANSACTION',
  51: 'NODESTAKEUPDATE',
  52: 'UTILPRNG',
  53: 'TOKENUPDATENFTS',
  54: 'NODECREATE',
  55: 'NODEUPDATE',
  56: 'NODEDELETE',
  57: 'TOKENREJECT',
  58: 'TOKENAIRDROP',
  59: 'TOKENCANCELAIRDROP',
  60: 'TOKENCLAIMAIRDROP',
  65: 'STATESIGNATURETRANSACTION',
  66: 'HINTSPREPROCESSINGVOTE',
  67: 'HINTSKEYPUBLICATION',
  68: 'HINTSPARTIALSIGNATURE',
  69: 'HISTORYPROOFSIGNATURE',
  70: 'HISTORYPROOFKEYPUBLICATION',
  71: 'HISTORYPROOFVOTE',
  72: 'CRSPUBLICATION',
  74: 'ATOMICBATCH',
  75: 'HOOKSTORE',
  77: 'LEDGERIDPUBLICATION',
  78: 'REGISTEREDNODECREATE',
  79: 'REGISTEREDNODEUPDATE',
  80: 'REGISTEREDNODEDELETE',
  81: 'MIGRATIONROOTHASHVOTE',
  91: 'CLPRENDPOINTPUBLICATION',
};

/** Numbers of the types that rules test, by the name of the field in `TransactionBody`. */
export const TYPE = {
  contractCall: 7,
  contractCreateInstance: 8,
  contractUpdateInstance: 9,
  cryptoCreateAccount: 11,
  cryptoTransfer: 14,
  cryptoUpdateAccount: 15,
  fileAppend: 16,
  fileCreate: 17,
  fileUpdate: 19,
  consensusCreateTopic: 24,
  consensusSubmitMessage: 27,
  tokenCreation: 29,
  tokenMint: 37,
  tokenBurn: 38,
  tokenWipe: 39,
  scheduleCreate: 42,
  ethereumTransaction: 50,
  nodeStakeUpdate: 51,
  nodeCreate: 54,
  nodeUpdate: 55,
  nodeDelete: 56,
  tokenAirdrop: 58,
  tokenCancelAirdrop: 59,
  tokenClaimAirdrop: 60,
  stateSignatureTransaction: 65,
  atomicBatch: 74,
  registeredNodeCreate: 78,
} as const;

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
