import { LEFT_OUT } from '../../ingest/records/kept-records.ts';
import { entityIds, period, periodsOf, transactionTypes } from './keep-kinds.ts';
import { setting, shownAs } from './setting.ts';
import { listOrNone, optional } from './setting-kinds.ts';

const GROUP = 'What is kept';

/** Settings of what is stored and for how long. The present state is always stored from all of the stream. */
export const KEEP_SETTINGS = {
  keepEntities: shownAs(
    setting(
      GROUP,
      'TAIN_KEEP_ENTITIES',
      optional(entityIds),
      '',
      'Store the history only of transactions that mention one of these entities: as payer, as the entity acted on, in transfers of hbar (fees included) or tokens, or as the token.',
    ),
    'all',
  ),
  keepEntitiesExcept: shownAs(
    setting(
      GROUP,
      'TAIN_KEEP_ENTITIES_EXCEPT',
      optional(entityIds),
      '',
      'Store no history of transactions that mention one of these entities.',
    ),
    'none',
  ),
  keepTypes: shownAs(
    setting(
      GROUP,
      'TAIN_KEEP_TYPES',
      optional(transactionTypes),
      '',
      'Store the history only of transactions of these types, named as in the API.',
    ),
    'all',
  ),
  keepTypesExcept: shownAs(
    setting(
      GROUP,
      'TAIN_KEEP_TYPES_EXCEPT',
      optional(transactionTypes),
      '',
      'Store no history of transactions of these types.',
    ),
    'none',
  ),
  keepWithout: shownAs(
    setting(
      GROUP,
      'TAIN_KEEP_WITHOUT',
      listOrNone(...LEFT_OUT),
      '',
      'Rows that are not stored: actions of contracts, former versions of entities (`history`), messages of topics, changes of the storage of contracts, logs of token transfers outside of contracts.',
    ),
    'none',
  ),
  keepAlso: shownAs(
    setting(
      GROUP,
      'TAIN_KEEP_ALSO',
      listOrNone('entity-transactions', 'itemized-transfers', 'record-bytes', 'transaction-bytes'),
      '',
      'Rows and columns that are stored, too, for readers of the database: which transactions touched an entity, the transfers that were asked for, the bytes of records and of transactions.',
    ),
    'none',
  ),
  retention: shownAs(
    setting(
      GROUP,
      'TAIN_RETENTION',
      optional(period),
      '',
      'How long the history is kept, back from the last block; what is older is removed while the ingest runs.',
    ),
    'for ever',
  ),
  retentionOf: shownAs(
    setting(
      GROUP,
      'TAIN_RETENTION_OF',
      optional(periodsOf),
      '',
      'The same for single families of rows, in place of `TAIN_RETENTION`: `actions`, `balances`, `blocks`, `contracts`, `history`, `topics`, `transactions`. `forever` keeps one.',
    ),
    'as `TAIN_RETENTION`',
  ),
};
