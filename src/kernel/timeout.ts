/**
 * Settles like `task`, or like `onTimeout` when the task takes longer than `milliseconds`. A task that is late and rejects is
 * ignored.
 */
export async function withTimeout<T, U>(
  task: Promise<T>,
  milliseconds: number,
  onTimeout: () => U,
): Promise<T | U> {
  task.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    return await Promise.race([task, late.then(onTimeout)]);
  } finally {
    clearTimeout(timer);
  }
}
