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

/** All types of transactions that have a module, by their number in a body. */
const TYPES: Readonly<Record<number, TransactionType>> = {
  7: contractCall,
  8: contractCreate,
  9: contractUpdate,
  10: liveHashAdd,
  11: accountCreate,
  12: accountDelete,
  13: liveHashDelete,
  14: cryptoTransfer,
  15: accountUpdate,
  16: fileAppend,
  17: fileCreate,
  18: fileDelete,
  19: fileUpdate,
  20: systemDelete,
  21: systemUndelete,
  22: contractDelete,
  23: freeze,
  24: topicCreate,
  25: topicUpdate,
  26: topicDelete,
  27: topicMessage,
  29: tokenCreate,
  31: tokenFreeze,
  32: tokenUnfreeze,
  33: tokenGrantKyc,
  34: tokenRevokeKyc,
  35: tokenDelete,
  36: tokenUpdate,
  37: tokenMint,
  38: tokenBurn,
  39: tokenWipe,
  40: tokenAssociate,
  41: tokenDissociate,
  42: scheduleCreate,
  43: scheduleDelete,
  44: scheduleSign,
  45: tokenFeeScheduleUpdate,
  46: tokenPause,
  47: tokenUnpause,
  48: allowanceApprove,
  49: allowanceDelete,
  50: ethereum,
  51: nodeStakeUpdate,
  52: prng,
  53: tokenUpdateNfts,
  54: nodeCreate,
  55: nodeUpdate,
  56: nodeDelete,
  57: tokenReject,
  58: tokenAirdrop,
  59: tokenCancelAirdrop,
  60: tokenClaimAirdrop,
  75: hookStore,
  77: ledgerIdPublication,
  78: registeredNodeCreate,
  79: registeredNodeUpdate,
  80: registeredNodeDelete,
};

/**
 * Types with only the rows that all types have: unknown ones, and a batch, whose inner transactions are separate items (see
 * `apply-block.ts`).
 */
const OTHER: TransactionType = {};

export function transactionTypeOf(type: number): TransactionType {
  return TYPES[type] ?? OTHER;
}
