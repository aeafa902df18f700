import { useEffect, useState } from 'preact/hooks';

/** Whether the mirror answers, by all requests and event streams of the page. */

/** Time of the last answer before the mirror stopped answering, in milliseconds since 1970; null while it answers. */
let lostSince: number | null = null;
let lastAnswer = Date.now();
const listeners = new Set<() => void>();

/** Records that a request or stream got an answer, or none. */
export function noteAnswer(isAnswered: boolean): void {
  if (isAnswered) lastAnswer = Date.now();
  if (isAnswered === (lostSince === null)) return;
  lostSince = isAnswered ? null : lastAnswer;
  for (const listener of [...listeners]) listener();
}

/** Calls `listener` whenever the mirror stops answering or answers again. Returns the function that ends that. */
export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether the mirror answers. */
export function isConnected(): boolean {
  return lostSince === null;
}

/** Returns the time of the last answer, in milliseconds since 1970, while the mirror does not answer; else null. */
export function useLostSince(): number | null {
  const [since, setSince] = useState(lostSince);
  useEffect(() => {
    setSince(lostSince);
    return onConnectionChange(() => setSince(lostSince));
  }, []);
  return since;
}
