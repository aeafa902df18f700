/** `http://host:port`, with the brackets that an IPv6 address needs there (RFC 3986). */
export function httpUrl(host: string, port: number): string {
  return `http://${hostAndPort(host, port)}`;
}

/** `host:port`, with the brackets that an IPv6 address needs there. */
export function hostAndPort(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
