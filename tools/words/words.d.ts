/** A broken rule, by line (from 1). */
export interface Problem {
  readonly line: number;
  readonly text: string;
}
export function checkComments(source: string): readonly Problem[];
export function checkNames(source: string): readonly Problem[];
export function checkPersons(source: string): readonly Problem[];
export function checkTitles(source: string): readonly Problem[];
