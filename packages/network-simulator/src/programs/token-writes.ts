import type { proto } from '@tain/protos/hapi';
import { accountId, long, nftId, tokenId } from '../ledger/ids.ts';
import { longToBigInt } from '../ledger/long.ts';
import type { AbiValue } from './abi.ts';
import { AIRDROP_GAS, CHANGE_GAS, gasForCents, MINT_NFT_GAS, RELATION_GAS } from './service-gas.ts';
import { type ServiceCall, type ServiceMethod, wished } from './service-method.ts';

/** Methods of the token service that change something; each is a transaction of the ledger. */

type Wish = ReturnType<typeof wished>;

const account = (call: ServiceCall, value: AbiValue | undefined): proto.IAccountID =>
  accountId(call.account(value));
const token = (call: ServiceCall, value: AbiValue | undefined): proto.ITokenID => tokenId(call.token(value));
const integers = (call: ServiceCall, value: AbiValue | undefined): bigint[] =>
  call.list(value).map((each) => call.number(each));

const flag =
  (field: 'tokenFreeze' | 'tokenUnfreeze' | 'tokenGrantKyc' | 'tokenRevokeKyc') =>
  (call: ServiceCall): Wish =>
    wished(
      field,
      { [field]: { token: token(call, call.args[0]), account: account(call, call.args[1]) } },
      CHANGE_GAS,
    );

const ofToken =
  (field: 'tokenPause' | 'tokenUnpause' | 'tokenDeletion') =>
  (call: ServiceCall): Wish =>
    wished(field, { [field]: { token: token(call, call.args[0]) } }, CHANGE_GAS);

function relation(
  field: 'tokenAssociate' | 'tokenDissociate',
  call: ServiceCall,
  list: readonly AbiValue[],
): Wish {
  const tokens = list.map((each) => token(call, each));
  const gas = field === 'tokenAssociate' ? gasForCents(5 * Math.max(1, tokens.length)) : RELATION_GAS;
  return wished(field, { [field]: { account: account(call, call.args[0]), tokens } }, gas);
}

function mint(call: ServiceCall): Wish {
  const metadata = call.list(call.args[2]).map((each) => call.bytes(each));
  const amount = call.number(call.args[1]);
  const tokenMint = { token: token(call, call.args[0]), amount: long(amount), metadata };
  const gas = metadata.length > 0 ? gasForCents(2 * metadata.length) : CHANGE_GAS;
  return {
    ...wished('tokenMint', { tokenMint }, metadata.length === 1 ? MINT_NFT_GAS : gas),
    values: ({ newTotalSupply, serialNumbers }) => [
      longToBigInt(newTotalSupply),
      (serialNumbers ?? []).map((serial) => longToBigInt(serial)),
    ],
    failed: [0n, []],
  };
}

function burn(call: ServiceCall): Wish {
  const serialNumbers = integers(call, call.args[2]).map(long);
  const tokenBurn = {
    token: token(call, call.args[0]),
    amount: long(call.number(call.args[1])),
    serialNumbers,
  };
  return {
    ...wished('tokenBurn', { tokenBurn }, CHANGE_GAS),
    values: ({ newTotalSupply }) => [longToBigInt(newTotalSupply)],
    failed: [0n],
  };
}

function wipe(call: ServiceCall, serials: boolean): Wish {
  const which = serials
    ? { serialNumbers: integers(call, call.args[2]).map(long) }
    : { amount: long(call.number(call.args[2])) };
  const tokenWipe = { token: token(call, call.args[0]), account: account(call, call.args[1]), ...which };
  return wished('tokenWipe', { tokenWipe }, CHANGE_GAS);
}

interface Amount {
  readonly account: AbiValue | undefined;
  readonly amount: bigint;
  readonly isApproval?: boolean;
}

function amountsOf(call: ServiceCall, list: readonly Amount[]): proto.IAccountAmount[] {
  // Amounts of the same account are one.
  const sums = new Map<string, proto.IAccountAmount & { readonly sum: bigint }>();
  for (const { account: whose, amount, isApproval = false } of list) {
    const num = call.account(whose);
    const key = `${num} ${isApproval}`;
    const sum = (sums.get(key)?.sum ?? 0n) + amount;
    sums.set(key, { accountID: accountId(num), amount: long(sum), isApproval, sum });
  }
  return [...sums.values()].map(({ sum, ...amount }) => amount);
}

interface Moves {
  readonly token: AbiValue | undefined;
  readonly amounts: readonly Amount[];
  readonly nfts: readonly (readonly AbiValue[])[];
}

