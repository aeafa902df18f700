/** Limits of the port of a simulated node. A client is identified by its address. */
export interface NodeLimits {
  readonly connections: number;
  /** Maximum number of open calls: per connection, per client, in total. */
  readonly streams: number;
  readonly callsPerClient: number;
  readonly calls: number;
  /** Timeout of a call in milliseconds, including its arrival, whatever its client's deadline. */
  readonly callTimeoutMs: number;
  /** Maximum size of a received message in bytes. */
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
