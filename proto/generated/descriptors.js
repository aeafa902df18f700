// Made by proto/generate.js --schema. Not to be edited.
/** Files with gRPC services and their messages, each after those that it needs. */
export const FILES = [
 {
  "name": "grpc_health.proto",
  "needs": [],
  "services": [
   "grpc.health.v1.Health"
  ],
  "symbols": [
   "grpc.health.v1.Health",
   "grpc.health.v1.Health.Check",
   "grpc.health.v1.Health.Watch",
   "grpc.health.v1.HealthCheckRequest",
   "grpc.health.v1.HealthCheckRequest.service",
   "grpc.health.v1.HealthCheckResponse",
   "grpc.health.v1.HealthCheckResponse.status",
   "grpc.health.v1.HealthCheckResponse.ServingStatus",
   "grpc.health.v1.HealthCheckResponse.UNKNOWN",
   "grpc.health.v1.HealthCheckResponse.SERVING",
   "grpc.health.v1.HealthCheckResponse.NOT_SERVING",
   "grpc.health.v1.HealthCheckResponse.SERVICE_UNKNOWN"
  ],
  "descriptor": "ChFncnBjX2hlYWx0aC5wcm90bxIOZ3JwYy5oZWFsdGgudjEiJQoSSGVhbHRoQ2hlY2tSZXF1ZXN0Eg8KB3NlcnZpY2UYASABKAkiqQEKE0hlYWx0aENoZWNrUmVzcG9uc2USQQoGc3RhdHVzGAEgASgOMjEuZ3JwYy5oZWFsdGgudjEuSGVhbHRoQ2hlY2tSZXNwb25zZS5TZXJ2aW5nU3RhdHVzIk8KDVNlcnZpbmdTdGF0dXMSCwoHVU5LTk9XThAAEgsKB1NFUlZJTkcQARIPCgtOT1RfU0VSVklORxACEhMKD1NFUlZJQ0VfVU5LTk9XThADMq4BCgZIZWFsdGgSUAoFQ2hlY2sSIi5ncnBjLmhlYWx0aC52MS5IZWFsdGhDaGVja1JlcXVlc3QaIy5ncnBjLmhlYWx0aC52MS5IZWFsdGhDaGVja1Jlc3BvbnNlElIKBVdhdGNoEiIuZ3JwYy5oZWFsdGgudjEuSGVhbHRoQ2hlY2tSZXF1ZXN0GiMuZ3JwYy5oZWFsdGgudjEuSGVhbHRoQ2hlY2tSZXNwb25zZTABYgZwcm90bzM="
 },
 {
  "name": "grpc_reflection.proto",
  "needs": [],
  "services": [
   "grpc.reflection.v1.ServerReflection"
  ],
  "symbols": [
   "grpc.reflection.v1.ErrorResponse",
   "grpc.reflection.v1.ErrorResponse.error_code",
   "grpc.reflection.v1.ErrorResponse.error_message",
   "grpc.reflection.v1.ExtensionNumberResponse",
   "grpc.reflection.v1.ExtensionNumberResponse.base_type_name",
   "grpc.reflection.v1.ExtensionNumberResponse.extension_number",
   "grpc.reflection.v1.ExtensionRequest",
   "grpc.reflection.v1.ExtensionRequest.containing_type",
   "grpc.reflection.v1.ExtensionRequest.extension_number",
   "grpc.reflection.v1.FileDescriptorResponse",
   "grpc.reflection.v1.FileDescriptorResponse.file_descriptor_proto",
   "grpc.reflection.v1.ListServiceResponse",
   "grpc.reflection.v1.ListServiceResponse.service",
   "grpc.reflection.v1.ServerReflection",
   "grpc.reflection.v1.ServerReflection.ServerReflectionInfo",
   "grpc.reflection.v1.ServerReflectionRequest",
   "grpc.reflection.v1.ServerReflectionRequest.host",
   "grpc.reflection.v1.ServerReflectionRequest.file_by_filename",
   "grpc.reflection.v1.ServerReflectionRequest.file_containing_symbol",
   "grpc.reflection.v1.ServerReflectionRequest.file_containing_extension",
   "grpc.reflection.v1.ServerReflectionRequest.all_extension_numbers_of_type",
   "grpc.reflection.v1.ServerReflectionRequest.list_services",
   "grpc.reflection.v1.ServerReflectionRequest.message_request",
   "grpc.reflection.v1.ServerReflectionResponse",
   "grpc.reflection.v1.ServerReflectionResponse.valid_host",
   "grpc.reflection.v1.ServerReflectionResponse.original_request",
   "grpc.reflection.v1.ServerReflectionResponse.file_descriptor_response",
   "grpc.reflection.v1.ServerReflectionResponse.all_extension_numbers_response",
   "grpc.reflection.v1.ServerReflectionResponse.list_services_response",
   "grpc.reflection.v1.ServerReflectionResponse.error_response",
   "grpc.reflection.v1.ServerReflectionResponse.message_response",
   "grpc.reflection.v1.ServiceResponse",
   "grpc.reflection.v1.ServiceResponse.name"
  ],
  "descriptor": "ChVncnBjX3JlZmxlY3Rpb24ucHJvdG8SEmdycGMucmVmbGVjdGlvbi52MSI6Cg1FcnJvclJlc3BvbnNlEhIKCmVycm9yX2NvZGUYASABKAUSFQoNZXJyb3JfbWVzc2FnZRgCIAEoCSJLChdFeHRlbnNpb25OdW1iZXJSZXNwb25zZRIWCg5iYXNlX3R5cGVfbmFtZRgBIAEoCRIYChBleHRlbnNpb25fbnVtYmVyGAIgAygFIkUKEEV4dGVuc2lvblJlcXVlc3QSFwoPY29udGFpbmluZ190eXBlGAEgASgJEhgKEGV4dGVuc2lvbl9udW1iZXIYAiABKAUiNwoWRmlsZURlc2NyaXB0b3JSZXNwb25zZRIdChVmaWxlX2Rlc2NyaXB0b3JfcHJvdG8YASADKAwiSwoTTGlzdFNlcnZpY2VSZXNwb25zZRI0CgdzZXJ2aWNlGAEgAygLMiMuZ3JwYy5yZWZsZWN0aW9uLnYxLlNlcnZpY2VSZXNwb25zZSKFAgoXU2VydmVyUmVmbGVjdGlvblJlcXVlc3QSDAoEaG9zdBgBIAEoCRIaChBmaWxlX2J5X2ZpbGVuYW1lGAMgASgJSAASIAoWZmlsZV9jb250YWluaW5nX3N5bWJvbBgEIAEoCUgAEkkKGWZpbGVfY29udGFpbmluZ19leHRlbnNpb24YBSABKAsyJC5ncnBjLnJlZmxlY3Rpb24udjEuRXh0ZW5zaW9uUmVxdWVzdEgAEicKHWFsbF9leHRlbnNpb25fbnVtYmVyc19vZl90eXBlGAYgASgJSAASFwoNbGlzdF9zZXJ2aWNlcxgHIAEoCUgAQhEKD21lc3NhZ2VfcmVxdWVzdCK4AwoYU2VydmVyUmVmbGVjdGlvblJlc3BvbnNlEhIKCnZhbGlkX2hvc3QYASABKAkSRQoQb3JpZ2luYWxfcmVxdWVzdBgCIAEoCzIrLmdycGMucmVmbGVjdGlvbi52MS5TZXJ2ZXJSZWZsZWN0aW9uUmVxdWVzdBJOChhmaWxlX2Rlc2NyaXB0b3JfcmVzcG9uc2UYBCABKAsyKi5ncnBjLnJlZmxlY3Rpb24udjEuRmlsZURlc2NyaXB0b3JSZXNwb25zZUgAElUKHmFsbF9leHRlbnNpb25fbnVtYmVyc19yZXNwb25zZRgFIAEoCzIrLmdycGMucmVmbGVjdGlvbi52MS5FeHRlbnNpb25OdW1iZXJSZXNwb25zZUgAEkkKFmxpc3Rfc2VydmljZXNfcmVzcG9uc2UYBiABKAsyJy5ncnBjLnJlZmxlY3Rpb24udjEuTGlzdFNlcnZpY2VSZXNwb25zZUgAEjsKDmVycm9yX3Jlc3BvbnNlGAcgASgLMiEuZ3JwYy5yZWZsZWN0aW9uLnYxLkVycm9yUmVzcG9uc2VIAEISChBtZXNzYWdlX3Jlc3BvbnNlIh8KD1NlcnZpY2VSZXNwb25zZRIMCgRuYW1lGAEgASgJMokBChBTZXJ2ZXJSZWZsZWN0aW9uEnUKFFNlcnZlclJlZmxlY3Rpb25JbmZvEisuZ3JwYy5yZWZsZWN0aW9uLnYxLlNlcnZlclJlZmxlY3Rpb25SZXF1ZXN0GiwuZ3JwYy5yZWZsZWN0aW9uLnYxLlNlcnZlclJlZmxlY3Rpb25SZXNwb25zZSgBMAFiBnByb3RvMw=="
 },
 {
  "name": "grpc_reflection_v1alpha.proto",
  "needs": [],
  "services": [
   "grpc.reflection.v1alpha.ServerReflection"
  ],
  "symbols": [
   "grpc.reflection.v1alpha.ErrorResponse",
   "grpc.reflection.v1alpha.ErrorResponse.error_code",
   "grpc.reflection.v1alpha.ErrorResponse.error_message",
   "grpc.reflection.v1alpha.ExtensionNumberResponse",
   "grpc.reflection.v1alpha.ExtensionNumberResponse.base_type_name",
   "grpc.reflection.v1alpha.ExtensionNumberResponse.extension_number",
   "grpc.reflection.v1alpha.ExtensionRequest",
   "grpc.reflection.v1alpha.ExtensionRequest.containing_type",
   "grpc.reflection.v1alpha.ExtensionRequest.extension_number",
   "grpc.reflection.v1alpha.FileDescriptorResponse",
   "grpc.reflection.v1alpha.FileDescriptorResponse.file_descriptor_proto",
   "grpc.reflection.v1alpha.ListServiceResponse",
   "grpc.reflection.v1alpha.ListServiceResponse.service",
   "grpc.reflection.v1alpha.ServerReflection",
   "grpc.reflection.v1alpha.ServerReflection.ServerReflectionInfo",
   "grpc.reflection.v1alpha.ServerReflectionRequest",
   "grpc.reflection.v1alpha.ServerReflectionRequest.host",
   "grpc.reflection.v1alpha.ServerReflectionRequest.file_by_filename",
   "grpc.reflection.v1alpha.ServerReflectionRequest.file_containing_symbol",
   "grpc.reflection.v1alpha.ServerReflectionRequest.file_containing_extension",
   "grpc.reflection.v1alpha.ServerReflectionRequest.all_extension_numbers_of_type",
   "grpc.reflection.v1alpha.ServerReflectionRequest.list_services",
   "grpc.reflection.v1alpha.ServerReflectionRequest.message_request",
   "grpc.reflection.v1alpha.ServerReflectionResponse",
   "grpc.reflection.v1alpha.ServerReflectionResponse.valid_host",
   "grpc.reflection.v1alpha.ServerReflectionResponse.original_request",
   "grpc.reflection.v1alpha.ServerReflectionResponse.file_descriptor_response",
   "grpc.reflection.v1alpha.ServerReflectionResponse.all_extension_numbers_response",
   "grpc.reflection.v1alpha.ServerReflectionResponse.list_services_response",
   "grpc.reflection.v1alpha.ServerReflectionResponse.error_response",
   "grpc.reflection.v1alpha.ServerReflectionResponse.message_response",
   "grpc.reflection.v1alpha.ServiceResponse",
   "grpc.reflection.v1alpha.ServiceResponse.name"
  ],
  "descriptor": "Ch1ncnBjX3JlZmxlY3Rpb25fdjFhbHBoYS5wcm90bxIXZ3JwYy5yZWZsZWN0aW9uLnYxYWxwaGEiOgoNRXJyb3JSZXNwb25zZRISCgplcnJvcl9jb2RlGAEgASgFEhUKDWVycm9yX21lc3NhZ2UYAiABKAkiSwoXRXh0ZW5zaW9uTnVtYmVyUmVzcG9uc2USFgoOYmFzZV90eXBlX25hbWUYASABKAkSGAoQZXh0ZW5zaW9uX251bWJlchgCIAMoBSJFChBFeHRlbnNpb25SZXF1ZXN0EhcKD2NvbnRhaW5pbmdfdHlwZRgBIAEoCRIYChBleHRlbnNpb25fbnVtYmVyGAIgASgFIjcKFkZpbGVEZXNjcmlwdG9yUmVzcG9uc2USHQoVZmlsZV9kZXNjcmlwdG9yX3Byb3RvGAEgAygMIlAKE0xpc3RTZXJ2aWNlUmVzcG9uc2USOQoHc2VydmljZRgBIAMoCzIoLmdycGMucmVmbGVjdGlvbi52MWFscGhhLlNlcnZpY2VSZXNwb25zZSKKAgoXU2VydmVyUmVmbGVjdGlvblJlcXVlc3QSDAoEaG9zdBgBIAEoCRIaChBmaWxlX2J5X2ZpbGVuYW1lGAMgASgJSAASIAoWZmlsZV9jb250YWluaW5nX3N5bWJvbBgEIAEoCUgAEk4KGWZpbGVfY29udGFpbmluZ19leHRlbnNpb24YBSABKAsyKS5ncnBjLnJlZmxlY3Rpb24udjFhbHBoYS5FeHRlbnNpb25SZXF1ZXN0SAASJwodYWxsX2V4dGVuc2lvbl9udW1iZXJzX29mX3R5cGUYBiABKAlIABIXCg1saXN0X3NlcnZpY2VzGAcgASgJSABCEQoPbWVzc2FnZV9yZXF1ZXN0ItEDChhTZXJ2ZXJSZWZsZWN0aW9uUmVzcG9uc2USEgoKdmFsaWRfaG9zdBgBIAEoCRJKChBvcmlnaW5hbF9yZXF1ZXN0GAIgASgLMjAuZ3JwYy5yZWZsZWN0aW9uLnYxYWxwaGEuU2VydmVyUmVmbGVjdGlvblJlcXVlc3QSUwoYZmlsZV9kZXNjcmlwdG9yX3Jlc3BvbnNlGAQgASgLMi8uZ3JwYy5yZWZsZWN0aW9uLnYxYWxwaGEuRmlsZURlc2NyaXB0b3JSZXNwb25zZUgAEloKHmFsbF9leHRlbnNpb25fbnVtYmVyc19yZXNwb25zZRgFIAEoCzIwLmdycGMucmVmbGVjdGlvbi52MWFscGhhLkV4dGVuc2lvbk51bWJlclJlc3BvbnNlSAASTgoWbGlzdF9zZXJ2aWNlc19yZXNwb25zZRgGIAEoCzIsLmdycGMucmVmbGVjdGlvbi52MWFscGhhLkxpc3RTZXJ2aWNlUmVzcG9uc2VIABJACg5lcnJvcl9yZXNwb25zZRgHIAEoCzImLmdycGMucmVmbGVjdGlvbi52MWFscGhhLkVycm9yUmVzcG9uc2VIAEISChBtZXNzYWdlX3Jlc3BvbnNlIh8KD1NlcnZpY2VSZXNwb25zZRIMCgRuYW1lGAEgASgJMpMBChBTZXJ2ZXJSZWZsZWN0aW9uEn8KFFNlcnZlclJlZmxlY3Rpb25JbmZvEjAuZ3JwYy5yZWZsZWN0aW9uLnYxYWxwaGEuU2VydmVyUmVmbGVjdGlvblJlcXVlc3QaMS5ncnBjLnJlZmxlY3Rpb24udjFhbHBoYS5TZXJ2ZXJSZWZsZWN0aW9uUmVzcG9uc2UoATABYgZwcm90bzM="
 },
 {
  "name": "services_timestamp.proto",
  "needs": [],
  "services": [],
  "symbols": [
   "proto.Timestamp",
   "proto.Timestamp.seconds",
   "proto.Timestamp.nanos"
  ],
  "descriptor": "ChhzZXJ2aWNlc190aW1lc3RhbXAucHJvdG8SBXByb3RvIisKCVRpbWVzdGFtcBIPCgdzZWNvbmRzGAEgASgDEg0KBW5hbm9zGAIgASgFYgZwcm90bzM="
 },
 {
  "name": "services_basic_types.proto",
  "needs": [
   "services_timestamp.proto"
  ],
  "services": [],
  "symbols": [
   "proto.AccountID",
   "proto.AccountID.shardNum",
   "proto.AccountID.realmNum",
   "proto.AccountID.accountNum",
   "proto.AccountID.alias",
   "proto.AccountID.account",
   "proto.FileID",
   "proto.FileID.shardNum",
   "proto.FileID.realmNum",
   "proto.FileID.fileNum",
   "proto.NodeAddress",
   "proto.NodeAddress.ipAddress",
   "proto.NodeAddress.portno",
   "proto.NodeAddress.memo",
   "proto.NodeAddress.RSA_PubKey",
   "proto.NodeAddress.nodeId",
   "proto.NodeAddress.nodeAccountId",
   "proto.NodeAddress.nodeCertHash",
   "proto.NodeAddress.serviceEndpoint",
   "proto.NodeAddress.description",
   "proto.NodeAddress.stake",
   "proto.ServiceEndpoint",
   "proto.ServiceEndpoint.ipAddressV4",
   "proto.ServiceEndpoint.port",
   "proto.ServiceEndpoint.domain_name",
   "proto.TopicID",
   "proto.TopicID.shardNum",
   "proto.TopicID.realmNum",
   "proto.TopicID.topicNum",
   "proto.TransactionID",
   "proto.TransactionID.transactionValidStart",
   "proto.TransactionID.accountID",
   "proto.TransactionID.scheduled",
   "proto.TransactionID.nonce"
  ],
  "descriptor": "ChpzZXJ2aWNlc19iYXNpY190eXBlcy5wcm90bxIFcHJvdG8aGHNlcnZpY2VzX3RpbWVzdGFtcC5wcm90byJhCglBY2NvdW50SUQSEAoIc2hhcmROdW0YASABKAMSEAoIcmVhbG1OdW0YAiABKAMSFAoKYWNjb3VudE51bRgDIAEoA0gAEg8KBWFsaWFzGAQgASgMSABCCQoHYWNjb3VudCI9CgZGaWxlSUQSEAoIc2hhcmROdW0YASABKAMSEAoIcmVhbG1OdW0YAiABKAMSDwoHZmlsZU51bRgDIAEoAyL2AQoLTm9kZUFkZHJlc3MSEQoJaXBBZGRyZXNzGAEgASgMEg4KBnBvcnRubxgCIAEoBRIMCgRtZW1vGAMgASgMEhIKClJTQV9QdWJLZXkYBCABKAkSDgoGbm9kZUlkGAUgASgDEicKDW5vZGVBY2NvdW50SWQYBiABKAsyEC5wcm90by5BY2NvdW50SUQSFAoMbm9kZUNlcnRIYXNoGAcgASgMEi8KD3NlcnZpY2VFbmRwb2ludBgIIAMoCzIWLnByb3RvLlNlcnZpY2VFbmRwb2ludBITCgtkZXNjcmlwdGlvbhgJIAEoCRINCgVzdGFrZRgKIAEoAyJJCg9TZXJ2aWNlRW5kcG9pbnQSEwoLaXBBZGRyZXNzVjQYASABKAwSDAoEcG9ydBgCIAEoBRITCgtkb21haW5fbmFtZRgDIAEoCSI/CgdUb3BpY0lEEhAKCHNoYXJkTnVtGAEgASgDEhAKCHJlYWxtTnVtGAIgASgDEhAKCHRvcGljTnVtGAMgASgDIocBCg1UcmFuc2FjdGlvbklEEi8KFXRyYW5zYWN0aW9uVmFsaWRTdGFydBgBIAEoCzIQLnByb3RvLlRpbWVzdGFtcBIjCglhY2NvdW50SUQYAiABKAsyEC5wcm90by5BY2NvdW50SUQSEQoJc2NoZWR1bGVkGAMgASgIEg0KBW5vbmNlGAQgASgFYgZwcm90bzM="
 },
 {
  "name": "services_consensus_submit_message.proto",
  "needs": [
   "services_basic_types.proto"
  ],
  "services": [],
  "symbols": [
   "proto.ConsensusMessageChunkInfo",
   "proto.ConsensusMessageChunkInfo.initialTransactionID",
   "proto.ConsensusMessageChunkInfo.total",
   "proto.ConsensusMessageChunkInfo.number"
  ],
  "descriptor": "CidzZXJ2aWNlc19jb25zZW5zdXNfc3VibWl0X21lc3NhZ2UucHJvdG8SBXByb3RvGhpzZXJ2aWNlc19iYXNpY190eXBlcy5wcm90byJuChlDb25zZW5zdXNNZXNzYWdlQ2h1bmtJbmZvEjIKFGluaXRpYWxUcmFuc2FjdGlvbklEGAEgASgLMhQucHJvdG8uVHJhbnNhY3Rpb25JRBINCgV0b3RhbBgCIAEoBRIOCgZudW1iZXIYAyABKAViBnByb3RvMw=="
 },
 {
  "name": "mirror_consensus_service.proto",
  "needs": [
   "services_basic_types.proto",
   "services_consensus_submit_message.proto",
   "services_timestamp.proto"
  ],
  "services": [
   "com.hedera.mirror.api.proto.ConsensusService"
  ],
  "symbols": [
   "com.hedera.mirror.api.proto.ConsensusService",
   "com.hedera.mirror.api.proto.ConsensusService.subscribeTopic",
   "com.hedera.mirror.api.proto.ConsensusTopicQuery",
   "com.hedera.mirror.api.proto.ConsensusTopicQuery.topicID",
   "com.hedera.mirror.api.proto.ConsensusTopicQuery.consensusStartTime",
   "com.hedera.mirror.api.proto.ConsensusTopicQuery.consensusEndTime",
   "com.hedera.mirror.api.proto.ConsensusTopicQuery.limit",
   "com.hedera.mirror.api.proto.ConsensusTopicResponse",
   "com.hedera.mirror.api.proto.ConsensusTopicResponse.consensusTimestamp",
   "com.hedera.mirror.api.proto.ConsensusTopicResponse.message",
   "com.hedera.mirror.api.proto.ConsensusTopicResponse.runningHash",
   "com.hedera.mirror.api.proto.ConsensusTopicResponse.sequenceNumber",
   "com.hedera.mirror.api.proto.ConsensusTopicResponse.runningHashVersion",
   "com.hedera.mirror.api.proto.ConsensusTopicResponse.chunkInfo"
  ],
  "descriptor": "Ch5taXJyb3JfY29uc2Vuc3VzX3NlcnZpY2UucHJvdG8SG2NvbS5oZWRlcmEubWlycm9yLmFwaS5wcm90bxoac2VydmljZXNfYmFzaWNfdHlwZXMucHJvdG8aJ3NlcnZpY2VzX2NvbnNlbnN1c19zdWJtaXRfbWVzc2FnZS5wcm90bxoYc2VydmljZXNfdGltZXN0YW1wLnByb3RvIp8BChNDb25zZW5zdXNUb3BpY1F1ZXJ5Eh8KB3RvcGljSUQYASABKAsyDi5wcm90by5Ub3BpY0lEEiwKEmNvbnNlbnN1c1N0YXJ0VGltZRgCIAEoCzIQLnByb3RvLlRpbWVzdGFtcBIqChBjb25zZW5zdXNFbmRUaW1lGAMgASgLMhAucHJvdG8uVGltZXN0YW1wEg0KBWxpbWl0GAQgASgEItUBChZDb25zZW5zdXNUb3BpY1Jlc3BvbnNlEiwKEmNvbnNlbnN1c1RpbWVzdGFtcBgBIAEoCzIQLnByb3RvLlRpbWVzdGFtcBIPCgdtZXNzYWdlGAIgASgMEhMKC3J1bm5pbmdIYXNoGAMgASgMEhYKDnNlcXVlbmNlTnVtYmVyGAQgASgEEhoKEnJ1bm5pbmdIYXNoVmVyc2lvbhgFIAEoBBIzCgljaHVua0luZm8YBiABKAsyIC5wcm90by5Db25zZW5zdXNNZXNzYWdlQ2h1bmtJbmZvMo0BChBDb25zZW5zdXNTZXJ2aWNlEnkKDnN1YnNjcmliZVRvcGljEjAuY29tLmhlZGVyYS5taXJyb3IuYXBpLnByb3RvLkNvbnNlbnN1c1RvcGljUXVlcnkaMy5jb20uaGVkZXJhLm1pcnJvci5hcGkucHJvdG8uQ29uc2Vuc3VzVG9waWNSZXNwb25zZTABYgZwcm90bzM="
 },
 {
  "name": "mirror_mirror_network_service.proto",
  "needs": [
   "services_basic_types.proto"
  ],
  "services": [
   "com.hedera.mirror.api.proto.NetworkService"
  ],
  "symbols": [
   "com.hedera.mirror.api.proto.AddressBookQuery",
   "com.hedera.mirror.api.proto.AddressBookQuery.file_id",
   "com.hedera.mirror.api.proto.AddressBookQuery.limit",
   "com.hedera.mirror.api.proto.NetworkService",
   "com.hedera.mirror.api.proto.NetworkService.getNodes"
  ],
  "descriptor": "CiNtaXJyb3JfbWlycm9yX25ldHdvcmtfc2VydmljZS5wcm90bxIbY29tLmhlZGVyYS5taXJyb3IuYXBpLnByb3RvGhpzZXJ2aWNlc19iYXNpY190eXBlcy5wcm90byJBChBBZGRyZXNzQm9va1F1ZXJ5Eh4KB2ZpbGVfaWQYASABKAsyDS5wcm90by5GaWxlSUQSDQoFbGltaXQYAiABKAUyYQoOTmV0d29ya1NlcnZpY2USTwoIZ2V0Tm9kZXMSLS5jb20uaGVkZXJhLm1pcnJvci5hcGkucHJvdG8uQWRkcmVzc0Jvb2tRdWVyeRoSLnByb3RvLk5vZGVBZGRyZXNzMAFiBnByb3RvMw=="
 }
];