const amountAt = (call: ServiceCall, value: AbiValue): Amount => {
  const [whose, amount, isApproval = 0n] = call.list(value);
  return { account: whose, amount: call.number(amount), isApproval: call.number(isApproval) === 1n };
};
const movesAt = (call: ServiceCall, value: AbiValue): Moves => {
  const [of, amounts, nfts] = call.list(value);
  return {
    token: of,
    amounts: call.list(amounts).map((each) => amountAt(call, each)),
    nfts: call.list(nfts).map((each) => call.list(each)),
  };
};

function tokenLists(call: ServiceCall, moves: readonly Moves[]): proto.ITokenTransferList[] {
  return moves.map((each) => ({
    token: token(call, each.token),
    transfers: amountsOf(call, each.amounts),
    nftTransfers: each.nfts.map(([from, to, serial, isApproval = 0n]) => ({
      senderAccountID: account(call, from),
      receiverAccountID: account(call, to),
      serialNumber: long(call.number(serial)),
      isApproval: call.number(isApproval) === 1n,
    })),
  }));
}

function transfer(call: ServiceCall, moves: readonly Moves[], hbars: readonly Amount[] = []): Wish {
  // Half of the price for each amount, the whole for each NFT, twice as much where there are custom fees.
  const cents = moves.reduce((sum, { token: of, amounts, nfts }) => {
    const row = call.x.ledger.tokens.get(call.token(of));
    const fees =
      (row?.fixedFees.length ?? 0) + (row?.fractionalFees.length ?? 0) + (row?.royaltyFees.length ?? 0);
    return sum + (fees > 0 ? 0.2 : 0.1) * (amounts.length / 2 + nfts.length);
  }, 0.005 * hbars.length);
  const cryptoTransfer: proto.ICryptoTransferTransactionBody = {
    ...(hbars.length > 0 ? { transfers: { accountAmounts: amountsOf(call, hbars) } } : {}),
    tokenTransfers: tokenLists(call, moves),
  };
  return wished('cryptoTransfer', { cryptoTransfer }, gasForCents(cents));
}

/** Takes what is another's by an allowance; what is one's own without. */
function takenFrom(call: ServiceCall, isNft: boolean): Wish {
  const [of, from, to, amount] = call.args;
  const isApproval = call.account(from) !== call.by;
  const number = call.number(amount);
  if (number >= 1n << 63n) return call.tooLarge();
  const move: Moves = isNft
    ? { token: of, amounts: [], nfts: [[from ?? 0n, to ?? 0n, number, isApproval ? 1n : 0n]] }
    : {
        token: of,
        amounts: [
          { account: from, amount: -number, isApproval },
          { account: to, amount: number },
        ],
        nfts: [],
      };
  const log = call.transferLog(call.token(of), call.account(from), call.account(to), number, isNft);
  return { ...transfer(call, [move]), logs: () => [log] };
}

function transferLists(call: ServiceCall): Wish {
  const [accounts, amounts] = [call.list(call.args[1]), integers(call, call.args[2])];
  if (accounts.length !== amounts.length) return call.malformed();
  const list = accounts.map((whose, i) => ({ account: whose, amount: amounts[i] ?? 0n }));
  return transfer(call, [{ token: call.args[0], amounts: list, nfts: [] }]);
}

function transferNftLists(call: ServiceCall): Wish {
  const [from, to, serials] = [1, 2, 3].map((at) => call.list(call.args[at]));
  if (!from || !to || !serials || from.length !== to.length || from.length !== serials.length)
    return call.malformed();
  const nfts = from.map((sender, i) => [sender, to[i] ?? 0n, serials[i] ?? 0n]);
  return transfer(call, [{ token: call.args[0], amounts: [], nfts }]);
}

function approve(call: ServiceCall, what: 'units' | 'serial' | 'all'): Wish {
  const [of, spender, third] = call.args;
  const number = call.number(third);
  if (what !== 'all' && number >= 1n << 63n) return call.tooLarge();
  const num = call.token(of);
  const parties = { tokenId: tokenId(num), owner: accountId(call.by) };
  const to = account(call, spender);
  let body: proto.ITransactionBody;
  if (what === 'units')
    body = {
      cryptoApproveAllowance: { tokenAllowances: [{ ...parties, spender: to, amount: long(number) }] },
    };
  else if (what === 'all')
    body = {
      cryptoApproveAllowance: {
        nftAllowances: [{ ...parties, spender: to, approvedForAll: { value: number === 1n } }],
      },
    };
  else {
    // An NFT is approved in its owner's name; nobody as spender takes that back.
    const nft = call.nft(num, number);
    const owner = nft?.owner ?? call.by;
    const delegating = owner === call.by ? {} : { delegatingSpender: accountId(call.by) };
    const grant = { ...parties, owner: accountId(owner), serialNumbers: [long(number)] };
    body =
      call.account(spender) === 0 && call.isNobody(spender)
        ? { cryptoDeleteAllowance: { nftAllowances: [grant] } }
        : { cryptoApproveAllowance: { nftAllowances: [{ ...grant, spender: to, ...delegating }] } };
  }
  const field = body.cryptoDeleteAllowance ? 'cryptoDeleteAllowance' : 'cryptoApproveAllowance';
  return {
    ...wished(field, body, RELATION_GAS),
    logs: () => [call.approvalLog(num, call.account(spender), number, what)],
    reverts: what !== 'all',
  };
}

