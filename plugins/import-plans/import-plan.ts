import type { Documents, ParsedApp } from '../../engine/contract.ts';
import { type Contributions, type Logger, PlatformError } from '../../kernel/index.ts';
import type { ImportSources } from '../import-sources/contract.ts';
import type { Models } from '../models/contract.ts';
import type { KnowledgeSource } from '../node-knowledge/contract.ts';
import { missingTool, type Tool } from '../tools/contract.ts';
import { documentNeeds, type NeededModel, type NeededTool } from './document-needs.ts';
import { knownDatasets } from './known-datasets.ts';

export interface PlanParts {
  readonly documents: Documents;
  readonly models: Models;
  readonly tools: Contributions<Tool>;
  readonly sources: ImportSources;
  readonly knowledge: Contributions<KnowledgeSource>;
  readonly logger: Logger;
}

/** What an import would bring, and what is missing here for it. Nothing is kept. */
export async function importPlan(parts: PlanParts, workspaceId: string, parsed: ParsedApp) {
  const needs = documentNeeds(parts.documents, parsed.tree);
  const [models, { datasets, unanswered }] = await Promise.all([
    Promise.all(needs.models.map(async (model) => ({ ...model, state: await modelState(parts, workspaceId, model) }))),
    datasetStates(parts, workspaceId, parsed),
  ]);
  const tools = needs.tools.map(({ places: _, ...tool }) => ({ ...tool, missing: missing(parts, tool) }));
  const problem = await publishProblem(parts.documents, parsed);
  return {
    app: { name: parsed.name, mode: parsed.mode, description: parsed.description },
    version: parsed.version,
    /** `pending`: the import must be confirmed. */
    status: parsed.status,
    warnings: [...parsed.warnings, ...unanswered],
    models,
    tools,
    secrets: needs.secrets,
    datasets,
    /** What `move_credentials` of the import would move. */
    credentials: parts.documents
      .withCredentialsMoved(parsed)
      .moved.map(({ nodeId, title, field, variable }) => ({ node_id: nodeId, title, field, variable })),
    /** Why it could not be published as it is; null: it could. */
    problem,
    is_complete:
      problem === null &&
      needs.secrets.length === 0 &&
      models.every(({ state }) => state === 'ready') &&
      tools.every((tool) => tool.missing === null) &&
      datasets.every(({ state }) => state === 'ready'),
  };
}

async function modelState({ models }: PlanParts, workspaceId: string, { provider, model, type }: NeededModel) {
  try {
    await models.model(workspaceId, type, { provider, model });
    return 'ready' as const;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.code === 'models.provider_not_initialize') return 'provider_missing' as const;
    if (error.code === 'models.model_currently_not_support') return 'model_unknown' as const;
    throw error;
  }
}

function missing({ tools }: PlanParts, { provider, kind, tool }: Omit<NeededTool, 'places'>) {
  return missingTool(tools.all(), { kind, provider, name: tool, plugin: '' });
}

/** Knowledge bases of other workspaces travel sealed: they can't be opened here, and are left out by an import. */
async function datasetStates(parts: PlanParts, workspaceId: string, { tree }: ParsedApp) {
  const ids = new Set<string>();
  parts.documents.withDatasetIds(tree, (id) => {
    ids.add(id);
    return id;
  });
  const { known, silent } = await knownDatasets(parts, workspaceId, [...ids]);
  const datasets = [...ids].map((id) => ({ id, state: known.has(id) ? ('ready' as const) : ('missing' as const) }));
  const open = silent.length === 0 ? [] : datasets.filter(({ state }) => state === 'missing');
  const unanswered = open.map(
    ({ id }) => `Whether there is a knowledge base ${id} can not be told now: ${silent.join(', ')} did not answer.`,
  );
  return { datasets, unanswered };
}

async function publishProblem(documents: Documents, { tree }: ParsedApp): Promise<string | null> {
  try {
    await documents.build(tree);
    return null;
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'invalid') return error.message;
    throw error;
  }
}
