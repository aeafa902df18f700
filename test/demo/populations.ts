/** Numbers of entities that test histories found. Those of the default take longer, and the tests do not need them. */

export const MIN_POPULATION = { accounts: 40, tokens: 4, topics: 3, contracts: 3 };
export const SMALL_POPULATION = { accounts: 40, tokens: 6, topics: 4, contracts: 6 };
