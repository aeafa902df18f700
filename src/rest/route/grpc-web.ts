import type { ServerResponse } from 'node:http';

/** A call of a browser over gRPC-web, as received over HTTP. */
export interface GrpcWebCall {
  readonly path: string;
  readonly contentType: string | undefined;
  /** The header `grpc-timeout`. */
  readonly timeout: string | undefined;
  readonly body: Uint8Array;
  /** Address of the client, as `ownerOf` identifies it. */
  readonly client: string;
  /** Response, which the handler writes and ends. */
  readonly response: ServerResponse;
}

/** Handles gRPC-web calls. The program injects it, because the query service does not import the gRPC API. */
export interface GrpcWeb {
  /** Paths of its methods. */
  readonly paths: readonly string[];
  /** Handles a call. Never throws. */
  answer(call: GrpcWebCall): Promise<void>;
  /** Ends all calls. */
  close(): void;
}
