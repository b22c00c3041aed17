import { PlatformError } from '#kernel';
import type { Apps } from '#plugins/apps/contract.ts';
import type { OpenRepository, Person, PlaceWish } from '#plugins/repository-hosts/contract.ts';
import { assess, movedFiles } from './assess.ts';
import { type BranchPlan, plannedItem, planOfHeads } from './branch-plan.ts';
import { readHead, readTexts } from './head-state.ts';
import type { Link, LinkSettings, RunItem } from './link.ts';
import type { LinkStore } from './link-store.ts';
import { checkedBranch, checkedSettings } from './places.ts';
import type { Session, SyncParts } from './session.ts';

export interface ExplorerParts extends SyncParts {
  readonly allApps: Apps;
  readonly links: LinkStore;
}

/** What a first look would do. */
export interface FirstPlan {
  readonly items: readonly RunItem[];
  /** Apps that are published here and would be committed. */
  readonly commits: readonly { readonly id: string; readonly name: string }[];
  readonly skipped: readonly string[];
}

const MAX_FOLDERS = 2_000;

/** Looks into repositories before they are linked: what pickers show, and what linking would do. Changes nothing. */
export class Explorer {
  readonly #parts: ExplorerParts;

  constructor(parts: ExplorerParts) {
    this.#parts = parts;
  }

  /** Branches, the one that the repository stands on first. */
  async branches(person: Person, wish: PlaceWish): Promise<readonly string[]> {
    return branchesOf((await this.#remote(person, wish)).remote);
  }

  /** The same of a repository that is linked. */
  async branchesOf(workspaceId: string, id: string): Promise<readonly string[]> {
    return branchesOf((await this.#linked(workspaceId, id)).remote);
  }

  /** Folders of a branch with how many documents lie in each, and files that may be environment files. */
  async folders(person: Person, wish: PlaceWish, branch: string) {
    return foldersOf((await this.#remote(person, wish)).remote, checkedBranch(branch));
  }

  /** The same of a repository that is linked. */
  async foldersOf(workspaceId: string, id: string, branch: string) {
    return foldersOf((await this.#linked(workspaceId, id)).remote, checkedBranch(branch));
  }

  /** What merging a branch into that of the link would change here. Throws `repositories.unknown_branch`. */
  async planOf(workspaceId: string, id: string, branch: string): Promise<BranchPlan & { readonly commit: string }> {
    const { remote, link } = await this.#linked(workspaceId, id);
    const [name, own] = [checkedBranch(branch), link.branch].map((one) => `refs/heads/${one}`);
    const refs = await remote.refs([name ?? '', own ?? '']);
    const [commit, now] = [name, own].map((one) => refs.find((ref) => ref.name === one)?.id ?? null);
    if (commit == null) throw noBranch(branch);
    const apps = new Map((await this.#parts.apps.apps(workspaceId, id)).map((app) => [app.key, app]));
    const { signal } = new AbortController();
    return { ...(await planOfHeads(this.#parts, { link, remote, signal, apps }, commit, now ?? null)), commit };
  }

  async firstPlan(person: Person, wish: PlaceWish, settings: LinkSettings): Promise<FirstPlan> {
    const { apps, allApps, code } = this.#parts;
    const { remote, reached } = await this.#remote(person, wish);
    const checked = checkedSettings(settings);
    const name = `refs/heads/${checked.branch}`;
    const commit = (await remote.refs([name])).find((ref) => ref.name === name)?.id ?? null;
    const link = { ...unmade, ...reached, ...checked, authorName: person.name } as Link;
    const head = await readHead(remote, link, commit);
    const blob = head.environmentBlob;
    const environment = blob === null ? undefined : (await readTexts(remote, [blob])).get(blob);
    const names = code.names(environment);
    const signal = new AbortController().signal;
    const session: Session = { link, remote, signal, head, environment, names, apps: new Map(), items: [] };
    const found = await assess(this.#parts, session, movedFiles(session, true));
    const items = found.map((one) => plannedItem(one));
    const taken = new Set(found.map(({ plan }) => plan.appId));
    const commits: { id: string; name: string }[] = [];
    if (checked.direction !== 'pull' && checked.takesNew) {
      for (const app of await allApps.list(person.workspaceId)) {
        if (app.status === 'draft' || taken.has(app.id)) continue;
        if ((await apps.ofApp(person.workspaceId, app.id)).length === 0) commits.push({ id: app.id, name: app.name });
      }
    }
    return { items, commits, skipped: head.skipped };
  }

  async #linked(workspaceId: string, id: string) {
    const link = await this.#parts.links.get(workspaceId, id);
    return { link, remote: await this.#parts.hosts.open(link, null) };
  }

  async #remote(person: Person, wish: PlaceWish) {
    const { owner, ...reached } = await this.#parts.hosts.place(person, wish);
    return { remote: await this.#parts.hosts.open(reached, owner), reached };
  }
}

async function branchesOf(remote: OpenRepository): Promise<readonly string[]> {
  const refs = await remote.refs(['HEAD', 'refs/heads/']);
  const names = refs.flatMap(({ name }) => (name.startsWith('refs/heads/') ? [name.slice(11)] : []));
  const first = refs.find(({ name }) => name === 'HEAD')?.target?.replace(/^refs\/heads\//, '');
  return names.sort((a, b) => Number(b === first) - Number(a === first) || (a < b ? -1 : 1));
}

async function foldersOf(remote: OpenRepository, branch: string) {
  const name = `refs/heads/${branch}`;
  const commit = (await remote.refs([name])).find((ref) => ref.name === name)?.id;
  if (commit === undefined) return { folders: [{ path: '', documents: 0 }], environments: [] };
  const { files } = await remote.folder(commit, '');
  const counts = new Map([['', 0]]);
  const environments: string[] = [];
  for (const { path } of files) {
    const steps = path.split('/');
    const file = steps.pop() ?? '';
    for (let end = 1; end <= steps.length && counts.size < MAX_FOLDERS; end += 1) {
      const folder = steps.slice(0, end).join('/');
      if (!counts.has(folder)) counts.set(folder, 0);
    }
    const folder = steps.join('/');
    if (!/\.ya?ml$/i.test(file) || /\.layout\.ya?ml$/i.test(file)) continue;
    if (/(?:^|\/)environments?$/i.test(folder) || /^environment/i.test(file)) environments.push(path);
    else counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const folders = [...counts].map(([path, documents]) => ({ path, documents }));
  folders.sort((a, b) => b.documents - a.documents || (a.path < b.path ? -1 : 1));
  return { folders: folders.slice(0, MAX_FOLDERS), environments: environments.slice(0, 200) };
}

function noBranch(branch: string): PlatformError {
  const message = `The repository has no branch ${branch}: look for its name, or push it first.`;
  return new PlatformError('not-found', 'repositories.unknown_branch', message);
}

/** What a link has that is not made yet. */
const unmade = {
  publicKey: null,
  state: 'active',
  reason: null,
  head: null,
  environmentBlob: null,
  approved: null,
  seenAt: null,
  branches: null,
  branchesAt: null,
  isSyncing: false,
  createdBy: null,
  createdAt: 0,
  sealedHookSecret: '',
} as const;
