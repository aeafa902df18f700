// Made by proto/generate.js --schema. Not to be edited.
/** Services of consensus nodes by full name: their procedures, and what each takes. */
export const SERVICES: Readonly<Record<string, Readonly<Record<string, 'transaction' | 'query'>>>>;
