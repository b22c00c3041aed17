import type { Contributions } from '#kernel';
import type { Datasets, DatasetViewer } from '#plugins/datasets/contract.ts';
import type { ListedToolProvider, Tool, ToolSource } from '#plugins/tools/contract.ts';
import type { NamedModel } from './model-calls.ts';

export interface WorkspaceParts {
  readonly tools: Pick<Contributions<Tool>, 'all'>;
  readonly sources: Pick<Contributions<ToolSource>, 'all'>;
  readonly datasets: Pick<Datasets, 'list'>;
}

const MAX_TOOLS = 150;
const MAX_DATASETS = 50;
const MAX_MODELS = 40;
const MAX_ABOUT = 160;

/** What the workspace has for apps, by name: tools, models and the knowledge bases that whoever asks may see. */
export async function toldWorkspace(
  { tools, sources, datasets }: WorkspaceParts,
  {
    workspaceId,
    viewer,
    models,
  }: { readonly workspaceId: string; readonly viewer: DatasetViewer; readonly models: readonly NamedModel[] },
): Promise<string> {
  const builtIn = tools.all().map(({ provider, name, label, description, parameters }) => ({
    ...{ provider_type: 'builtin', provider_id: provider, provider_name: provider, tool_name: name, tool_label: label },
    about: short(description),
    parameters: parameters.map(toldParameter),
  }));
  const listed = await Promise.all(
    sources.all().map(async (source) => source.list?.(workspaceId).catch(() => []) ?? []),
  );
  const found = await datasets.list(workspaceId, { page: 1, limit: MAX_DATASETS }, viewer);
  return JSON.stringify({
    tools: [...listed.flat().flatMap(toldProvider), ...builtIn].slice(0, MAX_TOOLS),
    knowledge_bases: found.datasets.map(({ id, name, description }) => ({ id, name, about: short(description) })),
    models: models.slice(0, MAX_MODELS).map(({ provider, name }) => ({ provider, name })),
  });
}

function toldProvider({ kind, id, label, isConfigured, tools }: ListedToolProvider) {
  if (!isConfigured) return [];
  return tools.map((tool) => ({
    ...{ provider_type: kind, provider_id: id, provider_name: label, tool_name: tool.name, tool_label: tool.label },
    about: short(tool.description),
    parameters: tool.parameters.map(toldParameter),
  }));
}

const toldParameter = ({ name, type, required }: Tool['parameters'][number]) =>
  `${name} (${type}${required === true ? ', required' : ''})`;

const short = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, MAX_ABOUT).toWellFormed();
