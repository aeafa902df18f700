import { addressOf } from '../db/connections/database.ts';
import { isDatabaseTrouble } from '../db/connections/database-trouble.ts';
import { OutageLog } from '../db/connections/outage-log.ts';
import type { Clock } from '../kernel/clock.ts';
import { type Assessment, assess } from './health/assess.ts';
import { type Evidence, NO_EVIDENCE, selectEvidence } from './health/evidence.ts';
import { selectPending, storePending } from './health/hysteresis.ts';
import { readStateFile, writeStateFile } from './health/state-file.ts';
import { accountUptime, selectUptime, type Uptime } from './health/uptime.ts';
import { planIncidents } from './incidents/automatic.ts';
import { applyUnseen, type Span } from './incidents/unseen.ts';
import { Watch } from './incidents/watch.ts';
import { Answers } from './pages/answers.ts';
import { renderAll } from './pages/render.ts';
import type { Site } from './pages/view.ts';
import { change, EVIDENCE, ensurePage, Outdated, type Work } from './state/change.ts';
import { moveFutureToNow } from './state/future.ts';
import { instantOf, newId, type State } from './state/model.ts';
import { healthOf, networkNameOf, type StatusOptions } from './state/options.ts';
import type { Stale } from './state/public-json.ts';
import { selectState } from './state/select-state.ts';
import type { HealthSettings } from './state/settings.ts';

/** Lead of the wall clock over the monotonic clock above which it counts as a jump. */
const CLOCK_JUMP_MS = 5_000;
/** Interval, in milliseconds, at which the days are counted and read and the state file is written. */
const SLOW_INTERVAL_MS = 30_000;
const DAY = 86_400_000;
/** Maximum number of stored times without evidence. */
const MAX_BLIND = 100;

/** The status page's state in memory: read from the database, refreshed, changed through it, and rendered. */
export class StatusService {
  readonly answers = new Answers();
  readonly site: Site;
  readonly #options: StatusOptions;
  readonly #health: HealthSettings;
  /** Monotonic clock in milliseconds. */
  readonly #steady: Clock;
  /** Logs the database's failures. */
  readonly #trouble: OutageLog;
  #watch: Watch;
  /** Whether the database has pending changes, which must then be updated. */
  #pendingStored = true;
  #state: State;
  #assessment: Assessment;
  #uptime: Uptime = new Map();
  /** Time of the last successful read of the database, in milliseconds. */
  #readAt: number;
  #databaseDown = true;
  /** Whether a poll has run: the first one reports no changes. */
  #hasPolled = false;
  #slowAt = Number.NEGATIVE_INFINITY;
  #savedVersion = -1;
  /** Whether the last attempt to write the state file succeeded. */
  #saves = true;
  #ticking: Promise<void> | null = null;
  /** Time of the last poll, by both clocks. */
  #polledAt: { readonly clock: number; readonly steady: number };
  /** Time since which both clocks agree, as far as observed. */
  #evenSince = Number.NEGATIVE_INFINITY;
  /** Whether future instants may be stored, because the clock was set back, here or before the start. */
  #futureStored = true;
  /** Times of the last day without evidence: before the start, and without a database. */
  #blind: readonly Span[] = [];
  /** Time since which the database responds again, in milliseconds. */
  #seesSince = Number.NEGATIVE_INFINITY;

  constructor(options: StatusOptions, site: Site) {
    const now = options.clock();
    this.#options = options;
    this.site = site;
    this.#health = healthOf(options.settings);
    this.#steady = options.steady ?? (() => performance.now());
    this.#trouble = new OutageLog(options.log, addressOf(options.database.target));
    this.#watch = new Watch(this.#health, {});
    this.#readAt = now;
    this.#polledAt = { clock: now, steady: this.#steady() };
    const page = { id: newId(), updatedAt: instantOf(now) };
    this.#state = { version: 0, page, components: [], retired: {}, incidents: [] };
    this.#assessment = this.#assess(NO_EVIDENCE, now);
  }

  get state(): State {
    return this.#state;
  }

