import type { Reader } from './setting-kinds.ts';

/** One setting: its environment variable, how its text is read, its default as text, one line of help. */
export interface Setting<T> {
  readonly name: string;
  readonly group: string;
  readonly reader: Reader<T>;
  /** Text that is read when the variable is not set. Empty only for optional settings. */
  readonly fallback: string;
  /** How the default is shown, where `fallback` does not say it. */
  readonly fallbackShown?: string;
  readonly help: string;
}

/** A setting of a group; `fallback` is the text that is read where none is given. */
export function setting<T>(
  group: string,
  name: string,
  reader: Reader<T>,
  fallback: string,
  help: string,
): Setting<T> {
  return { name, group, reader, fallback, help };
}

/** The same setting, its default shown in words. */
export function shownAs<T>(original: Setting<T>, fallbackShown: string): Setting<T> {
  return { ...original, fallbackShown };
}
