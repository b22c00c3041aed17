import { type CompiledApp, type GraphDocument, type GraphNode, mappingOf } from '#engine';
import { type ModelSettings, readModelSettings, textOf } from '#plugins/node-llm/contract.ts';

const known = new WeakMap<CompiledApp, ModelSettings | null>();

/** The model an app answers with: the one of its first llm node, else of its first agent; null when it has none. */
export function appModel(compiled: CompiledApp): ModelSettings | null {
  const found = known.get(compiled);
  if (found !== undefined) return found;
  const { nodes } = JSON.parse(compiled.graph.text) as GraphDocument;
  const model = firstOf(nodes, 'llm') ?? firstOf(nodes, 'agent');
  known.set(compiled, model);
  return model;
}

/** The model a feature's settings name, when they do (app DSL, features). */
export function featureModel(feature: unknown): ModelSettings | null {
  return usable(readModelSettings(mappingOf(feature).model));
}

function firstOf(nodes: readonly GraphNode[], type: string): ModelSettings | null {
  for (const node of nodes) {
    const model = node.type === type ? usable(modelOf(node)) : null;
    if (model !== null) return model;
  }
  return null;
}

function modelOf({ type, data }: GraphNode): ModelSettings {
  if (type === 'llm') return readModelSettings(data.model);
  const { model: own } = mappingOf(mappingOf(data.agent_package).soul);
  const model = mappingOf(own ?? mappingOf(mappingOf(data.agent_parameters).model).value);
  // Agents name their model by keys of their own.
  const [provider, name] = [model.model_provider ?? model.provider, model.model ?? model.name];
  return readModelSettings({ ...model, provider: textOf(provider), name: textOf(name) });
}

function usable(model: ModelSettings): ModelSettings | null {
  return model.provider === '' || model.model === '' ? null : model;
}
