import type { proto } from '@hiero-ledger/proto';
import { chargeFixedFees, chargeFractionalFees } from '../ledger/custom-fees.ts';
import { accountId, contractId, long, tokenId } from '../ledger/ids.ts';
import { Status } from '../ledger/status.ts';
import { moveUnits } from '../ledger/token-moves.ts';
import { addressOf, word, wordAt } from '../ledger/words.ts';
import type { Frame, SystemContract } from './evm.ts';

/** The token service as a system contract: 0.0.359, address 0x167. */
export const TOKEN_SERVICE = 359;
const TRANSFER_GAS = 15_284;
/** Of a token with custom fees. */
const TRANSFER_GAS_WITH_FEES = 29_368;

/** transferToken(token, from, to, amount): moves units, recorded in a child; returns its status. */
export const transferToken: SystemContract = (frame, input) => {
  const { x } = frame.run;
  const token = numAt(frame, input, 0);
  const from = numAt(frame, input, 1);
  const to = numAt(frame, input, 2);
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
  const row = x.ledger.tokens.get(token);
  const hasFees = row !== undefined && row.fixedFees.length + row.fractionalFees.length > 0;
  const gas = hasFees ? TRANSFER_GAS_WITH_FEES : TRANSFER_GAS;
  child.status = done ? Status.SUCCESS : moved;
  const output = word(BigInt(child.status));
  if (!done) child.reset(child.hbar);
  child.record.contractCallResult = {
    contractID: contractId(TOKEN_SERVICE),
    contractCallResult: output,
    gasUsed: long(gas),
    gas: long(frame.forwarded()),
    functionParameters: input,
    senderId: accountId(frame.contract),
  };
  return { output, gas };
};

/** Number of the entity whose address is an argument; 0 when there is none. */
function numAt(frame: Frame, input: Uint8Array, index: number): number {
  const address = addressOf(wordAt(input, 4 + index * 32));
  const num = frame.run.x.ledger.resolveAlias(address);
  if (num !== 0) return num;
  // Tokens have no account; their address is their number.
  const low = address.readBigUInt64BE(12);
  return frame.run.x.ledger.tokens.has(Number(low)) ? Number(low) : 0;
}
