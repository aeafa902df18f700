// Makes encoders, decoders and types (`generated/`) of `hapi.json`, `services.json` and `block-stream.proto`, unless they are
// made of these already. With `--schema` makes the two, `generated/descriptors.js` and `generated/rpcs.js` first, from the
// .proto files of @hiero-ledger/proto. `--out FOLDER`: writes there, whatever is in place. The generator and that package
// (180 MB) are installed when they are needed. The code is committed, because reading the descriptors at each start would need
// the compiler of protobufjs.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { installPackages } from '../tools/install-packages.js';
import { DESCRIPTOR_TYPES, makeDescriptors } from './descriptors.js';
import { makeRpcs, RPC_TYPES } from './rpcs.js';

/** Messages that nothing else holds. `hapi.json` has these, and all that they refer to. */
const MESSAGES = [
  'com.hedera.hapi.node.state.blockstream.BlockStreamInfo',
  'com.hedera.hapi.node.state.entity.EntityCounts',
  'com.hedera.hapi.platform.event.EventCore',
  'com.hedera.hapi.platform.state.PlatformState',
  'com.hedera.mirror.api.proto.AddressBookQuery',
  'com.hedera.mirror.api.proto.ConsensusTopicQuery',
  'com.hedera.mirror.api.proto.ConsensusTopicResponse',
  'proto.Account',
  'proto.AccountPendingAirdrop',
  'proto.AllAccountBalances',
  'proto.BlockInfo',
  'proto.Bytecode',
  'proto.CongestionLevelStarts',
  'proto.CurrentAndNextFeeSchedule',
  'proto.EvmTransactionResult',
  'proto.File',
  'proto.NetworkStakingRewards',
  'proto.NodeAddressBook',
  'proto.NodeRewards',
  'proto.RecordStreamFile',
  'proto.RunningHashes',
  'proto.ServicesConfigurationList',
  'proto.SidecarFile',
  'proto.SignatureFile',
  'proto.SignedTransaction',
  'proto.SlotKey',
  'proto.SlotValue',
  'proto.ThrottleDefinitions',
  'proto.ThrottleUsageSnapshots',
  'proto.Token',
  'proto.TokenRelation',
  'proto.Topic',
  'proto.TransactionReceiptEntries',
];

/** What consensus nodes answer besides; only a network that is played needs it. */
const ANSWERS = ['proto.Query', 'proto.Response', 'proto.TransactionResponse'];
/** There they are bytes: who passes them on has them as such, and their code is in `hapi` already. */
const OPAQUE = [
  'proto.SchedulableTransactionBody',
  'proto.Transaction',
  'proto.TransactionReceipt',
  'proto.TransactionRecord',
];

/** Values that the package's enumerations lack so far: numbers of CLPR (HIP-1535), as consensus nodes have them from 0.77 on. */
const LATER_VALUES = {
  'proto.HederaFunctionality': {
    ClprUpdateLedgerConfiguration: 117,
    ClprRegisterChannel: 118,
    ClprCompleteChannel: 119,
    ClprCloseChannel: 120,
    ClprGetLedgerConfiguration: 121,
    ClprSubmitBundle: 122,
    ClprRedactMessage: 123,
    ClprRegisterConnector: 124,
    ClprDeregisterConnector: 125,
    ClprCompleteConnector: 126,
    ClprEndpointPublication: 127,
    ClprGetEndpointManifest: 128,
  },
};

/** Schemas: the messages that they have, and those which are bytes in them. */
const SCHEMAS = { hapi: { names: MESSAGES, opaque: [] }, services: { names: ANSWERS, opaque: OPAQUE } };
const SOURCES = { hapi: 'hapi.json', services: 'services.json', 'block-stream': 'block-stream.proto' };
const WRITTEN = [
  '--no-create',
  '--no-verify',
  '--no-convert',
  '--no-delimited',
  '--no-typeurl',
  '--force-long',
];

const UNKNOWN_IMPORT = 'import { skipUnknown as $skipUnknown } from "../unknown.js";\n';

const at = (file) => fileURLToPath(new URL(file, import.meta.url));
const { values } = parseArgs({ options: { schema: { type: 'boolean' }, out: { type: 'string' } } });
const out = values.out ?? at('generated');
/** Where the packages lie, once somebody asks. */
let installed;

