import { currentTime, PlatformError } from '#kernel';
import type { Apps } from '#plugins/apps/contract.ts';
import type { Jobs } from '#plugins/jobs/contract.ts';
import type { Person, PlaceWish, RepositoryHosts } from '#plugins/repository-hosts/contract.ts';
import type { AppStore } from './app-store.ts';
import type { Link, LinkedApp, LinkSettings, RunTrigger } from './link.ts';
import type { LinkStore } from './link-store.ts';
import { checkedSettings, invalid } from './places.ts';
import type { Side } from './three-way.ts';
import { syncJob } from './witness.ts';

export interface LinksParts {
  readonly links: LinkStore;
  readonly store: AppStore;
  readonly apps: Apps;
  readonly hosts: RepositoryHosts;
  readonly jobs: Pick<Jobs, 'enqueue'>;
}

/** Links of workspaces: made, changed, ended, and what people decide about their apps. */
export class LinksService {
  readonly #parts: LinksParts;

  constructor(parts: LinksParts) {
    this.#parts = parts;
  }

  async link(person: Person, wish: PlaceWish, settings: LinkSettings): Promise<Link> {
    const { links, hosts } = this.#parts;
    const { owner, ...reached } = await hosts.place(person, wish);
    if (reached.provider === 'none' && settings.direction !== 'pull') {
      throw invalid(
        'direction',
        'Without an account nothing can be committed: connect one, or sync from the repository only.',
      );
    }
    const { workspaceId, id } = reached;
    await links.add({
      ...reached,
      ...checkedSettings(settings),
      takesNew: settings.takesNew && settings.direction !== 'pull',
      publicKey: wish.publicKey ?? null,
      createdBy: person.accountId,
      authorName: person.name,
      sealedHookSecret: hosts.newHookSecret(workspaceId),
    });
    await hosts.lend(reached, owner);
    await this.#addPublished(person, await links.get(workspaceId, id));
    await this.sync(workspaceId, id, 'link', { who: person.name });
    return links.get(workspaceId, id);
  }

