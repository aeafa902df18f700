import { proto } from '@tain/protos/hapi';
import Long from 'long';

/** A node of a public network, as named in its address book. */
export interface KnownNode {
  readonly nodeId: number;
  /** Number of the node's account (shard and realm 0). */
  readonly account: number;
  /** Modulus of the node's RSA-3072 key, hex; the exponent is 65537 for all. */
  readonly modulus: string;
  /** SHA-384 of the node's gRPC certificate, hex. */
  readonly certHash?: string;
  readonly description?: string;
  /** `ip:port`, space-separated. */
  readonly endpoints?: string;
  readonly stake?: number;
}

/** An address book that was in force on a public network from an instant on. */
export interface KnownBook {
  /** Nanoseconds; 0: since the beginning of the network, as far as known. */
  readonly from: bigint;
  /** Nodes in the book's own order. */
  readonly nodes: readonly KnownNode[];
  /** Whether a node is named by its account in the memo, without a node id, as in books of 2019. */
  readonly accountInMemo?: boolean;
}

/** DER of a SubjectPublicKeyInfo before and after an RSA modulus of 3072 bits. */
const KEY_HEAD = '308201a2300d06092a864886f70d01010105000382018f003082018a0282018100';
const KEY_TAIL = '0203010001';

/** Encodes the book as the content of the ledger's file 0.0.102: a serialized `NodeAddressBook`. */
export function encodeKnownBook(book: KnownBook): Uint8Array {
  return proto.NodeAddressBook.encode({
    nodeAddress: book.nodes.map((node) => (book.accountInMemo ? memoAddress(node) : nodeAddress(node))),
  }).finish();
}

function memoAddress(node: KnownNode): proto.INodeAddress {
  return { memo: Buffer.from(`0.0.${node.account}`), RSA_PubKey: publicKey(node) };
}

function nodeAddress(node: KnownNode): proto.INodeAddress {
  return {
    RSA_PubKey: publicKey(node),
    ...(node.nodeId !== 0 && { nodeId: Long.fromNumber(node.nodeId) }),
    nodeAccountId: { accountNum: Long.fromNumber(node.account) },
    ...(node.certHash !== undefined && { nodeCertHash: Buffer.from(node.certHash) }),
    serviceEndpoint: (node.endpoints ?? '').split(' ').filter(Boolean).map(endpoint),
    ...(node.description !== undefined && { description: node.description }),
    ...(node.stake !== undefined && { stake: Long.fromNumber(node.stake) }),
  };
}

function publicKey(node: KnownNode): string {
  return KEY_HEAD + node.modulus + KEY_TAIL;
}

function endpoint(text: string): proto.IServiceEndpoint {
  const [ip = '', port = ''] = text.split(':');
  return { ipAddressV4: Uint8Array.from(ip.split('.'), Number), port: Number(port) };
}
