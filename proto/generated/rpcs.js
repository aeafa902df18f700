// Made by proto/generate.js --schema. Not to be edited.
export const SERVICES = {
 "proto.AddressBookService": {
  "createNode": "transaction",
  "deleteNode": "transaction",
  "updateNode": "transaction",
  "createRegisteredNode": "transaction",
  "deleteRegisteredNode": "transaction",
  "updateRegisteredNode": "transaction"
 },
 "proto.ConsensusService": {
  "createTopic": "transaction",
  "updateTopic": "transaction",
  "deleteTopic": "transaction",
  "submitMessage": "transaction",
  "getTopicInfo": "query"
 },
 "proto.CryptoService": {
  "createAccount": "transaction",
  "updateAccount": "transaction",
  "cryptoTransfer": "transaction",
  "cryptoDelete": "transaction",
  "approveAllowances": "transaction",
  "deleteAllowances": "transaction",
  "addLiveHash": "transaction",
  "deleteLiveHash": "transaction",
  "getLiveHash": "query",
  "getAccountRecords": "query",
  "cryptoGetBalance": "query",
  "getAccountInfo": "query",
  "getTransactionReceipts": "query",
  "getTxRecordByTxID": "query"
 },
 "proto.FileService": {
  "createFile": "transaction",
  "updateFile": "transaction",
  "deleteFile": "transaction",
  "appendContent": "transaction",
  "getFileContent": "query",
  "getFileInfo": "query",
  "systemDelete": "transaction",
  "systemUndelete": "transaction"
 },
 "proto.FreezeService": {
  "freeze": "transaction"
 },
 "proto.NetworkService": {
  "getVersionInfo": "query",
  "getAccountDetails": "query",
  "getExecutionTime": "query",
  "uncheckedSubmit": "transaction"
 },
 "proto.ScheduleService": {
  "createSchedule": "transaction",
  "signSchedule": "transaction",
  "deleteSchedule": "transaction",
  "getScheduleInfo": "query"
 },
 "proto.SmartContractService": {
  "createContract": "transaction",
  "updateContract": "transaction",
  "contractCallMethod": "transaction",
  "contractCallLocalMethod": "query",
  "getContractInfo": "query",
  "ContractGetBytecode": "query",
  "getBySolidityID": "query",
  "getTxRecordByContractID": "query",
  "deleteContract": "transaction",
  "systemDelete": "transaction",
  "systemUndelete": "transaction",
  "callEthereum": "transaction",
  "hookStore": "transaction"
 },
 "proto.TokenService": {
  "createToken": "transaction",
  "updateToken": "transaction",
  "mintToken": "transaction",
  "burnToken": "transaction",
  "deleteToken": "transaction",
  "wipeTokenAccount": "transaction",
  "freezeTokenAccount": "transaction",
  "unfreezeTokenAccount": "transaction",
  "grantKycToTokenAccount": "transaction",
  "revokeKycFromTokenAccount": "transaction",
  "associateTokens": "transaction",
  "dissociateTokens": "transaction",
  "updateTokenFeeSchedule": "transaction",
  "getTokenInfo": "query",
  "getTokenNftInfo": "query",
  "pauseToken": "transaction",
  "unpauseToken": "transaction",
  "updateNfts": "transaction",
  "rejectToken": "transaction",
  "airdropTokens": "transaction",
  "cancelAirdrop": "transaction",
  "claimAirdrop": "transaction"
 },
 "proto.UtilService": {
  "prng": "transaction",
  "atomicBatch": "transaction"
 }
};
