import type { proto } from '@tain/protos/hapi';
import { RAW_FIELDS } from '../ledger/draft.ts';
import { must } from '../ledger/refusal.ts';
import { Status } from '../ledger/status.ts';
import { typeName } from '../ledger/type-name.ts';
import { tokenAirdrop, tokenCancelAirdrop, tokenClaimAirdrop } from './airdrops.ts';
import { cryptoApproveAllowance, cryptoDeleteAllowance } from './allowances.ts';
import { atomicBatch } from './atomic-batch.ts';
import { contractCreate } from './contract-create.ts';
import { contractCall, contractDelete, contractUpdate } from './contracts.ts';
import { cryptoCreate } from './crypto-create.ts';
import { cryptoDelete } from './crypto-delete.ts';
import { cryptoTransfer } from './crypto-transfer.ts';
import { cryptoUpdate } from './crypto-update.ts';
import { ethereumTransaction } from './ethereum.ts';
import { fileAppend, fileCreate, fileDelete, fileUpdate } from './files.ts';
import { hookStore } from './hooks.ts';
import { type Kind, type KindRules, pureStatus } from './kind.ts';
import {
  clprEndpointPublication,
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
  tokenUpdateNfts,
} from './token-changes.ts';
import { tokenCreation } from './token-create.ts';
import { tokenReject } from './token-reject.ts';
import {
  tokenAssociate,
  tokenDissociate,
  tokenFreeze,
  tokenGrantKyc,
  tokenRevokeKyc,
  tokenUnfreeze,
} from './token-relations.ts';
import { tokenBurn, tokenMint, tokenWipe } from './token-supply.ts';
import { tokenUpdate } from './token-update.ts';
import {
  consensusCreateTopic,
  consensusDeleteTopic,
  consensusSubmitMessage,
  consensusUpdateTopic,
} from './topics.ts';

/**
 * All transaction types of the demo network, by the data field of `TransactionBody`: the number of that field, and the
 * type's rules. Random draws depend on the order.
 */
