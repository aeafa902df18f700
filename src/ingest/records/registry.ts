import { type Operation, TYPE } from '@tain/ledger/transaction-type';
import type { TransactionType } from './context.ts';
import {
  accountCreate,
  accountDelete,
  accountUpdate,
  hookStore,
  liveHashAdd,
  liveHashDelete,
} from './types/account.ts';
import { allowanceApprove, allowanceDelete } from './types/allowance.ts';
import { contractCall, contractCreate, contractDelete, contractUpdate } from './types/contract.ts';
import { cryptoTransfer } from './types/crypto-transfer.ts';
import { ethereum } from './types/ethereum.ts';
import { fileAppend, fileCreate, fileDelete, fileUpdate } from './types/file.ts';
import {
  nodeCreate,
  nodeDelete,
  nodeStakeUpdate,
  nodeUpdate,
  registeredNodeCreate,
  registeredNodeDelete,
  registeredNodeUpdate,
} from './types/node.ts';
import { scheduleCreate, scheduleDelete, scheduleSign } from './types/schedule.ts';
import { freeze, ledgerIdPublication, prng, systemDelete, systemUndelete } from './types/system.ts';
import { tokenAirdrop, tokenCancelAirdrop, tokenClaimAirdrop } from './types/token-airdrop.ts';
import { tokenCreate } from './types/token-create.ts';
import {
  tokenAssociate,
  tokenDissociate,
  tokenFreeze,
  tokenGrantKyc,
  tokenReject,
  tokenRevokeKyc,
  tokenUnfreeze,
} from './types/token-status.ts';
import { tokenBurn, tokenMint, tokenUpdateNfts, tokenWipe } from './types/token-supply.ts';
import {
  tokenDelete,
  tokenFeeScheduleUpdate,
  tokenPause,
  tokenUnpause,
  tokenUpdate,
} from './types/token-update.ts';
import { topicCreate, topicDelete, topicMessage, topicUpdate } from './types/topic.ts';

/**
 * Types with only the rows that all types have: unknown ones, and a batch, whose inner transactions are separate items (see
 * `apply-block.ts`).
 */
const OTHER: TransactionType = {};

/** Rows of each type of transaction. */
const TYPES: Readonly<Record<Operation, TransactionType>> = {
  contractCall,
  contractCreateInstance: contractCreate,
  contractUpdateInstance: contractUpdate,
  cryptoAddLiveHash: liveHashAdd,
  cryptoCreateAccount: accountCreate,
  cryptoDelete: accountDelete,
  cryptoDeleteLiveHash: liveHashDelete,
  cryptoTransfer,
  cryptoUpdateAccount: accountUpdate,
  fileAppend,
  fileCreate,
  fileDelete,
  fileUpdate,
  systemDelete,
  systemUndelete,
  contractDeleteInstance: contractDelete,
  freeze,
  consensusCreateTopic: topicCreate,
  consensusUpdateTopic: topicUpdate,
  consensusDeleteTopic: topicDelete,
  consensusSubmitMessage: topicMessage,
  uncheckedSubmit: OTHER,
  tokenCreation: tokenCreate,
  tokenFreeze,
  tokenUnfreeze,
  tokenGrantKyc,
  tokenRevokeKyc,
  tokenDeletion: tokenDelete,
  tokenUpdate,
  tokenMint,
  tokenBurn,
  tokenWipe,
  tokenAssociate,
  tokenDissociate,
  scheduleCreate,
  scheduleDelete,
  scheduleSign,
  tokenFeeScheduleUpdate,
  tokenPause,
  tokenUnpause,
  cryptoApproveAllowance: allowanceApprove,
  cryptoDeleteAllowance: allowanceDelete,
  ethereumTransaction: ethereum,
  nodeStakeUpdate,
  utilPrng: prng,
  tokenUpdateNfts,
  nodeCreate,
  nodeUpdate,
  nodeDelete,
  tokenReject,
  tokenAirdrop,
  tokenCancelAirdrop,
  tokenClaimAirdrop,
  stateSignatureTransaction: OTHER,
  hintsPreprocessingVote: OTHER,
  hintsKeyPublication: OTHER,
  hintsPartialSignature: OTHER,
  historyProofSignature: OTHER,
  historyProofKeyPublication: OTHER,
  historyProofVote: OTHER,
  crsPublication: OTHER,
  atomicBatch: OTHER,
  hookStore,
  hookDispatch: OTHER,
  ledgerIdPublication,
  registeredNodeCreate,
  registeredNodeUpdate,
  registeredNodeDelete,
  migrationRootHashVote: OTHER,
};

const BY_NUMBER: ReadonlyMap<number, TransactionType> = new Map(
  Object.entries(TYPES).map(([field, type]) => [TYPE[field as Operation], type]),
);

export function transactionTypeOf(type: number): TransactionType {
  return BY_NUMBER.get(type) ?? OTHER;
}
