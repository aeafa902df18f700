import { leftJoinTable } from '../../store/access/joined-rows.ts';
import { sql } from '../../store/sql.ts';
import { NFT_FIELDS } from '../holdings/nft.json.ts';
import { LOOKUP } from '../query/dialects/ledger.ts';
import { itemRoute, type OneRowSource } from '../route/item-route.ts';
import { NFT_PATH, requiredToken, SERIAL_NUMBER, TOKEN_IN_QUERY } from './token-path.ts';

const COMMON = { dialect: LOOKUP, maxAgeSeconds: 1, tag: 'tokens', fields: NFT_FIELDS } as const;

function nft(token: bigint, serialNumber: bigint): OneRowSource {
  return {
    from: sql`nft n
      ${leftJoinTable('entity', 'e', [sql`e.id = n.token_id`])}`,
    where: [sql`n.token_id = ${token}`, sql`n.serial_number = ${serialNumber}`],
  };
}

/** GET /tokens/{tokenId}/nfts/{serialNumber}: one NFT, burned or not. */
export const getTokenNft = itemRoute({
  ...COMMON,
  path: '/api/v1/tokens/{tokenId}/nfts/{serialNumber}',
  summary: 'Get an NFT of a token',
  description: 'An NFT with its owner, spender and metadata. Burned NFTs are shown as deleted.',
  queryFirst: true,
  pathOneByOne: true,
  pathParameters: NFT_PATH,
  parameters: {},
  from: ({ pathValues }) => nft(pathValues.tokenId, pathValues.serialNumber),
});

/** GET /tokens/nfts/{serialNumber}: an NFT of the token that `token.id` names. */
export const getNft = itemRoute({
  ...COMMON,
  path: '/api/v1/tokens/nfts/{serialNumber}',
  summary: 'Get an NFT',
  description: 'An NFT of the token that `token.id` names, as /tokens/{tokenId}/nfts/{serialNumber}.',
  pathParameters: { serialNumber: SERIAL_NUMBER },
  parameters: { 'token.id': TOKEN_IN_QUERY },
  from: ({ pathValues, values }) => nft(requiredToken(values['token.id']), pathValues.serialNumber),
});
