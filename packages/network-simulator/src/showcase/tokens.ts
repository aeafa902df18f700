import { proto } from '@tain/protos/hapi';
import { accountId, long, tokenId } from '../ledger/ids.ts';
import { TREASURY } from '../ledger/ledger.ts';
import { hbarTransfer } from '../ledger/transfer-hbar.ts';
import { type Cast, sendUnits } from './cast.ts';
import type { Stage } from './stage.ts';

const HBAR = 100_000_000n;
const { NON_FUNGIBLE_UNIQUE } = proto.TokenType;

/** Returns fungible tokens with one kind of fee each, as their names say. */
function fungible({ collector, dollar }: Cast): proto.ITokenCreateTransactionBody[] {
  const to = { feeCollectorAccountId: accountId(collector) };
  const hundredth = { numerator: long(1), denominator: long(100) };
  const bounds = { minimumAmount: long(5), maximumAmount: long(500) };
  const fixed = { ...to, fixedFee: { amount: long(HBAR / 2n) } };
  const inDollars = { ...to, fixedFee: { amount: long(25), denominatingTokenId: tokenId(dollar) } };
  return [
    {
      name: 'Fixed Fee in Hbar',
      symbol: 'FIXHBAR',
      memo: 'a transfer costs half an hbar',
      customFees: [fixed],
    },
    {
      name: 'Fixed Fee in Another Token',
      symbol: 'FIXOTHER',
      memo: 'a transfer costs 0.25 SHOW',
      customFees: [inDollars],
    },
    {
      name: 'Fixed Fee in Itself',
      symbol: 'FIXSELF',
      memo: 'a transfer costs 3 units of the token',
      customFees: [{ ...to, fixedFee: { amount: long(3), denominatingTokenId: tokenId(0) } }],
    },
    {
      name: 'Fractional Fee',
      symbol: 'FRACTION',
      memo: 'receivers get a hundredth less: 5 to 500 units',
      customFees: [{ ...to, fractionalFee: { fractionalAmount: hundredth, ...bounds } }],
    },
    {
      name: 'Fractional Fee, Net of Transfers',
      symbol: 'FRACNET',
      memo: 'senders pay a hundredth on top: 5 to 500 units',
      customFees: [
        { ...to, fractionalFee: { fractionalAmount: hundredth, ...bounds, netOfTransfers: true } },
      ],
    },
    {
      name: 'Several Fees',
      symbol: 'SEVERAL',
      memo: 'half an hbar, 0.25 SHOW and a hundredth; collectors are exempt',
      customFees: [fixed, inDollars, { ...to, fractionalFee: { fractionalAmount: hundredth } }].map(
        (fee) => ({
          ...fee,
          allCollectorsAreExempt: true,
        }),
      ),
    },
  ];
}

/**
 * Creates tokens with every kind of custom fee, and transfers each once between accounts that pay the fee: fixed in
 * hbar, in another token and in itself; fractional, taken from receivers or on top; royalties with and without a
 * fallback.
 */
export async function tokensWithFees(stage: Stage, cast: Cast): Promise<void> {
  const { alice, bob } = cast;
  for (const body of fungible(cast)) {
    const token = await stage.createToken({ decimals: 0, initialSupply: long(1_000_000), ...body });
    await sendUnits(stage, token, TREASURY, [
      [alice, 50_000n],
      [cast.collector, 1n],
    ]);
    await sendUnits(stage, token, alice, [[bob, 1_000n]]);
  }
  await royalties(stage, cast);
}

async function royalties(stage: Stage, { alice, bob, collector }: Cast): Promise<void> {
  const to = { feeCollectorAccountId: accountId(collector) };
  const exchangeValueFraction = { numerator: long(5), denominator: long(100) };
  const collections: proto.ITokenCreateTransactionBody[] = [
    {
      name: 'Royalty with Fallback',
      symbol: 'ROYALFALL',
      memo: 'a sale costs its seller 5 %, a gift its receiver one hbar',
      customFees: [{ ...to, royaltyFee: { exchangeValueFraction, fallbackFee: { amount: long(HBAR) } } }],
    },
    {
      name: 'Royalty',
      symbol: 'ROYAL',
      memo: 'a sale costs its seller 5 %',
      customFees: [{ ...to, royaltyFee: { exchangeValueFraction } }],
    },
  ];
  for (const body of collections) {
    const token = await stage.createToken({ tokenType: NON_FUNGIBLE_UNIQUE, ...body });
    const metadata = [1, 2, 3].map((serial) => Buffer.from(`showcase ${body.symbol} ${serial}`));
    await stage.submit({ payer: TREASURY, data: { tokenMint: { token: tokenId(token), metadata } } });
    const moved = (serial: number, from: number, receiver: number): proto.ITokenTransferList => ({
      token: tokenId(token),
      nftTransfers: [
        {
          senderAccountID: accountId(from),
          receiverAccountID: accountId(receiver),
          serialNumber: long(serial),
        },
      ],
    });
    for (const serial of [1, 2])
      await stage.submit({
        payer: TREASURY,
        data: { cryptoTransfer: { tokenTransfers: [moved(serial, TREASURY, alice)] } },
      });
    // A sale for twenty hbars, and a transfer without payment.
    const price = hbarTransfer([
      [bob, -20n * HBAR],
      [alice, 20n * HBAR],
    ]).cryptoTransfer;
    const sold = { ...price, tokenTransfers: [moved(1, alice, bob)] };
    await stage.submit({ payer: alice, signers: stage.key.refs, data: { cryptoTransfer: sold } });
    const given = { tokenTransfers: [moved(2, alice, bob)] };
    await stage.submit({ payer: alice, signers: stage.key.refs, data: { cryptoTransfer: given } });
  }
}
