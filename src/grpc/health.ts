import { Reader, Writer } from '@tain/protos/wire';
import { repeat } from '../kernel/retry.ts';
import { CallError, firstOf, type GrpcCall, type MethodHandler } from './call.ts';
import { decoded } from './topic-query.ts';

/** `HealthCheckResponse.ServingStatus` of gRPC's health checking protocol. */
const SERVING = 1;
const NOT_SERVING = 2;
const SERVICE_UNKNOWN = 3;

/** Interval of polls for a watching client, in milliseconds. */
const POLL_INTERVAL_MS = 5_000;

/** gRPC health checks of the whole server (an empty name) and of its services. */
export class Health {
  readonly #services: ReadonlySet<string>;
  readonly #isWell: () => Promise<boolean>;

  /** `isWell` returns whether calls can be served. It must be cheap, because it is called often. */
  constructor(services: readonly string[], isWell: () => Promise<boolean>) {
    this.#services = new Set(['', ...services]);
    this.#isWell = isWell;
  }

  /** `Check`: the current status. */
  readonly check: MethodHandler = async (call) => {
    const service = await serviceOf(call);
    if (!this.#services.has(service)) throw new CallError('notFound', 'unknown service');
    await call.send([status(await this.#status())]);
  };

  /** `Watch`: the status, and each change of it. */
  readonly watch: MethodHandler = async (call) => {
    const isKnown = this.#services.has(await serviceOf(call));
    let last = -1;
    const report = async (): Promise<void> => {
      const current = isKnown ? await this.#status() : SERVICE_UNKNOWN;
      if (current !== last) await call.send([status(current)]);
      last = current;
    };
    await repeat(report, POLL_INTERVAL_MS, call.signal);
    call.signal.throwIfAborted();
  };

  async #status(): Promise<number> {
    return (await this.#isWell()) ? SERVING : NOT_SERVING;
  }
}

async function serviceOf(call: GrpcCall): Promise<string> {
  const bytes = (await firstOf(call.requests)) ?? new Uint8Array();
  return decoded(() => {
    const reader = new Reader(bytes);
    let service = '';
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      if (tag === 10) service = reader.string();
      else reader.skipType(tag & 7);
    }
    return service;
  });
}

function status(value: number): Uint8Array {
  return Writer.create().uint32(8).int32(value).finish();
}
