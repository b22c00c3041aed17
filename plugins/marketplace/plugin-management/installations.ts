import { type HttpServer, unixSeconds } from '#http';
import type { Accounts } from '#plugins/accounts/contract.ts';
import type { Apps } from '#plugins/apps/contract.ts';
import { formOf, maskCredentials } from '#plugins/models/contract.ts';
import type { InstallChanges, Installed, PluginTrust, Shelf } from '#plugins/plugin-installs/contract.ts';
import { permissionsOf, providerOf } from '#plugins/plugin-packages/contract.ts';
import type { PluginRunner } from '#plugins/plugin-runner/contract.ts';
import { settingsForm } from './package-items.ts';

export interface InstallationsParts {
  readonly changes: InstallChanges;
  readonly trust: PluginTrust;
  readonly runner: PluginRunner;
  readonly apps: Apps;
  readonly accounts: Pick<Accounts, 'of'>;
  readonly server: Pick<HttpServer, 'publicUrl'>;
}

/** What is installed, as it is shown. */
export class Installations {
  readonly #parts: InstallationsParts;

  constructor(parts: InstallationsParts) {
    this.#parts = parts;
  }

  async list(workspaceId: string, origin: string | undefined) {
    return this.#items(await this.#parts.changes.shelves(workspaceId), origin);
  }

  /** The version of each plugin, by name. */
  async versions(workspaceId: string): Promise<ReadonlyMap<string, string>> {
    const shelves = await this.#parts.changes.shelves(workspaceId);
    return new Map(shelves.map(({ current: { name, version } }) => [name, version]));
  }

  /** Throws `plugin-installs.not_found`. */
  async get(workspaceId: string, id: string, origin: string | undefined) {
    const [item] = await this.#items([await this.#parts.changes.shelf(workspaceId, id)], origin);
    return item as NonNullable<typeof item>;
  }

  /** Null: it is not installed. */
  async named(workspaceId: string, name: string, origin: string | undefined) {
    const shelf = (await this.#parts.changes.shelves(workspaceId)).find(({ current }) => current.name === name);
    return shelf === undefined ? null : ((await this.#items([shelf], origin))[0] ?? null);
  }

  /**
   * Settings as they are given by a form: secrets that come back as they were shown, masked, stay what they are.
   * Throws `plugin-installs.not_found`.
   */
  async given(workspaceId: string, id: string, settings: Readonly<Record<string, string>>) {
    const shelf = await this.#parts.changes.shelf(workspaceId, id);
    const shown = this.#masked(shelf);
    const secrets = new Set(
      formOf(settingsForm(shelf.current.manifest))
        .filter(({ secret }) => secret)
        .map(({ name }) => name),
    );
    return Object.fromEntries(
      Object.entries(settings).filter(([name, value]) => !secrets.has(name) || value !== shown[name]),
    );
  }

  /** Apps whose draft or current version names what it brings; each once, in the order of names. */
  async apps(workspaceId: string, id: string) {
    const { current } = await this.#parts.changes.shelf(workspaceId, id);
    const { apps } = this.#parts;
    const found = new Map<string, { readonly id: string; readonly name: string }>();
    for (const name of toolNames(current)) {
      for (const kind of ['builtin', 'plugin'])
        for (const app of await apps.toolUse(workspaceId, kind, name)) found.set(app.id, app);
    }
    const models = modelNames(current);
    if (models.size > 0) {
      for (const { providers, ...app } of await apps.modelUse(workspaceId))
        if (providers.some((provider) => models.has(provider.toLowerCase()))) found.set(app.id, app);
    }
    return [...found.values()]
      .map(({ id: app, name }) => ({ id: app, name }))
      .toSorted((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
  }

  #masked(shelf: Shelf): Readonly<Record<string, string>> {
    return maskCredentials(settingsForm(shelf.current.manifest), this.#parts.changes.settingsOf(shelf));
  }

  async #items(shelves: readonly Shelf[], origin: string | undefined) {
    const { accounts, changes, runner, server, trust } = this.#parts;
    const people = shelves.flatMap(({ row }) => (row.installedBy === null ? [] : [row.installedBy]));
    const known = people.length === 0 ? [] : await accounts.of([...new Set(people)]);
    const names = new Map(known.map(({ id, name, email }) => [id, name || email]));
    return Promise.all(
      shelves.map(async (shelf) => {
        const { row, latest, current } = shelf;
        const { manifest } = current;
        const blocked = trust.reasonAgainst(current);
        return {
          ...{ id: current.id, name: current.name, plugin_id: current.pluginId },
          ...{ title: manifest.title, about: manifest.about, icon: manifest.icon ?? null, kind: manifest.kind },
          ...{
            version: current.version,
            integrity: current.integrity,
            trust: current.trust,
            signer: latest.signer,
          },
          ...{ source: latest.source, runtime: manifest.runtime },
          ...{ is_enabled: current.isEnabled, is_configured: current.isConfigured, is_blocked: blocked !== null },
          permissions: permissionsOf(manifest),
          settings: this.#masked(shelf),
          fields: formOf(settingsForm(manifest)),
          endpoint_url:
            current.endpointKey === null ? null : `${server.publicUrl('runtime', origin)}/e/${current.endpointKey}`,
          installed_at: unixSeconds(row.createdAt.getTime()),
          activated_at: unixSeconds(current.activatedAt),
          installed_by: row.installedBy === null ? null : (names.get(row.installedBy) ?? null),
          earlier_version: changes.earlier(shelf)?.version ?? null,
          problem:
            blocked === null
              ? await runner.problem(manifest.runtime)
              : `The operator of this server has blocked this version: ${blocked}`,
        };
      }),
    );
  }
}

/** What documents name a provider of tools of a package by. */
function toolNames({ pluginId, manifest }: Installed): ReadonlySet<string> {
  if (manifest.tools.length === 0) return new Set();
  const ids = [pluginId, ...manifest.aliases];
  const own = new Set([providerOf(pluginId), ...manifest.tools.flatMap(({ provider = [] }) => provider)]);
  const ofAliases = manifest.aliases.map(providerOf);
  const short = [...own, ...ofAliases];
  return new Set([...ids, ...short, ...ids.flatMap((id) => [...short].map((provider) => `${id}/${provider}`))]);
}

/** The same for providers of models, in lower case. */
function modelNames({ pluginId, manifest }: Installed): ReadonlySet<string> {
  const ids = [pluginId, ...manifest.aliases];
  return new Set(
    manifest.providers
      .flatMap(({ id, aliases = [] }) => [id, ...aliases, ...ids.map((own) => `${own}/${id}`)])
      .map((name) => name.toLowerCase()),
  );
}
