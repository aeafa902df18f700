const HOST_NAME = /^([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * Where another service of the same machine is for a client that reached us by the name in its `Host` header; null for
 * names that are none, and without a port.
 */
export function urlOnSameHost(host: string | undefined, port: number | undefined): string | null {
  const name = HOST_NAME.exec(host ?? '')?.[1];
  return name === undefined || port === undefined ? null : `http://${name}:${port}/`;
}
