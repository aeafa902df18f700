const HOST_NAME = /^([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * Returns the URL of another service on the same machine, by the name in the client's `Host` header; null when that is not a
 * name, or when the port is not known (none, or 0: any free one).
 */
export function urlOnSameHost(host: string | undefined, port: number | undefined): string | null {
  const name = HOST_NAME.exec(host ?? '')?.[1];
  return name === undefined || !port ? null : `http://${name}:${port}/`;
}
