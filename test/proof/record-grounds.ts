/** Grounds of a record file's proof besides its address book, which include no threshold signatures. */
export const NO_THRESHOLD = {
  ledgerAt: async () => null,
  following: async () => [],
  verifySignature: async () => false,
} as const;
