import type { NodeType } from '#engine';
import { type Contributions, isPlatformError } from '#kernel';
import type { Apps } from '#plugins/apps/contract.ts';
import { type Notifications, WorkspaceCache } from '#plugins/database/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { FreshValues } from '#plugins/sites/contract.ts';
import type { Workspaces } from '#plugins/workspaces/contract.ts';
import type { McpCredential, McpServers, ServedApp } from './contract.ts';
import { type ServerPlace, type ServerSettings, serverId } from './settings.ts';
import type { ServerStore } from './store.ts';
import { AppTool } from './tools/app-tool.ts';

/** Heard by every process when a server was changed: its workspace, its id, and the hash of a code that is dead. */
const CHANNEL = 'mcp_servers_changed';

const codePattern = /^[A-Za-z0-9]{32}$/;

export interface ServerParts {
  readonly store: ServerStore;
  readonly apps: Apps;
  readonly notifications: Notifications;
  readonly secrets: Secrets;
  readonly workspaces: Workspaces;
  readonly credentials: Contributions<McpCredential>;
  readonly types: Contributions<NodeType>;
}

/** Servers in memory: each request asks. What is changed counts at once here, and within a second in other processes. */
export class Servers implements McpServers {
  readonly #parts: ServerParts;
  readonly #apps = new FreshValues<ServedApp | null>((key) => this.#loadApp(key));
  readonly #codes = new FreshValues<ServerSettings | null>((hash) => this.#parts.store.byCode(hash));
  readonly #workspaces = new FreshValues<ServerSettings>((id) =>
    this.#parts.store.find({ workspaceId: id, appId: null }),
  );
  readonly #lists: WorkspaceCache<readonly string[]>;
  /** Of servers that calls are under way of. */
  readonly #endings = new Map<string, AbortController>();

  constructor(parts: ServerParts) {
    this.#parts = parts;
    const { store, notifications } = parts;
    const read = (workspaceId: string) => store.enabledApps(workspaceId);
    this.#lists = new WorkspaceCache({ channel: 'mcp_server_lists', notifications, read });
  }

  get credentials(): Contributions<McpCredential> {
    return this.#parts.credentials;
  }

  /** null: no server has this code (any more). */
  byCode(code: string): ServerSettings | null | Promise<ServerSettings | null> {
    return codePattern.test(code) ? this.#codes.get(this.#parts.secrets.hash(code)) : null;
  }

  /** Whether a code led to a server when it was looked up last; asks nobody. */
  knowsCode(code: string): boolean {
    return codePattern.test(code) && this.#codes.peek(this.#parts.secrets.hash(code)) != null;
  }

  /** null: the workspace has no such app. */
  app(workspaceId: string, appId: string): ServedApp | null | Promise<ServedApp | null> {
    return this.#apps.get(`${workspaceId}/${appId}`);
  }

  /** The tools of a server, in a steady order. */
  async tools({ workspaceId, appId }: ServerPlace): Promise<readonly AppTool[]> {
    if (this.#parts.workspaces.isClosed(workspaceId)) return [];
    const ids = appId === null ? await this.#lists.get(workspaceId) : [appId];
    const served = await Promise.all(ids.map((id) => this.app(workspaceId, id)));
    return served.map((each) => each?.tool ?? null).filter((tool) => tool !== null);
  }

  /** Whether the server of a workspace is switched on. */
  async isEnabled(workspaceId: string): Promise<boolean> {
    return (await this.#workspaces.get(workspaceId))?.isEnabled === true;
  }

  /** Aborts when the server's code is made anew, or the server is switched off. */
  ended(id: string): AbortSignal {
    const known = this.#endings.get(id) ?? new AbortController();
    this.#endings.set(id, known);
    return known.signal;
  }

  /** Called when a change is durable. `code`: hash of one that no longer counts; `isOver`: who is being answered hears no more. */
  async changed(place: ServerPlace, { code = '', isOver = false } = {}): Promise<void> {
    const message = [place.workspaceId, serverId(place), isOver ? 'over' : 'on', code].join(' ');
    this.#hear(message);
    await this.#parts.notifications.send(CHANNEL, message).catch(() => {});
    await this.#lists.changed(place.workspaceId);
  }

  /** An app was published, changed or deleted in this process. */
  appChanged(workspaceId: string, appId: string): void {
    this.#apps.forget(`${workspaceId}/${appId}`);
  }

  /** Hears of other processes. */
  listen(): () => void {
    const unlisten = this.#parts.notifications.listen(CHANNEL, (message) => this.#hear(message));
    return () => {
      unlisten();
      this.#lists.close();
    };
  }

  /** Codes lie by their hashes, so those of a changed server are looked for: changes are rare. */
  #hear(message: string): void {
    const [workspaceId = '', id = '', state, code = ''] = message.split(' ');
    this.#apps.forget(`${workspaceId}/${id}`);
    this.#workspaces.forget(id);
    if (code !== '') this.#codes.forget(code);
    if (state !== 'over') return;
    this.#endings.get(id)?.abort();
    this.#endings.delete(id);
  }

  async #loadApp(key: string): Promise<ServedApp | null> {
    const [workspaceId = '', appId = ''] = key.split('/');
    const { store, apps, types } = this.#parts;
    try {
      const [{ app, version }, settings] = await Promise.all([
        apps.published(workspaceId, appId),
        store.find({ workspaceId, appId }),
      ]);
      const isOpen = settings.isEnabled && settings.name !== '' && app.status !== 'paused' && version !== null;
      return {
        app,
        version,
        settings,
        tool: isOpen ? new AppTool({ app, version, settings, types: types.all() }) : null,
      };
    } catch (error) {
      if (isPlatformError(error) && error.kind === 'not-found') return null;
      throw error;
    }
  }
}
