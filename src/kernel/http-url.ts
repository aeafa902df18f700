/** `http://host:port`, with the brackets that an IPv6 address needs there (RFC 3986). */
export function httpUrl(host: string, port: number): string {
  return `http://${hostAndPort(host, port)}`;
}

/** Hosts of servers that listen at all addresses of the machine, as an environment and Node write them. */
const ALL_ADDRESSES: readonly string[] = ['', '0.0.0.0', '::'];

/** URL at which clients of this machine reach a server that listens at `host`. */
export function localUrl(host: string, port: number): string {
  return httpUrl(ALL_ADDRESSES.includes(host) ? '127.0.0.1' : host, port);
}

/** `host:port`, with the brackets that an IPv6 address needs there. */
export function hostAndPort(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const HOST_NAME = /^([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * Returns the URL of another service on the same machine, by the name in the client's `Host` header; null when that is not a
 * name, or when the port is not known (none, or 0: any free one).
 */
export function urlOnSameHost(host: string | undefined, port: number | undefined): string | null {
  const name = HOST_NAME.exec(host ?? '')?.[1];
  return name === undefined || !port ? null : `http://${name}:${port}/`;
}
