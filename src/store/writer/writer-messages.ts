import type { ConnectionTarget } from '../connections/database.ts';
import type { Columns } from '../copy/column.ts';
import type { WriterOptions } from './writer.ts';

/** Start data of the thread. */
export interface WriterStart {
  readonly target: ConnectionTarget;
  readonly options: WriterOptions;
}

export type WriterCommand = { readonly id: number } & (
  | { readonly kind: 'query' | 'queryText'; readonly text: string; readonly values: readonly unknown[] }
  | {
      readonly kind: 'copy';
      readonly table: string;
      readonly columns: Columns;
      readonly chunks: readonly Uint8Array[];
    }
  | { readonly kind: 'end' }
);

export type WriterAnswer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: { readonly message: string; readonly code: string | null } };
