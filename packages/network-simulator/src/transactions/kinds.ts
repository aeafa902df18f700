import { tokenAirdrop, tokenCancelAirdrop, tokenClaimAirdrop, tokenReject } from './airdrops.ts';
import { cryptoApproveAllowance, cryptoDeleteAllowance } from './allowances.ts';
import { atomicBatch } from './atomic-batch.ts';
import { contractCreate } from './contract-create.ts';
import { contractCall, contractDelete, contractUpdate } from './contracts.ts';
import { cryptoCreate } from './crypto-create.ts';
import { cryptoTransfer } from './crypto-transfer.ts';
import { cryptoDelete, cryptoUpdate } from './crypto-update.ts';
import { ethereumTransaction } from './ethereum.ts';
import { fileAppend, fileCreate, fileDelete, fileUpdate } from './files.ts';
import { hookStore } from './hooks.ts';
import type { Kind } from './kind.ts';
import {
  futureTransaction,
  ledgerIdPublication,
  networkInternal,
  nodeStakeUpdateByUser,
} from './network-internal.ts';
import { nodeCreate, nodeDelete, nodeUpdate } from './nodes.ts';
import { registeredNodeCreate, registeredNodeDelete, registeredNodeUpdate } from './registered-nodes.ts';
import { scheduleCreate, scheduleDelete, scheduleSign } from './schedules.ts';
import {
  cryptoAddLiveHash,
  cryptoDeleteLiveHash,
  freeze,
  systemDelete,
  systemUndelete,
  uncheckedSubmit,
  utilPrng,
} from './system.ts';
import {
  tokenDeletion,
  tokenFeeScheduleUpdate,
  tokenPause,
  tokenUnpause,
  tokenUpdate,
  tokenUpdateNfts,
} from './token-changes.ts';
import { tokenCreation } from './token-create.ts';
import {
  tokenAssociate,
  tokenDissociate,
  tokenFreeze,
  tokenGrantKyc,
  tokenRevokeKyc,
  tokenUnfreeze,
} from './token-relations.ts';
import { tokenBurn, tokenMint, tokenWipe } from './token-supply.ts';
import {
  consensusCreateTopic,
  consensusDeleteTopic,
  consensusSubmitMessage,
  consensusUpdateTopic,
} from './topics.ts';

/** Every transaction type that the demo network knows; each carries its share in the default mix. */
export const KINDS: readonly Kind[] = [
  cryptoTransfer,
  consensusSubmitMessage,
  cryptoCreate,
  cryptoUpdate,
  cryptoDelete,
  cryptoApproveAllowance,
  cryptoDeleteAllowance,
  cryptoAddLiveHash,
  cryptoDeleteLiveHash,
  contractCall,
  contractCreate,
  contractUpdate,
  contractDelete,
  ethereumTransaction,
  consensusCreateTopic,
  consensusUpdateTopic,
  consensusDeleteTopic,
  tokenCreation,
  tokenUpdate,
  tokenDeletion,
  tokenFeeScheduleUpdate,
  tokenPause,
  tokenUnpause,
  tokenUpdateNfts,
  tokenMint,
  tokenBurn,
  tokenWipe,
  tokenAssociate,
  tokenDissociate,
  tokenFreeze,
  tokenUnfreeze,
  tokenGrantKyc,
  tokenRevokeKyc,
  tokenAirdrop,
  tokenClaimAirdrop,
  tokenCancelAirdrop,
  tokenReject,
  fileCreate,
  fileAppend,
  fileUpdate,
  fileDelete,
  scheduleCreate,
  scheduleSign,
  scheduleDelete,
  atomicBatch,
  hookStore,
  utilPrng,
  nodeCreate,
  nodeUpdate,
  nodeDelete,
  registeredNodeCreate,
  registeredNodeUpdate,
  registeredNodeDelete,
  ledgerIdPublication,
  freeze,
  systemDelete,
  systemUndelete,
  uncheckedSubmit,
  nodeStakeUpdateByUser,
  ...networkInternal,
  futureTransaction,
];

const BY_FIELD = new Map(KINDS.map((kind) => [kind.field, kind]));
const BY_NAME = new Map(KINDS.map((kind) => [kind.name, kind]));

/** By the data field of `TransactionBody`. */
export function kindOf(field: string): Kind {
  const kind = BY_FIELD.get(field);
  if (kind === undefined) throw new Error(`the demo network knows no transaction with ${field}`);
  return kind;
}

/** By the ledger's name of the type; undefined when there is none. */
export function kindNamed(name: string): Kind | undefined {
  return BY_NAME.get(name);
}
