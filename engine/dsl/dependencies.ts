/** Plugins an application was made with (app DSL, dependencies). */

import type { GraphNode } from '#engine';
import { isMapping } from '#engine/run/values/value.ts';
import type { NodeKinds } from './document-format.ts';
import { isBeforePlugins } from './document-version.ts';
import { pluginOfProvider, pluginOfTool } from './plugin-names.ts';
import { listAt, type Mapping, mappingAt, textAt, valueAt, without } from './tree.ts';

/** A message with more names helps nobody. */
const shownPlugins = 5;
/** A longer text names no plugin. */
const longestName = 400;

/** Names of the form `author/plugin`, without versions. */
export function pluginNames(tree: Mapping, kinds: NodeKinds): string[] {
  const declared = listAt(tree, 'dependencies')
    .map(pluginOfEntry)
    .filter((name) => name !== '');
  const isListed = Array.isArray(valueAt(tree, 'dependencies')) && !isBeforePlugins(textAt(tree, 'version', '0.1.0'));
  const names = declared.length > 0 || isListed ? declared : derivedNames(tree, kinds);
  return [...new Set(names)].sort();
}

/**
 * The entries of `dependencies` that still apply: their plugin is named somewhere in the document. Whatever cannot be told
 * stays. Documents from before there were plugins list none: theirs are what the nodes name, without the version and the
 * checksum, which only who installed the plugin knows.
 */
export function neededDependencies(tree: Mapping, kinds: NodeKinds): readonly unknown[] {
  const entries = listAt(tree, 'dependencies');
  if (entries.length === 0) return isBeforePlugins(textAt(tree, 'version', '0.1.0')) ? derivedEntries(tree, kinds) : [];
  const named = new Set<string>();
  const open: unknown[] = [without(tree, 'dependencies')];
  for (const value of open) {
    if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isMapping(value)) for (const item of Object.values(value)) open.push(item);
    else if (typeof value === 'string' && value.length <= longestName) {
      const name = value.split(/[:@]/)[0] ?? '';
      // Whether it names a model or a tool is not told by the text alone.
      for (const plugin of [pluginOfProvider(name), pluginOfTool(name)]) named.add(plugin);
    }
  }
  return entries.filter((entry) => {
    const name = pluginOfEntry(entry);
    return name === '' || named.has(name) || hasOwnType(tree, name);
  });
}

function derivedEntries(tree: Mapping, kinds: NodeKinds): readonly unknown[] {
  return [...new Set(derivedNames(tree, kinds))].sort().map((name) => ({
    current_identifier: null,
    type: 'marketplace',
    value: { marketplace_plugin_unique_identifier: name, version: null },
  }));
}

/** A node of a type that is called like the plugin, which names it nowhere else. */
function hasOwnType(tree: Mapping, name: string): boolean {
  const last = name.slice(name.lastIndexOf('/') + 1);
  const nodes = listAt(mappingAt(mappingAt(tree, 'workflow'), 'graph'), 'nodes');
  return nodes.some((node) => textAt(mappingAt(node, 'data'), 'type') === last);
}

/** `author/plugin` of an entry; empty when it names none. */
function pluginOfEntry(entry: unknown): string {
  const value = mappingAt(entry, 'value');
  const keys = ['marketplace_plugin_unique_identifier', 'plugin_unique_identifier', 'github_plugin_unique_identifier'];
  const identifier = keys.map((key) => textAt(value, key)).find((text) => text !== '') ?? textAt(value, 'repo');
  return identifier.split(/[:@]/)[0] ?? '';
}

/** The plugins that may bring a node's type: what the node itself names, else a plugin called like it, else all. */
export function pluginsBehind(node: GraphNode, names: readonly string[]): string[] {
  const own = ['plugin_unique_identifier', 'plugin_id', 'provider_id']
    .map((key) => textAt(node.data, key).split(/[:@]/)[0] ?? '')
    .find((name) => /^[^/\s]+\/[^/\s]+/.test(name));
  if (own !== undefined) return [cut(pluginOfProvider(own))];
  const namesake = names.filter((name) => name.toLowerCase().includes(node.type.toLowerCase()));
  return (namesake.length > 0 ? namesake : names).slice(0, shownPlugins).map(cut);
}

function cut(name: string): string {
  return name.slice(0, 100);
}

/** Older documents don't list plugins: their nodes name providers. */
function derivedNames(tree: Mapping, kinds: NodeKinds): string[] {
  const config = mappingAt(tree, 'model_config');
  const data = listAt(mappingAt(mappingAt(tree, 'workflow'), 'graph'), 'nodes').map((node) => mappingAt(node, 'data'));
  const agents = data.map((owner) => mappingAt(owner, 'agent_parameters'));
  const models = [
    ...[config, ...data].map((owner) => textAt(mappingAt(owner, 'model'), 'provider')),
    ...agents.map((owner) => textAt(mappingAt(mappingAt(owner, 'model'), 'value'), 'provider')),
  ];
  const others = data.flatMap((owner) => kinds.document(textAt(owner, 'type')).providers?.(owner) ?? []);
  const tools = [
    ...data,
    ...listAt(mappingAt(config, 'agent_mode'), 'tools'),
    ...agents.flatMap((owner) => listAt(mappingAt(owner, 'tools'), 'value')),
  ]
    .filter(isMapping)
    .filter((owner) => ['builtin', 'plugin'].includes(textAt(owner, 'provider_type') || textAt(owner, 'type')))
    .map((owner) => textAt(owner, 'provider_id') || textAt(owner, 'provider_name'));
  return [
    ...[...models, ...others].filter((name) => name !== '').map(pluginOfProvider),
    ...tools.filter((name) => name !== '').map(pluginOfTool),
  ];
}