const pendingAirdrops = (call: ServiceCall): proto.IPendingAirdropId[] =>
  call.list(call.args[0]).map((each) => {
    const [sender, receiver, of, serial] = call.list(each);
    return pendingAirdrop(call, sender, receiver, call.token(of), call.number(serial));
  });

function pendingAirdrop(
  call: ServiceCall,
  sender: AbiValue | undefined,
  receiver: AbiValue | undefined,
  num: number,
  serial: bigint,
): proto.IPendingAirdropId {
  return {
    senderId: account(call, sender),
    receiverId: account(call, receiver),
    ...(serial > 0n ? { nonFungibleToken: nftId(num, Number(serial)) } : { fungibleTokenType: tokenId(num) }),
  };
}

const airdrops =
  (field: 'tokenClaimAirdrop' | 'tokenCancelAirdrop', of: (call: ServiceCall) => proto.IPendingAirdropId[]) =>
  (call: ServiceCall): Wish =>
    wished(field, { [field]: { pendingAirdrops: of(call) } }, CHANGE_GAS);

/** One airdrop of the token that is called: claimed by who calls, or cancelled by it. */
const oneAirdrop =
  (claims: boolean) =>
  (call: ServiceCall): proto.IPendingAirdropId[] => {
    const [other, serial = 0n] = call.args;
    const self = call.self();
    const [sender, receiver] = claims ? [other, self] : [self, other];
    return [pendingAirdrop(call, sender, receiver, call.subject, call.number(serial))];
  };

function reject(owner: number, units: readonly number[], nfts: readonly (readonly [number, bigint])[]): Wish {
  const rejections: proto.ITokenReference[] = [
    ...units.map((num) => ({ fungibleToken: tokenId(num) })),
    ...nfts.map(([num, serial]) => ({ nft: { token_ID: tokenId(num), serialNumber: long(serial) } })),
  ];
  return wished('tokenReject', { tokenReject: { owner: accountId(owner), rejections } }, CHANGE_GAS);
}

const CODE = { returns: '(int64)' } as const;
const wide = { returns: '(int256)' } as const;

