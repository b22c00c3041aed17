/** Plugins an application was made with (app DSL, dependencies). */

import type { GraphNode } from '../contract.ts';
import { isMapping } from '../run/value.ts';
import { isBeforePlugins } from './document-version.ts';
import { listAt, type Mapping, mappingAt, textAt, valueAt, without } from './tree.ts';

/** A message with more names helps nobody. */
const shownPlugins = 5;
/** A longer text names no plugin. */
const longestName = 400;

/** Names of the form `author/plugin`, without versions. */
export function pluginNames(tree: Mapping): string[] {
  const declared = listAt(tree, 'dependencies')
    .map(pluginOfEntry)
    .filter((name) => name !== '');
  const isListed = Array.isArray(valueAt(tree, 'dependencies')) && !isBeforePlugins(textAt(tree, 'version', '0.1.0'));
  const names = declared.length > 0 || isListed ? declared : derivedNames(tree);
  return [...new Set(names)].sort();
}

/**
 * The entries of `dependencies` that still apply: their plugin is named somewhere in the document. Whatever cannot be told
 * stays, and none is made up: an identifier has a version and a checksum, which only who installed the plugin knows.
 */
export function neededDependencies(tree: Mapping): readonly unknown[] {
  const entries = listAt(tree, 'dependencies');
  if (entries.length === 0) return [];
  const named = new Set<string>();
  const open: unknown[] = [without(tree, 'dependencies')];
  for (const value of open) {
    if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isMapping(value)) for (const item of Object.values(value)) open.push(item);
    else if (typeof value === 'string' && value.length <= longestName)
      named.add(pluginOf(value.split(/[:@]/)[0] ?? ''));
  }
  return entries.filter((entry) => {
    const name = pluginOfEntry(entry);
    return name === '' || named.has(name) || hasOwnType(tree, name);
  });
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
  if (own !== undefined) return [cut(pluginOf(own))];
  const namesake = names.filter((name) => name.toLowerCase().includes(node.type.toLowerCase()));
  return (namesake.length > 0 ? namesake : names).slice(0, shownPlugins).map(cut);
}

function cut(name: string): string {
  return name.slice(0, 100);
}

/** Older documents don't list plugins: their nodes name providers. */
function derivedNames(tree: Mapping): string[] {
  const config = mappingAt(tree, 'model_config');
  const data = listAt(mappingAt(mappingAt(tree, 'workflow'), 'graph'), 'nodes').map((node) => mappingAt(node, 'data'));
  const models = [config, ...data].map((owner) => textAt(mappingAt(owner, 'model'), 'provider'));
  const retrieval = data.filter((owner) => textAt(owner, 'type') === 'knowledge-retrieval').map(retrievalProvider);
  const tools = [...data, ...listAt(mappingAt(config, 'agent_mode'), 'tools')]
    .filter(isMapping)
    .filter((owner) => ['builtin', 'plugin'].includes(textAt(owner, 'provider_type')))
    .map((owner) => textAt(owner, 'provider_id'));
  return [...models, ...retrieval, ...tools].filter((name) => name !== '').map(pluginOf);
}

/** Of the model that chooses or orders what is found; editors leave the settings of the other ways behind. */
function retrievalProvider(data: Mapping): string {
  if (textAt(data, 'retrieval_mode') === 'single') {
    return textAt(mappingAt(mappingAt(data, 'single_retrieval_config'), 'model'), 'provider');
  }
  const config = mappingAt(data, 'multiple_retrieval_config');
  if (textAt(config, 'reranking_mode') === 'weighted_score') {
    return textAt(mappingAt(mappingAt(config, 'weights'), 'vector_setting'), 'embedding_provider_name');
  }
  return valueAt(config, 'reranking_enable') === false ? '' : textAt(mappingAt(config, 'reranking_model'), 'provider');
}

/** `a/b/c` belongs to the plugin `a/b`; bare names to the official author, some of them moved. */
function pluginOf(provider: string): string {
  const [author, plugin] = provider.split('/');
  if (plugin !== undefined) return `${author}/${plugin}`;
  return `langgenius/${provider === 'google' ? 'gemini' : provider}`;
}
