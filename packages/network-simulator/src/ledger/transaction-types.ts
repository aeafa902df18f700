/** Name and number (tag in `TransactionBody`) of every transaction type, by its data field. */
const TYPES: Readonly<Record<string, readonly [name: string, number: number]>> = {
  contractCall: ['CONTRACTCALL', 7],
  contractCreateInstance: ['CONTRACTCREATEINSTANCE', 8],
  contractUpdateInstance: ['CONTRACTUPDATEINSTANCE', 9],
  cryptoAddLiveHash: ['CRYPTOADDLIVEHASH', 10],
  cryptoCreateAccount: ['CRYPTOCREATEACCOUNT', 11],
  cryptoDelete: ['CRYPTODELETE', 12],
  cryptoDeleteLiveHash: ['CRYPTODELETELIVEHASH', 13],
  cryptoTransfer: ['CRYPTOTRANSFER', 14],
  cryptoUpdateAccount: ['CRYPTOUPDATEACCOUNT', 15],
  fileAppend: ['FILEAPPEND', 16],
  fileCreate: ['FILECREATE', 17],
  fileDelete: ['FILEDELETE', 18],
  fileUpdate: ['FILEUPDATE', 19],
  systemDelete: ['SYSTEMDELETE', 20],
  systemUndelete: ['SYSTEMUNDELETE', 21],
  contractDeleteInstance: ['CONTRACTDELETEINSTANCE', 22],
  freeze: ['FREEZE', 23],
  consensusCreateTopic: ['CONSENSUSCREATETOPIC', 24],
  consensusUpdateTopic: ['CONSENSUSUPDATETOPIC', 25],
  consensusDeleteTopic: ['CONSENSUSDELETETOPIC', 26],
  consensusSubmitMessage: ['CONSENSUSSUBMITMESSAGE', 27],
  uncheckedSubmit: ['UNCHECKEDSUBMIT', 28],
  tokenCreation: ['TOKENCREATION', 29],
  tokenFreeze: ['TOKENFREEZE', 31],
  tokenUnfreeze: ['TOKENUNFREEZE', 32],
  tokenGrantKyc: ['TOKENGRANTKYC', 33],
  tokenRevokeKyc: ['TOKENREVOKEKYC', 34],
  tokenDeletion: ['TOKENDELETION', 35],
  tokenUpdate: ['TOKENUPDATE', 36],
  tokenMint: ['TOKENMINT', 37],
  tokenBurn: ['TOKENBURN', 38],
  tokenWipe: ['TOKENWIPE', 39],
  tokenAssociate: ['TOKENASSOCIATE', 40],
  tokenDissociate: ['TOKENDISSOCIATE', 41],
  scheduleCreate: ['SCHEDULECREATE', 42],
  scheduleDelete: ['SCHEDULEDELETE', 43],
  scheduleSign: ['SCHEDULESIGN', 44],
  tokenFeeScheduleUpdate: ['TOKENFEESCHEDULEUPDATE', 45],
  tokenPause: ['TOKENPAUSE', 46],
  tokenUnpause: ['TOKENUNPAUSE', 47],
  cryptoApproveAllowance: ['CRYPTOAPPROVEALLOWANCE', 48],
  cryptoDeleteAllowance: ['CRYPTODELETEALLOWANCE', 49],
  ethereumTransaction: ['ETHEREUMTRANSACTION', 50],
  nodeStakeUpdate: ['NODESTAKEUPDATE', 51],
  utilPrng: ['UTILPRNG', 52],
  tokenUpdateNfts: ['TOKENUPDATENFTS', 53],
  nodeCreate: ['NODECREATE', 54],
  nodeUpdate: ['NODEUPDATE', 55],
  nodeDelete: ['NODEDELETE', 56],
  tokenReject: ['TOKENREJECT', 57],
  tokenAirdrop: ['TOKENAIRDROP', 58],
  tokenCancelAirdrop: ['TOKENCANCELAIRDROP', 59],
  tokenClaimAirdrop: ['TOKENCLAIMAIRDROP', 60],
  stateSignatureTransaction: ['STATESIGNATURETRANSACTION', 65],
  hintsPreprocessingVote: ['HINTSPREPROCESSINGVOTE', 66],
  hintsKeyPublication: ['HINTSKEYPUBLICATION', 67],
  hintsPartialSignature: ['HINTSPARTIALSIGNATURE', 68],
  historyProofSignature: ['HISTORYPROOFSIGNATURE', 69],
  historyProofKeyPublication: ['HISTORYPROOFKEYPUBLICATION', 70],
  historyProofVote: ['HISTORYPROOFVOTE', 71],
  crsPublication: ['CRSPUBLICATION', 72],
  atomicBatch: ['ATOMICBATCH', 74],
  hookStore: ['HOOKSTORE', 75],
  hookDispatch: ['HOOKDISPATCH', 76],
  ledgerIdPublication: ['LEDGERIDPUBLICATION', 77],
  registeredNodeCreate: ['REGISTEREDNODECREATE', 78],
  registeredNodeUpdate: ['REGISTEREDNODEUPDATE', 79],
  registeredNodeDelete: ['REGISTEREDNODEDELETE', 80],
  migrationRootHashVote: ['MIGRATIONROOTHASHVOTE', 81],
  /** No type of today: what a later network might send. */
  future: ['FUTURE', 250],
};

function typeOf(field: string): readonly [name: string, number: number] {
  const type = TYPES[field];
  if (type === undefined) throw new Error(`there is no transaction type ${field}`);
  return type;
}

/** `cryptoTransfer` → `CRYPTOTRANSFER`. Throws for what is no data field of a transaction. */
export function typeName(field: string): string {
  return typeOf(field)[0];
}

/** `cryptoTransfer` → 14. Throws for what is no data field of a transaction. */
export function typeNumber(field: string): number {
  return typeOf(field)[1];
}

/** The names of all types. */
export const TYPE_NAMES: readonly string[] = Object.values(TYPES).map(([name]) => name);
