/** `http://host:port`, with the brackets that an IPv6 address needs there (RFC 3986). */
export function httpUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
