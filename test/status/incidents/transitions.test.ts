import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  isAllowed,
  TRANSITIONS,
  verifySequence,
  verifyTransition,
} from '../../../src/status/incidents/incident-life.ts';
import {
  createIncident,
  deleteUpdate,
  editUpdate,
  updateIncident,
} from '../../../src/status/incidents/incidents.ts';
import { change } from '../../../src/status/state/change.ts';
import {
  INCIDENT_STATUSES,
  type IncidentKind,
  type IncidentStatus,
  MAINTENANCE_STATUSES,
  RefusedChange,
} from '../../../src/status/state/model.ts';
import { selectIncident } from '../../../src/status/state/select-state.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { T0 } from '../harness.ts';

const ALL: readonly IncidentStatus[] = [...INCIDENT_STATUSES, ...MAINTENANCE_STATUSES];
const KINDS: readonly IncidentKind[] = ['incident', 'maintenance'];

describe('the table', () => {
  test('contains every status of its kind and none of the other', () => {
    expect(Object.keys(TRANSITIONS.incident).sort()).toEqual(['start', ...INCIDENT_STATUSES].sort());
    expect(Object.keys(TRANSITIONS.maintenance).sort()).toEqual(['start', ...MAINTENANCE_STATUSES].sort());
    for (const kind of KINDS) {
      const own: readonly string[] = kind === 'incident' ? INCIDENT_STATUSES : MAINTENANCE_STATUSES;
      for (const next of Object.values(TRANSITIONS[kind])) {
        for (const status of next ?? []) expect(own).toContain(status);
      }
    }
  });

  test('other transitions are refused with the two statuses named', () => {
    for (const kind of KINDS) {
      for (const from of ['start', ...ALL] as const) {
        for (const to of ALL) {
          const problem = verifyTransition(kind, from, to);
          expect(problem === null).toBe(isAllowed(kind, from, to));
          if (problem !== null) expect(problem).toContain(to);
          if (problem !== null && from !== 'start') expect(problem).toContain(from);
        }
      }
    }
  });

  test('every status can be reached, and every open one can be closed', () => {
    for (const kind of KINDS) {
      const reached = new Set<string>(TRANSITIONS[kind].start);
      for (const status of reached) {
        for (const next of TRANSITIONS[kind][status as IncidentStatus] ?? []) reached.add(next);
      }
      expect([...reached].sort()).toEqual(
        Object.keys(TRANSITIONS[kind])
          .filter((it) => it !== 'start')
          .sort(),
      );
      const end = kind === 'incident' ? 'resolved' : 'completed';
      for (const status of reached) {
        if (!['resolved', 'postmortem', 'completed'].includes(status)) {
          expect(isAllowed(kind, status as IncidentStatus, end)).toBe(true);
        }
      }
    }
  });

  test('a sequence is allowed exactly if each of its steps is', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...KINDS),
        fc.array(fc.constantFrom(...ALL), { maxLength: 8 }),
        (kind, life) => {
          const steps = life.map((status, index) => isAllowed(kind, life[index - 1] ?? 'start', status));
          expect(verifySequence(kind, life) === null).toBe(life.length > 0 && steps.every(Boolean));
        },
      ),
    );
  });
});

type Step =
  | { readonly do: 'add'; readonly status: IncidentStatus; readonly back: number }
  | { readonly do: 'move'; readonly which: number; readonly back: number }
  | { readonly do: 'delete'; readonly which: number };

const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('add' as const),
        status: fc.constantFrom(...ALL),
        back: fc.nat({ max: 20 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('move' as const),
        which: fc.nat(10),
        back: fc.nat({ max: 20 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), which: fc.nat(10) }) },
  ),
  { maxLength: 12 },
);

describe('on a real database', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.drop());

  const at = (minute: number) => ({
    now: new Date(T0 + minute * 60_000),
    actor: 'test',
    maintenanceValues: false,
  });

  test('a sequence stays valid after any update, backdating, move or deletion, or nothing changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...KINDS),
        fc.constantFrom(...ALL),
        steps,
        async (kind, first, todo) => {
          const create = change(db.database, at(0), (changing) =>
            createIncident(changing, {
              kind,
              name: 'Trouble',
              status: first,
              scheduledFor: new Date(T0),
              scheduledUntil: new Date(T0 + 3_600_000),
            }),
          );
          if (!isAllowed(kind, 'start', first)) {
            await expect(create).rejects.toThrow(RefusedChange);
            return;
          }
          const id = await create;
          for (const [index, step] of todo.entries()) {
            const before = await selectIncident(db.database.pool, id);
            const auditBefore = await auditCount(id);
            const refused = await run(id, step, index + 1).then(
              () => false,
              (error: unknown) => {
                expect(error).toBeInstanceOf(RefusedChange);
                return true;
              },
            );
            const after = await selectIncident(db.database.pool, id);
            if (refused) {
              expect(after).toEqual(before);
              expect(await auditCount(id)).toBe(auditBefore);
            } else expect(await auditCount(id)).toBe(auditBefore + 1);
            const life = (after?.updates ?? []).map((update) => update.status).reverse();
            expect(verifySequence(kind, life)).toBeNull();
            expect(after?.status).toBe(life.at(-1));
            const times = (after?.updates ?? []).map((update) => update.displayAt);
            expect(times).toEqual([...times].sort().reverse());
            const closed = life.some((status) => status === 'resolved' || status === 'completed');
            expect(after?.resolvedAt === null).toBe(!closed);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  async function run(id: string, step: Step, minute: number): Promise<void> {
    const options = at(minute);
    const back = (minutes: number) => new Date(options.now.getTime() - minutes * 60_000);
    await change(db.database, options, async (changing) => {
      if (step.do === 'add') {
        await updateIncident(changing, id, { status: step.status, body: 'More', displayAt: back(step.back) });
        return;
      }
      const updates = (await selectIncident(changing.client, id))?.updates ?? [];
      const update = updates[step.which % updates.length];
      if (update === undefined) throw new Error('an incident without updates');
      if (step.do === 'delete') await deleteUpdate(changing, id, update.id);
      else await editUpdate(changing, id, update.id, { displayAt: back(step.back) });
    });
  }

  async function auditCount(id: string): Promise<number> {
    const { rows } = await db.database.pool.query<{ count: number }>(
      'select count(*)::int as count from tain.status_audit where target like $1',
      [`${id}%`],
    );
    return rows[0]?.count ?? 0;
  }
});
