import { fromJson, isMapping, type JsonText } from '#engine';
import { isServerHelper, serverSettings } from './agent-servers.ts';
import type { ToolReference } from './tool.ts';

/** A tool as a document names it. */
export interface NeededTool extends ToolReference {
  /** Nodes that name it, as people know them. */
  readonly places: readonly string[];
  readonly nodeIds: readonly string[];
}

type Mapping = Readonly<Record<string, unknown>>;

const text = (owner: unknown, key: string) => {
  const value = isMapping(owner) && Object.hasOwn(owner, key) ? (owner as Mapping)[key] : undefined;
  return typeof value === 'string' ? value : '';
};

/** Tools that a document names, each once; those that are switched off are none. */
export function neededTools(tree: JsonText): NeededTool[] {
  const tools = new Map<string, ToolReference & { readonly places: string[]; readonly nodeIds: string[] }>();
  for (const { value, place, nodeId, hasServers } of mappingsOf(tree)) {
    const tool = toolAt(value);
    // The agent lists and calls what its servers have without help.
    if (tool === null || (hasServers && isServerHelper(tool))) continue;
    const key = JSON.stringify([tool.kind, tool.provider, tool.name]);
    const known = tools.get(key) ?? { ...tool, places: [], nodeIds: [] };
    if (!known.places.includes(place)) known.places.push(place);
    if (nodeId !== null && !known.nodeIds.includes(nodeId)) known.nodeIds.push(nodeId);
    tools.set(key, known);
  }
  return [...tools.values()];
}

interface Found {
  readonly value: Mapping;
  /** The node it belongs to, as people know it. */
  readonly place: string;
  readonly nodeId: string | null;
  /** It belongs to an agent with servers of tools of its own. */
  readonly hasServers: boolean;
}

/** Every mapping of a tree as it was read; whatever is not of the shape that nodes have is passed by. */
function* mappingsOf(tree: JsonText): Generator<Found> {
  const open: (Omit<Found, 'value'> & { readonly value: unknown })[] = [
    { value: fromJson(tree), place: 'the app', nodeId: null, hasServers: false },
  ];
  for (const { value, ...around } of open) {
    if (Array.isArray(value)) for (const item of value) open.push({ value: item, ...around });
    if (!isMapping(value)) continue;
    yield { value, ...around };
    const { place, nodeId, hasServers } = around;
    const id = text(value, 'id');
    const isNode = id !== '' && isMapping(value.data);
    const here = {
      place: isNode ? `node '${text(value.data, 'title') || id}' (${id})` : place,
      nodeId: isNode ? id : nodeId,
      hasServers:
        hasServers || (isMapping(value.agent_parameters) && serverSettings(value.agent_parameters).length > 0),
    };
    for (const item of Object.values(value)) open.push({ value: item, ...here });
  }
}

function toolAt(value: Mapping): ToolReference | null {
  if (value.enabled === false || value.enabled === 0) return null;
  const tool = text(value, 'tool_name');
  const providerName = text(value, 'provider_name');
  const provider = text(value, 'provider_id') || providerName || text(value, 'provider');
  if (tool === '' || provider === '') return null;
  // Of a node, `type` says that it is a tool; of an agent's tool, what kind of provider it has.
  const type = text(value, 'type');
  const kind = text(value, 'provider_type') || (type === 'tool' ? '' : type) || 'builtin';
  const named = providerName === '' || providerName === provider ? {} : { providerName };
  return { kind, provider, name: tool, plugin: text(value, 'plugin_unique_identifier'), ...named };
}
