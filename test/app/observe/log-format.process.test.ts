import { afterEach, expect, test, vi } from 'vitest';
import { makeLog } from '../../../src/app/observe/log.ts';
import { readConfig } from '../../../src/config/config.ts';
import type { LogFormat } from '../../../src/kernel/log.ts';

afterEach(() => vi.restoreAllMocks());

/** Returns the lines of a log of this format. The standard error of a test process is no terminal. */
function logged(format: LogFormat): string[] {
  let text = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    text += chunk;
    return true;
  });
  const log = makeLog('info', format);
  log.info({ block: '7', node: { id: 3 } }, 'A block is stored');
  log.debug('unseen');
  log.child({ role: 'api' }).warn('A replica is slow');
  return text.trimEnd().split('\n');
}

test.each(['auto', 'json'] as const)('%s is an object a line where there is no terminal', (format) => {
  expect(logged(format).map((line) => JSON.parse(line))).toEqual([
    {
      level: 30,
      time: expect.stringMatching(/^20.*Z$/),
      block: '7',
      node: { id: 3 },
      msg: 'A block is stored',
    },
    { level: 40, time: expect.any(String), role: 'api', msg: 'A replica is slow' },
  ]);
});

test('text is a line for people, with time, level and fields, and without colors', () => {
  const time = /^\[20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\] /;
  const lines = logged('text');
  expect(lines.map((line) => time.test(line))).toEqual([true, true]);
  expect(lines.map((line) => line.replace(time, ''))).toEqual([
    'INFO: A block is stored {"block":"7","node":{"id":3}}',
    'WARN: A replica is slow {"role":"api"}',
  ]);
});

test('the format is a setting', () => {
  expect(readConfig({}).logFormat).toBe('auto');
  expect(readConfig({ TAIN_LOG_FORMAT: 'text' }).logFormat).toBe('text');
  expect(() => readConfig({ TAIN_LOG_FORMAT: 'xml' })).toThrow('TAIN_LOG_FORMAT');
});
