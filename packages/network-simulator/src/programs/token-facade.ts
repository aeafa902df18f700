import type { Token } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { nftKey } from '../ledger/ledger.ts';
import type { SystemAnswer, SystemCall } from '../ledger/run-code.ts';
import { Status } from '../ledger/status.ts';
import { addressOf, addressWord, word, wordAt } from '../ledger/words.ts';
import { selectorOf } from './abi.ts';
import { accountAt, hex, longZeroNum } from './code-addresses.ts';
import { VIEW_GAS } from './service-gas.ts';

const SELECTOR = 4;

/** Returns the number of the entity whose address is an argument; 0: none. */
function numAt(x: Execution, input: Uint8Array, index: number): number {
  const address = addressOf(wordAt(input, SELECTOR + index * 32));
  const num = x.ledger.resolveAlias(address);
  if (num !== 0) return num;
  // Tokens have no account, so only their long-zero address is valid.
  const low = longZeroNum(hex(address));
  return x.ledger.tokens.has(low) ? low : 0;
}

/** Read-only methods of a token as an ERC-20 or ERC-721 contract (HIP-218, HIP-376, HIP-719). */

/** A call of the token. Its input is that of the ERC function. */
export type FacadeCall = SystemCall;

const MAX_INT64 = (1n << 63n) - 1n;
interface Facade {
  readonly x: Execution;
  readonly token: Readonly<Token>;
  readonly call: FacadeCall;
  /** Number of the caller. */
  readonly by: number;
}

type Method = (facade: Facade) => SystemAnswer | undefined;

/** Responds to a call of a token; undefined if the token has no such function. */
export function facadeOf(x: Execution, token: Readonly<Token>, call: FacadeCall): SystemAnswer | undefined {
  const method = METHODS.get(hex(call.input.subarray(0, 4)));
  return method?.({ x, token, call, by: accountAt(x.ledger, call.sender) });
}

const view = (output: Uint8Array): SystemAnswer => ({ output, gasUsed: BigInt(VIEW_GAS) });
const refusal = (status: Status, gasUsed = BigInt(VIEW_GAS)): SystemAnswer => ({
  output: Buffer.from(Status[status] ?? ''),
  gasUsed,
  reverts: true,
});

/** Encodes a string as the only returned value. */
function text(value: string): SystemAnswer {
  const bytes = Buffer.from(value);
  const padded = Buffer.alloc(Math.ceil(bytes.length / 32) * 32);
  bytes.copy(padded);
  return view(Buffer.concat([word(32n), word(BigInt(bytes.length)), padded]));
}

function addressOfNum({ x }: Facade, num: number): Buffer {
  return num === 0 ? word(0n) : addressWord(x.ledger.addressOf(num));
}

const argument = ({ call }: Facade, index: number): bigint => wordAt(call.input, 4 + index * 32);
const account = ({ x, call }: Facade, index: number): number => numAt(x, call.input, index);
const serialOf = (facade: Facade, index: number): number => {
  const serial = argument(facade, index);
  return serial > MAX_INT64 ? 0 : Number(serial);
};

function nftOf(facade: Facade, index: number) {
  const nft = facade.x.ledger.nfts.get(nftKey(facade.token.num, serialOf(facade, index)));
  return nft?.deleted ? undefined : nft;
}

function balanceOf(facade: Facade): SystemAnswer {
  const owner = account(facade, 0);
  if (owner === 0) return refusal(Status.INVALID_ACCOUNT_ID);
  return view(word(facade.x.ledger.relation(owner, facade.token.num)?.balance ?? 0n));
}

function ownerOf(facade: Facade): SystemAnswer | undefined {
  if (!facade.token.nonFungible) return undefined;
  const nft = nftOf(facade, 0);
  if (nft !== undefined) return view(addressOfNum(facade, nft.owner));
  return { ...view(word(BigInt(Status.INVALID_TOKEN_NFT_SERIAL_NUMBER))), reverts: true };
}

const READS: readonly (readonly [signature: string, method: Method])[] = [
  ['name()', ({ token }) => text(token.name)],
  ['symbol()', ({ token }) => text(token.symbol)],
  ['decimals()', ({ token }) => (token.nonFungible ? undefined : view(word(BigInt(token.decimals))))],
  ['totalSupply()', ({ token }) => view(word(token.totalSupply))],
  ['balanceOf(address)', balanceOf],
  [
    'allowance(address,address)',
    (facade) => {
      const key = `${account(facade, 0)}:${account(facade, 1)}:${facade.token.num}`;
      return view(word(facade.x.ledger.tokenAllowances.get(key)?.amount ?? 0n));
    },
  ],
  ['ownerOf(uint256)', ownerOf],
  [
    'tokenURI(uint256)',
    (facade) => {
      if (!facade.token.nonFungible) return undefined;
      const nft = nftOf(facade, 0);
      return text(
        nft ? Buffer.from(nft.metadata).toString() : 'ERC721Metadata: URI query for nonexistent token',
      );
    },
  ],
  [
    'getApproved(uint256)',
    (facade) => {
      const nft = nftOf(facade, 0);
      return nft ? view(addressOfNum(facade, nft.spender)) : refusal(Status.INVALID_TOKEN_NFT_SERIAL_NUMBER);
    },
  ],
  [
    'isApprovedForAll(address,address)',
    (facade) => {
      if (!facade.token.nonFungible) return refusal(Status.INVALID_TOKEN_ID);
      const key = `${account(facade, 0)}:${account(facade, 1)}:${facade.token.num}`;
      return view(word(facade.x.ledger.nftAllowances.get(key)?.approvedForAll ? 1n : 0n));
    },
  ],
  [
    'isAssociated()',
    ({ x, by, token }) => view(word(x.ledger.relation(by, token.num) === undefined ? 0n : 1n)),
  ],
];

const METHODS = new Map(READS.map(([signature, method]) => [selectorOf(signature), method]));