if (values.schema) {
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    const file = values.out === undefined ? at(`${name}.json`) : path.join(out, `${name}.json`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(await makeSchema(schema), null, 1)}\n`);
  }
  const protobuf = { ...(await load('protobufjs')), descriptor: await load('protobufjs/ext/descriptor') };
  const head = '// Made by proto/generate.js --schema. Not to be edited.\n';
  const folder = await protoFolder();
  mkdirSync(out, { recursive: true });
  writeFileSync(path.join(out, 'descriptors.js'), head + makeDescriptors(protobuf, folder));
  writeFileSync(path.join(out, 'descriptors.d.ts'), head + DESCRIPTOR_TYPES);
  writeFileSync(path.join(out, 'rpcs.js'), head + makeRpcs(protobuf, folder));
  writeFileSync(path.join(out, 'rpcs.d.ts'), head + RPC_TYPES);
}
for (const [name, source] of Object.entries(SOURCES)) await make(name, at(source));

/** Makes the code and the types of one source, unless they are made of it already. */
async function make(name, source) {
  const [code, types] = [`${name}.js`, `${name}.d.ts`].map((file) => path.join(out, file));
  const made = ['generate.js', 'generator/package-lock.json'].map(at).concat(source);
  const hash = createHash('sha256');
  for (const file of made) hash.update(readFileSync(file, 'utf8').replaceAll('\r\n', '\n'));
  const head = `// Made by proto/generate.js of ${path.basename(source)} (${hash.digest('hex').slice(0, 32)}). Not to be edited.\n`;
  if (values.out === undefined && [code, types].every((file) => startsWith(file, head))) return;
  const { main: pbjs } = await load('protobufjs-cli/pbjs.js');
  const { main: pbts } = await load('protobufjs-cli/pbts.js');
  mkdirSync(out, { recursive: true });
  const root = `tain_${name.replaceAll('-', '_')}`;
  const format = ['-t', 'static-module', '-w', 'es6', '--es6', '--root', root];
  const runtime = ['--dependency', 'protobufjs/minimal.js'];
  await promisify(pbjs)([...format, ...runtime, ...WRITTEN, '-o', code, source]);
  await promisify(pbts)(['-o', types, code]);
  // The runtime is CommonJS, which gives an ES module no names but `default`.
  const written = bare(readFileSync(code, 'utf8')).replace('import * as $protobuf', 'import $protobuf');
  writeFileSync(code, head + UNKNOWN_IMPORT + showingUnknown(written));
  writeFileSync(types, head + bare(readFileSync(types, 'utf8')));
}

function startsWith(file, head) {
  try {
    return readFileSync(file, 'utf8').startsWith(head);
  } catch {
    return false;
  }
}

/** Lets decoders show the fields that they skip, with the name of the message. */
function showingUnknown(code) {
  let message = '';
  return code.replace(/message = new \$root\.([\w.]+)\(\)|reader\.skipType\(tag & 7\)/g, (text, name) => {
    if (name === undefined) return `$skipUnknown(reader, tag, "${message}")`;
    message = name;
    return text;
  });
}

/** Without comments, which repeat the names beside them, and with narrow indents: a third of the size. */
function bare(text) {
  return text
    .replace(/^ *\/\*[\s\S]*?\*\/\n/gm, '')
    .replace(/^ *\/\/.*\n/gm, '')
    .replace(/^\n+/gm, '')
    .replace(/^ +/gm, (spaces) => ' '.repeat(spaces.length / 4));
}

/** The messages of the package that are used, in protobufjs' JSON form: fields and their numbers, no comments. */
async function makeSchema({ names, opaque }) {
  const { Enum, Namespace, Root, Type } = await load('protobufjs');
  const folder = await protoFolder();
  const root = new Root();
  root.resolvePath = (_, file) =>
    path.isAbsolute(file) || file.startsWith('google/') ? file : path.join(folder, file);
  for (const file of readdirSync(folder).sort()) {
    if (file.endsWith('.proto')) root.loadSync(path.join(folder, file));
  }
  root.resolveAll();
  for (const [name, added] of Object.entries(LATER_VALUES)) {
    const known = root.lookupEnum(name);
    for (const [value, number] of Object.entries(added)) {
      if (!(value in known.values)) known.add(value, number);
    }
  }
  const outermost = (type) => (type.parent instanceof Type ? outermost(type.parent) : type);
  const bytes = new Set(opaque.map((name) => root.lookupType(name)));
  const kept = new Set();
  const keep = (type) => {
    if (type.parent instanceof Type) return keep(outermost(type));
    if (!kept.has(type)) {
      kept.add(type);
      keepReferred(type);
    }
  };
  const keepReferred = (type) => {
    if (!(type instanceof Type)) return;
    for (const field of type.fieldsArray) {
      if (bytes.has(field.resolvedType)) {
        field.type = 'bytes';
        field.resolvedType = null;
      } else if (field.resolvedType) keep(field.resolvedType);
    }
    type.nestedArray.forEach(keepReferred);
  };
  for (const name of names) keep(root.lookupTypeOrEnum(name));
  const prune = (space) => {
    for (const child of space.nestedArray) {
      if (child instanceof Type || child instanceof Enum) {
        if (!kept.has(child)) space.remove(child);
      } else if (child instanceof Namespace) {
        // Services are namespaces as well.
        prune(child);
        if (child.nestedArray.length === 0) space.remove(child);
      } else space.remove(child);
    }
  };
  prune(root);
  return root.toJSON();
}

async function protoFolder() {
  return path.join(await packages(), 'node_modules/@hiero-ledger/proto/src/proto');
}

async function packages() {
  installed ??= await installPackages({
    source: at('generator'),
    cache: 'tain-protos-generator',
    what: 'the generator of protobuf code',
  });
  if (installed === undefined) throw new Error('the generator of protobuf code cannot be installed');
  return installed;
}

async function load(name) {
  return createRequire(path.join(await packages(), 'package.json'))(name);
}
