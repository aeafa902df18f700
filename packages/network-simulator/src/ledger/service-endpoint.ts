import type { proto } from '@tain/protos/hapi';

/** Default port of consensus nodes. */
const NODE_PORT = 50_211;
const LOOPBACK = '127.0.0.1';
const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
/** Names of addresses that include 127.0.0.1, and of `::1`, which an address book cannot express. */
const LOCAL = new Set(['0.0.0.0', '::', '::1', 'localhost']);

/** Address of the nodes for clients. */
export interface ServiceAddress {
  /** Address or name on which the node listens. */
  readonly host: string;
  readonly port: number;
}

/**
 * Returns the endpoint of the nodes in address books, by default 127.0.0.1:50211. All nodes share one port, because
 * SDKs expect TLS at the next port.
 */
export function serviceEndpoint(
  { host, port }: ServiceAddress = { host: LOOPBACK, port: NODE_PORT },
): proto.IServiceEndpoint {
  const name = LOCAL.has(host) ? LOOPBACK : host;
  // Address books cannot express other IPv6 addresses.
  if (name.includes(':')) return { ipAddressV4: bytesOf(LOOPBACK), port };
  return IPV4.test(name) ? { ipAddressV4: bytesOf(name), port } : { domainName: name, port };
}

function bytesOf(address: string): Uint8Array {
  return Uint8Array.from(address.split('.').map(Number));
}
