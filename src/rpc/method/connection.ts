/** WebSocket connection, for methods that push to it. */
export interface Connection {
  /** Client, as `ownerOf` identifies it. */
  readonly client: string;
  /** Number of bytes that the client has not read yet. */
  readonly buffered: number;
  /** Sends a text message. Ignored once the connection is closed. */
  send(text: string): void;
  /** Closes the connection with a code of RFC 6455 or one of 4000–4999. */
  close(code: number, reason: string): void;
  /** Whether it is closed, so that `onClose` would call no listener any more. */
  readonly isClosed: boolean;
  /** Calls a listener once, when the connection is closed. */
  onClose(listener: () => void): void;
}
