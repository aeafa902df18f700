import type { RecordOptions } from '../ingest/records/context.ts';
import type { RecordFilter } from '../ingest/records/record-filter.ts';
import type { RetentionPolicy } from '../ingest/retention/policy.ts';
import type { Config } from './config.ts';
import { retentionPeriods } from './retention-periods.ts';

/** Milliseconds that a response may take beyond the time limit of its request. */
const RESPONSE_GRACE_MS = 15_000;
/**
 * Families that are removed by full scans are scanned at most once in this period of the ledger's time (nanoseconds).
 */
const RISE_NS = 3_600_000_000_000n;

type StoredRowOptions = Pick<
  RecordOptions,
  'entityTransactions' | 'itemizedTransfers' | 'transactionBytes' | 'transactionRecordBytes' | 'filter'
>;

/** Returns the options for the rows of history that are stored according to the settings. */
export function storedRowOptions(config: Config): StoredRowOptions {
  const { keepEntities, keepEntitiesExcept, keepTypes, keepTypesExcept, keepWithout, keepAlso } = config;
  const filter: RecordFilter = {
    entities: keepEntities ?? undefined,
    exceptEntities: keepEntitiesExcept ?? undefined,
    types: keepTypes ?? undefined,
    exceptTypes: keepTypesExcept ?? undefined,
    without: keepWithout,
  };
  return {
    filter,
    entityTransactions: keepAlso.has('entity-transactions'),
    itemizedTransfers: keepAlso.has('itemized-transfers'),
    transactionBytes: keepAlso.has('transaction-bytes'),
    transactionRecordBytes: keepAlso.has('record-bytes'),
  };
}

/** Returns the retention period of each family of rows. */
export function retentionPolicyOf(config: Config): RetentionPolicy {
  const { retention, retentionOf, shard, realm, requestTimeout } = config;
  return {
    periods: retentionPeriods(retention, retentionOf),
    graceMs: requestTimeout + RESPONSE_GRACE_MS,
    rise: RISE_NS,
    shard: BigInt(shard),
    realm: BigInt(realm),
  };
}
