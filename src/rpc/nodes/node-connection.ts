import { createHash } from 'node:crypto';
import { connect } from 'node:tls';
import { Client, connectivityState, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { asBuffer } from '@tain/ledger/integer-bytes';
import { RESPONSE_CODES } from '@tain/ledger/response-code';
import { WireReader } from '@tain/ledger/wire-reader';
import type { NodeEndpoint } from './node-endpoints.ts';

/**
 * Response of a node to a transaction. `answered`: it has this code. `unreached`: nothing was sent to it, or it
 * refused the call. `unknown`: it may have accepted the transaction, but did not respond.
 */
export type NodeAnswer =
  | { readonly kind: 'answered'; readonly code: string }
  | { readonly kind: 'unreached' }
  | { readonly kind: 'unknown' };

/** Milliseconds to open a connection, and to answer a transaction. */
export interface NodeTimeouts {
  readonly connectMs: number;
  readonly responseMs: number;
}

const NODE_TIMEOUTS: NodeTimeouts = { connectMs: 3_000, responseMs: 10_000 };

const CALL_ETHEREUM = '/proto.SmartContractService/callEthereum';
const MAX_RESPONSE_BYTES = 65_536;

const asIs = (bytes: Buffer): Buffer => bytes;

/** Connection to one consensus node. The first transaction opens it. */
export class NodeConnection {
  readonly endpoint: NodeEndpoint;
  readonly #timeouts: NodeTimeouts;
  /** Differs from a `SharedRead`, because the connection is closed when it fails. */
  #client: Promise<Client | undefined> | undefined;

  constructor(endpoint: NodeEndpoint, timeouts: NodeTimeouts = NODE_TIMEOUTS) {
    this.endpoint = endpoint;
    this.#timeouts = timeouts;
  }

  /** Submits a serialized `Transaction`, once. Never rejects. */
  async submit(transaction: Uint8Array): Promise<NodeAnswer> {
    const client = await this.#connected();
    if (client === undefined) return { kind: 'unreached' };
    return new Promise((resolve) => {
      const deadline = Date.now() + this.#timeouts.responseMs;
      client.makeUnaryRequest(
        CALL_ETHEREUM,
        asBuffer,
        asIs,
        transaction,
        new Metadata(),
        { deadline },
        (error, answer) => resolve(error === null ? answerOf(answer) : failureOf(error)),
      );
    });
  }

  close(): void {
    void this.#client?.then((client) => client?.close());
    this.#client = undefined;
  }

  /** Returns the client once its connection is open; undefined when it cannot be opened in time. */
  async #connected(): Promise<Client | undefined> {
    const deadline = Date.now() + this.#timeouts.connectMs;
    this.#client ??= this.#makeClient();
    const own = this.#client;
    const client = await own;
    if (client !== undefined && (await isReady(client, deadline))) return client;
    // The connection is closed, because the node may have a new certificate.
    if (this.#client === own) this.close();
    return undefined;
  }

  async #makeClient(): Promise<Client | undefined> {
    const { host, port, certificateHash } = this.endpoint;
    const options = {
      'grpc.max_receive_message_length': MAX_RESPONSE_BYTES,
      // The library must not send a transaction again.
      'grpc.enable_retries': 0,
      'grpc.initial_reconnect_backoff_ms': 200,
      'grpc.max_reconnect_backoff_ms': 5_000,
    };
    const target = `${host}:${port}`;
    if (certificateHash === null) return new Client(target, credentials.createInsecure(), options);
    const certificate = await readCertificate(host, port, certificateHash, this.#timeouts.connectMs);
    if (certificate === undefined) return undefined;
    // The address book determines the certificate, whatever host the certificate names.
    const tls = credentials.createSsl(certificate, null, null, { checkServerIdentity: () => undefined });
    return new Client(target, tls, options);
  }
}

/** Waits until a client's connection is open; false when opening it fails, or takes longer than until the deadline. */
async function isReady(client: Client, deadline: number): Promise<boolean> {
  const channel = client.getChannel();
  let hasTried = false;
  for (;;) {
    const state = channel.getConnectivityState(true);
    if (state === connectivityState.READY) return true;
    const hasFailed = state === connectivityState.TRANSIENT_FAILURE && hasTried;
    if (hasFailed || state === connectivityState.SHUTDOWN || Date.now() >= deadline) return false;
    hasTried = true;
    await new Promise<void>((resolve) => channel.watchConnectivityState(state, deadline, () => resolve()));
  }
}

/** Reads field 1 of a `TransactionResponse`, the code of the node's checks; it is absent for OK. */
function answerOf(bytes: Buffer | undefined): NodeAnswer {
  const reader = new WireReader(bytes ?? Buffer.alloc(0));
  let code = 0;
  try {
    while (reader.next()) {
      if (reader.field === 1) code = Number(reader.int64('the code of a node'));
      else reader.skip();
    }
  } catch {
    return { kind: 'unknown' };
  }
  return { kind: 'answered', code: RESPONSE_CODES[code] ?? String(code) };
}

/**
 * Returns the outcome of a failed call. Only a refusal by the server's limits is certain to precede the acceptance of
 * the transaction.
 */
function failureOf({ code }: ServiceError): NodeAnswer {
  return { kind: code === status.RESOURCE_EXHAUSTED ? 'unreached' : 'unknown' };
}

/**
 * Returns the certificate that a node presents, as PEM, if it has the hash; undefined when it has another one, or none
 * in time.
 */
function readCertificate(
  host: string,
  port: number,
  hash: string,
  timeoutMs: number,
): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    // Only the hash identifies the certificate, because nodes sign theirs themselves.
    const socket = connect({ host, port, rejectUnauthorized: false, ALPNProtocols: ['h2'] });
    const end = (certificate: Buffer | undefined): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(certificate);
    };
    const timer = setTimeout(() => end(undefined), timeoutMs);
    socket.once('error', () => end(undefined));
    socket.once('secureConnect', () => {
      const { raw } = socket.getPeerCertificate();
      const pem = raw === undefined ? undefined : pemOf(raw);
      end(pem !== undefined && hasHash(pem, hash) ? Buffer.from(pem) : undefined);
    });
  });
}

/** Formats a certificate in lines of 64 characters (RFC 7468). */
function pemOf(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function hasHash(pem: string, hash: string): boolean {
  const texts = [pem, pem.trimEnd()];
  return texts.some((text) => createHash('sha384').update(text).digest('hex') === hash);
}
