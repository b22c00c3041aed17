import { createHash } from 'node:crypto';
import { currentTime, isPlatformError, type Logger } from '#kernel';
import type { GitRef, HostedPull } from '#plugins/repository-hosts/contract.ts';
import { type BranchPlan, branchPlan, type IsChanged, type PlanPlace, planOfHeads } from './branch-plan.ts';
import { readHead } from './head-state.ts';
import type { Link, PullPlan } from './link.ts';
import type { LinkStore } from './link-store.ts';
import { HEADING, planComment } from './plan-comment.ts';
import type { PlanStore } from './plan-store.ts';
import type { SyncParts } from './session.ts';

export interface PullPlanParts extends SyncParts {
  readonly links: LinkStore;
  readonly plans: PlanStore;
  readonly logger: Logger;
}

/** Milliseconds after a branch has moved for which pull requests are asked for: they are opened a while after that. */
const FRESH = 3_600_000;

const BRANCHES = 'refs/heads/';

/** Whether pull requests of others get a comment. */
export function isPlanning({ link, remote }: Pick<PlanPlace, 'link' | 'remote'>): boolean {
  return link.plans && link.direction !== 'push' && remote.pulls !== null;
}

/** Whether there may be anything new about pull requests; hosts are asked only then. */
export function arePullsDue(link: Link, refs: readonly GitRef[], isAsked: boolean): boolean {
  return isAsked || branchesOf(refs) !== link.branches || currentTime() - (link.branchesAt ?? 0) < FRESH;
}

/**
 * Says in pull requests of others to the link's branch what merging them would change here, where they have moved since it was said. What
 * fails does not stop the look: it is tried again with the next one.
 */
export async function planPulls(parts: PullPlanParts, place: PlanPlace, refs: readonly GitRef[]): Promise<void> {
  const { link, remote } = place;
  const { workspaceId, id } = link;
  if (remote.pulls === null) return;
  try {
    const heads = new Map(refs.map(({ name, id: commit }) => [name, commit]));
    const own = new Set([...place.apps.values()].map(({ pull }) => pull?.number));
    const open = await remote.pulls.list(link.branch);
    const known = new Map((await parts.plans.all(workspaceId, id)).map((plan) => [plan.number, plan]));
    for (const pull of open) {
      place.signal.throwIfAborted();
      const commit = heads.get(`${BRANCHES}${pull.branch}`);
      // What strangers bring is told nothing of this workspace; a branch that moved meanwhile comes with the next look.
      if (pull.isFork || commit === undefined || own.has(pull.number)) continue;
      const before = known.get(pull.number);
      if (before?.commit !== commit) await planPull(parts, place, { pull, commit, before, heads });
    }
    await parts.plans.keepOnly(
      workspaceId,
      id,
      open.map(({ number }) => number),
    );
    const branches = branchesOf(refs);
    const isNew = branches !== link.branches;
    if (isNew) await parts.links.note(workspaceId, id, { branches, branches_at: new Date(currentTime()) });
  } catch (error) {
    if (place.signal.aborted || !isPlatformError(error) || error.kind === 'internal') throw error;
    parts.logger.info({ link: id, code: error.code }, 'pull requests could not be looked at; it is later');
  }
}

interface Pull {
  readonly pull: HostedPull;
  readonly commit: string;
  readonly before: PullPlan | undefined;
  readonly heads: ReadonlyMap<string, string>;
}

async function planPull(parts: PullPlanParts, place: PlanPlace, { pull, commit, before, heads }: Pull): Promise<void> {
  const { link, remote } = place;
  const { number } = pull;
  const keep = (comment: string | null, said: string | null) =>
    parts.plans.put(link.workspaceId, link.id, { number, commit, comment, said });
  const own = heads.get(`${BRANCHES}${link.branch}`) ?? null;
  const plan = await plannedPull(parts, place, { number, commit, own });
  const isEmpty = plan.items.length === 0 && plan.skipped.length === 0;
  // Of what changes nothing here nobody is told, unless they were told otherwise.
  if (isEmpty && (before?.comment ?? null) === null) return keep(null, null);
  const page = parts.hosts.address('console', `/settings/repositories/${link.id}`);
  const said = hash(JSON.stringify(plan));
  if (before?.comment != null && before.said === said) return keep(before.comment, said);
  const text = planComment(plan, link, { commit, page });
  const comment = { id: before?.comment ?? null, heading: HEADING, marker: link.id, text };
  try {
    await keep((await remote.pulls?.comment(number, comment)) ?? null, said);
  } catch (error) {
    if (!isPlatformError(error) || error.code !== 'repository-hosts.refused') throw error;
    // Asking again gives the same: not before the pull request moves.
    parts.logger.info({ link: link.id, number }, 'the host takes no comment on a pull request');
    await keep(before?.comment ?? null, before?.said ?? null);
  }
}

/** What can't be read at all is what the plan says. */
async function plannedPull(
  parts: PullPlanParts,
  place: PlanPlace,
  { number, commit, own }: { number: number; commit: string; own: string | null },
): Promise<BranchPlan> {
  const { remote, link } = place;
  const shown: PlanPlace = { ...place, isPublic: true };
  try {
    const files = (await remote.pulls?.files(number)) ?? null;
    if (files === null) return await planOfHeads(parts, shown, commit, own);
    const paths = new Set(files);
    const isChanged: IsChanged = (path) => paths.has(path);
    const isAbout = files.some((path) => path === link.environmentFile || isInside(link, path));
    if (!isAbout) return { items: [], skipped: [] };
    const plan = await branchPlan(parts, shown, await readHead(remote, link, commit), isChanged);
    return {
      ...plan,
      skipped: plan.skipped.filter((line) => files.some((path) => line.startsWith(`${nameIn(link, path)} `))),
    };
  } catch (error) {
    if (!isPlatformError(error) || error.kind !== 'invalid') throw error;
    return { items: [{ key: '', name: link.folder, action: 'blocked', details: [error.message] }], skipped: [] };
  }
}

function isInside({ folder }: Link, path: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

function nameIn({ folder }: Link, path: string): string {
  return folder === '' ? path : path.slice(folder.length + 1);
}

function branchesOf(refs: readonly GitRef[]): string {
  const named = refs.filter(({ name }) => name.startsWith(BRANCHES)).map(({ name, id }) => `${name} ${id}`);
  return hash(named.toSorted().join('\n'));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
