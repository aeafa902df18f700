const ANY = '*/*';

/**
 * Returns the weight of a media type (`text/csv`) in a header `Accept`: that of the most specific range that covers it, and 0
 * without one. `isNamed`: whether only the type itself counts, not a range of types.
 */
export function mediaWeight(accept: string | undefined, mediaType: string, isNamed = false): number {
  const ranges = isNamed ? [mediaType] : [mediaType, mediaType.replace(/\/.*$/, '/*'), ANY];
  let rank = ranges.length;
  let weight = 0;
  for (const range of (accept ?? '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const at = ranges.indexOf(type);
    if (at < 0 || at > rank) continue;
    const share = /^q=([\d.]{1,5})$/.exec(parameters.find((each) => each.startsWith('q=')) ?? '')?.[1];
    rank = at;
    weight = share === undefined ? 1 : Number(share) || 0;
  }
  return weight;
}
