/** Account of most lists below an account. */
export const OWNER = { idOrAliasOrEvmAddress: '1001' };

/** Page sizes of the newer services' lists: the lists here have 27 items, so that a second page follows. */
export const NEW_PAGES = { byDefault: 25, max: 100, above: 'refused' } as const;
