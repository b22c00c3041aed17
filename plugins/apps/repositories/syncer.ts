import { setTimeout as wait } from 'node:timers/promises';
import { currentTime, isPlatformError, PlatformError } from '#kernel';
import type { RepositoryLook } from './contract.ts';
import { readHead, readTexts } from './head-state.ts';
import type { Link, LinkedApp, PublishedVersion, RunOutcome, RunTrigger } from './link.ts';
import { LEASE } from './link-store.ts';
import { arePullsDue, isPlanning, type PullPlanParts, planPulls } from './pull-plans.ts';
import { lookAtPulls } from './pull-requests.ts';
import { pullAll } from './pull-stage.ts';
import { pushVersion } from './push-stage.ts';
import { HeadMoved, type Session } from './session.ts';

export interface SyncerParts extends PullPlanParts {
  /** For who tells people. */
  looked(look: RepositoryLook): void;
}

/** What began a look, and who. */
export interface Beginning {
  readonly beganBy: RunTrigger;
  readonly who: string;
}

/** Looks at what others may have changed meanwhile: so many times before it is left to the next look. */
const MAX_TRIES = 6;

/** Brings apps and files in step, one link at a time. */
export class Syncer {
  readonly #parts: SyncerParts;

  constructor(parts: SyncerParts) {
    this.#parts = parts;
  }

  /** False: another process is at it. */
  async sync(workspaceId: string, linkId: string, beginning: Beginning, signal: AbortSignal): Promise<boolean> {
    const { links } = this.#parts;
    const link = await links.get(workspaceId, linkId);
    if (link.state === 'paused') return true;
    const lease = await links.lease(workspaceId, linkId);
    if (lease === null) return false;
    const beat = setInterval(() => void links.lease(workspaceId, linkId, lease).catch(() => {}), LEASE / 3);
    try {
      const startedAt = currentTime();
      await this.#run(await links.get(workspaceId, linkId), { ...beginning, startedAt }, signal);
      await links.served(workspaceId, linkId, startedAt);
    } finally {
      clearInterval(beat);
      await links.release(workspaceId, linkId, lease);
    }
    return true;
  }

  async #run(link: Link, beginning: Beginning & { readonly startedAt: number }, signal: AbortSignal): Promise<void> {
    const { apps, links, logger, looked } = this.#parts;
    const about = { linkId: link.id, ...beginning, before: link.head };
    const { workspaceId } = link;
    const told = { workspaceId, linkId: link.id, repository: link.repository };
    try {
      const session = await this.#tried(link, beginning, signal);
      const now = { state: 'active', reason: null, seen_at: new Date(currentTime()) };
      if (session === null) {
        await links.note(workspaceId, link.id, now);
        if (link.state === 'broken')
          looked({ ...told, isBroken: false, waiting: (await apps.apps(workspaceId, link.id)).filter(needsSomebody) });
        return;
      }
      const { head, items } = session;
      await links.note(workspaceId, link.id, { ...now, head: head.commit, environment_blob: head.environmentBlob });
      looked({ ...told, isBroken: false, waiting: [...session.apps.values()].filter(needsSomebody) });
      // What was passed over is told with what was done.
      if (items.length === 0 && beginning.beganBy !== 'person' && beginning.beganBy !== 'link') return;
      const message = head.skipped.length === 0 ? null : head.skipped.join(' ');
      await apps.addRun(workspaceId, { ...about, after: head.commit, outcome: outcomeOf(items), message, items });
    } catch (error) {
      if (signal.aborted || !isPlatformError(error)) throw error;
      if (error.kind === 'internal' || error.code === 'apps.source_changed') throw error;
      logger.info({ link: link.id, code: error.code }, 'a repository could not be looked at');
      const isNews = link.reason !== error.message || beginning.beganBy !== 'poll';
      const { message } = error;
      // What comes and goes by itself is no reason to alarm anybody.
      await links.note(workspaceId, link.id, {
        state: error.kind === 'unavailable' ? link.state : 'broken',
        reason: message,
      });
      if (error.kind !== 'unavailable') looked({ ...told, isBroken: true, waiting: [] });
      if (isNews) await apps.addRun(workspaceId, { ...about, after: null, outcome: 'failed', message, items: [] });
    }
  }

  /** null: in step, which one request has told. */
  async #tried(link: Link, beginning: Beginning, signal: AbortSignal): Promise<Session | null> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.#look(link, beginning, signal);
      } catch (error) {
        if (!(error instanceof HeadMoved)) throw error;
        if (tried === MAX_TRIES) throw busy();
        await wait(50 * tried, undefined, { signal });
      }
    }
  }

  async #look(link: Link, { beganBy }: Beginning, signal: AbortSignal): Promise<Session | null> {
    const parts = this.#parts;
    const { workspaceId, id } = link;
    const remote = await parts.hosts.open(link, null);
    const [known, versions] = await Promise.all([
      parts.apps.apps(workspaceId, id),
      parts.apps.waiting(workspaceId, id),
    ]);
    const isAsked = beganBy === 'person' || beganBy === 'link';
    const isWaiting = versions.length > 0 || known.some(({ state, pull }) => state === 'pull_request' && pull !== null);
    const apps = new Map(known.map((app) => [app.key, app]));
    const place = { link, remote, signal, apps };
    const name = `refs/heads/${link.branch}`;
    const refs = await remote.refs([isPlanning(place) ? 'refs/heads/' : name]);
    const commit = refs.find((ref) => ref.name === name)?.id ?? null;
    if (commit === null && link.head !== null) throw noBranch(link.branch);
    const isPlanned = isPlanning(place) && arePullsDue(link, refs, isAsked || beganBy === 'webhook');
    if (commit === link.head && commit !== null && !isAsked && !isWaiting) {
      if (isPlanned) await planPulls(parts, place, refs);
      return null;
    }
    const head = await readHead(remote, link, commit);
    const environment = await this.#environment(remote, head.environmentBlob);
    const session: Session = {
      link,
      remote,
      signal,
      head,
      environment,
      names: parts.code.names(environment),
      apps,
      items: [],
    };
    await lookAtPulls(parts, session);
    if (link.direction !== 'pull') await this.#push(session, versions);
    await pullAll(parts, session, head.environmentBlob !== link.environmentBlob);
    if (isPlanned) await planPulls(parts, place, refs);
    return session;
  }

  async #push(session: Session, versions: readonly PublishedVersion[]): Promise<void> {
    for (const version of versions) {
      session.signal.throwIfAborted();
      await pushVersion(this.#parts, session, version);
    }
  }

  async #environment(remote: Session['remote'], blob: string | null): Promise<string | undefined> {
    if (blob === null) return undefined;
    return (await readTexts(remote, [blob])).get(blob);
  }
}

function outcomeOf(items: Session['items']): RunOutcome {
  const actions = new Set(items.map(({ action }) => action));
  if (actions.has('conflict')) return 'conflict';
  return actions.has('wait') || actions.has('blocked') || actions.has('gone') || actions.has('pull_request')
    ? 'waiting'
    : 'done';
}

/** What people are to do something about. */
export function needsSomebody({ state }: Pick<LinkedApp, 'state'>): boolean {
  return state !== 'in_step' && state !== 'ahead' && state !== 'pull_request';
}

function noBranch(branch: string): PlatformError {
  const message = `The repository has no branch ${branch} any more: push it again, or choose another in the settings of the link.`;
  return new PlatformError('conflict', 'repositories.no_branch', message);
}

function busy(): PlatformError {
  const message = 'The branch was changed again and again while it was looked at. It is tried again later.';
  return new PlatformError('unavailable', 'repositories.busy', message);
}
