/** Maximum number of streams of all tabs together: a browser opens six connections to a server. */
const MAX_STREAMS = 3;

/** Locks of the browser (`LockManager`), as far as they are used. */
interface Locks {
  request(
    name: string,
    options: { readonly ifAvailable: true },
    held: (lock: unknown) => Promise<void> | void,
  ): Promise<unknown>;
}

/**
 * Takes one of the streams that all tabs of the browser share. Resolves to the function that gives it back; null if others
 * hold all of them, and where the browser refuses, as in a sandboxed frame. Where tabs share nothing (the API needs HTTPS or
 * localhost), `locks` is undefined, and each has one.
 */
export async function takePlace(locks: Locks | undefined): Promise<(() => void) | null> {
  if (locks === undefined) return () => undefined;
  for (let place = 0; place < MAX_STREAMS; place++) {
    const release = await new Promise<(() => void) | null>((taken) => {
      locks
        .request(`stream ${place}`, { ifAvailable: true }, (lock) => {
          if (lock === null) return taken(null);
          return new Promise<void>((resolve) => taken(resolve));
        })
        .catch(() => taken(null));
    });
    if (release !== null) return release;
  }
  return null;
}
