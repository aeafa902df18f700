import type { Clock } from '../../kernel/clock.ts';
import type { ReadServers } from '../../reads/servers/read-servers.ts';
import type { ServerCapabilities } from '../route/capabilities.ts';
import type { ContractCaller } from '../route/contract-caller.ts';
import { type ApiContext, type Repeatable, repeatable } from '../route/route.ts';
import type { ApiSettings } from '../route/settings.ts';
import type { TransactionTracer } from '../route/transaction-tracer.ts';
import type { RequestContext } from './request-context.ts';
import type { ReadResult, Reads, SnapshotReader } from './snapshot-reader.ts';

export interface RouteReadsOptions {
  readonly settings: ApiSettings;
  readonly clock: Clock;
  readonly reader: SnapshotReader;
  readonly servers: ReadServers;
  readonly ingestProblem: () => string | null;
  readonly capabilities: () => ServerCapabilities;
  readonly callContract: ContractCaller | undefined;
  readonly traceTransaction: TransactionTracer | undefined;
}

/** Runs the work of routes on snapshots of the ledger. */
export class RouteReads {
  readonly #options: RouteReadsOptions;

  constructor(options: RouteReadsOptions) {
    this.#options = options;
  }

  /** Runs a task of a route as `SnapshotReader.read` does. Never throws. */
  read<T>(
    request: RequestContext,
    task: Repeatable<(context: ApiContext) => Promise<T>>,
  ): Promise<ReadResult<T>> {
    return this.#options.reader.read(
      request,
      repeatable((reads: Reads) => task(this.#contextOf(request, reads))),
    );
  }

  #contextOf({ client, signal }: RequestContext, { select, lookup }: Reads): ApiContext {
    const { servers, settings, clock, ingestProblem, capabilities, callContract, traceTransaction } =
      this.#options;
    const since = () => ({ since: servers.visible?.consensusEnd, sinceBlock: servers.visible?.number });
    return {
      select,
      lookup,
      settings,
      clock,
      ingestProblem,
      capabilities,
      callContract: callContract && ((call) => callContract({ ...call, ...since() })),
      traceTransaction: traceTransaction && ((trace) => traceTransaction({ ...trace, ...since() })),
      client,
      signal,
    };
  }
}
