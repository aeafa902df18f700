import { bigIntToLong } from '@tain/ledger/long';
import type { Network } from '@tain/ledger/network';
import { NODE_DETAILS_FILE } from '@tain/ledger/system-files';
import { com } from '@tain/protos/hapi';
import { untilAborted } from '../kernel/abort-signal.ts';
import { SHARED_CLIENT } from '../kernel/limits/fair-semaphore.ts';
import type { ProbeRound } from '../kernel/service.ts';
import { CallError, type MethodHandler } from './call.ts';

/** Timeout of a probe. */
const PROBE_TIMEOUT_MS = 10_000;

/**
 * Creates the probe of the service. It requests the nodes of the network, which is the first request of every SDK and
 * cannot be made to fail by a client.
 */
export function probeOf(
  nodes: MethodHandler,
  { shard, realm }: Network,
): (signal: AbortSignal) => Promise<ProbeRound | null> {
  const request = com.hedera.mirror.api.proto.AddressBookQuery.encode({
    fileId: {
      shardNum: bigIntToLong(shard),
      realmNum: bigIntToLong(realm),
      fileNum: bigIntToLong(BigInt(NODE_DETAILS_FILE)),
    },
  }).finish();
  return async (signal) => {
    const begun = performance.now();
    const end = AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]);
    const call = {
      requests: only(request),
      client: SHARED_CLIENT,
      signal: end,
      begin: () => undefined,
      send: () => Promise.resolve(),
    };
    const isAnswered = await untilAborted(
      nodes(call).then(
        () => true,
        // A network may have no address book yet.
        (error: unknown) => error instanceof CallError && error.code === 'notFound',
      ),
      end,
    );
    if (signal.aborted) return null;
    return { asked: 1, failed: isAnswered ? 0 : 1, slowestMs: performance.now() - begun };
  };
}

async function* only(message: Uint8Array): AsyncGenerator<Uint8Array> {
  yield message;
}
