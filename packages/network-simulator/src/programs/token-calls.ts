import type { proto } from '@tain/protos/hapi';
import type { Execution } from '../ledger/execution.ts';
import { accountId, long, tokenId } from '../ledger/ids.ts';
import { nftKey } from '../ledger/ledger.ts';
import type { TokenTransfer } from '../ledger/moves.ts';
import { statusFrom } from '../ledger/refusal.ts';
import type { SystemAnswer } from '../ledger/run-code.ts';
import { Status } from '../ledger/status.ts';
import { associate } from '../ledger/token-moves.ts';
import { executeTransfer } from '../ledger/transfer.ts';
import { word } from '../ledger/words.ts';
import type { Dispatched, ServiceDispatch } from './service-dispatch.ts';
import { gasForCents, RELATION_GAS } from './service-gas.ts';

/** The token service as a system contract: 0.0.359, address 0x167. */
export const TOKEN_SERVICE = 359;
const TRANSFER_GAS = gasForCents(0.1);
/** Of a token with custom fees. */
const TRANSFER_GAS_WITH_FEES = gasForCents(0.2);

/** What came of a transaction that a call made. */
export interface Made extends Dispatched {
  readonly gas: number;
}

/** Transactions of the token service within a contract's: each is a child record, which has its status. */
export class TokenCalls {
  readonly #dispatch: ServiceDispatch;

  constructor(dispatch: ServiceDispatch) {
    this.#dispatch = dispatch;
  }