export const TYPES = {
  cryptoTransfer: [14, cryptoTransfer],
  consensusSubmitMessage: [27, consensusSubmitMessage],
  cryptoCreateAccount: [11, cryptoCreate],
  cryptoUpdateAccount: [15, cryptoUpdate],
  cryptoDelete: [12, cryptoDelete],
  cryptoApproveAllowance: [48, cryptoApproveAllowance],
  cryptoDeleteAllowance: [49, cryptoDeleteAllowance],
  cryptoAddLiveHash: [10, cryptoAddLiveHash],
  cryptoDeleteLiveHash: [13, cryptoDeleteLiveHash],
  contractCall: [7, contractCall],
  contractCreateInstance: [8, contractCreate],
  contractUpdateInstance: [9, contractUpdate],
  contractDeleteInstance: [22, contractDelete],
  ethereumTransaction: [50, ethereumTransaction],
  consensusCreateTopic: [24, consensusCreateTopic],
  consensusUpdateTopic: [25, consensusUpdateTopic],
  consensusDeleteTopic: [26, consensusDeleteTopic],
  tokenCreation: [29, tokenCreation],
  tokenUpdate: [36, tokenUpdate],
  tokenDeletion: [35, tokenDeletion],
  tokenFeeScheduleUpdate: [45, tokenFeeScheduleUpdate],
  tokenPause: [46, tokenPause],
  tokenUnpause: [47, tokenUnpause],
  tokenUpdateNfts: [53, tokenUpdateNfts],
  tokenMint: [37, tokenMint],
  tokenBurn: [38, tokenBurn],
  tokenWipe: [39, tokenWipe],
  tokenAssociate: [40, tokenAssociate],
  tokenDissociate: [41, tokenDissociate],
  tokenFreeze: [31, tokenFreeze],
  tokenUnfreeze: [32, tokenUnfreeze],
  tokenGrantKyc: [33, tokenGrantKyc],
  tokenRevokeKyc: [34, tokenRevokeKyc],
  tokenAirdrop: [58, tokenAirdrop],
  tokenClaimAirdrop: [60, tokenClaimAirdrop],
  tokenCancelAirdrop: [59, tokenCancelAirdrop],
  tokenReject: [57, tokenReject],
  fileCreate: [17, fileCreate],
  fileAppend: [16, fileAppend],
  fileUpdate: [19, fileUpdate],
  fileDelete: [18, fileDelete],
  scheduleCreate: [42, scheduleCreate],
  scheduleSign: [44, scheduleSign],
  scheduleDelete: [43, scheduleDelete],
  atomicBatch: [74, atomicBatch],
  hookStore: [75, hookStore],
  utilPrng: [52, utilPrng],
  nodeCreate: [54, nodeCreate],
  nodeUpdate: [55, nodeUpdate],
  nodeDelete: [56, nodeDelete],
  registeredNodeCreate: [78, registeredNodeCreate],
  registeredNodeUpdate: [79, registeredNodeUpdate],
  registeredNodeDelete: [80, registeredNodeDelete],
  ledgerIdPublication: [77, ledgerIdPublication],
  freeze: [23, freeze],
  systemDelete: [20, systemDelete],
  systemUndelete: [21, systemUndelete],
  uncheckedSubmit: [28, uncheckedSubmit],
  nodeStakeUpdate: [51, nodeStakeUpdateByUser],
  hintsPreprocessingVote: [66, networkInternal.hintsPreprocessingVote],
  hintsKeyPublication: [67, networkInternal.hintsKeyPublication],
  hintsPartialSignature: [68, networkInternal.hintsPartialSignature],
  historyProofSignature: [69, networkInternal.historyProofSignature],
  historyProofKeyPublication: [70, networkInternal.historyProofKeyPublication],
  historyProofVote: [71, networkInternal.historyProofVote],
  crsPublication: [72, networkInternal.crsPublication],
  hookDispatch: [76, networkInternal.hookDispatch],
  migrationRootHashVote: [81, networkInternal.migrationRootHashVote],
  future: [RAW_FIELDS.future, futureTransaction],
  clprEndpointPublication: [RAW_FIELDS.clprEndpointPublication, clprEndpointPublication],
} as const satisfies Readonly<Record<string, readonly [number: number, rules: KindRules]>>;

/** The types as a list, each with its weight in the default mix. `apply` includes the pure check. */
export const KINDS: readonly Kind[] = Object.entries<readonly [number, KindRules]>(TYPES).map(
  ([field, [number, rules]]) => ({
    ...rules,
    apply: (x) => {
      const status = bodyStatus(field, x.body);
      return status === Status.OK ? rules.apply(x) : status;
    },
    field,
    name: typeName(field),
    number,
  }),
);

const BY_FIELD = new Map(KINDS.map((kind) => [kind.field, kind]));
const BY_NAME = new Map(KINDS.map((kind) => [kind.name, kind]));

/** Returns the kind of a data field of `TransactionBody`, or undefined. */
export function findKind(field: string): Kind | undefined {
  return BY_FIELD.get(field);
}

/** Returns the kind of a data field of `TransactionBody`, which the network has. */
export function kindOf(field: string): Kind {
  const kind = findKind(field);
  if (kind === undefined) throw new Error(`the demo network has no transaction with ${field}`);
  return kind;
}

/** Returns `OK`, or the status of a body of a type that is faulty by itself. */
export function bodyStatus(field: string, body: proto.ITransactionBody): Status {
  const kind = findKind(field);
  if (kind === undefined) return Status.OK;
  return pureStatus(kind, body, (inner, innerBody) => must(bodyStatus(inner, innerBody)));
}

/** Returns the kind with the ledger's name of a type, or undefined. */
export function kindNamed(name: string): Kind | undefined {
  return BY_NAME.get(name);
}
