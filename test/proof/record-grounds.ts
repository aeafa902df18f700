/** What a record file's proof is made with besides its address book: no threshold signatures. */
export const NO_THRESHOLD = {
  ledgerAt: async () => null,
  following: async () => [],
  verifySignature: async () => false,
} as const;
