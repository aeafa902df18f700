import type { Schema } from '../../query/json-schema.ts';

const text = (description: string): Schema => ({ type: 'string', description });
const bytes = (description: string): Schema => ({ type: 'string', format: 'byte', description });
const object = (
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
  description?: string,
): Schema => ({ type: 'object', properties, required: [...required], ...(description && { description }) });
const array = (items: Schema, description?: string): Schema => ({
  type: 'array',
  items,
  ...(description && { description }),
});

/** What a proof is, as the interface description has it; `docs/proofs.md` says what each part means. */
export const PROOF_SCHEMA: Schema = object(
  {
    version: { type: 'integer', description: 'Number of the format: 1.' },
    kind: { type: 'string', enum: ['block', 'record-file'], description: 'What nodes signed.' },
    block: object(
      { number: text('Number of the block.'), hash: text('Its hash, hex behind `0x`.') },
      ['number', 'hash'],
      'For the reader: who verifies computes them.',
    ),
    timestamp: bytes('Of a block: its `Timestamp`.'),
    subtrees: array(bytes('A hash.'), 'Of a block: the leaves 1 to 8, or 1 to 16, of its root.'),
    trees: array(
      object(
        {
          tree: { type: 'integer', description: '5: inputs; 6: outputs; 7: state changes; 8: traces.' },
          leaves: { type: 'integer', description: 'How many leaves the tree has.' },
          items: array(
            object(
              {
                index: { type: 'integer', description: 'Place in the tree.' },
                bytes: bytes('The serialized `BlockItem`.'),
              },
              ['index', 'bytes'],
            ),
          ),
          siblings: array(
            bytes('A hash.'),
            'Of the largest parts in which no shown item lies, left to right.',
          ),
        },
        ['tree', 'leaves', 'items', 'siblings'],
      ),
      'Of a block: items with their paths.',
    ),
    signature: object(
      {
        kind: { type: 'string', enum: ['direct', 'later'], description: 'Of its root hash, or a later one.' },
        block_signature: bytes('The threshold signature.'),
        state_proof: bytes('The serialized `StateProof`.'),
      },
      ['kind'],
      'Of a block.',
    ),
    ledger: object(
      { publication: bytes('Serialized `LedgerIdPublicationTransactionBody`.') },
      ['publication'],
      'Of a block: whose signature it is.',
    ),
    transaction: object(
      {
        input: { type: 'integer', description: 'Place in tree 5.' },
        inner: { type: 'integer', nullable: true, description: 'Place in a batch.' },
        link: {
          type: 'string',
          enum: ['run', 'receipts', 'none'],
          description: 'What binds its result to it: all, the status alone, or nothing.',
        },
        receipts: { type: 'integer', nullable: true, description: 'Place of the receipts in tree 7.' },
        entry: { type: 'integer', nullable: true, description: 'Which of them is its receipt.' },
      },
      ['input', 'inner', 'link', 'receipts', 'entry'],
      'Of a block: where the transaction is.',
    ),
    topic: object(
      {
        topic_id: text('The topic.'),
        sequence_number: text('Number of the first message.'),
        previous_running_hash: bytes('Before it.'),
        messages: array(
          object(
            {
              payer: text('Who paid.'),
              consensus_timestamp: text('Its time.'),
              message: bytes('Its content.'),
            },
            ['payer', 'consensus_timestamp', 'message'],
          ),
        ),
      },
      ['topic_id', 'sequence_number', 'previous_running_hash', 'messages'],
      'Messages, in order and without a gap.',
    ),
    file: { type: 'object', description: 'Of a record file: all of it, or what frames the transaction.' },
    signed: { type: 'string', enum: ['metadata', 'file'], description: 'Of a record file: which hash.' },
    signatures: array(
      object({ node_id: text('The node.'), signature: bytes('Its RSA signature.') }, [
        'node_id',
        'signature',
      ]),
      'Of a record file.',
    ),
    address_book: bytes('Of a record file: the `NodeAddressBook` in force.'),
  },
  ['version', 'kind', 'block'],
  'A proof that `tain/verify` checks.',
);

/** The other form of the proof of a block. */
export const PROTOBUF_FORM: Readonly<Record<string, Schema>> = {
  'application/protobuf': {
    type: 'string',
    format: 'binary',
    description: 'Of a block: a `com.hedera.hapi.block.stream.StateProof` with a path for each item.',
  },
};

/** Why there is no proof, by status. */
export const REFUSALS: Readonly<Record<number, string>> = {
  406: 'The proof of a record file has no protobuf form.',
  409: 'Nobody signed the block or one of the 128 behind it, or not yet: `Retry-After`.',
  410: 'The raw file, or a message before, is not kept any more.',
  502: 'The raw file is another one than what was verified and stored.',
};