export const TOKEN_WRITES: readonly ServiceMethod[] = [
  ...['int64', 'uint64'].flatMap((amount): ServiceMethod[] => [
    { signature: `mintToken(address,${amount},bytes[])`, returns: '(int64,int64,int64[])', wish: mint },
    { signature: `burnToken(address,${amount},int64[])`, returns: '(int64,int64)', wish: burn },
  ]),
  { signature: 'wipeTokenAccount(address,address,int64)', ...wide, wish: (call) => wipe(call, false) },
  { signature: 'wipeTokenAccount(address,address,uint32)', ...wide, wish: (call) => wipe(call, false) },
  { signature: 'wipeTokenAccountNFT(address,address,int64[])', ...wide, wish: (call) => wipe(call, true) },
  {
    signature: 'associateTokens(address,address[])',
    ...CODE,
    wish: (call) => relation('tokenAssociate', call, call.list(call.args[1])),
  },
  {
    signature: 'dissociateToken(address,address)',
    ...CODE,
    wish: (call) => relation('tokenDissociate', call, [call.args[1] ?? 0n]),
  },
  {
    signature: 'dissociateTokens(address,address[])',
    ...CODE,
    wish: (call) => relation('tokenDissociate', call, call.list(call.args[1])),
  },
  { signature: 'freezeToken(address,address)', ...CODE, wish: flag('tokenFreeze') },
  { signature: 'unfreezeToken(address,address)', ...CODE, wish: flag('tokenUnfreeze') },
  { signature: 'grantTokenKyc(address,address)', ...CODE, wish: flag('tokenGrantKyc') },
  { signature: 'revokeTokenKyc(address,address)', ...CODE, wish: flag('tokenRevokeKyc') },
  { signature: 'pauseToken(address)', ...CODE, wish: ofToken('tokenPause') },
  { signature: 'unpauseToken(address)', ...CODE, wish: ofToken('tokenUnpause') },
  { signature: 'deleteToken(address)', ...wide, wish: ofToken('tokenDeletion') },
  { signature: 'transferTokens(address,address[],int64[])', ...CODE, wish: transferLists },
  { signature: 'transferNFTs(address,address[],address[],int64[])', ...CODE, wish: transferNftLists },
  {
    signature: 'transferFrom(address,address,address,uint256)',
    ...CODE,
    wish: (call) => takenFrom(call, false),
  },
  {
    signature: 'transferFromNFT(address,address,address,uint256)',
    ...CODE,
    wish: (call) => takenFrom(call, true),
  },
  {
    signature: 'cryptoTransfer((address,(address,int64)[],(address,address,int64)[])[])',
    ...CODE,
    wish: (call) =>
      transfer(
        call,
        call.list(call.args[0]).map((each) => movesAt(call, each)),
      ),
  },
  {
    signature:
      'cryptoTransfer(((address,int64,bool)[]),(address,(address,int64,bool)[],(address,address,int64,bool)[])[])',
    ...CODE,
    wish: (call) =>
      transfer(
        call,
        call.list(call.args[1]).map((each) => movesAt(call, each)),
        call.list(call.list(call.args[0])[0]).map((each) => amountAt(call, each)),
      ),
  },
  {
    signature: 'approve(address,address,uint256)',
    returns: '(int32,bool)',
    wish: (call) => ({ ...approve(call, 'units'), values: () => [1n], failed: [0n] }),
  },
  { signature: 'approveNFT(address,address,uint256)', ...CODE, wish: (call) => approve(call, 'serial') },
  { signature: 'setApprovalForAll(address,address,bool)', ...wide, wish: (call) => approve(call, 'all') },
  {
    signature: 'airdropTokens((address,(address,int64,bool)[],(address,address,int64,bool)[])[])',
    returns: '(int32)',
    wish: (call) => {
      const tokenTransfers = tokenLists(
        call,
        call.list(call.args[0]).map((each) => movesAt(call, each)),
      );
      return wished('tokenAirdrop', { tokenAirdrop: { tokenTransfers } }, AIRDROP_GAS);
    },
  },
  {
    signature: 'claimAirdrops((address,address,address,int64)[])',
    ...CODE,
    wish: airdrops('tokenClaimAirdrop', pendingAirdrops),
  },
  {
    signature: 'cancelAirdrops((address,address,address,int64)[])',
    ...CODE,
    wish: airdrops('tokenCancelAirdrop', pendingAirdrops),
  },
  {
    signature: 'rejectTokens(address,address[],(address,int64)[])',
    ...CODE,
    wish: (call) =>
      reject(
        call.account(call.args[0]),
        call.list(call.args[1]).map((each) => call.token(each)),
        call.list(call.args[2]).map((each) => {
          const [of, serial] = call.list(each);
          return [call.token(of), call.number(serial)] as const;
        }),
      ),
  },
];

/** The same at the address of a token. */
export const TOKEN_FACADE_WRITES: readonly ServiceMethod[] = [
  {
    signature: 'dissociate()',
    ...wide,
    wish: (call) =>
      wished(
        'tokenDissociate',
        { tokenDissociate: { account: accountId(call.by), tokens: [tokenId(call.subject)] } },
        RELATION_GAS,
      ),
  },
  { signature: 'claimAirdropFT(address)', ...CODE, wish: airdrops('tokenClaimAirdrop', oneAirdrop(true)) },
  {
    signature: 'claimAirdropNFT(address,int64)',
    ...CODE,
    wish: airdrops('tokenClaimAirdrop', oneAirdrop(true)),
  },
  { signature: 'cancelAirdropFT(address)', ...CODE, wish: airdrops('tokenCancelAirdrop', oneAirdrop(false)) },
  {
    signature: 'cancelAirdropNFT(address,int64)',
    ...CODE,
    wish: airdrops('tokenCancelAirdrop', oneAirdrop(false)),
  },
  { signature: 'rejectTokenFT()', ...CODE, wish: (call) => reject(call.by, [call.subject], []) },
  {
    signature: 'rejectTokenNFTs(int64[])',
    ...CODE,
    wish: (call) =>
      reject(
        call.by,
        [],
        integers(call, call.args[0]).map((serial) => [call.subject, serial] as const),
      ),
  },
];
