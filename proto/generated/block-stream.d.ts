// Made by proto/generate.js of block-stream.proto (5b2454a7dd63fafffbf65f1de6a494bb). Not to be edited.
import * as $protobuf from "protobufjs";
import Long = require("long");
export namespace stream {
 interface IBlock {
  items?: (Uint8Array[]|null);
 }
 class Block implements IBlock {
  constructor(properties?: stream.IBlock);
  public items: Uint8Array[];
  public static encode(message: stream.IBlock, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.Block;
 }
 interface IBlockItem {
  blockHeader?: (stream.IBlockHeader|null);
  eventHeader?: (Uint8Array|null);
  roundHeader?: (stream.IRoundHeader|null);
  signedTransaction?: (Uint8Array|null);
  transactionResult?: (stream.ITransactionResult|null);
  transactionOutput?: (stream.ITransactionOutput|null);
  stateChanges?: (stream.IStateChanges|null);
  filteredSingleItem?: (stream.IFilteredSingleItem|null);
  blockProof?: (stream.IBlockProof|null);
  recordFile?: (stream.IRecordFileItem|null);
  traceData?: (stream.ITraceData|null);
  blockFooter?: (stream.IBlockFooter|null);
  redactedItem?: (stream.IRedactedItem|null);
 }
 class BlockItem implements IBlockItem {
  constructor(properties?: stream.IBlockItem);
  public blockHeader?: (stream.IBlockHeader|null);
  public eventHeader?: (Uint8Array|null);
  public roundHeader?: (stream.IRoundHeader|null);
  public signedTransaction?: (Uint8Array|null);
  public transactionResult?: (stream.ITransactionResult|null);
  public transactionOutput?: (stream.ITransactionOutput|null);
  public stateChanges?: (stream.IStateChanges|null);
  public filteredSingleItem?: (stream.IFilteredSingleItem|null);
  public blockProof?: (stream.IBlockProof|null);
  public recordFile?: (stream.IRecordFileItem|null);
  public traceData?: (stream.ITraceData|null);
  public blockFooter?: (stream.IBlockFooter|null);
  public redactedItem?: (stream.IRedactedItem|null);
  public item?: ("blockHeader"|"eventHeader"|"roundHeader"|"signedTransaction"|"transactionResult"|"transactionOutput"|"stateChanges"|"filteredSingleItem"|"blockProof"|"recordFile"|"traceData"|"blockFooter"|"redactedItem");
  public static encode(message: stream.IBlockItem, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.BlockItem;
 }
 interface IBlockHeader {
  hapiProtoVersion?: (Uint8Array|null);
  softwareVersion?: (Uint8Array|null);
  number?: (Long|null);
  blockTimestamp?: (Uint8Array|null);
  hashAlgorithm?: (number|null);
 }
 class BlockHeader implements IBlockHeader {
  constructor(properties?: stream.IBlockHeader);
  public hapiProtoVersion?: (Uint8Array|null);
  public softwareVersion?: (Uint8Array|null);
  public number: Long;
  public blockTimestamp?: (Uint8Array|null);
  public hashAlgorithm: number;
  public static encode(message: stream.IBlockHeader, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.BlockHeader;
 }
 interface IRoundHeader {
  roundNumber?: (Long|null);
 }
 class RoundHeader implements IRoundHeader {
  constructor(properties?: stream.IRoundHeader);
  public roundNumber: Long;
  public static encode(message: stream.IRoundHeader, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.RoundHeader;
 }
 interface IBlockFooter {
  previousBlockRootHash?: (Uint8Array|null);
  rootHashOfAllBlockHashesTree?: (Uint8Array|null);
  startOfBlockStateRootHash?: (Uint8Array|null);
 }
 class BlockFooter implements IBlockFooter {
  constructor(properties?: stream.IBlockFooter);
  public previousBlockRootHash: Uint8Array;
  public rootHashOfAllBlockHashesTree: Uint8Array;
  public startOfBlockStateRootHash: Uint8Array;
  public static encode(message: stream.IBlockFooter, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.BlockFooter;
 }
 interface IFilteredSingleItem {
  itemHash?: (Uint8Array|null);
  tree?: (number|null);
 }
 class FilteredSingleItem implements IFilteredSingleItem {
  constructor(properties?: stream.IFilteredSingleItem);
  public itemHash: Uint8Array;
  public tree: number;
  public static encode(message: stream.IFilteredSingleItem, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.FilteredSingleItem;
 }
 interface IRedactedItem {
  itemHash?: (Uint8Array|null);
  signedTransactionHash?: (Uint8Array|null);
  tree?: (number|null);
 }
 class RedactedItem implements IRedactedItem {
  constructor(properties?: stream.IRedactedItem);
  public itemHash: Uint8Array;
  public signedTransactionHash: Uint8Array;
  public tree: number;
  public static encode(message: stream.IRedactedItem, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.RedactedItem;
 }
 interface ITransactionResult {
  status?: (number|null);
  consensusTimestamp?: (Uint8Array|null);
  parentConsensusTimestamp?: (Uint8Array|null);
  scheduleRef?: (Uint8Array|null);
  transactionFeeCharged?: (Long|null);
  transferList?: (Uint8Array|null);
  tokenTransferLists?: (Uint8Array[]|null);
  automaticTokenAssociations?: (Uint8Array[]|null);
  paidStakingRewards?: (Uint8Array[]|null);
  congestionPricingMultiplier?: (Long|null);
  assessedCustomFees?: (Uint8Array[]|null);
  highVolumePricingMultiplier?: (Long|null);
 }
 class TransactionResult implements ITransactionResult {
  constructor(properties?: stream.ITransactionResult);
  public status: number;
  public consensusTimestamp?: (Uint8Array|null);
  public parentConsensusTimestamp?: (Uint8Array|null);
  public scheduleRef?: (Uint8Array|null);
  public transactionFeeCharged: Long;
  public transferList?: (Uint8Array|null);
  public tokenTransferLists: Uint8Array[];
  public automaticTokenAssociations: Uint8Array[];
  public paidStakingRewards: Uint8Array[];
  public congestionPricingMultiplier: Long;
  public assessedCustomFees: Uint8Array[];
  public highVolumePricingMultiplier: Long;
  public static encode(message: stream.ITransactionResult, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.TransactionResult;
 }
 interface ITransactionOutput {
  utilPrng?: (stream.IUtilPrngOutput|null);
  contractCall?: (stream.IEvmOutput|null);
  ethereumCall?: (stream.IEthereumOutput|null);
  contractCreate?: (stream.IEvmOutput|null);
  createSchedule?: (stream.ICreateScheduleOutput|null);
  signSchedule?: (stream.ISignScheduleOutput|null);
  accountCreate?: (stream.ICreateAccountOutput|null);
 }
 class TransactionOutput implements ITransactionOutput {
  constructor(properties?: stream.ITransactionOutput);
  public utilPrng?: (stream.IUtilPrngOutput|null);
  public contractCall?: (stream.IEvmOutput|null);
  public ethereumCall?: (stream.IEthereumOutput|null);
  public contractCreate?: (stream.IEvmOutput|null);
  public createSchedule?: (stream.ICreateScheduleOutput|null);
  public signSchedule?: (stream.ISignScheduleOutput|null);
  public accountCreate?: (stream.ICreateAccountOutput|null);
  public transaction?: ("utilPrng"|"contractCall"|"ethereumCall"|"contractCreate"|"createSchedule"|"signSchedule"|"accountCreate");
  public static encode(message: stream.ITransactionOutput, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.TransactionOutput;
 }
 interface IUtilPrngOutput {
  prngBytes?: (Uint8Array|null);
  prngNumber?: (number|null);
 }
 class UtilPrngOutput implements IUtilPrngOutput {
  constructor(properties?: stream.IUtilPrngOutput);
  public prngBytes?: (Uint8Array|null);
  public prngNumber?: (number|null);
  public entropy?: ("prngBytes"|"prngNumber");
  public static encode(message: stream.IUtilPrngOutput, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.UtilPrngOutput;
 }
 interface IEvmOutput {
  evmTransactionResult?: (Uint8Array|null);
 }
 class EvmOutput implements IEvmOutput {
  constructor(properties?: stream.IEvmOutput);
  public evmTransactionResult: Uint8Array;
  public static encode(message: stream.IEvmOutput, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.EvmOutput;
 }
 interface IEthereumOutput {
  evmCallTransactionResult?: (Uint8Array|null);
  evmCreateTransactionResult?: (Uint8Array|null);
 }
 class EthereumOutput implements IEthereumOutput {
  constructor(properties?: stream.IEthereumOutput);
  public evmCallTransactionResult?: (Uint8Array|null);
  public evmCreateTransactionResult?: (Uint8Array|null);
  public transactionResult?: ("evmCallTransactionResult"|"evmCreateTransactionResult");
  public static encode(message: stream.IEthereumOutput, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.EthereumOutput;
 }
 interface ICreateScheduleOutput {
  scheduleId?: (Uint8Array|null);
  scheduledTransactionId?: (Uint8Array|null);
 }
 class CreateScheduleOutput implements ICreateScheduleOutput {
  constructor(properties?: stream.ICreateScheduleOutput);
  public scheduleId?: (Uint8Array|null);
  public scheduledTransactionId?: (Uint8Array|null);
  public static encode(message: stream.ICreateScheduleOutput, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.CreateScheduleOutput;
 }
 interface ISignScheduleOutput {
  scheduledTransactionId?: (Uint8Array|null);
 }
 class SignScheduleOutput implements ISignScheduleOutput {
  constructor(properties?: stream.ISignScheduleOutput);
  public scheduledTransactionId?: (Uint8Array|null);
  public static encode(message: stream.ISignScheduleOutput, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.SignScheduleOutput;
 }
 interface ICreateAccountOutput {
  createdAccountId?: (Uint8Array|null);
 }
 class CreateAccountOutput implements ICreateAccountOutput {
  constructor(properties?: stream.ICreateAccountOutput);
  public createdAccountId?: (Uint8Array|null);
  public static encode(message: stream.ICreateAccountOutput, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.CreateAccountOutput;
 }
 interface IStateChanges {
  consensusTimestamp?: (Uint8Array|null);
  stateChanges?: (stream.IStateChange[]|null);
 }
 class StateChanges implements IStateChanges {
  constructor(properties?: stream.IStateChanges);
  public consensusTimestamp?: (Uint8Array|null);
  public stateChanges: stream.IStateChange[];
  public static encode(message: stream.IStateChanges, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.StateChanges;
 }
 enum StateIdentifier {
  UNKNOWN = 0,
  STATE_ID_ENTITY_ID = 1,
  STATE_ID_ACCOUNTS = 2,
  STATE_ID_ALIASES = 3,
  STATE_ID_STORAGE = 4,
  STATE_ID_BYTECODE = 5,
  STATE_ID_FILES = 6,
  STATE_ID_TOKENS = 7,
  STATE_ID_NFTS = 8,
  STATE_ID_TOKEN_RELS = 9,
  STATE_ID_STAKING_INFOS = 10,
  STATE_ID_STAKING_NETWORK_REWARDS = 11,
  STATE_ID_THROTTLE_USAGE_SNAPSHOTS = 12,
  STATE_ID_CONGESTION_LEVEL_STARTS = 13,
  STATE_ID_SCHEDULES_BY_ID = 14,
  STATE_ID_SCHEDULES_BY_EXPIRY_SEC = 15,
  STATE_ID_SCHEDULES_BY_EQUALITY = 16,
  STATE_ID_MIDNIGHT_RATES = 17,
  STATE_ID_RUNNING_HASHES = 18,
  STATE_ID_BLOCKS = 19,
  STATE_ID_NODES = 20,
  STATE_ID_TOPICS = 21,
  STATE_ID_UPGRADE_FILE_HASH = 22,
  STATE_ID_FREEZE_TIME = 23,
  STATE_ID_BLOCK_STREAM_INFO = 24,
  STATE_ID_PENDING_AIRDROPS = 25,
  STATE_ID_PLATFORM_STATE = 26,
  STATE_ID_ROSTER_STATE = 27,
  STATE_ID_ROSTERS = 28,
  STATE_ID_SCHEDULED_COUNTS = 29,
  STATE_ID_SCHEDULE_ID_BY_EQUALITY = 30,
  STATE_ID_TSS_MESSAGES = 31,
  STATE_ID_TSS_VOTES = 32,
  STATE_ID_SCHEDULED_ORDERS = 33,
  STATE_ID_SCHEDULED_USAGES = 34,
  STATE_ID_TSS_ENCRYPTION_KEYS = 35,
  STATE_ID_TSS_STATUS = 36,
  STATE_ID_HINTS_KEY_SETS = 37,
  STATE_ID_ACTIVE_HINTS_CONSTRUCTION = 38,
  STATE_ID_NEXT_HINTS_CONSTRUCTION = 39,
  STATE_ID_PREPROCESSING_VOTES = 40,
  STATE_ID_ENTITY_COUNTS = 41,
  STATE_ID_LEDGER_ID = 42,
  STATE_ID_PROOF_KEY_SETS = 43,
  STATE_ID_ACTIVE_PROOF_CONSTRUCTION = 44,
  STATE_ID_NEXT_PROOF_CONSTRUCTION = 45,
  STATE_ID_HISTORY_SIGNATURES = 46,
  STATE_ID_PROOF_VOTES = 47,
  STATE_ID_CRS_STATE = 48,
  STATE_ID_CRS_PUBLICATIONS = 49,
  STATE_ID_NODE_REWARDS = 50,
  STATE_ID_EVM_HOOK_STATES = 51,
  STATE_ID_EVM_HOOK_STORAGE = 52,
  STATE_ID_ACCOUNT_NODE_REL = 53,
  STATE_ID_WRAPS_MESSAGE_HISTORIES = 54,
  STATE_ID_NODE_PAYMENTS = 55,
  STATE_ID_REGISTERED_NODES = 56,
  STATE_ID_HIGHEST_NODE_ID = 57,
  STATE_ID_WRAPS_PROVING_KEY_HASH = 58,
  STATE_ID_CLPR_LEDGER_CONFIGURATION = 59,
  STATE_ID_CLPR_CHANNELS = 60,
  STATE_ID_CLPR_PENDING_COMMITMENTS = 61,
  STATE_ID_CLPR_MESSAGE_QUEUE = 62,
  STATE_ID_CLPR_CONNECTORS = 63,
  STATE_ID_CLPR_PENDING_CONNECTOR_COMMITMENTS = 64,
  STATE_ID_CLPR_SUBMISSION_THROTTLES = 65,
  STATE_ID_CLPR_ENDPOINT_MANIFEST = 66,
  STATE_ID_CLPR_ENDPOINT_MANIFEST_CONSTRUCTION = 67,
  STATE_ID_TRANSACTION_RECEIPTS = 126,
  STATE_ID_UPGRADE_DATA_150 = 10001,
  STATE_ID_UPGRADE_DATA_151 = 10002,
  STATE_ID_UPGRADE_DATA_152 = 10003,
  STATE_ID_UPGRADE_DATA_153 = 10004,
  STATE_ID_UPGRADE_DATA_154 = 10005,
  STATE_ID_UPGRADE_DATA_155 = 10006,
  STATE_ID_UPGRADE_DATA_156 = 10007,
  STATE_ID_UPGRADE_DATA_157 = 10008,
  STATE_ID_UPGRADE_DATA_158 = 10009,
  STATE_ID_UPGRADE_DATA_159 = 10010
 }
 interface IStateChange {
  stateId?: (number|null);
  stateAdd?: (Uint8Array|null);
  stateRemove?: (Uint8Array|null);
  singletonUpdate?: (Uint8Array|null);
  mapUpdate?: (stream.IMapUpdateChange|null);
  mapDelete?: (stream.IMapDeleteChange|null);
  queuePush?: (Uint8Array|null);
  queuePop?: (Uint8Array|null);
 }
 class StateChange implements IStateChange {
  constructor(properties?: stream.IStateChange);
  public stateId: number;
  public stateAdd?: (Uint8Array|null);
  public stateRemove?: (Uint8Array|null);
  public singletonUpdate?: (Uint8Array|null);
  public mapUpdate?: (stream.IMapUpdateChange|null);
  public mapDelete?: (stream.IMapDeleteChange|null);
  public queuePush?: (Uint8Array|null);
  public queuePop?: (Uint8Array|null);
  public changeOperation?: ("stateAdd"|"stateRemove"|"singletonUpdate"|"mapUpdate"|"mapDelete"|"queuePush"|"queuePop");
  public static encode(message: stream.IStateChange, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.StateChange;
 }
 interface IMapUpdateChange {
  key?: (stream.IMapChangeKey|null);
  value?: (stream.IMapChangeValue|null);
  identical?: (boolean|null);
  partial?: (boolean|null);
  clearedFields?: (number[]|null);
 }
 class MapUpdateChange implements IMapUpdateChange {
  constructor(properties?: stream.IMapUpdateChange);
  public key?: (stream.IMapChangeKey|null);
  public value?: (stream.IMapChangeValue|null);
  public identical: boolean;
  public partial: boolean;
  public clearedFields: number[];
  public static encode(message: stream.IMapUpdateChange, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.MapUpdateChange;
 }
 interface ISingletonUpdateChange {
  partial?: (boolean|null);
  clearedFields?: (number[]|null);
 }
 class SingletonUpdateChange implements ISingletonUpdateChange {
  constructor(properties?: stream.ISingletonUpdateChange);
  public partial: boolean;
  public clearedFields: number[];
  public static encode(message: stream.ISingletonUpdateChange, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.SingletonUpdateChange;
 }
 interface IMapDeleteChange {
  key?: (stream.IMapChangeKey|null);
 }
 class MapDeleteChange implements IMapDeleteChange {
  constructor(properties?: stream.IMapDeleteChange);
  public key?: (stream.IMapChangeKey|null);
  public static encode(message: stream.IMapDeleteChange, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.MapDeleteChange;
 }
 interface IMapChangeKey {
  accountIdKey?: (Uint8Array|null);
  entityNumberKey?: (Uint8Array|null);
  fileIdKey?: (Uint8Array|null);
  nftIdKey?: (Uint8Array|null);
  protoBytesKey?: (Uint8Array|null);
  protoLongKey?: (Uint8Array|null);
  protoStringKey?: (Uint8Array|null);
  scheduleIdKey?: (Uint8Array|null);
  slotKeyKey?: (Uint8Array|null);
  tokenIdKey?: (Uint8Array|null);
  topicIdKey?: (Uint8Array|null);
  contractIdKey?: (Uint8Array|null);
  pendingAirdropIdKey?: (Uint8Array|null);
  timestampSecondsKey?: (Uint8Array|null);
  scheduledOrderKey?: (Uint8Array|null);
  tssMessageMapKey?: (Uint8Array|null);
  tssVoteMapKey?: (Uint8Array|null);
  hintsPartyIdKey?: (Uint8Array|null);
  preprocessingVoteIdKey?: (Uint8Array|null);
  nodeIdKey?: (Uint8Array|null);
  constructionNodeIdKey?: (Uint8Array|null);
  hookIdKey?: (Uint8Array|null);
  evmHookSlotKey?: (stream.IEvmHookSlotKey|null);
  tokenRelationshipKey?: (Uint8Array|null);
  clprMessageKey?: (Uint8Array|null);
  clprConnectorKey?: (Uint8Array|null);
 }
 class MapChangeKey implements IMapChangeKey {
  constructor(properties?: stream.IMapChangeKey);
  public accountIdKey?: (Uint8Array|null);
  public entityNumberKey?: (Uint8Array|null);
  public fileIdKey?: (Uint8Array|null);
  public nftIdKey?: (Uint8Array|null);
  public protoBytesKey?: (Uint8Array|null);
  public protoLongKey?: (Uint8Array|null);
  public protoStringKey?: (Uint8Array|null);
  public scheduleIdKey?: (Uint8Array|null);
  public slotKeyKey?: (Uint8Array|null);
  public tokenIdKey?: (Uint8Array|null);
  public topicIdKey?: (Uint8Array|null);
  public contractIdKey?: (Uint8Array|null);
  public pendingAirdropIdKey?: (Uint8Array|null);
  public timestampSecondsKey?: (Uint8Array|null);
  public scheduledOrderKey?: (Uint8Array|null);
  public tssMessageMapKey?: (Uint8Array|null);
  public tssVoteMapKey?: (Uint8Array|null);
  public hintsPartyIdKey?: (Uint8Array|null);
  public preprocessingVoteIdKey?: (Uint8Array|null);
  public nodeIdKey?: (Uint8Array|null);
  public constructionNodeIdKey?: (Uint8Array|null);
  public hookIdKey?: (Uint8Array|null);
  public evmHookSlotKey?: (stream.IEvmHookSlotKey|null);
  public tokenRelationshipKey?: (Uint8Array|null);
  public clprMessageKey?: (Uint8Array|null);
  public clprConnectorKey?: (Uint8Array|null);
  public keyChoice?: ("accountIdKey"|"entityNumberKey"|"fileIdKey"|"nftIdKey"|"protoBytesKey"|"protoLongKey"|"protoStringKey"|"scheduleIdKey"|"slotKeyKey"|"tokenIdKey"|"topicIdKey"|"contractIdKey"|"pendingAirdropIdKey"|"timestampSecondsKey"|"scheduledOrderKey"|"tssMessageMapKey"|"tssVoteMapKey"|"hintsPartyIdKey"|"preprocessingVoteIdKey"|"nodeIdKey"|"constructionNodeIdKey"|"hookIdKey"|"evmHookSlotKey"|"tokenRelationshipKey"|"clprMessageKey"|"clprConnectorKey");
  public static encode(message: stream.IMapChangeKey, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.MapChangeKey;
 }
 interface IEvmHookSlotKey {
  hookId?: (Uint8Array|null);
  key?: (Uint8Array|null);
 }
 class EvmHookSlotKey implements IEvmHookSlotKey {
  constructor(properties?: stream.IEvmHookSlotKey);
  public hookId?: (Uint8Array|null);
  public key: Uint8Array;
  public static encode(message: stream.IEvmHookSlotKey, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.EvmHookSlotKey;
 }
 interface IMapChangeValue {
  accountValue?: (Uint8Array|null);
  accountIdValue?: (Uint8Array|null);
  bytecodeValue?: (Uint8Array|null);
  fileValue?: (Uint8Array|null);
  nftValue?: (Uint8Array|null);
  protoStringValue?: (Uint8Array|null);
  scheduleValue?: (Uint8Array|null);
  scheduleListValue?: (Uint8Array|null);
  slotValueValue?: (Uint8Array|null);
  stakingNodeInfoValue?: (Uint8Array|null);
  tokenValue?: (Uint8Array|null);
  tokenRelationValue?: (Uint8Array|null);
  topicValue?: (Uint8Array|null);
  nodeValue?: (Uint8Array|null);
  accountPendingAirdropValue?: (Uint8Array|null);
  rosterValue?: (Uint8Array|null);
  scheduledCountsValue?: (Uint8Array|null);
  scheduleIdValue?: (Uint8Array|null);
  throttleUsageSnapshotsValue?: (Uint8Array|null);
  tssEncryptionKeysValue?: (Uint8Array|null);
  tssMessageValue?: (Uint8Array|null);
  tssVoteValue?: (Uint8Array|null);
  hintsKeySetValue?: (Uint8Array|null);
  preprocessingVoteValue?: (Uint8Array|null);
  crsPublicationValue?: (Uint8Array|null);
  historySignatureValue?: (Uint8Array|null);
  historyProofVoteValue?: (Uint8Array|null);
  proofKeySetValue?: (Uint8Array|null);
  evmHookStateValue?: (Uint8Array|null);
  nodeIdValue?: (Uint8Array|null);
  wrapsMessageHistoryValue?: (Uint8Array|null);
  registeredNodeValue?: (Uint8Array|null);
  clprChannelValue?: (Uint8Array|null);
  protoBytesValue?: (Uint8Array|null);
  clprMessageValue?: (Uint8Array|null);
  clprConnectorValue?: (Uint8Array|null);
 }
 class MapChangeValue implements IMapChangeValue {
  constructor(properties?: stream.IMapChangeValue);
  public accountValue?: (Uint8Array|null);
  public accountIdValue?: (Uint8Array|null);
  public bytecodeValue?: (Uint8Array|null);
  public fileValue?: (Uint8Array|null);
  public nftValue?: (Uint8Array|null);
  public protoStringValue?: (Uint8Array|null);
  public scheduleValue?: (Uint8Array|null);
  public scheduleListValue?: (Uint8Array|null);
  public slotValueValue?: (Uint8Array|null);
  public stakingNodeInfoValue?: (Uint8Array|null);
  public tokenValue?: (Uint8Array|null);
  public tokenRelationValue?: (Uint8Array|null);
  public topicValue?: (Uint8Array|null);
  public nodeValue?: (Uint8Array|null);
  public accountPendingAirdropValue?: (Uint8Array|null);
  public rosterValue?: (Uint8Array|null);
  public scheduledCountsValue?: (Uint8Array|null);
  public scheduleIdValue?: (Uint8Array|null);
  public throttleUsageSnapshotsValue?: (Uint8Array|null);
  public tssEncryptionKeysValue?: (Uint8Array|null);
  public tssMessageValue?: (Uint8Array|null);
  public tssVoteValue?: (Uint8Array|null);
  public hintsKeySetValue?: (Uint8Array|null);
  public preprocessingVoteValue?: (Uint8Array|null);
  public crsPublicationValue?: (Uint8Array|null);
  public historySignatureValue?: (Uint8Array|null);
  public historyProofVoteValue?: (Uint8Array|null);
  public proofKeySetValue?: (Uint8Array|null);
  public evmHookStateValue?: (Uint8Array|null);
  public nodeIdValue?: (Uint8Array|null);
  public wrapsMessageHistoryValue?: (Uint8Array|null);
  public registeredNodeValue?: (Uint8Array|null);
  public clprChannelValue?: (Uint8Array|null);
  public protoBytesValue?: (Uint8Array|null);
  public clprMessageValue?: (Uint8Array|null);
  public clprConnectorValue?: (Uint8Array|null);
  public valueChoice?: ("accountValue"|"accountIdValue"|"bytecodeValue"|"fileValue"|"nftValue"|"protoStringValue"|"scheduleValue"|"scheduleListValue"|"slotValueValue"|"stakingNodeInfoValue"|"tokenValue"|"tokenRelationValue"|"topicValue"|"nodeValue"|"accountPendingAirdropValue"|"rosterValue"|"scheduledCountsValue"|"scheduleIdValue"|"throttleUsageSnapshotsValue"|"tssEncryptionKeysValue"|"tssMessageValue"|"tssVoteValue"|"hintsKeySetValue"|"preprocessingVoteValue"|"crsPublicationValue"|"historySignatureValue"|"historyProofVoteValue"|"proofKeySetValue"|"evmHookStateValue"|"nodeIdValue"|"wrapsMessageHistoryValue"|"registeredNodeValue"|"clprChannelValue"|"protoBytesValue"|"clprMessageValue"|"clprConnectorValue");
  public static encode(message: stream.IMapChangeValue, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.MapChangeValue;
 }
 interface ITraceData {
  evmTraceData?: (stream.IEvmTraceData|null);
  submitMessageTraceData?: (stream.ISubmitMessageTraceData|null);
 }
 class TraceData implements ITraceData {
  constructor(properties?: stream.ITraceData);
  public evmTraceData?: (stream.IEvmTraceData|null);
  public submitMessageTraceData?: (stream.ISubmitMessageTraceData|null);
  public data?: ("evmTraceData"|"submitMessageTraceData");
  public static encode(message: stream.ITraceData, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.TraceData;
 }
 interface IEvmTraceData {
  contractActions?: (Uint8Array[]|null);
  contractSlotUsages?: (stream.IContractSlotUsage[]|null);
  errorDetails?: (string|null);
  executedInitcode?: (stream.IExecutedInitcode|null);
  logs?: (stream.IEvmTransactionLog[]|null);
 }
 class EvmTraceData implements IEvmTraceData {
  constructor(properties?: stream.IEvmTraceData);
  public contractActions: Uint8Array[];
  public contractSlotUsages: stream.IContractSlotUsage[];
  public errorDetails: string;
  public executedInitcode?: (stream.IExecutedInitcode|null);
  public logs: stream.IEvmTransactionLog[];
  public static encode(message: stream.IEvmTraceData, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.EvmTraceData;
 }
 interface IContractSlotUsage {
  contractId?: (Uint8Array|null);
  writtenSlotKeys?: (stream.IWrittenSlotKeys|null);
  slotReads?: (stream.ISlotRead[]|null);
 }
 class ContractSlotUsage implements IContractSlotUsage {
  constructor(properties?: stream.IContractSlotUsage);
  public contractId?: (Uint8Array|null);
  public writtenSlotKeys?: (stream.IWrittenSlotKeys|null);
  public slotReads: stream.ISlotRead[];
  public static encode(message: stream.IContractSlotUsage, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.ContractSlotUsage;
 }
 interface IWrittenSlotKeys {
  keys?: (Uint8Array[]|null);
 }
 class WrittenSlotKeys implements IWrittenSlotKeys {
  constructor(properties?: stream.IWrittenSlotKeys);
  public keys: Uint8Array[];
  public static encode(message: stream.IWrittenSlotKeys, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.WrittenSlotKeys;
 }
 interface ISlotRead {
  index?: (number|null);
  key?: (Uint8Array|null);
  readValue?: (Uint8Array|null);
 }
 class SlotRead implements ISlotRead {
  constructor(properties?: stream.ISlotRead);
  public index?: (number|null);
  public key?: (Uint8Array|null);
  public readValue: Uint8Array;
  public identifier?: ("index"|"key");
  public static encode(message: stream.ISlotRead, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.SlotRead;
 }
 interface IExecutedInitcode {
  contractId?: (Uint8Array|null);
  initcodeBookends?: (stream.IInitcodeBookends|null);
  explicitInitcode?: (Uint8Array|null);
 }
 class ExecutedInitcode implements IExecutedInitcode {
  constructor(properties?: stream.IExecutedInitcode);
  public contractId?: (Uint8Array|null);
  public initcodeBookends?: (stream.IInitcodeBookends|null);
  public explicitInitcode?: (Uint8Array|null);
  public initcode?: ("initcodeBookends"|"explicitInitcode");
  public static encode(message: stream.IExecutedInitcode, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.ExecutedInitcode;
 }
 interface IInitcodeBookends {
  deployBytecode?: (Uint8Array|null);
  metadataBytecode?: (Uint8Array|null);
 }
 class InitcodeBookends implements IInitcodeBookends {
  constructor(properties?: stream.IInitcodeBookends);
  public deployBytecode: Uint8Array;
  public metadataBytecode: Uint8Array;
  public static encode(message: stream.IInitcodeBookends, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.InitcodeBookends;
 }
 interface IEvmTransactionLog {
  contractId?: (Uint8Array|null);
  data?: (Uint8Array|null);
  topics?: (Uint8Array[]|null);
 }
 class EvmTransactionLog implements IEvmTransactionLog {
  constructor(properties?: stream.IEvmTransactionLog);
  public contractId?: (Uint8Array|null);
  public data: Uint8Array;
  public topics: Uint8Array[];
  public static encode(message: stream.IEvmTransactionLog, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.EvmTransactionLog;
 }
 interface ISubmitMessageTraceData {
  sequenceNumber?: (Long|null);
  runningHash?: (Uint8Array|null);
 }
 class SubmitMessageTraceData implements ISubmitMessageTraceData {
  constructor(properties?: stream.ISubmitMessageTraceData);
  public sequenceNumber: Long;
  public runningHash: Uint8Array;
  public static encode(message: stream.ISubmitMessageTraceData, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.SubmitMessageTraceData;
 }
 interface IRecordFileItem {
  creationTime?: (Uint8Array|null);
  recordFileContents?: (Uint8Array|null);
  sidecarFileContents?: (Uint8Array[]|null);
  amendments?: (Uint8Array[]|null);
 }
 class RecordFileItem implements IRecordFileItem {
  constructor(properties?: stream.IRecordFileItem);
  public creationTime?: (Uint8Array|null);
  public recordFileContents: Uint8Array;
  public sidecarFileContents: Uint8Array[];
  public amendments: Uint8Array[];
  public static encode(message: stream.IRecordFileItem, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.RecordFileItem;
 }
 interface IBlockProof {
  block?: (Long|null);
  signedBlockProof?: (stream.ITssSignedBlockProof|null);
  blockStateProof?: (stream.IStateProof|null);
  signedRecordFileProof?: (stream.ISignedRecordFileProof|null);
 }
 class BlockProof implements IBlockProof {
  constructor(properties?: stream.IBlockProof);
  public block: Long;
  public signedBlockProof?: (stream.ITssSignedBlockProof|null);
  public blockStateProof?: (stream.IStateProof|null);
  public signedRecordFileProof?: (stream.ISignedRecordFileProof|null);
  public proof?: ("signedBlockProof"|"blockStateProof"|"signedRecordFileProof");
  public static encode(message: stream.IBlockProof, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.BlockProof;
 }
 interface ITssSignedBlockProof {
  blockSignature?: (Uint8Array|null);
 }
 class TssSignedBlockProof implements ITssSignedBlockProof {
  constructor(properties?: stream.ITssSignedBlockProof);
  public blockSignature: Uint8Array;
  public static encode(message: stream.ITssSignedBlockProof, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.TssSignedBlockProof;
 }
 interface IStateProof {
  paths?: (stream.IMerklePath[]|null);
  signedBlockProof?: (stream.ITssSignedBlockProof|null);
 }
 class StateProof implements IStateProof {
  constructor(properties?: stream.IStateProof);
  public paths: stream.IMerklePath[];
  public signedBlockProof?: (stream.ITssSignedBlockProof|null);
  public static encode(message: stream.IStateProof, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.StateProof;
 }
 interface IMerklePath {
  siblings?: (stream.ISiblingNode[]|null);
  nextPathIndex?: (number|null);
  hash?: (Uint8Array|null);
  stateItemLeaf?: (Uint8Array|null);
  blockItemLeaf?: (Uint8Array|null);
  timestampLeaf?: (Uint8Array|null);
 }
 class MerklePath implements IMerklePath {
  constructor(properties?: stream.IMerklePath);
  public siblings: stream.ISiblingNode[];
  public nextPathIndex: number;
  public hash?: (Uint8Array|null);
  public stateItemLeaf?: (Uint8Array|null);
  public blockItemLeaf?: (Uint8Array|null);
  public timestampLeaf?: (Uint8Array|null);
  public content?: ("hash"|"stateItemLeaf"|"blockItemLeaf"|"timestampLeaf");
  public static encode(message: stream.IMerklePath, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.MerklePath;
 }
 interface ISiblingNode {
  isLeft?: (boolean|null);
  hash?: (Uint8Array|null);
 }
 class SiblingNode implements ISiblingNode {
  constructor(properties?: stream.ISiblingNode);
  public isLeft: boolean;
  public hash: Uint8Array;
  public static encode(message: stream.ISiblingNode, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.SiblingNode;
 }
 interface ISignedRecordFileProof {
  version?: (number|null);
  recordFileSignatures?: (stream.IRecordFileSignature[]|null);
 }
 class SignedRecordFileProof implements ISignedRecordFileProof {
  constructor(properties?: stream.ISignedRecordFileProof);
  public version: number;
  public recordFileSignatures: stream.IRecordFileSignature[];
  public static encode(message: stream.ISignedRecordFileProof, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.SignedRecordFileProof;
 }
 interface IRecordFileSignature {
  signaturesBytes?: (Uint8Array|null);
  nodeId?: (Long|null);
 }
 class RecordFileSignature implements IRecordFileSignature {
  constructor(properties?: stream.IRecordFileSignature);
  public signaturesBytes: Uint8Array;
  public nodeId: Long;
  public static encode(message: stream.IRecordFileSignature, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.RecordFileSignature;
 }
 interface ISubscribeStreamRequest {
  startBlockNumber?: (Long|null);
  endBlockNumber?: (Long|null);
 }
 class SubscribeStreamRequest implements ISubscribeStreamRequest {
  constructor(properties?: stream.ISubscribeStreamRequest);
  public startBlockNumber: Long;
  public endBlockNumber: Long;
  public static encode(message: stream.ISubscribeStreamRequest, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.SubscribeStreamRequest;
 }
 interface ISubscribeStreamResponse {
  status?: (number|null);
  blockItems?: (stream.IBlock|null);
  endOfBlock?: (stream.IBlockEnd|null);
 }
 class SubscribeStreamResponse implements ISubscribeStreamResponse {
  constructor(properties?: stream.ISubscribeStreamResponse);
  public status?: (number|null);
  public blockItems?: (stream.IBlock|null);
  public endOfBlock?: (stream.IBlockEnd|null);
  public response?: ("status"|"blockItems"|"endOfBlock");
  public static encode(message: stream.ISubscribeStreamResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.SubscribeStreamResponse;
 }
 interface IBlockEnd {
  blockNumber?: (Long|null);
 }
 class BlockEnd implements IBlockEnd {
  constructor(properties?: stream.IBlockEnd);
  public blockNumber: Long;
  public static encode(message: stream.IBlockEnd, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.BlockEnd;
 }
 interface IServerStatusResponse {
  firstAvailableBlock?: (Long|null);
  lastAvailableBlock?: (Long|null);
 }
 class ServerStatusResponse implements IServerStatusResponse {
  constructor(properties?: stream.IServerStatusResponse);
  public firstAvailableBlock: Long;
  public lastAvailableBlock: Long;
  public static encode(message: stream.IServerStatusResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): stream.ServerStatusResponse;
 }
}