  /** What is published already is committed like what will be. */
  async #addPublished(person: Person, link: Link): Promise<void> {
    const { apps, store } = this.#parts;
    const { workspaceId } = link;
    if (!link.takesNew) return;
    for (const app of await apps.list(workspaceId)) {
      if ((await store.ofApp(workspaceId, app.id)).length > 0) continue;
      await this.#addCurrent(person, link.id, app.id);
    }
  }

  /** The version that is called, for one that no row was written for. */
  async #addCurrent({ workspaceId, accountId }: Person, linkId: string, appId: string): Promise<void> {
    const { apps, store } = this.#parts;
    const [current] = (await apps.versions(workspaceId, appId, { limit: 50 })).filter(({ isCurrent }) => isCurrent);
    if (current === undefined) return;
    const { id: versionId, number, note, publishedBy } = current;
    await store.addChange(linkId, {
      workspaceId,
      appId,
      versionId,
      number,
      note,
      publishedBy,
      accountId: publishedBy === '' ? null : accountId,
    });
  }

  async change(person: Person, id: string, settings: LinkSettings): Promise<Link> {
    const { links } = this.#parts;
    const { workspaceId } = person;
    const { provider } = await links.get(workspaceId, id);
    if (provider === 'none' && settings.direction !== 'pull') {
      throw invalid('direction', 'Without an account nothing can be committed: link the repository with one.');
    }
    await links.change(workspaceId, id, {
      ...checkedSettings(settings),
      takesNew: settings.takesNew && settings.direction !== 'pull',
    });
    await this.#addPublished(person, await links.get(workspaceId, id));
    await this.sync(workspaceId, id, 'person', { who: person.name });
    return links.get(workspaceId, id);
  }

  /** Apps and files stay as they are. */
  async unlink(workspaceId: string, id: string): Promise<void> {
    await this.#parts.links.remove(workspaceId, id);
    await this.#parts.hosts.giveBack(workspaceId, id);
  }

  async pause(workspaceId: string, id: string, isPaused: boolean): Promise<void> {
    const { links } = this.#parts;
    await links.get(workspaceId, id);
    await links.note(workspaceId, id, {
      state: isPaused ? 'paused' : 'active',
      reason: null,
      next_look_at: new Date(currentTime()),
    });
    if (!isPaused) await this.sync(workspaceId, id, 'person');
  }

  /** Looks at it soon. `approved`: a commit whose plan somebody has looked at. */
  async sync(
    workspaceId: string,
    id: string,
    beganBy: RunTrigger,
    { approved, who }: { readonly approved?: string | undefined; readonly who?: string } = {},
  ): Promise<void> {
    const { links, jobs } = this.#parts;
    await links.get(workspaceId, id);
    if (approved !== undefined) await links.note(workspaceId, id, { approved });
    await links.want(workspaceId, id);
    await jobs.enqueue(syncJob({ workspaceId, linkId: id, beganBy, ...(who !== undefined && { who }) }));
  }

  /** Throws `apps.not_found`. */
  async checkApp(workspaceId: string, appId: string): Promise<void> {
    await this.#parts.apps.get(workspaceId, appId);
  }

  /** Throws `repositories.no_app`. */
  async app(workspaceId: string, linkId: string, key: string): Promise<LinkedApp> {
    await this.#parts.links.get(workspaceId, linkId);
    const found = (await this.#parts.store.apps(workspaceId, linkId)).find((app) => app.key === key);
    if (found === undefined) throw noApp();
    return found;
  }

  /** Which side each place takes. The next look, which begins soon, does it, and asks about what is in conflict by then. */
  async solve(
    { workspaceId, name: who }: Person,
    linkId: string,
    key: string,
    choices: Readonly<Record<string, Side>>,
  ): Promise<void> {
    const { store } = this.#parts;
    const app = await this.app(workspaceId, linkId, key);
    const known = new Set(app.conflicts.map(({ place }) => place));
    if (app.state !== 'conflict' || Object.keys(choices).some((place) => !known.has(place))) throw noConflict();
    await store.choose(workspaceId, linkId, key, { ...app.choices, ...choices });
    if (app.appId !== null) await store.releaseHeld(workspaceId, linkId, app.appId);
    await this.sync(workspaceId, linkId, 'person', { who });
  }

  /**
   * What somebody wants of an app that waits: its version is committed once more (`commit`, also where its file is gone), the link forgets
   * it (`forget`: what the repository has is taken as new, and the app stays), or the app is deleted with its file gone (`delete`).
   */
  async settle(person: Person, linkId: string, key: string, what: 'commit' | 'forget' | 'delete'): Promise<void> {
    const { store, apps } = this.#parts;
    const { workspaceId } = person;
    const app = await this.app(workspaceId, linkId, key);
    if (what === 'commit') {
      if (app.appId === null || app.state === 'removed') throw noApp();
      // As if its file had never been there.
      if (app.state === 'gone')
        await store.put({
          ...app,
          blob: null,
          layoutBlob: null,
          fileText: null,
          appText: null,
          state: 'ahead',
          reason: null,
        });
      await store.releaseHeld(workspaceId, linkId, app.appId);
      await this.#addCurrent(person, linkId, app.appId);
    }
    if (what === 'delete') {
      if (app.state !== 'gone' || app.appId === null) throw noApp();
      await apps.delete(workspaceId, app.appId);
    }
    if (what !== 'commit') await store.forget(workspaceId, linkId, key);
    await this.sync(workspaceId, linkId, 'person', { who: person.name });
  }
}

function noApp(): PlatformError {
  const message = 'The repository has no such app, or it does not wait for that: weft repositories status';
  return new PlatformError('not-found', 'repositories.no_app', message);
}

function noConflict(): PlatformError {
  const message = 'These places are not in conflict any more: look at the app again.';
  return new PlatformError('conflict', 'repositories.no_conflict', message);
}
