/** The account of most lists below an account. */
export const OWNER = { idOrAliasOrEvmAddress: '1001' };

/** Pages of the newer services' lists: of 27 items here, so that one is left for a second page. */
export const NEW_PAGES = { byDefault: 25, max: 100, above: 'refused' } as const;
