/**
 * The memo of a treasury that no record of the stream shows: snapshots need a row of it, so the ingest makes it up, as
 * the public mirror does. Lists of accounts leave it out.
 */
export const MADE_UP_TREASURY_MEMO = 'Mirror node created synthetic treasury account';
