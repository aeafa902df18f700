import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import { Writer } from '@tain/protos/wire';
import { describe, expect, it } from 'vitest';
import { readBlockItems } from '../../../../src/ingest/decode/block/block-items.ts';
import { NEWER_FIELDS, type NewerFields } from '../../../../src/ingest/decode/block/newer-fields.ts';
import { translateItems } from '../../../../src/ingest/decode/block/translate.ts';
import type { Item } from '../../../../src/ingest/decode/item.ts';
import { atOnce } from '../../../../src/kernel/limits/in-slices.ts';
import {
  accesses,
  at,
  CALLED,
  codeState,
  contract,
  itemsOf,
  number,
  slotState,
  type TestItem,
  word,
} from './given.ts';

/** Arbitrary field numbers, because those of the network are not public. */
const FIELDS: NewerFields = { slotWrittenValue: 4, createdContractIds: 10 };
const HAPI = { major: 0, minor: 80, patch: 0 };

const field = (id: number, bytes: Uint8Array) =>
  Writer.create()
    .uint32((id << 3) | 2)
    .bytes(bytes)
    .finish();

/** Returns an item of a call of contract 50. `trace`: bytes of its `TraceData`. */
function call(given: Partial<TestItem>, trace: Uint8Array | null, fields: NewerFields): Item {
  const outputs = trace ? [CALLED] : [];
  const items = itemsOf({ at: 1, body: { contractCall: {} }, outputs, ...given });
  const serialized = items.map((item) => Buffer.from(stream.BlockItem.encode(item).finish()));
  if (trace) serialized.splice(3, 0, Buffer.from(field(11, trace)));
  return at(atOnce(translateItems(atOnce(readBlockItems(serialized)).items, HAPI, fields)), 0);
}

describe('the value written to a slot', () => {
  /**
   * Returns reads of two written slots, 0a and 0b, with written values encoded as in the field; null: without the
   * field.
   */
  const trace = (...written: (string | null)[]) => {
    const reads = written.map((value, index) => {
      const known = stream.SlotRead.encode({ index, readValue: word('01') }).finish();
      return field(4, Buffer.concat([known, value === null ? Buffer.alloc(0) : field(4, word(value))]));
    });
    const usage = stream.ContractSlotUsage.encode({
      contractId: proto.ContractID.encode(contract(50)).finish(),
      writtenSlotKeys: { keys: [word('0a'), word('0b')] },
    }).finish();
    return field(1, field(2, Buffer.concat([usage, ...reads])));
  };
  const changes = [slotState(50, '0a', '11'), slotState(50, '0b', '22')];
  const of = (fields: NewerFields, ...written: (string | null)[]) => {
    const item = call({ changes }, trace(...written), fields);
    return [accesses(item).map(([, , value]) => value), item.blockFacts?.conflicts];
  };

  it('is the one in the trace, or else that of the state', () => {
    expect(of(FIELDS, '11', null)).toEqual([['11', '22'], []]);
    expect(of(FIELDS, '00', '22')).toEqual([['', '22'], ['written_value']]);
  });

  it('is that of the state if the number of the field is unknown', () => {
    expect(of({}, '33', '44')).toEqual([['11', '22'], []]);
  });
});

describe('the contracts that an execution created', () => {
  const of = (fields: NewerFields, created: readonly number[], inState: readonly number[]) => {
    const known = proto.EvmTransactionResult.encode({ contractId: contract(50) }).finish();
    const encoded = created.map((num) => field(10, proto.ContractID.encode(contract(num)).finish()));
    const outputs = [{ contractCall: { evmTransactionResult: Buffer.concat([known, ...encoded]) } }];
    const item = call({ outputs, changes: inState.map((num) => codeState(num, '6001')) }, null, fields);
    const ids = item.record.contractCallResult?.createdContractIDs ?? [];
    return [ids.map((id) => number(id.contractNum)), item.blockFacts?.conflicts];
  };

  it('are those in its result, or else those whose code is in the state', () => {
    expect(of(FIELDS, [61, 60], [60, 61])).toEqual([[61, 60], []]);
    expect(of(FIELDS, [60], [60, 61])).toEqual([[60], ['created_contract_ids']]);
    expect(of(FIELDS, [60], [])).toEqual([[60], []]);
    expect(of(FIELDS, [], [60])).toEqual([[60], []]);
  });

  it('are those of the state if the number of the field is unknown', () => {
    expect(of(NEWER_FIELDS, [61], [60])).toEqual([[60], []]);
  });
});
