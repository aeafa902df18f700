// Made by proto/generate.js of hapi.json (bb1fb1b0dca8347845f6ecab4a993dff). Not to be edited.
import * as $protobuf from "protobufjs";
import Long = require("long");
export namespace com {
 namespace hedera {
  namespace hapi {
   namespace node {
    namespace hooks {
     enum HookExtensionPoint {
      ACCOUNT_ALLOWANCE_HOOK = 0
     }
     interface IHookCreation {
      entityId?: (proto.IHookEntityId|null);
      details?: (com.hedera.hapi.node.hooks.IHookCreationDetails|null);
      nextHookId?: (google.protobuf.IInt64Value|null);
     }
     class HookCreation implements IHookCreation {
      constructor(properties?: com.hedera.hapi.node.hooks.IHookCreation);
      public entityId?: (proto.IHookEntityId|null);
      public details?: (com.hedera.hapi.node.hooks.IHookCreationDetails|null);
      public nextHookId?: (google.protobuf.IInt64Value|null);
      public static encode(message: com.hedera.hapi.node.hooks.IHookCreation, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.hooks.HookCreation;
     }
     interface IHookCreationDetails {
      extensionPoint?: (com.hedera.hapi.node.hooks.HookExtensionPoint|null);
      hookId?: (Long|null);
      evmHook?: (com.hedera.hapi.node.hooks.IEvmHook|null);
      adminKey?: (proto.IKey|null);
     }
     class HookCreationDetails implements IHookCreationDetails {
      constructor(properties?: com.hedera.hapi.node.hooks.IHookCreationDetails);
      public extensionPoint: com.hedera.hapi.node.hooks.HookExtensionPoint;
      public hookId: Long;
      public evmHook?: (com.hedera.hapi.node.hooks.IEvmHook|null);
      public adminKey?: (proto.IKey|null);
      public hook?: "evmHook";
      public static encode(message: com.hedera.hapi.node.hooks.IHookCreationDetails, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.hooks.HookCreationDetails;
     }
     interface IEvmHook {
      spec?: (com.hedera.hapi.node.hooks.IEvmHookSpec|null);
      storageUpdates?: (com.hedera.hapi.node.hooks.IEvmHookStorageUpdate[]|null);
     }
     class EvmHook implements IEvmHook {
      constructor(properties?: com.hedera.hapi.node.hooks.IEvmHook);
      public spec?: (com.hedera.hapi.node.hooks.IEvmHookSpec|null);
      public storageUpdates: com.hedera.hapi.node.hooks.IEvmHookStorageUpdate[];
      public static encode(message: com.hedera.hapi.node.hooks.IEvmHook, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.hooks.EvmHook;
     }
     interface IEvmHookSpec {
      contractId?: (proto.IContractID|null);
     }
     class EvmHookSpec implements IEvmHookSpec {
      constructor(properties?: com.hedera.hapi.node.hooks.IEvmHookSpec);
      public contractId?: (proto.IContractID|null);
      public bytecodeSource?: "contractId";
      public static encode(message: com.hedera.hapi.node.hooks.IEvmHookSpec, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.hooks.EvmHookSpec;
     }
     interface IEvmHookStorageUpdate {
      storageSlot?: (com.hedera.hapi.node.hooks.IEvmHookStorageSlot|null);
      mappingEntries?: (com.hedera.hapi.node.hooks.IEvmHookMappingEntries|null);
     }
     class EvmHookStorageUpdate implements IEvmHookStorageUpdate {
      constructor(properties?: com.hedera.hapi.node.hooks.IEvmHookStorageUpdate);
      public storageSlot?: (com.hedera.hapi.node.hooks.IEvmHookStorageSlot|null);
      public mappingEntries?: (com.hedera.hapi.node.hooks.IEvmHookMappingEntries|null);
      public update?: ("storageSlot"|"mappingEntries");
      public static encode(message: com.hedera.hapi.node.hooks.IEvmHookStorageUpdate, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.hooks.EvmHookStorageUpdate;
     }
     interface IEvmHookMappingEntries {
      mappingSlot?: (Uint8Array|null);
      entries?: (com.hedera.hapi.node.hooks.IEvmHookMappingEntry[]|null);
     }
     class EvmHookMappingEntries implements IEvmHookMappingEntries {
      constructor(properties?: com.hedera.hapi.node.hooks.IEvmHookMappingEntries);
      public mappingSlot: Uint8Array;
      public entries: com.hedera.hapi.node.hooks.IEvmHookMappingEntry[];
      public static encode(message: com.hedera.hapi.node.hooks.IEvmHookMappingEntries, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.hooks.EvmHookMappingEntries;
     }
     interface IEvmHookMappingEntry {
      key?: (Uint8Array|null);
      preimage?: (Uint8Array|null);
      value?: (Uint8Array|null);
     }
     class EvmHookMappingEntry implements IEvmHookMappingEntry {
      constructor(properties?: com.hedera.hapi.node.hooks.IEvmHookMappingEntry);
      public key?: (Uint8Array|null);
      public preimage?: (Uint8Array|null);
      public value: Uint8Array;
      public entryKey?: ("key"|"preimage");
      public static encode(message: com.hedera.hapi.node.hooks.IEvmHookMappingEntry, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.hooks.EvmHookMappingEntry;
     }
     interface IEvmHookStorageSlot {
      key?: (Uint8Array|null);
      value?: (Uint8Array|null);
     }
     class EvmHookStorageSlot implements IEvmHookStorageSlot {
      constructor(properties?: com.hedera.hapi.node.hooks.IEvmHookStorageSlot);
      public key: Uint8Array;
      public value: Uint8Array;
      public static encode(message: com.hedera.hapi.node.hooks.IEvmHookStorageSlot, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.hooks.EvmHookStorageSlot;
     }
     interface IHookStoreTransactionBody {
      hookId?: (proto.IHookId|null);
      storageUpdates?: (com.hedera.hapi.node.hooks.IEvmHookStorageUpdate[]|null);
     }
     class HookStoreTransactionBody implements IHookStoreTransactionBody {
      constructor(properties?: com.hedera.hapi.node.hooks.IHookStoreTransactionBody);
      public hookId?: (proto.IHookId|null);
      public storageUpdates: com.hedera.hapi.node.hooks.IEvmHookStorageUpdate[];
      public static encode(message: com.hedera.hapi.node.hooks.IHookStoreTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.hooks.HookStoreTransactionBody;
     }
     interface IHookDispatchTransactionBody {
      hookIdToDelete?: (proto.IHookId|null);
      creation?: (com.hedera.hapi.node.hooks.IHookCreation|null);
      execution?: (com.hedera.hapi.node.hooks.IHookExecution|null);
     }
     class HookDispatchTransactionBody implements IHookDispatchTransactionBody {
      constructor(properties?: com.hedera.hapi.node.hooks.IHookDispatchTransactionBody);
      public hookIdToDelete?: (proto.IHookId|null);
      public creation?: (com.hedera.hapi.node.hooks.IHookCreation|null);
      public execution?: (com.hedera.hapi.node.hooks.IHookExecution|null);
      public action?: ("hookIdToDelete"|"creation"|"execution");
      public static encode(message: com.hedera.hapi.node.hooks.IHookDispatchTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.hooks.HookDispatchTransactionBody;
     }
     interface IHookExecution {
      hookEntityId?: (proto.IHookEntityId|null);
      call?: (proto.IHookCall|null);
     }
     class HookExecution implements IHookExecution {
      constructor(properties?: com.hedera.hapi.node.hooks.IHookExecution);
      public hookEntityId?: (proto.IHookEntityId|null);
      public call?: (proto.IHookCall|null);
      public static encode(message: com.hedera.hapi.node.hooks.IHookExecution, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.hooks.HookExecution;
     }
    }
    namespace addressbook {
     interface INodeCreateTransactionBody {
      accountId?: (proto.IAccountID|null);
      description?: (string|null);
      gossipEndpoint?: (proto.IServiceEndpoint[]|null);
      serviceEndpoint?: (proto.IServiceEndpoint[]|null);
      gossipCaCertificate?: (Uint8Array|null);
      grpcCertificateHash?: (Uint8Array|null);
      adminKey?: (proto.IKey|null);
      declineReward?: (boolean|null);
      grpcProxyEndpoint?: (proto.IServiceEndpoint|null);
      associatedRegisteredNode?: (Long[]|null);
     }
     class NodeCreateTransactionBody implements INodeCreateTransactionBody {
      constructor(properties?: com.hedera.hapi.node.addressbook.INodeCreateTransactionBody);
      public accountId?: (proto.IAccountID|null);
      public description: string;
      public gossipEndpoint: proto.IServiceEndpoint[];
      public serviceEndpoint: proto.IServiceEndpoint[];
      public gossipCaCertificate: Uint8Array;
      public grpcCertificateHash: Uint8Array;
      public adminKey?: (proto.IKey|null);
      public declineReward: boolean;
      public grpcProxyEndpoint?: (proto.IServiceEndpoint|null);
      public associatedRegisteredNode: Long[];
      public static encode(message: com.hedera.hapi.node.addressbook.INodeCreateTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.addressbook.NodeCreateTransactionBody;
     }
     interface INodeUpdateTransactionBody {
      nodeId?: (Long|null);
      accountId?: (proto.IAccountID|null);
      description?: (google.protobuf.IStringValue|null);
      gossipEndpoint?: (proto.IServiceEndpoint[]|null);
      serviceEndpoint?: (proto.IServiceEndpoint[]|null);
      gossipCaCertificate?: (google.protobuf.IBytesValue|null);
      grpcCertificateHash?: (google.protobuf.IBytesValue|null);
      adminKey?: (proto.IKey|null);
      declineReward?: (google.protobuf.IBoolValue|null);
      grpcProxyEndpoint?: (proto.IServiceEndpoint|null);
      associatedRegisteredNodeList?: (com.hedera.hapi.node.addressbook.IAssociatedRegisteredNodeList|null);
     }
     class NodeUpdateTransactionBody implements INodeUpdateTransactionBody {
      constructor(properties?: com.hedera.hapi.node.addressbook.INodeUpdateTransactionBody);
      public nodeId: Long;
      public accountId?: (proto.IAccountID|null);
      public description?: (google.protobuf.IStringValue|null);
      public gossipEndpoint: proto.IServiceEndpoint[];
      public serviceEndpoint: proto.IServiceEndpoint[];
      public gossipCaCertificate?: (google.protobuf.IBytesValue|null);
      public grpcCertificateHash?: (google.protobuf.IBytesValue|null);
      public adminKey?: (proto.IKey|null);
      public declineReward?: (google.protobuf.IBoolValue|null);
      public grpcProxyEndpoint?: (proto.IServiceEndpoint|null);
      public associatedRegisteredNodeList?: (com.hedera.hapi.node.addressbook.IAssociatedRegisteredNodeList|null);
      public static encode(message: com.hedera.hapi.node.addressbook.INodeUpdateTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.addressbook.NodeUpdateTransactionBody;
     }
     interface IAssociatedRegisteredNodeList {
      associatedRegisteredNode?: (Long[]|null);
     }
     class AssociatedRegisteredNodeList implements IAssociatedRegisteredNodeList {
      constructor(properties?: com.hedera.hapi.node.addressbook.IAssociatedRegisteredNodeList);
      public associatedRegisteredNode: Long[];
      public static encode(message: com.hedera.hapi.node.addressbook.IAssociatedRegisteredNodeList, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.addressbook.AssociatedRegisteredNodeList;
     }
     interface INodeDeleteTransactionBody {
      nodeId?: (Long|null);
     }
     class NodeDeleteTransactionBody implements INodeDeleteTransactionBody {
      constructor(properties?: com.hedera.hapi.node.addressbook.INodeDeleteTransactionBody);
      public nodeId: Long;
      public static encode(message: com.hedera.hapi.node.addressbook.INodeDeleteTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.addressbook.NodeDeleteTransactionBody;
     }
     interface IRegisteredNodeCreateTransactionBody {
      adminKey?: (proto.IKey|null);
      description?: (string|null);
      serviceEndpoint?: (com.hedera.hapi.node.addressbook.IRegisteredServiceEndpoint[]|null);
     }
     class RegisteredNodeCreateTransactionBody implements IRegisteredNodeCreateTransactionBody {
      constructor(properties?: com.hedera.hapi.node.addressbook.IRegisteredNodeCreateTransactionBody);
      public adminKey?: (proto.IKey|null);
      public description: string;
      public serviceEndpoint: com.hedera.hapi.node.addressbook.IRegisteredServiceEndpoint[];
      public static encode(message: com.hedera.hapi.node.addressbook.IRegisteredNodeCreateTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.addressbook.RegisteredNodeCreateTransactionBody;
     }
     interface IRegisteredServiceEndpoint {
      ipAddress?: (Uint8Array|null);
      domainName?: (string|null);
      port?: (number|null);
      requiresTls?: (boolean|null);
      blockNode?: (com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.IBlockNodeEndpoint|null);
      mirrorNode?: (com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.IMirrorNodeEndpoint|null);
      rpcRelay?: (com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.IRpcRelayEndpoint|null);
      generalService?: (com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.IGeneralServiceEndpoint|null);
     }
     class RegisteredServiceEndpoint implements IRegisteredServiceEndpoint {
      constructor(properties?: com.hedera.hapi.node.addressbook.IRegisteredServiceEndpoint);
      public ipAddress?: (Uint8Array|null);
      public domainName?: (string|null);
      public port: number;
      public requiresTls: boolean;
      public blockNode?: (com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.IBlockNodeEndpoint|null);
      public mirrorNode?: (com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.IMirrorNodeEndpoint|null);
      public rpcRelay?: (com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.IRpcRelayEndpoint|null);
      public generalService?: (com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.IGeneralServiceEndpoint|null);
      public address?: ("ipAddress"|"domainName");
      public endpointType?: ("blockNode"|"mirrorNode"|"rpcRelay"|"generalService");
      public static encode(message: com.hedera.hapi.node.addressbook.IRegisteredServiceEndpoint, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint;
     }
     namespace RegisteredServiceEndpoint {
      interface IBlockNodeEndpoint {
       endpointApi?: (com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.BlockNodeEndpoint.BlockNodeApi[]|null);
      }
      class BlockNodeEndpoint implements IBlockNodeEndpoint {
       constructor(properties?: com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.IBlockNodeEndpoint);
       public endpointApi: com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.BlockNodeEndpoint.BlockNodeApi[];
       public static encode(message: com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.IBlockNodeEndpoint, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.BlockNodeEndpoint;
      }
      namespace BlockNodeEndpoint {
       enum BlockNodeApi {
        OTHER = 0,
        STATUS = 1,
        PUBLISH = 2,
        SUBSCRIBE_STREAM = 3,
        STATE_PROOF = 4
       }
      }
      interface IMirrorNodeEndpoint {
      }
      class MirrorNodeEndpoint implements IMirrorNodeEndpoint {
       constructor(properties?: com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.IMirrorNodeEndpoint);
       public static encode(message: com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.IMirrorNodeEndpoint, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.MirrorNodeEndpoint;
      }
      interface IRpcRelayEndpoint {
      }
      class RpcRelayEndpoint implements IRpcRelayEndpoint {
       constructor(properties?: com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.IRpcRelayEndpoint);
       public static encode(message: com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.IRpcRelayEndpoint, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.RpcRelayEndpoint;
      }
      interface IGeneralServiceEndpoint {
       description?: (string|null);
      }
      class GeneralServiceEndpoint implements IGeneralServiceEndpoint {
       constructor(properties?: com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.IGeneralServiceEndpoint);
       public description: string;
       public static encode(message: com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.IGeneralServiceEndpoint, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.GeneralServiceEndpoint;
      }
     }
     interface IRegisteredNodeUpdateTransactionBody {
      registeredNodeId?: (Long|null);
      adminKey?: (proto.IKey|null);
      description?: (google.protobuf.IStringValue|null);
      serviceEndpoint?: (com.hedera.hapi.node.addressbook.IRegisteredServiceEndpoint[]|null);
     }
     class RegisteredNodeUpdateTransactionBody implements IRegisteredNodeUpdateTransactionBody {
      constructor(properties?: com.hedera.hapi.node.addressbook.IRegisteredNodeUpdateTransactionBody);
      public registeredNodeId: Long;
      public adminKey?: (proto.IKey|null);
      public description?: (google.protobuf.IStringValue|null);
      public serviceEndpoint: com.hedera.hapi.node.addressbook.IRegisteredServiceEndpoint[];
      public static encode(message: com.hedera.hapi.node.addressbook.IRegisteredNodeUpdateTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.addressbook.RegisteredNodeUpdateTransactionBody;
     }
     interface IRegisteredNodeDeleteTransactionBody {
      registeredNodeId?: (Long|null);
     }
     class RegisteredNodeDeleteTransactionBody implements IRegisteredNodeDeleteTransactionBody {
      constructor(properties?: com.hedera.hapi.node.addressbook.IRegisteredNodeDeleteTransactionBody);
      public registeredNodeId: Long;
      public static encode(message: com.hedera.hapi.node.addressbook.IRegisteredNodeDeleteTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.addressbook.RegisteredNodeDeleteTransactionBody;
     }
    }
    namespace state {
     namespace hints {
      interface IPreprocessedKeys {
       aggregationKey?: (Uint8Array|null);
       verificationKey?: (Uint8Array|null);
      }
      class PreprocessedKeys implements IPreprocessedKeys {
       constructor(properties?: com.hedera.hapi.node.state.hints.IPreprocessedKeys);
       public aggregationKey: Uint8Array;
       public verificationKey: Uint8Array;
       public static encode(message: com.hedera.hapi.node.state.hints.IPreprocessedKeys, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.state.hints.PreprocessedKeys;
      }
      interface IPreprocessingVote {
       preprocessedKeys?: (com.hedera.hapi.node.state.hints.IPreprocessedKeys|null);
       congruentNodeId?: (Long|null);
      }
      class PreprocessingVote implements IPreprocessingVote {
       constructor(properties?: com.hedera.hapi.node.state.hints.IPreprocessingVote);
       public preprocessedKeys?: (com.hedera.hapi.node.state.hints.IPreprocessedKeys|null);
       public congruentNodeId?: (Long|null);
       public vote?: ("preprocessedKeys"|"congruentNodeId");
       public static encode(message: com.hedera.hapi.node.state.hints.IPreprocessingVote, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.state.hints.PreprocessingVote;
      }
     }
     namespace history {
      interface IProofKey {
       nodeId?: (Long|null);
       key?: (Uint8Array|null);
      }
      class ProofKey implements IProofKey {
       constructor(properties?: com.hedera.hapi.node.state.history.IProofKey);
       public nodeId: Long;
       public key: Uint8Array;
       public static encode(message: com.hedera.hapi.node.state.history.IProofKey, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.state.history.ProofKey;
      }
      interface IHistory {
       addressBookHash?: (Uint8Array|null);
       metadata?: (Uint8Array|null);
      }
      class History implements IHistory {
       constructor(properties?: com.hedera.hapi.node.state.history.IHistory);
       public addressBookHash: Uint8Array;
       public metadata: Uint8Array;
       public static encode(message: com.hedera.hapi.node.state.history.IHistory, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.state.history.History;
      }
      interface IHistoryProof {
       targetProofKeys?: (com.hedera.hapi.node.state.history.IProofKey[]|null);
       targetHistory?: (com.hedera.hapi.node.state.history.IHistory|null);
       chainOfTrustProof?: (com.hedera.hapi.node.state.history.IChainOfTrustProof|null);
       uncompressedWrapsProof?: (Uint8Array|null);
      }
      class HistoryProof implements IHistoryProof {
       constructor(properties?: com.hedera.hapi.node.state.history.IHistoryProof);
       public targetProofKeys: com.hedera.hapi.node.state.history.IProofKey[];
       public targetHistory?: (com.hedera.hapi.node.state.history.IHistory|null);
       public chainOfTrustProof?: (com.hedera.hapi.node.state.history.IChainOfTrustProof|null);
       public uncompressedWrapsProof: Uint8Array;
       public static encode(message: com.hedera.hapi.node.state.history.IHistoryProof, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.state.history.HistoryProof;
      }
      interface IHistoryProofVote {
       proof?: (com.hedera.hapi.node.state.history.IHistoryProof|null);
       congruentNodeId?: (Long|null);
      }
      class HistoryProofVote implements IHistoryProofVote {
       constructor(properties?: com.hedera.hapi.node.state.history.IHistoryProofVote);
       public proof?: (com.hedera.hapi.node.state.history.IHistoryProof|null);
       public congruentNodeId?: (Long|null);
       public vote?: ("proof"|"congruentNodeId");
       public static encode(message: com.hedera.hapi.node.state.history.IHistoryProofVote, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.state.history.HistoryProofVote;
      }
      interface IHistorySignature {
       history?: (com.hedera.hapi.node.state.history.IHistory|null);
       signature?: (Uint8Array|null);
      }
      class HistorySignature implements IHistorySignature {
       constructor(properties?: com.hedera.hapi.node.state.history.IHistorySignature);
       public history?: (com.hedera.hapi.node.state.history.IHistory|null);
       public signature: Uint8Array;
       public static encode(message: com.hedera.hapi.node.state.history.IHistorySignature, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.state.history.HistorySignature;
      }
      enum WrapsPhase {
       R1 = 0,
       R2 = 1,
       R3 = 2,
       AGGREGATE = 3,
       POST_AGGREGATION = 4
      }
      interface IChainOfTrustProof {
       aggregatedNodeSignatures?: (com.hedera.hapi.node.state.history.IAggregatedNodeSignatures|null);
       wrapsProof?: (Uint8Array|null);
      }
      class ChainOfTrustProof implements IChainOfTrustProof {
       constructor(properties?: com.hedera.hapi.node.state.history.IChainOfTrustProof);
       public aggregatedNodeSignatures?: (com.hedera.hapi.node.state.history.IAggregatedNodeSignatures|null);
       public wrapsProof?: (Uint8Array|null);
       public proof?: ("aggregatedNodeSignatures"|"wrapsProof");
       public static encode(message: com.hedera.hapi.node.state.history.IChainOfTrustProof, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.state.history.ChainOfTrustProof;
      }
      interface IAggregatedNodeSignatures {
       aggregatedSignature?: (Uint8Array|null);
       signingNodeIds?: (Long[]|null);
       verificationKey?: (Uint8Array|null);
      }
      class AggregatedNodeSignatures implements IAggregatedNodeSignatures {
       constructor(properties?: com.hedera.hapi.node.state.history.IAggregatedNodeSignatures);
       public aggregatedSignature: Uint8Array;
       public signingNodeIds: Long[];
       public verificationKey: Uint8Array;
       public static encode(message: com.hedera.hapi.node.state.history.IAggregatedNodeSignatures, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.state.history.AggregatedNodeSignatures;
      }
     }
     namespace blockrecords {
      interface IMigrationWrappedHashes {
       blockNumber?: (Long|null);
       consensusTimestampHash?: (Uint8Array|null);
       outputItemsTreeRootHash?: (Uint8Array|null);
      }
      class MigrationWrappedHashes implements IMigrationWrappedHashes {
       constructor(properties?: com.hedera.hapi.node.state.blockrecords.IMigrationWrappedHashes);
       public blockNumber: Long;
       public consensusTimestampHash: Uint8Array;
       public outputItemsTreeRootHash: Uint8Array;
       public static encode(message: com.hedera.hapi.node.state.blockrecords.IMigrationWrappedHashes, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.state.blockrecords.MigrationWrappedHashes;
      }
     }
     namespace blockstream {
      interface IBlockStreamInfo {
       blockNumber?: (Long|null);
       blockTime?: (proto.ITimestamp|null);
       trailingOutputHashes?: (Uint8Array|null);
       trailingBlockHashes?: (Uint8Array|null);
       inputTreeRootHash?: (Uint8Array|null);
       startOfBlockStateHash?: (Uint8Array|null);
       numPrecedingStateChangesItems?: (Long|null);
       rightmostPrecedingStateChangesTreeHashes?: (Uint8Array[]|null);
       blockEndTime?: (proto.ITimestamp|null);
       postUpgradeWorkDone?: (boolean|null);
       creationSoftwareVersion?: (proto.ISemanticVersion|null);
       lastIntervalProcessTime?: (proto.ITimestamp|null);
       lastHandleTime?: (proto.ITimestamp|null);
       consensusHeaderRootHash?: (Uint8Array|null);
       outputItemRootHash?: (Uint8Array|null);
       traceDataRootHash?: (Uint8Array|null);
       intermediatePreviousBlockRootHashes?: (Uint8Array[]|null);
       intermediateBlockRootsLeafCount?: (Long|null);
      }
      class BlockStreamInfo implements IBlockStreamInfo {
       constructor(properties?: com.hedera.hapi.node.state.blockstream.IBlockStreamInfo);
       public blockNumber: Long;
       public blockTime?: (proto.ITimestamp|null);
       public trailingOutputHashes: Uint8Array;
       public trailingBlockHashes: Uint8Array;
       public inputTreeRootHash: Uint8Array;
       public startOfBlockStateHash: Uint8Array;
       public numPrecedingStateChangesItems: Long;
       public rightmostPrecedingStateChangesTreeHashes: Uint8Array[];
       public blockEndTime?: (proto.ITimestamp|null);
       public postUpgradeWorkDone: boolean;
       public creationSoftwareVersion?: (proto.ISemanticVersion|null);
       public lastIntervalProcessTime?: (proto.ITimestamp|null);
       public lastHandleTime?: (proto.ITimestamp|null);
       public consensusHeaderRootHash: Uint8Array;
       public outputItemRootHash: Uint8Array;
       public traceDataRootHash: Uint8Array;
       public intermediatePreviousBlockRootHashes: Uint8Array[];
       public intermediateBlockRootsLeafCount: Long;
       public static encode(message: com.hedera.hapi.node.state.blockstream.IBlockStreamInfo, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.state.blockstream.BlockStreamInfo;
      }
     }
     namespace entity {
      interface IEntityCounts {
       numAccounts?: (Long|null);
       numAliases?: (Long|null);
       numTokens?: (Long|null);
       numTokenRelations?: (Long|null);
       numNfts?: (Long|null);
       numAirdrops?: (Long|null);
       numStakingInfos?: (Long|null);
       numTopics?: (Long|null);
       numFiles?: (Long|null);
       numNodes?: (Long|null);
       numSchedules?: (Long|null);
       numContractStorageSlots?: (Long|null);
       numContractBytecodes?: (Long|null);
       numHooks?: (Long|null);
       numEvmHookStorageSlots?: (Long|null);
       numRegisteredNodes?: (Long|null);
      }
      class EntityCounts implements IEntityCounts {
       constructor(properties?: com.hedera.hapi.node.state.entity.IEntityCounts);
       public numAccounts: Long;
       public numAliases: Long;
       public numTokens: Long;
       public numTokenRelations: Long;
       public numNfts: Long;
       public numAirdrops: Long;
       public numStakingInfos: Long;
       public numTopics: Long;
       public numFiles: Long;
       public numNodes: Long;
       public numSchedules: Long;
       public numContractStorageSlots: Long;
       public numContractBytecodes: Long;
       public numHooks: Long;
       public numEvmHookStorageSlots: Long;
       public numRegisteredNodes: Long;
       public static encode(message: com.hedera.hapi.node.state.entity.IEntityCounts, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.state.entity.EntityCounts;
      }
     }
    }
    namespace tss {
     interface ILedgerIdPublicationTransactionBody {
      ledgerId?: (Uint8Array|null);
      historyProofVerificationKey?: (Uint8Array|null);
      nodeContributions?: (com.hedera.hapi.node.tss.ILedgerIdNodeContribution[]|null);
     }
     class LedgerIdPublicationTransactionBody implements ILedgerIdPublicationTransactionBody {
      constructor(properties?: com.hedera.hapi.node.tss.ILedgerIdPublicationTransactionBody);
      public ledgerId: Uint8Array;
      public historyProofVerificationKey: Uint8Array;
      public nodeContributions: com.hedera.hapi.node.tss.ILedgerIdNodeContribution[];
      public static encode(message: com.hedera.hapi.node.tss.ILedgerIdPublicationTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.tss.LedgerIdPublicationTransactionBody;
     }
     interface ILedgerIdNodeContribution {
      nodeId?: (Long|null);
      weight?: (Long|null);
      historyProofKey?: (Uint8Array|null);
     }
     class LedgerIdNodeContribution implements ILedgerIdNodeContribution {
      constructor(properties?: com.hedera.hapi.node.tss.ILedgerIdNodeContribution);
      public nodeId: Long;
      public weight: Long;
      public historyProofKey: Uint8Array;
      public static encode(message: com.hedera.hapi.node.tss.ILedgerIdNodeContribution, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.node.tss.LedgerIdNodeContribution;
     }
    }
   }
   namespace platform {
    namespace event {
     interface IStateSignatureTransaction {
      round?: (Long|null);
      signature?: (Uint8Array|null);
      hash?: (Uint8Array|null);
     }
     class StateSignatureTransaction implements IStateSignatureTransaction {
      constructor(properties?: com.hedera.hapi.platform.event.IStateSignatureTransaction);
      public round: Long;
      public signature: Uint8Array;
      public hash: Uint8Array;
      public static encode(message: com.hedera.hapi.platform.event.IStateSignatureTransaction, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.platform.event.StateSignatureTransaction;
     }
     interface IEventCore {
      creatorNodeId?: (Long|null);
      birthRound?: (Long|null);
      timeCreated?: (proto.ITimestamp|null);
     }
     class EventCore implements IEventCore {
      constructor(properties?: com.hedera.hapi.platform.event.IEventCore);
      public creatorNodeId: Long;
      public birthRound: Long;
      public timeCreated?: (proto.ITimestamp|null);
      public static encode(message: com.hedera.hapi.platform.event.IEventCore, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.platform.event.EventCore;
     }
    }
    namespace state {
     interface IPlatformState {
      creationSoftwareVersion?: (proto.ISemanticVersion|null);
      roundsNonAncient?: (number|null);
      consensusSnapshot?: (com.hedera.hapi.platform.state.IConsensusSnapshot|null);
      freezeTime?: (proto.ITimestamp|null);
      lastFrozenTime?: (proto.ITimestamp|null);
      latestFreezeRound?: (Long|null);
      legacyRunningEventHash?: (Uint8Array|null);
     }
     class PlatformState implements IPlatformState {
      constructor(properties?: com.hedera.hapi.platform.state.IPlatformState);
      public creationSoftwareVersion?: (proto.ISemanticVersion|null);
      public roundsNonAncient: number;
      public consensusSnapshot?: (com.hedera.hapi.platform.state.IConsensusSnapshot|null);
      public freezeTime?: (proto.ITimestamp|null);
      public lastFrozenTime?: (proto.ITimestamp|null);
      public latestFreezeRound: Long;
      public legacyRunningEventHash: Uint8Array;
      public static encode(message: com.hedera.hapi.platform.state.IPlatformState, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.platform.state.PlatformState;
     }
     interface IConsensusSnapshot {
      round?: (Long|null);
      minimumJudgeInfoList?: (com.hedera.hapi.platform.state.IMinimumJudgeInfo[]|null);
      nextConsensusNumber?: (Long|null);
      consensusTimestamp?: (proto.ITimestamp|null);
      judgeIds?: (com.hedera.hapi.platform.state.IJudgeId[]|null);
     }
     class ConsensusSnapshot implements IConsensusSnapshot {
      constructor(properties?: com.hedera.hapi.platform.state.IConsensusSnapshot);
      public round: Long;
      public minimumJudgeInfoList: com.hedera.hapi.platform.state.IMinimumJudgeInfo[];
      public nextConsensusNumber: Long;
      public consensusTimestamp?: (proto.ITimestamp|null);
      public judgeIds: com.hedera.hapi.platform.state.IJudgeId[];
      public static encode(message: com.hedera.hapi.platform.state.IConsensusSnapshot, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.platform.state.ConsensusSnapshot;
     }
     interface IJudgeId {
      creatorId?: (Long|null);
      judgeHash?: (Uint8Array|null);
     }
     class JudgeId implements IJudgeId {
      constructor(properties?: com.hedera.hapi.platform.state.IJudgeId);
      public creatorId: Long;
      public judgeHash: Uint8Array;
      public static encode(message: com.hedera.hapi.platform.state.IJudgeId, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.platform.state.JudgeId;
     }
     interface IMinimumJudgeInfo {
      round?: (Long|null);
      minimumJudgeBirthRound?: (Long|null);
     }
     class MinimumJudgeInfo implements IMinimumJudgeInfo {
      constructor(properties?: com.hedera.hapi.platform.state.IMinimumJudgeInfo);
      public round: Long;
      public minimumJudgeBirthRound: Long;
      public static encode(message: com.hedera.hapi.platform.state.IMinimumJudgeInfo, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.platform.state.MinimumJudgeInfo;
     }
     interface INodeId {
      id?: (Long|null);
     }
     class NodeId implements INodeId {
      constructor(properties?: com.hedera.hapi.platform.state.INodeId);
      public id: Long;
      public static encode(message: com.hedera.hapi.platform.state.INodeId, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.platform.state.NodeId;
     }
    }
   }
   namespace services {
    namespace auxiliary {
     namespace hints {
      interface IHintsKeyPublicationTransactionBody {
       partyId?: (number|null);
       numParties?: (number|null);
       hintsKey?: (Uint8Array|null);
      }
      class HintsKeyPublicationTransactionBody implements IHintsKeyPublicationTransactionBody {
       constructor(properties?: com.hedera.hapi.services.auxiliary.hints.IHintsKeyPublicationTransactionBody);
       public partyId: number;
       public numParties: number;
       public hintsKey: Uint8Array;
       public static encode(message: com.hedera.hapi.services.auxiliary.hints.IHintsKeyPublicationTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.services.auxiliary.hints.HintsKeyPublicationTransactionBody;
      }
      interface IHintsPreprocessingVoteTransactionBody {
       constructionId?: (Long|null);
       vote?: (com.hedera.hapi.node.state.hints.IPreprocessingVote|null);
      }
      class HintsPreprocessingVoteTransactionBody implements IHintsPreprocessingVoteTransactionBody {
       constructor(properties?: com.hedera.hapi.services.auxiliary.hints.IHintsPreprocessingVoteTransactionBody);
       public constructionId: Long;
       public vote?: (com.hedera.hapi.node.state.hints.IPreprocessingVote|null);
       public static encode(message: com.hedera.hapi.services.auxiliary.hints.IHintsPreprocessingVoteTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.services.auxiliary.hints.HintsPreprocessingVoteTransactionBody;
      }
      interface IHintsPartialSignatureTransactionBody {
       constructionId?: (Long|null);
       message?: (Uint8Array|null);
       partialSignature?: (Uint8Array|null);
      }
      class HintsPartialSignatureTransactionBody implements IHintsPartialSignatureTransactionBody {
       constructor(properties?: com.hedera.hapi.services.auxiliary.hints.IHintsPartialSignatureTransactionBody);
       public constructionId: Long;
       public message: Uint8Array;
       public partialSignature: Uint8Array;
       public static encode(message: com.hedera.hapi.services.auxiliary.hints.IHintsPartialSignatureTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.services.auxiliary.hints.HintsPartialSignatureTransactionBody;
      }
      interface ICrsPublicationTransactionBody {
       newCrs?: (Uint8Array|null);
       proof?: (Uint8Array|null);
      }
      class CrsPublicationTransactionBody implements ICrsPublicationTransactionBody {
       constructor(properties?: com.hedera.hapi.services.auxiliary.hints.ICrsPublicationTransactionBody);
       public newCrs: Uint8Array;
       public proof: Uint8Array;
       public static encode(message: com.hedera.hapi.services.auxiliary.hints.ICrsPublicationTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.services.auxiliary.hints.CrsPublicationTransactionBody;
      }
     }
     namespace history {
      interface IHistoryProofSignatureTransactionBody {
       constructionId?: (Long|null);
       signature?: (com.hedera.hapi.node.state.history.IHistorySignature|null);
      }
      class HistoryProofSignatureTransactionBody implements IHistoryProofSignatureTransactionBody {
       constructor(properties?: com.hedera.hapi.services.auxiliary.history.IHistoryProofSignatureTransactionBody);
       public constructionId: Long;
       public signature?: (com.hedera.hapi.node.state.history.IHistorySignature|null);
       public static encode(message: com.hedera.hapi.services.auxiliary.history.IHistoryProofSignatureTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.services.auxiliary.history.HistoryProofSignatureTransactionBody;
      }
      interface IHistoryProofKeyPublicationTransactionBody {
       proofKey?: (Uint8Array|null);
       wrapsMessage?: (Uint8Array|null);
       constructionId?: (Long|null);
       phase?: (com.hedera.hapi.node.state.history.WrapsPhase|null);
      }
      class HistoryProofKeyPublicationTransactionBody implements IHistoryProofKeyPublicationTransactionBody {
       constructor(properties?: com.hedera.hapi.services.auxiliary.history.IHistoryProofKeyPublicationTransactionBody);
       public proofKey?: (Uint8Array|null);
       public wrapsMessage?: (Uint8Array|null);
       public constructionId: Long;
       public phase: com.hedera.hapi.node.state.history.WrapsPhase;
       public data?: ("proofKey"|"wrapsMessage");
       public static encode(message: com.hedera.hapi.services.auxiliary.history.IHistoryProofKeyPublicationTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.services.auxiliary.history.HistoryProofKeyPublicationTransactionBody;
      }
      interface IHistoryProofVoteTransactionBody {
       constructionId?: (Long|null);
       vote?: (com.hedera.hapi.node.state.history.IHistoryProofVote|null);
      }
      class HistoryProofVoteTransactionBody implements IHistoryProofVoteTransactionBody {
       constructor(properties?: com.hedera.hapi.services.auxiliary.history.IHistoryProofVoteTransactionBody);
       public constructionId: Long;
       public vote?: (com.hedera.hapi.node.state.history.IHistoryProofVote|null);
       public static encode(message: com.hedera.hapi.services.auxiliary.history.IHistoryProofVoteTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.services.auxiliary.history.HistoryProofVoteTransactionBody;
      }
     }
     namespace blockrecords {
      interface IMigrationRootHashVoteTransactionBody {
       previousWrappedRecordBlockRootHash?: (Uint8Array|null);
       wrappedIntermediatePreviousBlockRootHashes?: (Uint8Array[]|null);
       wrappedIntermediateBlockRootsLeafCount?: (Long|null);
      }
      class MigrationRootHashVoteTransactionBody implements IMigrationRootHashVoteTransactionBody {
       constructor(properties?: com.hedera.hapi.services.auxiliary.blockrecords.IMigrationRootHashVoteTransactionBody);
       public previousWrappedRecordBlockRootHash: Uint8Array;
       public wrappedIntermediatePreviousBlockRootHashes: Uint8Array[];
       public wrappedIntermediateBlockRootsLeafCount: Long;
       public static encode(message: com.hedera.hapi.services.auxiliary.blockrecords.IMigrationRootHashVoteTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
       public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.hapi.services.auxiliary.blockrecords.MigrationRootHashVoteTransactionBody;
      }
     }
    }
   }
  }
  namespace mirror {
   namespace api {
    namespace proto {
     interface IConsensusTopicQuery {
      topicID?: (proto.ITopicID|null);
      consensusStartTime?: (proto.ITimestamp|null);
      consensusEndTime?: (proto.ITimestamp|null);
      limit?: (Long|null);
     }
     class ConsensusTopicQuery implements IConsensusTopicQuery {
      constructor(properties?: com.hedera.mirror.api.proto.IConsensusTopicQuery);
      public topicID?: (proto.ITopicID|null);
      public consensusStartTime?: (proto.ITimestamp|null);
      public consensusEndTime?: (proto.ITimestamp|null);
      public limit: Long;
      public static encode(message: com.hedera.mirror.api.proto.IConsensusTopicQuery, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.mirror.api.proto.ConsensusTopicQuery;
     }
     interface IConsensusTopicResponse {
      consensusTimestamp?: (proto.ITimestamp|null);
      message?: (Uint8Array|null);
      runningHash?: (Uint8Array|null);
      sequenceNumber?: (Long|null);
      runningHashVersion?: (Long|null);
      chunkInfo?: (proto.IConsensusMessageChunkInfo|null);
     }
     class ConsensusTopicResponse implements IConsensusTopicResponse {
      constructor(properties?: com.hedera.mirror.api.proto.IConsensusTopicResponse);
      public consensusTimestamp?: (proto.ITimestamp|null);
      public message: Uint8Array;
      public runningHash: Uint8Array;
      public sequenceNumber: Long;
      public runningHashVersion: Long;
      public chunkInfo?: (proto.IConsensusMessageChunkInfo|null);
      public static encode(message: com.hedera.mirror.api.proto.IConsensusTopicResponse, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.mirror.api.proto.ConsensusTopicResponse;
     }
     interface IAddressBookQuery {
      fileId?: (proto.IFileID|null);
      limit?: (number|null);
     }
     class AddressBookQuery implements IAddressBookQuery {
      constructor(properties?: com.hedera.mirror.api.proto.IAddressBookQuery);
      public fileId?: (proto.IFileID|null);
      public limit: number;
      public static encode(message: com.hedera.mirror.api.proto.IAddressBookQuery, writer?: $protobuf.Writer): $protobuf.Writer;
      public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): com.hedera.mirror.api.proto.AddressBookQuery;
     }
    }
   }
  }
 }
}
export namespace proto {
 interface ITransaction {
  body?: (proto.ITransactionBody|null);
  sigs?: (proto.ISignatureList|null);
  sigMap?: (proto.ISignatureMap|null);
  bodyBytes?: (Uint8Array|null);
  signedTransactionBytes?: (Uint8Array|null);
 }
 class Transaction implements ITransaction {
  constructor(properties?: proto.ITransaction);
  public body?: (proto.ITransactionBody|null);
  public sigs?: (proto.ISignatureList|null);
  public sigMap?: (proto.ISignatureMap|null);
  public bodyBytes: Uint8Array;
  public signedTransactionBytes: Uint8Array;
  public static encode(message: proto.ITransaction, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.Transaction;
 }
 interface ITransactionBody {
  transactionID?: (proto.ITransactionID|null);
  nodeAccountID?: (proto.IAccountID|null);
  transactionFee?: (Long|null);
  transactionValidDuration?: (proto.IDuration|null);
  generateRecord?: (boolean|null);
  memo?: (string|null);
  batchKey?: (proto.IKey|null);
  contractCall?: (proto.IContractCallTransactionBody|null);
  contractCreateInstance?: (proto.IContractCreateTransactionBody|null);
  contractUpdateInstance?: (proto.IContractUpdateTransactionBody|null);
  cryptoAddLiveHash?: (proto.ICryptoAddLiveHashTransactionBody|null);
  cryptoCreateAccount?: (proto.ICryptoCreateTransactionBody|null);
  cryptoDelete?: (proto.ICryptoDeleteTransactionBody|null);
  cryptoDeleteLiveHash?: (proto.ICryptoDeleteLiveHashTransactionBody|null);
  cryptoTransfer?: (proto.ICryptoTransferTransactionBody|null);
  cryptoUpdateAccount?: (proto.ICryptoUpdateTransactionBody|null);
  fileAppend?: (proto.IFileAppendTransactionBody|null);
  fileCreate?: (proto.IFileCreateTransactionBody|null);
  fileDelete?: (proto.IFileDeleteTransactionBody|null);
  fileUpdate?: (proto.IFileUpdateTransactionBody|null);
  systemDelete?: (proto.ISystemDeleteTransactionBody|null);
  systemUndelete?: (proto.ISystemUndeleteTransactionBody|null);
  contractDeleteInstance?: (proto.IContractDeleteTransactionBody|null);
  freeze?: (proto.IFreezeTransactionBody|null);
  consensusCreateTopic?: (proto.IConsensusCreateTopicTransactionBody|null);
  consensusUpdateTopic?: (proto.IConsensusUpdateTopicTransactionBody|null);
  consensusDeleteTopic?: (proto.IConsensusDeleteTopicTransactionBody|null);
  consensusSubmitMessage?: (proto.IConsensusSubmitMessageTransactionBody|null);
  uncheckedSubmit?: (proto.IUncheckedSubmitBody|null);
  tokenCreation?: (proto.ITokenCreateTransactionBody|null);
  tokenFreeze?: (proto.ITokenFreezeAccountTransactionBody|null);
  tokenUnfreeze?: (proto.ITokenUnfreezeAccountTransactionBody|null);
  tokenGrantKyc?: (proto.ITokenGrantKycTransactionBody|null);
  tokenRevokeKyc?: (proto.ITokenRevokeKycTransactionBody|null);
  tokenDeletion?: (proto.ITokenDeleteTransactionBody|null);
  tokenUpdate?: (proto.ITokenUpdateTransactionBody|null);
  tokenMint?: (proto.ITokenMintTransactionBody|null);
  tokenBurn?: (proto.ITokenBurnTransactionBody|null);
  tokenWipe?: (proto.ITokenWipeAccountTransactionBody|null);
  tokenAssociate?: (proto.ITokenAssociateTransactionBody|null);
  tokenDissociate?: (proto.ITokenDissociateTransactionBody|null);
  scheduleCreate?: (proto.IScheduleCreateTransactionBody|null);
  scheduleDelete?: (proto.IScheduleDeleteTransactionBody|null);
  scheduleSign?: (proto.IScheduleSignTransactionBody|null);
  tokenFeeScheduleUpdate?: (proto.ITokenFeeScheduleUpdateTransactionBody|null);
  tokenPause?: (proto.ITokenPauseTransactionBody|null);
  tokenUnpause?: (proto.ITokenUnpauseTransactionBody|null);
  cryptoApproveAllowance?: (proto.ICryptoApproveAllowanceTransactionBody|null);
  cryptoDeleteAllowance?: (proto.ICryptoDeleteAllowanceTransactionBody|null);
  ethereumTransaction?: (proto.IEthereumTransactionBody|null);
  nodeStakeUpdate?: (proto.INodeStakeUpdateTransactionBody|null);
  utilPrng?: (proto.IUtilPrngTransactionBody|null);
  tokenUpdateNfts?: (proto.ITokenUpdateNftsTransactionBody|null);
  nodeCreate?: (com.hedera.hapi.node.addressbook.INodeCreateTransactionBody|null);
  nodeUpdate?: (com.hedera.hapi.node.addressbook.INodeUpdateTransactionBody|null);
  nodeDelete?: (com.hedera.hapi.node.addressbook.INodeDeleteTransactionBody|null);
  tokenReject?: (proto.ITokenRejectTransactionBody|null);
  tokenAirdrop?: (proto.ITokenAirdropTransactionBody|null);
  tokenCancelAirdrop?: (proto.ITokenCancelAirdropTransactionBody|null);
  tokenClaimAirdrop?: (proto.ITokenClaimAirdropTransactionBody|null);
  stateSignatureTransaction?: (com.hedera.hapi.platform.event.IStateSignatureTransaction|null);
  hintsPreprocessingVote?: (com.hedera.hapi.services.auxiliary.hints.IHintsPreprocessingVoteTransactionBody|null);
  hintsKeyPublication?: (com.hedera.hapi.services.auxiliary.hints.IHintsKeyPublicationTransactionBody|null);
  hintsPartialSignature?: (com.hedera.hapi.services.auxiliary.hints.IHintsPartialSignatureTransactionBody|null);
  historyProofSignature?: (com.hedera.hapi.services.auxiliary.history.IHistoryProofSignatureTransactionBody|null);
  historyProofKeyPublication?: (com.hedera.hapi.services.auxiliary.history.IHistoryProofKeyPublicationTransactionBody|null);
  historyProofVote?: (com.hedera.hapi.services.auxiliary.history.IHistoryProofVoteTransactionBody|null);
  crsPublication?: (com.hedera.hapi.services.auxiliary.hints.ICrsPublicationTransactionBody|null);
  atomicBatch?: (proto.IAtomicBatchTransactionBody|null);
  hookStore?: (com.hedera.hapi.node.hooks.IHookStoreTransactionBody|null);
  hookDispatch?: (com.hedera.hapi.node.hooks.IHookDispatchTransactionBody|null);
  ledgerIdPublication?: (com.hedera.hapi.node.tss.ILedgerIdPublicationTransactionBody|null);
  registeredNodeCreate?: (com.hedera.hapi.node.addressbook.IRegisteredNodeCreateTransactionBody|null);
  registeredNodeUpdate?: (com.hedera.hapi.node.addressbook.IRegisteredNodeUpdateTransactionBody|null);
  registeredNodeDelete?: (com.hedera.hapi.node.addressbook.IRegisteredNodeDeleteTransactionBody|null);
  migrationRootHashVote?: (com.hedera.hapi.services.auxiliary.blockrecords.IMigrationRootHashVoteTransactionBody|null);
  maxCustomFees?: (proto.ICustomFeeLimit[]|null);
  highVolume?: (boolean|null);
 }
 class TransactionBody implements ITransactionBody {
  constructor(properties?: proto.ITransactionBody);
  public transactionID?: (proto.ITransactionID|null);
  public nodeAccountID?: (proto.IAccountID|null);
  public transactionFee: Long;
  public transactionValidDuration?: (proto.IDuration|null);
  public generateRecord: boolean;
  public memo: string;
  public batchKey?: (proto.IKey|null);
  public contractCall?: (proto.IContractCallTransactionBody|null);
  public contractCreateInstance?: (proto.IContractCreateTransactionBody|null);
  public contractUpdateInstance?: (proto.IContractUpdateTransactionBody|null);
  public cryptoAddLiveHash?: (proto.ICryptoAddLiveHashTransactionBody|null);
  public cryptoCreateAccount?: (proto.ICryptoCreateTransactionBody|null);
  public cryptoDelete?: (proto.ICryptoDeleteTransactionBody|null);
  public cryptoDeleteLiveHash?: (proto.ICryptoDeleteLiveHashTransactionBody|null);
  public cryptoTransfer?: (proto.ICryptoTransferTransactionBody|null);
  public cryptoUpdateAccount?: (proto.ICryptoUpdateTransactionBody|null);
  public fileAppend?: (proto.IFileAppendTransactionBody|null);
  public fileCreate?: (proto.IFileCreateTransactionBody|null);
  public fileDelete?: (proto.IFileDeleteTransactionBody|null);
  public fileUpdate?: (proto.IFileUpdateTransactionBody|null);
  public systemDelete?: (proto.ISystemDeleteTransactionBody|null);
  public systemUndelete?: (proto.ISystemUndeleteTransactionBody|null);
  public contractDeleteInstance?: (proto.IContractDeleteTransactionBody|null);
  public freeze?: (proto.IFreezeTransactionBody|null);
  public consensusCreateTopic?: (proto.IConsensusCreateTopicTransactionBody|null);
  public consensusUpdateTopic?: (proto.IConsensusUpdateTopicTransactionBody|null);
  public consensusDeleteTopic?: (proto.IConsensusDeleteTopicTransactionBody|null);
  public consensusSubmitMessage?: (proto.IConsensusSubmitMessageTransactionBody|null);
  public uncheckedSubmit?: (proto.IUncheckedSubmitBody|null);
  public tokenCreation?: (proto.ITokenCreateTransactionBody|null);
  public tokenFreeze?: (proto.ITokenFreezeAccountTransactionBody|null);
  public tokenUnfreeze?: (proto.ITokenUnfreezeAccountTransactionBody|null);
  public tokenGrantKyc?: (proto.ITokenGrantKycTransactionBody|null);
  public tokenRevokeKyc?: (proto.ITokenRevokeKycTransactionBody|null);
  public tokenDeletion?: (proto.ITokenDeleteTransactionBody|null);
  public tokenUpdate?: (proto.ITokenUpdateTransactionBody|null);
  public tokenMint?: (proto.ITokenMintTransactionBody|null);
  public tokenBurn?: (proto.ITokenBurnTransactionBody|null);
  public tokenWipe?: (proto.ITokenWipeAccountTransactionBody|null);
  public tokenAssociate?: (proto.ITokenAssociateTransactionBody|null);
  public tokenDissociate?: (proto.ITokenDissociateTransactionBody|null);
  public scheduleCreate?: (proto.IScheduleCreateTransactionBody|null);
  public scheduleDelete?: (proto.IScheduleDeleteTransactionBody|null);
  public scheduleSign?: (proto.IScheduleSignTransactionBody|null);
  public tokenFeeScheduleUpdate?: (proto.ITokenFeeScheduleUpdateTransactionBody|null);
  public tokenPause?: (proto.ITokenPauseTransactionBody|null);
  public tokenUnpause?: (proto.ITokenUnpauseTransactionBody|null);
  public cryptoApproveAllowance?: (proto.ICryptoApproveAllowanceTransactionBody|null);
  public cryptoDeleteAllowance?: (proto.ICryptoDeleteAllowanceTransactionBody|null);
  public ethereumTransaction?: (proto.IEthereumTransactionBody|null);
  public nodeStakeUpdate?: (proto.INodeStakeUpdateTransactionBody|null);
  public utilPrng?: (proto.IUtilPrngTransactionBody|null);
  public tokenUpdateNfts?: (proto.ITokenUpdateNftsTransactionBody|null);
  public nodeCreate?: (com.hedera.hapi.node.addressbook.INodeCreateTransactionBody|null);
  public nodeUpdate?: (com.hedera.hapi.node.addressbook.INodeUpdateTransactionBody|null);
  public nodeDelete?: (com.hedera.hapi.node.addressbook.INodeDeleteTransactionBody|null);
  public tokenReject?: (proto.ITokenRejectTransactionBody|null);
  public tokenAirdrop?: (proto.ITokenAirdropTransactionBody|null);
  public tokenCancelAirdrop?: (proto.ITokenCancelAirdropTransactionBody|null);
  public tokenClaimAirdrop?: (proto.ITokenClaimAirdropTransactionBody|null);
  public stateSignatureTransaction?: (com.hedera.hapi.platform.event.IStateSignatureTransaction|null);
  public hintsPreprocessingVote?: (com.hedera.hapi.services.auxiliary.hints.IHintsPreprocessingVoteTransactionBody|null);
  public hintsKeyPublication?: (com.hedera.hapi.services.auxiliary.hints.IHintsKeyPublicationTransactionBody|null);
  public hintsPartialSignature?: (com.hedera.hapi.services.auxiliary.hints.IHintsPartialSignatureTransactionBody|null);
  public historyProofSignature?: (com.hedera.hapi.services.auxiliary.history.IHistoryProofSignatureTransactionBody|null);
  public historyProofKeyPublication?: (com.hedera.hapi.services.auxiliary.history.IHistoryProofKeyPublicationTransactionBody|null);
  public historyProofVote?: (com.hedera.hapi.services.auxiliary.history.IHistoryProofVoteTransactionBody|null);
  public crsPublication?: (com.hedera.hapi.services.auxiliary.hints.ICrsPublicationTransactionBody|null);
  public atomicBatch?: (proto.IAtomicBatchTransactionBody|null);
  public hookStore?: (com.hedera.hapi.node.hooks.IHookStoreTransactionBody|null);
  public hookDispatch?: (com.hedera.hapi.node.hooks.IHookDispatchTransactionBody|null);
  public ledgerIdPublication?: (com.hedera.hapi.node.tss.ILedgerIdPublicationTransactionBody|null);
  public registeredNodeCreate?: (com.hedera.hapi.node.addressbook.IRegisteredNodeCreateTransactionBody|null);
  public registeredNodeUpdate?: (com.hedera.hapi.node.addressbook.IRegisteredNodeUpdateTransactionBody|null);
  public registeredNodeDelete?: (com.hedera.hapi.node.addressbook.IRegisteredNodeDeleteTransactionBody|null);
  public migrationRootHashVote?: (com.hedera.hapi.services.auxiliary.blockrecords.IMigrationRootHashVoteTransactionBody|null);
  public maxCustomFees: proto.ICustomFeeLimit[];
  public highVolume: boolean;
  public data?: ("contractCall"|"contractCreateInstance"|"contractUpdateInstance"|"cryptoAddLiveHash"|"cryptoCreateAccount"|"cryptoDelete"|"cryptoDeleteLiveHash"|"cryptoTransfer"|"cryptoUpdateAccount"|"fileAppend"|"fileCreate"|"fileDelete"|"fileUpdate"|"systemDelete"|"systemUndelete"|"contractDeleteInstance"|"freeze"|"consensusCreateTopic"|"consensusUpdateTopic"|"consensusDeleteTopic"|"consensusSubmitMessage"|"uncheckedSubmit"|"tokenCreation"|"tokenFreeze"|"tokenUnfreeze"|"tokenGrantKyc"|"tokenRevokeKyc"|"tokenDeletion"|"tokenUpdate"|"tokenMint"|"tokenBurn"|"tokenWipe"|"tokenAssociate"|"tokenDissociate"|"scheduleCreate"|"scheduleDelete"|"scheduleSign"|"tokenFeeScheduleUpdate"|"tokenPause"|"tokenUnpause"|"cryptoApproveAllowance"|"cryptoDeleteAllowance"|"ethereumTransaction"|"nodeStakeUpdate"|"utilPrng"|"tokenUpdateNfts"|"nodeCreate"|"nodeUpdate"|"nodeDelete"|"tokenReject"|"tokenAirdrop"|"tokenCancelAirdrop"|"tokenClaimAirdrop"|"stateSignatureTransaction"|"hintsPreprocessingVote"|"hintsKeyPublication"|"hintsPartialSignature"|"historyProofSignature"|"historyProofKeyPublication"|"historyProofVote"|"crsPublication"|"atomicBatch"|"hookStore"|"hookDispatch"|"ledgerIdPublication"|"registeredNodeCreate"|"registeredNodeUpdate"|"registeredNodeDelete"|"migrationRootHashVote");
  public static encode(message: proto.ITransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TransactionBody;
 }
 interface IAtomicBatchTransactionBody {
  transactions?: (Uint8Array[]|null);
 }
 class AtomicBatchTransactionBody implements IAtomicBatchTransactionBody {
  constructor(properties?: proto.IAtomicBatchTransactionBody);
  public transactions: Uint8Array[];
  public static encode(message: proto.IAtomicBatchTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.AtomicBatchTransactionBody;
 }
 interface IShardID {
  shardNum?: (Long|null);
 }
 class ShardID implements IShardID {
  constructor(properties?: proto.IShardID);
  public shardNum: Long;
  public static encode(message: proto.IShardID, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ShardID;
 }
 interface IRealmID {
  shardNum?: (Long|null);
  realmNum?: (Long|null);
 }
 class RealmID implements IRealmID {
  constructor(properties?: proto.IRealmID);
  public shardNum: Long;
  public realmNum: Long;
  public static encode(message: proto.IRealmID, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.RealmID;
 }
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
 interface IHookId {
  entityId?: (proto.IHookEntityId|null);
  hookId?: (Long|null);
 }
 class HookId implements IHookId {
  constructor(properties?: proto.IHookId);
  public entityId?: (proto.IHookEntityId|null);
  public hookId: Long;
  public static encode(message: proto.IHookId, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.HookId;
 }
 interface IHookEntityId {
  accountId?: (proto.IAccountID|null);
  contractId?: (proto.IContractID|null);
 }
 class HookEntityId implements IHookEntityId {
  constructor(properties?: proto.IHookEntityId);
  public accountId?: (proto.IAccountID|null);
  public contractId?: (proto.IContractID|null);
  public entityId?: ("accountId"|"contractId");
  public static encode(message: proto.IHookEntityId, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.HookEntityId;
 }
 interface IHookCall {
  hookId?: (Long|null);
  evmHookCall?: (proto.IEvmHookCall|null);
 }
 class HookCall implements IHookCall {
  constructor(properties?: proto.IHookCall);
  public hookId?: (Long|null);
  public evmHookCall?: (proto.IEvmHookCall|null);
  public id?: "hookId";
  public callSpec?: "evmHookCall";
  public static encode(message: proto.IHookCall, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.HookCall;
 }
 interface IEvmHookCall {
  data?: (Uint8Array|null);
  gasLimit?: (Long|null);
 }
 class EvmHookCall implements IEvmHookCall {
  constructor(properties?: proto.IEvmHookCall);
  public data: Uint8Array;
  public gasLimit: Long;
  public static encode(message: proto.IEvmHookCall, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.EvmHookCall;
 }
 interface IAccountAmount {
  accountID?: (proto.IAccountID|null);
  amount?: (Long|null);
  isApproval?: (boolean|null);
  preTxAllowanceHook?: (proto.IHookCall|null);
  prePostTxAllowanceHook?: (proto.IHookCall|null);
 }
 class AccountAmount implements IAccountAmount {
  constructor(properties?: proto.IAccountAmount);
  public accountID?: (proto.IAccountID|null);
  public amount: Long;
  public isApproval: boolean;
  public preTxAllowanceHook?: (proto.IHookCall|null);
  public prePostTxAllowanceHook?: (proto.IHookCall|null);
  public hookCall?: ("preTxAllowanceHook"|"prePostTxAllowanceHook");
  public static encode(message: proto.IAccountAmount, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.AccountAmount;
 }
 interface ITransferList {
  accountAmounts?: (proto.IAccountAmount[]|null);
 }
 class TransferList implements ITransferList {
  constructor(properties?: proto.ITransferList);
  public accountAmounts: proto.IAccountAmount[];
  public static encode(message: proto.ITransferList, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TransferList;
 }
 interface INftTransfer {
  senderAccountID?: (proto.IAccountID|null);
  receiverAccountID?: (proto.IAccountID|null);
  serialNumber?: (Long|null);
  isApproval?: (boolean|null);
  preTxSenderAllowanceHook?: (proto.IHookCall|null);
  prePostTxSenderAllowanceHook?: (proto.IHookCall|null);
  preTxReceiverAllowanceHook?: (proto.IHookCall|null);
  prePostTxReceiverAllowanceHook?: (proto.IHookCall|null);
 }
 class NftTransfer implements INftTransfer {
  constructor(properties?: proto.INftTransfer);
  public senderAccountID?: (proto.IAccountID|null);
  public receiverAccountID?: (proto.IAccountID|null);
  public serialNumber: Long;
  public isApproval: boolean;
  public preTxSenderAllowanceHook?: (proto.IHookCall|null);
  public prePostTxSenderAllowanceHook?: (proto.IHookCall|null);
  public preTxReceiverAllowanceHook?: (proto.IHookCall|null);
  public prePostTxReceiverAllowanceHook?: (proto.IHookCall|null);
  public senderAllowanceHookCall?: ("preTxSenderAllowanceHook"|"prePostTxSenderAllowanceHook");
  public receiverAllowanceHookCall?: ("preTxReceiverAllowanceHook"|"prePostTxReceiverAllowanceHook");
  public static encode(message: proto.INftTransfer, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.NftTransfer;
 }
 interface ITokenTransferList {
  token?: (proto.ITokenID|null);
  transfers?: (proto.IAccountAmount[]|null);
  nftTransfers?: (proto.INftTransfer[]|null);
  expectedDecimals?: (google.protobuf.IUInt32Value|null);
 }
 class TokenTransferList implements ITokenTransferList {
  constructor(properties?: proto.ITokenTransferList);
  public token?: (proto.ITokenID|null);
  public transfers: proto.IAccountAmount[];
  public nftTransfers: proto.INftTransfer[];
  public expectedDecimals?: (google.protobuf.IUInt32Value|null);
  public static encode(message: proto.ITokenTransferList, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenTransferList;
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
 enum SubType {
  DEFAULT = 0,
  TOKEN_FUNGIBLE_COMMON = 1,
  TOKEN_NON_FUNGIBLE_UNIQUE = 2,
  TOKEN_FUNGIBLE_COMMON_WITH_CUSTOM_FEES = 3,
  TOKEN_NON_FUNGIBLE_UNIQUE_WITH_CUSTOM_FEES = 4,
  SCHEDULE_CREATE_CONTRACT_CALL = 5,
  TOPIC_CREATE_WITH_CUSTOM_FEES = 6,
  SUBMIT_MESSAGE_WITH_CUSTOM_FEES = 7,
  CRYPTO_TRANSFER_WITH_HOOKS = 8
 }
 enum TokenSupplyType {
  INFINITE = 0,
  FINITE = 1
 }
 enum TokenKeyValidation {
  FULL_VALIDATION = 0,
  NO_VALIDATION = 1
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
 interface ISignature {
  contract?: (Uint8Array|null);
  ed25519?: (Uint8Array|null);
  RSA_3072?: (Uint8Array|null);
  ECDSA_384?: (Uint8Array|null);
  thresholdSignature?: (proto.IThresholdSignature|null);
  signatureList?: (proto.ISignatureList|null);
 }
 class Signature implements ISignature {
  constructor(properties?: proto.ISignature);
  public contract?: (Uint8Array|null);
  public ed25519?: (Uint8Array|null);
  public RSA_3072?: (Uint8Array|null);
  public ECDSA_384?: (Uint8Array|null);
  public thresholdSignature?: (proto.IThresholdSignature|null);
  public signatureList?: (proto.ISignatureList|null);
  public signature?: ("contract"|"ed25519"|"RSA_3072"|"ECDSA_384"|"thresholdSignature"|"signatureList");
  public static encode(message: proto.ISignature, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.Signature;
 }
 interface IThresholdSignature {
  sigs?: (proto.ISignatureList|null);
 }
 class ThresholdSignature implements IThresholdSignature {
  constructor(properties?: proto.IThresholdSignature);
  public sigs?: (proto.ISignatureList|null);
  public static encode(message: proto.IThresholdSignature, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ThresholdSignature;
 }
 interface ISignatureList {
  sigs?: (proto.ISignature[]|null);
 }
 class SignatureList implements ISignatureList {
  constructor(properties?: proto.ISignatureList);
  public sigs: proto.ISignature[];
  public static encode(message: proto.ISignatureList, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.SignatureList;
 }
 interface ISignaturePair {
  pubKeyPrefix?: (Uint8Array|null);
  contract?: (Uint8Array|null);
  ed25519?: (Uint8Array|null);
  RSA_3072?: (Uint8Array|null);
  ECDSA_384?: (Uint8Array|null);
  ECDSASecp256k1?: (Uint8Array|null);
 }
 class SignaturePair implements ISignaturePair {
  constructor(properties?: proto.ISignaturePair);
  public pubKeyPrefix: Uint8Array;
  public contract?: (Uint8Array|null);
  public ed25519?: (Uint8Array|null);
  public RSA_3072?: (Uint8Array|null);
  public ECDSA_384?: (Uint8Array|null);
  public ECDSASecp256k1?: (Uint8Array|null);
  public signature?: ("contract"|"ed25519"|"RSA_3072"|"ECDSA_384"|"ECDSASecp256k1");
  public static encode(message: proto.ISignaturePair, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.SignaturePair;
 }
 interface ISignatureMap {
  sigPair?: (proto.ISignaturePair[]|null);
 }
 class SignatureMap implements ISignatureMap {
  constructor(properties?: proto.ISignatureMap);
  public sigPair: proto.ISignaturePair[];
  public static encode(message: proto.ISignatureMap, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.SignatureMap;
 }
 enum HederaFunctionality {
  NONE = 0,
  CryptoTransfer = 1,
  CryptoUpdate = 2,
  CryptoDelete = 3,
  CryptoAddLiveHash = 4,
  CryptoDeleteLiveHash = 5,
  ContractCall = 6,
  ContractCreate = 7,
  ContractUpdate = 8,
  FileCreate = 9,
  FileAppend = 10,
  FileUpdate = 11,
  FileDelete = 12,
  CryptoGetAccountBalance = 13,
  CryptoGetAccountRecords = 14,
  CryptoGetInfo = 15,
  ContractCallLocal = 16,
  ContractGetInfo = 17,
  ContractGetBytecode = 18,
  GetBySolidityID = 19,
  GetByKey = 20,
  CryptoGetLiveHash = 21,
  CryptoGetStakers = 22,
  FileGetContents = 23,
  FileGetInfo = 24,
  TransactionGetRecord = 25,
  ContractGetRecords = 26,
  CryptoCreate = 27,
  SystemDelete = 28,
  SystemUndelete = 29,
  ContractDelete = 30,
  Freeze = 31,
  CreateTransactionRecord = 32,
  CryptoAccountAutoRenew = 33,
  ContractAutoRenew = 34,
  GetVersionInfo = 35,
  TransactionGetReceipt = 36,
  ConsensusCreateTopic = 50,
  ConsensusUpdateTopic = 51,
  ConsensusDeleteTopic = 52,
  ConsensusGetTopicInfo = 53,
  ConsensusSubmitMessage = 54,
  UncheckedSubmit = 55,
  TokenCreate = 56,
  TokenGetInfo = 58,
  TokenFreezeAccount = 59,
  TokenUnfreezeAccount = 60,
  TokenGrantKycToAccount = 61,
  TokenRevokeKycFromAccount = 62,
  TokenDelete = 63,
  TokenUpdate = 64,
  TokenMint = 65,
  TokenBurn = 66,
  TokenAccountWipe = 67,
  TokenAssociateToAccount = 68,
  TokenDissociateFromAccount = 69,
  ScheduleCreate = 70,
  ScheduleDelete = 71,
  ScheduleSign = 72,
  ScheduleGetInfo = 73,
  TokenGetAccountNftInfos = 74,
  TokenGetNftInfo = 75,
  TokenGetNftInfos = 76,
  TokenFeeScheduleUpdate = 77,
  NetworkGetExecutionTime = 78,
  TokenPause = 79,
  TokenUnpause = 80,
  CryptoApproveAllowance = 81,
  CryptoDeleteAllowance = 82,
  GetAccountDetails = 83,
  EthereumTransaction = 84,
  NodeStakeUpdate = 85,
  UtilPrng = 86,
  TransactionGetFastRecord = 87,
  TokenUpdateNfts = 88,
  NodeCreate = 89,
  NodeUpdate = 90,
  NodeDelete = 91,
  TokenReject = 92,
  TokenAirdrop = 93,
  TokenCancelAirdrop = 94,
  TokenClaimAirdrop = 95,
  StateSignatureTransaction = 100,
  HintsKeyPublication = 101,
  HintsPreprocessingVote = 102,
  HintsPartialSignature = 103,
  HistoryAssemblySignature = 104,
  HistoryProofKeyPublication = 105,
  HistoryProofVote = 106,
  CrsPublication = 107,
  AtomicBatch = 108,
  LambdaSStore = 109,
  HookDispatch = 110,
  HookStore = 111,
  LedgerIdPublication = 112,
  RegisteredNodeCreate = 113,
  RegisteredNodeUpdate = 114,
  RegisteredNodeDelete = 115,
  MigrationRootHashVote = 116,
  ClprUpdateLedgerConfiguration = 117,
  ClprRegisterChannel = 118,
  ClprCompleteChannel = 119,
  ClprCloseChannel = 120,
  ClprGetLedgerConfiguration = 121,
  ClprSubmitBundle = 122,
  ClprRedactMessage = 123,
  ClprRegisterConnector = 124,
  ClprDeregisterConnector = 125,
  ClprCompleteConnector = 126,
  ClprEndpointPublication = 127,
  ClprGetEndpointManifest = 128
 }
 interface IFeeComponents {
  min?: (Long|null);
  max?: (Long|null);
  constant?: (Long|null);
  bpt?: (Long|null);
  vpt?: (Long|null);
  rbh?: (Long|null);
  sbh?: (Long|null);
  gas?: (Long|null);
  tv?: (Long|null);
  bpr?: (Long|null);
  sbpr?: (Long|null);
 }
 class FeeComponents implements IFeeComponents {
  constructor(properties?: proto.IFeeComponents);
  public min: Long;
  public max: Long;
  public constant: Long;
  public bpt: Long;
  public vpt: Long;
  public rbh: Long;
  public sbh: Long;
  public gas: Long;
  public tv: Long;
  public bpr: Long;
  public sbpr: Long;
  public static encode(message: proto.IFeeComponents, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.FeeComponents;
 }
 interface ITransactionFeeSchedule {
  hederaFunctionality?: (proto.HederaFunctionality|null);
  feeData?: (proto.IFeeData|null);
  fees?: (proto.IFeeData[]|null);
 }
 class TransactionFeeSchedule implements ITransactionFeeSchedule {
  constructor(properties?: proto.ITransactionFeeSchedule);
  public hederaFunctionality: proto.HederaFunctionality;
  public feeData?: (proto.IFeeData|null);
  public fees: proto.IFeeData[];
  public static encode(message: proto.ITransactionFeeSchedule, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TransactionFeeSchedule;
 }
 interface IFeeData {
  nodedata?: (proto.IFeeComponents|null);
  networkdata?: (proto.IFeeComponents|null);
  servicedata?: (proto.IFeeComponents|null);
  subType?: (proto.SubType|null);
 }
 class FeeData implements IFeeData {
  constructor(properties?: proto.IFeeData);
  public nodedata?: (proto.IFeeComponents|null);
  public networkdata?: (proto.IFeeComponents|null);
  public servicedata?: (proto.IFeeComponents|null);
  public subType: proto.SubType;
  public static encode(message: proto.IFeeData, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.FeeData;
 }
 interface IFeeSchedule {
  transactionFeeSchedule?: (proto.ITransactionFeeSchedule[]|null);
  expiryTime?: (proto.ITimestampSeconds|null);
 }
 class FeeSchedule implements IFeeSchedule {
  constructor(properties?: proto.IFeeSchedule);
  public transactionFeeSchedule: proto.ITransactionFeeSchedule[];
  public expiryTime?: (proto.ITimestampSeconds|null);
  public static encode(message: proto.IFeeSchedule, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.FeeSchedule;
 }
 interface ICurrentAndNextFeeSchedule {
  currentFeeSchedule?: (proto.IFeeSchedule|null);
  nextFeeSchedule?: (proto.IFeeSchedule|null);
 }
 class CurrentAndNextFeeSchedule implements ICurrentAndNextFeeSchedule {
  constructor(properties?: proto.ICurrentAndNextFeeSchedule);
  public currentFeeSchedule?: (proto.IFeeSchedule|null);
  public nextFeeSchedule?: (proto.IFeeSchedule|null);
  public static encode(message: proto.ICurrentAndNextFeeSchedule, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CurrentAndNextFeeSchedule;
 }
 interface IServiceEndpoint {
  ipAddressV4?: (Uint8Array|null);
  port?: (number|null);
  domainName?: (string|null);
 }
 class ServiceEndpoint implements IServiceEndpoint {
  constructor(properties?: proto.IServiceEndpoint);
  public ipAddressV4: Uint8Array;
  public port: number;
  public domainName: string;
  public static encode(message: proto.IServiceEndpoint, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ServiceEndpoint;
 }
 interface INodeAddress {
  ipAddress?: (Uint8Array|null);
  portno?: (number|null);
  memo?: (Uint8Array|null);
  RSA_PubKey?: (string|null);
  nodeId?: (Long|null);
  nodeAccountId?: (proto.IAccountID|null);
  nodeCertHash?: (Uint8Array|null);
  serviceEndpoint?: (proto.IServiceEndpoint[]|null);
  description?: (string|null);
  stake?: (Long|null);
 }
 class NodeAddress implements INodeAddress {
  constructor(properties?: proto.INodeAddress);
  public ipAddress: Uint8Array;
  public portno: number;
  public memo: Uint8Array;
  public RSA_PubKey: string;
  public nodeId: Long;
  public nodeAccountId?: (proto.IAccountID|null);
  public nodeCertHash: Uint8Array;
  public serviceEndpoint: proto.IServiceEndpoint[];
  public description: string;
  public stake: Long;
  public static encode(message: proto.INodeAddress, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.NodeAddress;
 }
 interface INodeAddressBook {
  nodeAddress?: (proto.INodeAddress[]|null);
 }
 class NodeAddressBook implements INodeAddressBook {
  constructor(properties?: proto.INodeAddressBook);
  public nodeAddress: proto.INodeAddress[];
  public static encode(message: proto.INodeAddressBook, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.NodeAddressBook;
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
 interface ISetting {
  name?: (string|null);
  value?: (string|null);
  data?: (Uint8Array|null);
 }
 class Setting implements ISetting {
  constructor(properties?: proto.ISetting);
  public name: string;
  public value: string;
  public data: Uint8Array;
  public static encode(message: proto.ISetting, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.Setting;
 }
 interface IServicesConfigurationList {
  nameValue?: (proto.ISetting[]|null);
 }
 class ServicesConfigurationList implements IServicesConfigurationList {
  constructor(properties?: proto.IServicesConfigurationList);
  public nameValue: proto.ISetting[];
  public static encode(message: proto.IServicesConfigurationList, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ServicesConfigurationList;
 }
 interface ITokenAssociation {
  tokenId?: (proto.ITokenID|null);
  accountId?: (proto.IAccountID|null);
 }
 class TokenAssociation implements ITokenAssociation {
  constructor(properties?: proto.ITokenAssociation);
  public tokenId?: (proto.ITokenID|null);
  public accountId?: (proto.IAccountID|null);
  public static encode(message: proto.ITokenAssociation, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenAssociation;
 }
 interface IPendingAirdropId {
  senderId?: (proto.IAccountID|null);
  receiverId?: (proto.IAccountID|null);
  fungibleTokenType?: (proto.ITokenID|null);
  nonFungibleToken?: (proto.INftID|null);
 }
 class PendingAirdropId implements IPendingAirdropId {
  constructor(properties?: proto.IPendingAirdropId);
  public senderId?: (proto.IAccountID|null);
  public receiverId?: (proto.IAccountID|null);
  public fungibleTokenType?: (proto.ITokenID|null);
  public nonFungibleToken?: (proto.INftID|null);
  public tokenReference?: ("fungibleTokenType"|"nonFungibleToken");
  public static encode(message: proto.IPendingAirdropId, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.PendingAirdropId;
 }
 interface IPendingAirdropValue {
  amount?: (Long|null);
 }
 class PendingAirdropValue implements IPendingAirdropValue {
  constructor(properties?: proto.IPendingAirdropValue);
  public amount: Long;
  public static encode(message: proto.IPendingAirdropValue, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.PendingAirdropValue;
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
 interface ITimestampSeconds {
  seconds?: (Long|null);
 }
 class TimestampSeconds implements ITimestampSeconds {
  constructor(properties?: proto.ITimestampSeconds);
  public seconds: Long;
  public static encode(message: proto.ITimestampSeconds, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TimestampSeconds;
 }
 interface ISystemDeleteTransactionBody {
  fileID?: (proto.IFileID|null);
  contractID?: (proto.IContractID|null);
  expirationTime?: (proto.ITimestampSeconds|null);
 }
 class SystemDeleteTransactionBody implements ISystemDeleteTransactionBody {
  constructor(properties?: proto.ISystemDeleteTransactionBody);
  public fileID?: (proto.IFileID|null);
  public contractID?: (proto.IContractID|null);
  public expirationTime?: (proto.ITimestampSeconds|null);
  public id?: ("fileID"|"contractID");
  public static encode(message: proto.ISystemDeleteTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.SystemDeleteTransactionBody;
 }
 interface ISystemUndeleteTransactionBody {
  fileID?: (proto.IFileID|null);
  contractID?: (proto.IContractID|null);
 }
 class SystemUndeleteTransactionBody implements ISystemUndeleteTransactionBody {
  constructor(properties?: proto.ISystemUndeleteTransactionBody);
  public fileID?: (proto.IFileID|null);
  public contractID?: (proto.IContractID|null);
  public id?: ("fileID"|"contractID");
  public static encode(message: proto.ISystemUndeleteTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.SystemUndeleteTransactionBody;
 }
 interface IFreezeTransactionBody {
  startHour?: (number|null);
  startMin?: (number|null);
  endHour?: (number|null);
  endMin?: (number|null);
  updateFile?: (proto.IFileID|null);
  fileHash?: (Uint8Array|null);
  startTime?: (proto.ITimestamp|null);
  freezeType?: (proto.FreezeType|null);
 }
 class FreezeTransactionBody implements IFreezeTransactionBody {
  constructor(properties?: proto.IFreezeTransactionBody);
  public startHour: number;
  public startMin: number;
  public endHour: number;
  public endMin: number;
  public updateFile?: (proto.IFileID|null);
  public fileHash: Uint8Array;
  public startTime?: (proto.ITimestamp|null);
  public freezeType: proto.FreezeType;
  public static encode(message: proto.IFreezeTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.FreezeTransactionBody;
 }
 enum FreezeType {
  UNKNOWN_FREEZE_TYPE = 0,
  FREEZE_ONLY = 1,
  PREPARE_UPGRADE = 2,
  FREEZE_UPGRADE = 3,
  FREEZE_ABORT = 4,
  TELEMETRY_UPGRADE = 5
 }
 interface IContractCallTransactionBody {
  contractID?: (proto.IContractID|null);
  gas?: (Long|null);
  amount?: (Long|null);
  functionParameters?: (Uint8Array|null);
 }
 class ContractCallTransactionBody implements IContractCallTransactionBody {
  constructor(properties?: proto.IContractCallTransactionBody);
  public contractID?: (proto.IContractID|null);
  public gas: Long;
  public amount: Long;
  public functionParameters: Uint8Array;
  public static encode(message: proto.IContractCallTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractCallTransactionBody;
 }
 interface IContractCreateTransactionBody {
  fileID?: (proto.IFileID|null);
  initcode?: (Uint8Array|null);
  adminKey?: (proto.IKey|null);
  gas?: (Long|null);
  initialBalance?: (Long|null);
  proxyAccountID?: (proto.IAccountID|null);
  autoRenewPeriod?: (proto.IDuration|null);
  constructorParameters?: (Uint8Array|null);
  shardID?: (proto.IShardID|null);
  realmID?: (proto.IRealmID|null);
  newRealmAdminKey?: (proto.IKey|null);
  memo?: (string|null);
  maxAutomaticTokenAssociations?: (number|null);
  autoRenewAccountId?: (proto.IAccountID|null);
  stakedAccountId?: (proto.IAccountID|null);
  stakedNodeId?: (Long|null);
  declineReward?: (boolean|null);
  hookCreationDetails?: (com.hedera.hapi.node.hooks.IHookCreationDetails[]|null);
 }
 class ContractCreateTransactionBody implements IContractCreateTransactionBody {
  constructor(properties?: proto.IContractCreateTransactionBody);
  public fileID?: (proto.IFileID|null);
  public initcode?: (Uint8Array|null);
  public adminKey?: (proto.IKey|null);
  public gas: Long;
  public initialBalance: Long;
  public proxyAccountID?: (proto.IAccountID|null);
  public autoRenewPeriod?: (proto.IDuration|null);
  public constructorParameters: Uint8Array;
  public shardID?: (proto.IShardID|null);
  public realmID?: (proto.IRealmID|null);
  public newRealmAdminKey?: (proto.IKey|null);
  public memo: string;
  public maxAutomaticTokenAssociations: number;
  public autoRenewAccountId?: (proto.IAccountID|null);
  public stakedAccountId?: (proto.IAccountID|null);
  public stakedNodeId?: (Long|null);
  public declineReward: boolean;
  public hookCreationDetails: com.hedera.hapi.node.hooks.IHookCreationDetails[];
  public initcodeSource?: ("fileID"|"initcode");
  public stakedId?: ("stakedAccountId"|"stakedNodeId");
  public static encode(message: proto.IContractCreateTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractCreateTransactionBody;
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
 interface IContractUpdateTransactionBody {
  contractID?: (proto.IContractID|null);
  expirationTime?: (proto.ITimestamp|null);
  adminKey?: (proto.IKey|null);
  proxyAccountID?: (proto.IAccountID|null);
  autoRenewPeriod?: (proto.IDuration|null);
  fileID?: (proto.IFileID|null);
  memo?: (string|null);
  memoWrapper?: (google.protobuf.IStringValue|null);
  maxAutomaticTokenAssociations?: (google.protobuf.IInt32Value|null);
  autoRenewAccountId?: (proto.IAccountID|null);
  stakedAccountId?: (proto.IAccountID|null);
  stakedNodeId?: (Long|null);
  declineReward?: (google.protobuf.IBoolValue|null);
  hookIdsToDelete?: (Long[]|null);
  hookCreationDetails?: (com.hedera.hapi.node.hooks.IHookCreationDetails[]|null);
 }
 class ContractUpdateTransactionBody implements IContractUpdateTransactionBody {
  constructor(properties?: proto.IContractUpdateTransactionBody);
  public contractID?: (proto.IContractID|null);
  public expirationTime?: (proto.ITimestamp|null);
  public adminKey?: (proto.IKey|null);
  public proxyAccountID?: (proto.IAccountID|null);
  public autoRenewPeriod?: (proto.IDuration|null);
  public fileID?: (proto.IFileID|null);
  public memo?: (string|null);
  public memoWrapper?: (google.protobuf.IStringValue|null);
  public maxAutomaticTokenAssociations?: (google.protobuf.IInt32Value|null);
  public autoRenewAccountId?: (proto.IAccountID|null);
  public stakedAccountId?: (proto.IAccountID|null);
  public stakedNodeId?: (Long|null);
  public declineReward?: (google.protobuf.IBoolValue|null);
  public hookIdsToDelete: Long[];
  public hookCreationDetails: com.hedera.hapi.node.hooks.IHookCreationDetails[];
  public memoField?: ("memo"|"memoWrapper");
  public stakedId?: ("stakedAccountId"|"stakedNodeId");
  public static encode(message: proto.IContractUpdateTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractUpdateTransactionBody;
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
 interface ICryptoAddLiveHashTransactionBody {
  liveHash?: (proto.ILiveHash|null);
 }
 class CryptoAddLiveHashTransactionBody implements ICryptoAddLiveHashTransactionBody {
  constructor(properties?: proto.ICryptoAddLiveHashTransactionBody);
  public liveHash?: (proto.ILiveHash|null);
  public static encode(message: proto.ICryptoAddLiveHashTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CryptoAddLiveHashTransactionBody;
 }
 interface ICryptoCreateTransactionBody {
  key?: (proto.IKey|null);
  initialBalance?: (Long|null);
  proxyAccountID?: (proto.IAccountID|null);
  sendRecordThreshold?: (Long|null);
  receiveRecordThreshold?: (Long|null);
  receiverSigRequired?: (boolean|null);
  autoRenewPeriod?: (proto.IDuration|null);
  shardID?: (proto.IShardID|null);
  realmID?: (proto.IRealmID|null);
  newRealmAdminKey?: (proto.IKey|null);
  memo?: (string|null);
  maxAutomaticTokenAssociations?: (number|null);
  stakedAccountId?: (proto.IAccountID|null);
  stakedNodeId?: (Long|null);
  declineReward?: (boolean|null);
  alias?: (Uint8Array|null);
  hookCreationDetails?: (com.hedera.hapi.node.hooks.IHookCreationDetails[]|null);
  delegationAddress?: (Uint8Array|null);
 }
 class CryptoCreateTransactionBody implements ICryptoCreateTransactionBody {
  constructor(properties?: proto.ICryptoCreateTransactionBody);
  public key?: (proto.IKey|null);
  public initialBalance: Long;
  public proxyAccountID?: (proto.IAccountID|null);
  public sendRecordThreshold: Long;
  public receiveRecordThreshold: Long;
  public receiverSigRequired: boolean;
  public autoRenewPeriod?: (proto.IDuration|null);
  public shardID?: (proto.IShardID|null);
  public realmID?: (proto.IRealmID|null);
  public newRealmAdminKey?: (proto.IKey|null);
  public memo: string;
  public maxAutomaticTokenAssociations: number;
  public stakedAccountId?: (proto.IAccountID|null);
  public stakedNodeId?: (Long|null);
  public declineReward: boolean;
  public alias: Uint8Array;
  public hookCreationDetails: com.hedera.hapi.node.hooks.IHookCreationDetails[];
  public delegationAddress: Uint8Array;
  public stakedId?: ("stakedAccountId"|"stakedNodeId");
  public static encode(message: proto.ICryptoCreateTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CryptoCreateTransactionBody;
 }
 interface ICryptoDeleteTransactionBody {
  transferAccountID?: (proto.IAccountID|null);
  deleteAccountID?: (proto.IAccountID|null);
 }
 class CryptoDeleteTransactionBody implements ICryptoDeleteTransactionBody {
  constructor(properties?: proto.ICryptoDeleteTransactionBody);
  public transferAccountID?: (proto.IAccountID|null);
  public deleteAccountID?: (proto.IAccountID|null);
  public static encode(message: proto.ICryptoDeleteTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CryptoDeleteTransactionBody;
 }
 interface ICryptoDeleteLiveHashTransactionBody {
  accountOfLiveHash?: (proto.IAccountID|null);
  liveHashToDelete?: (Uint8Array|null);
 }
 class CryptoDeleteLiveHashTransactionBody implements ICryptoDeleteLiveHashTransactionBody {
  constructor(properties?: proto.ICryptoDeleteLiveHashTransactionBody);
  public accountOfLiveHash?: (proto.IAccountID|null);
  public liveHashToDelete: Uint8Array;
  public static encode(message: proto.ICryptoDeleteLiveHashTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CryptoDeleteLiveHashTransactionBody;
 }
 interface ICryptoTransferTransactionBody {
  transfers?: (proto.ITransferList|null);
  tokenTransfers?: (proto.ITokenTransferList[]|null);
 }
 class CryptoTransferTransactionBody implements ICryptoTransferTransactionBody {
  constructor(properties?: proto.ICryptoTransferTransactionBody);
  public transfers?: (proto.ITransferList|null);
  public tokenTransfers: proto.ITokenTransferList[];
  public static encode(message: proto.ICryptoTransferTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CryptoTransferTransactionBody;
 }
 interface ICryptoUpdateTransactionBody {
  accountIDToUpdate?: (proto.IAccountID|null);
  key?: (proto.IKey|null);
  proxyAccountID?: (proto.IAccountID|null);
  proxyFraction?: (number|null);
  sendRecordThreshold?: (Long|null);
  sendRecordThresholdWrapper?: (google.protobuf.IUInt64Value|null);
  receiveRecordThreshold?: (Long|null);
  receiveRecordThresholdWrapper?: (google.protobuf.IUInt64Value|null);
  autoRenewPeriod?: (proto.IDuration|null);
  expirationTime?: (proto.ITimestamp|null);
  receiverSigRequired?: (boolean|null);
  receiverSigRequiredWrapper?: (google.protobuf.IBoolValue|null);
  memo?: (google.protobuf.IStringValue|null);
  maxAutomaticTokenAssociations?: (google.protobuf.IInt32Value|null);
  stakedAccountId?: (proto.IAccountID|null);
  stakedNodeId?: (Long|null);
  declineReward?: (google.protobuf.IBoolValue|null);
  hookIdsToDelete?: (Long[]|null);
  hookCreationDetails?: (com.hedera.hapi.node.hooks.IHookCreationDetails[]|null);
  delegationAddress?: (Uint8Array|null);
 }
 class CryptoUpdateTransactionBody implements ICryptoUpdateTransactionBody {
  constructor(properties?: proto.ICryptoUpdateTransactionBody);
  public accountIDToUpdate?: (proto.IAccountID|null);
  public key?: (proto.IKey|null);
  public proxyAccountID?: (proto.IAccountID|null);
  public proxyFraction: number;
  public sendRecordThreshold?: (Long|null);
  public sendRecordThresholdWrapper?: (google.protobuf.IUInt64Value|null);
  public receiveRecordThreshold?: (Long|null);
  public receiveRecordThresholdWrapper?: (google.protobuf.IUInt64Value|null);
  public autoRenewPeriod?: (proto.IDuration|null);
  public expirationTime?: (proto.ITimestamp|null);
  public receiverSigRequired?: (boolean|null);
  public receiverSigRequiredWrapper?: (google.protobuf.IBoolValue|null);
  public memo?: (google.protobuf.IStringValue|null);
  public maxAutomaticTokenAssociations?: (google.protobuf.IInt32Value|null);
  public stakedAccountId?: (proto.IAccountID|null);
  public stakedNodeId?: (Long|null);
  public declineReward?: (google.protobuf.IBoolValue|null);
  public hookIdsToDelete: Long[];
  public hookCreationDetails: com.hedera.hapi.node.hooks.IHookCreationDetails[];
  public delegationAddress: Uint8Array;
  public sendRecordThresholdField?: ("sendRecordThreshold"|"sendRecordThresholdWrapper");
  public receiveRecordThresholdField?: ("receiveRecordThreshold"|"receiveRecordThresholdWrapper");
  public receiverSigRequiredField?: ("receiverSigRequired"|"receiverSigRequiredWrapper");
  public stakedId?: ("stakedAccountId"|"stakedNodeId");
  public static encode(message: proto.ICryptoUpdateTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CryptoUpdateTransactionBody;
 }
 interface ICryptoApproveAllowanceTransactionBody {
  cryptoAllowances?: (proto.ICryptoAllowance[]|null);
  nftAllowances?: (proto.INftAllowance[]|null);
  tokenAllowances?: (proto.ITokenAllowance[]|null);
 }
 class CryptoApproveAllowanceTransactionBody implements ICryptoApproveAllowanceTransactionBody {
  constructor(properties?: proto.ICryptoApproveAllowanceTransactionBody);
  public cryptoAllowances: proto.ICryptoAllowance[];
  public nftAllowances: proto.INftAllowance[];
  public tokenAllowances: proto.ITokenAllowance[];
  public static encode(message: proto.ICryptoApproveAllowanceTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CryptoApproveAllowanceTransactionBody;
 }
 interface ICryptoAllowance {
  owner?: (proto.IAccountID|null);
  spender?: (proto.IAccountID|null);
  amount?: (Long|null);
 }
 class CryptoAllowance implements ICryptoAllowance {
  constructor(properties?: proto.ICryptoAllowance);
  public owner?: (proto.IAccountID|null);
  public spender?: (proto.IAccountID|null);
  public amount: Long;
  public static encode(message: proto.ICryptoAllowance, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CryptoAllowance;
 }
 interface INftAllowance {
  tokenId?: (proto.ITokenID|null);
  owner?: (proto.IAccountID|null);
  spender?: (proto.IAccountID|null);
  serialNumbers?: (Long[]|null);
  approvedForAll?: (google.protobuf.IBoolValue|null);
  delegatingSpender?: (proto.IAccountID|null);
 }
 class NftAllowance implements INftAllowance {
  constructor(properties?: proto.INftAllowance);
  public tokenId?: (proto.ITokenID|null);
  public owner?: (proto.IAccountID|null);
  public spender?: (proto.IAccountID|null);
  public serialNumbers: Long[];
  public approvedForAll?: (google.protobuf.IBoolValue|null);
  public delegatingSpender?: (proto.IAccountID|null);
  public static encode(message: proto.INftAllowance, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.NftAllowance;
 }
 interface ITokenAllowance {
  tokenId?: (proto.ITokenID|null);
  owner?: (proto.IAccountID|null);
  spender?: (proto.IAccountID|null);
  amount?: (Long|null);
 }
 class TokenAllowance implements ITokenAllowance {
  constructor(properties?: proto.ITokenAllowance);
  public tokenId?: (proto.ITokenID|null);
  public owner?: (proto.IAccountID|null);
  public spender?: (proto.IAccountID|null);
  public amount: Long;
  public static encode(message: proto.ITokenAllowance, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenAllowance;
 }
 interface ICryptoDeleteAllowanceTransactionBody {
  nftAllowances?: (proto.INftRemoveAllowance[]|null);
 }
 class CryptoDeleteAllowanceTransactionBody implements ICryptoDeleteAllowanceTransactionBody {
  constructor(properties?: proto.ICryptoDeleteAllowanceTransactionBody);
  public nftAllowances: proto.INftRemoveAllowance[];
  public static encode(message: proto.ICryptoDeleteAllowanceTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CryptoDeleteAllowanceTransactionBody;
 }
 interface INftRemoveAllowance {
  tokenId?: (proto.ITokenID|null);
  owner?: (proto.IAccountID|null);
  serialNumbers?: (Long[]|null);
 }
 class NftRemoveAllowance implements INftRemoveAllowance {
  constructor(properties?: proto.INftRemoveAllowance);
  public tokenId?: (proto.ITokenID|null);
  public owner?: (proto.IAccountID|null);
  public serialNumbers: Long[];
  public static encode(message: proto.INftRemoveAllowance, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.NftRemoveAllowance;
 }
 interface IEthereumTransactionBody {
  ethereumData?: (Uint8Array|null);
  callData?: (proto.IFileID|null);
  maxGasAllowance?: (Long|null);
 }
 class EthereumTransactionBody implements IEthereumTransactionBody {
  constructor(properties?: proto.IEthereumTransactionBody);
  public ethereumData: Uint8Array;
  public callData?: (proto.IFileID|null);
  public maxGasAllowance: Long;
  public static encode(message: proto.IEthereumTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.EthereumTransactionBody;
 }
 interface IFileAppendTransactionBody {
  fileID?: (proto.IFileID|null);
  contents?: (Uint8Array|null);
 }
 class FileAppendTransactionBody implements IFileAppendTransactionBody {
  constructor(properties?: proto.IFileAppendTransactionBody);
  public fileID?: (proto.IFileID|null);
  public contents: Uint8Array;
  public static encode(message: proto.IFileAppendTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.FileAppendTransactionBody;
 }
 interface IFileCreateTransactionBody {
  expirationTime?: (proto.ITimestamp|null);
  keys?: (proto.IKeyList|null);
  contents?: (Uint8Array|null);
  shardID?: (proto.IShardID|null);
  realmID?: (proto.IRealmID|null);
  newRealmAdminKey?: (proto.IKey|null);
  memo?: (string|null);
 }
 class FileCreateTransactionBody implements IFileCreateTransactionBody {
  constructor(properties?: proto.IFileCreateTransactionBody);
  public expirationTime?: (proto.ITimestamp|null);
  public keys?: (proto.IKeyList|null);
  public contents: Uint8Array;
  public shardID?: (proto.IShardID|null);
  public realmID?: (proto.IRealmID|null);
  public newRealmAdminKey?: (proto.IKey|null);
  public memo: string;
  public static encode(message: proto.IFileCreateTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.FileCreateTransactionBody;
 }
 interface IFileDeleteTransactionBody {
  fileID?: (proto.IFileID|null);
 }
 class FileDeleteTransactionBody implements IFileDeleteTransactionBody {
  constructor(properties?: proto.IFileDeleteTransactionBody);
  public fileID?: (proto.IFileID|null);
  public static encode(message: proto.IFileDeleteTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.FileDeleteTransactionBody;
 }
 interface IFileUpdateTransactionBody {
  fileID?: (proto.IFileID|null);
  expirationTime?: (proto.ITimestamp|null);
  keys?: (proto.IKeyList|null);
  contents?: (Uint8Array|null);
  memo?: (google.protobuf.IStringValue|null);
 }
 class FileUpdateTransactionBody implements IFileUpdateTransactionBody {
  constructor(properties?: proto.IFileUpdateTransactionBody);
  public fileID?: (proto.IFileID|null);
  public expirationTime?: (proto.ITimestamp|null);
  public keys?: (proto.IKeyList|null);
  public contents: Uint8Array;
  public memo?: (google.protobuf.IStringValue|null);
  public static encode(message: proto.IFileUpdateTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.FileUpdateTransactionBody;
 }
 interface IContractDeleteTransactionBody {
  contractID?: (proto.IContractID|null);
  transferAccountID?: (proto.IAccountID|null);
  transferContractID?: (proto.IContractID|null);
  permanentRemoval?: (boolean|null);
 }
 class ContractDeleteTransactionBody implements IContractDeleteTransactionBody {
  constructor(properties?: proto.IContractDeleteTransactionBody);
  public contractID?: (proto.IContractID|null);
  public transferAccountID?: (proto.IAccountID|null);
  public transferContractID?: (proto.IContractID|null);
  public permanentRemoval: boolean;
  public obtainers?: ("transferAccountID"|"transferContractID");
  public static encode(message: proto.IContractDeleteTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractDeleteTransactionBody;
 }
 interface IConsensusCreateTopicTransactionBody {
  memo?: (string|null);
  adminKey?: (proto.IKey|null);
  submitKey?: (proto.IKey|null);
  autoRenewPeriod?: (proto.IDuration|null);
  autoRenewAccount?: (proto.IAccountID|null);
  feeScheduleKey?: (proto.IKey|null);
  feeExemptKeyList?: (proto.IKey[]|null);
  customFees?: (proto.IFixedCustomFee[]|null);
 }
 class ConsensusCreateTopicTransactionBody implements IConsensusCreateTopicTransactionBody {
  constructor(properties?: proto.IConsensusCreateTopicTransactionBody);
  public memo: string;
  public adminKey?: (proto.IKey|null);
  public submitKey?: (proto.IKey|null);
  public autoRenewPeriod?: (proto.IDuration|null);
  public autoRenewAccount?: (proto.IAccountID|null);
  public feeScheduleKey?: (proto.IKey|null);
  public feeExemptKeyList: proto.IKey[];
  public customFees: proto.IFixedCustomFee[];
  public static encode(message: proto.IConsensusCreateTopicTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ConsensusCreateTopicTransactionBody;
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
 interface IAssessedCustomFee {
  amount?: (Long|null);
  tokenId?: (proto.ITokenID|null);
  feeCollectorAccountId?: (proto.IAccountID|null);
  effectivePayerAccountId?: (proto.IAccountID[]|null);
 }
 class AssessedCustomFee implements IAssessedCustomFee {
  constructor(properties?: proto.IAssessedCustomFee);
  public amount: Long;
  public tokenId?: (proto.ITokenID|null);
  public feeCollectorAccountId?: (proto.IAccountID|null);
  public effectivePayerAccountId: proto.IAccountID[];
  public static encode(message: proto.IAssessedCustomFee, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.AssessedCustomFee;
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
 interface IFixedCustomFeeList {
  fees?: (proto.IFixedCustomFee[]|null);
 }
 class FixedCustomFeeList implements IFixedCustomFeeList {
  constructor(properties?: proto.IFixedCustomFeeList);
  public fees: proto.IFixedCustomFee[];
  public static encode(message: proto.IFixedCustomFeeList, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.FixedCustomFeeList;
 }
 interface IFeeExemptKeyList {
  keys?: (proto.IKey[]|null);
 }
 class FeeExemptKeyList implements IFeeExemptKeyList {
  constructor(properties?: proto.IFeeExemptKeyList);
  public keys: proto.IKey[];
  public static encode(message: proto.IFeeExemptKeyList, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.FeeExemptKeyList;
 }
 interface ICustomFeeLimit {
  accountId?: (proto.IAccountID|null);
  fees?: (proto.IFixedFee[]|null);
 }
 class CustomFeeLimit implements ICustomFeeLimit {
  constructor(properties?: proto.ICustomFeeLimit);
  public accountId?: (proto.IAccountID|null);
  public fees: proto.IFixedFee[];
  public static encode(message: proto.ICustomFeeLimit, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CustomFeeLimit;
 }
 interface IConsensusUpdateTopicTransactionBody {
  topicID?: (proto.ITopicID|null);
  memo?: (google.protobuf.IStringValue|null);
  expirationTime?: (proto.ITimestamp|null);
  adminKey?: (proto.IKey|null);
  submitKey?: (proto.IKey|null);
  autoRenewPeriod?: (proto.IDuration|null);
  autoRenewAccount?: (proto.IAccountID|null);
  feeScheduleKey?: (proto.IKey|null);
  feeExemptKeyList?: (proto.IFeeExemptKeyList|null);
  customFees?: (proto.IFixedCustomFeeList|null);
 }
 class ConsensusUpdateTopicTransactionBody implements IConsensusUpdateTopicTransactionBody {
  constructor(properties?: proto.IConsensusUpdateTopicTransactionBody);
  public topicID?: (proto.ITopicID|null);
  public memo?: (google.protobuf.IStringValue|null);
  public expirationTime?: (proto.ITimestamp|null);
  public adminKey?: (proto.IKey|null);
  public submitKey?: (proto.IKey|null);
  public autoRenewPeriod?: (proto.IDuration|null);
  public autoRenewAccount?: (proto.IAccountID|null);
  public feeScheduleKey?: (proto.IKey|null);
  public feeExemptKeyList?: (proto.IFeeExemptKeyList|null);
  public customFees?: (proto.IFixedCustomFeeList|null);
  public static encode(message: proto.IConsensusUpdateTopicTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ConsensusUpdateTopicTransactionBody;
 }
 interface IConsensusDeleteTopicTransactionBody {
  topicID?: (proto.ITopicID|null);
 }
 class ConsensusDeleteTopicTransactionBody implements IConsensusDeleteTopicTransactionBody {
  constructor(properties?: proto.IConsensusDeleteTopicTransactionBody);
  public topicID?: (proto.ITopicID|null);
  public static encode(message: proto.IConsensusDeleteTopicTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ConsensusDeleteTopicTransactionBody;
 }
 interface IConsensusMessageChunkInfo {
  initialTransactionID?: (proto.ITransactionID|null);
  total?: (number|null);
  number?: (number|null);
 }
 class ConsensusMessageChunkInfo implements IConsensusMessageChunkInfo {
  constructor(properties?: proto.IConsensusMessageChunkInfo);
  public initialTransactionID?: (proto.ITransactionID|null);
  public total: number;
  public number: number;
  public static encode(message: proto.IConsensusMessageChunkInfo, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ConsensusMessageChunkInfo;
 }
 interface IConsensusSubmitMessageTransactionBody {
  topicID?: (proto.ITopicID|null);
  message?: (Uint8Array|null);
  chunkInfo?: (proto.IConsensusMessageChunkInfo|null);
 }
 class ConsensusSubmitMessageTransactionBody implements IConsensusSubmitMessageTransactionBody {
  constructor(properties?: proto.IConsensusSubmitMessageTransactionBody);
  public topicID?: (proto.ITopicID|null);
  public message: Uint8Array;
  public chunkInfo?: (proto.IConsensusMessageChunkInfo|null);
  public static encode(message: proto.IConsensusSubmitMessageTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ConsensusSubmitMessageTransactionBody;
 }
 interface IUncheckedSubmitBody {
  transactionBytes?: (Uint8Array|null);
 }
 class UncheckedSubmitBody implements IUncheckedSubmitBody {
  constructor(properties?: proto.IUncheckedSubmitBody);
  public transactionBytes: Uint8Array;
  public static encode(message: proto.IUncheckedSubmitBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.UncheckedSubmitBody;
 }
 interface ITokenCreateTransactionBody {
  name?: (string|null);
  symbol?: (string|null);
  decimals?: (number|null);
  initialSupply?: (Long|null);
  treasury?: (proto.IAccountID|null);
  adminKey?: (proto.IKey|null);
  kycKey?: (proto.IKey|null);
  freezeKey?: (proto.IKey|null);
  wipeKey?: (proto.IKey|null);
  supplyKey?: (proto.IKey|null);
  freezeDefault?: (boolean|null);
  expiry?: (proto.ITimestamp|null);
  autoRenewAccount?: (proto.IAccountID|null);
  autoRenewPeriod?: (proto.IDuration|null);
  memo?: (string|null);
  tokenType?: (proto.TokenType|null);
  supplyType?: (proto.TokenSupplyType|null);
  maxSupply?: (Long|null);
  feeScheduleKey?: (proto.IKey|null);
  customFees?: (proto.ICustomFee[]|null);
  pauseKey?: (proto.IKey|null);
  metadata?: (Uint8Array|null);
  metadataKey?: (proto.IKey|null);
 }
 class TokenCreateTransactionBody implements ITokenCreateTransactionBody {
  constructor(properties?: proto.ITokenCreateTransactionBody);
  public name: string;
  public symbol: string;
  public decimals: number;
  public initialSupply: Long;
  public treasury?: (proto.IAccountID|null);
  public adminKey?: (proto.IKey|null);
  public kycKey?: (proto.IKey|null);
  public freezeKey?: (proto.IKey|null);
  public wipeKey?: (proto.IKey|null);
  public supplyKey?: (proto.IKey|null);
  public freezeDefault: boolean;
  public expiry?: (proto.ITimestamp|null);
  public autoRenewAccount?: (proto.IAccountID|null);
  public autoRenewPeriod?: (proto.IDuration|null);
  public memo: string;
  public tokenType: proto.TokenType;
  public supplyType: proto.TokenSupplyType;
  public maxSupply: Long;
  public feeScheduleKey?: (proto.IKey|null);
  public customFees: proto.ICustomFee[];
  public pauseKey?: (proto.IKey|null);
  public metadata: Uint8Array;
  public metadataKey?: (proto.IKey|null);
  public static encode(message: proto.ITokenCreateTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenCreateTransactionBody;
 }
 interface ITokenFreezeAccountTransactionBody {
  token?: (proto.ITokenID|null);
  account?: (proto.IAccountID|null);
 }
 class TokenFreezeAccountTransactionBody implements ITokenFreezeAccountTransactionBody {
  constructor(properties?: proto.ITokenFreezeAccountTransactionBody);
  public token?: (proto.ITokenID|null);
  public account?: (proto.IAccountID|null);
  public static encode(message: proto.ITokenFreezeAccountTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenFreezeAccountTransactionBody;
 }
 interface ITokenUnfreezeAccountTransactionBody {
  token?: (proto.ITokenID|null);
  account?: (proto.IAccountID|null);
 }
 class TokenUnfreezeAccountTransactionBody implements ITokenUnfreezeAccountTransactionBody {
  constructor(properties?: proto.ITokenUnfreezeAccountTransactionBody);
  public token?: (proto.ITokenID|null);
  public account?: (proto.IAccountID|null);
  public static encode(message: proto.ITokenUnfreezeAccountTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenUnfreezeAccountTransactionBody;
 }
 interface ITokenGrantKycTransactionBody {
  token?: (proto.ITokenID|null);
  account?: (proto.IAccountID|null);
 }
 class TokenGrantKycTransactionBody implements ITokenGrantKycTransactionBody {
  constructor(properties?: proto.ITokenGrantKycTransactionBody);
  public token?: (proto.ITokenID|null);
  public account?: (proto.IAccountID|null);
  public static encode(message: proto.ITokenGrantKycTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenGrantKycTransactionBody;
 }
 interface ITokenRevokeKycTransactionBody {
  token?: (proto.ITokenID|null);
  account?: (proto.IAccountID|null);
 }
 class TokenRevokeKycTransactionBody implements ITokenRevokeKycTransactionBody {
  constructor(properties?: proto.ITokenRevokeKycTransactionBody);
  public token?: (proto.ITokenID|null);
  public account?: (proto.IAccountID|null);
  public static encode(message: proto.ITokenRevokeKycTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenRevokeKycTransactionBody;
 }
 interface ITokenDeleteTransactionBody {
  token?: (proto.ITokenID|null);
 }
 class TokenDeleteTransactionBody implements ITokenDeleteTransactionBody {
  constructor(properties?: proto.ITokenDeleteTransactionBody);
  public token?: (proto.ITokenID|null);
  public static encode(message: proto.ITokenDeleteTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenDeleteTransactionBody;
 }
 interface ITokenUpdateTransactionBody {
  token?: (proto.ITokenID|null);
  symbol?: (string|null);
  name?: (string|null);
  treasury?: (proto.IAccountID|null);
  adminKey?: (proto.IKey|null);
  kycKey?: (proto.IKey|null);
  freezeKey?: (proto.IKey|null);
  wipeKey?: (proto.IKey|null);
  supplyKey?: (proto.IKey|null);
  autoRenewAccount?: (proto.IAccountID|null);
  autoRenewPeriod?: (proto.IDuration|null);
  expiry?: (proto.ITimestamp|null);
  memo?: (google.protobuf.IStringValue|null);
  feeScheduleKey?: (proto.IKey|null);
  pauseKey?: (proto.IKey|null);
  metadata?: (google.protobuf.IBytesValue|null);
  metadataKey?: (proto.IKey|null);
  keyVerificationMode?: (proto.TokenKeyValidation|null);
 }
 class TokenUpdateTransactionBody implements ITokenUpdateTransactionBody {
  constructor(properties?: proto.ITokenUpdateTransactionBody);
  public token?: (proto.ITokenID|null);
  public symbol: string;
  public name: string;
  public treasury?: (proto.IAccountID|null);
  public adminKey?: (proto.IKey|null);
  public kycKey?: (proto.IKey|null);
  public freezeKey?: (proto.IKey|null);
  public wipeKey?: (proto.IKey|null);
  public supplyKey?: (proto.IKey|null);
  public autoRenewAccount?: (proto.IAccountID|null);
  public autoRenewPeriod?: (proto.IDuration|null);
  public expiry?: (proto.ITimestamp|null);
  public memo?: (google.protobuf.IStringValue|null);
  public feeScheduleKey?: (proto.IKey|null);
  public pauseKey?: (proto.IKey|null);
  public metadata?: (google.protobuf.IBytesValue|null);
  public metadataKey?: (proto.IKey|null);
  public keyVerificationMode: proto.TokenKeyValidation;
  public static encode(message: proto.ITokenUpdateTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenUpdateTransactionBody;
 }
 interface ITokenMintTransactionBody {
  token?: (proto.ITokenID|null);
  amount?: (Long|null);
  metadata?: (Uint8Array[]|null);
 }
 class TokenMintTransactionBody implements ITokenMintTransactionBody {
  constructor(properties?: proto.ITokenMintTransactionBody);
  public token?: (proto.ITokenID|null);
  public amount: Long;
  public metadata: Uint8Array[];
  public static encode(message: proto.ITokenMintTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenMintTransactionBody;
 }
 interface ITokenBurnTransactionBody {
  token?: (proto.ITokenID|null);
  amount?: (Long|null);
  serialNumbers?: (Long[]|null);
 }
 class TokenBurnTransactionBody implements ITokenBurnTransactionBody {
  constructor(properties?: proto.ITokenBurnTransactionBody);
  public token?: (proto.ITokenID|null);
  public amount: Long;
  public serialNumbers: Long[];
  public static encode(message: proto.ITokenBurnTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenBurnTransactionBody;
 }
 interface ITokenWipeAccountTransactionBody {
  token?: (proto.ITokenID|null);
  account?: (proto.IAccountID|null);
  amount?: (Long|null);
  serialNumbers?: (Long[]|null);
 }
 class TokenWipeAccountTransactionBody implements ITokenWipeAccountTransactionBody {
  constructor(properties?: proto.ITokenWipeAccountTransactionBody);
  public token?: (proto.ITokenID|null);
  public account?: (proto.IAccountID|null);
  public amount: Long;
  public serialNumbers: Long[];
  public static encode(message: proto.ITokenWipeAccountTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenWipeAccountTransactionBody;
 }
 interface ITokenAssociateTransactionBody {
  account?: (proto.IAccountID|null);
  tokens?: (proto.ITokenID[]|null);
 }
 class TokenAssociateTransactionBody implements ITokenAssociateTransactionBody {
  constructor(properties?: proto.ITokenAssociateTransactionBody);
  public account?: (proto.IAccountID|null);
  public tokens: proto.ITokenID[];
  public static encode(message: proto.ITokenAssociateTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenAssociateTransactionBody;
 }
 interface ITokenDissociateTransactionBody {
  account?: (proto.IAccountID|null);
  tokens?: (proto.ITokenID[]|null);
 }
 class TokenDissociateTransactionBody implements ITokenDissociateTransactionBody {
  constructor(properties?: proto.ITokenDissociateTransactionBody);
  public account?: (proto.IAccountID|null);
  public tokens: proto.ITokenID[];
  public static encode(message: proto.ITokenDissociateTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenDissociateTransactionBody;
 }
 interface ITokenFeeScheduleUpdateTransactionBody {
  tokenId?: (proto.ITokenID|null);
  customFees?: (proto.ICustomFee[]|null);
 }
 class TokenFeeScheduleUpdateTransactionBody implements ITokenFeeScheduleUpdateTransactionBody {
  constructor(properties?: proto.ITokenFeeScheduleUpdateTransactionBody);
  public tokenId?: (proto.ITokenID|null);
  public customFees: proto.ICustomFee[];
  public static encode(message: proto.ITokenFeeScheduleUpdateTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenFeeScheduleUpdateTransactionBody;
 }
 interface ITokenPauseTransactionBody {
  token?: (proto.ITokenID|null);
 }
 class TokenPauseTransactionBody implements ITokenPauseTransactionBody {
  constructor(properties?: proto.ITokenPauseTransactionBody);
  public token?: (proto.ITokenID|null);
  public static encode(message: proto.ITokenPauseTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenPauseTransactionBody;
 }
 interface ITokenUnpauseTransactionBody {
  token?: (proto.ITokenID|null);
 }
 class TokenUnpauseTransactionBody implements ITokenUnpauseTransactionBody {
  constructor(properties?: proto.ITokenUnpauseTransactionBody);
  public token?: (proto.ITokenID|null);
  public static encode(message: proto.ITokenUnpauseTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenUnpauseTransactionBody;
 }
 interface ITokenUpdateNftsTransactionBody {
  token?: (proto.ITokenID|null);
  serialNumbers?: (Long[]|null);
  metadata?: (google.protobuf.IBytesValue|null);
 }
 class TokenUpdateNftsTransactionBody implements ITokenUpdateNftsTransactionBody {
  constructor(properties?: proto.ITokenUpdateNftsTransactionBody);
  public token?: (proto.ITokenID|null);
  public serialNumbers: Long[];
  public metadata?: (google.protobuf.IBytesValue|null);
  public static encode(message: proto.ITokenUpdateNftsTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenUpdateNftsTransactionBody;
 }
 interface ITokenRejectTransactionBody {
  owner?: (proto.IAccountID|null);
  rejections?: (proto.ITokenReference[]|null);
 }
 class TokenRejectTransactionBody implements ITokenRejectTransactionBody {
  constructor(properties?: proto.ITokenRejectTransactionBody);
  public owner?: (proto.IAccountID|null);
  public rejections: proto.ITokenReference[];
  public static encode(message: proto.ITokenRejectTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenRejectTransactionBody;
 }
 interface ITokenReference {
  fungibleToken?: (proto.ITokenID|null);
  nft?: (proto.INftID|null);
 }
 class TokenReference implements ITokenReference {
  constructor(properties?: proto.ITokenReference);
  public fungibleToken?: (proto.ITokenID|null);
  public nft?: (proto.INftID|null);
  public tokenIdentifier?: ("fungibleToken"|"nft");
  public static encode(message: proto.ITokenReference, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenReference;
 }
 interface ITokenAirdropTransactionBody {
  tokenTransfers?: (proto.ITokenTransferList[]|null);
 }
 class TokenAirdropTransactionBody implements ITokenAirdropTransactionBody {
  constructor(properties?: proto.ITokenAirdropTransactionBody);
  public tokenTransfers: proto.ITokenTransferList[];
  public static encode(message: proto.ITokenAirdropTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenAirdropTransactionBody;
 }
 interface ITokenCancelAirdropTransactionBody {
  pendingAirdrops?: (proto.IPendingAirdropId[]|null);
 }
 class TokenCancelAirdropTransactionBody implements ITokenCancelAirdropTransactionBody {
  constructor(properties?: proto.ITokenCancelAirdropTransactionBody);
  public pendingAirdrops: proto.IPendingAirdropId[];
  public static encode(message: proto.ITokenCancelAirdropTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenCancelAirdropTransactionBody;
 }
 interface ITokenClaimAirdropTransactionBody {
  pendingAirdrops?: (proto.IPendingAirdropId[]|null);
 }
 class TokenClaimAirdropTransactionBody implements ITokenClaimAirdropTransactionBody {
  constructor(properties?: proto.ITokenClaimAirdropTransactionBody);
  public pendingAirdrops: proto.IPendingAirdropId[];
  public static encode(message: proto.ITokenClaimAirdropTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenClaimAirdropTransactionBody;
 }
 interface IScheduleCreateTransactionBody {
  scheduledTransactionBody?: (proto.ISchedulableTransactionBody|null);
  memo?: (string|null);
  adminKey?: (proto.IKey|null);
  payerAccountID?: (proto.IAccountID|null);
  expirationTime?: (proto.ITimestamp|null);
  waitForExpiry?: (boolean|null);
 }
 class ScheduleCreateTransactionBody implements IScheduleCreateTransactionBody {
  constructor(properties?: proto.IScheduleCreateTransactionBody);
  public scheduledTransactionBody?: (proto.ISchedulableTransactionBody|null);
  public memo: string;
  public adminKey?: (proto.IKey|null);
  public payerAccountID?: (proto.IAccountID|null);
  public expirationTime?: (proto.ITimestamp|null);
  public waitForExpiry: boolean;
  public static encode(message: proto.IScheduleCreateTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ScheduleCreateTransactionBody;
 }
 interface ISchedulableTransactionBody {
  transactionFee?: (Long|null);
  memo?: (string|null);
  contractCall?: (proto.IContractCallTransactionBody|null);
  contractCreateInstance?: (proto.IContractCreateTransactionBody|null);
  contractUpdateInstance?: (proto.IContractUpdateTransactionBody|null);
  contractDeleteInstance?: (proto.IContractDeleteTransactionBody|null);
  cryptoCreateAccount?: (proto.ICryptoCreateTransactionBody|null);
  cryptoDelete?: (proto.ICryptoDeleteTransactionBody|null);
  cryptoTransfer?: (proto.ICryptoTransferTransactionBody|null);
  cryptoUpdateAccount?: (proto.ICryptoUpdateTransactionBody|null);
  fileAppend?: (proto.IFileAppendTransactionBody|null);
  fileCreate?: (proto.IFileCreateTransactionBody|null);
  fileDelete?: (proto.IFileDeleteTransactionBody|null);
  fileUpdate?: (proto.IFileUpdateTransactionBody|null);
  systemDelete?: (proto.ISystemDeleteTransactionBody|null);
  systemUndelete?: (proto.ISystemUndeleteTransactionBody|null);
  freeze?: (proto.IFreezeTransactionBody|null);
  consensusCreateTopic?: (proto.IConsensusCreateTopicTransactionBody|null);
  consensusUpdateTopic?: (proto.IConsensusUpdateTopicTransactionBody|null);
  consensusDeleteTopic?: (proto.IConsensusDeleteTopicTransactionBody|null);
  consensusSubmitMessage?: (proto.IConsensusSubmitMessageTransactionBody|null);
  tokenCreation?: (proto.ITokenCreateTransactionBody|null);
  tokenFreeze?: (proto.ITokenFreezeAccountTransactionBody|null);
  tokenUnfreeze?: (proto.ITokenUnfreezeAccountTransactionBody|null);
  tokenGrantKyc?: (proto.ITokenGrantKycTransactionBody|null);
  tokenRevokeKyc?: (proto.ITokenRevokeKycTransactionBody|null);
  tokenDeletion?: (proto.ITokenDeleteTransactionBody|null);
  tokenUpdate?: (proto.ITokenUpdateTransactionBody|null);
  tokenMint?: (proto.ITokenMintTransactionBody|null);
  tokenBurn?: (proto.ITokenBurnTransactionBody|null);
  tokenWipe?: (proto.ITokenWipeAccountTransactionBody|null);
  tokenAssociate?: (proto.ITokenAssociateTransactionBody|null);
  tokenDissociate?: (proto.ITokenDissociateTransactionBody|null);
  scheduleDelete?: (proto.IScheduleDeleteTransactionBody|null);
  tokenPause?: (proto.ITokenPauseTransactionBody|null);
  tokenUnpause?: (proto.ITokenUnpauseTransactionBody|null);
  cryptoApproveAllowance?: (proto.ICryptoApproveAllowanceTransactionBody|null);
  cryptoDeleteAllowance?: (proto.ICryptoDeleteAllowanceTransactionBody|null);
  tokenFeeScheduleUpdate?: (proto.ITokenFeeScheduleUpdateTransactionBody|null);
  utilPrng?: (proto.IUtilPrngTransactionBody|null);
  tokenUpdateNfts?: (proto.ITokenUpdateNftsTransactionBody|null);
  nodeCreate?: (com.hedera.hapi.node.addressbook.INodeCreateTransactionBody|null);
  nodeUpdate?: (com.hedera.hapi.node.addressbook.INodeUpdateTransactionBody|null);
  nodeDelete?: (com.hedera.hapi.node.addressbook.INodeDeleteTransactionBody|null);
  tokenReject?: (proto.ITokenRejectTransactionBody|null);
  tokenCancelAirdrop?: (proto.ITokenCancelAirdropTransactionBody|null);
  tokenClaimAirdrop?: (proto.ITokenClaimAirdropTransactionBody|null);
  tokenAirdrop?: (proto.ITokenAirdropTransactionBody|null);
  registeredNodeCreate?: (com.hedera.hapi.node.addressbook.IRegisteredNodeCreateTransactionBody|null);
  registeredNodeUpdate?: (com.hedera.hapi.node.addressbook.IRegisteredNodeUpdateTransactionBody|null);
  registeredNodeDelete?: (com.hedera.hapi.node.addressbook.IRegisteredNodeDeleteTransactionBody|null);
  maxCustomFees?: (proto.ICustomFeeLimit[]|null);
 }
 class SchedulableTransactionBody implements ISchedulableTransactionBody {
  constructor(properties?: proto.ISchedulableTransactionBody);
  public transactionFee: Long;
  public memo: string;
  public contractCall?: (proto.IContractCallTransactionBody|null);
  public contractCreateInstance?: (proto.IContractCreateTransactionBody|null);
  public contractUpdateInstance?: (proto.IContractUpdateTransactionBody|null);
  public contractDeleteInstance?: (proto.IContractDeleteTransactionBody|null);
  public cryptoCreateAccount?: (proto.ICryptoCreateTransactionBody|null);
  public cryptoDelete?: (proto.ICryptoDeleteTransactionBody|null);
  public cryptoTransfer?: (proto.ICryptoTransferTransactionBody|null);
  public cryptoUpdateAccount?: (proto.ICryptoUpdateTransactionBody|null);
  public fileAppend?: (proto.IFileAppendTransactionBody|null);
  public fileCreate?: (proto.IFileCreateTransactionBody|null);
  public fileDelete?: (proto.IFileDeleteTransactionBody|null);
  public fileUpdate?: (proto.IFileUpdateTransactionBody|null);
  public systemDelete?: (proto.ISystemDeleteTransactionBody|null);
  public systemUndelete?: (proto.ISystemUndeleteTransactionBody|null);
  public freeze?: (proto.IFreezeTransactionBody|null);
  public consensusCreateTopic?: (proto.IConsensusCreateTopicTransactionBody|null);
  public consensusUpdateTopic?: (proto.IConsensusUpdateTopicTransactionBody|null);
  public consensusDeleteTopic?: (proto.IConsensusDeleteTopicTransactionBody|null);
  public consensusSubmitMessage?: (proto.IConsensusSubmitMessageTransactionBody|null);
  public tokenCreation?: (proto.ITokenCreateTransactionBody|null);
  public tokenFreeze?: (proto.ITokenFreezeAccountTransactionBody|null);
  public tokenUnfreeze?: (proto.ITokenUnfreezeAccountTransactionBody|null);
  public tokenGrantKyc?: (proto.ITokenGrantKycTransactionBody|null);
  public tokenRevokeKyc?: (proto.ITokenRevokeKycTransactionBody|null);
  public tokenDeletion?: (proto.ITokenDeleteTransactionBody|null);
  public tokenUpdate?: (proto.ITokenUpdateTransactionBody|null);
  public tokenMint?: (proto.ITokenMintTransactionBody|null);
  public tokenBurn?: (proto.ITokenBurnTransactionBody|null);
  public tokenWipe?: (proto.ITokenWipeAccountTransactionBody|null);
  public tokenAssociate?: (proto.ITokenAssociateTransactionBody|null);
  public tokenDissociate?: (proto.ITokenDissociateTransactionBody|null);
  public scheduleDelete?: (proto.IScheduleDeleteTransactionBody|null);
  public tokenPause?: (proto.ITokenPauseTransactionBody|null);
  public tokenUnpause?: (proto.ITokenUnpauseTransactionBody|null);
  public cryptoApproveAllowance?: (proto.ICryptoApproveAllowanceTransactionBody|null);
  public cryptoDeleteAllowance?: (proto.ICryptoDeleteAllowanceTransactionBody|null);
  public tokenFeeScheduleUpdate?: (proto.ITokenFeeScheduleUpdateTransactionBody|null);
  public utilPrng?: (proto.IUtilPrngTransactionBody|null);
  public tokenUpdateNfts?: (proto.ITokenUpdateNftsTransactionBody|null);
  public nodeCreate?: (com.hedera.hapi.node.addressbook.INodeCreateTransactionBody|null);
  public nodeUpdate?: (com.hedera.hapi.node.addressbook.INodeUpdateTransactionBody|null);
  public nodeDelete?: (com.hedera.hapi.node.addressbook.INodeDeleteTransactionBody|null);
  public tokenReject?: (proto.ITokenRejectTransactionBody|null);
  public tokenCancelAirdrop?: (proto.ITokenCancelAirdropTransactionBody|null);
  public tokenClaimAirdrop?: (proto.ITokenClaimAirdropTransactionBody|null);
  public tokenAirdrop?: (proto.ITokenAirdropTransactionBody|null);
  public registeredNodeCreate?: (com.hedera.hapi.node.addressbook.IRegisteredNodeCreateTransactionBody|null);
  public registeredNodeUpdate?: (com.hedera.hapi.node.addressbook.IRegisteredNodeUpdateTransactionBody|null);
  public registeredNodeDelete?: (com.hedera.hapi.node.addressbook.IRegisteredNodeDeleteTransactionBody|null);
  public maxCustomFees: proto.ICustomFeeLimit[];
  public data?: ("contractCall"|"contractCreateInstance"|"contractUpdateInstance"|"contractDeleteInstance"|"cryptoCreateAccount"|"cryptoDelete"|"cryptoTransfer"|"cryptoUpdateAccount"|"fileAppend"|"fileCreate"|"fileDelete"|"fileUpdate"|"systemDelete"|"systemUndelete"|"freeze"|"consensusCreateTopic"|"consensusUpdateTopic"|"consensusDeleteTopic"|"consensusSubmitMessage"|"tokenCreation"|"tokenFreeze"|"tokenUnfreeze"|"tokenGrantKyc"|"tokenRevokeKyc"|"tokenDeletion"|"tokenUpdate"|"tokenMint"|"tokenBurn"|"tokenWipe"|"tokenAssociate"|"tokenDissociate"|"scheduleDelete"|"tokenPause"|"tokenUnpause"|"cryptoApproveAllowance"|"cryptoDeleteAllowance"|"tokenFeeScheduleUpdate"|"utilPrng"|"tokenUpdateNfts"|"nodeCreate"|"nodeUpdate"|"nodeDelete"|"tokenReject"|"tokenCancelAirdrop"|"tokenClaimAirdrop"|"tokenAirdrop"|"registeredNodeCreate"|"registeredNodeUpdate"|"registeredNodeDelete");
  public static encode(message: proto.ISchedulableTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.SchedulableTransactionBody;
 }
 interface IScheduleDeleteTransactionBody {
  scheduleID?: (proto.IScheduleID|null);
 }
 class ScheduleDeleteTransactionBody implements IScheduleDeleteTransactionBody {
  constructor(properties?: proto.IScheduleDeleteTransactionBody);
  public scheduleID?: (proto.IScheduleID|null);
  public static encode(message: proto.IScheduleDeleteTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ScheduleDeleteTransactionBody;
 }
 interface IUtilPrngTransactionBody {
  range?: (number|null);
 }
 class UtilPrngTransactionBody implements IUtilPrngTransactionBody {
  constructor(properties?: proto.IUtilPrngTransactionBody);
  public range: number;
  public static encode(message: proto.IUtilPrngTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.UtilPrngTransactionBody;
 }
 interface IScheduleSignTransactionBody {
  scheduleID?: (proto.IScheduleID|null);
 }
 class ScheduleSignTransactionBody implements IScheduleSignTransactionBody {
  constructor(properties?: proto.IScheduleSignTransactionBody);
  public scheduleID?: (proto.IScheduleID|null);
  public static encode(message: proto.IScheduleSignTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ScheduleSignTransactionBody;
 }
 interface INodeStakeUpdateTransactionBody {
  endOfStakingPeriod?: (proto.ITimestamp|null);
  nodeStake?: (proto.INodeStake[]|null);
  maxStakingRewardRatePerHbar?: (Long|null);
  nodeRewardFeeFraction?: (proto.IFraction|null);
  stakingPeriodsStored?: (Long|null);
  stakingPeriod?: (Long|null);
  stakingRewardFeeFraction?: (proto.IFraction|null);
  stakingStartThreshold?: (Long|null);
  stakingRewardRate?: (Long|null);
  reservedStakingRewards?: (Long|null);
  unreservedStakingRewardBalance?: (Long|null);
  rewardBalanceThreshold?: (Long|null);
  maxStakeRewarded?: (Long|null);
  maxTotalReward?: (Long|null);
 }
 class NodeStakeUpdateTransactionBody implements INodeStakeUpdateTransactionBody {
  constructor(properties?: proto.INodeStakeUpdateTransactionBody);
  public endOfStakingPeriod?: (proto.ITimestamp|null);
  public nodeStake: proto.INodeStake[];
  public maxStakingRewardRatePerHbar: Long;
  public nodeRewardFeeFraction?: (proto.IFraction|null);
  public stakingPeriodsStored: Long;
  public stakingPeriod: Long;
  public stakingRewardFeeFraction?: (proto.IFraction|null);
  public stakingStartThreshold: Long;
  public stakingRewardRate: Long;
  public reservedStakingRewards: Long;
  public unreservedStakingRewardBalance: Long;
  public rewardBalanceThreshold: Long;
  public maxStakeRewarded: Long;
  public maxTotalReward: Long;
  public static encode(message: proto.INodeStakeUpdateTransactionBody, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.NodeStakeUpdateTransactionBody;
 }
 interface INodeStake {
  maxStake?: (Long|null);
  minStake?: (Long|null);
  nodeId?: (Long|null);
  rewardRate?: (Long|null);
  stake?: (Long|null);
  stakeNotRewarded?: (Long|null);
  stakeRewarded?: (Long|null);
 }
 class NodeStake implements INodeStake {
  constructor(properties?: proto.INodeStake);
  public maxStake: Long;
  public minStake: Long;
  public nodeId: Long;
  public rewardRate: Long;
  public stake: Long;
  public stakeNotRewarded: Long;
  public stakeRewarded: Long;
  public static encode(message: proto.INodeStake, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.NodeStake;
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
 interface IInternalCallContext {
  gas?: (Long|null);
  value?: (Long|null);
  callData?: (Uint8Array|null);
 }
 class InternalCallContext implements IInternalCallContext {
  constructor(properties?: proto.IInternalCallContext);
  public gas: Long;
  public value: Long;
  public callData: Uint8Array;
  public static encode(message: proto.IInternalCallContext, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.InternalCallContext;
 }
 interface IEvmTransactionResult {
  senderId?: (proto.IAccountID|null);
  contractId?: (proto.IContractID|null);
  resultData?: (Uint8Array|null);
  errorMessage?: (string|null);
  gasUsed?: (Long|null);
  internalCallContext?: (proto.IInternalCallContext|null);
  executedHookId?: (proto.IHookId|null);
  contractNonces?: (proto.IContractNonceInfo[]|null);
  signerNonce?: (google.protobuf.IInt64Value|null);
 }
 class EvmTransactionResult implements IEvmTransactionResult {
  constructor(properties?: proto.IEvmTransactionResult);
  public senderId?: (proto.IAccountID|null);
  public contractId?: (proto.IContractID|null);
  public resultData: Uint8Array;
  public errorMessage: string;
  public gasUsed: Long;
  public internalCallContext?: (proto.IInternalCallContext|null);
  public executedHookId?: (proto.IHookId|null);
  public contractNonces: proto.IContractNonceInfo[];
  public signerNonce?: (google.protobuf.IInt64Value|null);
  public static encode(message: proto.IEvmTransactionResult, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.EvmTransactionResult;
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
 interface ITransactionRecord {
  receipt?: (proto.ITransactionReceipt|null);
  transactionHash?: (Uint8Array|null);
  consensusTimestamp?: (proto.ITimestamp|null);
  transactionID?: (proto.ITransactionID|null);
  memo?: (string|null);
  transactionFee?: (Long|null);
  contractCallResult?: (proto.IContractFunctionResult|null);
  contractCreateResult?: (proto.IContractFunctionResult|null);
  transferList?: (proto.ITransferList|null);
  tokenTransferLists?: (proto.ITokenTransferList[]|null);
  scheduleRef?: (proto.IScheduleID|null);
  assessedCustomFees?: (proto.IAssessedCustomFee[]|null);
  automaticTokenAssociations?: (proto.ITokenAssociation[]|null);
  parentConsensusTimestamp?: (proto.ITimestamp|null);
  alias?: (Uint8Array|null);
  ethereumHash?: (Uint8Array|null);
  paidStakingRewards?: (proto.IAccountAmount[]|null);
  prngBytes?: (Uint8Array|null);
  prngNumber?: (number|null);
  evmAddress?: (Uint8Array|null);
  newPendingAirdrops?: (proto.IPendingAirdropRecord[]|null);
  highVolumePricingMultiplier?: (Long|null);
 }
 class TransactionRecord implements ITransactionRecord {
  constructor(properties?: proto.ITransactionRecord);
  public receipt?: (proto.ITransactionReceipt|null);
  public transactionHash: Uint8Array;
  public consensusTimestamp?: (proto.ITimestamp|null);
  public transactionID?: (proto.ITransactionID|null);
  public memo: string;
  public transactionFee: Long;
  public contractCallResult?: (proto.IContractFunctionResult|null);
  public contractCreateResult?: (proto.IContractFunctionResult|null);
  public transferList?: (proto.ITransferList|null);
  public tokenTransferLists: proto.ITokenTransferList[];
  public scheduleRef?: (proto.IScheduleID|null);
  public assessedCustomFees: proto.IAssessedCustomFee[];
  public automaticTokenAssociations: proto.ITokenAssociation[];
  public parentConsensusTimestamp?: (proto.ITimestamp|null);
  public alias: Uint8Array;
  public ethereumHash: Uint8Array;
  public paidStakingRewards: proto.IAccountAmount[];
  public prngBytes?: (Uint8Array|null);
  public prngNumber?: (number|null);
  public evmAddress: Uint8Array;
  public newPendingAirdrops: proto.IPendingAirdropRecord[];
  public highVolumePricingMultiplier: Long;
  public body?: ("contractCallResult"|"contractCreateResult");
  public entropy?: ("prngBytes"|"prngNumber");
  public static encode(message: proto.ITransactionRecord, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TransactionRecord;
 }
 interface IPendingAirdropRecord {
  pendingAirdropId?: (proto.IPendingAirdropId|null);
  pendingAirdropValue?: (proto.IPendingAirdropValue|null);
 }
 class PendingAirdropRecord implements IPendingAirdropRecord {
  constructor(properties?: proto.IPendingAirdropRecord);
  public pendingAirdropId?: (proto.IPendingAirdropId|null);
  public pendingAirdropValue?: (proto.IPendingAirdropValue|null);
  public static encode(message: proto.IPendingAirdropRecord, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.PendingAirdropRecord;
 }
 interface ITransactionReceipt {
  status?: (proto.ResponseCodeEnum|null);
  accountID?: (proto.IAccountID|null);
  fileID?: (proto.IFileID|null);
  contractID?: (proto.IContractID|null);
  exchangeRate?: (proto.IExchangeRateSet|null);
  topicID?: (proto.ITopicID|null);
  topicSequenceNumber?: (Long|null);
  topicRunningHash?: (Uint8Array|null);
  topicRunningHashVersion?: (Long|null);
  tokenID?: (proto.ITokenID|null);
  newTotalSupply?: (Long|null);
  scheduleID?: (proto.IScheduleID|null);
  scheduledTransactionID?: (proto.ITransactionID|null);
  serialNumbers?: (Long[]|null);
  nodeId?: (Long|null);
  registeredNodeId?: (Long|null);
 }
 class TransactionReceipt implements ITransactionReceipt {
  constructor(properties?: proto.ITransactionReceipt);
  public status: proto.ResponseCodeEnum;
  public accountID?: (proto.IAccountID|null);
  public fileID?: (proto.IFileID|null);
  public contractID?: (proto.IContractID|null);
  public exchangeRate?: (proto.IExchangeRateSet|null);
  public topicID?: (proto.ITopicID|null);
  public topicSequenceNumber: Long;
  public topicRunningHash: Uint8Array;
  public topicRunningHashVersion: Long;
  public tokenID?: (proto.ITokenID|null);
  public newTotalSupply: Long;
  public scheduleID?: (proto.IScheduleID|null);
  public scheduledTransactionID?: (proto.ITransactionID|null);
  public serialNumbers: Long[];
  public nodeId: Long;
  public registeredNodeId: Long;
  public static encode(message: proto.ITransactionReceipt, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TransactionReceipt;
 }
 interface IExchangeRate {
  hbarEquiv?: (number|null);
  centEquiv?: (number|null);
  expirationTime?: (proto.ITimestampSeconds|null);
 }
 class ExchangeRate implements IExchangeRate {
  constructor(properties?: proto.IExchangeRate);
  public hbarEquiv: number;
  public centEquiv: number;
  public expirationTime?: (proto.ITimestampSeconds|null);
  public static encode(message: proto.IExchangeRate, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ExchangeRate;
 }
 interface IExchangeRateSet {
  currentRate?: (proto.IExchangeRate|null);
  nextRate?: (proto.IExchangeRate|null);
 }
 class ExchangeRateSet implements IExchangeRateSet {
  constructor(properties?: proto.IExchangeRateSet);
  public currentRate?: (proto.IExchangeRate|null);
  public nextRate?: (proto.IExchangeRate|null);
  public static encode(message: proto.IExchangeRateSet, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ExchangeRateSet;
 }
 interface INodeMigrationRootHashVote {
  nodeId?: (com.hedera.hapi.platform.state.INodeId|null);
  vote?: (com.hedera.hapi.services.auxiliary.blockrecords.IMigrationRootHashVoteTransactionBody|null);
 }
 class NodeMigrationRootHashVote implements INodeMigrationRootHashVote {
  constructor(properties?: proto.INodeMigrationRootHashVote);
  public nodeId?: (com.hedera.hapi.platform.state.INodeId|null);
  public vote?: (com.hedera.hapi.services.auxiliary.blockrecords.IMigrationRootHashVoteTransactionBody|null);
  public static encode(message: proto.INodeMigrationRootHashVote, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.NodeMigrationRootHashVote;
 }
 interface IBlockInfo {
  lastBlockNumber?: (Long|null);
  firstConsTimeOfLastBlock?: (proto.ITimestamp|null);
  blockHashes?: (Uint8Array|null);
  consTimeOfLastHandledTxn?: (proto.ITimestamp|null);
  migrationRecordsStreamed?: (boolean|null);
  firstConsTimeOfCurrentBlock?: (proto.ITimestamp|null);
  lastUsedConsTime?: (proto.ITimestamp|null);
  lastIntervalProcessTime?: (proto.ITimestamp|null);
  previousWrappedRecordBlockRootHash?: (Uint8Array|null);
  wrappedIntermediatePreviousBlockRootHashes?: (Uint8Array[]|null);
  wrappedIntermediateBlockRootsLeafCount?: (Long|null);
  votingComplete?: (boolean|null);
  votingCompletionDeadlineBlockNumber?: (Long|null);
  migrationRootHashVotes?: (proto.INodeMigrationRootHashVote[]|null);
  migrationWrappedHashes?: (com.hedera.hapi.node.state.blockrecords.IMigrationWrappedHashes[]|null);
 }
 class BlockInfo implements IBlockInfo {
  constructor(properties?: proto.IBlockInfo);
  public lastBlockNumber: Long;
  public firstConsTimeOfLastBlock?: (proto.ITimestamp|null);
  public blockHashes: Uint8Array;
  public consTimeOfLastHandledTxn?: (proto.ITimestamp|null);
  public migrationRecordsStreamed: boolean;
  public firstConsTimeOfCurrentBlock?: (proto.ITimestamp|null);
  public lastUsedConsTime?: (proto.ITimestamp|null);
  public lastIntervalProcessTime?: (proto.ITimestamp|null);
  public previousWrappedRecordBlockRootHash: Uint8Array;
  public wrappedIntermediatePreviousBlockRootHashes: Uint8Array[];
  public wrappedIntermediateBlockRootsLeafCount: Long;
  public votingComplete: boolean;
  public votingCompletionDeadlineBlockNumber: Long;
  public migrationRootHashVotes: proto.INodeMigrationRootHashVote[];
  public migrationWrappedHashes: com.hedera.hapi.node.state.blockrecords.IMigrationWrappedHashes[];
  public static encode(message: proto.IBlockInfo, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.BlockInfo;
 }
 interface IRunningHashes {
  runningHash?: (Uint8Array|null);
  nMinus_1RunningHash?: (Uint8Array|null);
  nMinus_2RunningHash?: (Uint8Array|null);
  nMinus_3RunningHash?: (Uint8Array|null);
 }
 class RunningHashes implements IRunningHashes {
  constructor(properties?: proto.IRunningHashes);
  public runningHash: Uint8Array;
  public nMinus_1RunningHash: Uint8Array;
  public nMinus_2RunningHash: Uint8Array;
  public nMinus_3RunningHash: Uint8Array;
  public static encode(message: proto.IRunningHashes, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.RunningHashes;
 }
 interface ICongestionLevelStarts {
  genericLevelStarts?: (proto.ITimestamp[]|null);
  gasLevelStarts?: (proto.ITimestamp[]|null);
 }
 class CongestionLevelStarts implements ICongestionLevelStarts {
  constructor(properties?: proto.ICongestionLevelStarts);
  public genericLevelStarts: proto.ITimestamp[];
  public gasLevelStarts: proto.ITimestamp[];
  public static encode(message: proto.ICongestionLevelStarts, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.CongestionLevelStarts;
 }
 interface ITopic {
  topicId?: (proto.ITopicID|null);
  sequenceNumber?: (Long|null);
  expirationSecond?: (Long|null);
  autoRenewPeriod?: (Long|null);
  autoRenewAccountId?: (proto.IAccountID|null);
  deleted?: (boolean|null);
  runningHash?: (Uint8Array|null);
  memo?: (string|null);
  adminKey?: (proto.IKey|null);
  submitKey?: (proto.IKey|null);
  feeScheduleKey?: (proto.IKey|null);
  feeExemptKeyList?: (proto.IKey[]|null);
  customFees?: (proto.IFixedCustomFee[]|null);
 }
 class Topic implements ITopic {
  constructor(properties?: proto.ITopic);
  public topicId?: (proto.ITopicID|null);
  public sequenceNumber: Long;
  public expirationSecond: Long;
  public autoRenewPeriod: Long;
  public autoRenewAccountId?: (proto.IAccountID|null);
  public deleted: boolean;
  public runningHash: Uint8Array;
  public memo: string;
  public adminKey?: (proto.IKey|null);
  public submitKey?: (proto.IKey|null);
  public feeScheduleKey?: (proto.IKey|null);
  public feeExemptKeyList: proto.IKey[];
  public customFees: proto.IFixedCustomFee[];
  public static encode(message: proto.ITopic, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.Topic;
 }
 interface IBytecode {
  code?: (Uint8Array|null);
 }
 class Bytecode implements IBytecode {
  constructor(properties?: proto.IBytecode);
  public code: Uint8Array;
  public static encode(message: proto.IBytecode, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.Bytecode;
 }
 interface ISlotKey {
  contractID?: (proto.IContractID|null);
  key?: (Uint8Array|null);
 }
 class SlotKey implements ISlotKey {
  constructor(properties?: proto.ISlotKey);
  public contractID?: (proto.IContractID|null);
  public key: Uint8Array;
  public static encode(message: proto.ISlotKey, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.SlotKey;
 }
 interface ISlotValue {
  value?: (Uint8Array|null);
  previousKey?: (Uint8Array|null);
  nextKey?: (Uint8Array|null);
 }
 class SlotValue implements ISlotValue {
  constructor(properties?: proto.ISlotValue);
  public value: Uint8Array;
  public previousKey: Uint8Array;
  public nextKey: Uint8Array;
  public static encode(message: proto.ISlotValue, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.SlotValue;
 }
 interface IFile {
  fileId?: (proto.IFileID|null);
  expirationSecond?: (Long|null);
  keys?: (proto.IKeyList|null);
  contents?: (Uint8Array|null);
  memo?: (string|null);
  deleted?: (boolean|null);
  preSystemDeleteExpirationSecond?: (Long|null);
 }
 class File implements IFile {
  constructor(properties?: proto.IFile);
  public fileId?: (proto.IFileID|null);
  public expirationSecond: Long;
  public keys?: (proto.IKeyList|null);
  public contents: Uint8Array;
  public memo: string;
  public deleted: boolean;
  public preSystemDeleteExpirationSecond: Long;
  public static encode(message: proto.IFile, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.File;
 }
 interface ITransactionReceiptEntry {
  nodeId?: (Long|null);
  transactionId?: (proto.ITransactionID|null);
  status?: (proto.ResponseCodeEnum|null);
 }
 class TransactionReceiptEntry implements ITransactionReceiptEntry {
  constructor(properties?: proto.ITransactionReceiptEntry);
  public nodeId: Long;
  public transactionId?: (proto.ITransactionID|null);
  public status: proto.ResponseCodeEnum;
  public static encode(message: proto.ITransactionReceiptEntry, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TransactionReceiptEntry;
 }
 interface ITransactionReceiptEntries {
  entries?: (proto.ITransactionReceiptEntry[]|null);
 }
 class TransactionReceiptEntries implements ITransactionReceiptEntries {
  constructor(properties?: proto.ITransactionReceiptEntries);
  public entries: proto.ITransactionReceiptEntry[];
  public static encode(message: proto.ITransactionReceiptEntries, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TransactionReceiptEntries;
 }
 interface IThrottleUsageSnapshots {
  tpsThrottles?: (proto.IThrottleUsageSnapshot[]|null);
  gasThrottle?: (proto.IThrottleUsageSnapshot|null);
  evmOpsDurationThrottle?: (proto.IThrottleUsageSnapshot|null);
 }
 class ThrottleUsageSnapshots implements IThrottleUsageSnapshots {
  constructor(properties?: proto.IThrottleUsageSnapshots);
  public tpsThrottles: proto.IThrottleUsageSnapshot[];
  public gasThrottle?: (proto.IThrottleUsageSnapshot|null);
  public evmOpsDurationThrottle?: (proto.IThrottleUsageSnapshot|null);
  public static encode(message: proto.IThrottleUsageSnapshots, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ThrottleUsageSnapshots;
 }
 interface IThrottleUsageSnapshot {
  used?: (Long|null);
  lastDecisionTime?: (proto.ITimestamp|null);
 }
 class ThrottleUsageSnapshot implements IThrottleUsageSnapshot {
  constructor(properties?: proto.IThrottleUsageSnapshot);
  public used: Long;
  public lastDecisionTime?: (proto.ITimestamp|null);
  public static encode(message: proto.IThrottleUsageSnapshot, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ThrottleUsageSnapshot;
 }
 interface IAccount {
  accountId?: (proto.IAccountID|null);
  alias?: (Uint8Array|null);
  key?: (proto.IKey|null);
  expirationSecond?: (Long|null);
  tinybarBalance?: (Long|null);
  memo?: (string|null);
  deleted?: (boolean|null);
  stakedToMe?: (Long|null);
  stakePeriodStart?: (Long|null);
  stakedAccountId?: (proto.IAccountID|null);
  stakedNodeId?: (Long|null);
  declineReward?: (boolean|null);
  receiverSigRequired?: (boolean|null);
  headTokenId?: (proto.ITokenID|null);
  headNftId?: (proto.INftID|null);
  headNftSerialNumber?: (Long|null);
  numberOwnedNfts?: (Long|null);
  maxAutoAssociations?: (number|null);
  usedAutoAssociations?: (number|null);
  numberAssociations?: (number|null);
  smartContract?: (boolean|null);
  numberPositiveBalances?: (number|null);
  ethereumNonce?: (Long|null);
  stakeAtStartOfLastRewardedPeriod?: (Long|null);
  autoRenewAccountId?: (proto.IAccountID|null);
  autoRenewSeconds?: (Long|null);
  contractKvPairsNumber?: (number|null);
  cryptoAllowances?: (proto.IAccountCryptoAllowance[]|null);
  approveForAllNftAllowances?: (proto.IAccountApprovalForAllAllowance[]|null);
  tokenAllowances?: (proto.IAccountFungibleTokenAllowance[]|null);
  numberTreasuryTitles?: (number|null);
  expiredAndPendingRemoval?: (boolean|null);
  firstContractStorageKey?: (Uint8Array|null);
  headPendingAirdropId?: (proto.IPendingAirdropId|null);
  numberPendingAirdrops?: (Long|null);
  numberHooksInUse?: (Long|null);
  firstHookId?: (Long|null);
  numberEvmHookStorageSlots?: (Long|null);
  delegationAddress?: (Uint8Array|null);
 }
 class Account implements IAccount {
  constructor(properties?: proto.IAccount);
  public accountId?: (proto.IAccountID|null);
  public alias: Uint8Array;
  public key?: (proto.IKey|null);
  public expirationSecond: Long;
  public tinybarBalance: Long;
  public memo: string;
  public deleted: boolean;
  public stakedToMe: Long;
  public stakePeriodStart: Long;
  public stakedAccountId?: (proto.IAccountID|null);
  public stakedNodeId?: (Long|null);
  public declineReward: boolean;
  public receiverSigRequired: boolean;
  public headTokenId?: (proto.ITokenID|null);
  public headNftId?: (proto.INftID|null);
  public headNftSerialNumber: Long;
  public numberOwnedNfts: Long;
  public maxAutoAssociations: number;
  public usedAutoAssociations: number;
  public numberAssociations: number;
  public smartContract: boolean;
  public numberPositiveBalances: number;
  public ethereumNonce: Long;
  public stakeAtStartOfLastRewardedPeriod: Long;
  public autoRenewAccountId?: (proto.IAccountID|null);
  public autoRenewSeconds: Long;
  public contractKvPairsNumber: number;
  public cryptoAllowances: proto.IAccountCryptoAllowance[];
  public approveForAllNftAllowances: proto.IAccountApprovalForAllAllowance[];
  public tokenAllowances: proto.IAccountFungibleTokenAllowance[];
  public numberTreasuryTitles: number;
  public expiredAndPendingRemoval: boolean;
  public firstContractStorageKey: Uint8Array;
  public headPendingAirdropId?: (proto.IPendingAirdropId|null);
  public numberPendingAirdrops: Long;
  public numberHooksInUse: Long;
  public firstHookId: Long;
  public numberEvmHookStorageSlots: Long;
  public delegationAddress: Uint8Array;
  public stakedId?: ("stakedAccountId"|"stakedNodeId");
  public static encode(message: proto.IAccount, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.Account;
 }
 interface IAccountApprovalForAllAllowance {
  tokenId?: (proto.ITokenID|null);
  spenderId?: (proto.IAccountID|null);
 }
 class AccountApprovalForAllAllowance implements IAccountApprovalForAllAllowance {
  constructor(properties?: proto.IAccountApprovalForAllAllowance);
  public tokenId?: (proto.ITokenID|null);
  public spenderId?: (proto.IAccountID|null);
  public static encode(message: proto.IAccountApprovalForAllAllowance, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.AccountApprovalForAllAllowance;
 }
 interface IAccountFungibleTokenAllowance {
  tokenId?: (proto.ITokenID|null);
  spenderId?: (proto.IAccountID|null);
  amount?: (Long|null);
 }
 class AccountFungibleTokenAllowance implements IAccountFungibleTokenAllowance {
  constructor(properties?: proto.IAccountFungibleTokenAllowance);
  public tokenId?: (proto.ITokenID|null);
  public spenderId?: (proto.IAccountID|null);
  public amount: Long;
  public static encode(message: proto.IAccountFungibleTokenAllowance, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.AccountFungibleTokenAllowance;
 }
 interface IAccountCryptoAllowance {
  spenderId?: (proto.IAccountID|null);
  amount?: (Long|null);
 }
 class AccountCryptoAllowance implements IAccountCryptoAllowance {
  constructor(properties?: proto.IAccountCryptoAllowance);
  public spenderId?: (proto.IAccountID|null);
  public amount: Long;
  public static encode(message: proto.IAccountCryptoAllowance, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.AccountCryptoAllowance;
 }
 interface IAccountPendingAirdrop {
  pendingAirdropValue?: (proto.IPendingAirdropValue|null);
  previousAirdrop?: (proto.IPendingAirdropId|null);
  nextAirdrop?: (proto.IPendingAirdropId|null);
 }
 class AccountPendingAirdrop implements IAccountPendingAirdrop {
  constructor(properties?: proto.IAccountPendingAirdrop);
  public pendingAirdropValue?: (proto.IPendingAirdropValue|null);
  public previousAirdrop?: (proto.IPendingAirdropId|null);
  public nextAirdrop?: (proto.IPendingAirdropId|null);
  public static encode(message: proto.IAccountPendingAirdrop, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.AccountPendingAirdrop;
 }
 interface INetworkStakingRewards {
  stakingRewardsActivated?: (boolean|null);
  totalStakedRewardStart?: (Long|null);
  totalStakedStart?: (Long|null);
  pendingRewards?: (Long|null);
  lastNodeRewardPaymentsTime?: (proto.ITimestamp|null);
 }
 class NetworkStakingRewards implements INetworkStakingRewards {
  constructor(properties?: proto.INetworkStakingRewards);
  public stakingRewardsActivated: boolean;
  public totalStakedRewardStart: Long;
  public totalStakedStart: Long;
  public pendingRewards: Long;
  public lastNodeRewardPaymentsTime?: (proto.ITimestamp|null);
  public static encode(message: proto.INetworkStakingRewards, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.NetworkStakingRewards;
 }
 interface INodeRewards {
  numRoundsInStakingPeriod?: (Long|null);
  nodeFeesCollected?: (Long|null);
  nodeActivities?: (proto.INodeActivity[]|null);
 }
 class NodeRewards implements INodeRewards {
  constructor(properties?: proto.INodeRewards);
  public numRoundsInStakingPeriod: Long;
  public nodeFeesCollected: Long;
  public nodeActivities: proto.INodeActivity[];
  public static encode(message: proto.INodeRewards, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.NodeRewards;
 }
 interface INodeActivity {
  nodeId?: (Long|null);
  numMissedJudgeRounds?: (Long|null);
 }
 class NodeActivity implements INodeActivity {
  constructor(properties?: proto.INodeActivity);
  public nodeId: Long;
  public numMissedJudgeRounds: Long;
  public static encode(message: proto.INodeActivity, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.NodeActivity;
 }
 interface IToken {
  tokenId?: (proto.ITokenID|null);
  name?: (string|null);
  symbol?: (string|null);
  decimals?: (number|null);
  totalSupply?: (Long|null);
  treasuryAccountId?: (proto.IAccountID|null);
  adminKey?: (proto.IKey|null);
  kycKey?: (proto.IKey|null);
  freezeKey?: (proto.IKey|null);
  wipeKey?: (proto.IKey|null);
  supplyKey?: (proto.IKey|null);
  feeScheduleKey?: (proto.IKey|null);
  pauseKey?: (proto.IKey|null);
  lastUsedSerialNumber?: (Long|null);
  deleted?: (boolean|null);
  tokenType?: (proto.TokenType|null);
  supplyType?: (proto.TokenSupplyType|null);
  autoRenewAccountId?: (proto.IAccountID|null);
  autoRenewSeconds?: (Long|null);
  expirationSecond?: (Long|null);
  memo?: (string|null);
  maxSupply?: (Long|null);
  paused?: (boolean|null);
  accountsFrozenByDefault?: (boolean|null);
  accountsKycGrantedByDefault?: (boolean|null);
  customFees?: (proto.ICustomFee[]|null);
  metadata?: (Uint8Array|null);
  metadataKey?: (proto.IKey|null);
 }
 class Token implements IToken {
  constructor(properties?: proto.IToken);
  public tokenId?: (proto.ITokenID|null);
  public name: string;
  public symbol: string;
  public decimals: number;
  public totalSupply: Long;
  public treasuryAccountId?: (proto.IAccountID|null);
  public adminKey?: (proto.IKey|null);
  public kycKey?: (proto.IKey|null);
  public freezeKey?: (proto.IKey|null);
  public wipeKey?: (proto.IKey|null);
  public supplyKey?: (proto.IKey|null);
  public feeScheduleKey?: (proto.IKey|null);
  public pauseKey?: (proto.IKey|null);
  public lastUsedSerialNumber: Long;
  public deleted: boolean;
  public tokenType: proto.TokenType;
  public supplyType: proto.TokenSupplyType;
  public autoRenewAccountId?: (proto.IAccountID|null);
  public autoRenewSeconds: Long;
  public expirationSecond: Long;
  public memo: string;
  public maxSupply: Long;
  public paused: boolean;
  public accountsFrozenByDefault: boolean;
  public accountsKycGrantedByDefault: boolean;
  public customFees: proto.ICustomFee[];
  public metadata: Uint8Array;
  public metadataKey?: (proto.IKey|null);
  public static encode(message: proto.IToken, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.Token;
 }
 interface ITokenRelation {
  tokenId?: (proto.ITokenID|null);
  accountId?: (proto.IAccountID|null);
  balance?: (Long|null);
  frozen?: (boolean|null);
  kycGranted?: (boolean|null);
  automaticAssociation?: (boolean|null);
  previousToken?: (proto.ITokenID|null);
  nextToken?: (proto.ITokenID|null);
 }
 class TokenRelation implements ITokenRelation {
  constructor(properties?: proto.ITokenRelation);
  public tokenId?: (proto.ITokenID|null);
  public accountId?: (proto.IAccountID|null);
  public balance: Long;
  public frozen: boolean;
  public kycGranted: boolean;
  public automaticAssociation: boolean;
  public previousToken?: (proto.ITokenID|null);
  public nextToken?: (proto.ITokenID|null);
  public static encode(message: proto.ITokenRelation, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenRelation;
 }
 interface IThrottleGroup {
  operations?: (proto.HederaFunctionality[]|null);
  milliOpsPerSec?: (Long|null);
 }
 class ThrottleGroup implements IThrottleGroup {
  constructor(properties?: proto.IThrottleGroup);
  public operations: proto.HederaFunctionality[];
  public milliOpsPerSec: Long;
  public static encode(message: proto.IThrottleGroup, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ThrottleGroup;
 }
 interface IThrottleBucket {
  name?: (string|null);
  burstPeriodMs?: (Long|null);
  throttleGroups?: (proto.IThrottleGroup[]|null);
  highVolume?: (boolean|null);
 }
 class ThrottleBucket implements IThrottleBucket {
  constructor(properties?: proto.IThrottleBucket);
  public name: string;
  public burstPeriodMs: Long;
  public throttleGroups: proto.IThrottleGroup[];
  public highVolume: boolean;
  public static encode(message: proto.IThrottleBucket, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ThrottleBucket;
 }
 interface IThrottleDefinitions {
  throttleBuckets?: (proto.IThrottleBucket[]|null);
 }
 class ThrottleDefinitions implements IThrottleDefinitions {
  constructor(properties?: proto.IThrottleDefinitions);
  public throttleBuckets: proto.IThrottleBucket[];
  public static encode(message: proto.IThrottleDefinitions, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ThrottleDefinitions;
 }
 interface ISignedTransaction {
  bodyBytes?: (Uint8Array|null);
  sigMap?: (proto.ISignatureMap|null);
  useSerializedTxMessageHashAlgorithm?: (boolean|null);
 }
 class SignedTransaction implements ISignedTransaction {
  constructor(properties?: proto.ISignedTransaction);
  public bodyBytes: Uint8Array;
  public sigMap?: (proto.ISignatureMap|null);
  public useSerializedTxMessageHashAlgorithm: boolean;
  public static encode(message: proto.ISignedTransaction, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.SignedTransaction;
 }
 interface ITokenUnitBalance {
  tokenId?: (proto.ITokenID|null);
  balance?: (Long|null);
 }
 class TokenUnitBalance implements ITokenUnitBalance {
  constructor(properties?: proto.ITokenUnitBalance);
  public tokenId?: (proto.ITokenID|null);
  public balance: Long;
  public static encode(message: proto.ITokenUnitBalance, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TokenUnitBalance;
 }
 interface ISingleAccountBalances {
  accountID?: (proto.IAccountID|null);
  hbarBalance?: (Long|null);
  tokenUnitBalances?: (proto.ITokenUnitBalance[]|null);
 }
 class SingleAccountBalances implements ISingleAccountBalances {
  constructor(properties?: proto.ISingleAccountBalances);
  public accountID?: (proto.IAccountID|null);
  public hbarBalance: Long;
  public tokenUnitBalances: proto.ITokenUnitBalance[];
  public static encode(message: proto.ISingleAccountBalances, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.SingleAccountBalances;
 }
 interface IAllAccountBalances {
  consensusTimestamp?: (proto.ITimestamp|null);
  allAccounts?: (proto.ISingleAccountBalances[]|null);
 }
 class AllAccountBalances implements IAllAccountBalances {
  constructor(properties?: proto.IAllAccountBalances);
  public consensusTimestamp?: (proto.ITimestamp|null);
  public allAccounts: proto.ISingleAccountBalances[];
  public static encode(message: proto.IAllAccountBalances, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.AllAccountBalances;
 }
 interface IContractActions {
  contractActions?: (proto.IContractAction[]|null);
 }
 class ContractActions implements IContractActions {
  constructor(properties?: proto.IContractActions);
  public contractActions: proto.IContractAction[];
  public static encode(message: proto.IContractActions, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractActions;
 }
 enum ContractActionType {
  NO_ACTION = 0,
  CALL = 1,
  CREATE = 2,
  PRECOMPILE = 3,
  SYSTEM = 4
 }
 enum CallOperationType {
  OP_UNKNOWN = 0,
  OP_CALL = 1,
  OP_CALLCODE = 2,
  OP_DELEGATECALL = 3,
  OP_STATICCALL = 4,
  OP_CREATE = 5,
  OP_CREATE2 = 6
 }
 interface IContractAction {
  callType?: (proto.ContractActionType|null);
  callingAccount?: (proto.IAccountID|null);
  callingContract?: (proto.IContractID|null);
  gas?: (Long|null);
  input?: (Uint8Array|null);
  recipientAccount?: (proto.IAccountID|null);
  recipientContract?: (proto.IContractID|null);
  targetedAddress?: (Uint8Array|null);
  value?: (Long|null);
  gasUsed?: (Long|null);
  output?: (Uint8Array|null);
  revertReason?: (Uint8Array|null);
  error?: (Uint8Array|null);
  callDepth?: (number|null);
  callOperationType?: (proto.CallOperationType|null);
 }
 class ContractAction implements IContractAction {
  constructor(properties?: proto.IContractAction);
  public callType: proto.ContractActionType;
  public callingAccount?: (proto.IAccountID|null);
  public callingContract?: (proto.IContractID|null);
  public gas: Long;
  public input: Uint8Array;
  public recipientAccount?: (proto.IAccountID|null);
  public recipientContract?: (proto.IContractID|null);
  public targetedAddress?: (Uint8Array|null);
  public value: Long;
  public gasUsed: Long;
  public output?: (Uint8Array|null);
  public revertReason?: (Uint8Array|null);
  public error?: (Uint8Array|null);
  public callDepth: number;
  public callOperationType: proto.CallOperationType;
  public caller?: ("callingAccount"|"callingContract");
  public recipient?: ("recipientAccount"|"recipientContract"|"targetedAddress");
  public resultData?: ("output"|"revertReason"|"error");
  public static encode(message: proto.IContractAction, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractAction;
 }
 interface IContractBytecode {
  contractId?: (proto.IContractID|null);
  initcode?: (Uint8Array|null);
  runtimeBytecode?: (Uint8Array|null);
 }
 class ContractBytecode implements IContractBytecode {
  constructor(properties?: proto.IContractBytecode);
  public contractId?: (proto.IContractID|null);
  public initcode: Uint8Array;
  public runtimeBytecode: Uint8Array;
  public static encode(message: proto.IContractBytecode, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractBytecode;
 }
 interface IContractStateChanges {
  contractStateChanges?: (proto.IContractStateChange[]|null);
 }
 class ContractStateChanges implements IContractStateChanges {
  constructor(properties?: proto.IContractStateChanges);
  public contractStateChanges: proto.IContractStateChange[];
  public static encode(message: proto.IContractStateChanges, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractStateChanges;
 }
 interface IContractStateChange {
  contractId?: (proto.IContractID|null);
  storageChanges?: (proto.IStorageChange[]|null);
 }
 class ContractStateChange implements IContractStateChange {
  constructor(properties?: proto.IContractStateChange);
  public contractId?: (proto.IContractID|null);
  public storageChanges: proto.IStorageChange[];
  public static encode(message: proto.IContractStateChange, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.ContractStateChange;
 }
 interface IStorageChange {
  slot?: (Uint8Array|null);
  valueRead?: (Uint8Array|null);
  valueWritten?: (google.protobuf.IBytesValue|null);
 }
 class StorageChange implements IStorageChange {
  constructor(properties?: proto.IStorageChange);
  public slot: Uint8Array;
  public valueRead: Uint8Array;
  public valueWritten?: (google.protobuf.IBytesValue|null);
  public static encode(message: proto.IStorageChange, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.StorageChange;
 }
 enum HashAlgorithm {
  HASH_ALGORITHM_UNKNOWN = 0,
  SHA_384 = 1
 }
 interface IHashObject {
  algorithm?: (proto.HashAlgorithm|null);
  length?: (number|null);
  hash?: (Uint8Array|null);
 }
 class HashObject implements IHashObject {
  constructor(properties?: proto.IHashObject);
  public algorithm: proto.HashAlgorithm;
  public length: number;
  public hash: Uint8Array;
  public static encode(message: proto.IHashObject, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.HashObject;
 }
 interface IRecordStreamFile {
  hapiProtoVersion?: (proto.ISemanticVersion|null);
  startObjectRunningHash?: (proto.IHashObject|null);
  recordStreamItems?: (proto.IRecordStreamItem[]|null);
  endObjectRunningHash?: (proto.IHashObject|null);
  blockNumber?: (Long|null);
  sidecars?: (proto.ISidecarMetadata[]|null);
 }
 class RecordStreamFile implements IRecordStreamFile {
  constructor(properties?: proto.IRecordStreamFile);
  public hapiProtoVersion?: (proto.ISemanticVersion|null);
  public startObjectRunningHash?: (proto.IHashObject|null);
  public recordStreamItems: proto.IRecordStreamItem[];
  public endObjectRunningHash?: (proto.IHashObject|null);
  public blockNumber: Long;
  public sidecars: proto.ISidecarMetadata[];
  public static encode(message: proto.IRecordStreamFile, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.RecordStreamFile;
 }
 interface IRecordStreamItem {
  transaction?: (proto.ITransaction|null);
  record?: (proto.ITransactionRecord|null);
 }
 class RecordStreamItem implements IRecordStreamItem {
  constructor(properties?: proto.IRecordStreamItem);
  public transaction?: (proto.ITransaction|null);
  public record?: (proto.ITransactionRecord|null);
  public static encode(message: proto.IRecordStreamItem, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.RecordStreamItem;
 }
 interface ISidecarMetadata {
  hash?: (proto.IHashObject|null);
  id?: (number|null);
  types?: (proto.SidecarType[]|null);
 }
 class SidecarMetadata implements ISidecarMetadata {
  constructor(properties?: proto.ISidecarMetadata);
  public hash?: (proto.IHashObject|null);
  public id: number;
  public types: proto.SidecarType[];
  public static encode(message: proto.ISidecarMetadata, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.SidecarMetadata;
 }
 enum SidecarType {
  SIDECAR_TYPE_UNKNOWN = 0,
  CONTRACT_STATE_CHANGE = 1,
  CONTRACT_ACTION = 2,
  CONTRACT_BYTECODE = 3
 }
 interface ISidecarFile {
  sidecarRecords?: (proto.ITransactionSidecarRecord[]|null);
 }
 class SidecarFile implements ISidecarFile {
  constructor(properties?: proto.ISidecarFile);
  public sidecarRecords: proto.ITransactionSidecarRecord[];
  public static encode(message: proto.ISidecarFile, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.SidecarFile;
 }
 interface ITransactionSidecarRecord {
  consensusTimestamp?: (proto.ITimestamp|null);
  migration?: (boolean|null);
  stateChanges?: (proto.IContractStateChanges|null);
  actions?: (proto.IContractActions|null);
  bytecode?: (proto.IContractBytecode|null);
 }
 class TransactionSidecarRecord implements ITransactionSidecarRecord {
  constructor(properties?: proto.ITransactionSidecarRecord);
  public consensusTimestamp?: (proto.ITimestamp|null);
  public migration: boolean;
  public stateChanges?: (proto.IContractStateChanges|null);
  public actions?: (proto.IContractActions|null);
  public bytecode?: (proto.IContractBytecode|null);
  public sidecarRecords?: ("stateChanges"|"actions"|"bytecode");
  public static encode(message: proto.ITransactionSidecarRecord, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.TransactionSidecarRecord;
 }
 interface ISignatureFile {
  fileSignature?: (proto.ISignatureObject|null);
  metadataSignature?: (proto.ISignatureObject|null);
 }
 class SignatureFile implements ISignatureFile {
  constructor(properties?: proto.ISignatureFile);
  public fileSignature?: (proto.ISignatureObject|null);
  public metadataSignature?: (proto.ISignatureObject|null);
  public static encode(message: proto.ISignatureFile, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.SignatureFile;
 }
 interface ISignatureObject {
  type?: (proto.SignatureType|null);
  length?: (number|null);
  checksum?: (number|null);
  signature?: (Uint8Array|null);
  hashObject?: (proto.IHashObject|null);
 }
 class SignatureObject implements ISignatureObject {
  constructor(properties?: proto.ISignatureObject);
  public type: proto.SignatureType;
  public length: number;
  public checksum: number;
  public signature: Uint8Array;
  public hashObject?: (proto.IHashObject|null);
  public static encode(message: proto.ISignatureObject, writer?: $protobuf.Writer): $protobuf.Writer;
  public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): proto.SignatureObject;
 }
 enum SignatureType {
  SIGNATURE_TYPE_UNKNOWN = 0,
  SHA_384_WITH_RSA = 1
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
  interface IUInt64Value {
   value?: (Long|null);
  }
  class UInt64Value implements IUInt64Value {
   constructor(properties?: google.protobuf.IUInt64Value);
   public value: Long;
   public static encode(message: google.protobuf.IUInt64Value, writer?: $protobuf.Writer): $protobuf.Writer;
   public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): google.protobuf.UInt64Value;
  }
  interface IInt32Value {
   value?: (number|null);
  }
  class Int32Value implements IInt32Value {
   constructor(properties?: google.protobuf.IInt32Value);
   public value: number;
   public static encode(message: google.protobuf.IInt32Value, writer?: $protobuf.Writer): $protobuf.Writer;
   public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): google.protobuf.Int32Value;
  }
  interface IUInt32Value {
   value?: (number|null);
  }
  class UInt32Value implements IUInt32Value {
   constructor(properties?: google.protobuf.IUInt32Value);
   public value: number;
   public static encode(message: google.protobuf.IUInt32Value, writer?: $protobuf.Writer): $protobuf.Writer;
   public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): google.protobuf.UInt32Value;
  }
  interface IBoolValue {
   value?: (boolean|null);
  }
  class BoolValue implements IBoolValue {
   constructor(properties?: google.protobuf.IBoolValue);
   public value: boolean;
   public static encode(message: google.protobuf.IBoolValue, writer?: $protobuf.Writer): $protobuf.Writer;
   public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): google.protobuf.BoolValue;
  }
  interface IStringValue {
   value?: (string|null);
  }
  class StringValue implements IStringValue {
   constructor(properties?: google.protobuf.IStringValue);
   public value: string;
   public static encode(message: google.protobuf.IStringValue, writer?: $protobuf.Writer): $protobuf.Writer;
   public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): google.protobuf.StringValue;
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
