import { PlatformError } from './platform-error.ts';
import type { Plugin } from './plugin.ts';

/** A service a plugin needs, and the plugin that has to be set up before it. */
export interface ServiceNeed {
  /** The plugin's own name for it: the key in `needs`. */
  readonly need: string;
  readonly token: string;
  /** The plugin that declares the token in `provides`, else the one whose id the token's id starts with. */
  readonly provider: string;
  /** The plugin does without it when nobody provides it. */
  readonly isOptional: boolean;
}

export interface PluginOrder {
  /** Every plugin, providers before those who need them; members of a cycle included. */
  readonly order: readonly string[];
  readonly needs: ReadonlyMap<string, readonly ServiceNeed[]>;
  /** Members of a cycle, by plugin id. */
  readonly cycles: ReadonlyMap<string, PlatformError>;
}

/** Extension points create no order: they are complete, and read, only after every setup. */
export function orderPlugins(plugins: readonly Plugin[]): PluginOrder {
  const needs = new Map(plugins.map((plugin) => [plugin.id, serviceNeeds(plugin, plugins)]));
  const order: string[] = [];
  const cycles = new Map<string, PlatformError>();
  const visited = new Set<string>();
  const path: string[] = [];

  function visit(id: string): void {
    const start = path.indexOf(id);
    if (start >= 0) {
      const members = path.slice(start);
      for (const member of members) cycles.set(member, cycleError(rotate(members, member)));
      return;
    }
    if (visited.has(id)) return;
    visited.add(id);
    path.push(id);
    for (const { provider } of needs.get(id) ?? []) if (needs.has(provider)) visit(provider);
    path.pop();
    order.push(id);
  }

  for (const plugin of plugins) visit(plugin.id);
  return { order, needs, cycles };
}

/** Who has to go when a plugin goes: all who hold its services, directly or not, optional ones included. */
export function dependentsOf(id: string, order: PluginOrder): ReadonlySet<string> {
  return reach(id, order, () => true);
}

/** Who can't run without a plugin: all who need its services and have no way to do without, directly or not. */
export function thoseInNeedOf(id: string, order: PluginOrder): ReadonlySet<string> {
  return reach(id, order, ({ isOptional }) => !isOptional);
}

function reach(id: string, { needs }: PluginOrder, counts: (need: ServiceNeed) => boolean): ReadonlySet<string> {
  const dependents = new Set<string>();
  const queue = [id];
  for (let provider = queue.pop(); provider !== undefined; provider = queue.pop()) {
    for (const [plugin, services] of needs) {
      const holds = services.some((service) => service.provider === provider && counts(service));
      if (plugin === id || dependents.has(plugin) || !holds) continue;
      dependents.add(plugin);
      queue.push(plugin);
    }
  }
  return dependents;
}

/** The plugin a token belongs to by its name: `database.database` → `database`. */
export function ownerOf(tokenId: string): string {
  return tokenId.slice(0, tokenId.indexOf('.'));
}

function serviceNeeds(plugin: Plugin, plugins: readonly Plugin[]): readonly ServiceNeed[] {
  return Object.entries(plugin.needs ?? {}).flatMap(([need, wanted]) => {
    if (wanted.kind === 'extension-point') return [];
    const isOptional = wanted.kind === 'optional';
    const token = isOptional ? wanted.token.id : wanted.id;
    const declared = plugins.find(({ provides }) => provides?.some(({ id }) => id === token));
    return [{ need, token, provider: declared?.id ?? ownerOf(token), isOptional }];
  });
}

function rotate(members: readonly string[], first: string): readonly string[] {
  const start = members.indexOf(first);
  return [...members.slice(start), ...members.slice(0, start), first];
}

function cycleError(path: readonly string[]): PlatformError {
  return new PlatformError(
    'internal',
    'kernel.plugin_cycle',
    `Plugins need each other's services: ${path.join(' → ')}. Turn one of these needs into an extension point or an event.`,
  );
}
