import { proto } from '@tain/protos/hapi';
import Long from 'long';
import { poll, retry } from '../../src/kernel/retry.ts';
import type { EnvelopeSender } from './send-ethereum.ts';

/** A transfer of tokens by the operator (0.0.2), without a contract. */
export interface TokenTransfer {
  /** Id of the transaction in the format of a mirror's paths. */
  readonly id: string;
  /** Numbers of the token and of the receiving account. */
  readonly token: number;
  readonly receiver: number;
  /** Amount, or serial number of the NFT. */
  readonly value: bigint;
}

const OPERATOR = 2;
const SUPPLY = 1_000;
const AMOUNT = 70;
const SERIAL = 1;
const RENEW_PERIOD_SECONDS = 7_776_000;
const POLL_INTERVAL_MS = 50;
/** Timeout for a new network, which responds BUSY until it has caught up with the clock. */
const TIMEOUT_MS = 150_000;

const account = (num: number) => ({ accountNum: Long.fromNumber(num) });

/**
 * Creates an account, a fungible token and an NFT, and transfers some of each to the account. If a transaction fails,
 * throws an error with its status.
 */
export async function transferTokens(
  sender: EnvelopeSender,
): Promise<{ readonly fungible: TokenTransfer; readonly nft: TokenTransfer }> {
  const { key } = sender;
  const treasury = account(OPERATOR);
  const receiver = await createdBy(sender, 'CryptoService/createAccount', {
    cryptoCreateAccount: {
      key,
      autoRenewPeriod: { seconds: Long.fromNumber(RENEW_PERIOD_SECONDS) },
      maxAutomaticTokenAssociations: 2,
    },
  });
  const transfer = async (num: number, value: number, list: proto.ITokenTransferList) => {
    const tokenTransfers = [{ token: { tokenNum: Long.fromNumber(num) }, ...list }];
    const { id } = await send(sender, 'CryptoService/cryptoTransfer', { cryptoTransfer: { tokenTransfers } });
    return { id, token: num, receiver, value: BigInt(value) };
  };

  const fungible = await createdBy(sender, 'TokenService/createToken', {
    tokenCreation: { name: 'Copper', symbol: 'CU', initialSupply: Long.fromNumber(SUPPLY), treasury },
  });
  const transfers = [
    { accountID: treasury, amount: Long.fromNumber(-AMOUNT) },
    { accountID: account(receiver), amount: Long.fromNumber(AMOUNT) },
  ];
  const nft = await createdBy(sender, 'TokenService/createToken', {
    tokenCreation: {
      name: 'Deed',
      symbol: 'DD',
      tokenType: proto.TokenType.NON_FUNGIBLE_UNIQUE,
      supplyKey: key,
      treasury,
    },
  });
  await send(sender, 'TokenService/mintToken', {
    tokenMint: { token: { tokenNum: Long.fromNumber(nft) }, metadata: [Buffer.from('one')] },
  });
  const nftTransfers = [
    {
      senderAccountID: treasury,
      receiverAccountID: account(receiver),
      serialNumber: Long.fromNumber(SERIAL),
    },
  ];
  return {
    fungible: await transfer(fungible, AMOUNT, { transfers }),
    nft: await transfer(nft, SERIAL, { nftTransfers }),
  };
}

/** Sends a transaction that creates an account or a token. Returns its number. */
async function createdBy(
  sender: EnvelopeSender,
  procedure: string,
  data: proto.ITransactionBody,
): Promise<number> {
  const { receipt } = await send(sender, procedure, data);
  return Number(receipt.accountID?.accountNum ?? receipt.tokenID?.tokenNum);
}

/** Sends a transaction and waits for its receipt. Throws unless it succeeded. */
async function send(
  sender: EnvelopeSender,
  procedure: string,
  data: proto.ITransactionBody,
): Promise<{ readonly id: string; readonly receipt: proto.TransactionReceipt }> {
  const { UNKNOWN, SUCCESS } = proto.ResponseCodeEnum;
  const id = await retry(() => sender.submit(procedure, data), {
    backOff: POLL_INTERVAL_MS,
    limitMs: TIMEOUT_MS,
    isTransient: (error) => error instanceof Error && error.message === 'BUSY',
  });
  const receipt = await poll(
    async () => {
      const found = await sender.fullReceiptOf(id);
      return found.status === UNKNOWN ? undefined : found;
    },
    { intervalMs: POLL_INTERVAL_MS, limitMs: TIMEOUT_MS },
  );
  if (receipt?.status !== SUCCESS)
    throw new Error(`${id}: ${receipt ? proto.ResponseCodeEnum[receipt.status] : 'no receipt in time'}`);
  return { id, receipt };
}
