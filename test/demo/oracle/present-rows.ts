import { proto } from '@tain/protos/hapi';
import { hookChangeRows } from './hook-rows.ts';
import { bytesText, jsonText, type Row, text } from './rows.ts';
import type { Model } from './state-tables.ts';

/** Returns the times at which slots of hooks were created (again after they were emptied), and last written. */
function timesOfHookSlots(changes: readonly Row[]): Map<string, Row> {
  const times = new Map<string, Row>();
  for (const { owner_id, hook_id, key, value_written, deleted, consensus_timestamp = null } of changes) {
    if (value_written === null) continue;
    const name = `${owner_id}|${hook_id}|${key}`;
    const before = times.get(name);
    const isNew = before === undefined || (before.deleted === 'true' && deleted === 'false');
    const created = isNew ? consensus_timestamp : (before?.created ?? null);
    times.set(name, { created, modified: consensus_timestamp, deleted: deleted ?? null });
  }
  return times;
}

/** Returns the rows of the tables without history. */
export function presentRows({ ledger, stream }: Model): Record<string, { rows: Row[]; key: string[] }> {
  const hookTimes = timesOfHookSlots(hookChangeRows(stream));
  const pad = (value: bigint): string => `\\x${value.toString(16).padStart(64, '0')}`;
  return {
    schedule: {
      key: ['schedule_id'],
      rows: [...ledger.schedules.values()].map((row) => ({
        consensus_timestamp: text(row.createdAt),
        creator_account_id: text(row.creator),
        executed_timestamp: text(row.executedAt),
        payer_account_id: text(row.payer),
        schedule_id: text(row.num),
        transaction_body: bytesText(row.body),
        expiration_time: row.expirationGiven ? text(row.expiration) : null,
        wait_for_expiry: text(row.waitForExpiry),
      })),
    },
    ledger: {
      key: ['ledger_id'],
      rows: [...ledger.ledgerIds.values()].map((row) => ({
        consensus_timestamp: text(row.publishedAt),
        history_proof_verification_key: bytesText(row.verificationKey),
        ledger_id: bytesText(row.id),
        node_contributions: jsonText(
          row.contributions.map(({ node, weight, key: proofKey }) => ({
            history_proof_key: Buffer.from(proofKey).toString('hex'),
            node_id: node,
            weight,
          })),
        ),
      })),
    },
    contract_state: {
      key: ['contract_id', 'slot'],
      rows: [...ledger.slots.entries()].map(([slot, row]) => ({
        contract_id: text(row.contract),
        created_timestamp: text(ledger.slots.versions(slot)[0]?.from),
        modified_timestamp: text(ledger.slots.versions(slot).at(-1)?.from),
        slot: `\\x${row.key}`,
        value: pad(row.value),
      })),
    },
    hook_storage: {
      key: ['owner_id', 'hook_id', 'key'],
      rows: [...ledger.hookSlots.values()].map((row) => {
        const times = hookTimes.get(`${row.owner}|${row.hook}|\\x${row.key}`);
        return {
          created_timestamp: times?.created ?? null,
          hook_id: text(row.hook),
          modified_timestamp: times?.modified ?? null,
          owner_id: text(row.owner),
          key: `\\x${row.key}`,
          value: pad(row.value),
          deleted: text(row.value === 0n),
        };
      }),
    },
    topic_message: {
      key: ['consensus_timestamp'],
      rows: ledger.topicMessages.map((row) => {
        const item = stream.at(row.consensusTimestamp);
        const chunk = item?.body.consensusSubmitMessage?.chunkInfo;
        return {
          consensus_timestamp: text(row.consensusTimestamp),
          message: bytesText(row.message),
          running_hash: bytesText(row.runningHash),
          sequence_number: text(row.sequenceNumber),
          running_hash_version: null,
          chunk_num: chunk ? text(chunk.number ?? 0) : null,
          chunk_total: chunk ? text(chunk.total ?? 0) : null,
          payer_account_id: text(item?.payer),
          valid_start_timestamp: null,
          topic_id: text(row.topic),
          initial_transaction_id: chunk?.initialTransactionID
            ? bytesText(proto.TransactionID.encode(chunk.initialTransactionID).finish())
            : null,
        };
      }),
    },
    prng: {
      key: ['consensus_timestamp'],
      rows: stream.items.flatMap(({ ok, at, body, record, payer }) =>
        ok && body.utilPrng
          ? {
              consensus_timestamp: text(at),
              range: text(body.utilPrng.range ?? 0),
              prng_bytes: record.prngBytes?.length ? bytesText(record.prngBytes) : null,
              prng_number: record.prngBytes?.length ? null : text(record.prngNumber),
              payer_account_id: text(payer),
            }
          : [],
      ),
    },
  };
}
