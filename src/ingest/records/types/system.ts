import { epochDay, SECONDS_PER_STAKING_PERIOD } from '@tain/ledger/staking';
import { nanosOf } from '@tain/ledger/timestamp';
import type { com, proto } from '@tain/protos/hapi';
import type { Item } from '../../decode/item.ts';
import type { Context, TransactionType } from '../context.ts';
import { deleteEntity, updateEntity } from '../entity-change.ts';
import { bigIntOrNull, fileIdOf, idOrNull, timestampOf } from '../ids.ts';
import { smallInt } from '../words.ts';

interface SystemTarget {
  readonly fileID?: proto.IFileID | null;
  readonly contractID?: proto.IContractID | null;
}

function targetOf(item: Item, body: SystemTarget | null | undefined, context: Context): bigint {
  return body?.contractID ? context.contractId(item, body.contractID) : fileIdOf(body?.fileID);
}

function targetType(body: SystemTarget | null | undefined): 'CONTRACT' | 'FILE' {
  return body?.contractID ? 'CONTRACT' : 'FILE';
}

export const systemDelete: TransactionType = {
  entityId: (item, context) => targetOf(item, item.body.systemDelete, context),
  apply: (item, id, context) => deleteEntity(item, id, targetType(item.body.systemDelete), {}, context),
};

export const systemUndelete: TransactionType = {
  entityId: (item, context) => targetOf(item, item.body.systemUndelete, context),
  apply: (item, id, context) => updateEntity(item, id, targetType(item.body.systemUndelete), {}, context),
};

/** Returns the instant of an hour and minute on the day of `timestamp`, UTC. Saturates. */
function onDayOf(timestamp: bigint, hour: number, minute: number): bigint {
  return nanosOf(epochDay(timestamp) * SECONDS_PER_STAKING_PERIOD + BigInt(hour * 3600 + minute * 60), 0);
}

export const freeze: TransactionType = {
  entityId: (item) => fileIdOf(item.body.freeze?.updateFile),

  apply(item, _id, { rows }) {
    const body = item.body.freeze;
    if (!body) return;
    const at = item.consensusTimestamp;
    const start = timestampOf(body.startTime);
    const [startHour, endHour] = [body.startHour ?? 0, body.endHour ?? 0];
    const end = onDayOf(at, startHour > endHour ? endHour + 24 : endHour, body.endMin ?? 0);
    rows.add('network_freeze', {
      consensus_timestamp: at,
      // A freeze given in hours has an end; one given as an instant has none.
      start_time: start ?? onDayOf(at, startHour, body.startMin ?? 0),
      end_time: start === null ? end : null,
      file_hash: body.fileHash ?? Buffer.alloc(0),
      file_id: idOrNull(fileIdOf(body.updateFile)),
      payer_account_id: item.payer,
      type: smallInt(body.freezeType ?? 0, 0),
    });
  },
};

export const prng: TransactionType = {
  apply(item, _id, { rows }) {
    const { prngBytes, prngNumber } = item.record;
    const number = prngNumber ?? null;
    const bytes = prngBytes ?? null;
    if (number === null && bytes === null) return;
    rows.add('prng', {
      consensus_timestamp: item.consensusTimestamp,
      range: item.body.utilPrng?.range ?? 0,
      prng_bytes: bytes,
      prng_number: number,
      payer_account_id: item.payer,
    });
  },
};

export const ledgerIdPublication: TransactionType = {
  apply(item, _id, { state }) {
    const body: com.hedera.hapi.node.tss.ILedgerIdPublicationTransactionBody | null | undefined =
      item.body.ledgerIdPublication;
    if (!body?.ledgerId) return;
    state.ledger.version(item.consensusTimestamp, {
      ledger_id: body.ledgerId,
      consensus_timestamp: item.consensusTimestamp,
      history_proof_verification_key: body.historyProofVerificationKey ?? Buffer.alloc(0),
      node_contributions: contributionsText(body.nodeContributions ?? []),
    });
  },
};

function contributionsText(
  contributions: readonly com.hedera.hapi.node.tss.ILedgerIdNodeContribution[],
): string {
  const elements = contributions.map(({ nodeId, weight, historyProofKey }) => {
    const key = Buffer.from(historyProofKey ?? []).toString('hex');
    return `{"history_proof_key":"${key}","node_id":${bigIntOrNull(nodeId) ?? 0n},"weight":${bigIntOrNull(weight) ?? 0n}}`;
  });
  return `[${elements.join(',')}]`;
}
