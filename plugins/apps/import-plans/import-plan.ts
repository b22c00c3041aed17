import type { Documents, ParsedApp } from '#engine';
import { type Contributions, PlatformError, Slices } from '#kernel';
import type { ImportSources } from '#plugins/import-sources/contract.ts';
import type { Models } from '#plugins/models/contract.ts';
import { knownDatasets } from '#plugins/node-knowledge/contract.ts';
import type { ToolProblems } from '#plugins/tools/contract.ts';
import type { PackageFinder } from './contract.ts';
import { type DatasetSwapParts, neededDatasets, offeredDatasets } from './dataset-swaps.ts';
import { documentNeeds, type NeededModel } from './document-needs.ts';
import { nameOfModel, suggestions } from './model-swaps.ts';
import { neededPackages } from './needed-packages.ts';
import type { SwapStore } from './swap-store.ts';

export interface PlanParts extends DatasetSwapParts {
  readonly models: Models;
  readonly tools: ToolProblems;
  readonly sources: ImportSources;
  readonly swaps: SwapStore;
  readonly finders: Contributions<PackageFinder>;
}

/** What an import would bring, and what is missing here for it. Nothing is kept. */
export async function importPlan(parts: PlanParts, workspaceId: string, parsed: ParsedApp) {
  const needs = await documentNeeds(parts.documents, parsed.tree);
  const [models, { datasets, unanswered }] = await Promise.all([
    Promise.all(needs.models.map(async (model) => ({ ...model, state: await modelState(parts, workspaceId, model) }))),
    datasetStates(parts, workspaceId, parsed),
  ]);
  const lacking = models.filter(({ state }) => state !== 'ready');
  const offered = await suggestions(parts, workspaceId, lacking);
  const tools = await Promise.all(
    needs.tools.map(async (tool) => {
      const { kind, provider, name, plugin } = tool;
      const missing = await parts.tools.of(tool, workspaceId);
      return { provider, kind, tool: name, missing, plugin };
    }),
  );
  const packages = await neededPackages(parts.finders, workspaceId, { tools, models });
  const problem = await publishProblem(parts.documents, parsed);
  const slices = new Slices();
  const missing = await parts.documents.missing(parsed.tree, { workspaceId });
  await slices.next();
  return {
    app: { name: parsed.name, mode: parsed.mode, description: parsed.description },
    version: parsed.version,
    /** `pending`: the import must be confirmed. */
    status: parsed.status,
    warnings: [...parsed.warnings, ...unanswered],
    models: models.map((model) => {
      const offer = offered.get(model);
      const suggestion = offer === undefined ? null : { model: nameOfModel(offer), is_remembered: offer.isRemembered };
      return { ...model, name: nameOfModel(model), suggestion };
    }),
    tools: tools.map(({ plugin: _, ...tool }) => tool),
    /** Plugins that would bring what is missing. */
    packages,
    secrets: needs.secrets,
    datasets,
    missing,
    /** What `move_credentials` of the import would move. */
    credentials: parts.documents
      .withCredentialsMoved(parsed)
      .moved.map(({ nodeId, title, field, variable }) => ({ node_id: nodeId, title, field, variable })),
    /** Why it could not be published as it is; null: it could. */
    problem,
    is_complete:
      problem === null &&
      missing.length === 0 &&
      needs.secrets.length === 0 &&
      models.every(({ state }) => state === 'ready') &&
      tools.every((tool) => tool.missing === null) &&
      datasets.every(({ state }) => state === 'ready'),
  };
}

async function modelState({ models }: PlanParts, workspaceId: string, { provider, model, type }: NeededModel) {
  try {
    await models.model(workspaceId, type, { provider, model });
    const id = await models.providerOf(workspaceId, provider);
    const listed = (await models.available(workspaceId, type)).filter((each) => each.provider === id);
    // A provider may take names that it does not list; whether there is such a model, only a call tells.
    const isListed = listed.length === 0 || model === '' || listed.some(({ name }) => name === model);
    return isListed ? ('ready' as const) : ('model_unknown' as const);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.code === 'models.provider_not_initialize') return 'provider_missing' as const;
    if (error.code === 'models.model_currently_not_support') return 'model_unknown' as const;
    throw error;
  }
}

/** Knowledge bases of other workspaces travel sealed: they can't be opened here, and are left out by an import. */
async function datasetStates(parts: PlanParts, workspaceId: string, { tree }: ParsedApp) {
  const slices = new Slices();
  const needed = neededDatasets(parts.documents, tree);
  await slices.next();
  const { known, silent } = await knownDatasets(
    parts,
    workspaceId,
    needed.map(({ named }) => named),
  );
  const offers = await offeredDatasets(
    parts,
    workspaceId,
    needed.filter(({ named }) => !known.has(named)),
  );
  const datasets = needed.map(({ named: id, titles: places }) => {
    const offer = offers.get(id);
    const suggestion =
      offer === undefined ? null : { id: offer.id, name: offer.name, is_remembered: offer.isRemembered };
    const state = known.has(id) || offer?.isNamed === true ? ('ready' as const) : ('missing' as const);
    return { id, state, places, suggestion };
  });
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
