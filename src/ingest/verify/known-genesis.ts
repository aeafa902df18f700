/**
 * Root hash (sixteen leaves) of the wrapped record block with which a network's stream begins. Nodes signed the
 * record file in it, but not the state from before the stream, which the block also contains; this hash covers both.
 * For mainnet: the block that comes with the public mirror's sources, whose record file mainnet's nodes signed, and
 * whose balances sum to the whole supply of 50 billion hbar.
 */
const GENESIS_ROOTS: Readonly<Record<string, string>> = {
  mainnet: '140257742d5891f7cd413c9c71772e3bc0c280c0131cd74786c1c52daf32d6a33ca43259cccfc09954b63bcd3e2a4238',
};

/** Returns whether a wrapped record block is the known beginning of a network's stream. `root`: hex. */
export function isKnownGenesis(network: string, root: string): boolean {
  return GENESIS_ROOTS[network] === root;
}
