/** Thread of a `ThresholdPool`, which verifies one signature after another. */
import { parentPort } from 'node:worker_threads';
import { checkLedger } from '@tain/verify/tss/ledger';
import { TssRefusal } from '@tain/verify/tss/refusal';
import { SignatureVerifier } from '@tain/verify/tss/verify-signature';
import { dropOldest } from '../../../kernel/limits/bounded-cache.ts';
import type { VerifyAnswer, VerifyCommand } from './threshold-pool.ts';

if (!parentPort) throw new Error('this module runs in a thread of its own');
const port = parentPort;

/** Number of cached verifiers: a network has one ledger at a time, and catching up also needs older ones. */
const MAX_LEDGERS = 4;
const verifiers = new Map<number, SignatureVerifier>();

port.on('message', (command: VerifyCommand) => port.postMessage(answerOf(command)));

/** Returns the result of a verification. An error that is not a refusal is thrown, and ends the thread. */
function answerOf(command: VerifyCommand): VerifyAnswer {
  try {
    return { evidence: verifierOf(command).verify(command.root, command.signature) };
  } catch (error) {
    if (!(error instanceof TssRefusal)) throw error;
    return { refusal: { code: error.code, message: error.message } };
  }
}

function verifierOf({ ledger, publication, profile }: VerifyCommand): SignatureVerifier {
  let verifier = verifiers.get(ledger);
  if (verifier === undefined) {
    verifier = new SignatureVerifier(checkLedger(publication, profile));
    verifiers.set(ledger, verifier);
    dropOldest(verifiers, MAX_LEDGERS);
  }
  return verifier;
}