  /** Whether the database did not respond to the last query. */
  get databaseDown(): boolean {
    return this.#databaseDown;
  }

  /** Time since which the shown state has been out of date, and the reason; null when it is current. */
  get stale(): Stale | null {
    if (!this.#databaseDown) return this.#assessment.stale;
    return { since: instantOf(this.#readAt), why: 'The database cannot be reached' };
  }

  /** Starts from the database, or from the file when the database does not respond. Does not throw. */
  async start(): Promise<void> {
    const { stateFile, clock } = this.#options;
    const stored = stateFile === null ? null : await readStateFile(stateFile);
    if (stored !== null) {
      this.#state = { ...stored.state, version: 0 };
      this.#uptime = stored.uptime;
      this.#readAt = Math.min(stored.at, clock());
    }
    this.render();
    await this.tick();
  }

  /** Polls evidence and clock once. Does not throw; overlapping calls share one poll. */
  tick(): Promise<void> {
    this.#ticking ??= this.#poll().finally(() => {
      this.#ticking = null;
    });
    return this.#ticking;
  }

  async #poll(): Promise<void> {
    const now = this.#options.clock();
    this.#watchClock(now);
    try {
      await this.#readAndDecide(now);
      this.#trouble.answered();
      this.#databaseDown = false;
      this.#readAt = now;
    } catch (error) {
      if (error instanceof Outdated) return;
      // Before the first read any failure counts as an outage, because there is no state to show.
      const down = isDatabaseTrouble(error) || this.#state.version === 0;
      if (down) this.#trouble.lost(error, 1);
      else this.#trouble.failed(error, 'status', 'reading and applying evidence');
      this.#databaseDown = down;
      if (!down) this.#readAt = now;
    }
    this.#hasPolled = true;
    this.render();
    if (!this.#databaseDown && this.#savedVersion !== this.#state.version) await this.#save();
  }

  /** Detects that the clock was set: earlier records are not comparable with it. */
  #watchClock(now: number): void {
    const steady = this.#steady();
    const jump = now - this.#polledAt.clock - (steady - this.#polledAt.steady);
    this.#polledAt = { clock: now, steady };
    if (Math.abs(jump) < CLOCK_JUMP_MS) return;
    this.#evenSince = now;
    this.#watch = new Watch(this.#health, {});
    this.#readAt = Math.min(this.#readAt, now);
    if (jump < 0) this.#futureStored = true;
    const seconds = Math.round(Math.abs(jump) / 1000);
    this.#options.log.warn({ seconds }, `status: the clock went ${jump < 0 ? 'back' : 'ahead'}`);
  }

