import type { VisibleBlocks } from '../../../reads/visible-blocks.ts';

/**
 * Waits until something holds that blocks bring about: looks at once and with each visible block. False when the signal
 * ended it before.
 */
export function heldBy(
  blocks: Pick<VisibleBlocks, 'onBlock'>,
  holds: () => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  if (holds()) return Promise.resolve(true);
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (held: boolean): void => {
      forget();
      signal.removeEventListener('abort', leave);
      resolve(held);
    };
    const leave = (): void => end(false);
    const forget = blocks.onBlock(() => {
      if (holds()) end(true);
    });
    signal.addEventListener('abort', leave);
  });
}
