// Made by proto/generate.js of services.json (5070beeb4baf8819742539507530b733). Not to be edited.
import * as $protobuf from "protobufjs";
import Long = require("long");
export namespace proto {
 interface ITokenID {
  shardNum?: (Long|null);
  realmNum?: (Long|null);
  tokenNum?: (Long|null);
 }
 class TokenID implements ITokenID {
  constructor(properties?: proto.ITokenID);
  public shardNum: Long;
  public realmNum: Long;
  public tokenNum: Long;
  public static encode(message: proto.ITokenID, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenID;
 }
 interface IAccountID {
  shardNum?: (Long|null);
  realmNum?: (Long|null);
  accountNum?: (Long|null);
  alias?: (Uint8Array|null);
 }
 class AccountID implements IAccountID {
  constructor(properties?: proto.IAccountID);
  public shardNum: Long;
  public realmNum: Long;
  public accountNum?: (Long|null);
  public alias?: (Uint8Array|null);
  public account?: ("accountNum"|"alias");
  public static encode(message: proto.IAccountID, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.AccountID;
 }
 interface INftID {
  token_ID?: (proto.ITokenID|null);
  serialNumber?: (Long|null);
 }
 class NftID implements INftID {
  constructor(properties?: proto.INftID);
  public token_ID?: (proto.ITokenID|null);
  public serialNumber: Long;
  public static encode(message: proto.INftID, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.NftID;
 }
 interface IFileID {
  shardNum?: (Long|null);
  realmNum?: (Long|null);
  fileNum?: (Long|null);
 }
 class FileID implements IFileID {
  constructor(properties?: proto.IFileID);
  public shardNum: Long;
  public realmNum: Long;
  public fileNum: Long;
  public static encode(message: proto.IFileID, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.FileID;
 }
 interface IContractID {
  shardNum?: (Long|null);
  realmNum?: (Long|null);
  contractNum?: (Long|null);
  evmAddress?: (Uint8Array|null);
 }
 class ContractID implements IContractID {
  constructor(properties?: proto.IContractID);
  public shardNum: Long;
  public realmNum: Long;
  public contractNum?: (Long|null);
  public evmAddress?: (Uint8Array|null);
  public contract?: ("contractNum"|"evmAddress");
  public static encode(message: proto.IContractID, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractID;
 }
 interface ITopicID {
  shardNum?: (Long|null);
  realmNum?: (Long|null);
  topicNum?: (Long|null);
 }
 class TopicID implements ITopicID {
  constructor(properties?: proto.ITopicID);
  public shardNum: Long;
  public realmNum: Long;
  public topicNum: Long;
  public static encode(message: proto.ITopicID, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TopicID;
 }
 interface IScheduleID {
  shardNum?: (Long|null);
  realmNum?: (Long|null);
  scheduleNum?: (Long|null);
 }
 class ScheduleID implements IScheduleID {
  constructor(properties?: proto.IScheduleID);
  public shardNum: Long;
  public realmNum: Long;
  public scheduleNum: Long;
  public static encode(message: proto.IScheduleID, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ScheduleID;
 }
 interface ITransactionID {
  transactionValidStart?: (proto.ITimestamp|null);
  accountID?: (proto.IAccountID|null);
  scheduled?: (boolean|null);
  nonce?: (number|null);
 }
 class TransactionID implements ITransactionID {
  constructor(properties?: proto.ITransactionID);
  public transactionValidStart?: (proto.ITimestamp|null);
  public accountID?: (proto.IAccountID|null);
  public scheduled: boolean;
  public nonce: number;
  public static encode(message: proto.ITransactionID, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TransactionID;
 }
 interface IFraction {
  numerator?: (Long|null);
  denominator?: (Long|null);
 }
 class Fraction implements IFraction {
  constructor(properties?: proto.IFraction);
  public numerator: Long;
  public denominator: Long;
  public static encode(message: proto.IFraction, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.Fraction;
 }
 enum TokenType {
  FUNGIBLE_COMMON = 0,
  NON_FUNGIBLE_UNIQUE = 1
 }
 enum TokenSupplyType {
  INFINITE = 0,
  FINITE = 1
 }
 enum TokenFreezeStatus {
  FreezeNotApplicable = 0,
  Frozen = 1,
  Unfrozen = 2
 }
 enum TokenKycStatus {
  KycNotApplicable = 0,
  Granted = 1,
  Revoked = 2
 }
 enum TokenPauseStatus {
  PauseNotApplicable = 0,
  Paused = 1,
  Unpaused = 2
 }
 interface IKey {
  contractID?: (proto.IContractID|null);
  ed25519?: (Uint8Array|null);
  RSA_3072?: (Uint8Array|null);
  ECDSA_384?: (Uint8Array|null);
  thresholdKey?: (proto.IThresholdKey|null);
  keyList?: (proto.IKeyList|null);
  ECDSASecp256k1?: (Uint8Array|null);
  delegatableContractId?: (proto.IContractID|null);
 }
 class Key implements IKey {
  constructor(properties?: proto.IKey);
  public contractID?: (proto.IContractID|null);
  public ed25519?: (Uint8Array|null);
  public RSA_3072?: (Uint8Array|null);
  public ECDSA_384?: (Uint8Array|null);
  public thresholdKey?: (proto.IThresholdKey|null);
  public keyList?: (proto.IKeyList|null);
  public ECDSASecp256k1?: (Uint8Array|null);
  public delegatableContractId?: (proto.IContractID|null);
  public key?: ("contractID"|"ed25519"|"RSA_3072"|"ECDSA_384"|"thresholdKey"|"keyList"|"ECDSASecp256k1"|"delegatableContractId");
  public static encode(message: proto.IKey, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.Key;
 }
 interface IThresholdKey {
  threshold?: (number|null);
  keys?: (proto.IKeyList|null);
 }
 class ThresholdKey implements IThresholdKey {
  constructor(properties?: proto.IThresholdKey);
  public threshold: number;
  public keys?: (proto.IKeyList|null);
  public static encode(message: proto.IThresholdKey, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ThresholdKey;
 }
 interface IKeyList {
  keys?: (proto.IKey[]|null);
 }
 class KeyList implements IKeyList {
  constructor(properties?: proto.IKeyList);
  public keys: proto.IKey[];
  public static encode(message: proto.IKeyList, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.KeyList;
 }
 interface ISemanticVersion {
  major?: (number|null);
  minor?: (number|null);
  patch?: (number|null);
  pre?: (string|null);
  build?: (string|null);
 }
 class SemanticVersion implements ISemanticVersion {
  constructor(properties?: proto.ISemanticVersion);
  public major: number;
  public minor: number;
  public patch: number;
  public pre: string;
  public build: string;
  public static encode(message: proto.ISemanticVersion, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.SemanticVersion;
 }
 interface ITokenRelationship {
  tokenId?: (proto.ITokenID|null);
  symbol?: (string|null);
  balance?: (Long|null);
  kycStatus?: (proto.TokenKycStatus|null);
  freezeStatus?: (proto.TokenFreezeStatus|null);
  decimals?: (number|null);
  automaticAssociation?: (boolean|null);
 }
 class TokenRelationship implements ITokenRelationship {
  constructor(properties?: proto.ITokenRelationship);
  public tokenId?: (proto.ITokenID|null);
  public symbol: string;
  public balance: Long;
  public kycStatus: proto.TokenKycStatus;
  public freezeStatus: proto.TokenFreezeStatus;
  public decimals: number;
  public automaticAssociation: boolean;
  public static encode(message: proto.ITokenRelationship, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenRelationship;
 }
 interface ITokenBalance {
  tokenId?: (proto.ITokenID|null);
  balance?: (Long|null);
  decimals?: (number|null);
 }
 class TokenBalance implements ITokenBalance {
  constructor(properties?: proto.ITokenBalance);
  public tokenId?: (proto.ITokenID|null);
  public balance: Long;
  public decimals: number;
  public static encode(message: proto.ITokenBalance, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenBalance;
 }
 interface IStakingInfo {
  declineReward?: (boolean|null);
  stakePeriodStart?: (proto.ITimestamp|null);
  pendingReward?: (Long|null);
  stakedToMe?: (Long|null);
  stakedAccountId?: (proto.IAccountID|null);
  stakedNodeId?: (Long|null);
 }
 class StakingInfo implements IStakingInfo {
  constructor(properties?: proto.IStakingInfo);
  public declineReward: boolean;
  public stakePeriodStart?: (proto.ITimestamp|null);
  public pendingReward: Long;
  public stakedToMe: Long;
  public stakedAccountId?: (proto.IAccountID|null);
  public stakedNodeId?: (Long|null);
  public stakedId?: ("stakedAccountId"|"stakedNodeId");
  public static encode(message: proto.IStakingInfo, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.StakingInfo;
 }
 interface ITimestamp {
  seconds?: (Long|null);
  nanos?: (number|null);
 }
 class Timestamp implements ITimestamp {
  constructor(properties?: proto.ITimestamp);
  public seconds: Long;
  public nanos: number;
  public static encode(message: proto.ITimestamp, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.Timestamp;
 }
 interface IDuration {
  seconds?: (Long|null);
 }
 class Duration implements IDuration {
  constructor(properties?: proto.IDuration);
  public seconds: Long;
  public static encode(message: proto.IDuration, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.Duration;
 }
 interface ILiveHash {
  accountId?: (proto.IAccountID|null);
  hash?: (Uint8Array|null);
  keys?: (proto.IKeyList|null);
  duration?: (proto.IDuration|null);
 }
 class LiveHash implements ILiveHash {
  constructor(properties?: proto.ILiveHash);
  public accountId?: (proto.IAccountID|null);
  public hash: Uint8Array;
  public keys?: (proto.IKeyList|null);
  public duration?: (proto.IDuration|null);
  public static encode(message: proto.ILiveHash, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.LiveHash;
 }
 interface IFractionalFee {
  fractionalAmount?: (proto.IFraction|null);
  minimumAmount?: (Long|null);
  maximumAmount?: (Long|null);
  netOfTransfers?: (boolean|null);
 }
 class FractionalFee implements IFractionalFee {
  constructor(properties?: proto.IFractionalFee);
  public fractionalAmount?: (proto.IFraction|null);
  public minimumAmount: Long;
  public maximumAmount: Long;
  public netOfTransfers: boolean;
  public static encode(message: proto.IFractionalFee, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.FractionalFee;
 }
 interface IFixedFee {
  amount?: (Long|null);
  denominatingTokenId?: (proto.ITokenID|null);
 }
 class FixedFee implements IFixedFee {
  constructor(properties?: proto.IFixedFee);
  public amount: Long;
  public denominatingTokenId?: (proto.ITokenID|null);
  public static encode(message: proto.IFixedFee, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.FixedFee;
 }
 interface IRoyaltyFee {
  exchangeValueFraction?: (proto.IFraction|null);
  fallbackFee?: (proto.IFixedFee|null);
 }
 class RoyaltyFee implements IRoyaltyFee {
  constructor(properties?: proto.IRoyaltyFee);
  public exchangeValueFraction?: (proto.IFraction|null);
  public fallbackFee?: (proto.IFixedFee|null);
  public static encode(message: proto.IRoyaltyFee, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.RoyaltyFee;
 }
 interface ICustomFee {
  fixedFee?: (proto.IFixedFee|null);
  fractionalFee?: (proto.IFractionalFee|null);
  royaltyFee?: (proto.IRoyaltyFee|null);
  feeCollectorAccountId?: (proto.IAccountID|null);
  allCollectorsAreExempt?: (boolean|null);
 }
 class CustomFee implements ICustomFee {
  constructor(properties?: proto.ICustomFee);
  public fixedFee?: (proto.IFixedFee|null);
  public fractionalFee?: (proto.IFractionalFee|null);
  public royaltyFee?: (proto.IRoyaltyFee|null);
  public feeCollectorAccountId?: (proto.IAccountID|null);
  public allCollectorsAreExempt: boolean;
  public fee?: ("fixedFee"|"fractionalFee"|"royaltyFee");
  public static encode(message: proto.ICustomFee, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CustomFee;
 }
 interface IFixedCustomFee {
  fixedFee?: (proto.IFixedFee|null);
  feeCollectorAccountId?: (proto.IAccountID|null);
 }
 class FixedCustomFee implements IFixedCustomFee {
  constructor(properties?: proto.IFixedCustomFee);
  public fixedFee?: (proto.IFixedFee|null);
  public feeCollectorAccountId?: (proto.IAccountID|null);
  public static encode(message: proto.IFixedCustomFee, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.FixedCustomFee;
 }
 interface ITransactionResponse {
  nodeTransactionPrecheckCode?: (proto.ResponseCodeEnum|null);
  cost?: (Long|null);
 }
 class TransactionResponse implements ITransactionResponse {
  constructor(properties?: proto.ITransactionResponse);
  public nodeTransactionPrecheckCode: proto.ResponseCodeEnum;
  public cost: Long;
  public static encode(message: proto.ITransactionResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TransactionResponse;
 }
 enum ResponseCodeEnum {
  OK = 0,
  INVALID_TRANSACTION = 1,
  PAYER_ACCOUNT_NOT_FOUND = 2,
  INVALID_NODE_ACCOUNT = 3,
  TRANSACTION_EXPIRED = 4,
  INVALID_TRANSACTION_START = 5,
  INVALID_TRANSACTION_DURATION = 6,
  INVALID_SIGNATURE = 7,
  MEMO_TOO_LONG = 8,
  INSUFFICIENT_TX_FEE = 9,
  INSUFFICIENT_PAYER_BALANCE = 10,
  DUPLICATE_TRANSACTION = 11,
  BUSY = 12,
  NOT_SUPPORTED = 13,
  INVALID_FILE_ID = 14,
  INVALID_ACCOUNT_ID = 15,
  INVALID_CONTRACT_ID = 16,
  INVALID_TRANSACTION_ID = 17,
  RECEIPT_NOT_FOUND = 18,
  RECORD_NOT_FOUND = 19,
  INVALID_SOLIDITY_ID = 20,
  UNKNOWN = 21,
  SUCCESS = 22,
  FAIL_INVALID = 23,
  FAIL_FEE = 24,
  FAIL_BALANCE = 25,
  KEY_REQUIRED = 26,
  BAD_ENCODING = 27,
  INSUFFICIENT_ACCOUNT_BALANCE = 28,
  INVALID_SOLIDITY_ADDRESS = 29,
  INSUFFICIENT_GAS = 30,
  CONTRACT_SIZE_LIMIT_EXCEEDED = 31,
  LOCAL_CALL_MODIFICATION_EXCEPTION = 32,
  CONTRACT_REVERT_EXECUTED = 33,
  CONTRACT_EXECUTION_EXCEPTION = 34,
  INVALID_RECEIVING_NODE_ACCOUNT = 35,
  MISSING_QUERY_HEADER = 36,
  ACCOUNT_UPDATE_FAILED = 37,
  INVALID_KEY_ENCODING = 38,
  NULL_SOLIDITY_ADDRESS = 39,
  CONTRACT_UPDATE_FAILED = 40,
  INVALID_QUERY_HEADER = 41,
  INVALID_FEE_SUBMITTED = 42,
  INVALID_PAYER_SIGNATURE = 43,
  KEY_NOT_PROVIDED = 44,
  INVALID_EXPIRATION_TIME = 45,
  NO_WACL_KEY = 46,
  FILE_CONTENT_EMPTY = 47,
  INVALID_ACCOUNT_AMOUNTS = 48,
  EMPTY_TRANSACTION_BODY = 49,
  INVALID_TRANSACTION_BODY = 50,
  INVALID_SIGNATURE_TYPE_MISMATCHING_KEY = 51,
  INVALID_SIGNATURE_COUNT_MISMATCHING_KEY = 52,
  EMPTY_LIVE_HASH_BODY = 53,
  EMPTY_LIVE_HASH = 54,
  EMPTY_LIVE_HASH_KEYS = 55,
  INVALID_LIVE_HASH_SIZE = 56,
  EMPTY_QUERY_BODY = 57,
  EMPTY_LIVE_HASH_QUERY = 58,
  LIVE_HASH_NOT_FOUND = 59,
  ACCOUNT_ID_DOES_NOT_EXIST = 60,
  LIVE_HASH_ALREADY_EXISTS = 61,
  INVALID_FILE_WACL = 62,
  SERIALIZATION_FAILED = 63,
  TRANSACTION_OVERSIZE = 64,
  TRANSACTION_TOO_MANY_LAYERS = 65,
  CONTRACT_DELETED = 66,
  PLATFORM_NOT_ACTIVE = 67,
  KEY_PREFIX_MISMATCH = 68,
  PLATFORM_TRANSACTION_NOT_CREATED = 69,
  INVALID_RENEWAL_PERIOD = 70,
  INVALID_PAYER_ACCOUNT_ID = 71,
  ACCOUNT_DELETED = 72,
  FILE_DELETED = 73,
  ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS = 74,
  SETTING_NEGATIVE_ACCOUNT_BALANCE = 75,
  OBTAINER_REQUIRED = 76,
  OBTAINER_SAME_CONTRACT_ID = 77,
  OBTAINER_DOES_NOT_EXIST = 78,
  MODIFYING_IMMUTABLE_CONTRACT = 79,
  FILE_SYSTEM_EXCEPTION = 80,
  AUTORENEW_DURATION_NOT_IN_RANGE = 81,
  ERROR_DECODING_BYTESTRING = 82,
  CONTRACT_FILE_EMPTY = 83,
  CONTRACT_BYTECODE_EMPTY = 84,
  INVALID_INITIAL_BALANCE = 85,
  INVALID_RECEIVE_RECORD_THRESHOLD = 86,
  INVALID_SEND_RECORD_THRESHOLD = 87,
  ACCOUNT_IS_NOT_GENESIS_ACCOUNT = 88,
  PAYER_ACCOUNT_UNAUTHORIZED = 89,
  INVALID_FREEZE_TRANSACTION_BODY = 90,
  FREEZE_TRANSACTION_BODY_NOT_FOUND = 91,
  TRANSFER_LIST_SIZE_LIMIT_EXCEEDED = 92,
  RESULT_SIZE_LIMIT_EXCEEDED = 93,
  NOT_SPECIAL_ACCOUNT = 94,
  CONTRACT_NEGATIVE_GAS = 95,
  CONTRACT_NEGATIVE_VALUE = 96,
  INVALID_FEE_FILE = 97,
  INVALID_EXCHANGE_RATE_FILE = 98,
  INSUFFICIENT_LOCAL_CALL_GAS = 99,
  ENTITY_NOT_ALLOWED_TO_DELETE = 100,
  AUTHORIZATION_FAILED = 101,
  FILE_UPLOADED_PROTO_INVALID = 102,
  FILE_UPLOADED_PROTO_NOT_SAVED_TO_DISK = 103,
  FEE_SCHEDULE_FILE_PART_UPLOADED = 104,
  EXCHANGE_RATE_CHANGE_LIMIT_EXCEEDED = 105,
  MAX_CONTRACT_STORAGE_EXCEEDED = 106,
  TRANSFER_ACCOUNT_SAME_AS_DELETE_ACCOUNT = 107,
  TOTAL_LEDGER_BALANCE_INVALID = 108,
  EXPIRATION_REDUCTION_NOT_ALLOWED = 110,
  MAX_GAS_LIMIT_EXCEEDED = 111,
  MAX_FILE_SIZE_EXCEEDED = 112,
  RECEIVER_SIG_REQUIRED = 113,
  INVALID_TOPIC_ID = 150,
  INVALID_ADMIN_KEY = 155,
  INVALID_SUBMIT_KEY = 156,
  UNAUTHORIZED = 157,
  INVALID_TOPIC_MESSAGE = 158,
  INVALID_AUTORENEW_ACCOUNT = 159,
  AUTORENEW_ACCOUNT_NOT_ALLOWED = 160,
  TOPIC_EXPIRED = 162,
  INVALID_CHUNK_NUMBER = 163,
  INVALID_CHUNK_TRANSACTION_ID = 164,
  ACCOUNT_FROZEN_FOR_TOKEN = 165,
  TOKENS_PER_ACCOUNT_LIMIT_EXCEEDED = 166,
  INVALID_TOKEN_ID = 167,
  INVALID_TOKEN_DECIMALS = 168,
  INVALID_TOKEN_INITIAL_SUPPLY = 169,
  INVALID_TREASURY_ACCOUNT_FOR_TOKEN = 170,
  INVALID_TOKEN_SYMBOL = 171,
  TOKEN_HAS_NO_FREEZE_KEY = 172,
  TRANSFERS_NOT_ZERO_SUM_FOR_TOKEN = 173,
  MISSING_TOKEN_SYMBOL = 174,
  TOKEN_SYMBOL_TOO_LONG = 175,
  ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN = 176,
  TOKEN_HAS_NO_KYC_KEY = 177,
  INSUFFICIENT_TOKEN_BALANCE = 178,
  TOKEN_WAS_DELETED = 179,
  TOKEN_HAS_NO_SUPPLY_KEY = 180,
  TOKEN_HAS_NO_WIPE_KEY = 181,
  INVALID_TOKEN_MINT_AMOUNT = 182,
  INVALID_TOKEN_BURN_AMOUNT = 183,
  TOKEN_NOT_ASSOCIATED_TO_ACCOUNT = 184,
  CANNOT_WIPE_TOKEN_TREASURY_ACCOUNT = 185,
  INVALID_KYC_KEY = 186,
  INVALID_WIPE_KEY = 187,
  INVALID_FREEZE_KEY = 188,
  INVALID_SUPPLY_KEY = 189,
  MISSING_TOKEN_NAME = 190,
  TOKEN_NAME_TOO_LONG = 191,
  INVALID_WIPING_AMOUNT = 192,
  TOKEN_IS_IMMUTABLE = 193,
  TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT = 194,
  TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES = 195,
  ACCOUNT_IS_TREASURY = 196,
  TOKEN_ID_REPEATED_IN_TOKEN_LIST = 197,
  TOKEN_TRANSFER_LIST_SIZE_LIMIT_EXCEEDED = 198,
  EMPTY_TOKEN_TRANSFER_BODY = 199,
  EMPTY_TOKEN_TRANSFER_ACCOUNT_AMOUNTS = 200,
  INVALID_SCHEDULE_ID = 201,
  SCHEDULE_IS_IMMUTABLE = 202,
  INVALID_SCHEDULE_PAYER_ID = 203,
  INVALID_SCHEDULE_ACCOUNT_ID = 204,
  NO_NEW_VALID_SIGNATURES = 205,
  UNRESOLVABLE_REQUIRED_SIGNERS = 206,
  SCHEDULED_TRANSACTION_NOT_IN_WHITELIST = 207,
  SOME_SIGNATURES_WERE_INVALID = 208,
  TRANSACTION_ID_FIELD_NOT_ALLOWED = 209,
  IDENTICAL_SCHEDULE_ALREADY_CREATED = 210,
  INVALID_ZERO_BYTE_IN_STRING = 211,
  SCHEDULE_ALREADY_DELETED = 212,
  SCHEDULE_ALREADY_EXECUTED = 213,
  MESSAGE_SIZE_TOO_LARGE = 214,
  OPERATION_REPEATED_IN_BUCKET_GROUPS = 215,
  BUCKET_CAPACITY_OVERFLOW = 216,
  NODE_CAPACITY_NOT_SUFFICIENT_FOR_OPERATION = 217,
  BUCKET_HAS_NO_THROTTLE_GROUPS = 218,
  THROTTLE_GROUP_HAS_ZERO_OPS_PER_SEC = 219,
  SUCCESS_BUT_MISSING_EXPECTED_OPERATION = 220,
  UNPARSEABLE_THROTTLE_DEFINITIONS = 221,
  INVALID_THROTTLE_DEFINITIONS = 222,
  ACCOUNT_EXPIRED_AND_PENDING_REMOVAL = 223,
  INVALID_TOKEN_MAX_SUPPLY = 224,
  INVALID_TOKEN_NFT_SERIAL_NUMBER = 225,
  INVALID_NFT_ID = 226,
  METADATA_TOO_LONG = 227,
  BATCH_SIZE_LIMIT_EXCEEDED = 228,
  INVALID_QUERY_RANGE = 229,
  FRACTION_DIVIDES_BY_ZERO = 230,
  INSUFFICIENT_PAYER_BALANCE_FOR_CUSTOM_FEE = 231,
  CUSTOM_FEES_LIST_TOO_LONG = 232,
  INVALID_CUSTOM_FEE_COLLECTOR = 233,
  INVALID_TOKEN_ID_IN_CUSTOM_FEES = 234,
  TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR = 235,
  TOKEN_MAX_SUPPLY_REACHED = 236,
  SENDER_DOES_NOT_OWN_NFT_SERIAL_NO = 237,
  CUSTOM_FEE_NOT_FULLY_SPECIFIED = 238,
  CUSTOM_FEE_MUST_BE_POSITIVE = 239,
  TOKEN_HAS_NO_FEE_SCHEDULE_KEY = 240,
  CUSTOM_FEE_OUTSIDE_NUMERIC_RANGE = 241,
  ROYALTY_FRACTION_CANNOT_EXCEED_ONE = 242,
  FRACTIONAL_FEE_MAX_AMOUNT_LESS_THAN_MIN_AMOUNT = 243,
  CUSTOM_SCHEDULE_ALREADY_HAS_NO_FEES = 244,
  CUSTOM_FEE_DENOMINATION_MUST_BE_FUNGIBLE_COMMON = 245,
  CUSTOM_FRACTIONAL_FEE_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON = 246,
  INVALID_CUSTOM_FEE_SCHEDULE_KEY = 247,
  INVALID_TOKEN_MINT_METADATA = 248,
  INVALID_TOKEN_BURN_METADATA = 249,
  CURRENT_TREASURY_STILL_OWNS_NFTS = 250,
  ACCOUNT_STILL_OWNS_NFTS = 251,
  TREASURY_MUST_OWN_BURNED_NFT = 252,
  ACCOUNT_DOES_NOT_OWN_WIPED_NFT = 253,
  ACCOUNT_AMOUNT_TRANSFERS_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON = 254,
  MAX_NFTS_IN_PRICE_REGIME_HAVE_BEEN_MINTED = 255,
  PAYER_ACCOUNT_DELETED = 256,
  CUSTOM_FEE_CHARGING_EXCEEDED_MAX_RECURSION_DEPTH = 257,
  CUSTOM_FEE_CHARGING_EXCEEDED_MAX_ACCOUNT_AMOUNTS = 258,
  INSUFFICIENT_SENDER_ACCOUNT_BALANCE_FOR_CUSTOM_FEE = 259,
  SERIAL_NUMBER_LIMIT_REACHED = 260,
  CUSTOM_ROYALTY_FEE_ONLY_ALLOWED_FOR_NON_FUNGIBLE_UNIQUE = 261,
  NO_REMAINING_AUTOMATIC_ASSOCIATIONS = 262,
  EXISTING_AUTOMATIC_ASSOCIATIONS_EXCEED_GIVEN_LIMIT = 263,
  REQUESTED_NUM_AUTOMATIC_ASSOCIATIONS_EXCEEDS_ASSOCIATION_LIMIT = 264,
  TOKEN_IS_PAUSED = 265,
  TOKEN_HAS_NO_PAUSE_KEY = 266,
  INVALID_PAUSE_KEY = 267,
  FREEZE_UPDATE_FILE_DOES_NOT_EXIST = 268,
  FREEZE_UPDATE_FILE_HASH_DOES_NOT_MATCH = 269,
  NO_UPGRADE_HAS_BEEN_PREPARED = 270,
  NO_FREEZE_IS_SCHEDULED = 271,
  UPDATE_FILE_HASH_CHANGED_SINCE_PREPARE_UPGRADE = 272,
  FREEZE_START_TIME_MUST_BE_FUTURE = 273,
  PREPARED_UPDATE_FILE_IS_IMMUTABLE = 274,
  FREEZE_ALREADY_SCHEDULED = 275,
  FREEZE_UPGRADE_IN_PROGRESS = 276,
  UPDATE_FILE_ID_DOES_NOT_MATCH_PREPARED = 277,
  UPDATE_FILE_HASH_DOES_NOT_MATCH_PREPARED = 278,
  CONSENSUS_GAS_EXHAUSTED = 279,
  REVERTED_SUCCESS = 280,
  MAX_STORAGE_IN_PRICE_REGIME_HAS_BEEN_USED = 281,
  INVALID_ALIAS_KEY = 282,
  UNEXPECTED_TOKEN_DECIMALS = 283,
  INVALID_PROXY_ACCOUNT_ID = 284,
  INVALID_TRANSFER_ACCOUNT_ID = 285,
  INVALID_FEE_COLLECTOR_ACCOUNT_ID = 286,
  ALIAS_IS_IMMUTABLE = 287,
  SPENDER_ACCOUNT_SAME_AS_OWNER = 288,
  AMOUNT_EXCEEDS_TOKEN_MAX_SUPPLY = 289,
  NEGATIVE_ALLOWANCE_AMOUNT = 290,
  CANNOT_APPROVE_FOR_ALL_FUNGIBLE_COMMON = 291,
  SPENDER_DOES_NOT_HAVE_ALLOWANCE = 292,
  AMOUNT_EXCEEDS_ALLOWANCE = 293,
  MAX_ALLOWANCES_EXCEEDED = 294,
  EMPTY_ALLOWANCES = 295,
  SPENDER_ACCOUNT_REPEATED_IN_ALLOWANCES = 296,
  REPEATED_SERIAL_NUMS_IN_NFT_ALLOWANCES = 297,
  FUNGIBLE_TOKEN_IN_NFT_ALLOWANCES = 298,
  NFT_IN_FUNGIBLE_TOKEN_ALLOWANCES = 299,
  INVALID_ALLOWANCE_OWNER_ID = 300,
  INVALID_ALLOWANCE_SPENDER_ID = 301,
  REPEATED_ALLOWANCES_TO_DELETE = 302,
  INVALID_DELEGATING_SPENDER = 303,
  DELEGATING_SPENDER_CANNOT_GRANT_APPROVE_FOR_ALL = 304,
  DELEGATING_SPENDER_DOES_NOT_HAVE_APPROVE_FOR_ALL = 305,
  SCHEDULE_EXPIRATION_TIME_TOO_FAR_IN_FUTURE = 306,
  SCHEDULE_EXPIRATION_TIME_MUST_BE_HIGHER_THAN_CONSENSUS_TIME = 307,
  SCHEDULE_FUTURE_THROTTLE_EXCEEDED = 308,
  SCHEDULE_FUTURE_GAS_LIMIT_EXCEEDED = 309,
  INVALID_ETHEREUM_TRANSACTION = 310,
  WRONG_CHAIN_ID = 311,
  WRONG_NONCE = 312,
  ACCESS_LIST_UNSUPPORTED = 313,
  SCHEDULE_PENDING_EXPIRATION = 314,
  CONTRACT_IS_TOKEN_TREASURY = 315,
  CONTRACT_HAS_NON_ZERO_TOKEN_BALANCES = 316,
  CONTRACT_EXPIRED_AND_PENDING_REMOVAL = 317,
  CONTRACT_HAS_NO_AUTO_RENEW_ACCOUNT = 318,
  PERMANENT_REMOVAL_REQUIRES_SYSTEM_INITIATION = 319,
  PROXY_ACCOUNT_ID_FIELD_IS_DEPRECATED = 320,
  SELF_STAKING_IS_NOT_ALLOWED = 321,
  INVALID_STAKING_ID = 322,
  STAKING_NOT_ENABLED = 323,
  INVALID_PRNG_RANGE = 324,
  MAX_ENTITIES_IN_PRICE_REGIME_HAVE_BEEN_CREATED = 325,
  INVALID_FULL_PREFIX_SIGNATURE_FOR_PRECOMPILE = 326,
  INSUFFICIENT_BALANCES_FOR_STORAGE_RENT = 327,
  MAX_CHILD_RECORDS_EXCEEDED = 328,
  INSUFFICIENT_BALANCES_FOR_RENEWAL_FEES = 329,
  TRANSACTION_HAS_UNKNOWN_FIELDS = 330,
  ACCOUNT_IS_IMMUTABLE = 331,
  ALIAS_ALREADY_ASSIGNED = 332,
  INVALID_METADATA_KEY = 333,
  TOKEN_HAS_NO_METADATA_KEY = 334,
  MISSING_TOKEN_METADATA = 335,
  MISSING_SERIAL_NUMBERS = 336,
  TOKEN_HAS_NO_ADMIN_KEY = 337,
  NODE_DELETED = 338,
  INVALID_NODE_ID = 339,
  INVALID_GOSSIP_ENDPOINT = 340,
  INVALID_NODE_ACCOUNT_ID = 341,
  INVALID_NODE_DESCRIPTION = 342,
  INVALID_SERVICE_ENDPOINT = 343,
  INVALID_GOSSIP_CA_CERTIFICATE = 344,
  INVALID_GRPC_CERTIFICATE = 345,
  INVALID_MAX_AUTO_ASSOCIATIONS = 346,
  MAX_NODES_CREATED = 347,
  IP_FQDN_CANNOT_BE_SET_FOR_SAME_ENDPOINT = 348,
  GOSSIP_ENDPOINT_CANNOT_HAVE_FQDN = 349,
  FQDN_SIZE_TOO_LARGE = 350,
  INVALID_ENDPOINT = 351,
  GOSSIP_ENDPOINTS_EXCEEDED_LIMIT = 352,
  TOKEN_REFERENCE_REPEATED = 353,
  INVALID_OWNER_ID = 354,
  TOKEN_REFERENCE_LIST_SIZE_LIMIT_EXCEEDED = 355,
  SERVICE_ENDPOINTS_EXCEEDED_LIMIT = 356,
  INVALID_IPV4_ADDRESS = 357,
  EMPTY_TOKEN_REFERENCE_LIST = 358,
  UPDATE_NODE_ACCOUNT_NOT_ALLOWED = 359,
  TOKEN_HAS_NO_METADATA_OR_SUPPLY_KEY = 360,
  EMPTY_PENDING_AIRDROP_ID_LIST = 361,
  PENDING_AIRDROP_ID_REPEATED = 362,
  PENDING_AIRDROP_ID_LIST_TOO_LONG = 363,
  PENDING_NFT_AIRDROP_ALREADY_EXISTS = 364,
  ACCOUNT_HAS_PENDING_AIRDROPS = 365,
  THROTTLED_AT_CONSENSUS = 366,
  INVALID_PENDING_AIRDROP_ID = 367,
  TOKEN_AIRDROP_WITH_FALLBACK_ROYALTY = 368,
  INVALID_TOKEN_IN_PENDING_AIRDROP = 369,
  SCHEDULE_EXPIRY_IS_BUSY = 370,
  INVALID_GRPC_CERTIFICATE_HASH = 371,
  MISSING_EXPIRY_TIME = 372,
  NO_SCHEDULING_ALLOWED_AFTER_SCHEDULED_RECURSION = 373,
  RECURSIVE_SCHEDULING_LIMIT_REACHED = 374,
  WAITING_FOR_LEDGER_ID = 375,
  MAX_ENTRIES_FOR_FEE_EXEMPT_KEY_LIST_EXCEEDED = 376,
  FEE_EXEMPT_KEY_LIST_CONTAINS_DUPLICATED_KEYS = 377,
  INVALID_KEY_IN_FEE_EXEMPT_KEY_LIST = 378,
  INVALID_FEE_SCHEDULE_KEY = 379,
  FEE_SCHEDULE_KEY_CANNOT_BE_UPDATED = 380,
  FEE_SCHEDULE_KEY_NOT_SET = 381,
  MAX_CUSTOM_FEE_LIMIT_EXCEEDED = 382,
  NO_VALID_MAX_CUSTOM_FEE = 383,
  INVALID_MAX_CUSTOM_FEES = 384,
  DUPLICATE_DENOMINATION_IN_MAX_CUSTOM_FEE_LIST = 385,
  DUPLICATE_ACCOUNT_ID_IN_MAX_CUSTOM_FEE_LIST = 386,
  MAX_CUSTOM_FEES_IS_NOT_SUPPORTED = 387,
  BATCH_LIST_EMPTY = 388,
  BATCH_LIST_CONTAINS_DUPLICATES = 389,
  BATCH_TRANSACTION_IN_BLACKLIST = 390,
  INNER_TRANSACTION_FAILED = 391,
  MISSING_BATCH_KEY = 392,
  BATCH_KEY_SET_ON_NON_INNER_TRANSACTION = 393,
  INVALID_BATCH_KEY = 394,
  SCHEDULE_EXPIRY_NOT_CONFIGURABLE = 395,
  CREATING_SYSTEM_ENTITIES = 396,
  THROTTLE_GROUP_LCM_OVERFLOW = 397,
  AIRDROP_CONTAINS_MULTIPLE_SENDERS_FOR_A_TOKEN = 398,
  GRPC_WEB_PROXY_NOT_SUPPORTED = 399,
  NFT_TRANSFERS_ONLY_ALLOWED_FOR_NON_FUNGIBLE_UNIQUE = 400,
  INVALID_SERIALIZED_TX_MESSAGE_HASH_ALGORITHM = 401,
  WRONG_HOOK_ENTITY_TYPE = 499,
  EVM_HOOK_GAS_THROTTLED = 500,
  HOOK_ID_IN_USE = 501,
  BAD_HOOK_REQUEST = 502,
  REJECTED_BY_ACCOUNT_ALLOWANCE_HOOK = 503,
  HOOK_NOT_FOUND = 504,
  EVM_HOOK_STORAGE_UPDATE_BYTES_TOO_LONG = 505,
  EVM_HOOK_STORAGE_UPDATE_BYTES_MUST_USE_MINIMAL_REPRESENTATION = 506,
  INVALID_HOOK_ID = 507,
  EMPTY_EVM_HOOK_STORAGE_UPDATE = 508,
  HOOK_ID_REPEATED_IN_CREATION_DETAILS = 509,
  HOOKS_NOT_ENABLED = 510,
  HOOK_IS_NOT_AN_EVM_HOOK = 511,
  HOOK_DELETED = 512,
  TOO_MANY_EVM_HOOK_STORAGE_UPDATES = 513,
  HOOK_CREATION_BYTES_MUST_USE_MINIMAL_REPRESENTATION = 514,
  HOOK_CREATION_BYTES_TOO_LONG = 515,
  INVALID_HOOK_CREATION_SPEC = 516,
  HOOK_EXTENSION_EMPTY = 517,
  INVALID_HOOK_ADMIN_KEY = 518,
  HOOK_DELETION_REQUIRES_ZERO_STORAGE_SLOTS = 519,
  CANNOT_SET_HOOKS_AND_APPROVAL = 520,
  TRANSACTION_REQUIRES_ZERO_HOOKS = 521,
  INVALID_HOOK_CALL = 522,
  HOOKS_ARE_NOT_SUPPORTED_IN_AIRDROPS = 523,
  ACCOUNT_IS_LINKED_TO_A_NODE = 524,
  HOOKS_EXECUTIONS_REQUIRE_TOP_LEVEL_CRYPTO_TRANSFER = 525,
  NODE_ACCOUNT_HAS_ZERO_BALANCE = 526,
  TRANSFER_TO_FEE_COLLECTION_ACCOUNT_NOT_ALLOWED = 527,
  TOO_MANY_HOOK_INVOCATIONS = 528,
  INVALID_REGISTERED_NODE_ID = 529,
  INVALID_REGISTERED_ENDPOINT = 530,
  REGISTERED_ENDPOINTS_EXCEEDED_LIMIT = 531,
  INVALID_REGISTERED_ENDPOINT_ADDRESS = 532,
  INVALID_REGISTERED_ENDPOINT_TYPE = 533,
  REGISTERED_NODE_STILL_ASSOCIATED = 534,
  MAX_REGISTERED_NODES_EXCEEDED = 535
 }
 interface IConsensusGetTopicInfoQuery {
  header?: (proto.IQueryHeader|null);
  topicID?: (proto.ITopicID|null);
 }
 class ConsensusGetTopicInfoQuery implements IConsensusGetTopicInfoQuery {
  constructor(properties?: proto.IConsensusGetTopicInfoQuery);
  public header?: (proto.IQueryHeader|null);
  public topicID?: (proto.ITopicID|null);
  public static encode(message: proto.IConsensusGetTopicInfoQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ConsensusGetTopicInfoQuery;
 }
 interface IConsensusGetTopicInfoResponse {
  header?: (proto.IResponseHeader|null);
  topicID?: (proto.ITopicID|null);
  topicInfo?: (proto.IConsensusTopicInfo|null);
 }
 class ConsensusGetTopicInfoResponse implements IConsensusGetTopicInfoResponse {
  constructor(properties?: proto.IConsensusGetTopicInfoResponse);
  public header?: (proto.IResponseHeader|null);
  public topicID?: (proto.ITopicID|null);
  public topicInfo?: (proto.IConsensusTopicInfo|null);
  public static encode(message: proto.IConsensusGetTopicInfoResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ConsensusGetTopicInfoResponse;
 }
 enum ResponseType {
  ANSWER_ONLY = 0,
  ANSWER_STATE_PROOF = 1,
  COST_ANSWER = 2,
  COST_ANSWER_STATE_PROOF = 3
 }
 interface IQueryHeader {
  payment?: (Uint8Array|null);
  responseType?: (proto.ResponseType|null);
 }
 class QueryHeader implements IQueryHeader {
  constructor(properties?: proto.IQueryHeader);
  public payment: Uint8Array;
  public responseType: proto.ResponseType;
  public static encode(message: proto.IQueryHeader, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.QueryHeader;
 }
 interface IResponseHeader {
  nodeTransactionPrecheckCode?: (proto.ResponseCodeEnum|null);
  responseType?: (proto.ResponseType|null);
  cost?: (Long|null);
  stateProof?: (Uint8Array|null);
 }
 class ResponseHeader implements IResponseHeader {
  constructor(properties?: proto.IResponseHeader);
  public nodeTransactionPrecheckCode: proto.ResponseCodeEnum;
  public responseType: proto.ResponseType;
  public cost: Long;
  public stateProof: Uint8Array;
  public static encode(message: proto.IResponseHeader, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ResponseHeader;
 }
 interface IConsensusTopicInfo {
  memo?: (string|null);
  runningHash?: (Uint8Array|null);
  sequenceNumber?: (Long|null);
  expirationTime?: (proto.ITimestamp|null);
  adminKey?: (proto.IKey|null);
  submitKey?: (proto.IKey|null);
  autoRenewPeriod?: (proto.IDuration|null);
  autoRenewAccount?: (proto.IAccountID|null);
  ledgerId?: (Uint8Array|null);
  feeScheduleKey?: (proto.IKey|null);
  feeExemptKeyList?: (proto.IKey[]|null);
  customFees?: (proto.IFixedCustomFee[]|null);
 }
 class ConsensusTopicInfo implements IConsensusTopicInfo {
  constructor(properties?: proto.IConsensusTopicInfo);
  public memo: string;
  public runningHash: Uint8Array;
  public sequenceNumber: Long;
  public expirationTime?: (proto.ITimestamp|null);
  public adminKey?: (proto.IKey|null);
  public submitKey?: (proto.IKey|null);
  public autoRenewPeriod?: (proto.IDuration|null);
  public autoRenewAccount?: (proto.IAccountID|null);
  public ledgerId: Uint8Array;
  public feeScheduleKey?: (proto.IKey|null);
  public feeExemptKeyList: proto.IKey[];
  public customFees: proto.IFixedCustomFee[];
  public static encode(message: proto.IConsensusTopicInfo, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ConsensusTopicInfo;
 }
 interface IQuery {
  getByKey?: (proto.IGetByKeyQuery|null);
  getBySolidityID?: (proto.IGetBySolidityIDQuery|null);
  contractCallLocal?: (proto.IContractCallLocalQuery|null);
  contractGetInfo?: (proto.IContractGetInfoQuery|null);
  contractGetBytecode?: (proto.IContractGetBytecodeQuery|null);
  ContractGetRecords?: (proto.IContractGetRecordsQuery|null);
  cryptogetAccountBalance?: (proto.ICryptoGetAccountBalanceQuery|null);
  cryptoGetAccountRecords?: (proto.ICryptoGetAccountRecordsQuery|null);
  cryptoGetInfo?: (proto.ICryptoGetInfoQuery|null);
  cryptoGetLiveHash?: (proto.ICryptoGetLiveHashQuery|null);
  cryptoGetProxyStakers?: (proto.ICryptoGetStakersQuery|null);
  fileGetContents?: (proto.IFileGetContentsQuery|null);
  fileGetInfo?: (proto.IFileGetInfoQuery|null);
  transactionGetReceipt?: (proto.ITransactionGetReceiptQuery|null);
  transactionGetRecord?: (proto.ITransactionGetRecordQuery|null);
  transactionGetFastRecord?: (proto.ITransactionGetFastRecordQuery|null);
  consensusGetTopicInfo?: (proto.IConsensusGetTopicInfoQuery|null);
  networkGetVersionInfo?: (proto.INetworkGetVersionInfoQuery|null);
  tokenGetInfo?: (proto.ITokenGetInfoQuery|null);
  scheduleGetInfo?: (proto.IScheduleGetInfoQuery|null);
  tokenGetAccountNftInfos?: (proto.ITokenGetAccountNftInfosQuery|null);
  tokenGetNftInfo?: (proto.ITokenGetNftInfoQuery|null);
  tokenGetNftInfos?: (proto.ITokenGetNftInfosQuery|null);
  networkGetExecutionTime?: (proto.INetworkGetExecutionTimeQuery|null);
  accountDetails?: (proto.IGetAccountDetailsQuery|null);
 }
 class Query implements IQuery {
  constructor(properties?: proto.IQuery);
  public getByKey?: (proto.IGetByKeyQuery|null);
  public getBySolidityID?: (proto.IGetBySolidityIDQuery|null);
  public contractCallLocal?: (proto.IContractCallLocalQuery|null);
  public contractGetInfo?: (proto.IContractGetInfoQuery|null);
  public contractGetBytecode?: (proto.IContractGetBytecodeQuery|null);
  public ContractGetRecords?: (proto.IContractGetRecordsQuery|null);
  public cryptogetAccountBalance?: (proto.ICryptoGetAccountBalanceQuery|null);
  public cryptoGetAccountRecords?: (proto.ICryptoGetAccountRecordsQuery|null);
  public cryptoGetInfo?: (proto.ICryptoGetInfoQuery|null);
  public cryptoGetLiveHash?: (proto.ICryptoGetLiveHashQuery|null);
  public cryptoGetProxyStakers?: (proto.ICryptoGetStakersQuery|null);
  public fileGetContents?: (proto.IFileGetContentsQuery|null);
  public fileGetInfo?: (proto.IFileGetInfoQuery|null);
  public transactionGetReceipt?: (proto.ITransactionGetReceiptQuery|null);
  public transactionGetRecord?: (proto.ITransactionGetRecordQuery|null);
  public transactionGetFastRecord?: (proto.ITransactionGetFastRecordQuery|null);
  public consensusGetTopicInfo?: (proto.IConsensusGetTopicInfoQuery|null);
  public networkGetVersionInfo?: (proto.INetworkGetVersionInfoQuery|null);
  public tokenGetInfo?: (proto.ITokenGetInfoQuery|null);
  public scheduleGetInfo?: (proto.IScheduleGetInfoQuery|null);
  public tokenGetAccountNftInfos?: (proto.ITokenGetAccountNftInfosQuery|null);
  public tokenGetNftInfo?: (proto.ITokenGetNftInfoQuery|null);
  public tokenGetNftInfos?: (proto.ITokenGetNftInfosQuery|null);
  public networkGetExecutionTime?: (proto.INetworkGetExecutionTimeQuery|null);
  public accountDetails?: (proto.IGetAccountDetailsQuery|null);
  public query?: ("getByKey"|"getBySolidityID"|"contractCallLocal"|"contractGetInfo"|"contractGetBytecode"|"ContractGetRecords"|"cryptogetAccountBalance"|"cryptoGetAccountRecords"|"cryptoGetInfo"|"cryptoGetLiveHash"|"cryptoGetProxyStakers"|"fileGetContents"|"fileGetInfo"|"transactionGetReceipt"|"transactionGetRecord"|"transactionGetFastRecord"|"consensusGetTopicInfo"|"networkGetVersionInfo"|"tokenGetInfo"|"scheduleGetInfo"|"tokenGetAccountNftInfos"|"tokenGetNftInfo"|"tokenGetNftInfos"|"networkGetExecutionTime"|"accountDetails");
  public static encode(message: proto.IQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.Query;
 }
 interface IGetByKeyQuery {
  header?: (proto.IQueryHeader|null);
  key?: (proto.IKey|null);
 }
 class GetByKeyQuery implements IGetByKeyQuery {
  constructor(properties?: proto.IGetByKeyQuery);
  public header?: (proto.IQueryHeader|null);
  public key?: (proto.IKey|null);
  public static encode(message: proto.IGetByKeyQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.GetByKeyQuery;
 }
 interface IEntityID {
  accountID?: (proto.IAccountID|null);
  liveHash?: (proto.ILiveHash|null);
  fileID?: (proto.IFileID|null);
  contractID?: (proto.IContractID|null);
 }
 class EntityID implements IEntityID {
  constructor(properties?: proto.IEntityID);
  public accountID?: (proto.IAccountID|null);
  public liveHash?: (proto.ILiveHash|null);
  public fileID?: (proto.IFileID|null);
  public contractID?: (proto.IContractID|null);
  public entity?: ("accountID"|"liveHash"|"fileID"|"contractID");
  public static encode(message: proto.IEntityID, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.EntityID;
 }
 interface IGetByKeyResponse {
  header?: (proto.IResponseHeader|null);
  entities?: (proto.IEntityID[]|null);
 }
 class GetByKeyResponse implements IGetByKeyResponse {
  constructor(properties?: proto.IGetByKeyResponse);
  public header?: (proto.IResponseHeader|null);
  public entities: proto.IEntityID[];
  public static encode(message: proto.IGetByKeyResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.GetByKeyResponse;
 }
 interface IGetBySolidityIDQuery {
  header?: (proto.IQueryHeader|null);
  solidityID?: (string|null);
 }
 class GetBySolidityIDQuery implements IGetBySolidityIDQuery {
  constructor(properties?: proto.IGetBySolidityIDQuery);
  public header?: (proto.IQueryHeader|null);
  public solidityID: string;
  public static encode(message: proto.IGetBySolidityIDQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.GetBySolidityIDQuery;
 }
 interface IGetBySolidityIDResponse {
  header?: (proto.IResponseHeader|null);
  accountID?: (proto.IAccountID|null);
  fileID?: (proto.IFileID|null);
  contractID?: (proto.IContractID|null);
 }
 class GetBySolidityIDResponse implements IGetBySolidityIDResponse {
  constructor(properties?: proto.IGetBySolidityIDResponse);
  public header?: (proto.IResponseHeader|null);
  public accountID?: (proto.IAccountID|null);
  public fileID?: (proto.IFileID|null);
  public contractID?: (proto.IContractID|null);
  public static encode(message: proto.IGetBySolidityIDResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.GetBySolidityIDResponse;
 }
 interface IContractCallLocalQuery {
  header?: (proto.IQueryHeader|null);
  contractID?: (proto.IContractID|null);
  gas?: (Long|null);
  functionParameters?: (Uint8Array|null);
  maxResultSize?: (Long|null);
  senderId?: (proto.IAccountID|null);
 }
 class ContractCallLocalQuery implements IContractCallLocalQuery {
  constructor(properties?: proto.IContractCallLocalQuery);
  public header?: (proto.IQueryHeader|null);
  public contractID?: (proto.IContractID|null);
  public gas: Long;
  public functionParameters: Uint8Array;
  public maxResultSize: Long;
  public senderId?: (proto.IAccountID|null);
  public static encode(message: proto.IContractCallLocalQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractCallLocalQuery;
 }
 interface IContractCallLocalResponse {
  header?: (proto.IResponseHeader|null);
  functionResult?: (proto.IContractFunctionResult|null);
 }
 class ContractCallLocalResponse implements IContractCallLocalResponse {
  constructor(properties?: proto.IContractCallLocalResponse);
  public header?: (proto.IResponseHeader|null);
  public functionResult?: (proto.IContractFunctionResult|null);
  public static encode(message: proto.IContractCallLocalResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractCallLocalResponse;
 }
 interface IContractNonceInfo {
  contractId?: (proto.IContractID|null);
  nonce?: (Long|null);
 }
 class ContractNonceInfo implements IContractNonceInfo {
  constructor(properties?: proto.IContractNonceInfo);
  public contractId?: (proto.IContractID|null);
  public nonce: Long;
  public static encode(message: proto.IContractNonceInfo, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractNonceInfo;
 }
 interface IContractLoginfo {
  contractID?: (proto.IContractID|null);
  bloom?: (Uint8Array|null);
  topic?: (Uint8Array[]|null);
  data?: (Uint8Array|null);
 }
 class ContractLoginfo implements IContractLoginfo {
  constructor(properties?: proto.IContractLoginfo);
  public contractID?: (proto.IContractID|null);
  public bloom: Uint8Array;
  public topic: Uint8Array[];
  public data: Uint8Array;
  public static encode(message: proto.IContractLoginfo, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractLoginfo;
 }
 interface IContractFunctionResult {
  contractID?: (proto.IContractID|null);
  contractCallResult?: (Uint8Array|null);
  errorMessage?: (string|null);
  bloom?: (Uint8Array|null);
  gasUsed?: (Long|null);
  logInfo?: (proto.IContractLoginfo[]|null);
  createdContractIDs?: (proto.IContractID[]|null);
  evmAddress?: (google.protobuf.IBytesValue|null);
  gas?: (Long|null);
  amount?: (Long|null);
  functionParameters?: (Uint8Array|null);
  senderId?: (proto.IAccountID|null);
  contractNonces?: (proto.IContractNonceInfo[]|null);
  signerNonce?: (google.protobuf.IInt64Value|null);
 }
 class ContractFunctionResult implements IContractFunctionResult {
  constructor(properties?: proto.IContractFunctionResult);
  public contractID?: (proto.IContractID|null);
  public contractCallResult: Uint8Array;
  public errorMessage: string;
  public bloom: Uint8Array;
  public gasUsed: Long;
  public logInfo: proto.IContractLoginfo[];
  public createdContractIDs: proto.IContractID[];
  public evmAddress?: (google.protobuf.IBytesValue|null);
  public gas: Long;
  public amount: Long;
  public functionParameters: Uint8Array;
  public senderId?: (proto.IAccountID|null);
  public contractNonces: proto.IContractNonceInfo[];
  public signerNonce?: (google.protobuf.IInt64Value|null);
  public static encode(message: proto.IContractFunctionResult, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractFunctionResult;
 }
 interface IContractGetInfoQuery {
  header?: (proto.IQueryHeader|null);
  contractID?: (proto.IContractID|null);
 }
 class ContractGetInfoQuery implements IContractGetInfoQuery {
  constructor(properties?: proto.IContractGetInfoQuery);
  public header?: (proto.IQueryHeader|null);
  public contractID?: (proto.IContractID|null);
  public static encode(message: proto.IContractGetInfoQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractGetInfoQuery;
 }
 interface IContractGetInfoResponse {
  header?: (proto.IResponseHeader|null);
  contractInfo?: (proto.ContractGetInfoResponse.IContractInfo|null);
 }
 class ContractGetInfoResponse implements IContractGetInfoResponse {
  constructor(properties?: proto.IContractGetInfoResponse);
  public header?: (proto.IResponseHeader|null);
  public contractInfo?: (proto.ContractGetInfoResponse.IContractInfo|null);
  public static encode(message: proto.IContractGetInfoResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractGetInfoResponse;
 }
 namespace ContractGetInfoResponse {
  interface IContractInfo {
   contractID?: (proto.IContractID|null);
   accountID?: (proto.IAccountID|null);
   contractAccountID?: (string|null);
   adminKey?: (proto.IKey|null);
   expirationTime?: (proto.ITimestamp|null);
   autoRenewPeriod?: (proto.IDuration|null);
   storage?: (Long|null);
   memo?: (string|null);
   balance?: (Long|null);
   deleted?: (boolean|null);
   tokenRelationships?: (proto.ITokenRelationship[]|null);
   ledgerId?: (Uint8Array|null);
   autoRenewAccountId?: (proto.IAccountID|null);
   maxAutomaticTokenAssociations?: (number|null);
   stakingInfo?: (proto.IStakingInfo|null);
  }
  class ContractInfo implements IContractInfo {
   constructor(properties?: proto.ContractGetInfoResponse.IContractInfo);
   public contractID?: (proto.IContractID|null);
   public accountID?: (proto.IAccountID|null);
   public contractAccountID: string;
   public adminKey?: (proto.IKey|null);
   public expirationTime?: (proto.ITimestamp|null);
   public autoRenewPeriod?: (proto.IDuration|null);
   public storage: Long;
   public memo: string;
   public balance: Long;
   public deleted: boolean;
   public tokenRelationships: proto.ITokenRelationship[];
   public ledgerId: Uint8Array;
   public autoRenewAccountId?: (proto.IAccountID|null);
   public maxAutomaticTokenAssociations: number;
   public stakingInfo?: (proto.IStakingInfo|null);
   public static encode(message: proto.ContractGetInfoResponse.IContractInfo, writer?: $protobuf.Writer): $protobuf.Writer;
   public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractGetInfoResponse.ContractInfo;
  }
 }
 interface IContractGetBytecodeQuery {
  header?: (proto.IQueryHeader|null);
  contractID?: (proto.IContractID|null);
 }
 class ContractGetBytecodeQuery implements IContractGetBytecodeQuery {
  constructor(properties?: proto.IContractGetBytecodeQuery);
  public header?: (proto.IQueryHeader|null);
  public contractID?: (proto.IContractID|null);
  public static encode(message: proto.IContractGetBytecodeQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractGetBytecodeQuery;
 }
 interface IContractGetBytecodeResponse {
  header?: (proto.IResponseHeader|null);
  bytecode?: (Uint8Array|null);
 }
 class ContractGetBytecodeResponse implements IContractGetBytecodeResponse {
  constructor(properties?: proto.IContractGetBytecodeResponse);
  public header?: (proto.IResponseHeader|null);
  public bytecode: Uint8Array;
  public static encode(message: proto.IContractGetBytecodeResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractGetBytecodeResponse;
 }
 interface IContractGetRecordsQuery {
  header?: (proto.IQueryHeader|null);
  contractID?: (proto.IContractID|null);
 }
 class ContractGetRecordsQuery implements IContractGetRecordsQuery {
  constructor(properties?: proto.IContractGetRecordsQuery);
  public header?: (proto.IQueryHeader|null);
  public contractID?: (proto.IContractID|null);
  public static encode(message: proto.IContractGetRecordsQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractGetRecordsQuery;
 }
 interface IContractGetRecordsResponse {
  header?: (proto.IResponseHeader|null);
  contractID?: (proto.IContractID|null);
  records?: (Uint8Array[]|null);
 }
 class ContractGetRecordsResponse implements IContractGetRecordsResponse {
  constructor(properties?: proto.IContractGetRecordsResponse);
  public header?: (proto.IResponseHeader|null);
  public contractID?: (proto.IContractID|null);
  public records: Uint8Array[];
  public static encode(message: proto.IContractGetRecordsResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractGetRecordsResponse;
 }
 interface ICryptoGetAccountBalanceQuery {
  header?: (proto.IQueryHeader|null);
  accountID?: (proto.IAccountID|null);
  contractID?: (proto.IContractID|null);
 }
 class CryptoGetAccountBalanceQuery implements ICryptoGetAccountBalanceQuery {
  constructor(properties?: proto.ICryptoGetAccountBalanceQuery);
  public header?: (proto.IQueryHeader|null);
  public accountID?: (proto.IAccountID|null);
  public contractID?: (proto.IContractID|null);
  public balanceSource?: ("accountID"|"contractID");
  public static encode(message: proto.ICryptoGetAccountBalanceQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CryptoGetAccountBalanceQuery;
 }
 interface ICryptoGetAccountBalanceResponse {
  header?: (proto.IResponseHeader|null);
  accountID?: (proto.IAccountID|null);
  balance?: (Long|null);
  tokenBalances?: (proto.ITokenBalance[]|null);
 }
 class CryptoGetAccountBalanceResponse implements ICryptoGetAccountBalanceResponse {
  constructor(properties?: proto.ICryptoGetAccountBalanceResponse);
  public header?: (proto.IResponseHeader|null);
  public accountID?: (proto.IAccountID|null);
  public balance: Long;
  public tokenBalances: proto.ITokenBalance[];
  public static encode(message: proto.ICryptoGetAccountBalanceResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CryptoGetAccountBalanceResponse;
 }
 interface ICryptoGetAccountRecordsQuery {
  header?: (proto.IQueryHeader|null);
  accountID?: (proto.IAccountID|null);
 }
 class CryptoGetAccountRecordsQuery implements ICryptoGetAccountRecordsQuery {
  constructor(properties?: proto.ICryptoGetAccountRecordsQuery);
  public header?: (proto.IQueryHeader|null);
  public accountID?: (proto.IAccountID|null);
  public static encode(message: proto.ICryptoGetAccountRecordsQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CryptoGetAccountRecordsQuery;
 }
 interface ICryptoGetAccountRecordsResponse {
  header?: (proto.IResponseHeader|null);
  accountID?: (proto.IAccountID|null);
  records?: (Uint8Array[]|null);
 }
 class CryptoGetAccountRecordsResponse implements ICryptoGetAccountRecordsResponse {
  constructor(properties?: proto.ICryptoGetAccountRecordsResponse);
  public header?: (proto.IResponseHeader|null);
  public accountID?: (proto.IAccountID|null);
  public records: Uint8Array[];
  public static encode(message: proto.ICryptoGetAccountRecordsResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CryptoGetAccountRecordsResponse;
 }
 interface ICryptoGetInfoQuery {
  header?: (proto.IQueryHeader|null);
  accountID?: (proto.IAccountID|null);
 }
 class CryptoGetInfoQuery implements ICryptoGetInfoQuery {
  constructor(properties?: proto.ICryptoGetInfoQuery);
  public header?: (proto.IQueryHeader|null);
  public accountID?: (proto.IAccountID|null);
  public static encode(message: proto.ICryptoGetInfoQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CryptoGetInfoQuery;
 }
 interface ICryptoGetInfoResponse {
  header?: (proto.IResponseHeader|null);
  accountInfo?: (proto.CryptoGetInfoResponse.IAccountInfo|null);
 }
 class CryptoGetInfoResponse implements ICryptoGetInfoResponse {
  constructor(properties?: proto.ICryptoGetInfoResponse);
  public header?: (proto.IResponseHeader|null);
  public accountInfo?: (proto.CryptoGetInfoResponse.IAccountInfo|null);
  public static encode(message: proto.ICryptoGetInfoResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CryptoGetInfoResponse;
 }
 namespace CryptoGetInfoResponse {
  interface IAccountInfo {
   accountID?: (proto.IAccountID|null);
   contractAccountID?: (string|null);
   deleted?: (boolean|null);
   proxyAccountID?: (proto.IAccountID|null);
   proxyReceived?: (Long|null);
   key?: (proto.IKey|null);
   balance?: (Long|null);
   generateSendRecordThreshold?: (Long|null);
   generateReceiveRecordThreshold?: (Long|null);
   receiverSigRequired?: (boolean|null);
   expirationTime?: (proto.ITimestamp|null);
   autoRenewPeriod?: (proto.IDuration|null);
   liveHashes?: (proto.ILiveHash[]|null);
   tokenRelationships?: (proto.ITokenRelationship[]|null);
   memo?: (string|null);
   ownedNfts?: (Long|null);
   maxAutomaticTokenAssociations?: (number|null);
   alias?: (Uint8Array|null);
   ledgerId?: (Uint8Array|null);
   ethereumNonce?: (Long|null);
   stakingInfo?: (proto.IStakingInfo|null);
   delegationAddress?: (Uint8Array|null);
  }
  class AccountInfo implements IAccountInfo {
   constructor(properties?: proto.CryptoGetInfoResponse.IAccountInfo);
   public accountID?: (proto.IAccountID|null);
   public contractAccountID: string;
   public deleted: boolean;
   public proxyAccountID?: (proto.IAccountID|null);
   public proxyReceived: Long;
   public key?: (proto.IKey|null);
   public balance: Long;
   public generateSendRecordThreshold: Long;
   public generateReceiveRecordThreshold: Long;
   public receiverSigRequired: boolean;
   public expirationTime?: (proto.ITimestamp|null);
   public autoRenewPeriod?: (proto.IDuration|null);
   public liveHashes: proto.ILiveHash[];
   public tokenRelationships: proto.ITokenRelationship[];
   public memo: string;
   public ownedNfts: Long;
   public maxAutomaticTokenAssociations: number;
   public alias: Uint8Array;
   public ledgerId: Uint8Array;
   public ethereumNonce: Long;
   public stakingInfo?: (proto.IStakingInfo|null);
   public delegationAddress: Uint8Array;
   public static encode(message: proto.CryptoGetInfoResponse.IAccountInfo, writer?: $protobuf.Writer): $protobuf.Writer;
   public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CryptoGetInfoResponse.AccountInfo;
  }
 }
 interface ICryptoGetLiveHashQuery {
  header?: (proto.IQueryHeader|null);
  accountID?: (proto.IAccountID|null);
  hash?: (Uint8Array|null);
 }
 class CryptoGetLiveHashQuery implements ICryptoGetLiveHashQuery {
  constructor(properties?: proto.ICryptoGetLiveHashQuery);
  public header?: (proto.IQueryHeader|null);
  public accountID?: (proto.IAccountID|null);
  public hash: Uint8Array;
  public static encode(message: proto.ICryptoGetLiveHashQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CryptoGetLiveHashQuery;
 }
 interface ICryptoGetLiveHashResponse {
  header?: (proto.IResponseHeader|null);
  liveHash?: (proto.ILiveHash|null);
 }
 class CryptoGetLiveHashResponse implements ICryptoGetLiveHashResponse {
  constructor(properties?: proto.ICryptoGetLiveHashResponse);
  public header?: (proto.IResponseHeader|null);
  public liveHash?: (proto.ILiveHash|null);
  public static encode(message: proto.ICryptoGetLiveHashResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CryptoGetLiveHashResponse;
 }
 interface ICryptoGetStakersQuery {
  header?: (proto.IQueryHeader|null);
  accountID?: (proto.IAccountID|null);
 }
 class CryptoGetStakersQuery implements ICryptoGetStakersQuery {
  constructor(properties?: proto.ICryptoGetStakersQuery);
  public header?: (proto.IQueryHeader|null);
  public accountID?: (proto.IAccountID|null);
  public static encode(message: proto.ICryptoGetStakersQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CryptoGetStakersQuery;
 }
 interface IProxyStaker {
  accountID?: (proto.IAccountID|null);
  amount?: (Long|null);
 }
 class ProxyStaker implements IProxyStaker {
  constructor(properties?: proto.IProxyStaker);
  public accountID?: (proto.IAccountID|null);
  public amount: Long;
  public static encode(message: proto.IProxyStaker, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ProxyStaker;
 }
 interface IAllProxyStakers {
  accountID?: (proto.IAccountID|null);
  proxyStaker?: (proto.IProxyStaker[]|null);
 }
 class AllProxyStakers implements IAllProxyStakers {
  constructor(properties?: proto.IAllProxyStakers);
  public accountID?: (proto.IAccountID|null);
  public proxyStaker: proto.IProxyStaker[];
  public static encode(message: proto.IAllProxyStakers, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.AllProxyStakers;
 }
 interface ICryptoGetStakersResponse {
  header?: (proto.IResponseHeader|null);
  stakers?: (proto.IAllProxyStakers|null);
 }
 class CryptoGetStakersResponse implements ICryptoGetStakersResponse {
  constructor(properties?: proto.ICryptoGetStakersResponse);
  public header?: (proto.IResponseHeader|null);
  public stakers?: (proto.IAllProxyStakers|null);
  public static encode(message: proto.ICryptoGetStakersResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CryptoGetStakersResponse;
 }
 interface IFileGetContentsQuery {
  header?: (proto.IQueryHeader|null);
  fileID?: (proto.IFileID|null);
 }
 class FileGetContentsQuery implements IFileGetContentsQuery {
  constructor(properties?: proto.IFileGetContentsQuery);
  public header?: (proto.IQueryHeader|null);
  public fileID?: (proto.IFileID|null);
  public static encode(message: proto.IFileGetContentsQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.FileGetContentsQuery;
 }
 interface IFileGetContentsResponse {
  header?: (proto.IResponseHeader|null);
  fileContents?: (proto.FileGetContentsResponse.IFileContents|null);
 }
 class FileGetContentsResponse implements IFileGetContentsResponse {
  constructor(properties?: proto.IFileGetContentsResponse);
  public header?: (proto.IResponseHeader|null);
  public fileContents?: (proto.FileGetContentsResponse.IFileContents|null);
  public static encode(message: proto.IFileGetContentsResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.FileGetContentsResponse;
 }
 namespace FileGetContentsResponse {
  interface IFileContents {
   fileID?: (proto.IFileID|null);
   contents?: (Uint8Array|null);
  }
  class FileContents implements IFileContents {
   constructor(properties?: proto.FileGetContentsResponse.IFileContents);
   public fileID?: (proto.IFileID|null);
   public contents: Uint8Array;
   public static encode(message: proto.FileGetContentsResponse.IFileContents, writer?: $protobuf.Writer): $protobuf.Writer;
   public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.FileGetContentsResponse.FileContents;
  }
 }
 interface IFileGetInfoQuery {
  header?: (proto.IQueryHeader|null);
  fileID?: (proto.IFileID|null);
 }
 class FileGetInfoQuery implements IFileGetInfoQuery {
  constructor(properties?: proto.IFileGetInfoQuery);
  public header?: (proto.IQueryHeader|null);
  public fileID?: (proto.IFileID|null);
  public static encode(message: proto.IFileGetInfoQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.FileGetInfoQuery;
 }
 interface IFileGetInfoResponse {
  header?: (proto.IResponseHeader|null);
  fileInfo?: (proto.FileGetInfoResponse.IFileInfo|null);
 }
 class FileGetInfoResponse implements IFileGetInfoResponse {
  constructor(properties?: proto.IFileGetInfoResponse);
  public header?: (proto.IResponseHeader|null);
  public fileInfo?: (proto.FileGetInfoResponse.IFileInfo|null);
  public static encode(message: proto.IFileGetInfoResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.FileGetInfoResponse;
 }
 namespace FileGetInfoResponse {
  interface IFileInfo {
   fileID?: (proto.IFileID|null);
   size?: (Long|null);
   expirationTime?: (proto.ITimestamp|null);
   deleted?: (boolean|null);
   keys?: (proto.IKeyList|null);
   memo?: (string|null);
   ledgerId?: (Uint8Array|null);
  }
  class FileInfo implements IFileInfo {
   constructor(properties?: proto.FileGetInfoResponse.IFileInfo);
   public fileID?: (proto.IFileID|null);
   public size: Long;
   public expirationTime?: (proto.ITimestamp|null);
   public deleted: boolean;
   public keys?: (proto.IKeyList|null);
   public memo: string;
   public ledgerId: Uint8Array;
   public static encode(message: proto.FileGetInfoResponse.IFileInfo, writer?: $protobuf.Writer): $protobuf.Writer;
   public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.FileGetInfoResponse.FileInfo;
  }
 }
 interface ITransactionGetReceiptQuery {
  header?: (proto.IQueryHeader|null);
  transactionID?: (proto.ITransactionID|null);
  includeDuplicates?: (boolean|null);
  includeChildReceipts?: (boolean|null);
 }
 class TransactionGetReceiptQuery implements ITransactionGetReceiptQuery {
  constructor(properties?: proto.ITransactionGetReceiptQuery);
  public header?: (proto.IQueryHeader|null);
  public transactionID?: (proto.ITransactionID|null);
  public includeDuplicates: boolean;
  public includeChildReceipts: boolean;
  public static encode(message: proto.ITransactionGetReceiptQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TransactionGetReceiptQuery;
 }
 interface ITransactionGetReceiptResponse {
  header?: (proto.IResponseHeader|null);
  receipt?: (Uint8Array|null);
  duplicateTransactionReceipts?: (Uint8Array[]|null);
  childTransactionReceipts?: (Uint8Array[]|null);
 }
 class TransactionGetReceiptResponse implements ITransactionGetReceiptResponse {
  constructor(properties?: proto.ITransactionGetReceiptResponse);
  public header?: (proto.IResponseHeader|null);
  public receipt: Uint8Array;
  public duplicateTransactionReceipts: Uint8Array[];
  public childTransactionReceipts: Uint8Array[];
  public static encode(message: proto.ITransactionGetReceiptResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TransactionGetReceiptResponse;
 }
 interface ITransactionGetRecordQuery {
  header?: (proto.IQueryHeader|null);
  transactionID?: (proto.ITransactionID|null);
  includeDuplicates?: (boolean|null);
  includeChildRecords?: (boolean|null);
 }
 class TransactionGetRecordQuery implements ITransactionGetRecordQuery {
  constructor(properties?: proto.ITransactionGetRecordQuery);
  public header?: (proto.IQueryHeader|null);
  public transactionID?: (proto.ITransactionID|null);
  public includeDuplicates: boolean;
  public includeChildRecords: boolean;
  public static encode(message: proto.ITransactionGetRecordQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TransactionGetRecordQuery;
 }
 interface ITransactionGetRecordResponse {
  header?: (proto.IResponseHeader|null);
  transactionRecord?: (Uint8Array|null);
  duplicateTransactionRecords?: (Uint8Array[]|null);
  childTransactionRecords?: (Uint8Array[]|null);
 }
 class TransactionGetRecordResponse implements ITransactionGetRecordResponse {
  constructor(properties?: proto.ITransactionGetRecordResponse);
  public header?: (proto.IResponseHeader|null);
  public transactionRecord: Uint8Array;
  public duplicateTransactionRecords: Uint8Array[];
  public childTransactionRecords: Uint8Array[];
  public static encode(message: proto.ITransactionGetRecordResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TransactionGetRecordResponse;
 }
 interface ITransactionGetFastRecordQuery {
  header?: (proto.IQueryHeader|null);
  transactionID?: (proto.ITransactionID|null);
 }
 class TransactionGetFastRecordQuery implements ITransactionGetFastRecordQuery {
  constructor(properties?: proto.ITransactionGetFastRecordQuery);
  public header?: (proto.IQueryHeader|null);
  public transactionID?: (proto.ITransactionID|null);
  public static encode(message: proto.ITransactionGetFastRecordQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TransactionGetFastRecordQuery;
 }
 interface ITransactionGetFastRecordResponse {
  header?: (proto.IResponseHeader|null);
  transactionRecord?: (Uint8Array|null);
 }
 class TransactionGetFastRecordResponse implements ITransactionGetFastRecordResponse {
  constructor(properties?: proto.ITransactionGetFastRecordResponse);
  public header?: (proto.IResponseHeader|null);
  public transactionRecord: Uint8Array;
  public static encode(message: proto.ITransactionGetFastRecordResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TransactionGetFastRecordResponse;
 }
 interface INetworkGetVersionInfoQuery {
  header?: (proto.IQueryHeader|null);
 }
 class NetworkGetVersionInfoQuery implements INetworkGetVersionInfoQuery {
  constructor(properties?: proto.INetworkGetVersionInfoQuery);
  public header?: (proto.IQueryHeader|null);
  public static encode(message: proto.INetworkGetVersionInfoQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.NetworkGetVersionInfoQuery;
 }
 interface INetworkGetVersionInfoResponse {
  header?: (proto.IResponseHeader|null);
  hapiProtoVersion?: (proto.ISemanticVersion|null);
  hederaServicesVersion?: (proto.ISemanticVersion|null);
 }
 class NetworkGetVersionInfoResponse implements INetworkGetVersionInfoResponse {
  constructor(properties?: proto.INetworkGetVersionInfoResponse);
  public header?: (proto.IResponseHeader|null);
  public hapiProtoVersion?: (proto.ISemanticVersion|null);
  public hederaServicesVersion?: (proto.ISemanticVersion|null);
  public static encode(message: proto.INetworkGetVersionInfoResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.NetworkGetVersionInfoResponse;
 }
 interface INetworkGetExecutionTimeQuery {
  header?: (proto.IQueryHeader|null);
  transactionIds?: (proto.ITransactionID[]|null);
 }
 class NetworkGetExecutionTimeQuery implements INetworkGetExecutionTimeQuery {
  constructor(properties?: proto.INetworkGetExecutionTimeQuery);
  public header?: (proto.IQueryHeader|null);
  public transactionIds: proto.ITransactionID[];
  public static encode(message: proto.INetworkGetExecutionTimeQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.NetworkGetExecutionTimeQuery;
 }
 interface INetworkGetExecutionTimeResponse {
  header?: (proto.IResponseHeader|null);
  executionTimes?: (Long[]|null);
 }
 class NetworkGetExecutionTimeResponse implements INetworkGetExecutionTimeResponse {
  constructor(properties?: proto.INetworkGetExecutionTimeResponse);
  public header?: (proto.IResponseHeader|null);
  public executionTimes: Long[];
  public static encode(message: proto.INetworkGetExecutionTimeResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.NetworkGetExecutionTimeResponse;
 }
 interface ITokenGetInfoQuery {
  header?: (proto.IQueryHeader|null);
  token?: (proto.ITokenID|null);
 }
 class TokenGetInfoQuery implements ITokenGetInfoQuery {
  constructor(properties?: proto.ITokenGetInfoQuery);
  public header?: (proto.IQueryHeader|null);
  public token?: (proto.ITokenID|null);
  public static encode(message: proto.ITokenGetInfoQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenGetInfoQuery;
 }
 interface ITokenInfo {
  tokenId?: (proto.ITokenID|null);
  name?: (string|null);
  symbol?: (string|null);
  decimals?: (number|null);
  totalSupply?: (Long|null);
  treasury?: (proto.IAccountID|null);
  adminKey?: (proto.IKey|null);
  kycKey?: (proto.IKey|null);
  freezeKey?: (proto.IKey|null);
  wipeKey?: (proto.IKey|null);
  supplyKey?: (proto.IKey|null);
  defaultFreezeStatus?: (proto.TokenFreezeStatus|null);
  defaultKycStatus?: (proto.TokenKycStatus|null);
  deleted?: (boolean|null);
  autoRenewAccount?: (proto.IAccountID|null);
  autoRenewPeriod?: (proto.IDuration|null);
  expiry?: (proto.ITimestamp|null);
  memo?: (string|null);
  tokenType?: (proto.TokenType|null);
  supplyType?: (proto.TokenSupplyType|null);
  maxSupply?: (Long|null);
  feeScheduleKey?: (proto.IKey|null);
  customFees?: (proto.ICustomFee[]|null);
  pauseKey?: (proto.IKey|null);
  pauseStatus?: (proto.TokenPauseStatus|null);
  ledgerId?: (Uint8Array|null);
  metadata?: (Uint8Array|null);
  metadataKey?: (proto.IKey|null);
 }
 class TokenInfo implements ITokenInfo {
  constructor(properties?: proto.ITokenInfo);
  public tokenId?: (proto.ITokenID|null);
  public name: string;
  public symbol: string;
  public decimals: number;
  public totalSupply: Long;
  public treasury?: (proto.IAccountID|null);
  public adminKey?: (proto.IKey|null);
  public kycKey?: (proto.IKey|null);
  public freezeKey?: (proto.IKey|null);
  public wipeKey?: (proto.IKey|null);
  public supplyKey?: (proto.IKey|null);
  public defaultFreezeStatus: proto.TokenFreezeStatus;
  public defaultKycStatus: proto.TokenKycStatus;
  public deleted: boolean;
  public autoRenewAccount?: (proto.IAccountID|null);
  public autoRenewPeriod?: (proto.IDuration|null);
  public expiry?: (proto.ITimestamp|null);
  public memo: string;
  public tokenType: proto.TokenType;
  public supplyType: proto.TokenSupplyType;
  public maxSupply: Long;
  public feeScheduleKey?: (proto.IKey|null);
  public customFees: proto.ICustomFee[];
  public pauseKey?: (proto.IKey|null);
  public pauseStatus: proto.TokenPauseStatus;
  public ledgerId: Uint8Array;
  public metadata: Uint8Array;
  public metadataKey?: (proto.IKey|null);
  public static encode(message: proto.ITokenInfo, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenInfo;
 }
 interface ITokenGetInfoResponse {
  header?: (proto.IResponseHeader|null);
  tokenInfo?: (proto.ITokenInfo|null);
 }
 class TokenGetInfoResponse implements ITokenGetInfoResponse {
  constructor(properties?: proto.ITokenGetInfoResponse);
  public header?: (proto.IResponseHeader|null);
  public tokenInfo?: (proto.ITokenInfo|null);
  public static encode(message: proto.ITokenGetInfoResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenGetInfoResponse;
 }
 interface IScheduleGetInfoQuery {
  header?: (proto.IQueryHeader|null);
  scheduleID?: (proto.IScheduleID|null);
 }
 class ScheduleGetInfoQuery implements IScheduleGetInfoQuery {
  constructor(properties?: proto.IScheduleGetInfoQuery);
  public header?: (proto.IQueryHeader|null);
  public scheduleID?: (proto.IScheduleID|null);
  public static encode(message: proto.IScheduleGetInfoQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ScheduleGetInfoQuery;
 }
 interface IScheduleInfo {
  scheduleID?: (proto.IScheduleID|null);
  deletionTime?: (proto.ITimestamp|null);
  executionTime?: (proto.ITimestamp|null);
  expirationTime?: (proto.ITimestamp|null);
  scheduledTransactionBody?: (Uint8Array|null);
  memo?: (string|null);
  adminKey?: (proto.IKey|null);
  signers?: (proto.IKeyList|null);
  creatorAccountID?: (proto.IAccountID|null);
  payerAccountID?: (proto.IAccountID|null);
  scheduledTransactionID?: (proto.ITransactionID|null);
  ledgerId?: (Uint8Array|null);
  waitForExpiry?: (boolean|null);
 }
 class ScheduleInfo implements IScheduleInfo {
  constructor(properties?: proto.IScheduleInfo);
  public scheduleID?: (proto.IScheduleID|null);
  public deletionTime?: (proto.ITimestamp|null);
  public executionTime?: (proto.ITimestamp|null);
  public expirationTime?: (proto.ITimestamp|null);
  public scheduledTransactionBody: Uint8Array;
  public memo: string;
  public adminKey?: (proto.IKey|null);
  public signers?: (proto.IKeyList|null);
  public creatorAccountID?: (proto.IAccountID|null);
  public payerAccountID?: (proto.IAccountID|null);
  public scheduledTransactionID?: (proto.ITransactionID|null);
  public ledgerId: Uint8Array;
  public waitForExpiry: boolean;
  public data?: ("deletionTime"|"executionTime");
  public static encode(message: proto.IScheduleInfo, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ScheduleInfo;
 }
 interface IScheduleGetInfoResponse {
  header?: (proto.IResponseHeader|null);
  scheduleInfo?: (proto.IScheduleInfo|null);
 }
 class ScheduleGetInfoResponse implements IScheduleGetInfoResponse {
  constructor(properties?: proto.IScheduleGetInfoResponse);
  public header?: (proto.IResponseHeader|null);
  public scheduleInfo?: (proto.IScheduleInfo|null);
  public static encode(message: proto.IScheduleGetInfoResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ScheduleGetInfoResponse;
 }
 interface ITokenGetAccountNftInfosQuery {
  header?: (proto.IQueryHeader|null);
  accountID?: (proto.IAccountID|null);
  start?: (Long|null);
  end?: (Long|null);
 }
 class TokenGetAccountNftInfosQuery implements ITokenGetAccountNftInfosQuery {
  constructor(properties?: proto.ITokenGetAccountNftInfosQuery);
  public header?: (proto.IQueryHeader|null);
  public accountID?: (proto.IAccountID|null);
  public start: Long;
  public end: Long;
  public static encode(message: proto.ITokenGetAccountNftInfosQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenGetAccountNftInfosQuery;
 }
 interface ITokenGetAccountNftInfosResponse {
  header?: (proto.IResponseHeader|null);
  nfts?: (proto.ITokenNftInfo[]|null);
 }
 class TokenGetAccountNftInfosResponse implements ITokenGetAccountNftInfosResponse {
  constructor(properties?: proto.ITokenGetAccountNftInfosResponse);
  public header?: (proto.IResponseHeader|null);
  public nfts: proto.ITokenNftInfo[];
  public static encode(message: proto.ITokenGetAccountNftInfosResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenGetAccountNftInfosResponse;
 }
 interface ITokenGetNftInfoQuery {
  header?: (proto.IQueryHeader|null);
  nftID?: (proto.INftID|null);
 }
 class TokenGetNftInfoQuery implements ITokenGetNftInfoQuery {
  constructor(properties?: proto.ITokenGetNftInfoQuery);
  public header?: (proto.IQueryHeader|null);
  public nftID?: (proto.INftID|null);
  public static encode(message: proto.ITokenGetNftInfoQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenGetNftInfoQuery;
 }
 interface ITokenNftInfo {
  nftID?: (proto.INftID|null);
  accountID?: (proto.IAccountID|null);
  creationTime?: (proto.ITimestamp|null);
  metadata?: (Uint8Array|null);
  ledgerId?: (Uint8Array|null);
  spenderId?: (proto.IAccountID|null);
 }
 class TokenNftInfo implements ITokenNftInfo {
  constructor(properties?: proto.ITokenNftInfo);
  public nftID?: (proto.INftID|null);
  public accountID?: (proto.IAccountID|null);
  public creationTime?: (proto.ITimestamp|null);
  public metadata: Uint8Array;
  public ledgerId: Uint8Array;
  public spenderId?: (proto.IAccountID|null);
  public static encode(message: proto.ITokenNftInfo, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenNftInfo;
 }
 interface ITokenGetNftInfoResponse {
  header?: (proto.IResponseHeader|null);
  nft?: (proto.ITokenNftInfo|null);
 }
 class TokenGetNftInfoResponse implements ITokenGetNftInfoResponse {
  constructor(properties?: proto.ITokenGetNftInfoResponse);
  public header?: (proto.IResponseHeader|null);
  public nft?: (proto.ITokenNftInfo|null);
  public static encode(message: proto.ITokenGetNftInfoResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenGetNftInfoResponse;
 }
 interface ITokenGetNftInfosQuery {
  header?: (proto.IQueryHeader|null);
  tokenID?: (proto.ITokenID|null);
  start?: (Long|null);
  end?: (Long|null);
 }
 class TokenGetNftInfosQuery implements ITokenGetNftInfosQuery {
  constructor(properties?: proto.ITokenGetNftInfosQuery);
  public header?: (proto.IQueryHeader|null);
  public tokenID?: (proto.ITokenID|null);
  public start: Long;
  public end: Long;
  public static encode(message: proto.ITokenGetNftInfosQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenGetNftInfosQuery;
 }
 interface ITokenGetNftInfosResponse {
  header?: (proto.IResponseHeader|null);
  tokenID?: (proto.ITokenID|null);
  nfts?: (proto.ITokenNftInfo[]|null);
 }
 class TokenGetNftInfosResponse implements ITokenGetNftInfosResponse {
  constructor(properties?: proto.ITokenGetNftInfosResponse);
  public header?: (proto.IResponseHeader|null);
  public tokenID?: (proto.ITokenID|null);
  public nfts: proto.ITokenNftInfo[];
  public static encode(message: proto.ITokenGetNftInfosResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenGetNftInfosResponse;
 }
 interface IGetAccountDetailsQuery {
  header?: (proto.IQueryHeader|null);
  accountId?: (proto.IAccountID|null);
 }
 class GetAccountDetailsQuery implements IGetAccountDetailsQuery {
  constructor(properties?: proto.IGetAccountDetailsQuery);
  public header?: (proto.IQueryHeader|null);
  public accountId?: (proto.IAccountID|null);
  public static encode(message: proto.IGetAccountDetailsQuery, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.GetAccountDetailsQuery;
 }
 interface IGetAccountDetailsResponse {
  header?: (proto.IResponseHeader|null);
  accountDetails?: (proto.GetAccountDetailsResponse.IAccountDetails|null);
 }
 class GetAccountDetailsResponse implements IGetAccountDetailsResponse {
  constructor(properties?: proto.IGetAccountDetailsResponse);
  public header?: (proto.IResponseHeader|null);
  public accountDetails?: (proto.GetAccountDetailsResponse.IAccountDetails|null);
  public static encode(message: proto.IGetAccountDetailsResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.GetAccountDetailsResponse;
 }
 namespace GetAccountDetailsResponse {
  interface IAccountDetails {
   accountId?: (proto.IAccountID|null);
   contractAccountId?: (string|null);
   deleted?: (boolean|null);
   proxyAccountId?: (proto.IAccountID|null);
   proxyReceived?: (Long|null);
   key?: (proto.IKey|null);
   balance?: (Long|null);
   receiverSigRequired?: (boolean|null);
   expirationTime?: (proto.ITimestamp|null);
   autoRenewPeriod?: (proto.IDuration|null);
   tokenRelationships?: (proto.ITokenRelationship[]|null);
   memo?: (string|null);
   ownedNfts?: (Long|null);
   maxAutomaticTokenAssociations?: (number|null);
   alias?: (Uint8Array|null);
   ledgerId?: (Uint8Array|null);
   grantedCryptoAllowances?: (proto.IGrantedCryptoAllowance[]|null);
   grantedNftAllowances?: (proto.IGrantedNftAllowance[]|null);
   grantedTokenAllowances?: (proto.IGrantedTokenAllowance[]|null);
  }
  class AccountDetails implements IAccountDetails {
   constructor(properties?: proto.GetAccountDetailsResponse.IAccountDetails);
   public accountId?: (proto.IAccountID|null);
   public contractAccountId: string;
   public deleted: boolean;
   public proxyAccountId?: (proto.IAccountID|null);
   public proxyReceived: Long;
   public key?: (proto.IKey|null);
   public balance: Long;
   public receiverSigRequired: boolean;
   public expirationTime?: (proto.ITimestamp|null);
   public autoRenewPeriod?: (proto.IDuration|null);
   public tokenRelationships: proto.ITokenRelationship[];
   public memo: string;
   public ownedNfts: Long;
   public maxAutomaticTokenAssociations: number;
   public alias: Uint8Array;
   public ledgerId: Uint8Array;
   public grantedCryptoAllowances: proto.IGrantedCryptoAllowance[];
   public grantedNftAllowances: proto.IGrantedNftAllowance[];
   public grantedTokenAllowances: proto.IGrantedTokenAllowance[];
   public static encode(message: proto.GetAccountDetailsResponse.IAccountDetails, writer?: $protobuf.Writer): $protobuf.Writer;
   public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.GetAccountDetailsResponse.AccountDetails;
  }
 }
 interface IGrantedCryptoAllowance {
  spender?: (proto.IAccountID|null);
  amount?: (Long|null);
 }
 class GrantedCryptoAllowance implements IGrantedCryptoAllowance {
  constructor(properties?: proto.IGrantedCryptoAllowance);
  public spender?: (proto.IAccountID|null);
  public amount: Long;
  public static encode(message: proto.IGrantedCryptoAllowance, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.GrantedCryptoAllowance;
 }
 interface IGrantedNftAllowance {
  tokenId?: (proto.ITokenID|null);
  spender?: (proto.IAccountID|null);
 }
 class GrantedNftAllowance implements IGrantedNftAllowance {
  constructor(properties?: proto.IGrantedNftAllowance);
  public tokenId?: (proto.ITokenID|null);
  public spender?: (proto.IAccountID|null);
  public static encode(message: proto.IGrantedNftAllowance, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.GrantedNftAllowance;
 }
 interface IGrantedTokenAllowance {
  tokenId?: (proto.ITokenID|null);
  spender?: (proto.IAccountID|null);
  amount?: (Long|null);
 }
 class GrantedTokenAllowance implements IGrantedTokenAllowance {
  constructor(properties?: proto.IGrantedTokenAllowance);
  public tokenId?: (proto.ITokenID|null);
  public spender?: (proto.IAccountID|null);
  public amount: Long;
  public static encode(message: proto.IGrantedTokenAllowance, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.GrantedTokenAllowance;
 }
 interface IResponse {
  getByKey?: (proto.IGetByKeyResponse|null);
  getBySolidityID?: (proto.IGetBySolidityIDResponse|null);
  contractCallLocal?: (proto.IContractCallLocalResponse|null);
  contractGetBytecodeResponse?: (proto.IContractGetBytecodeResponse|null);
  contractGetInfo?: (proto.IContractGetInfoResponse|null);
  contractGetRecordsResponse?: (proto.IContractGetRecordsResponse|null);
  cryptogetAccountBalance?: (proto.ICryptoGetAccountBalanceResponse|null);
  cryptoGetAccountRecords?: (proto.ICryptoGetAccountRecordsResponse|null);
  cryptoGetInfo?: (proto.ICryptoGetInfoResponse|null);
  cryptoGetLiveHash?: (proto.ICryptoGetLiveHashResponse|null);
  cryptoGetProxyStakers?: (proto.ICryptoGetStakersResponse|null);
  fileGetContents?: (proto.IFileGetContentsResponse|null);
  fileGetInfo?: (proto.IFileGetInfoResponse|null);
  transactionGetReceipt?: (proto.ITransactionGetReceiptResponse|null);
  transactionGetRecord?: (proto.ITransactionGetRecordResponse|null);
  transactionGetFastRecord?: (proto.ITransactionGetFastRecordResponse|null);
  consensusGetTopicInfo?: (proto.IConsensusGetTopicInfoResponse|null);
  networkGetVersionInfo?: (proto.INetworkGetVersionInfoResponse|null);
  tokenGetInfo?: (proto.ITokenGetInfoResponse|null);
  scheduleGetInfo?: (proto.IScheduleGetInfoResponse|null);
  tokenGetAccountNftInfos?: (proto.ITokenGetAccountNftInfosResponse|null);
  tokenGetNftInfo?: (proto.ITokenGetNftInfoResponse|null);
  tokenGetNftInfos?: (proto.ITokenGetNftInfosResponse|null);
  networkGetExecutionTime?: (proto.INetworkGetExecutionTimeResponse|null);
  accountDetails?: (proto.IGetAccountDetailsResponse|null);
 }
 class Response implements IResponse {
  constructor(properties?: proto.IResponse);
  public getByKey?: (proto.IGetByKeyResponse|null);
  public getBySolidityID?: (proto.IGetBySolidityIDResponse|null);
  public contractCallLocal?: (proto.IContractCallLocalResponse|null);
  public contractGetBytecodeResponse?: (proto.IContractGetBytecodeResponse|null);
  public contractGetInfo?: (proto.IContractGetInfoResponse|null);
  public contractGetRecordsResponse?: (proto.IContractGetRecordsResponse|null);
  public cryptogetAccountBalance?: (proto.ICryptoGetAccountBalanceResponse|null);
  public cryptoGetAccountRecords?: (proto.ICryptoGetAccountRecordsResponse|null);
  public cryptoGetInfo?: (proto.ICryptoGetInfoResponse|null);
  public cryptoGetLiveHash?: (proto.ICryptoGetLiveHashResponse|null);
  public cryptoGetProxyStakers?: (proto.ICryptoGetStakersResponse|null);
  public fileGetContents?: (proto.IFileGetContentsResponse|null);
  public fileGetInfo?: (proto.IFileGetInfoResponse|null);
  public transactionGetReceipt?: (proto.ITransactionGetReceiptResponse|null);
  public transactionGetRecord?: (proto.ITransactionGetRecordResponse|null);
  public transactionGetFastRecord?: (proto.ITransactionGetFastRecordResponse|null);
  public consensusGetTopicInfo?: (proto.IConsensusGetTopicInfoResponse|null);
  public networkGetVersionInfo?: (proto.INetworkGetVersionInfoResponse|null);
  public tokenGetInfo?: (proto.ITokenGetInfoResponse|null);
  public scheduleGetInfo?: (proto.IScheduleGetInfoResponse|null);
  public tokenGetAccountNftInfos?: (proto.ITokenGetAccountNftInfosResponse|null);
  public tokenGetNftInfo?: (proto.ITokenGetNftInfoResponse|null);
  public tokenGetNftInfos?: (proto.ITokenGetNftInfosResponse|null);
  public networkGetExecutionTime?: (proto.INetworkGetExecutionTimeResponse|null);
  public accountDetails?: (proto.IGetAccountDetailsResponse|null);
  public response?: ("getByKey"|"getBySolidityID"|"contractCallLocal"|"contractGetBytecodeResponse"|"contractGetInfo"|"contractGetRecordsResponse"|"cryptogetAccountBalance"|"cryptoGetAccountRecords"|"cryptoGetInfo"|"cryptoGetLiveHash"|"cryptoGetProxyStakers"|"fileGetContents"|"fileGetInfo"|"transactionGetReceipt"|"transactionGetRecord"|"transactionGetFastRecord"|"consensusGetTopicInfo"|"networkGetVersionInfo"|"tokenGetInfo"|"scheduleGetInfo"|"tokenGetAccountNftInfos"|"tokenGetNftInfo"|"tokenGetNftInfos"|"networkGetExecutionTime"|"accountDetails");
  public static encode(message: proto.IResponse, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.Response;
 }
}
export namespace google {
 namespace protobuf {
  interface IInt64Value {
   value?: (Long|null);
  }
  class Int64Value implements IInt64Value {
   constructor(properties?: google.protobuf.IInt64Value);
   public value: Long;
   public static encode(message: google.protobuf.IInt64Value, writer?: $protobuf.Writer): $protobuf.Writer;
   public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): google.protobuf.Int64Value;
  }
  interface IBytesValue {
   value?: (Uint8Array|null);
  }
  class BytesValue implements IBytesValue {
   constructor(properties?: google.protobuf.IBytesValue);
   public value: Uint8Array;
   public static encode(message: google.protobuf.IBytesValue, writer?: $protobuf.Writer): $protobuf.Writer;
   public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): google.protobuf.BytesValue;
  }
 }
}
