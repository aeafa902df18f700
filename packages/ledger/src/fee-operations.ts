import { proto } from '@tain/protos/hapi';

const Fn = proto.HederaFunctionality;

/**
 * Operations with a price, by their field in a transaction's body, with the functionality of their entry in the schedule.
 * Freezes, node stakes, hook stores, live hashes, and operations that only the network submits have none.
 */
export const OPERATIONS: Readonly<Partial<Record<Operation, proto.HederaFunctionality>>> = {
  contractCall: Fn.ContractCall,
  contractCreateInstance: Fn.ContractCreate,
  contractUpdateInstance: Fn.ContractUpdate,
  contractDeleteInstance: Fn.ContractDelete,
  ethereumTransaction: Fn.EthereumTransaction,
  cryptoCreateAccount: Fn.CryptoCreate,
  cryptoUpdateAccount: Fn.CryptoUpdate,
  cryptoDelete: Fn.CryptoDelete,
  cryptoTransfer: Fn.CryptoTransfer,
  cryptoApproveAllowance: Fn.CryptoApproveAllowance,
  cryptoDeleteAllowance: Fn.CryptoDeleteAllowance,
  fileCreate: Fn.FileCreate,
  fileUpdate: Fn.FileUpdate,
  fileAppend: Fn.FileAppend,
  fileDelete: Fn.FileDelete,
  systemDelete: Fn.SystemDelete,
  systemUndelete: Fn.SystemUndelete,
  consensusCreateTopic: Fn.ConsensusCreateTopic,
  consensusUpdateTopic: Fn.ConsensusUpdateTopic,
  consensusDeleteTopic: Fn.ConsensusDeleteTopic,
  consensusSubmitMessage: Fn.ConsensusSubmitMessage,
  tokenCreation: Fn.TokenCreate,
  tokenUpdate: Fn.TokenUpdate,
  tokenDeletion: Fn.TokenDelete,
  tokenMint: Fn.TokenMint,
  tokenBurn: Fn.TokenBurn,
  tokenWipe: Fn.TokenAccountWipe,
  tokenFreeze: Fn.TokenFreezeAccount,
  tokenUnfreeze: Fn.TokenUnfreezeAccount,
  tokenGrantKyc: Fn.TokenGrantKycToAccount,
  tokenRevokeKyc: Fn.TokenRevokeKycFromAccount,
  tokenAssociate: Fn.TokenAssociateToAccount,
  tokenDissociate: Fn.TokenDissociateFromAccount,
  tokenFeeScheduleUpdate: Fn.TokenFeeScheduleUpdate,
  tokenPause: Fn.TokenPause,
  tokenUnpause: Fn.TokenUnpause,
  tokenUpdateNfts: Fn.TokenUpdateNfts,
  tokenReject: Fn.TokenReject,
  // An airdrop is priced as a transfer.
  tokenAirdrop: Fn.CryptoTransfer,
  tokenCancelAirdrop: Fn.TokenCancelAirdrop,
  tokenClaimAirdrop: Fn.TokenClaimAirdrop,
  scheduleCreate: Fn.ScheduleCreate,
  scheduleDelete: Fn.ScheduleDelete,
  scheduleSign: Fn.ScheduleSign,
  utilPrng: Fn.UtilPrng,
  atomicBatch: Fn.AtomicBatch,
  nodeCreate: Fn.NodeCreate,
  nodeUpdate: Fn.NodeUpdate,
  nodeDelete: Fn.NodeDelete,
  registeredNodeCreate: Fn.RegisteredNodeCreate,
  registeredNodeUpdate: Fn.RegisteredNodeUpdate,
  registeredNodeDelete: Fn.RegisteredNodeDelete,
};

export type Operation = NonNullable<proto.TransactionBody['data']>;

/**
 * Operations whose fees rise at high volume (HIP-1313), with the functionality of their rates. Airdrops have their own
 * functionality here.
 */
export const HIGH_VOLUME_OPERATIONS: Readonly<Partial<Record<Operation, proto.HederaFunctionality>>> = {
  cryptoCreateAccount: Fn.CryptoCreate,
  consensusCreateTopic: Fn.ConsensusCreateTopic,
  scheduleCreate: Fn.ScheduleCreate,
  cryptoApproveAllowance: Fn.CryptoApproveAllowance,
  fileCreate: Fn.FileCreate,
  fileAppend: Fn.FileAppend,
  contractCreateInstance: Fn.ContractCreate,
  tokenAssociate: Fn.TokenAssociateToAccount,
  tokenAirdrop: Fn.TokenAirdrop,
  tokenClaimAirdrop: Fn.TokenClaimAirdrop,
  tokenMint: Fn.TokenMint,
  tokenCreation: Fn.TokenCreate,
};
