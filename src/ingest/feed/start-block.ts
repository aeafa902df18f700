/**
 * The last block of a stream that begins no later than an instant (nanoseconds), found in about two looks for each
 * doubling of the number of blocks; the first one where all begin later. Blocks begin one after the other.
 * @param timeOf when a block begins; null where there is no such block
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
