/**
 * Finds the last block of a stream that begins no later than an instant (nanoseconds), with about two reads for each
 * doubling of the number of blocks; the first one when all begin later. Blocks begin one after the other. @param timeOf
 * returns the time at which a block begins; null when there is no such block
 */
export async function lastBefore(
  instant: bigint,
  first: bigint,
  timeOf: (number: bigint) => Promise<bigint | null>,
): Promise<bigint> {
  const isBefore = async (number: bigint): Promise<boolean> => {
    const time = await timeOf(number);
    return time !== null && time <= instant;
  };
  if (!(await isBefore(first))) return first;
  let last = first;
  let step = 1n;
  while (await isBefore(first + step)) {
    last = first + step;
    step *= 2n;
  }
  let beyond = first + step;
  while (beyond - last > 1n) {
    const middle = (last + beyond) / 2n;
    if (await isBefore(middle)) last = middle;
    else beyond = middle;
  }
  return last;
}
