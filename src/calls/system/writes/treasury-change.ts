import type { LedgerAccount, LedgerToken } from '../../state/ledger-objects.ts';
import type { Ledger } from '../ledger.ts';
import { automaticRelation } from './associations.ts';
import { addUnits, demandUnfrozen, relationOf, setRelation } from './objects.ts';
import { demand } from './simulate.ts';

/**
 * Gives a token another treasury. The new treasury is associated if it has a free slot, and gets all units and NFTs of
 * the former one. It must not own NFTs of the token before. The caller writes the token itself. Throws `Refused`.
 */
export async function moveTreasury(ledger: Ledger, token: LedgerToken, next: LedgerAccount): Promise<void> {
  const { state } = ledger;
  const existing = await state.relations.get([next.id, token.id]);
  const relation = existing?.associated ? existing : await automaticRelation(ledger, next, token);
  if (next.id === token.treasury) return;
  setRelation(ledger, {
    ...relation,
    freeze: token.keys.freeze ? 'UNFROZEN' : relation.freeze,
    kyc: token.keys.kyc ? 'GRANTED' : relation.kyc,
  });
  const former = await relationOf(ledger, token.treasury, token.id);
  demandUnfrozen(former);
  demandUnfrozen(await relationOf(ledger, next.id, token.id));
  if (former.balance === 0n) return;
  demand(former.kyc !== 'REVOKED', 'TOKEN_HAS_NO_KYC_KEY');
  if (token.type === 'NON_FUNGIBLE_UNIQUE') {
    demand(relation.balance === 0n, 'TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES');
    state.handOver(token.id, token.treasury, next.id);
  }
  await addUnits(ledger, token.treasury, token.id, -former.balance);
  await addUnits(ledger, next.id, token.id, former.balance);
}
