import type { Schema } from '../query/json-schema.ts';

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

/** Schema of a proof for the interface description; `docs/proofs.md` explains each part. */
export const PROOF_SCHEMA: Schema = object(
  {
    version: { type: 'integer', description: 'Number of the format: 1.' },
    kind: { type: 'string', enum: ['block', 'record-file'], description: 'Signed object.' },
    block: object(
      { number: text('Number of the block.'), hash: text('Hash in hex with `0x`.') },
      ['number', 'hash'],
      'Informational: verifiers compute both.',
    ),
    timestamp: bytes('For a block: its `Timestamp`.'),
    subtrees: array(bytes('A hash.'), 'For a block: the leaves 1 to 8, or 1 to 16, of its root.'),
    trees: array(
      object(
        {
          tree: { type: 'integer', description: '5: inputs; 6: outputs; 7: state changes; 8: traces.' },
          leaves: { type: 'integer', description: 'Number of leaves in the tree.' },
          items: array(
            object(
              {
                index: { type: 'integer', description: 'Index in the tree.' },
                bytes: bytes('The serialized `BlockItem`.'),
              },
              ['index', 'bytes'],
            ),
          ),
          siblings: array(
            bytes('A hash.'),
            'Hashes of the largest subtrees without a shown item, from left to right.',
          ),
        },
        ['tree', 'leaves', 'items', 'siblings'],
      ),
      'For a block: items with their paths.',
    ),
    signature: object(
      {
        kind: {
          type: 'string',
          enum: ['direct', 'later'],
          description: 'Whether its own root hash is signed, or that of a later block.',
        },
        block_signature: bytes('The threshold signature.'),
        state_proof: bytes('The serialized `StateProof`.'),
      },
      ['kind'],
      'For a block.',
    ),
    ledger: object(
      { publication: bytes('Serialized `LedgerIdPublicationTransactionBody`.') },
      ['publication'],
      'For a block: the ledger that signed.',
    ),
    transaction: object(
      {
        input: { type: 'integer', description: 'Index in tree 5.' },
        inner: { type: 'integer', nullable: true, description: 'Index in a batch.' },
        link: {
          type: 'string',
          enum: ['run', 'receipts', 'none'],
          description:
            'Parts of the result that are bound to the transaction: all, the status alone, or nothing.',
        },
        receipts: { type: 'integer', nullable: true, description: 'Index of the receipts in tree 7.' },
        entry: { type: 'integer', nullable: true, description: 'Index of its receipt among them.' },
      },
      ['input', 'inner', 'link', 'receipts', 'entry'],
      'For a block: position of the transaction.',
    ),
    topic: object(
      {
        topic_id: text('The topic.'),
        sequence_number: text('Number of the first message.'),
        previous_running_hash: bytes('Running hash before the first message.'),
        messages: array(
          object(
            {
              payer: text('Payer.'),
              consensus_timestamp: text('Consensus time.'),
              message: bytes('Content.'),
            },
            ['payer', 'consensus_timestamp', 'message'],
          ),
        ),
      },
      ['topic_id', 'sequence_number', 'previous_running_hash', 'messages'],
      'Messages, in order and without a gap.',
    ),
    file: {
      type: 'object',
      description: 'For a record file: the whole file, or the parts around the transaction.',
    },
    signed: {
      type: 'string',
      enum: ['metadata', 'file'],
      description: 'For a record file: the signed hash.',
    },
    signatures: array(
      object({ node_id: text('The node.'), signature: bytes('RSA signature.') }, ['node_id', 'signature']),
      'For a record file.',
    ),
    address_book: bytes('For a record file: the `NodeAddressBook` in force.'),
  },
  ['version', 'kind', 'block'],
  'A proof that `tain/verify` checks.',
);

/** The other form of the proof of a block. */
export const PROTOBUF_FORM: Readonly<Record<string, Schema>> = {
  'application/protobuf': {
    type: 'string',
    format: 'binary',
    description: 'For a block: a `com.hedera.hapi.block.stream.StateProof` with a path for each item.',
  },
};

/** Reasons for a missing proof, by status. */
export const REFUSALS: Readonly<Record<number, string>> = {
  406: 'The proof of a record file has no protobuf form.',
  409: 'Neither the block nor one of the 128 blocks after it has a signature, or not yet: `Retry-After`.',
  410: 'The raw file, or an earlier message, is no longer retained.',
  502: 'The raw file differs from the one that was verified and stored.',
};
