/** Smallest transactions of common operations, serialized, of which the mirror estimates the fees. */

/** Serializes a protobuf field with bytes of less than 128, or with an integer of less than 128. */
function field(number: number, content: readonly number[] | number): readonly number[] {
  const tag = (number << 3) | (typeof content === 'number' ? 0 : 2);
  const key = tag < 128 ? [tag] : [(tag & 127) | 128, tag >> 7];
  return typeof content === 'number' ? [...key, content] : [...key, content.length, ...content];
}

/** Id of a token or account 0.0.2: its number is field 3 of both (basic_types.proto). */
const ID = field(3, 2);
const AMOUNT = [...field(1, ID), ...field(2, 2)];

/** Field of each operation in `TransactionBody` (transaction.proto), and its content. */
const OPERATIONS: readonly (readonly [operation: string, number: number, content: readonly number[]])[] = [
  ['Transfer of hbars', 14, []],
  ['Transfer of a token', 14, field(2, [...field(1, ID), ...field(2, AMOUNT), ...field(2, AMOUNT)])],
  ['Create an account', 11, []],
  ['Create a topic', 24, []],
  ['Message to a topic', 27, [...field(1, ID), ...field(2, [104, 105])]],
  ['Create a token', 29, []],
  ['Mint a fungible token', 37, [...field(1, ID), ...field(2, 1)]],
  ['Mint an NFT', 37, [...field(1, ID), ...field(3, [1])]],
  ['Associate a token', 40, [...field(1, ID), ...field(2, ID)]],
  ['Create a schedule', 42, field(1, field(3, []))],
  ['Create a contract', 8, []],
];

/** Common operations with a serialized `Transaction` of each, whose signed bytes are field 5. */
export const SAMPLES: readonly (readonly [operation: string, transaction: Uint8Array<ArrayBuffer>])[] =
  OPERATIONS.map(([operation, number, content]) => {
    const signed = field(1, field(number, content));
    return [operation, Uint8Array.from(field(5, signed))] as const;
  });
