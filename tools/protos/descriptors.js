// Descriptors of the gRPC services that Tain serves, for gRPC's reflection.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadProtos } from './load-protos.js';

/** Files of @hiero-ledger/proto with the mirror's services. */
const MIRROR = ['mirror_consensus_service.proto', 'mirror_mirror_network_service.proto'];
/** Files of this repository, and package names under which the same services are also served. */
const OWN = [
  { file: 'health.proto' },
  { file: 'reflection.proto' },
  {
    file: 'reflection.proto',
    as: 'reflection_v1alpha.proto',
    from: 'reflection.v1;',
    to: 'reflection.v1alpha;',
  },
];

/**
 * Returns a module with the services and all messages that they need: files with the names that they declare, their
 * imports, and their `FileDescriptorProto`. `protobuf` is protobufjs with its descriptors, `folder` has the .proto files.
 */
export function descriptorsModule(protobuf, folder) {
  const files = describeFiles(protobuf, loadServices(protobuf, folder));
  return [
    '/** Files with gRPC services and their messages, each after its imports. */',
    `export const FILES = ${JSON.stringify(files, null, 1)};`,
    '',
  ].join('\n');
}

export const DESCRIPTOR_TYPES = [
  '/** A file in the form of gRPC reflection. */',
  'export interface DescribedFile {',
  ' readonly name: string;',
  ' /** Names of the imported files. */',
  ' readonly needs: readonly string[];',
  ' /** Full names of its services. */',
  ' readonly services: readonly string[];',
  ' /** Full names of all declarations: services, methods, messages and their fields, enums and their values. */',
  ' readonly symbols: readonly string[];',
  ' /** Its `google.protobuf.FileDescriptorProto` in base64. */',
  ' readonly descriptor: string;',
  '}',
  'export const FILES: readonly DescribedFile[];',
  '',
].join('\n');

/** Loads the services with field names as in the files, which clients use in JSON. */
function loadServices(protobuf, folder) {
  const keepCase = true;
  const root = loadProtos(protobuf, folder, MIRROR, { keepCase });
  for (const { file, as = file, from = '', to = '' } of OWN) {
    const text = readFileSync(
      fileURLToPath(new URL(`../../packages/protos/grpc/${file}`, import.meta.url)),
      'utf8',
    );
    protobuf.parse.filename = `grpc_${as}`;
    protobuf.parse(text.replace(from, to), root, { keepCase });
  }
  return root.resolveAll();
}

function describeFiles(protobuf, root) {
  const { Enum, Service, Type } = protobuf;
  const { FileDescriptorProto } = protobuf.descriptor;
  const files = new Map();
  /** Adds a declaration to its file, after all declarations to which it refers. Returns the name of the file. */
  const add = (item) => {
    if (item.parent instanceof Type) return add(item.parent);
    const name = path.basename(item.filename);
    if (!files.has(name)) files.set(name, { name, items: new Set(), needs: new Set() });
    const file = files.get(name);
    if (file.items.has(item)) return name;
    file.items.add(item);
    for (const other of referredBy(item)) file.needs.add(add(other));
    file.needs.delete(name);
    return name;
  };
  const referredBy = (item) => {
    if (item instanceof Service) {
      return item.methodsArray.flatMap((method) => [method.resolvedRequestType, method.resolvedResponseType]);
    }
    if (!(item instanceof Type)) return [];
    const own = item.fieldsArray.map((field) => field.resolvedType).filter((type) => type !== null);
    return [...own, ...item.nestedArray.flatMap(referredBy)];
  };
  const services = [];
  const visit = (space) => {
    for (const child of space.nestedArray) {
      if (child instanceof Service) services.push(child);
      else if (!(child instanceof Type) && !(child instanceof Enum) && child.nestedArray) visit(child);
    }
  };
  visit(root);
  for (const service of services) add(service);

  const bare = (name) => name.replace(/^\./, '');
  const byNumber = (a, b) => a.number - b.number;
  const describeType = (type) => {
    const described = type.toDescriptor('proto3');
    // Full names, because the library writes names relative to the message.
    for (const field of described.field) {
      const { resolvedType } = type.fields[field.name];
      if (resolvedType) field.typeName = resolvedType.fullName;
      field.options = null;
    }
    described.field.sort(byNumber);
    described.nestedType = type.nestedArray.filter((each) => each instanceof Type).map(describeType);
    described.options = null;
    return described;
  };
  const namesOf = (item) => {
    const name = bare(item.fullName);
    const own = (names) => names.map((each) => `${name}.${each}`);
    if (item instanceof Service) return [name, ...own(Object.keys(item.methods))];
    // Values of an enum are in its parent's scope.
    if (item instanceof Enum)
      return [name, ...Object.keys(item.values).map((each) => `${bare(item.parent.fullName)}.${each}`)];
    return [
      name,
      ...own(Object.keys(item.fields)),
      ...own(Object.keys(item.oneofs ?? {})),
      ...item.nestedArray.flatMap(namesOf),
    ];
  };
  const written = [];
  const write = (name) => {
    if (written.some((each) => each.name === name)) return;
    const { items, needs } = files.get(name);
    const sorted = [...items].sort((a, b) => (a.fullName < b.fullName ? -1 : 1));
    const dependency = [...needs].sort();
    dependency.forEach(write);
    const ownServices = sorted.filter((item) => item instanceof Service);
    const bytes = FileDescriptorProto.encode({
      name,
      package: bare(sorted[0].parent.fullName),
      dependency,
      messageType: sorted.filter((item) => item instanceof Type).map(describeType),
      enumType: sorted.filter((item) => item instanceof Enum).map((item) => item.toDescriptor()),
      service: ownServices.map((item) => item.toDescriptor()),
      syntax: 'proto3',
    }).finish();
    written.push({
      name,
      needs: dependency,
      services: ownServices.map((item) => bare(item.fullName)),
      symbols: sorted.flatMap(namesOf),
      descriptor: Buffer.from(bytes).toString('base64'),
    });
  };
  [...files.keys()].sort().forEach(write);
  return written;
}
