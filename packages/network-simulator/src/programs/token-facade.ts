import type { Token } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { nftKey } from '../ledger/ledger.ts';
import type { CodeLog, SystemAnswer, SystemCall } from '../ledger/run-code.ts';
import { Status } from '../ledger/status.ts';
import { addressWord, word, wordAt } from '../ledger/words.ts';
import { accountAt, hex } from './code-addresses.ts';
import { selectorOf } from './selector.ts';
import { VIEW_GAS } from './service-gas.ts';
import { numAt } from './token-arguments.ts';
import type { Made, TokenCalls } from './token-calls.ts';
import { APPROVAL, APPROVAL_FOR_ALL, TRANSFER, tokenLog } from './token-events.ts';

/** A token as an ERC-20 or ERC-721 contract (HIP-218, HIP-376, HIP-719). */

/** The call of the token: its input is that of the ERC function. */
export type FacadeCall = SystemCall;

const LARGEST = (1n << 63n) - 1n;
interface Facade {
  readonly x: Execution;
  readonly token: Readonly<Token>;
  readonly call: FacadeCall;
  readonly calls: TokenCalls;
  /** Number of who calls. */
  readonly by: number;
}

type Method = (facade: Facade) => SystemAnswer | undefined;

/** Answers a call of a token; undefined: it has no such function. */
export function facadeOf(
  x: Execution,
  token: Readonly<Token>,
  call: FacadeCall,
  calls: TokenCalls,
): SystemAnswer | undefined {
  const method = METHODS.get(hex(call.input.subarray(0, 4)));
  if (method === undefined || (call.isStatic && !VIEWS.has(method))) return undefined;
  return method({ x, token, call, calls, by: accountAt(x.ledger, call.sender) });
}

const view = (output: Uint8Array): SystemAnswer => ({ output, gasUsed: BigInt(VIEW_GAS) });
const refusal = (status: Status, gasUsed = BigInt(VIEW_GAS)): SystemAnswer => ({
  output: Buffer.from(Status[status] ?? ''),
  gasUsed,
  reverts: true,
});

/** A string as the only value that is returned. */
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
  return serial > LARGEST ? 0 : Number(serial);
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

/** Event of the token itself. */
function event(
  { x, token }: Facade,
  parties: Parameters<typeof tokenLog>[2],
  value: bigint,
  isTopic: boolean,
) {
  return tokenLog(x.ledger, token.num, parties, value, isTopic);
}

const NO_DATA = new Uint8Array();

/** What a function answers that changes something: `output` and an event, or a revert with the status's name. */
function changed(facade: Facade, made: Made, output: Uint8Array, log: CodeLog): SystemAnswer {
  if (made.status !== Status.SUCCESS) {
    const { output: name } = refusal(made.status);
    return { ...facade.calls.told(made.child, name, made.gas), reverts: true };
  }
  return { ...facade.calls.told(made.child, output, made.gas), logs: [log] };
}

const TRUE = word(1n);

function transfer(facade: Facade, from: number, at: number, isFrom: boolean): SystemAnswer | undefined {
  const { token, calls, by } = facade;
  const to = account(facade, at);
  const amount = argument(facade, at + 1);
  if (amount > LARGEST) return refusal(Status.INVALID_ACCOUNT_AMOUNTS);
  if (token.nonFungible) {
    // As ERC-721 has it, NFTs move by transferFrom alone.
    if (!isFrom) return undefined;
    const made = calls.moveNft(token.num, from, to, Number(amount), by);
    return changed(facade, made, NO_DATA, event(facade, [TRANSFER, from, to], amount, true));
  }
  const made = calls.move(token.num, from, to, amount, by);
  return changed(facade, made, TRUE, event(facade, [TRANSFER, from, to], amount, false));
}

function approve(facade: Facade): SystemAnswer {
  const { token, calls, by } = facade;
  const spender = account(facade, 0);
  const amount = argument(facade, 1);
  const parties = [APPROVAL, by, spender] as const;
  if (amount > LARGEST) return refusal(Status.INVALID_ALLOWANCE_SPENDER_ID);
  if (token.nonFungible) {
    const made = calls.approve(token.num, by, spender, { serial: Number(amount) });
    return changed(facade, made, NO_DATA, event(facade, parties, amount, true));
  }
  const made = calls.approve(token.num, by, spender, { amount });
  return changed(facade, made, TRUE, event(facade, parties, amount, false));
}

function setApprovalForAll(facade: Facade): SystemAnswer {
  const { token, calls, by } = facade;
  const operator = account(facade, 0);
  const all = argument(facade, 1) !== 0n;
  const made = calls.approve(token.num, by, operator, { all });
  const parties = [APPROVAL_FOR_ALL, by, operator] as const;
  return changed(facade, made, NO_DATA, event(facade, parties, all ? 1n : 0n, false));
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
      const key = `${account(facade, 0)}:${account(facade, 1)}:${facade.token.num}`;
      return view(word(facade.x.ledger.nftAllowances.get(key)?.approvedForAll ? 1n : 0n));
    },
  ],
  [
    'isAssociated()',
    ({ x, by, token }) => view(word(x.ledger.relation(by, token.num) === undefined ? 0n : 1n)),
  ],
];

const WRITES: readonly (readonly [signature: string, method: Method])[] = [
  ['transfer(address,uint256)', (facade) => transfer(facade, facade.by, 0, false)],
  ['transferFrom(address,address,uint256)', (facade) => transfer(facade, account(facade, 0), 1, true)],
  ['approve(address,uint256)', approve],
  ['setApprovalForAll(address,bool)', setApprovalForAll],
  ['associate()', ({ calls, token, by }) => calls.answer(calls.associate(by, token.num, by))],
];

const METHODS = new Map([...READS, ...WRITES].map(([signature, method]) => [selectorOf(signature), method]));
const VIEWS = new Set(READS.map(([, method]) => method));
