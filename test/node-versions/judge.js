// Runs unchanged in every Node.js version and in a browser.

/** Returns the facts that a proof proves, or the refusing step with its reason, as comparable text. */
async function verdict(verifier, { ask, proof, trust }) {
  try {
    const facts = await verifier[ask](proof, trust);
    return JSON.stringify(facts, (_, value) => (value instanceof Uint8Array ? [...value] : value));
  } catch (error) {
    return error.name === 'ProofRefused' ? `${error.step}: ${error.message}` : String(error);
  }
}

/** Returns a verifier's verdicts about all cases, by name. */
export async function judge(verifier, cases) {
  const verdicts = {};
  for (const each of cases) verdicts[each.name] = await verdict(verifier, each);
  return verdicts;
}
