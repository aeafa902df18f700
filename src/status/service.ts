import type { Clock } from '../kernel/clock.ts';
import { addressOf } from '../store/connections/database.ts';
import { isCancelled, isDatabaseTrouble } from '../store/connections/database-trouble.ts';
import { OutageLog } from '../store/connections/outage-log.ts';
import { assess, NO_ASSESSMENT } from './health/assess.ts';
import { clockSentence } from './health/assess-stream.ts';
import { selectEvidence } from './health/evidence.ts';
import { selectPending, storePending } from './health/hysteresis.ts';
import { Observations, withOwnOutage } from './health/observations.ts';
import { StateFile } from './health/state-file.ts';
import { accountUptime, selectUptime, type Uptime } from './health/uptime.ts';
import { planIncidents } from './incidents/automatic.ts';
import { applyUnseen } from './incidents/unseen.ts';
import { planMaintenances, Watch } from './incidents/watch.ts';
import { Answers } from './pages/answers.ts';
import type { Site } from './pages/page-parts.ts';
import { renderAll } from './pages/render.ts';
import { change, EVIDENCE, ensurePage, Outdated, type Work } from './state/change.ts';
import { moveFutureToNow } from './state/instants.ts';
import { instantOf, newId, type State } from './state/model.ts';
import { healthOf, networkNameOf, type StatusOptions } from './state/options.ts';
import type { Stale } from './state/public-json.ts';
import { selectState } from './state/select-state.ts';
import type { HealthSettings } from './state/settings.ts';
import { Steps } from './steps.ts';

