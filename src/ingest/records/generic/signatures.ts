import type { proto } from '@hiero-ledger/proto';
import type { Item } from '../../item.ts';
import type { Context } from '../context.ts';
import { idOrNull } from '../ids.ts';

/** Only signatures that schedules gather are worth their room. */
const STORED: ReadonlySet<number> = new Set([42, 44]);

/** Signatures of a transaction, one for each public key prefix. */
export function addSignatures(item: Item, entityId: bigint, context: Context): void {
  if (!STORED.has(item.type)) return;
  const seen = new Set<string>();
  for (const pair of item.signatureMap.sigPair ?? []) {
    const prefix = Buffer.from(pair.pubKeyPrefix ?? []);
    const hex = prefix.toString('hex');
    if (seen.has(hex)) continue;
    seen.add(hex);
    const signature = signatureOf(pair);
    if (!signature) {
      context.problem(item, `a signature of an unknown kind (public key prefix ${hex})`);
      continue;
    }
    context.rows.add('transaction_signature', {
      consensus_timestamp: item.consensusTimestamp,
      public_key_prefix: prefix,
      entity_id: idOrNull(entityId),
      signature: signature.bytes,
      type: signature.type,
    });
  }
}

/** The signature and its field number in a `SignaturePair`. */
function signatureOf(pair: proto.ISignaturePair): { type: number; bytes: Uint8Array } | null {
  if (pair.ed25519) return { type: 3, bytes: pair.ed25519 };
  if (pair.ECDSASecp256k1) return { type: 6, bytes: pair.ECDSASecp256k1 };
  if (pair.contract) return { type: 2, bytes: pair.contract };
  if (pair.RSA_3072) return { type: 4, bytes: pair.RSA_3072 };
  if (pair.ECDSA_384) return { type: 5, bytes: pair.ECDSA_384 };
  return null;
}
