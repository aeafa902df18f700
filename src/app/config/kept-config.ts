import type { RecordOptions } from '../../ingest/records/context.ts';
import type { KeptRecords } from '../../ingest/records/kept-records.ts';
import type { RetentionPolicy } from '../../ingest/retention/policy.ts';
import type { Config } from './config.ts';
import { retentionPeriods } from './retention-periods.ts';

/** Longer than any answer takes to be made, in milliseconds: its request's time limit and this. */
const GRACE = 15_000;
/** Families that are gone through as a whole are so for each hour of the ledger's time. */
const RISE = 3_600_000_000_000n;

type Kept = Pick<
  RecordOptions,
  'entityTransactions' | 'itemizedTransfers' | 'transactionBytes' | 'transactionRecordBytes' | 'kept'
>;

/** Which rows of the history the settings ask for. */
export function keptOptionsOf(config: Config): Kept {
  const { keepEntities, keepEntitiesExcept, keepTypes, keepTypesExcept, keepWithout, keepAlso } = config;
  const kept: KeptRecords = {
    entities: keepEntities ?? undefined,
    exceptEntities: keepEntitiesExcept ?? undefined,
    types: keepTypes ?? undefined,
    exceptTypes: keepTypesExcept ?? undefined,
    without: keepWithout,
  };
  return {
    kept,
    entityTransactions: keepAlso.has('entity-transactions'),
    itemizedTransfers: keepAlso.has('itemized-transfers'),
    transactionBytes: keepAlso.has('transaction-bytes'),
    transactionRecordBytes: keepAlso.has('record-bytes'),
  };
}

/** How long which rows are kept. */
export function retentionPolicyOf(config: Config): RetentionPolicy {
  const { retention, retentionOf, shard, realm, requestTimeout } = config;
  return {
    periods: retentionPeriods(retention, retentionOf),
    grace: requestTimeout + GRACE,
    rise: RISE,
    shard: BigInt(shard),
    realm: BigInt(realm),
  };
}
