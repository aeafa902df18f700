import type { Reader } from './setting-kinds.ts';

/** One setting: its environment variable, reader, default as text, and one line of help. */
export interface Setting<T> {
  readonly name: string;
  readonly group: string;
  readonly reader: Reader<T>;
  /** Text that is read when the variable is not set. Empty only for optional settings. */
  readonly fallback: string;
  /** The default as shown in the documentation, where `fallback` does not express it. */
  readonly fallbackShown?: string;
  readonly help: string;
}

/** Declares a setting of a group; `fallback` is the text that is read when it is not set. */
export function setting<T>(
  group: string,
  name: string,
  reader: Reader<T>,
  fallback: string,
  help: string,
): Setting<T> {
  return { name, group, reader, fallback, help };
}

/** Returns a setting with its default shown in words. */
export function shownAs<T>(original: Setting<T>, fallbackShown: string): Setting<T> {
  return { ...original, fallbackShown };
}

/** The values of a table of settings. */
export type SettingValues<Table extends Record<string, Setting<unknown>>> = {
  readonly [Key in keyof Table]: Table[Key] extends Setting<infer T> ? T : never;
};

/** Returns the default values of a table of settings. */
export function defaultsOf<Table extends Record<string, Setting<unknown>>>(
  table: Table,
): SettingValues<Table> {
  const values = Object.entries(table).map(([key, { reader, fallback }]) => [key, reader.read(fallback)]);
  return Object.fromEntries(values) as SettingValues<Table>;
}

/** Returns the values of one table, taken from those of a larger one. */
export function valuesIn<Table extends Record<string, Setting<unknown>>>(
  values: SettingValues<Table>,
  table: Table,
): SettingValues<Table> {
  const keys = Object.keys(table) as (keyof Table)[];
  return Object.fromEntries(keys.map((key) => [key, values[key]])) as SettingValues<Table>;
}
