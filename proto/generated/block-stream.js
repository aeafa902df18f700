// Made by proto/generate.js of block-stream.proto (5b2454a7dd63fafffbf65f1de6a494bb). Not to be edited.
import { skipUnknown as $skipUnknown } from "../unknown.js";
import $protobuf from "protobufjs/minimal.js";
const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $root = $protobuf.roots.tain_block_stream || ($protobuf.roots.tain_block_stream = {});
export const stream = $root.stream = (() => {
 const stream = {};
 stream.Block = (function() {
  function Block(properties) {
   this.items = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  Block.prototype.items = $util.emptyArray;
  Block.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.items != null && message.items.length)
    for (let i = 0; i < message.items.length; ++i)
     writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.items[i]);
   return writer;
  };
  Block.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.Block();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.items && message.items.length))
       message.items = [];
      message.items.push(reader.bytes());
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.Block");
     break;
    }
   }
   return message;
  };
  return Block;
 })();
 stream.BlockItem = (function() {
  function BlockItem(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  BlockItem.prototype.blockHeader = null;
  BlockItem.prototype.eventHeader = null;
  BlockItem.prototype.roundHeader = null;
  BlockItem.prototype.signedTransaction = null;
  BlockItem.prototype.transactionResult = null;
  BlockItem.prototype.transactionOutput = null;
  BlockItem.prototype.stateChanges = null;
  BlockItem.prototype.filteredSingleItem = null;
  BlockItem.prototype.blockProof = null;
  BlockItem.prototype.recordFile = null;
  BlockItem.prototype.traceData = null;
  BlockItem.prototype.blockFooter = null;
  BlockItem.prototype.redactedItem = null;
  let $oneOfFields;
  Object.defineProperty(BlockItem.prototype, "item", {
   get: $util.oneOfGetter($oneOfFields = ["blockHeader", "eventHeader", "roundHeader", "signedTransaction", "transactionResult", "transactionOutput", "stateChanges", "filteredSingleItem", "blockProof", "recordFile", "traceData", "blockFooter", "redactedItem"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  BlockItem.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.blockHeader != null && Object.hasOwnProperty.call(message, "blockHeader"))
    $root.stream.BlockHeader.encode(message.blockHeader, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.eventHeader != null && Object.hasOwnProperty.call(message, "eventHeader"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.eventHeader);
   if (message.roundHeader != null && Object.hasOwnProperty.call(message, "roundHeader"))
    $root.stream.RoundHeader.encode(message.roundHeader, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.signedTransaction != null && Object.hasOwnProperty.call(message, "signedTransaction"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.signedTransaction);
   if (message.transactionResult != null && Object.hasOwnProperty.call(message, "transactionResult"))
    $root.stream.TransactionResult.encode(message.transactionResult, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   if (message.transactionOutput != null && Object.hasOwnProperty.call(message, "transactionOutput"))
    $root.stream.TransactionOutput.encode(message.transactionOutput, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.stateChanges != null && Object.hasOwnProperty.call(message, "stateChanges"))
    $root.stream.StateChanges.encode(message.stateChanges, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.filteredSingleItem != null && Object.hasOwnProperty.call(message, "filteredSingleItem"))
    $root.stream.FilteredSingleItem.encode(message.filteredSingleItem, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   if (message.blockProof != null && Object.hasOwnProperty.call(message, "blockProof"))
    $root.stream.BlockProof.encode(message.blockProof, writer.uint32(/* id 9, wireType 2 =*/74).fork()).ldelim();
   if (message.recordFile != null && Object.hasOwnProperty.call(message, "recordFile"))
    $root.stream.RecordFileItem.encode(message.recordFile, writer.uint32(/* id 10, wireType 2 =*/82).fork()).ldelim();
   if (message.traceData != null && Object.hasOwnProperty.call(message, "traceData"))
    $root.stream.TraceData.encode(message.traceData, writer.uint32(/* id 11, wireType 2 =*/90).fork()).ldelim();
   if (message.blockFooter != null && Object.hasOwnProperty.call(message, "blockFooter"))
    $root.stream.BlockFooter.encode(message.blockFooter, writer.uint32(/* id 12, wireType 2 =*/98).fork()).ldelim();
   if (message.redactedItem != null && Object.hasOwnProperty.call(message, "redactedItem"))
    $root.stream.RedactedItem.encode(message.redactedItem, writer.uint32(/* id 19, wireType 2 =*/154).fork()).ldelim();
   return writer;
  };
  BlockItem.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.BlockItem();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.blockHeader = $root.stream.BlockHeader.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.eventHeader = reader.bytes();
      break;
     }
    case 3: {
      message.roundHeader = $root.stream.RoundHeader.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.signedTransaction = reader.bytes();
      break;
     }
    case 5: {
      message.transactionResult = $root.stream.TransactionResult.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.transactionOutput = $root.stream.TransactionOutput.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.stateChanges = $root.stream.StateChanges.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.filteredSingleItem = $root.stream.FilteredSingleItem.decode(reader, reader.uint32());
      break;
     }
    case 9: {
      message.blockProof = $root.stream.BlockProof.decode(reader, reader.uint32());
      break;
     }
    case 10: {
      message.recordFile = $root.stream.RecordFileItem.decode(reader, reader.uint32());
      break;
     }
    case 11: {
      message.traceData = $root.stream.TraceData.decode(reader, reader.uint32());
      break;
     }
    case 12: {
      message.blockFooter = $root.stream.BlockFooter.decode(reader, reader.uint32());
      break;
     }
    case 19: {
      message.redactedItem = $root.stream.RedactedItem.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.BlockItem");
     break;
    }
   }
   return message;
  };
  return BlockItem;
 })();
 stream.BlockHeader = (function() {
  function BlockHeader(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  BlockHeader.prototype.hapiProtoVersion = null;
  BlockHeader.prototype.softwareVersion = null;
  BlockHeader.prototype.number = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  BlockHeader.prototype.blockTimestamp = null;
  BlockHeader.prototype.hashAlgorithm = 0;
  let $oneOfFields;
  Object.defineProperty(BlockHeader.prototype, "_hapiProtoVersion", {
   get: $util.oneOfGetter($oneOfFields = ["hapiProtoVersion"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Object.defineProperty(BlockHeader.prototype, "_softwareVersion", {
   get: $util.oneOfGetter($oneOfFields = ["softwareVersion"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Object.defineProperty(BlockHeader.prototype, "_blockTimestamp", {
   get: $util.oneOfGetter($oneOfFields = ["blockTimestamp"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  BlockHeader.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.hapiProtoVersion != null && Object.hasOwnProperty.call(message, "hapiProtoVersion"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.hapiProtoVersion);
   if (message.softwareVersion != null && Object.hasOwnProperty.call(message, "softwareVersion"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.softwareVersion);
   if (message.number != null && Object.hasOwnProperty.call(message, "number"))
    writer.uint32(/* id 3, wireType 0 =*/24).uint64(message.number);
   if (message.blockTimestamp != null && Object.hasOwnProperty.call(message, "blockTimestamp"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.blockTimestamp);
   if (message.hashAlgorithm != null && Object.hasOwnProperty.call(message, "hashAlgorithm"))
    writer.uint32(/* id 5, wireType 0 =*/40).uint32(message.hashAlgorithm);
   return writer;
  };
  BlockHeader.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.BlockHeader();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.hapiProtoVersion = reader.bytes();
      break;
     }
    case 2: {
      message.softwareVersion = reader.bytes();
      break;
     }
    case 3: {
      message.number = reader.uint64();
      break;
     }
    case 4: {
      message.blockTimestamp = reader.bytes();
      break;
     }
    case 5: {
      message.hashAlgorithm = reader.uint32();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.BlockHeader");
     break;
    }
   }
   return message;
  };
  return BlockHeader;
 })();
 stream.RoundHeader = (function() {
  function RoundHeader(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  RoundHeader.prototype.roundNumber = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  RoundHeader.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.roundNumber != null && Object.hasOwnProperty.call(message, "roundNumber"))
    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.roundNumber);
   return writer;
  };
  RoundHeader.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.RoundHeader();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.roundNumber = reader.uint64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.RoundHeader");
     break;
    }
   }
   return message;
  };
  return RoundHeader;
 })();
 stream.BlockFooter = (function() {
  function BlockFooter(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  BlockFooter.prototype.previousBlockRootHash = $util.newBuffer([]);
  BlockFooter.prototype.rootHashOfAllBlockHashesTree = $util.newBuffer([]);
  BlockFooter.prototype.startOfBlockStateRootHash = $util.newBuffer([]);
  BlockFooter.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.previousBlockRootHash != null && Object.hasOwnProperty.call(message, "previousBlockRootHash"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.previousBlockRootHash);
   if (message.rootHashOfAllBlockHashesTree != null && Object.hasOwnProperty.call(message, "rootHashOfAllBlockHashesTree"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.rootHashOfAllBlockHashesTree);
   if (message.startOfBlockStateRootHash != null && Object.hasOwnProperty.call(message, "startOfBlockStateRootHash"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.startOfBlockStateRootHash);
   return writer;
  };
  BlockFooter.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.BlockFooter();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.previousBlockRootHash = reader.bytes();
      break;
     }
    case 2: {
      message.rootHashOfAllBlockHashesTree = reader.bytes();
      break;
     }
    case 3: {
      message.startOfBlockStateRootHash = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.BlockFooter");
     break;
    }
   }
   return message;
  };
  return BlockFooter;
 })();
 stream.FilteredSingleItem = (function() {
  function FilteredSingleItem(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  FilteredSingleItem.prototype.itemHash = $util.newBuffer([]);
  FilteredSingleItem.prototype.tree = 0;
  FilteredSingleItem.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.itemHash != null && Object.hasOwnProperty.call(message, "itemHash"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.itemHash);
   if (message.tree != null && Object.hasOwnProperty.call(message, "tree"))
    writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.tree);
   return writer;
  };
  FilteredSingleItem.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.FilteredSingleItem();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.itemHash = reader.bytes();
      break;
     }
    case 2: {
      message.tree = reader.uint32();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.FilteredSingleItem");
     break;
    }
   }
   return message;
  };
  return FilteredSingleItem;
 })();
 stream.RedactedItem = (function() {
  function RedactedItem(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  RedactedItem.prototype.itemHash = $util.newBuffer([]);
  RedactedItem.prototype.signedTransactionHash = $util.newBuffer([]);
  RedactedItem.prototype.tree = 0;
  RedactedItem.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.itemHash != null && Object.hasOwnProperty.call(message, "itemHash"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.itemHash);
   if (message.signedTransactionHash != null && Object.hasOwnProperty.call(message, "signedTransactionHash"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.signedTransactionHash);
   if (message.tree != null && Object.hasOwnProperty.call(message, "tree"))
    writer.uint32(/* id 3, wireType 0 =*/24).uint32(message.tree);
   return writer;
  };
  RedactedItem.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.RedactedItem();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.itemHash = reader.bytes();
      break;
     }
    case 2: {
      message.signedTransactionHash = reader.bytes();
      break;
     }
    case 3: {
      message.tree = reader.uint32();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.RedactedItem");
     break;
    }
   }
   return message;
  };
  return RedactedItem;
 })();
 stream.TransactionResult = (function() {
  function TransactionResult(properties) {
   this.tokenTransferLists = [];
   this.automaticTokenAssociations = [];
   this.paidStakingRewards = [];
   this.assessedCustomFees = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TransactionResult.prototype.status = 0;
  TransactionResult.prototype.consensusTimestamp = null;
  TransactionResult.prototype.parentConsensusTimestamp = null;
  TransactionResult.prototype.scheduleRef = null;
  TransactionResult.prototype.transactionFeeCharged = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  TransactionResult.prototype.transferList = null;
  TransactionResult.prototype.tokenTransferLists = $util.emptyArray;
  TransactionResult.prototype.automaticTokenAssociations = $util.emptyArray;
  TransactionResult.prototype.paidStakingRewards = $util.emptyArray;
  TransactionResult.prototype.congestionPricingMultiplier = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  TransactionResult.prototype.assessedCustomFees = $util.emptyArray;
  TransactionResult.prototype.highVolumePricingMultiplier = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  let $oneOfFields;
  Object.defineProperty(TransactionResult.prototype, "_consensusTimestamp", {
   get: $util.oneOfGetter($oneOfFields = ["consensusTimestamp"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Object.defineProperty(TransactionResult.prototype, "_parentConsensusTimestamp", {
   get: $util.oneOfGetter($oneOfFields = ["parentConsensusTimestamp"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Object.defineProperty(TransactionResult.prototype, "_scheduleRef", {
   get: $util.oneOfGetter($oneOfFields = ["scheduleRef"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Object.defineProperty(TransactionResult.prototype, "_transferList", {
   get: $util.oneOfGetter($oneOfFields = ["transferList"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  TransactionResult.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.status != null && Object.hasOwnProperty.call(message, "status"))
    writer.uint32(/* id 1, wireType 0 =*/8).int32(message.status);
   if (message.consensusTimestamp != null && Object.hasOwnProperty.call(message, "consensusTimestamp"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.consensusTimestamp);
   if (message.parentConsensusTimestamp != null && Object.hasOwnProperty.call(message, "parentConsensusTimestamp"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.parentConsensusTimestamp);
   if (message.scheduleRef != null && Object.hasOwnProperty.call(message, "scheduleRef"))
    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.scheduleRef);
   if (message.transactionFeeCharged != null && Object.hasOwnProperty.call(message, "transactionFeeCharged"))
    writer.uint32(/* id 6, wireType 0 =*/48).uint64(message.transactionFeeCharged);
   if (message.transferList != null && Object.hasOwnProperty.call(message, "transferList"))
    writer.uint32(/* id 7, wireType 2 =*/58).bytes(message.transferList);
   if (message.tokenTransferLists != null && message.tokenTransferLists.length)
    for (let i = 0; i < message.tokenTransferLists.length; ++i)
     writer.uint32(/* id 8, wireType 2 =*/66).bytes(message.tokenTransferLists[i]);
   if (message.automaticTokenAssociations != null && message.automaticTokenAssociations.length)
    for (let i = 0; i < message.automaticTokenAssociations.length; ++i)
     writer.uint32(/* id 9, wireType 2 =*/74).bytes(message.automaticTokenAssociations[i]);
   if (message.paidStakingRewards != null && message.paidStakingRewards.length)
    for (let i = 0; i < message.paidStakingRewards.length; ++i)
     writer.uint32(/* id 10, wireType 2 =*/82).bytes(message.paidStakingRewards[i]);
   if (message.congestionPricingMultiplier != null && Object.hasOwnProperty.call(message, "congestionPricingMultiplier"))
    writer.uint32(/* id 11, wireType 0 =*/88).uint64(message.congestionPricingMultiplier);
   if (message.assessedCustomFees != null && message.assessedCustomFees.length)
    for (let i = 0; i < message.assessedCustomFees.length; ++i)
     writer.uint32(/* id 12, wireType 2 =*/98).bytes(message.assessedCustomFees[i]);
   if (message.highVolumePricingMultiplier != null && Object.hasOwnProperty.call(message, "highVolumePricingMultiplier"))
    writer.uint32(/* id 13, wireType 0 =*/104).uint64(message.highVolumePricingMultiplier);
   return writer;
  };
  TransactionResult.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.TransactionResult();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.status = reader.int32();
      break;
     }
    case 2: {
      message.consensusTimestamp = reader.bytes();
      break;
     }
    case 3: {
      message.parentConsensusTimestamp = reader.bytes();
      break;
     }
    case 5: {
      message.scheduleRef = reader.bytes();
      break;
     }
    case 6: {
      message.transactionFeeCharged = reader.uint64();
      break;
     }
    case 7: {
      message.transferList = reader.bytes();
      break;
     }
    case 8: {
      if (!(message.tokenTransferLists && message.tokenTransferLists.length))
       message.tokenTransferLists = [];
      message.tokenTransferLists.push(reader.bytes());
      break;
     }
    case 9: {
      if (!(message.automaticTokenAssociations && message.automaticTokenAssociations.length))
       message.automaticTokenAssociations = [];
      message.automaticTokenAssociations.push(reader.bytes());
      break;
     }
    case 10: {
      if (!(message.paidStakingRewards && message.paidStakingRewards.length))
       message.paidStakingRewards = [];
      message.paidStakingRewards.push(reader.bytes());
      break;
     }
    case 11: {
      message.congestionPricingMultiplier = reader.uint64();
      break;
     }
    case 12: {
      if (!(message.assessedCustomFees && message.assessedCustomFees.length))
       message.assessedCustomFees = [];
      message.assessedCustomFees.push(reader.bytes());
      break;
     }
    case 13: {
      message.highVolumePricingMultiplier = reader.uint64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.TransactionResult");
     break;
    }
   }
   return message;
  };
  return TransactionResult;
 })();
 stream.TransactionOutput = (function() {
  function TransactionOutput(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TransactionOutput.prototype.utilPrng = null;
  TransactionOutput.prototype.contractCall = null;
  TransactionOutput.prototype.ethereumCall = null;
  TransactionOutput.prototype.contractCreate = null;
  TransactionOutput.prototype.createSchedule = null;
  TransactionOutput.prototype.signSchedule = null;
  TransactionOutput.prototype.accountCreate = null;
  let $oneOfFields;
  Object.defineProperty(TransactionOutput.prototype, "transaction", {
   get: $util.oneOfGetter($oneOfFields = ["utilPrng", "contractCall", "ethereumCall", "contractCreate", "createSchedule", "signSchedule", "accountCreate"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  TransactionOutput.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.utilPrng != null && Object.hasOwnProperty.call(message, "utilPrng"))
    $root.stream.UtilPrngOutput.encode(message.utilPrng, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.contractCall != null && Object.hasOwnProperty.call(message, "contractCall"))
    $root.stream.EvmOutput.encode(message.contractCall, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.ethereumCall != null && Object.hasOwnProperty.call(message, "ethereumCall"))
    $root.stream.EthereumOutput.encode(message.ethereumCall, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.contractCreate != null && Object.hasOwnProperty.call(message, "contractCreate"))
    $root.stream.EvmOutput.encode(message.contractCreate, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   if (message.createSchedule != null && Object.hasOwnProperty.call(message, "createSchedule"))
    $root.stream.CreateScheduleOutput.encode(message.createSchedule, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   if (message.signSchedule != null && Object.hasOwnProperty.call(message, "signSchedule"))
    $root.stream.SignScheduleOutput.encode(message.signSchedule, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.accountCreate != null && Object.hasOwnProperty.call(message, "accountCreate"))
    $root.stream.CreateAccountOutput.encode(message.accountCreate, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   return writer;
  };
  TransactionOutput.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.TransactionOutput();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.utilPrng = $root.stream.UtilPrngOutput.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.contractCall = $root.stream.EvmOutput.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.ethereumCall = $root.stream.EthereumOutput.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.contractCreate = $root.stream.EvmOutput.decode(reader, reader.uint32());
      break;
     }
    case 5: {
      message.createSchedule = $root.stream.CreateScheduleOutput.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.signSchedule = $root.stream.SignScheduleOutput.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.accountCreate = $root.stream.CreateAccountOutput.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.TransactionOutput");
     break;
    }
   }
   return message;
  };
  return TransactionOutput;
 })();
 stream.UtilPrngOutput = (function() {
  function UtilPrngOutput(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  UtilPrngOutput.prototype.prngBytes = null;
  UtilPrngOutput.prototype.prngNumber = null;
  let $oneOfFields;
  Object.defineProperty(UtilPrngOutput.prototype, "entropy", {
   get: $util.oneOfGetter($oneOfFields = ["prngBytes", "prngNumber"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  UtilPrngOutput.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.prngBytes != null && Object.hasOwnProperty.call(message, "prngBytes"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.prngBytes);
   if (message.prngNumber != null && Object.hasOwnProperty.call(message, "prngNumber"))
    writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.prngNumber);
   return writer;
  };
  UtilPrngOutput.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.UtilPrngOutput();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.prngBytes = reader.bytes();
      break;
     }
    case 2: {
      message.prngNumber = reader.uint32();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.UtilPrngOutput");
     break;
    }
   }
   return message;
  };
  return UtilPrngOutput;
 })();
 stream.EvmOutput = (function() {
  function EvmOutput(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  EvmOutput.prototype.evmTransactionResult = $util.newBuffer([]);
  EvmOutput.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.evmTransactionResult != null && Object.hasOwnProperty.call(message, "evmTransactionResult"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.evmTransactionResult);
   return writer;
  };
  EvmOutput.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.EvmOutput();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.evmTransactionResult = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.EvmOutput");
     break;
    }
   }
   return message;
  };
  return EvmOutput;
 })();
 stream.EthereumOutput = (function() {
  function EthereumOutput(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  EthereumOutput.prototype.evmCallTransactionResult = null;
  EthereumOutput.prototype.evmCreateTransactionResult = null;
  let $oneOfFields;
  Object.defineProperty(EthereumOutput.prototype, "transactionResult", {
   get: $util.oneOfGetter($oneOfFields = ["evmCallTransactionResult", "evmCreateTransactionResult"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  EthereumOutput.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.evmCallTransactionResult != null && Object.hasOwnProperty.call(message, "evmCallTransactionResult"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.evmCallTransactionResult);
   if (message.evmCreateTransactionResult != null && Object.hasOwnProperty.call(message, "evmCreateTransactionResult"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.evmCreateTransactionResult);
   return writer;
  };
  EthereumOutput.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.EthereumOutput();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.evmCallTransactionResult = reader.bytes();
      break;
     }
    case 2: {
      message.evmCreateTransactionResult = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.EthereumOutput");
     break;
    }
   }
   return message;
  };
  return EthereumOutput;
 })();
 stream.CreateScheduleOutput = (function() {
  function CreateScheduleOutput(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CreateScheduleOutput.prototype.scheduleId = null;
  CreateScheduleOutput.prototype.scheduledTransactionId = null;
  let $oneOfFields;
  Object.defineProperty(CreateScheduleOutput.prototype, "_scheduleId", {
   get: $util.oneOfGetter($oneOfFields = ["scheduleId"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Object.defineProperty(CreateScheduleOutput.prototype, "_scheduledTransactionId", {
   get: $util.oneOfGetter($oneOfFields = ["scheduledTransactionId"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  CreateScheduleOutput.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.scheduleId != null && Object.hasOwnProperty.call(message, "scheduleId"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.scheduleId);
   if (message.scheduledTransactionId != null && Object.hasOwnProperty.call(message, "scheduledTransactionId"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.scheduledTransactionId);
   return writer;
  };
  CreateScheduleOutput.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.CreateScheduleOutput();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.scheduleId = reader.bytes();
      break;
     }
    case 2: {
      message.scheduledTransactionId = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.CreateScheduleOutput");
     break;
    }
   }
   return message;
  };
  return CreateScheduleOutput;
 })();
 stream.SignScheduleOutput = (function() {
  function SignScheduleOutput(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SignScheduleOutput.prototype.scheduledTransactionId = null;
  let $oneOfFields;
  Object.defineProperty(SignScheduleOutput.prototype, "_scheduledTransactionId", {
   get: $util.oneOfGetter($oneOfFields = ["scheduledTransactionId"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  SignScheduleOutput.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.scheduledTransactionId != null && Object.hasOwnProperty.call(message, "scheduledTransactionId"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.scheduledTransactionId);
   return writer;
  };
  SignScheduleOutput.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.SignScheduleOutput();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.scheduledTransactionId = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.SignScheduleOutput");
     break;
    }
   }
   return message;
  };
  return SignScheduleOutput;
 })();
 stream.CreateAccountOutput = (function() {
  function CreateAccountOutput(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CreateAccountOutput.prototype.createdAccountId = null;
  let $oneOfFields;
  Object.defineProperty(CreateAccountOutput.prototype, "_createdAccountId", {
   get: $util.oneOfGetter($oneOfFields = ["createdAccountId"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  CreateAccountOutput.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.createdAccountId != null && Object.hasOwnProperty.call(message, "createdAccountId"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.createdAccountId);
   return writer;
  };
  CreateAccountOutput.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.CreateAccountOutput();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.createdAccountId = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.CreateAccountOutput");
     break;
    }
   }
   return message;
  };
  return CreateAccountOutput;
 })();
 stream.StateChanges = (function() {
  function StateChanges(properties) {
   this.stateChanges = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  StateChanges.prototype.consensusTimestamp = null;
  StateChanges.prototype.stateChanges = $util.emptyArray;
  let $oneOfFields;
  Object.defineProperty(StateChanges.prototype, "_consensusTimestamp", {
   get: $util.oneOfGetter($oneOfFields = ["consensusTimestamp"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  StateChanges.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.consensusTimestamp != null && Object.hasOwnProperty.call(message, "consensusTimestamp"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.consensusTimestamp);
   if (message.stateChanges != null && message.stateChanges.length)
    for (let i = 0; i < message.stateChanges.length; ++i)
     $root.stream.StateChange.encode(message.stateChanges[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  StateChanges.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.StateChanges();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.consensusTimestamp = reader.bytes();
      break;
     }
    case 2: {
      if (!(message.stateChanges && message.stateChanges.length))
       message.stateChanges = [];
      message.stateChanges.push($root.stream.StateChange.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.StateChanges");
     break;
    }
   }
   return message;
  };
  return StateChanges;
 })();
 stream.StateIdentifier = (function() {
  const valuesById = {}, values = Object.create(valuesById);
  values[valuesById[0] = "UNKNOWN"] = 0;
  values[valuesById[1] = "STATE_ID_ENTITY_ID"] = 1;
  values[valuesById[2] = "STATE_ID_ACCOUNTS"] = 2;
  values[valuesById[3] = "STATE_ID_ALIASES"] = 3;
  values[valuesById[4] = "STATE_ID_STORAGE"] = 4;
  values[valuesById[5] = "STATE_ID_BYTECODE"] = 5;
  values[valuesById[6] = "STATE_ID_FILES"] = 6;
  values[valuesById[7] = "STATE_ID_TOKENS"] = 7;
  values[valuesById[8] = "STATE_ID_NFTS"] = 8;
  values[valuesById[9] = "STATE_ID_TOKEN_RELS"] = 9;
  values[valuesById[10] = "STATE_ID_STAKING_INFOS"] = 10;
  values[valuesById[11] = "STATE_ID_STAKING_NETWORK_REWARDS"] = 11;
  values[valuesById[12] = "STATE_ID_THROTTLE_USAGE_SNAPSHOTS"] = 12;
  values[valuesById[13] = "STATE_ID_CONGESTION_LEVEL_STARTS"] = 13;
  values[valuesById[14] = "STATE_ID_SCHEDULES_BY_ID"] = 14;
  values[valuesById[15] = "STATE_ID_SCHEDULES_BY_EXPIRY_SEC"] = 15;
  values[valuesById[16] = "STATE_ID_SCHEDULES_BY_EQUALITY"] = 16;
  values[valuesById[17] = "STATE_ID_MIDNIGHT_RATES"] = 17;
  values[valuesById[18] = "STATE_ID_RUNNING_HASHES"] = 18;
  values[valuesById[19] = "STATE_ID_BLOCKS"] = 19;
  values[valuesById[20] = "STATE_ID_NODES"] = 20;
  values[valuesById[21] = "STATE_ID_TOPICS"] = 21;
  values[valuesById[22] = "STATE_ID_UPGRADE_FILE_HASH"] = 22;
  values[valuesById[23] = "STATE_ID_FREEZE_TIME"] = 23;
  values[valuesById[24] = "STATE_ID_BLOCK_STREAM_INFO"] = 24;
  values[valuesById[25] = "STATE_ID_PENDING_AIRDROPS"] = 25;
  values[valuesById[26] = "STATE_ID_PLATFORM_STATE"] = 26;
  values[valuesById[27] = "STATE_ID_ROSTER_STATE"] = 27;
  values[valuesById[28] = "STATE_ID_ROSTERS"] = 28;
  values[valuesById[29] = "STATE_ID_SCHEDULED_COUNTS"] = 29;
  values[valuesById[30] = "STATE_ID_SCHEDULE_ID_BY_EQUALITY"] = 30;
  values[valuesById[31] = "STATE_ID_TSS_MESSAGES"] = 31;
  values[valuesById[32] = "STATE_ID_TSS_VOTES"] = 32;
  values[valuesById[33] = "STATE_ID_SCHEDULED_ORDERS"] = 33;
  values[valuesById[34] = "STATE_ID_SCHEDULED_USAGES"] = 34;
  values[valuesById[35] = "STATE_ID_TSS_ENCRYPTION_KEYS"] = 35;
  values[valuesById[36] = "STATE_ID_TSS_STATUS"] = 36;
  values[valuesById[37] = "STATE_ID_HINTS_KEY_SETS"] = 37;
  values[valuesById[38] = "STATE_ID_ACTIVE_HINTS_CONSTRUCTION"] = 38;
  values[valuesById[39] = "STATE_ID_NEXT_HINTS_CONSTRUCTION"] = 39;
  values[valuesById[40] = "STATE_ID_PREPROCESSING_VOTES"] = 40;
  values[valuesById[41] = "STATE_ID_ENTITY_COUNTS"] = 41;
  values[valuesById[42] = "STATE_ID_LEDGER_ID"] = 42;
  values[valuesById[43] = "STATE_ID_PROOF_KEY_SETS"] = 43;
  values[valuesById[44] = "STATE_ID_ACTIVE_PROOF_CONSTRUCTION"] = 44;
  values[valuesById[45] = "STATE_ID_NEXT_PROOF_CONSTRUCTION"] = 45;
  values[valuesById[46] = "STATE_ID_HISTORY_SIGNATURES"] = 46;
  values[valuesById[47] = "STATE_ID_PROOF_VOTES"] = 47;
  values[valuesById[48] = "STATE_ID_CRS_STATE"] = 48;
  values[valuesById[49] = "STATE_ID_CRS_PUBLICATIONS"] = 49;
  values[valuesById[50] = "STATE_ID_NODE_REWARDS"] = 50;
  values[valuesById[51] = "STATE_ID_EVM_HOOK_STATES"] = 51;
  values[valuesById[52] = "STATE_ID_EVM_HOOK_STORAGE"] = 52;
  values[valuesById[53] = "STATE_ID_ACCOUNT_NODE_REL"] = 53;
  values[valuesById[54] = "STATE_ID_WRAPS_MESSAGE_HISTORIES"] = 54;
  values[valuesById[55] = "STATE_ID_NODE_PAYMENTS"] = 55;
  values[valuesById[56] = "STATE_ID_REGISTERED_NODES"] = 56;
  values[valuesById[57] = "STATE_ID_HIGHEST_NODE_ID"] = 57;
  values[valuesById[58] = "STATE_ID_WRAPS_PROVING_KEY_HASH"] = 58;
  values[valuesById[59] = "STATE_ID_CLPR_LEDGER_CONFIGURATION"] = 59;
  values[valuesById[60] = "STATE_ID_CLPR_CHANNELS"] = 60;
  values[valuesById[61] = "STATE_ID_CLPR_PENDING_COMMITMENTS"] = 61;
  values[valuesById[62] = "STATE_ID_CLPR_MESSAGE_QUEUE"] = 62;
  values[valuesById[63] = "STATE_ID_CLPR_CONNECTORS"] = 63;
  values[valuesById[64] = "STATE_ID_CLPR_PENDING_CONNECTOR_COMMITMENTS"] = 64;
  values[valuesById[65] = "STATE_ID_CLPR_SUBMISSION_THROTTLES"] = 65;
  values[valuesById[66] = "STATE_ID_CLPR_ENDPOINT_MANIFEST"] = 66;
  values[valuesById[67] = "STATE_ID_CLPR_ENDPOINT_MANIFEST_CONSTRUCTION"] = 67;
  values[valuesById[126] = "STATE_ID_TRANSACTION_RECEIPTS"] = 126;
  values[valuesById[10001] = "STATE_ID_UPGRADE_DATA_150"] = 10001;
  values[valuesById[10002] = "STATE_ID_UPGRADE_DATA_151"] = 10002;
  values[valuesById[10003] = "STATE_ID_UPGRADE_DATA_152"] = 10003;
  values[valuesById[10004] = "STATE_ID_UPGRADE_DATA_153"] = 10004;
  values[valuesById[10005] = "STATE_ID_UPGRADE_DATA_154"] = 10005;
  values[valuesById[10006] = "STATE_ID_UPGRADE_DATA_155"] = 10006;
  values[valuesById[10007] = "STATE_ID_UPGRADE_DATA_156"] = 10007;
  values[valuesById[10008] = "STATE_ID_UPGRADE_DATA_157"] = 10008;
  values[valuesById[10009] = "STATE_ID_UPGRADE_DATA_158"] = 10009;
  values[valuesById[10010] = "STATE_ID_UPGRADE_DATA_159"] = 10010;
  return values;
 })();
 stream.StateChange = (function() {
  function StateChange(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  StateChange.prototype.stateId = 0;
  StateChange.prototype.stateAdd = null;
  StateChange.prototype.stateRemove = null;
  StateChange.prototype.singletonUpdate = null;
  StateChange.prototype.mapUpdate = null;
  StateChange.prototype.mapDelete = null;
  StateChange.prototype.queuePush = null;
  StateChange.prototype.queuePop = null;
  let $oneOfFields;
  Object.defineProperty(StateChange.prototype, "changeOperation", {
   get: $util.oneOfGetter($oneOfFields = ["stateAdd", "stateRemove", "singletonUpdate", "mapUpdate", "mapDelete", "queuePush", "queuePop"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  StateChange.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.stateId != null && Object.hasOwnProperty.call(message, "stateId"))
    writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.stateId);
   if (message.stateAdd != null && Object.hasOwnProperty.call(message, "stateAdd"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.stateAdd);
   if (message.stateRemove != null && Object.hasOwnProperty.call(message, "stateRemove"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.stateRemove);
   if (message.singletonUpdate != null && Object.hasOwnProperty.call(message, "singletonUpdate"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.singletonUpdate);
   if (message.mapUpdate != null && Object.hasOwnProperty.call(message, "mapUpdate"))
    $root.stream.MapUpdateChange.encode(message.mapUpdate, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   if (message.mapDelete != null && Object.hasOwnProperty.call(message, "mapDelete"))
    $root.stream.MapDeleteChange.encode(message.mapDelete, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.queuePush != null && Object.hasOwnProperty.call(message, "queuePush"))
    writer.uint32(/* id 7, wireType 2 =*/58).bytes(message.queuePush);
   if (message.queuePop != null && Object.hasOwnProperty.call(message, "queuePop"))
    writer.uint32(/* id 8, wireType 2 =*/66).bytes(message.queuePop);
   return writer;
  };
  StateChange.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.StateChange();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.stateId = reader.uint32();
      break;
     }
    case 2: {
      message.stateAdd = reader.bytes();
      break;
     }
    case 3: {
      message.stateRemove = reader.bytes();
      break;
     }
    case 4: {
      message.singletonUpdate = reader.bytes();
      break;
     }
    case 5: {
      message.mapUpdate = $root.stream.MapUpdateChange.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.mapDelete = $root.stream.MapDeleteChange.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.queuePush = reader.bytes();
      break;
     }
    case 8: {
      message.queuePop = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.StateChange");
     break;
    }
   }
   return message;
  };
  return StateChange;
 })();
 stream.MapUpdateChange = (function() {
  function MapUpdateChange(properties) {
   this.clearedFields = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  MapUpdateChange.prototype.key = null;
  MapUpdateChange.prototype.value = null;
  MapUpdateChange.prototype.identical = false;
  MapUpdateChange.prototype.partial = false;
  MapUpdateChange.prototype.clearedFields = $util.emptyArray;
  MapUpdateChange.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.key != null && Object.hasOwnProperty.call(message, "key"))
    $root.stream.MapChangeKey.encode(message.key, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.value != null && Object.hasOwnProperty.call(message, "value"))
    $root.stream.MapChangeValue.encode(message.value, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.identical != null && Object.hasOwnProperty.call(message, "identical"))
    writer.uint32(/* id 3, wireType 0 =*/24).bool(message.identical);
   if (message.partial != null && Object.hasOwnProperty.call(message, "partial"))
    writer.uint32(/* id 4, wireType 0 =*/32).bool(message.partial);
   if (message.clearedFields != null && message.clearedFields.length) {
    writer.uint32(/* id 5, wireType 2 =*/42).fork();
    for (let i = 0; i < message.clearedFields.length; ++i)
     writer.uint32(message.clearedFields[i]);
    writer.ldelim();
   }
   return writer;
  };
  MapUpdateChange.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.MapUpdateChange();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.key = $root.stream.MapChangeKey.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.value = $root.stream.MapChangeValue.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.identical = reader.bool();
      break;
     }
    case 4: {
      message.partial = reader.bool();
      break;
     }
    case 5: {
      if (!(message.clearedFields && message.clearedFields.length))
       message.clearedFields = [];
      if ((tag & 7) === 2) {
       let end2 = reader.uint32() + reader.pos;
       while (reader.pos < end2)
        message.clearedFields.push(reader.uint32());
      } else
       message.clearedFields.push(reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.MapUpdateChange");
     break;
    }
   }
   return message;
  };
  return MapUpdateChange;
 })();
 stream.SingletonUpdateChange = (function() {
  function SingletonUpdateChange(properties) {
   this.clearedFields = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SingletonUpdateChange.prototype.partial = false;
  SingletonUpdateChange.prototype.clearedFields = $util.emptyArray;
  SingletonUpdateChange.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.partial != null && Object.hasOwnProperty.call(message, "partial"))
    writer.uint32(/* id 24, wireType 0 =*/192).bool(message.partial);
   if (message.clearedFields != null && message.clearedFields.length) {
    writer.uint32(/* id 25, wireType 2 =*/202).fork();
    for (let i = 0; i < message.clearedFields.length; ++i)
     writer.uint32(message.clearedFields[i]);
    writer.ldelim();
   }
   return writer;
  };
  SingletonUpdateChange.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.SingletonUpdateChange();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 24: {
      message.partial = reader.bool();
      break;
     }
    case 25: {
      if (!(message.clearedFields && message.clearedFields.length))
       message.clearedFields = [];
      if ((tag & 7) === 2) {
       let end2 = reader.uint32() + reader.pos;
       while (reader.pos < end2)
        message.clearedFields.push(reader.uint32());
      } else
       message.clearedFields.push(reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.SingletonUpdateChange");
     break;
    }
   }
   return message;
  };
  return SingletonUpdateChange;
 })();
 stream.MapDeleteChange = (function() {
  function MapDeleteChange(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  MapDeleteChange.prototype.key = null;
  MapDeleteChange.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.key != null && Object.hasOwnProperty.call(message, "key"))
    $root.stream.MapChangeKey.encode(message.key, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  MapDeleteChange.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.MapDeleteChange();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.key = $root.stream.MapChangeKey.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.MapDeleteChange");
     break;
    }
   }
   return message;
  };
  return MapDeleteChange;
 })();
 stream.MapChangeKey = (function() {
  function MapChangeKey(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  MapChangeKey.prototype.accountIdKey = null;
  MapChangeKey.prototype.entityNumberKey = null;
  MapChangeKey.prototype.fileIdKey = null;
  MapChangeKey.prototype.nftIdKey = null;
  MapChangeKey.prototype.protoBytesKey = null;
  MapChangeKey.prototype.protoLongKey = null;
  MapChangeKey.prototype.protoStringKey = null;
  MapChangeKey.prototype.scheduleIdKey = null;
  MapChangeKey.prototype.slotKeyKey = null;
  MapChangeKey.prototype.tokenIdKey = null;
  MapChangeKey.prototype.topicIdKey = null;
  MapChangeKey.prototype.contractIdKey = null;
  MapChangeKey.prototype.pendingAirdropIdKey = null;
  MapChangeKey.prototype.timestampSecondsKey = null;
  MapChangeKey.prototype.scheduledOrderKey = null;
  MapChangeKey.prototype.tssMessageMapKey = null;
  MapChangeKey.prototype.tssVoteMapKey = null;
  MapChangeKey.prototype.hintsPartyIdKey = null;
  MapChangeKey.prototype.preprocessingVoteIdKey = null;
  MapChangeKey.prototype.nodeIdKey = null;
  MapChangeKey.prototype.constructionNodeIdKey = null;
  MapChangeKey.prototype.hookIdKey = null;
  MapChangeKey.prototype.evmHookSlotKey = null;
  MapChangeKey.prototype.tokenRelationshipKey = null;
  MapChangeKey.prototype.clprMessageKey = null;
  MapChangeKey.prototype.clprConnectorKey = null;
  let $oneOfFields;
  Object.defineProperty(MapChangeKey.prototype, "keyChoice", {
   get: $util.oneOfGetter($oneOfFields = ["accountIdKey", "entityNumberKey", "fileIdKey", "nftIdKey", "protoBytesKey", "protoLongKey", "protoStringKey", "scheduleIdKey", "slotKeyKey", "tokenIdKey", "topicIdKey", "contractIdKey", "pendingAirdropIdKey", "timestampSecondsKey", "scheduledOrderKey", "tssMessageMapKey", "tssVoteMapKey", "hintsPartyIdKey", "preprocessingVoteIdKey", "nodeIdKey", "constructionNodeIdKey", "hookIdKey", "evmHookSlotKey", "tokenRelationshipKey", "clprMessageKey", "clprConnectorKey"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  MapChangeKey.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.accountIdKey != null && Object.hasOwnProperty.call(message, "accountIdKey"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.accountIdKey);
   if (message.entityNumberKey != null && Object.hasOwnProperty.call(message, "entityNumberKey"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.entityNumberKey);
   if (message.fileIdKey != null && Object.hasOwnProperty.call(message, "fileIdKey"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.fileIdKey);
   if (message.nftIdKey != null && Object.hasOwnProperty.call(message, "nftIdKey"))
    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.nftIdKey);
   if (message.protoBytesKey != null && Object.hasOwnProperty.call(message, "protoBytesKey"))
    writer.uint32(/* id 6, wireType 2 =*/50).bytes(message.protoBytesKey);
   if (message.protoLongKey != null && Object.hasOwnProperty.call(message, "protoLongKey"))
    writer.uint32(/* id 7, wireType 2 =*/58).bytes(message.protoLongKey);
   if (message.protoStringKey != null && Object.hasOwnProperty.call(message, "protoStringKey"))
    writer.uint32(/* id 8, wireType 2 =*/66).bytes(message.protoStringKey);
   if (message.scheduleIdKey != null && Object.hasOwnProperty.call(message, "scheduleIdKey"))
    writer.uint32(/* id 9, wireType 2 =*/74).bytes(message.scheduleIdKey);
   if (message.slotKeyKey != null && Object.hasOwnProperty.call(message, "slotKeyKey"))
    writer.uint32(/* id 10, wireType 2 =*/82).bytes(message.slotKeyKey);
   if (message.tokenIdKey != null && Object.hasOwnProperty.call(message, "tokenIdKey"))
    writer.uint32(/* id 11, wireType 2 =*/90).bytes(message.tokenIdKey);
   if (message.topicIdKey != null && Object.hasOwnProperty.call(message, "topicIdKey"))
    writer.uint32(/* id 12, wireType 2 =*/98).bytes(message.topicIdKey);
   if (message.contractIdKey != null && Object.hasOwnProperty.call(message, "contractIdKey"))
    writer.uint32(/* id 13, wireType 2 =*/106).bytes(message.contractIdKey);
   if (message.pendingAirdropIdKey != null && Object.hasOwnProperty.call(message, "pendingAirdropIdKey"))
    writer.uint32(/* id 14, wireType 2 =*/114).bytes(message.pendingAirdropIdKey);
   if (message.timestampSecondsKey != null && Object.hasOwnProperty.call(message, "timestampSecondsKey"))
    writer.uint32(/* id 15, wireType 2 =*/122).bytes(message.timestampSecondsKey);
   if (message.scheduledOrderKey != null && Object.hasOwnProperty.call(message, "scheduledOrderKey"))
    writer.uint32(/* id 16, wireType 2 =*/130).bytes(message.scheduledOrderKey);
   if (message.tssMessageMapKey != null && Object.hasOwnProperty.call(message, "tssMessageMapKey"))
    writer.uint32(/* id 17, wireType 2 =*/138).bytes(message.tssMessageMapKey);
   if (message.tssVoteMapKey != null && Object.hasOwnProperty.call(message, "tssVoteMapKey"))
    writer.uint32(/* id 18, wireType 2 =*/146).bytes(message.tssVoteMapKey);
   if (message.hintsPartyIdKey != null && Object.hasOwnProperty.call(message, "hintsPartyIdKey"))
    writer.uint32(/* id 19, wireType 2 =*/154).bytes(message.hintsPartyIdKey);
   if (message.preprocessingVoteIdKey != null && Object.hasOwnProperty.call(message, "preprocessingVoteIdKey"))
    writer.uint32(/* id 20, wireType 2 =*/162).bytes(message.preprocessingVoteIdKey);
   if (message.nodeIdKey != null && Object.hasOwnProperty.call(message, "nodeIdKey"))
    writer.uint32(/* id 21, wireType 2 =*/170).bytes(message.nodeIdKey);
   if (message.constructionNodeIdKey != null && Object.hasOwnProperty.call(message, "constructionNodeIdKey"))
    writer.uint32(/* id 22, wireType 2 =*/178).bytes(message.constructionNodeIdKey);
   if (message.hookIdKey != null && Object.hasOwnProperty.call(message, "hookIdKey"))
    writer.uint32(/* id 23, wireType 2 =*/186).bytes(message.hookIdKey);
   if (message.evmHookSlotKey != null && Object.hasOwnProperty.call(message, "evmHookSlotKey"))
    $root.stream.EvmHookSlotKey.encode(message.evmHookSlotKey, writer.uint32(/* id 24, wireType 2 =*/194).fork()).ldelim();
   if (message.tokenRelationshipKey != null && Object.hasOwnProperty.call(message, "tokenRelationshipKey"))
    writer.uint32(/* id 25, wireType 2 =*/202).bytes(message.tokenRelationshipKey);
   if (message.clprMessageKey != null && Object.hasOwnProperty.call(message, "clprMessageKey"))
    writer.uint32(/* id 26, wireType 2 =*/210).bytes(message.clprMessageKey);
   if (message.clprConnectorKey != null && Object.hasOwnProperty.call(message, "clprConnectorKey"))
    writer.uint32(/* id 27, wireType 2 =*/218).bytes(message.clprConnectorKey);
   return writer;
  };
  MapChangeKey.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.MapChangeKey();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.accountIdKey = reader.bytes();
      break;
     }
    case 3: {
      message.entityNumberKey = reader.bytes();
      break;
     }
    case 4: {
      message.fileIdKey = reader.bytes();
      break;
     }
    case 5: {
      message.nftIdKey = reader.bytes();
      break;
     }
    case 6: {
      message.protoBytesKey = reader.bytes();
      break;
     }
    case 7: {
      message.protoLongKey = reader.bytes();
      break;
     }
    case 8: {
      message.protoStringKey = reader.bytes();
      break;
     }
    case 9: {
      message.scheduleIdKey = reader.bytes();
      break;
     }
    case 10: {
      message.slotKeyKey = reader.bytes();
      break;
     }
    case 11: {
      message.tokenIdKey = reader.bytes();
      break;
     }
    case 12: {
      message.topicIdKey = reader.bytes();
      break;
     }
    case 13: {
      message.contractIdKey = reader.bytes();
      break;
     }
    case 14: {
      message.pendingAirdropIdKey = reader.bytes();
      break;
     }
    case 15: {
      message.timestampSecondsKey = reader.bytes();
      break;
     }
    case 16: {
      message.scheduledOrderKey = reader.bytes();
      break;
     }
    case 17: {
      message.tssMessageMapKey = reader.bytes();
      break;
     }
    case 18: {
      message.tssVoteMapKey = reader.bytes();
      break;
     }
    case 19: {
      message.hintsPartyIdKey = reader.bytes();
      break;
     }
    case 20: {
      message.preprocessingVoteIdKey = reader.bytes();
      break;
     }
    case 21: {
      message.nodeIdKey = reader.bytes();
      break;
     }
    case 22: {
      message.constructionNodeIdKey = reader.bytes();
      break;
     }
    case 23: {
      message.hookIdKey = reader.bytes();
      break;
     }
    case 24: {
      message.evmHookSlotKey = $root.stream.EvmHookSlotKey.decode(reader, reader.uint32());
      break;
     }
    case 25: {
      message.tokenRelationshipKey = reader.bytes();
      break;
     }
    case 26: {
      message.clprMessageKey = reader.bytes();
      break;
     }
    case 27: {
      message.clprConnectorKey = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.MapChangeKey");
     break;
    }
   }
   return message;
  };
  return MapChangeKey;
 })();
 stream.EvmHookSlotKey = (function() {
  function EvmHookSlotKey(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  EvmHookSlotKey.prototype.hookId = null;
  EvmHookSlotKey.prototype.key = $util.newBuffer([]);
  let $oneOfFields;
  Object.defineProperty(EvmHookSlotKey.prototype, "_hookId", {
   get: $util.oneOfGetter($oneOfFields = ["hookId"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  EvmHookSlotKey.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.hookId != null && Object.hasOwnProperty.call(message, "hookId"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.hookId);
   if (message.key != null && Object.hasOwnProperty.call(message, "key"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.key);
   return writer;
  };
  EvmHookSlotKey.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.EvmHookSlotKey();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.hookId = reader.bytes();
      break;
     }
    case 2: {
      message.key = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.EvmHookSlotKey");
     break;
    }
   }
   return message;
  };
  return EvmHookSlotKey;
 })();
 stream.MapChangeValue = (function() {
  function MapChangeValue(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  MapChangeValue.prototype.accountValue = null;
  MapChangeValue.prototype.accountIdValue = null;
  MapChangeValue.prototype.bytecodeValue = null;
  MapChangeValue.prototype.fileValue = null;
  MapChangeValue.prototype.nftValue = null;
  MapChangeValue.prototype.protoStringValue = null;
  MapChangeValue.prototype.scheduleValue = null;
  MapChangeValue.prototype.scheduleListValue = null;
  MapChangeValue.prototype.slotValueValue = null;
  MapChangeValue.prototype.stakingNodeInfoValue = null;
  MapChangeValue.prototype.tokenValue = null;
  MapChangeValue.prototype.tokenRelationValue = null;
  MapChangeValue.prototype.topicValue = null;
  MapChangeValue.prototype.nodeValue = null;
  MapChangeValue.prototype.accountPendingAirdropValue = null;
  MapChangeValue.prototype.rosterValue = null;
  MapChangeValue.prototype.scheduledCountsValue = null;
  MapChangeValue.prototype.scheduleIdValue = null;
  MapChangeValue.prototype.throttleUsageSnapshotsValue = null;
  MapChangeValue.prototype.tssEncryptionKeysValue = null;
  MapChangeValue.prototype.tssMessageValue = null;
  MapChangeValue.prototype.tssVoteValue = null;
  MapChangeValue.prototype.hintsKeySetValue = null;
  MapChangeValue.prototype.preprocessingVoteValue = null;
  MapChangeValue.prototype.crsPublicationValue = null;
  MapChangeValue.prototype.historySignatureValue = null;
  MapChangeValue.prototype.historyProofVoteValue = null;
  MapChangeValue.prototype.proofKeySetValue = null;
  MapChangeValue.prototype.evmHookStateValue = null;
  MapChangeValue.prototype.nodeIdValue = null;
  MapChangeValue.prototype.wrapsMessageHistoryValue = null;
  MapChangeValue.prototype.registeredNodeValue = null;
  MapChangeValue.prototype.clprChannelValue = null;
  MapChangeValue.prototype.protoBytesValue = null;
  MapChangeValue.prototype.clprMessageValue = null;
  MapChangeValue.prototype.clprConnectorValue = null;
  let $oneOfFields;
  Object.defineProperty(MapChangeValue.prototype, "valueChoice", {
   get: $util.oneOfGetter($oneOfFields = ["accountValue", "accountIdValue", "bytecodeValue", "fileValue", "nftValue", "protoStringValue", "scheduleValue", "scheduleListValue", "slotValueValue", "stakingNodeInfoValue", "tokenValue", "tokenRelationValue", "topicValue", "nodeValue", "accountPendingAirdropValue", "rosterValue", "scheduledCountsValue", "scheduleIdValue", "throttleUsageSnapshotsValue", "tssEncryptionKeysValue", "tssMessageValue", "tssVoteValue", "hintsKeySetValue", "preprocessingVoteValue", "crsPublicationValue", "historySignatureValue", "historyProofVoteValue", "proofKeySetValue", "evmHookStateValue", "nodeIdValue", "wrapsMessageHistoryValue", "registeredNodeValue", "clprChannelValue", "protoBytesValue", "clprMessageValue", "clprConnectorValue"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  MapChangeValue.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.accountValue != null && Object.hasOwnProperty.call(message, "accountValue"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.accountValue);
   if (message.accountIdValue != null && Object.hasOwnProperty.call(message, "accountIdValue"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.accountIdValue);
   if (message.bytecodeValue != null && Object.hasOwnProperty.call(message, "bytecodeValue"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.bytecodeValue);
   if (message.fileValue != null && Object.hasOwnProperty.call(message, "fileValue"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.fileValue);
   if (message.nftValue != null && Object.hasOwnProperty.call(message, "nftValue"))
    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.nftValue);
   if (message.protoStringValue != null && Object.hasOwnProperty.call(message, "protoStringValue"))
    writer.uint32(/* id 6, wireType 2 =*/50).bytes(message.protoStringValue);
   if (message.scheduleValue != null && Object.hasOwnProperty.call(message, "scheduleValue"))
    writer.uint32(/* id 7, wireType 2 =*/58).bytes(message.scheduleValue);
   if (message.scheduleListValue != null && Object.hasOwnProperty.call(message, "scheduleListValue"))
    writer.uint32(/* id 8, wireType 2 =*/66).bytes(message.scheduleListValue);
   if (message.slotValueValue != null && Object.hasOwnProperty.call(message, "slotValueValue"))
    writer.uint32(/* id 9, wireType 2 =*/74).bytes(message.slotValueValue);
   if (message.stakingNodeInfoValue != null && Object.hasOwnProperty.call(message, "stakingNodeInfoValue"))
    writer.uint32(/* id 10, wireType 2 =*/82).bytes(message.stakingNodeInfoValue);
   if (message.tokenValue != null && Object.hasOwnProperty.call(message, "tokenValue"))
    writer.uint32(/* id 11, wireType 2 =*/90).bytes(message.tokenValue);
   if (message.tokenRelationValue != null && Object.hasOwnProperty.call(message, "tokenRelationValue"))
    writer.uint32(/* id 12, wireType 2 =*/98).bytes(message.tokenRelationValue);
   if (message.topicValue != null && Object.hasOwnProperty.call(message, "topicValue"))
    writer.uint32(/* id 13, wireType 2 =*/106).bytes(message.topicValue);
   if (message.nodeValue != null && Object.hasOwnProperty.call(message, "nodeValue"))
    writer.uint32(/* id 14, wireType 2 =*/114).bytes(message.nodeValue);
   if (message.accountPendingAirdropValue != null && Object.hasOwnProperty.call(message, "accountPendingAirdropValue"))
    writer.uint32(/* id 15, wireType 2 =*/122).bytes(message.accountPendingAirdropValue);
   if (message.rosterValue != null && Object.hasOwnProperty.call(message, "rosterValue"))
    writer.uint32(/* id 16, wireType 2 =*/130).bytes(message.rosterValue);
   if (message.scheduledCountsValue != null && Object.hasOwnProperty.call(message, "scheduledCountsValue"))
    writer.uint32(/* id 17, wireType 2 =*/138).bytes(message.scheduledCountsValue);
   if (message.scheduleIdValue != null && Object.hasOwnProperty.call(message, "scheduleIdValue"))
    writer.uint32(/* id 18, wireType 2 =*/146).bytes(message.scheduleIdValue);
   if (message.throttleUsageSnapshotsValue != null && Object.hasOwnProperty.call(message, "throttleUsageSnapshotsValue"))
    writer.uint32(/* id 19, wireType 2 =*/154).bytes(message.throttleUsageSnapshotsValue);
   if (message.tssEncryptionKeysValue != null && Object.hasOwnProperty.call(message, "tssEncryptionKeysValue"))
    writer.uint32(/* id 20, wireType 2 =*/162).bytes(message.tssEncryptionKeysValue);
   if (message.tssMessageValue != null && Object.hasOwnProperty.call(message, "tssMessageValue"))
    writer.uint32(/* id 21, wireType 2 =*/170).bytes(message.tssMessageValue);
   if (message.tssVoteValue != null && Object.hasOwnProperty.call(message, "tssVoteValue"))
    writer.uint32(/* id 22, wireType 2 =*/178).bytes(message.tssVoteValue);
   if (message.hintsKeySetValue != null && Object.hasOwnProperty.call(message, "hintsKeySetValue"))
    writer.uint32(/* id 23, wireType 2 =*/186).bytes(message.hintsKeySetValue);
   if (message.preprocessingVoteValue != null && Object.hasOwnProperty.call(message, "preprocessingVoteValue"))
    writer.uint32(/* id 24, wireType 2 =*/194).bytes(message.preprocessingVoteValue);
   if (message.crsPublicationValue != null && Object.hasOwnProperty.call(message, "crsPublicationValue"))
    writer.uint32(/* id 25, wireType 2 =*/202).bytes(message.crsPublicationValue);
   if (message.historySignatureValue != null && Object.hasOwnProperty.call(message, "historySignatureValue"))
    writer.uint32(/* id 26, wireType 2 =*/210).bytes(message.historySignatureValue);
   if (message.historyProofVoteValue != null && Object.hasOwnProperty.call(message, "historyProofVoteValue"))
    writer.uint32(/* id 27, wireType 2 =*/218).bytes(message.historyProofVoteValue);
   if (message.proofKeySetValue != null && Object.hasOwnProperty.call(message, "proofKeySetValue"))
    writer.uint32(/* id 28, wireType 2 =*/226).bytes(message.proofKeySetValue);
   if (message.evmHookStateValue != null && Object.hasOwnProperty.call(message, "evmHookStateValue"))
    writer.uint32(/* id 29, wireType 2 =*/234).bytes(message.evmHookStateValue);
   if (message.nodeIdValue != null && Object.hasOwnProperty.call(message, "nodeIdValue"))
    writer.uint32(/* id 30, wireType 2 =*/242).bytes(message.nodeIdValue);
   if (message.wrapsMessageHistoryValue != null && Object.hasOwnProperty.call(message, "wrapsMessageHistoryValue"))
    writer.uint32(/* id 31, wireType 2 =*/250).bytes(message.wrapsMessageHistoryValue);
   if (message.registeredNodeValue != null && Object.hasOwnProperty.call(message, "registeredNodeValue"))
    writer.uint32(/* id 32, wireType 2 =*/258).bytes(message.registeredNodeValue);
   if (message.clprChannelValue != null && Object.hasOwnProperty.call(message, "clprChannelValue"))
    writer.uint32(/* id 33, wireType 2 =*/266).bytes(message.clprChannelValue);
   if (message.protoBytesValue != null && Object.hasOwnProperty.call(message, "protoBytesValue"))
    writer.uint32(/* id 34, wireType 2 =*/274).bytes(message.protoBytesValue);
   if (message.clprMessageValue != null && Object.hasOwnProperty.call(message, "clprMessageValue"))
    writer.uint32(/* id 35, wireType 2 =*/282).bytes(message.clprMessageValue);
   if (message.clprConnectorValue != null && Object.hasOwnProperty.call(message, "clprConnectorValue"))
    writer.uint32(/* id 36, wireType 2 =*/290).bytes(message.clprConnectorValue);
   return writer;
  };
  MapChangeValue.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.MapChangeValue();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.accountValue = reader.bytes();
      break;
     }
    case 2: {
      message.accountIdValue = reader.bytes();
      break;
     }
    case 3: {
      message.bytecodeValue = reader.bytes();
      break;
     }
    case 4: {
      message.fileValue = reader.bytes();
      break;
     }
    case 5: {
      message.nftValue = reader.bytes();
      break;
     }
    case 6: {
      message.protoStringValue = reader.bytes();
      break;
     }
    case 7: {
      message.scheduleValue = reader.bytes();
      break;
     }
    case 8: {
      message.scheduleListValue = reader.bytes();
      break;
     }
    case 9: {
      message.slotValueValue = reader.bytes();
      break;
     }
    case 10: {
      message.stakingNodeInfoValue = reader.bytes();
      break;
     }
    case 11: {
      message.tokenValue = reader.bytes();
      break;
     }
    case 12: {
      message.tokenRelationValue = reader.bytes();
      break;
     }
    case 13: {
      message.topicValue = reader.bytes();
      break;
     }
    case 14: {
      message.nodeValue = reader.bytes();
      break;
     }
    case 15: {
      message.accountPendingAirdropValue = reader.bytes();
      break;
     }
    case 16: {
      message.rosterValue = reader.bytes();
      break;
     }
    case 17: {
      message.scheduledCountsValue = reader.bytes();
      break;
     }
    case 18: {
      message.scheduleIdValue = reader.bytes();
      break;
     }
    case 19: {
      message.throttleUsageSnapshotsValue = reader.bytes();
      break;
     }
    case 20: {
      message.tssEncryptionKeysValue = reader.bytes();
      break;
     }
    case 21: {
      message.tssMessageValue = reader.bytes();
      break;
     }
    case 22: {
      message.tssVoteValue = reader.bytes();
      break;
     }
    case 23: {
      message.hintsKeySetValue = reader.bytes();
      break;
     }
    case 24: {
      message.preprocessingVoteValue = reader.bytes();
      break;
     }
    case 25: {
      message.crsPublicationValue = reader.bytes();
      break;
     }
    case 26: {
      message.historySignatureValue = reader.bytes();
      break;
     }
    case 27: {
      message.historyProofVoteValue = reader.bytes();
      break;
     }
    case 28: {
      message.proofKeySetValue = reader.bytes();
      break;
     }
    case 29: {
      message.evmHookStateValue = reader.bytes();
      break;
     }
    case 30: {
      message.nodeIdValue = reader.bytes();
      break;
     }
    case 31: {
      message.wrapsMessageHistoryValue = reader.bytes();
      break;
     }
    case 32: {
      message.registeredNodeValue = reader.bytes();
      break;
     }
    case 33: {
      message.clprChannelValue = reader.bytes();
      break;
     }
    case 34: {
      message.protoBytesValue = reader.bytes();
      break;
     }
    case 35: {
      message.clprMessageValue = reader.bytes();
      break;
     }
    case 36: {
      message.clprConnectorValue = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.MapChangeValue");
     break;
    }
   }
   return message;
  };
  return MapChangeValue;
 })();
 stream.TraceData = (function() {
  function TraceData(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TraceData.prototype.evmTraceData = null;
  TraceData.prototype.submitMessageTraceData = null;
  let $oneOfFields;
  Object.defineProperty(TraceData.prototype, "data", {
   get: $util.oneOfGetter($oneOfFields = ["evmTraceData", "submitMessageTraceData"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  TraceData.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.evmTraceData != null && Object.hasOwnProperty.call(message, "evmTraceData"))
    $root.stream.EvmTraceData.encode(message.evmTraceData, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.submitMessageTraceData != null && Object.hasOwnProperty.call(message, "submitMessageTraceData"))
    $root.stream.SubmitMessageTraceData.encode(message.submitMessageTraceData, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  TraceData.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.TraceData();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.evmTraceData = $root.stream.EvmTraceData.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.submitMessageTraceData = $root.stream.SubmitMessageTraceData.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.TraceData");
     break;
    }
   }
   return message;
  };
  return TraceData;
 })();
 stream.EvmTraceData = (function() {
  function EvmTraceData(properties) {
   this.contractActions = [];
   this.contractSlotUsages = [];
   this.logs = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  EvmTraceData.prototype.contractActions = $util.emptyArray;
  EvmTraceData.prototype.contractSlotUsages = $util.emptyArray;
  EvmTraceData.prototype.errorDetails = "";
  EvmTraceData.prototype.executedInitcode = null;
  EvmTraceData.prototype.logs = $util.emptyArray;
  EvmTraceData.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.contractActions != null && message.contractActions.length)
    for (let i = 0; i < message.contractActions.length; ++i)
     writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.contractActions[i]);
   if (message.contractSlotUsages != null && message.contractSlotUsages.length)
    for (let i = 0; i < message.contractSlotUsages.length; ++i)
     $root.stream.ContractSlotUsage.encode(message.contractSlotUsages[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.errorDetails != null && Object.hasOwnProperty.call(message, "errorDetails"))
    writer.uint32(/* id 3, wireType 2 =*/26).string(message.errorDetails);
   if (message.executedInitcode != null && Object.hasOwnProperty.call(message, "executedInitcode"))
    $root.stream.ExecutedInitcode.encode(message.executedInitcode, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   if (message.logs != null && message.logs.length)
    for (let i = 0; i < message.logs.length; ++i)
     $root.stream.EvmTransactionLog.encode(message.logs[i], writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   return writer;
  };
  EvmTraceData.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.EvmTraceData();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.contractActions && message.contractActions.length))
       message.contractActions = [];
      message.contractActions.push(reader.bytes());
      break;
     }
    case 2: {
      if (!(message.contractSlotUsages && message.contractSlotUsages.length))
       message.contractSlotUsages = [];
      message.contractSlotUsages.push($root.stream.ContractSlotUsage.decode(reader, reader.uint32()));
      break;
     }
    case 3: {
      message.errorDetails = reader.string();
      break;
     }
    case 4: {
      message.executedInitcode = $root.stream.ExecutedInitcode.decode(reader, reader.uint32());
      break;
     }
    case 5: {
      if (!(message.logs && message.logs.length))
       message.logs = [];
      message.logs.push($root.stream.EvmTransactionLog.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.EvmTraceData");
     break;
    }
   }
   return message;
  };
  return EvmTraceData;
 })();
 stream.ContractSlotUsage = (function() {
  function ContractSlotUsage(properties) {
   this.slotReads = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractSlotUsage.prototype.contractId = null;
  ContractSlotUsage.prototype.writtenSlotKeys = null;
  ContractSlotUsage.prototype.slotReads = $util.emptyArray;
  let $oneOfFields;
  Object.defineProperty(ContractSlotUsage.prototype, "_contractId", {
   get: $util.oneOfGetter($oneOfFields = ["contractId"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  ContractSlotUsage.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.contractId != null && Object.hasOwnProperty.call(message, "contractId"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.contractId);
   if (message.writtenSlotKeys != null && Object.hasOwnProperty.call(message, "writtenSlotKeys"))
    $root.stream.WrittenSlotKeys.encode(message.writtenSlotKeys, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.slotReads != null && message.slotReads.length)
    for (let i = 0; i < message.slotReads.length; ++i)
     $root.stream.SlotRead.encode(message.slotReads[i], writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   return writer;
  };
  ContractSlotUsage.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.ContractSlotUsage();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.contractId = reader.bytes();
      break;
     }
    case 3: {
      message.writtenSlotKeys = $root.stream.WrittenSlotKeys.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      if (!(message.slotReads && message.slotReads.length))
       message.slotReads = [];
      message.slotReads.push($root.stream.SlotRead.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.ContractSlotUsage");
     break;
    }
   }
   return message;
  };
  return ContractSlotUsage;
 })();
 stream.WrittenSlotKeys = (function() {
  function WrittenSlotKeys(properties) {
   this.keys = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  WrittenSlotKeys.prototype.keys = $util.emptyArray;
  WrittenSlotKeys.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.keys != null && message.keys.length)
    for (let i = 0; i < message.keys.length; ++i)
     writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.keys[i]);
   return writer;
  };
  WrittenSlotKeys.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.WrittenSlotKeys();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.keys && message.keys.length))
       message.keys = [];
      message.keys.push(reader.bytes());
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.WrittenSlotKeys");
     break;
    }
   }
   return message;
  };
  return WrittenSlotKeys;
 })();
 stream.SlotRead = (function() {
  function SlotRead(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SlotRead.prototype.index = null;
  SlotRead.prototype.key = null;
  SlotRead.prototype.readValue = $util.newBuffer([]);
  let $oneOfFields;
  Object.defineProperty(SlotRead.prototype, "identifier", {
   get: $util.oneOfGetter($oneOfFields = ["index", "key"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  SlotRead.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.index != null && Object.hasOwnProperty.call(message, "index"))
    writer.uint32(/* id 1, wireType 0 =*/8).int32(message.index);
   if (message.key != null && Object.hasOwnProperty.call(message, "key"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.key);
   if (message.readValue != null && Object.hasOwnProperty.call(message, "readValue"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.readValue);
   return writer;
  };
  SlotRead.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.SlotRead();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.index = reader.int32();
      break;
     }
    case 2: {
      message.key = reader.bytes();
      break;
     }
    case 3: {
      message.readValue = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.SlotRead");
     break;
    }
   }
   return message;
  };
  return SlotRead;
 })();
 stream.ExecutedInitcode = (function() {
  function ExecutedInitcode(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ExecutedInitcode.prototype.contractId = null;
  ExecutedInitcode.prototype.initcodeBookends = null;
  ExecutedInitcode.prototype.explicitInitcode = null;
  let $oneOfFields;
  Object.defineProperty(ExecutedInitcode.prototype, "_contractId", {
   get: $util.oneOfGetter($oneOfFields = ["contractId"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Object.defineProperty(ExecutedInitcode.prototype, "initcode", {
   get: $util.oneOfGetter($oneOfFields = ["initcodeBookends", "explicitInitcode"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  ExecutedInitcode.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.contractId != null && Object.hasOwnProperty.call(message, "contractId"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.contractId);
   if (message.initcodeBookends != null && Object.hasOwnProperty.call(message, "initcodeBookends"))
    $root.stream.InitcodeBookends.encode(message.initcodeBookends, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.explicitInitcode != null && Object.hasOwnProperty.call(message, "explicitInitcode"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.explicitInitcode);
   return writer;
  };
  ExecutedInitcode.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.ExecutedInitcode();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.contractId = reader.bytes();
      break;
     }
    case 2: {
      message.initcodeBookends = $root.stream.InitcodeBookends.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.explicitInitcode = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.ExecutedInitcode");
     break;
    }
   }
   return message;
  };
  return ExecutedInitcode;
 })();
 stream.InitcodeBookends = (function() {
  function InitcodeBookends(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  InitcodeBookends.prototype.deployBytecode = $util.newBuffer([]);
  InitcodeBookends.prototype.metadataBytecode = $util.newBuffer([]);
  InitcodeBookends.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.deployBytecode != null && Object.hasOwnProperty.call(message, "deployBytecode"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.deployBytecode);
   if (message.metadataBytecode != null && Object.hasOwnProperty.call(message, "metadataBytecode"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.metadataBytecode);
   return writer;
  };
  InitcodeBookends.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.InitcodeBookends();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.deployBytecode = reader.bytes();
      break;
     }
    case 2: {
      message.metadataBytecode = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.InitcodeBookends");
     break;
    }
   }
   return message;
  };
  return InitcodeBookends;
 })();
 stream.EvmTransactionLog = (function() {
  function EvmTransactionLog(properties) {
   this.topics = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  EvmTransactionLog.prototype.contractId = null;
  EvmTransactionLog.prototype.data = $util.newBuffer([]);
  EvmTransactionLog.prototype.topics = $util.emptyArray;
  let $oneOfFields;
  Object.defineProperty(EvmTransactionLog.prototype, "_contractId", {
   get: $util.oneOfGetter($oneOfFields = ["contractId"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  EvmTransactionLog.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.contractId != null && Object.hasOwnProperty.call(message, "contractId"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.contractId);
   if (message.data != null && Object.hasOwnProperty.call(message, "data"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.data);
   if (message.topics != null && message.topics.length)
    for (let i = 0; i < message.topics.length; ++i)
     writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.topics[i]);
   return writer;
  };
  EvmTransactionLog.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.EvmTransactionLog();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.contractId = reader.bytes();
      break;
     }
    case 2: {
      message.data = reader.bytes();
      break;
     }
    case 3: {
      if (!(message.topics && message.topics.length))
       message.topics = [];
      message.topics.push(reader.bytes());
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.EvmTransactionLog");
     break;
    }
   }
   return message;
  };
  return EvmTransactionLog;
 })();
 stream.SubmitMessageTraceData = (function() {
  function SubmitMessageTraceData(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SubmitMessageTraceData.prototype.sequenceNumber = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  SubmitMessageTraceData.prototype.runningHash = $util.newBuffer([]);
  SubmitMessageTraceData.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.sequenceNumber != null && Object.hasOwnProperty.call(message, "sequenceNumber"))
    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.sequenceNumber);
   if (message.runningHash != null && Object.hasOwnProperty.call(message, "runningHash"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.runningHash);
   return writer;
  };
  SubmitMessageTraceData.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.SubmitMessageTraceData();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.sequenceNumber = reader.int64();
      break;
     }
    case 2: {
      message.runningHash = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.SubmitMessageTraceData");
     break;
    }
   }
   return message;
  };
  return SubmitMessageTraceData;
 })();
 stream.RecordFileItem = (function() {
  function RecordFileItem(properties) {
   this.sidecarFileContents = [];
   this.amendments = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  RecordFileItem.prototype.creationTime = null;
  RecordFileItem.prototype.recordFileContents = $util.newBuffer([]);
  RecordFileItem.prototype.sidecarFileContents = $util.emptyArray;
  RecordFileItem.prototype.amendments = $util.emptyArray;
  let $oneOfFields;
  Object.defineProperty(RecordFileItem.prototype, "_creationTime", {
   get: $util.oneOfGetter($oneOfFields = ["creationTime"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  RecordFileItem.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.creationTime != null && Object.hasOwnProperty.call(message, "creationTime"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.creationTime);
   if (message.recordFileContents != null && Object.hasOwnProperty.call(message, "recordFileContents"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.recordFileContents);
   if (message.sidecarFileContents != null && message.sidecarFileContents.length)
    for (let i = 0; i < message.sidecarFileContents.length; ++i)
     writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.sidecarFileContents[i]);
   if (message.amendments != null && message.amendments.length)
    for (let i = 0; i < message.amendments.length; ++i)
     writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.amendments[i]);
   return writer;
  };
  RecordFileItem.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.RecordFileItem();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.creationTime = reader.bytes();
      break;
     }
    case 2: {
      message.recordFileContents = reader.bytes();
      break;
     }
    case 3: {
      if (!(message.sidecarFileContents && message.sidecarFileContents.length))
       message.sidecarFileContents = [];
      message.sidecarFileContents.push(reader.bytes());
      break;
     }
    case 4: {
      if (!(message.amendments && message.amendments.length))
       message.amendments = [];
      message.amendments.push(reader.bytes());
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.RecordFileItem");
     break;
    }
   }
   return message;
  };
  return RecordFileItem;
 })();
 stream.BlockProof = (function() {
  function BlockProof(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  BlockProof.prototype.block = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  BlockProof.prototype.signedBlockProof = null;
  BlockProof.prototype.blockStateProof = null;
  BlockProof.prototype.signedRecordFileProof = null;
  let $oneOfFields;
  Object.defineProperty(BlockProof.prototype, "proof", {
   get: $util.oneOfGetter($oneOfFields = ["signedBlockProof", "blockStateProof", "signedRecordFileProof"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  BlockProof.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.block != null && Object.hasOwnProperty.call(message, "block"))
    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.block);
   if (message.signedBlockProof != null && Object.hasOwnProperty.call(message, "signedBlockProof"))
    $root.stream.TssSignedBlockProof.encode(message.signedBlockProof, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.blockStateProof != null && Object.hasOwnProperty.call(message, "blockStateProof"))
    $root.stream.StateProof.encode(message.blockStateProof, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.signedRecordFileProof != null && Object.hasOwnProperty.call(message, "signedRecordFileProof"))
    $root.stream.SignedRecordFileProof.encode(message.signedRecordFileProof, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   return writer;
  };
  BlockProof.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.BlockProof();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.block = reader.uint64();
      break;
     }
    case 2: {
      message.signedBlockProof = $root.stream.TssSignedBlockProof.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.blockStateProof = $root.stream.StateProof.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.signedRecordFileProof = $root.stream.SignedRecordFileProof.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.BlockProof");
     break;
    }
   }
   return message;
  };
  return BlockProof;
 })();
 stream.TssSignedBlockProof = (function() {
  function TssSignedBlockProof(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TssSignedBlockProof.prototype.blockSignature = $util.newBuffer([]);
  TssSignedBlockProof.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.blockSignature != null && Object.hasOwnProperty.call(message, "blockSignature"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.blockSignature);
   return writer;
  };
  TssSignedBlockProof.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.TssSignedBlockProof();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.blockSignature = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.TssSignedBlockProof");
     break;
    }
   }
   return message;
  };
  return TssSignedBlockProof;
 })();
 stream.StateProof = (function() {
  function StateProof(properties) {
   this.paths = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  StateProof.prototype.paths = $util.emptyArray;
  StateProof.prototype.signedBlockProof = null;
  StateProof.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.paths != null && message.paths.length)
    for (let i = 0; i < message.paths.length; ++i)
     $root.stream.MerklePath.encode(message.paths[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.signedBlockProof != null && Object.hasOwnProperty.call(message, "signedBlockProof"))
    $root.stream.TssSignedBlockProof.encode(message.signedBlockProof, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  StateProof.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.StateProof();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.paths && message.paths.length))
       message.paths = [];
      message.paths.push($root.stream.MerklePath.decode(reader, reader.uint32()));
      break;
     }
    case 2: {
      message.signedBlockProof = $root.stream.TssSignedBlockProof.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.StateProof");
     break;
    }
   }
   return message;
  };
  return StateProof;
 })();
 stream.MerklePath = (function() {
  function MerklePath(properties) {
   this.siblings = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  MerklePath.prototype.siblings = $util.emptyArray;
  MerklePath.prototype.nextPathIndex = 0;
  MerklePath.prototype.hash = null;
  MerklePath.prototype.stateItemLeaf = null;
  MerklePath.prototype.blockItemLeaf = null;
  MerklePath.prototype.timestampLeaf = null;
  let $oneOfFields;
  Object.defineProperty(MerklePath.prototype, "content", {
   get: $util.oneOfGetter($oneOfFields = ["hash", "stateItemLeaf", "blockItemLeaf", "timestampLeaf"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  MerklePath.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.siblings != null && message.siblings.length)
    for (let i = 0; i < message.siblings.length; ++i)
     $root.stream.SiblingNode.encode(message.siblings[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.nextPathIndex != null && Object.hasOwnProperty.call(message, "nextPathIndex"))
    writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.nextPathIndex);
   if (message.hash != null && Object.hasOwnProperty.call(message, "hash"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.hash);
   if (message.stateItemLeaf != null && Object.hasOwnProperty.call(message, "stateItemLeaf"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.stateItemLeaf);
   if (message.blockItemLeaf != null && Object.hasOwnProperty.call(message, "blockItemLeaf"))
    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.blockItemLeaf);
   if (message.timestampLeaf != null && Object.hasOwnProperty.call(message, "timestampLeaf"))
    writer.uint32(/* id 6, wireType 2 =*/50).bytes(message.timestampLeaf);
   return writer;
  };
  MerklePath.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.MerklePath();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.siblings && message.siblings.length))
       message.siblings = [];
      message.siblings.push($root.stream.SiblingNode.decode(reader, reader.uint32()));
      break;
     }
    case 2: {
      message.nextPathIndex = reader.uint32();
      break;
     }
    case 3: {
      message.hash = reader.bytes();
      break;
     }
    case 4: {
      message.stateItemLeaf = reader.bytes();
      break;
     }
    case 5: {
      message.blockItemLeaf = reader.bytes();
      break;
     }
    case 6: {
      message.timestampLeaf = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.MerklePath");
     break;
    }
   }
   return message;
  };
  return MerklePath;
 })();
 stream.SiblingNode = (function() {
  function SiblingNode(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SiblingNode.prototype.isLeft = false;
  SiblingNode.prototype.hash = $util.newBuffer([]);
  SiblingNode.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.isLeft != null && Object.hasOwnProperty.call(message, "isLeft"))
    writer.uint32(/* id 1, wireType 0 =*/8).bool(message.isLeft);
   if (message.hash != null && Object.hasOwnProperty.call(message, "hash"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.hash);
   return writer;
  };
  SiblingNode.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.SiblingNode();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.isLeft = reader.bool();
      break;
     }
    case 2: {
      message.hash = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.SiblingNode");
     break;
    }
   }
   return message;
  };
  return SiblingNode;
 })();
 stream.SignedRecordFileProof = (function() {
  function SignedRecordFileProof(properties) {
   this.recordFileSignatures = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SignedRecordFileProof.prototype.version = 0;
  SignedRecordFileProof.prototype.recordFileSignatures = $util.emptyArray;
  SignedRecordFileProof.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.version != null && Object.hasOwnProperty.call(message, "version"))
    writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.version);
   if (message.recordFileSignatures != null && message.recordFileSignatures.length)
    for (let i = 0; i < message.recordFileSignatures.length; ++i)
     $root.stream.RecordFileSignature.encode(message.recordFileSignatures[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  SignedRecordFileProof.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.SignedRecordFileProof();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.version = reader.uint32();
      break;
     }
    case 2: {
      if (!(message.recordFileSignatures && message.recordFileSignatures.length))
       message.recordFileSignatures = [];
      message.recordFileSignatures.push($root.stream.RecordFileSignature.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.SignedRecordFileProof");
     break;
    }
   }
   return message;
  };
  return SignedRecordFileProof;
 })();
 stream.RecordFileSignature = (function() {
  function RecordFileSignature(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  RecordFileSignature.prototype.signaturesBytes = $util.newBuffer([]);
  RecordFileSignature.prototype.nodeId = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  RecordFileSignature.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.signaturesBytes != null && Object.hasOwnProperty.call(message, "signaturesBytes"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.signaturesBytes);
   if (message.nodeId != null && Object.hasOwnProperty.call(message, "nodeId"))
    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.nodeId);
   return writer;
  };
  RecordFileSignature.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.RecordFileSignature();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.signaturesBytes = reader.bytes();
      break;
     }
    case 2: {
      message.nodeId = reader.uint64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.RecordFileSignature");
     break;
    }
   }
   return message;
  };
  return RecordFileSignature;
 })();
 stream.SubscribeStreamRequest = (function() {
  function SubscribeStreamRequest(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SubscribeStreamRequest.prototype.startBlockNumber = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  SubscribeStreamRequest.prototype.endBlockNumber = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  SubscribeStreamRequest.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.startBlockNumber != null && Object.hasOwnProperty.call(message, "startBlockNumber"))
    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.startBlockNumber);
   if (message.endBlockNumber != null && Object.hasOwnProperty.call(message, "endBlockNumber"))
    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.endBlockNumber);
   return writer;
  };
  SubscribeStreamRequest.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.SubscribeStreamRequest();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.startBlockNumber = reader.uint64();
      break;
     }
    case 2: {
      message.endBlockNumber = reader.uint64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.SubscribeStreamRequest");
     break;
    }
   }
   return message;
  };
  return SubscribeStreamRequest;
 })();
 stream.SubscribeStreamResponse = (function() {
  function SubscribeStreamResponse(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SubscribeStreamResponse.prototype.status = null;
  SubscribeStreamResponse.prototype.blockItems = null;
  SubscribeStreamResponse.prototype.endOfBlock = null;
  let $oneOfFields;
  Object.defineProperty(SubscribeStreamResponse.prototype, "response", {
   get: $util.oneOfGetter($oneOfFields = ["status", "blockItems", "endOfBlock"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  SubscribeStreamResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.status != null && Object.hasOwnProperty.call(message, "status"))
    writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.status);
   if (message.blockItems != null && Object.hasOwnProperty.call(message, "blockItems"))
    $root.stream.Block.encode(message.blockItems, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.endOfBlock != null && Object.hasOwnProperty.call(message, "endOfBlock"))
    $root.stream.BlockEnd.encode(message.endOfBlock, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   return writer;
  };
  SubscribeStreamResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.SubscribeStreamResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.status = reader.uint32();
      break;
     }
    case 2: {
      message.blockItems = $root.stream.Block.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.endOfBlock = $root.stream.BlockEnd.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.SubscribeStreamResponse");
     break;
    }
   }
   return message;
  };
  return SubscribeStreamResponse;
 })();
 stream.BlockEnd = (function() {
  function BlockEnd(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  BlockEnd.prototype.blockNumber = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  BlockEnd.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.blockNumber != null && Object.hasOwnProperty.call(message, "blockNumber"))
    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.blockNumber);
   return writer;
  };
  BlockEnd.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.BlockEnd();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.blockNumber = reader.uint64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.BlockEnd");
     break;
    }
   }
   return message;
  };
  return BlockEnd;
 })();
 stream.ServerStatusResponse = (function() {
  function ServerStatusResponse(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ServerStatusResponse.prototype.firstAvailableBlock = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  ServerStatusResponse.prototype.lastAvailableBlock = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  ServerStatusResponse.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.firstAvailableBlock != null && Object.hasOwnProperty.call(message, "firstAvailableBlock"))
    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.firstAvailableBlock);
   if (message.lastAvailableBlock != null && Object.hasOwnProperty.call(message, "lastAvailableBlock"))
    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.lastAvailableBlock);
   return writer;
  };
  ServerStatusResponse.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.stream.ServerStatusResponse();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.firstAvailableBlock = reader.uint64();
      break;
     }
    case 2: {
      message.lastAvailableBlock = reader.uint64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "stream.ServerStatusResponse");
     break;
    }
   }
   return message;
  };
  return ServerStatusResponse;
 })();
 return stream;
})();
export { $root as default };
