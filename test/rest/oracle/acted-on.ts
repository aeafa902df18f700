import { num, type Recorded } from './history.ts';
import { accountOf, contractOf } from './parties.ts';
import type { World } from './world.ts';

/** Returns the entity that a transaction changes, or 0. */
export function entityOf(
  { ledger }: Pick<World, 'ledger'>,
  { field, body, record, payer }: Recorded,
): number {
  const { receipt } = record;
  switch (field) {
    case 'cryptoCreateAccount':
      return accountOf(ledger, receipt?.accountID);
    case 'cryptoUpdateAccount':
      return accountOf(ledger, body.cryptoUpdateAccount?.accountIDToUpdate);
    case 'cryptoDelete':
      return accountOf(ledger, body.cryptoDelete?.deleteAccountID);
    case 'cryptoAddLiveHash':
      return accountOf(ledger, body.cryptoAddLiveHash?.liveHash?.accountId);
    case 'cryptoDeleteLiveHash':
      return accountOf(ledger, body.cryptoDeleteLiveHash?.accountOfLiveHash);
    case 'fileCreate':
      return num(receipt?.fileID?.fileNum);
    case 'fileAppend':
      return num(body.fileAppend?.fileID?.fileNum);
    case 'fileUpdate':
      return num(body.fileUpdate?.fileID?.fileNum);
    case 'fileDelete':
      return num(body.fileDelete?.fileID?.fileNum);
    case 'systemDelete':
      return num(body.systemDelete?.fileID?.fileNum) || contractOf(ledger, body.systemDelete?.contractID);
    case 'systemUndelete':
      return num(body.systemUndelete?.fileID?.fileNum) || contractOf(ledger, body.systemUndelete?.contractID);
    case 'freeze':
      return num(body.freeze?.updateFile?.fileNum);
    case 'consensusCreateTopic':
      return num(receipt?.topicID?.topicNum);
    case 'consensusUpdateTopic':
      return num(body.consensusUpdateTopic?.topicID?.topicNum);
    case 'consensusDeleteTopic':
      return num(body.consensusDeleteTopic?.topicID?.topicNum);
    case 'consensusSubmitMessage':
      return num(body.consensusSubmitMessage?.topicID?.topicNum);
    case 'tokenCreation':
      return num(receipt?.tokenID?.tokenNum);
    case 'tokenUpdate':
      return num(body.tokenUpdate?.token?.tokenNum);
    case 'tokenDeletion':
      return num(body.tokenDeletion?.token?.tokenNum);
    case 'tokenMint':
      return num(body.tokenMint?.token?.tokenNum);
    case 'tokenBurn':
      return num(body.tokenBurn?.token?.tokenNum);
    case 'tokenWipe':
      return num(body.tokenWipe?.token?.tokenNum);
    case 'tokenFeeScheduleUpdate':
      return num(body.tokenFeeScheduleUpdate?.tokenId?.tokenNum);
    case 'tokenPause':
      return num(body.tokenPause?.token?.tokenNum);
    case 'tokenUnpause':
      return num(body.tokenUnpause?.token?.tokenNum);
    case 'tokenUpdateNfts':
      return num(body.tokenUpdateNfts?.token?.tokenNum);
    case 'tokenFreeze':
      return accountOf(ledger, body.tokenFreeze?.account);
    case 'tokenUnfreeze':
      return accountOf(ledger, body.tokenUnfreeze?.account);
    case 'tokenGrantKyc':
      return accountOf(ledger, body.tokenGrantKyc?.account);
    case 'tokenRevokeKyc':
      return accountOf(ledger, body.tokenRevokeKyc?.account);
    case 'tokenAssociate':
      return accountOf(ledger, body.tokenAssociate?.account);
    case 'tokenDissociate':
      return accountOf(ledger, body.tokenDissociate?.account);
    case 'tokenReject':
      return accountOf(ledger, body.tokenReject?.owner) || payer;
    case 'contractCreateInstance':
    case 'ethereumTransaction':
      return contractOf(ledger, receipt?.contractID);
    case 'contractCall':
      return contractOf(ledger, receipt?.contractID) || contractOf(ledger, body.contractCall?.contractID);
    case 'contractUpdateInstance':
      return (
        contractOf(ledger, receipt?.contractID) || contractOf(ledger, body.contractUpdateInstance?.contractID)
      );
    case 'contractDeleteInstance':
      return (
        contractOf(ledger, receipt?.contractID) || contractOf(ledger, body.contractDeleteInstance?.contractID)
      );
    case 'scheduleCreate':
      return num(receipt?.scheduleID?.scheduleNum);
    case 'scheduleSign':
      return num(body.scheduleSign?.scheduleID?.scheduleNum);
    case 'scheduleDelete':
      return num(body.scheduleDelete?.scheduleID?.scheduleNum);
    case 'nodeCreate':
      return accountOf(ledger, body.nodeCreate?.accountId);
    case 'nodeUpdate':
      return accountOf(ledger, body.nodeUpdate?.accountId);
    case 'hookStore': {
      const owner = body.hookStore?.hookId?.entityId;
      return accountOf(ledger, owner?.accountId) || contractOf(ledger, owner?.contractId);
    }
    default:
      return 0;
  }
}
