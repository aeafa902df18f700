// Made by proto/generate.js --schema. Not to be edited.
/** A file as gRPC reflection shows it. */
export interface DescribedFile {
 readonly name: string;
 /** Names of the files that it imports. */
 readonly needs: readonly string[];
 /** Full names of its services. */
 readonly services: readonly string[];
 /** Full names of all that it declares: services, methods, messages and their fields, enums and their values. */
 readonly symbols: readonly string[];
 /** Its `google.protobuf.FileDescriptorProto` in base64. */
 readonly descriptor: string;
}
export const FILES: readonly DescribedFile[];
