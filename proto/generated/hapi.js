// Made by proto/generate.js of hapi.json (bb1fb1b0dca8347845f6ecab4a993dff). Not to be edited.
import { skipUnknown as $skipUnknown } from "../unknown.js";
import $protobuf from "protobufjs/minimal.js";
const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $root = $protobuf.roots.tain_hapi || ($protobuf.roots.tain_hapi = {});
export const com = $root.com = (() => {
 const com = {};
 com.hedera = (function() {
  const hedera = {};
  hedera.hapi = (function() {
   const hapi = {};
   hapi.node = (function() {
    const node = {};
    node.hooks = (function() {
     const hooks = {};
     hooks.HookExtensionPoint = (function() {
      const valuesById = {}, values = Object.create(valuesById);
      values[valuesById[0] = "ACCOUNT_ALLOWANCE_HOOK"] = 0;
      return values;
     })();
     hooks.HookCreation = (function() {
      function HookCreation(properties) {
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      HookCreation.prototype.entityId = null;
      HookCreation.prototype.details = null;
      HookCreation.prototype.nextHookId = null;
      HookCreation.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.entityId != null && Object.hasOwnProperty.call(message, "entityId"))
        $root.proto.HookEntityId.encode(message.entityId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
       if (message.details != null && Object.hasOwnProperty.call(message, "details"))
        $root.com.hedera.hapi.node.hooks.HookCreationDetails.encode(message.details, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
       if (message.nextHookId != null && Object.hasOwnProperty.call(message, "nextHookId"))
        $root.google.protobuf.Int64Value.encode(message.nextHookId, writer.uint32(/* id 9, wireType 2 =*/74).fork()).ldelim();
       return writer;
      };
      HookCreation.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.hooks.HookCreation();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.entityId = $root.proto.HookEntityId.decode(reader, reader.uint32());
          break;
         }
        case 2: {
          message.details = $root.com.hedera.hapi.node.hooks.HookCreationDetails.decode(reader, reader.uint32());
          break;
         }
        case 9: {
          message.nextHookId = $root.google.protobuf.Int64Value.decode(reader, reader.uint32());
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.node.hooks.HookCreation");
         break;
        }
       }
       return message;
      };
      return HookCreation;
     })();
     hooks.HookCreationDetails = (function() {
      function HookCreationDetails(properties) {
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      HookCreationDetails.prototype.extensionPoint = 0;
      HookCreationDetails.prototype.hookId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
      HookCreationDetails.prototype.evmHook = null;
      HookCreationDetails.prototype.adminKey = null;
      let $oneOfFields;
      Object.defineProperty(HookCreationDetails.prototype, "hook", {
       get: $util.oneOfGetter($oneOfFields = ["evmHook"]),
       set: $util.oneOfSetter($oneOfFields)
      });
      HookCreationDetails.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.extensionPoint != null && Object.hasOwnProperty.call(message, "extensionPoint"))
        writer.uint32(/* id 1, wireType 0 =*/8).int32(message.extensionPoint);
       if (message.hookId != null && Object.hasOwnProperty.call(message, "hookId"))
        writer.uint32(/* id 2, wireType 0 =*/16).int64(message.hookId);
       if (message.evmHook != null && Object.hasOwnProperty.call(message, "evmHook"))
        $root.com.hedera.hapi.node.hooks.EvmHook.encode(message.evmHook, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
       if (message.adminKey != null && Object.hasOwnProperty.call(message, "adminKey"))
        $root.proto.Key.encode(message.adminKey, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
       return writer;
      };
      HookCreationDetails.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.hooks.HookCreationDetails();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.extensionPoint = reader.int32();
          break;
         }
        case 2: {
          message.hookId = reader.int64();
          break;
         }
        case 3: {
          message.evmHook = $root.com.hedera.hapi.node.hooks.EvmHook.decode(reader, reader.uint32());
          break;
         }
        case 4: {
          message.adminKey = $root.proto.Key.decode(reader, reader.uint32());
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.node.hooks.HookCreationDetails");
         break;
        }
       }
       return message;
      };
      return HookCreationDetails;
     })();
     hooks.EvmHook = (function() {
      function EvmHook(properties) {
       this.storageUpdates = [];
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      EvmHook.prototype.spec = null;
      EvmHook.prototype.storageUpdates = $util.emptyArray;
      EvmHook.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.spec != null && Object.hasOwnProperty.call(message, "spec"))
        $root.com.hedera.hapi.node.hooks.EvmHookSpec.encode(message.spec, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
       if (message.storageUpdates != null && message.storageUpdates.length)
        for (let i = 0; i < message.storageUpdates.length; ++i)
         $root.com.hedera.hapi.node.hooks.EvmHookStorageUpdate.encode(message.storageUpdates[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
       return writer;
      };
      EvmHook.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.hooks.EvmHook();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.spec = $root.com.hedera.hapi.node.hooks.EvmHookSpec.decode(reader, reader.uint32());
          break;
         }
        case 2: {
          if (!(message.storageUpdates && message.storageUpdates.length))
           message.storageUpdates = [];
          message.storageUpdates.push($root.com.hedera.hapi.node.hooks.EvmHookStorageUpdate.decode(reader, reader.uint32()));
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.node.hooks.EvmHook");
         break;
        }
       }
       return message;
      };
      return EvmHook;
     })();
     hooks.EvmHookSpec = (function() {
      function EvmHookSpec(properties) {
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      EvmHookSpec.prototype.contractId = null;
      let $oneOfFields;
      Object.defineProperty(EvmHookSpec.prototype, "bytecodeSource", {
       get: $util.oneOfGetter($oneOfFields = ["contractId"]),
       set: $util.oneOfSetter($oneOfFields)
      });
      EvmHookSpec.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.contractId != null && Object.hasOwnProperty.call(message, "contractId"))
        $root.proto.ContractID.encode(message.contractId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
       return writer;
      };
      EvmHookSpec.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.hooks.EvmHookSpec();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.contractId = $root.proto.ContractID.decode(reader, reader.uint32());
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.node.hooks.EvmHookSpec");
         break;
        }
       }
       return message;
      };
      return EvmHookSpec;
     })();
     hooks.EvmHookStorageUpdate = (function() {
      function EvmHookStorageUpdate(properties) {
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      EvmHookStorageUpdate.prototype.storageSlot = null;
      EvmHookStorageUpdate.prototype.mappingEntries = null;
      let $oneOfFields;
      Object.defineProperty(EvmHookStorageUpdate.prototype, "update", {
       get: $util.oneOfGetter($oneOfFields = ["storageSlot", "mappingEntries"]),
       set: $util.oneOfSetter($oneOfFields)
      });
      EvmHookStorageUpdate.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.storageSlot != null && Object.hasOwnProperty.call(message, "storageSlot"))
        $root.com.hedera.hapi.node.hooks.EvmHookStorageSlot.encode(message.storageSlot, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
       if (message.mappingEntries != null && Object.hasOwnProperty.call(message, "mappingEntries"))
        $root.com.hedera.hapi.node.hooks.EvmHookMappingEntries.encode(message.mappingEntries, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
       return writer;
      };
      EvmHookStorageUpdate.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.hooks.EvmHookStorageUpdate();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.storageSlot = $root.com.hedera.hapi.node.hooks.EvmHookStorageSlot.decode(reader, reader.uint32());
          break;
         }
        case 2: {
          message.mappingEntries = $root.com.hedera.hapi.node.hooks.EvmHookMappingEntries.decode(reader, reader.uint32());
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.node.hooks.EvmHookStorageUpdate");
         break;
        }
       }
       return message;
      };
      return EvmHookStorageUpdate;
     })();
     hooks.EvmHookMappingEntries = (function() {
      function EvmHookMappingEntries(properties) {
       this.entries = [];
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      EvmHookMappingEntries.prototype.mappingSlot = $util.newBuffer([]);
      EvmHookMappingEntries.prototype.entries = $util.emptyArray;
      EvmHookMappingEntries.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.mappingSlot != null && Object.hasOwnProperty.call(message, "mappingSlot"))
        writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.mappingSlot);
       if (message.entries != null && message.entries.length)
        for (let i = 0; i < message.entries.length; ++i)
         $root.com.hedera.hapi.node.hooks.EvmHookMappingEntry.encode(message.entries[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
       return writer;
      };
      EvmHookMappingEntries.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.hooks.EvmHookMappingEntries();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.mappingSlot = reader.bytes();
          break;
         }
        case 2: {
          if (!(message.entries && message.entries.length))
           message.entries = [];
          message.entries.push($root.com.hedera.hapi.node.hooks.EvmHookMappingEntry.decode(reader, reader.uint32()));
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.node.hooks.EvmHookMappingEntries");
         break;
        }
       }
       return message;
      };
      return EvmHookMappingEntries;
     })();
     hooks.EvmHookMappingEntry = (function() {
      function EvmHookMappingEntry(properties) {
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      EvmHookMappingEntry.prototype.key = null;
      EvmHookMappingEntry.prototype.preimage = null;
      EvmHookMappingEntry.prototype.value = $util.newBuffer([]);
      let $oneOfFields;
      Object.defineProperty(EvmHookMappingEntry.prototype, "entryKey", {
       get: $util.oneOfGetter($oneOfFields = ["key", "preimage"]),
       set: $util.oneOfSetter($oneOfFields)
      });
      EvmHookMappingEntry.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.key != null && Object.hasOwnProperty.call(message, "key"))
        writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.key);
       if (message.preimage != null && Object.hasOwnProperty.call(message, "preimage"))
        writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.preimage);
       if (message.value != null && Object.hasOwnProperty.call(message, "value"))
        writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.value);
       return writer;
      };
      EvmHookMappingEntry.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.hooks.EvmHookMappingEntry();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.key = reader.bytes();
          break;
         }
        case 2: {
          message.preimage = reader.bytes();
          break;
         }
        case 3: {
          message.value = reader.bytes();
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.node.hooks.EvmHookMappingEntry");
         break;
        }
       }
       return message;
      };
      return EvmHookMappingEntry;
     })();
     hooks.EvmHookStorageSlot = (function() {
      function EvmHookStorageSlot(properties) {
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      EvmHookStorageSlot.prototype.key = $util.newBuffer([]);
      EvmHookStorageSlot.prototype.value = $util.newBuffer([]);
      EvmHookStorageSlot.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.key != null && Object.hasOwnProperty.call(message, "key"))
        writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.key);
       if (message.value != null && Object.hasOwnProperty.call(message, "value"))
        writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.value);
       return writer;
      };
      EvmHookStorageSlot.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.hooks.EvmHookStorageSlot();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.key = reader.bytes();
          break;
         }
        case 2: {
          message.value = reader.bytes();
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.node.hooks.EvmHookStorageSlot");
         break;
        }
       }
       return message;
      };
      return EvmHookStorageSlot;
     })();
     hooks.HookStoreTransactionBody = (function() {
      function HookStoreTransactionBody(properties) {
       this.storageUpdates = [];
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      HookStoreTransactionBody.prototype.hookId = null;
      HookStoreTransactionBody.prototype.storageUpdates = $util.emptyArray;
      HookStoreTransactionBody.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.hookId != null && Object.hasOwnProperty.call(message, "hookId"))
        $root.proto.HookId.encode(message.hookId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
       if (message.storageUpdates != null && message.storageUpdates.length)
        for (let i = 0; i < message.storageUpdates.length; ++i)
         $root.com.hedera.hapi.node.hooks.EvmHookStorageUpdate.encode(message.storageUpdates[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
       return writer;
      };
      HookStoreTransactionBody.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.hooks.HookStoreTransactionBody();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.hookId = $root.proto.HookId.decode(reader, reader.uint32());
          break;
         }
        case 2: {
          if (!(message.storageUpdates && message.storageUpdates.length))
           message.storageUpdates = [];
          message.storageUpdates.push($root.com.hedera.hapi.node.hooks.EvmHookStorageUpdate.decode(reader, reader.uint32()));
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.node.hooks.HookStoreTransactionBody");
         break;
        }
       }
       return message;
      };
      return HookStoreTransactionBody;
     })();
     hooks.HookDispatchTransactionBody = (function() {
      function HookDispatchTransactionBody(properties) {
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      HookDispatchTransactionBody.prototype.hookIdToDelete = null;
      HookDispatchTransactionBody.prototype.creation = null;
      HookDispatchTransactionBody.prototype.execution = null;
      let $oneOfFields;
      Object.defineProperty(HookDispatchTransactionBody.prototype, "action", {
       get: $util.oneOfGetter($oneOfFields = ["hookIdToDelete", "creation", "execution"]),
       set: $util.oneOfSetter($oneOfFields)
      });
      HookDispatchTransactionBody.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.hookIdToDelete != null && Object.hasOwnProperty.call(message, "hookIdToDelete"))
        $root.proto.HookId.encode(message.hookIdToDelete, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
       if (message.creation != null && Object.hasOwnProperty.call(message, "creation"))
        $root.com.hedera.hapi.node.hooks.HookCreation.encode(message.creation, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
       if (message.execution != null && Object.hasOwnProperty.call(message, "execution"))
        $root.com.hedera.hapi.node.hooks.HookExecution.encode(message.execution, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
       return writer;
      };
      HookDispatchTransactionBody.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.hooks.HookDispatchTransactionBody();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.hookIdToDelete = $root.proto.HookId.decode(reader, reader.uint32());
          break;
         }
        case 2: {
          message.creation = $root.com.hedera.hapi.node.hooks.HookCreation.decode(reader, reader.uint32());
          break;
         }
        case 3: {
          message.execution = $root.com.hedera.hapi.node.hooks.HookExecution.decode(reader, reader.uint32());
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.node.hooks.HookDispatchTransactionBody");
         break;
        }
       }
       return message;
      };
      return HookDispatchTransactionBody;
     })();
     hooks.HookExecution = (function() {
      function HookExecution(properties) {
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      HookExecution.prototype.hookEntityId = null;
      HookExecution.prototype.call = null;
      HookExecution.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.hookEntityId != null && Object.hasOwnProperty.call(message, "hookEntityId"))
        $root.proto.HookEntityId.encode(message.hookEntityId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
       if (message.call != null && Object.hasOwnProperty.call(message, "call"))
        $root.proto.HookCall.encode(message.call, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
       return writer;
      };
      HookExecution.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.hooks.HookExecution();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.hookEntityId = $root.proto.HookEntityId.decode(reader, reader.uint32());
          break;
         }
        case 2: {
          message.call = $root.proto.HookCall.decode(reader, reader.uint32());
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.node.hooks.HookExecution");
         break;
        }
       }
       return message;
      };
      return HookExecution;
     })();
     return hooks;
    })();
    node.addressbook = (function() {
     const addressbook = {};
     addressbook.NodeCreateTransactionBody = (function() {
      function NodeCreateTransactionBody(properties) {
       this.gossipEndpoint = [];
       this.serviceEndpoint = [];
       this.associatedRegisteredNode = [];
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      NodeCreateTransactionBody.prototype.accountId = null;
      NodeCreateTransactionBody.prototype.description = "";
      NodeCreateTransactionBody.prototype.gossipEndpoint = $util.emptyArray;
      NodeCreateTransactionBody.prototype.serviceEndpoint = $util.emptyArray;
      NodeCreateTransactionBody.prototype.gossipCaCertificate = $util.newBuffer([]);
      NodeCreateTransactionBody.prototype.grpcCertificateHash = $util.newBuffer([]);
      NodeCreateTransactionBody.prototype.adminKey = null;
      NodeCreateTransactionBody.prototype.declineReward = false;
      NodeCreateTransactionBody.prototype.grpcProxyEndpoint = null;
      NodeCreateTransactionBody.prototype.associatedRegisteredNode = $util.emptyArray;
      NodeCreateTransactionBody.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.accountId != null && Object.hasOwnProperty.call(message, "accountId"))
        $root.proto.AccountID.encode(message.accountId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
       if (message.description != null && Object.hasOwnProperty.call(message, "description"))
        writer.uint32(/* id 2, wireType 2 =*/18).string(message.description);
       if (message.gossipEndpoint != null && message.gossipEndpoint.length)
        for (let i = 0; i < message.gossipEndpoint.length; ++i)
         $root.proto.ServiceEndpoint.encode(message.gossipEndpoint[i], writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
       if (message.serviceEndpoint != null && message.serviceEndpoint.length)
        for (let i = 0; i < message.serviceEndpoint.length; ++i)
         $root.proto.ServiceEndpoint.encode(message.serviceEndpoint[i], writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
       if (message.gossipCaCertificate != null && Object.hasOwnProperty.call(message, "gossipCaCertificate"))
        writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.gossipCaCertificate);
       if (message.grpcCertificateHash != null && Object.hasOwnProperty.call(message, "grpcCertificateHash"))
        writer.uint32(/* id 6, wireType 2 =*/50).bytes(message.grpcCertificateHash);
       if (message.adminKey != null && Object.hasOwnProperty.call(message, "adminKey"))
        $root.proto.Key.encode(message.adminKey, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
       if (message.declineReward != null && Object.hasOwnProperty.call(message, "declineReward"))
        writer.uint32(/* id 8, wireType 0 =*/64).bool(message.declineReward);
       if (message.grpcProxyEndpoint != null && Object.hasOwnProperty.call(message, "grpcProxyEndpoint"))
        $root.proto.ServiceEndpoint.encode(message.grpcProxyEndpoint, writer.uint32(/* id 9, wireType 2 =*/74).fork()).ldelim();
       if (message.associatedRegisteredNode != null && message.associatedRegisteredNode.length) {
        writer.uint32(/* id 10, wireType 2 =*/82).fork();
        for (let i = 0; i < message.associatedRegisteredNode.length; ++i)
         writer.uint64(message.associatedRegisteredNode[i]);
        writer.ldelim();
       }
       return writer;
      };
      NodeCreateTransactionBody.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.addressbook.NodeCreateTransactionBody();
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
          message.description = reader.string();
          break;
         }
        case 3: {
          if (!(message.gossipEndpoint && message.gossipEndpoint.length))
           message.gossipEndpoint = [];
          message.gossipEndpoint.push($root.proto.ServiceEndpoint.decode(reader, reader.uint32()));
          break;
         }
        case 4: {
          if (!(message.serviceEndpoint && message.serviceEndpoint.length))
           message.serviceEndpoint = [];
          message.serviceEndpoint.push($root.proto.ServiceEndpoint.decode(reader, reader.uint32()));
          break;
         }
        case 5: {
          message.gossipCaCertificate = reader.bytes();
          break;
         }
        case 6: {
          message.grpcCertificateHash = reader.bytes();
          break;
         }
        case 7: {
          message.adminKey = $root.proto.Key.decode(reader, reader.uint32());
          break;
         }
        case 8: {
          message.declineReward = reader.bool();
          break;
         }
        case 9: {
          message.grpcProxyEndpoint = $root.proto.ServiceEndpoint.decode(reader, reader.uint32());
          break;
         }
        case 10: {
          if (!(message.associatedRegisteredNode && message.associatedRegisteredNode.length))
           message.associatedRegisteredNode = [];
          if ((tag & 7) === 2) {
           let end2 = reader.uint32() + reader.pos;
           while (reader.pos < end2)
            message.associatedRegisteredNode.push(reader.uint64());
          } else
           message.associatedRegisteredNode.push(reader.uint64());
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.node.addressbook.NodeCreateTransactionBody");
         break;
        }
       }
       return message;
      };
      return NodeCreateTransactionBody;
     })();
     addressbook.NodeUpdateTransactionBody = (function() {
      function NodeUpdateTransactionBody(properties) {
       this.gossipEndpoint = [];
       this.serviceEndpoint = [];
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      NodeUpdateTransactionBody.prototype.nodeId = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
      NodeUpdateTransactionBody.prototype.accountId = null;
      NodeUpdateTransactionBody.prototype.description = null;
      NodeUpdateTransactionBody.prototype.gossipEndpoint = $util.emptyArray;
      NodeUpdateTransactionBody.prototype.serviceEndpoint = $util.emptyArray;
      NodeUpdateTransactionBody.prototype.gossipCaCertificate = null;
      NodeUpdateTransactionBody.prototype.grpcCertificateHash = null;
      NodeUpdateTransactionBody.prototype.adminKey = null;
      NodeUpdateTransactionBody.prototype.declineReward = null;
      NodeUpdateTransactionBody.prototype.grpcProxyEndpoint = null;
      NodeUpdateTransactionBody.prototype.associatedRegisteredNodeList = null;
      NodeUpdateTransactionBody.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.nodeId != null && Object.hasOwnProperty.call(message, "nodeId"))
        writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.nodeId);
       if (message.accountId != null && Object.hasOwnProperty.call(message, "accountId"))
        $root.proto.AccountID.encode(message.accountId, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
       if (message.description != null && Object.hasOwnProperty.call(message, "description"))
        $root.google.protobuf.StringValue.encode(message.description, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
       if (message.gossipEndpoint != null && message.gossipEndpoint.length)
        for (let i = 0; i < message.gossipEndpoint.length; ++i)
         $root.proto.ServiceEndpoint.encode(message.gossipEndpoint[i], writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
       if (message.serviceEndpoint != null && message.serviceEndpoint.length)
        for (let i = 0; i < message.serviceEndpoint.length; ++i)
         $root.proto.ServiceEndpoint.encode(message.serviceEndpoint[i], writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
       if (message.gossipCaCertificate != null && Object.hasOwnProperty.call(message, "gossipCaCertificate"))
        $root.google.protobuf.BytesValue.encode(message.gossipCaCertificate, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
       if (message.grpcCertificateHash != null && Object.hasOwnProperty.call(message, "grpcCertificateHash"))
        $root.google.protobuf.BytesValue.encode(message.grpcCertificateHash, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
       if (message.adminKey != null && Object.hasOwnProperty.call(message, "adminKey"))
        $root.proto.Key.encode(message.adminKey, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
       if (message.declineReward != null && Object.hasOwnProperty.call(message, "declineReward"))
        $root.google.protobuf.BoolValue.encode(message.declineReward, writer.uint32(/* id 9, wireType 2 =*/74).fork()).ldelim();
       if (message.grpcProxyEndpoint != null && Object.hasOwnProperty.call(message, "grpcProxyEndpoint"))
        $root.proto.ServiceEndpoint.encode(message.grpcProxyEndpoint, writer.uint32(/* id 10, wireType 2 =*/82).fork()).ldelim();
       if (message.associatedRegisteredNodeList != null && Object.hasOwnProperty.call(message, "associatedRegisteredNodeList"))
        $root.com.hedera.hapi.node.addressbook.AssociatedRegisteredNodeList.encode(message.associatedRegisteredNodeList, writer.uint32(/* id 11, wireType 2 =*/90).fork()).ldelim();
       return writer;
      };
      NodeUpdateTransactionBody.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.addressbook.NodeUpdateTransactionBody();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.nodeId = reader.uint64();
          break;
         }
        case 2: {
          message.accountId = $root.proto.AccountID.decode(reader, reader.uint32());
          break;
         }
        case 3: {
          message.description = $root.google.protobuf.StringValue.decode(reader, reader.uint32());
          break;
         }
        case 4: {
          if (!(message.gossipEndpoint && message.gossipEndpoint.length))
           message.gossipEndpoint = [];
          message.gossipEndpoint.push($root.proto.ServiceEndpoint.decode(reader, reader.uint32()));
          break;
         }
        case 5: {
          if (!(message.serviceEndpoint && message.serviceEndpoint.length))
           message.serviceEndpoint = [];
          message.serviceEndpoint.push($root.proto.ServiceEndpoint.decode(reader, reader.uint32()));
          break;
         }
        case 6: {
          message.gossipCaCertificate = $root.google.protobuf.BytesValue.decode(reader, reader.uint32());
          break;
         }
        case 7: {
          message.grpcCertificateHash = $root.google.protobuf.BytesValue.decode(reader, reader.uint32());
          break;
         }
        case 8: {
          message.adminKey = $root.proto.Key.decode(reader, reader.uint32());
          break;
         }
        case 9: {
          message.declineReward = $root.google.protobuf.BoolValue.decode(reader, reader.uint32());
          break;
         }
        case 10: {
          message.grpcProxyEndpoint = $root.proto.ServiceEndpoint.decode(reader, reader.uint32());
          break;
         }
        case 11: {
          message.associatedRegisteredNodeList = $root.com.hedera.hapi.node.addressbook.AssociatedRegisteredNodeList.decode(reader, reader.uint32());
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.node.addressbook.NodeUpdateTransactionBody");
         break;
        }
       }
       return message;
      };
      return NodeUpdateTransactionBody;
     })();
     addressbook.AssociatedRegisteredNodeList = (function() {
      function AssociatedRegisteredNodeList(properties) {
       this.associatedRegisteredNode = [];
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      AssociatedRegisteredNodeList.prototype.associatedRegisteredNode = $util.emptyArray;
      AssociatedRegisteredNodeList.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.associatedRegisteredNode != null && message.associatedRegisteredNode.length) {
        writer.uint32(/* id 1, wireType 2 =*/10).fork();
        for (let i = 0; i < message.associatedRegisteredNode.length; ++i)
         writer.uint64(message.associatedRegisteredNode[i]);
        writer.ldelim();
       }
       return writer;
      };
      AssociatedRegisteredNodeList.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.addressbook.AssociatedRegisteredNodeList();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          if (!(message.associatedRegisteredNode && message.associatedRegisteredNode.length))
           message.associatedRegisteredNode = [];
          if ((tag & 7) === 2) {
           let end2 = reader.uint32() + reader.pos;
           while (reader.pos < end2)
            message.associatedRegisteredNode.push(reader.uint64());
          } else
           message.associatedRegisteredNode.push(reader.uint64());
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.node.addressbook.AssociatedRegisteredNodeList");
         break;
        }
       }
       return message;
      };
      return AssociatedRegisteredNodeList;
     })();
     addressbook.NodeDeleteTransactionBody = (function() {
      function NodeDeleteTransactionBody(properties) {
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      NodeDeleteTransactionBody.prototype.nodeId = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
      NodeDeleteTransactionBody.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.nodeId != null && Object.hasOwnProperty.call(message, "nodeId"))
        writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.nodeId);
       return writer;
      };
      NodeDeleteTransactionBody.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.addressbook.NodeDeleteTransactionBody();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.nodeId = reader.uint64();
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.node.addressbook.NodeDeleteTransactionBody");
         break;
        }
       }
       return message;
      };
      return NodeDeleteTransactionBody;
     })();
     addressbook.RegisteredNodeCreateTransactionBody = (function() {
      function RegisteredNodeCreateTransactionBody(properties) {
       this.serviceEndpoint = [];
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      RegisteredNodeCreateTransactionBody.prototype.adminKey = null;
      RegisteredNodeCreateTransactionBody.prototype.description = "";
      RegisteredNodeCreateTransactionBody.prototype.serviceEndpoint = $util.emptyArray;
      RegisteredNodeCreateTransactionBody.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.adminKey != null && Object.hasOwnProperty.call(message, "adminKey"))
        $root.proto.Key.encode(message.adminKey, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
       if (message.description != null && Object.hasOwnProperty.call(message, "description"))
        writer.uint32(/* id 2, wireType 2 =*/18).string(message.description);
       if (message.serviceEndpoint != null && message.serviceEndpoint.length)
        for (let i = 0; i < message.serviceEndpoint.length; ++i)
         $root.com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.encode(message.serviceEndpoint[i], writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
       return writer;
      };
      RegisteredNodeCreateTransactionBody.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.addressbook.RegisteredNodeCreateTransactionBody();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.adminKey = $root.proto.Key.decode(reader, reader.uint32());
          break;
         }
        case 2: {
          message.description = reader.string();
          break;
         }
        case 3: {
          if (!(message.serviceEndpoint && message.serviceEndpoint.length))
           message.serviceEndpoint = [];
          message.serviceEndpoint.push($root.com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.decode(reader, reader.uint32()));
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.node.addressbook.RegisteredNodeCreateTransactionBody");
         break;
        }
       }
       return message;
      };
      return RegisteredNodeCreateTransactionBody;
     })();
     addressbook.RegisteredServiceEndpoint = (function() {
      function RegisteredServiceEndpoint(properties) {
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      RegisteredServiceEndpoint.prototype.ipAddress = null;
      RegisteredServiceEndpoint.prototype.domainName = null;
      RegisteredServiceEndpoint.prototype.port = 0;
      RegisteredServiceEndpoint.prototype.requiresTls = false;
      RegisteredServiceEndpoint.prototype.blockNode = null;
      RegisteredServiceEndpoint.prototype.mirrorNode = null;
      RegisteredServiceEndpoint.prototype.rpcRelay = null;
      RegisteredServiceEndpoint.prototype.generalService = null;
      let $oneOfFields;
      Object.defineProperty(RegisteredServiceEndpoint.prototype, "address", {
       get: $util.oneOfGetter($oneOfFields = ["ipAddress", "domainName"]),
       set: $util.oneOfSetter($oneOfFields)
      });
      Object.defineProperty(RegisteredServiceEndpoint.prototype, "endpointType", {
       get: $util.oneOfGetter($oneOfFields = ["blockNode", "mirrorNode", "rpcRelay", "generalService"]),
       set: $util.oneOfSetter($oneOfFields)
      });
      RegisteredServiceEndpoint.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.ipAddress != null && Object.hasOwnProperty.call(message, "ipAddress"))
        writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.ipAddress);
       if (message.domainName != null && Object.hasOwnProperty.call(message, "domainName"))
        writer.uint32(/* id 2, wireType 2 =*/18).string(message.domainName);
       if (message.port != null && Object.hasOwnProperty.call(message, "port"))
        writer.uint32(/* id 3, wireType 0 =*/24).uint32(message.port);
       if (message.requiresTls != null && Object.hasOwnProperty.call(message, "requiresTls"))
        writer.uint32(/* id 4, wireType 0 =*/32).bool(message.requiresTls);
       if (message.blockNode != null && Object.hasOwnProperty.call(message, "blockNode"))
        $root.com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.BlockNodeEndpoint.encode(message.blockNode, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
       if (message.mirrorNode != null && Object.hasOwnProperty.call(message, "mirrorNode"))
        $root.com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.MirrorNodeEndpoint.encode(message.mirrorNode, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
       if (message.rpcRelay != null && Object.hasOwnProperty.call(message, "rpcRelay"))
        $root.com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.RpcRelayEndpoint.encode(message.rpcRelay, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
       if (message.generalService != null && Object.hasOwnProperty.call(message, "generalService"))
        $root.com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.GeneralServiceEndpoint.encode(message.generalService, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
       return writer;
      };
      RegisteredServiceEndpoint.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.ipAddress = reader.bytes();
          break;
         }
        case 2: {
          message.domainName = reader.string();
          break;
         }
        case 3: {
          message.port = reader.uint32();
          break;
         }
        case 4: {
          message.requiresTls = reader.bool();
          break;
         }
        case 5: {
          message.blockNode = $root.com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.BlockNodeEndpoint.decode(reader, reader.uint32());
          break;
         }
        case 6: {
          message.mirrorNode = $root.com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.MirrorNodeEndpoint.decode(reader, reader.uint32());
          break;
         }
        case 7: {
          message.rpcRelay = $root.com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.RpcRelayEndpoint.decode(reader, reader.uint32());
          break;
         }
        case 8: {
          message.generalService = $root.com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.GeneralServiceEndpoint.decode(reader, reader.uint32());
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint");
         break;
        }
       }
       return message;
      };
      RegisteredServiceEndpoint.BlockNodeEndpoint = (function() {
       function BlockNodeEndpoint(properties) {
        this.endpointApi = [];
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       BlockNodeEndpoint.prototype.endpointApi = $util.emptyArray;
       BlockNodeEndpoint.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.endpointApi != null && message.endpointApi.length) {
         writer.uint32(/* id 1, wireType 2 =*/10).fork();
         for (let i = 0; i < message.endpointApi.length; ++i)
          writer.int32(message.endpointApi[i]);
         writer.ldelim();
        }
        return writer;
       };
       BlockNodeEndpoint.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.BlockNodeEndpoint();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           if (!(message.endpointApi && message.endpointApi.length))
            message.endpointApi = [];
           if ((tag & 7) === 2) {
            let end2 = reader.uint32() + reader.pos;
            while (reader.pos < end2)
             message.endpointApi.push(reader.int32());
           } else
            message.endpointApi.push(reader.int32());
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.BlockNodeEndpoint");
          break;
         }
        }
        return message;
       };
       BlockNodeEndpoint.BlockNodeApi = (function() {
        const valuesById = {}, values = Object.create(valuesById);
        values[valuesById[0] = "OTHER"] = 0;
        values[valuesById[1] = "STATUS"] = 1;
        values[valuesById[2] = "PUBLISH"] = 2;
        values[valuesById[3] = "SUBSCRIBE_STREAM"] = 3;
        values[valuesById[4] = "STATE_PROOF"] = 4;
        return values;
       })();
       return BlockNodeEndpoint;
      })();
      RegisteredServiceEndpoint.MirrorNodeEndpoint = (function() {
       function MirrorNodeEndpoint(properties) {
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       MirrorNodeEndpoint.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        return writer;
       };
       MirrorNodeEndpoint.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.MirrorNodeEndpoint();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.MirrorNodeEndpoint");
          break;
         }
        }
        return message;
       };
       return MirrorNodeEndpoint;
      })();
      RegisteredServiceEndpoint.RpcRelayEndpoint = (function() {
       function RpcRelayEndpoint(properties) {
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       RpcRelayEndpoint.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        return writer;
       };
       RpcRelayEndpoint.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.RpcRelayEndpoint();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.RpcRelayEndpoint");
          break;
         }
        }
        return message;
       };
       return RpcRelayEndpoint;
      })();
      RegisteredServiceEndpoint.GeneralServiceEndpoint = (function() {
       function GeneralServiceEndpoint(properties) {
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       GeneralServiceEndpoint.prototype.description = "";
       GeneralServiceEndpoint.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.description != null && Object.hasOwnProperty.call(message, "description"))
         writer.uint32(/* id 1, wireType 2 =*/10).string(message.description);
        return writer;
       };
       GeneralServiceEndpoint.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.GeneralServiceEndpoint();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           message.description = reader.string();
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.GeneralServiceEndpoint");
          break;
         }
        }
        return message;
       };
       return GeneralServiceEndpoint;
      })();
      return RegisteredServiceEndpoint;
     })();
     addressbook.RegisteredNodeUpdateTransactionBody = (function() {
      function RegisteredNodeUpdateTransactionBody(properties) {
       this.serviceEndpoint = [];
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      RegisteredNodeUpdateTransactionBody.prototype.registeredNodeId = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
      RegisteredNodeUpdateTransactionBody.prototype.adminKey = null;
      RegisteredNodeUpdateTransactionBody.prototype.description = null;
      RegisteredNodeUpdateTransactionBody.prototype.serviceEndpoint = $util.emptyArray;
      RegisteredNodeUpdateTransactionBody.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.registeredNodeId != null && Object.hasOwnProperty.call(message, "registeredNodeId"))
        writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.registeredNodeId);
       if (message.adminKey != null && Object.hasOwnProperty.call(message, "adminKey"))
        $root.proto.Key.encode(message.adminKey, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
       if (message.description != null && Object.hasOwnProperty.call(message, "description"))
        $root.google.protobuf.StringValue.encode(message.description, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
       if (message.serviceEndpoint != null && message.serviceEndpoint.length)
        for (let i = 0; i < message.serviceEndpoint.length; ++i)
         $root.com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.encode(message.serviceEndpoint[i], writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
       return writer;
      };
      RegisteredNodeUpdateTransactionBody.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.addressbook.RegisteredNodeUpdateTransactionBody();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.registeredNodeId = reader.uint64();
          break;
         }
        case 2: {
          message.adminKey = $root.proto.Key.decode(reader, reader.uint32());
          break;
         }
        case 3: {
          message.description = $root.google.protobuf.StringValue.decode(reader, reader.uint32());
          break;
         }
        case 4: {
          if (!(message.serviceEndpoint && message.serviceEndpoint.length))
           message.serviceEndpoint = [];
          message.serviceEndpoint.push($root.com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.decode(reader, reader.uint32()));
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.node.addressbook.RegisteredNodeUpdateTransactionBody");
         break;
        }
       }
       return message;
      };
      return RegisteredNodeUpdateTransactionBody;
     })();
     addressbook.RegisteredNodeDeleteTransactionBody = (function() {
      function RegisteredNodeDeleteTransactionBody(properties) {
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      RegisteredNodeDeleteTransactionBody.prototype.registeredNodeId = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
      RegisteredNodeDeleteTransactionBody.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.registeredNodeId != null && Object.hasOwnProperty.call(message, "registeredNodeId"))
        writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.registeredNodeId);
       return writer;
      };
      RegisteredNodeDeleteTransactionBody.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.addressbook.RegisteredNodeDeleteTransactionBody();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.registeredNodeId = reader.uint64();
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.node.addressbook.RegisteredNodeDeleteTransactionBody");
         break;
        }
       }
       return message;
      };
      return RegisteredNodeDeleteTransactionBody;
     })();
     return addressbook;
    })();
    node.state = (function() {
     const state = {};
     state.hints = (function() {
      const hints = {};
      hints.PreprocessedKeys = (function() {
       function PreprocessedKeys(properties) {
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       PreprocessedKeys.prototype.aggregationKey = $util.newBuffer([]);
       PreprocessedKeys.prototype.verificationKey = $util.newBuffer([]);
       PreprocessedKeys.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.aggregationKey != null && Object.hasOwnProperty.call(message, "aggregationKey"))
         writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.aggregationKey);
        if (message.verificationKey != null && Object.hasOwnProperty.call(message, "verificationKey"))
         writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.verificationKey);
        return writer;
       };
       PreprocessedKeys.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.state.hints.PreprocessedKeys();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           message.aggregationKey = reader.bytes();
           break;
          }
         case 2: {
           message.verificationKey = reader.bytes();
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.node.state.hints.PreprocessedKeys");
          break;
         }
        }
        return message;
       };
       return PreprocessedKeys;
      })();
      hints.PreprocessingVote = (function() {
       function PreprocessingVote(properties) {
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       PreprocessingVote.prototype.preprocessedKeys = null;
       PreprocessingVote.prototype.congruentNodeId = null;
       let $oneOfFields;
       Object.defineProperty(PreprocessingVote.prototype, "vote", {
        get: $util.oneOfGetter($oneOfFields = ["preprocessedKeys", "congruentNodeId"]),
        set: $util.oneOfSetter($oneOfFields)
       });
       PreprocessingVote.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.preprocessedKeys != null && Object.hasOwnProperty.call(message, "preprocessedKeys"))
         $root.com.hedera.hapi.node.state.hints.PreprocessedKeys.encode(message.preprocessedKeys, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
        if (message.congruentNodeId != null && Object.hasOwnProperty.call(message, "congruentNodeId"))
         writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.congruentNodeId);
        return writer;
       };
       PreprocessingVote.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.state.hints.PreprocessingVote();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           message.preprocessedKeys = $root.com.hedera.hapi.node.state.hints.PreprocessedKeys.decode(reader, reader.uint32());
           break;
          }
         case 2: {
           message.congruentNodeId = reader.uint64();
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.node.state.hints.PreprocessingVote");
          break;
         }
        }
        return message;
       };
       return PreprocessingVote;
      })();
      return hints;
     })();
     state.history = (function() {
      const history = {};
      history.ProofKey = (function() {
       function ProofKey(properties) {
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       ProofKey.prototype.nodeId = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       ProofKey.prototype.key = $util.newBuffer([]);
       ProofKey.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.nodeId != null && Object.hasOwnProperty.call(message, "nodeId"))
         writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.nodeId);
        if (message.key != null && Object.hasOwnProperty.call(message, "key"))
         writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.key);
        return writer;
       };
       ProofKey.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.state.history.ProofKey();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           message.nodeId = reader.uint64();
           break;
          }
         case 2: {
           message.key = reader.bytes();
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.node.state.history.ProofKey");
          break;
         }
        }
        return message;
       };
       return ProofKey;
      })();
      history.History = (function() {
       function History(properties) {
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       History.prototype.addressBookHash = $util.newBuffer([]);
       History.prototype.metadata = $util.newBuffer([]);
       History.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.addressBookHash != null && Object.hasOwnProperty.call(message, "addressBookHash"))
         writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.addressBookHash);
        if (message.metadata != null && Object.hasOwnProperty.call(message, "metadata"))
         writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.metadata);
        return writer;
       };
       History.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.state.history.History();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           message.addressBookHash = reader.bytes();
           break;
          }
         case 2: {
           message.metadata = reader.bytes();
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.node.state.history.History");
          break;
         }
        }
        return message;
       };
       return History;
      })();
      history.HistoryProof = (function() {
       function HistoryProof(properties) {
        this.targetProofKeys = [];
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       HistoryProof.prototype.targetProofKeys = $util.emptyArray;
       HistoryProof.prototype.targetHistory = null;
       HistoryProof.prototype.chainOfTrustProof = null;
       HistoryProof.prototype.uncompressedWrapsProof = $util.newBuffer([]);
       HistoryProof.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.targetProofKeys != null && message.targetProofKeys.length)
         for (let i = 0; i < message.targetProofKeys.length; ++i)
          $root.com.hedera.hapi.node.state.history.ProofKey.encode(message.targetProofKeys[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
        if (message.targetHistory != null && Object.hasOwnProperty.call(message, "targetHistory"))
         $root.com.hedera.hapi.node.state.history.History.encode(message.targetHistory, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
        if (message.chainOfTrustProof != null && Object.hasOwnProperty.call(message, "chainOfTrustProof"))
         $root.com.hedera.hapi.node.state.history.ChainOfTrustProof.encode(message.chainOfTrustProof, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
        if (message.uncompressedWrapsProof != null && Object.hasOwnProperty.call(message, "uncompressedWrapsProof"))
         writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.uncompressedWrapsProof);
        return writer;
       };
       HistoryProof.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.state.history.HistoryProof();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           if (!(message.targetProofKeys && message.targetProofKeys.length))
            message.targetProofKeys = [];
           message.targetProofKeys.push($root.com.hedera.hapi.node.state.history.ProofKey.decode(reader, reader.uint32()));
           break;
          }
         case 2: {
           message.targetHistory = $root.com.hedera.hapi.node.state.history.History.decode(reader, reader.uint32());
           break;
          }
         case 3: {
           message.chainOfTrustProof = $root.com.hedera.hapi.node.state.history.ChainOfTrustProof.decode(reader, reader.uint32());
           break;
          }
         case 4: {
           message.uncompressedWrapsProof = reader.bytes();
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.node.state.history.HistoryProof");
          break;
         }
        }
        return message;
       };
       return HistoryProof;
      })();
      history.HistoryProofVote = (function() {
       function HistoryProofVote(properties) {
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       HistoryProofVote.prototype.proof = null;
       HistoryProofVote.prototype.congruentNodeId = null;
       let $oneOfFields;
       Object.defineProperty(HistoryProofVote.prototype, "vote", {
        get: $util.oneOfGetter($oneOfFields = ["proof", "congruentNodeId"]),
        set: $util.oneOfSetter($oneOfFields)
       });
       HistoryProofVote.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.proof != null && Object.hasOwnProperty.call(message, "proof"))
         $root.com.hedera.hapi.node.state.history.HistoryProof.encode(message.proof, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
        if (message.congruentNodeId != null && Object.hasOwnProperty.call(message, "congruentNodeId"))
         writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.congruentNodeId);
        return writer;
       };
       HistoryProofVote.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.state.history.HistoryProofVote();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           message.proof = $root.com.hedera.hapi.node.state.history.HistoryProof.decode(reader, reader.uint32());
           break;
          }
         case 2: {
           message.congruentNodeId = reader.uint64();
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.node.state.history.HistoryProofVote");
          break;
         }
        }
        return message;
       };
       return HistoryProofVote;
      })();
      history.HistorySignature = (function() {
       function HistorySignature(properties) {
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       HistorySignature.prototype.history = null;
       HistorySignature.prototype.signature = $util.newBuffer([]);
       HistorySignature.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.history != null && Object.hasOwnProperty.call(message, "history"))
         $root.com.hedera.hapi.node.state.history.History.encode(message.history, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
        if (message.signature != null && Object.hasOwnProperty.call(message, "signature"))
         writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.signature);
        return writer;
       };
       HistorySignature.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.state.history.HistorySignature();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           message.history = $root.com.hedera.hapi.node.state.history.History.decode(reader, reader.uint32());
           break;
          }
         case 2: {
           message.signature = reader.bytes();
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.node.state.history.HistorySignature");
          break;
         }
        }
        return message;
       };
       return HistorySignature;
      })();
      history.WrapsPhase = (function() {
       const valuesById = {}, values = Object.create(valuesById);
       values[valuesById[0] = "R1"] = 0;
       values[valuesById[1] = "R2"] = 1;
       values[valuesById[2] = "R3"] = 2;
       values[valuesById[3] = "AGGREGATE"] = 3;
       values[valuesById[4] = "POST_AGGREGATION"] = 4;
       return values;
      })();
      history.ChainOfTrustProof = (function() {
       function ChainOfTrustProof(properties) {
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       ChainOfTrustProof.prototype.aggregatedNodeSignatures = null;
       ChainOfTrustProof.prototype.wrapsProof = null;
       let $oneOfFields;
       Object.defineProperty(ChainOfTrustProof.prototype, "proof", {
        get: $util.oneOfGetter($oneOfFields = ["aggregatedNodeSignatures", "wrapsProof"]),
        set: $util.oneOfSetter($oneOfFields)
       });
       ChainOfTrustProof.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.aggregatedNodeSignatures != null && Object.hasOwnProperty.call(message, "aggregatedNodeSignatures"))
         $root.com.hedera.hapi.node.state.history.AggregatedNodeSignatures.encode(message.aggregatedNodeSignatures, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
        if (message.wrapsProof != null && Object.hasOwnProperty.call(message, "wrapsProof"))
         writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.wrapsProof);
        return writer;
       };
       ChainOfTrustProof.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.state.history.ChainOfTrustProof();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           message.aggregatedNodeSignatures = $root.com.hedera.hapi.node.state.history.AggregatedNodeSignatures.decode(reader, reader.uint32());
           break;
          }
         case 2: {
           message.wrapsProof = reader.bytes();
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.node.state.history.ChainOfTrustProof");
          break;
         }
        }
        return message;
       };
       return ChainOfTrustProof;
      })();
      history.AggregatedNodeSignatures = (function() {
       function AggregatedNodeSignatures(properties) {
        this.signingNodeIds = [];
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       AggregatedNodeSignatures.prototype.aggregatedSignature = $util.newBuffer([]);
       AggregatedNodeSignatures.prototype.signingNodeIds = $util.emptyArray;
       AggregatedNodeSignatures.prototype.verificationKey = $util.newBuffer([]);
       AggregatedNodeSignatures.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.aggregatedSignature != null && Object.hasOwnProperty.call(message, "aggregatedSignature"))
         writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.aggregatedSignature);
        if (message.signingNodeIds != null && message.signingNodeIds.length) {
         writer.uint32(/* id 2, wireType 2 =*/18).fork();
         for (let i = 0; i < message.signingNodeIds.length; ++i)
          writer.uint64(message.signingNodeIds[i]);
         writer.ldelim();
        }
        if (message.verificationKey != null && Object.hasOwnProperty.call(message, "verificationKey"))
         writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.verificationKey);
        return writer;
       };
       AggregatedNodeSignatures.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.state.history.AggregatedNodeSignatures();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           message.aggregatedSignature = reader.bytes();
           break;
          }
         case 2: {
           if (!(message.signingNodeIds && message.signingNodeIds.length))
            message.signingNodeIds = [];
           if ((tag & 7) === 2) {
            let end2 = reader.uint32() + reader.pos;
            while (reader.pos < end2)
             message.signingNodeIds.push(reader.uint64());
           } else
            message.signingNodeIds.push(reader.uint64());
           break;
          }
         case 3: {
           message.verificationKey = reader.bytes();
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.node.state.history.AggregatedNodeSignatures");
          break;
         }
        }
        return message;
       };
       return AggregatedNodeSignatures;
      })();
      return history;
     })();
     state.blockrecords = (function() {
      const blockrecords = {};
      blockrecords.MigrationWrappedHashes = (function() {
       function MigrationWrappedHashes(properties) {
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       MigrationWrappedHashes.prototype.blockNumber = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       MigrationWrappedHashes.prototype.consensusTimestampHash = $util.newBuffer([]);
       MigrationWrappedHashes.prototype.outputItemsTreeRootHash = $util.newBuffer([]);
       MigrationWrappedHashes.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.blockNumber != null && Object.hasOwnProperty.call(message, "blockNumber"))
         writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.blockNumber);
        if (message.consensusTimestampHash != null && Object.hasOwnProperty.call(message, "consensusTimestampHash"))
         writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.consensusTimestampHash);
        if (message.outputItemsTreeRootHash != null && Object.hasOwnProperty.call(message, "outputItemsTreeRootHash"))
         writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.outputItemsTreeRootHash);
        return writer;
       };
       MigrationWrappedHashes.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.state.blockrecords.MigrationWrappedHashes();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           message.blockNumber = reader.uint64();
           break;
          }
         case 2: {
           message.consensusTimestampHash = reader.bytes();
           break;
          }
         case 3: {
           message.outputItemsTreeRootHash = reader.bytes();
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.node.state.blockrecords.MigrationWrappedHashes");
          break;
         }
        }
        return message;
       };
       return MigrationWrappedHashes;
      })();
      return blockrecords;
     })();
     state.blockstream = (function() {
      const blockstream = {};
      blockstream.BlockStreamInfo = (function() {
       function BlockStreamInfo(properties) {
        this.rightmostPrecedingStateChangesTreeHashes = [];
        this.intermediatePreviousBlockRootHashes = [];
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       BlockStreamInfo.prototype.blockNumber = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       BlockStreamInfo.prototype.blockTime = null;
       BlockStreamInfo.prototype.trailingOutputHashes = $util.newBuffer([]);
       BlockStreamInfo.prototype.trailingBlockHashes = $util.newBuffer([]);
       BlockStreamInfo.prototype.inputTreeRootHash = $util.newBuffer([]);
       BlockStreamInfo.prototype.startOfBlockStateHash = $util.newBuffer([]);
       BlockStreamInfo.prototype.numPrecedingStateChangesItems = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       BlockStreamInfo.prototype.rightmostPrecedingStateChangesTreeHashes = $util.emptyArray;
       BlockStreamInfo.prototype.blockEndTime = null;
       BlockStreamInfo.prototype.postUpgradeWorkDone = false;
       BlockStreamInfo.prototype.creationSoftwareVersion = null;
       BlockStreamInfo.prototype.lastIntervalProcessTime = null;
       BlockStreamInfo.prototype.lastHandleTime = null;
       BlockStreamInfo.prototype.consensusHeaderRootHash = $util.newBuffer([]);
       BlockStreamInfo.prototype.outputItemRootHash = $util.newBuffer([]);
       BlockStreamInfo.prototype.traceDataRootHash = $util.newBuffer([]);
       BlockStreamInfo.prototype.intermediatePreviousBlockRootHashes = $util.emptyArray;
       BlockStreamInfo.prototype.intermediateBlockRootsLeafCount = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       BlockStreamInfo.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.blockNumber != null && Object.hasOwnProperty.call(message, "blockNumber"))
         writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.blockNumber);
        if (message.blockTime != null && Object.hasOwnProperty.call(message, "blockTime"))
         $root.proto.Timestamp.encode(message.blockTime, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
        if (message.trailingOutputHashes != null && Object.hasOwnProperty.call(message, "trailingOutputHashes"))
         writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.trailingOutputHashes);
        if (message.trailingBlockHashes != null && Object.hasOwnProperty.call(message, "trailingBlockHashes"))
         writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.trailingBlockHashes);
        if (message.inputTreeRootHash != null && Object.hasOwnProperty.call(message, "inputTreeRootHash"))
         writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.inputTreeRootHash);
        if (message.startOfBlockStateHash != null && Object.hasOwnProperty.call(message, "startOfBlockStateHash"))
         writer.uint32(/* id 6, wireType 2 =*/50).bytes(message.startOfBlockStateHash);
        if (message.numPrecedingStateChangesItems != null && Object.hasOwnProperty.call(message, "numPrecedingStateChangesItems"))
         writer.uint32(/* id 7, wireType 0 =*/56).uint64(message.numPrecedingStateChangesItems);
        if (message.rightmostPrecedingStateChangesTreeHashes != null && message.rightmostPrecedingStateChangesTreeHashes.length)
         for (let i = 0; i < message.rightmostPrecedingStateChangesTreeHashes.length; ++i)
          writer.uint32(/* id 8, wireType 2 =*/66).bytes(message.rightmostPrecedingStateChangesTreeHashes[i]);
        if (message.blockEndTime != null && Object.hasOwnProperty.call(message, "blockEndTime"))
         $root.proto.Timestamp.encode(message.blockEndTime, writer.uint32(/* id 9, wireType 2 =*/74).fork()).ldelim();
        if (message.postUpgradeWorkDone != null && Object.hasOwnProperty.call(message, "postUpgradeWorkDone"))
         writer.uint32(/* id 10, wireType 0 =*/80).bool(message.postUpgradeWorkDone);
        if (message.creationSoftwareVersion != null && Object.hasOwnProperty.call(message, "creationSoftwareVersion"))
         $root.proto.SemanticVersion.encode(message.creationSoftwareVersion, writer.uint32(/* id 11, wireType 2 =*/90).fork()).ldelim();
        if (message.lastIntervalProcessTime != null && Object.hasOwnProperty.call(message, "lastIntervalProcessTime"))
         $root.proto.Timestamp.encode(message.lastIntervalProcessTime, writer.uint32(/* id 12, wireType 2 =*/98).fork()).ldelim();
        if (message.lastHandleTime != null && Object.hasOwnProperty.call(message, "lastHandleTime"))
         $root.proto.Timestamp.encode(message.lastHandleTime, writer.uint32(/* id 13, wireType 2 =*/106).fork()).ldelim();
        if (message.consensusHeaderRootHash != null && Object.hasOwnProperty.call(message, "consensusHeaderRootHash"))
         writer.uint32(/* id 14, wireType 2 =*/114).bytes(message.consensusHeaderRootHash);
        if (message.outputItemRootHash != null && Object.hasOwnProperty.call(message, "outputItemRootHash"))
         writer.uint32(/* id 15, wireType 2 =*/122).bytes(message.outputItemRootHash);
        if (message.traceDataRootHash != null && Object.hasOwnProperty.call(message, "traceDataRootHash"))
         writer.uint32(/* id 16, wireType 2 =*/130).bytes(message.traceDataRootHash);
        if (message.intermediatePreviousBlockRootHashes != null && message.intermediatePreviousBlockRootHashes.length)
         for (let i = 0; i < message.intermediatePreviousBlockRootHashes.length; ++i)
          writer.uint32(/* id 17, wireType 2 =*/138).bytes(message.intermediatePreviousBlockRootHashes[i]);
        if (message.intermediateBlockRootsLeafCount != null && Object.hasOwnProperty.call(message, "intermediateBlockRootsLeafCount"))
         writer.uint32(/* id 18, wireType 0 =*/144).uint64(message.intermediateBlockRootsLeafCount);
        return writer;
       };
       BlockStreamInfo.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.state.blockstream.BlockStreamInfo();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           message.blockNumber = reader.uint64();
           break;
          }
         case 2: {
           message.blockTime = $root.proto.Timestamp.decode(reader, reader.uint32());
           break;
          }
         case 3: {
           message.trailingOutputHashes = reader.bytes();
           break;
          }
         case 4: {
           message.trailingBlockHashes = reader.bytes();
           break;
          }
         case 5: {
           message.inputTreeRootHash = reader.bytes();
           break;
          }
         case 6: {
           message.startOfBlockStateHash = reader.bytes();
           break;
          }
         case 7: {
           message.numPrecedingStateChangesItems = reader.uint64();
           break;
          }
         case 8: {
           if (!(message.rightmostPrecedingStateChangesTreeHashes && message.rightmostPrecedingStateChangesTreeHashes.length))
            message.rightmostPrecedingStateChangesTreeHashes = [];
           message.rightmostPrecedingStateChangesTreeHashes.push(reader.bytes());
           break;
          }
         case 9: {
           message.blockEndTime = $root.proto.Timestamp.decode(reader, reader.uint32());
           break;
          }
         case 10: {
           message.postUpgradeWorkDone = reader.bool();
           break;
          }
         case 11: {
           message.creationSoftwareVersion = $root.proto.SemanticVersion.decode(reader, reader.uint32());
           break;
          }
         case 12: {
           message.lastIntervalProcessTime = $root.proto.Timestamp.decode(reader, reader.uint32());
           break;
          }
         case 13: {
           message.lastHandleTime = $root.proto.Timestamp.decode(reader, reader.uint32());
           break;
          }
         case 14: {
           message.consensusHeaderRootHash = reader.bytes();
           break;
          }
         case 15: {
           message.outputItemRootHash = reader.bytes();
           break;
          }
         case 16: {
           message.traceDataRootHash = reader.bytes();
           break;
          }
         case 17: {
           if (!(message.intermediatePreviousBlockRootHashes && message.intermediatePreviousBlockRootHashes.length))
            message.intermediatePreviousBlockRootHashes = [];
           message.intermediatePreviousBlockRootHashes.push(reader.bytes());
           break;
          }
         case 18: {
           message.intermediateBlockRootsLeafCount = reader.uint64();
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.node.state.blockstream.BlockStreamInfo");
          break;
         }
        }
        return message;
       };
       return BlockStreamInfo;
      })();
      return blockstream;
     })();
     state.entity = (function() {
      const entity = {};
      entity.EntityCounts = (function() {
       function EntityCounts(properties) {
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       EntityCounts.prototype.numAccounts = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       EntityCounts.prototype.numAliases = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       EntityCounts.prototype.numTokens = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       EntityCounts.prototype.numTokenRelations = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       EntityCounts.prototype.numNfts = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       EntityCounts.prototype.numAirdrops = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       EntityCounts.prototype.numStakingInfos = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       EntityCounts.prototype.numTopics = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       EntityCounts.prototype.numFiles = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       EntityCounts.prototype.numNodes = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       EntityCounts.prototype.numSchedules = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       EntityCounts.prototype.numContractStorageSlots = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       EntityCounts.prototype.numContractBytecodes = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       EntityCounts.prototype.numHooks = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       EntityCounts.prototype.numEvmHookStorageSlots = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       EntityCounts.prototype.numRegisteredNodes = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       EntityCounts.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.numAccounts != null && Object.hasOwnProperty.call(message, "numAccounts"))
         writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.numAccounts);
        if (message.numAliases != null && Object.hasOwnProperty.call(message, "numAliases"))
         writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.numAliases);
        if (message.numTokens != null && Object.hasOwnProperty.call(message, "numTokens"))
         writer.uint32(/* id 3, wireType 0 =*/24).uint64(message.numTokens);
        if (message.numTokenRelations != null && Object.hasOwnProperty.call(message, "numTokenRelations"))
         writer.uint32(/* id 4, wireType 0 =*/32).uint64(message.numTokenRelations);
        if (message.numNfts != null && Object.hasOwnProperty.call(message, "numNfts"))
         writer.uint32(/* id 5, wireType 0 =*/40).uint64(message.numNfts);
        if (message.numAirdrops != null && Object.hasOwnProperty.call(message, "numAirdrops"))
         writer.uint32(/* id 6, wireType 0 =*/48).uint64(message.numAirdrops);
        if (message.numStakingInfos != null && Object.hasOwnProperty.call(message, "numStakingInfos"))
         writer.uint32(/* id 7, wireType 0 =*/56).uint64(message.numStakingInfos);
        if (message.numTopics != null && Object.hasOwnProperty.call(message, "numTopics"))
         writer.uint32(/* id 8, wireType 0 =*/64).uint64(message.numTopics);
        if (message.numFiles != null && Object.hasOwnProperty.call(message, "numFiles"))
         writer.uint32(/* id 9, wireType 0 =*/72).uint64(message.numFiles);
        if (message.numNodes != null && Object.hasOwnProperty.call(message, "numNodes"))
         writer.uint32(/* id 10, wireType 0 =*/80).uint64(message.numNodes);
        if (message.numSchedules != null && Object.hasOwnProperty.call(message, "numSchedules"))
         writer.uint32(/* id 11, wireType 0 =*/88).uint64(message.numSchedules);
        if (message.numContractStorageSlots != null && Object.hasOwnProperty.call(message, "numContractStorageSlots"))
         writer.uint32(/* id 12, wireType 0 =*/96).uint64(message.numContractStorageSlots);
        if (message.numContractBytecodes != null && Object.hasOwnProperty.call(message, "numContractBytecodes"))
         writer.uint32(/* id 13, wireType 0 =*/104).uint64(message.numContractBytecodes);
        if (message.numHooks != null && Object.hasOwnProperty.call(message, "numHooks"))
         writer.uint32(/* id 14, wireType 0 =*/112).uint64(message.numHooks);
        if (message.numEvmHookStorageSlots != null && Object.hasOwnProperty.call(message, "numEvmHookStorageSlots"))
         writer.uint32(/* id 15, wireType 0 =*/120).uint64(message.numEvmHookStorageSlots);
        if (message.numRegisteredNodes != null && Object.hasOwnProperty.call(message, "numRegisteredNodes"))
         writer.uint32(/* id 16, wireType 0 =*/128).uint64(message.numRegisteredNodes);
        return writer;
       };
       EntityCounts.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.state.entity.EntityCounts();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           message.numAccounts = reader.uint64();
           break;
          }
         case 2: {
           message.numAliases = reader.uint64();
           break;
          }
         case 3: {
           message.numTokens = reader.uint64();
           break;
          }
         case 4: {
           message.numTokenRelations = reader.uint64();
           break;
          }
         case 5: {
           message.numNfts = reader.uint64();
           break;
          }
         case 6: {
           message.numAirdrops = reader.uint64();
           break;
          }
         case 7: {
           message.numStakingInfos = reader.uint64();
           break;
          }
         case 8: {
           message.numTopics = reader.uint64();
           break;
          }
         case 9: {
           message.numFiles = reader.uint64();
           break;
          }
         case 10: {
           message.numNodes = reader.uint64();
           break;
          }
         case 11: {
           message.numSchedules = reader.uint64();
           break;
          }
         case 12: {
           message.numContractStorageSlots = reader.uint64();
           break;
          }
         case 13: {
           message.numContractBytecodes = reader.uint64();
           break;
          }
         case 14: {
           message.numHooks = reader.uint64();
           break;
          }
         case 15: {
           message.numEvmHookStorageSlots = reader.uint64();
           break;
          }
         case 16: {
           message.numRegisteredNodes = reader.uint64();
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.node.state.entity.EntityCounts");
          break;
         }
        }
        return message;
       };
       return EntityCounts;
      })();
      return entity;
     })();
     return state;
    })();
    node.tss = (function() {
     const tss = {};
     tss.LedgerIdPublicationTransactionBody = (function() {
      function LedgerIdPublicationTransactionBody(properties) {
       this.nodeContributions = [];
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      LedgerIdPublicationTransactionBody.prototype.ledgerId = $util.newBuffer([]);
      LedgerIdPublicationTransactionBody.prototype.historyProofVerificationKey = $util.newBuffer([]);
      LedgerIdPublicationTransactionBody.prototype.nodeContributions = $util.emptyArray;
      LedgerIdPublicationTransactionBody.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.ledgerId != null && Object.hasOwnProperty.call(message, "ledgerId"))
        writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.ledgerId);
       if (message.historyProofVerificationKey != null && Object.hasOwnProperty.call(message, "historyProofVerificationKey"))
        writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.historyProofVerificationKey);
       if (message.nodeContributions != null && message.nodeContributions.length)
        for (let i = 0; i < message.nodeContributions.length; ++i)
         $root.com.hedera.hapi.node.tss.LedgerIdNodeContribution.encode(message.nodeContributions[i], writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
       return writer;
      };
      LedgerIdPublicationTransactionBody.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.tss.LedgerIdPublicationTransactionBody();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.ledgerId = reader.bytes();
          break;
         }
        case 2: {
          message.historyProofVerificationKey = reader.bytes();
          break;
         }
        case 3: {
          if (!(message.nodeContributions && message.nodeContributions.length))
           message.nodeContributions = [];
          message.nodeContributions.push($root.com.hedera.hapi.node.tss.LedgerIdNodeContribution.decode(reader, reader.uint32()));
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.node.tss.LedgerIdPublicationTransactionBody");
         break;
        }
       }
       return message;
      };
      return LedgerIdPublicationTransactionBody;
     })();
     tss.LedgerIdNodeContribution = (function() {
      function LedgerIdNodeContribution(properties) {
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      LedgerIdNodeContribution.prototype.nodeId = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
      LedgerIdNodeContribution.prototype.weight = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
      LedgerIdNodeContribution.prototype.historyProofKey = $util.newBuffer([]);
      LedgerIdNodeContribution.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.nodeId != null && Object.hasOwnProperty.call(message, "nodeId"))
        writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.nodeId);
       if (message.weight != null && Object.hasOwnProperty.call(message, "weight"))
        writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.weight);
       if (message.historyProofKey != null && Object.hasOwnProperty.call(message, "historyProofKey"))
        writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.historyProofKey);
       return writer;
      };
      LedgerIdNodeContribution.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.node.tss.LedgerIdNodeContribution();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.nodeId = reader.uint64();
          break;
         }
        case 2: {
          message.weight = reader.uint64();
          break;
         }
        case 3: {
          message.historyProofKey = reader.bytes();
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.node.tss.LedgerIdNodeContribution");
         break;
        }
       }
       return message;
      };
      return LedgerIdNodeContribution;
     })();
     return tss;
    })();
    return node;
   })();
   hapi.platform = (function() {
    const platform = {};
    platform.event = (function() {
     const event = {};
     event.StateSignatureTransaction = (function() {
      function StateSignatureTransaction(properties) {
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      StateSignatureTransaction.prototype.round = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
      StateSignatureTransaction.prototype.signature = $util.newBuffer([]);
      StateSignatureTransaction.prototype.hash = $util.newBuffer([]);
      StateSignatureTransaction.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.round != null && Object.hasOwnProperty.call(message, "round"))
        writer.uint32(/* id 1, wireType 0 =*/8).int64(message.round);
       if (message.signature != null && Object.hasOwnProperty.call(message, "signature"))
        writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.signature);
       if (message.hash != null && Object.hasOwnProperty.call(message, "hash"))
        writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.hash);
       return writer;
      };
      StateSignatureTransaction.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.platform.event.StateSignatureTransaction();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.round = reader.int64();
          break;
         }
        case 2: {
          message.signature = reader.bytes();
          break;
         }
        case 3: {
          message.hash = reader.bytes();
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.platform.event.StateSignatureTransaction");
         break;
        }
       }
       return message;
      };
      return StateSignatureTransaction;
     })();
     event.EventCore = (function() {
      function EventCore(properties) {
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      EventCore.prototype.creatorNodeId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
      EventCore.prototype.birthRound = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
      EventCore.prototype.timeCreated = null;
      EventCore.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.creatorNodeId != null && Object.hasOwnProperty.call(message, "creatorNodeId"))
        writer.uint32(/* id 1, wireType 0 =*/8).int64(message.creatorNodeId);
       if (message.birthRound != null && Object.hasOwnProperty.call(message, "birthRound"))
        writer.uint32(/* id 2, wireType 0 =*/16).int64(message.birthRound);
       if (message.timeCreated != null && Object.hasOwnProperty.call(message, "timeCreated"))
        $root.proto.Timestamp.encode(message.timeCreated, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
       return writer;
      };
      EventCore.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.platform.event.EventCore();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.creatorNodeId = reader.int64();
          break;
         }
        case 2: {
          message.birthRound = reader.int64();
          break;
         }
        case 3: {
          message.timeCreated = $root.proto.Timestamp.decode(reader, reader.uint32());
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.platform.event.EventCore");
         break;
        }
       }
       return message;
      };
      return EventCore;
     })();
     return event;
    })();
    platform.state = (function() {
     const state = {};
     state.PlatformState = (function() {
      function PlatformState(properties) {
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      PlatformState.prototype.creationSoftwareVersion = null;
      PlatformState.prototype.roundsNonAncient = 0;
      PlatformState.prototype.consensusSnapshot = null;
      PlatformState.prototype.freezeTime = null;
      PlatformState.prototype.lastFrozenTime = null;
      PlatformState.prototype.latestFreezeRound = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
      PlatformState.prototype.legacyRunningEventHash = $util.newBuffer([]);
      PlatformState.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.creationSoftwareVersion != null && Object.hasOwnProperty.call(message, "creationSoftwareVersion"))
        $root.proto.SemanticVersion.encode(message.creationSoftwareVersion, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
       if (message.roundsNonAncient != null && Object.hasOwnProperty.call(message, "roundsNonAncient"))
        writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.roundsNonAncient);
       if (message.consensusSnapshot != null && Object.hasOwnProperty.call(message, "consensusSnapshot"))
        $root.com.hedera.hapi.platform.state.ConsensusSnapshot.encode(message.consensusSnapshot, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
       if (message.freezeTime != null && Object.hasOwnProperty.call(message, "freezeTime"))
        $root.proto.Timestamp.encode(message.freezeTime, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
       if (message.lastFrozenTime != null && Object.hasOwnProperty.call(message, "lastFrozenTime"))
        $root.proto.Timestamp.encode(message.lastFrozenTime, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
       if (message.latestFreezeRound != null && Object.hasOwnProperty.call(message, "latestFreezeRound"))
        writer.uint32(/* id 6, wireType 0 =*/48).uint64(message.latestFreezeRound);
       if (message.legacyRunningEventHash != null && Object.hasOwnProperty.call(message, "legacyRunningEventHash"))
        writer.uint32(/* id 10000, wireType 2 =*/80002).bytes(message.legacyRunningEventHash);
       return writer;
      };
      PlatformState.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.platform.state.PlatformState();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.creationSoftwareVersion = $root.proto.SemanticVersion.decode(reader, reader.uint32());
          break;
         }
        case 2: {
          message.roundsNonAncient = reader.uint32();
          break;
         }
        case 3: {
          message.consensusSnapshot = $root.com.hedera.hapi.platform.state.ConsensusSnapshot.decode(reader, reader.uint32());
          break;
         }
        case 4: {
          message.freezeTime = $root.proto.Timestamp.decode(reader, reader.uint32());
          break;
         }
        case 5: {
          message.lastFrozenTime = $root.proto.Timestamp.decode(reader, reader.uint32());
          break;
         }
        case 6: {
          message.latestFreezeRound = reader.uint64();
          break;
         }
        case 10000: {
          message.legacyRunningEventHash = reader.bytes();
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.platform.state.PlatformState");
         break;
        }
       }
       return message;
      };
      return PlatformState;
     })();
     state.ConsensusSnapshot = (function() {
      function ConsensusSnapshot(properties) {
       this.minimumJudgeInfoList = [];
       this.judgeIds = [];
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      ConsensusSnapshot.prototype.round = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
      ConsensusSnapshot.prototype.minimumJudgeInfoList = $util.emptyArray;
      ConsensusSnapshot.prototype.nextConsensusNumber = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
      ConsensusSnapshot.prototype.consensusTimestamp = null;
      ConsensusSnapshot.prototype.judgeIds = $util.emptyArray;
      ConsensusSnapshot.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.round != null && Object.hasOwnProperty.call(message, "round"))
        writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.round);
       if (message.minimumJudgeInfoList != null && message.minimumJudgeInfoList.length)
        for (let i = 0; i < message.minimumJudgeInfoList.length; ++i)
         $root.com.hedera.hapi.platform.state.MinimumJudgeInfo.encode(message.minimumJudgeInfoList[i], writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
       if (message.nextConsensusNumber != null && Object.hasOwnProperty.call(message, "nextConsensusNumber"))
        writer.uint32(/* id 4, wireType 0 =*/32).uint64(message.nextConsensusNumber);
       if (message.consensusTimestamp != null && Object.hasOwnProperty.call(message, "consensusTimestamp"))
        $root.proto.Timestamp.encode(message.consensusTimestamp, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
       if (message.judgeIds != null && message.judgeIds.length)
        for (let i = 0; i < message.judgeIds.length; ++i)
         $root.com.hedera.hapi.platform.state.JudgeId.encode(message.judgeIds[i], writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
       return writer;
      };
      ConsensusSnapshot.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.platform.state.ConsensusSnapshot();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.round = reader.uint64();
          break;
         }
        case 3: {
          if (!(message.minimumJudgeInfoList && message.minimumJudgeInfoList.length))
           message.minimumJudgeInfoList = [];
          message.minimumJudgeInfoList.push($root.com.hedera.hapi.platform.state.MinimumJudgeInfo.decode(reader, reader.uint32()));
          break;
         }
        case 4: {
          message.nextConsensusNumber = reader.uint64();
          break;
         }
        case 5: {
          message.consensusTimestamp = $root.proto.Timestamp.decode(reader, reader.uint32());
          break;
         }
        case 6: {
          if (!(message.judgeIds && message.judgeIds.length))
           message.judgeIds = [];
          message.judgeIds.push($root.com.hedera.hapi.platform.state.JudgeId.decode(reader, reader.uint32()));
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.platform.state.ConsensusSnapshot");
         break;
        }
       }
       return message;
      };
      return ConsensusSnapshot;
     })();
     state.JudgeId = (function() {
      function JudgeId(properties) {
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      JudgeId.prototype.creatorId = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
      JudgeId.prototype.judgeHash = $util.newBuffer([]);
      JudgeId.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.creatorId != null && Object.hasOwnProperty.call(message, "creatorId"))
        writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.creatorId);
       if (message.judgeHash != null && Object.hasOwnProperty.call(message, "judgeHash"))
        writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.judgeHash);
       return writer;
      };
      JudgeId.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.platform.state.JudgeId();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.creatorId = reader.uint64();
          break;
         }
        case 2: {
          message.judgeHash = reader.bytes();
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.platform.state.JudgeId");
         break;
        }
       }
       return message;
      };
      return JudgeId;
     })();
     state.MinimumJudgeInfo = (function() {
      function MinimumJudgeInfo(properties) {
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      MinimumJudgeInfo.prototype.round = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
      MinimumJudgeInfo.prototype.minimumJudgeBirthRound = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
      MinimumJudgeInfo.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.round != null && Object.hasOwnProperty.call(message, "round"))
        writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.round);
       if (message.minimumJudgeBirthRound != null && Object.hasOwnProperty.call(message, "minimumJudgeBirthRound"))
        writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.minimumJudgeBirthRound);
       return writer;
      };
      MinimumJudgeInfo.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.platform.state.MinimumJudgeInfo();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.round = reader.uint64();
          break;
         }
        case 2: {
          message.minimumJudgeBirthRound = reader.uint64();
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.platform.state.MinimumJudgeInfo");
         break;
        }
       }
       return message;
      };
      return MinimumJudgeInfo;
     })();
     state.NodeId = (function() {
      function NodeId(properties) {
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      NodeId.prototype.id = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
      NodeId.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.id != null && Object.hasOwnProperty.call(message, "id"))
        writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.id);
       return writer;
      };
      NodeId.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.platform.state.NodeId();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.id = reader.uint64();
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.hapi.platform.state.NodeId");
         break;
        }
       }
       return message;
      };
      return NodeId;
     })();
     return state;
    })();
    return platform;
   })();
   hapi.services = (function() {
    const services = {};
    services.auxiliary = (function() {
     const auxiliary = {};
     auxiliary.hints = (function() {
      const hints = {};
      hints.HintsKeyPublicationTransactionBody = (function() {
       function HintsKeyPublicationTransactionBody(properties) {
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       HintsKeyPublicationTransactionBody.prototype.partyId = 0;
       HintsKeyPublicationTransactionBody.prototype.numParties = 0;
       HintsKeyPublicationTransactionBody.prototype.hintsKey = $util.newBuffer([]);
       HintsKeyPublicationTransactionBody.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.partyId != null && Object.hasOwnProperty.call(message, "partyId"))
         writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.partyId);
        if (message.numParties != null && Object.hasOwnProperty.call(message, "numParties"))
         writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.numParties);
        if (message.hintsKey != null && Object.hasOwnProperty.call(message, "hintsKey"))
         writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.hintsKey);
        return writer;
       };
       HintsKeyPublicationTransactionBody.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.services.auxiliary.hints.HintsKeyPublicationTransactionBody();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           message.partyId = reader.uint32();
           break;
          }
         case 2: {
           message.numParties = reader.uint32();
           break;
          }
         case 3: {
           message.hintsKey = reader.bytes();
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.services.auxiliary.hints.HintsKeyPublicationTransactionBody");
          break;
         }
        }
        return message;
       };
       return HintsKeyPublicationTransactionBody;
      })();
      hints.HintsPreprocessingVoteTransactionBody = (function() {
       function HintsPreprocessingVoteTransactionBody(properties) {
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       HintsPreprocessingVoteTransactionBody.prototype.constructionId = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       HintsPreprocessingVoteTransactionBody.prototype.vote = null;
       HintsPreprocessingVoteTransactionBody.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.constructionId != null && Object.hasOwnProperty.call(message, "constructionId"))
         writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.constructionId);
        if (message.vote != null && Object.hasOwnProperty.call(message, "vote"))
         $root.com.hedera.hapi.node.state.hints.PreprocessingVote.encode(message.vote, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
        return writer;
       };
       HintsPreprocessingVoteTransactionBody.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.services.auxiliary.hints.HintsPreprocessingVoteTransactionBody();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           message.constructionId = reader.uint64();
           break;
          }
         case 2: {
           message.vote = $root.com.hedera.hapi.node.state.hints.PreprocessingVote.decode(reader, reader.uint32());
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.services.auxiliary.hints.HintsPreprocessingVoteTransactionBody");
          break;
         }
        }
        return message;
       };
       return HintsPreprocessingVoteTransactionBody;
      })();
      hints.HintsPartialSignatureTransactionBody = (function() {
       function HintsPartialSignatureTransactionBody(properties) {
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       HintsPartialSignatureTransactionBody.prototype.constructionId = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       HintsPartialSignatureTransactionBody.prototype.message = $util.newBuffer([]);
       HintsPartialSignatureTransactionBody.prototype.partialSignature = $util.newBuffer([]);
       HintsPartialSignatureTransactionBody.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.constructionId != null && Object.hasOwnProperty.call(message, "constructionId"))
         writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.constructionId);
        if (message.message != null && Object.hasOwnProperty.call(message, "message"))
         writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.message);
        if (message.partialSignature != null && Object.hasOwnProperty.call(message, "partialSignature"))
         writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.partialSignature);
        return writer;
       };
       HintsPartialSignatureTransactionBody.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.services.auxiliary.hints.HintsPartialSignatureTransactionBody();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           message.constructionId = reader.uint64();
           break;
          }
         case 2: {
           message.message = reader.bytes();
           break;
          }
         case 3: {
           message.partialSignature = reader.bytes();
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.services.auxiliary.hints.HintsPartialSignatureTransactionBody");
          break;
         }
        }
        return message;
       };
       return HintsPartialSignatureTransactionBody;
      })();
      hints.CrsPublicationTransactionBody = (function() {
       function CrsPublicationTransactionBody(properties) {
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       CrsPublicationTransactionBody.prototype.newCrs = $util.newBuffer([]);
       CrsPublicationTransactionBody.prototype.proof = $util.newBuffer([]);
       CrsPublicationTransactionBody.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.newCrs != null && Object.hasOwnProperty.call(message, "newCrs"))
         writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.newCrs);
        if (message.proof != null && Object.hasOwnProperty.call(message, "proof"))
         writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.proof);
        return writer;
       };
       CrsPublicationTransactionBody.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.services.auxiliary.hints.CrsPublicationTransactionBody();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           message.newCrs = reader.bytes();
           break;
          }
         case 2: {
           message.proof = reader.bytes();
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.services.auxiliary.hints.CrsPublicationTransactionBody");
          break;
         }
        }
        return message;
       };
       return CrsPublicationTransactionBody;
      })();
      return hints;
     })();
     auxiliary.history = (function() {
      const history = {};
      history.HistoryProofSignatureTransactionBody = (function() {
       function HistoryProofSignatureTransactionBody(properties) {
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       HistoryProofSignatureTransactionBody.prototype.constructionId = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       HistoryProofSignatureTransactionBody.prototype.signature = null;
       HistoryProofSignatureTransactionBody.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.constructionId != null && Object.hasOwnProperty.call(message, "constructionId"))
         writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.constructionId);
        if (message.signature != null && Object.hasOwnProperty.call(message, "signature"))
         $root.com.hedera.hapi.node.state.history.HistorySignature.encode(message.signature, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
        return writer;
       };
       HistoryProofSignatureTransactionBody.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.services.auxiliary.history.HistoryProofSignatureTransactionBody();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           message.constructionId = reader.uint64();
           break;
          }
         case 2: {
           message.signature = $root.com.hedera.hapi.node.state.history.HistorySignature.decode(reader, reader.uint32());
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.services.auxiliary.history.HistoryProofSignatureTransactionBody");
          break;
         }
        }
        return message;
       };
       return HistoryProofSignatureTransactionBody;
      })();
      history.HistoryProofKeyPublicationTransactionBody = (function() {
       function HistoryProofKeyPublicationTransactionBody(properties) {
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       HistoryProofKeyPublicationTransactionBody.prototype.proofKey = null;
       HistoryProofKeyPublicationTransactionBody.prototype.wrapsMessage = null;
       HistoryProofKeyPublicationTransactionBody.prototype.constructionId = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       HistoryProofKeyPublicationTransactionBody.prototype.phase = 0;
       let $oneOfFields;
       Object.defineProperty(HistoryProofKeyPublicationTransactionBody.prototype, "data", {
        get: $util.oneOfGetter($oneOfFields = ["proofKey", "wrapsMessage"]),
        set: $util.oneOfSetter($oneOfFields)
       });
       HistoryProofKeyPublicationTransactionBody.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.proofKey != null && Object.hasOwnProperty.call(message, "proofKey"))
         writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.proofKey);
        if (message.wrapsMessage != null && Object.hasOwnProperty.call(message, "wrapsMessage"))
         writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.wrapsMessage);
        if (message.constructionId != null && Object.hasOwnProperty.call(message, "constructionId"))
         writer.uint32(/* id 3, wireType 0 =*/24).uint64(message.constructionId);
        if (message.phase != null && Object.hasOwnProperty.call(message, "phase"))
         writer.uint32(/* id 4, wireType 0 =*/32).int32(message.phase);
        return writer;
       };
       HistoryProofKeyPublicationTransactionBody.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.services.auxiliary.history.HistoryProofKeyPublicationTransactionBody();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           message.proofKey = reader.bytes();
           break;
          }
         case 2: {
           message.wrapsMessage = reader.bytes();
           break;
          }
         case 3: {
           message.constructionId = reader.uint64();
           break;
          }
         case 4: {
           message.phase = reader.int32();
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.services.auxiliary.history.HistoryProofKeyPublicationTransactionBody");
          break;
         }
        }
        return message;
       };
       return HistoryProofKeyPublicationTransactionBody;
      })();
      history.HistoryProofVoteTransactionBody = (function() {
       function HistoryProofVoteTransactionBody(properties) {
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       HistoryProofVoteTransactionBody.prototype.constructionId = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       HistoryProofVoteTransactionBody.prototype.vote = null;
       HistoryProofVoteTransactionBody.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.constructionId != null && Object.hasOwnProperty.call(message, "constructionId"))
         writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.constructionId);
        if (message.vote != null && Object.hasOwnProperty.call(message, "vote"))
         $root.com.hedera.hapi.node.state.history.HistoryProofVote.encode(message.vote, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
        return writer;
       };
       HistoryProofVoteTransactionBody.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.services.auxiliary.history.HistoryProofVoteTransactionBody();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           message.constructionId = reader.uint64();
           break;
          }
         case 2: {
           message.vote = $root.com.hedera.hapi.node.state.history.HistoryProofVote.decode(reader, reader.uint32());
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.services.auxiliary.history.HistoryProofVoteTransactionBody");
          break;
         }
        }
        return message;
       };
       return HistoryProofVoteTransactionBody;
      })();
      return history;
     })();
     auxiliary.blockrecords = (function() {
      const blockrecords = {};
      blockrecords.MigrationRootHashVoteTransactionBody = (function() {
       function MigrationRootHashVoteTransactionBody(properties) {
        this.wrappedIntermediatePreviousBlockRootHashes = [];
        if (properties)
         for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
          if (properties[keys[i]] != null)
           this[keys[i]] = properties[keys[i]];
       }
       MigrationRootHashVoteTransactionBody.prototype.previousWrappedRecordBlockRootHash = $util.newBuffer([]);
       MigrationRootHashVoteTransactionBody.prototype.wrappedIntermediatePreviousBlockRootHashes = $util.emptyArray;
       MigrationRootHashVoteTransactionBody.prototype.wrappedIntermediateBlockRootsLeafCount = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
       MigrationRootHashVoteTransactionBody.encode = function encode(message, writer) {
        if (!writer)
         writer = $Writer.create();
        if (message.previousWrappedRecordBlockRootHash != null && Object.hasOwnProperty.call(message, "previousWrappedRecordBlockRootHash"))
         writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.previousWrappedRecordBlockRootHash);
        if (message.wrappedIntermediatePreviousBlockRootHashes != null && message.wrappedIntermediatePreviousBlockRootHashes.length)
         for (let i = 0; i < message.wrappedIntermediatePreviousBlockRootHashes.length; ++i)
          writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.wrappedIntermediatePreviousBlockRootHashes[i]);
        if (message.wrappedIntermediateBlockRootsLeafCount != null && Object.hasOwnProperty.call(message, "wrappedIntermediateBlockRootsLeafCount"))
         writer.uint32(/* id 3, wireType 0 =*/24).uint64(message.wrappedIntermediateBlockRootsLeafCount);
        return writer;
       };
       MigrationRootHashVoteTransactionBody.decode = function decode(reader, length, error) {
        if (!(reader instanceof $Reader))
         reader = $Reader.create(reader);
        let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.hapi.services.auxiliary.blockrecords.MigrationRootHashVoteTransactionBody();
        while (reader.pos < end) {
         let tag = reader.uint32();
         if (tag === error)
          break;
         switch (tag >>> 3) {
         case 1: {
           message.previousWrappedRecordBlockRootHash = reader.bytes();
           break;
          }
         case 2: {
           if (!(message.wrappedIntermediatePreviousBlockRootHashes && message.wrappedIntermediatePreviousBlockRootHashes.length))
            message.wrappedIntermediatePreviousBlockRootHashes = [];
           message.wrappedIntermediatePreviousBlockRootHashes.push(reader.bytes());
           break;
          }
         case 3: {
           message.wrappedIntermediateBlockRootsLeafCount = reader.uint64();
           break;
          }
         default:
          $skipUnknown(reader, tag, "com.hedera.hapi.services.auxiliary.blockrecords.MigrationRootHashVoteTransactionBody");
          break;
         }
        }
        return message;
       };
       return MigrationRootHashVoteTransactionBody;
      })();
      return blockrecords;
     })();
     return auxiliary;
    })();
    return services;
   })();
   return hapi;
  })();
  hedera.mirror = (function() {
   const mirror = {};
   mirror.api = (function() {
    const api = {};
    api.proto = (function() {
     const proto = {};
     proto.ConsensusTopicQuery = (function() {
      function ConsensusTopicQuery(properties) {
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      ConsensusTopicQuery.prototype.topicID = null;
      ConsensusTopicQuery.prototype.consensusStartTime = null;
      ConsensusTopicQuery.prototype.consensusEndTime = null;
      ConsensusTopicQuery.prototype.limit = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
      ConsensusTopicQuery.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.topicID != null && Object.hasOwnProperty.call(message, "topicID"))
        $root.proto.TopicID.encode(message.topicID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
       if (message.consensusStartTime != null && Object.hasOwnProperty.call(message, "consensusStartTime"))
        $root.proto.Timestamp.encode(message.consensusStartTime, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
       if (message.consensusEndTime != null && Object.hasOwnProperty.call(message, "consensusEndTime"))
        $root.proto.Timestamp.encode(message.consensusEndTime, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
       if (message.limit != null && Object.hasOwnProperty.call(message, "limit"))
        writer.uint32(/* id 4, wireType 0 =*/32).uint64(message.limit);
       return writer;
      };
      ConsensusTopicQuery.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.mirror.api.proto.ConsensusTopicQuery();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.topicID = $root.proto.TopicID.decode(reader, reader.uint32());
          break;
         }
        case 2: {
          message.consensusStartTime = $root.proto.Timestamp.decode(reader, reader.uint32());
          break;
         }
        case 3: {
          message.consensusEndTime = $root.proto.Timestamp.decode(reader, reader.uint32());
          break;
         }
        case 4: {
          message.limit = reader.uint64();
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.mirror.api.proto.ConsensusTopicQuery");
         break;
        }
       }
       return message;
      };
      return ConsensusTopicQuery;
     })();
     proto.ConsensusTopicResponse = (function() {
      function ConsensusTopicResponse(properties) {
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      ConsensusTopicResponse.prototype.consensusTimestamp = null;
      ConsensusTopicResponse.prototype.message = $util.newBuffer([]);
      ConsensusTopicResponse.prototype.runningHash = $util.newBuffer([]);
      ConsensusTopicResponse.prototype.sequenceNumber = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
      ConsensusTopicResponse.prototype.runningHashVersion = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
      ConsensusTopicResponse.prototype.chunkInfo = null;
      ConsensusTopicResponse.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.consensusTimestamp != null && Object.hasOwnProperty.call(message, "consensusTimestamp"))
        $root.proto.Timestamp.encode(message.consensusTimestamp, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
       if (message.message != null && Object.hasOwnProperty.call(message, "message"))
        writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.message);
       if (message.runningHash != null && Object.hasOwnProperty.call(message, "runningHash"))
        writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.runningHash);
       if (message.sequenceNumber != null && Object.hasOwnProperty.call(message, "sequenceNumber"))
        writer.uint32(/* id 4, wireType 0 =*/32).uint64(message.sequenceNumber);
       if (message.runningHashVersion != null && Object.hasOwnProperty.call(message, "runningHashVersion"))
        writer.uint32(/* id 5, wireType 0 =*/40).uint64(message.runningHashVersion);
       if (message.chunkInfo != null && Object.hasOwnProperty.call(message, "chunkInfo"))
        $root.proto.ConsensusMessageChunkInfo.encode(message.chunkInfo, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
       return writer;
      };
      ConsensusTopicResponse.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.mirror.api.proto.ConsensusTopicResponse();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.consensusTimestamp = $root.proto.Timestamp.decode(reader, reader.uint32());
          break;
         }
        case 2: {
          message.message = reader.bytes();
          break;
         }
        case 3: {
          message.runningHash = reader.bytes();
          break;
         }
        case 4: {
          message.sequenceNumber = reader.uint64();
          break;
         }
        case 5: {
          message.runningHashVersion = reader.uint64();
          break;
         }
        case 6: {
          message.chunkInfo = $root.proto.ConsensusMessageChunkInfo.decode(reader, reader.uint32());
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.mirror.api.proto.ConsensusTopicResponse");
         break;
        }
       }
       return message;
      };
      return ConsensusTopicResponse;
     })();
     proto.AddressBookQuery = (function() {
      function AddressBookQuery(properties) {
       if (properties)
        for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
         if (properties[keys[i]] != null)
          this[keys[i]] = properties[keys[i]];
      }
      AddressBookQuery.prototype.fileId = null;
      AddressBookQuery.prototype.limit = 0;
      AddressBookQuery.encode = function encode(message, writer) {
       if (!writer)
        writer = $Writer.create();
       if (message.fileId != null && Object.hasOwnProperty.call(message, "fileId"))
        $root.proto.FileID.encode(message.fileId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
       if (message.limit != null && Object.hasOwnProperty.call(message, "limit"))
        writer.uint32(/* id 2, wireType 0 =*/16).int32(message.limit);
       return writer;
      };
      AddressBookQuery.decode = function decode(reader, length, error) {
       if (!(reader instanceof $Reader))
        reader = $Reader.create(reader);
       let end = length === undefined ? reader.len : reader.pos + length, message = new $root.com.hedera.mirror.api.proto.AddressBookQuery();
       while (reader.pos < end) {
        let tag = reader.uint32();
        if (tag === error)
         break;
        switch (tag >>> 3) {
        case 1: {
          message.fileId = $root.proto.FileID.decode(reader, reader.uint32());
          break;
         }
        case 2: {
          message.limit = reader.int32();
          break;
         }
        default:
         $skipUnknown(reader, tag, "com.hedera.mirror.api.proto.AddressBookQuery");
         break;
        }
       }
       return message;
      };
      return AddressBookQuery;
     })();
     return proto;
    })();
    return api;
   })();
   return mirror;
  })();
  return hedera;
 })();
 return com;
})();
export const proto = $root.proto = (() => {
 const proto = {};
 proto.Transaction = (function() {
  function Transaction(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  Transaction.prototype.body = null;
  Transaction.prototype.sigs = null;
  Transaction.prototype.sigMap = null;
  Transaction.prototype.bodyBytes = $util.newBuffer([]);
  Transaction.prototype.signedTransactionBytes = $util.newBuffer([]);
  Transaction.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.body != null && Object.hasOwnProperty.call(message, "body"))
    $root.proto.TransactionBody.encode(message.body, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.sigs != null && Object.hasOwnProperty.call(message, "sigs"))
    $root.proto.SignatureList.encode(message.sigs, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.sigMap != null && Object.hasOwnProperty.call(message, "sigMap"))
    $root.proto.SignatureMap.encode(message.sigMap, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.bodyBytes != null && Object.hasOwnProperty.call(message, "bodyBytes"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.bodyBytes);
   if (message.signedTransactionBytes != null && Object.hasOwnProperty.call(message, "signedTransactionBytes"))
    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.signedTransactionBytes);
   return writer;
  };
  Transaction.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.Transaction();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.body = $root.proto.TransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.sigs = $root.proto.SignatureList.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.sigMap = $root.proto.SignatureMap.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.bodyBytes = reader.bytes();
      break;
     }
    case 5: {
      message.signedTransactionBytes = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.Transaction");
     break;
    }
   }
   return message;
  };
  return Transaction;
 })();
 proto.TransactionBody = (function() {
  function TransactionBody(properties) {
   this.maxCustomFees = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TransactionBody.prototype.transactionID = null;
  TransactionBody.prototype.nodeAccountID = null;
  TransactionBody.prototype.transactionFee = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  TransactionBody.prototype.transactionValidDuration = null;
  TransactionBody.prototype.generateRecord = false;
  TransactionBody.prototype.memo = "";
  TransactionBody.prototype.batchKey = null;
  TransactionBody.prototype.contractCall = null;
  TransactionBody.prototype.contractCreateInstance = null;
  TransactionBody.prototype.contractUpdateInstance = null;
  TransactionBody.prototype.cryptoAddLiveHash = null;
  TransactionBody.prototype.cryptoCreateAccount = null;
  TransactionBody.prototype.cryptoDelete = null;
  TransactionBody.prototype.cryptoDeleteLiveHash = null;
  TransactionBody.prototype.cryptoTransfer = null;
  TransactionBody.prototype.cryptoUpdateAccount = null;
  TransactionBody.prototype.fileAppend = null;
  TransactionBody.prototype.fileCreate = null;
  TransactionBody.prototype.fileDelete = null;
  TransactionBody.prototype.fileUpdate = null;
  TransactionBody.prototype.systemDelete = null;
  TransactionBody.prototype.systemUndelete = null;
  TransactionBody.prototype.contractDeleteInstance = null;
  TransactionBody.prototype.freeze = null;
  TransactionBody.prototype.consensusCreateTopic = null;
  TransactionBody.prototype.consensusUpdateTopic = null;
  TransactionBody.prototype.consensusDeleteTopic = null;
  TransactionBody.prototype.consensusSubmitMessage = null;
  TransactionBody.prototype.uncheckedSubmit = null;
  TransactionBody.prototype.tokenCreation = null;
  TransactionBody.prototype.tokenFreeze = null;
  TransactionBody.prototype.tokenUnfreeze = null;
  TransactionBody.prototype.tokenGrantKyc = null;
  TransactionBody.prototype.tokenRevokeKyc = null;
  TransactionBody.prototype.tokenDeletion = null;
  TransactionBody.prototype.tokenUpdate = null;
  TransactionBody.prototype.tokenMint = null;
  TransactionBody.prototype.tokenBurn = null;
  TransactionBody.prototype.tokenWipe = null;
  TransactionBody.prototype.tokenAssociate = null;
  TransactionBody.prototype.tokenDissociate = null;
  TransactionBody.prototype.scheduleCreate = null;
  TransactionBody.prototype.scheduleDelete = null;
  TransactionBody.prototype.scheduleSign = null;
  TransactionBody.prototype.tokenFeeScheduleUpdate = null;
  TransactionBody.prototype.tokenPause = null;
  TransactionBody.prototype.tokenUnpause = null;
  TransactionBody.prototype.cryptoApproveAllowance = null;
  TransactionBody.prototype.cryptoDeleteAllowance = null;
  TransactionBody.prototype.ethereumTransaction = null;
  TransactionBody.prototype.nodeStakeUpdate = null;
  TransactionBody.prototype.utilPrng = null;
  TransactionBody.prototype.tokenUpdateNfts = null;
  TransactionBody.prototype.nodeCreate = null;
  TransactionBody.prototype.nodeUpdate = null;
  TransactionBody.prototype.nodeDelete = null;
  TransactionBody.prototype.tokenReject = null;
  TransactionBody.prototype.tokenAirdrop = null;
  TransactionBody.prototype.tokenCancelAirdrop = null;
  TransactionBody.prototype.tokenClaimAirdrop = null;
  TransactionBody.prototype.stateSignatureTransaction = null;
  TransactionBody.prototype.hintsPreprocessingVote = null;
  TransactionBody.prototype.hintsKeyPublication = null;
  TransactionBody.prototype.hintsPartialSignature = null;
  TransactionBody.prototype.historyProofSignature = null;
  TransactionBody.prototype.historyProofKeyPublication = null;
  TransactionBody.prototype.historyProofVote = null;
  TransactionBody.prototype.crsPublication = null;
  TransactionBody.prototype.atomicBatch = null;
  TransactionBody.prototype.hookStore = null;
  TransactionBody.prototype.hookDispatch = null;
  TransactionBody.prototype.ledgerIdPublication = null;
  TransactionBody.prototype.registeredNodeCreate = null;
  TransactionBody.prototype.registeredNodeUpdate = null;
  TransactionBody.prototype.registeredNodeDelete = null;
  TransactionBody.prototype.migrationRootHashVote = null;
  TransactionBody.prototype.maxCustomFees = $util.emptyArray;
  TransactionBody.prototype.highVolume = false;
  let $oneOfFields;
  Object.defineProperty(TransactionBody.prototype, "data", {
   get: $util.oneOfGetter($oneOfFields = ["contractCall", "contractCreateInstance", "contractUpdateInstance", "cryptoAddLiveHash", "cryptoCreateAccount", "cryptoDelete", "cryptoDeleteLiveHash", "cryptoTransfer", "cryptoUpdateAccount", "fileAppend", "fileCreate", "fileDelete", "fileUpdate", "systemDelete", "systemUndelete", "contractDeleteInstance", "freeze", "consensusCreateTopic", "consensusUpdateTopic", "consensusDeleteTopic", "consensusSubmitMessage", "uncheckedSubmit", "tokenCreation", "tokenFreeze", "tokenUnfreeze", "tokenGrantKyc", "tokenRevokeKyc", "tokenDeletion", "tokenUpdate", "tokenMint", "tokenBurn", "tokenWipe", "tokenAssociate", "tokenDissociate", "scheduleCreate", "scheduleDelete", "scheduleSign", "tokenFeeScheduleUpdate", "tokenPause", "tokenUnpause", "cryptoApproveAllowance", "cryptoDeleteAllowance", "ethereumTransaction", "nodeStakeUpdate", "utilPrng", "tokenUpdateNfts", "nodeCreate", "nodeUpdate", "nodeDelete", "tokenReject", "tokenAirdrop", "tokenCancelAirdrop", "tokenClaimAirdrop", "stateSignatureTransaction", "hintsPreprocessingVote", "hintsKeyPublication", "hintsPartialSignature", "historyProofSignature", "historyProofKeyPublication", "historyProofVote", "crsPublication", "atomicBatch", "hookStore", "hookDispatch", "ledgerIdPublication", "registeredNodeCreate", "registeredNodeUpdate", "registeredNodeDelete", "migrationRootHashVote"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  TransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.transactionID != null && Object.hasOwnProperty.call(message, "transactionID"))
    $root.proto.TransactionID.encode(message.transactionID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.nodeAccountID != null && Object.hasOwnProperty.call(message, "nodeAccountID"))
    $root.proto.AccountID.encode(message.nodeAccountID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.transactionFee != null && Object.hasOwnProperty.call(message, "transactionFee"))
    writer.uint32(/* id 3, wireType 0 =*/24).uint64(message.transactionFee);
   if (message.transactionValidDuration != null && Object.hasOwnProperty.call(message, "transactionValidDuration"))
    $root.proto.Duration.encode(message.transactionValidDuration, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   if (message.generateRecord != null && Object.hasOwnProperty.call(message, "generateRecord"))
    writer.uint32(/* id 5, wireType 0 =*/40).bool(message.generateRecord);
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    writer.uint32(/* id 6, wireType 2 =*/50).string(message.memo);
   if (message.contractCall != null && Object.hasOwnProperty.call(message, "contractCall"))
    $root.proto.ContractCallTransactionBody.encode(message.contractCall, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.contractCreateInstance != null && Object.hasOwnProperty.call(message, "contractCreateInstance"))
    $root.proto.ContractCreateTransactionBody.encode(message.contractCreateInstance, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   if (message.contractUpdateInstance != null && Object.hasOwnProperty.call(message, "contractUpdateInstance"))
    $root.proto.ContractUpdateTransactionBody.encode(message.contractUpdateInstance, writer.uint32(/* id 9, wireType 2 =*/74).fork()).ldelim();
   if (message.cryptoAddLiveHash != null && Object.hasOwnProperty.call(message, "cryptoAddLiveHash"))
    $root.proto.CryptoAddLiveHashTransactionBody.encode(message.cryptoAddLiveHash, writer.uint32(/* id 10, wireType 2 =*/82).fork()).ldelim();
   if (message.cryptoCreateAccount != null && Object.hasOwnProperty.call(message, "cryptoCreateAccount"))
    $root.proto.CryptoCreateTransactionBody.encode(message.cryptoCreateAccount, writer.uint32(/* id 11, wireType 2 =*/90).fork()).ldelim();
   if (message.cryptoDelete != null && Object.hasOwnProperty.call(message, "cryptoDelete"))
    $root.proto.CryptoDeleteTransactionBody.encode(message.cryptoDelete, writer.uint32(/* id 12, wireType 2 =*/98).fork()).ldelim();
   if (message.cryptoDeleteLiveHash != null && Object.hasOwnProperty.call(message, "cryptoDeleteLiveHash"))
    $root.proto.CryptoDeleteLiveHashTransactionBody.encode(message.cryptoDeleteLiveHash, writer.uint32(/* id 13, wireType 2 =*/106).fork()).ldelim();
   if (message.cryptoTransfer != null && Object.hasOwnProperty.call(message, "cryptoTransfer"))
    $root.proto.CryptoTransferTransactionBody.encode(message.cryptoTransfer, writer.uint32(/* id 14, wireType 2 =*/114).fork()).ldelim();
   if (message.cryptoUpdateAccount != null && Object.hasOwnProperty.call(message, "cryptoUpdateAccount"))
    $root.proto.CryptoUpdateTransactionBody.encode(message.cryptoUpdateAccount, writer.uint32(/* id 15, wireType 2 =*/122).fork()).ldelim();
   if (message.fileAppend != null && Object.hasOwnProperty.call(message, "fileAppend"))
    $root.proto.FileAppendTransactionBody.encode(message.fileAppend, writer.uint32(/* id 16, wireType 2 =*/130).fork()).ldelim();
   if (message.fileCreate != null && Object.hasOwnProperty.call(message, "fileCreate"))
    $root.proto.FileCreateTransactionBody.encode(message.fileCreate, writer.uint32(/* id 17, wireType 2 =*/138).fork()).ldelim();
   if (message.fileDelete != null && Object.hasOwnProperty.call(message, "fileDelete"))
    $root.proto.FileDeleteTransactionBody.encode(message.fileDelete, writer.uint32(/* id 18, wireType 2 =*/146).fork()).ldelim();
   if (message.fileUpdate != null && Object.hasOwnProperty.call(message, "fileUpdate"))
    $root.proto.FileUpdateTransactionBody.encode(message.fileUpdate, writer.uint32(/* id 19, wireType 2 =*/154).fork()).ldelim();
   if (message.systemDelete != null && Object.hasOwnProperty.call(message, "systemDelete"))
    $root.proto.SystemDeleteTransactionBody.encode(message.systemDelete, writer.uint32(/* id 20, wireType 2 =*/162).fork()).ldelim();
   if (message.systemUndelete != null && Object.hasOwnProperty.call(message, "systemUndelete"))
    $root.proto.SystemUndeleteTransactionBody.encode(message.systemUndelete, writer.uint32(/* id 21, wireType 2 =*/170).fork()).ldelim();
   if (message.contractDeleteInstance != null && Object.hasOwnProperty.call(message, "contractDeleteInstance"))
    $root.proto.ContractDeleteTransactionBody.encode(message.contractDeleteInstance, writer.uint32(/* id 22, wireType 2 =*/178).fork()).ldelim();
   if (message.freeze != null && Object.hasOwnProperty.call(message, "freeze"))
    $root.proto.FreezeTransactionBody.encode(message.freeze, writer.uint32(/* id 23, wireType 2 =*/186).fork()).ldelim();
   if (message.consensusCreateTopic != null && Object.hasOwnProperty.call(message, "consensusCreateTopic"))
    $root.proto.ConsensusCreateTopicTransactionBody.encode(message.consensusCreateTopic, writer.uint32(/* id 24, wireType 2 =*/194).fork()).ldelim();
   if (message.consensusUpdateTopic != null && Object.hasOwnProperty.call(message, "consensusUpdateTopic"))
    $root.proto.ConsensusUpdateTopicTransactionBody.encode(message.consensusUpdateTopic, writer.uint32(/* id 25, wireType 2 =*/202).fork()).ldelim();
   if (message.consensusDeleteTopic != null && Object.hasOwnProperty.call(message, "consensusDeleteTopic"))
    $root.proto.ConsensusDeleteTopicTransactionBody.encode(message.consensusDeleteTopic, writer.uint32(/* id 26, wireType 2 =*/210).fork()).ldelim();
   if (message.consensusSubmitMessage != null && Object.hasOwnProperty.call(message, "consensusSubmitMessage"))
    $root.proto.ConsensusSubmitMessageTransactionBody.encode(message.consensusSubmitMessage, writer.uint32(/* id 27, wireType 2 =*/218).fork()).ldelim();
   if (message.uncheckedSubmit != null && Object.hasOwnProperty.call(message, "uncheckedSubmit"))
    $root.proto.UncheckedSubmitBody.encode(message.uncheckedSubmit, writer.uint32(/* id 28, wireType 2 =*/226).fork()).ldelim();
   if (message.tokenCreation != null && Object.hasOwnProperty.call(message, "tokenCreation"))
    $root.proto.TokenCreateTransactionBody.encode(message.tokenCreation, writer.uint32(/* id 29, wireType 2 =*/234).fork()).ldelim();
   if (message.tokenFreeze != null && Object.hasOwnProperty.call(message, "tokenFreeze"))
    $root.proto.TokenFreezeAccountTransactionBody.encode(message.tokenFreeze, writer.uint32(/* id 31, wireType 2 =*/250).fork()).ldelim();
   if (message.tokenUnfreeze != null && Object.hasOwnProperty.call(message, "tokenUnfreeze"))
    $root.proto.TokenUnfreezeAccountTransactionBody.encode(message.tokenUnfreeze, writer.uint32(/* id 32, wireType 2 =*/258).fork()).ldelim();
   if (message.tokenGrantKyc != null && Object.hasOwnProperty.call(message, "tokenGrantKyc"))
    $root.proto.TokenGrantKycTransactionBody.encode(message.tokenGrantKyc, writer.uint32(/* id 33, wireType 2 =*/266).fork()).ldelim();
   if (message.tokenRevokeKyc != null && Object.hasOwnProperty.call(message, "tokenRevokeKyc"))
    $root.proto.TokenRevokeKycTransactionBody.encode(message.tokenRevokeKyc, writer.uint32(/* id 34, wireType 2 =*/274).fork()).ldelim();
   if (message.tokenDeletion != null && Object.hasOwnProperty.call(message, "tokenDeletion"))
    $root.proto.TokenDeleteTransactionBody.encode(message.tokenDeletion, writer.uint32(/* id 35, wireType 2 =*/282).fork()).ldelim();
   if (message.tokenUpdate != null && Object.hasOwnProperty.call(message, "tokenUpdate"))
    $root.proto.TokenUpdateTransactionBody.encode(message.tokenUpdate, writer.uint32(/* id 36, wireType 2 =*/290).fork()).ldelim();
   if (message.tokenMint != null && Object.hasOwnProperty.call(message, "tokenMint"))
    $root.proto.TokenMintTransactionBody.encode(message.tokenMint, writer.uint32(/* id 37, wireType 2 =*/298).fork()).ldelim();
   if (message.tokenBurn != null && Object.hasOwnProperty.call(message, "tokenBurn"))
    $root.proto.TokenBurnTransactionBody.encode(message.tokenBurn, writer.uint32(/* id 38, wireType 2 =*/306).fork()).ldelim();
   if (message.tokenWipe != null && Object.hasOwnProperty.call(message, "tokenWipe"))
    $root.proto.TokenWipeAccountTransactionBody.encode(message.tokenWipe, writer.uint32(/* id 39, wireType 2 =*/314).fork()).ldelim();
   if (message.tokenAssociate != null && Object.hasOwnProperty.call(message, "tokenAssociate"))
    $root.proto.TokenAssociateTransactionBody.encode(message.tokenAssociate, writer.uint32(/* id 40, wireType 2 =*/322).fork()).ldelim();
   if (message.tokenDissociate != null && Object.hasOwnProperty.call(message, "tokenDissociate"))
    $root.proto.TokenDissociateTransactionBody.encode(message.tokenDissociate, writer.uint32(/* id 41, wireType 2 =*/330).fork()).ldelim();
   if (message.scheduleCreate != null && Object.hasOwnProperty.call(message, "scheduleCreate"))
    $root.proto.ScheduleCreateTransactionBody.encode(message.scheduleCreate, writer.uint32(/* id 42, wireType 2 =*/338).fork()).ldelim();
   if (message.scheduleDelete != null && Object.hasOwnProperty.call(message, "scheduleDelete"))
    $root.proto.ScheduleDeleteTransactionBody.encode(message.scheduleDelete, writer.uint32(/* id 43, wireType 2 =*/346).fork()).ldelim();
   if (message.scheduleSign != null && Object.hasOwnProperty.call(message, "scheduleSign"))
    $root.proto.ScheduleSignTransactionBody.encode(message.scheduleSign, writer.uint32(/* id 44, wireType 2 =*/354).fork()).ldelim();
   if (message.tokenFeeScheduleUpdate != null && Object.hasOwnProperty.call(message, "tokenFeeScheduleUpdate"))
    $root.proto.TokenFeeScheduleUpdateTransactionBody.encode(message.tokenFeeScheduleUpdate, writer.uint32(/* id 45, wireType 2 =*/362).fork()).ldelim();
   if (message.tokenPause != null && Object.hasOwnProperty.call(message, "tokenPause"))
    $root.proto.TokenPauseTransactionBody.encode(message.tokenPause, writer.uint32(/* id 46, wireType 2 =*/370).fork()).ldelim();
   if (message.tokenUnpause != null && Object.hasOwnProperty.call(message, "tokenUnpause"))
    $root.proto.TokenUnpauseTransactionBody.encode(message.tokenUnpause, writer.uint32(/* id 47, wireType 2 =*/378).fork()).ldelim();
   if (message.cryptoApproveAllowance != null && Object.hasOwnProperty.call(message, "cryptoApproveAllowance"))
    $root.proto.CryptoApproveAllowanceTransactionBody.encode(message.cryptoApproveAllowance, writer.uint32(/* id 48, wireType 2 =*/386).fork()).ldelim();
   if (message.cryptoDeleteAllowance != null && Object.hasOwnProperty.call(message, "cryptoDeleteAllowance"))
    $root.proto.CryptoDeleteAllowanceTransactionBody.encode(message.cryptoDeleteAllowance, writer.uint32(/* id 49, wireType 2 =*/394).fork()).ldelim();
   if (message.ethereumTransaction != null && Object.hasOwnProperty.call(message, "ethereumTransaction"))
    $root.proto.EthereumTransactionBody.encode(message.ethereumTransaction, writer.uint32(/* id 50, wireType 2 =*/402).fork()).ldelim();
   if (message.nodeStakeUpdate != null && Object.hasOwnProperty.call(message, "nodeStakeUpdate"))
    $root.proto.NodeStakeUpdateTransactionBody.encode(message.nodeStakeUpdate, writer.uint32(/* id 51, wireType 2 =*/410).fork()).ldelim();
   if (message.utilPrng != null && Object.hasOwnProperty.call(message, "utilPrng"))
    $root.proto.UtilPrngTransactionBody.encode(message.utilPrng, writer.uint32(/* id 52, wireType 2 =*/418).fork()).ldelim();
   if (message.tokenUpdateNfts != null && Object.hasOwnProperty.call(message, "tokenUpdateNfts"))
    $root.proto.TokenUpdateNftsTransactionBody.encode(message.tokenUpdateNfts, writer.uint32(/* id 53, wireType 2 =*/426).fork()).ldelim();
   if (message.nodeCreate != null && Object.hasOwnProperty.call(message, "nodeCreate"))
    $root.com.hedera.hapi.node.addressbook.NodeCreateTransactionBody.encode(message.nodeCreate, writer.uint32(/* id 54, wireType 2 =*/434).fork()).ldelim();
   if (message.nodeUpdate != null && Object.hasOwnProperty.call(message, "nodeUpdate"))
    $root.com.hedera.hapi.node.addressbook.NodeUpdateTransactionBody.encode(message.nodeUpdate, writer.uint32(/* id 55, wireType 2 =*/442).fork()).ldelim();
   if (message.nodeDelete != null && Object.hasOwnProperty.call(message, "nodeDelete"))
    $root.com.hedera.hapi.node.addressbook.NodeDeleteTransactionBody.encode(message.nodeDelete, writer.uint32(/* id 56, wireType 2 =*/450).fork()).ldelim();
   if (message.tokenReject != null && Object.hasOwnProperty.call(message, "tokenReject"))
    $root.proto.TokenRejectTransactionBody.encode(message.tokenReject, writer.uint32(/* id 57, wireType 2 =*/458).fork()).ldelim();
   if (message.tokenAirdrop != null && Object.hasOwnProperty.call(message, "tokenAirdrop"))
    $root.proto.TokenAirdropTransactionBody.encode(message.tokenAirdrop, writer.uint32(/* id 58, wireType 2 =*/466).fork()).ldelim();
   if (message.tokenCancelAirdrop != null && Object.hasOwnProperty.call(message, "tokenCancelAirdrop"))
    $root.proto.TokenCancelAirdropTransactionBody.encode(message.tokenCancelAirdrop, writer.uint32(/* id 59, wireType 2 =*/474).fork()).ldelim();
   if (message.tokenClaimAirdrop != null && Object.hasOwnProperty.call(message, "tokenClaimAirdrop"))
    $root.proto.TokenClaimAirdropTransactionBody.encode(message.tokenClaimAirdrop, writer.uint32(/* id 60, wireType 2 =*/482).fork()).ldelim();
   if (message.stateSignatureTransaction != null && Object.hasOwnProperty.call(message, "stateSignatureTransaction"))
    $root.com.hedera.hapi.platform.event.StateSignatureTransaction.encode(message.stateSignatureTransaction, writer.uint32(/* id 65, wireType 2 =*/522).fork()).ldelim();
   if (message.hintsPreprocessingVote != null && Object.hasOwnProperty.call(message, "hintsPreprocessingVote"))
    $root.com.hedera.hapi.services.auxiliary.hints.HintsPreprocessingVoteTransactionBody.encode(message.hintsPreprocessingVote, writer.uint32(/* id 66, wireType 2 =*/530).fork()).ldelim();
   if (message.hintsKeyPublication != null && Object.hasOwnProperty.call(message, "hintsKeyPublication"))
    $root.com.hedera.hapi.services.auxiliary.hints.HintsKeyPublicationTransactionBody.encode(message.hintsKeyPublication, writer.uint32(/* id 67, wireType 2 =*/538).fork()).ldelim();
   if (message.hintsPartialSignature != null && Object.hasOwnProperty.call(message, "hintsPartialSignature"))
    $root.com.hedera.hapi.services.auxiliary.hints.HintsPartialSignatureTransactionBody.encode(message.hintsPartialSignature, writer.uint32(/* id 68, wireType 2 =*/546).fork()).ldelim();
   if (message.historyProofSignature != null && Object.hasOwnProperty.call(message, "historyProofSignature"))
    $root.com.hedera.hapi.services.auxiliary.history.HistoryProofSignatureTransactionBody.encode(message.historyProofSignature, writer.uint32(/* id 69, wireType 2 =*/554).fork()).ldelim();
   if (message.historyProofKeyPublication != null && Object.hasOwnProperty.call(message, "historyProofKeyPublication"))
    $root.com.hedera.hapi.services.auxiliary.history.HistoryProofKeyPublicationTransactionBody.encode(message.historyProofKeyPublication, writer.uint32(/* id 70, wireType 2 =*/562).fork()).ldelim();
   if (message.historyProofVote != null && Object.hasOwnProperty.call(message, "historyProofVote"))
    $root.com.hedera.hapi.services.auxiliary.history.HistoryProofVoteTransactionBody.encode(message.historyProofVote, writer.uint32(/* id 71, wireType 2 =*/570).fork()).ldelim();
   if (message.crsPublication != null && Object.hasOwnProperty.call(message, "crsPublication"))
    $root.com.hedera.hapi.services.auxiliary.hints.CrsPublicationTransactionBody.encode(message.crsPublication, writer.uint32(/* id 72, wireType 2 =*/578).fork()).ldelim();
   if (message.batchKey != null && Object.hasOwnProperty.call(message, "batchKey"))
    $root.proto.Key.encode(message.batchKey, writer.uint32(/* id 73, wireType 2 =*/586).fork()).ldelim();
   if (message.atomicBatch != null && Object.hasOwnProperty.call(message, "atomicBatch"))
    $root.proto.AtomicBatchTransactionBody.encode(message.atomicBatch, writer.uint32(/* id 74, wireType 2 =*/594).fork()).ldelim();
   if (message.hookStore != null && Object.hasOwnProperty.call(message, "hookStore"))
    $root.com.hedera.hapi.node.hooks.HookStoreTransactionBody.encode(message.hookStore, writer.uint32(/* id 75, wireType 2 =*/602).fork()).ldelim();
   if (message.hookDispatch != null && Object.hasOwnProperty.call(message, "hookDispatch"))
    $root.com.hedera.hapi.node.hooks.HookDispatchTransactionBody.encode(message.hookDispatch, writer.uint32(/* id 76, wireType 2 =*/610).fork()).ldelim();
   if (message.ledgerIdPublication != null && Object.hasOwnProperty.call(message, "ledgerIdPublication"))
    $root.com.hedera.hapi.node.tss.LedgerIdPublicationTransactionBody.encode(message.ledgerIdPublication, writer.uint32(/* id 77, wireType 2 =*/618).fork()).ldelim();
   if (message.registeredNodeCreate != null && Object.hasOwnProperty.call(message, "registeredNodeCreate"))
    $root.com.hedera.hapi.node.addressbook.RegisteredNodeCreateTransactionBody.encode(message.registeredNodeCreate, writer.uint32(/* id 78, wireType 2 =*/626).fork()).ldelim();
   if (message.registeredNodeUpdate != null && Object.hasOwnProperty.call(message, "registeredNodeUpdate"))
    $root.com.hedera.hapi.node.addressbook.RegisteredNodeUpdateTransactionBody.encode(message.registeredNodeUpdate, writer.uint32(/* id 79, wireType 2 =*/634).fork()).ldelim();
   if (message.registeredNodeDelete != null && Object.hasOwnProperty.call(message, "registeredNodeDelete"))
    $root.com.hedera.hapi.node.addressbook.RegisteredNodeDeleteTransactionBody.encode(message.registeredNodeDelete, writer.uint32(/* id 80, wireType 2 =*/642).fork()).ldelim();
   if (message.migrationRootHashVote != null && Object.hasOwnProperty.call(message, "migrationRootHashVote"))
    $root.com.hedera.hapi.services.auxiliary.blockrecords.MigrationRootHashVoteTransactionBody.encode(message.migrationRootHashVote, writer.uint32(/* id 81, wireType 2 =*/650).fork()).ldelim();
   if (message.maxCustomFees != null && message.maxCustomFees.length)
    for (let i = 0; i < message.maxCustomFees.length; ++i)
     $root.proto.CustomFeeLimit.encode(message.maxCustomFees[i], writer.uint32(/* id 1001, wireType 2 =*/8010).fork()).ldelim();
   if (message.highVolume != null && Object.hasOwnProperty.call(message, "highVolume"))
    writer.uint32(/* id 1002, wireType 0 =*/8016).bool(message.highVolume);
   return writer;
  };
  TransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.transactionID = $root.proto.TransactionID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.nodeAccountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.transactionFee = reader.uint64();
      break;
     }
    case 4: {
      message.transactionValidDuration = $root.proto.Duration.decode(reader, reader.uint32());
      break;
     }
    case 5: {
      message.generateRecord = reader.bool();
      break;
     }
    case 6: {
      message.memo = reader.string();
      break;
     }
    case 73: {
      message.batchKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.contractCall = $root.proto.ContractCallTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.contractCreateInstance = $root.proto.ContractCreateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 9: {
      message.contractUpdateInstance = $root.proto.ContractUpdateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 10: {
      message.cryptoAddLiveHash = $root.proto.CryptoAddLiveHashTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 11: {
      message.cryptoCreateAccount = $root.proto.CryptoCreateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 12: {
      message.cryptoDelete = $root.proto.CryptoDeleteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 13: {
      message.cryptoDeleteLiveHash = $root.proto.CryptoDeleteLiveHashTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 14: {
      message.cryptoTransfer = $root.proto.CryptoTransferTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 15: {
      message.cryptoUpdateAccount = $root.proto.CryptoUpdateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 16: {
      message.fileAppend = $root.proto.FileAppendTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 17: {
      message.fileCreate = $root.proto.FileCreateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 18: {
      message.fileDelete = $root.proto.FileDeleteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 19: {
      message.fileUpdate = $root.proto.FileUpdateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 20: {
      message.systemDelete = $root.proto.SystemDeleteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 21: {
      message.systemUndelete = $root.proto.SystemUndeleteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 22: {
      message.contractDeleteInstance = $root.proto.ContractDeleteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 23: {
      message.freeze = $root.proto.FreezeTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 24: {
      message.consensusCreateTopic = $root.proto.ConsensusCreateTopicTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 25: {
      message.consensusUpdateTopic = $root.proto.ConsensusUpdateTopicTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 26: {
      message.consensusDeleteTopic = $root.proto.ConsensusDeleteTopicTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 27: {
      message.consensusSubmitMessage = $root.proto.ConsensusSubmitMessageTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 28: {
      message.uncheckedSubmit = $root.proto.UncheckedSubmitBody.decode(reader, reader.uint32());
      break;
     }
    case 29: {
      message.tokenCreation = $root.proto.TokenCreateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 31: {
      message.tokenFreeze = $root.proto.TokenFreezeAccountTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 32: {
      message.tokenUnfreeze = $root.proto.TokenUnfreezeAccountTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 33: {
      message.tokenGrantKyc = $root.proto.TokenGrantKycTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 34: {
      message.tokenRevokeKyc = $root.proto.TokenRevokeKycTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 35: {
      message.tokenDeletion = $root.proto.TokenDeleteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 36: {
      message.tokenUpdate = $root.proto.TokenUpdateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 37: {
      message.tokenMint = $root.proto.TokenMintTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 38: {
      message.tokenBurn = $root.proto.TokenBurnTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 39: {
      message.tokenWipe = $root.proto.TokenWipeAccountTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 40: {
      message.tokenAssociate = $root.proto.TokenAssociateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 41: {
      message.tokenDissociate = $root.proto.TokenDissociateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 42: {
      message.scheduleCreate = $root.proto.ScheduleCreateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 43: {
      message.scheduleDelete = $root.proto.ScheduleDeleteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 44: {
      message.scheduleSign = $root.proto.ScheduleSignTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 45: {
      message.tokenFeeScheduleUpdate = $root.proto.TokenFeeScheduleUpdateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 46: {
      message.tokenPause = $root.proto.TokenPauseTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 47: {
      message.tokenUnpause = $root.proto.TokenUnpauseTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 48: {
      message.cryptoApproveAllowance = $root.proto.CryptoApproveAllowanceTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 49: {
      message.cryptoDeleteAllowance = $root.proto.CryptoDeleteAllowanceTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 50: {
      message.ethereumTransaction = $root.proto.EthereumTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 51: {
      message.nodeStakeUpdate = $root.proto.NodeStakeUpdateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 52: {
      message.utilPrng = $root.proto.UtilPrngTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 53: {
      message.tokenUpdateNfts = $root.proto.TokenUpdateNftsTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 54: {
      message.nodeCreate = $root.com.hedera.hapi.node.addressbook.NodeCreateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 55: {
      message.nodeUpdate = $root.com.hedera.hapi.node.addressbook.NodeUpdateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 56: {
      message.nodeDelete = $root.com.hedera.hapi.node.addressbook.NodeDeleteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 57: {
      message.tokenReject = $root.proto.TokenRejectTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 58: {
      message.tokenAirdrop = $root.proto.TokenAirdropTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 59: {
      message.tokenCancelAirdrop = $root.proto.TokenCancelAirdropTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 60: {
      message.tokenClaimAirdrop = $root.proto.TokenClaimAirdropTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 65: {
      message.stateSignatureTransaction = $root.com.hedera.hapi.platform.event.StateSignatureTransaction.decode(reader, reader.uint32());
      break;
     }
    case 66: {
      message.hintsPreprocessingVote = $root.com.hedera.hapi.services.auxiliary.hints.HintsPreprocessingVoteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 67: {
      message.hintsKeyPublication = $root.com.hedera.hapi.services.auxiliary.hints.HintsKeyPublicationTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 68: {
      message.hintsPartialSignature = $root.com.hedera.hapi.services.auxiliary.hints.HintsPartialSignatureTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 69: {
      message.historyProofSignature = $root.com.hedera.hapi.services.auxiliary.history.HistoryProofSignatureTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 70: {
      message.historyProofKeyPublication = $root.com.hedera.hapi.services.auxiliary.history.HistoryProofKeyPublicationTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 71: {
      message.historyProofVote = $root.com.hedera.hapi.services.auxiliary.history.HistoryProofVoteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 72: {
      message.crsPublication = $root.com.hedera.hapi.services.auxiliary.hints.CrsPublicationTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 74: {
      message.atomicBatch = $root.proto.AtomicBatchTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 75: {
      message.hookStore = $root.com.hedera.hapi.node.hooks.HookStoreTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 76: {
      message.hookDispatch = $root.com.hedera.hapi.node.hooks.HookDispatchTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 77: {
      message.ledgerIdPublication = $root.com.hedera.hapi.node.tss.LedgerIdPublicationTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 78: {
      message.registeredNodeCreate = $root.com.hedera.hapi.node.addressbook.RegisteredNodeCreateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 79: {
      message.registeredNodeUpdate = $root.com.hedera.hapi.node.addressbook.RegisteredNodeUpdateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 80: {
      message.registeredNodeDelete = $root.com.hedera.hapi.node.addressbook.RegisteredNodeDeleteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 81: {
      message.migrationRootHashVote = $root.com.hedera.hapi.services.auxiliary.blockrecords.MigrationRootHashVoteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 1001: {
      if (!(message.maxCustomFees && message.maxCustomFees.length))
       message.maxCustomFees = [];
      message.maxCustomFees.push($root.proto.CustomFeeLimit.decode(reader, reader.uint32()));
      break;
     }
    case 1002: {
      message.highVolume = reader.bool();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TransactionBody");
     break;
    }
   }
   return message;
  };
  return TransactionBody;
 })();
 proto.AtomicBatchTransactionBody = (function() {
  function AtomicBatchTransactionBody(properties) {
   this.transactions = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  AtomicBatchTransactionBody.prototype.transactions = $util.emptyArray;
  AtomicBatchTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.transactions != null && message.transactions.length)
    for (let i = 0; i < message.transactions.length; ++i)
     writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.transactions[i]);
   return writer;
  };
  AtomicBatchTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.AtomicBatchTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.transactions && message.transactions.length))
       message.transactions = [];
      message.transactions.push(reader.bytes());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.AtomicBatchTransactionBody");
     break;
    }
   }
   return message;
  };
  return AtomicBatchTransactionBody;
 })();
 proto.ShardID = (function() {
  function ShardID(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ShardID.prototype.shardNum = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  ShardID.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.shardNum != null && Object.hasOwnProperty.call(message, "shardNum"))
    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.shardNum);
   return writer;
  };
  ShardID.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ShardID();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.shardNum = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ShardID");
     break;
    }
   }
   return message;
  };
  return ShardID;
 })();
 proto.RealmID = (function() {
  function RealmID(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  RealmID.prototype.shardNum = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  RealmID.prototype.realmNum = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  RealmID.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.shardNum != null && Object.hasOwnProperty.call(message, "shardNum"))
    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.shardNum);
   if (message.realmNum != null && Object.hasOwnProperty.call(message, "realmNum"))
    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.realmNum);
   return writer;
  };
  RealmID.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.RealmID();
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
    default:
     $skipUnknown(reader, tag, "proto.RealmID");
     break;
    }
   }
   return message;
  };
  return RealmID;
 })();
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
 proto.HookId = (function() {
  function HookId(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  HookId.prototype.entityId = null;
  HookId.prototype.hookId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  HookId.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.entityId != null && Object.hasOwnProperty.call(message, "entityId"))
    $root.proto.HookEntityId.encode(message.entityId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.hookId != null && Object.hasOwnProperty.call(message, "hookId"))
    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.hookId);
   return writer;
  };
  HookId.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.HookId();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.entityId = $root.proto.HookEntityId.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.hookId = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.HookId");
     break;
    }
   }
   return message;
  };
  return HookId;
 })();
 proto.HookEntityId = (function() {
  function HookEntityId(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  HookEntityId.prototype.accountId = null;
  HookEntityId.prototype.contractId = null;
  let $oneOfFields;
  Object.defineProperty(HookEntityId.prototype, "entityId", {
   get: $util.oneOfGetter($oneOfFields = ["accountId", "contractId"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  HookEntityId.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.accountId != null && Object.hasOwnProperty.call(message, "accountId"))
    $root.proto.AccountID.encode(message.accountId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.contractId != null && Object.hasOwnProperty.call(message, "contractId"))
    $root.proto.ContractID.encode(message.contractId, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  HookEntityId.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.HookEntityId();
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
      message.contractId = $root.proto.ContractID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.HookEntityId");
     break;
    }
   }
   return message;
  };
  return HookEntityId;
 })();
 proto.HookCall = (function() {
  function HookCall(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  HookCall.prototype.hookId = null;
  HookCall.prototype.evmHookCall = null;
  let $oneOfFields;
  Object.defineProperty(HookCall.prototype, "id", {
   get: $util.oneOfGetter($oneOfFields = ["hookId"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Object.defineProperty(HookCall.prototype, "callSpec", {
   get: $util.oneOfGetter($oneOfFields = ["evmHookCall"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  HookCall.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.hookId != null && Object.hasOwnProperty.call(message, "hookId"))
    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.hookId);
   if (message.evmHookCall != null && Object.hasOwnProperty.call(message, "evmHookCall"))
    $root.proto.EvmHookCall.encode(message.evmHookCall, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   return writer;
  };
  HookCall.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.HookCall();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.hookId = reader.int64();
      break;
     }
    case 3: {
      message.evmHookCall = $root.proto.EvmHookCall.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.HookCall");
     break;
    }
   }
   return message;
  };
  return HookCall;
 })();
 proto.EvmHookCall = (function() {
  function EvmHookCall(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  EvmHookCall.prototype.data = $util.newBuffer([]);
  EvmHookCall.prototype.gasLimit = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  EvmHookCall.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.data != null && Object.hasOwnProperty.call(message, "data"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.data);
   if (message.gasLimit != null && Object.hasOwnProperty.call(message, "gasLimit"))
    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.gasLimit);
   return writer;
  };
  EvmHookCall.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.EvmHookCall();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.data = reader.bytes();
      break;
     }
    case 2: {
      message.gasLimit = reader.uint64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.EvmHookCall");
     break;
    }
   }
   return message;
  };
  return EvmHookCall;
 })();
 proto.AccountAmount = (function() {
  function AccountAmount(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  AccountAmount.prototype.accountID = null;
  AccountAmount.prototype.amount = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  AccountAmount.prototype.isApproval = false;
  AccountAmount.prototype.preTxAllowanceHook = null;
  AccountAmount.prototype.prePostTxAllowanceHook = null;
  let $oneOfFields;
  Object.defineProperty(AccountAmount.prototype, "hookCall", {
   get: $util.oneOfGetter($oneOfFields = ["preTxAllowanceHook", "prePostTxAllowanceHook"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  AccountAmount.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.accountID != null && Object.hasOwnProperty.call(message, "accountID"))
    $root.proto.AccountID.encode(message.accountID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.amount != null && Object.hasOwnProperty.call(message, "amount"))
    writer.uint32(/* id 2, wireType 0 =*/16).sint64(message.amount);
   if (message.isApproval != null && Object.hasOwnProperty.call(message, "isApproval"))
    writer.uint32(/* id 3, wireType 0 =*/24).bool(message.isApproval);
   if (message.preTxAllowanceHook != null && Object.hasOwnProperty.call(message, "preTxAllowanceHook"))
    $root.proto.HookCall.encode(message.preTxAllowanceHook, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   if (message.prePostTxAllowanceHook != null && Object.hasOwnProperty.call(message, "prePostTxAllowanceHook"))
    $root.proto.HookCall.encode(message.prePostTxAllowanceHook, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   return writer;
  };
  AccountAmount.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.AccountAmount();
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
      message.amount = reader.sint64();
      break;
     }
    case 3: {
      message.isApproval = reader.bool();
      break;
     }
    case 4: {
      message.preTxAllowanceHook = $root.proto.HookCall.decode(reader, reader.uint32());
      break;
     }
    case 5: {
      message.prePostTxAllowanceHook = $root.proto.HookCall.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.AccountAmount");
     break;
    }
   }
   return message;
  };
  return AccountAmount;
 })();
 proto.TransferList = (function() {
  function TransferList(properties) {
   this.accountAmounts = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TransferList.prototype.accountAmounts = $util.emptyArray;
  TransferList.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.accountAmounts != null && message.accountAmounts.length)
    for (let i = 0; i < message.accountAmounts.length; ++i)
     $root.proto.AccountAmount.encode(message.accountAmounts[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  TransferList.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TransferList();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.accountAmounts && message.accountAmounts.length))
       message.accountAmounts = [];
      message.accountAmounts.push($root.proto.AccountAmount.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TransferList");
     break;
    }
   }
   return message;
  };
  return TransferList;
 })();
 proto.NftTransfer = (function() {
  function NftTransfer(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  NftTransfer.prototype.senderAccountID = null;
  NftTransfer.prototype.receiverAccountID = null;
  NftTransfer.prototype.serialNumber = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NftTransfer.prototype.isApproval = false;
  NftTransfer.prototype.preTxSenderAllowanceHook = null;
  NftTransfer.prototype.prePostTxSenderAllowanceHook = null;
  NftTransfer.prototype.preTxReceiverAllowanceHook = null;
  NftTransfer.prototype.prePostTxReceiverAllowanceHook = null;
  let $oneOfFields;
  Object.defineProperty(NftTransfer.prototype, "senderAllowanceHookCall", {
   get: $util.oneOfGetter($oneOfFields = ["preTxSenderAllowanceHook", "prePostTxSenderAllowanceHook"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Object.defineProperty(NftTransfer.prototype, "receiverAllowanceHookCall", {
   get: $util.oneOfGetter($oneOfFields = ["preTxReceiverAllowanceHook", "prePostTxReceiverAllowanceHook"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  NftTransfer.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.senderAccountID != null && Object.hasOwnProperty.call(message, "senderAccountID"))
    $root.proto.AccountID.encode(message.senderAccountID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.receiverAccountID != null && Object.hasOwnProperty.call(message, "receiverAccountID"))
    $root.proto.AccountID.encode(message.receiverAccountID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.serialNumber != null && Object.hasOwnProperty.call(message, "serialNumber"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.serialNumber);
   if (message.isApproval != null && Object.hasOwnProperty.call(message, "isApproval"))
    writer.uint32(/* id 4, wireType 0 =*/32).bool(message.isApproval);
   if (message.preTxSenderAllowanceHook != null && Object.hasOwnProperty.call(message, "preTxSenderAllowanceHook"))
    $root.proto.HookCall.encode(message.preTxSenderAllowanceHook, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   if (message.prePostTxSenderAllowanceHook != null && Object.hasOwnProperty.call(message, "prePostTxSenderAllowanceHook"))
    $root.proto.HookCall.encode(message.prePostTxSenderAllowanceHook, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.preTxReceiverAllowanceHook != null && Object.hasOwnProperty.call(message, "preTxReceiverAllowanceHook"))
    $root.proto.HookCall.encode(message.preTxReceiverAllowanceHook, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.prePostTxReceiverAllowanceHook != null && Object.hasOwnProperty.call(message, "prePostTxReceiverAllowanceHook"))
    $root.proto.HookCall.encode(message.prePostTxReceiverAllowanceHook, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   return writer;
  };
  NftTransfer.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.NftTransfer();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.senderAccountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.receiverAccountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.serialNumber = reader.int64();
      break;
     }
    case 4: {
      message.isApproval = reader.bool();
      break;
     }
    case 5: {
      message.preTxSenderAllowanceHook = $root.proto.HookCall.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.prePostTxSenderAllowanceHook = $root.proto.HookCall.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.preTxReceiverAllowanceHook = $root.proto.HookCall.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.prePostTxReceiverAllowanceHook = $root.proto.HookCall.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.NftTransfer");
     break;
    }
   }
   return message;
  };
  return NftTransfer;
 })();
 proto.TokenTransferList = (function() {
  function TokenTransferList(properties) {
   this.transfers = [];
   this.nftTransfers = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenTransferList.prototype.token = null;
  TokenTransferList.prototype.transfers = $util.emptyArray;
  TokenTransferList.prototype.nftTransfers = $util.emptyArray;
  TokenTransferList.prototype.expectedDecimals = null;
  TokenTransferList.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.token != null && Object.hasOwnProperty.call(message, "token"))
    $root.proto.TokenID.encode(message.token, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.transfers != null && message.transfers.length)
    for (let i = 0; i < message.transfers.length; ++i)
     $root.proto.AccountAmount.encode(message.transfers[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.nftTransfers != null && message.nftTransfers.length)
    for (let i = 0; i < message.nftTransfers.length; ++i)
     $root.proto.NftTransfer.encode(message.nftTransfers[i], writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.expectedDecimals != null && Object.hasOwnProperty.call(message, "expectedDecimals"))
    $root.google.protobuf.UInt32Value.encode(message.expectedDecimals, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   return writer;
  };
  TokenTransferList.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenTransferList();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.token = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      if (!(message.transfers && message.transfers.length))
       message.transfers = [];
      message.transfers.push($root.proto.AccountAmount.decode(reader, reader.uint32()));
      break;
     }
    case 3: {
      if (!(message.nftTransfers && message.nftTransfers.length))
       message.nftTransfers = [];
      message.nftTransfers.push($root.proto.NftTransfer.decode(reader, reader.uint32()));
      break;
     }
    case 4: {
      message.expectedDecimals = $root.google.protobuf.UInt32Value.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenTransferList");
     break;
    }
   }
   return message;
  };
  return TokenTransferList;
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
 proto.SubType = (function() {
  const valuesById = {}, values = Object.create(valuesById);
  values[valuesById[0] = "DEFAULT"] = 0;
  values[valuesById[1] = "TOKEN_FUNGIBLE_COMMON"] = 1;
  values[valuesById[2] = "TOKEN_NON_FUNGIBLE_UNIQUE"] = 2;
  values[valuesById[3] = "TOKEN_FUNGIBLE_COMMON_WITH_CUSTOM_FEES"] = 3;
  values[valuesById[4] = "TOKEN_NON_FUNGIBLE_UNIQUE_WITH_CUSTOM_FEES"] = 4;
  values[valuesById[5] = "SCHEDULE_CREATE_CONTRACT_CALL"] = 5;
  values[valuesById[6] = "TOPIC_CREATE_WITH_CUSTOM_FEES"] = 6;
  values[valuesById[7] = "SUBMIT_MESSAGE_WITH_CUSTOM_FEES"] = 7;
  values[valuesById[8] = "CRYPTO_TRANSFER_WITH_HOOKS"] = 8;
  return values;
 })();
 proto.TokenSupplyType = (function() {
  const valuesById = {}, values = Object.create(valuesById);
  values[valuesById[0] = "INFINITE"] = 0;
  values[valuesById[1] = "FINITE"] = 1;
  return values;
 })();
 proto.TokenKeyValidation = (function() {
  const valuesById = {}, values = Object.create(valuesById);
  values[valuesById[0] = "FULL_VALIDATION"] = 0;
  values[valuesById[1] = "NO_VALIDATION"] = 1;
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
 proto.Signature = (function() {
  function Signature(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  Signature.prototype.contract = null;
  Signature.prototype.ed25519 = null;
  Signature.prototype.RSA_3072 = null;
  Signature.prototype.ECDSA_384 = null;
  Signature.prototype.thresholdSignature = null;
  Signature.prototype.signatureList = null;
  let $oneOfFields;
  Object.defineProperty(Signature.prototype, "signature", {
   get: $util.oneOfGetter($oneOfFields = ["contract", "ed25519", "RSA_3072", "ECDSA_384", "thresholdSignature", "signatureList"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Signature.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.contract != null && Object.hasOwnProperty.call(message, "contract"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.contract);
   if (message.ed25519 != null && Object.hasOwnProperty.call(message, "ed25519"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.ed25519);
   if (message.RSA_3072 != null && Object.hasOwnProperty.call(message, "RSA_3072"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.RSA_3072);
   if (message.ECDSA_384 != null && Object.hasOwnProperty.call(message, "ECDSA_384"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.ECDSA_384);
   if (message.thresholdSignature != null && Object.hasOwnProperty.call(message, "thresholdSignature"))
    $root.proto.ThresholdSignature.encode(message.thresholdSignature, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   if (message.signatureList != null && Object.hasOwnProperty.call(message, "signatureList"))
    $root.proto.SignatureList.encode(message.signatureList, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   return writer;
  };
  Signature.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.Signature();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.contract = reader.bytes();
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
      message.thresholdSignature = $root.proto.ThresholdSignature.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.signatureList = $root.proto.SignatureList.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.Signature");
     break;
    }
   }
   return message;
  };
  return Signature;
 })();
 proto.ThresholdSignature = (function() {
  function ThresholdSignature(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ThresholdSignature.prototype.sigs = null;
  ThresholdSignature.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.sigs != null && Object.hasOwnProperty.call(message, "sigs"))
    $root.proto.SignatureList.encode(message.sigs, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  ThresholdSignature.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ThresholdSignature();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 2: {
      message.sigs = $root.proto.SignatureList.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ThresholdSignature");
     break;
    }
   }
   return message;
  };
  return ThresholdSignature;
 })();
 proto.SignatureList = (function() {
  function SignatureList(properties) {
   this.sigs = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SignatureList.prototype.sigs = $util.emptyArray;
  SignatureList.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.sigs != null && message.sigs.length)
    for (let i = 0; i < message.sigs.length; ++i)
     $root.proto.Signature.encode(message.sigs[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  SignatureList.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.SignatureList();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 2: {
      if (!(message.sigs && message.sigs.length))
       message.sigs = [];
      message.sigs.push($root.proto.Signature.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.SignatureList");
     break;
    }
   }
   return message;
  };
  return SignatureList;
 })();
 proto.SignaturePair = (function() {
  function SignaturePair(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SignaturePair.prototype.pubKeyPrefix = $util.newBuffer([]);
  SignaturePair.prototype.contract = null;
  SignaturePair.prototype.ed25519 = null;
  SignaturePair.prototype.RSA_3072 = null;
  SignaturePair.prototype.ECDSA_384 = null;
  SignaturePair.prototype.ECDSASecp256k1 = null;
  let $oneOfFields;
  Object.defineProperty(SignaturePair.prototype, "signature", {
   get: $util.oneOfGetter($oneOfFields = ["contract", "ed25519", "RSA_3072", "ECDSA_384", "ECDSASecp256k1"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  SignaturePair.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.pubKeyPrefix != null && Object.hasOwnProperty.call(message, "pubKeyPrefix"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.pubKeyPrefix);
   if (message.contract != null && Object.hasOwnProperty.call(message, "contract"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.contract);
   if (message.ed25519 != null && Object.hasOwnProperty.call(message, "ed25519"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.ed25519);
   if (message.RSA_3072 != null && Object.hasOwnProperty.call(message, "RSA_3072"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.RSA_3072);
   if (message.ECDSA_384 != null && Object.hasOwnProperty.call(message, "ECDSA_384"))
    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.ECDSA_384);
   if (message.ECDSASecp256k1 != null && Object.hasOwnProperty.call(message, "ECDSASecp256k1"))
    writer.uint32(/* id 6, wireType 2 =*/50).bytes(message.ECDSASecp256k1);
   return writer;
  };
  SignaturePair.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.SignaturePair();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.pubKeyPrefix = reader.bytes();
      break;
     }
    case 2: {
      message.contract = reader.bytes();
      break;
     }
    case 3: {
      message.ed25519 = reader.bytes();
      break;
     }
    case 4: {
      message.RSA_3072 = reader.bytes();
      break;
     }
    case 5: {
      message.ECDSA_384 = reader.bytes();
      break;
     }
    case 6: {
      message.ECDSASecp256k1 = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.SignaturePair");
     break;
    }
   }
   return message;
  };
  return SignaturePair;
 })();
 proto.SignatureMap = (function() {
  function SignatureMap(properties) {
   this.sigPair = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SignatureMap.prototype.sigPair = $util.emptyArray;
  SignatureMap.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.sigPair != null && message.sigPair.length)
    for (let i = 0; i < message.sigPair.length; ++i)
     $root.proto.SignaturePair.encode(message.sigPair[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  SignatureMap.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.SignatureMap();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.sigPair && message.sigPair.length))
       message.sigPair = [];
      message.sigPair.push($root.proto.SignaturePair.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.SignatureMap");
     break;
    }
   }
   return message;
  };
  return SignatureMap;
 })();
 proto.HederaFunctionality = (function() {
  const valuesById = {}, values = Object.create(valuesById);
  values[valuesById[0] = "NONE"] = 0;
  values[valuesById[1] = "CryptoTransfer"] = 1;
  values[valuesById[2] = "CryptoUpdate"] = 2;
  values[valuesById[3] = "CryptoDelete"] = 3;
  values[valuesById[4] = "CryptoAddLiveHash"] = 4;
  values[valuesById[5] = "CryptoDeleteLiveHash"] = 5;
  values[valuesById[6] = "ContractCall"] = 6;
  values[valuesById[7] = "ContractCreate"] = 7;
  values[valuesById[8] = "ContractUpdate"] = 8;
  values[valuesById[9] = "FileCreate"] = 9;
  values[valuesById[10] = "FileAppend"] = 10;
  values[valuesById[11] = "FileUpdate"] = 11;
  values[valuesById[12] = "FileDelete"] = 12;
  values[valuesById[13] = "CryptoGetAccountBalance"] = 13;
  values[valuesById[14] = "CryptoGetAccountRecords"] = 14;
  values[valuesById[15] = "CryptoGetInfo"] = 15;
  values[valuesById[16] = "ContractCallLocal"] = 16;
  values[valuesById[17] = "ContractGetInfo"] = 17;
  values[valuesById[18] = "ContractGetBytecode"] = 18;
  values[valuesById[19] = "GetBySolidityID"] = 19;
  values[valuesById[20] = "GetByKey"] = 20;
  values[valuesById[21] = "CryptoGetLiveHash"] = 21;
  values[valuesById[22] = "CryptoGetStakers"] = 22;
  values[valuesById[23] = "FileGetContents"] = 23;
  values[valuesById[24] = "FileGetInfo"] = 24;
  values[valuesById[25] = "TransactionGetRecord"] = 25;
  values[valuesById[26] = "ContractGetRecords"] = 26;
  values[valuesById[27] = "CryptoCreate"] = 27;
  values[valuesById[28] = "SystemDelete"] = 28;
  values[valuesById[29] = "SystemUndelete"] = 29;
  values[valuesById[30] = "ContractDelete"] = 30;
  values[valuesById[31] = "Freeze"] = 31;
  values[valuesById[32] = "CreateTransactionRecord"] = 32;
  values[valuesById[33] = "CryptoAccountAutoRenew"] = 33;
  values[valuesById[34] = "ContractAutoRenew"] = 34;
  values[valuesById[35] = "GetVersionInfo"] = 35;
  values[valuesById[36] = "TransactionGetReceipt"] = 36;
  values[valuesById[50] = "ConsensusCreateTopic"] = 50;
  values[valuesById[51] = "ConsensusUpdateTopic"] = 51;
  values[valuesById[52] = "ConsensusDeleteTopic"] = 52;
  values[valuesById[53] = "ConsensusGetTopicInfo"] = 53;
  values[valuesById[54] = "ConsensusSubmitMessage"] = 54;
  values[valuesById[55] = "UncheckedSubmit"] = 55;
  values[valuesById[56] = "TokenCreate"] = 56;
  values[valuesById[58] = "TokenGetInfo"] = 58;
  values[valuesById[59] = "TokenFreezeAccount"] = 59;
  values[valuesById[60] = "TokenUnfreezeAccount"] = 60;
  values[valuesById[61] = "TokenGrantKycToAccount"] = 61;
  values[valuesById[62] = "TokenRevokeKycFromAccount"] = 62;
  values[valuesById[63] = "TokenDelete"] = 63;
  values[valuesById[64] = "TokenUpdate"] = 64;
  values[valuesById[65] = "TokenMint"] = 65;
  values[valuesById[66] = "TokenBurn"] = 66;
  values[valuesById[67] = "TokenAccountWipe"] = 67;
  values[valuesById[68] = "TokenAssociateToAccount"] = 68;
  values[valuesById[69] = "TokenDissociateFromAccount"] = 69;
  values[valuesById[70] = "ScheduleCreate"] = 70;
  values[valuesById[71] = "ScheduleDelete"] = 71;
  values[valuesById[72] = "ScheduleSign"] = 72;
  values[valuesById[73] = "ScheduleGetInfo"] = 73;
  values[valuesById[74] = "TokenGetAccountNftInfos"] = 74;
  values[valuesById[75] = "TokenGetNftInfo"] = 75;
  values[valuesById[76] = "TokenGetNftInfos"] = 76;
  values[valuesById[77] = "TokenFeeScheduleUpdate"] = 77;
  values[valuesById[78] = "NetworkGetExecutionTime"] = 78;
  values[valuesById[79] = "TokenPause"] = 79;
  values[valuesById[80] = "TokenUnpause"] = 80;
  values[valuesById[81] = "CryptoApproveAllowance"] = 81;
  values[valuesById[82] = "CryptoDeleteAllowance"] = 82;
  values[valuesById[83] = "GetAccountDetails"] = 83;
  values[valuesById[84] = "EthereumTransaction"] = 84;
  values[valuesById[85] = "NodeStakeUpdate"] = 85;
  values[valuesById[86] = "UtilPrng"] = 86;
  values[valuesById[87] = "TransactionGetFastRecord"] = 87;
  values[valuesById[88] = "TokenUpdateNfts"] = 88;
  values[valuesById[89] = "NodeCreate"] = 89;
  values[valuesById[90] = "NodeUpdate"] = 90;
  values[valuesById[91] = "NodeDelete"] = 91;
  values[valuesById[92] = "TokenReject"] = 92;
  values[valuesById[93] = "TokenAirdrop"] = 93;
  values[valuesById[94] = "TokenCancelAirdrop"] = 94;
  values[valuesById[95] = "TokenClaimAirdrop"] = 95;
  values[valuesById[100] = "StateSignatureTransaction"] = 100;
  values[valuesById[101] = "HintsKeyPublication"] = 101;
  values[valuesById[102] = "HintsPreprocessingVote"] = 102;
  values[valuesById[103] = "HintsPartialSignature"] = 103;
  values[valuesById[104] = "HistoryAssemblySignature"] = 104;
  values[valuesById[105] = "HistoryProofKeyPublication"] = 105;
  values[valuesById[106] = "HistoryProofVote"] = 106;
  values[valuesById[107] = "CrsPublication"] = 107;
  values[valuesById[108] = "AtomicBatch"] = 108;
  values[valuesById[109] = "LambdaSStore"] = 109;
  values[valuesById[110] = "HookDispatch"] = 110;
  values[valuesById[111] = "HookStore"] = 111;
  values[valuesById[112] = "LedgerIdPublication"] = 112;
  values[valuesById[113] = "RegisteredNodeCreate"] = 113;
  values[valuesById[114] = "RegisteredNodeUpdate"] = 114;
  values[valuesById[115] = "RegisteredNodeDelete"] = 115;
  values[valuesById[116] = "MigrationRootHashVote"] = 116;
  values[valuesById[117] = "ClprUpdateLedgerConfiguration"] = 117;
  values[valuesById[118] = "ClprRegisterChannel"] = 118;
  values[valuesById[119] = "ClprCompleteChannel"] = 119;
  values[valuesById[120] = "ClprCloseChannel"] = 120;
  values[valuesById[121] = "ClprGetLedgerConfiguration"] = 121;
  values[valuesById[122] = "ClprSubmitBundle"] = 122;
  values[valuesById[123] = "ClprRedactMessage"] = 123;
  values[valuesById[124] = "ClprRegisterConnector"] = 124;
  values[valuesById[125] = "ClprDeregisterConnector"] = 125;
  values[valuesById[126] = "ClprCompleteConnector"] = 126;
  values[valuesById[127] = "ClprEndpointPublication"] = 127;
  values[valuesById[128] = "ClprGetEndpointManifest"] = 128;
  return values;
 })();
 proto.FeeComponents = (function() {
  function FeeComponents(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  FeeComponents.prototype.min = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  FeeComponents.prototype.max = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  FeeComponents.prototype.constant = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  FeeComponents.prototype.bpt = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  FeeComponents.prototype.vpt = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  FeeComponents.prototype.rbh = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  FeeComponents.prototype.sbh = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  FeeComponents.prototype.gas = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  FeeComponents.prototype.tv = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  FeeComponents.prototype.bpr = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  FeeComponents.prototype.sbpr = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  FeeComponents.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.min != null && Object.hasOwnProperty.call(message, "min"))
    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.min);
   if (message.max != null && Object.hasOwnProperty.call(message, "max"))
    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.max);
   if (message.constant != null && Object.hasOwnProperty.call(message, "constant"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.constant);
   if (message.bpt != null && Object.hasOwnProperty.call(message, "bpt"))
    writer.uint32(/* id 4, wireType 0 =*/32).int64(message.bpt);
   if (message.vpt != null && Object.hasOwnProperty.call(message, "vpt"))
    writer.uint32(/* id 5, wireType 0 =*/40).int64(message.vpt);
   if (message.rbh != null && Object.hasOwnProperty.call(message, "rbh"))
    writer.uint32(/* id 6, wireType 0 =*/48).int64(message.rbh);
   if (message.sbh != null && Object.hasOwnProperty.call(message, "sbh"))
    writer.uint32(/* id 7, wireType 0 =*/56).int64(message.sbh);
   if (message.gas != null && Object.hasOwnProperty.call(message, "gas"))
    writer.uint32(/* id 8, wireType 0 =*/64).int64(message.gas);
   if (message.tv != null && Object.hasOwnProperty.call(message, "tv"))
    writer.uint32(/* id 9, wireType 0 =*/72).int64(message.tv);
   if (message.bpr != null && Object.hasOwnProperty.call(message, "bpr"))
    writer.uint32(/* id 10, wireType 0 =*/80).int64(message.bpr);
   if (message.sbpr != null && Object.hasOwnProperty.call(message, "sbpr"))
    writer.uint32(/* id 11, wireType 0 =*/88).int64(message.sbpr);
   return writer;
  };
  FeeComponents.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.FeeComponents();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.min = reader.int64();
      break;
     }
    case 2: {
      message.max = reader.int64();
      break;
     }
    case 3: {
      message.constant = reader.int64();
      break;
     }
    case 4: {
      message.bpt = reader.int64();
      break;
     }
    case 5: {
      message.vpt = reader.int64();
      break;
     }
    case 6: {
      message.rbh = reader.int64();
      break;
     }
    case 7: {
      message.sbh = reader.int64();
      break;
     }
    case 8: {
      message.gas = reader.int64();
      break;
     }
    case 9: {
      message.tv = reader.int64();
      break;
     }
    case 10: {
      message.bpr = reader.int64();
      break;
     }
    case 11: {
      message.sbpr = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.FeeComponents");
     break;
    }
   }
   return message;
  };
  return FeeComponents;
 })();
 proto.TransactionFeeSchedule = (function() {
  function TransactionFeeSchedule(properties) {
   this.fees = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TransactionFeeSchedule.prototype.hederaFunctionality = 0;
  TransactionFeeSchedule.prototype.feeData = null;
  TransactionFeeSchedule.prototype.fees = $util.emptyArray;
  TransactionFeeSchedule.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.hederaFunctionality != null && Object.hasOwnProperty.call(message, "hederaFunctionality"))
    writer.uint32(/* id 1, wireType 0 =*/8).int32(message.hederaFunctionality);
   if (message.feeData != null && Object.hasOwnProperty.call(message, "feeData"))
    $root.proto.FeeData.encode(message.feeData, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.fees != null && message.fees.length)
    for (let i = 0; i < message.fees.length; ++i)
     $root.proto.FeeData.encode(message.fees[i], writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   return writer;
  };
  TransactionFeeSchedule.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TransactionFeeSchedule();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.hederaFunctionality = reader.int32();
      break;
     }
    case 2: {
      message.feeData = $root.proto.FeeData.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      if (!(message.fees && message.fees.length))
       message.fees = [];
      message.fees.push($root.proto.FeeData.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TransactionFeeSchedule");
     break;
    }
   }
   return message;
  };
  return TransactionFeeSchedule;
 })();
 proto.FeeData = (function() {
  function FeeData(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  FeeData.prototype.nodedata = null;
  FeeData.prototype.networkdata = null;
  FeeData.prototype.servicedata = null;
  FeeData.prototype.subType = 0;
  FeeData.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.nodedata != null && Object.hasOwnProperty.call(message, "nodedata"))
    $root.proto.FeeComponents.encode(message.nodedata, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.networkdata != null && Object.hasOwnProperty.call(message, "networkdata"))
    $root.proto.FeeComponents.encode(message.networkdata, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.servicedata != null && Object.hasOwnProperty.call(message, "servicedata"))
    $root.proto.FeeComponents.encode(message.servicedata, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.subType != null && Object.hasOwnProperty.call(message, "subType"))
    writer.uint32(/* id 4, wireType 0 =*/32).int32(message.subType);
   return writer;
  };
  FeeData.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.FeeData();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.nodedata = $root.proto.FeeComponents.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.networkdata = $root.proto.FeeComponents.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.servicedata = $root.proto.FeeComponents.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.subType = reader.int32();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.FeeData");
     break;
    }
   }
   return message;
  };
  return FeeData;
 })();
 proto.FeeSchedule = (function() {
  function FeeSchedule(properties) {
   this.transactionFeeSchedule = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  FeeSchedule.prototype.transactionFeeSchedule = $util.emptyArray;
  FeeSchedule.prototype.expiryTime = null;
  FeeSchedule.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.transactionFeeSchedule != null && message.transactionFeeSchedule.length)
    for (let i = 0; i < message.transactionFeeSchedule.length; ++i)
     $root.proto.TransactionFeeSchedule.encode(message.transactionFeeSchedule[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.expiryTime != null && Object.hasOwnProperty.call(message, "expiryTime"))
    $root.proto.TimestampSeconds.encode(message.expiryTime, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  FeeSchedule.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.FeeSchedule();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.transactionFeeSchedule && message.transactionFeeSchedule.length))
       message.transactionFeeSchedule = [];
      message.transactionFeeSchedule.push($root.proto.TransactionFeeSchedule.decode(reader, reader.uint32()));
      break;
     }
    case 2: {
      message.expiryTime = $root.proto.TimestampSeconds.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.FeeSchedule");
     break;
    }
   }
   return message;
  };
  return FeeSchedule;
 })();
 proto.CurrentAndNextFeeSchedule = (function() {
  function CurrentAndNextFeeSchedule(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CurrentAndNextFeeSchedule.prototype.currentFeeSchedule = null;
  CurrentAndNextFeeSchedule.prototype.nextFeeSchedule = null;
  CurrentAndNextFeeSchedule.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.currentFeeSchedule != null && Object.hasOwnProperty.call(message, "currentFeeSchedule"))
    $root.proto.FeeSchedule.encode(message.currentFeeSchedule, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.nextFeeSchedule != null && Object.hasOwnProperty.call(message, "nextFeeSchedule"))
    $root.proto.FeeSchedule.encode(message.nextFeeSchedule, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  CurrentAndNextFeeSchedule.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CurrentAndNextFeeSchedule();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.currentFeeSchedule = $root.proto.FeeSchedule.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.nextFeeSchedule = $root.proto.FeeSchedule.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CurrentAndNextFeeSchedule");
     break;
    }
   }
   return message;
  };
  return CurrentAndNextFeeSchedule;
 })();
 proto.ServiceEndpoint = (function() {
  function ServiceEndpoint(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ServiceEndpoint.prototype.ipAddressV4 = $util.newBuffer([]);
  ServiceEndpoint.prototype.port = 0;
  ServiceEndpoint.prototype.domainName = "";
  ServiceEndpoint.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.ipAddressV4 != null && Object.hasOwnProperty.call(message, "ipAddressV4"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.ipAddressV4);
   if (message.port != null && Object.hasOwnProperty.call(message, "port"))
    writer.uint32(/* id 2, wireType 0 =*/16).int32(message.port);
   if (message.domainName != null && Object.hasOwnProperty.call(message, "domainName"))
    writer.uint32(/* id 3, wireType 2 =*/26).string(message.domainName);
   return writer;
  };
  ServiceEndpoint.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ServiceEndpoint();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.ipAddressV4 = reader.bytes();
      break;
     }
    case 2: {
      message.port = reader.int32();
      break;
     }
    case 3: {
      message.domainName = reader.string();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ServiceEndpoint");
     break;
    }
   }
   return message;
  };
  return ServiceEndpoint;
 })();
 proto.NodeAddress = (function() {
  function NodeAddress(properties) {
   this.serviceEndpoint = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  NodeAddress.prototype.ipAddress = $util.newBuffer([]);
  NodeAddress.prototype.portno = 0;
  NodeAddress.prototype.memo = $util.newBuffer([]);
  NodeAddress.prototype.RSA_PubKey = "";
  NodeAddress.prototype.nodeId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NodeAddress.prototype.nodeAccountId = null;
  NodeAddress.prototype.nodeCertHash = $util.newBuffer([]);
  NodeAddress.prototype.serviceEndpoint = $util.emptyArray;
  NodeAddress.prototype.description = "";
  NodeAddress.prototype.stake = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NodeAddress.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.ipAddress != null && Object.hasOwnProperty.call(message, "ipAddress"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.ipAddress);
   if (message.portno != null && Object.hasOwnProperty.call(message, "portno"))
    writer.uint32(/* id 2, wireType 0 =*/16).int32(message.portno);
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.memo);
   if (message.RSA_PubKey != null && Object.hasOwnProperty.call(message, "RSA_PubKey"))
    writer.uint32(/* id 4, wireType 2 =*/34).string(message.RSA_PubKey);
   if (message.nodeId != null && Object.hasOwnProperty.call(message, "nodeId"))
    writer.uint32(/* id 5, wireType 0 =*/40).int64(message.nodeId);
   if (message.nodeAccountId != null && Object.hasOwnProperty.call(message, "nodeAccountId"))
    $root.proto.AccountID.encode(message.nodeAccountId, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.nodeCertHash != null && Object.hasOwnProperty.call(message, "nodeCertHash"))
    writer.uint32(/* id 7, wireType 2 =*/58).bytes(message.nodeCertHash);
   if (message.serviceEndpoint != null && message.serviceEndpoint.length)
    for (let i = 0; i < message.serviceEndpoint.length; ++i)
     $root.proto.ServiceEndpoint.encode(message.serviceEndpoint[i], writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   if (message.description != null && Object.hasOwnProperty.call(message, "description"))
    writer.uint32(/* id 9, wireType 2 =*/74).string(message.description);
   if (message.stake != null && Object.hasOwnProperty.call(message, "stake"))
    writer.uint32(/* id 10, wireType 0 =*/80).int64(message.stake);
   return writer;
  };
  NodeAddress.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.NodeAddress();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.ipAddress = reader.bytes();
      break;
     }
    case 2: {
      message.portno = reader.int32();
      break;
     }
    case 3: {
      message.memo = reader.bytes();
      break;
     }
    case 4: {
      message.RSA_PubKey = reader.string();
      break;
     }
    case 5: {
      message.nodeId = reader.int64();
      break;
     }
    case 6: {
      message.nodeAccountId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.nodeCertHash = reader.bytes();
      break;
     }
    case 8: {
      if (!(message.serviceEndpoint && message.serviceEndpoint.length))
       message.serviceEndpoint = [];
      message.serviceEndpoint.push($root.proto.ServiceEndpoint.decode(reader, reader.uint32()));
      break;
     }
    case 9: {
      message.description = reader.string();
      break;
     }
    case 10: {
      message.stake = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.NodeAddress");
     break;
    }
   }
   return message;
  };
  return NodeAddress;
 })();
 proto.NodeAddressBook = (function() {
  function NodeAddressBook(properties) {
   this.nodeAddress = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  NodeAddressBook.prototype.nodeAddress = $util.emptyArray;
  NodeAddressBook.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.nodeAddress != null && message.nodeAddress.length)
    for (let i = 0; i < message.nodeAddress.length; ++i)
     $root.proto.NodeAddress.encode(message.nodeAddress[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  NodeAddressBook.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.NodeAddressBook();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.nodeAddress && message.nodeAddress.length))
       message.nodeAddress = [];
      message.nodeAddress.push($root.proto.NodeAddress.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.NodeAddressBook");
     break;
    }
   }
   return message;
  };
  return NodeAddressBook;
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
 proto.Setting = (function() {
  function Setting(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  Setting.prototype.name = "";
  Setting.prototype.value = "";
  Setting.prototype.data = $util.newBuffer([]);
  Setting.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.name != null && Object.hasOwnProperty.call(message, "name"))
    writer.uint32(/* id 1, wireType 2 =*/10).string(message.name);
   if (message.value != null && Object.hasOwnProperty.call(message, "value"))
    writer.uint32(/* id 2, wireType 2 =*/18).string(message.value);
   if (message.data != null && Object.hasOwnProperty.call(message, "data"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.data);
   return writer;
  };
  Setting.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.Setting();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.name = reader.string();
      break;
     }
    case 2: {
      message.value = reader.string();
      break;
     }
    case 3: {
      message.data = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.Setting");
     break;
    }
   }
   return message;
  };
  return Setting;
 })();
 proto.ServicesConfigurationList = (function() {
  function ServicesConfigurationList(properties) {
   this.nameValue = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ServicesConfigurationList.prototype.nameValue = $util.emptyArray;
  ServicesConfigurationList.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.nameValue != null && message.nameValue.length)
    for (let i = 0; i < message.nameValue.length; ++i)
     $root.proto.Setting.encode(message.nameValue[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  ServicesConfigurationList.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ServicesConfigurationList();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.nameValue && message.nameValue.length))
       message.nameValue = [];
      message.nameValue.push($root.proto.Setting.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ServicesConfigurationList");
     break;
    }
   }
   return message;
  };
  return ServicesConfigurationList;
 })();
 proto.TokenAssociation = (function() {
  function TokenAssociation(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenAssociation.prototype.tokenId = null;
  TokenAssociation.prototype.accountId = null;
  TokenAssociation.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.tokenId != null && Object.hasOwnProperty.call(message, "tokenId"))
    $root.proto.TokenID.encode(message.tokenId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.accountId != null && Object.hasOwnProperty.call(message, "accountId"))
    $root.proto.AccountID.encode(message.accountId, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  TokenAssociation.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenAssociation();
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
      message.accountId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenAssociation");
     break;
    }
   }
   return message;
  };
  return TokenAssociation;
 })();
 proto.PendingAirdropId = (function() {
  function PendingAirdropId(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  PendingAirdropId.prototype.senderId = null;
  PendingAirdropId.prototype.receiverId = null;
  PendingAirdropId.prototype.fungibleTokenType = null;
  PendingAirdropId.prototype.nonFungibleToken = null;
  let $oneOfFields;
  Object.defineProperty(PendingAirdropId.prototype, "tokenReference", {
   get: $util.oneOfGetter($oneOfFields = ["fungibleTokenType", "nonFungibleToken"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  PendingAirdropId.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.senderId != null && Object.hasOwnProperty.call(message, "senderId"))
    $root.proto.AccountID.encode(message.senderId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.receiverId != null && Object.hasOwnProperty.call(message, "receiverId"))
    $root.proto.AccountID.encode(message.receiverId, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.fungibleTokenType != null && Object.hasOwnProperty.call(message, "fungibleTokenType"))
    $root.proto.TokenID.encode(message.fungibleTokenType, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.nonFungibleToken != null && Object.hasOwnProperty.call(message, "nonFungibleToken"))
    $root.proto.NftID.encode(message.nonFungibleToken, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   return writer;
  };
  PendingAirdropId.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.PendingAirdropId();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.senderId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.receiverId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.fungibleTokenType = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.nonFungibleToken = $root.proto.NftID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.PendingAirdropId");
     break;
    }
   }
   return message;
  };
  return PendingAirdropId;
 })();
 proto.PendingAirdropValue = (function() {
  function PendingAirdropValue(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  PendingAirdropValue.prototype.amount = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  PendingAirdropValue.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.amount != null && Object.hasOwnProperty.call(message, "amount"))
    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.amount);
   return writer;
  };
  PendingAirdropValue.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.PendingAirdropValue();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.amount = reader.uint64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.PendingAirdropValue");
     break;
    }
   }
   return message;
  };
  return PendingAirdropValue;
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
 proto.TimestampSeconds = (function() {
  function TimestampSeconds(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TimestampSeconds.prototype.seconds = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  TimestampSeconds.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.seconds != null && Object.hasOwnProperty.call(message, "seconds"))
    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.seconds);
   return writer;
  };
  TimestampSeconds.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TimestampSeconds();
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
     $skipUnknown(reader, tag, "proto.TimestampSeconds");
     break;
    }
   }
   return message;
  };
  return TimestampSeconds;
 })();
 proto.SystemDeleteTransactionBody = (function() {
  function SystemDeleteTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SystemDeleteTransactionBody.prototype.fileID = null;
  SystemDeleteTransactionBody.prototype.contractID = null;
  SystemDeleteTransactionBody.prototype.expirationTime = null;
  let $oneOfFields;
  Object.defineProperty(SystemDeleteTransactionBody.prototype, "id", {
   get: $util.oneOfGetter($oneOfFields = ["fileID", "contractID"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  SystemDeleteTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.fileID != null && Object.hasOwnProperty.call(message, "fileID"))
    $root.proto.FileID.encode(message.fileID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.contractID != null && Object.hasOwnProperty.call(message, "contractID"))
    $root.proto.ContractID.encode(message.contractID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.expirationTime != null && Object.hasOwnProperty.call(message, "expirationTime"))
    $root.proto.TimestampSeconds.encode(message.expirationTime, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   return writer;
  };
  SystemDeleteTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.SystemDeleteTransactionBody();
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
      message.contractID = $root.proto.ContractID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.expirationTime = $root.proto.TimestampSeconds.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.SystemDeleteTransactionBody");
     break;
    }
   }
   return message;
  };
  return SystemDeleteTransactionBody;
 })();
 proto.SystemUndeleteTransactionBody = (function() {
  function SystemUndeleteTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SystemUndeleteTransactionBody.prototype.fileID = null;
  SystemUndeleteTransactionBody.prototype.contractID = null;
  let $oneOfFields;
  Object.defineProperty(SystemUndeleteTransactionBody.prototype, "id", {
   get: $util.oneOfGetter($oneOfFields = ["fileID", "contractID"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  SystemUndeleteTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.fileID != null && Object.hasOwnProperty.call(message, "fileID"))
    $root.proto.FileID.encode(message.fileID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.contractID != null && Object.hasOwnProperty.call(message, "contractID"))
    $root.proto.ContractID.encode(message.contractID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  SystemUndeleteTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.SystemUndeleteTransactionBody();
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
      message.contractID = $root.proto.ContractID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.SystemUndeleteTransactionBody");
     break;
    }
   }
   return message;
  };
  return SystemUndeleteTransactionBody;
 })();
 proto.FreezeTransactionBody = (function() {
  function FreezeTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  FreezeTransactionBody.prototype.startHour = 0;
  FreezeTransactionBody.prototype.startMin = 0;
  FreezeTransactionBody.prototype.endHour = 0;
  FreezeTransactionBody.prototype.endMin = 0;
  FreezeTransactionBody.prototype.updateFile = null;
  FreezeTransactionBody.prototype.fileHash = $util.newBuffer([]);
  FreezeTransactionBody.prototype.startTime = null;
  FreezeTransactionBody.prototype.freezeType = 0;
  FreezeTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.startHour != null && Object.hasOwnProperty.call(message, "startHour"))
    writer.uint32(/* id 1, wireType 0 =*/8).int32(message.startHour);
   if (message.startMin != null && Object.hasOwnProperty.call(message, "startMin"))
    writer.uint32(/* id 2, wireType 0 =*/16).int32(message.startMin);
   if (message.endHour != null && Object.hasOwnProperty.call(message, "endHour"))
    writer.uint32(/* id 3, wireType 0 =*/24).int32(message.endHour);
   if (message.endMin != null && Object.hasOwnProperty.call(message, "endMin"))
    writer.uint32(/* id 4, wireType 0 =*/32).int32(message.endMin);
   if (message.updateFile != null && Object.hasOwnProperty.call(message, "updateFile"))
    $root.proto.FileID.encode(message.updateFile, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   if (message.fileHash != null && Object.hasOwnProperty.call(message, "fileHash"))
    writer.uint32(/* id 6, wireType 2 =*/50).bytes(message.fileHash);
   if (message.startTime != null && Object.hasOwnProperty.call(message, "startTime"))
    $root.proto.Timestamp.encode(message.startTime, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.freezeType != null && Object.hasOwnProperty.call(message, "freezeType"))
    writer.uint32(/* id 8, wireType 0 =*/64).int32(message.freezeType);
   return writer;
  };
  FreezeTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.FreezeTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.startHour = reader.int32();
      break;
     }
    case 2: {
      message.startMin = reader.int32();
      break;
     }
    case 3: {
      message.endHour = reader.int32();
      break;
     }
    case 4: {
      message.endMin = reader.int32();
      break;
     }
    case 5: {
      message.updateFile = $root.proto.FileID.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.fileHash = reader.bytes();
      break;
     }
    case 7: {
      message.startTime = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.freezeType = reader.int32();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.FreezeTransactionBody");
     break;
    }
   }
   return message;
  };
  return FreezeTransactionBody;
 })();
 proto.FreezeType = (function() {
  const valuesById = {}, values = Object.create(valuesById);
  values[valuesById[0] = "UNKNOWN_FREEZE_TYPE"] = 0;
  values[valuesById[1] = "FREEZE_ONLY"] = 1;
  values[valuesById[2] = "PREPARE_UPGRADE"] = 2;
  values[valuesById[3] = "FREEZE_UPGRADE"] = 3;
  values[valuesById[4] = "FREEZE_ABORT"] = 4;
  values[valuesById[5] = "TELEMETRY_UPGRADE"] = 5;
  return values;
 })();
 proto.ContractCallTransactionBody = (function() {
  function ContractCallTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractCallTransactionBody.prototype.contractID = null;
  ContractCallTransactionBody.prototype.gas = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  ContractCallTransactionBody.prototype.amount = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  ContractCallTransactionBody.prototype.functionParameters = $util.newBuffer([]);
  ContractCallTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.contractID != null && Object.hasOwnProperty.call(message, "contractID"))
    $root.proto.ContractID.encode(message.contractID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.gas != null && Object.hasOwnProperty.call(message, "gas"))
    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.gas);
   if (message.amount != null && Object.hasOwnProperty.call(message, "amount"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.amount);
   if (message.functionParameters != null && Object.hasOwnProperty.call(message, "functionParameters"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.functionParameters);
   return writer;
  };
  ContractCallTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractCallTransactionBody();
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
      message.gas = reader.int64();
      break;
     }
    case 3: {
      message.amount = reader.int64();
      break;
     }
    case 4: {
      message.functionParameters = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ContractCallTransactionBody");
     break;
    }
   }
   return message;
  };
  return ContractCallTransactionBody;
 })();
 proto.ContractCreateTransactionBody = (function() {
  function ContractCreateTransactionBody(properties) {
   this.hookCreationDetails = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractCreateTransactionBody.prototype.fileID = null;
  ContractCreateTransactionBody.prototype.initcode = null;
  ContractCreateTransactionBody.prototype.adminKey = null;
  ContractCreateTransactionBody.prototype.gas = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  ContractCreateTransactionBody.prototype.initialBalance = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  ContractCreateTransactionBody.prototype.proxyAccountID = null;
  ContractCreateTransactionBody.prototype.autoRenewPeriod = null;
  ContractCreateTransactionBody.prototype.constructorParameters = $util.newBuffer([]);
  ContractCreateTransactionBody.prototype.shardID = null;
  ContractCreateTransactionBody.prototype.realmID = null;
  ContractCreateTransactionBody.prototype.newRealmAdminKey = null;
  ContractCreateTransactionBody.prototype.memo = "";
  ContractCreateTransactionBody.prototype.maxAutomaticTokenAssociations = 0;
  ContractCreateTransactionBody.prototype.autoRenewAccountId = null;
  ContractCreateTransactionBody.prototype.stakedAccountId = null;
  ContractCreateTransactionBody.prototype.stakedNodeId = null;
  ContractCreateTransactionBody.prototype.declineReward = false;
  ContractCreateTransactionBody.prototype.hookCreationDetails = $util.emptyArray;
  let $oneOfFields;
  Object.defineProperty(ContractCreateTransactionBody.prototype, "initcodeSource", {
   get: $util.oneOfGetter($oneOfFields = ["fileID", "initcode"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Object.defineProperty(ContractCreateTransactionBody.prototype, "stakedId", {
   get: $util.oneOfGetter($oneOfFields = ["stakedAccountId", "stakedNodeId"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  ContractCreateTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.fileID != null && Object.hasOwnProperty.call(message, "fileID"))
    $root.proto.FileID.encode(message.fileID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.adminKey != null && Object.hasOwnProperty.call(message, "adminKey"))
    $root.proto.Key.encode(message.adminKey, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.gas != null && Object.hasOwnProperty.call(message, "gas"))
    writer.uint32(/* id 4, wireType 0 =*/32).int64(message.gas);
   if (message.initialBalance != null && Object.hasOwnProperty.call(message, "initialBalance"))
    writer.uint32(/* id 5, wireType 0 =*/40).int64(message.initialBalance);
   if (message.proxyAccountID != null && Object.hasOwnProperty.call(message, "proxyAccountID"))
    $root.proto.AccountID.encode(message.proxyAccountID, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.autoRenewPeriod != null && Object.hasOwnProperty.call(message, "autoRenewPeriod"))
    $root.proto.Duration.encode(message.autoRenewPeriod, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   if (message.constructorParameters != null && Object.hasOwnProperty.call(message, "constructorParameters"))
    writer.uint32(/* id 9, wireType 2 =*/74).bytes(message.constructorParameters);
   if (message.shardID != null && Object.hasOwnProperty.call(message, "shardID"))
    $root.proto.ShardID.encode(message.shardID, writer.uint32(/* id 10, wireType 2 =*/82).fork()).ldelim();
   if (message.realmID != null && Object.hasOwnProperty.call(message, "realmID"))
    $root.proto.RealmID.encode(message.realmID, writer.uint32(/* id 11, wireType 2 =*/90).fork()).ldelim();
   if (message.newRealmAdminKey != null && Object.hasOwnProperty.call(message, "newRealmAdminKey"))
    $root.proto.Key.encode(message.newRealmAdminKey, writer.uint32(/* id 12, wireType 2 =*/98).fork()).ldelim();
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    writer.uint32(/* id 13, wireType 2 =*/106).string(message.memo);
   if (message.maxAutomaticTokenAssociations != null && Object.hasOwnProperty.call(message, "maxAutomaticTokenAssociations"))
    writer.uint32(/* id 14, wireType 0 =*/112).int32(message.maxAutomaticTokenAssociations);
   if (message.autoRenewAccountId != null && Object.hasOwnProperty.call(message, "autoRenewAccountId"))
    $root.proto.AccountID.encode(message.autoRenewAccountId, writer.uint32(/* id 15, wireType 2 =*/122).fork()).ldelim();
   if (message.initcode != null && Object.hasOwnProperty.call(message, "initcode"))
    writer.uint32(/* id 16, wireType 2 =*/130).bytes(message.initcode);
   if (message.stakedAccountId != null && Object.hasOwnProperty.call(message, "stakedAccountId"))
    $root.proto.AccountID.encode(message.stakedAccountId, writer.uint32(/* id 17, wireType 2 =*/138).fork()).ldelim();
   if (message.stakedNodeId != null && Object.hasOwnProperty.call(message, "stakedNodeId"))
    writer.uint32(/* id 18, wireType 0 =*/144).int64(message.stakedNodeId);
   if (message.declineReward != null && Object.hasOwnProperty.call(message, "declineReward"))
    writer.uint32(/* id 19, wireType 0 =*/152).bool(message.declineReward);
   if (message.hookCreationDetails != null && message.hookCreationDetails.length)
    for (let i = 0; i < message.hookCreationDetails.length; ++i)
     $root.com.hedera.hapi.node.hooks.HookCreationDetails.encode(message.hookCreationDetails[i], writer.uint32(/* id 20, wireType 2 =*/162).fork()).ldelim();
   return writer;
  };
  ContractCreateTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractCreateTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.fileID = $root.proto.FileID.decode(reader, reader.uint32());
      break;
     }
    case 16: {
      message.initcode = reader.bytes();
      break;
     }
    case 3: {
      message.adminKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.gas = reader.int64();
      break;
     }
    case 5: {
      message.initialBalance = reader.int64();
      break;
     }
    case 6: {
      message.proxyAccountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.autoRenewPeriod = $root.proto.Duration.decode(reader, reader.uint32());
      break;
     }
    case 9: {
      message.constructorParameters = reader.bytes();
      break;
     }
    case 10: {
      message.shardID = $root.proto.ShardID.decode(reader, reader.uint32());
      break;
     }
    case 11: {
      message.realmID = $root.proto.RealmID.decode(reader, reader.uint32());
      break;
     }
    case 12: {
      message.newRealmAdminKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 13: {
      message.memo = reader.string();
      break;
     }
    case 14: {
      message.maxAutomaticTokenAssociations = reader.int32();
      break;
     }
    case 15: {
      message.autoRenewAccountId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 17: {
      message.stakedAccountId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 18: {
      message.stakedNodeId = reader.int64();
      break;
     }
    case 19: {
      message.declineReward = reader.bool();
      break;
     }
    case 20: {
      if (!(message.hookCreationDetails && message.hookCreationDetails.length))
       message.hookCreationDetails = [];
      message.hookCreationDetails.push($root.com.hedera.hapi.node.hooks.HookCreationDetails.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ContractCreateTransactionBody");
     break;
    }
   }
   return message;
  };
  return ContractCreateTransactionBody;
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
 proto.ContractUpdateTransactionBody = (function() {
  function ContractUpdateTransactionBody(properties) {
   this.hookIdsToDelete = [];
   this.hookCreationDetails = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractUpdateTransactionBody.prototype.contractID = null;
  ContractUpdateTransactionBody.prototype.expirationTime = null;
  ContractUpdateTransactionBody.prototype.adminKey = null;
  ContractUpdateTransactionBody.prototype.proxyAccountID = null;
  ContractUpdateTransactionBody.prototype.autoRenewPeriod = null;
  ContractUpdateTransactionBody.prototype.fileID = null;
  ContractUpdateTransactionBody.prototype.memo = null;
  ContractUpdateTransactionBody.prototype.memoWrapper = null;
  ContractUpdateTransactionBody.prototype.maxAutomaticTokenAssociations = null;
  ContractUpdateTransactionBody.prototype.autoRenewAccountId = null;
  ContractUpdateTransactionBody.prototype.stakedAccountId = null;
  ContractUpdateTransactionBody.prototype.stakedNodeId = null;
  ContractUpdateTransactionBody.prototype.declineReward = null;
  ContractUpdateTransactionBody.prototype.hookIdsToDelete = $util.emptyArray;
  ContractUpdateTransactionBody.prototype.hookCreationDetails = $util.emptyArray;
  let $oneOfFields;
  Object.defineProperty(ContractUpdateTransactionBody.prototype, "memoField", {
   get: $util.oneOfGetter($oneOfFields = ["memo", "memoWrapper"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Object.defineProperty(ContractUpdateTransactionBody.prototype, "stakedId", {
   get: $util.oneOfGetter($oneOfFields = ["stakedAccountId", "stakedNodeId"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  ContractUpdateTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.contractID != null && Object.hasOwnProperty.call(message, "contractID"))
    $root.proto.ContractID.encode(message.contractID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.expirationTime != null && Object.hasOwnProperty.call(message, "expirationTime"))
    $root.proto.Timestamp.encode(message.expirationTime, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.adminKey != null && Object.hasOwnProperty.call(message, "adminKey"))
    $root.proto.Key.encode(message.adminKey, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.proxyAccountID != null && Object.hasOwnProperty.call(message, "proxyAccountID"))
    $root.proto.AccountID.encode(message.proxyAccountID, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.autoRenewPeriod != null && Object.hasOwnProperty.call(message, "autoRenewPeriod"))
    $root.proto.Duration.encode(message.autoRenewPeriod, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.fileID != null && Object.hasOwnProperty.call(message, "fileID"))
    $root.proto.FileID.encode(message.fileID, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    writer.uint32(/* id 9, wireType 2 =*/74).string(message.memo);
   if (message.memoWrapper != null && Object.hasOwnProperty.call(message, "memoWrapper"))
    $root.google.protobuf.StringValue.encode(message.memoWrapper, writer.uint32(/* id 10, wireType 2 =*/82).fork()).ldelim();
   if (message.maxAutomaticTokenAssociations != null && Object.hasOwnProperty.call(message, "maxAutomaticTokenAssociations"))
    $root.google.protobuf.Int32Value.encode(message.maxAutomaticTokenAssociations, writer.uint32(/* id 11, wireType 2 =*/90).fork()).ldelim();
   if (message.autoRenewAccountId != null && Object.hasOwnProperty.call(message, "autoRenewAccountId"))
    $root.proto.AccountID.encode(message.autoRenewAccountId, writer.uint32(/* id 12, wireType 2 =*/98).fork()).ldelim();
   if (message.stakedAccountId != null && Object.hasOwnProperty.call(message, "stakedAccountId"))
    $root.proto.AccountID.encode(message.stakedAccountId, writer.uint32(/* id 13, wireType 2 =*/106).fork()).ldelim();
   if (message.stakedNodeId != null && Object.hasOwnProperty.call(message, "stakedNodeId"))
    writer.uint32(/* id 14, wireType 0 =*/112).int64(message.stakedNodeId);
   if (message.declineReward != null && Object.hasOwnProperty.call(message, "declineReward"))
    $root.google.protobuf.BoolValue.encode(message.declineReward, writer.uint32(/* id 15, wireType 2 =*/122).fork()).ldelim();
   if (message.hookIdsToDelete != null && message.hookIdsToDelete.length) {
    writer.uint32(/* id 16, wireType 2 =*/130).fork();
    for (let i = 0; i < message.hookIdsToDelete.length; ++i)
     writer.int64(message.hookIdsToDelete[i]);
    writer.ldelim();
   }
   if (message.hookCreationDetails != null && message.hookCreationDetails.length)
    for (let i = 0; i < message.hookCreationDetails.length; ++i)
     $root.com.hedera.hapi.node.hooks.HookCreationDetails.encode(message.hookCreationDetails[i], writer.uint32(/* id 17, wireType 2 =*/138).fork()).ldelim();
   return writer;
  };
  ContractUpdateTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractUpdateTransactionBody();
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
      message.expirationTime = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.adminKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.proxyAccountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.autoRenewPeriod = $root.proto.Duration.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.fileID = $root.proto.FileID.decode(reader, reader.uint32());
      break;
     }
    case 9: {
      message.memo = reader.string();
      break;
     }
    case 10: {
      message.memoWrapper = $root.google.protobuf.StringValue.decode(reader, reader.uint32());
      break;
     }
    case 11: {
      message.maxAutomaticTokenAssociations = $root.google.protobuf.Int32Value.decode(reader, reader.uint32());
      break;
     }
    case 12: {
      message.autoRenewAccountId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 13: {
      message.stakedAccountId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 14: {
      message.stakedNodeId = reader.int64();
      break;
     }
    case 15: {
      message.declineReward = $root.google.protobuf.BoolValue.decode(reader, reader.uint32());
      break;
     }
    case 16: {
      if (!(message.hookIdsToDelete && message.hookIdsToDelete.length))
       message.hookIdsToDelete = [];
      if ((tag & 7) === 2) {
       let end2 = reader.uint32() + reader.pos;
       while (reader.pos < end2)
        message.hookIdsToDelete.push(reader.int64());
      } else
       message.hookIdsToDelete.push(reader.int64());
      break;
     }
    case 17: {
      if (!(message.hookCreationDetails && message.hookCreationDetails.length))
       message.hookCreationDetails = [];
      message.hookCreationDetails.push($root.com.hedera.hapi.node.hooks.HookCreationDetails.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ContractUpdateTransactionBody");
     break;
    }
   }
   return message;
  };
  return ContractUpdateTransactionBody;
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
 proto.CryptoAddLiveHashTransactionBody = (function() {
  function CryptoAddLiveHashTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CryptoAddLiveHashTransactionBody.prototype.liveHash = null;
  CryptoAddLiveHashTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.liveHash != null && Object.hasOwnProperty.call(message, "liveHash"))
    $root.proto.LiveHash.encode(message.liveHash, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   return writer;
  };
  CryptoAddLiveHashTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CryptoAddLiveHashTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 3: {
      message.liveHash = $root.proto.LiveHash.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CryptoAddLiveHashTransactionBody");
     break;
    }
   }
   return message;
  };
  return CryptoAddLiveHashTransactionBody;
 })();
 proto.CryptoCreateTransactionBody = (function() {
  function CryptoCreateTransactionBody(properties) {
   this.hookCreationDetails = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CryptoCreateTransactionBody.prototype.key = null;
  CryptoCreateTransactionBody.prototype.initialBalance = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  CryptoCreateTransactionBody.prototype.proxyAccountID = null;
  CryptoCreateTransactionBody.prototype.sendRecordThreshold = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  CryptoCreateTransactionBody.prototype.receiveRecordThreshold = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  CryptoCreateTransactionBody.prototype.receiverSigRequired = false;
  CryptoCreateTransactionBody.prototype.autoRenewPeriod = null;
  CryptoCreateTransactionBody.prototype.shardID = null;
  CryptoCreateTransactionBody.prototype.realmID = null;
  CryptoCreateTransactionBody.prototype.newRealmAdminKey = null;
  CryptoCreateTransactionBody.prototype.memo = "";
  CryptoCreateTransactionBody.prototype.maxAutomaticTokenAssociations = 0;
  CryptoCreateTransactionBody.prototype.stakedAccountId = null;
  CryptoCreateTransactionBody.prototype.stakedNodeId = null;
  CryptoCreateTransactionBody.prototype.declineReward = false;
  CryptoCreateTransactionBody.prototype.alias = $util.newBuffer([]);
  CryptoCreateTransactionBody.prototype.hookCreationDetails = $util.emptyArray;
  CryptoCreateTransactionBody.prototype.delegationAddress = $util.newBuffer([]);
  let $oneOfFields;
  Object.defineProperty(CryptoCreateTransactionBody.prototype, "stakedId", {
   get: $util.oneOfGetter($oneOfFields = ["stakedAccountId", "stakedNodeId"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  CryptoCreateTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.key != null && Object.hasOwnProperty.call(message, "key"))
    $root.proto.Key.encode(message.key, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.initialBalance != null && Object.hasOwnProperty.call(message, "initialBalance"))
    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.initialBalance);
   if (message.proxyAccountID != null && Object.hasOwnProperty.call(message, "proxyAccountID"))
    $root.proto.AccountID.encode(message.proxyAccountID, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.sendRecordThreshold != null && Object.hasOwnProperty.call(message, "sendRecordThreshold"))
    writer.uint32(/* id 6, wireType 0 =*/48).uint64(message.sendRecordThreshold);
   if (message.receiveRecordThreshold != null && Object.hasOwnProperty.call(message, "receiveRecordThreshold"))
    writer.uint32(/* id 7, wireType 0 =*/56).uint64(message.receiveRecordThreshold);
   if (message.receiverSigRequired != null && Object.hasOwnProperty.call(message, "receiverSigRequired"))
    writer.uint32(/* id 8, wireType 0 =*/64).bool(message.receiverSigRequired);
   if (message.autoRenewPeriod != null && Object.hasOwnProperty.call(message, "autoRenewPeriod"))
    $root.proto.Duration.encode(message.autoRenewPeriod, writer.uint32(/* id 9, wireType 2 =*/74).fork()).ldelim();
   if (message.shardID != null && Object.hasOwnProperty.call(message, "shardID"))
    $root.proto.ShardID.encode(message.shardID, writer.uint32(/* id 10, wireType 2 =*/82).fork()).ldelim();
   if (message.realmID != null && Object.hasOwnProperty.call(message, "realmID"))
    $root.proto.RealmID.encode(message.realmID, writer.uint32(/* id 11, wireType 2 =*/90).fork()).ldelim();
   if (message.newRealmAdminKey != null && Object.hasOwnProperty.call(message, "newRealmAdminKey"))
    $root.proto.Key.encode(message.newRealmAdminKey, writer.uint32(/* id 12, wireType 2 =*/98).fork()).ldelim();
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    writer.uint32(/* id 13, wireType 2 =*/106).string(message.memo);
   if (message.maxAutomaticTokenAssociations != null && Object.hasOwnProperty.call(message, "maxAutomaticTokenAssociations"))
    writer.uint32(/* id 14, wireType 0 =*/112).int32(message.maxAutomaticTokenAssociations);
   if (message.stakedAccountId != null && Object.hasOwnProperty.call(message, "stakedAccountId"))
    $root.proto.AccountID.encode(message.stakedAccountId, writer.uint32(/* id 15, wireType 2 =*/122).fork()).ldelim();
   if (message.stakedNodeId != null && Object.hasOwnProperty.call(message, "stakedNodeId"))
    writer.uint32(/* id 16, wireType 0 =*/128).int64(message.stakedNodeId);
   if (message.declineReward != null && Object.hasOwnProperty.call(message, "declineReward"))
    writer.uint32(/* id 17, wireType 0 =*/136).bool(message.declineReward);
   if (message.alias != null && Object.hasOwnProperty.call(message, "alias"))
    writer.uint32(/* id 18, wireType 2 =*/146).bytes(message.alias);
   if (message.hookCreationDetails != null && message.hookCreationDetails.length)
    for (let i = 0; i < message.hookCreationDetails.length; ++i)
     $root.com.hedera.hapi.node.hooks.HookCreationDetails.encode(message.hookCreationDetails[i], writer.uint32(/* id 19, wireType 2 =*/154).fork()).ldelim();
   if (message.delegationAddress != null && Object.hasOwnProperty.call(message, "delegationAddress"))
    writer.uint32(/* id 20, wireType 2 =*/162).bytes(message.delegationAddress);
   return writer;
  };
  CryptoCreateTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CryptoCreateTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.key = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.initialBalance = reader.uint64();
      break;
     }
    case 3: {
      message.proxyAccountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.sendRecordThreshold = reader.uint64();
      break;
     }
    case 7: {
      message.receiveRecordThreshold = reader.uint64();
      break;
     }
    case 8: {
      message.receiverSigRequired = reader.bool();
      break;
     }
    case 9: {
      message.autoRenewPeriod = $root.proto.Duration.decode(reader, reader.uint32());
      break;
     }
    case 10: {
      message.shardID = $root.proto.ShardID.decode(reader, reader.uint32());
      break;
     }
    case 11: {
      message.realmID = $root.proto.RealmID.decode(reader, reader.uint32());
      break;
     }
    case 12: {
      message.newRealmAdminKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 13: {
      message.memo = reader.string();
      break;
     }
    case 14: {
      message.maxAutomaticTokenAssociations = reader.int32();
      break;
     }
    case 15: {
      message.stakedAccountId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 16: {
      message.stakedNodeId = reader.int64();
      break;
     }
    case 17: {
      message.declineReward = reader.bool();
      break;
     }
    case 18: {
      message.alias = reader.bytes();
      break;
     }
    case 19: {
      if (!(message.hookCreationDetails && message.hookCreationDetails.length))
       message.hookCreationDetails = [];
      message.hookCreationDetails.push($root.com.hedera.hapi.node.hooks.HookCreationDetails.decode(reader, reader.uint32()));
      break;
     }
    case 20: {
      message.delegationAddress = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CryptoCreateTransactionBody");
     break;
    }
   }
   return message;
  };
  return CryptoCreateTransactionBody;
 })();
 proto.CryptoDeleteTransactionBody = (function() {
  function CryptoDeleteTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CryptoDeleteTransactionBody.prototype.transferAccountID = null;
  CryptoDeleteTransactionBody.prototype.deleteAccountID = null;
  CryptoDeleteTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.transferAccountID != null && Object.hasOwnProperty.call(message, "transferAccountID"))
    $root.proto.AccountID.encode(message.transferAccountID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.deleteAccountID != null && Object.hasOwnProperty.call(message, "deleteAccountID"))
    $root.proto.AccountID.encode(message.deleteAccountID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  CryptoDeleteTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CryptoDeleteTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.transferAccountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.deleteAccountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CryptoDeleteTransactionBody");
     break;
    }
   }
   return message;
  };
  return CryptoDeleteTransactionBody;
 })();
 proto.CryptoDeleteLiveHashTransactionBody = (function() {
  function CryptoDeleteLiveHashTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CryptoDeleteLiveHashTransactionBody.prototype.accountOfLiveHash = null;
  CryptoDeleteLiveHashTransactionBody.prototype.liveHashToDelete = $util.newBuffer([]);
  CryptoDeleteLiveHashTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.accountOfLiveHash != null && Object.hasOwnProperty.call(message, "accountOfLiveHash"))
    $root.proto.AccountID.encode(message.accountOfLiveHash, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.liveHashToDelete != null && Object.hasOwnProperty.call(message, "liveHashToDelete"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.liveHashToDelete);
   return writer;
  };
  CryptoDeleteLiveHashTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CryptoDeleteLiveHashTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.accountOfLiveHash = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.liveHashToDelete = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CryptoDeleteLiveHashTransactionBody");
     break;
    }
   }
   return message;
  };
  return CryptoDeleteLiveHashTransactionBody;
 })();
 proto.CryptoTransferTransactionBody = (function() {
  function CryptoTransferTransactionBody(properties) {
   this.tokenTransfers = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CryptoTransferTransactionBody.prototype.transfers = null;
  CryptoTransferTransactionBody.prototype.tokenTransfers = $util.emptyArray;
  CryptoTransferTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.transfers != null && Object.hasOwnProperty.call(message, "transfers"))
    $root.proto.TransferList.encode(message.transfers, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.tokenTransfers != null && message.tokenTransfers.length)
    for (let i = 0; i < message.tokenTransfers.length; ++i)
     $root.proto.TokenTransferList.encode(message.tokenTransfers[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  CryptoTransferTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CryptoTransferTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.transfers = $root.proto.TransferList.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      if (!(message.tokenTransfers && message.tokenTransfers.length))
       message.tokenTransfers = [];
      message.tokenTransfers.push($root.proto.TokenTransferList.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CryptoTransferTransactionBody");
     break;
    }
   }
   return message;
  };
  return CryptoTransferTransactionBody;
 })();
 proto.CryptoUpdateTransactionBody = (function() {
  function CryptoUpdateTransactionBody(properties) {
   this.hookIdsToDelete = [];
   this.hookCreationDetails = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CryptoUpdateTransactionBody.prototype.accountIDToUpdate = null;
  CryptoUpdateTransactionBody.prototype.key = null;
  CryptoUpdateTransactionBody.prototype.proxyAccountID = null;
  CryptoUpdateTransactionBody.prototype.proxyFraction = 0;
  CryptoUpdateTransactionBody.prototype.sendRecordThreshold = null;
  CryptoUpdateTransactionBody.prototype.sendRecordThresholdWrapper = null;
  CryptoUpdateTransactionBody.prototype.receiveRecordThreshold = null;
  CryptoUpdateTransactionBody.prototype.receiveRecordThresholdWrapper = null;
  CryptoUpdateTransactionBody.prototype.autoRenewPeriod = null;
  CryptoUpdateTransactionBody.prototype.expirationTime = null;
  CryptoUpdateTransactionBody.prototype.receiverSigRequired = null;
  CryptoUpdateTransactionBody.prototype.receiverSigRequiredWrapper = null;
  CryptoUpdateTransactionBody.prototype.memo = null;
  CryptoUpdateTransactionBody.prototype.maxAutomaticTokenAssociations = null;
  CryptoUpdateTransactionBody.prototype.stakedAccountId = null;
  CryptoUpdateTransactionBody.prototype.stakedNodeId = null;
  CryptoUpdateTransactionBody.prototype.declineReward = null;
  CryptoUpdateTransactionBody.prototype.hookIdsToDelete = $util.emptyArray;
  CryptoUpdateTransactionBody.prototype.hookCreationDetails = $util.emptyArray;
  CryptoUpdateTransactionBody.prototype.delegationAddress = $util.newBuffer([]);
  let $oneOfFields;
  Object.defineProperty(CryptoUpdateTransactionBody.prototype, "sendRecordThresholdField", {
   get: $util.oneOfGetter($oneOfFields = ["sendRecordThreshold", "sendRecordThresholdWrapper"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Object.defineProperty(CryptoUpdateTransactionBody.prototype, "receiveRecordThresholdField", {
   get: $util.oneOfGetter($oneOfFields = ["receiveRecordThreshold", "receiveRecordThresholdWrapper"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Object.defineProperty(CryptoUpdateTransactionBody.prototype, "receiverSigRequiredField", {
   get: $util.oneOfGetter($oneOfFields = ["receiverSigRequired", "receiverSigRequiredWrapper"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Object.defineProperty(CryptoUpdateTransactionBody.prototype, "stakedId", {
   get: $util.oneOfGetter($oneOfFields = ["stakedAccountId", "stakedNodeId"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  CryptoUpdateTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.accountIDToUpdate != null && Object.hasOwnProperty.call(message, "accountIDToUpdate"))
    $root.proto.AccountID.encode(message.accountIDToUpdate, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.key != null && Object.hasOwnProperty.call(message, "key"))
    $root.proto.Key.encode(message.key, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.proxyAccountID != null && Object.hasOwnProperty.call(message, "proxyAccountID"))
    $root.proto.AccountID.encode(message.proxyAccountID, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   if (message.proxyFraction != null && Object.hasOwnProperty.call(message, "proxyFraction"))
    writer.uint32(/* id 5, wireType 0 =*/40).int32(message.proxyFraction);
   if (message.sendRecordThreshold != null && Object.hasOwnProperty.call(message, "sendRecordThreshold"))
    writer.uint32(/* id 6, wireType 0 =*/48).uint64(message.sendRecordThreshold);
   if (message.receiveRecordThreshold != null && Object.hasOwnProperty.call(message, "receiveRecordThreshold"))
    writer.uint32(/* id 7, wireType 0 =*/56).uint64(message.receiveRecordThreshold);
   if (message.autoRenewPeriod != null && Object.hasOwnProperty.call(message, "autoRenewPeriod"))
    $root.proto.Duration.encode(message.autoRenewPeriod, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   if (message.expirationTime != null && Object.hasOwnProperty.call(message, "expirationTime"))
    $root.proto.Timestamp.encode(message.expirationTime, writer.uint32(/* id 9, wireType 2 =*/74).fork()).ldelim();
   if (message.receiverSigRequired != null && Object.hasOwnProperty.call(message, "receiverSigRequired"))
    writer.uint32(/* id 10, wireType 0 =*/80).bool(message.receiverSigRequired);
   if (message.sendRecordThresholdWrapper != null && Object.hasOwnProperty.call(message, "sendRecordThresholdWrapper"))
    $root.google.protobuf.UInt64Value.encode(message.sendRecordThresholdWrapper, writer.uint32(/* id 11, wireType 2 =*/90).fork()).ldelim();
   if (message.receiveRecordThresholdWrapper != null && Object.hasOwnProperty.call(message, "receiveRecordThresholdWrapper"))
    $root.google.protobuf.UInt64Value.encode(message.receiveRecordThresholdWrapper, writer.uint32(/* id 12, wireType 2 =*/98).fork()).ldelim();
   if (message.receiverSigRequiredWrapper != null && Object.hasOwnProperty.call(message, "receiverSigRequiredWrapper"))
    $root.google.protobuf.BoolValue.encode(message.receiverSigRequiredWrapper, writer.uint32(/* id 13, wireType 2 =*/106).fork()).ldelim();
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    $root.google.protobuf.StringValue.encode(message.memo, writer.uint32(/* id 14, wireType 2 =*/114).fork()).ldelim();
   if (message.maxAutomaticTokenAssociations != null && Object.hasOwnProperty.call(message, "maxAutomaticTokenAssociations"))
    $root.google.protobuf.Int32Value.encode(message.maxAutomaticTokenAssociations, writer.uint32(/* id 15, wireType 2 =*/122).fork()).ldelim();
   if (message.stakedAccountId != null && Object.hasOwnProperty.call(message, "stakedAccountId"))
    $root.proto.AccountID.encode(message.stakedAccountId, writer.uint32(/* id 16, wireType 2 =*/130).fork()).ldelim();
   if (message.stakedNodeId != null && Object.hasOwnProperty.call(message, "stakedNodeId"))
    writer.uint32(/* id 17, wireType 0 =*/136).int64(message.stakedNodeId);
   if (message.declineReward != null && Object.hasOwnProperty.call(message, "declineReward"))
    $root.google.protobuf.BoolValue.encode(message.declineReward, writer.uint32(/* id 18, wireType 2 =*/146).fork()).ldelim();
   if (message.hookIdsToDelete != null && message.hookIdsToDelete.length) {
    writer.uint32(/* id 19, wireType 2 =*/154).fork();
    for (let i = 0; i < message.hookIdsToDelete.length; ++i)
     writer.int64(message.hookIdsToDelete[i]);
    writer.ldelim();
   }
   if (message.hookCreationDetails != null && message.hookCreationDetails.length)
    for (let i = 0; i < message.hookCreationDetails.length; ++i)
     $root.com.hedera.hapi.node.hooks.HookCreationDetails.encode(message.hookCreationDetails[i], writer.uint32(/* id 20, wireType 2 =*/162).fork()).ldelim();
   if (message.delegationAddress != null && Object.hasOwnProperty.call(message, "delegationAddress"))
    writer.uint32(/* id 21, wireType 2 =*/170).bytes(message.delegationAddress);
   return writer;
  };
  CryptoUpdateTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CryptoUpdateTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 2: {
      message.accountIDToUpdate = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.key = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.proxyAccountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 5: {
      message.proxyFraction = reader.int32();
      break;
     }
    case 6: {
      message.sendRecordThreshold = reader.uint64();
      break;
     }
    case 11: {
      message.sendRecordThresholdWrapper = $root.google.protobuf.UInt64Value.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.receiveRecordThreshold = reader.uint64();
      break;
     }
    case 12: {
      message.receiveRecordThresholdWrapper = $root.google.protobuf.UInt64Value.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.autoRenewPeriod = $root.proto.Duration.decode(reader, reader.uint32());
      break;
     }
    case 9: {
      message.expirationTime = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 10: {
      message.receiverSigRequired = reader.bool();
      break;
     }
    case 13: {
      message.receiverSigRequiredWrapper = $root.google.protobuf.BoolValue.decode(reader, reader.uint32());
      break;
     }
    case 14: {
      message.memo = $root.google.protobuf.StringValue.decode(reader, reader.uint32());
      break;
     }
    case 15: {
      message.maxAutomaticTokenAssociations = $root.google.protobuf.Int32Value.decode(reader, reader.uint32());
      break;
     }
    case 16: {
      message.stakedAccountId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 17: {
      message.stakedNodeId = reader.int64();
      break;
     }
    case 18: {
      message.declineReward = $root.google.protobuf.BoolValue.decode(reader, reader.uint32());
      break;
     }
    case 19: {
      if (!(message.hookIdsToDelete && message.hookIdsToDelete.length))
       message.hookIdsToDelete = [];
      if ((tag & 7) === 2) {
       let end2 = reader.uint32() + reader.pos;
       while (reader.pos < end2)
        message.hookIdsToDelete.push(reader.int64());
      } else
       message.hookIdsToDelete.push(reader.int64());
      break;
     }
    case 20: {
      if (!(message.hookCreationDetails && message.hookCreationDetails.length))
       message.hookCreationDetails = [];
      message.hookCreationDetails.push($root.com.hedera.hapi.node.hooks.HookCreationDetails.decode(reader, reader.uint32()));
      break;
     }
    case 21: {
      message.delegationAddress = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CryptoUpdateTransactionBody");
     break;
    }
   }
   return message;
  };
  return CryptoUpdateTransactionBody;
 })();
 proto.CryptoApproveAllowanceTransactionBody = (function() {
  function CryptoApproveAllowanceTransactionBody(properties) {
   this.cryptoAllowances = [];
   this.nftAllowances = [];
   this.tokenAllowances = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CryptoApproveAllowanceTransactionBody.prototype.cryptoAllowances = $util.emptyArray;
  CryptoApproveAllowanceTransactionBody.prototype.nftAllowances = $util.emptyArray;
  CryptoApproveAllowanceTransactionBody.prototype.tokenAllowances = $util.emptyArray;
  CryptoApproveAllowanceTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.cryptoAllowances != null && message.cryptoAllowances.length)
    for (let i = 0; i < message.cryptoAllowances.length; ++i)
     $root.proto.CryptoAllowance.encode(message.cryptoAllowances[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.nftAllowances != null && message.nftAllowances.length)
    for (let i = 0; i < message.nftAllowances.length; ++i)
     $root.proto.NftAllowance.encode(message.nftAllowances[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.tokenAllowances != null && message.tokenAllowances.length)
    for (let i = 0; i < message.tokenAllowances.length; ++i)
     $root.proto.TokenAllowance.encode(message.tokenAllowances[i], writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   return writer;
  };
  CryptoApproveAllowanceTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CryptoApproveAllowanceTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.cryptoAllowances && message.cryptoAllowances.length))
       message.cryptoAllowances = [];
      message.cryptoAllowances.push($root.proto.CryptoAllowance.decode(reader, reader.uint32()));
      break;
     }
    case 2: {
      if (!(message.nftAllowances && message.nftAllowances.length))
       message.nftAllowances = [];
      message.nftAllowances.push($root.proto.NftAllowance.decode(reader, reader.uint32()));
      break;
     }
    case 3: {
      if (!(message.tokenAllowances && message.tokenAllowances.length))
       message.tokenAllowances = [];
      message.tokenAllowances.push($root.proto.TokenAllowance.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CryptoApproveAllowanceTransactionBody");
     break;
    }
   }
   return message;
  };
  return CryptoApproveAllowanceTransactionBody;
 })();
 proto.CryptoAllowance = (function() {
  function CryptoAllowance(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CryptoAllowance.prototype.owner = null;
  CryptoAllowance.prototype.spender = null;
  CryptoAllowance.prototype.amount = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  CryptoAllowance.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.owner != null && Object.hasOwnProperty.call(message, "owner"))
    $root.proto.AccountID.encode(message.owner, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.spender != null && Object.hasOwnProperty.call(message, "spender"))
    $root.proto.AccountID.encode(message.spender, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.amount != null && Object.hasOwnProperty.call(message, "amount"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.amount);
   return writer;
  };
  CryptoAllowance.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CryptoAllowance();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.owner = $root.proto.AccountID.decode(reader, reader.uint32());
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
     $skipUnknown(reader, tag, "proto.CryptoAllowance");
     break;
    }
   }
   return message;
  };
  return CryptoAllowance;
 })();
 proto.NftAllowance = (function() {
  function NftAllowance(properties) {
   this.serialNumbers = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  NftAllowance.prototype.tokenId = null;
  NftAllowance.prototype.owner = null;
  NftAllowance.prototype.spender = null;
  NftAllowance.prototype.serialNumbers = $util.emptyArray;
  NftAllowance.prototype.approvedForAll = null;
  NftAllowance.prototype.delegatingSpender = null;
  NftAllowance.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.tokenId != null && Object.hasOwnProperty.call(message, "tokenId"))
    $root.proto.TokenID.encode(message.tokenId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.owner != null && Object.hasOwnProperty.call(message, "owner"))
    $root.proto.AccountID.encode(message.owner, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.spender != null && Object.hasOwnProperty.call(message, "spender"))
    $root.proto.AccountID.encode(message.spender, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.serialNumbers != null && message.serialNumbers.length) {
    writer.uint32(/* id 4, wireType 2 =*/34).fork();
    for (let i = 0; i < message.serialNumbers.length; ++i)
     writer.int64(message.serialNumbers[i]);
    writer.ldelim();
   }
   if (message.approvedForAll != null && Object.hasOwnProperty.call(message, "approvedForAll"))
    $root.google.protobuf.BoolValue.encode(message.approvedForAll, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   if (message.delegatingSpender != null && Object.hasOwnProperty.call(message, "delegatingSpender"))
    $root.proto.AccountID.encode(message.delegatingSpender, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   return writer;
  };
  NftAllowance.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.NftAllowance();
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
      message.owner = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.spender = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      if (!(message.serialNumbers && message.serialNumbers.length))
       message.serialNumbers = [];
      if ((tag & 7) === 2) {
       let end2 = reader.uint32() + reader.pos;
       while (reader.pos < end2)
        message.serialNumbers.push(reader.int64());
      } else
       message.serialNumbers.push(reader.int64());
      break;
     }
    case 5: {
      message.approvedForAll = $root.google.protobuf.BoolValue.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.delegatingSpender = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.NftAllowance");
     break;
    }
   }
   return message;
  };
  return NftAllowance;
 })();
 proto.TokenAllowance = (function() {
  function TokenAllowance(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenAllowance.prototype.tokenId = null;
  TokenAllowance.prototype.owner = null;
  TokenAllowance.prototype.spender = null;
  TokenAllowance.prototype.amount = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  TokenAllowance.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.tokenId != null && Object.hasOwnProperty.call(message, "tokenId"))
    $root.proto.TokenID.encode(message.tokenId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.owner != null && Object.hasOwnProperty.call(message, "owner"))
    $root.proto.AccountID.encode(message.owner, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.spender != null && Object.hasOwnProperty.call(message, "spender"))
    $root.proto.AccountID.encode(message.spender, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.amount != null && Object.hasOwnProperty.call(message, "amount"))
    writer.uint32(/* id 4, wireType 0 =*/32).int64(message.amount);
   return writer;
  };
  TokenAllowance.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenAllowance();
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
      message.owner = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.spender = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.amount = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenAllowance");
     break;
    }
   }
   return message;
  };
  return TokenAllowance;
 })();
 proto.CryptoDeleteAllowanceTransactionBody = (function() {
  function CryptoDeleteAllowanceTransactionBody(properties) {
   this.nftAllowances = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CryptoDeleteAllowanceTransactionBody.prototype.nftAllowances = $util.emptyArray;
  CryptoDeleteAllowanceTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.nftAllowances != null && message.nftAllowances.length)
    for (let i = 0; i < message.nftAllowances.length; ++i)
     $root.proto.NftRemoveAllowance.encode(message.nftAllowances[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  CryptoDeleteAllowanceTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CryptoDeleteAllowanceTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 2: {
      if (!(message.nftAllowances && message.nftAllowances.length))
       message.nftAllowances = [];
      message.nftAllowances.push($root.proto.NftRemoveAllowance.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CryptoDeleteAllowanceTransactionBody");
     break;
    }
   }
   return message;
  };
  return CryptoDeleteAllowanceTransactionBody;
 })();
 proto.NftRemoveAllowance = (function() {
  function NftRemoveAllowance(properties) {
   this.serialNumbers = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  NftRemoveAllowance.prototype.tokenId = null;
  NftRemoveAllowance.prototype.owner = null;
  NftRemoveAllowance.prototype.serialNumbers = $util.emptyArray;
  NftRemoveAllowance.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.tokenId != null && Object.hasOwnProperty.call(message, "tokenId"))
    $root.proto.TokenID.encode(message.tokenId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.owner != null && Object.hasOwnProperty.call(message, "owner"))
    $root.proto.AccountID.encode(message.owner, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.serialNumbers != null && message.serialNumbers.length) {
    writer.uint32(/* id 3, wireType 2 =*/26).fork();
    for (let i = 0; i < message.serialNumbers.length; ++i)
     writer.int64(message.serialNumbers[i]);
    writer.ldelim();
   }
   return writer;
  };
  NftRemoveAllowance.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.NftRemoveAllowance();
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
      message.owner = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      if (!(message.serialNumbers && message.serialNumbers.length))
       message.serialNumbers = [];
      if ((tag & 7) === 2) {
       let end2 = reader.uint32() + reader.pos;
       while (reader.pos < end2)
        message.serialNumbers.push(reader.int64());
      } else
       message.serialNumbers.push(reader.int64());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.NftRemoveAllowance");
     break;
    }
   }
   return message;
  };
  return NftRemoveAllowance;
 })();
 proto.EthereumTransactionBody = (function() {
  function EthereumTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  EthereumTransactionBody.prototype.ethereumData = $util.newBuffer([]);
  EthereumTransactionBody.prototype.callData = null;
  EthereumTransactionBody.prototype.maxGasAllowance = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  EthereumTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.ethereumData != null && Object.hasOwnProperty.call(message, "ethereumData"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.ethereumData);
   if (message.callData != null && Object.hasOwnProperty.call(message, "callData"))
    $root.proto.FileID.encode(message.callData, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.maxGasAllowance != null && Object.hasOwnProperty.call(message, "maxGasAllowance"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.maxGasAllowance);
   return writer;
  };
  EthereumTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.EthereumTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.ethereumData = reader.bytes();
      break;
     }
    case 2: {
      message.callData = $root.proto.FileID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.maxGasAllowance = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.EthereumTransactionBody");
     break;
    }
   }
   return message;
  };
  return EthereumTransactionBody;
 })();
 proto.FileAppendTransactionBody = (function() {
  function FileAppendTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  FileAppendTransactionBody.prototype.fileID = null;
  FileAppendTransactionBody.prototype.contents = $util.newBuffer([]);
  FileAppendTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.fileID != null && Object.hasOwnProperty.call(message, "fileID"))
    $root.proto.FileID.encode(message.fileID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.contents != null && Object.hasOwnProperty.call(message, "contents"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.contents);
   return writer;
  };
  FileAppendTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.FileAppendTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 2: {
      message.fileID = $root.proto.FileID.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.contents = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.FileAppendTransactionBody");
     break;
    }
   }
   return message;
  };
  return FileAppendTransactionBody;
 })();
 proto.FileCreateTransactionBody = (function() {
  function FileCreateTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  FileCreateTransactionBody.prototype.expirationTime = null;
  FileCreateTransactionBody.prototype.keys = null;
  FileCreateTransactionBody.prototype.contents = $util.newBuffer([]);
  FileCreateTransactionBody.prototype.shardID = null;
  FileCreateTransactionBody.prototype.realmID = null;
  FileCreateTransactionBody.prototype.newRealmAdminKey = null;
  FileCreateTransactionBody.prototype.memo = "";
  FileCreateTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.expirationTime != null && Object.hasOwnProperty.call(message, "expirationTime"))
    $root.proto.Timestamp.encode(message.expirationTime, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.keys != null && Object.hasOwnProperty.call(message, "keys"))
    $root.proto.KeyList.encode(message.keys, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.contents != null && Object.hasOwnProperty.call(message, "contents"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.contents);
   if (message.shardID != null && Object.hasOwnProperty.call(message, "shardID"))
    $root.proto.ShardID.encode(message.shardID, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   if (message.realmID != null && Object.hasOwnProperty.call(message, "realmID"))
    $root.proto.RealmID.encode(message.realmID, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.newRealmAdminKey != null && Object.hasOwnProperty.call(message, "newRealmAdminKey"))
    $root.proto.Key.encode(message.newRealmAdminKey, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    writer.uint32(/* id 8, wireType 2 =*/66).string(message.memo);
   return writer;
  };
  FileCreateTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.FileCreateTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 2: {
      message.expirationTime = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.keys = $root.proto.KeyList.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.contents = reader.bytes();
      break;
     }
    case 5: {
      message.shardID = $root.proto.ShardID.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.realmID = $root.proto.RealmID.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.newRealmAdminKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.memo = reader.string();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.FileCreateTransactionBody");
     break;
    }
   }
   return message;
  };
  return FileCreateTransactionBody;
 })();
 proto.FileDeleteTransactionBody = (function() {
  function FileDeleteTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  FileDeleteTransactionBody.prototype.fileID = null;
  FileDeleteTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.fileID != null && Object.hasOwnProperty.call(message, "fileID"))
    $root.proto.FileID.encode(message.fileID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  FileDeleteTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.FileDeleteTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 2: {
      message.fileID = $root.proto.FileID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.FileDeleteTransactionBody");
     break;
    }
   }
   return message;
  };
  return FileDeleteTransactionBody;
 })();
 proto.FileUpdateTransactionBody = (function() {
  function FileUpdateTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  FileUpdateTransactionBody.prototype.fileID = null;
  FileUpdateTransactionBody.prototype.expirationTime = null;
  FileUpdateTransactionBody.prototype.keys = null;
  FileUpdateTransactionBody.prototype.contents = $util.newBuffer([]);
  FileUpdateTransactionBody.prototype.memo = null;
  FileUpdateTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.fileID != null && Object.hasOwnProperty.call(message, "fileID"))
    $root.proto.FileID.encode(message.fileID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.expirationTime != null && Object.hasOwnProperty.call(message, "expirationTime"))
    $root.proto.Timestamp.encode(message.expirationTime, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.keys != null && Object.hasOwnProperty.call(message, "keys"))
    $root.proto.KeyList.encode(message.keys, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.contents != null && Object.hasOwnProperty.call(message, "contents"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.contents);
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    $root.google.protobuf.StringValue.encode(message.memo, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   return writer;
  };
  FileUpdateTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.FileUpdateTransactionBody();
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
      message.expirationTime = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.keys = $root.proto.KeyList.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.contents = reader.bytes();
      break;
     }
    case 5: {
      message.memo = $root.google.protobuf.StringValue.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.FileUpdateTransactionBody");
     break;
    }
   }
   return message;
  };
  return FileUpdateTransactionBody;
 })();
 proto.ContractDeleteTransactionBody = (function() {
  function ContractDeleteTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractDeleteTransactionBody.prototype.contractID = null;
  ContractDeleteTransactionBody.prototype.transferAccountID = null;
  ContractDeleteTransactionBody.prototype.transferContractID = null;
  ContractDeleteTransactionBody.prototype.permanentRemoval = false;
  let $oneOfFields;
  Object.defineProperty(ContractDeleteTransactionBody.prototype, "obtainers", {
   get: $util.oneOfGetter($oneOfFields = ["transferAccountID", "transferContractID"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  ContractDeleteTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.contractID != null && Object.hasOwnProperty.call(message, "contractID"))
    $root.proto.ContractID.encode(message.contractID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.transferAccountID != null && Object.hasOwnProperty.call(message, "transferAccountID"))
    $root.proto.AccountID.encode(message.transferAccountID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.transferContractID != null && Object.hasOwnProperty.call(message, "transferContractID"))
    $root.proto.ContractID.encode(message.transferContractID, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.permanentRemoval != null && Object.hasOwnProperty.call(message, "permanentRemoval"))
    writer.uint32(/* id 4, wireType 0 =*/32).bool(message.permanentRemoval);
   return writer;
  };
  ContractDeleteTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractDeleteTransactionBody();
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
      message.transferAccountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.transferContractID = $root.proto.ContractID.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.permanentRemoval = reader.bool();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ContractDeleteTransactionBody");
     break;
    }
   }
   return message;
  };
  return ContractDeleteTransactionBody;
 })();
 proto.ConsensusCreateTopicTransactionBody = (function() {
  function ConsensusCreateTopicTransactionBody(properties) {
   this.feeExemptKeyList = [];
   this.customFees = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ConsensusCreateTopicTransactionBody.prototype.memo = "";
  ConsensusCreateTopicTransactionBody.prototype.adminKey = null;
  ConsensusCreateTopicTransactionBody.prototype.submitKey = null;
  ConsensusCreateTopicTransactionBody.prototype.autoRenewPeriod = null;
  ConsensusCreateTopicTransactionBody.prototype.autoRenewAccount = null;
  ConsensusCreateTopicTransactionBody.prototype.feeScheduleKey = null;
  ConsensusCreateTopicTransactionBody.prototype.feeExemptKeyList = $util.emptyArray;
  ConsensusCreateTopicTransactionBody.prototype.customFees = $util.emptyArray;
  ConsensusCreateTopicTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    writer.uint32(/* id 1, wireType 2 =*/10).string(message.memo);
   if (message.adminKey != null && Object.hasOwnProperty.call(message, "adminKey"))
    $root.proto.Key.encode(message.adminKey, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.submitKey != null && Object.hasOwnProperty.call(message, "submitKey"))
    $root.proto.Key.encode(message.submitKey, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.autoRenewPeriod != null && Object.hasOwnProperty.call(message, "autoRenewPeriod"))
    $root.proto.Duration.encode(message.autoRenewPeriod, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.autoRenewAccount != null && Object.hasOwnProperty.call(message, "autoRenewAccount"))
    $root.proto.AccountID.encode(message.autoRenewAccount, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.feeScheduleKey != null && Object.hasOwnProperty.call(message, "feeScheduleKey"))
    $root.proto.Key.encode(message.feeScheduleKey, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   if (message.feeExemptKeyList != null && message.feeExemptKeyList.length)
    for (let i = 0; i < message.feeExemptKeyList.length; ++i)
     $root.proto.Key.encode(message.feeExemptKeyList[i], writer.uint32(/* id 9, wireType 2 =*/74).fork()).ldelim();
   if (message.customFees != null && message.customFees.length)
    for (let i = 0; i < message.customFees.length; ++i)
     $root.proto.FixedCustomFee.encode(message.customFees[i], writer.uint32(/* id 10, wireType 2 =*/82).fork()).ldelim();
   return writer;
  };
  ConsensusCreateTopicTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ConsensusCreateTopicTransactionBody();
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
      message.adminKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.submitKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.autoRenewPeriod = $root.proto.Duration.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.autoRenewAccount = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.feeScheduleKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 9: {
      if (!(message.feeExemptKeyList && message.feeExemptKeyList.length))
       message.feeExemptKeyList = [];
      message.feeExemptKeyList.push($root.proto.Key.decode(reader, reader.uint32()));
      break;
     }
    case 10: {
      if (!(message.customFees && message.customFees.length))
       message.customFees = [];
      message.customFees.push($root.proto.FixedCustomFee.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ConsensusCreateTopicTransactionBody");
     break;
    }
   }
   return message;
  };
  return ConsensusCreateTopicTransactionBody;
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
 proto.AssessedCustomFee = (function() {
  function AssessedCustomFee(properties) {
   this.effectivePayerAccountId = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  AssessedCustomFee.prototype.amount = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  AssessedCustomFee.prototype.tokenId = null;
  AssessedCustomFee.prototype.feeCollectorAccountId = null;
  AssessedCustomFee.prototype.effectivePayerAccountId = $util.emptyArray;
  AssessedCustomFee.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.amount != null && Object.hasOwnProperty.call(message, "amount"))
    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.amount);
   if (message.tokenId != null && Object.hasOwnProperty.call(message, "tokenId"))
    $root.proto.TokenID.encode(message.tokenId, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.feeCollectorAccountId != null && Object.hasOwnProperty.call(message, "feeCollectorAccountId"))
    $root.proto.AccountID.encode(message.feeCollectorAccountId, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.effectivePayerAccountId != null && message.effectivePayerAccountId.length)
    for (let i = 0; i < message.effectivePayerAccountId.length; ++i)
     $root.proto.AccountID.encode(message.effectivePayerAccountId[i], writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   return writer;
  };
  AssessedCustomFee.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.AssessedCustomFee();
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
      message.tokenId = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.feeCollectorAccountId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      if (!(message.effectivePayerAccountId && message.effectivePayerAccountId.length))
       message.effectivePayerAccountId = [];
      message.effectivePayerAccountId.push($root.proto.AccountID.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.AssessedCustomFee");
     break;
    }
   }
   return message;
  };
  return AssessedCustomFee;
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
 proto.FixedCustomFeeList = (function() {
  function FixedCustomFeeList(properties) {
   this.fees = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  FixedCustomFeeList.prototype.fees = $util.emptyArray;
  FixedCustomFeeList.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.fees != null && message.fees.length)
    for (let i = 0; i < message.fees.length; ++i)
     $root.proto.FixedCustomFee.encode(message.fees[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  FixedCustomFeeList.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.FixedCustomFeeList();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.fees && message.fees.length))
       message.fees = [];
      message.fees.push($root.proto.FixedCustomFee.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.FixedCustomFeeList");
     break;
    }
   }
   return message;
  };
  return FixedCustomFeeList;
 })();
 proto.FeeExemptKeyList = (function() {
  function FeeExemptKeyList(properties) {
   this.keys = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  FeeExemptKeyList.prototype.keys = $util.emptyArray;
  FeeExemptKeyList.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.keys != null && message.keys.length)
    for (let i = 0; i < message.keys.length; ++i)
     $root.proto.Key.encode(message.keys[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  FeeExemptKeyList.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.FeeExemptKeyList();
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
     $skipUnknown(reader, tag, "proto.FeeExemptKeyList");
     break;
    }
   }
   return message;
  };
  return FeeExemptKeyList;
 })();
 proto.CustomFeeLimit = (function() {
  function CustomFeeLimit(properties) {
   this.fees = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CustomFeeLimit.prototype.accountId = null;
  CustomFeeLimit.prototype.fees = $util.emptyArray;
  CustomFeeLimit.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.accountId != null && Object.hasOwnProperty.call(message, "accountId"))
    $root.proto.AccountID.encode(message.accountId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.fees != null && message.fees.length)
    for (let i = 0; i < message.fees.length; ++i)
     $root.proto.FixedFee.encode(message.fees[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  CustomFeeLimit.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CustomFeeLimit();
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
      if (!(message.fees && message.fees.length))
       message.fees = [];
      message.fees.push($root.proto.FixedFee.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CustomFeeLimit");
     break;
    }
   }
   return message;
  };
  return CustomFeeLimit;
 })();
 proto.ConsensusUpdateTopicTransactionBody = (function() {
  function ConsensusUpdateTopicTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ConsensusUpdateTopicTransactionBody.prototype.topicID = null;
  ConsensusUpdateTopicTransactionBody.prototype.memo = null;
  ConsensusUpdateTopicTransactionBody.prototype.expirationTime = null;
  ConsensusUpdateTopicTransactionBody.prototype.adminKey = null;
  ConsensusUpdateTopicTransactionBody.prototype.submitKey = null;
  ConsensusUpdateTopicTransactionBody.prototype.autoRenewPeriod = null;
  ConsensusUpdateTopicTransactionBody.prototype.autoRenewAccount = null;
  ConsensusUpdateTopicTransactionBody.prototype.feeScheduleKey = null;
  ConsensusUpdateTopicTransactionBody.prototype.feeExemptKeyList = null;
  ConsensusUpdateTopicTransactionBody.prototype.customFees = null;
  ConsensusUpdateTopicTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.topicID != null && Object.hasOwnProperty.call(message, "topicID"))
    $root.proto.TopicID.encode(message.topicID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    $root.google.protobuf.StringValue.encode(message.memo, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.expirationTime != null && Object.hasOwnProperty.call(message, "expirationTime"))
    $root.proto.Timestamp.encode(message.expirationTime, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   if (message.adminKey != null && Object.hasOwnProperty.call(message, "adminKey"))
    $root.proto.Key.encode(message.adminKey, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.submitKey != null && Object.hasOwnProperty.call(message, "submitKey"))
    $root.proto.Key.encode(message.submitKey, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.autoRenewPeriod != null && Object.hasOwnProperty.call(message, "autoRenewPeriod"))
    $root.proto.Duration.encode(message.autoRenewPeriod, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   if (message.autoRenewAccount != null && Object.hasOwnProperty.call(message, "autoRenewAccount"))
    $root.proto.AccountID.encode(message.autoRenewAccount, writer.uint32(/* id 9, wireType 2 =*/74).fork()).ldelim();
   if (message.feeScheduleKey != null && Object.hasOwnProperty.call(message, "feeScheduleKey"))
    $root.proto.Key.encode(message.feeScheduleKey, writer.uint32(/* id 10, wireType 2 =*/82).fork()).ldelim();
   if (message.feeExemptKeyList != null && Object.hasOwnProperty.call(message, "feeExemptKeyList"))
    $root.proto.FeeExemptKeyList.encode(message.feeExemptKeyList, writer.uint32(/* id 11, wireType 2 =*/90).fork()).ldelim();
   if (message.customFees != null && Object.hasOwnProperty.call(message, "customFees"))
    $root.proto.FixedCustomFeeList.encode(message.customFees, writer.uint32(/* id 12, wireType 2 =*/98).fork()).ldelim();
   return writer;
  };
  ConsensusUpdateTopicTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ConsensusUpdateTopicTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.topicID = $root.proto.TopicID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.memo = $root.google.protobuf.StringValue.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.expirationTime = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.adminKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.submitKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.autoRenewPeriod = $root.proto.Duration.decode(reader, reader.uint32());
      break;
     }
    case 9: {
      message.autoRenewAccount = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 10: {
      message.feeScheduleKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 11: {
      message.feeExemptKeyList = $root.proto.FeeExemptKeyList.decode(reader, reader.uint32());
      break;
     }
    case 12: {
      message.customFees = $root.proto.FixedCustomFeeList.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ConsensusUpdateTopicTransactionBody");
     break;
    }
   }
   return message;
  };
  return ConsensusUpdateTopicTransactionBody;
 })();
 proto.ConsensusDeleteTopicTransactionBody = (function() {
  function ConsensusDeleteTopicTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ConsensusDeleteTopicTransactionBody.prototype.topicID = null;
  ConsensusDeleteTopicTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.topicID != null && Object.hasOwnProperty.call(message, "topicID"))
    $root.proto.TopicID.encode(message.topicID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  ConsensusDeleteTopicTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ConsensusDeleteTopicTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.topicID = $root.proto.TopicID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ConsensusDeleteTopicTransactionBody");
     break;
    }
   }
   return message;
  };
  return ConsensusDeleteTopicTransactionBody;
 })();
 proto.ConsensusMessageChunkInfo = (function() {
  function ConsensusMessageChunkInfo(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ConsensusMessageChunkInfo.prototype.initialTransactionID = null;
  ConsensusMessageChunkInfo.prototype.total = 0;
  ConsensusMessageChunkInfo.prototype.number = 0;
  ConsensusMessageChunkInfo.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.initialTransactionID != null && Object.hasOwnProperty.call(message, "initialTransactionID"))
    $root.proto.TransactionID.encode(message.initialTransactionID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.total != null && Object.hasOwnProperty.call(message, "total"))
    writer.uint32(/* id 2, wireType 0 =*/16).int32(message.total);
   if (message.number != null && Object.hasOwnProperty.call(message, "number"))
    writer.uint32(/* id 3, wireType 0 =*/24).int32(message.number);
   return writer;
  };
  ConsensusMessageChunkInfo.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ConsensusMessageChunkInfo();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.initialTransactionID = $root.proto.TransactionID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.total = reader.int32();
      break;
     }
    case 3: {
      message.number = reader.int32();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ConsensusMessageChunkInfo");
     break;
    }
   }
   return message;
  };
  return ConsensusMessageChunkInfo;
 })();
 proto.ConsensusSubmitMessageTransactionBody = (function() {
  function ConsensusSubmitMessageTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ConsensusSubmitMessageTransactionBody.prototype.topicID = null;
  ConsensusSubmitMessageTransactionBody.prototype.message = $util.newBuffer([]);
  ConsensusSubmitMessageTransactionBody.prototype.chunkInfo = null;
  ConsensusSubmitMessageTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.topicID != null && Object.hasOwnProperty.call(message, "topicID"))
    $root.proto.TopicID.encode(message.topicID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.message != null && Object.hasOwnProperty.call(message, "message"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.message);
   if (message.chunkInfo != null && Object.hasOwnProperty.call(message, "chunkInfo"))
    $root.proto.ConsensusMessageChunkInfo.encode(message.chunkInfo, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   return writer;
  };
  ConsensusSubmitMessageTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ConsensusSubmitMessageTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.topicID = $root.proto.TopicID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.message = reader.bytes();
      break;
     }
    case 3: {
      message.chunkInfo = $root.proto.ConsensusMessageChunkInfo.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ConsensusSubmitMessageTransactionBody");
     break;
    }
   }
   return message;
  };
  return ConsensusSubmitMessageTransactionBody;
 })();
 proto.UncheckedSubmitBody = (function() {
  function UncheckedSubmitBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  UncheckedSubmitBody.prototype.transactionBytes = $util.newBuffer([]);
  UncheckedSubmitBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.transactionBytes != null && Object.hasOwnProperty.call(message, "transactionBytes"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.transactionBytes);
   return writer;
  };
  UncheckedSubmitBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.UncheckedSubmitBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.transactionBytes = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.UncheckedSubmitBody");
     break;
    }
   }
   return message;
  };
  return UncheckedSubmitBody;
 })();
 proto.TokenCreateTransactionBody = (function() {
  function TokenCreateTransactionBody(properties) {
   this.customFees = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenCreateTransactionBody.prototype.name = "";
  TokenCreateTransactionBody.prototype.symbol = "";
  TokenCreateTransactionBody.prototype.decimals = 0;
  TokenCreateTransactionBody.prototype.initialSupply = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  TokenCreateTransactionBody.prototype.treasury = null;
  TokenCreateTransactionBody.prototype.adminKey = null;
  TokenCreateTransactionBody.prototype.kycKey = null;
  TokenCreateTransactionBody.prototype.freezeKey = null;
  TokenCreateTransactionBody.prototype.wipeKey = null;
  TokenCreateTransactionBody.prototype.supplyKey = null;
  TokenCreateTransactionBody.prototype.freezeDefault = false;
  TokenCreateTransactionBody.prototype.expiry = null;
  TokenCreateTransactionBody.prototype.autoRenewAccount = null;
  TokenCreateTransactionBody.prototype.autoRenewPeriod = null;
  TokenCreateTransactionBody.prototype.memo = "";
  TokenCreateTransactionBody.prototype.tokenType = 0;
  TokenCreateTransactionBody.prototype.supplyType = 0;
  TokenCreateTransactionBody.prototype.maxSupply = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  TokenCreateTransactionBody.prototype.feeScheduleKey = null;
  TokenCreateTransactionBody.prototype.customFees = $util.emptyArray;
  TokenCreateTransactionBody.prototype.pauseKey = null;
  TokenCreateTransactionBody.prototype.metadata = $util.newBuffer([]);
  TokenCreateTransactionBody.prototype.metadataKey = null;
  TokenCreateTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.name != null && Object.hasOwnProperty.call(message, "name"))
    writer.uint32(/* id 1, wireType 2 =*/10).string(message.name);
   if (message.symbol != null && Object.hasOwnProperty.call(message, "symbol"))
    writer.uint32(/* id 2, wireType 2 =*/18).string(message.symbol);
   if (message.decimals != null && Object.hasOwnProperty.call(message, "decimals"))
    writer.uint32(/* id 3, wireType 0 =*/24).uint32(message.decimals);
   if (message.initialSupply != null && Object.hasOwnProperty.call(message, "initialSupply"))
    writer.uint32(/* id 4, wireType 0 =*/32).uint64(message.initialSupply);
   if (message.treasury != null && Object.hasOwnProperty.call(message, "treasury"))
    $root.proto.AccountID.encode(message.treasury, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   if (message.adminKey != null && Object.hasOwnProperty.call(message, "adminKey"))
    $root.proto.Key.encode(message.adminKey, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.kycKey != null && Object.hasOwnProperty.call(message, "kycKey"))
    $root.proto.Key.encode(message.kycKey, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.freezeKey != null && Object.hasOwnProperty.call(message, "freezeKey"))
    $root.proto.Key.encode(message.freezeKey, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   if (message.wipeKey != null && Object.hasOwnProperty.call(message, "wipeKey"))
    $root.proto.Key.encode(message.wipeKey, writer.uint32(/* id 9, wireType 2 =*/74).fork()).ldelim();
   if (message.supplyKey != null && Object.hasOwnProperty.call(message, "supplyKey"))
    $root.proto.Key.encode(message.supplyKey, writer.uint32(/* id 10, wireType 2 =*/82).fork()).ldelim();
   if (message.freezeDefault != null && Object.hasOwnProperty.call(message, "freezeDefault"))
    writer.uint32(/* id 11, wireType 0 =*/88).bool(message.freezeDefault);
   if (message.expiry != null && Object.hasOwnProperty.call(message, "expiry"))
    $root.proto.Timestamp.encode(message.expiry, writer.uint32(/* id 13, wireType 2 =*/106).fork()).ldelim();
   if (message.autoRenewAccount != null && Object.hasOwnProperty.call(message, "autoRenewAccount"))
    $root.proto.AccountID.encode(message.autoRenewAccount, writer.uint32(/* id 14, wireType 2 =*/114).fork()).ldelim();
   if (message.autoRenewPeriod != null && Object.hasOwnProperty.call(message, "autoRenewPeriod"))
    $root.proto.Duration.encode(message.autoRenewPeriod, writer.uint32(/* id 15, wireType 2 =*/122).fork()).ldelim();
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    writer.uint32(/* id 16, wireType 2 =*/130).string(message.memo);
   if (message.tokenType != null && Object.hasOwnProperty.call(message, "tokenType"))
    writer.uint32(/* id 17, wireType 0 =*/136).int32(message.tokenType);
   if (message.supplyType != null && Object.hasOwnProperty.call(message, "supplyType"))
    writer.uint32(/* id 18, wireType 0 =*/144).int32(message.supplyType);
   if (message.maxSupply != null && Object.hasOwnProperty.call(message, "maxSupply"))
    writer.uint32(/* id 19, wireType 0 =*/152).int64(message.maxSupply);
   if (message.feeScheduleKey != null && Object.hasOwnProperty.call(message, "feeScheduleKey"))
    $root.proto.Key.encode(message.feeScheduleKey, writer.uint32(/* id 20, wireType 2 =*/162).fork()).ldelim();
   if (message.customFees != null && message.customFees.length)
    for (let i = 0; i < message.customFees.length; ++i)
     $root.proto.CustomFee.encode(message.customFees[i], writer.uint32(/* id 21, wireType 2 =*/170).fork()).ldelim();
   if (message.pauseKey != null && Object.hasOwnProperty.call(message, "pauseKey"))
    $root.proto.Key.encode(message.pauseKey, writer.uint32(/* id 22, wireType 2 =*/178).fork()).ldelim();
   if (message.metadata != null && Object.hasOwnProperty.call(message, "metadata"))
    writer.uint32(/* id 23, wireType 2 =*/186).bytes(message.metadata);
   if (message.metadataKey != null && Object.hasOwnProperty.call(message, "metadataKey"))
    $root.proto.Key.encode(message.metadataKey, writer.uint32(/* id 24, wireType 2 =*/194).fork()).ldelim();
   return writer;
  };
  TokenCreateTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenCreateTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.name = reader.string();
      break;
     }
    case 2: {
      message.symbol = reader.string();
      break;
     }
    case 3: {
      message.decimals = reader.uint32();
      break;
     }
    case 4: {
      message.initialSupply = reader.uint64();
      break;
     }
    case 5: {
      message.treasury = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.adminKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.kycKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.freezeKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 9: {
      message.wipeKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 10: {
      message.supplyKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 11: {
      message.freezeDefault = reader.bool();
      break;
     }
    case 13: {
      message.expiry = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 14: {
      message.autoRenewAccount = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 15: {
      message.autoRenewPeriod = $root.proto.Duration.decode(reader, reader.uint32());
      break;
     }
    case 16: {
      message.memo = reader.string();
      break;
     }
    case 17: {
      message.tokenType = reader.int32();
      break;
     }
    case 18: {
      message.supplyType = reader.int32();
      break;
     }
    case 19: {
      message.maxSupply = reader.int64();
      break;
     }
    case 20: {
      message.feeScheduleKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 21: {
      if (!(message.customFees && message.customFees.length))
       message.customFees = [];
      message.customFees.push($root.proto.CustomFee.decode(reader, reader.uint32()));
      break;
     }
    case 22: {
      message.pauseKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 23: {
      message.metadata = reader.bytes();
      break;
     }
    case 24: {
      message.metadataKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenCreateTransactionBody");
     break;
    }
   }
   return message;
  };
  return TokenCreateTransactionBody;
 })();
 proto.TokenFreezeAccountTransactionBody = (function() {
  function TokenFreezeAccountTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenFreezeAccountTransactionBody.prototype.token = null;
  TokenFreezeAccountTransactionBody.prototype.account = null;
  TokenFreezeAccountTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.token != null && Object.hasOwnProperty.call(message, "token"))
    $root.proto.TokenID.encode(message.token, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.account != null && Object.hasOwnProperty.call(message, "account"))
    $root.proto.AccountID.encode(message.account, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  TokenFreezeAccountTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenFreezeAccountTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.token = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.account = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenFreezeAccountTransactionBody");
     break;
    }
   }
   return message;
  };
  return TokenFreezeAccountTransactionBody;
 })();
 proto.TokenUnfreezeAccountTransactionBody = (function() {
  function TokenUnfreezeAccountTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenUnfreezeAccountTransactionBody.prototype.token = null;
  TokenUnfreezeAccountTransactionBody.prototype.account = null;
  TokenUnfreezeAccountTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.token != null && Object.hasOwnProperty.call(message, "token"))
    $root.proto.TokenID.encode(message.token, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.account != null && Object.hasOwnProperty.call(message, "account"))
    $root.proto.AccountID.encode(message.account, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  TokenUnfreezeAccountTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenUnfreezeAccountTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.token = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.account = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenUnfreezeAccountTransactionBody");
     break;
    }
   }
   return message;
  };
  return TokenUnfreezeAccountTransactionBody;
 })();
 proto.TokenGrantKycTransactionBody = (function() {
  function TokenGrantKycTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenGrantKycTransactionBody.prototype.token = null;
  TokenGrantKycTransactionBody.prototype.account = null;
  TokenGrantKycTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.token != null && Object.hasOwnProperty.call(message, "token"))
    $root.proto.TokenID.encode(message.token, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.account != null && Object.hasOwnProperty.call(message, "account"))
    $root.proto.AccountID.encode(message.account, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  TokenGrantKycTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenGrantKycTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.token = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.account = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenGrantKycTransactionBody");
     break;
    }
   }
   return message;
  };
  return TokenGrantKycTransactionBody;
 })();
 proto.TokenRevokeKycTransactionBody = (function() {
  function TokenRevokeKycTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenRevokeKycTransactionBody.prototype.token = null;
  TokenRevokeKycTransactionBody.prototype.account = null;
  TokenRevokeKycTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.token != null && Object.hasOwnProperty.call(message, "token"))
    $root.proto.TokenID.encode(message.token, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.account != null && Object.hasOwnProperty.call(message, "account"))
    $root.proto.AccountID.encode(message.account, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  TokenRevokeKycTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenRevokeKycTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.token = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.account = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenRevokeKycTransactionBody");
     break;
    }
   }
   return message;
  };
  return TokenRevokeKycTransactionBody;
 })();
 proto.TokenDeleteTransactionBody = (function() {
  function TokenDeleteTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenDeleteTransactionBody.prototype.token = null;
  TokenDeleteTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.token != null && Object.hasOwnProperty.call(message, "token"))
    $root.proto.TokenID.encode(message.token, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  TokenDeleteTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenDeleteTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.token = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenDeleteTransactionBody");
     break;
    }
   }
   return message;
  };
  return TokenDeleteTransactionBody;
 })();
 proto.TokenUpdateTransactionBody = (function() {
  function TokenUpdateTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenUpdateTransactionBody.prototype.token = null;
  TokenUpdateTransactionBody.prototype.symbol = "";
  TokenUpdateTransactionBody.prototype.name = "";
  TokenUpdateTransactionBody.prototype.treasury = null;
  TokenUpdateTransactionBody.prototype.adminKey = null;
  TokenUpdateTransactionBody.prototype.kycKey = null;
  TokenUpdateTransactionBody.prototype.freezeKey = null;
  TokenUpdateTransactionBody.prototype.wipeKey = null;
  TokenUpdateTransactionBody.prototype.supplyKey = null;
  TokenUpdateTransactionBody.prototype.autoRenewAccount = null;
  TokenUpdateTransactionBody.prototype.autoRenewPeriod = null;
  TokenUpdateTransactionBody.prototype.expiry = null;
  TokenUpdateTransactionBody.prototype.memo = null;
  TokenUpdateTransactionBody.prototype.feeScheduleKey = null;
  TokenUpdateTransactionBody.prototype.pauseKey = null;
  TokenUpdateTransactionBody.prototype.metadata = null;
  TokenUpdateTransactionBody.prototype.metadataKey = null;
  TokenUpdateTransactionBody.prototype.keyVerificationMode = 0;
  TokenUpdateTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.token != null && Object.hasOwnProperty.call(message, "token"))
    $root.proto.TokenID.encode(message.token, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.symbol != null && Object.hasOwnProperty.call(message, "symbol"))
    writer.uint32(/* id 2, wireType 2 =*/18).string(message.symbol);
   if (message.name != null && Object.hasOwnProperty.call(message, "name"))
    writer.uint32(/* id 3, wireType 2 =*/26).string(message.name);
   if (message.treasury != null && Object.hasOwnProperty.call(message, "treasury"))
    $root.proto.AccountID.encode(message.treasury, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   if (message.adminKey != null && Object.hasOwnProperty.call(message, "adminKey"))
    $root.proto.Key.encode(message.adminKey, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   if (message.kycKey != null && Object.hasOwnProperty.call(message, "kycKey"))
    $root.proto.Key.encode(message.kycKey, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.freezeKey != null && Object.hasOwnProperty.call(message, "freezeKey"))
    $root.proto.Key.encode(message.freezeKey, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.wipeKey != null && Object.hasOwnProperty.call(message, "wipeKey"))
    $root.proto.Key.encode(message.wipeKey, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   if (message.supplyKey != null && Object.hasOwnProperty.call(message, "supplyKey"))
    $root.proto.Key.encode(message.supplyKey, writer.uint32(/* id 9, wireType 2 =*/74).fork()).ldelim();
   if (message.autoRenewAccount != null && Object.hasOwnProperty.call(message, "autoRenewAccount"))
    $root.proto.AccountID.encode(message.autoRenewAccount, writer.uint32(/* id 10, wireType 2 =*/82).fork()).ldelim();
   if (message.autoRenewPeriod != null && Object.hasOwnProperty.call(message, "autoRenewPeriod"))
    $root.proto.Duration.encode(message.autoRenewPeriod, writer.uint32(/* id 11, wireType 2 =*/90).fork()).ldelim();
   if (message.expiry != null && Object.hasOwnProperty.call(message, "expiry"))
    $root.proto.Timestamp.encode(message.expiry, writer.uint32(/* id 12, wireType 2 =*/98).fork()).ldelim();
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    $root.google.protobuf.StringValue.encode(message.memo, writer.uint32(/* id 13, wireType 2 =*/106).fork()).ldelim();
   if (message.feeScheduleKey != null && Object.hasOwnProperty.call(message, "feeScheduleKey"))
    $root.proto.Key.encode(message.feeScheduleKey, writer.uint32(/* id 14, wireType 2 =*/114).fork()).ldelim();
   if (message.pauseKey != null && Object.hasOwnProperty.call(message, "pauseKey"))
    $root.proto.Key.encode(message.pauseKey, writer.uint32(/* id 15, wireType 2 =*/122).fork()).ldelim();
   if (message.metadata != null && Object.hasOwnProperty.call(message, "metadata"))
    $root.google.protobuf.BytesValue.encode(message.metadata, writer.uint32(/* id 16, wireType 2 =*/130).fork()).ldelim();
   if (message.metadataKey != null && Object.hasOwnProperty.call(message, "metadataKey"))
    $root.proto.Key.encode(message.metadataKey, writer.uint32(/* id 17, wireType 2 =*/138).fork()).ldelim();
   if (message.keyVerificationMode != null && Object.hasOwnProperty.call(message, "keyVerificationMode"))
    writer.uint32(/* id 18, wireType 0 =*/144).int32(message.keyVerificationMode);
   return writer;
  };
  TokenUpdateTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenUpdateTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.token = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.symbol = reader.string();
      break;
     }
    case 3: {
      message.name = reader.string();
      break;
     }
    case 4: {
      message.treasury = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 5: {
      message.adminKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.kycKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.freezeKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.wipeKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 9: {
      message.supplyKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 10: {
      message.autoRenewAccount = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 11: {
      message.autoRenewPeriod = $root.proto.Duration.decode(reader, reader.uint32());
      break;
     }
    case 12: {
      message.expiry = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 13: {
      message.memo = $root.google.protobuf.StringValue.decode(reader, reader.uint32());
      break;
     }
    case 14: {
      message.feeScheduleKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 15: {
      message.pauseKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 16: {
      message.metadata = $root.google.protobuf.BytesValue.decode(reader, reader.uint32());
      break;
     }
    case 17: {
      message.metadataKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 18: {
      message.keyVerificationMode = reader.int32();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenUpdateTransactionBody");
     break;
    }
   }
   return message;
  };
  return TokenUpdateTransactionBody;
 })();
 proto.TokenMintTransactionBody = (function() {
  function TokenMintTransactionBody(properties) {
   this.metadata = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenMintTransactionBody.prototype.token = null;
  TokenMintTransactionBody.prototype.amount = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  TokenMintTransactionBody.prototype.metadata = $util.emptyArray;
  TokenMintTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.token != null && Object.hasOwnProperty.call(message, "token"))
    $root.proto.TokenID.encode(message.token, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.amount != null && Object.hasOwnProperty.call(message, "amount"))
    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.amount);
   if (message.metadata != null && message.metadata.length)
    for (let i = 0; i < message.metadata.length; ++i)
     writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.metadata[i]);
   return writer;
  };
  TokenMintTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenMintTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.token = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.amount = reader.uint64();
      break;
     }
    case 3: {
      if (!(message.metadata && message.metadata.length))
       message.metadata = [];
      message.metadata.push(reader.bytes());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenMintTransactionBody");
     break;
    }
   }
   return message;
  };
  return TokenMintTransactionBody;
 })();
 proto.TokenBurnTransactionBody = (function() {
  function TokenBurnTransactionBody(properties) {
   this.serialNumbers = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenBurnTransactionBody.prototype.token = null;
  TokenBurnTransactionBody.prototype.amount = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  TokenBurnTransactionBody.prototype.serialNumbers = $util.emptyArray;
  TokenBurnTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.token != null && Object.hasOwnProperty.call(message, "token"))
    $root.proto.TokenID.encode(message.token, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.amount != null && Object.hasOwnProperty.call(message, "amount"))
    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.amount);
   if (message.serialNumbers != null && message.serialNumbers.length) {
    writer.uint32(/* id 3, wireType 2 =*/26).fork();
    for (let i = 0; i < message.serialNumbers.length; ++i)
     writer.int64(message.serialNumbers[i]);
    writer.ldelim();
   }
   return writer;
  };
  TokenBurnTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenBurnTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.token = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.amount = reader.uint64();
      break;
     }
    case 3: {
      if (!(message.serialNumbers && message.serialNumbers.length))
       message.serialNumbers = [];
      if ((tag & 7) === 2) {
       let end2 = reader.uint32() + reader.pos;
       while (reader.pos < end2)
        message.serialNumbers.push(reader.int64());
      } else
       message.serialNumbers.push(reader.int64());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenBurnTransactionBody");
     break;
    }
   }
   return message;
  };
  return TokenBurnTransactionBody;
 })();
 proto.TokenWipeAccountTransactionBody = (function() {
  function TokenWipeAccountTransactionBody(properties) {
   this.serialNumbers = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenWipeAccountTransactionBody.prototype.token = null;
  TokenWipeAccountTransactionBody.prototype.account = null;
  TokenWipeAccountTransactionBody.prototype.amount = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  TokenWipeAccountTransactionBody.prototype.serialNumbers = $util.emptyArray;
  TokenWipeAccountTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.token != null && Object.hasOwnProperty.call(message, "token"))
    $root.proto.TokenID.encode(message.token, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.account != null && Object.hasOwnProperty.call(message, "account"))
    $root.proto.AccountID.encode(message.account, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.amount != null && Object.hasOwnProperty.call(message, "amount"))
    writer.uint32(/* id 3, wireType 0 =*/24).uint64(message.amount);
   if (message.serialNumbers != null && message.serialNumbers.length) {
    writer.uint32(/* id 4, wireType 2 =*/34).fork();
    for (let i = 0; i < message.serialNumbers.length; ++i)
     writer.int64(message.serialNumbers[i]);
    writer.ldelim();
   }
   return writer;
  };
  TokenWipeAccountTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenWipeAccountTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.token = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.account = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.amount = reader.uint64();
      break;
     }
    case 4: {
      if (!(message.serialNumbers && message.serialNumbers.length))
       message.serialNumbers = [];
      if ((tag & 7) === 2) {
       let end2 = reader.uint32() + reader.pos;
       while (reader.pos < end2)
        message.serialNumbers.push(reader.int64());
      } else
       message.serialNumbers.push(reader.int64());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenWipeAccountTransactionBody");
     break;
    }
   }
   return message;
  };
  return TokenWipeAccountTransactionBody;
 })();
 proto.TokenAssociateTransactionBody = (function() {
  function TokenAssociateTransactionBody(properties) {
   this.tokens = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenAssociateTransactionBody.prototype.account = null;
  TokenAssociateTransactionBody.prototype.tokens = $util.emptyArray;
  TokenAssociateTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.account != null && Object.hasOwnProperty.call(message, "account"))
    $root.proto.AccountID.encode(message.account, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.tokens != null && message.tokens.length)
    for (let i = 0; i < message.tokens.length; ++i)
     $root.proto.TokenID.encode(message.tokens[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  TokenAssociateTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenAssociateTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.account = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      if (!(message.tokens && message.tokens.length))
       message.tokens = [];
      message.tokens.push($root.proto.TokenID.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenAssociateTransactionBody");
     break;
    }
   }
   return message;
  };
  return TokenAssociateTransactionBody;
 })();
 proto.TokenDissociateTransactionBody = (function() {
  function TokenDissociateTransactionBody(properties) {
   this.tokens = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenDissociateTransactionBody.prototype.account = null;
  TokenDissociateTransactionBody.prototype.tokens = $util.emptyArray;
  TokenDissociateTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.account != null && Object.hasOwnProperty.call(message, "account"))
    $root.proto.AccountID.encode(message.account, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.tokens != null && message.tokens.length)
    for (let i = 0; i < message.tokens.length; ++i)
     $root.proto.TokenID.encode(message.tokens[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  TokenDissociateTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenDissociateTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.account = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      if (!(message.tokens && message.tokens.length))
       message.tokens = [];
      message.tokens.push($root.proto.TokenID.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenDissociateTransactionBody");
     break;
    }
   }
   return message;
  };
  return TokenDissociateTransactionBody;
 })();
 proto.TokenFeeScheduleUpdateTransactionBody = (function() {
  function TokenFeeScheduleUpdateTransactionBody(properties) {
   this.customFees = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenFeeScheduleUpdateTransactionBody.prototype.tokenId = null;
  TokenFeeScheduleUpdateTransactionBody.prototype.customFees = $util.emptyArray;
  TokenFeeScheduleUpdateTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.tokenId != null && Object.hasOwnProperty.call(message, "tokenId"))
    $root.proto.TokenID.encode(message.tokenId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.customFees != null && message.customFees.length)
    for (let i = 0; i < message.customFees.length; ++i)
     $root.proto.CustomFee.encode(message.customFees[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  TokenFeeScheduleUpdateTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenFeeScheduleUpdateTransactionBody();
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
      if (!(message.customFees && message.customFees.length))
       message.customFees = [];
      message.customFees.push($root.proto.CustomFee.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenFeeScheduleUpdateTransactionBody");
     break;
    }
   }
   return message;
  };
  return TokenFeeScheduleUpdateTransactionBody;
 })();
 proto.TokenPauseTransactionBody = (function() {
  function TokenPauseTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenPauseTransactionBody.prototype.token = null;
  TokenPauseTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.token != null && Object.hasOwnProperty.call(message, "token"))
    $root.proto.TokenID.encode(message.token, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  TokenPauseTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenPauseTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.token = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenPauseTransactionBody");
     break;
    }
   }
   return message;
  };
  return TokenPauseTransactionBody;
 })();
 proto.TokenUnpauseTransactionBody = (function() {
  function TokenUnpauseTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenUnpauseTransactionBody.prototype.token = null;
  TokenUnpauseTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.token != null && Object.hasOwnProperty.call(message, "token"))
    $root.proto.TokenID.encode(message.token, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  TokenUnpauseTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenUnpauseTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.token = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenUnpauseTransactionBody");
     break;
    }
   }
   return message;
  };
  return TokenUnpauseTransactionBody;
 })();
 proto.TokenUpdateNftsTransactionBody = (function() {
  function TokenUpdateNftsTransactionBody(properties) {
   this.serialNumbers = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenUpdateNftsTransactionBody.prototype.token = null;
  TokenUpdateNftsTransactionBody.prototype.serialNumbers = $util.emptyArray;
  TokenUpdateNftsTransactionBody.prototype.metadata = null;
  TokenUpdateNftsTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.token != null && Object.hasOwnProperty.call(message, "token"))
    $root.proto.TokenID.encode(message.token, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.serialNumbers != null && message.serialNumbers.length) {
    writer.uint32(/* id 2, wireType 2 =*/18).fork();
    for (let i = 0; i < message.serialNumbers.length; ++i)
     writer.int64(message.serialNumbers[i]);
    writer.ldelim();
   }
   if (message.metadata != null && Object.hasOwnProperty.call(message, "metadata"))
    $root.google.protobuf.BytesValue.encode(message.metadata, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   return writer;
  };
  TokenUpdateNftsTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenUpdateNftsTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.token = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      if (!(message.serialNumbers && message.serialNumbers.length))
       message.serialNumbers = [];
      if ((tag & 7) === 2) {
       let end2 = reader.uint32() + reader.pos;
       while (reader.pos < end2)
        message.serialNumbers.push(reader.int64());
      } else
       message.serialNumbers.push(reader.int64());
      break;
     }
    case 3: {
      message.metadata = $root.google.protobuf.BytesValue.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenUpdateNftsTransactionBody");
     break;
    }
   }
   return message;
  };
  return TokenUpdateNftsTransactionBody;
 })();
 proto.TokenRejectTransactionBody = (function() {
  function TokenRejectTransactionBody(properties) {
   this.rejections = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenRejectTransactionBody.prototype.owner = null;
  TokenRejectTransactionBody.prototype.rejections = $util.emptyArray;
  TokenRejectTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.owner != null && Object.hasOwnProperty.call(message, "owner"))
    $root.proto.AccountID.encode(message.owner, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.rejections != null && message.rejections.length)
    for (let i = 0; i < message.rejections.length; ++i)
     $root.proto.TokenReference.encode(message.rejections[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  TokenRejectTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenRejectTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.owner = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      if (!(message.rejections && message.rejections.length))
       message.rejections = [];
      message.rejections.push($root.proto.TokenReference.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenRejectTransactionBody");
     break;
    }
   }
   return message;
  };
  return TokenRejectTransactionBody;
 })();
 proto.TokenReference = (function() {
  function TokenReference(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenReference.prototype.fungibleToken = null;
  TokenReference.prototype.nft = null;
  let $oneOfFields;
  Object.defineProperty(TokenReference.prototype, "tokenIdentifier", {
   get: $util.oneOfGetter($oneOfFields = ["fungibleToken", "nft"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  TokenReference.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.fungibleToken != null && Object.hasOwnProperty.call(message, "fungibleToken"))
    $root.proto.TokenID.encode(message.fungibleToken, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.nft != null && Object.hasOwnProperty.call(message, "nft"))
    $root.proto.NftID.encode(message.nft, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  TokenReference.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenReference();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.fungibleToken = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.nft = $root.proto.NftID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenReference");
     break;
    }
   }
   return message;
  };
  return TokenReference;
 })();
 proto.TokenAirdropTransactionBody = (function() {
  function TokenAirdropTransactionBody(properties) {
   this.tokenTransfers = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenAirdropTransactionBody.prototype.tokenTransfers = $util.emptyArray;
  TokenAirdropTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.tokenTransfers != null && message.tokenTransfers.length)
    for (let i = 0; i < message.tokenTransfers.length; ++i)
     $root.proto.TokenTransferList.encode(message.tokenTransfers[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  TokenAirdropTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenAirdropTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.tokenTransfers && message.tokenTransfers.length))
       message.tokenTransfers = [];
      message.tokenTransfers.push($root.proto.TokenTransferList.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenAirdropTransactionBody");
     break;
    }
   }
   return message;
  };
  return TokenAirdropTransactionBody;
 })();
 proto.TokenCancelAirdropTransactionBody = (function() {
  function TokenCancelAirdropTransactionBody(properties) {
   this.pendingAirdrops = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenCancelAirdropTransactionBody.prototype.pendingAirdrops = $util.emptyArray;
  TokenCancelAirdropTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.pendingAirdrops != null && message.pendingAirdrops.length)
    for (let i = 0; i < message.pendingAirdrops.length; ++i)
     $root.proto.PendingAirdropId.encode(message.pendingAirdrops[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  TokenCancelAirdropTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenCancelAirdropTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.pendingAirdrops && message.pendingAirdrops.length))
       message.pendingAirdrops = [];
      message.pendingAirdrops.push($root.proto.PendingAirdropId.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenCancelAirdropTransactionBody");
     break;
    }
   }
   return message;
  };
  return TokenCancelAirdropTransactionBody;
 })();
 proto.TokenClaimAirdropTransactionBody = (function() {
  function TokenClaimAirdropTransactionBody(properties) {
   this.pendingAirdrops = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenClaimAirdropTransactionBody.prototype.pendingAirdrops = $util.emptyArray;
  TokenClaimAirdropTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.pendingAirdrops != null && message.pendingAirdrops.length)
    for (let i = 0; i < message.pendingAirdrops.length; ++i)
     $root.proto.PendingAirdropId.encode(message.pendingAirdrops[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  TokenClaimAirdropTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenClaimAirdropTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.pendingAirdrops && message.pendingAirdrops.length))
       message.pendingAirdrops = [];
      message.pendingAirdrops.push($root.proto.PendingAirdropId.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenClaimAirdropTransactionBody");
     break;
    }
   }
   return message;
  };
  return TokenClaimAirdropTransactionBody;
 })();
 proto.ScheduleCreateTransactionBody = (function() {
  function ScheduleCreateTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ScheduleCreateTransactionBody.prototype.scheduledTransactionBody = null;
  ScheduleCreateTransactionBody.prototype.memo = "";
  ScheduleCreateTransactionBody.prototype.adminKey = null;
  ScheduleCreateTransactionBody.prototype.payerAccountID = null;
  ScheduleCreateTransactionBody.prototype.expirationTime = null;
  ScheduleCreateTransactionBody.prototype.waitForExpiry = false;
  ScheduleCreateTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.scheduledTransactionBody != null && Object.hasOwnProperty.call(message, "scheduledTransactionBody"))
    $root.proto.SchedulableTransactionBody.encode(message.scheduledTransactionBody, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    writer.uint32(/* id 2, wireType 2 =*/18).string(message.memo);
   if (message.adminKey != null && Object.hasOwnProperty.call(message, "adminKey"))
    $root.proto.Key.encode(message.adminKey, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.payerAccountID != null && Object.hasOwnProperty.call(message, "payerAccountID"))
    $root.proto.AccountID.encode(message.payerAccountID, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   if (message.expirationTime != null && Object.hasOwnProperty.call(message, "expirationTime"))
    $root.proto.Timestamp.encode(message.expirationTime, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   if (message.waitForExpiry != null && Object.hasOwnProperty.call(message, "waitForExpiry"))
    writer.uint32(/* id 13, wireType 0 =*/104).bool(message.waitForExpiry);
   return writer;
  };
  ScheduleCreateTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ScheduleCreateTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.scheduledTransactionBody = $root.proto.SchedulableTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.memo = reader.string();
      break;
     }
    case 3: {
      message.adminKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.payerAccountID = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 5: {
      message.expirationTime = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 13: {
      message.waitForExpiry = reader.bool();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ScheduleCreateTransactionBody");
     break;
    }
   }
   return message;
  };
  return ScheduleCreateTransactionBody;
 })();
 proto.SchedulableTransactionBody = (function() {
  function SchedulableTransactionBody(properties) {
   this.maxCustomFees = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SchedulableTransactionBody.prototype.transactionFee = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  SchedulableTransactionBody.prototype.memo = "";
  SchedulableTransactionBody.prototype.contractCall = null;
  SchedulableTransactionBody.prototype.contractCreateInstance = null;
  SchedulableTransactionBody.prototype.contractUpdateInstance = null;
  SchedulableTransactionBody.prototype.contractDeleteInstance = null;
  SchedulableTransactionBody.prototype.cryptoCreateAccount = null;
  SchedulableTransactionBody.prototype.cryptoDelete = null;
  SchedulableTransactionBody.prototype.cryptoTransfer = null;
  SchedulableTransactionBody.prototype.cryptoUpdateAccount = null;
  SchedulableTransactionBody.prototype.fileAppend = null;
  SchedulableTransactionBody.prototype.fileCreate = null;
  SchedulableTransactionBody.prototype.fileDelete = null;
  SchedulableTransactionBody.prototype.fileUpdate = null;
  SchedulableTransactionBody.prototype.systemDelete = null;
  SchedulableTransactionBody.prototype.systemUndelete = null;
  SchedulableTransactionBody.prototype.freeze = null;
  SchedulableTransactionBody.prototype.consensusCreateTopic = null;
  SchedulableTransactionBody.prototype.consensusUpdateTopic = null;
  SchedulableTransactionBody.prototype.consensusDeleteTopic = null;
  SchedulableTransactionBody.prototype.consensusSubmitMessage = null;
  SchedulableTransactionBody.prototype.tokenCreation = null;
  SchedulableTransactionBody.prototype.tokenFreeze = null;
  SchedulableTransactionBody.prototype.tokenUnfreeze = null;
  SchedulableTransactionBody.prototype.tokenGrantKyc = null;
  SchedulableTransactionBody.prototype.tokenRevokeKyc = null;
  SchedulableTransactionBody.prototype.tokenDeletion = null;
  SchedulableTransactionBody.prototype.tokenUpdate = null;
  SchedulableTransactionBody.prototype.tokenMint = null;
  SchedulableTransactionBody.prototype.tokenBurn = null;
  SchedulableTransactionBody.prototype.tokenWipe = null;
  SchedulableTransactionBody.prototype.tokenAssociate = null;
  SchedulableTransactionBody.prototype.tokenDissociate = null;
  SchedulableTransactionBody.prototype.scheduleDelete = null;
  SchedulableTransactionBody.prototype.tokenPause = null;
  SchedulableTransactionBody.prototype.tokenUnpause = null;
  SchedulableTransactionBody.prototype.cryptoApproveAllowance = null;
  SchedulableTransactionBody.prototype.cryptoDeleteAllowance = null;
  SchedulableTransactionBody.prototype.tokenFeeScheduleUpdate = null;
  SchedulableTransactionBody.prototype.utilPrng = null;
  SchedulableTransactionBody.prototype.tokenUpdateNfts = null;
  SchedulableTransactionBody.prototype.nodeCreate = null;
  SchedulableTransactionBody.prototype.nodeUpdate = null;
  SchedulableTransactionBody.prototype.nodeDelete = null;
  SchedulableTransactionBody.prototype.tokenReject = null;
  SchedulableTransactionBody.prototype.tokenCancelAirdrop = null;
  SchedulableTransactionBody.prototype.tokenClaimAirdrop = null;
  SchedulableTransactionBody.prototype.tokenAirdrop = null;
  SchedulableTransactionBody.prototype.registeredNodeCreate = null;
  SchedulableTransactionBody.prototype.registeredNodeUpdate = null;
  SchedulableTransactionBody.prototype.registeredNodeDelete = null;
  SchedulableTransactionBody.prototype.maxCustomFees = $util.emptyArray;
  let $oneOfFields;
  Object.defineProperty(SchedulableTransactionBody.prototype, "data", {
   get: $util.oneOfGetter($oneOfFields = ["contractCall", "contractCreateInstance", "contractUpdateInstance", "contractDeleteInstance", "cryptoCreateAccount", "cryptoDelete", "cryptoTransfer", "cryptoUpdateAccount", "fileAppend", "fileCreate", "fileDelete", "fileUpdate", "systemDelete", "systemUndelete", "freeze", "consensusCreateTopic", "consensusUpdateTopic", "consensusDeleteTopic", "consensusSubmitMessage", "tokenCreation", "tokenFreeze", "tokenUnfreeze", "tokenGrantKyc", "tokenRevokeKyc", "tokenDeletion", "tokenUpdate", "tokenMint", "tokenBurn", "tokenWipe", "tokenAssociate", "tokenDissociate", "scheduleDelete", "tokenPause", "tokenUnpause", "cryptoApproveAllowance", "cryptoDeleteAllowance", "tokenFeeScheduleUpdate", "utilPrng", "tokenUpdateNfts", "nodeCreate", "nodeUpdate", "nodeDelete", "tokenReject", "tokenCancelAirdrop", "tokenClaimAirdrop", "tokenAirdrop", "registeredNodeCreate", "registeredNodeUpdate", "registeredNodeDelete"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  SchedulableTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.transactionFee != null && Object.hasOwnProperty.call(message, "transactionFee"))
    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.transactionFee);
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    writer.uint32(/* id 2, wireType 2 =*/18).string(message.memo);
   if (message.contractCall != null && Object.hasOwnProperty.call(message, "contractCall"))
    $root.proto.ContractCallTransactionBody.encode(message.contractCall, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.contractCreateInstance != null && Object.hasOwnProperty.call(message, "contractCreateInstance"))
    $root.proto.ContractCreateTransactionBody.encode(message.contractCreateInstance, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   if (message.contractUpdateInstance != null && Object.hasOwnProperty.call(message, "contractUpdateInstance"))
    $root.proto.ContractUpdateTransactionBody.encode(message.contractUpdateInstance, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   if (message.contractDeleteInstance != null && Object.hasOwnProperty.call(message, "contractDeleteInstance"))
    $root.proto.ContractDeleteTransactionBody.encode(message.contractDeleteInstance, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.cryptoCreateAccount != null && Object.hasOwnProperty.call(message, "cryptoCreateAccount"))
    $root.proto.CryptoCreateTransactionBody.encode(message.cryptoCreateAccount, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.cryptoDelete != null && Object.hasOwnProperty.call(message, "cryptoDelete"))
    $root.proto.CryptoDeleteTransactionBody.encode(message.cryptoDelete, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   if (message.cryptoTransfer != null && Object.hasOwnProperty.call(message, "cryptoTransfer"))
    $root.proto.CryptoTransferTransactionBody.encode(message.cryptoTransfer, writer.uint32(/* id 9, wireType 2 =*/74).fork()).ldelim();
   if (message.cryptoUpdateAccount != null && Object.hasOwnProperty.call(message, "cryptoUpdateAccount"))
    $root.proto.CryptoUpdateTransactionBody.encode(message.cryptoUpdateAccount, writer.uint32(/* id 10, wireType 2 =*/82).fork()).ldelim();
   if (message.fileAppend != null && Object.hasOwnProperty.call(message, "fileAppend"))
    $root.proto.FileAppendTransactionBody.encode(message.fileAppend, writer.uint32(/* id 11, wireType 2 =*/90).fork()).ldelim();
   if (message.fileCreate != null && Object.hasOwnProperty.call(message, "fileCreate"))
    $root.proto.FileCreateTransactionBody.encode(message.fileCreate, writer.uint32(/* id 12, wireType 2 =*/98).fork()).ldelim();
   if (message.fileDelete != null && Object.hasOwnProperty.call(message, "fileDelete"))
    $root.proto.FileDeleteTransactionBody.encode(message.fileDelete, writer.uint32(/* id 13, wireType 2 =*/106).fork()).ldelim();
   if (message.fileUpdate != null && Object.hasOwnProperty.call(message, "fileUpdate"))
    $root.proto.FileUpdateTransactionBody.encode(message.fileUpdate, writer.uint32(/* id 14, wireType 2 =*/114).fork()).ldelim();
   if (message.systemDelete != null && Object.hasOwnProperty.call(message, "systemDelete"))
    $root.proto.SystemDeleteTransactionBody.encode(message.systemDelete, writer.uint32(/* id 15, wireType 2 =*/122).fork()).ldelim();
   if (message.systemUndelete != null && Object.hasOwnProperty.call(message, "systemUndelete"))
    $root.proto.SystemUndeleteTransactionBody.encode(message.systemUndelete, writer.uint32(/* id 16, wireType 2 =*/130).fork()).ldelim();
   if (message.freeze != null && Object.hasOwnProperty.call(message, "freeze"))
    $root.proto.FreezeTransactionBody.encode(message.freeze, writer.uint32(/* id 17, wireType 2 =*/138).fork()).ldelim();
   if (message.consensusCreateTopic != null && Object.hasOwnProperty.call(message, "consensusCreateTopic"))
    $root.proto.ConsensusCreateTopicTransactionBody.encode(message.consensusCreateTopic, writer.uint32(/* id 18, wireType 2 =*/146).fork()).ldelim();
   if (message.consensusUpdateTopic != null && Object.hasOwnProperty.call(message, "consensusUpdateTopic"))
    $root.proto.ConsensusUpdateTopicTransactionBody.encode(message.consensusUpdateTopic, writer.uint32(/* id 19, wireType 2 =*/154).fork()).ldelim();
   if (message.consensusDeleteTopic != null && Object.hasOwnProperty.call(message, "consensusDeleteTopic"))
    $root.proto.ConsensusDeleteTopicTransactionBody.encode(message.consensusDeleteTopic, writer.uint32(/* id 20, wireType 2 =*/162).fork()).ldelim();
   if (message.consensusSubmitMessage != null && Object.hasOwnProperty.call(message, "consensusSubmitMessage"))
    $root.proto.ConsensusSubmitMessageTransactionBody.encode(message.consensusSubmitMessage, writer.uint32(/* id 21, wireType 2 =*/170).fork()).ldelim();
   if (message.tokenCreation != null && Object.hasOwnProperty.call(message, "tokenCreation"))
    $root.proto.TokenCreateTransactionBody.encode(message.tokenCreation, writer.uint32(/* id 22, wireType 2 =*/178).fork()).ldelim();
   if (message.tokenFreeze != null && Object.hasOwnProperty.call(message, "tokenFreeze"))
    $root.proto.TokenFreezeAccountTransactionBody.encode(message.tokenFreeze, writer.uint32(/* id 23, wireType 2 =*/186).fork()).ldelim();
   if (message.tokenUnfreeze != null && Object.hasOwnProperty.call(message, "tokenUnfreeze"))
    $root.proto.TokenUnfreezeAccountTransactionBody.encode(message.tokenUnfreeze, writer.uint32(/* id 24, wireType 2 =*/194).fork()).ldelim();
   if (message.tokenGrantKyc != null && Object.hasOwnProperty.call(message, "tokenGrantKyc"))
    $root.proto.TokenGrantKycTransactionBody.encode(message.tokenGrantKyc, writer.uint32(/* id 25, wireType 2 =*/202).fork()).ldelim();
   if (message.tokenRevokeKyc != null && Object.hasOwnProperty.call(message, "tokenRevokeKyc"))
    $root.proto.TokenRevokeKycTransactionBody.encode(message.tokenRevokeKyc, writer.uint32(/* id 26, wireType 2 =*/210).fork()).ldelim();
   if (message.tokenDeletion != null && Object.hasOwnProperty.call(message, "tokenDeletion"))
    $root.proto.TokenDeleteTransactionBody.encode(message.tokenDeletion, writer.uint32(/* id 27, wireType 2 =*/218).fork()).ldelim();
   if (message.tokenUpdate != null && Object.hasOwnProperty.call(message, "tokenUpdate"))
    $root.proto.TokenUpdateTransactionBody.encode(message.tokenUpdate, writer.uint32(/* id 28, wireType 2 =*/226).fork()).ldelim();
   if (message.tokenMint != null && Object.hasOwnProperty.call(message, "tokenMint"))
    $root.proto.TokenMintTransactionBody.encode(message.tokenMint, writer.uint32(/* id 29, wireType 2 =*/234).fork()).ldelim();
   if (message.tokenBurn != null && Object.hasOwnProperty.call(message, "tokenBurn"))
    $root.proto.TokenBurnTransactionBody.encode(message.tokenBurn, writer.uint32(/* id 30, wireType 2 =*/242).fork()).ldelim();
   if (message.tokenWipe != null && Object.hasOwnProperty.call(message, "tokenWipe"))
    $root.proto.TokenWipeAccountTransactionBody.encode(message.tokenWipe, writer.uint32(/* id 31, wireType 2 =*/250).fork()).ldelim();
   if (message.tokenAssociate != null && Object.hasOwnProperty.call(message, "tokenAssociate"))
    $root.proto.TokenAssociateTransactionBody.encode(message.tokenAssociate, writer.uint32(/* id 32, wireType 2 =*/258).fork()).ldelim();
   if (message.tokenDissociate != null && Object.hasOwnProperty.call(message, "tokenDissociate"))
    $root.proto.TokenDissociateTransactionBody.encode(message.tokenDissociate, writer.uint32(/* id 33, wireType 2 =*/266).fork()).ldelim();
   if (message.scheduleDelete != null && Object.hasOwnProperty.call(message, "scheduleDelete"))
    $root.proto.ScheduleDeleteTransactionBody.encode(message.scheduleDelete, writer.uint32(/* id 34, wireType 2 =*/274).fork()).ldelim();
   if (message.tokenPause != null && Object.hasOwnProperty.call(message, "tokenPause"))
    $root.proto.TokenPauseTransactionBody.encode(message.tokenPause, writer.uint32(/* id 35, wireType 2 =*/282).fork()).ldelim();
   if (message.tokenUnpause != null && Object.hasOwnProperty.call(message, "tokenUnpause"))
    $root.proto.TokenUnpauseTransactionBody.encode(message.tokenUnpause, writer.uint32(/* id 36, wireType 2 =*/290).fork()).ldelim();
   if (message.cryptoApproveAllowance != null && Object.hasOwnProperty.call(message, "cryptoApproveAllowance"))
    $root.proto.CryptoApproveAllowanceTransactionBody.encode(message.cryptoApproveAllowance, writer.uint32(/* id 37, wireType 2 =*/298).fork()).ldelim();
   if (message.cryptoDeleteAllowance != null && Object.hasOwnProperty.call(message, "cryptoDeleteAllowance"))
    $root.proto.CryptoDeleteAllowanceTransactionBody.encode(message.cryptoDeleteAllowance, writer.uint32(/* id 38, wireType 2 =*/306).fork()).ldelim();
   if (message.tokenFeeScheduleUpdate != null && Object.hasOwnProperty.call(message, "tokenFeeScheduleUpdate"))
    $root.proto.TokenFeeScheduleUpdateTransactionBody.encode(message.tokenFeeScheduleUpdate, writer.uint32(/* id 39, wireType 2 =*/314).fork()).ldelim();
   if (message.utilPrng != null && Object.hasOwnProperty.call(message, "utilPrng"))
    $root.proto.UtilPrngTransactionBody.encode(message.utilPrng, writer.uint32(/* id 40, wireType 2 =*/322).fork()).ldelim();
   if (message.tokenUpdateNfts != null && Object.hasOwnProperty.call(message, "tokenUpdateNfts"))
    $root.proto.TokenUpdateNftsTransactionBody.encode(message.tokenUpdateNfts, writer.uint32(/* id 41, wireType 2 =*/330).fork()).ldelim();
   if (message.nodeCreate != null && Object.hasOwnProperty.call(message, "nodeCreate"))
    $root.com.hedera.hapi.node.addressbook.NodeCreateTransactionBody.encode(message.nodeCreate, writer.uint32(/* id 42, wireType 2 =*/338).fork()).ldelim();
   if (message.nodeUpdate != null && Object.hasOwnProperty.call(message, "nodeUpdate"))
    $root.com.hedera.hapi.node.addressbook.NodeUpdateTransactionBody.encode(message.nodeUpdate, writer.uint32(/* id 43, wireType 2 =*/346).fork()).ldelim();
   if (message.nodeDelete != null && Object.hasOwnProperty.call(message, "nodeDelete"))
    $root.com.hedera.hapi.node.addressbook.NodeDeleteTransactionBody.encode(message.nodeDelete, writer.uint32(/* id 44, wireType 2 =*/354).fork()).ldelim();
   if (message.tokenReject != null && Object.hasOwnProperty.call(message, "tokenReject"))
    $root.proto.TokenRejectTransactionBody.encode(message.tokenReject, writer.uint32(/* id 45, wireType 2 =*/362).fork()).ldelim();
   if (message.tokenCancelAirdrop != null && Object.hasOwnProperty.call(message, "tokenCancelAirdrop"))
    $root.proto.TokenCancelAirdropTransactionBody.encode(message.tokenCancelAirdrop, writer.uint32(/* id 46, wireType 2 =*/370).fork()).ldelim();
   if (message.tokenClaimAirdrop != null && Object.hasOwnProperty.call(message, "tokenClaimAirdrop"))
    $root.proto.TokenClaimAirdropTransactionBody.encode(message.tokenClaimAirdrop, writer.uint32(/* id 47, wireType 2 =*/378).fork()).ldelim();
   if (message.tokenAirdrop != null && Object.hasOwnProperty.call(message, "tokenAirdrop"))
    $root.proto.TokenAirdropTransactionBody.encode(message.tokenAirdrop, writer.uint32(/* id 48, wireType 2 =*/386).fork()).ldelim();
   if (message.registeredNodeCreate != null && Object.hasOwnProperty.call(message, "registeredNodeCreate"))
    $root.com.hedera.hapi.node.addressbook.RegisteredNodeCreateTransactionBody.encode(message.registeredNodeCreate, writer.uint32(/* id 49, wireType 2 =*/394).fork()).ldelim();
   if (message.registeredNodeUpdate != null && Object.hasOwnProperty.call(message, "registeredNodeUpdate"))
    $root.com.hedera.hapi.node.addressbook.RegisteredNodeUpdateTransactionBody.encode(message.registeredNodeUpdate, writer.uint32(/* id 50, wireType 2 =*/402).fork()).ldelim();
   if (message.registeredNodeDelete != null && Object.hasOwnProperty.call(message, "registeredNodeDelete"))
    $root.com.hedera.hapi.node.addressbook.RegisteredNodeDeleteTransactionBody.encode(message.registeredNodeDelete, writer.uint32(/* id 51, wireType 2 =*/410).fork()).ldelim();
   if (message.maxCustomFees != null && message.maxCustomFees.length)
    for (let i = 0; i < message.maxCustomFees.length; ++i)
     $root.proto.CustomFeeLimit.encode(message.maxCustomFees[i], writer.uint32(/* id 1001, wireType 2 =*/8010).fork()).ldelim();
   return writer;
  };
  SchedulableTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.SchedulableTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.transactionFee = reader.uint64();
      break;
     }
    case 2: {
      message.memo = reader.string();
      break;
     }
    case 3: {
      message.contractCall = $root.proto.ContractCallTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.contractCreateInstance = $root.proto.ContractCreateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 5: {
      message.contractUpdateInstance = $root.proto.ContractUpdateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.contractDeleteInstance = $root.proto.ContractDeleteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.cryptoCreateAccount = $root.proto.CryptoCreateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.cryptoDelete = $root.proto.CryptoDeleteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 9: {
      message.cryptoTransfer = $root.proto.CryptoTransferTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 10: {
      message.cryptoUpdateAccount = $root.proto.CryptoUpdateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 11: {
      message.fileAppend = $root.proto.FileAppendTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 12: {
      message.fileCreate = $root.proto.FileCreateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 13: {
      message.fileDelete = $root.proto.FileDeleteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 14: {
      message.fileUpdate = $root.proto.FileUpdateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 15: {
      message.systemDelete = $root.proto.SystemDeleteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 16: {
      message.systemUndelete = $root.proto.SystemUndeleteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 17: {
      message.freeze = $root.proto.FreezeTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 18: {
      message.consensusCreateTopic = $root.proto.ConsensusCreateTopicTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 19: {
      message.consensusUpdateTopic = $root.proto.ConsensusUpdateTopicTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 20: {
      message.consensusDeleteTopic = $root.proto.ConsensusDeleteTopicTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 21: {
      message.consensusSubmitMessage = $root.proto.ConsensusSubmitMessageTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 22: {
      message.tokenCreation = $root.proto.TokenCreateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 23: {
      message.tokenFreeze = $root.proto.TokenFreezeAccountTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 24: {
      message.tokenUnfreeze = $root.proto.TokenUnfreezeAccountTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 25: {
      message.tokenGrantKyc = $root.proto.TokenGrantKycTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 26: {
      message.tokenRevokeKyc = $root.proto.TokenRevokeKycTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 27: {
      message.tokenDeletion = $root.proto.TokenDeleteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 28: {
      message.tokenUpdate = $root.proto.TokenUpdateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 29: {
      message.tokenMint = $root.proto.TokenMintTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 30: {
      message.tokenBurn = $root.proto.TokenBurnTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 31: {
      message.tokenWipe = $root.proto.TokenWipeAccountTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 32: {
      message.tokenAssociate = $root.proto.TokenAssociateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 33: {
      message.tokenDissociate = $root.proto.TokenDissociateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 34: {
      message.scheduleDelete = $root.proto.ScheduleDeleteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 35: {
      message.tokenPause = $root.proto.TokenPauseTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 36: {
      message.tokenUnpause = $root.proto.TokenUnpauseTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 37: {
      message.cryptoApproveAllowance = $root.proto.CryptoApproveAllowanceTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 38: {
      message.cryptoDeleteAllowance = $root.proto.CryptoDeleteAllowanceTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 39: {
      message.tokenFeeScheduleUpdate = $root.proto.TokenFeeScheduleUpdateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 40: {
      message.utilPrng = $root.proto.UtilPrngTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 41: {
      message.tokenUpdateNfts = $root.proto.TokenUpdateNftsTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 42: {
      message.nodeCreate = $root.com.hedera.hapi.node.addressbook.NodeCreateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 43: {
      message.nodeUpdate = $root.com.hedera.hapi.node.addressbook.NodeUpdateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 44: {
      message.nodeDelete = $root.com.hedera.hapi.node.addressbook.NodeDeleteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 45: {
      message.tokenReject = $root.proto.TokenRejectTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 46: {
      message.tokenCancelAirdrop = $root.proto.TokenCancelAirdropTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 47: {
      message.tokenClaimAirdrop = $root.proto.TokenClaimAirdropTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 48: {
      message.tokenAirdrop = $root.proto.TokenAirdropTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 49: {
      message.registeredNodeCreate = $root.com.hedera.hapi.node.addressbook.RegisteredNodeCreateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 50: {
      message.registeredNodeUpdate = $root.com.hedera.hapi.node.addressbook.RegisteredNodeUpdateTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 51: {
      message.registeredNodeDelete = $root.com.hedera.hapi.node.addressbook.RegisteredNodeDeleteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    case 1001: {
      if (!(message.maxCustomFees && message.maxCustomFees.length))
       message.maxCustomFees = [];
      message.maxCustomFees.push($root.proto.CustomFeeLimit.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.SchedulableTransactionBody");
     break;
    }
   }
   return message;
  };
  return SchedulableTransactionBody;
 })();
 proto.ScheduleDeleteTransactionBody = (function() {
  function ScheduleDeleteTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ScheduleDeleteTransactionBody.prototype.scheduleID = null;
  ScheduleDeleteTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.scheduleID != null && Object.hasOwnProperty.call(message, "scheduleID"))
    $root.proto.ScheduleID.encode(message.scheduleID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  ScheduleDeleteTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ScheduleDeleteTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.scheduleID = $root.proto.ScheduleID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ScheduleDeleteTransactionBody");
     break;
    }
   }
   return message;
  };
  return ScheduleDeleteTransactionBody;
 })();
 proto.UtilPrngTransactionBody = (function() {
  function UtilPrngTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  UtilPrngTransactionBody.prototype.range = 0;
  UtilPrngTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.range != null && Object.hasOwnProperty.call(message, "range"))
    writer.uint32(/* id 1, wireType 0 =*/8).int32(message.range);
   return writer;
  };
  UtilPrngTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.UtilPrngTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.range = reader.int32();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.UtilPrngTransactionBody");
     break;
    }
   }
   return message;
  };
  return UtilPrngTransactionBody;
 })();
 proto.ScheduleSignTransactionBody = (function() {
  function ScheduleSignTransactionBody(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ScheduleSignTransactionBody.prototype.scheduleID = null;
  ScheduleSignTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.scheduleID != null && Object.hasOwnProperty.call(message, "scheduleID"))
    $root.proto.ScheduleID.encode(message.scheduleID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  ScheduleSignTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ScheduleSignTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.scheduleID = $root.proto.ScheduleID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ScheduleSignTransactionBody");
     break;
    }
   }
   return message;
  };
  return ScheduleSignTransactionBody;
 })();
 proto.NodeStakeUpdateTransactionBody = (function() {
  function NodeStakeUpdateTransactionBody(properties) {
   this.nodeStake = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  NodeStakeUpdateTransactionBody.prototype.endOfStakingPeriod = null;
  NodeStakeUpdateTransactionBody.prototype.nodeStake = $util.emptyArray;
  NodeStakeUpdateTransactionBody.prototype.maxStakingRewardRatePerHbar = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NodeStakeUpdateTransactionBody.prototype.nodeRewardFeeFraction = null;
  NodeStakeUpdateTransactionBody.prototype.stakingPeriodsStored = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NodeStakeUpdateTransactionBody.prototype.stakingPeriod = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NodeStakeUpdateTransactionBody.prototype.stakingRewardFeeFraction = null;
  NodeStakeUpdateTransactionBody.prototype.stakingStartThreshold = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NodeStakeUpdateTransactionBody.prototype.stakingRewardRate = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NodeStakeUpdateTransactionBody.prototype.reservedStakingRewards = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NodeStakeUpdateTransactionBody.prototype.unreservedStakingRewardBalance = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NodeStakeUpdateTransactionBody.prototype.rewardBalanceThreshold = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NodeStakeUpdateTransactionBody.prototype.maxStakeRewarded = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NodeStakeUpdateTransactionBody.prototype.maxTotalReward = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NodeStakeUpdateTransactionBody.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.endOfStakingPeriod != null && Object.hasOwnProperty.call(message, "endOfStakingPeriod"))
    $root.proto.Timestamp.encode(message.endOfStakingPeriod, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.nodeStake != null && message.nodeStake.length)
    for (let i = 0; i < message.nodeStake.length; ++i)
     $root.proto.NodeStake.encode(message.nodeStake[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.maxStakingRewardRatePerHbar != null && Object.hasOwnProperty.call(message, "maxStakingRewardRatePerHbar"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.maxStakingRewardRatePerHbar);
   if (message.nodeRewardFeeFraction != null && Object.hasOwnProperty.call(message, "nodeRewardFeeFraction"))
    $root.proto.Fraction.encode(message.nodeRewardFeeFraction, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   if (message.stakingPeriodsStored != null && Object.hasOwnProperty.call(message, "stakingPeriodsStored"))
    writer.uint32(/* id 5, wireType 0 =*/40).int64(message.stakingPeriodsStored);
   if (message.stakingPeriod != null && Object.hasOwnProperty.call(message, "stakingPeriod"))
    writer.uint32(/* id 6, wireType 0 =*/48).int64(message.stakingPeriod);
   if (message.stakingRewardFeeFraction != null && Object.hasOwnProperty.call(message, "stakingRewardFeeFraction"))
    $root.proto.Fraction.encode(message.stakingRewardFeeFraction, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.stakingStartThreshold != null && Object.hasOwnProperty.call(message, "stakingStartThreshold"))
    writer.uint32(/* id 8, wireType 0 =*/64).int64(message.stakingStartThreshold);
   if (message.stakingRewardRate != null && Object.hasOwnProperty.call(message, "stakingRewardRate"))
    writer.uint32(/* id 9, wireType 0 =*/72).int64(message.stakingRewardRate);
   if (message.reservedStakingRewards != null && Object.hasOwnProperty.call(message, "reservedStakingRewards"))
    writer.uint32(/* id 10, wireType 0 =*/80).int64(message.reservedStakingRewards);
   if (message.unreservedStakingRewardBalance != null && Object.hasOwnProperty.call(message, "unreservedStakingRewardBalance"))
    writer.uint32(/* id 11, wireType 0 =*/88).int64(message.unreservedStakingRewardBalance);
   if (message.rewardBalanceThreshold != null && Object.hasOwnProperty.call(message, "rewardBalanceThreshold"))
    writer.uint32(/* id 12, wireType 0 =*/96).int64(message.rewardBalanceThreshold);
   if (message.maxStakeRewarded != null && Object.hasOwnProperty.call(message, "maxStakeRewarded"))
    writer.uint32(/* id 13, wireType 0 =*/104).int64(message.maxStakeRewarded);
   if (message.maxTotalReward != null && Object.hasOwnProperty.call(message, "maxTotalReward"))
    writer.uint32(/* id 14, wireType 0 =*/112).int64(message.maxTotalReward);
   return writer;
  };
  NodeStakeUpdateTransactionBody.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.NodeStakeUpdateTransactionBody();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.endOfStakingPeriod = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      if (!(message.nodeStake && message.nodeStake.length))
       message.nodeStake = [];
      message.nodeStake.push($root.proto.NodeStake.decode(reader, reader.uint32()));
      break;
     }
    case 3: {
      message.maxStakingRewardRatePerHbar = reader.int64();
      break;
     }
    case 4: {
      message.nodeRewardFeeFraction = $root.proto.Fraction.decode(reader, reader.uint32());
      break;
     }
    case 5: {
      message.stakingPeriodsStored = reader.int64();
      break;
     }
    case 6: {
      message.stakingPeriod = reader.int64();
      break;
     }
    case 7: {
      message.stakingRewardFeeFraction = $root.proto.Fraction.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.stakingStartThreshold = reader.int64();
      break;
     }
    case 9: {
      message.stakingRewardRate = reader.int64();
      break;
     }
    case 10: {
      message.reservedStakingRewards = reader.int64();
      break;
     }
    case 11: {
      message.unreservedStakingRewardBalance = reader.int64();
      break;
     }
    case 12: {
      message.rewardBalanceThreshold = reader.int64();
      break;
     }
    case 13: {
      message.maxStakeRewarded = reader.int64();
      break;
     }
    case 14: {
      message.maxTotalReward = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.NodeStakeUpdateTransactionBody");
     break;
    }
   }
   return message;
  };
  return NodeStakeUpdateTransactionBody;
 })();
 proto.NodeStake = (function() {
  function NodeStake(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  NodeStake.prototype.maxStake = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NodeStake.prototype.minStake = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NodeStake.prototype.nodeId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NodeStake.prototype.rewardRate = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NodeStake.prototype.stake = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NodeStake.prototype.stakeNotRewarded = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NodeStake.prototype.stakeRewarded = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NodeStake.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.maxStake != null && Object.hasOwnProperty.call(message, "maxStake"))
    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.maxStake);
   if (message.minStake != null && Object.hasOwnProperty.call(message, "minStake"))
    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.minStake);
   if (message.nodeId != null && Object.hasOwnProperty.call(message, "nodeId"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.nodeId);
   if (message.rewardRate != null && Object.hasOwnProperty.call(message, "rewardRate"))
    writer.uint32(/* id 4, wireType 0 =*/32).int64(message.rewardRate);
   if (message.stake != null && Object.hasOwnProperty.call(message, "stake"))
    writer.uint32(/* id 5, wireType 0 =*/40).int64(message.stake);
   if (message.stakeNotRewarded != null && Object.hasOwnProperty.call(message, "stakeNotRewarded"))
    writer.uint32(/* id 6, wireType 0 =*/48).int64(message.stakeNotRewarded);
   if (message.stakeRewarded != null && Object.hasOwnProperty.call(message, "stakeRewarded"))
    writer.uint32(/* id 7, wireType 0 =*/56).int64(message.stakeRewarded);
   return writer;
  };
  NodeStake.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.NodeStake();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.maxStake = reader.int64();
      break;
     }
    case 2: {
      message.minStake = reader.int64();
      break;
     }
    case 3: {
      message.nodeId = reader.int64();
      break;
     }
    case 4: {
      message.rewardRate = reader.int64();
      break;
     }
    case 5: {
      message.stake = reader.int64();
      break;
     }
    case 6: {
      message.stakeNotRewarded = reader.int64();
      break;
     }
    case 7: {
      message.stakeRewarded = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.NodeStake");
     break;
    }
   }
   return message;
  };
  return NodeStake;
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
 proto.InternalCallContext = (function() {
  function InternalCallContext(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  InternalCallContext.prototype.gas = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  InternalCallContext.prototype.value = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  InternalCallContext.prototype.callData = $util.newBuffer([]);
  InternalCallContext.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.gas != null && Object.hasOwnProperty.call(message, "gas"))
    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.gas);
   if (message.value != null && Object.hasOwnProperty.call(message, "value"))
    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.value);
   if (message.callData != null && Object.hasOwnProperty.call(message, "callData"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.callData);
   return writer;
  };
  InternalCallContext.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.InternalCallContext();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.gas = reader.uint64();
      break;
     }
    case 2: {
      message.value = reader.uint64();
      break;
     }
    case 3: {
      message.callData = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.InternalCallContext");
     break;
    }
   }
   return message;
  };
  return InternalCallContext;
 })();
 proto.EvmTransactionResult = (function() {
  function EvmTransactionResult(properties) {
   this.contractNonces = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  EvmTransactionResult.prototype.senderId = null;
  EvmTransactionResult.prototype.contractId = null;
  EvmTransactionResult.prototype.resultData = $util.newBuffer([]);
  EvmTransactionResult.prototype.errorMessage = "";
  EvmTransactionResult.prototype.gasUsed = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  EvmTransactionResult.prototype.internalCallContext = null;
  EvmTransactionResult.prototype.executedHookId = null;
  EvmTransactionResult.prototype.contractNonces = $util.emptyArray;
  EvmTransactionResult.prototype.signerNonce = null;
  EvmTransactionResult.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.senderId != null && Object.hasOwnProperty.call(message, "senderId"))
    $root.proto.AccountID.encode(message.senderId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.contractId != null && Object.hasOwnProperty.call(message, "contractId"))
    $root.proto.ContractID.encode(message.contractId, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.resultData != null && Object.hasOwnProperty.call(message, "resultData"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.resultData);
   if (message.errorMessage != null && Object.hasOwnProperty.call(message, "errorMessage"))
    writer.uint32(/* id 4, wireType 2 =*/34).string(message.errorMessage);
   if (message.gasUsed != null && Object.hasOwnProperty.call(message, "gasUsed"))
    writer.uint32(/* id 5, wireType 0 =*/40).uint64(message.gasUsed);
   if (message.internalCallContext != null && Object.hasOwnProperty.call(message, "internalCallContext"))
    $root.proto.InternalCallContext.encode(message.internalCallContext, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.executedHookId != null && Object.hasOwnProperty.call(message, "executedHookId"))
    $root.proto.HookId.encode(message.executedHookId, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.contractNonces != null && message.contractNonces.length)
    for (let i = 0; i < message.contractNonces.length; ++i)
     $root.proto.ContractNonceInfo.encode(message.contractNonces[i], writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   if (message.signerNonce != null && Object.hasOwnProperty.call(message, "signerNonce"))
    $root.google.protobuf.Int64Value.encode(message.signerNonce, writer.uint32(/* id 9, wireType 2 =*/74).fork()).ldelim();
   return writer;
  };
  EvmTransactionResult.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.EvmTransactionResult();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.senderId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.contractId = $root.proto.ContractID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.resultData = reader.bytes();
      break;
     }
    case 4: {
      message.errorMessage = reader.string();
      break;
     }
    case 5: {
      message.gasUsed = reader.uint64();
      break;
     }
    case 6: {
      message.internalCallContext = $root.proto.InternalCallContext.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.executedHookId = $root.proto.HookId.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      if (!(message.contractNonces && message.contractNonces.length))
       message.contractNonces = [];
      message.contractNonces.push($root.proto.ContractNonceInfo.decode(reader, reader.uint32()));
      break;
     }
    case 9: {
      message.signerNonce = $root.google.protobuf.Int64Value.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.EvmTransactionResult");
     break;
    }
   }
   return message;
  };
  return EvmTransactionResult;
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
 proto.TransactionRecord = (function() {
  function TransactionRecord(properties) {
   this.tokenTransferLists = [];
   this.assessedCustomFees = [];
   this.automaticTokenAssociations = [];
   this.paidStakingRewards = [];
   this.newPendingAirdrops = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TransactionRecord.prototype.receipt = null;
  TransactionRecord.prototype.transactionHash = $util.newBuffer([]);
  TransactionRecord.prototype.consensusTimestamp = null;
  TransactionRecord.prototype.transactionID = null;
  TransactionRecord.prototype.memo = "";
  TransactionRecord.prototype.transactionFee = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  TransactionRecord.prototype.contractCallResult = null;
  TransactionRecord.prototype.contractCreateResult = null;
  TransactionRecord.prototype.transferList = null;
  TransactionRecord.prototype.tokenTransferLists = $util.emptyArray;
  TransactionRecord.prototype.scheduleRef = null;
  TransactionRecord.prototype.assessedCustomFees = $util.emptyArray;
  TransactionRecord.prototype.automaticTokenAssociations = $util.emptyArray;
  TransactionRecord.prototype.parentConsensusTimestamp = null;
  TransactionRecord.prototype.alias = $util.newBuffer([]);
  TransactionRecord.prototype.ethereumHash = $util.newBuffer([]);
  TransactionRecord.prototype.paidStakingRewards = $util.emptyArray;
  TransactionRecord.prototype.prngBytes = null;
  TransactionRecord.prototype.prngNumber = null;
  TransactionRecord.prototype.evmAddress = $util.newBuffer([]);
  TransactionRecord.prototype.newPendingAirdrops = $util.emptyArray;
  TransactionRecord.prototype.highVolumePricingMultiplier = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  let $oneOfFields;
  Object.defineProperty(TransactionRecord.prototype, "body", {
   get: $util.oneOfGetter($oneOfFields = ["contractCallResult", "contractCreateResult"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Object.defineProperty(TransactionRecord.prototype, "entropy", {
   get: $util.oneOfGetter($oneOfFields = ["prngBytes", "prngNumber"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  TransactionRecord.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.receipt != null && Object.hasOwnProperty.call(message, "receipt"))
    $root.proto.TransactionReceipt.encode(message.receipt, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.transactionHash != null && Object.hasOwnProperty.call(message, "transactionHash"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.transactionHash);
   if (message.consensusTimestamp != null && Object.hasOwnProperty.call(message, "consensusTimestamp"))
    $root.proto.Timestamp.encode(message.consensusTimestamp, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.transactionID != null && Object.hasOwnProperty.call(message, "transactionID"))
    $root.proto.TransactionID.encode(message.transactionID, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    writer.uint32(/* id 5, wireType 2 =*/42).string(message.memo);
   if (message.transactionFee != null && Object.hasOwnProperty.call(message, "transactionFee"))
    writer.uint32(/* id 6, wireType 0 =*/48).uint64(message.transactionFee);
   if (message.contractCallResult != null && Object.hasOwnProperty.call(message, "contractCallResult"))
    $root.proto.ContractFunctionResult.encode(message.contractCallResult, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.contractCreateResult != null && Object.hasOwnProperty.call(message, "contractCreateResult"))
    $root.proto.ContractFunctionResult.encode(message.contractCreateResult, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   if (message.transferList != null && Object.hasOwnProperty.call(message, "transferList"))
    $root.proto.TransferList.encode(message.transferList, writer.uint32(/* id 10, wireType 2 =*/82).fork()).ldelim();
   if (message.tokenTransferLists != null && message.tokenTransferLists.length)
    for (let i = 0; i < message.tokenTransferLists.length; ++i)
     $root.proto.TokenTransferList.encode(message.tokenTransferLists[i], writer.uint32(/* id 11, wireType 2 =*/90).fork()).ldelim();
   if (message.scheduleRef != null && Object.hasOwnProperty.call(message, "scheduleRef"))
    $root.proto.ScheduleID.encode(message.scheduleRef, writer.uint32(/* id 12, wireType 2 =*/98).fork()).ldelim();
   if (message.assessedCustomFees != null && message.assessedCustomFees.length)
    for (let i = 0; i < message.assessedCustomFees.length; ++i)
     $root.proto.AssessedCustomFee.encode(message.assessedCustomFees[i], writer.uint32(/* id 13, wireType 2 =*/106).fork()).ldelim();
   if (message.automaticTokenAssociations != null && message.automaticTokenAssociations.length)
    for (let i = 0; i < message.automaticTokenAssociations.length; ++i)
     $root.proto.TokenAssociation.encode(message.automaticTokenAssociations[i], writer.uint32(/* id 14, wireType 2 =*/114).fork()).ldelim();
   if (message.parentConsensusTimestamp != null && Object.hasOwnProperty.call(message, "parentConsensusTimestamp"))
    $root.proto.Timestamp.encode(message.parentConsensusTimestamp, writer.uint32(/* id 15, wireType 2 =*/122).fork()).ldelim();
   if (message.alias != null && Object.hasOwnProperty.call(message, "alias"))
    writer.uint32(/* id 16, wireType 2 =*/130).bytes(message.alias);
   if (message.ethereumHash != null && Object.hasOwnProperty.call(message, "ethereumHash"))
    writer.uint32(/* id 17, wireType 2 =*/138).bytes(message.ethereumHash);
   if (message.paidStakingRewards != null && message.paidStakingRewards.length)
    for (let i = 0; i < message.paidStakingRewards.length; ++i)
     $root.proto.AccountAmount.encode(message.paidStakingRewards[i], writer.uint32(/* id 18, wireType 2 =*/146).fork()).ldelim();
   if (message.prngBytes != null && Object.hasOwnProperty.call(message, "prngBytes"))
    writer.uint32(/* id 19, wireType 2 =*/154).bytes(message.prngBytes);
   if (message.prngNumber != null && Object.hasOwnProperty.call(message, "prngNumber"))
    writer.uint32(/* id 20, wireType 0 =*/160).int32(message.prngNumber);
   if (message.evmAddress != null && Object.hasOwnProperty.call(message, "evmAddress"))
    writer.uint32(/* id 21, wireType 2 =*/170).bytes(message.evmAddress);
   if (message.newPendingAirdrops != null && message.newPendingAirdrops.length)
    for (let i = 0; i < message.newPendingAirdrops.length; ++i)
     $root.proto.PendingAirdropRecord.encode(message.newPendingAirdrops[i], writer.uint32(/* id 22, wireType 2 =*/178).fork()).ldelim();
   if (message.highVolumePricingMultiplier != null && Object.hasOwnProperty.call(message, "highVolumePricingMultiplier"))
    writer.uint32(/* id 23, wireType 0 =*/184).uint64(message.highVolumePricingMultiplier);
   return writer;
  };
  TransactionRecord.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TransactionRecord();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.receipt = $root.proto.TransactionReceipt.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.transactionHash = reader.bytes();
      break;
     }
    case 3: {
      message.consensusTimestamp = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.transactionID = $root.proto.TransactionID.decode(reader, reader.uint32());
      break;
     }
    case 5: {
      message.memo = reader.string();
      break;
     }
    case 6: {
      message.transactionFee = reader.uint64();
      break;
     }
    case 7: {
      message.contractCallResult = $root.proto.ContractFunctionResult.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.contractCreateResult = $root.proto.ContractFunctionResult.decode(reader, reader.uint32());
      break;
     }
    case 10: {
      message.transferList = $root.proto.TransferList.decode(reader, reader.uint32());
      break;
     }
    case 11: {
      if (!(message.tokenTransferLists && message.tokenTransferLists.length))
       message.tokenTransferLists = [];
      message.tokenTransferLists.push($root.proto.TokenTransferList.decode(reader, reader.uint32()));
      break;
     }
    case 12: {
      message.scheduleRef = $root.proto.ScheduleID.decode(reader, reader.uint32());
      break;
     }
    case 13: {
      if (!(message.assessedCustomFees && message.assessedCustomFees.length))
       message.assessedCustomFees = [];
      message.assessedCustomFees.push($root.proto.AssessedCustomFee.decode(reader, reader.uint32()));
      break;
     }
    case 14: {
      if (!(message.automaticTokenAssociations && message.automaticTokenAssociations.length))
       message.automaticTokenAssociations = [];
      message.automaticTokenAssociations.push($root.proto.TokenAssociation.decode(reader, reader.uint32()));
      break;
     }
    case 15: {
      message.parentConsensusTimestamp = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 16: {
      message.alias = reader.bytes();
      break;
     }
    case 17: {
      message.ethereumHash = reader.bytes();
      break;
     }
    case 18: {
      if (!(message.paidStakingRewards && message.paidStakingRewards.length))
       message.paidStakingRewards = [];
      message.paidStakingRewards.push($root.proto.AccountAmount.decode(reader, reader.uint32()));
      break;
     }
    case 19: {
      message.prngBytes = reader.bytes();
      break;
     }
    case 20: {
      message.prngNumber = reader.int32();
      break;
     }
    case 21: {
      message.evmAddress = reader.bytes();
      break;
     }
    case 22: {
      if (!(message.newPendingAirdrops && message.newPendingAirdrops.length))
       message.newPendingAirdrops = [];
      message.newPendingAirdrops.push($root.proto.PendingAirdropRecord.decode(reader, reader.uint32()));
      break;
     }
    case 23: {
      message.highVolumePricingMultiplier = reader.uint64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TransactionRecord");
     break;
    }
   }
   return message;
  };
  return TransactionRecord;
 })();
 proto.PendingAirdropRecord = (function() {
  function PendingAirdropRecord(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  PendingAirdropRecord.prototype.pendingAirdropId = null;
  PendingAirdropRecord.prototype.pendingAirdropValue = null;
  PendingAirdropRecord.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.pendingAirdropId != null && Object.hasOwnProperty.call(message, "pendingAirdropId"))
    $root.proto.PendingAirdropId.encode(message.pendingAirdropId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.pendingAirdropValue != null && Object.hasOwnProperty.call(message, "pendingAirdropValue"))
    $root.proto.PendingAirdropValue.encode(message.pendingAirdropValue, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  PendingAirdropRecord.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.PendingAirdropRecord();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.pendingAirdropId = $root.proto.PendingAirdropId.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.pendingAirdropValue = $root.proto.PendingAirdropValue.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.PendingAirdropRecord");
     break;
    }
   }
   return message;
  };
  return PendingAirdropRecord;
 })();
 proto.TransactionReceipt = (function() {
  function TransactionReceipt(properties) {
   this.serialNumbers = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TransactionReceipt.prototype.status = 0;
  TransactionReceipt.prototype.accountID = null;
  TransactionReceipt.prototype.fileID = null;
  TransactionReceipt.prototype.contractID = null;
  TransactionReceipt.prototype.exchangeRate = null;
  TransactionReceipt.prototype.topicID = null;
  TransactionReceipt.prototype.topicSequenceNumber = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  TransactionReceipt.prototype.topicRunningHash = $util.newBuffer([]);
  TransactionReceipt.prototype.topicRunningHashVersion = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  TransactionReceipt.prototype.tokenID = null;
  TransactionReceipt.prototype.newTotalSupply = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  TransactionReceipt.prototype.scheduleID = null;
  TransactionReceipt.prototype.scheduledTransactionID = null;
  TransactionReceipt.prototype.serialNumbers = $util.emptyArray;
  TransactionReceipt.prototype.nodeId = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  TransactionReceipt.prototype.registeredNodeId = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  TransactionReceipt.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.status != null && Object.hasOwnProperty.call(message, "status"))
    writer.uint32(/* id 1, wireType 0 =*/8).int32(message.status);
   if (message.accountID != null && Object.hasOwnProperty.call(message, "accountID"))
    $root.proto.AccountID.encode(message.accountID, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.fileID != null && Object.hasOwnProperty.call(message, "fileID"))
    $root.proto.FileID.encode(message.fileID, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.contractID != null && Object.hasOwnProperty.call(message, "contractID"))
    $root.proto.ContractID.encode(message.contractID, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   if (message.exchangeRate != null && Object.hasOwnProperty.call(message, "exchangeRate"))
    $root.proto.ExchangeRateSet.encode(message.exchangeRate, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   if (message.topicID != null && Object.hasOwnProperty.call(message, "topicID"))
    $root.proto.TopicID.encode(message.topicID, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.topicSequenceNumber != null && Object.hasOwnProperty.call(message, "topicSequenceNumber"))
    writer.uint32(/* id 7, wireType 0 =*/56).uint64(message.topicSequenceNumber);
   if (message.topicRunningHash != null && Object.hasOwnProperty.call(message, "topicRunningHash"))
    writer.uint32(/* id 8, wireType 2 =*/66).bytes(message.topicRunningHash);
   if (message.topicRunningHashVersion != null && Object.hasOwnProperty.call(message, "topicRunningHashVersion"))
    writer.uint32(/* id 9, wireType 0 =*/72).uint64(message.topicRunningHashVersion);
   if (message.tokenID != null && Object.hasOwnProperty.call(message, "tokenID"))
    $root.proto.TokenID.encode(message.tokenID, writer.uint32(/* id 10, wireType 2 =*/82).fork()).ldelim();
   if (message.newTotalSupply != null && Object.hasOwnProperty.call(message, "newTotalSupply"))
    writer.uint32(/* id 11, wireType 0 =*/88).uint64(message.newTotalSupply);
   if (message.scheduleID != null && Object.hasOwnProperty.call(message, "scheduleID"))
    $root.proto.ScheduleID.encode(message.scheduleID, writer.uint32(/* id 12, wireType 2 =*/98).fork()).ldelim();
   if (message.scheduledTransactionID != null && Object.hasOwnProperty.call(message, "scheduledTransactionID"))
    $root.proto.TransactionID.encode(message.scheduledTransactionID, writer.uint32(/* id 13, wireType 2 =*/106).fork()).ldelim();
   if (message.serialNumbers != null && message.serialNumbers.length) {
    writer.uint32(/* id 14, wireType 2 =*/114).fork();
    for (let i = 0; i < message.serialNumbers.length; ++i)
     writer.int64(message.serialNumbers[i]);
    writer.ldelim();
   }
   if (message.nodeId != null && Object.hasOwnProperty.call(message, "nodeId"))
    writer.uint32(/* id 15, wireType 0 =*/120).uint64(message.nodeId);
   if (message.registeredNodeId != null && Object.hasOwnProperty.call(message, "registeredNodeId"))
    writer.uint32(/* id 16, wireType 0 =*/128).uint64(message.registeredNodeId);
   return writer;
  };
  TransactionReceipt.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TransactionReceipt();
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
    case 5: {
      message.exchangeRate = $root.proto.ExchangeRateSet.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.topicID = $root.proto.TopicID.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.topicSequenceNumber = reader.uint64();
      break;
     }
    case 8: {
      message.topicRunningHash = reader.bytes();
      break;
     }
    case 9: {
      message.topicRunningHashVersion = reader.uint64();
      break;
     }
    case 10: {
      message.tokenID = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 11: {
      message.newTotalSupply = reader.uint64();
      break;
     }
    case 12: {
      message.scheduleID = $root.proto.ScheduleID.decode(reader, reader.uint32());
      break;
     }
    case 13: {
      message.scheduledTransactionID = $root.proto.TransactionID.decode(reader, reader.uint32());
      break;
     }
    case 14: {
      if (!(message.serialNumbers && message.serialNumbers.length))
       message.serialNumbers = [];
      if ((tag & 7) === 2) {
       let end2 = reader.uint32() + reader.pos;
       while (reader.pos < end2)
        message.serialNumbers.push(reader.int64());
      } else
       message.serialNumbers.push(reader.int64());
      break;
     }
    case 15: {
      message.nodeId = reader.uint64();
      break;
     }
    case 16: {
      message.registeredNodeId = reader.uint64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TransactionReceipt");
     break;
    }
   }
   return message;
  };
  return TransactionReceipt;
 })();
 proto.ExchangeRate = (function() {
  function ExchangeRate(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ExchangeRate.prototype.hbarEquiv = 0;
  ExchangeRate.prototype.centEquiv = 0;
  ExchangeRate.prototype.expirationTime = null;
  ExchangeRate.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.hbarEquiv != null && Object.hasOwnProperty.call(message, "hbarEquiv"))
    writer.uint32(/* id 1, wireType 0 =*/8).int32(message.hbarEquiv);
   if (message.centEquiv != null && Object.hasOwnProperty.call(message, "centEquiv"))
    writer.uint32(/* id 2, wireType 0 =*/16).int32(message.centEquiv);
   if (message.expirationTime != null && Object.hasOwnProperty.call(message, "expirationTime"))
    $root.proto.TimestampSeconds.encode(message.expirationTime, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   return writer;
  };
  ExchangeRate.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ExchangeRate();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.hbarEquiv = reader.int32();
      break;
     }
    case 2: {
      message.centEquiv = reader.int32();
      break;
     }
    case 3: {
      message.expirationTime = $root.proto.TimestampSeconds.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ExchangeRate");
     break;
    }
   }
   return message;
  };
  return ExchangeRate;
 })();
 proto.ExchangeRateSet = (function() {
  function ExchangeRateSet(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ExchangeRateSet.prototype.currentRate = null;
  ExchangeRateSet.prototype.nextRate = null;
  ExchangeRateSet.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.currentRate != null && Object.hasOwnProperty.call(message, "currentRate"))
    $root.proto.ExchangeRate.encode(message.currentRate, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.nextRate != null && Object.hasOwnProperty.call(message, "nextRate"))
    $root.proto.ExchangeRate.encode(message.nextRate, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  ExchangeRateSet.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ExchangeRateSet();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.currentRate = $root.proto.ExchangeRate.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.nextRate = $root.proto.ExchangeRate.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ExchangeRateSet");
     break;
    }
   }
   return message;
  };
  return ExchangeRateSet;
 })();
 proto.NodeMigrationRootHashVote = (function() {
  function NodeMigrationRootHashVote(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  NodeMigrationRootHashVote.prototype.nodeId = null;
  NodeMigrationRootHashVote.prototype.vote = null;
  NodeMigrationRootHashVote.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.nodeId != null && Object.hasOwnProperty.call(message, "nodeId"))
    $root.com.hedera.hapi.platform.state.NodeId.encode(message.nodeId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.vote != null && Object.hasOwnProperty.call(message, "vote"))
    $root.com.hedera.hapi.services.auxiliary.blockrecords.MigrationRootHashVoteTransactionBody.encode(message.vote, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  NodeMigrationRootHashVote.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.NodeMigrationRootHashVote();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.nodeId = $root.com.hedera.hapi.platform.state.NodeId.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.vote = $root.com.hedera.hapi.services.auxiliary.blockrecords.MigrationRootHashVoteTransactionBody.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.NodeMigrationRootHashVote");
     break;
    }
   }
   return message;
  };
  return NodeMigrationRootHashVote;
 })();
 proto.BlockInfo = (function() {
  function BlockInfo(properties) {
   this.wrappedIntermediatePreviousBlockRootHashes = [];
   this.migrationRootHashVotes = [];
   this.migrationWrappedHashes = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  BlockInfo.prototype.lastBlockNumber = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  BlockInfo.prototype.firstConsTimeOfLastBlock = null;
  BlockInfo.prototype.blockHashes = $util.newBuffer([]);
  BlockInfo.prototype.consTimeOfLastHandledTxn = null;
  BlockInfo.prototype.migrationRecordsStreamed = false;
  BlockInfo.prototype.firstConsTimeOfCurrentBlock = null;
  BlockInfo.prototype.lastUsedConsTime = null;
  BlockInfo.prototype.lastIntervalProcessTime = null;
  BlockInfo.prototype.previousWrappedRecordBlockRootHash = $util.newBuffer([]);
  BlockInfo.prototype.wrappedIntermediatePreviousBlockRootHashes = $util.emptyArray;
  BlockInfo.prototype.wrappedIntermediateBlockRootsLeafCount = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  BlockInfo.prototype.votingComplete = false;
  BlockInfo.prototype.votingCompletionDeadlineBlockNumber = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  BlockInfo.prototype.migrationRootHashVotes = $util.emptyArray;
  BlockInfo.prototype.migrationWrappedHashes = $util.emptyArray;
  BlockInfo.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.lastBlockNumber != null && Object.hasOwnProperty.call(message, "lastBlockNumber"))
    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.lastBlockNumber);
   if (message.firstConsTimeOfLastBlock != null && Object.hasOwnProperty.call(message, "firstConsTimeOfLastBlock"))
    $root.proto.Timestamp.encode(message.firstConsTimeOfLastBlock, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.blockHashes != null && Object.hasOwnProperty.call(message, "blockHashes"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.blockHashes);
   if (message.consTimeOfLastHandledTxn != null && Object.hasOwnProperty.call(message, "consTimeOfLastHandledTxn"))
    $root.proto.Timestamp.encode(message.consTimeOfLastHandledTxn, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   if (message.migrationRecordsStreamed != null && Object.hasOwnProperty.call(message, "migrationRecordsStreamed"))
    writer.uint32(/* id 5, wireType 0 =*/40).bool(message.migrationRecordsStreamed);
   if (message.firstConsTimeOfCurrentBlock != null && Object.hasOwnProperty.call(message, "firstConsTimeOfCurrentBlock"))
    $root.proto.Timestamp.encode(message.firstConsTimeOfCurrentBlock, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.lastUsedConsTime != null && Object.hasOwnProperty.call(message, "lastUsedConsTime"))
    $root.proto.Timestamp.encode(message.lastUsedConsTime, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.lastIntervalProcessTime != null && Object.hasOwnProperty.call(message, "lastIntervalProcessTime"))
    $root.proto.Timestamp.encode(message.lastIntervalProcessTime, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   if (message.previousWrappedRecordBlockRootHash != null && Object.hasOwnProperty.call(message, "previousWrappedRecordBlockRootHash"))
    writer.uint32(/* id 10, wireType 2 =*/82).bytes(message.previousWrappedRecordBlockRootHash);
   if (message.wrappedIntermediatePreviousBlockRootHashes != null && message.wrappedIntermediatePreviousBlockRootHashes.length)
    for (let i = 0; i < message.wrappedIntermediatePreviousBlockRootHashes.length; ++i)
     writer.uint32(/* id 11, wireType 2 =*/90).bytes(message.wrappedIntermediatePreviousBlockRootHashes[i]);
   if (message.wrappedIntermediateBlockRootsLeafCount != null && Object.hasOwnProperty.call(message, "wrappedIntermediateBlockRootsLeafCount"))
    writer.uint32(/* id 12, wireType 0 =*/96).uint64(message.wrappedIntermediateBlockRootsLeafCount);
   if (message.votingComplete != null && Object.hasOwnProperty.call(message, "votingComplete"))
    writer.uint32(/* id 13, wireType 0 =*/104).bool(message.votingComplete);
   if (message.votingCompletionDeadlineBlockNumber != null && Object.hasOwnProperty.call(message, "votingCompletionDeadlineBlockNumber"))
    writer.uint32(/* id 14, wireType 0 =*/112).uint64(message.votingCompletionDeadlineBlockNumber);
   if (message.migrationRootHashVotes != null && message.migrationRootHashVotes.length)
    for (let i = 0; i < message.migrationRootHashVotes.length; ++i)
     $root.proto.NodeMigrationRootHashVote.encode(message.migrationRootHashVotes[i], writer.uint32(/* id 15, wireType 2 =*/122).fork()).ldelim();
   if (message.migrationWrappedHashes != null && message.migrationWrappedHashes.length)
    for (let i = 0; i < message.migrationWrappedHashes.length; ++i)
     $root.com.hedera.hapi.node.state.blockrecords.MigrationWrappedHashes.encode(message.migrationWrappedHashes[i], writer.uint32(/* id 16, wireType 2 =*/130).fork()).ldelim();
   return writer;
  };
  BlockInfo.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.BlockInfo();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.lastBlockNumber = reader.int64();
      break;
     }
    case 2: {
      message.firstConsTimeOfLastBlock = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.blockHashes = reader.bytes();
      break;
     }
    case 4: {
      message.consTimeOfLastHandledTxn = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 5: {
      message.migrationRecordsStreamed = reader.bool();
      break;
     }
    case 6: {
      message.firstConsTimeOfCurrentBlock = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.lastUsedConsTime = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.lastIntervalProcessTime = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 10: {
      message.previousWrappedRecordBlockRootHash = reader.bytes();
      break;
     }
    case 11: {
      if (!(message.wrappedIntermediatePreviousBlockRootHashes && message.wrappedIntermediatePreviousBlockRootHashes.length))
       message.wrappedIntermediatePreviousBlockRootHashes = [];
      message.wrappedIntermediatePreviousBlockRootHashes.push(reader.bytes());
      break;
     }
    case 12: {
      message.wrappedIntermediateBlockRootsLeafCount = reader.uint64();
      break;
     }
    case 13: {
      message.votingComplete = reader.bool();
      break;
     }
    case 14: {
      message.votingCompletionDeadlineBlockNumber = reader.uint64();
      break;
     }
    case 15: {
      if (!(message.migrationRootHashVotes && message.migrationRootHashVotes.length))
       message.migrationRootHashVotes = [];
      message.migrationRootHashVotes.push($root.proto.NodeMigrationRootHashVote.decode(reader, reader.uint32()));
      break;
     }
    case 16: {
      if (!(message.migrationWrappedHashes && message.migrationWrappedHashes.length))
       message.migrationWrappedHashes = [];
      message.migrationWrappedHashes.push($root.com.hedera.hapi.node.state.blockrecords.MigrationWrappedHashes.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.BlockInfo");
     break;
    }
   }
   return message;
  };
  return BlockInfo;
 })();
 proto.RunningHashes = (function() {
  function RunningHashes(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  RunningHashes.prototype.runningHash = $util.newBuffer([]);
  RunningHashes.prototype.nMinus_1RunningHash = $util.newBuffer([]);
  RunningHashes.prototype.nMinus_2RunningHash = $util.newBuffer([]);
  RunningHashes.prototype.nMinus_3RunningHash = $util.newBuffer([]);
  RunningHashes.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.runningHash != null && Object.hasOwnProperty.call(message, "runningHash"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.runningHash);
   if (message.nMinus_1RunningHash != null && Object.hasOwnProperty.call(message, "nMinus_1RunningHash"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.nMinus_1RunningHash);
   if (message.nMinus_2RunningHash != null && Object.hasOwnProperty.call(message, "nMinus_2RunningHash"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.nMinus_2RunningHash);
   if (message.nMinus_3RunningHash != null && Object.hasOwnProperty.call(message, "nMinus_3RunningHash"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.nMinus_3RunningHash);
   return writer;
  };
  RunningHashes.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.RunningHashes();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.runningHash = reader.bytes();
      break;
     }
    case 2: {
      message.nMinus_1RunningHash = reader.bytes();
      break;
     }
    case 3: {
      message.nMinus_2RunningHash = reader.bytes();
      break;
     }
    case 4: {
      message.nMinus_3RunningHash = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.RunningHashes");
     break;
    }
   }
   return message;
  };
  return RunningHashes;
 })();
 proto.CongestionLevelStarts = (function() {
  function CongestionLevelStarts(properties) {
   this.genericLevelStarts = [];
   this.gasLevelStarts = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  CongestionLevelStarts.prototype.genericLevelStarts = $util.emptyArray;
  CongestionLevelStarts.prototype.gasLevelStarts = $util.emptyArray;
  CongestionLevelStarts.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.genericLevelStarts != null && message.genericLevelStarts.length)
    for (let i = 0; i < message.genericLevelStarts.length; ++i)
     $root.proto.Timestamp.encode(message.genericLevelStarts[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.gasLevelStarts != null && message.gasLevelStarts.length)
    for (let i = 0; i < message.gasLevelStarts.length; ++i)
     $root.proto.Timestamp.encode(message.gasLevelStarts[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  CongestionLevelStarts.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.CongestionLevelStarts();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.genericLevelStarts && message.genericLevelStarts.length))
       message.genericLevelStarts = [];
      message.genericLevelStarts.push($root.proto.Timestamp.decode(reader, reader.uint32()));
      break;
     }
    case 2: {
      if (!(message.gasLevelStarts && message.gasLevelStarts.length))
       message.gasLevelStarts = [];
      message.gasLevelStarts.push($root.proto.Timestamp.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.CongestionLevelStarts");
     break;
    }
   }
   return message;
  };
  return CongestionLevelStarts;
 })();
 proto.Topic = (function() {
  function Topic(properties) {
   this.feeExemptKeyList = [];
   this.customFees = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  Topic.prototype.topicId = null;
  Topic.prototype.sequenceNumber = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Topic.prototype.expirationSecond = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Topic.prototype.autoRenewPeriod = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Topic.prototype.autoRenewAccountId = null;
  Topic.prototype.deleted = false;
  Topic.prototype.runningHash = $util.newBuffer([]);
  Topic.prototype.memo = "";
  Topic.prototype.adminKey = null;
  Topic.prototype.submitKey = null;
  Topic.prototype.feeScheduleKey = null;
  Topic.prototype.feeExemptKeyList = $util.emptyArray;
  Topic.prototype.customFees = $util.emptyArray;
  Topic.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.topicId != null && Object.hasOwnProperty.call(message, "topicId"))
    $root.proto.TopicID.encode(message.topicId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.sequenceNumber != null && Object.hasOwnProperty.call(message, "sequenceNumber"))
    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.sequenceNumber);
   if (message.expirationSecond != null && Object.hasOwnProperty.call(message, "expirationSecond"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.expirationSecond);
   if (message.autoRenewPeriod != null && Object.hasOwnProperty.call(message, "autoRenewPeriod"))
    writer.uint32(/* id 4, wireType 0 =*/32).int64(message.autoRenewPeriod);
   if (message.autoRenewAccountId != null && Object.hasOwnProperty.call(message, "autoRenewAccountId"))
    $root.proto.AccountID.encode(message.autoRenewAccountId, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   if (message.deleted != null && Object.hasOwnProperty.call(message, "deleted"))
    writer.uint32(/* id 6, wireType 0 =*/48).bool(message.deleted);
   if (message.runningHash != null && Object.hasOwnProperty.call(message, "runningHash"))
    writer.uint32(/* id 7, wireType 2 =*/58).bytes(message.runningHash);
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    writer.uint32(/* id 8, wireType 2 =*/66).string(message.memo);
   if (message.adminKey != null && Object.hasOwnProperty.call(message, "adminKey"))
    $root.proto.Key.encode(message.adminKey, writer.uint32(/* id 9, wireType 2 =*/74).fork()).ldelim();
   if (message.submitKey != null && Object.hasOwnProperty.call(message, "submitKey"))
    $root.proto.Key.encode(message.submitKey, writer.uint32(/* id 10, wireType 2 =*/82).fork()).ldelim();
   if (message.feeScheduleKey != null && Object.hasOwnProperty.call(message, "feeScheduleKey"))
    $root.proto.Key.encode(message.feeScheduleKey, writer.uint32(/* id 11, wireType 2 =*/90).fork()).ldelim();
   if (message.feeExemptKeyList != null && message.feeExemptKeyList.length)
    for (let i = 0; i < message.feeExemptKeyList.length; ++i)
     $root.proto.Key.encode(message.feeExemptKeyList[i], writer.uint32(/* id 12, wireType 2 =*/98).fork()).ldelim();
   if (message.customFees != null && message.customFees.length)
    for (let i = 0; i < message.customFees.length; ++i)
     $root.proto.FixedCustomFee.encode(message.customFees[i], writer.uint32(/* id 13, wireType 2 =*/106).fork()).ldelim();
   return writer;
  };
  Topic.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.Topic();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.topicId = $root.proto.TopicID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.sequenceNumber = reader.int64();
      break;
     }
    case 3: {
      message.expirationSecond = reader.int64();
      break;
     }
    case 4: {
      message.autoRenewPeriod = reader.int64();
      break;
     }
    case 5: {
      message.autoRenewAccountId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 6: {
      message.deleted = reader.bool();
      break;
     }
    case 7: {
      message.runningHash = reader.bytes();
      break;
     }
    case 8: {
      message.memo = reader.string();
      break;
     }
    case 9: {
      message.adminKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 10: {
      message.submitKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 11: {
      message.feeScheduleKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 12: {
      if (!(message.feeExemptKeyList && message.feeExemptKeyList.length))
       message.feeExemptKeyList = [];
      message.feeExemptKeyList.push($root.proto.Key.decode(reader, reader.uint32()));
      break;
     }
    case 13: {
      if (!(message.customFees && message.customFees.length))
       message.customFees = [];
      message.customFees.push($root.proto.FixedCustomFee.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.Topic");
     break;
    }
   }
   return message;
  };
  return Topic;
 })();
 proto.Bytecode = (function() {
  function Bytecode(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  Bytecode.prototype.code = $util.newBuffer([]);
  Bytecode.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.code != null && Object.hasOwnProperty.call(message, "code"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.code);
   return writer;
  };
  Bytecode.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.Bytecode();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.code = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.Bytecode");
     break;
    }
   }
   return message;
  };
  return Bytecode;
 })();
 proto.SlotKey = (function() {
  function SlotKey(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SlotKey.prototype.contractID = null;
  SlotKey.prototype.key = $util.newBuffer([]);
  SlotKey.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.contractID != null && Object.hasOwnProperty.call(message, "contractID"))
    $root.proto.ContractID.encode(message.contractID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.key != null && Object.hasOwnProperty.call(message, "key"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.key);
   return writer;
  };
  SlotKey.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.SlotKey();
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
      message.key = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.SlotKey");
     break;
    }
   }
   return message;
  };
  return SlotKey;
 })();
 proto.SlotValue = (function() {
  function SlotValue(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SlotValue.prototype.value = $util.newBuffer([]);
  SlotValue.prototype.previousKey = $util.newBuffer([]);
  SlotValue.prototype.nextKey = $util.newBuffer([]);
  SlotValue.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.value != null && Object.hasOwnProperty.call(message, "value"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.value);
   if (message.previousKey != null && Object.hasOwnProperty.call(message, "previousKey"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.previousKey);
   if (message.nextKey != null && Object.hasOwnProperty.call(message, "nextKey"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.nextKey);
   return writer;
  };
  SlotValue.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.SlotValue();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.value = reader.bytes();
      break;
     }
    case 2: {
      message.previousKey = reader.bytes();
      break;
     }
    case 3: {
      message.nextKey = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.SlotValue");
     break;
    }
   }
   return message;
  };
  return SlotValue;
 })();
 proto.File = (function() {
  function File(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  File.prototype.fileId = null;
  File.prototype.expirationSecond = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  File.prototype.keys = null;
  File.prototype.contents = $util.newBuffer([]);
  File.prototype.memo = "";
  File.prototype.deleted = false;
  File.prototype.preSystemDeleteExpirationSecond = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  File.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.fileId != null && Object.hasOwnProperty.call(message, "fileId"))
    $root.proto.FileID.encode(message.fileId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.expirationSecond != null && Object.hasOwnProperty.call(message, "expirationSecond"))
    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.expirationSecond);
   if (message.keys != null && Object.hasOwnProperty.call(message, "keys"))
    $root.proto.KeyList.encode(message.keys, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.contents != null && Object.hasOwnProperty.call(message, "contents"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.contents);
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    writer.uint32(/* id 5, wireType 2 =*/42).string(message.memo);
   if (message.deleted != null && Object.hasOwnProperty.call(message, "deleted"))
    writer.uint32(/* id 6, wireType 0 =*/48).bool(message.deleted);
   if (message.preSystemDeleteExpirationSecond != null && Object.hasOwnProperty.call(message, "preSystemDeleteExpirationSecond"))
    writer.uint32(/* id 7, wireType 0 =*/56).int64(message.preSystemDeleteExpirationSecond);
   return writer;
  };
  File.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.File();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.fileId = $root.proto.FileID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.expirationSecond = reader.int64();
      break;
     }
    case 3: {
      message.keys = $root.proto.KeyList.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.contents = reader.bytes();
      break;
     }
    case 5: {
      message.memo = reader.string();
      break;
     }
    case 6: {
      message.deleted = reader.bool();
      break;
     }
    case 7: {
      message.preSystemDeleteExpirationSecond = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.File");
     break;
    }
   }
   return message;
  };
  return File;
 })();
 proto.TransactionReceiptEntry = (function() {
  function TransactionReceiptEntry(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TransactionReceiptEntry.prototype.nodeId = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  TransactionReceiptEntry.prototype.transactionId = null;
  TransactionReceiptEntry.prototype.status = 0;
  TransactionReceiptEntry.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.nodeId != null && Object.hasOwnProperty.call(message, "nodeId"))
    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.nodeId);
   if (message.transactionId != null && Object.hasOwnProperty.call(message, "transactionId"))
    $root.proto.TransactionID.encode(message.transactionId, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.status != null && Object.hasOwnProperty.call(message, "status"))
    writer.uint32(/* id 3, wireType 0 =*/24).int32(message.status);
   return writer;
  };
  TransactionReceiptEntry.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TransactionReceiptEntry();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.nodeId = reader.uint64();
      break;
     }
    case 2: {
      message.transactionId = $root.proto.TransactionID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.status = reader.int32();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TransactionReceiptEntry");
     break;
    }
   }
   return message;
  };
  return TransactionReceiptEntry;
 })();
 proto.TransactionReceiptEntries = (function() {
  function TransactionReceiptEntries(properties) {
   this.entries = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TransactionReceiptEntries.prototype.entries = $util.emptyArray;
  TransactionReceiptEntries.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.entries != null && message.entries.length)
    for (let i = 0; i < message.entries.length; ++i)
     $root.proto.TransactionReceiptEntry.encode(message.entries[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  TransactionReceiptEntries.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TransactionReceiptEntries();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.entries && message.entries.length))
       message.entries = [];
      message.entries.push($root.proto.TransactionReceiptEntry.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TransactionReceiptEntries");
     break;
    }
   }
   return message;
  };
  return TransactionReceiptEntries;
 })();
 proto.ThrottleUsageSnapshots = (function() {
  function ThrottleUsageSnapshots(properties) {
   this.tpsThrottles = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ThrottleUsageSnapshots.prototype.tpsThrottles = $util.emptyArray;
  ThrottleUsageSnapshots.prototype.gasThrottle = null;
  ThrottleUsageSnapshots.prototype.evmOpsDurationThrottle = null;
  ThrottleUsageSnapshots.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.tpsThrottles != null && message.tpsThrottles.length)
    for (let i = 0; i < message.tpsThrottles.length; ++i)
     $root.proto.ThrottleUsageSnapshot.encode(message.tpsThrottles[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.gasThrottle != null && Object.hasOwnProperty.call(message, "gasThrottle"))
    $root.proto.ThrottleUsageSnapshot.encode(message.gasThrottle, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.evmOpsDurationThrottle != null && Object.hasOwnProperty.call(message, "evmOpsDurationThrottle"))
    $root.proto.ThrottleUsageSnapshot.encode(message.evmOpsDurationThrottle, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   return writer;
  };
  ThrottleUsageSnapshots.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ThrottleUsageSnapshots();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.tpsThrottles && message.tpsThrottles.length))
       message.tpsThrottles = [];
      message.tpsThrottles.push($root.proto.ThrottleUsageSnapshot.decode(reader, reader.uint32()));
      break;
     }
    case 2: {
      message.gasThrottle = $root.proto.ThrottleUsageSnapshot.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.evmOpsDurationThrottle = $root.proto.ThrottleUsageSnapshot.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ThrottleUsageSnapshots");
     break;
    }
   }
   return message;
  };
  return ThrottleUsageSnapshots;
 })();
 proto.ThrottleUsageSnapshot = (function() {
  function ThrottleUsageSnapshot(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ThrottleUsageSnapshot.prototype.used = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  ThrottleUsageSnapshot.prototype.lastDecisionTime = null;
  ThrottleUsageSnapshot.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.used != null && Object.hasOwnProperty.call(message, "used"))
    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.used);
   if (message.lastDecisionTime != null && Object.hasOwnProperty.call(message, "lastDecisionTime"))
    $root.proto.Timestamp.encode(message.lastDecisionTime, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  ThrottleUsageSnapshot.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ThrottleUsageSnapshot();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.used = reader.int64();
      break;
     }
    case 2: {
      message.lastDecisionTime = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ThrottleUsageSnapshot");
     break;
    }
   }
   return message;
  };
  return ThrottleUsageSnapshot;
 })();
 proto.Account = (function() {
  function Account(properties) {
   this.cryptoAllowances = [];
   this.approveForAllNftAllowances = [];
   this.tokenAllowances = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  Account.prototype.accountId = null;
  Account.prototype.alias = $util.newBuffer([]);
  Account.prototype.key = null;
  Account.prototype.expirationSecond = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Account.prototype.tinybarBalance = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Account.prototype.memo = "";
  Account.prototype.deleted = false;
  Account.prototype.stakedToMe = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Account.prototype.stakePeriodStart = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Account.prototype.stakedAccountId = null;
  Account.prototype.stakedNodeId = null;
  Account.prototype.declineReward = false;
  Account.prototype.receiverSigRequired = false;
  Account.prototype.headTokenId = null;
  Account.prototype.headNftId = null;
  Account.prototype.headNftSerialNumber = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Account.prototype.numberOwnedNfts = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Account.prototype.maxAutoAssociations = 0;
  Account.prototype.usedAutoAssociations = 0;
  Account.prototype.numberAssociations = 0;
  Account.prototype.smartContract = false;
  Account.prototype.numberPositiveBalances = 0;
  Account.prototype.ethereumNonce = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Account.prototype.stakeAtStartOfLastRewardedPeriod = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Account.prototype.autoRenewAccountId = null;
  Account.prototype.autoRenewSeconds = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Account.prototype.contractKvPairsNumber = 0;
  Account.prototype.cryptoAllowances = $util.emptyArray;
  Account.prototype.approveForAllNftAllowances = $util.emptyArray;
  Account.prototype.tokenAllowances = $util.emptyArray;
  Account.prototype.numberTreasuryTitles = 0;
  Account.prototype.expiredAndPendingRemoval = false;
  Account.prototype.firstContractStorageKey = $util.newBuffer([]);
  Account.prototype.headPendingAirdropId = null;
  Account.prototype.numberPendingAirdrops = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  Account.prototype.numberHooksInUse = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  Account.prototype.firstHookId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Account.prototype.numberEvmHookStorageSlots = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  Account.prototype.delegationAddress = $util.newBuffer([]);
  let $oneOfFields;
  Object.defineProperty(Account.prototype, "stakedId", {
   get: $util.oneOfGetter($oneOfFields = ["stakedAccountId", "stakedNodeId"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Account.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.accountId != null && Object.hasOwnProperty.call(message, "accountId"))
    $root.proto.AccountID.encode(message.accountId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.alias != null && Object.hasOwnProperty.call(message, "alias"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.alias);
   if (message.key != null && Object.hasOwnProperty.call(message, "key"))
    $root.proto.Key.encode(message.key, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.expirationSecond != null && Object.hasOwnProperty.call(message, "expirationSecond"))
    writer.uint32(/* id 4, wireType 0 =*/32).int64(message.expirationSecond);
   if (message.tinybarBalance != null && Object.hasOwnProperty.call(message, "tinybarBalance"))
    writer.uint32(/* id 5, wireType 0 =*/40).int64(message.tinybarBalance);
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    writer.uint32(/* id 6, wireType 2 =*/50).string(message.memo);
   if (message.deleted != null && Object.hasOwnProperty.call(message, "deleted"))
    writer.uint32(/* id 7, wireType 0 =*/56).bool(message.deleted);
   if (message.stakedToMe != null && Object.hasOwnProperty.call(message, "stakedToMe"))
    writer.uint32(/* id 8, wireType 0 =*/64).int64(message.stakedToMe);
   if (message.stakePeriodStart != null && Object.hasOwnProperty.call(message, "stakePeriodStart"))
    writer.uint32(/* id 9, wireType 0 =*/72).int64(message.stakePeriodStart);
   if (message.stakedAccountId != null && Object.hasOwnProperty.call(message, "stakedAccountId"))
    $root.proto.AccountID.encode(message.stakedAccountId, writer.uint32(/* id 10, wireType 2 =*/82).fork()).ldelim();
   if (message.stakedNodeId != null && Object.hasOwnProperty.call(message, "stakedNodeId"))
    writer.uint32(/* id 11, wireType 0 =*/88).int64(message.stakedNodeId);
   if (message.declineReward != null && Object.hasOwnProperty.call(message, "declineReward"))
    writer.uint32(/* id 12, wireType 0 =*/96).bool(message.declineReward);
   if (message.receiverSigRequired != null && Object.hasOwnProperty.call(message, "receiverSigRequired"))
    writer.uint32(/* id 13, wireType 0 =*/104).bool(message.receiverSigRequired);
   if (message.headTokenId != null && Object.hasOwnProperty.call(message, "headTokenId"))
    $root.proto.TokenID.encode(message.headTokenId, writer.uint32(/* id 14, wireType 2 =*/114).fork()).ldelim();
   if (message.headNftId != null && Object.hasOwnProperty.call(message, "headNftId"))
    $root.proto.NftID.encode(message.headNftId, writer.uint32(/* id 15, wireType 2 =*/122).fork()).ldelim();
   if (message.headNftSerialNumber != null && Object.hasOwnProperty.call(message, "headNftSerialNumber"))
    writer.uint32(/* id 16, wireType 0 =*/128).int64(message.headNftSerialNumber);
   if (message.numberOwnedNfts != null && Object.hasOwnProperty.call(message, "numberOwnedNfts"))
    writer.uint32(/* id 17, wireType 0 =*/136).int64(message.numberOwnedNfts);
   if (message.maxAutoAssociations != null && Object.hasOwnProperty.call(message, "maxAutoAssociations"))
    writer.uint32(/* id 18, wireType 0 =*/144).int32(message.maxAutoAssociations);
   if (message.usedAutoAssociations != null && Object.hasOwnProperty.call(message, "usedAutoAssociations"))
    writer.uint32(/* id 19, wireType 0 =*/152).int32(message.usedAutoAssociations);
   if (message.numberAssociations != null && Object.hasOwnProperty.call(message, "numberAssociations"))
    writer.uint32(/* id 20, wireType 0 =*/160).int32(message.numberAssociations);
   if (message.smartContract != null && Object.hasOwnProperty.call(message, "smartContract"))
    writer.uint32(/* id 21, wireType 0 =*/168).bool(message.smartContract);
   if (message.numberPositiveBalances != null && Object.hasOwnProperty.call(message, "numberPositiveBalances"))
    writer.uint32(/* id 22, wireType 0 =*/176).int32(message.numberPositiveBalances);
   if (message.ethereumNonce != null && Object.hasOwnProperty.call(message, "ethereumNonce"))
    writer.uint32(/* id 23, wireType 0 =*/184).int64(message.ethereumNonce);
   if (message.stakeAtStartOfLastRewardedPeriod != null && Object.hasOwnProperty.call(message, "stakeAtStartOfLastRewardedPeriod"))
    writer.uint32(/* id 24, wireType 0 =*/192).int64(message.stakeAtStartOfLastRewardedPeriod);
   if (message.autoRenewAccountId != null && Object.hasOwnProperty.call(message, "autoRenewAccountId"))
    $root.proto.AccountID.encode(message.autoRenewAccountId, writer.uint32(/* id 25, wireType 2 =*/202).fork()).ldelim();
   if (message.autoRenewSeconds != null && Object.hasOwnProperty.call(message, "autoRenewSeconds"))
    writer.uint32(/* id 26, wireType 0 =*/208).int64(message.autoRenewSeconds);
   if (message.contractKvPairsNumber != null && Object.hasOwnProperty.call(message, "contractKvPairsNumber"))
    writer.uint32(/* id 27, wireType 0 =*/216).int32(message.contractKvPairsNumber);
   if (message.cryptoAllowances != null && message.cryptoAllowances.length)
    for (let i = 0; i < message.cryptoAllowances.length; ++i)
     $root.proto.AccountCryptoAllowance.encode(message.cryptoAllowances[i], writer.uint32(/* id 28, wireType 2 =*/226).fork()).ldelim();
   if (message.approveForAllNftAllowances != null && message.approveForAllNftAllowances.length)
    for (let i = 0; i < message.approveForAllNftAllowances.length; ++i)
     $root.proto.AccountApprovalForAllAllowance.encode(message.approveForAllNftAllowances[i], writer.uint32(/* id 29, wireType 2 =*/234).fork()).ldelim();
   if (message.tokenAllowances != null && message.tokenAllowances.length)
    for (let i = 0; i < message.tokenAllowances.length; ++i)
     $root.proto.AccountFungibleTokenAllowance.encode(message.tokenAllowances[i], writer.uint32(/* id 30, wireType 2 =*/242).fork()).ldelim();
   if (message.numberTreasuryTitles != null && Object.hasOwnProperty.call(message, "numberTreasuryTitles"))
    writer.uint32(/* id 31, wireType 0 =*/248).uint32(message.numberTreasuryTitles);
   if (message.expiredAndPendingRemoval != null && Object.hasOwnProperty.call(message, "expiredAndPendingRemoval"))
    writer.uint32(/* id 32, wireType 0 =*/256).bool(message.expiredAndPendingRemoval);
   if (message.firstContractStorageKey != null && Object.hasOwnProperty.call(message, "firstContractStorageKey"))
    writer.uint32(/* id 33, wireType 2 =*/266).bytes(message.firstContractStorageKey);
   if (message.headPendingAirdropId != null && Object.hasOwnProperty.call(message, "headPendingAirdropId"))
    $root.proto.PendingAirdropId.encode(message.headPendingAirdropId, writer.uint32(/* id 34, wireType 2 =*/274).fork()).ldelim();
   if (message.numberPendingAirdrops != null && Object.hasOwnProperty.call(message, "numberPendingAirdrops"))
    writer.uint32(/* id 35, wireType 0 =*/280).uint64(message.numberPendingAirdrops);
   if (message.numberHooksInUse != null && Object.hasOwnProperty.call(message, "numberHooksInUse"))
    writer.uint32(/* id 36, wireType 0 =*/288).uint64(message.numberHooksInUse);
   if (message.firstHookId != null && Object.hasOwnProperty.call(message, "firstHookId"))
    writer.uint32(/* id 37, wireType 0 =*/296).int64(message.firstHookId);
   if (message.numberEvmHookStorageSlots != null && Object.hasOwnProperty.call(message, "numberEvmHookStorageSlots"))
    writer.uint32(/* id 38, wireType 0 =*/304).uint64(message.numberEvmHookStorageSlots);
   if (message.delegationAddress != null && Object.hasOwnProperty.call(message, "delegationAddress"))
    writer.uint32(/* id 39, wireType 2 =*/314).bytes(message.delegationAddress);
   return writer;
  };
  Account.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.Account();
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
      message.alias = reader.bytes();
      break;
     }
    case 3: {
      message.key = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.expirationSecond = reader.int64();
      break;
     }
    case 5: {
      message.tinybarBalance = reader.int64();
      break;
     }
    case 6: {
      message.memo = reader.string();
      break;
     }
    case 7: {
      message.deleted = reader.bool();
      break;
     }
    case 8: {
      message.stakedToMe = reader.int64();
      break;
     }
    case 9: {
      message.stakePeriodStart = reader.int64();
      break;
     }
    case 10: {
      message.stakedAccountId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 11: {
      message.stakedNodeId = reader.int64();
      break;
     }
    case 12: {
      message.declineReward = reader.bool();
      break;
     }
    case 13: {
      message.receiverSigRequired = reader.bool();
      break;
     }
    case 14: {
      message.headTokenId = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 15: {
      message.headNftId = $root.proto.NftID.decode(reader, reader.uint32());
      break;
     }
    case 16: {
      message.headNftSerialNumber = reader.int64();
      break;
     }
    case 17: {
      message.numberOwnedNfts = reader.int64();
      break;
     }
    case 18: {
      message.maxAutoAssociations = reader.int32();
      break;
     }
    case 19: {
      message.usedAutoAssociations = reader.int32();
      break;
     }
    case 20: {
      message.numberAssociations = reader.int32();
      break;
     }
    case 21: {
      message.smartContract = reader.bool();
      break;
     }
    case 22: {
      message.numberPositiveBalances = reader.int32();
      break;
     }
    case 23: {
      message.ethereumNonce = reader.int64();
      break;
     }
    case 24: {
      message.stakeAtStartOfLastRewardedPeriod = reader.int64();
      break;
     }
    case 25: {
      message.autoRenewAccountId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 26: {
      message.autoRenewSeconds = reader.int64();
      break;
     }
    case 27: {
      message.contractKvPairsNumber = reader.int32();
      break;
     }
    case 28: {
      if (!(message.cryptoAllowances && message.cryptoAllowances.length))
       message.cryptoAllowances = [];
      message.cryptoAllowances.push($root.proto.AccountCryptoAllowance.decode(reader, reader.uint32()));
      break;
     }
    case 29: {
      if (!(message.approveForAllNftAllowances && message.approveForAllNftAllowances.length))
       message.approveForAllNftAllowances = [];
      message.approveForAllNftAllowances.push($root.proto.AccountApprovalForAllAllowance.decode(reader, reader.uint32()));
      break;
     }
    case 30: {
      if (!(message.tokenAllowances && message.tokenAllowances.length))
       message.tokenAllowances = [];
      message.tokenAllowances.push($root.proto.AccountFungibleTokenAllowance.decode(reader, reader.uint32()));
      break;
     }
    case 31: {
      message.numberTreasuryTitles = reader.uint32();
      break;
     }
    case 32: {
      message.expiredAndPendingRemoval = reader.bool();
      break;
     }
    case 33: {
      message.firstContractStorageKey = reader.bytes();
      break;
     }
    case 34: {
      message.headPendingAirdropId = $root.proto.PendingAirdropId.decode(reader, reader.uint32());
      break;
     }
    case 35: {
      message.numberPendingAirdrops = reader.uint64();
      break;
     }
    case 36: {
      message.numberHooksInUse = reader.uint64();
      break;
     }
    case 37: {
      message.firstHookId = reader.int64();
      break;
     }
    case 38: {
      message.numberEvmHookStorageSlots = reader.uint64();
      break;
     }
    case 39: {
      message.delegationAddress = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.Account");
     break;
    }
   }
   return message;
  };
  return Account;
 })();
 proto.AccountApprovalForAllAllowance = (function() {
  function AccountApprovalForAllAllowance(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  AccountApprovalForAllAllowance.prototype.tokenId = null;
  AccountApprovalForAllAllowance.prototype.spenderId = null;
  AccountApprovalForAllAllowance.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.tokenId != null && Object.hasOwnProperty.call(message, "tokenId"))
    $root.proto.TokenID.encode(message.tokenId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.spenderId != null && Object.hasOwnProperty.call(message, "spenderId"))
    $root.proto.AccountID.encode(message.spenderId, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  AccountApprovalForAllAllowance.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.AccountApprovalForAllAllowance();
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
      message.spenderId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.AccountApprovalForAllAllowance");
     break;
    }
   }
   return message;
  };
  return AccountApprovalForAllAllowance;
 })();
 proto.AccountFungibleTokenAllowance = (function() {
  function AccountFungibleTokenAllowance(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  AccountFungibleTokenAllowance.prototype.tokenId = null;
  AccountFungibleTokenAllowance.prototype.spenderId = null;
  AccountFungibleTokenAllowance.prototype.amount = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  AccountFungibleTokenAllowance.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.tokenId != null && Object.hasOwnProperty.call(message, "tokenId"))
    $root.proto.TokenID.encode(message.tokenId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.spenderId != null && Object.hasOwnProperty.call(message, "spenderId"))
    $root.proto.AccountID.encode(message.spenderId, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.amount != null && Object.hasOwnProperty.call(message, "amount"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.amount);
   return writer;
  };
  AccountFungibleTokenAllowance.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.AccountFungibleTokenAllowance();
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
      message.spenderId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.amount = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.AccountFungibleTokenAllowance");
     break;
    }
   }
   return message;
  };
  return AccountFungibleTokenAllowance;
 })();
 proto.AccountCryptoAllowance = (function() {
  function AccountCryptoAllowance(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  AccountCryptoAllowance.prototype.spenderId = null;
  AccountCryptoAllowance.prototype.amount = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  AccountCryptoAllowance.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.spenderId != null && Object.hasOwnProperty.call(message, "spenderId"))
    $root.proto.AccountID.encode(message.spenderId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.amount != null && Object.hasOwnProperty.call(message, "amount"))
    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.amount);
   return writer;
  };
  AccountCryptoAllowance.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.AccountCryptoAllowance();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.spenderId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.amount = reader.int64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.AccountCryptoAllowance");
     break;
    }
   }
   return message;
  };
  return AccountCryptoAllowance;
 })();
 proto.AccountPendingAirdrop = (function() {
  function AccountPendingAirdrop(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  AccountPendingAirdrop.prototype.pendingAirdropValue = null;
  AccountPendingAirdrop.prototype.previousAirdrop = null;
  AccountPendingAirdrop.prototype.nextAirdrop = null;
  AccountPendingAirdrop.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.pendingAirdropValue != null && Object.hasOwnProperty.call(message, "pendingAirdropValue"))
    $root.proto.PendingAirdropValue.encode(message.pendingAirdropValue, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.previousAirdrop != null && Object.hasOwnProperty.call(message, "previousAirdrop"))
    $root.proto.PendingAirdropId.encode(message.previousAirdrop, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.nextAirdrop != null && Object.hasOwnProperty.call(message, "nextAirdrop"))
    $root.proto.PendingAirdropId.encode(message.nextAirdrop, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   return writer;
  };
  AccountPendingAirdrop.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.AccountPendingAirdrop();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.pendingAirdropValue = $root.proto.PendingAirdropValue.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.previousAirdrop = $root.proto.PendingAirdropId.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.nextAirdrop = $root.proto.PendingAirdropId.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.AccountPendingAirdrop");
     break;
    }
   }
   return message;
  };
  return AccountPendingAirdrop;
 })();
 proto.NetworkStakingRewards = (function() {
  function NetworkStakingRewards(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  NetworkStakingRewards.prototype.stakingRewardsActivated = false;
  NetworkStakingRewards.prototype.totalStakedRewardStart = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NetworkStakingRewards.prototype.totalStakedStart = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NetworkStakingRewards.prototype.pendingRewards = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  NetworkStakingRewards.prototype.lastNodeRewardPaymentsTime = null;
  NetworkStakingRewards.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.stakingRewardsActivated != null && Object.hasOwnProperty.call(message, "stakingRewardsActivated"))
    writer.uint32(/* id 1, wireType 0 =*/8).bool(message.stakingRewardsActivated);
   if (message.totalStakedRewardStart != null && Object.hasOwnProperty.call(message, "totalStakedRewardStart"))
    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.totalStakedRewardStart);
   if (message.totalStakedStart != null && Object.hasOwnProperty.call(message, "totalStakedStart"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.totalStakedStart);
   if (message.pendingRewards != null && Object.hasOwnProperty.call(message, "pendingRewards"))
    writer.uint32(/* id 4, wireType 0 =*/32).int64(message.pendingRewards);
   if (message.lastNodeRewardPaymentsTime != null && Object.hasOwnProperty.call(message, "lastNodeRewardPaymentsTime"))
    $root.proto.Timestamp.encode(message.lastNodeRewardPaymentsTime, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   return writer;
  };
  NetworkStakingRewards.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.NetworkStakingRewards();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.stakingRewardsActivated = reader.bool();
      break;
     }
    case 2: {
      message.totalStakedRewardStart = reader.int64();
      break;
     }
    case 3: {
      message.totalStakedStart = reader.int64();
      break;
     }
    case 4: {
      message.pendingRewards = reader.int64();
      break;
     }
    case 5: {
      message.lastNodeRewardPaymentsTime = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.NetworkStakingRewards");
     break;
    }
   }
   return message;
  };
  return NetworkStakingRewards;
 })();
 proto.NodeRewards = (function() {
  function NodeRewards(properties) {
   this.nodeActivities = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  NodeRewards.prototype.numRoundsInStakingPeriod = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  NodeRewards.prototype.nodeFeesCollected = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  NodeRewards.prototype.nodeActivities = $util.emptyArray;
  NodeRewards.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.numRoundsInStakingPeriod != null && Object.hasOwnProperty.call(message, "numRoundsInStakingPeriod"))
    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.numRoundsInStakingPeriod);
   if (message.nodeFeesCollected != null && Object.hasOwnProperty.call(message, "nodeFeesCollected"))
    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.nodeFeesCollected);
   if (message.nodeActivities != null && message.nodeActivities.length)
    for (let i = 0; i < message.nodeActivities.length; ++i)
     $root.proto.NodeActivity.encode(message.nodeActivities[i], writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   return writer;
  };
  NodeRewards.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.NodeRewards();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.numRoundsInStakingPeriod = reader.uint64();
      break;
     }
    case 2: {
      message.nodeFeesCollected = reader.uint64();
      break;
     }
    case 3: {
      if (!(message.nodeActivities && message.nodeActivities.length))
       message.nodeActivities = [];
      message.nodeActivities.push($root.proto.NodeActivity.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.NodeRewards");
     break;
    }
   }
   return message;
  };
  return NodeRewards;
 })();
 proto.NodeActivity = (function() {
  function NodeActivity(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  NodeActivity.prototype.nodeId = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  NodeActivity.prototype.numMissedJudgeRounds = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  NodeActivity.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.nodeId != null && Object.hasOwnProperty.call(message, "nodeId"))
    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.nodeId);
   if (message.numMissedJudgeRounds != null && Object.hasOwnProperty.call(message, "numMissedJudgeRounds"))
    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.numMissedJudgeRounds);
   return writer;
  };
  NodeActivity.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.NodeActivity();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.nodeId = reader.uint64();
      break;
     }
    case 2: {
      message.numMissedJudgeRounds = reader.uint64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.NodeActivity");
     break;
    }
   }
   return message;
  };
  return NodeActivity;
 })();
 proto.Token = (function() {
  function Token(properties) {
   this.customFees = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  Token.prototype.tokenId = null;
  Token.prototype.name = "";
  Token.prototype.symbol = "";
  Token.prototype.decimals = 0;
  Token.prototype.totalSupply = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Token.prototype.treasuryAccountId = null;
  Token.prototype.adminKey = null;
  Token.prototype.kycKey = null;
  Token.prototype.freezeKey = null;
  Token.prototype.wipeKey = null;
  Token.prototype.supplyKey = null;
  Token.prototype.feeScheduleKey = null;
  Token.prototype.pauseKey = null;
  Token.prototype.lastUsedSerialNumber = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Token.prototype.deleted = false;
  Token.prototype.tokenType = 0;
  Token.prototype.supplyType = 0;
  Token.prototype.autoRenewAccountId = null;
  Token.prototype.autoRenewSeconds = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Token.prototype.expirationSecond = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Token.prototype.memo = "";
  Token.prototype.maxSupply = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  Token.prototype.paused = false;
  Token.prototype.accountsFrozenByDefault = false;
  Token.prototype.accountsKycGrantedByDefault = false;
  Token.prototype.customFees = $util.emptyArray;
  Token.prototype.metadata = $util.newBuffer([]);
  Token.prototype.metadataKey = null;
  Token.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.tokenId != null && Object.hasOwnProperty.call(message, "tokenId"))
    $root.proto.TokenID.encode(message.tokenId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.name != null && Object.hasOwnProperty.call(message, "name"))
    writer.uint32(/* id 2, wireType 2 =*/18).string(message.name);
   if (message.symbol != null && Object.hasOwnProperty.call(message, "symbol"))
    writer.uint32(/* id 3, wireType 2 =*/26).string(message.symbol);
   if (message.decimals != null && Object.hasOwnProperty.call(message, "decimals"))
    writer.uint32(/* id 4, wireType 0 =*/32).int32(message.decimals);
   if (message.totalSupply != null && Object.hasOwnProperty.call(message, "totalSupply"))
    writer.uint32(/* id 5, wireType 0 =*/40).int64(message.totalSupply);
   if (message.treasuryAccountId != null && Object.hasOwnProperty.call(message, "treasuryAccountId"))
    $root.proto.AccountID.encode(message.treasuryAccountId, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
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
   if (message.feeScheduleKey != null && Object.hasOwnProperty.call(message, "feeScheduleKey"))
    $root.proto.Key.encode(message.feeScheduleKey, writer.uint32(/* id 12, wireType 2 =*/98).fork()).ldelim();
   if (message.pauseKey != null && Object.hasOwnProperty.call(message, "pauseKey"))
    $root.proto.Key.encode(message.pauseKey, writer.uint32(/* id 13, wireType 2 =*/106).fork()).ldelim();
   if (message.lastUsedSerialNumber != null && Object.hasOwnProperty.call(message, "lastUsedSerialNumber"))
    writer.uint32(/* id 14, wireType 0 =*/112).int64(message.lastUsedSerialNumber);
   if (message.deleted != null && Object.hasOwnProperty.call(message, "deleted"))
    writer.uint32(/* id 15, wireType 0 =*/120).bool(message.deleted);
   if (message.tokenType != null && Object.hasOwnProperty.call(message, "tokenType"))
    writer.uint32(/* id 16, wireType 0 =*/128).int32(message.tokenType);
   if (message.supplyType != null && Object.hasOwnProperty.call(message, "supplyType"))
    writer.uint32(/* id 17, wireType 0 =*/136).int32(message.supplyType);
   if (message.autoRenewAccountId != null && Object.hasOwnProperty.call(message, "autoRenewAccountId"))
    $root.proto.AccountID.encode(message.autoRenewAccountId, writer.uint32(/* id 18, wireType 2 =*/146).fork()).ldelim();
   if (message.autoRenewSeconds != null && Object.hasOwnProperty.call(message, "autoRenewSeconds"))
    writer.uint32(/* id 19, wireType 0 =*/152).int64(message.autoRenewSeconds);
   if (message.expirationSecond != null && Object.hasOwnProperty.call(message, "expirationSecond"))
    writer.uint32(/* id 20, wireType 0 =*/160).int64(message.expirationSecond);
   if (message.memo != null && Object.hasOwnProperty.call(message, "memo"))
    writer.uint32(/* id 21, wireType 2 =*/170).string(message.memo);
   if (message.maxSupply != null && Object.hasOwnProperty.call(message, "maxSupply"))
    writer.uint32(/* id 22, wireType 0 =*/176).int64(message.maxSupply);
   if (message.paused != null && Object.hasOwnProperty.call(message, "paused"))
    writer.uint32(/* id 23, wireType 0 =*/184).bool(message.paused);
   if (message.accountsFrozenByDefault != null && Object.hasOwnProperty.call(message, "accountsFrozenByDefault"))
    writer.uint32(/* id 24, wireType 0 =*/192).bool(message.accountsFrozenByDefault);
   if (message.accountsKycGrantedByDefault != null && Object.hasOwnProperty.call(message, "accountsKycGrantedByDefault"))
    writer.uint32(/* id 25, wireType 0 =*/200).bool(message.accountsKycGrantedByDefault);
   if (message.customFees != null && message.customFees.length)
    for (let i = 0; i < message.customFees.length; ++i)
     $root.proto.CustomFee.encode(message.customFees[i], writer.uint32(/* id 26, wireType 2 =*/210).fork()).ldelim();
   if (message.metadata != null && Object.hasOwnProperty.call(message, "metadata"))
    writer.uint32(/* id 27, wireType 2 =*/218).bytes(message.metadata);
   if (message.metadataKey != null && Object.hasOwnProperty.call(message, "metadataKey"))
    $root.proto.Key.encode(message.metadataKey, writer.uint32(/* id 28, wireType 2 =*/226).fork()).ldelim();
   return writer;
  };
  Token.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.Token();
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
      message.decimals = reader.int32();
      break;
     }
    case 5: {
      message.totalSupply = reader.int64();
      break;
     }
    case 6: {
      message.treasuryAccountId = $root.proto.AccountID.decode(reader, reader.uint32());
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
      message.feeScheduleKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 13: {
      message.pauseKey = $root.proto.Key.decode(reader, reader.uint32());
      break;
     }
    case 14: {
      message.lastUsedSerialNumber = reader.int64();
      break;
     }
    case 15: {
      message.deleted = reader.bool();
      break;
     }
    case 16: {
      message.tokenType = reader.int32();
      break;
     }
    case 17: {
      message.supplyType = reader.int32();
      break;
     }
    case 18: {
      message.autoRenewAccountId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 19: {
      message.autoRenewSeconds = reader.int64();
      break;
     }
    case 20: {
      message.expirationSecond = reader.int64();
      break;
     }
    case 21: {
      message.memo = reader.string();
      break;
     }
    case 22: {
      message.maxSupply = reader.int64();
      break;
     }
    case 23: {
      message.paused = reader.bool();
      break;
     }
    case 24: {
      message.accountsFrozenByDefault = reader.bool();
      break;
     }
    case 25: {
      message.accountsKycGrantedByDefault = reader.bool();
      break;
     }
    case 26: {
      if (!(message.customFees && message.customFees.length))
       message.customFees = [];
      message.customFees.push($root.proto.CustomFee.decode(reader, reader.uint32()));
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
     $skipUnknown(reader, tag, "proto.Token");
     break;
    }
   }
   return message;
  };
  return Token;
 })();
 proto.TokenRelation = (function() {
  function TokenRelation(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenRelation.prototype.tokenId = null;
  TokenRelation.prototype.accountId = null;
  TokenRelation.prototype.balance = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  TokenRelation.prototype.frozen = false;
  TokenRelation.prototype.kycGranted = false;
  TokenRelation.prototype.automaticAssociation = false;
  TokenRelation.prototype.previousToken = null;
  TokenRelation.prototype.nextToken = null;
  TokenRelation.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.tokenId != null && Object.hasOwnProperty.call(message, "tokenId"))
    $root.proto.TokenID.encode(message.tokenId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.accountId != null && Object.hasOwnProperty.call(message, "accountId"))
    $root.proto.AccountID.encode(message.accountId, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.balance != null && Object.hasOwnProperty.call(message, "balance"))
    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.balance);
   if (message.frozen != null && Object.hasOwnProperty.call(message, "frozen"))
    writer.uint32(/* id 4, wireType 0 =*/32).bool(message.frozen);
   if (message.kycGranted != null && Object.hasOwnProperty.call(message, "kycGranted"))
    writer.uint32(/* id 5, wireType 0 =*/40).bool(message.kycGranted);
   if (message.automaticAssociation != null && Object.hasOwnProperty.call(message, "automaticAssociation"))
    writer.uint32(/* id 6, wireType 0 =*/48).bool(message.automaticAssociation);
   if (message.previousToken != null && Object.hasOwnProperty.call(message, "previousToken"))
    $root.proto.TokenID.encode(message.previousToken, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.nextToken != null && Object.hasOwnProperty.call(message, "nextToken"))
    $root.proto.TokenID.encode(message.nextToken, writer.uint32(/* id 8, wireType 2 =*/66).fork()).ldelim();
   return writer;
  };
  TokenRelation.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenRelation();
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
      message.accountId = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.balance = reader.int64();
      break;
     }
    case 4: {
      message.frozen = reader.bool();
      break;
     }
    case 5: {
      message.kycGranted = reader.bool();
      break;
     }
    case 6: {
      message.automaticAssociation = reader.bool();
      break;
     }
    case 7: {
      message.previousToken = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.nextToken = $root.proto.TokenID.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TokenRelation");
     break;
    }
   }
   return message;
  };
  return TokenRelation;
 })();
 proto.ThrottleGroup = (function() {
  function ThrottleGroup(properties) {
   this.operations = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ThrottleGroup.prototype.operations = $util.emptyArray;
  ThrottleGroup.prototype.milliOpsPerSec = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  ThrottleGroup.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.operations != null && message.operations.length) {
    writer.uint32(/* id 1, wireType 2 =*/10).fork();
    for (let i = 0; i < message.operations.length; ++i)
     writer.int32(message.operations[i]);
    writer.ldelim();
   }
   if (message.milliOpsPerSec != null && Object.hasOwnProperty.call(message, "milliOpsPerSec"))
    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.milliOpsPerSec);
   return writer;
  };
  ThrottleGroup.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ThrottleGroup();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.operations && message.operations.length))
       message.operations = [];
      if ((tag & 7) === 2) {
       let end2 = reader.uint32() + reader.pos;
       while (reader.pos < end2)
        message.operations.push(reader.int32());
      } else
       message.operations.push(reader.int32());
      break;
     }
    case 2: {
      message.milliOpsPerSec = reader.uint64();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ThrottleGroup");
     break;
    }
   }
   return message;
  };
  return ThrottleGroup;
 })();
 proto.ThrottleBucket = (function() {
  function ThrottleBucket(properties) {
   this.throttleGroups = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ThrottleBucket.prototype.name = "";
  ThrottleBucket.prototype.burstPeriodMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  ThrottleBucket.prototype.throttleGroups = $util.emptyArray;
  ThrottleBucket.prototype.highVolume = false;
  ThrottleBucket.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.name != null && Object.hasOwnProperty.call(message, "name"))
    writer.uint32(/* id 1, wireType 2 =*/10).string(message.name);
   if (message.burstPeriodMs != null && Object.hasOwnProperty.call(message, "burstPeriodMs"))
    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.burstPeriodMs);
   if (message.throttleGroups != null && message.throttleGroups.length)
    for (let i = 0; i < message.throttleGroups.length; ++i)
     $root.proto.ThrottleGroup.encode(message.throttleGroups[i], writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.highVolume != null && Object.hasOwnProperty.call(message, "highVolume"))
    writer.uint32(/* id 4, wireType 0 =*/32).bool(message.highVolume);
   return writer;
  };
  ThrottleBucket.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ThrottleBucket();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.name = reader.string();
      break;
     }
    case 2: {
      message.burstPeriodMs = reader.uint64();
      break;
     }
    case 3: {
      if (!(message.throttleGroups && message.throttleGroups.length))
       message.throttleGroups = [];
      message.throttleGroups.push($root.proto.ThrottleGroup.decode(reader, reader.uint32()));
      break;
     }
    case 4: {
      message.highVolume = reader.bool();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ThrottleBucket");
     break;
    }
   }
   return message;
  };
  return ThrottleBucket;
 })();
 proto.ThrottleDefinitions = (function() {
  function ThrottleDefinitions(properties) {
   this.throttleBuckets = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ThrottleDefinitions.prototype.throttleBuckets = $util.emptyArray;
  ThrottleDefinitions.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.throttleBuckets != null && message.throttleBuckets.length)
    for (let i = 0; i < message.throttleBuckets.length; ++i)
     $root.proto.ThrottleBucket.encode(message.throttleBuckets[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  ThrottleDefinitions.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ThrottleDefinitions();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.throttleBuckets && message.throttleBuckets.length))
       message.throttleBuckets = [];
      message.throttleBuckets.push($root.proto.ThrottleBucket.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ThrottleDefinitions");
     break;
    }
   }
   return message;
  };
  return ThrottleDefinitions;
 })();
 proto.SignedTransaction = (function() {
  function SignedTransaction(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SignedTransaction.prototype.bodyBytes = $util.newBuffer([]);
  SignedTransaction.prototype.sigMap = null;
  SignedTransaction.prototype.useSerializedTxMessageHashAlgorithm = false;
  SignedTransaction.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.bodyBytes != null && Object.hasOwnProperty.call(message, "bodyBytes"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.bodyBytes);
   if (message.sigMap != null && Object.hasOwnProperty.call(message, "sigMap"))
    $root.proto.SignatureMap.encode(message.sigMap, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.useSerializedTxMessageHashAlgorithm != null && Object.hasOwnProperty.call(message, "useSerializedTxMessageHashAlgorithm"))
    writer.uint32(/* id 3, wireType 0 =*/24).bool(message.useSerializedTxMessageHashAlgorithm);
   return writer;
  };
  SignedTransaction.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.SignedTransaction();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.bodyBytes = reader.bytes();
      break;
     }
    case 2: {
      message.sigMap = $root.proto.SignatureMap.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.useSerializedTxMessageHashAlgorithm = reader.bool();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.SignedTransaction");
     break;
    }
   }
   return message;
  };
  return SignedTransaction;
 })();
 proto.TokenUnitBalance = (function() {
  function TokenUnitBalance(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TokenUnitBalance.prototype.tokenId = null;
  TokenUnitBalance.prototype.balance = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  TokenUnitBalance.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.tokenId != null && Object.hasOwnProperty.call(message, "tokenId"))
    $root.proto.TokenID.encode(message.tokenId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.balance != null && Object.hasOwnProperty.call(message, "balance"))
    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.balance);
   return writer;
  };
  TokenUnitBalance.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TokenUnitBalance();
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
    default:
     $skipUnknown(reader, tag, "proto.TokenUnitBalance");
     break;
    }
   }
   return message;
  };
  return TokenUnitBalance;
 })();
 proto.SingleAccountBalances = (function() {
  function SingleAccountBalances(properties) {
   this.tokenUnitBalances = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SingleAccountBalances.prototype.accountID = null;
  SingleAccountBalances.prototype.hbarBalance = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  SingleAccountBalances.prototype.tokenUnitBalances = $util.emptyArray;
  SingleAccountBalances.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.accountID != null && Object.hasOwnProperty.call(message, "accountID"))
    $root.proto.AccountID.encode(message.accountID, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.hbarBalance != null && Object.hasOwnProperty.call(message, "hbarBalance"))
    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.hbarBalance);
   if (message.tokenUnitBalances != null && message.tokenUnitBalances.length)
    for (let i = 0; i < message.tokenUnitBalances.length; ++i)
     $root.proto.TokenUnitBalance.encode(message.tokenUnitBalances[i], writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   return writer;
  };
  SingleAccountBalances.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.SingleAccountBalances();
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
      message.hbarBalance = reader.uint64();
      break;
     }
    case 3: {
      if (!(message.tokenUnitBalances && message.tokenUnitBalances.length))
       message.tokenUnitBalances = [];
      message.tokenUnitBalances.push($root.proto.TokenUnitBalance.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.SingleAccountBalances");
     break;
    }
   }
   return message;
  };
  return SingleAccountBalances;
 })();
 proto.AllAccountBalances = (function() {
  function AllAccountBalances(properties) {
   this.allAccounts = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  AllAccountBalances.prototype.consensusTimestamp = null;
  AllAccountBalances.prototype.allAccounts = $util.emptyArray;
  AllAccountBalances.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.consensusTimestamp != null && Object.hasOwnProperty.call(message, "consensusTimestamp"))
    $root.proto.Timestamp.encode(message.consensusTimestamp, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.allAccounts != null && message.allAccounts.length)
    for (let i = 0; i < message.allAccounts.length; ++i)
     $root.proto.SingleAccountBalances.encode(message.allAccounts[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  AllAccountBalances.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.AllAccountBalances();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.consensusTimestamp = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      if (!(message.allAccounts && message.allAccounts.length))
       message.allAccounts = [];
      message.allAccounts.push($root.proto.SingleAccountBalances.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.AllAccountBalances");
     break;
    }
   }
   return message;
  };
  return AllAccountBalances;
 })();
 proto.ContractActions = (function() {
  function ContractActions(properties) {
   this.contractActions = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractActions.prototype.contractActions = $util.emptyArray;
  ContractActions.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.contractActions != null && message.contractActions.length)
    for (let i = 0; i < message.contractActions.length; ++i)
     $root.proto.ContractAction.encode(message.contractActions[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  ContractActions.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractActions();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.contractActions && message.contractActions.length))
       message.contractActions = [];
      message.contractActions.push($root.proto.ContractAction.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ContractActions");
     break;
    }
   }
   return message;
  };
  return ContractActions;
 })();
 proto.ContractActionType = (function() {
  const valuesById = {}, values = Object.create(valuesById);
  values[valuesById[0] = "NO_ACTION"] = 0;
  values[valuesById[1] = "CALL"] = 1;
  values[valuesById[2] = "CREATE"] = 2;
  values[valuesById[3] = "PRECOMPILE"] = 3;
  values[valuesById[4] = "SYSTEM"] = 4;
  return values;
 })();
 proto.CallOperationType = (function() {
  const valuesById = {}, values = Object.create(valuesById);
  values[valuesById[0] = "OP_UNKNOWN"] = 0;
  values[valuesById[1] = "OP_CALL"] = 1;
  values[valuesById[2] = "OP_CALLCODE"] = 2;
  values[valuesById[3] = "OP_DELEGATECALL"] = 3;
  values[valuesById[4] = "OP_STATICCALL"] = 4;
  values[valuesById[5] = "OP_CREATE"] = 5;
  values[valuesById[6] = "OP_CREATE2"] = 6;
  return values;
 })();
 proto.ContractAction = (function() {
  function ContractAction(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractAction.prototype.callType = 0;
  ContractAction.prototype.callingAccount = null;
  ContractAction.prototype.callingContract = null;
  ContractAction.prototype.gas = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  ContractAction.prototype.input = $util.newBuffer([]);
  ContractAction.prototype.recipientAccount = null;
  ContractAction.prototype.recipientContract = null;
  ContractAction.prototype.targetedAddress = null;
  ContractAction.prototype.value = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  ContractAction.prototype.gasUsed = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  ContractAction.prototype.output = null;
  ContractAction.prototype.revertReason = null;
  ContractAction.prototype.error = null;
  ContractAction.prototype.callDepth = 0;
  ContractAction.prototype.callOperationType = 0;
  let $oneOfFields;
  Object.defineProperty(ContractAction.prototype, "caller", {
   get: $util.oneOfGetter($oneOfFields = ["callingAccount", "callingContract"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Object.defineProperty(ContractAction.prototype, "recipient", {
   get: $util.oneOfGetter($oneOfFields = ["recipientAccount", "recipientContract", "targetedAddress"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  Object.defineProperty(ContractAction.prototype, "resultData", {
   get: $util.oneOfGetter($oneOfFields = ["output", "revertReason", "error"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  ContractAction.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.callType != null && Object.hasOwnProperty.call(message, "callType"))
    writer.uint32(/* id 1, wireType 0 =*/8).int32(message.callType);
   if (message.callingAccount != null && Object.hasOwnProperty.call(message, "callingAccount"))
    $root.proto.AccountID.encode(message.callingAccount, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.callingContract != null && Object.hasOwnProperty.call(message, "callingContract"))
    $root.proto.ContractID.encode(message.callingContract, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.gas != null && Object.hasOwnProperty.call(message, "gas"))
    writer.uint32(/* id 4, wireType 0 =*/32).int64(message.gas);
   if (message.input != null && Object.hasOwnProperty.call(message, "input"))
    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.input);
   if (message.recipientAccount != null && Object.hasOwnProperty.call(message, "recipientAccount"))
    $root.proto.AccountID.encode(message.recipientAccount, writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   if (message.recipientContract != null && Object.hasOwnProperty.call(message, "recipientContract"))
    $root.proto.ContractID.encode(message.recipientContract, writer.uint32(/* id 7, wireType 2 =*/58).fork()).ldelim();
   if (message.targetedAddress != null && Object.hasOwnProperty.call(message, "targetedAddress"))
    writer.uint32(/* id 8, wireType 2 =*/66).bytes(message.targetedAddress);
   if (message.value != null && Object.hasOwnProperty.call(message, "value"))
    writer.uint32(/* id 9, wireType 0 =*/72).int64(message.value);
   if (message.gasUsed != null && Object.hasOwnProperty.call(message, "gasUsed"))
    writer.uint32(/* id 10, wireType 0 =*/80).int64(message.gasUsed);
   if (message.output != null && Object.hasOwnProperty.call(message, "output"))
    writer.uint32(/* id 11, wireType 2 =*/90).bytes(message.output);
   if (message.revertReason != null && Object.hasOwnProperty.call(message, "revertReason"))
    writer.uint32(/* id 12, wireType 2 =*/98).bytes(message.revertReason);
   if (message.error != null && Object.hasOwnProperty.call(message, "error"))
    writer.uint32(/* id 13, wireType 2 =*/106).bytes(message.error);
   if (message.callDepth != null && Object.hasOwnProperty.call(message, "callDepth"))
    writer.uint32(/* id 14, wireType 0 =*/112).int32(message.callDepth);
   if (message.callOperationType != null && Object.hasOwnProperty.call(message, "callOperationType"))
    writer.uint32(/* id 15, wireType 0 =*/120).int32(message.callOperationType);
   return writer;
  };
  ContractAction.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractAction();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.callType = reader.int32();
      break;
     }
    case 2: {
      message.callingAccount = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      message.callingContract = $root.proto.ContractID.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.gas = reader.int64();
      break;
     }
    case 5: {
      message.input = reader.bytes();
      break;
     }
    case 6: {
      message.recipientAccount = $root.proto.AccountID.decode(reader, reader.uint32());
      break;
     }
    case 7: {
      message.recipientContract = $root.proto.ContractID.decode(reader, reader.uint32());
      break;
     }
    case 8: {
      message.targetedAddress = reader.bytes();
      break;
     }
    case 9: {
      message.value = reader.int64();
      break;
     }
    case 10: {
      message.gasUsed = reader.int64();
      break;
     }
    case 11: {
      message.output = reader.bytes();
      break;
     }
    case 12: {
      message.revertReason = reader.bytes();
      break;
     }
    case 13: {
      message.error = reader.bytes();
      break;
     }
    case 14: {
      message.callDepth = reader.int32();
      break;
     }
    case 15: {
      message.callOperationType = reader.int32();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ContractAction");
     break;
    }
   }
   return message;
  };
  return ContractAction;
 })();
 proto.ContractBytecode = (function() {
  function ContractBytecode(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractBytecode.prototype.contractId = null;
  ContractBytecode.prototype.initcode = $util.newBuffer([]);
  ContractBytecode.prototype.runtimeBytecode = $util.newBuffer([]);
  ContractBytecode.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.contractId != null && Object.hasOwnProperty.call(message, "contractId"))
    $root.proto.ContractID.encode(message.contractId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.initcode != null && Object.hasOwnProperty.call(message, "initcode"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.initcode);
   if (message.runtimeBytecode != null && Object.hasOwnProperty.call(message, "runtimeBytecode"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.runtimeBytecode);
   return writer;
  };
  ContractBytecode.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractBytecode();
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
      message.initcode = reader.bytes();
      break;
     }
    case 3: {
      message.runtimeBytecode = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ContractBytecode");
     break;
    }
   }
   return message;
  };
  return ContractBytecode;
 })();
 proto.ContractStateChanges = (function() {
  function ContractStateChanges(properties) {
   this.contractStateChanges = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractStateChanges.prototype.contractStateChanges = $util.emptyArray;
  ContractStateChanges.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.contractStateChanges != null && message.contractStateChanges.length)
    for (let i = 0; i < message.contractStateChanges.length; ++i)
     $root.proto.ContractStateChange.encode(message.contractStateChanges[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  ContractStateChanges.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractStateChanges();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.contractStateChanges && message.contractStateChanges.length))
       message.contractStateChanges = [];
      message.contractStateChanges.push($root.proto.ContractStateChange.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ContractStateChanges");
     break;
    }
   }
   return message;
  };
  return ContractStateChanges;
 })();
 proto.ContractStateChange = (function() {
  function ContractStateChange(properties) {
   this.storageChanges = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  ContractStateChange.prototype.contractId = null;
  ContractStateChange.prototype.storageChanges = $util.emptyArray;
  ContractStateChange.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.contractId != null && Object.hasOwnProperty.call(message, "contractId"))
    $root.proto.ContractID.encode(message.contractId, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.storageChanges != null && message.storageChanges.length)
    for (let i = 0; i < message.storageChanges.length; ++i)
     $root.proto.StorageChange.encode(message.storageChanges[i], writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  ContractStateChange.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.ContractStateChange();
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
      if (!(message.storageChanges && message.storageChanges.length))
       message.storageChanges = [];
      message.storageChanges.push($root.proto.StorageChange.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.ContractStateChange");
     break;
    }
   }
   return message;
  };
  return ContractStateChange;
 })();
 proto.StorageChange = (function() {
  function StorageChange(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  StorageChange.prototype.slot = $util.newBuffer([]);
  StorageChange.prototype.valueRead = $util.newBuffer([]);
  StorageChange.prototype.valueWritten = null;
  StorageChange.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.slot != null && Object.hasOwnProperty.call(message, "slot"))
    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.slot);
   if (message.valueRead != null && Object.hasOwnProperty.call(message, "valueRead"))
    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.valueRead);
   if (message.valueWritten != null && Object.hasOwnProperty.call(message, "valueWritten"))
    $root.google.protobuf.BytesValue.encode(message.valueWritten, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   return writer;
  };
  StorageChange.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.StorageChange();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.slot = reader.bytes();
      break;
     }
    case 2: {
      message.valueRead = reader.bytes();
      break;
     }
    case 3: {
      message.valueWritten = $root.google.protobuf.BytesValue.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.StorageChange");
     break;
    }
   }
   return message;
  };
  return StorageChange;
 })();
 proto.HashAlgorithm = (function() {
  const valuesById = {}, values = Object.create(valuesById);
  values[valuesById[0] = "HASH_ALGORITHM_UNKNOWN"] = 0;
  values[valuesById[1] = "SHA_384"] = 1;
  return values;
 })();
 proto.HashObject = (function() {
  function HashObject(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  HashObject.prototype.algorithm = 0;
  HashObject.prototype.length = 0;
  HashObject.prototype.hash = $util.newBuffer([]);
  HashObject.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.algorithm != null && Object.hasOwnProperty.call(message, "algorithm"))
    writer.uint32(/* id 1, wireType 0 =*/8).int32(message.algorithm);
   if (message.length != null && Object.hasOwnProperty.call(message, "length"))
    writer.uint32(/* id 2, wireType 0 =*/16).int32(message.length);
   if (message.hash != null && Object.hasOwnProperty.call(message, "hash"))
    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.hash);
   return writer;
  };
  HashObject.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.HashObject();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.algorithm = reader.int32();
      break;
     }
    case 2: {
      message.length = reader.int32();
      break;
     }
    case 3: {
      message.hash = reader.bytes();
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.HashObject");
     break;
    }
   }
   return message;
  };
  return HashObject;
 })();
 proto.RecordStreamFile = (function() {
  function RecordStreamFile(properties) {
   this.recordStreamItems = [];
   this.sidecars = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  RecordStreamFile.prototype.hapiProtoVersion = null;
  RecordStreamFile.prototype.startObjectRunningHash = null;
  RecordStreamFile.prototype.recordStreamItems = $util.emptyArray;
  RecordStreamFile.prototype.endObjectRunningHash = null;
  RecordStreamFile.prototype.blockNumber = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  RecordStreamFile.prototype.sidecars = $util.emptyArray;
  RecordStreamFile.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.hapiProtoVersion != null && Object.hasOwnProperty.call(message, "hapiProtoVersion"))
    $root.proto.SemanticVersion.encode(message.hapiProtoVersion, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.startObjectRunningHash != null && Object.hasOwnProperty.call(message, "startObjectRunningHash"))
    $root.proto.HashObject.encode(message.startObjectRunningHash, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   if (message.recordStreamItems != null && message.recordStreamItems.length)
    for (let i = 0; i < message.recordStreamItems.length; ++i)
     $root.proto.RecordStreamItem.encode(message.recordStreamItems[i], writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.endObjectRunningHash != null && Object.hasOwnProperty.call(message, "endObjectRunningHash"))
    $root.proto.HashObject.encode(message.endObjectRunningHash, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   if (message.blockNumber != null && Object.hasOwnProperty.call(message, "blockNumber"))
    writer.uint32(/* id 5, wireType 0 =*/40).int64(message.blockNumber);
   if (message.sidecars != null && message.sidecars.length)
    for (let i = 0; i < message.sidecars.length; ++i)
     $root.proto.SidecarMetadata.encode(message.sidecars[i], writer.uint32(/* id 6, wireType 2 =*/50).fork()).ldelim();
   return writer;
  };
  RecordStreamFile.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.RecordStreamFile();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.hapiProtoVersion = $root.proto.SemanticVersion.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.startObjectRunningHash = $root.proto.HashObject.decode(reader, reader.uint32());
      break;
     }
    case 3: {
      if (!(message.recordStreamItems && message.recordStreamItems.length))
       message.recordStreamItems = [];
      message.recordStreamItems.push($root.proto.RecordStreamItem.decode(reader, reader.uint32()));
      break;
     }
    case 4: {
      message.endObjectRunningHash = $root.proto.HashObject.decode(reader, reader.uint32());
      break;
     }
    case 5: {
      message.blockNumber = reader.int64();
      break;
     }
    case 6: {
      if (!(message.sidecars && message.sidecars.length))
       message.sidecars = [];
      message.sidecars.push($root.proto.SidecarMetadata.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.RecordStreamFile");
     break;
    }
   }
   return message;
  };
  return RecordStreamFile;
 })();
 proto.RecordStreamItem = (function() {
  function RecordStreamItem(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  RecordStreamItem.prototype.transaction = null;
  RecordStreamItem.prototype.record = null;
  RecordStreamItem.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.transaction != null && Object.hasOwnProperty.call(message, "transaction"))
    $root.proto.Transaction.encode(message.transaction, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.record != null && Object.hasOwnProperty.call(message, "record"))
    $root.proto.TransactionRecord.encode(message.record, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  RecordStreamItem.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.RecordStreamItem();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.transaction = $root.proto.Transaction.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.record = $root.proto.TransactionRecord.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.RecordStreamItem");
     break;
    }
   }
   return message;
  };
  return RecordStreamItem;
 })();
 proto.SidecarMetadata = (function() {
  function SidecarMetadata(properties) {
   this.types = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SidecarMetadata.prototype.hash = null;
  SidecarMetadata.prototype.id = 0;
  SidecarMetadata.prototype.types = $util.emptyArray;
  SidecarMetadata.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.hash != null && Object.hasOwnProperty.call(message, "hash"))
    $root.proto.HashObject.encode(message.hash, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.id != null && Object.hasOwnProperty.call(message, "id"))
    writer.uint32(/* id 2, wireType 0 =*/16).int32(message.id);
   if (message.types != null && message.types.length) {
    writer.uint32(/* id 3, wireType 2 =*/26).fork();
    for (let i = 0; i < message.types.length; ++i)
     writer.int32(message.types[i]);
    writer.ldelim();
   }
   return writer;
  };
  SidecarMetadata.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.SidecarMetadata();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.hash = $root.proto.HashObject.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.id = reader.int32();
      break;
     }
    case 3: {
      if (!(message.types && message.types.length))
       message.types = [];
      if ((tag & 7) === 2) {
       let end2 = reader.uint32() + reader.pos;
       while (reader.pos < end2)
        message.types.push(reader.int32());
      } else
       message.types.push(reader.int32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.SidecarMetadata");
     break;
    }
   }
   return message;
  };
  return SidecarMetadata;
 })();
 proto.SidecarType = (function() {
  const valuesById = {}, values = Object.create(valuesById);
  values[valuesById[0] = "SIDECAR_TYPE_UNKNOWN"] = 0;
  values[valuesById[1] = "CONTRACT_STATE_CHANGE"] = 1;
  values[valuesById[2] = "CONTRACT_ACTION"] = 2;
  values[valuesById[3] = "CONTRACT_BYTECODE"] = 3;
  return values;
 })();
 proto.SidecarFile = (function() {
  function SidecarFile(properties) {
   this.sidecarRecords = [];
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SidecarFile.prototype.sidecarRecords = $util.emptyArray;
  SidecarFile.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.sidecarRecords != null && message.sidecarRecords.length)
    for (let i = 0; i < message.sidecarRecords.length; ++i)
     $root.proto.TransactionSidecarRecord.encode(message.sidecarRecords[i], writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   return writer;
  };
  SidecarFile.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.SidecarFile();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      if (!(message.sidecarRecords && message.sidecarRecords.length))
       message.sidecarRecords = [];
      message.sidecarRecords.push($root.proto.TransactionSidecarRecord.decode(reader, reader.uint32()));
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.SidecarFile");
     break;
    }
   }
   return message;
  };
  return SidecarFile;
 })();
 proto.TransactionSidecarRecord = (function() {
  function TransactionSidecarRecord(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  TransactionSidecarRecord.prototype.consensusTimestamp = null;
  TransactionSidecarRecord.prototype.migration = false;
  TransactionSidecarRecord.prototype.stateChanges = null;
  TransactionSidecarRecord.prototype.actions = null;
  TransactionSidecarRecord.prototype.bytecode = null;
  let $oneOfFields;
  Object.defineProperty(TransactionSidecarRecord.prototype, "sidecarRecords", {
   get: $util.oneOfGetter($oneOfFields = ["stateChanges", "actions", "bytecode"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  TransactionSidecarRecord.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.consensusTimestamp != null && Object.hasOwnProperty.call(message, "consensusTimestamp"))
    $root.proto.Timestamp.encode(message.consensusTimestamp, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.migration != null && Object.hasOwnProperty.call(message, "migration"))
    writer.uint32(/* id 2, wireType 0 =*/16).bool(message.migration);
   if (message.stateChanges != null && Object.hasOwnProperty.call(message, "stateChanges"))
    $root.proto.ContractStateChanges.encode(message.stateChanges, writer.uint32(/* id 3, wireType 2 =*/26).fork()).ldelim();
   if (message.actions != null && Object.hasOwnProperty.call(message, "actions"))
    $root.proto.ContractActions.encode(message.actions, writer.uint32(/* id 4, wireType 2 =*/34).fork()).ldelim();
   if (message.bytecode != null && Object.hasOwnProperty.call(message, "bytecode"))
    $root.proto.ContractBytecode.encode(message.bytecode, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   return writer;
  };
  TransactionSidecarRecord.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.TransactionSidecarRecord();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.consensusTimestamp = $root.proto.Timestamp.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.migration = reader.bool();
      break;
     }
    case 3: {
      message.stateChanges = $root.proto.ContractStateChanges.decode(reader, reader.uint32());
      break;
     }
    case 4: {
      message.actions = $root.proto.ContractActions.decode(reader, reader.uint32());
      break;
     }
    case 5: {
      message.bytecode = $root.proto.ContractBytecode.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.TransactionSidecarRecord");
     break;
    }
   }
   return message;
  };
  return TransactionSidecarRecord;
 })();
 proto.SignatureFile = (function() {
  function SignatureFile(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SignatureFile.prototype.fileSignature = null;
  SignatureFile.prototype.metadataSignature = null;
  SignatureFile.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.fileSignature != null && Object.hasOwnProperty.call(message, "fileSignature"))
    $root.proto.SignatureObject.encode(message.fileSignature, writer.uint32(/* id 1, wireType 2 =*/10).fork()).ldelim();
   if (message.metadataSignature != null && Object.hasOwnProperty.call(message, "metadataSignature"))
    $root.proto.SignatureObject.encode(message.metadataSignature, writer.uint32(/* id 2, wireType 2 =*/18).fork()).ldelim();
   return writer;
  };
  SignatureFile.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.SignatureFile();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.fileSignature = $root.proto.SignatureObject.decode(reader, reader.uint32());
      break;
     }
    case 2: {
      message.metadataSignature = $root.proto.SignatureObject.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.SignatureFile");
     break;
    }
   }
   return message;
  };
  return SignatureFile;
 })();
 proto.SignatureObject = (function() {
  function SignatureObject(properties) {
   if (properties)
    for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
     if (properties[keys[i]] != null)
      this[keys[i]] = properties[keys[i]];
  }
  SignatureObject.prototype.type = 0;
  SignatureObject.prototype.length = 0;
  SignatureObject.prototype.checksum = 0;
  SignatureObject.prototype.signature = $util.newBuffer([]);
  SignatureObject.prototype.hashObject = null;
  SignatureObject.encode = function encode(message, writer) {
   if (!writer)
    writer = $Writer.create();
   if (message.type != null && Object.hasOwnProperty.call(message, "type"))
    writer.uint32(/* id 1, wireType 0 =*/8).int32(message.type);
   if (message.length != null && Object.hasOwnProperty.call(message, "length"))
    writer.uint32(/* id 2, wireType 0 =*/16).int32(message.length);
   if (message.checksum != null && Object.hasOwnProperty.call(message, "checksum"))
    writer.uint32(/* id 3, wireType 0 =*/24).int32(message.checksum);
   if (message.signature != null && Object.hasOwnProperty.call(message, "signature"))
    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.signature);
   if (message.hashObject != null && Object.hasOwnProperty.call(message, "hashObject"))
    $root.proto.HashObject.encode(message.hashObject, writer.uint32(/* id 5, wireType 2 =*/42).fork()).ldelim();
   return writer;
  };
  SignatureObject.decode = function decode(reader, length, error) {
   if (!(reader instanceof $Reader))
    reader = $Reader.create(reader);
   let end = length === undefined ? reader.len : reader.pos + length, message = new $root.proto.SignatureObject();
   while (reader.pos < end) {
    let tag = reader.uint32();
    if (tag === error)
     break;
    switch (tag >>> 3) {
    case 1: {
      message.type = reader.int32();
      break;
     }
    case 2: {
      message.length = reader.int32();
      break;
     }
    case 3: {
      message.checksum = reader.int32();
      break;
     }
    case 4: {
      message.signature = reader.bytes();
      break;
     }
    case 5: {
      message.hashObject = $root.proto.HashObject.decode(reader, reader.uint32());
      break;
     }
    default:
     $skipUnknown(reader, tag, "proto.SignatureObject");
     break;
    }
   }
   return message;
  };
  return SignatureObject;
 })();
 proto.SignatureType = (function() {
  const valuesById = {}, values = Object.create(valuesById);
  values[valuesById[0] = "SIGNATURE_TYPE_UNKNOWN"] = 0;
  values[valuesById[1] = "SHA_384_WITH_RSA"] = 1;
  return values;
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
  protobuf.UInt64Value = (function() {
   function UInt64Value(properties) {
    if (properties)
     for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
      if (properties[keys[i]] != null)
       this[keys[i]] = properties[keys[i]];
   }
   UInt64Value.prototype.value = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
   UInt64Value.encode = function encode(message, writer) {
    if (!writer)
     writer = $Writer.create();
    if (message.value != null && Object.hasOwnProperty.call(message, "value"))
     writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.value);
    return writer;
   };
   UInt64Value.decode = function decode(reader, length, error) {
    if (!(reader instanceof $Reader))
     reader = $Reader.create(reader);
    let end = length === undefined ? reader.len : reader.pos + length, message = new $root.google.protobuf.UInt64Value();
    while (reader.pos < end) {
     let tag = reader.uint32();
     if (tag === error)
      break;
     switch (tag >>> 3) {
     case 1: {
       message.value = reader.uint64();
       break;
      }
     default:
      $skipUnknown(reader, tag, "google.protobuf.UInt64Value");
      break;
     }
    }
    return message;
   };
   return UInt64Value;
  })();
  protobuf.Int32Value = (function() {
   function Int32Value(properties) {
    if (properties)
     for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
      if (properties[keys[i]] != null)
       this[keys[i]] = properties[keys[i]];
   }
   Int32Value.prototype.value = 0;
   Int32Value.encode = function encode(message, writer) {
    if (!writer)
     writer = $Writer.create();
    if (message.value != null && Object.hasOwnProperty.call(message, "value"))
     writer.uint32(/* id 1, wireType 0 =*/8).int32(message.value);
    return writer;
   };
   Int32Value.decode = function decode(reader, length, error) {
    if (!(reader instanceof $Reader))
     reader = $Reader.create(reader);
    let end = length === undefined ? reader.len : reader.pos + length, message = new $root.google.protobuf.Int32Value();
    while (reader.pos < end) {
     let tag = reader.uint32();
     if (tag === error)
      break;
     switch (tag >>> 3) {
     case 1: {
       message.value = reader.int32();
       break;
      }
     default:
      $skipUnknown(reader, tag, "google.protobuf.Int32Value");
      break;
     }
    }
    return message;
   };
   return Int32Value;
  })();
  protobuf.UInt32Value = (function() {
   function UInt32Value(properties) {
    if (properties)
     for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
      if (properties[keys[i]] != null)
       this[keys[i]] = properties[keys[i]];
   }
   UInt32Value.prototype.value = 0;
   UInt32Value.encode = function encode(message, writer) {
    if (!writer)
     writer = $Writer.create();
    if (message.value != null && Object.hasOwnProperty.call(message, "value"))
     writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.value);
    return writer;
   };
   UInt32Value.decode = function decode(reader, length, error) {
    if (!(reader instanceof $Reader))
     reader = $Reader.create(reader);
    let end = length === undefined ? reader.len : reader.pos + length, message = new $root.google.protobuf.UInt32Value();
    while (reader.pos < end) {
     let tag = reader.uint32();
     if (tag === error)
      break;
     switch (tag >>> 3) {
     case 1: {
       message.value = reader.uint32();
       break;
      }
     default:
      $skipUnknown(reader, tag, "google.protobuf.UInt32Value");
      break;
     }
    }
    return message;
   };
   return UInt32Value;
  })();
  protobuf.BoolValue = (function() {
   function BoolValue(properties) {
    if (properties)
     for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
      if (properties[keys[i]] != null)
       this[keys[i]] = properties[keys[i]];
   }
   BoolValue.prototype.value = false;
   BoolValue.encode = function encode(message, writer) {
    if (!writer)
     writer = $Writer.create();
    if (message.value != null && Object.hasOwnProperty.call(message, "value"))
     writer.uint32(/* id 1, wireType 0 =*/8).bool(message.value);
    return writer;
   };
   BoolValue.decode = function decode(reader, length, error) {
    if (!(reader instanceof $Reader))
     reader = $Reader.create(reader);
    let end = length === undefined ? reader.len : reader.pos + length, message = new $root.google.protobuf.BoolValue();
    while (reader.pos < end) {
     let tag = reader.uint32();
     if (tag === error)
      break;
     switch (tag >>> 3) {
     case 1: {
       message.value = reader.bool();
       break;
      }
     default:
      $skipUnknown(reader, tag, "google.protobuf.BoolValue");
      break;
     }
    }
    return message;
   };
   return BoolValue;
  })();
  protobuf.StringValue = (function() {
   function StringValue(properties) {
    if (properties)
     for (let keys = Object.keys(properties), i = 0; i < keys.length; ++i)
      if (properties[keys[i]] != null)
       this[keys[i]] = properties[keys[i]];
   }
   StringValue.prototype.value = "";
   StringValue.encode = function encode(message, writer) {
    if (!writer)
     writer = $Writer.create();
    if (message.value != null && Object.hasOwnProperty.call(message, "value"))
     writer.uint32(/* id 1, wireType 2 =*/10).string(message.value);
    return writer;
   };
   StringValue.decode = function decode(reader, length, error) {
    if (!(reader instanceof $Reader))
     reader = $Reader.create(reader);
    let end = length === undefined ? reader.len : reader.pos + length, message = new $root.google.protobuf.StringValue();
    while (reader.pos < end) {
     let tag = reader.uint32();
     if (tag === error)
      break;
     switch (tag >>> 3) {
     case 1: {
       message.value = reader.string();
       break;
      }
     default:
      $skipUnknown(reader, tag, "google.protobuf.StringValue");
      break;
     }
    }
    return message;
   };
   return StringValue;
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
