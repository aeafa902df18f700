import { encodeEntityId } from '@tain/ledger/entity-id';
import { parseTransactionType } from '@tain/ledger/transaction-type';
import type { Reader } from '../kernel/settings/setting-kinds.ts';
import { RETENTION_FAMILIES, type RetentionFamily } from '../store/schema/kept-tables.ts';

/** Returns the packed id of an entity in `shard.realm.num`; undefined for any other text. */
function packedId(text: string): bigint | undefined {
  const [, shard, realm, num] = /^\s*(\d{1,4})\.(\d{1,5})\.(\d{1,12})\s*$/.exec(text) ?? [];
  if (shard === undefined || realm === undefined || num === undefined) return undefined;
  try {
    return encodeEntityId(BigInt(shard), BigInt(realm), BigInt(num));
  } catch {
    return undefined;
  }
}

/** Id of one entity, as a packed id. */
export const entityId: Reader<bigint> = {
  kind: 'entity',
  read(value) {
    const id = packedId(value);
    if (id === undefined) throw new Error('an entity id such as 0.0.1234');
    return id;
  },
};

/** Ids of entities, separated by commas, as packed ids. */
export const entityIds: Reader<ReadonlySet<bigint>> = {
  kind: 'entities',
  read(value) {
    const ids = value.split(',').map(packedId);
    if (!ids.every((id) => id !== undefined)) {
      throw new Error('a list of entity ids such as 0.0.1234,0.0.1235');
    }
    return new Set(ids);
  },
};

/** Types of transactions by name, separated by commas, as numbers. */
export const transactionTypes: Reader<ReadonlySet<number>> = {
  kind: 'types',
  read(value) {
    const types = value.split(',').map((name) => parseTransactionType(name.trim()));
    if (!types.every((type) => type !== undefined)) {
      throw new Error('a list of transaction types such as CRYPTOTRANSFER,CONTRACTCALL');
    }
    return new Set(types);
  },
};

const NANOS: Readonly<Record<string, bigint>> = {
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
  d: 86_400_000_000_000n,
};
const PERIOD_FORM = 'a period such as 90d, 12h or 30m';

/** A period of the ledger's time, in nanoseconds: days, hours or minutes. */
export const period: Reader<bigint> = {
  kind: '`90d`, `12h`, `30m`, …',
  read(value) {
    const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(value) ?? [];
    const nanos = BigInt(count ?? 0) * (NANOS[unit] ?? 0n);
    if (nanos === 0n) throw new Error(PERIOD_FORM);
    return nanos;
  },
};

/** Periods by family of rows; null: for ever. */
export const periodsOf: Reader<ReadonlyMap<RetentionFamily, bigint | null>> = {
  kind: '`topics=30d,actions=7d,balances=forever`, …',
  read(value) {
    return new Map(
      value.split(',').map((pair) => {
        const [name, text = ''] = pair.split('=').map((part) => part.trim());
        const family = RETENTION_FAMILIES.find((one) => one === name);
        if (family === undefined)
          throw new Error(`periods of ${RETENTION_FAMILIES.join(', ')}: topics=30d,actions=7d`);
        return [family, text === 'forever' ? null : period.read(text)];
      }),
    );
  },
};
