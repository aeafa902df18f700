import { WireReader } from '@tain/ledger/wire-reader';
import type { proto } from '@tain/protos/hapi';
import type { Item } from '../../decode/item.ts';
import { rawFields, rawMessage } from '../../decode/raw-field.ts';
import type { Context } from '../context.ts';
import { idOrNull } from '../ids.ts';
import { smallInt } from '../small-int.ts';

/** Types whose signatures are stored: schedule create and sign. Only signatures that schedules collect are needed. */
const STORED: ReadonlySet<number> = new Set([42, 44]);

/** Adds the signatures of a transaction, one for each public key prefix. */
export function addSignatures(item: Item, entityId: bigint, context: Context): void {
  if (!STORED.has(item.type)) return;
  const seen = new Set<string>();
  for (const [index, pair] of (item.signatureMap.sigPair ?? []).entries()) {
    const prefix = Buffer.from(pair.pubKeyPrefix ?? []);
    const hex = prefix.toString('hex');
    const signature = signatureOf(pair) ?? unknownSignature(item, index);
    if (!signature) {
      context.problem(item, `a signature of an unknown kind (public key prefix ${hex})`);
      continue;
    }
    if (seen.has(hex)) continue;
    seen.add(hex);
    context.rows.add('transaction_signature', {
      consensus_timestamp: item.consensusTimestamp,
      public_key_prefix: prefix,
      entity_id: idOrNull(entityId),
      signature: signature.bytes,
      type: smallInt(signature.type, null),
    });
  }
}

interface Signature {
  /** Field number in a `SignaturePair`. */
  readonly type: number;
  readonly bytes: Uint8Array;
}

function signatureOf(pair: proto.ISignaturePair): Signature | null {
  if (pair.ed25519) return { type: 3, bytes: pair.ed25519 };
  if (pair.ECDSASecp256k1) return { type: 6, bytes: pair.ECDSASecp256k1 };
  if (pair.contract) return { type: 2, bytes: pair.contract };
  if (pair.RSA_3072) return { type: 4, bytes: pair.RSA_3072 };
  if (pair.ECDSA_384) return { type: 5, bytes: pair.ECDSA_384 };
  return null;
}

const SIGNED_TRANSACTION = 5;
const SIGNATURES_IN_SIGNED = 2;
const SIGNATURES = 3;
const PAIRS = 1;
const KEY_PREFIX = 1;

/** Returns a signature of a type newer than the protos: the first field of the pair that occurs once. */
function unknownSignature(item: Item, index: number): Signature | null {
  const signed = rawMessage(item.transactionBytes, SIGNED_TRANSACTION);
  const map = signed?.length
    ? rawMessage(signed, SIGNATURES_IN_SIGNED)
    : rawMessage(item.transactionBytes, SIGNATURES);
  const pair = map && rawFields(map, PAIRS)[index];
  if (!pair) return null;
  const reader = new WireReader(pair);
  while (reader.next()) {
    const { field, wireType } = reader;
    reader.skip();
    if (field === KEY_PREFIX || wireType !== 2) continue;
    const [bytes, another] = rawFields(pair, field);
    if (bytes && !another) return { type: field, bytes };
  }
  return null;
}
