import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, sign } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { proto } from '@tain/protos/hapi';
import { ifMissing } from '../if-missing.ts';
import { NODE_ACCOUNTS } from '../ledger/draft.ts';
import { accountId, long } from '../ledger/ids.ts';
import { type ServiceAddress, serviceEndpoint } from '../ledger/service-endpoint.ts';
import { sha384 } from '../ledger/sha384.ts';

/** A consensus node of the demo network: its account and its RSA key for signing files. */
export interface DemoNode {
  readonly id: number;
  readonly account: number;
  readonly privateKey: KeyObject;
  /** DER SubjectPublicKeyInfo of the RSA key. */
  readonly publicKey: Uint8Array;
}

/** Bits of the RSA keys of real networks' nodes. */
const DEFAULT_KEY_BITS = 3072;
const KEY_FOLDER = 'keys';

/**
 * Returns the nodes of the network in `dir`. Their keys are created at first use and stored in `dir/keys`; the seed
 * determines everything else in a demo stream. `keyBits`: size of the created keys; default: that of real networks.
 * Rejects only after every key was written or failed, because the caller retries, and a key written late would replace the
 * one that signs.
 */
export async function openNodes(dir: string, keyBits = DEFAULT_KEY_BITS): Promise<readonly DemoNode[]> {
  const folder = join(dir, KEY_FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const opened = await Promise.allSettled(
    NODE_ACCOUNTS.map(async (account) => {
      const privateKey = await openKey(join(folder, `node-0.0.${account}.pem`), keyBits);
      const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
      return { id: account - NODE_ACCOUNTS[0], account, privateKey, publicKey };
    }),
  );
  return opened.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}

async function openKey(path: string, bits: number): Promise<KeyObject> {
  const stored = await readFile(path).catch(ifMissing(null));
  if (stored !== null) return createPrivateKey(stored);
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: bits });
  const temporary = `${path}.tmp`;
  await writeFile(temporary, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
  await rename(temporary, path);
  return privateKey;
}

/**
 * Encodes the address book of the network: the file for `TAIN_ADDRESS_BOOK`, and the content of file 0.0.102.
 * `serviceAt`: address of all nodes (`serviceEndpoint`).
 */
export function addressBook(nodes: readonly DemoNode[], serviceAt?: ServiceAddress): Uint8Array {
  return proto.NodeAddressBook.encode({
    nodeAddress: nodes.map((node) => ({
      nodeId: long(node.id),
      nodeAccountId: accountId(node.account),
      memo: Buffer.from(`0.0.${node.account}`),
      RSA_PubKey: Buffer.from(node.publicKey).toString('hex'),
      nodeCertHash: Buffer.from(
        sha384(Buffer.from(`demo TLS certificate of node ${node.id}`)).toString('hex'),
      ),
      description: `demo node ${node.id}`,
      serviceEndpoint: [serviceEndpoint(serviceAt)],
    })),
  }).finish();
}

/** Encodes the node details (file 0.0.101): endpoints, without keys. */
export function nodeDetails(serviceAt?: ServiceAddress): Uint8Array {
  return proto.NodeAddressBook.encode({
    nodeAddress: NODE_ACCOUNTS.map((account) => ({
      nodeId: long(account - NODE_ACCOUNTS[0]),
      nodeAccountId: accountId(account),
      serviceEndpoint: [serviceEndpoint(serviceAt)],
    })),
  }).finish();
}

const signAsync = promisify(sign) as (algorithm: string, data: Uint8Array, key: KeyObject) => Promise<Buffer>;

/** Encodes a node's signature file (v6) over the hash of a record file and its metadata hash. */
export async function signatureFile(
  node: DemoNode,
  fileHash: Uint8Array,
  metadataHash: Uint8Array,
): Promise<Buffer> {
  const [fileSignature, metadataSignature] = await Promise.all([
    signatureObject(node, fileHash),
    signatureObject(node, metadataHash),
  ]);
  return Buffer.concat([
    Uint8Array.of(6),
    proto.SignatureFile.encode({ fileSignature, metadataSignature }).finish(),
  ]);
}

/** Computes a node's RSA signature of a hash. */
export function signHash(node: DemoNode, hash: Uint8Array): Promise<Buffer> {
  return signAsync('sha384', hash, node.privateKey);
}

async function signatureObject(node: DemoNode, hash: Uint8Array): Promise<proto.ISignatureObject> {
  const signature = await signHash(node, hash);
  return {
    type: proto.SignatureType.SHA_384_WITH_RSA,
    length: signature.length,
    checksum: 101 - signature.length,
    signature,
    hashObject: { algorithm: proto.HashAlgorithm.SHA_384, length: hash.length, hash },
  };
}