  /** Moves units of a fungible token; `by`: who calls. */
  move(token: number, from: number, to: number, amount: bigint, by: number): Made {
    const body: proto.ITransactionBody = {
      cryptoTransfer: {
        tokenTransfers: [
          {
            token: tokenId(token),
            transfers: [
              { accountID: accountId(from), amount: long(-amount) },
              { accountID: accountId(to), amount: long(amount) },
            ],
          },
        ],
      },
    };
    const row = this.#dispatch.x.ledger.tokens.get(token);
    const hasFees = row !== undefined && row.fixedFees.length + row.fractionalFees.length > 0;
    const gas = hasFees ? TRANSFER_GAS_WITH_FEES : TRANSFER_GAS;
    return this.#run('cryptoTransfer', body, gas, (child) => {
      if (amount < 0n) return Status.INVALID_ACCOUNT_AMOUNTS;
      if (!child.ledger.accounts.has(to)) return Status.INVALID_ACCOUNT_ID;
      const allowed = this.#mayMove(from, by) ? Status.OK : spend(child, from, by, token, amount);
      if (allowed !== Status.OK) return allowed;
      if (row?.nonFungible) return Status.INVALID_TOKEN_ID;
      const units = [
        { account: from, amount: -amount },
        { account: to, amount },
      ];
      return transfer(child, { token, units, nfts: [] });
    });
  }

  /** Moves an NFT. */
  moveNft(token: number, from: number, to: number, serial: number, by: number): Made {
    const nftTransfers = [
      { senderAccountID: accountId(from), receiverAccountID: accountId(to), serialNumber: long(serial) },
    ];
    const body: proto.ITransactionBody = {
      cryptoTransfer: { tokenTransfers: [{ token: tokenId(token), nftTransfers }] },
    };
    return this.#run('cryptoTransfer', body, TRANSFER_GAS, (child) => {
      const { ledger } = child;
      if (!ledger.accounts.has(to)) return Status.INVALID_ACCOUNT_ID;
      const isOperator = ledger.nftAllowances.get(`${from}:${by}:${token}`)?.approvedForAll === true;
      const isSpender = ledger.nfts.get(nftKey(token, serial))?.spender === by && by !== 0;
      if (!this.#mayMove(from, by) && !isOperator && !isSpender)
        return Status.SPENDER_DOES_NOT_HAVE_ALLOWANCE;
      if (ledger.tokens.get(token)?.nonFungible !== true) return Status.INVALID_TOKEN_ID;
      return transfer(child, { token, units: [], nfts: [{ serial, sender: from, receiver: to }] });
    });
  }

  /** Associates whoever calls with a token. */
  associate(account: number, token: number, by: number): Made {
    const body: proto.ITransactionBody = {
      tokenAssociate: { account: accountId(account), tokens: [tokenId(token)] },
    };
    return this.#run('tokenAssociate', body, RELATION_GAS, (child) => {
      const row = child.ledger.tokens.get(token);
      if (!child.ledger.accounts.has(account)) return Status.INVALID_ACCOUNT_ID;
      if (account !== by && account !== this.#signer())
        return Status.INVALID_FULL_PREFIX_SIGNATURE_FOR_PRECOMPILE;
      if (row === undefined) return Status.INVALID_TOKEN_ID;
      if (row.deleted) return Status.TOKEN_WAS_DELETED;
      if (row.paused) return Status.TOKEN_IS_PAUSED;
      if (child.ledger.relation(account, token)) return Status.TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT;
      associate(child, account, token, false);
      return Status.OK;
    });
  }

  /** Lets `spender` move units of the caller, or one NFT, or (with a flag) all of them. */
  approve(
    token: number,
    owner: number,
    spender: number,
    what: { readonly amount: bigint } | { readonly serial: number } | { readonly all: boolean },
  ): Made {
    const parties = { tokenId: tokenId(token), owner: accountId(owner), spender: accountId(spender) };
    const cryptoApproveAllowance: proto.ICryptoApproveAllowanceTransactionBody =
      'amount' in what
        ? { tokenAllowances: [{ ...parties, amount: long(what.amount) }] }
        : 'serial' in what
          ? { nftAllowances: [{ ...parties, serialNumbers: [long(what.serial)] }] }
          : { nftAllowances: [{ ...parties, approvedForAll: { value: what.all } }] };
    return this.#run('cryptoApproveAllowance', { cryptoApproveAllowance }, RELATION_GAS, (child) => {
      const { ledger, payer } = child;
      if (!ledger.accounts.has(spender)) return Status.INVALID_ALLOWANCE_SPENDER_ID;
      if (owner === spender) return Status.SPENDER_ACCOUNT_SAME_AS_OWNER;
      if (ledger.relation(owner, token) === undefined) return Status.TOKEN_NOT_ASSOCIATED_TO_ACCOUNT;
      const key = `${owner}:${spender}:${token}`;
      if ('amount' in what) {
        const { amount } = what;
        ledger.tokenAllowances.put(key, { owner, spender, token, amount, granted: amount, payer });
      } else if ('all' in what) {
        ledger.nftAllowances.put(key, { owner, spender, token, approvedForAll: what.all, payer });
      } else {
        const nft = ledger.nfts.get(nftKey(token, what.serial));
        if (nft === undefined || nft.deleted) return Status.INVALID_TOKEN_NFT_SERIAL_NUMBER;
        if (nft.owner !== owner) return Status.SENDER_DOES_NOT_OWN_NFT_SERIAL_NO;
        const row = ledger.nfts.edit(nftKey(token, what.serial));
        row.spender = spender;
        row.delegatingSpender = 0;
      }
      return Status.OK;
    });
  }

  /** The status as a word, which the child's record has, too. */
  answer({ child, gas, status }: Made): SystemAnswer {
    return this.told(child, word(BigInt(status)), gas);
  }

  /** The answer to the call, which the child's record tells. */
  told(child: Execution, output: Uint8Array, gasUsed: number): SystemAnswer {
    return this.#dispatch.told(child, output, gasUsed);
  }

  /** Makes a transaction that the outermost one's payer pays, with all its signatures; `act` gives OK, or why not. */
  #run(field: string, body: proto.ITransactionBody, gas: number, act: (child: Execution) => Status): Made {
    const made = this.#dispatch.attempt(field, body, this.#dispatch.x, (child) => {
      const came = act(child);
      return came === Status.OK ? Status.SUCCESS : came;
    });
    return { ...made, gas };
  }

  /** Who calls may move what is its own, and who signed the transaction lets contracts move it. */
  #mayMove(from: number, by: number): boolean {
    return from === by || from === this.#signer();
  }

  #signer(): number {
    const { x } = this.#dispatch;
    return x.wallet?.sender ?? x.payer;
  }
}

/** Moves tokens as any transfer does, with custom fees. */
function transfer(child: Execution, tokens: TokenTransfer): Status {
  return statusFrom(() => executeTransfer(child, { hbar: [], tokens: [tokens] }));
}

/** Takes from an allowance. */
function spend({ ledger }: Execution, owner: number, spender: number, token: number, amount: bigint): Status {
  const key = `${owner}:${spender}:${token}`;
  const allowance = ledger.tokenAllowances.get(key);
  if (allowance === undefined || allowance.amount === 0n) return Status.SPENDER_DOES_NOT_HAVE_ALLOWANCE;
  if (allowance.amount < amount) return Status.AMOUNT_EXCEEDS_ALLOWANCE;
  ledger.tokenAllowances.edit(key).amount -= amount;
  return Status.OK;
}
