import type { ListRequest } from './list-requests.ts';

/** Requests that may cost more. */
export interface Exception {
  readonly route: string;
  /** Parameters that the request has, among others. */
  readonly parameters: readonly string[];
  /** How many times as much as others. */
  readonly times: number;
  readonly reason: string;
}

export const EXCEPTIONS: readonly Exception[] = [];

/** The exception that a request falls under, if any. */
export function exceptionFor({ route, parameters }: ListRequest): Exception | undefined {
  return EXCEPTIONS.find(
    (exception) =>
      exception.route === route && exception.parameters.every((name) => parameters.includes(name)),
  );
}