  /** Moves future records to the present, after the clock was set back or at the start. */
  async #repairFuture(now: number): Promise<void> {
    if (!this.#futureStored) return;
    const found = await moveFutureToNow(this.#options.database, now);
    this.#futureStored = false;
    if (found && !this.#hasPolled)
      this.#options.log.warn('status: the clock went back while the service was stopped');
  }

  async #readAndDecide(now: number): Promise<void> {
    const { pool } = this.#options.database;
    if (this.#state.version === 0) await ensurePage(pool, new Date(now));
    await this.#repairFuture(now);
    // Runs in a new process, and in one that was without a database for a while.
    if (this.#databaseDown) {
      this.#watch = new Watch(this.#health, await selectPending(pool, now));
      await this.#endBlindness(now);
    }
    await this.#reload();
    await this.#countUnseen(now);
    this.#assessment = this.#assess(await selectEvidence(pool, this.#health, now), now);
    const works = this.#watch.plan(this.#state, this.#assessment, now);
    const { pending } = this.#watch;
    const waits = Object.keys(pending).length > 0;
    const slow = now - this.#slowAt >= SLOW_INTERVAL_MS || now < this.#slowAt;
    if (works.length > 0 || slow) await this.#account(now);
    if (works.length > 0) {
      await this.#change([...works, ({ client }) => storePending(client, now, pending)]);
    } else if (waits || this.#pendingStored) {
      await storePending(pool, now, pending);
    }
    this.#pendingStored = waits;
    await this.#change(planIncidents(this.#state, this.#health, now, this.#assessment.stale === null));
    if (slow) {
      this.#uptime = await selectUptime(pool, now);
      this.#slowAt = now;
      this.#savedVersion = -1;
    }
  }

  #assess(evidence: Evidence, now: number): Assessment {
    return assess(evidence, this.#health, networkNameOf(this.#options.settings), now, this.#evenSince);
  }

  /** Records the time without a database, or, at the start, since this service last ran. */
  async #endBlindness(now: number): Promise<void> {
    let from = this.#readAt;
    if (!this.#hasPolled) {
      const { rows } = await this.#options.database.pool.query<{ accounted_until: Date | null }>(
        'select accounted_until from tain.status_page',
      );
      from = rows[0]?.accounted_until?.getTime() ?? now;
    }
    this.#seesSince = now;
    this.#blind = [...this.#blind.filter(({ until }) => until > now - DAY), { from, until: now }].slice(
      -MAX_BLIND,
    );
  }

  /** Counts outages that could not be recorded while they lasted. */
  async #countUnseen(now: number): Promise<void> {
    const { pool } = this.#options.database;
    const { rows } = await pool.query('select from tain.unseen_outage limit 1');
    if (rows.length === 0) return;
    await this.#account(now);
    await this.#change([(changing) => applyUnseen(changing, this.#state, this.#blind, this.#health)]);
    this.#slowAt = Number.NEGATIVE_INFINITY;
  }

  async #account(now: number): Promise<void> {
    const unknown = this.#assessment.findings.filter((it) => it.status === null).map((it) => it.key);
    const max = Math.min(3 * SLOW_INTERVAL_MS, now - this.#seesSince);
    await accountUptime(this.#options.database.pool, this.#state, new Set(unknown), now, max);
  }

  /** Reads the state again if another process changed it. */
  async #reload(): Promise<void> {
    const { database } = this.#options;
    const { rows } = await database.pool.query<{ version: string }>('select version from tain.status_page');
    if (Number(rows[0]?.version ?? 0) === this.#state.version) return;
    const state = await database.transaction(async (client) => {
      await client.query('set transaction isolation level repeatable read read only');
      return selectState(client);
    });
    if (state !== null) this.#state = state;
  }

  /** Changes the last read state in one transaction. The changes can use the evidence of the last poll. */
  async #change(works: readonly Work[]): Promise<void> {
    if (works.length === 0) return;
    const { database, clock, settings } = this.#options;
    const options = {
      now: new Date(clock()),
      actor: EVIDENCE,
      maintenanceValues: settings.maintenanceValues ?? false,
      findings: this.#assessment.findings,
      expectedVersion: this.#state.version,
    };
    await change(database, options, async (changing) => {
      for (const work of works) await work(changing);
    });
    await this.#reload();
  }

  /** Renders all responses from the current state. */
  render(): void {
    const { stale } = this;
    const view = {
      site: this.site,
      state: this.#state,
      stale,
      uptime: this.#uptime,
      assessment: this.#assessment,
      now: this.#options.clock(),
    };
    this.answers.replace(renderAll(view), stale?.since ?? null);
  }

  async #save(): Promise<void> {
    const file = this.#options.stateFile;
    if (file === null) return;
    try {
      await writeStateFile(file, { state: this.#state, uptime: this.#uptime, at: this.#readAt });
      this.#savedVersion = this.#state.version;
      if (!this.#saves) this.#options.log.info({ file }, 'status: the state file is written again');
      this.#saves = true;
    } catch (error) {
      const reason = (error as Error).message;
      if (this.#saves) this.#options.log.warn({ file, reason }, 'status: the state file cannot be written');
      this.#saves = false;
    }
  }

  /** Counts the time until now and saves the state for the next start. */
  async stop(): Promise<void> {
    await this.#ticking;
    if (this.#databaseDown) return;
    try {
      await this.#account(this.#options.clock());
    } catch (error) {
      this.#options.log.warn(
        { reason: (error as Error).message },
        'status: the last seconds were not counted',
      );
    }
    await this.#save();
  }
}
