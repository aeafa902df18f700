import { type DescribedFile, FILES } from '@tain/protos/descriptors';
import { Reader, Writer } from '@tain/protos/wire';
import { CODE, type MethodHandler } from './call.ts';
import { decoded } from './topic-query.ts';

/** Fields of `ServerReflectionRequest` (v1 and v1alpha are the same on the wire). */
const REQUEST = {
  host: 1,
  fileByName: 3,
  fileOfSymbol: 4,
  fileOfExtension: 5,
  extensionsOf: 6,
  services: 7,
} as const;
/** Fields of `ServerReflectionResponse`. */
const RESPONSE = { host: 1, request: 2, files: 4, extensions: 5, services: 6, error: 7 } as const;
/** Wire type of bytes. */
const BYTES = 2;

const BY_NAME = new Map(FILES.map((file) => [file.name, file]));
const BY_SYMBOL = new Map(FILES.flatMap((file) => file.symbols.map((symbol) => [symbol, file] as const)));

/** Names of all services that are described. */
export const REFLECTED_SERVICES: readonly string[] = FILES.flatMap(({ services }) => services).sort();

interface Question {
  readonly host: string;
  readonly field: number;
  readonly text: string;
}

/** `ServerReflectionInfo`: answers each request of the client about the served methods, until the client ends. */
export const reflect: MethodHandler = async (call) => {
  for await (const request of call.requests) await call.send([reflectionAnswer(request)]);
};

/** Returns the serialized `ServerReflectionResponse` to a request. Throws `CallError` for malformed bytes. */
function reflectionAnswer(request: Uint8Array): Uint8Array {
  const { host, field, text } = decoded(() => parseQuestion(request));
  const writer = Writer.create();
  if (host !== '') tagged(writer, RESPONSE.host).string(host);
  tagged(writer, RESPONSE.request).bytes(request);
  switch (field) {
    case REQUEST.services:
      tagged(writer, RESPONSE.services).fork();
      for (const name of REFLECTED_SERVICES) tagged(tagged(writer, 1).fork(), 1).string(name).ldelim();
      return writer.ldelim().finish();
    case REQUEST.fileByName:
      return withFiles(writer, BY_NAME.get(text), `no file ${JSON.stringify(text)}`);
    case REQUEST.fileOfSymbol:
      return withFiles(writer, BY_SYMBOL.get(text), `nothing is called ${JSON.stringify(text)}`);
    case REQUEST.extensionsOf:
      if (!BY_SYMBOL.has(text))
        return withError(writer, 'notFound', `nothing is called ${JSON.stringify(text)}`);
      tagged(tagged(writer, RESPONSE.extensions).fork(), 1).string(text);
      return writer.ldelim().finish();
    case REQUEST.fileOfExtension:
      return withError(writer, 'notFound', 'there are no extensions');
    default:
      return withError(writer, 'unimplemented', 'no such question');
  }
}

function tagged(writer: Writer, field: number): Writer {
  return writer.uint32((field << 3) | BYTES);
}

function parseQuestion(bytes: Uint8Array): Question {
  const reader = new Reader(bytes);
  let [host, field, text] = ['', 0, ''];
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    const [number, kind] = [tag >>> 3, tag & 7];
    if (kind !== BYTES) reader.skipType(kind);
    else if (number === REQUEST.host) host = reader.string();
    else if (number === REQUEST.fileOfExtension) {
      reader.bytes();
      [field, text] = [number, ''];
    } else [field, text] = [number, reader.string()];
  }
  return { host, field, text };
}

/** Writes a file and all files that it imports. */
function withFiles(writer: Writer, file: DescribedFile | undefined, problem: string): Uint8Array {
  if (file === undefined) return withError(writer, 'notFound', problem);
  tagged(writer, RESPONSE.files).fork();
  for (const { descriptor } of withNeeded(file)) tagged(writer, 1).bytes(Buffer.from(descriptor, 'base64'));
  return writer.ldelim().finish();
}

function withNeeded(file: DescribedFile, found = new Set<DescribedFile>()): ReadonlySet<DescribedFile> {
  found.add(file);
  for (const name of file.needs) {
    const needed = BY_NAME.get(name);
    if (needed !== undefined && !found.has(needed)) withNeeded(needed, found);
  }
  return found;
}

function withError(writer: Writer, code: keyof typeof CODE, text: string): Uint8Array {
  tagged(writer, RESPONSE.error).fork().uint32(8).int32(CODE[code]);
  return tagged(writer, 2).string(text).ldelim().finish();
}
