// Made by proto/generate.js of services.json (5070beeb4baf8819742539507530b733). Not to be edited.
import { skipUnknown as $skipUnknown } from "../unknown.js";
import $protobuf from "protobufjs/minimal.js";
const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $root = $protobuf.roots.tain_services || ($protobuf.roots.tain_services = {});
export const proto = $root.proto = (() => {
 const proto = {};
 proto.TokenID = (function() {
  function TokenID(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenID.prototype.shardNum = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  TokenID.prototype.realmNum = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  TokenID.prototype.tokenNum = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  TokenID.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.shardNum != null && Object.hasOwnProperty.call(message, "shardNum"))
    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.shardNum);
   if (message.realmNum != null && Object.hasOwnProperty.call(message, "realmNum"))
    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.realmNum);
   if (message.tokenNum != null && Object.hasOwnProperty.call(message, "tokenNum"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.tokenNum);
   return writer;
  };
  TokenID.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenID();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.shardNum = reader.int64();
      break;
     }
    case 2: {
      message.realmNum = reader.int64();
      break;
     }
    case 3: {
      message.tokenNum = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenID");
     break;
    }
   }
   return message;
  };
  return TokenID;
 })();
 proto.AccountID = (function() {
  function AccountID(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  AccountID.prototype.shardNum = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  AccountID.prototype.realmNum = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  AccountID.prototype.accountNum = null;
  AccountID.prototype.alias = null;
  let $oneOfFields;
  Object.defineProperty(AccountID.prototype, "account", {
   get: $util.oneOfGetter($oneOfFields = ["accountNum", "alias"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  AccountID.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.shardNum != null && Object.hasOwnProperty.call(message, "shardNum"))
    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.shardNum);
   if (message.realmNum != null && Object.hasOwnProperty.call(message, "realmNum"))
    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.realmNum);
   if (message.accountNum != null && Object.hasOwnProperty.call(message, "accountNum"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.accountNum);
   if (message.alias != null && Object.hasOwnProperty.call(message, "alias"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.alias);
   return writer;
  };
  AccountID.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.AccountID();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.shardNum = reader.int64();
      break;
     }
    case 2: {
      message.realmNum = reader.int64();
      break;
     }
    case 3: {
      message.accountNum = reader.int64();
      break;
     }
    case 4: {
      message.alias = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.AccountID");
     break;
    }
   }
   return message;
  };
  return AccountID;
 })();
 proto.NftID = (function() {
  function NftID(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  NftID.prototype.token_ID = null;
  NftID.prototype.serialNumber = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NftID.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.token_ID != null && Object.hasOwnProperty.call(message, "token_ID"))
    $root.proto.TokenID.encode(message.token_ID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.serialNumber != null && Object.hasOwnProperty.call(message, "serialNumber"))
    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.serialNumber);
   return writer;
  };
  NftID.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.NftID();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.token_ID = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.serialNumber = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.NftID");
     break;
    }
   }
   return message;
  };
  return NftID;
 })();
 proto.FileID = (function() {
  function FileID(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  FileID.prototype.shardNum = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  FileID.prototype.realmNum = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  FileID.prototype.fileNum = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  FileID.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.shardNum != null && Object.hasOwnProperty.call(message, "shardNum"))
    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.shardNum);
   if (message.realmNum != null && Object.hasOwnProperty.call(message, "realmNum"))
    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.realmNum);
   if (message.fileNum != null && Object.hasOwnProperty.call(message, "fileNum"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.fileNum);
   return writer;
  };
  FileID.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.FileID();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.shardNum = reader.int64();
      break;
     }
    case 2: {
      message.realmNum = reader.int64();
      break;
     }
    case 3: {
      message.fileNum = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.FileID");
     break;
    }
   }
   return message;
  };
  return FileID;
 })();
 proto.ContractID = (function() {
  function ContractID(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractID.prototype.shardNum = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  ContractID.prototype.realmNum = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  ContractID.prototype.contractNum = null;
  ContractID.prototype.evmAddress = null;
  let $oneOfFields;
  Object.defineProperty(ContractID.prototype, "contract", {
   get: $util.oneOfGetter($oneOfFields = ["contractNum", "evmAddress"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  ContractID.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.shardNum != null && Object.hasOwnProperty.call(message, "shardNum"))
    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.shardNum);
   if (message.realmNum != null && Object.hasOwnProperty.call(message, "realmNum"))
    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.realmNum);
   if (message.contractNum != null && Object.hasOwnProperty.call(message, "contractNum"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.contractNum);
   if (message.evmAddress != null && Object.hasOwnProperty.call(message, "evmAddress"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.evmAddress);
   return writer;
  };
  ContractID.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractID();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.shardNum = reader.int64();
      break;
     }
    case 2: {
      message.realmNum = reader.int64();
      break;
     }
    case 3: {
      message.contractNum = reader.int64();
      break;
     }
    case 4: {
      message.evmAddress = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ContractID");
     break;
    }
   }
   return message;
  };
  return ContractID;
 })();
 proto.TopicID = (function() {
  function TopicID(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TopicID.prototype.shardNum = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  TopicID.prototype.realmNum = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  TopicID.prototype.topicNum = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  TopicID.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.shardNum != null && Object.hasOwnProperty.call(message, "shardNum"))
    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.shardNum);
   if (message.realmNum != null && Object.hasOwnProperty.call(message, "realmNum"))
    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.realmNum);
   if (message.topicNum != null && Object.hasOwnProperty.call(message, "topicNum"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.topicNum);
   return writer;
  };
  TopicID.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TopicID();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.shardNum = reader.int64();
      break;
     }
    case 2: {
      message.realmNum = reader.int64();
      break;
     }
    case 3: {
      message.topicNum = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TopicID");
     break;
    }
   }
   return message;
  };
  return TopicID;
 })();
 proto.ScheduleID = (function() {
  function ScheduleID(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ScheduleID.prototype.shardNum = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  ScheduleID.prototype.realmNum = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  ScheduleID.prototype.scheduleNum = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  ScheduleID.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.shardNum != null && Object.hasOwnProperty.call(message, "shardNum"))
    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.shardNum);
   if (message.realmNum != null && Object.hasOwnProperty.call(message, "realmNum"))
    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.realmNum);
   if (message.scheduleNum != null && Object.hasOwnProperty.call(message, "scheduleNum"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.scheduleNum);
   return writer;
  };
  ScheduleID.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ScheduleID();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.shardNum = reader.int64();
      break;
     }
    case 2: {
      message.realmNum = reader.int64();
      break;
     }
    case 3: {
      message.scheduleNum = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ScheduleID");
     break;
    }
   }
   return message;
  };
  return ScheduleID;
 })();
 proto.TransactionID = (function() {
  function TransactionID(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TransactionID.prototype.transactionValidStart = null;
  TransactionID.prototype.accountID = null;
  TransactionID.prototype.scheduled = false;
  TransactionID.prototype.nonce = 0;
  TransactionID.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.transactionValidStart != null && Object.hasOwnProperty.call(message, "transactionValidStart"))
    $root.proto.Timestamp.encode(message.transactionValidStart, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.accountID != null && Object.hasOwnProperty.call(message, "accountID"))
    $root.proto.AccountID.encode(message.accountID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.scheduled != null && Object.hasOwnProperty.call(message, "scheduled"))
    writer.uint32(/* id 3, wireType 0 =*/24).bool(message.scheduled);
   if (message.nonce != null && Object.hasOwnProperty.call(message, "nonce"))
    writer.uint32(/* id 4, wireType 0 =*/32).int32(message.nonce);
   return writer;
  };
  TransactionID.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TransactionID();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.transactionValidStart = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.accountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.scheduled = reader.bool();
      break;
     }
    case 4: {
      message.nonce = reader.int32();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TransactionID");
     break;
    }
   }
   return message;
  };
  return TransactionID;
 })();
 proto.Fraction = (function() {
  function Fraction(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  Fraction.prototype.numerator = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Fraction.prototype.denominator = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Fraction.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.numerator != null && Object.hasOwnProperty.call(message, "numerator"))
    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.numerator);
   if (message.denominator != null && Object.hasOwnProperty.call(message, "denominator"))
    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.denominator);
   return writer;
  };
  Fraction.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.Fraction();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.numerator = reader.int64();
      break;
     }
    case 2: {
      message.denominator = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.Fraction");
     break;
    }
   }
   return message;
  };
  return Fraction;
 })();
 proto.TokenType = (function() {
  const valuesById = {}, values = Object.create(valuesById);
  values[valuesById[0] = "FUNGIBLE_COMMON"] = 0;
  values[valuesById[1] = "NON_FUNGIBLE_UNIQUE"] = 1;
  return values;
 })();
 proto.TokenSupplyType = (function() {
  const valuesById = {}, values = Object.create(valuesById);
  values[valuesById[0] = "INFINITE"] = 0;
  values[valuesById[1] = "FINITE"] = 1;
  return values;
 })();
 proto.TokenFreezeStatus = (function() {
  const valuesById = {}, values = Object.create(valuesById);
  values[valuesById[0] = "FreezeNotApplicable"] = 0;
  values[valuesById[1] = "Frozen"] = 1;
  values[valuesById[2] = "Unfrozen"] = 2;
  return values;
 })();
 proto.TokenKycStatus = (function() {
  const valuesById = {}, values = Object.create(valuesById);
  values[valuesById[0] = "KycNotApplicable"] = 0;
  values[valuesById[1] = "Granted"] = 1;
  values[valuesById[2] = "Revoked"] = 2;
  return values;
 })();
 proto.TokenPauseStatus = (function() {
  const valuesById = {}, values = Object.create(valuesById);
  values[valuesById[0] = "PauseNotApplicable"] = 0;
  values[valuesById[1] = "Paused"] = 1;
  values[valuesById[2] = "Unpaused"] = 2;
  return values;
 })();
 proto.Key = (function() {
  function Key(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  Key.prototype.contractID = null;
  Key.prototype.ed25519 = null;
  Key.prototype.RSA_3072 = null;
  Key.prototype.ECDSA_384 = null;
  Key.prototype.thresholdKey = null;
  Key.prototype.keyList = null;
  Key.prototype.ECDSASecp256k1 = null;
  Key.prototype.delegatableContractId = null;
  let $oneOfFields;
  Object.defineProperty(Key.prototype, "key", {
   get: $util.oneOfGetter($oneOfFields = ["contractID", "ed25519", "RSA_3072", "ECDSA_384", "thresholdKey", "keyList", "ECDSASecp256k1", "delegatableContractId"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Key.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.contractID != null && Object.hasOwnProperty.call(message, "contractID"))
    $root.proto.ContractID.encode(message.contractID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.ed25519 != null && Object.hasOwnProperty.call(message, "ed25519"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.ed25519);
   if (message.RSA_3072 != null && Object.hasOwnProperty.call(message, "RSA_3072"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.RSA_3072);
   if (message.ECDSA_384 != null && Object.hasOwnProperty.call(message, "ECDSA_384"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.ECDSA_384);
   if (message.thresholdKey != null && Object.hasOwnProperty.call(message, "thresholdKey"))
    $root.proto.ThresholdKey.encode(message.thresholdKey, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   if (message.keyList != null && Object.hasOwnProperty.call(message, "keyList"))
    $root.proto.KeyList.encode(message.keyList, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.ECDSASecp256k1 != null && Object.hasOwnProperty.call(message, "ECDSASecp256k1"))
    writer.uint32(/* id 7, wireType 2 =*/58).bytes(message.ECDSASecp256k1);
   if (message.delegatableContractId != null && Object.hasOwnProperty.call(message, "delegatableContractId"))
    $root.proto.ContractID.encode(message.delegatableContractId, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   return writer;
  };
  Key.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.Key();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.contractID = $root.proto.ContractID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.ed25519 = reader.bytes();
      break;
     }
    case 3: {
      message.RSA_3072 = reader.bytes();
      break;
     }
    case 4: {
      message.ECDSA_384 = reader.bytes();
      break;
     }
    case 5: {
      message.thresholdKey = $root.proto.ThresholdKey.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.keyList = $root.proto.KeyList.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.ECDSASecp256k1 = reader.bytes();
      break;
     }
    case 8: {
      message.delegatableContractId = $root.proto.ContractID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.Key");
     break;
    }
   }
   return message;
  };
  return Key;
 })();
 proto.ThresholdKey = (function() {
  function ThresholdKey(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ThresholdKey.prototype.threshold = 0;
  ThresholdKey.prototype.keys = null;
  ThresholdKey.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.threshold != null && Object.hasOwnProperty.call(message, "threshold"))
    writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.threshold);
   if (message.keys != null && Object.hasOwnProperty.call(message, "keys"))
    $root.proto.KeyList.encode(message.keys, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  ThresholdKey.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ThresholdKey();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.threshold = reader.uint32();
      break;
     }
    case 2: {
      message.keys = $root.proto.KeyList.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ThresholdKey");
     break;
    }
   }
   return message;
  };
  return ThresholdKey;
 })();
 proto.KeyList = (function() {
  function KeyList(properties) {
   this.keys = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  KeyList.prototype.keys = $util.emptyArray;
  KeyList.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.keys != null && message.keys.length)
    for (let i = 0; i < message.keys.length; ++i)
     $root.proto.Key.encode(message.keys[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  KeyList.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.KeyList();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.keys && message.keys.length))
       message.keys = [];
      message.keys.push($root.proto.Key.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.KeyList");
     break;
    }
   }
   return message;
  };
  return KeyList;
 })();
 proto.SemanticVersion = (function() {
  function SemanticVersion(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SemanticVersion.prototype.major = 0;
  SemanticVersion.prototype.minor = 0;
  SemanticVersion.prototype.patch = 0;
  SemanticVersion.prototype.pre = "";
  SemanticVersion.prototype.build = "";
  SemanticVersion.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.major != null && Object.hasOwnProperty.call(message, "major"))
    writer.uint32(/* id 1, wireType 0 =*/8).int32(message.major);
   if (message.minor != null && Object.hasOwnProperty.call(message, "minor"))
    writer.uint32(/* id 2, wireType 0 =*/16).int32(message.minor);
   if (message.patch != null && Object.hasOwnProperty.call(message, "patch"))
    writer.uint32(/* id 3, wireType 0 =*/24).int32(message.patch);
   if (message.pre != null && Object.hasOwnProperty.call(message, "pre"))
    writer.uint32(/* id 4, wireType 2 =*/34).string(message.pre);
   if (message.build != null && Object.hasOwnProperty.call(message, "build"))
    writer.uint32(/* id 5, wireType 2 =*/42).string(message.build);
   return writer;
  };
  SemanticVersion.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.SemanticVersion();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.major = reader.int32();
      break;
     }
    case 2: {
      message.minor = reader.int32();
      break;
     }
    case 3: {
      message.patch = reader.int32();
      break;
     }
    case 4: {
      message.pre = reader.string();
      break;
     }
    case 5: {
      message.build = reader.string();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.SemanticVersion");
     break;
    }
   }
   return message;
  };
  return SemanticVersion;
 })();
 proto.TokenRelationship = (function() {
  function TokenRelationship(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenRelationship.prototype.tokenId = null;
  TokenRelationship.prototype.symbol = "";
  TokenRelationship.prototype.balance = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  TokenRelationship.prototype.kycStatus = 0;
  TokenRelationship.prototype.freezeStatus = 0;
  TokenRelationship.prototype.decimals = 0;
  TokenRelationship.prototype.automaticAssociation = false;
  TokenRelationship.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.tokenId != null && Object.hasOwnProperty.call(message, "tokenId"))
    $root.proto.TokenID.encode(message.tokenId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.symbol != null && Object.hasOwnProperty.call(message, "symbol"))
    writer.uint32(/* id 2, wireType 2 =*/18).string(message.symbol);
   if (message.balance != null && Object.hasOwnProperty.call(message, "balance"))
    writer.uint32(/* id 3, wireType 0 =*/24).uint64(message.balance);
   if (message.kycStatus != null && Object.hasOwnProperty.call(message, "kycStatus"))
    writer.uint32(/* id 4, wireType 0 =*/32).int32(message.kycStatus);
   if (message.freezeStatus != null && Object.hasOwnProperty.call(message, "freezeStatus"))
    writer.uint32(/* id 5, wireType 0 =*/40).int32(message.freezeStatus);
   if (message.decimals != null && Object.hasOwnProperty.call(message, "decimals"))
    writer.uint32(/* id 6, wireType 0 =*/48).uint32(message.decimals);
   if (message.automaticAssociation != null && Object.hasOwnProperty.call(message, "automaticAssociation"))
    writer.uint32(/* id 7, wireType 0 =*/56).bool(message.automaticAssociation);
   return writer;
  };
  TokenRelationship.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenRelationship();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.tokenId = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.symbol = reader.string();
      break;
     }
    case 3: {
      message.balance = reader.uint64();
      break;
     }
    case 4: {
      message.kycStatus = reader.int32();
      break;
     }
    case 5: {
      message.freezeStatus = reader.int32();
      break;
     }
    case 6: {
      message.decimals = reader.uint32();
      break;
     }
    case 7: {
      message.automaticAssociation = reader.bool();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenRelationship");
     break;
    }
   }
   return message;
  };
  return TokenRelationship;
 })();
 proto.TokenBalance = (function() {
  function TokenBalance(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenBalance.prototype.tokenId = null;
  TokenBalance.prototype.balance = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  TokenBalance.prototype.decimals = 0;
  TokenBalance.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.tokenId != null && Object.hasOwnProperty.call(message, "tokenId"))
    $root.proto.TokenID.encode(message.tokenId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.balance != null && Object.hasOwnProperty.call(message, "balance"))
    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.balance);
   if (message.decimals != null && Object.hasOwnProperty.call(message, "decimals"))
    writer.uint32(/* id 3, wireType 0 =*/24).uint32(message.decimals);
   return writer;
  };
  TokenBalance.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenBalance();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.tokenId = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.balance = reader.uint64();
      break;
     }
    case 3: {
      message.decimals = reader.uint32();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenBalance");
     break;
    }
   }
   return message;
  };
  return TokenBalance;
 })();
 proto.StakingInfo = (function() {
  function StakingInfo(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  StakingInfo.prototype.declineReward = false;
  StakingInfo.prototype.stakePeriodStart = null;
  StakingInfo.prototype.pendingReward = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  StakingInfo.prototype.stakedToMe = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  StakingInfo.prototype.stakedAccountId = null;
  StakingInfo.prototype.stakedNodeId = null;
  let $oneOfFields;
  Object.defineProperty(StakingInfo.prototype, "stakedId", {
   get: $util.oneOfGetter($oneOfFields = ["stakedAccountId", "stakedNodeId"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  StakingInfo.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.declineReward != null && Object.hasOwnProperty.call(message, "declineReward"))
    writer.uint32(/* id 1, wireType 0 =*/8).bool(message.declineReward);
   if (message.stakePeriodStart != null && Object.hasOwnProperty.call(message, "stakePeriodStart"))
    $root.proto.Timestamp.encode(message.stakePeriodStart, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.pendingReward != null && Object.hasOwnProperty.call(message, "pendingReward"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.pendingReward);
   if (message.stakedToMe != null && Object.hasOwnProperty.call(message, "stakedToMe"))
    writer.uint32(/* id 4, wireType 0 =*/32).int64(message.stakedToMe);
   if (message.stakedAccountId != null && Object.hasOwnProperty.call(message, "stakedAccountId"))
    $root.proto.AccountID.encode(message.stakedAccountId, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   if (message.stakedNodeId != null && Object.hasOwnProperty.call(message, "stakedNodeId"))
    writer.uint32(/* id 6, wireType 0 =*/48).int64(message.stakedNodeId);
   return writer;
  };
  StakingInfo.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.StakingInfo();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.declineReward = reader.bool();
      break;
     }
    case 2: {
      message.stakePeriodStart = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.pendingReward = reader.int64();
      break;
     }
    case 4: {
      message.stakedToMe = reader.int64();
      break;
     }
    case 5: {
      message.stakedAccountId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.stakedNodeId = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.StakingInfo");
     break;
    }
   }
   return message;
  };
  return StakingInfo;
 })();
 proto.Timestamp = (function() {
  function Timestamp(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  Timestamp.prototype.seconds = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Timestamp.prototype.nanos = 0;
  Timestamp.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.seconds != null && Object.hasOwnProperty.call(message, "seconds"))
    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.seconds);
   if (message.nanos != null && Object.hasOwnProperty.call(message, "nanos"))
    writer.uint32(/* id 2, wireType 0 =*/16).int32(message.nanos);
   return writer;
  };
  Timestamp.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.Timestamp();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.seconds = reader.int64();
      break;
     }
    case 2: {
      message.nanos = reader.int32();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.Timestamp");
     break;
    }
   }
   return message;
  };
  return Timestamp;
 })();
 proto.Duration = (function() {
  function Duration(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  Duration.prototype.seconds = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Duration.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.seconds != null && Object.hasOwnProperty.call(message, "seconds"))
    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.seconds);
   return writer;
  };
  Duration.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.Duration();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.seconds = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.Duration");
     break;
    }
   }
   return message;
  };
  return Duration;
 })();
 proto.LiveHash = (function() {
  function LiveHash(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  LiveHash.prototype.accountId = null;
  LiveHash.prototype.hash = $util.newBuffer([]);
  LiveHash.prototype.keys = null;
  LiveHash.prototype.duration = null;
  LiveHash.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.accountId != null && Object.hasOwnProperty.call(message, "accountId"))
    $root.proto.AccountID.encode(message.accountId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.hash != null && Object.hasOwnProperty.call(message, "hash"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.hash);
   if (message.keys != null && Object.hasOwnProperty.call(message, "keys"))
    $root.proto.KeyList.encode(message.keys, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.duration != null && Object.hasOwnProperty.call(message, "duration"))
    $root.proto.Duration.encode(message.duration, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   return writer;
  };
  LiveHash.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.LiveHash();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.accountId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.hash = reader.bytes();
      break;
     }
    case 3: {
      message.keys = $root.proto.KeyList.decode(reader, reader.uint32());
      break;
     }
    case 5: {
      message.duration = $root.proto.Duration.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.LiveHash");
     break;
    }
   }
   return message;
  };
  return LiveHash;
 })();
 proto.FractionalFee = (function() {
  function FractionalFee(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  FractionalFee.prototype.fractionalAmount = null;
  FractionalFee.prototype.minimumAmount = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  FractionalFee.prototype.maximumAmount = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  FractionalFee.prototype.netOfTransfers = false;
  FractionalFee.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.fractionalAmount != null && Object.hasOwnProperty.call(message, "fractionalAmount"))
    $root.proto.Fraction.encode(message.fractionalAmount, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.minimumAmount != null && Object.hasOwnProperty.call(message, "minimumAmount"))
    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.minimumAmount);
   if (message.maximumAmount != null && Object.hasOwnProperty.call(message, "maximumAmount"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.maximumAmount);
   if (message.netOfTransfers != null && Object.hasOwnProperty.call(message, "netOfTransfers"))
    writer.uint32(/* id 4, wireType 0 =*/32).bool(message.netOfTransfers);
   return writer;
  };
  FractionalFee.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.FractionalFee();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.fractionalAmount = $root.proto.Fraction.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.minimumAmount = reader.int64();
      break;
     }
    case 3: {
      message.maximumAmount = reader.int64();
      break;
     }
    case 4: {
      message.netOfTransfers = reader.bool();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.FractionalFee");
     break;
    }
   }
   return message;
  };
  return FractionalFee;
 })();
 proto.FixedFee = (function() {
  function FixedFee(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  FixedFee.prototype.amount = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  FixedFee.prototype.denominatingTokenId = null;
  FixedFee.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.amount != null && Object.hasOwnProperty.call(message, "amount"))
    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.amount);
   if (message.denominatingTokenId != null && Object.hasOwnProperty.call(message, "denominatingTokenId"))
    $root.proto.TokenID.encode(message.denominatingTokenId, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  FixedFee.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.FixedFee();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.amount = reader.int64();
      break;
     }
    case 2: {
      message.denominatingTokenId = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.FixedFee");
     break;
    }
   }
   return message;
  };
  return FixedFee;
 })();
 proto.RoyaltyFee = (function() {
  function RoyaltyFee(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  RoyaltyFee.prototype.exchangeValueFraction = null;
  RoyaltyFee.prototype.fallbackFee = null;
  RoyaltyFee.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.exchangeValueFraction != null && Object.hasOwnProperty.call(message, "exchangeValueFraction"))
    $root.proto.Fraction.encode(message.exchangeValueFraction, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.fallbackFee != null && Object.hasOwnProperty.call(message, "fallbackFee"))
    $root.proto.FixedFee.encode(message.fallbackFee, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  RoyaltyFee.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.RoyaltyFee();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.exchangeValueFraction = $root.proto.Fraction.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.fallbackFee = $root.proto.FixedFee.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.RoyaltyFee");
     break;
    }
   }
   return message;
  };
  return RoyaltyFee;
 })();
 proto.CustomFee = (function() {
  function CustomFee(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CustomFee.prototype.fixedFee = null;
  CustomFee.prototype.fractionalFee = null;
  CustomFee.prototype.royaltyFee = null;
  CustomFee.prototype.feeCollectorAccountId = null;
  CustomFee.prototype.allCollectorsAreExempt = false;
  let $oneOfFields;
  Object.defineProperty(CustomFee.prototype, "fee", {
   get: $util.oneOfGetter($oneOfFields = ["fixedFee", "fractionalFee", "royaltyFee"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  CustomFee.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.fixedFee != null && Object.hasOwnProperty.call(message, "fixedFee"))
    $root.proto.FixedFee.encode(message.fixedFee, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.fractionalFee != null && Object.hasOwnProperty.call(message, "fractionalFee"))
    $root.proto.FractionalFee.encode(message.fractionalFee, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.feeCollectorAccountId != null && Object.hasOwnProperty.call(message, "feeCollectorAccountId"))
    $root.proto.AccountID.encode(message.feeCollectorAccountId, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.royaltyFee != null && Object.hasOwnProperty.call(message, "royaltyFee"))
    $root.proto.RoyaltyFee.encode(message.royaltyFee, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   if (message.allCollectorsAreExempt != null && Object.hasOwnProperty.call(message, "allCollectorsAreExempt"))
    writer.uint32(/* id 5, wireType 0 =*/40).bool(message.allCollectorsAreExempt);
   return writer;
  };
  CustomFee.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CustomFee();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.fixedFee = $root.proto.FixedFee.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.fractionalFee = $root.proto.FractionalFee.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.royaltyFee = $root.proto.RoyaltyFee.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.feeCollectorAccountId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 5: {
      message.allCollectorsAreExempt = reader.bool();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CustomFee");
     break;
    }
   }
   return message;
  };
  return CustomFee;
 })();
 proto.FixedCustomFee = (function() {
  function FixedCustomFee(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  FixedCustomFee.prototype.fixedFee = null;
  FixedCustomFee.prototype.feeCollectorAccountId = null;
  FixedCustomFee.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.fixedFee != null && Object.hasOwnProperty.call(message, "fixedFee"))
    $root.proto.FixedFee.encode(message.fixedFee, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.feeCollectorAccountId != null && Object.hasOwnProperty.call(message, "feeCollectorAccountId"))
    $root.proto.AccountID.encode(message.feeCollectorAccountId, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  FixedCustomFee.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.FixedCustomFee();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.fixedFee = $root.proto.FixedFee.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.feeCollectorAccountId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.FixedCustomFee");
     break;
    }
   }
   return message;
  };
  return FixedCustomFee;
 })();
 proto.TransactionResponse = (function() {
  function TransactionResponse(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TransactionResponse.prototype.nodeTransactionPrecheckCode = 0;
  TransactionResponse.prototype.cost = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  TransactionResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.nodeTransactionPrecheckCode != null && Object.hasOwnProperty.call(message, "nodeTransactionPrecheckCode"))
    writer.uint32(/* id 1, wireType 0 =*/8).int32(message.nodeTransactionPrecheckCode);
   if (message.cost != null && Object.hasOwnProperty.call(message, "cost"))
    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.cost);
   return writer;
  };
  TransactionResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TransactionResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.nodeTransactionPrecheckCode = reader.int32();
      break;
     }
    case 2: {
      message.cost = reader.uint64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TransactionResponse");
     break;
    }
   }
   return message;
  };
  return TransactionResponse;
 })();
 proto.ResponseCodeEnum = (function() {
  const valuesById = {}, values = Object.create(valuesById);
  values[valuesById[0] = "OK"] = 0;
  values[valuesById[1] = "INVALID_TRANSACTION"] = 1;
  values[valuesById[2] = "PAYER_ACCOUNT_NOT_FOUND"] = 2;
  values[valuesById[3] = "INVALID_NODE_ACCOUNT"] = 3;
  values[valuesById[4] = "TRANSACTION_EXPIRED"] = 4;
  values[valuesById[5] = "INVALID_TRANSACTION_START"] = 5;
  values[valuesById[6] = "INVALID_TRANSACTION_DURATION"] = 6;
  values[valuesById[7] = "INVALID_SIGNATURE"] = 7;
  values[valuesById[8] = "MEMO_TOO_LONG"] = 8;
  values[valuesById[9] = "INSUFFICIENT_TX_FEE"] = 9;
  values[valuesById[10] = "INSUFFICIENT_PAYER_BALANCE"] = 10;
  values[valuesById[11] = "DUPLICATE_TRANSACTION"] = 11;
  values[valuesById[12] = "BUSY"] = 12;
  values[valuesById[13] = "NOT_SUPPORTED"] = 13;
  values[valuesById[14] = "INVALID_FILE_ID"] = 14;
  values[valuesById[15] = "INVALID_ACCOUNT_ID"] = 15;
  values[valuesById[16] = "INVALID_CONTRACT_ID"] = 16;
  values[valuesById[17] = "INVALID_TRANSACTION_ID"] = 17;
  values[valuesById[18] = "RECEIPT_NOT_FOUND"] = 18;
  values[valuesById[19] = "RECORD_NOT_FOUND"] = 19;
  values[valuesById[20] = "INVALID_SOLIDITY_ID"] = 20;
  values[valuesById[21] = "UNKNOWN"] = 21;
  values[valuesById[22] = "SUCCESS"] = 22;
  values[valuesById[23] = "FAIL_INVALID"] = 23;
  values[valuesById[24] = "FAIL_FEE"] = 24;
  values[valuesById[25] = "FAIL_BALANCE"] = 25;
  values[valuesById[26] = "KEY_REQUIRED"] = 26;
  values[valuesById[27] = "BAD_ENCODING"] = 27;
  values[valuesById[28] = "INSUFFICIENT_ACCOUNT_BALANCE"] = 28;
  values[valuesById[29] = "INVALID_SOLIDITY_ADDRESS"] = 29;
  values[valuesById[30] = "INSUFFICIENT_GAS"] = 30;
  values[valuesById[31] = "CONTRACT_SIZE_LIMIT_EXCEEDED"] = 31;
  values[valuesById[32] = "LOCAL_CALL_MODIFICATION_EXCEPTION"] = 32;
  values[valuesById[33] = "CONTRACT_REVERT_EXECUTED"] = 33;
  values[valuesById[34] = "CONTRACT_EXECUTION_EXCEPTION"] = 34;
  values[valuesById[35] = "INVALID_RECEIVING_NODE_ACCOUNT"] = 35;
  values[valuesById[36] = "MISSING_QUERY_HEADER"] = 36;
  values[valuesById[37] = "ACCOUNT_UPDATE_FAILED"] = 37;
  values[valuesById[38] = "INVALID_KEY_ENCODING"] = 38;
  values[valuesById[39] = "NULL_SOLIDITY_ADDRESS"] = 39;
  values[valuesById[40] = "CONTRACT_UPDATE_FAILED"] = 40;
  values[valuesById[41] = "INVALID_QUERY_HEADER"] = 41;
  values[valuesById[42] = "INVALID_FEE_SUBMITTED"] = 42;
  values[valuesById[43] = "INVALID_PAYER_SIGNATURE"] = 43;
  values[valuesById[44] = "KEY_NOT_PROVIDED"] = 44;
  values[valuesById[45] = "INVALID_EXPIRATION_TIME"] = 45;
  values[valuesById[46] = "NO_WACL_KEY"] = 46;
  values[valuesById[47] = "FILE_CONTENT_EMPTY"] = 47;
  values[valuesById[48] = "INVALID_ACCOUNT_AMOUNTS"] = 48;
  values[valuesById[49] = "EMPTY_TRANSACTION_BODY"] = 49;
  values[valuesById[50] = "INVALID_TRANSACTION_BODY"] = 50;
  values[valuesById[51] = "INVALID_SIGNATURE_TYPE_MISMATCHING_KEY"] = 51;
  values[valuesById[52] = "INVALID_SIGNATURE_COUNT_MISMATCHING_KEY"] = 52;
  values[valuesById[53] = "EMPTY_LIVE_HASH_BODY"] = 53;
  values[valuesById[54] = "EMPTY_LIVE_HASH"] = 54;
  values[valuesById[55] = "EMPTY_LIVE_HASH_KEYS"] = 55;
  values[valuesById[56] = "INVALID_LIVE_HASH_SIZE"] = 56;
  values[valuesById[57] = "EMPTY_QUERY_BODY"] = 57;
  values[valuesById[58] = "EMPTY_LIVE_HASH_QUERY"] = 58;
  values[valuesById[59] = "LIVE_HASH_NOT_FOUND"] = 59;
  values[valuesById[60] = "ACCOUNT_ID_DOES_NOT_EXIST"] = 60;
  values[valuesById[61] = "LIVE_HASH_ALREADY_EXISTS"] = 61;
  values[valuesById[62] = "INVALID_FILE_WACL"] = 62;
  values[valuesById[63] = "SERIALIZATION_FAILED"] = 63;
  values[valuesById[64] = "TRANSACTION_OVERSIZE"] = 64;
  values[valuesById[65] = "TRANSACTION_TOO_MANY_LAYERS"] = 65;
  values[valuesById[66] = "CONTRACT_DELETED"] = 66;
  values[valuesById[67] = "PLATFORM_NOT_ACTIVE"] = 67;
  values[valuesById[68] = "KEY_PREFIX_MISMATCH"] = 68;
  values[valuesById[69] = "PLATFORM_TRANSACTION_NOT_CREATED"] = 69;
  values[valuesById[70] = "INVALID_RENEWAL_PERIOD"] = 70;
  values[valuesById[71] = "INVALID_PAYER_ACCOUNT_ID"] = 71;
  values[valuesById[72] = "ACCOUNT_DELETED"] = 72;
  values[valuesById[73] = "FILE_DELETED"] = 73;
  values[valuesById[74] = "ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS"] = 74;
  values[valuesById[75] = "SETTING_NEGATIVE_ACCOUNT_BALANCE"] = 75;
  values[valuesById[76] = "OBTAINER_REQUIRED"] = 76;
  values[valuesById[77] = "OBTAINER_SAME_CONTRACT_ID"] = 77;
  values[valuesById[78] = "OBTAINER_DOES_NOT_EXIST"] = 78;
  values[valuesById[79] = "MODIFYING_IMMUTABLE_CONTRACT"] = 79;
  values[valuesById[80] = "FILE_SYSTEM_EXCEPTION"] = 80;
  values[valuesById[81] = "AUTORENEW_DURATION_NOT_IN_RANGE"] = 81;
  values[valuesById[82] = "ERROR_DECODING_BYTESTRING"] = 82;
  values[valuesById[83] = "CONTRACT_FILE_EMPTY"] = 83;
  values[valuesById[84] = "CONTRACT_BYTECODE_EMPTY"] = 84;
  values[valuesById[85] = "INVALID_INITIAL_BALANCE"] = 85;
  values[valuesById[86] = "INVALID_RECEIVE_RECORD_THRESHOLD"] = 86;
  values[valuesById[87] = "INVALID_SEND_RECORD_THRESHOLD"] = 87;
  values[valuesById[88] = "ACCOUNT_IS_NOT_GENESIS_ACCOUNT"] = 88;
  values[valuesById[89] = "PAYER_ACCOUNT_UNAUTHORIZED"] = 89;
  values[valuesById[90] = "INVALID_FREEZE_TRANSACTION_BODY"] = 90;
  values[valuesById[91] = "FREEZE_TRANSACTION_BODY_NOT_FOUND"] = 91;
  values[valuesById[92] = "TRANSFER_LIST_SIZE_LIMIT_EXCEEDED"] = 92;
  values[valuesById[93] = "RESULT_SIZE_LIMIT_EXCEEDED"] = 93;
  values[valuesById[94] = "NOT_SPECIAL_ACCOUNT"] = 94;
  values[valuesById[95] = "CONTRACT_NEGATIVE_GAS"] = 95;
  values[valuesById[96] = "CONTRACT_NEGATIVE_VALUE"] = 96;
  values[valuesById[97] = "INVALID_FEE_FILE"] = 97;
  values[valuesById[98] = "INVALID_EXCHANGE_RATE_FILE"] = 98;
  values[valuesById[99] = "INSUFFICIENT_LOCAL_CALL_GAS"] = 99;
  values[valuesById[100] = "ENTITY_NOT_ALLOWED_TO_DELETE"] = 100;
  values[valuesById[101] = "AUTHORIZATION_FAILED"] = 101;
  values[valuesById[102] = "FILE_UPLOADED_PROTO_INVALID"] = 102;
  values[valuesById[103] = "FILE_UPLOADED_PROTO_NOT_SAVED_TO_DISK"] = 103;
  values[valuesById[104] = "FEE_SCHEDULE_FILE_PART_UPLOADED"] = 104;
  values[valuesById[105] = "EXCHANGE_RATE_CHANGE_LIMIT_EXCEEDED"] = 105;
  values[valuesById[106] = "MAX_CONTRACT_STORAGE_EXCEEDED"] = 106;
  values[valuesById[107] = "TRANSFER_ACCOUNT_SAME_AS_DELETE_ACCOUNT"] = 107;
  values[valuesById[108] = "TOTAL_LEDGER_BALANCE_INVALID"] = 108;
  values[valuesById[110] = "EXPIRATION_REDUCTION_NOT_ALLOWED"] = 110;
  values[valuesById[111] = "MAX_GAS_LIMIT_EXCEEDED"] = 111;
  values[valuesById[112] = "MAX_FILE_SIZE_EXCEEDED"] = 112;
  values[valuesById[113] = "RECEIVER_SIG_REQUIRED"] = 113;
  values[valuesById[150] = "INVALID_TOPIC_ID"] = 150;
  values[valuesById[155] = "INVALID_ADMIN_KEY"] = 155;
  values[valuesById[156] = "INVALID_SUBMIT_KEY"] = 156;
  values[valuesById[157] = "UNAUTHORIZED"] = 157;
  values[valuesById[158] = "INVALID_TOPIC_MESSAGE"] = 158;
  values[valuesById[159] = "INVALID_AUTORENEW_ACCOUNT"] = 159;
  values[valuesById[160] = "AUTORENEW_ACCOUNT_NOT_ALLOWED"] = 160;
  values[valuesById[162] = "TOPIC_EXPIRED"] = 162;
  values[valuesById[163] = "INVALID_CHUNK_NUMBER"] = 163;
  values[valuesById[164] = "INVALID_CHUNK_TRANSACTION_ID"] = 164;
  values[valuesById[165] = "ACCOUNT_FROZEN_FOR_TOKEN"] = 165;
  values[valuesById[166] = "TOKENS_PER_ACCOUNT_LIMIT_EXCEEDED"] = 166;
  values[valuesById[167] = "INVALID_TOKEN_ID"] = 167;
  values[valuesById[168] = "INVALID_TOKEN_DECIMALS"] = 168;
  values[valuesById[169] = "INVALID_TOKEN_INITIAL_SUPPLY"] = 169;
  values[valuesById[170] = "INVALID_TREASURY_ACCOUNT_FOR_TOKEN"] = 170;
  values[valuesById[171] = "INVALID_TOKEN_SYMBOL"] = 171;
  values[valuesById[172] = "TOKEN_HAS_NO_FREEZE_KEY"] = 172;
  values[valuesById[173] = "TRANSFERS_NOT_ZERO_SUM_FOR_TOKEN"] = 173;
  values[valuesById[174] = "MISSING_TOKEN_SYMBOL"] = 174;
  values[valuesById[175] = "TOKEN_SYMBOL_TOO_LONG"] = 175;
  values[valuesById[176] = "ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN"] = 176;
  values[valuesById[177] = "TOKEN_HAS_NO_KYC_KEY"] = 177;
  values[valuesById[178] = "INSUFFICIENT_TOKEN_BALANCE"] = 178;
  values[valuesById[179] = "TOKEN_WAS_DELETED"] = 179;
  values[valuesById[180] = "TOKEN_HAS_NO_SUPPLY_KEY"] = 180;
  values[valuesById[181] = "TOKEN_HAS_NO_WIPE_KEY"] = 181;
  values[valuesById[182] = "INVALID_TOKEN_MINT_AMOUNT"] = 182;
  values[valuesById[183] = "INVALID_TOKEN_BURN_AMOUNT"] = 183;
  values[valuesById[184] = "TOKEN_NOT_ASSOCIATED_TO_ACCOUNT"] = 184;
  values[valuesById[185] = "CANNOT_WIPE_TOKEN_TREASURY_ACCOUNT"] = 185;
  values[valuesById[186] = "INVALID_KYC_KEY"] = 186;
  values[valuesById[187] = "INVALID_WIPE_KEY"] = 187;
  values[valuesById[188] = "INVALID_FREEZE_KEY"] = 188;
  values[valuesById[189] = "INVALID_SUPPLY_KEY"] = 189;
  values[valuesById[190] = "MISSING_TOKEN_NAME"] = 190;
  values[valuesById[191] = "TOKEN_NAME_TOO_LONG"] = 191;
  values[valuesById[192] = "INVALID_WIPING_AMOUNT"] = 192;
  values[valuesById[193] = "TOKEN_IS_IMMUTABLE"] = 193;
  values[valuesById[194] = "TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT"] = 194;
  values[valuesById[195] = "TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES"] = 195;
  values[valuesById[196] = "ACCOUNT_IS_TREASURY"] = 196;
  values[valuesById[197] = "TOKEN_ID_REPEATED_IN_TOKEN_LIST"] = 197;
  values[valuesById[198] = "TOKEN_TRANSFER_LIST_SIZE_LIMIT_EXCEEDED"] = 198;
  values[valuesById[199] = "EMPTY_TOKEN_TRANSFER_BODY"] = 199;
  values[valuesById[200] = "EMPTY_TOKEN_TRANSFER_ACCOUNT_AMOUNTS"] = 200;
  values[valuesById[201] = "INVALID_SCHEDULE_ID"] = 201;
  values[valuesById[202] = "SCHEDULE_IS_IMMUTABLE"] = 202;
  values[valuesById[203] = "INVALID_SCHEDULE_PAYER_ID"] = 203;
  values[valuesById[204] = "INVALID_SCHEDULE_ACCOUNT_ID"] = 204;
  values[valuesById[205] = "NO_NEW_VALID_SIGNATURES"] = 205;
  values[valuesById[206] = "UNRESOLVABLE_REQUIRED_SIGNERS"] = 206;
  values[valuesById[207] = "SCHEDULED_TRANSACTION_NOT_IN_WHITELIST"] = 207;
  values[valuesById[208] = "SOME_SIGNATURES_WERE_INVALID"] = 208;
  values[valuesById[209] = "TRANSACTION_ID_FIELD_NOT_ALLOWED"] = 209;
  values[valuesById[210] = "IDENTICAL_SCHEDULE_ALREADY_CREATED"] = 210;
  values[valuesById[211] = "INVALID_ZERO_BYTE_IN_STRING"] = 211;
  values[valuesById[212] = "SCHEDULE_ALREADY_DELETED"] = 212;
  values[valuesById[213] = "SCHEDULE_ALREADY_EXECUTED"] = 213;
  values[valuesById[214] = "MESSAGE_SIZE_TOO_LARGE"] = 214;
  values[valuesById[215] = "OPERATION_REPEATED_IN_BUCKET_GROUPS"] = 215;
  values[valuesById[216] = "BUCKET_CAPACITY_OVERFLOW"] = 216;
  values[valuesById[217] = "NODE_CAPACITY_NOT_SUFFICIENT_FOR_OPERATION"] = 217;
  values[valuesById[218] = "BUCKET_HAS_NO_THROTTLE_GROUPS"] = 218;
  values[valuesById[219] = "THROTTLE_GROUP_HAS_ZERO_OPS_PER_SEC"] = 219;
  values[valuesById[220] = "SUCCESS_BUT_MISSING_EXPECTED_OPERATION"] = 220;
  values[valuesById[221] = "UNPARSEABLE_THROTTLE_DEFINITIONS"] = 221;
  values[valuesById[222] = "INVALID_THROTTLE_DEFINITIONS"] = 222;
  values[valuesById[223] = "ACCOUNT_EXPIRED_AND_PENDING_REMOVAL"] = 223;
  values[valuesById[224] = "INVALID_TOKEN_MAX_SUPPLY"] = 224;
  values[valuesById[225] = "INVALID_TOKEN_NFT_SERIAL_NUMBER"] = 225;
  values[valuesById[226] = "INVALID_NFT_ID"] = 226;
  values[valuesById[227] = "METADATA_TOO_LONG"] = 227;
  values[valuesById[228] = "BATCH_SIZE_LIMIT_EXCEEDED"] = 228;
  values[valuesById[229] = "INVALID_QUERY_RANGE"] = 229;
  values[valuesById[230] = "FRACTION_DIVIDES_BY_ZERO"] = 230;
  values[valuesById[231] = "INSUFFICIENT_PAYER_BALANCE_FOR_CUSTOM_FEE"] = 231;
  values[valuesById[232] = "CUSTOM_FEES_LIST_TOO_LONG"] = 232;
  values[valuesById[233] = "INVALID_CUSTOM_FEE_COLLECTOR"] = 233;
  values[valuesById[234] = "INVALID_TOKEN_ID_IN_CUSTOM_FEES"] = 234;
  values[valuesById[235] = "TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR"] = 235;
  values[valuesById[236] = "TOKEN_MAX_SUPPLY_REACHED"] = 236;
  values[valuesById[237] = "SENDER_DOES_NOT_OWN_NFT_SERIAL_NO"] = 237;
  values[valuesById[238] = "CUSTOM_FEE_NOT_FULLY_SPECIFIED"] = 238;
  values[valuesById[239] = "CUSTOM_FEE_MUST_BE_POSITIVE"] = 239;
  values[valuesById[240] = "TOKEN_HAS_NO_FEE_SCHEDULE_KEY"] = 240;
  values[valuesById[241] = "CUSTOM_FEE_OUTSIDE_NUMERIC_RANGE"] = 241;
  values[valuesById[242] = "ROYALTY_FRACTION_CANNOT_EXCEED_ONE"] = 242;
  values[valuesById[243] = "FRACTIONAL_FEE_MAX_AMOUNT_LESS_THAN_MIN_AMOUNT"] = 243;
  values[valuesById[244] = "CUSTOM_SCHEDULE_ALREADY_HAS_NO_FEES"] = 244;
  values[valuesById[245] = "CUSTOM_FEE_DENOMINATION_MUST_BE_FUNGIBLE_COMMON"] = 245;
  values[valuesById[246] = "CUSTOM_FRACTIONAL_FEE_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON"] = 246;
  values[valuesById[247] = "INVALID_CUSTOM_FEE_SCHEDULE_KEY"] = 247;
  values[valuesById[248] = "INVALID_TOKEN_MINT_METADATA"] = 248;
  values[valuesById[249] = "INVALID_TOKEN_BURN_METADATA"] = 249;
  values[valuesById[250] = "CURRENT_TREASURY_STILL_OWNS_NFTS"] = 250;
  values[valuesById[251] = "ACCOUNT_STILL_OWNS_NFTS"] = 251;
  values[valuesById[252] = "TREASURY_MUST_OWN_BURNED_NFT"] = 252;
  values[valuesById[253] = "ACCOUNT_DOES_NOT_OWN_WIPED_NFT"] = 253;
  values[valuesById[254] = "ACCOUNT_AMOUNT_TRANSFERS_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON"] = 254;
  values[valuesById[255] = "MAX_NFTS_IN_PRICE_REGIME_HAVE_BEEN_MINTED"] = 255;
  values[valuesById[256] = "PAYER_ACCOUNT_DELETED"] = 256;
  values[valuesById[257] = "CUSTOM_FEE_CHARGING_EXCEEDED_MAX_RECURSION_DEPTH"] = 257;
  values[valuesById[258] = "CUSTOM_FEE_CHARGING_EXCEEDED_MAX_ACCOUNT_AMOUNTS"] = 258;
  values[valuesById[259] = "INSUFFICIENT_SENDER_ACCOUNT_BALANCE_FOR_CUSTOM_FEE"] = 259;
  values[valuesById[260] = "SERIAL_NUMBER_LIMIT_REACHED"] = 260;
  values[valuesById[261] = "CUSTOM_ROYALTY_FEE_ONLY_ALLOWED_FOR_NON_FUNGIBLE_UNIQUE"] = 261;
  values[valuesById[262] = "NO_REMAINING_AUTOMATIC_ASSOCIATIONS"] = 262;
  values[valuesById[263] = "EXISTING_AUTOMATIC_ASSOCIATIONS_EXCEED_GIVEN_LIMIT"] = 263;
  values[valuesById[264] = "REQUESTED_NUM_AUTOMATIC_ASSOCIATIONS_EXCEEDS_ASSOCIATION_LIMIT"] = 264;
  values[valuesById[265] = "TOKEN_IS_PAUSED"] = 265;
  values[valuesById[266] = "TOKEN_HAS_NO_PAUSE_KEY"] = 266;
  values[valuesById[267] = "INVALID_PAUSE_KEY"] = 267;
  values[valuesById[268] = "FREEZE_UPDATE_FILE_DOES_NOT_EXIST"] = 268;
  values[valuesById[269] = "FREEZE_UPDATE_FILE_HASH_DOES_NOT_MATCH"] = 269;
  values[valuesById[270] = "NO_UPGRADE_HAS_BEEN_PREPARED"] = 270;
  values[valuesById[271] = "NO_FREEZE_IS_SCHEDULED"] = 271;
  values[valuesById[272] = "UPDATE_FILE_HASH_CHANGED_SINCE_PREPARE_UPGRADE"] = 272;
  values[valuesById[273] = "FREEZE_START_TIME_MUST_BE_FUTURE"] = 273;
  values[valuesById[274] = "PREPARED_UPDATE_FILE_IS_IMMUTABLE"] = 274;
  values[valuesById[275] = "FREEZE_ALREADY_SCHEDULED"] = 275;
  values[valuesById[276] = "FREEZE_UPGRADE_IN_PROGRESS"] = 276;
  values[valuesById[277] = "UPDATE_FILE_ID_DOES_NOT_MATCH_PREPARED"] = 277;
  values[valuesById[278] = "UPDATE_FILE_HASH_DOES_NOT_MATCH_PREPARED"] = 278;
  values[valuesById[279] = "CONSENSUS_GAS_EXHAUSTED"] = 279;
  values[valuesById[280] = "REVERTED_SUCCESS"] = 280;
  values[valuesById[281] = "MAX_STORAGE_IN_PRICE_REGIME_HAS_BEEN_USED"] = 281;
  values[valuesById[282] = "INVALID_ALIAS_KEY"] = 282;
  values[valuesById[283] = "UNEXPECTED_TOKEN_DECIMALS"] = 283;
  values[valuesById[284] = "INVALID_PROXY_ACCOUNT_ID"] = 284;
  values[valuesById[285] = "INVALID_TRANSFER_ACCOUNT_ID"] = 285;
  values[valuesById[286] = "INVALID_FEE_COLLECTOR_ACCOUNT_ID"] = 286;
  values[valuesById[287] = "ALIAS_IS_IMMUTABLE"] = 287;
  values[valuesById[288] = "SPENDER_ACCOUNT_SAME_AS_OWNER"] = 288;
  values[valuesById[289] = "AMOUNT_EXCEEDS_TOKEN_MAX_SUPPLY"] = 289;
  values[valuesById[290] = "NEGATIVE_ALLOWANCE_AMOUNT"] = 290;
  values[valuesById[291] = "CANNOT_APPROVE_FOR_ALL_FUNGIBLE_COMMON"] = 291;
  values[valuesById[292] = "SPENDER_DOES_NOT_HAVE_ALLOWANCE"] = 292;
  values[valuesById[293] = "AMOUNT_EXCEEDS_ALLOWANCE"] = 293;
  values[valuesById[294] = "MAX_ALLOWANCES_EXCEEDED"] = 294;
  values[valuesById[295] = "EMPTY_ALLOWANCES"] = 295;
  values[valuesById[296] = "SPENDER_ACCOUNT_REPEATED_IN_ALLOWANCES"] = 296;
  values[valuesById[297] = "REPEATED_SERIAL_NUMS_IN_NFT_ALLOWANCES"] = 297;
  values[valuesById[298] = "FUNGIBLE_TOKEN_IN_NFT_ALLOWANCES"] = 298;
  values[valuesById[299] = "NFT_IN_FUNGIBLE_TOKEN_ALLOWANCES"] = 299;
  values[valuesById[300] = "INVALID_ALLOWANCE_OWNER_ID"] = 300;
  values[valuesById[301] = "INVALID_ALLOWANCE_SPENDER_ID"] = 301;
  values[valuesById[302] = "REPEATED_ALLOWANCES_TO_DELETE"] = 302;
  values[valuesById[303] = "INVALID_DELEGATING_SPENDER"] = 303;
  values[valuesById[304] = "DELEGATING_SPENDER_CANNOT_GRANT_APPROVE_FOR_ALL"] = 304;
  values[valuesById[305] = "DELEGATING_SPENDER_DOES_NOT_HAVE_APPROVE_FOR_ALL"] = 305;
  values[valuesById[306] = "SCHEDULE_EXPIRATION_TIME_TOO_FAR_IN_FUTURE"] = 306;
  values[valuesById[307] = "SCHEDULE_EXPIRATION_TIME_MUST_BE_HIGHER_THAN_CONSENSUS_TIME"] = 307;
  values[valuesById[308] = "SCHEDULE_FUTURE_THROTTLE_EXCEEDED"] = 308;
  values[valuesById[309] = "SCHEDULE_FUTURE_GAS_LIMIT_EXCEEDED"] = 309;
  values[valuesById[310] = "INVALID_ETHEREUM_TRANSACTION"] = 310;
  values[valuesById[311] = "WRONG_CHAIN_ID"] = 311;
  values[valuesById[312] = "WRONG_NONCE"] = 312;
  values[valuesById[313] = "ACCESS_LIST_UNSUPPORTED"] = 313;
  values[valuesById[314] = "SCHEDULE_PENDING_EXPIRATION"] = 314;
  values[valuesById[315] = "CONTRACT_IS_TOKEN_TREASURY"] = 315;
  values[valuesById[316] = "CONTRACT_HAS_NON_ZERO_TOKEN_BALANCES"] = 316;
  values[valuesById[317] = "CONTRACT_EXPIRED_AND_PENDING_REMOVAL"] = 317;
  values[valuesById[318] = "CONTRACT_HAS_NO_AUTO_RENEW_ACCOUNT"] = 318;
  values[valuesById[319] = "PERMANENT_REMOVAL_REQUIRES_SYSTEM_INITIATION"] = 319;
  values[valuesById[320] = "PROXY_ACCOUNT_ID_FIELD_IS_DEPRECATED"] = 320;
  values[valuesById[321] = "SELF_STAKING_IS_NOT_ALLOWED"] = 321;
  values[valuesById[322] = "INVALID_STAKING_ID"] = 322;
  values[valuesById[323] = "STAKING_NOT_ENABLED"] = 323;
  values[valuesById[324] = "INVALID_PRNG_RANGE"] = 324;
  values[valuesById[325] = "MAX_ENTITIES_IN_PRICE_REGIME_HAVE_BEEN_CREATED"] = 325;
  values[valuesById[326] = "INVALID_FULL_PREFIX_SIGNATURE_FOR_PRECOMPILE"] = 326;
  values[valuesById[327] = "INSUFFICIENT_BALANCES_FOR_STORAGE_RENT"] = 327;
  values[valuesById[328] = "MAX_CHILD_RECORDS_EXCEEDED"] = 328;
  values[valuesById[329] = "INSUFFICIENT_BALANCES_FOR_RENEWAL_FEES"] = 329;
  values[valuesById[330] = "TRANSACTION_HAS_UNKNOWN_FIELDS"] = 330;
  values[valuesById[331] = "ACCOUNT_IS_IMMUTABLE"] = 331;
  values[valuesById[332] = "ALIAS_ALREADY_ASSIGNED"] = 332;
  values[valuesById[333] = "INVALID_METADATA_KEY"] = 333;
  values[valuesById[334] = "TOKEN_HAS_NO_METADATA_KEY"] = 334;
  values[valuesById[335] = "MISSING_TOKEN_METADATA"] = 335;
  values[valuesById[336] = "MISSING_SERIAL_NUMBERS"] = 336;
  values[valuesById[337] = "TOKEN_HAS_NO_ADMIN_KEY"] = 337;
  values[valuesById[338] = "NODE_DELETED"] = 338;
  values[valuesById[339] = "INVALID_NODE_ID"] = 339;
  values[valuesById[340] = "INVALID_GOSSIP_ENDPOINT"] = 340;
  values[valuesById[341] = "INVALID_NODE_ACCOUNT_ID"] = 341;
  values[valuesById[342] = "INVALID_NODE_DESCRIPTION"] = 342;
  values[valuesById[343] = "INVALID_SERVICE_ENDPOINT"] = 343;
  values[valuesById[344] = "INVALID_GOSSIP_CA_CERTIFICATE"] = 344;
  values[valuesById[345] = "INVALID_GRPC_CERTIFICATE"] = 345;
  values[valuesById[346] = "INVALID_MAX_AUTO_ASSOCIATIONS"] = 346;
  values[valuesById[347] = "MAX_NODES_CREATED"] = 347;
  values[valuesById[348] = "IP_FQDN_CANNOT_BE_SET_FOR_SAME_ENDPOINT"] = 348;
  values[valuesById[349] = "GOSSIP_ENDPOINT_CANNOT_HAVE_FQDN"] = 349;
  values[valuesById[350] = "FQDN_SIZE_TOO_LARGE"] = 350;
  values[valuesById[351] = "INVALID_ENDPOINT"] = 351;
  values[valuesById[352] = "GOSSIP_ENDPOINTS_EXCEEDED_LIMIT"] = 352;
  values[valuesById[353] = "TOKEN_REFERENCE_REPEATED"] = 353;
  values[valuesById[354] = "INVALID_OWNER_ID"] = 354;
  values[valuesById[355] = "TOKEN_REFERENCE_LIST_SIZE_LIMIT_EXCEEDED"] = 355;
  values[valuesById[356] = "SERVICE_ENDPOINTS_EXCEEDED_LIMIT"] = 356;
  values[valuesById[357] = "INVALID_IPV4_ADDRESS"] = 357;
  values[valuesById[358] = "EMPTY_TOKEN_REFERENCE_LIST"] = 358;
  values[valuesById[359] = "UPDATE_NODE_ACCOUNT_NOT_ALLOWED"] = 359;
  values[valuesById[360] = "TOKEN_HAS_NO_METADATA_OR_SUPPLY_KEY"] = 360;
  values[valuesById[361] = "EMPTY_PENDING_AIRDROP_ID_LIST"] = 361;
  values[valuesById[362] = "PENDING_AIRDROP_ID_REPEATED"] = 362;
  values[valuesById[363] = "PENDING_AIRDROP_ID_LIST_TOO_LONG"] = 363;
  values[valuesById[364] = "PENDING_NFT_AIRDROP_ALREADY_EXISTS"] = 364;
  values[valuesById[365] = "ACCOUNT_HAS_PENDING_AIRDROPS"] = 365;
  values[valuesById[366] = "THROTTLED_AT_CONSENSUS"] = 366;
  values[valuesById[367] = "INVALID_PENDING_AIRDROP_ID"] = 367;
  values[valuesById[368] = "TOKEN_AIRDROP_WITH_FALLBACK_ROYALTY"] = 368;
  values[valuesById[369] = "INVALID_TOKEN_IN_PENDING_AIRDROP"] = 369;
  values[valuesById[370] = "SCHEDULE_EXPIRY_IS_BUSY"] = 370;
  values[valuesById[371] = "INVALID_GRPC_CERTIFICATE_HASH"] = 371;
  values[valuesById[372] = "MISSING_EXPIRY_TIME"] = 372;
  values[valuesById[373] = "NO_SCHEDULING_ALLOWED_AFTER_SCHEDULED_RECURSION"] = 373;
  values[valuesById[374] = "RECURSIVE_SCHEDULING_LIMIT_REACHED"] = 374;
  values[valuesById[375] = "WAITING_FOR_LEDGER_ID"] = 375;
  values[valuesById[376] = "MAX_ENTRIES_FOR_FEE_EXEMPT_KEY_LIST_EXCEEDED"] = 376;
  values[valuesById[377] = "FEE_EXEMPT_KEY_LIST_CONTAINS_DUPLICATED_KEYS"] = 377;
  values[valuesById[378] = "INVALID_KEY_IN_FEE_EXEMPT_KEY_LIST"] = 378;
  values[valuesById[379] = "INVALID_FEE_SCHEDULE_KEY"] = 379;
  values[valuesById[380] = "FEE_SCHEDULE_KEY_CANNOT_BE_UPDATED"] = 380;
  values[valuesById[381] = "FEE_SCHEDULE_KEY_NOT_SET"] = 381;
  values[valuesById[382] = "MAX_CUSTOM_FEE_LIMIT_EXCEEDED"] = 382;
  values[valuesById[383] = "NO_VALID_MAX_CUSTOM_FEE"] = 383;
  values[valuesById[384] = "INVALID_MAX_CUSTOM_FEES"] = 384;
  values[valuesById[385] = "DUPLICATE_DENOMINATION_IN_MAX_CUSTOM_FEE_LIST"] = 385;
  values[valuesById[386] = "DUPLICATE_ACCOUNT_ID_IN_MAX_CUSTOM_FEE_LIST"] = 386;
  values[valuesById[387] = "MAX_CUSTOM_FEES_IS_NOT_SUPPORTED"] = 387;
  values[valuesById[388] = "BATCH_LIST_EMPTY"] = 388;
  values[valuesById[389] = "BATCH_LIST_CONTAINS_DUPLICATES"] = 389;
  values[valuesById[390] = "BATCH_TRANSACTION_IN_BLACKLIST"] = 390;
  values[valuesById[391] = "INNER_TRANSACTION_FAILED"] = 391;
  values[valuesById[392] = "MISSING_BATCH_KEY"] = 392;
  values[valuesById[393] = "BATCH_KEY_SET_ON_NON_INNER_TRANSACTION"] = 393;
  values[valuesById[394] = "INVALID_BATCH_KEY"] = 394;
  values[valuesById[395] = "SCHEDULE_EXPIRY_NOT_CONFIGURABLE"] = 395;
  values[valuesById[396] = "CREATING_SYSTEM_ENTITIES"] = 396;
  values[valuesById[397] = "THROTTLE_GROUP_LCM_OVERFLOW"] = 397;
  values[valuesById[398] = "AIRDROP_CONTAINS_MULTIPLE_SENDERS_FOR_A_TOKEN"] = 398;
  values[valuesById[399] = "GRPC_WEB_PROXY_NOT_SUPPORTED"] = 399;
  values[valuesById[400] = "NFT_TRANSFERS_ONLY_ALLOWED_FOR_NON_FUNGIBLE_UNIQUE"] = 400;
  values[valuesById[401] = "INVALID_SERIALIZED_TX_MESSAGE_HASH_ALGORITHM"] = 401;
  values[valuesById[499] = "WRONG_HOOK_ENTITY_TYPE"] = 499;
  values[valuesById[500] = "EVM_HOOK_GAS_THROTTLED"] = 500;
  values[valuesById[501] = "HOOK_ID_IN_USE"] = 501;
  values[valuesById[502] = "BAD_HOOK_REQUEST"] = 502;
  values[valuesById[503] = "REJECTED_BY_ACCOUNT_ALLOWANCE_HOOK"] = 503;
  values[valuesById[504] = "HOOK_NOT_FOUND"] = 504;
  values[valuesById[505] = "EVM_HOOK_STORAGE_UPDATE_BYTES_TOO_LONG"] = 505;
  values[valuesById[506] = "EVM_HOOK_STORAGE_UPDATE_BYTES_MUST_USE_MINIMAL_REPRESENTATION"] = 506;
  values[valuesById[507] = "INVALID_HOOK_ID"] = 507;
  values[valuesById[508] = "EMPTY_EVM_HOOK_STORAGE_UPDATE"] = 508;
  values[valuesById[509] = "HOOK_ID_REPEATED_IN_CREATION_DETAILS"] = 509;
  values[valuesById[510] = "HOOKS_NOT_ENABLED"] = 510;
  values[valuesById[511] = "HOOK_IS_NOT_AN_EVM_HOOK"] = 511;
  values[valuesById[512] = "HOOK_DELETED"] = 512;
  values[valuesById[513] = "TOO_MANY_EVM_HOOK_STORAGE_UPDATES"] = 513;
  values[valuesById[514] = "HOOK_CREATION_BYTES_MUST_USE_MINIMAL_REPRESENTATION"] = 514;
  values[valuesById[515] = "HOOK_CREATION_BYTES_TOO_LONG"] = 515;
  values[valuesById[516] = "INVALID_HOOK_CREATION_SPEC"] = 516;
  values[valuesById[517] = "HOOK_EXTENSION_EMPTY"] = 517;
  values[valuesById[518] = "INVALID_HOOK_ADMIN_KEY"] = 518;
  values[valuesById[519] = "HOOK_DELETION_REQUIRES_ZERO_STORAGE_SLOTS"] = 519;
  values[valuesById[520] = "CANNOT_SET_HOOKS_AND_APPROVAL"] = 520;
  values[valuesById[521] = "TRANSACTION_REQUIRES_ZERO_HOOKS"] = 521;
  values[valuesById[522] = "INVALID_HOOK_CALL"] = 522;
  values[valuesById[523] = "HOOKS_ARE_NOT_SUPPORTED_IN_AIRDROPS"] = 523;
  values[valuesById[524] = "ACCOUNT_IS_LINKED_TO_A_NODE"] = 524;
  values[valuesById[525] = "HOOKS_EXECUTIONS_REQUIRE_TOP_LEVEL_CRYPTO_TRANSFER"] = 525;
  values[valuesById[526] = "NODE_ACCOUNT_HAS_ZERO_BALANCE"] = 526;
  values[valuesById[527] = "TRANSFER_TO_FEE_COLLECTION_ACCOUNT_NOT_ALLOWED"] = 527;
  values[valuesById[528] = "TOO_MANY_HOOK_INVOCATIONS"] = 528;
  values[valuesById[529] = "INVALID_REGISTERED_NODE_ID"] = 529;
  values[valuesById[530] = "INVALID_REGISTERED_ENDPOINT"] = 530;
  values[valuesById[531] = "REGISTERED_ENDPOINTS_EXCEEDED_LIMIT"] = 531;
  values[valuesById[532] = "INVALID_REGISTERED_ENDPOINT_ADDRESS"] = 532;
  values[valuesById[533] = "INVALID_REGISTERED_ENDPOINT_TYPE"] = 533;
  values[valuesById[534] = "REGISTERED_NODE_STILL_ASSOCIATED"] = 534;
  values[valuesById[535] = "MAX_REGISTERED_NODES_EXCEEDED"] = 535;
  return values;
 })();
 proto.ConsensusGetTopicInfoQuery = (function() {
  function ConsensusGetTopicInfoQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ConsensusGetTopicInfoQuery.prototype.header = null;
  ConsensusGetTopicInfoQuery.prototype.topicID = null;
  ConsensusGetTopicInfoQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.topicID != null && Object.hasOwnProperty.call(message, "topicID"))
    $root.proto.TopicID.encode(message.topicID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  ConsensusGetTopicInfoQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ConsensusGetTopicInfoQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.topicID = $root.proto.TopicID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ConsensusGetTopicInfoQuery");
     break;
    }
   }
   return message;
  };
  return ConsensusGetTopicInfoQuery;
 })();
 proto.ConsensusGetTopicInfoResponse = (function() {
  function ConsensusGetTopicInfoResponse(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ConsensusGetTopicInfoResponse.prototype.header = null;
  ConsensusGetTopicInfoResponse.prototype.topicID = null;
  ConsensusGetTopicInfoResponse.prototype.topicInfo = null;
  ConsensusGetTopicInfoResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.topicID != null && Object.hasOwnProperty.call(message, "topicID"))
    $root.proto.TopicID.encode(message.topicID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.topicInfo != null && Object.hasOwnProperty.call(message, "topicInfo"))
    $root.proto.ConsensusTopicInfo.encode(message.topicInfo, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   return writer;
  };
  ConsensusGetTopicInfoResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ConsensusGetTopicInfoResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.topicID = $root.proto.TopicID.decode(reader, reader.uint32());
      break;
     }
    case 5: {
      message.topicInfo = $root.proto.ConsensusTopicInfo.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ConsensusGetTopicInfoResponse");
     break;
    }
   }
   return message;
  };
  return ConsensusGetTopicInfoResponse;
 })();
 proto.ResponseType = (function() {
  const valuesById = {}, values = Object.create(valuesById);
  values[valuesById[0] = "ANSWER_ONLY"] = 0;
  values[valuesById[1] = "ANSWER_STATE_PROOF"] = 1;
  values[valuesById[2] = "COST_ANSWER"] = 2;
  values[valuesById[3] = "COST_ANSWER_STATE_PROOF"] = 3;
  return values;
 })();
 proto.QueryHeader = (function() {
  function QueryHeader(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  QueryHeader.prototype.payment = $util.newBuffer([]);
  QueryHeader.prototype.responseType = 0;
  QueryHeader.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.payment != null && Object.hasOwnProperty.call(message, "payment"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.payment);
   if (message.responseType != null && Object.hasOwnProperty.call(message, "responseType"))
    writer.uint32(/* id 2, wireType 0 =*/16).int32(message.responseType);
   return writer;
  };
  QueryHeader.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.QueryHeader();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.payment = reader.bytes();
      break;
     }
    case 2: {
      message.responseType = reader.int32();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.QueryHeader");
     break;
    }
   }
   return message;
  };
  return QueryHeader;
 })();
 proto.ResponseHeader = (function() {
  function ResponseHeader(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ResponseHeader.prototype.nodeTransactionPrecheckCode = 0;
  ResponseHeader.prototype.responseType = 0;
  ResponseHeader.prototype.cost = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  ResponseHeader.prototype.stateProof = $util.newBuffer([]);
  ResponseHeader.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.nodeTransactionPrecheckCode != null && Object.hasOwnProperty.call(message, "nodeTransactionPrecheckCode"))
    writer.uint32(/* id 1, wireType 0 =*/8).int32(message.nodeTransactionPrecheckCode);
   if (message.responseType != null && Object.hasOwnProperty.call(message, "responseType"))
    writer.uint32(/* id 2, wireType 0 =*/16).int32(message.responseType);
   if (message.cost != null && Object.hasOwnProperty.call(message, "cost"))
    writer.uint32(/* id 3, wireType 0 =*/24).uint64(message.cost);
   if (message.stateProof != null && Object.hasOwnProperty.call(message, "stateProof"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.stateProof);
   return writer;
  };
  ResponseHeader.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ResponseHeader();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.nodeTransactionPrecheckCode = reader.int32();
      break;
     }
    case 2: {
      message.responseType = reader.int32();
      break;
     }
    case 3: {
      message.cost = reader.uint64();
      break;
     }
    case 4: {
      message.stateProof = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ResponseHeader");
     break;
    }
   }
   return message;
  };
  return ResponseHeader;
 })();
 proto.ConsensusTopicInfo = (function() {
  function ConsensusTopicInfo(properties) {
   this.feeExemptKeyList = [];
   this.customFees = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ConsensusTopicInfo.prototype.memo = "";
  ConsensusTopicInfo.prototype.runningHash = $util.newBuffer([]);
  ConsensusTopicInfo.prototype.sequenceNumber = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  ConsensusTopicInfo.prototype.expirationTime = null;
  ConsensusTopicInfo.prototype.adminKey = null;
  ConsensusTopicInfo.prototype.submitKey = null;
  ConsensusTopicInfo.prototype.autoRenewPeriod = null;
  ConsensusTopicInfo.prototype.autoRenewAccount = null;
  ConsensusTopicInfo.prototype.ledgerId = $util.newBuffer([]);
  ConsensusTopicInfo.prototype.feeScheduleKey = null;
  ConsensusTopicInfo.prototype.feeExemptKeyList = $util.emptyArray;
  ConsensusTopicInfo.prototype.customFees = $util.emptyArray;
  ConsensusTopicInfo.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    writer.uint32(/* id 1, wireType 2 =*/10).string(message.memo);
   if (message.runningHash != null && Object.hasOwnProperty.call(message, "runningHash"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.runningHash);
   if (message.sequenceNumber != null && Object.hasOwnProperty.call(message, "sequenceNumber"))
    writer.uint32(/* id 3, wireType 0 =*/24).uint64(message.sequenceNumber);
   if (message.expirationTime != null && Object.hasOwnProperty.call(message, "expirationTime"))
    $root.proto.Timestamp.encode(message.expirationTime, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   if (message.adminKey != null && Object.hasOwnProperty.call(message, "adminKey"))
    $root.proto.Key.encode(message.adminKey, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   if (message.submitKey != null && Object.hasOwnProperty.call(message, "submitKey"))
    $root.proto.Key.encode(message.submitKey, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.autoRenewPeriod != null && Object.hasOwnProperty.call(message, "autoRenewPeriod"))
    $root.proto.Duration.encode(message.autoRenewPeriod, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.autoRenewAccount != null && Object.hasOwnProperty.call(message, "autoRenewAccount"))
    $root.proto.AccountID.encode(message.autoRenewAccount, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   if (message.ledgerId != null && Object.hasOwnProperty.call(message, "ledgerId"))
    writer.uint32(/* id 9, wireType 2 =*/74).bytes(message.ledgerId);
   if (message.feeScheduleKey != null && Object.hasOwnProperty.call(message, "feeScheduleKey"))
    $root.proto.Key.encode(message.feeScheduleKey, writer.uint32(/* id 10, wireType 2 =*/82).fork()).ldelim();
   if (message.feeExemptKeyList != null && message.feeExemptKeyList.length)
    for (let i = 0; i < message.feeExemptKeyList.length; ++i)
     $root.proto.Key.encode(message.feeExemptKeyList[i], writer.uint32(/* id 11, wireType 2 =*/90).fork()).ldelim();
   if (message.customFees != null && message.customFees.length)
    for (let i = 0; i < message.customFees.length; ++i)
     $root.proto.FixedCustomFee.encode(message.customFees[i], writer.uint32(/* id 12, wireType 2 =*/98).fork()).ldelim();
   return writer;
  };
  ConsensusTopicInfo.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ConsensusTopicInfo();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.memo = reader.string();
      break;
     }
    case 2: {
      message.runningHash = reader.bytes();
      break;
     }
    case 3: {
      message.sequenceNumber = reader.uint64();
      break;
     }
    case 4: {
      message.expirationTime = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 5: {
      message.adminKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.submitKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.autoRenewPeriod = $root.proto.Duration.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.autoRenewAccount = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 9: {
      message.ledgerId = reader.bytes();
      break;
     }
    case 10: {
      message.feeScheduleKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 11: {
      if (!(message.feeExemptKeyList && message.feeExemptKeyList.length))
       message.feeExemptKeyList = [];
      message.feeExemptKeyList.push($root.proto.Key.decode(reader, reader.uint32()));
      break;
     }
    case 12: {
      if (!(message.customFees && message.customFees.length))
       message.customFees = [];
      message.customFees.push($root.proto.FixedCustomFee.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ConsensusTopicInfo");
     break;
    }
   }
   return message;
  };
  return ConsensusTopicInfo;
 })();
 proto.Query = (function() {
  function Query(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  Query.prototype.getByKey = null;
  Query.prototype.getBySolidityID = null;
  Query.prototype.contractCallLocal = null;
  Query.prototype.contractGetInfo = null;
  Query.prototype.contractGetBytecode = null;
  Query.prototype.ContractGetRecords = null;
  Query.prototype.cryptogetAccountBalance = null;
  Query.prototype.cryptoGetAccountRecords = null;
  Query.prototype.cryptoGetInfo = null;
  Query.prototype.cryptoGetLiveHash = null;
  Query.prototype.cryptoGetProxyStakers = null;
  Query.prototype.fileGetContents = null;
  Query.prototype.fileGetInfo = null;
  Query.prototype.transactionGetReceipt = null;
  Query.prototype.transactionGetRecord = null;
  Query.prototype.transactionGetFastRecord = null;
  Query.prototype.consensusGetTopicInfo = null;
  Query.prototype.networkGetVersionInfo = null;
  Query.prototype.tokenGetInfo = null;
  Query.prototype.scheduleGetInfo = null;
  Query.prototype.tokenGetAccountNftInfos = null;
  Query.prototype.tokenGetNftInfo = null;
  Query.prototype.tokenGetNftInfos = null;
  Query.prototype.networkGetExecutionTime = null;
  Query.prototype.accountDetails = null;
  let $oneOfFields;
  Object.defineProperty(Query.prototype, "query", {
   get: $util.oneOfGetter($oneOfFields = ["getByKey", "getBySolidityID", "contractCallLocal", "contractGetInfo", "contractGetBytecode", "ContractGetRecords", "cryptogetAccountBalance", "cryptoGetAccountRecords", "cryptoGetInfo", "cryptoGetLiveHash", "cryptoGetProxyStakers", "fileGetContents", "fileGetInfo", "transactionGetReceipt", "transactionGetRecord", "transactionGetFastRecord", "consensusGetTopicInfo", "networkGetVersionInfo", "tokenGetInfo", "scheduleGetInfo", "tokenGetAccountNftInfos", "tokenGetNftInfo", "tokenGetNftInfos", "networkGetExecutionTime", "accountDetails"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Query.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.getByKey != null && Object.hasOwnProperty.call(message, "getByKey"))
    $root.proto.GetByKeyQuery.encode(message.getByKey, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.getBySolidityID != null && Object.hasOwnProperty.call(message, "getBySolidityID"))
    $root.proto.GetBySolidityIDQuery.encode(message.getBySolidityID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.contractCallLocal != null && Object.hasOwnProperty.call(message, "contractCallLocal"))
    $root.proto.ContractCallLocalQuery.encode(message.contractCallLocal, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.contractGetInfo != null && Object.hasOwnProperty.call(message, "contractGetInfo"))
    $root.proto.ContractGetInfoQuery.encode(message.contractGetInfo, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   if (message.contractGetBytecode != null && Object.hasOwnProperty.call(message, "contractGetBytecode"))
    $root.proto.ContractGetBytecodeQuery.encode(message.contractGetBytecode, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   if (message.ContractGetRecords != null && Object.hasOwnProperty.call(message, "ContractGetRecords"))
    $root.proto.ContractGetRecordsQuery.encode(message.ContractGetRecords, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.cryptogetAccountBalance != null && Object.hasOwnProperty.call(message, "cryptogetAccountBalance"))
    $root.proto.CryptoGetAccountBalanceQuery.encode(message.cryptogetAccountBalance, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.cryptoGetAccountRecords != null && Object.hasOwnProperty.call(message, "cryptoGetAccountRecords"))
    $root.proto.CryptoGetAccountRecordsQuery.encode(message.cryptoGetAccountRecords, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   if (message.cryptoGetInfo != null && Object.hasOwnProperty.call(message, "cryptoGetInfo"))
    $root.proto.CryptoGetInfoQuery.encode(message.cryptoGetInfo, writer.uint32(/* id 9, wireType 2 =*/74).fork()).ldelim();
   if (message.cryptoGetLiveHash != null && Object.hasOwnProperty.call(message, "cryptoGetLiveHash"))
    $root.proto.CryptoGetLiveHashQuery.encode(message.cryptoGetLiveHash, writer.uint32(/* id 10, wireType 2 =*/82).fork()).ldelim();
   if (message.cryptoGetProxyStakers != null && Object.hasOwnProperty.call(message, "cryptoGetProxyStakers"))
    $root.proto.CryptoGetStakersQuery.encode(message.cryptoGetProxyStakers, writer.uint32(/* id 11, wireType 2 =*/90).fork()).ldelim();
   if (message.fileGetContents != null && Object.hasOwnProperty.call(message, "fileGetContents"))
    $root.proto.FileGetContentsQuery.encode(message.fileGetContents, writer.uint32(/* id 12, wireType 2 =*/98).fork()).ldelim();
   if (message.fileGetInfo != null && Object.hasOwnProperty.call(message, "fileGetInfo"))
    $root.proto.FileGetInfoQuery.encode(message.fileGetInfo, writer.uint32(/* id 13, wireType 2 =*/106).fork()).ldelim();
   if (message.transactionGetReceipt != null && Object.hasOwnProperty.call(message, "transactionGetReceipt"))
    $root.proto.TransactionGetReceiptQuery.encode(message.transactionGetReceipt, writer.uint32(/* id 14, wireType 2 =*/114).fork()).ldelim();
   if (message.transactionGetRecord != null && Object.hasOwnProperty.call(message, "transactionGetRecord"))
    $root.proto.TransactionGetRecordQuery.encode(message.transactionGetRecord, writer.uint32(/* id 15, wireType 2 =*/122).fork()).ldelim();
   if (message.transactionGetFastRecord != null && Object.hasOwnProperty.call(message, "transactionGetFastRecord"))
    $root.proto.TransactionGetFastRecordQuery.encode(message.transactionGetFastRecord, writer.uint32(/* id 16, wireType 2 =*/130).fork()).ldelim();
   if (message.consensusGetTopicInfo != null && Object.hasOwnProperty.call(message, "consensusGetTopicInfo"))
    $root.proto.ConsensusGetTopicInfoQuery.encode(message.consensusGetTopicInfo, writer.uint32(/* id 50, wireType 2 =*/402).fork()).ldelim();
   if (message.networkGetVersionInfo != null && Object.hasOwnProperty.call(message, "networkGetVersionInfo"))
    $root.proto.NetworkGetVersionInfoQuery.encode(message.networkGetVersionInfo, writer.uint32(/* id 51, wireType 2 =*/410).fork()).ldelim();
   if (message.tokenGetInfo != null && Object.hasOwnProperty.call(message, "tokenGetInfo"))
    $root.proto.TokenGetInfoQuery.encode(message.tokenGetInfo, writer.uint32(/* id 52, wireType 2 =*/418).fork()).ldelim();
   if (message.scheduleGetInfo != null && Object.hasOwnProperty.call(message, "scheduleGetInfo"))
    $root.proto.ScheduleGetInfoQuery.encode(message.scheduleGetInfo, writer.uint32(/* id 53, wireType 2 =*/426).fork()).ldelim();
   if (message.tokenGetAccountNftInfos != null && Object.hasOwnProperty.call(message, "tokenGetAccountNftInfos"))
    $root.proto.TokenGetAccountNftInfosQuery.encode(message.tokenGetAccountNftInfos, writer.uint32(/* id 54, wireType 2 =*/434).fork()).ldelim();
   if (message.tokenGetNftInfo != null && Object.hasOwnProperty.call(message, "tokenGetNftInfo"))
    $root.proto.TokenGetNftInfoQuery.encode(message.tokenGetNftInfo, writer.uint32(/* id 55, wireType 2 =*/442).fork()).ldelim();
   if (message.tokenGetNftInfos != null && Object.hasOwnProperty.call(message, "tokenGetNftInfos"))
    $root.proto.TokenGetNftInfosQuery.encode(message.tokenGetNftInfos, writer.uint32(/* id 56, wireType 2 =*/450).fork()).ldelim();
   if (message.networkGetExecutionTime != null && Object.hasOwnProperty.call(message, "networkGetExecutionTime"))
    $root.proto.NetworkGetExecutionTimeQuery.encode(message.networkGetExecutionTime, writer.uint32(/* id 57, wireType 2 =*/458).fork()).ldelim();
   if (message.accountDetails != null && Object.hasOwnProperty.call(message, "accountDetails"))
    $root.proto.GetAccountDetailsQuery.encode(message.accountDetails, writer.uint32(/* id 58, wireType 2 =*/466).fork()).ldelim();
   return writer;
  };
  Query.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.Query();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.getByKey = $root.proto.GetByKeyQuery.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.getBySolidityID = $root.proto.GetBySolidityIDQuery.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.contractCallLocal = $root.proto.ContractCallLocalQuery.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.contractGetInfo = $root.proto.ContractGetInfoQuery.decode(reader, reader.uint32());
      break;
     }
    case 5: {
      message.contractGetBytecode = $root.proto.ContractGetBytecodeQuery.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.ContractGetRecords = $root.proto.ContractGetRecordsQuery.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.cryptogetAccountBalance = $root.proto.CryptoGetAccountBalanceQuery.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.cryptoGetAccountRecords = $root.proto.CryptoGetAccountRecordsQuery.decode(reader, reader.uint32());
      break;
     }
    case 9: {
      message.cryptoGetInfo = $root.proto.CryptoGetInfoQuery.decode(reader, reader.uint32());
      break;
     }
    case 10: {
      message.cryptoGetLiveHash = $root.proto.CryptoGetLiveHashQuery.decode(reader, reader.uint32());
      break;
     }
    case 11: {
      message.cryptoGetProxyStakers = $root.proto.CryptoGetStakersQuery.decode(reader, reader.uint32());
      break;
     }
    case 12: {
      message.fileGetContents = $root.proto.FileGetContentsQuery.decode(reader, reader.uint32());
      break;
     }
    case 13: {
      message.fileGetInfo = $root.proto.FileGetInfoQuery.decode(reader, reader.uint32());
      break;
     }
    case 14: {
      message.transactionGetReceipt = $root.proto.TransactionGetReceiptQuery.decode(reader, reader.uint32());
      break;
     }
    case 15: {
      message.transactionGetRecord = $root.proto.TransactionGetRecordQuery.decode(reader, reader.uint32());
      break;
     }
    case 16: {
      message.transactionGetFastRecord = $root.proto.TransactionGetFastRecordQuery.decode(reader, reader.uint32());
      break;
     }
    case 50: {
      message.consensusGetTopicInfo = $root.proto.ConsensusGetTopicInfoQuery.decode(reader, reader.uint32());
      break;
     }
    case 51: {
      message.networkGetVersionInfo = $root.proto.NetworkGetVersionInfoQuery.decode(reader, reader.uint32());
      break;
     }
    case 52: {
      message.tokenGetInfo = $root.proto.TokenGetInfoQuery.decode(reader, reader.uint32());
      break;
     }
    case 53: {
      message.scheduleGetInfo = $root.proto.ScheduleGetInfoQuery.decode(reader, reader.uint32());
      break;
     }
    case 54: {
      message.tokenGetAccountNftInfos = $root.proto.TokenGetAccountNftInfosQuery.decode(reader, reader.uint32());
      break;
     }
    case 55: {
      message.tokenGetNftInfo = $root.proto.TokenGetNftInfoQuery.decode(reader, reader.uint32());
      break;
     }
    case 56: {
      message.tokenGetNftInfos = $root.proto.TokenGetNftInfosQuery.decode(reader, reader.uint32());
      break;
     }
    case 57: {
      message.networkGetExecutionTime = $root.proto.NetworkGetExecutionTimeQuery.decode(reader, reader.uint32());
      break;
     }
    case 58: {
      message.accountDetails = $root.proto.GetAccountDetailsQuery.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.Query");
     break;
    }
   }
   return message;
  };
  return Query;
 })();
 proto.GetByKeyQuery = (function() {
  function GetByKeyQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  GetByKeyQuery.prototype.header = null;
  GetByKeyQuery.prototype.key = null;
  GetByKeyQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.key != null && Object.hasOwnProperty.call(message, "key"))
    $root.proto.Key.encode(message.key, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  GetByKeyQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.GetByKeyQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.key = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.GetByKeyQuery");
     break;
    }
   }
   return message;
  };
  return GetByKeyQuery;
 })();
 proto.EntityID = (function() {
  function EntityID(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  EntityID.prototype.accountID = null;
  EntityID.prototype.liveHash = null;
  EntityID.prototype.fileID = null;
  EntityID.prototype.contractID = null;
  let $oneOfFields;
  Object.defineProperty(EntityID.prototype, "entity", {
   get: $util.oneOfGetter($oneOfFields = ["accountID", "liveHash", "fileID", "contractID"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  EntityID.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.accountID != null && Object.hasOwnProperty.call(message, "accountID"))
    $root.proto.AccountID.encode(message.accountID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.liveHash != null && Object.hasOwnProperty.call(message, "liveHash"))
    $root.proto.LiveHash.encode(message.liveHash, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.fileID != null && Object.hasOwnProperty.call(message, "fileID"))
    $root.proto.FileID.encode(message.fileID, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.contractID != null && Object.hasOwnProperty.call(message, "contractID"))
    $root.proto.ContractID.encode(message.contractID, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   return writer;
  };
  EntityID.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.EntityID();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.accountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.liveHash = $root.proto.LiveHash.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.fileID = $root.proto.FileID.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.contractID = $root.proto.ContractID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.EntityID");
     break;
    }
   }
   return message;
  };
  return EntityID;
 })();
 proto.GetByKeyResponse = (function() {
  function GetByKeyResponse(properties) {
   this.entities = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  GetByKeyResponse.prototype.header = null;
  GetByKeyResponse.prototype.entities = $util.emptyArray;
  GetByKeyResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.entities != null && message.entities.length)
    for (let i = 0; i < message.entities.length; ++i)
     $root.proto.EntityID.encode(message.entities[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  GetByKeyResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.GetByKeyResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      if (!(message.entities && message.entities.length))
       message.entities = [];
      message.entities.push($root.proto.EntityID.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.GetByKeyResponse");
     break;
    }
   }
   return message;
  };
  return GetByKeyResponse;
 })();
 proto.GetBySolidityIDQuery = (function() {
  function GetBySolidityIDQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  GetBySolidityIDQuery.prototype.header = null;
  GetBySolidityIDQuery.prototype.solidityID = "";
  GetBySolidityIDQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.solidityID != null && Object.hasOwnProperty.call(message, "solidityID"))
    writer.uint32(/* id 2, wireType 2 =*/18).string(message.solidityID);
   return writer;
  };
  GetBySolidityIDQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.GetBySolidityIDQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.solidityID = reader.string();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.GetBySolidityIDQuery");
     break;
    }
   }
   return message;
  };
  return GetBySolidityIDQuery;
 })();
 proto.GetBySolidityIDResponse = (function() {
  function GetBySolidityIDResponse(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  GetBySolidityIDResponse.prototype.header = null;
  GetBySolidityIDResponse.prototype.accountID = null;
  GetBySolidityIDResponse.prototype.fileID = null;
  GetBySolidityIDResponse.prototype.contractID = null;
  GetBySolidityIDResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.accountID != null && Object.hasOwnProperty.call(message, "accountID"))
    $root.proto.AccountID.encode(message.accountID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.fileID != null && Object.hasOwnProperty.call(message, "fileID"))
    $root.proto.FileID.encode(message.fileID, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.contractID != null && Object.hasOwnProperty.call(message, "contractID"))
    $root.proto.ContractID.encode(message.contractID, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   return writer;
  };
  GetBySolidityIDResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.GetBySolidityIDResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.accountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.fileID = $root.proto.FileID.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.contractID = $root.proto.ContractID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.GetBySolidityIDResponse");
     break;
    }
   }
   return message;
  };
  return GetBySolidityIDResponse;
 })();
 proto.ContractCallLocalQuery = (function() {
  function ContractCallLocalQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractCallLocalQuery.prototype.header = null;
  ContractCallLocalQuery.prototype.contractID = null;
  ContractCallLocalQuery.prototype.gas = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  ContractCallLocalQuery.prototype.functionParameters = $util.newBuffer([]);
  ContractCallLocalQuery.prototype.maxResultSize = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  ContractCallLocalQuery.prototype.senderId = null;
  ContractCallLocalQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.contractID != null && Object.hasOwnProperty.call(message, "contractID"))
    $root.proto.ContractID.encode(message.contractID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.gas != null && Object.hasOwnProperty.call(message, "gas"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.gas);
   if (message.functionParameters != null && Object.hasOwnProperty.call(message, "functionParameters"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.functionParameters);
   if (message.maxResultSize != null && Object.hasOwnProperty.call(message, "maxResultSize"))
    writer.uint32(/* id 5, wireType 0 =*/40).int64(message.maxResultSize);
   if (message.senderId != null && Object.hasOwnProperty.call(message, "senderId"))
    $root.proto.AccountID.encode(message.senderId, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   return writer;
  };
  ContractCallLocalQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractCallLocalQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.contractID = $root.proto.ContractID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.gas = reader.int64();
      break;
     }
    case 4: {
      message.functionParameters = reader.bytes();
      break;
     }
    case 5: {
      message.maxResultSize = reader.int64();
      break;
     }
    case 6: {
      message.senderId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ContractCallLocalQuery");
     break;
    }
   }
   return message;
  };
  return ContractCallLocalQuery;
 })();
 proto.ContractCallLocalResponse = (function() {
  function ContractCallLocalResponse(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractCallLocalResponse.prototype.header = null;
  ContractCallLocalResponse.prototype.functionResult = null;
  ContractCallLocalResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.functionResult != null && Object.hasOwnProperty.call(message, "functionResult"))
    $root.proto.ContractFunctionResult.encode(message.functionResult, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  ContractCallLocalResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractCallLocalResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.functionResult = $root.proto.ContractFunctionResult.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ContractCallLocalResponse");
     break;
    }
   }
   return message;
  };
  return ContractCallLocalResponse;
 })();
 proto.ContractNonceInfo = (function() {
  function ContractNonceInfo(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractNonceInfo.prototype.contractId = null;
  ContractNonceInfo.prototype.nonce = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  ContractNonceInfo.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.contractId != null && Object.hasOwnProperty.call(message, "contractId"))
    $root.proto.ContractID.encode(message.contractId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.nonce != null && Object.hasOwnProperty.call(message, "nonce"))
    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.nonce);
   return writer;
  };
  ContractNonceInfo.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractNonceInfo();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.contractId = $root.proto.ContractID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.nonce = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ContractNonceInfo");
     break;
    }
   }
   return message;
  };
  return ContractNonceInfo;
 })();
 proto.ContractLoginfo = (function() {
  function ContractLoginfo(properties) {
   this.topic = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractLoginfo.prototype.contractID = null;
  ContractLoginfo.prototype.bloom = $util.newBuffer([]);
  ContractLoginfo.prototype.topic = $util.emptyArray;
  ContractLoginfo.prototype.data = $util.newBuffer([]);
  ContractLoginfo.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.contractID != null && Object.hasOwnProperty.call(message, "contractID"))
    $root.proto.ContractID.encode(message.contractID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.bloom != null && Object.hasOwnProperty.call(message, "bloom"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.bloom);
   if (message.topic != null && message.topic.length)
    for (let i = 0; i < message.topic.length; ++i)
     writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.topic[i]);
   if (message.data != null && Object.hasOwnProperty.call(message, "data"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.data);
   return writer;
  };
  ContractLoginfo.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractLoginfo();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.contractID = $root.proto.ContractID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.bloom = reader.bytes();
      break;
     }
    case 3: {
      if (!(message.topic && message.topic.length))
       message.topic = [];
      message.topic.push(reader.bytes());
      break;
     }
    case 4: {
      message.data = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ContractLoginfo");
     break;
    }
   }
   return message;
  };
  return ContractLoginfo;
 })();
 proto.ContractFunctionResult = (function() {
  function ContractFunctionResult(properties) {
   this.logInfo = [];
   this.createdContractIDs = [];
   this.contractNonces = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractFunctionResult.prototype.contractID = null;
  ContractFunctionResult.prototype.contractCallResult = $util.newBuffer([]);
  ContractFunctionResult.prototype.errorMessage = "";
  ContractFunctionResult.prototype.bloom = $util.newBuffer([]);
  ContractFunctionResult.prototype.gasUsed = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  ContractFunctionResult.prototype.logInfo = $util.emptyArray;
  ContractFunctionResult.prototype.createdContractIDs = $util.emptyArray;
  ContractFunctionResult.prototype.evmAddress = null;
  ContractFunctionResult.prototype.gas = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  ContractFunctionResult.prototype.amount = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  ContractFunctionResult.prototype.functionParameters = $util.newBuffer([]);
  ContractFunctionResult.prototype.senderId = null;
  ContractFunctionResult.prototype.contractNonces = $util.emptyArray;
  ContractFunctionResult.prototype.signerNonce = null;
  ContractFunctionResult.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.contractID != null && Object.hasOwnProperty.call(message, "contractID"))
    $root.proto.ContractID.encode(message.contractID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.contractCallResult != null && Object.hasOwnProperty.call(message, "contractCallResult"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.contractCallResult);
   if (message.errorMessage != null && Object.hasOwnProperty.call(message, "errorMessage"))
    writer.uint32(/* id 3, wireType 2 =*/26).string(message.errorMessage);
   if (message.bloom != null && Object.hasOwnProperty.call(message, "bloom"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.bloom);
   if (message.gasUsed != null && Object.hasOwnProperty.call(message, "gasUsed"))
    writer.uint32(/* id 5, wireType 0 =*/40).uint64(message.gasUsed);
   if (message.logInfo != null && message.logInfo.length)
    for (let i = 0; i < message.logInfo.length; ++i)
     $root.proto.ContractLoginfo.encode(message.logInfo[i], writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.createdContractIDs != null && message.createdContractIDs.length)
    for (let i = 0; i < message.createdContractIDs.length; ++i)
     $root.proto.ContractID.encode(message.createdContractIDs[i], writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.evmAddress != null && Object.hasOwnProperty.call(message, "evmAddress"))
    $root.google.protobuf.BytesValue.encode(message.evmAddress, writer.uint32(/* id 9, wireType 2 =*/74).fork()).ldelim();
   if (message.gas != null && Object.hasOwnProperty.call(message, "gas"))
    writer.uint32(/* id 10, wireType 0 =*/80).int64(message.gas);
   if (message.amount != null && Object.hasOwnProperty.call(message, "amount"))
    writer.uint32(/* id 11, wireType 0 =*/88).int64(message.amount);
   if (message.functionParameters != null && Object.hasOwnProperty.call(message, "functionParameters"))
    writer.uint32(/* id 12, wireType 2 =*/98).bytes(message.functionParameters);
   if (message.senderId != null && Object.hasOwnProperty.call(message, "senderId"))
    $root.proto.AccountID.encode(message.senderId, writer.uint32(/* id 13, wireType 2 =*/106).fork()).ldelim();
   if (message.contractNonces != null && message.contractNonces.length)
    for (let i = 0; i < message.contractNonces.length; ++i)
     $root.proto.ContractNonceInfo.encode(message.contractNonces[i], writer.uint32(/* id 14, wireType 2 =*/114).fork()).ldelim();
   if (message.signerNonce != null && Object.hasOwnProperty.call(message, "signerNonce"))
    $root.google.protobuf.Int64Value.encode(message.signerNonce, writer.uint32(/* id 15, wireType 2 =*/122).fork()).ldelim();
   return writer;
  };
  ContractFunctionResult.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractFunctionResult();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.contractID = $root.proto.ContractID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.contractCallResult = reader.bytes();
      break;
     }
    case 3: {
      message.errorMessage = reader.string();
      break;
     }
    case 4: {
      message.bloom = reader.bytes();
      break;
     }
    case 5: {
      message.gasUsed = reader.uint64();
      break;
     }
    case 6: {
      if (!(message.logInfo && message.logInfo.length))
       message.logInfo = [];
      message.logInfo.push($root.proto.ContractLoginfo.decode(reader, reader.uint32()));
      break;
     }
    case 7: {
      if (!(message.createdContractIDs && message.createdContractIDs.length))
       message.createdContractIDs = [];
      message.createdContractIDs.push($root.proto.ContractID.decode(reader, reader.uint32()));
      break;
     }
    case 9: {
      message.evmAddress = $root.google.protobuf.BytesValue.decode(reader, reader.uint32());
      break;
     }
    case 10: {
      message.gas = reader.int64();
      break;
     }
    case 11: {
      message.amount = reader.int64();
      break;
     }
    case 12: {
      message.functionParameters = reader.bytes();
      break;
     }
    case 13: {
      message.senderId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 14: {
      if (!(message.contractNonces && message.contractNonces.length))
       message.contractNonces = [];
      message.contractNonces.push($root.proto.ContractNonceInfo.decode(reader, reader.uint32()));
      break;
     }
    case 15: {
      message.signerNonce = $root.google.protobuf.Int64Value.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ContractFunctionResult");
     break;
    }
   }
   return message;
  };
  return ContractFunctionResult;
 })();
 proto.ContractGetInfoQuery = (function() {
  function ContractGetInfoQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractGetInfoQuery.prototype.header = null;
  ContractGetInfoQuery.prototype.contractID = null;
  ContractGetInfoQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.contractID != null && Object.hasOwnProperty.call(message, "contractID"))
    $root.proto.ContractID.encode(message.contractID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  ContractGetInfoQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractGetInfoQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.contractID = $root.proto.ContractID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ContractGetInfoQuery");
     break;
    }
   }
   return message;
  };
  return ContractGetInfoQuery;
 })();
 proto.ContractGetInfoResponse = (function() {
  function ContractGetInfoResponse(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractGetInfoResponse.prototype.header = null;
  ContractGetInfoResponse.prototype.contractInfo = null;
  ContractGetInfoResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.contractInfo != null && Object.hasOwnProperty.call(message, "contractInfo"))
    $root.proto.ContractGetInfoResponse.ContractInfo.encode(message.contractInfo, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  ContractGetInfoResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractGetInfoResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.contractInfo = $root.proto.ContractGetInfoResponse.ContractInfo.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ContractGetInfoResponse");
     break;
    }
   }
   return message;
  };
  ContractGetInfoResponse.ContractInfo = (function() {
   function ContractInfo(properties) {
    this.tokenRelationships = [];
    if (properties)
     for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
      if (properties[keys[i]] != null)
       this[keys[i]] = properties[keys[i]];
   }
   ContractInfo.prototype.contractID = null;
   ContractInfo.prototype.accountID = null;
   ContractInfo.prototype.contractAccountID = "";
   ContractInfo.prototype.adminKey = null;
   ContractInfo.prototype.expirationTime = null;
   ContractInfo.prototype.autoRenewPeriod = null;
   ContractInfo.prototype.storage = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
   ContractInfo.prototype.memo = "";
   ContractInfo.prototype.balance = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
   ContractInfo.prototype.deleted = false;
   ContractInfo.prototype.tokenRelationships = $util.emptyArray;
   ContractInfo.prototype.ledgerId = $util.newBuffer([]);
   ContractInfo.prototype.autoRenewAccountId = null;
   ContractInfo.prototype.maxAutomaticTokenAssociations = 0;
   ContractInfo.prototype.stakingInfo = null;
   ContractInfo.encode = function encode(message, writer) {
    if (!writer)
     writer = $Writer.create();
    if (message.contractID != null && Object.hasOwnProperty.call(message, "contractID"))
     $root.proto.ContractID.encode(message.contractID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
    if (message.accountID != null && Object.hasOwnProperty.call(message, "accountID"))
     $root.proto.AccountID.encode(message.accountID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
    if (message.contractAccountID != null && Object.hasOwnProperty.call(message, "contractAccountID"))
     writer.uint32(/* id 3, wireType 2 =*/26).string(message.contractAccountID);
    if (message.adminKey != null && Object.hasOwnProperty.call(message, "adminKey"))
     $root.proto.Key.encode(message.adminKey, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
    if (message.expirationTime != null && Object.hasOwnProperty.call(message, "expirationTime"))
     $root.proto.Timestamp.encode(message.expirationTime, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
    if (message.autoRenewPeriod != null && Object.hasOwnProperty.call(message, "autoRenewPeriod"))
     $root.proto.Duration.encode(message.autoRenewPeriod, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
    if (message.storage != null && Object.hasOwnProperty.call(message, "storage"))
     writer.uint32(/* id 7, wireType 0 =*/56).int64(message.storage);
    if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
     writer.uint32(/* id 8, wireType 2 =*/66).string(message.memo);
    if (message.balance != null && Object.hasOwnProperty.call(message, "balance"))
     writer.uint32(/* id 9, wireType 0 =*/72).uint64(message.balance);
    if (message.deleted != null && Object.hasOwnProperty.call(message, "deleted"))
     writer.uint32(/* id 10, wireType 0 =*/80).bool(message.deleted);
    if (message.tokenRelationships != null && message.tokenRelationships.length)
     for (let i = 0; i < message.tokenRelationships.length; ++i)
      $root.proto.TokenRelationship.encode(message.tokenRelationships[i], writer.uint32(/* id 11, wireType 2 =*/90).fork()).ldelim();
    if (message.ledgerId != null && Object.hasOwnProperty.call(message, "ledgerId"))
     writer.uint32(/* id 12, wireType 2 =*/98).bytes(message.ledgerId);
    if (message.autoRenewAccountId != null && Object.hasOwnProperty.call(message, "autoRenewAccountId"))
     $root.proto.AccountID.encode(message.autoRenewAccountId, writer.uint32(/* id 13, wireType 2 =*/106).fork()).ldelim();
    if (message.maxAutomaticTokenAssociations != null && Object.hasOwnProperty.call(message, "maxAutomaticTokenAssociations"))
     writer.uint32(/* id 14, wireType 0 =*/112).int32(message.maxAutomaticTokenAssociations);
    if (message.stakingInfo != null && Object.hasOwnProperty.call(message, "stakingInfo"))
     $root.proto.StakingInfo.encode(message.stakingInfo, writer.uint32(/* id 15, wireType 2 =*/122).fork()).ldelim();
    return writer;
   };
   ContractInfo.decode = function decode(reader, length, error) {
    if (!(reader instanceof $Reader))
     reader = $Reader.create(reader);
    let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractGetInfoResponse.ContractInfo();
    while (reader.pos < end) {
     let tag = reader.uint32();
     if (tag === error)
      break;
     switch (tag >>> 3) {
     case 1: {
       message.contractID = $root.proto.ContractID.decode(reader, reader.uint32());
       break;
      }
     case 2: {
       message.accountID = $root.proto.AccountID.decode(reader, reader.uint32());
       break;
      }
     case 3: {
       message.contractAccountID = reader.string();
       break;
      }
     case 4: {
       message.adminKey = $root.proto.Key.decode(reader, reader.uint32());
       break;
      }
     case 5: {
       message.expirationTime = $root.proto.Timestamp.decode(reader, reader.uint32());
       break;
      }
     case 6: {
       message.autoRenewPeriod = $root.proto.Duration.decode(reader, reader.uint32());
       break;
      }
     case 7: {
       message.storage = reader.int64();
       break;
      }
     case 8: {
       message.memo = reader.string();
       break;
      }
     case 9: {
       message.balance = reader.uint64();
       break;
      }
     case 10: {
       message.deleted = reader.bool();
       break;
      }
     case 11: {
       if (!(message.tokenRelationships && message.tokenRelationships.length))
        message.tokenRelationships = [];
       message.tokenRelationships.push($root.proto.TokenRelationship.decode(reader, reader.uint32()));
       break;
      }
     case 12: {
       message.ledgerId = reader.bytes();
       break;
      }
     case 13: {
       message.autoRenewAccountId = $root.proto.AccountID.decode(reader, reader.uint32());
       break;
      }
     case 14: {
       message.maxAutomaticTokenAssociations = reader.int32();
       break;
      }
     case 15: {
       message.stakingInfo = $root.proto.StakingInfo.decode(reader, reader.uint32());
       break;
      }
     default:
      $skipUnknown(reader, tag, "proto.ContractGetInfoResponse.ContractInfo");
      break;
     }
    }
    return message;
   };
   return ContractInfo;
  })();
  return ContractGetInfoResponse;
 })();
 proto.ContractGetBytecodeQuery = (function() {
  function ContractGetBytecodeQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractGetBytecodeQuery.prototype.header = null;
  ContractGetBytecodeQuery.prototype.contractID = null;
  ContractGetBytecodeQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.contractID != null && Object.hasOwnProperty.call(message, "contractID"))
    $root.proto.ContractID.encode(message.contractID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  ContractGetBytecodeQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractGetBytecodeQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.contractID = $root.proto.ContractID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ContractGetBytecodeQuery");
     break;
    }
   }
   return message;
  };
  return ContractGetBytecodeQuery;
 })();
 proto.ContractGetBytecodeResponse = (function() {
  function ContractGetBytecodeResponse(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractGetBytecodeResponse.prototype.header = null;
  ContractGetBytecodeResponse.prototype.bytecode = $util.newBuffer([]);
  ContractGetBytecodeResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.bytecode != null && Object.hasOwnProperty.call(message, "bytecode"))
    writer.uint32(/* id 6, wireType 2 =*/50).bytes(message.bytecode);
   return writer;
  };
  ContractGetBytecodeResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractGetBytecodeResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.bytecode = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ContractGetBytecodeResponse");
     break;
    }
   }
   return message;
  };
  return ContractGetBytecodeResponse;
 })();
 proto.ContractGetRecordsQuery = (function() {
  function ContractGetRecordsQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractGetRecordsQuery.prototype.header = null;
  ContractGetRecordsQuery.prototype.contractID = null;
  ContractGetRecordsQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.contractID != null && Object.hasOwnProperty.call(message, "contractID"))
    $root.proto.ContractID.encode(message.contractID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  ContractGetRecordsQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractGetRecordsQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.contractID = $root.proto.ContractID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ContractGetRecordsQuery");
     break;
    }
   }
   return message;
  };
  return ContractGetRecordsQuery;
 })();
 proto.ContractGetRecordsResponse = (function() {
  function ContractGetRecordsResponse(properties) {
   this.records = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractGetRecordsResponse.prototype.header = null;
  ContractGetRecordsResponse.prototype.contractID = null;
  ContractGetRecordsResponse.prototype.records = $util.emptyArray;
  ContractGetRecordsResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.contractID != null && Object.hasOwnProperty.call(message, "contractID"))
    $root.proto.ContractID.encode(message.contractID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.records != null && message.records.length)
    for (let i = 0; i < message.records.length; ++i)
     writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.records[i]);
   return writer;
  };
  ContractGetRecordsResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractGetRecordsResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.contractID = $root.proto.ContractID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      if (!(message.records && message.records.length))
       message.records = [];
      message.records.push(reader.bytes());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ContractGetRecordsResponse");
     break;
    }
   }
   return message;
  };
  return ContractGetRecordsResponse;
 })();
 proto.CryptoGetAccountBalanceQuery = (function() {
  function CryptoGetAccountBalanceQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CryptoGetAccountBalanceQuery.prototype.header = null;
  CryptoGetAccountBalanceQuery.prototype.accountID = null;
  CryptoGetAccountBalanceQuery.prototype.contractID = null;
  let $oneOfFields;
  Object.defineProperty(CryptoGetAccountBalanceQuery.prototype, "balanceSource", {
   get: $util.oneOfGetter($oneOfFields = ["accountID", "contractID"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  CryptoGetAccountBalanceQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.accountID != null && Object.hasOwnProperty.call(message, "accountID"))
    $root.proto.AccountID.encode(message.accountID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.contractID != null && Object.hasOwnProperty.call(message, "contractID"))
    $root.proto.ContractID.encode(message.contractID, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   return writer;
  };
  CryptoGetAccountBalanceQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CryptoGetAccountBalanceQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.accountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.contractID = $root.proto.ContractID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CryptoGetAccountBalanceQuery");
     break;
    }
   }
   return message;
  };
  return CryptoGetAccountBalanceQuery;
 })();
 proto.CryptoGetAccountBalanceResponse = (function() {
  function CryptoGetAccountBalanceResponse(properties) {
   this.tokenBalances = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CryptoGetAccountBalanceResponse.prototype.header = null;
  CryptoGetAccountBalanceResponse.prototype.accountID = null;
  CryptoGetAccountBalanceResponse.prototype.balance = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  CryptoGetAccountBalanceResponse.prototype.tokenBalances = $util.emptyArray;
  CryptoGetAccountBalanceResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.accountID != null && Object.hasOwnProperty.call(message, "accountID"))
    $root.proto.AccountID.encode(message.accountID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.balance != null && Object.hasOwnProperty.call(message, "balance"))
    writer.uint32(/* id 3, wireType 0 =*/24).uint64(message.balance);
   if (message.tokenBalances != null && message.tokenBalances.length)
    for (let i = 0; i < message.tokenBalances.length; ++i)
     $root.proto.TokenBalance.encode(message.tokenBalances[i], writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   return writer;
  };
  CryptoGetAccountBalanceResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CryptoGetAccountBalanceResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.accountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.balance = reader.uint64();
      break;
     }
    case 4: {
      if (!(message.tokenBalances && message.tokenBalances.length))
       message.tokenBalances = [];
      message.tokenBalances.push($root.proto.TokenBalance.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CryptoGetAccountBalanceResponse");
     break;
    }
   }
   return message;
  };
  return CryptoGetAccountBalanceResponse;
 })();
 proto.CryptoGetAccountRecordsQuery = (function() {
  function CryptoGetAccountRecordsQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CryptoGetAccountRecordsQuery.prototype.header = null;
  CryptoGetAccountRecordsQuery.prototype.accountID = null;
  CryptoGetAccountRecordsQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.accountID != null && Object.hasOwnProperty.call(message, "accountID"))
    $root.proto.AccountID.encode(message.accountID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  CryptoGetAccountRecordsQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CryptoGetAccountRecordsQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.accountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CryptoGetAccountRecordsQuery");
     break;
    }
   }
   return message;
  };
  return CryptoGetAccountRecordsQuery;
 })();
 proto.CryptoGetAccountRecordsResponse = (function() {
  function CryptoGetAccountRecordsResponse(properties) {
   this.records = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CryptoGetAccountRecordsResponse.prototype.header = null;
  CryptoGetAccountRecordsResponse.prototype.accountID = null;
  CryptoGetAccountRecordsResponse.prototype.records = $util.emptyArray;
  CryptoGetAccountRecordsResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.accountID != null && Object.hasOwnProperty.call(message, "accountID"))
    $root.proto.AccountID.encode(message.accountID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.records != null && message.records.length)
    for (let i = 0; i < message.records.length; ++i)
     writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.records[i]);
   return writer;
  };
  CryptoGetAccountRecordsResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CryptoGetAccountRecordsResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.accountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      if (!(message.records && message.records.length))
       message.records = [];
      message.records.push(reader.bytes());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CryptoGetAccountRecordsResponse");
     break;
    }
   }
   return message;
  };
  return CryptoGetAccountRecordsResponse;
 })();
 proto.CryptoGetInfoQuery = (function() {
  function CryptoGetInfoQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CryptoGetInfoQuery.prototype.header = null;
  CryptoGetInfoQuery.prototype.accountID = null;
  CryptoGetInfoQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.accountID != null && Object.hasOwnProperty.call(message, "accountID"))
    $root.proto.AccountID.encode(message.accountID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  CryptoGetInfoQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CryptoGetInfoQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.accountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CryptoGetInfoQuery");
     break;
    }
   }
   return message;
  };
  return CryptoGetInfoQuery;
 })();
 proto.CryptoGetInfoResponse = (function() {
  function CryptoGetInfoResponse(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CryptoGetInfoResponse.prototype.header = null;
  CryptoGetInfoResponse.prototype.accountInfo = null;
  CryptoGetInfoResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.accountInfo != null && Object.hasOwnProperty.call(message, "accountInfo"))
    $root.proto.CryptoGetInfoResponse.AccountInfo.encode(message.accountInfo, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  CryptoGetInfoResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CryptoGetInfoResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.accountInfo = $root.proto.CryptoGetInfoResponse.AccountInfo.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CryptoGetInfoResponse");
     break;
    }
   }
   return message;
  };
  CryptoGetInfoResponse.AccountInfo = (function() {
   function AccountInfo(properties) {
    this.liveHashes = [];
    this.tokenRelationships = [];
    if (properties)
     for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
      if (properties[keys[i]] != null)
       this[keys[i]] = properties[keys[i]];
   }
   AccountInfo.prototype.accountID = null;
   AccountInfo.prototype.contractAccountID = "";
   AccountInfo.prototype.deleted = false;
   AccountInfo.prototype.proxyAccountID = null;
   AccountInfo.prototype.proxyReceived = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
   AccountInfo.prototype.key = null;
   AccountInfo.prototype.balance = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
   AccountInfo.prototype.generateSendRecordThreshold = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
   AccountInfo.prototype.generateReceiveRecordThreshold = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
   AccountInfo.prototype.receiverSigRequired = false;
   AccountInfo.prototype.expirationTime = null;
   AccountInfo.prototype.autoRenewPeriod = null;
   AccountInfo.prototype.liveHashes = $util.emptyArray;
   AccountInfo.prototype.tokenRelationships = $util.emptyArray;
   AccountInfo.prototype.memo = "";
   AccountInfo.prototype.ownedNfts = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
   AccountInfo.prototype.maxAutomaticTokenAssociations = 0;
   AccountInfo.prototype.alias = $util.newBuffer([]);
   AccountInfo.prototype.ledgerId = $util.newBuffer([]);
   AccountInfo.prototype.ethereumNonce = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
   AccountInfo.prototype.stakingInfo = null;
   AccountInfo.prototype.delegationAddress = $util.newBuffer([]);
   AccountInfo.encode = function encode(message, writer) {
    if (!writer)
     writer = $Writer.create();
    if (message.accountID != null && Object.hasOwnProperty.call(message, "accountID"))
     $root.proto.AccountID.encode(message.accountID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
    if (message.contractAccountID != null && Object.hasOwnProperty.call(message, "contractAccountID"))
     writer.uint32(/* id 2, wireType 2 =*/18).string(message.contractAccountID);
    if (message.deleted != null && Object.hasOwnProperty.call(message, "deleted"))
     writer.uint32(/* id 3, wireType 0 =*/24).bool(message.deleted);
    if (message.proxyAccountID != null && Object.hasOwnProperty.call(message, "proxyAccountID"))
     $root.proto.AccountID.encode(message.proxyAccountID, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
    if (message.proxyReceived != null && Object.hasOwnProperty.call(message, "proxyReceived"))
     writer.uint32(/* id 6, wireType 0 =*/48).int64(message.proxyReceived);
    if (message.key != null && Object.hasOwnProperty.call(message, "key"))
     $root.proto.Key.encode(message.key, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
    if (message.balance != null && Object.hasOwnProperty.call(message, "balance"))
     writer.uint32(/* id 8, wireType 0 =*/64).uint64(message.balance);
    if (message.generateSendRecordThreshold != null && Object.hasOwnProperty.call(message, "generateSendRecordThreshold"))
     writer.uint32(/* id 9, wireType 0 =*/72).uint64(message.generateSendRecordThreshold);
    if (message.generateReceiveRecordThreshold != null && Object.hasOwnProperty.call(message, "generateReceiveRecordThreshold"))
     writer.uint32(/* id 10, wireType 0 =*/80).uint64(message.generateReceiveRecordThreshold);
    if (message.receiverSigRequired != null && Object.hasOwnProperty.call(message, "receiverSigRequired"))
     writer.uint32(/* id 11, wireType 0 =*/88).bool(message.receiverSigRequired);
    if (message.expirationTime != null && Object.hasOwnProperty.call(message, "expirationTime"))
     $root.proto.Timestamp.encode(message.expirationTime, writer.uint32(/* id 12, wireType 2 =*/98).fork()).ldelim();
    if (message.autoRenewPeriod != null && Object.hasOwnProperty.call(message, "autoRenewPeriod"))
     $root.proto.Duration.encode(message.autoRenewPeriod, writer.uint32(/* id 13, wireType 2 =*/106).fork()).ldelim();
    if (message.liveHashes != null && message.liveHashes.length)
     for (let i = 0; i < message.liveHashes.length; ++i)
      $root.proto.LiveHash.encode(message.liveHashes[i], writer.uint32(/* id 14, wireType 2 =*/114).fork()).ldelim();
    if (message.tokenRelationships != null && message.tokenRelationships.length)
     for (let i = 0; i < message.tokenRelationships.length; ++i)
      $root.proto.TokenRelationship.encode(message.tokenRelationships[i], writer.uint32(/* id 15, wireType 2 =*/122).fork()).ldelim();
    if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
     writer.uint32(/* id 16, wireType 2 =*/130).string(message.memo);
    if (message.ownedNfts != null && Object.hasOwnProperty.call(message, "ownedNfts"))
     writer.uint32(/* id 17, wireType 0 =*/136).int64(message.ownedNfts);
    if (message.maxAutomaticTokenAssociations != null && Object.hasOwnProperty.call(message, "maxAutomaticTokenAssociations"))
     writer.uint32(/* id 18, wireType 0 =*/144).int32(message.maxAutomaticTokenAssociations);
    if (message.alias != null && Object.hasOwnProperty.call(message, "alias"))
     writer.uint32(/* id 19, wireType 2 =*/154).bytes(message.alias);
    if (message.ledgerId != null && Object.hasOwnProperty.call(message, "ledgerId"))
     writer.uint32(/* id 20, wireType 2 =*/162).bytes(message.ledgerId);
    if (message.ethereumNonce != null && Object.hasOwnProperty.call(message, "ethereumNonce"))
     writer.uint32(/* id 21, wireType 0 =*/168).int64(message.ethereumNonce);
    if (message.stakingInfo != null && Object.hasOwnProperty.call(message, "stakingInfo"))
     $root.proto.StakingInfo.encode(message.stakingInfo, writer.uint32(/* id 22, wireType 2 =*/178).fork()).ldelim();
    if (message.delegationAddress != null && Object.hasOwnProperty.call(message, "delegationAddress"))
     writer.uint32(/* id 23, wireType 2 =*/186).bytes(message.delegationAddress);
    return writer;
   };
   AccountInfo.decode = function decode(reader, length, error) {
    if (!(reader instanceof $Reader))
     reader = $Reader.create(reader);
    let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CryptoGetInfoResponse.AccountInfo();
    while (reader.pos < end) {
     let tag = reader.uint32();
     if (tag === error)
      break;
     switch (tag >>> 3) {
     case 1: {
       message.accountID = $root.proto.AccountID.decode(reader, reader.uint32());
       break;
      }
     case 2: {
       message.contractAccountID = reader.string();
       break;
      }
     case 3: {
       message.deleted = reader.bool();
       break;
      }
     case 4: {
       message.proxyAccountID = $root.proto.AccountID.decode(reader, reader.uint32());
       break;
      }
     case 6: {
       message.proxyReceived = reader.int64();
       break;
      }
     case 7: {
       message.key = $root.proto.Key.decode(reader, reader.uint32());
       break;
      }
     case 8: {
       message.balance = reader.uint64();
       break;
      }
     case 9: {
       message.generateSendRecordThreshold = reader.uint64();
       break;
      }
     case 10: {
       message.generateReceiveRecordThreshold = reader.uint64();
       break;
      }
     case 11: {
       message.receiverSigRequired = reader.bool();
       break;
      }
     case 12: {
       message.expirationTime = $root.proto.Timestamp.decode(reader, reader.uint32());
       break;
      }
     case 13: {
       message.autoRenewPeriod = $root.proto.Duration.decode(reader, reader.uint32());
       break;
      }
     case 14: {
       if (!(message.liveHashes && message.liveHashes.length))
        message.liveHashes = [];
       message.liveHashes.push($root.proto.LiveHash.decode(reader, reader.uint32()));
       break;
      }
     case 15: {
       if (!(message.tokenRelationships && message.tokenRelationships.length))
        message.tokenRelationships = [];
       message.tokenRelationships.push($root.proto.TokenRelationship.decode(reader, reader.uint32()));
       break;
      }
     case 16: {
       message.memo = reader.string();
       break;
      }
     case 17: {
       message.ownedNfts = reader.int64();
       break;
      }
     case 18: {
       message.maxAutomaticTokenAssociations = reader.int32();
       break;
      }
     case 19: {
       message.alias = reader.bytes();
       break;
      }
     case 20: {
       message.ledgerId = reader.bytes();
       break;
      }
     case 21: {
       message.ethereumNonce = reader.int64();
       break;
      }
     case 22: {
       message.stakingInfo = $root.proto.StakingInfo.decode(reader, reader.uint32());
       break;
      }
     case 23: {
       message.delegationAddress = reader.bytes();
       break;
      }
     default:
      $skipUnknown(reader, tag, "proto.CryptoGetInfoResponse.AccountInfo");
      break;
     }
    }
    return message;
   };
   return AccountInfo;
  })();
  return CryptoGetInfoResponse;
 })();
 proto.CryptoGetLiveHashQuery = (function() {
  function CryptoGetLiveHashQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CryptoGetLiveHashQuery.prototype.header = null;
  CryptoGetLiveHashQuery.prototype.accountID = null;
  CryptoGetLiveHashQuery.prototype.hash = $util.newBuffer([]);
  CryptoGetLiveHashQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.accountID != null && Object.hasOwnProperty.call(message, "accountID"))
    $root.proto.AccountID.encode(message.accountID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.hash != null && Object.hasOwnProperty.call(message, "hash"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.hash);
   return writer;
  };
  CryptoGetLiveHashQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CryptoGetLiveHashQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.accountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.hash = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CryptoGetLiveHashQuery");
     break;
    }
   }
   return message;
  };
  return CryptoGetLiveHashQuery;
 })();
 proto.CryptoGetLiveHashResponse = (function() {
  function CryptoGetLiveHashResponse(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CryptoGetLiveHashResponse.prototype.header = null;
  CryptoGetLiveHashResponse.prototype.liveHash = null;
  CryptoGetLiveHashResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.liveHash != null && Object.hasOwnProperty.call(message, "liveHash"))
    $root.proto.LiveHash.encode(message.liveHash, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  CryptoGetLiveHashResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CryptoGetLiveHashResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.liveHash = $root.proto.LiveHash.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CryptoGetLiveHashResponse");
     break;
    }
   }
   return message;
  };
  return CryptoGetLiveHashResponse;
 })();
 proto.CryptoGetStakersQuery = (function() {
  function CryptoGetStakersQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CryptoGetStakersQuery.prototype.header = null;
  CryptoGetStakersQuery.prototype.accountID = null;
  CryptoGetStakersQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.accountID != null && Object.hasOwnProperty.call(message, "accountID"))
    $root.proto.AccountID.encode(message.accountID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  CryptoGetStakersQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CryptoGetStakersQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.accountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CryptoGetStakersQuery");
     break;
    }
   }
   return message;
  };
  return CryptoGetStakersQuery;
 })();
 proto.ProxyStaker = (function() {
  function ProxyStaker(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ProxyStaker.prototype.accountID = null;
  ProxyStaker.prototype.amount = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  ProxyStaker.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.accountID != null && Object.hasOwnProperty.call(message, "accountID"))
    $root.proto.AccountID.encode(message.accountID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.amount != null && Object.hasOwnProperty.call(message, "amount"))
    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.amount);
   return writer;
  };
  ProxyStaker.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ProxyStaker();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.accountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.amount = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ProxyStaker");
     break;
    }
   }
   return message;
  };
  return ProxyStaker;
 })();
 proto.AllProxyStakers = (function() {
  function AllProxyStakers(properties) {
   this.proxyStaker = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  AllProxyStakers.prototype.accountID = null;
  AllProxyStakers.prototype.proxyStaker = $util.emptyArray;
  AllProxyStakers.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.accountID != null && Object.hasOwnProperty.call(message, "accountID"))
    $root.proto.AccountID.encode(message.accountID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.proxyStaker != null && message.proxyStaker.length)
    for (let i = 0; i < message.proxyStaker.length; ++i)
     $root.proto.ProxyStaker.encode(message.proxyStaker[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  AllProxyStakers.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.AllProxyStakers();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.accountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      if (!(message.proxyStaker && message.proxyStaker.length))
       message.proxyStaker = [];
      message.proxyStaker.push($root.proto.ProxyStaker.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.AllProxyStakers");
     break;
    }
   }
   return message;
  };
  return AllProxyStakers;
 })();
 proto.CryptoGetStakersResponse = (function() {
  function CryptoGetStakersResponse(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CryptoGetStakersResponse.prototype.header = null;
  CryptoGetStakersResponse.prototype.stakers = null;
  CryptoGetStakersResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.stakers != null && Object.hasOwnProperty.call(message, "stakers"))
    $root.proto.AllProxyStakers.encode(message.stakers, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   return writer;
  };
  CryptoGetStakersResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CryptoGetStakersResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.stakers = $root.proto.AllProxyStakers.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CryptoGetStakersResponse");
     break;
    }
   }
   return message;
  };
  return CryptoGetStakersResponse;
 })();
 proto.FileGetContentsQuery = (function() {
  function FileGetContentsQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  FileGetContentsQuery.prototype.header = null;
  FileGetContentsQuery.prototype.fileID = null;
  FileGetContentsQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.fileID != null && Object.hasOwnProperty.call(message, "fileID"))
    $root.proto.FileID.encode(message.fileID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  FileGetContentsQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.FileGetContentsQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.fileID = $root.proto.FileID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.FileGetContentsQuery");
     break;
    }
   }
   return message;
  };
  return FileGetContentsQuery;
 })();
 proto.FileGetContentsResponse = (function() {
  function FileGetContentsResponse(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  FileGetContentsResponse.prototype.header = null;
  FileGetContentsResponse.prototype.fileContents = null;
  FileGetContentsResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.fileContents != null && Object.hasOwnProperty.call(message, "fileContents"))
    $root.proto.FileGetContentsResponse.FileContents.encode(message.fileContents, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  FileGetContentsResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.FileGetContentsResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.fileContents = $root.proto.FileGetContentsResponse.FileContents.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.FileGetContentsResponse");
     break;
    }
   }
   return message;
  };
  FileGetContentsResponse.FileContents = (function() {
   function FileContents(properties) {
    if (properties)
     for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
      if (properties[keys[i]] != null)
       this[keys[i]] = properties[keys[i]];
   }
   FileContents.prototype.fileID = null;
   FileContents.prototype.contents = $util.newBuffer([]);
   FileContents.encode = function encode(message, writer) {
    if (!writer)
     writer = $Writer.create();
    if (message.fileID != null && Object.hasOwnProperty.call(message, "fileID"))
     $root.proto.FileID.encode(message.fileID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
    if (message.contents != null && Object.hasOwnProperty.call(message, "contents"))
     writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.contents);
    return writer;
   };
   FileContents.decode = function decode(reader, length, error) {
    if (!(reader instanceof $Reader))
     reader = $Reader.create(reader);
    let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.FileGetContentsResponse.FileContents();
    while (reader.pos < end) {
     let tag = reader.uint32();
     if (tag === error)
      break;
     switch (tag >>> 3) {
     case 1: {
       message.fileID = $root.proto.FileID.decode(reader, reader.uint32());
       break;
      }
     case 2: {
       message.contents = reader.bytes();
       break;
      }
     default:
      $skipUnknown(reader, tag, "proto.FileGetContentsResponse.FileContents");
      break;
     }
    }
    return message;
   };
   return FileContents;
  })();
  return FileGetContentsResponse;
 })();
 proto.FileGetInfoQuery = (function() {
  function FileGetInfoQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  FileGetInfoQuery.prototype.header = null;
  FileGetInfoQuery.prototype.fileID = null;
  FileGetInfoQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.fileID != null && Object.hasOwnProperty.call(message, "fileID"))
    $root.proto.FileID.encode(message.fileID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  FileGetInfoQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.FileGetInfoQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.fileID = $root.proto.FileID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.FileGetInfoQuery");
     break;
    }
   }
   return message;
  };
  return FileGetInfoQuery;
 })();
 proto.FileGetInfoResponse = (function() {
  function FileGetInfoResponse(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  FileGetInfoResponse.prototype.header = null;
  FileGetInfoResponse.prototype.fileInfo = null;
  FileGetInfoResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.fileInfo != null && Object.hasOwnProperty.call(message, "fileInfo"))
    $root.proto.FileGetInfoResponse.FileInfo.encode(message.fileInfo, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  FileGetInfoResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.FileGetInfoResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.fileInfo = $root.proto.FileGetInfoResponse.FileInfo.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.FileGetInfoResponse");
     break;
    }
   }
   return message;
  };
  FileGetInfoResponse.FileInfo = (function() {
   function FileInfo(properties) {
    if (properties)
     for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
      if (properties[keys[i]] != null)
       this[keys[i]] = properties[keys[i]];
   }
   FileInfo.prototype.fileID = null;
   FileInfo.prototype.size = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
   FileInfo.prototype.expirationTime = null;
   FileInfo.prototype.deleted = false;
   FileInfo.prototype.keys = null;
   FileInfo.prototype.memo = "";
   FileInfo.prototype.ledgerId = $util.newBuffer([]);
   FileInfo.encode = function encode(message, writer) {
    if (!writer)
     writer = $Writer.create();
    if (message.fileID != null && Object.hasOwnProperty.call(message, "fileID"))
     $root.proto.FileID.encode(message.fileID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
    if (message.size != null && Object.hasOwnProperty.call(message, "size"))
     writer.uint32(/* id 2, wireType 0 =*/16).int64(message.size);
    if (message.expirationTime != null && Object.hasOwnProperty.call(message, "expirationTime"))
     $root.proto.Timestamp.encode(message.expirationTime, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
    if (message.deleted != null && Object.hasOwnProperty.call(message, "deleted"))
     writer.uint32(/* id 4, wireType 0 =*/32).bool(message.deleted);
    if (message.keys != null && Object.hasOwnProperty.call(message, "keys"))
     $root.proto.KeyList.encode(message.keys, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
    if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
     writer.uint32(/* id 6, wireType 2 =*/50).string(message.memo);
    if (message.ledgerId != null && Object.hasOwnProperty.call(message, "ledgerId"))
     writer.uint32(/* id 7, wireType 2 =*/58).bytes(message.ledgerId);
    return writer;
   };
   FileInfo.decode = function decode(reader, length, error) {
    if (!(reader instanceof $Reader))
     reader = $Reader.create(reader);
    let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.FileGetInfoResponse.FileInfo();
    while (reader.pos < end) {
     let tag = reader.uint32();
     if (tag === error)
      break;
     switch (tag >>> 3) {
     case 1: {
       message.fileID = $root.proto.FileID.decode(reader, reader.uint32());
       break;
      }
     case 2: {
       message.size = reader.int64();
       break;
      }
     case 3: {
       message.expirationTime = $root.proto.Timestamp.decode(reader, reader.uint32());
       break;
      }
     case 4: {
       message.deleted = reader.bool();
       break;
      }
     case 5: {
       message.keys = $root.proto.KeyList.decode(reader, reader.uint32());
       break;
      }
     case 6: {
       message.memo = reader.string();
       break;
      }
     case 7: {
       message.ledgerId = reader.bytes();
       break;
      }
     default:
      $skipUnknown(reader, tag, "proto.FileGetInfoResponse.FileInfo");
      break;
     }
    }
    return message;
   };
   return FileInfo;
  })();
  return FileGetInfoResponse;
 })();
 proto.TransactionGetReceiptQuery = (function() {
  function TransactionGetReceiptQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TransactionGetReceiptQuery.prototype.header = null;
  TransactionGetReceiptQuery.prototype.transactionID = null;
  TransactionGetReceiptQuery.prototype.includeDuplicates = false;
  TransactionGetReceiptQuery.prototype.includeChildReceipts = false;
  TransactionGetReceiptQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.transactionID != null && Object.hasOwnProperty.call(message, "transactionID"))
    $root.proto.TransactionID.encode(message.transactionID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.includeDuplicates != null && Object.hasOwnProperty.call(message, "includeDuplicates"))
    writer.uint32(/* id 3, wireType 0 =*/24).bool(message.includeDuplicates);
   if (message.includeChildReceipts != null && Object.hasOwnProperty.call(message, "includeChildReceipts"))
    writer.uint32(/* id 4, wireType 0 =*/32).bool(message.includeChildReceipts);
   return writer;
  };
  TransactionGetReceiptQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TransactionGetReceiptQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.transactionID = $root.proto.TransactionID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.includeDuplicates = reader.bool();
      break;
     }
    case 4: {
      message.includeChildReceipts = reader.bool();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TransactionGetReceiptQuery");
     break;
    }
   }
   return message;
  };
  return TransactionGetReceiptQuery;
 })();
 proto.TransactionGetReceiptResponse = (function() {
  function TransactionGetReceiptResponse(properties) {
   this.duplicateTransactionReceipts = [];
   this.childTransactionReceipts = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TransactionGetReceiptResponse.prototype.header = null;
  TransactionGetReceiptResponse.prototype.receipt = $util.newBuffer([]);
  TransactionGetReceiptResponse.prototype.duplicateTransactionReceipts = $util.emptyArray;
  TransactionGetReceiptResponse.prototype.childTransactionReceipts = $util.emptyArray;
  TransactionGetReceiptResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.receipt != null && Object.hasOwnProperty.call(message, "receipt"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.receipt);
   if (message.duplicateTransactionReceipts != null && message.duplicateTransactionReceipts.length)
    for (let i = 0; i < message.duplicateTransactionReceipts.length; ++i)
     writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.duplicateTransactionReceipts[i]);
   if (message.childTransactionReceipts != null && message.childTransactionReceipts.length)
    for (let i = 0; i < message.childTransactionReceipts.length; ++i)
     writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.childTransactionReceipts[i]);
   return writer;
  };
  TransactionGetReceiptResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TransactionGetReceiptResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.receipt = reader.bytes();
      break;
     }
    case 4: {
      if (!(message.duplicateTransactionReceipts && message.duplicateTransactionReceipts.length))
       message.duplicateTransactionReceipts = [];
      message.duplicateTransactionReceipts.push(reader.bytes());
      break;
     }
    case 5: {
      if (!(message.childTransactionReceipts && message.childTransactionReceipts.length))
       message.childTransactionReceipts = [];
      message.childTransactionReceipts.push(reader.bytes());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TransactionGetReceiptResponse");
     break;
    }
   }
   return message;
  };
  return TransactionGetReceiptResponse;
 })();
 proto.TransactionGetRecordQuery = (function() {
  function TransactionGetRecordQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TransactionGetRecordQuery.prototype.header = null;
  TransactionGetRecordQuery.prototype.transactionID = null;
  TransactionGetRecordQuery.prototype.includeDuplicates = false;
  TransactionGetRecordQuery.prototype.includeChildRecords = false;
  TransactionGetRecordQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.transactionID != null && Object.hasOwnProperty.call(message, "transactionID"))
    $root.proto.TransactionID.encode(message.transactionID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.includeDuplicates != null && Object.hasOwnProperty.call(message, "includeDuplicates"))
    writer.uint32(/* id 3, wireType 0 =*/24).bool(message.includeDuplicates);
   if (message.includeChildRecords != null && Object.hasOwnProperty.call(message, "includeChildRecords"))
    writer.uint32(/* id 4, wireType 0 =*/32).bool(message.includeChildRecords);
   return writer;
  };
  TransactionGetRecordQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TransactionGetRecordQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.transactionID = $root.proto.TransactionID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.includeDuplicates = reader.bool();
      break;
     }
    case 4: {
      message.includeChildRecords = reader.bool();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TransactionGetRecordQuery");
     break;
    }
   }
   return message;
  };
  return TransactionGetRecordQuery;
 })();
 proto.TransactionGetRecordResponse = (function() {
  function TransactionGetRecordResponse(properties) {
   this.duplicateTransactionRecords = [];
   this.childTransactionRecords = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TransactionGetRecordResponse.prototype.header = null;
  TransactionGetRecordResponse.prototype.transactionRecord = $util.newBuffer([]);
  TransactionGetRecordResponse.prototype.duplicateTransactionRecords = $util.emptyArray;
  TransactionGetRecordResponse.prototype.childTransactionRecords = $util.emptyArray;
  TransactionGetRecordResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.transactionRecord != null && Object.hasOwnProperty.call(message, "transactionRecord"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.transactionRecord);
   if (message.duplicateTransactionRecords != null && message.duplicateTransactionRecords.length)
    for (let i = 0; i < message.duplicateTransactionRecords.length; ++i)
     writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.duplicateTransactionRecords[i]);
   if (message.childTransactionRecords != null && message.childTransactionRecords.length)
    for (let i = 0; i < message.childTransactionRecords.length; ++i)
     writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.childTransactionRecords[i]);
   return writer;
  };
  TransactionGetRecordResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TransactionGetRecordResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.transactionRecord = reader.bytes();
      break;
     }
    case 4: {
      if (!(message.duplicateTransactionRecords && message.duplicateTransactionRecords.length))
       message.duplicateTransactionRecords = [];
      message.duplicateTransactionRecords.push(reader.bytes());
      break;
     }
    case 5: {
      if (!(message.childTransactionRecords && message.childTransactionRecords.length))
       message.childTransactionRecords = [];
      message.childTransactionRecords.push(reader.bytes());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TransactionGetRecordResponse");
     break;
    }
   }
   return message;
  };
  return TransactionGetRecordResponse;
 })();
 proto.TransactionGetFastRecordQuery = (function() {
  function TransactionGetFastRecordQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TransactionGetFastRecordQuery.prototype.header = null;
  TransactionGetFastRecordQuery.prototype.transactionID = null;
  TransactionGetFastRecordQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.transactionID != null && Object.hasOwnProperty.call(message, "transactionID"))
    $root.proto.TransactionID.encode(message.transactionID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  TransactionGetFastRecordQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TransactionGetFastRecordQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.transactionID = $root.proto.TransactionID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TransactionGetFastRecordQuery");
     break;
    }
   }
   return message;
  };
  return TransactionGetFastRecordQuery;
 })();
 proto.TransactionGetFastRecordResponse = (function() {
  function TransactionGetFastRecordResponse(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TransactionGetFastRecordResponse.prototype.header = null;
  TransactionGetFastRecordResponse.prototype.transactionRecord = $util.newBuffer([]);
  TransactionGetFastRecordResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.transactionRecord != null && Object.hasOwnProperty.call(message, "transactionRecord"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.transactionRecord);
   return writer;
  };
  TransactionGetFastRecordResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TransactionGetFastRecordResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.transactionRecord = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TransactionGetFastRecordResponse");
     break;
    }
   }
   return message;
  };
  return TransactionGetFastRecordResponse;
 })();
 proto.NetworkGetVersionInfoQuery = (function() {
  function NetworkGetVersionInfoQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  NetworkGetVersionInfoQuery.prototype.header = null;
  NetworkGetVersionInfoQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  NetworkGetVersionInfoQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.NetworkGetVersionInfoQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.NetworkGetVersionInfoQuery");
     break;
    }
   }
   return message;
  };
  return NetworkGetVersionInfoQuery;
 })();
 proto.NetworkGetVersionInfoResponse = (function() {
  function NetworkGetVersionInfoResponse(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  NetworkGetVersionInfoResponse.prototype.header = null;
  NetworkGetVersionInfoResponse.prototype.hapiProtoVersion = null;
  NetworkGetVersionInfoResponse.prototype.hederaServicesVersion = null;
  NetworkGetVersionInfoResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.hapiProtoVersion != null && Object.hasOwnProperty.call(message, "hapiProtoVersion"))
    $root.proto.SemanticVersion.encode(message.hapiProtoVersion, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.hederaServicesVersion != null && Object.hasOwnProperty.call(message, "hederaServicesVersion"))
    $root.proto.SemanticVersion.encode(message.hederaServicesVersion, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   return writer;
  };
  NetworkGetVersionInfoResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.NetworkGetVersionInfoResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.hapiProtoVersion = $root.proto.SemanticVersion.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.hederaServicesVersion = $root.proto.SemanticVersion.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.NetworkGetVersionInfoResponse");
     break;
    }
   }
   return message;
  };
  return NetworkGetVersionInfoResponse;
 })();
 proto.NetworkGetExecutionTimeQuery = (function() {
  function NetworkGetExecutionTimeQuery(properties) {
   this.transactionIds = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  NetworkGetExecutionTimeQuery.prototype.header = null;
  NetworkGetExecutionTimeQuery.prototype.transactionIds = $util.emptyArray;
  NetworkGetExecutionTimeQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.transactionIds != null && message.transactionIds.length)
    for (let i = 0; i < message.transactionIds.length; ++i)
     $root.proto.TransactionID.encode(message.transactionIds[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  NetworkGetExecutionTimeQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.NetworkGetExecutionTimeQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      if (!(message.transactionIds && message.transactionIds.length))
       message.transactionIds = [];
      message.transactionIds.push($root.proto.TransactionID.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.NetworkGetExecutionTimeQuery");
     break;
    }
   }
   return message;
  };
  return NetworkGetExecutionTimeQuery;
 })();
 proto.NetworkGetExecutionTimeResponse = (function() {
  function NetworkGetExecutionTimeResponse(properties) {
   this.executionTimes = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  NetworkGetExecutionTimeResponse.prototype.header = null;
  NetworkGetExecutionTimeResponse.prototype.executionTimes = $util.emptyArray;
  NetworkGetExecutionTimeResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.executionTimes != null && message.executionTimes.length) {
    writer.uint32(/* id 2, wireType 2 =*/18).fork();
    for (let i = 0; i < message.executionTimes.length; ++i)
     writer.uint64(message.executionTimes[i]);
    writer.ldelim();
   }
   return writer;
  };
  NetworkGetExecutionTimeResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.NetworkGetExecutionTimeResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      if (!(message.executionTimes && message.executionTimes.length))
       message.executionTimes = [];
      if ((tag & 7) === 2) {
       let end2 = reader.uint32() + reader.pos;
       while (reader.pos < end2)
        message.executionTimes.push(reader.uint64());
      } else
       message.executionTimes.push(reader.uint64());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.NetworkGetExecutionTimeResponse");
     break;
    }
   }
   return message;
  };
  return NetworkGetExecutionTimeResponse;
 })();
 proto.TokenGetInfoQuery = (function() {
  function TokenGetInfoQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenGetInfoQuery.prototype.header = null;
  TokenGetInfoQuery.prototype.token = null;
  TokenGetInfoQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.token != null && Object.hasOwnProperty.call(message, "token"))
    $root.proto.TokenID.encode(message.token, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  TokenGetInfoQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenGetInfoQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.token = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenGetInfoQuery");
     break;
    }
   }
   return message;
  };
  return TokenGetInfoQuery;
 })();
 proto.TokenInfo = (function() {
  function TokenInfo(properties) {
   this.customFees = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenInfo.prototype.tokenId = null;
  TokenInfo.prototype.name = "";
  TokenInfo.prototype.symbol = "";
  TokenInfo.prototype.decimals = 0;
  TokenInfo.prototype.totalSupply = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  TokenInfo.prototype.treasury = null;
  TokenInfo.prototype.adminKey = null;
  TokenInfo.prototype.kycKey = null;
  TokenInfo.prototype.freezeKey = null;
  TokenInfo.prototype.wipeKey = null;
  TokenInfo.prototype.supplyKey = null;
  TokenInfo.prototype.defaultFreezeStatus = 0;
  TokenInfo.prototype.defaultKycStatus = 0;
  TokenInfo.prototype.deleted = false;
  TokenInfo.prototype.autoRenewAccount = null;
  TokenInfo.prototype.autoRenewPeriod = null;
  TokenInfo.prototype.expiry = null;
  TokenInfo.prototype.memo = "";
  TokenInfo.prototype.tokenType = 0;
  TokenInfo.prototype.supplyType = 0;
  TokenInfo.prototype.maxSupply = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  TokenInfo.prototype.feeScheduleKey = null;
  TokenInfo.prototype.customFees = $util.emptyArray;
  TokenInfo.prototype.pauseKey = null;
  TokenInfo.prototype.pauseStatus = 0;
  TokenInfo.prototype.ledgerId = $util.newBuffer([]);
  TokenInfo.prototype.metadata = $util.newBuffer([]);
  TokenInfo.prototype.metadataKey = null;
  TokenInfo.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.tokenId != null && Object.hasOwnProperty.call(message, "tokenId"))
    $root.proto.TokenID.encode(message.tokenId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.name != null && Object.hasOwnProperty.call(message, "name"))
    writer.uint32(/* id 2, wireType 2 =*/18).string(message.name);
   if (message.symbol != null && Object.hasOwnProperty.call(message, "symbol"))
    writer.uint32(/* id 3, wireType 2 =*/26).string(message.symbol);
   if (message.decimals != null && Object.hasOwnProperty.call(message, "decimals"))
    writer.uint32(/* id 4, wireType 0 =*/32).uint32(message.decimals);
   if (message.totalSupply != null && Object.hasOwnProperty.call(message, "totalSupply"))
    writer.uint32(/* id 5, wireType 0 =*/40).uint64(message.totalSupply);
   if (message.treasury != null && Object.hasOwnProperty.call(message, "treasury"))
    $root.proto.AccountID.encode(message.treasury, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.adminKey != null && Object.hasOwnProperty.call(message, "adminKey"))
    $root.proto.Key.encode(message.adminKey, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.kycKey != null && Object.hasOwnProperty.call(message, "kycKey"))
    $root.proto.Key.encode(message.kycKey, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   if (message.freezeKey != null && Object.hasOwnProperty.call(message, "freezeKey"))
    $root.proto.Key.encode(message.freezeKey, writer.uint32(/* id 9, wireType 2 =*/74).fork()).ldelim();
   if (message.wipeKey != null && Object.hasOwnProperty.call(message, "wipeKey"))
    $root.proto.Key.encode(message.wipeKey, writer.uint32(/* id 10, wireType 2 =*/82).fork()).ldelim();
   if (message.supplyKey != null && Object.hasOwnProperty.call(message, "supplyKey"))
    $root.proto.Key.encode(message.supplyKey, writer.uint32(/* id 11, wireType 2 =*/90).fork()).ldelim();
   if (message.defaultFreezeStatus != null && Object.hasOwnProperty.call(message, "defaultFreezeStatus"))
    writer.uint32(/* id 12, wireType 0 =*/96).int32(message.defaultFreezeStatus);
   if (message.defaultKycStatus != null && Object.hasOwnProperty.call(message, "defaultKycStatus"))
    writer.uint32(/* id 13, wireType 0 =*/104).int32(message.defaultKycStatus);
   if (message.deleted != null && Object.hasOwnProperty.call(message, "deleted"))
    writer.uint32(/* id 14, wireType 0 =*/112).bool(message.deleted);
   if (message.autoRenewAccount != null && Object.hasOwnProperty.call(message, "autoRenewAccount"))
    $root.proto.AccountID.encode(message.autoRenewAccount, writer.uint32(/* id 15, wireType 2 =*/122).fork()).ldelim();
   if (message.autoRenewPeriod != null && Object.hasOwnProperty.call(message, "autoRenewPeriod"))
    $root.proto.Duration.encode(message.autoRenewPeriod, writer.uint32(/* id 16, wireType 2 =*/130).fork()).ldelim();
   if (message.expiry != null && Object.hasOwnProperty.call(message, "expiry"))
    $root.proto.Timestamp.encode(message.expiry, writer.uint32(/* id 17, wireType 2 =*/138).fork()).ldelim();
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    writer.uint32(/* id 18, wireType 2 =*/146).string(message.memo);
   if (message.tokenType != null && Object.hasOwnProperty.call(message, "tokenType"))
    writer.uint32(/* id 19, wireType 0 =*/152).int32(message.tokenType);
   if (message.supplyType != null && Object.hasOwnProperty.call(message, "supplyType"))
    writer.uint32(/* id 20, wireType 0 =*/160).int32(message.supplyType);
   if (message.maxSupply != null && Object.hasOwnProperty.call(message, "maxSupply"))
    writer.uint32(/* id 21, wireType 0 =*/168).int64(message.maxSupply);
   if (message.feeScheduleKey != null && Object.hasOwnProperty.call(message, "feeScheduleKey"))
    $root.proto.Key.encode(message.feeScheduleKey, writer.uint32(/* id 22, wireType 2 =*/178).fork()).ldelim();
   if (message.customFees != null && message.customFees.length)
    for (let i = 0; i < message.customFees.length; ++i)
     $root.proto.CustomFee.encode(message.customFees[i], writer.uint32(/* id 23, wireType 2 =*/186).fork()).ldelim();
   if (message.pauseKey != null && Object.hasOwnProperty.call(message, "pauseKey"))
    $root.proto.Key.encode(message.pauseKey, writer.uint32(/* id 24, wireType 2 =*/194).fork()).ldelim();
   if (message.pauseStatus != null && Object.hasOwnProperty.call(message, "pauseStatus"))
    writer.uint32(/* id 25, wireType 0 =*/200).int32(message.pauseStatus);
   if (message.ledgerId != null && Object.hasOwnProperty.call(message, "ledgerId"))
    writer.uint32(/* id 26, wireType 2 =*/210).bytes(message.ledgerId);
   if (message.metadata != null && Object.hasOwnProperty.call(message, "metadata"))
    writer.uint32(/* id 27, wireType 2 =*/218).bytes(message.metadata);
   if (message.metadataKey != null && Object.hasOwnProperty.call(message, "metadataKey"))
    $root.proto.Key.encode(message.metadataKey, writer.uint32(/* id 28, wireType 2 =*/226).fork()).ldelim();
   return writer;
  };
  TokenInfo.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenInfo();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.tokenId = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.name = reader.string();
      break;
     }
    case 3: {
      message.symbol = reader.string();
      break;
     }
    case 4: {
      message.decimals = reader.uint32();
      break;
     }
    case 5: {
      message.totalSupply = reader.uint64();
      break;
     }
    case 6: {
      message.treasury = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.adminKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.kycKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 9: {
      message.freezeKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 10: {
      message.wipeKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 11: {
      message.supplyKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 12: {
      message.defaultFreezeStatus = reader.int32();
      break;
     }
    case 13: {
      message.defaultKycStatus = reader.int32();
      break;
     }
    case 14: {
      message.deleted = reader.bool();
      break;
     }
    case 15: {
      message.autoRenewAccount = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 16: {
      message.autoRenewPeriod = $root.proto.Duration.decode(reader, reader.uint32());
      break;
     }
    case 17: {
      message.expiry = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 18: {
      message.memo = reader.string();
      break;
     }
    case 19: {
      message.tokenType = reader.int32();
      break;
     }
    case 20: {
      message.supplyType = reader.int32();
      break;
     }
    case 21: {
      message.maxSupply = reader.int64();
      break;
     }
    case 22: {
      message.feeScheduleKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 23: {
      if (!(message.customFees && message.customFees.length))
       message.customFees = [];
      message.customFees.push($root.proto.CustomFee.decode(reader, reader.uint32()));
      break;
     }
    case 24: {
      message.pauseKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 25: {
      message.pauseStatus = reader.int32();
      break;
     }
    case 26: {
      message.ledgerId = reader.bytes();
      break;
     }
    case 27: {
      message.metadata = reader.bytes();
      break;
     }
    case 28: {
      message.metadataKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenInfo");
     break;
    }
   }
   return message;
  };
  return TokenInfo;
 })();
 proto.TokenGetInfoResponse = (function() {
  function TokenGetInfoResponse(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenGetInfoResponse.prototype.header = null;
  TokenGetInfoResponse.prototype.tokenInfo = null;
  TokenGetInfoResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.tokenInfo != null && Object.hasOwnProperty.call(message, "tokenInfo"))
    $root.proto.TokenInfo.encode(message.tokenInfo, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  TokenGetInfoResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenGetInfoResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.tokenInfo = $root.proto.TokenInfo.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenGetInfoResponse");
     break;
    }
   }
   return message;
  };
  return TokenGetInfoResponse;
 })();
 proto.ScheduleGetInfoQuery = (function() {
  function ScheduleGetInfoQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ScheduleGetInfoQuery.prototype.header = null;
  ScheduleGetInfoQuery.prototype.scheduleID = null;
  ScheduleGetInfoQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.scheduleID != null && Object.hasOwnProperty.call(message, "scheduleID"))
    $root.proto.ScheduleID.encode(message.scheduleID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  ScheduleGetInfoQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ScheduleGetInfoQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.scheduleID = $root.proto.ScheduleID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ScheduleGetInfoQuery");
     break;
    }
   }
   return message;
  };
  return ScheduleGetInfoQuery;
 })();
 proto.ScheduleInfo = (function() {
  function ScheduleInfo(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ScheduleInfo.prototype.scheduleID = null;
  ScheduleInfo.prototype.deletionTime = null;
  ScheduleInfo.prototype.executionTime = null;
  ScheduleInfo.prototype.expirationTime = null;
  ScheduleInfo.prototype.scheduledTransactionBody = $util.newBuffer([]);
  ScheduleInfo.prototype.memo = "";
  ScheduleInfo.prototype.adminKey = null;
  ScheduleInfo.prototype.signers = null;
  ScheduleInfo.prototype.creatorAccountID = null;
  ScheduleInfo.prototype.payerAccountID = null;
  ScheduleInfo.prototype.scheduledTransactionID = null;
  ScheduleInfo.prototype.ledgerId = $util.newBuffer([]);
  ScheduleInfo.prototype.waitForExpiry = false;
  let $oneOfFields;
  Object.defineProperty(ScheduleInfo.prototype, "data", {
   get: $util.oneOfGetter($oneOfFields = ["deletionTime", "executionTime"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  ScheduleInfo.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.scheduleID != null && Object.hasOwnProperty.call(message, "scheduleID"))
    $root.proto.ScheduleID.encode(message.scheduleID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.deletionTime != null && Object.hasOwnProperty.call(message, "deletionTime"))
    $root.proto.Timestamp.encode(message.deletionTime, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.executionTime != null && Object.hasOwnProperty.call(message, "executionTime"))
    $root.proto.Timestamp.encode(message.executionTime, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.expirationTime != null && Object.hasOwnProperty.call(message, "expirationTime"))
    $root.proto.Timestamp.encode(message.expirationTime, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   if (message.scheduledTransactionBody != null && Object.hasOwnProperty.call(message, "scheduledTransactionBody"))
    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.scheduledTransactionBody);
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    writer.uint32(/* id 6, wireType 2 =*/50).string(message.memo);
   if (message.adminKey != null && Object.hasOwnProperty.call(message, "adminKey"))
    $root.proto.Key.encode(message.adminKey, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.signers != null && Object.hasOwnProperty.call(message, "signers"))
    $root.proto.KeyList.encode(message.signers, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   if (message.creatorAccountID != null && Object.hasOwnProperty.call(message, "creatorAccountID"))
    $root.proto.AccountID.encode(message.creatorAccountID, writer.uint32(/* id 9, wireType 2 =*/74).fork()).ldelim();
   if (message.payerAccountID != null && Object.hasOwnProperty.call(message, "payerAccountID"))
    $root.proto.AccountID.encode(message.payerAccountID, writer.uint32(/* id 10, wireType 2 =*/82).fork()).ldelim();
   if (message.scheduledTransactionID != null && Object.hasOwnProperty.call(message, "scheduledTransactionID"))
    $root.proto.TransactionID.encode(message.scheduledTransactionID, writer.uint32(/* id 11, wireType 2 =*/90).fork()).ldelim();
   if (message.ledgerId != null && Object.hasOwnProperty.call(message, "ledgerId"))
    writer.uint32(/* id 12, wireType 2 =*/98).bytes(message.ledgerId);
   if (message.waitForExpiry != null && Object.hasOwnProperty.call(message, "waitForExpiry"))
    writer.uint32(/* id 13, wireType 0 =*/104).bool(message.waitForExpiry);
   return writer;
  };
  ScheduleInfo.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ScheduleInfo();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.scheduleID = $root.proto.ScheduleID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.deletionTime = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.executionTime = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.expirationTime = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 5: {
      message.scheduledTransactionBody = reader.bytes();
      break;
     }
    case 6: {
      message.memo = reader.string();
      break;
     }
    case 7: {
      message.adminKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.signers = $root.proto.KeyList.decode(reader, reader.uint32());
      break;
     }
    case 9: {
      message.creatorAccountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 10: {
      message.payerAccountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 11: {
      message.scheduledTransactionID = $root.proto.TransactionID.decode(reader, reader.uint32());
      break;
     }
    case 12: {
      message.ledgerId = reader.bytes();
      break;
     }
    case 13: {
      message.waitForExpiry = reader.bool();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ScheduleInfo");
     break;
    }
   }
   return message;
  };
  return ScheduleInfo;
 })();
 proto.ScheduleGetInfoResponse = (function() {
  function ScheduleGetInfoResponse(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ScheduleGetInfoResponse.prototype.header = null;
  ScheduleGetInfoResponse.prototype.scheduleInfo = null;
  ScheduleGetInfoResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.scheduleInfo != null && Object.hasOwnProperty.call(message, "scheduleInfo"))
    $root.proto.ScheduleInfo.encode(message.scheduleInfo, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  ScheduleGetInfoResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ScheduleGetInfoResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.scheduleInfo = $root.proto.ScheduleInfo.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ScheduleGetInfoResponse");
     break;
    }
   }
   return message;
  };
  return ScheduleGetInfoResponse;
 })();
 proto.TokenGetAccountNftInfosQuery = (function() {
  function TokenGetAccountNftInfosQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenGetAccountNftInfosQuery.prototype.header = null;
  TokenGetAccountNftInfosQuery.prototype.accountID = null;
  TokenGetAccountNftInfosQuery.prototype.start = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  TokenGetAccountNftInfosQuery.prototype.end = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  TokenGetAccountNftInfosQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.accountID != null && Object.hasOwnProperty.call(message, "accountID"))
    $root.proto.AccountID.encode(message.accountID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.start != null && Object.hasOwnProperty.call(message, "start"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.start);
   if (message.end != null && Object.hasOwnProperty.call(message, "end"))
    writer.uint32(/* id 4, wireType 0 =*/32).int64(message.end);
   return writer;
  };
  TokenGetAccountNftInfosQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenGetAccountNftInfosQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.accountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.start = reader.int64();
      break;
     }
    case 4: {
      message.end = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenGetAccountNftInfosQuery");
     break;
    }
   }
   return message;
  };
  return TokenGetAccountNftInfosQuery;
 })();
 proto.TokenGetAccountNftInfosResponse = (function() {
  function TokenGetAccountNftInfosResponse(properties) {
   this.nfts = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenGetAccountNftInfosResponse.prototype.header = null;
  TokenGetAccountNftInfosResponse.prototype.nfts = $util.emptyArray;
  TokenGetAccountNftInfosResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.nfts != null && message.nfts.length)
    for (let i = 0; i < message.nfts.length; ++i)
     $root.proto.TokenNftInfo.encode(message.nfts[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  TokenGetAccountNftInfosResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenGetAccountNftInfosResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      if (!(message.nfts && message.nfts.length))
       message.nfts = [];
      message.nfts.push($root.proto.TokenNftInfo.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenGetAccountNftInfosResponse");
     break;
    }
   }
   return message;
  };
  return TokenGetAccountNftInfosResponse;
 })();
 proto.TokenGetNftInfoQuery = (function() {
  function TokenGetNftInfoQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenGetNftInfoQuery.prototype.header = null;
  TokenGetNftInfoQuery.prototype.nftID = null;
  TokenGetNftInfoQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.nftID != null && Object.hasOwnProperty.call(message, "nftID"))
    $root.proto.NftID.encode(message.nftID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  TokenGetNftInfoQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenGetNftInfoQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.nftID = $root.proto.NftID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenGetNftInfoQuery");
     break;
    }
   }
   return message;
  };
  return TokenGetNftInfoQuery;
 })();
 proto.TokenNftInfo = (function() {
  function TokenNftInfo(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenNftInfo.prototype.nftID = null;
  TokenNftInfo.prototype.accountID = null;
  TokenNftInfo.prototype.creationTime = null;
  TokenNftInfo.prototype.metadata = $util.newBuffer([]);
  TokenNftInfo.prototype.ledgerId = $util.newBuffer([]);
  TokenNftInfo.prototype.spenderId = null;
  TokenNftInfo.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.nftID != null && Object.hasOwnProperty.call(message, "nftID"))
    $root.proto.NftID.encode(message.nftID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.accountID != null && Object.hasOwnProperty.call(message, "accountID"))
    $root.proto.AccountID.encode(message.accountID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.creationTime != null && Object.hasOwnProperty.call(message, "creationTime"))
    $root.proto.Timestamp.encode(message.creationTime, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.metadata != null && Object.hasOwnProperty.call(message, "metadata"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.metadata);
   if (message.ledgerId != null && Object.hasOwnProperty.call(message, "ledgerId"))
    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.ledgerId);
   if (message.spenderId != null && Object.hasOwnProperty.call(message, "spenderId"))
    $root.proto.AccountID.encode(message.spenderId, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   return writer;
  };
  TokenNftInfo.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenNftInfo();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.nftID = $root.proto.NftID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.accountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.creationTime = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.metadata = reader.bytes();
      break;
     }
    case 5: {
      message.ledgerId = reader.bytes();
      break;
     }
    case 6: {
      message.spenderId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenNftInfo");
     break;
    }
   }
   return message;
  };
  return TokenNftInfo;
 })();
 proto.TokenGetNftInfoResponse = (function() {
  function TokenGetNftInfoResponse(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenGetNftInfoResponse.prototype.header = null;
  TokenGetNftInfoResponse.prototype.nft = null;
  TokenGetNftInfoResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.nft != null && Object.hasOwnProperty.call(message, "nft"))
    $root.proto.TokenNftInfo.encode(message.nft, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  TokenGetNftInfoResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenGetNftInfoResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.nft = $root.proto.TokenNftInfo.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenGetNftInfoResponse");
     break;
    }
   }
   return message;
  };
  return TokenGetNftInfoResponse;
 })();
 proto.TokenGetNftInfosQuery = (function() {
  function TokenGetNftInfosQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenGetNftInfosQuery.prototype.header = null;
  TokenGetNftInfosQuery.prototype.tokenID = null;
  TokenGetNftInfosQuery.prototype.start = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  TokenGetNftInfosQuery.prototype.end = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  TokenGetNftInfosQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.tokenID != null && Object.hasOwnProperty.call(message, "tokenID"))
    $root.proto.TokenID.encode(message.tokenID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.start != null && Object.hasOwnProperty.call(message, "start"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.start);
   if (message.end != null && Object.hasOwnProperty.call(message, "end"))
    writer.uint32(/* id 4, wireType 0 =*/32).int64(message.end);
   return writer;
  };
  TokenGetNftInfosQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenGetNftInfosQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.tokenID = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.start = reader.int64();
      break;
     }
    case 4: {
      message.end = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenGetNftInfosQuery");
     break;
    }
   }
   return message;
  };
  return TokenGetNftInfosQuery;
 })();
 proto.TokenGetNftInfosResponse = (function() {
  function TokenGetNftInfosResponse(properties) {
   this.nfts = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenGetNftInfosResponse.prototype.header = null;
  TokenGetNftInfosResponse.prototype.tokenID = null;
  TokenGetNftInfosResponse.prototype.nfts = $util.emptyArray;
  TokenGetNftInfosResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.tokenID != null && Object.hasOwnProperty.call(message, "tokenID"))
    $root.proto.TokenID.encode(message.tokenID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.nfts != null && message.nfts.length)
    for (let i = 0; i < message.nfts.length; ++i)
     $root.proto.TokenNftInfo.encode(message.nfts[i], writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   return writer;
  };
  TokenGetNftInfosResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenGetNftInfosResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.tokenID = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      if (!(message.nfts && message.nfts.length))
       message.nfts = [];
      message.nfts.push($root.proto.TokenNftInfo.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenGetNftInfosResponse");
     break;
    }
   }
   return message;
  };
  return TokenGetNftInfosResponse;
 })();
 proto.GetAccountDetailsQuery = (function() {
  function GetAccountDetailsQuery(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  GetAccountDetailsQuery.prototype.header = null;
  GetAccountDetailsQuery.prototype.accountId = null;
  GetAccountDetailsQuery.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.QueryHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.accountId != null && Object.hasOwnProperty.call(message, "accountId"))
    $root.proto.AccountID.encode(message.accountId, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  GetAccountDetailsQuery.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.GetAccountDetailsQuery();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.QueryHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.accountId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.GetAccountDetailsQuery");
     break;
    }
   }
   return message;
  };
  return GetAccountDetailsQuery;
 })();
 proto.GetAccountDetailsResponse = (function() {
  function GetAccountDetailsResponse(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  GetAccountDetailsResponse.prototype.header = null;
  GetAccountDetailsResponse.prototype.accountDetails = null;
  GetAccountDetailsResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.header != null && Object.hasOwnProperty.call(message, "header"))
    $root.proto.ResponseHeader.encode(message.header, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.accountDetails != null && Object.hasOwnProperty.call(message, "accountDetails"))
    $root.proto.GetAccountDetailsResponse.AccountDetails.encode(message.accountDetails, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  GetAccountDetailsResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.GetAccountDetailsResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.header = $root.proto.ResponseHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.accountDetails = $root.proto.GetAccountDetailsResponse.AccountDetails.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.GetAccountDetailsResponse");
     break;
    }
   }
   return message;
  };
  GetAccountDetailsResponse.AccountDetails = (function() {
   function AccountDetails(properties) {
    this.tokenRelationships = [];
    this.grantedCryptoAllowances = [];
    this.grantedNftAllowances = [];
    this.grantedTokenAllowances = [];
    if (properties)
     for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
      if (properties[keys[i]] != null)
       this[keys[i]] = properties[keys[i]];
   }
   AccountDetails.prototype.accountId = null;
   AccountDetails.prototype.contractAccountId = "";
   AccountDetails.prototype.deleted = false;
   AccountDetails.prototype.proxyAccountId = null;
   AccountDetails.prototype.proxyReceived = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
   AccountDetails.prototype.key = null;
   AccountDetails.prototype.balance = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
   AccountDetails.prototype.receiverSigRequired = false;
   AccountDetails.prototype.expirationTime = null;
   AccountDetails.prototype.autoRenewPeriod = null;
   AccountDetails.prototype.tokenRelationships = $util.emptyArray;
   AccountDetails.prototype.memo = "";
   AccountDetails.prototype.ownedNfts = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
   AccountDetails.prototype.maxAutomaticTokenAssociations = 0;
   AccountDetails.prototype.alias = $util.newBuffer([]);
   AccountDetails.prototype.ledgerId = $util.newBuffer([]);
   AccountDetails.prototype.grantedCryptoAllowances = $util.emptyArray;
   AccountDetails.prototype.grantedNftAllowances = $util.emptyArray;
   AccountDetails.prototype.grantedTokenAllowances = $util.emptyArray;
   AccountDetails.encode = function encode(message, writer) {
    if (!writer)
     writer = $Writer.create();
    if (message.accountId != null && Object.hasOwnProperty.call(message, "accountId"))
     $root.proto.AccountID.encode(message.accountId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
    if (message.contractAccountId != null && Object.hasOwnProperty.call(message, "contractAccountId"))
     writer.uint32(/* id 2, wireType 2 =*/18).string(message.contractAccountId);
    if (message.deleted != null && Object.hasOwnProperty.call(message, "deleted"))
     writer.uint32(/* id 3, wireType 0 =*/24).bool(message.deleted);
    if (message.proxyAccountId != null && Object.hasOwnProperty.call(message, "proxyAccountId"))
     $root.proto.AccountID.encode(message.proxyAccountId, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
    if (message.proxyReceived != null && Object.hasOwnProperty.call(message, "proxyReceived"))
     writer.uint32(/* id 5, wireType 0 =*/40).int64(message.proxyReceived);
    if (message.key != null && Object.hasOwnProperty.call(message, "key"))
     $root.proto.Key.encode(message.key, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
    if (message.balance != null && Object.hasOwnProperty.call(message, "balance"))
     writer.uint32(/* id 7, wireType 0 =*/56).uint64(message.balance);
    if (message.receiverSigRequired != null && Object.hasOwnProperty.call(message, "receiverSigRequired"))
     writer.uint32(/* id 8, wireType 0 =*/64).bool(message.receiverSigRequired);
    if (message.expirationTime != null && Object.hasOwnProperty.call(message, "expirationTime"))
     $root.proto.Timestamp.encode(message.expirationTime, writer.uint32(/* id 9, wireType 2 =*/74).fork()).ldelim();
    if (message.autoRenewPeriod != null && Object.hasOwnProperty.call(message, "autoRenewPeriod"))
     $root.proto.Duration.encode(message.autoRenewPeriod, writer.uint32(/* id 10, wireType 2 =*/82).fork()).ldelim();
    if (message.tokenRelationships != null && message.tokenRelationships.length)
     for (let i = 0; i < message.tokenRelationships.length; ++i)
      $root.proto.TokenRelationship.encode(message.tokenRelationships[i], writer.uint32(/* id 11, wireType 2 =*/90).fork()).ldelim();
    if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
     writer.uint32(/* id 12, wireType 2 =*/98).string(message.memo);
    if (message.ownedNfts != null && Object.hasOwnProperty.call(message, "ownedNfts"))
     writer.uint32(/* id 13, wireType 0 =*/104).int64(message.ownedNfts);
    if (message.maxAutomaticTokenAssociations != null && Object.hasOwnProperty.call(message, "maxAutomaticTokenAssociations"))
     writer.uint32(/* id 14, wireType 0 =*/112).int32(message.maxAutomaticTokenAssociations);
    if (message.alias != null && Object.hasOwnProperty.call(message, "alias"))
     writer.uint32(/* id 15, wireType 2 =*/122).bytes(message.alias);
    if (message.ledgerId != null && Object.hasOwnProperty.call(message, "ledgerId"))
     writer.uint32(/* id 16, wireType 2 =*/130).bytes(message.ledgerId);
    if (message.grantedCryptoAllowances != null && message.grantedCryptoAllowances.length)
     for (let i = 0; i < message.grantedCryptoAllowances.length; ++i)
      $root.proto.GrantedCryptoAllowance.encode(message.grantedCryptoAllowances[i], writer.uint32(/* id 17, wireType 2 =*/138).fork()).ldelim();
    if (message.grantedNftAllowances != null && message.grantedNftAllowances.length)
     for (let i = 0; i < message.grantedNftAllowances.length; ++i)
      $root.proto.GrantedNftAllowance.encode(message.grantedNftAllowances[i], writer.uint32(/* id 18, wireType 2 =*/146).fork()).ldelim();
    if (message.grantedTokenAllowances != null && message.grantedTokenAllowances.length)
     for (let i = 0; i < message.grantedTokenAllowances.length; ++i)
      $root.proto.GrantedTokenAllowance.encode(message.grantedTokenAllowances[i], writer.uint32(/* id 19, wireType 2 =*/154).fork()).ldelim();
    return writer;
   };
   AccountDetails.decode = function decode(reader, length, error) {
    if (!(reader instanceof $Reader))
     reader = $Reader.create(reader);
    let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.GetAccountDetailsResponse.AccountDetails();
    while (reader.pos < end) {
     let tag = reader.uint32();
     if (tag === error)
      break;
     switch (tag >>> 3) {
     case 1: {
       message.accountId = $root.proto.AccountID.decode(reader, reader.uint32());
       break;
      }
     case 2: {
       message.contractAccountId = reader.string();
       break;
      }
     case 3: {
       message.deleted = reader.bool();
       break;
      }
     case 4: {
       message.proxyAccountId = $root.proto.AccountID.decode(reader, reader.uint32());
       break;
      }
     case 5: {
       message.proxyReceived = reader.int64();
       break;
      }
     case 6: {
       message.key = $root.proto.Key.decode(reader, reader.uint32());
       break;
      }
     case 7: {
       message.balance = reader.uint64();
       break;
      }
     case 8: {
       message.receiverSigRequired = reader.bool();
       break;
      }
     case 9: {
       message.expirationTime = $root.proto.Timestamp.decode(reader, reader.uint32());
       break;
      }
     case 10: {
       message.autoRenewPeriod = $root.proto.Duration.decode(reader, reader.uint32());
       break;
      }
     case 11: {
       if (!(message.tokenRelationships && message.tokenRelationships.length))
        message.tokenRelationships = [];
       message.tokenRelationships.push($root.proto.TokenRelationship.decode(reader, reader.uint32()));
       break;
      }
     case 12: {
       message.memo = reader.string();
       break;
      }
     case 13: {
       message.ownedNfts = reader.int64();
       break;
      }
     case 14: {
       message.maxAutomaticTokenAssociations = reader.int32();
       break;
      }
     case 15: {
       message.alias = reader.bytes();
       break;
      }
     case 16: {
       message.ledgerId = reader.bytes();
       break;
      }
     case 17: {
       if (!(message.grantedCryptoAllowances && message.grantedCryptoAllowances.length))
        message.grantedCryptoAllowances = [];
       message.grantedCryptoAllowances.push($root.proto.GrantedCryptoAllowance.decode(reader, reader.uint32()));
       break;
      }
     case 18: {
       if (!(message.grantedNftAllowances && message.grantedNftAllowances.length))
        message.grantedNftAllowances = [];
       message.grantedNftAllowances.push($root.proto.GrantedNftAllowance.decode(reader, reader.uint32()));
       break;
      }
     case 19: {
       if (!(message.grantedTokenAllowances && message.grantedTokenAllowances.length))
        message.grantedTokenAllowances = [];
       message.grantedTokenAllowances.push($root.proto.GrantedTokenAllowance.decode(reader, reader.uint32()));
       break;
      }
     default:
      $skipUnknown(reader, tag, "proto.GetAccountDetailsResponse.AccountDetails");
      break;
     }
    }
    return message;
   };
   return AccountDetails;
  })();
  return GetAccountDetailsResponse;
 })();
 proto.GrantedCryptoAllowance = (function() {
  function GrantedCryptoAllowance(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  GrantedCryptoAllowance.prototype.spender = null;
  GrantedCryptoAllowance.prototype.amount = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  GrantedCryptoAllowance.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.spender != null && Object.hasOwnProperty.call(message, "spender"))
    $root.proto.AccountID.encode(message.spender, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.amount != null && Object.hasOwnProperty.call(message, "amount"))
    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.amount);
   return writer;
  };
  GrantedCryptoAllowance.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.GrantedCryptoAllowance();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.spender = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.amount = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.GrantedCryptoAllowance");
     break;
    }
   }
   return message;
  };
  return GrantedCryptoAllowance;
 })();
 proto.GrantedNftAllowance = (function() {
  function GrantedNftAllowance(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  GrantedNftAllowance.prototype.tokenId = null;
  GrantedNftAllowance.prototype.spender = null;
  GrantedNftAllowance.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.tokenId != null && Object.hasOwnProperty.call(message, "tokenId"))
    $root.proto.TokenID.encode(message.tokenId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.spender != null && Object.hasOwnProperty.call(message, "spender"))
    $root.proto.AccountID.encode(message.spender, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  GrantedNftAllowance.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.GrantedNftAllowance();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.tokenId = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.spender = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.GrantedNftAllowance");
     break;
    }
   }
   return message;
  };
  return GrantedNftAllowance;
 })();
 proto.GrantedTokenAllowance = (function() {
  function GrantedTokenAllowance(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  GrantedTokenAllowance.prototype.tokenId = null;
  GrantedTokenAllowance.prototype.spender = null;
  GrantedTokenAllowance.prototype.amount = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  GrantedTokenAllowance.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.tokenId != null && Object.hasOwnProperty.call(message, "tokenId"))
    $root.proto.TokenID.encode(message.tokenId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.spender != null && Object.hasOwnProperty.call(message, "spender"))
    $root.proto.AccountID.encode(message.spender, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.amount != null && Object.hasOwnProperty.call(message, "amount"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.amount);
   return writer;
  };
  GrantedTokenAllowance.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.GrantedTokenAllowance();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.tokenId = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.spender = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.amount = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.GrantedTokenAllowance");
     break;
    }
   }
   return message;
  };
  return GrantedTokenAllowance;
 })();
 proto.Response = (function() {
  function Response(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  Response.prototype.getByKey = null;
  Response.prototype.getBySolidityID = null;
  Response.prototype.contractCallLocal = null;
  Response.prototype.contractGetBytecodeResponse = null;
  Response.prototype.contractGetInfo = null;
  Response.prototype.contractGetRecordsResponse = null;
  Response.prototype.cryptogetAccountBalance = null;
  Response.prototype.cryptoGetAccountRecords = null;
  Response.prototype.cryptoGetInfo = null;
  Response.prototype.cryptoGetLiveHash = null;
  Response.prototype.cryptoGetProxyStakers = null;
  Response.prototype.fileGetContents = null;
  Response.prototype.fileGetInfo = null;
  Response.prototype.transactionGetReceipt = null;
  Response.prototype.transactionGetRecord = null;
  Response.prototype.transactionGetFastRecord = null;
  Response.prototype.consensusGetTopicInfo = null;
  Response.prototype.networkGetVersionInfo = null;
  Response.prototype.tokenGetInfo = null;
  Response.prototype.scheduleGetInfo = null;
  Response.prototype.tokenGetAccountNftInfos = null;
  Response.prototype.tokenGetNftInfo = null;
  Response.prototype.tokenGetNftInfos = null;
  Response.prototype.networkGetExecutionTime = null;
  Response.prototype.accountDetails = null;
  let $oneOfFields;
  Object.defineProperty(Response.prototype, "response", {
   get: $util.oneOfGetter($oneOfFields = ["getByKey", "getBySolidityID", "contractCallLocal", "contractGetBytecodeResponse", "contractGetInfo", "contractGetRecordsResponse", "cryptogetAccountBalance", "cryptoGetAccountRecords", "cryptoGetInfo", "cryptoGetLiveHash", "cryptoGetProxyStakers", "fileGetContents", "fileGetInfo", "transactionGetReceipt", "transactionGetRecord", "transactionGetFastRecord", "consensusGetTopicInfo", "networkGetVersionInfo", "tokenGetInfo", "scheduleGetInfo", "tokenGetAccountNftInfos", "tokenGetNftInfo", "tokenGetNftInfos", "networkGetExecutionTime", "accountDetails"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Response.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.getByKey != null && Object.hasOwnProperty.call(message, "getByKey"))
    $root.proto.GetByKeyResponse.encode(message.getByKey, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.getBySolidityID != null && Object.hasOwnProperty.call(message, "getBySolidityID"))
    $root.proto.GetBySolidityIDResponse.encode(message.getBySolidityID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.contractCallLocal != null && Object.hasOwnProperty.call(message, "contractCallLocal"))
    $root.proto.ContractCallLocalResponse.encode(message.contractCallLocal, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.contractGetInfo != null && Object.hasOwnProperty.call(message, "contractGetInfo"))
    $root.proto.ContractGetInfoResponse.encode(message.contractGetInfo, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   if (message.contractGetBytecodeResponse != null && Object.hasOwnProperty.call(message, "contractGetBytecodeResponse"))
    $root.proto.ContractGetBytecodeResponse.encode(message.contractGetBytecodeResponse, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   if (message.contractGetRecordsResponse != null && Object.hasOwnProperty.call(message, "contractGetRecordsResponse"))
    $root.proto.ContractGetRecordsResponse.encode(message.contractGetRecordsResponse, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.cryptogetAccountBalance != null && Object.hasOwnProperty.call(message, "cryptogetAccountBalance"))
    $root.proto.CryptoGetAccountBalanceResponse.encode(message.cryptogetAccountBalance, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.cryptoGetAccountRecords != null && Object.hasOwnProperty.call(message, "cryptoGetAccountRecords"))
    $root.proto.CryptoGetAccountRecordsResponse.encode(message.cryptoGetAccountRecords, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   if (message.cryptoGetInfo != null && Object.hasOwnProperty.call(message, "cryptoGetInfo"))
    $root.proto.CryptoGetInfoResponse.encode(message.cryptoGetInfo, writer.uint32(/* id 9, wireType 2 =*/74).fork()).ldelim();
   if (message.cryptoGetLiveHash != null && Object.hasOwnProperty.call(message, "cryptoGetLiveHash"))
    $root.proto.CryptoGetLiveHashResponse.encode(message.cryptoGetLiveHash, writer.uint32(/* id 10, wireType 2 =*/82).fork()).ldelim();
   if (message.cryptoGetProxyStakers != null && Object.hasOwnProperty.call(message, "cryptoGetProxyStakers"))
    $root.proto.CryptoGetStakersResponse.encode(message.cryptoGetProxyStakers, writer.uint32(/* id 11, wireType 2 =*/90).fork()).ldelim();
   if (message.fileGetContents != null && Object.hasOwnProperty.call(message, "fileGetContents"))
    $root.proto.FileGetContentsResponse.encode(message.fileGetContents, writer.uint32(/* id 12, wireType 2 =*/98).fork()).ldelim();
   if (message.fileGetInfo != null && Object.hasOwnProperty.call(message, "fileGetInfo"))
    $root.proto.FileGetInfoResponse.encode(message.fileGetInfo, writer.uint32(/* id 13, wireType 2 =*/106).fork()).ldelim();
   if (message.transactionGetReceipt != null && Object.hasOwnProperty.call(message, "transactionGetReceipt"))
    $root.proto.TransactionGetReceiptResponse.encode(message.transactionGetReceipt, writer.uint32(/* id 14, wireType 2 =*/114).fork()).ldelim();
   if (message.transactionGetRecord != null && Object.hasOwnProperty.call(message, "transactionGetRecord"))
    $root.proto.TransactionGetRecordResponse.encode(message.transactionGetRecord, writer.uint32(/* id 15, wireType 2 =*/122).fork()).ldelim();
   if (message.transactionGetFastRecord != null && Object.hasOwnProperty.call(message, "transactionGetFastRecord"))
    $root.proto.TransactionGetFastRecordResponse.encode(message.transactionGetFastRecord, writer.uint32(/* id 16, wireType 2 =*/130).fork()).ldelim();
   if (message.consensusGetTopicInfo != null && Object.hasOwnProperty.call(message, "consensusGetTopicInfo"))
    $root.proto.ConsensusGetTopicInfoResponse.encode(message.consensusGetTopicInfo, writer.uint32(/* id 150, wireType 2 =*/1202).fork()).ldelim();
   if (message.networkGetVersionInfo != null && Object.hasOwnProperty.call(message, "networkGetVersionInfo"))
    $root.proto.NetworkGetVersionInfoResponse.encode(message.networkGetVersionInfo, writer.uint32(/* id 151, wireType 2 =*/1210).fork()).ldelim();
   if (message.tokenGetInfo != null && Object.hasOwnProperty.call(message, "tokenGetInfo"))
    $root.proto.TokenGetInfoResponse.encode(message.tokenGetInfo, writer.uint32(/* id 152, wireType 2 =*/1218).fork()).ldelim();
   if (message.scheduleGetInfo != null && Object.hasOwnProperty.call(message, "scheduleGetInfo"))
    $root.proto.ScheduleGetInfoResponse.encode(message.scheduleGetInfo, writer.uint32(/* id 153, wireType 2 =*/1226).fork()).ldelim();
   if (message.tokenGetAccountNftInfos != null && Object.hasOwnProperty.call(message, "tokenGetAccountNftInfos"))
    $root.proto.TokenGetAccountNftInfosResponse.encode(message.tokenGetAccountNftInfos, writer.uint32(/* id 154, wireType 2 =*/1234).fork()).ldelim();
   if (message.tokenGetNftInfo != null && Object.hasOwnProperty.call(message, "tokenGetNftInfo"))
    $root.proto.TokenGetNftInfoResponse.encode(message.tokenGetNftInfo, writer.uint32(/* id 155, wireType 2 =*/1242).fork()).ldelim();
   if (message.tokenGetNftInfos != null && Object.hasOwnProperty.call(message, "tokenGetNftInfos"))
    $root.proto.TokenGetNftInfosResponse.encode(message.tokenGetNftInfos, writer.uint32(/* id 156, wireType 2 =*/1250).fork()).ldelim();
   if (message.networkGetExecutionTime != null && Object.hasOwnProperty.call(message, "networkGetExecutionTime"))
    $root.proto.NetworkGetExecutionTimeResponse.encode(message.networkGetExecutionTime, writer.uint32(/* id 157, wireType 2 =*/1258).fork()).ldelim();
   if (message.accountDetails != null && Object.hasOwnProperty.call(message, "accountDetails"))
    $root.proto.GetAccountDetailsResponse.encode(message.accountDetails, writer.uint32(/* id 158, wireType 2 =*/1266).fork()).ldelim();
   return writer;
  };
  Response.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.Response();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.getByKey = $root.proto.GetByKeyResponse.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.getBySolidityID = $root.proto.GetBySolidityIDResponse.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.contractCallLocal = $root.proto.ContractCallLocalResponse.decode(reader, reader.uint32());
      break;
     }
    case 5: {
      message.contractGetBytecodeResponse = $root.proto.ContractGetBytecodeResponse.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.contractGetInfo = $root.proto.ContractGetInfoResponse.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.contractGetRecordsResponse = $root.proto.ContractGetRecordsResponse.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.cryptogetAccountBalance = $root.proto.CryptoGetAccountBalanceResponse.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.cryptoGetAccountRecords = $root.proto.CryptoGetAccountRecordsResponse.decode(reader, reader.uint32());
      break;
     }
    case 9: {
      message.cryptoGetInfo = $root.proto.CryptoGetInfoResponse.decode(reader, reader.uint32());
      break;
     }
    case 10: {
      message.cryptoGetLiveHash = $root.proto.CryptoGetLiveHashResponse.decode(reader, reader.uint32());
      break;
     }
    case 11: {
      message.cryptoGetProxyStakers = $root.proto.CryptoGetStakersResponse.decode(reader, reader.uint32());
      break;
     }
    case 12: {
      message.fileGetContents = $root.proto.FileGetContentsResponse.decode(reader, reader.uint32());
      break;
     }
    case 13: {
      message.fileGetInfo = $root.proto.FileGetInfoResponse.decode(reader, reader.uint32());
      break;
     }
    case 14: {
      message.transactionGetReceipt = $root.proto.TransactionGetReceiptResponse.decode(reader, reader.uint32());
      break;
     }
    case 15: {
      message.transactionGetRecord = $root.proto.TransactionGetRecordResponse.decode(reader, reader.uint32());
      break;
     }
    case 16: {
      message.transactionGetFastRecord = $root.proto.TransactionGetFastRecordResponse.decode(reader, reader.uint32());
      break;
     }
    case 150: {
      message.consensusGetTopicInfo = $root.proto.ConsensusGetTopicInfoResponse.decode(reader, reader.uint32());
      break;
     }
    case 151: {
      message.networkGetVersionInfo = $root.proto.NetworkGetVersionInfoResponse.decode(reader, reader.uint32());
      break;
     }
    case 152: {
      message.tokenGetInfo = $root.proto.TokenGetInfoResponse.decode(reader, reader.uint32());
      break;
     }
    case 153: {
      message.scheduleGetInfo = $root.proto.ScheduleGetInfoResponse.decode(reader, reader.uint32());
      break;
     }
    case 154: {
      message.tokenGetAccountNftInfos = $root.proto.TokenGetAccountNftInfosResponse.decode(reader, reader.uint32());
      break;
     }
    case 155: {
      message.tokenGetNftInfo = $root.proto.TokenGetNftInfoResponse.decode(reader, reader.uint32());
      break;
     }
    case 156: {
      message.tokenGetNftInfos = $root.proto.TokenGetNftInfosResponse.decode(reader, reader.uint32());
      break;
     }
    case 157: {
      message.networkGetExecutionTime = $root.proto.NetworkGetExecutionTimeResponse.decode(reader, reader.uint32());
      break;
     }
    case 158: {
      message.accountDetails = $root.proto.GetAccountDetailsResponse.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.Response");
     break;
    }
   }
   return message;
  };
  return Response;
 })();
 return proto;
})();
export const google = $root.google = (() => {
 const google = {};
 google.protobuf = (function() {
  const protobuf = {};
  protobuf.Int64Value = (function() {
   function Int64Value(properties) {
    if (properties)
     for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
      if (properties[keys[i]] != null)
       this[keys[i]] = properties[keys[i]];
   }
   Int64Value.prototype.value = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
   Int64Value.encode = function encode(message, writer) {
    if (!writer)
     writer = $Writer.create();
    if (message.value != null && Object.hasOwnProperty.call(message, "value"))
     writer.uint32(/* id 1, wireType 0 =*/8).int64(message.value);
    return writer;
   };
   Int64Value.decode = function decode(reader, length, error) {
    if (!(reader instanceof $Reader))
     reader = $Reader.create(reader);
    let end = length === undefined ? reader.len : reader.pos + length, message = new $root.google.protobuf.Int64Value();
    while (reader.pos < end) {
     let tag = reader.uint32();
     if (tag === error)
      break;
     switch (tag >>> 3) {
     case 1: {
       message.value = reader.int64();
       break;
      }
     default:
      $skipUnknown(reader, tag, "google.protobuf.Int64Value");
      break;
     }
    }
    return message;
   };
   return Int64Value;
  })();
  protobuf.BytesValue = (function() {
   function BytesValue(properties) {
    if (properties)
     for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
      if (properties[keys[i]] != null)
       this[keys[i]] = properties[keys[i]];
   }
   BytesValue.prototype.value = $util.newBuffer([]);
   BytesValue.encode = function encode(message, writer) {
    if (!writer)
     writer = $Writer.create();
    if (message.value != null && Object.hasOwnProperty.call(message, "value"))
     writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.value);
    return writer;
   };
   BytesValue.decode = function decode(reader, length, error) {
    if (!(reader instanceof $Reader))
     reader = $Reader.create(reader);
    let end = length === undefined ? reader.len : reader.pos + length, message = new $root.google.protobuf.BytesValue();
    while (reader.pos < end) {
     let tag = reader.uint32();
     if (tag === error)
      break;
     switch (tag >>> 3) {
     case 1: {
       message.value = reader.bytes();
       break;
      }
     default:
      $skipUnknown(reader, tag, "google.protobuf.BytesValue");
      break;
     }
    }
    return message;
   };
   return BytesValue;
  })();
  return protobuf;
 })();
 return google;
})();
export { $root as default };
