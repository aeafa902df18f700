import type { proto } from '@tain/protos/hapi';
import {
  type Act,
  idOf,
  long,
  numOf,
  type Owned,
  type OwnedToken,
  type RandomClient,
  RENEW,
} from './random-client.ts';

const LAST_SERIAL = 6;

/** Returns operations on tokens of both types, with all transactions that change their holders. */
export function tokenActs(c: RandomClient): readonly Act[] {
  const create = async (nonFungible = c.chance(0.5)): Promise<OwnedToken | undefined> => {
    const treasury = c.pick(c.accounts);
    const key = treasury.key.message;
    const fixedFee = { amount: long(c.below(1000) + 1) };
    const { receipt } = await c.send(
      {
        tokenCreation: {
          name: 'sent',
          symbol: nonFungible ? 'ART' : 'SENT',
          treasury: idOf(treasury),
          autoRenewAccount: idOf(treasury),
          ...(nonFungible
            ? { tokenType: 1, supplyType: 0 }
            : { initialSupply: long(c.below(10_000)), decimals: c.below(9) }),
          supplyKey: key,
          adminKey: key,
          wipeKey: key,
          pauseKey: key,
          feeScheduleKey: key,
          ...(c.chance(0.4) ? { freezeKey: key } : {}),
          ...(c.chance(0.2) ? { kycKey: key } : {}),
          ...(c.chance(0.5) ? { metadataKey: key } : {}),
          ...(c.chance(0.2) ? { customFees: [{ feeCollectorAccountId: idOf(treasury), fixedFee }] } : {}),
          ...RENEW,
        },
      },
      [treasury],
    );
    if (!receipt.tokenID) return undefined;
    const made = { num: numOf(receipt.tokenID.tokenNum), nonFungible, treasury };
    c.tokens.push(made);
    return made;
  };
  const id = (token: OwnedToken): proto.ITokenID => ({ tokenNum: long(token.num) });
  const some = async (holds: (token: OwnedToken) => boolean = () => true): Promise<OwnedToken> => {
    const found =
      c.find(c.tokens, holds) ?? (await create(!holds({ num: 0, nonFungible: false, treasury: c.owner })));
    return found ?? { num: 1, nonFungible: false, treasury: c.owner };
  };
  const serial = (): ReturnType<typeof long> => long(1 + c.below(LAST_SERIAL));
  const held = (token: OwnedToken): Owned => (c.chance(0.6) ? token.treasury : c.pick(c.accounts));
  const moved = (token: OwnedToken, from: Owned, to: Owned): proto.ITokenTransferList =>
    token.nonFungible
      ? {
          token: id(token),
          nftTransfers: [
            { senderAccountID: idOf(from), receiverAccountID: idOf(to), serialNumber: serial() },
          ],
        }
      : {
          token: id(token),
          transfers: [
            { accountID: idOf(from), amount: long(-5) },
            { accountID: idOf(to), amount: long(5) },
          ],
        };
  const relation = (field: 'tokenFreeze' | 'tokenUnfreeze' | 'tokenGrantKyc' | 'tokenRevokeKyc'): Act => {
    return async () => {
      const token = await some();
      return c.send({ [field]: { token: id(token), account: idOf(c.pick(c.accounts)) } }, [token.treasury]);
    };
  };
  const mint: Act = async () => {
    const token = await some();
    const metadata = token.nonFungible ? [c.bytes(8), c.bytes(20)] : [];
    const amount = token.nonFungible ? long(0) : long(1 + c.below(500));
    return c.send({ tokenMint: { token: id(token), amount, metadata } }, [token.treasury]);
  };
  const move: Act = async () => {
    const token = await some();
    const from = held(token);
    return c.send({ cryptoTransfer: { tokenTransfers: [moved(token, from, c.pick(c.accounts))] } }, [from]);
  };
  const associate: Act = async () => {
    const [one, token] = [c.pick(c.accounts), await some()];
    return c.send({ tokenAssociate: { account: idOf(one), tokens: [id(token)] } }, [one]);
  };
  return [
    () => create(),
    mint,
    mint,
    mint,
    move,
    move,
    move,
    associate,
    associate,
    relation('tokenFreeze'),
    relation('tokenUnfreeze'),
    relation('tokenGrantKyc'),
    relation('tokenRevokeKyc'),
    async () => {
      const token = await some();
      const which = token.nonFungible ? { serialNumbers: [serial()] } : { amount: long(c.below(200)) };
      return c.send({ tokenBurn: { token: id(token), ...which } }, [token.treasury]);
    },
    async () => {
      const [one, token] = [c.pick(c.accounts), await some()];
      const which = token.nonFungible ? { serialNumbers: [serial()] } : { amount: long(1 + c.below(9)) };
      return c.send({ tokenWipe: { token: id(token), account: idOf(one), ...which } }, [token.treasury]);
    },
    async () => {
      const [one, token] = [c.pick(c.accounts), await some()];
      return c.send({ tokenDissociate: { account: idOf(one), tokens: [id(token)] } }, [one]);
    },
    async () => {
      const token = await some();
      const field = c.pick(['tokenPause', 'tokenUnpause', 'tokenUnpause', 'tokenUnpause'] as const);
      return c.send({ [field]: { token: id(token) } }, [token.treasury]);
    },
    async () => {
      const token = await some(({ nonFungible }) => nonFungible);
      const [owner, spender] = [held(token), c.pick(c.accounts)];
      const parties = { tokenId: id(token), owner: idOf(owner), spender: idOf(spender) };
      const nft = c.chance(0.5)
        ? { serialNumbers: [serial()] }
        : { approvedForAll: { value: c.chance(0.7) } };
      return c.send({ cryptoApproveAllowance: { nftAllowances: [{ ...parties, ...nft }] } }, [owner]);
    },
    async () => {
      const token = await some(({ nonFungible }) => !nonFungible);
      const [owner, spender] = [held(token), c.pick(c.accounts)];
      const tokenAllowance = {
        tokenId: id(token),
        owner: idOf(owner),
        spender: idOf(spender),
        amount: long(c.below(90)),
      };
      return c.send({ cryptoApproveAllowance: { tokenAllowances: [tokenAllowance] } }, [owner]);
    },
    async () => {
      const token = await some();
      const from = held(token);
      return c.send({ tokenAirdrop: { tokenTransfers: [moved(token, from, c.pick(c.accounts))] } }, [from]);
    },
    async () => {
      const token = await some();
      const owner = c.pick(c.accounts);
      const reference = token.nonFungible
        ? { nft: { tokenID: id(token), serialNumber: serial() } }
        : { fungibleToken: id(token) };
      return c.send({ tokenReject: { owner: idOf(owner), rejections: [reference] } }, [owner]);
    },
    async () => {
      const token = await some(({ nonFungible }) => nonFungible);
      const serialNumbers = [serial()];
      const metadata = { value: c.bytes(12) };
      return c.send({ tokenUpdateNfts: { token: id(token), serialNumbers, metadata } }, [token.treasury]);
    },
    async () => {
      const token = await some();
      const memo = { value: `memo ${c.below(99)}` };
      return c.send({ tokenUpdate: { token: id(token), memo } }, [token.treasury]);
    },
    async () => {
      const token = await some();
      if (c.chance(0.7)) return mint();
      return c.send({ tokenDeletion: { token: id(token) } }, [token.treasury]);
    },
  ];
}
