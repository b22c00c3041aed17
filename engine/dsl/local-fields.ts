/**
 * What a draft holds that only means something in its own workspace: credentials that were chosen for tools, addresses of
 * triggers, files that were uploaded as defaults. Documents in canonical form are without; drafts they are taken into keep theirs.
 */
import { isMapping } from '../run/value.ts';
import { mapGraph, mapList } from './app-layout.ts';
import { hasStoredDefault, withoutCredentials, withoutStoredFiles } from './export-app.ts';
import { listAt, type Mapping, mappingAt, textAt, valueAt, without } from './tree.ts';

const ofTriggers = ['webhook_url', 'webhook_debug_url', 'subscription_id'];

export function withoutLocalFields(tree: Mapping): Mapping {
  const bare = mapGraph(tree, (graph) => ({ ...graph, ...mapList(graph, 'nodes', bareNode) }));
  return withAgentTools(bare, (tools) => withoutCredentials(tools));
}

function bareNode(node: Mapping): Mapping {
  const data = valueAt(node, 'data');
  if (!isMapping(data)) return node;
  const type = textAt(data, 'type');
  if (type === 'tool' || type === 'agent') return { ...node, data: withoutCredentials(data) };
  if (type.startsWith('trigger-')) return { ...node, data: without(data, ...ofTriggers) };
  return type === 'start' ? { ...node, data: withoutStoredFiles(data) } : node;
}

/** The document with what the other draft of the app holds for the same nodes. */
export function withLocalFields(tree: Mapping, other: Mapping): Mapping {
  const known = new Map(
    listAt(mappingAt(mappingAt(other, 'workflow'), 'graph'), 'nodes').map((node) => [
      textAt(node, 'id'),
      mappingAt(node, 'data'),
    ]),
  );
  const filled = mapGraph(tree, (graph) => ({
    ...graph,
    ...mapList(graph, 'nodes', (node) => {
      const [data, theirs] = [valueAt(node, 'data'), known.get(textAt(node, 'id'))];
      const isSame = isMapping(data) && theirs !== undefined && textAt(data, 'type') === textAt(theirs, 'type');
      return isSame ? { ...node, data: filledData(data, theirs) } : node;
    }),
  }));
  const tools = valueAt(mappingAt(mappingAt(other, 'model_config'), 'agent_mode'), 'tools');
  return withAgentTools(filled, (own) => withCredentials(own, tools));
}

function filledData(data: Mapping, theirs: Mapping): Mapping {
  const type = textAt(data, 'type');
  if (type === 'tool' || type === 'agent') return withCredentials(data, theirs) as Mapping;
  if (type.startsWith('trigger-')) {
    const kept = ofTriggers.filter((key) => Object.hasOwn(theirs, key) && !Object.hasOwn(data, key));
    return { ...data, ...Object.fromEntries(kept.map((key) => [key, theirs[key]])) };
  }
  if (type !== 'start') return data;
  const presets = new Map(
    listAt(theirs, 'variables')
      .filter(hasStoredDefault)
      .map((variable) => [textAt(variable, 'variable'), valueAt(variable, 'default')]),
  );
  if (presets.size === 0) return data;
  const variables = mapList(data, 'variables', (variable) => {
    const preset = presets.get(textAt(variable, 'variable'));
    return preset === undefined || Object.hasOwn(variable, 'default') ? variable : { ...variable, default: preset };
  });
  return { ...data, ...variables };
}

/** Credentials go back to where they were chosen, as long as the same provider is asked there. */
function withCredentials(value: unknown, theirs: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(theirs)) {
    return value.map((item, index) => withCredentials(item, theirs[index]));
  }
  if (!isMapping(value) || !isMapping(theirs)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, withCredentials(item, valueAt(theirs, key))]);
  const isSame = ['provider', 'provider_id', 'provider_name', 'tool_name'].every(
    (key) => textAt(value, key) === textAt(theirs, key),
  );
  const chosen = valueAt(theirs, 'credential_id');
  const takes = isSame && chosen !== undefined && !Object.hasOwn(value, 'credential_id');
  return { ...Object.fromEntries(entries), ...(takes && { credential_id: chosen }) };
}

function withAgentTools(tree: Mapping, change: (tools: unknown) => unknown): Mapping {
  const config = mappingAt(tree, 'model_config');
  const mode = mappingAt(config, 'agent_mode');
  const tools = valueAt(mode, 'tools');
  if (!Array.isArray(tools)) return tree;
  return { ...tree, model_config: { ...config, agent_mode: { ...mode, tools: change(tools) } } };
}
