/**
 * What a draft holds that only means something in its own workspace: credentials that were chosen for tools, addresses of
 * triggers, files that were uploaded as defaults. Documents in canonical form are without; drafts they are taken into keep theirs.
 */
import { isMapping } from '#engine/run/values/value.ts';
import { mapGraph, mapList } from './app-layout.ts';
import { withCredentials, withoutCredentials } from './credential-ids.ts';
import type { NodeKinds } from './document-format.ts';
import { listAt, type Mapping, mappingAt, textAt, valueAt } from './tree.ts';

export function withoutLocalFields(tree: Mapping, kinds: NodeKinds): Mapping {
  const bare = mapGraph(tree, (graph) => ({ ...graph, ...mapList(graph, 'nodes', (node) => bareNode(node, kinds)) }));
  return withAgentTools(bare, (tools) => withoutCredentials(tools));
}

function bareNode(node: Mapping, kinds: NodeKinds): Mapping {
  const data = valueAt(node, 'data');
  if (!isMapping(data)) return node;
  const bare = kinds.document(textAt(data, 'type')).withoutLocal?.(data) ?? data;
  return bare === data ? node : { ...node, data: bare };
}

/** The document with what the other draft of the app holds for the same nodes. */
export function withLocalFields(tree: Mapping, other: Mapping, kinds: NodeKinds): Mapping {
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
      if (!isSame) return node;
      return { ...node, data: kinds.document(textAt(data, 'type')).withLocal?.(data, theirs) ?? data };
    }),
  }));
  const tools = valueAt(mappingAt(mappingAt(other, 'model_config'), 'agent_mode'), 'tools');
  return withAgentTools(filled, (own) => withCredentials(own, tools));
}

function withAgentTools(tree: Mapping, change: (tools: unknown) => unknown): Mapping {
  const config = mappingAt(tree, 'model_config');
  const mode = mappingAt(config, 'agent_mode');
  const tools = valueAt(mode, 'tools');
  if (!Array.isArray(tools)) return tree;
  return { ...tree, model_config: { ...config, agent_mode: { ...mode, tools: change(tools) } } };
}
