const HOST_NAME = /^([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * Returns the URL of another service on the same machine, by the name in the client's `Host` header; null when that is not a
 * name, or without a port.
 */
export function urlOnSameHost(host: string | undefined, port: number | undefined): string | null {
  const name = HOST_NAME.exec(host ?? '')?.[1];
  return name === undefined || port === undefined ? null : `http://${name}:${port}/`;
}
