import { fileContent, isUserFile } from '../../store/reads/file-content.ts';
import { sql } from '../../store/sql.ts';
import {
  boolean,
  computed,
  cryptoKey,
  entityId,
  integer,
  text,
  timestamp,
  timestampRange,
  word,
} from '../answer/scalars.ts';
import { addressText, hexOrEmpty } from './addresses.sql.ts';

/** A contract, from a version of its entity as `e` and `contract` as `c`. */
export const CONTRACT_FIELDS = {
  admin_key: cryptoKey(sql`e.key`, { description: 'Key that may change the contract.' }),
  auto_renew_account: entityId(sql`e.auto_renew_account_id`, {
    description: 'Account that pays for the renewal.',
  }),
  auto_renew_period: integer(sql`e.auto_renew_period`, { description: 'Seconds added by a renewal.' }),
  contract_id: entityId(sql`e.id`, { nullable: false }),
  created_timestamp: timestamp(sql`e.created_timestamp`, {
    description: 'Consensus time of the creation.',
  }),
  deleted: boolean(sql`e.deleted`),
  evm_address: word(addressText(sql`e.evm_address`, sql`e.id`), {
    description: 'EVM address; derived from the number if the contract has no other.',
    pattern: '^0x[0-9a-f]{40}$',
    nullable: false,
  }),
  expiration_timestamp: timestamp(
    // The sum may exceed 64 bits.
    sql`coalesce(e.expiration_timestamp::numeric, e.created_timestamp + e.auto_renew_period::numeric * 1000000000)`,
    { description: 'Expiration of the contract: as set, or one renewal period after its creation.' },
  ),
  file_id: entityId(sql`c.file_id`, { description: 'File with the bytecode for the creation.' }),
  max_automatic_token_associations: integer(sql`e.max_automatic_token_associations`),
  memo: text(sql`e.memo`, { nullable: false }),
  nonce: integer(sql`e.ethereum_nonce`, { description: 'Nonce for contracts that it creates.' }),
  obtainer_id: entityId(sql`e.obtainer_id`, {
    description: 'Account or contract that received the remaining balance at the deletion.',
  }),
  permanent_removal: boolean(sql`e.permanent_removal`),
  proxy_account_id: entityId(sql`e.proxy_account_id`),
  timestamp: timestampRange(sql`e.timestamp_range`, {
    description: 'Validity of the shown version; `to` is null for the current one.',
    nullable: false,
  }),
};

const BYTECODE_SCHEMA = { type: 'string', pattern: '^0x' } as const;

/** One contract with its code. Code from a file is the file's content when the contract was created. */
export const CONTRACT_DETAIL_FIELDS = {
  ...CONTRACT_FIELDS,
  bytecode: computed<string>(
    [
      sql`case
        when ${isUserFile(sql`c.file_id`)}
          then ${fileContent(sql`c.file_id`, { upper: sql`e.created_timestamp` })}
      end`,
      sql`encode(c.initcode, 'hex')`,
    ],
    (file = null, initcode = null) => {
      // The file holds hex digits, with or without `0x`.
      const digits = file === null ? (initcode ?? '') : Buffer.from(file.slice(2), 'hex').toString();
      return JSON.stringify(digits.startsWith('0x') ? digits : `0x${digits}`);
    },
    { ...BYTECODE_SCHEMA, description: 'Code that the creation ran, in hex.' },
  ),
  runtime_bytecode: word(hexOrEmpty(sql`c.runtime_bytecode`), {
    ...BYTECODE_SCHEMA,
    description: 'Code that a call runs, in hex.',
    nullable: false,
  }),
};
