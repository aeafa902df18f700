import { time } from './texts.ts';
import type { World } from './world.ts';

/** Checks blocks by number and by hash. */

export async function checkBlocks(world: World): Promise<void> {
  const items = world.blocks.map((block, i) => ({
    count: block.items.length,
    gas_used: block.gasUsed,
    hapi_version: world.files.get(block.number)?.root ? '0.78.0' : '0.77.0',
    hash: `0x${Buffer.from(block.hash).toString('hex')}`,
    logs_bloom: block.bloom === null ? '0x' : `0x${Buffer.from(block.bloom).toString('hex')}`,
    name: block.name,
    number: block.number,
    previous_hash: `0x${Buffer.from(world.blocks[i - 1]?.hash ?? new Uint8Array(48)).toString('hex')}`,
    size: world.files.get(block.number)?.size,
    timestamp: { from: time(block.start), to: time(block.end) },
  }));
  await world.expectList('/blocks', 'blocks', items);
  for (const item of world.some(items, 4)) {
    await world.expectOne(`/blocks/${item.number}`, item);
    await world.expectOne(`/blocks/${item.hash}`, item);
    const later = items.filter(({ number }) => number >= item.number);
    await world.expectList(`/blocks?block.number=gte:${item.number}`, 'blocks', later);
  }
  for (const at of world.moments) {
    const before = world.blocks.flatMap(({ end }, i) => (end <= at ? (items[i] ?? []) : []));
    await world.expectList(`/blocks?timestamp=lte:${time(at)}`, 'blocks', before);
  }
}
