/**
 * Memo of a treasury that no record of the stream shows. Snapshots need its row, so the ingest creates it, like the public
 * mirror. Lists of accounts omit it.
 */
export const MADE_UP_TREASURY_MEMO = 'Mirror node created synthetic treasury account';
