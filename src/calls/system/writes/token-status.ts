import type { TokenRelation } from '../../state/ledger-objects.ts';
import type { MethodCall } from '../method.ts';
import {
  demandAccountAt,
  demandKey,
  demandUnfrozen,
  existingToken,
  relationOf,
  setRelation,
  usableTokenAt,
} from './objects.ts';
import { answersCode } from './simulate.ts';

/** Methods for freezes, KYC and pauses: `(token, account)`, or `(token)` alone. */

export const freeze = changeRelation('freeze', { freeze: 'FROZEN' });
export const unfreeze = changeRelation('freeze', { freeze: 'UNFROZEN' });
export const grantKyc = changeRelation('kyc', { kyc: 'GRANTED' });
export const revokeKyc = changeRelation('kyc', { kyc: 'REVOKED' });
export const pause = changePause(true);
export const unpause = changePause(false);

/** Changes a relation. A frozen relation only allows unfreezing (TokenHandlerHelper of the consensus node). */
function changeRelation(key: 'freeze' | 'kyc', change: Partial<Pick<TokenRelation, 'freeze' | 'kyc'>>) {
  return answersCode(async ({ ledger, args }: MethodCall) => {
    const token = await usableTokenAt(ledger, args.address(0));
    demandKey(token, key);
    const account = await demandAccountAt(ledger, args.address(1));
    const relation = await relationOf(ledger, account.id, token.id);
    if (change.freeze !== 'UNFROZEN') demandUnfrozen(relation);
    setRelation(ledger, { ...relation, ...change });
  });
}

function changePause(paused: boolean) {
  return answersCode(async ({ ledger, args }: MethodCall) => {
    const token = await existingToken(ledger, ledger.longZeroId(args.address(0)));
    demandKey(token, 'pause');
    ledger.state.tokens.set(token.id, { ...token, paused });
  });
}

/** Deletes a token. It remains readable, and no unit of it can be transferred any more. */
export const deleteToken = answersCode(async ({ ledger, args }: MethodCall) => {
  const token = await usableTokenAt(ledger, args.address(0));
  demandKey(token, 'admin');
  ledger.state.tokens.set(token.id, { ...token, deleted: true });
});
