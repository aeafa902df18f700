/** Limits of the port of a simulated node. A client is an address. */
export interface NodeLimits {
  readonly connections: number;
  /** Maximum number of open calls: on one connection, of one client, in all. */
  readonly streams: number;
  readonly callsPerClient: number;
  readonly calls: number;
  /** Milliseconds for a call, including its arrival, whatever its client's deadline. */
  readonly callTimeoutMs: number;
  /** Bytes of a message that is received. */
  readonly messageBytes: number;
}

export const NODE_LIMITS: NodeLimits = {
  connections: 500,
  streams: 1_000,
  callsPerClient: 2_000,
  calls: 2_500,
  callTimeoutMs: 60_000,
  // An Ethereum transaction may have 128 kB of data.
  messageBytes: 256 * 1024,
};
