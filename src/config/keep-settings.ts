import { LEFT_OUT } from '../ingest/records/record-filter.ts';
import { setting, shownAs } from '../kernel/settings/setting.ts';
import { listOrNone, optional } from '../kernel/settings/setting-kinds.ts';
import { entityIds, period, periodsOf, transactionTypes } from './keep-kinds.ts';

const GROUP = 'Retention';

/** Settings of the stored rows and their retention. The present state is always stored from all of the stream. */
export const KEEP_SETTINGS = {
  keepEntities: shownAs(
    setting(
      GROUP,
      'TAIN_KEEP_ENTITIES',
      optional(entityIds),
      '',
      'History is stored only for transactions that [mention](operations.md#what-is-stored) one of these.',
    ),
    'all',
  ),
  keepEntitiesExcept: shownAs(
    setting(
      GROUP,
      'TAIN_KEEP_ENTITIES_EXCEPT',
      optional(entityIds),
      '',
      'No history is stored for transactions that mention one of these.',
    ),
    'none',
  ),
  keepTypes: shownAs(
    setting(
      GROUP,
      'TAIN_KEEP_TYPES',
      optional(transactionTypes),
      '',
      'History is stored only for transactions of these types, named as in the API.',
    ),
    'all',
  ),
  keepTypesExcept: shownAs(
    setting(
      GROUP,
      'TAIN_KEEP_TYPES_EXCEPT',
      optional(transactionTypes),
      '',
      'No history is stored for transactions of these types.',
    ),
    'none',
  ),
  keepWithout: shownAs(
    setting(
      GROUP,
      'TAIN_KEEP_WITHOUT',
      listOrNone(...LEFT_OUT),
      '',
      '[Rows that are not stored](operations.md#what-is-stored).',
    ),
    'none',
  ),
  keepAlso: shownAs(
    setting(
      GROUP,
      'TAIN_KEEP_ALSO',
      listOrNone('entity-transactions', 'itemized-transfers', 'record-bytes', 'transaction-bytes'),
      '',
      'Additional rows for readers of the database: transactions by entity, requested transfers, bytes of records and transactions.',
    ),
    'none',
  ),
  retention: shownAs(
    setting(
      GROUP,
      'TAIN_RETENTION',
      optional(period),
      '',
      '[Age](operations.md#how-long) at which the ingest removes history.',
    ),
    'for ever',
  ),
  retentionOf: shownAs(
    setting(
      GROUP,
      'TAIN_RETENTION_OF',
      optional(periodsOf),
      '',
      'The same for single [families of rows](operations.md#how-long).',
    ),
    'as `TAIN_RETENTION`',
  ),
};
