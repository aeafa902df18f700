import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { OutageLog } from '../../../src/store/connections/outage-log.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Returns an error that the server reports. */
function serverError(code: string, severity: string, message: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code, severity });
}

test('a lost worker is reported once, although the coordinator responds meanwhile, and its end after a minute', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const lines: string[] = [];
  const note = (fields: object, message: string) =>
    void lines.push(`${message} ${'failed' in fields ? fields.failed : ''}`.trim());
  const log = new OutageLog({ info: note, warn: note, error: note } as never, 'here');
  const lost = serverError('08006', 'ERROR', 'connection to the remote node 10.0.0.2:5432 failed');
  const stopped = serverError('57P01', 'ERROR', 'terminating connection due to administrator command');
  for (let second = 0; second < 90; second++) {
    log.failed(second === 0 ? stopped : lost, '/transactions', 'select 1');
    vi.advanceTimersByTime(1_500);
    log.answered();
  }
  expect(lines).toEqual(['The database cannot reach another server']);
  vi.advanceTimersByTime(60_000);
  log.answered();
  expect(lines.slice(1)).toEqual(['The database has reached its other servers for a minute 90']);
});

test.each([
  ['a lost connection', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
  ['a server that stops', serverError('57P01', 'FATAL', 'terminating connection')],
  ['a pooler that lost its server', serverError('08P01', 'FATAL', 'server conn crashed?')],
])('%s is an outage of the database, which a response ends', (_, error) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const lines: string[] = [];
  const note = (_fields: object, message: string) => void lines.push(message);
  const log = new OutageLog({ info: note, warn: note, error: note } as never, 'here');
  log.failed(error, '/blocks', 'select 1');
  vi.advanceTimersByTime(1_500);
  log.answered();
  expect(lines).toEqual(['The database cannot be reached', 'The database responds again']);
});
