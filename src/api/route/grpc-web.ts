import type { ServerResponse } from 'node:http';

/** A call of a browser over gRPC-web, as it came over HTTP. */
export interface GrpcWebCall {
  readonly path: string;
  readonly contentType: string | undefined;
  /** The header `grpc-timeout`. */
  readonly timeout: string | undefined;
  readonly body: Uint8Array;
  /** Who asks, as `ownerOf` identifies a client. */
  readonly client: string;
  /** Written to its end by who answers. */
  readonly response: ServerResponse;
}

/** What answers gRPC-web, handed over by the program: the query service does not know it. */
export interface GrpcWeb {
  /** Paths of its methods. */
  readonly paths: readonly string[];
  /** Never throws. */
  answer(call: GrpcWebCall): Promise<void>;
  /** Ends all calls. */
  close(): void;
}
