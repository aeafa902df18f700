/**
 * Numbers of initial entities of short test histories. The default numbers take longer, and these tests do not need
 * them.
 */

export const MIN_POPULATION = { accounts: 40, tokens: 4, topics: 3, contracts: 3 };
export const SMALL_POPULATION = { accounts: 40, tokens: 6, topics: 4, contracts: 6 };
