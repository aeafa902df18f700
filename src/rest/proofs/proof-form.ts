import type { ProofJson } from '@tain/verify/proof-json';
import { stateProofBytes } from '@tain/verify/proof-paths';
import { mediaWeight } from '../answer/media-weight.ts';
import { Problem } from '../query/problem.ts';
import type { Answer } from '../route/route.ts';

const PROTOBUF = 'application/protobuf';
const JSON_TYPE = 'application/json';

/** `either`: protobuf if the proof has that form, else JSON. */
type Form = 'json' | 'protobuf' | 'either';

/** Returns the form of a proof for an `Accept` header: JSON, unless protobuf is named and its weight is at least as great. */
export function proofForm(accept: string | undefined): Form {
  const protobuf = mediaWeight(accept, PROTOBUF, true);
  const jsonWeight = mediaWeight(accept, JSON_TYPE);
  if (!(protobuf > 0) || protobuf < jsonWeight) return 'json';
  return jsonWeight > 0 ? 'either' : 'protobuf';
}

/** Returns a proof in the requested form. Throws `Problem` (406): record files have no protobuf form. */
export function proofAnswer(proof: ProofJson, form: string | undefined): Answer {
  if (form === 'json' || form === undefined) return { body: JSON.stringify(proof) };
  if (proof.kind === 'block') {
    return {
      body: Buffer.from(stateProofBytes(proof)),
      contentType: `${PROTOBUF}; messageType=com.hedera.hapi.block.stream.StateProof`,
    };
  }
  if (form === 'either') return { body: JSON.stringify(proof) };
  throw new Problem(406, [
    { message: 'Not acceptable', detail: 'The proof of a record file is JSON: there is no other form of it' },
  ]);
}
