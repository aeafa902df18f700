/** A WebSocket connection, as methods that push see it. */
export interface Connection {
  /** The client, as `ownerOf` identifies it. */
  readonly client: string;
  /** Bytes that wait to be read by the client. */
  readonly buffered: number;
  /** Sends a text message. Ignored once the connection is closed. */
  send(text: string): void;
  /** Closes the connection with a code of RFC 6455 or one of 4000–4999. */
  close(code: number, reason: string): void;
  /** Calls a listener once, when the connection is closed. */
  onClose(listener: () => void): void;
}
