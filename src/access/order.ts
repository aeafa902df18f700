/** The order in which rows are read and shown. */
export type Order = 'asc' | 'desc';
