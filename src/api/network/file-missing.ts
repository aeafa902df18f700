import { encodeEntityId, printEntityId } from '../../kernel/entity-id.ts';
import { notFoundDetail, type Problem } from '../../query/problem.ts';
import type { ApiSettings } from '../settings.ts';
import type { SystemFile } from './system-file.ts';

/** 404 for a system file of which there is no version that can be read. */
export function fileMissing({ num }: SystemFile<unknown>, { shard, realm }: ApiSettings): Problem {
  return notFoundDetail(`File ${printEntityId(encodeEntityId(shard, realm, num))} not found`);
}
