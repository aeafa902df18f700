import type { proto } from '@tain/protos/hapi';
import { Adjustments } from '../ledger/adjustments.ts';
import { chargeFixedFees, chargeFractionalFees } from '../ledger/custom-fees.ts';
import type { Execution } from '../ledger/execution.ts';
import { accountId, contractId, long, tokenId } from '../ledger/ids.ts';
import type { SystemContract } from '../ledger/run-code.ts';
import { Status } from '../ledger/status.ts';
import { moveUnits } from '../ledger/token-moves.ts';
import { addressOf, word, wordAt } from '../ledger/words.ts';

/** The token service as a system contract: 0.0.359, address 0x167. */
export const TOKEN_SERVICE = 359;
const TRANSFER_GAS = 15_284;
/** Of a token with custom fees. */
const TRANSFER_GAS_WITH_FEES = 29_368;
const TRANSFER_TOKEN = Buffer.from('eca36917', 'hex');

/** What contracts of the demo network ask the token service for, on behalf of a transaction. */
export function tokenService(x: Execution): SystemContract {
  return ({ sender, input, gas }) => {
    if (!TRANSFER_TOKEN.equals(input.subarray(0, 4))) return undefined;
    const child = transferToken(x, input);
    const row = x.ledger.tokens.get(numAt(x, input, 0));
    const hasFees = row !== undefined && row.fixedFees.length + row.fractionalFees.length > 0;
    const gasUsed = hasFees ? TRANSFER_GAS_WITH_FEES : TRANSFER_GAS;
    const output = word(BigInt(child.status));
    child.record.contractCallResult = {
      contractID: contractId(TOKEN_SERVICE),
      contractCallResult: output,
      gasUsed: long(gasUsed),
      gas: long(gas),
      functionParameters: input,
      senderId: accountId(x.ledger.resolveAlias(Buffer.from(sender, 'hex'))),
    };
    return { output, gasUsed: BigInt(gasUsed) };
  };
}

/** transferToken(token, from, to, amount): moves units, recorded in a child, which has its status. */
function transferToken(x: Execution, input: Uint8Array): Execution {
  const token = numAt(x, input, 0);
  const from = numAt(x, input, 1);
  const to = numAt(x, input, 2);
  const amount = BigInt.asIntN(64, wordAt(input, 4 + 3 * 32));
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
  const child = x.child('cryptoTransfer', body, 'following');
  let moved: Status = Status.OK;
  const done = x.ledger.journal.attempt(() => {
    moved = x.ledger.accounts.has(to) ? moveUnits(child, token, from, to, amount) : Status.INVALID_ACCOUNT_ID;
    if (moved === Status.OK) moved = chargeFixedFees(child, token, from);
    if (moved === Status.OK)
      moved = chargeFractionalFees(child, token, from, amount, [{ account: to, amount }]);
    return moved === Status.OK;
  });
  child.status = done ? Status.SUCCESS : moved;
  if (!done) child.reset(new Adjustments());
  return child;
}

/** Number of the entity whose address is an argument; 0 when there is none. */
function numAt(x: Execution, input: Uint8Array, index: number): number {
  const address = addressOf(wordAt(input, 4 + index * 32));
  const num = x.ledger.resolveAlias(address);
  if (num !== 0) return num;
  // Tokens have no account; their address is their number.
  const low = Number(address.readBigUInt64BE(12));
  return x.ledger.tokens.has(low) ? low : 0;
}
