/** A broken rule, by line (from 1). */
export interface Problem {
  readonly line: number;
  readonly text: string;
}
export function checkComments(source: string): readonly Problem[];
export function checkNames(source: string): readonly Problem[];
export function checkPersons(source: string): readonly Problem[];
export function checkTitles(source: string): readonly Problem[];
/** A comment, without its markers. */
export interface Comment {
  readonly text: string;
  readonly isDoc: boolean;
  /** Line of its first word, from 1. */
  readonly line: number;
  /** Source after it. */
  readonly after: string;
}
export function commentsOf(source: string): readonly Comment[];
