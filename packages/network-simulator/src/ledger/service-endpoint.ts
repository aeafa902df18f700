import type { proto } from '@tain/protos/hapi';

const LOOPBACK = [127, 0, 0, 1];
/** The port of consensus nodes. */
const NODE_PORT = 50_211;

/**
 * Where the address books say that clients reach the nodes: all are at one port of this machine, since SDKs expect TLS
 * at the one after it.
 */
export function serviceEndpoint(port = NODE_PORT): proto.IServiceEndpoint {
  return { ipAddressV4: Uint8Array.from(LOOPBACK), port };
}
