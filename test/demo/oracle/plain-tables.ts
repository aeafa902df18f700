import { snapshotRows } from './balances.ts';
import {
  actionRows,
  contractRows,
  executionsOf,
  logRows,
  participationRows,
  resultRows,
  stateChangeRows,
} from './contract-rows.ts';
import { ethereumRows, walletFields } from './ethereum-rows.ts';
import { addressBookRows, fileRows } from './file-rows.ts';
import { hookChangeRows } from './hook-rows.ts';
import { presentRows } from './present-rows.ts';
import type { Row } from './rows.ts';
import { stakeVersions } from './stakes.ts';
import type { Model } from './state-tables.ts';
import {
  assessedFeeRows,
  cryptoTransferRows,
  fileDataRows,
  freezeRows,
  rewardRows,
  signatureRows,
  stakeRows,
  tokenTransferRows,
  transactionHashRows,
  transactionRows,
} from './transaction-rows.ts';

/**
 * Columns that blocks lack, or contain with other bytes (also used by `block-translation.extended.test.ts`), by table.
 */
export const NOT_IN_BLOCKS: Readonly<Record<string, readonly string[]>> = {
  transaction: ['congestion_pricing_multiplier', 'transaction_record_bytes'],
  contract_result: ['function_result'],
};
/** Rows of the files themselves: the oracle reads only record files. */
export const OF_FILES = ['record_file', 'sidecar_file'];

/** A table without history: its rows, its key, and expressions to compare instead of some columns. */
export interface PlainTable {
  readonly key: readonly string[];
  readonly rows: Row[];
  readonly instead?: Readonly<Record<string, string>>;
}

const TIME = ['consensus_timestamp'];

/** Returns all tables without history, with their expected rows. `ends`: consensus ends of the blocks in `dir`. */
export function plainTables(model: Model, dir: string, ends: readonly bigint[]): Record<string, PlainTable> {
  const { ledger, stream } = model;
  const executions = executionsOf(stream, ledger);
  const participation = participationRows(stream, executions);
  const stakes = stakeRows(stream);
  const files = fileRows(dir, stream);
  const books = addressBookRows(dir, stream);
  const snapshots = snapshotRows(model, ends);
  const present = presentRows(model);
  const pad = (column: string): string =>
    `decode(lpad(encode(coalesce(t.${column}, ''), 'hex'), 64, '0'), 'hex')`;
  const at = (rows: Row[], ...key: string[]): PlainTable => ({ rows, key: [...TIME, ...key] });
  return {
    ...present,
    contract_state: { ...(present.contract_state as PlainTable), instead: { value: pad('value') } },
    hook_storage: { ...(present.hook_storage as PlainTable), instead: { value: pad('value') } },
    transaction: at(transactionRows(stream, ledger)),
    crypto_transfer: at(cryptoTransferRows(stream), 'entity_id'),
    token_transfer: at(tokenTransferRows(stream, ledger), 'token_id', 'account_id'),
    staking_reward_transfer: at(rewardRows(stream), 'account_id'),
    assessed_custom_fee: at(assessedFeeRows(stream), 'collector_account_id'),
    transaction_hash: at(transactionHashRows(stream), 'hash'),
    transaction_signature: at(signatureRows(stream), 'public_key_prefix'),
    file_data: at(fileDataRows(stream)),
    network_freeze: at(freezeRows(stream)),
    network_stake: at(stakes.network),
    node_stake: at(stakes.node, 'node_id'),
    contract: { rows: contractRows(model, (item) => walletFields(item).data), key: ['id'] },
    contract_action: at(actionRows(stream), 'index'),
    contract_log: at(logRows(executions), 'index'),
    contract_result: at(resultRows(stream, executions, walletFields)),
    contract_state_change: at(stateChangeRows(stream), 'contract_id', 'slot'),
    contract_transaction: at(participation.transactions, 'entity_id'),
    contract_transaction_hash: at(participation.hashes),
    ethereum_transaction: at(ethereumRows(stream)),
    hook_storage_change: at(hookChangeRows(stream), 'owner_id', 'hook_id', 'key'),
    record_file: { rows: files.blocks, key: ['consensus_end'] },
    sidecar_file: { rows: files.sidecars, key: ['consensus_end'] },
    address_book: { rows: books.book, key: ['start_consensus_timestamp'] },
    address_book_entry: at(books.entries, 'node_id'),
    address_book_service_endpoint: at(books.endpoints, 'node_id'),
    ...snapshots,
    ...stakeTables(model),
  };
}

function stakeTables({ ledger, stream }: Model): Record<string, PlainTable> {
  const { present, past } = stakeVersions(ledger, stream);
  return {
    entity_stake: { rows: present, key: ['id'] },
    entity_stake_history: { rows: past, key: ['id', 'timestamp_range'] },
  };
}
