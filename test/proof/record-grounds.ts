/** Grounds of a record file's proof in addition to its address book: no threshold signatures. */
export const NO_THRESHOLD = {
  ledgerAt: async () => null,
  following: async () => [],
  verifySignature: async () => false,
} as const;
