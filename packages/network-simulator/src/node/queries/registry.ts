import type { proto } from '@tain/protos/services';
import { SOFTWARE_VERSION } from '../../ledger/software-version.ts';
import { Status } from '../../ledger/status.ts';
import { accountBalance, accountDetails, accountInfo, accountRecords } from './accounts.ts';
import { contractBytecode, contractCallLocal, contractInfo } from './contracts.ts';
import { fileContents, fileInfo } from './files.ts';
import { type QueryKind, queryKind, USUAL, unsupported } from './query.ts';
import { transactionReceipt, transactionRecord } from './receipts.ts';
import { scheduleInfo } from './schedules.ts';
import { nftInfo, tokenInfo } from './tokens.ts';
import { topicInfo } from './topics.ts';

const versionInfo = queryKind('networkGetVersionInfo', 'networkGetVersionInfo', {
  price: USUAL,
  check: () => Status.OK,
  answer: () => ({
    fields: { hapiProtoVersion: SOFTWARE_VERSION, hederaServicesVersion: SOFTWARE_VERSION },
  }),
});

/** All types of queries, by their field of `Query`. */
export const QUERIES = {
  consensusGetTopicInfo: topicInfo,
  contractCallLocal,
  contractGetBytecode: contractBytecode,
  contractGetInfo: contractInfo,
  ContractGetRecords: unsupported('contractGetRecordsResponse'),
  accountDetails,
  cryptoGetAccountRecords: accountRecords,
  cryptoGetInfo: accountInfo,
  cryptoGetLiveHash: unsupported('cryptoGetLiveHash'),
  cryptoGetProxyStakers: unsupported('cryptoGetProxyStakers'),
  cryptogetAccountBalance: accountBalance,
  fileGetContents: fileContents,
  fileGetInfo: fileInfo,
  getByKey: unsupported('getByKey'),
  getBySolidityID: unsupported('getBySolidityID'),
  networkGetExecutionTime: unsupported('networkGetExecutionTime'),
  networkGetVersionInfo: versionInfo,
  scheduleGetInfo: scheduleInfo,
  tokenGetAccountNftInfos: unsupported('tokenGetAccountNftInfos'),
  tokenGetInfo: tokenInfo,
  tokenGetNftInfo: nftInfo,
  tokenGetNftInfos: unsupported('tokenGetNftInfos'),
  transactionGetFastRecord: unsupported('transactionGetFastRecord'),
  transactionGetReceipt: transactionReceipt,
  transactionGetRecord: transactionRecord,
} as const satisfies Readonly<Record<keyof proto.IQuery, QueryKind>>;
