import { type MissingThing, mappingOf, type NeedyDocument } from '#engine';
import { isPlatformError } from '#kernel';
import type { ModelName, Models, ModelType } from './contract.ts';

type Asked = Pick<Models, 'model' | 'defaults' | 'available'>;

const types = { language: 'llm', embedding: 'embedding', rerank: 'rerank' } as const;

/** Models that a document names and the workspace can't call, each with the places that name it. */
export async function missingModels(
  models: Asked,
  { models: named, features, nodes }: NeedyDocument,
  workspaceId: string,
): Promise<readonly MissingThing[]> {
  const uses = Map.groupBy(named, ({ type, provider, model }) => JSON.stringify([type, provider, model]));
  const problems = [...uses.values()].map(async (users) => {
    const [first] = users;
    if (first === undefined) return [];
    const reason = await reasonAgainst(models, workspaceId, types[first.type], first);
    if (reason === null) return [];
    const places = [...new Set(users.map(({ place }) => place))].join(', ');
    const name = first.provider === '' ? first.model : `${first.provider}/${first.model}`;
    const message = `The model ${name} can't be called here (${places}): ${reason}`;
    const nodeIds = [...new Set(users.flatMap(({ nodeId }) => nodeId ?? []))];
    return [{ code: 'missing_model', message, about: `The model ${name} can't be called here: ${reason}`, nodeIds }];
  });
  const unnamed = await missingDefault(models, nodes, workspaceId);
  return [...(await Promise.all(problems)).flat(), ...unnamed, ...(await missingVoices(models, features, workspaceId))];
}

/** Nodes that name no model are answered by the workspace's default. */
async function missingDefault(
  models: Asked,
  nodes: NeedyDocument['nodes'],
  workspaceId: string,
): Promise<readonly MissingThing[]> {
  const asking = nodes.filter(namesNone);
  const places = asking.map(({ place }) => place);
  const reason =
    places.length === 0 ? null : await reasonAgainst(models, workspaceId, 'llm', { provider: '', model: '' });
  if (reason === null) return [];
  const message = `A model is missing (${places.join(', ')}): ${reason}`;
  const nodeIds = asking.map(({ id }) => id);
  return [{ code: 'missing_model', message, about: `A model is missing: ${reason}`, nodeIds }];
}

function namesNone({ type, data }: NeedyDocument['nodes'][number]): boolean {
  if (type === 'agent') {
    const { type: kind, value } = mappingOf(mappingOf(data.agent_parameters).model);
    const { provider, model, name } = mappingOf(value);
    return data.agent_node_kind === undefined && kind !== 'variable' && !provider && !model && !name;
  }
  const { provider, name } = mappingOf(data.model);
  return askingTypes.includes(type) && !provider && !name;
}

const askingTypes = ['llm', 'question-classifier', 'parameter-extractor'];

const voices = [
  { feature: 'text_to_speech', type: 'text-to-speech', does: 'says its answers' },
  { feature: 'speech_to_text', type: 'speech-to-text', does: 'takes recordings' },
] as const;

/** Documents name no model to speak or hear with: the workspace's default is called, else the first there is. */
async function missingVoices(models: Asked, features: NeedyDocument['features'], workspaceId: string) {
  const missing: MissingThing[] = [];
  for (const { feature, type, does } of voices) {
    const settings = features[feature];
    if ((settings as { readonly enabled?: unknown } | null | undefined)?.enabled !== true) continue;
    const named = (await models.defaults(workspaceId)).get(type);
    if (named === undefined && (await models.available(workspaceId, type)).length > 0) continue;
    const reason =
      named === undefined ? `no provider has a ${type} model` : await reasonAgainst(models, workspaceId, type, named);
    if (reason === null) continue;
    const message = `The app ${does} (${feature}): ${reason}; set one up, or switch that off.`;
    missing.push({ code: 'missing_model', message, about: message, nodeIds: [] });
  }
  return missing;
}

async function reasonAgainst(models: Asked, workspaceId: string, type: ModelType, name: ModelName) {
  try {
    await models.model(workspaceId, type, { provider: name.provider, model: name.model });
    return null;
  } catch (error) {
    if (isPlatformError(error)) return error.message;
    throw error;
  }
}
