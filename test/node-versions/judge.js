// Runs as it is in every version of Node.js and in a browser.

/** Returns the facts that a proof proves, or the refusing step with its reason, as comparable text. */
async function verdict(verifier, { ask, proof, trust }) {
  try {
    const facts = await verifier[ask](proof, trust);
    return JSON.stringify(facts, (_, value) => (value instanceof Uint8Array ? [...value] : value));
  } catch (error) {
    return error.name === 'ProofRefused' ? `${error.step}: ${error.message}` : String(error);
  }
}

/** Verdicts of a verifier about all cases, by name. */
export async function judge(verifier, cases) {
  const verdicts = {};
  for (const each of cases) verdicts[each.name] = await verdict(verifier, each);
  return verdicts;
}

/** Duration of a case's first run, and the median of `times` more. */
export async function timed(verifier, each, clock, times) {
  const once = async () => {
    const before = clock();
    await verdict(verifier, each);
    return clock() - before;
  };
  const first = await once();
  const again = [];
  for (let time = 0; time < times; time++) again.push(await once());
  again.sort((one, other) => one - other);
  return { first, again: again[times >> 1] };
}
