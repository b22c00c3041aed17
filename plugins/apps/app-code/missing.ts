import type { CompiledApp, Documents, JsonText } from '#engine';
import { type Contributions, isPlatformError, type Logger } from '#kernel';
import type { ModelName, Models, ModelType } from '#plugins/models/contract.ts';
import { type KnowledgeSource, knownDatasets } from '#plugins/node-knowledge/contract.ts';
import { neededTools, type ToolProblems } from '#plugins/tools/contract.ts';
import type { Missing } from './contract.ts';
import type { BoundDocument } from './source-document.ts';

export interface MissingParts {
  readonly documents: Documents;
  readonly models: Models;
  readonly tools: ToolProblems;
  readonly knowledge: Contributions<KnowledgeSource>;
  readonly logger: Logger;
}

/** What is asked of one workspace while a plan is made; each model once. */
export interface Asked {
  readonly workspaceId: string;
  readonly models: Map<string, Promise<string | null>>;
}

/** A document as it would be kept. */
export interface Complete {
  /** With the secrets that the app has already. */
  readonly tree: JsonText;
  /** null: it can't be compiled. */
  readonly compiled: CompiledApp | null;
}

/** What a document names that the workspace has not got, each with what to do. Nobody is contacted. */
export async function missingOf(
  parts: MissingParts,
  asked: Asked,
  bound: BoundDocument,
  complete: Complete,
): Promise<Missing[]> {
  return [
    ...bound.missing,
    ...(await missingDatasets(parts, asked, bound)),
    ...missingSecrets(parts.documents, complete.tree, bound),
    ...(await missingModels(parts, asked, bound)),
    ...(await missingVoices(parts, asked, complete)),
    ...(await missingTools(parts, asked, complete.tree)),
  ];
}

async function missingDatasets(
  parts: MissingParts,
  { workspaceId }: Asked,
  { datasets }: BoundDocument,
): Promise<Missing[]> {
  if (datasets.length === 0) return [];
  const ids = datasets.map(({ id }) => id);
  const { known, silent } = await knownDatasets(parts, workspaceId, ids);
  return datasets
    .filter(({ id }) => !known.has(id))
    .map(({ name, id, places }) => {
      if (silent.length > 0) {
        const message = `Whether there is this knowledge base can not be told now: ${silent.join(', ')} did not answer.`;
        return { kind: 'dataset', name, places, message };
      }
      const fault =
        name === id
          ? `This workspace has no knowledge base with this id; say in the environment file, under datasets, which of its own is meant.`
          : `The environment file says that it is ${id}, and this workspace has no such knowledge base; name one of its own there.`;
      return { kind: 'dataset', name, places, message: fault };
    });
}

function missingSecrets(documents: Documents, tree: JsonText, bound: BoundDocument): Missing[] {
  const empty = Object.entries(documents.secrets(tree)).filter(([, value]) => value === '');
  return empty.map(([name]) => {
    const variable = bound.variables.get(name);
    const message =
      variable === undefined
        ? `Say in the environment file, under secrets, which environment variable holds '${name}'.`
        : `The environment variable ${variable} is not set.`;
    return { kind: 'secret', name, places: ['the app'], message };
  });
}

const modelTypes = { language: 'llm', embedding: 'embedding', rerank: 'rerank' } as const;

async function missingModels(parts: MissingParts, asked: Asked, bound: BoundDocument): Promise<Missing[]> {
  const uses = Map.groupBy(bound.models, ({ type, provider, model }) => JSON.stringify([type, provider, model]));
  const missing: Missing[] = [];
  for (const users of uses.values()) {
    const [first] = users;
    if (first === undefined) continue;
    const { type, provider, model } = first;
    const message = await reasonAgainst(parts.models, asked, modelTypes[type], { provider, model });
    const name = provider === '' ? model : `${provider}/${model}`;
    const places = [...new Set(users.map(({ place }) => place))];
    if (message !== null) missing.push({ kind: 'model', name, places, message });
  }
  return missing;
}

const voices = [
  { feature: 'text_to_speech', type: 'text-to-speech', does: 'says its answers' },
  { feature: 'speech_to_text', type: 'speech-to-text', does: 'takes recordings' },
] as const;

/** Documents name no model to speak or hear with: the workspace's default is called, else the first there is. */
async function missingVoices({ models }: MissingParts, asked: Asked, { compiled }: Complete): Promise<Missing[]> {
  const missing: Missing[] = [];
  for (const { feature, type, does } of voices) {
    const settings = compiled?.parameters[feature] as { readonly enabled?: unknown } | undefined;
    if (settings?.enabled !== true) continue;
    const named = (await models.defaults(asked.workspaceId)).get(type);
    const there = named === undefined ? await models.available(asked.workspaceId, type) : [];
    const none = `The app ${does} (${feature}), and no model provider of this workspace has a ${type} model: set one up, or switch that off.`;
    const isThere = there.length > 0 ? null : none;
    const message = named === undefined ? isThere : await reasonAgainst(models, asked, type, named);
    if (message !== null) missing.push({ kind: 'model', name: type, places: ['the app'], message });
  }
  return missing;
}

/** The same in every document of a plan. */
function reasonAgainst(models: Models, asked: Asked, type: ModelType, name: ModelName): Promise<string | null> {
  const key = JSON.stringify([type, name.provider, name.model]);
  const found =
    asked.models.get(key) ??
    models.model(asked.workspaceId, type, name).then(
      () => null,
      (error: unknown) => {
        if (isPlatformError(error)) return error.message;
        throw error;
      },
    );
  asked.models.set(key, found);
  return found;
}

async function missingTools(parts: MissingParts, { workspaceId }: Asked, tree: JsonText): Promise<Missing[]> {
  const found = neededTools(tree).map(async ({ places, ...tool }) => {
    const message = await parts.tools.of(tool, workspaceId);
    return message === null ? [] : [{ kind: 'tool', name: `${tool.provider}/${tool.name}`, places, message } as const];
  });
  return (await Promise.all(found)).flat();
}
