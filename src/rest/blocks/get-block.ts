import { isBlock } from '../../store/reads/block.ts';
import { sql } from '../../store/sql.ts';
import { HASH } from '../query/common-types.ts';
import { LOOKUP } from '../query/dialects/ledger.ts';
import type { ParameterType } from '../query/parameter.ts';
import { itemRoute } from '../route/item-route.ts';
import { BLOCK_FIELDS } from './block.json.ts';

const { integer } = LOOKUP.types;

type BlockReference = { readonly hash: string } | { readonly number: bigint };

const NUMBER = integer(0n);

const HASH_OR_NUMBER: ParameterType<BlockReference> = {
  parse(text, context, operator) {
    const hash = HASH.parse(text, context, operator);
    if (typeof hash === 'string') return { hash };
    const number = NUMBER.parse(text, context, operator);
    return typeof number === 'bigint' ? { number } : undefined;
  },
  schema: { type: 'string', pattern: '^(\\d{1,19}|(0x)?([0-9A-Fa-f]{64}|[0-9A-Fa-f]{96}))$' },
};

/** `{hashOrNumber}` of a path. */
export const BLOCK_PATH = {
  type: HASH_OR_NUMBER,
  description: 'Number of the block, or its hash of 48 bytes, or the first 32 bytes of it.',
};

/** GET /blocks/{hashOrNumber}: one block; 64 hex digits match the block whose hash begins with them. */
export const getBlock = itemRoute({
  path: '/api/v1/blocks/{hashOrNumber}',
  dialect: LOOKUP,
  maxAgeSeconds: 600,
  immutable: true,
  tag: 'blocks',
  summary: 'Get a block',
  description:
    'One block by its number, or by the whole hash (48 bytes) or its first 32 bytes, with or without `0x`.',
  queryFirst: true,
  pathParameters: {
    hashOrNumber: BLOCK_PATH,
  },
  parameters: {},
  fields: BLOCK_FIELDS,
  from: ({ pathValues: { hashOrNumber } }) => ({ from: sql`record_file`, where: isBlock(hashOrNumber) }),
});