/** Lead of the wall clock over the monotonic clock above which it counts as a jump. */
const CLOCK_JUMP_MS = 5_000;
/** Interval, in milliseconds, at which the days are counted and read and the state file is written. */
const SLOW_INTERVAL_MS = 30_000;

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
  #assessment = NO_ASSESSMENT;
  #uptime: Uptime = new Map();
  /** Time of the last successful read of the evidence, in milliseconds. */
  #readAt: number;
  /** The same by the monotonic clock; before the first read, the start of this service. */
  #readSteady: number;
  /** Whether the last poll read the evidence. */
  #sees = false;
  #databaseDown = true;
  readonly #steps: Steps;
  /** Whether a poll has run: the first one reports no changes. */
  #hasPolled = false;
  #slowAt = Number.NEGATIVE_INFINITY;
  #savedVersion = -1;
  /** Whether the state file says that no evidence could be read. */
  #savedUnread = false;
  /** null without one. */
  readonly #stateFile: StateFile | null;
  #ticking: Promise<void> | null = null;
  /** Time of the last poll, by both clocks. */
  #polledAt: { readonly clock: number; readonly steady: number };
  /** Whether future instants may be stored, because the clock was set back, here or before the start. */
  #futureStored = true;
  readonly #observed: Observations;

  constructor(options: StatusOptions, site: Site) {
    const now = options.clock();
    this.#options = options;
    this.site = site;
    this.#health = healthOf(options.settings);
    this.#stateFile = options.stateFile === null ? null : new StateFile(options.stateFile, options.log);
    this.#steady = options.steady ?? (() => performance.now());
    this.#trouble = new OutageLog(options.log, addressOf(options.database.target));
    this.#watch = new Watch(this.#health, {});
    this.#observed = new Observations(this.#health);
    this.#readAt = now;
    this.#polledAt = { clock: now, steady: this.#steady() };
    this.#readSteady = this.#polledAt.steady;
    this.#steps = new Steps({
      // Before the first read any failure counts as an outage, because there is no state to show.
      isDown: (error) => this.#state.version === 0 || (isDatabaseTrouble(error) && !isCancelled(error)),
      onFailure: (error, step) => this.#trouble.failed(error, `status: ${step}`, step),
    });
    const page = { id: newId(), updatedAt: instantOf(now) };
    this.#state = { version: 0, page, components: [], retired: {}, incidents: [] };
  }

  /** The shown state. While no evidence can be read, the roles of this process that need the database are out. */
  get state(): State {
    const { stale } = this;
    if (!stale?.isOutage) return this.#state;
    return withOwnOutage(this.#state, this.#options.ownKeys ?? [], stale);
  }

  /** Whether the database did not respond to the last query. */
  get databaseDown(): boolean {
    return this.#databaseDown;
  }

  /** Time since which the shown state has been out of date, and the reason; null when it is current. */
  get stale(): Stale | null {
    const { failing } = this.#steps;
    if (!this.#sees) {
      const why = this.#databaseDown ? 'The database cannot be reached' : 'The evidence cannot be read';
      return { since: instantOf(this.#readAt), why, isOutage: this.#isUnread };
    }
    if (failing === null) return this.#assessment.stale;
    return { since: instantOf(failing.since), why: `The status service fails at ${failing.step}` };
  }

  /** Whether the evidence could not be read for so long that this counts as an outage. */
  get #isUnread(): boolean {
    return !this.#sees && this.#polledAt.steady - this.#readSteady >= this.#health.unreadAfterMs;
  }

  /** Starts from the database, or from the file when the database does not respond. Does not throw. */
  async start(): Promise<void> {
    const { clock } = this.#options;
    const stored = await this.#stateFile?.read();
    if (stored) {
      this.#state = { ...stored.state, version: 0 };
      this.#uptime = stored.uptime;
      this.#readAt = Math.min(stored.at, clock());
      // The restart did not end the outage.
      if (stored.isUnread) this.#readSteady -= this.#health.unreadAfterMs;
      this.#savedUnread = stored.isUnread;
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
      await this.#runSteps(now);
      this.#trouble.answered();
      this.#databaseDown = false;
    } catch (error) {
      this.#trouble.lost(error, 1);
      this.#databaseDown = true;
      this.#sees = false;
    }
    this.#hasPolled = true;
    this.render();
    const isSaved = this.#savedVersion === this.#state.version && this.#savedUnread === this.#isUnread;
    if (this.#sees ? !isSaved : this.#isUnread && !this.#savedUnread) await this.#save();
  }

  /** Detects that the clock was set: earlier records are not comparable with it. */
  #watchClock(now: number): void {
    const steady = this.#steady();
    const jump = now - this.#polledAt.clock - (steady - this.#polledAt.steady);
    this.#polledAt = { clock: now, steady };
    if (Math.abs(jump) < CLOCK_JUMP_MS) return;
    this.#observed.clockSet(now);
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
    if (found) await this.#reload();
    if (found && !this.#hasPolled)
      this.#options.log.warn('status: the clock went back while the service was stopped');
  }

  /** Runs the steps of a poll. Throws only if the database is down. */
  async #runSteps(now: number): Promise<void> {
    const { pool } = this.#options.database;
    const step = (name: string, work: () => Promise<unknown>) => this.#steps.run(name, now, work);
    const hasState = await step('reading the state', async () => {
      if (this.#state.version === 0) await ensurePage(pool, new Date(now));
      await this.#reload();
    });
    if (hasState) await step('moving records out of the future', () => this.#repairFuture(now));
    const sees = hasState && (await step('reading the evidence', () => this.#readEvidence(now)));
    this.#sees = sees;
    if (!hasState) return;
    if (sees) await step('counting outages of the database', () => this.#countUnseen(now));
    const { pending: before } = this.#watch;
    const works = this.#watch.plan(this.#state, sees ? this.#assessment : NO_ASSESSMENT, now);
    const due = planMaintenances(this.#state, now);
    const slow = sees && (now - this.#slowAt >= SLOW_INTERVAL_MS || now < this.#slowAt);
    if (sees && (works.length + due.length > 0 || slow))
      await step('counting the days', () => this.#account(now));
    const isUpdated = await step('updating the components', () => this.#updateComponents(now, works, sees));
    // The changes that were not made are due again at the next poll.
    if (!isUpdated) this.#watch = new Watch(this.#health, before);
    await step('advancing the maintenances', () => this.#changeEach(due));
    if (!sees) return;
    await step('updating the incidents', () => this.#updateIncidents(now));
    if (!slow) return;
    this.#slowAt = now;
    this.#savedVersion = -1;
    await step('reading the days', async () => {
      this.#uptime = await selectUptime(pool, now);
    });
  }

  async #readEvidence(now: number): Promise<void> {
    const { pool } = this.#options.database;
    const evidence = await selectEvidence(pool, this.#health, now);
    // Runs in a new process, and in one that read no evidence for a while.
    if (!this.#sees) {
      this.#watch = new Watch(this.#health, await selectPending(pool, now));
      await this.#endBlindness(now);
    }
    const { clockOffsetMs: before } = this.#observed.past;
    this.#observed.hear(evidence, this.#health, now, this.#polledAt.steady);
    this.#warnOfClock(before);
    const network = networkNameOf(this.#options.settings);
    this.#assessment = assess(evidence, this.#health, network, now, this.#observed.past);
    this.#readAt = now;
    this.#readSteady = this.#polledAt.steady;
  }

  /** Logs that the age of arriving blocks has begun to be wrong, or is right again. `before`: at the last poll. */
  #warnOfClock(before: number | null): void {
    const { clockOffsetMs: offset } = this.#observed.past;
    const isAhead = (ms: number | null) => ms !== null && ms > 0;
    if (offset === null || isAhead(offset) === isAhead(before)) return;
    const { log } = this.#options;
    if (!isAhead(offset)) log.info("status: this machine's clock agrees with the stream again");
    else log.warn({ seconds: Math.round(offset / 1000) }, `status: ${clockSentence(offset)}`);
  }

  /** Makes planned changes. Without evidence (`sees`) the stored pending changes stay. */
  async #updateComponents(now: number, works: readonly Work[], sees: boolean): Promise<void> {
    const { pending } = this.#watch;
    const waits = Object.keys(pending).length > 0;
    const store: Work = ({ client }) => storePending(client, now, pending);
    if (works.length > 0) await this.#change(sees ? [...works, store] : works);
    else if (sees && (waits || this.#pendingStored)) {
      await storePending(this.#options.database.pool, now, pending);
    }
    if (sees) this.#pendingStored = waits;
  }

  async #updateIncidents(now: number): Promise<void> {
    await this.#changeEach(planIncidents(this.#state, this.#health, now, this.#assessment.stale === null));
  }

  /** Makes each change in its own transaction, so that a refusal blocks no other, and then throws the first failure. */
  async #changeEach(works: readonly Work[]): Promise<void> {
    const failures: unknown[] = [];
    for (const work of works) {
      try {
        await this.#change([work]);
      } catch (error) {
        if (error instanceof Outdated || isDatabaseTrouble(error)) throw error;
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
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
    this.#observed.endBlindness(from, now, !this.#hasPolled);
  }

  /** Counts outages that could not be recorded while they lasted. */
  async #countUnseen(now: number): Promise<void> {
    const { pool } = this.#options.database;
    const { rows } = await pool.query('select from tain.unseen_outage limit 1');
    if (rows.length === 0) return;
    await this.#account(now);
    await this.#change([
      (changing) => applyUnseen(changing, this.#state, this.#observed.blind, this.#health),
    ]);
    this.#slowAt = Number.NEGATIVE_INFINITY;
  }

  async #account(now: number): Promise<void> {
    const unknown = this.#assessment.findings.filter((it) => it.status === null).map((it) => it.key);
    const max = Math.min(3 * SLOW_INTERVAL_MS, now - this.#observed.readsSince);
    // A part of it would lose the time that is counted up to now.
    await this.#options.database.transaction((client) =>
      accountUptime(client, this.#state, new Set(unknown), now, max),
    );
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
    try {
      await change(database, options, async (changing) => {
        for (const work of works) await work(changing);
      });
    } finally {
      // Also after `Outdated`, because the next step plans on the present state.
      await this.#reload();
    }
  }

  /** Renders all responses from the current state. */
  render(): void {
    const { stale } = this;
    const view = {
      site: this.site,
      state: this.state,
      stale,
      uptime: this.#uptime,
      // The reasons of old evidence are not those of the outage.
      assessment: stale?.isOutage ? { ...this.#assessment, findings: [] } : this.#assessment,
      now: this.#options.clock(),
    };
    this.answers.replace(renderAll(view), stale?.since ?? null);
  }

  async #save(): Promise<void> {
    const isUnread = this.#isUnread;
    const stored = { state: this.#state, uptime: this.#uptime, at: this.#readAt, isUnread };
    if (!(await this.#stateFile?.write(stored))) return;
    this.#savedUnread = isUnread;
    this.#savedVersion = this.#state.version;
  }

  /** Counts the time until now and saves the state for the next start. */
  async stop(): Promise<void> {
    await this.#ticking;
    if (!this.#sees) return;
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
