/** What a document needs and a workspace has not got. */
import type { DocumentLinter, DocumentModel, GraphNode, JsonText, MissingThing, NeedyDocument } from '#engine';
import { agentPackageWarnings } from './agent-packages.ts';
import { configuredApp } from './compile-app.ts';
import { mapDatasetIds } from './dataset-ids.ts';
import { hasGraph, isAppMode, type NodeKinds } from './document-format.ts';
import { checkGraph } from './graph-checks.ts';
import { nameOf } from './graph-draft.ts';
import { typeWarnings } from './import-warnings.ts';
import { mapModels } from './model-references.ts';
import { settingsWarnings } from './node-settings.ts';
import { type Mapping, mappingAt, textAt } from './tree.ts';

export interface Asking {
  readonly workspaceId: string;
  readonly told?: readonly string[];
  readonly kinds: NodeKinds;
  readonly linters: readonly DocumentLinter[];
}

export async function missingOf(
  { tree, text }: { readonly tree: Mapping; readonly text: JsonText },
  { workspaceId, told = [], kinds, linters }: Asking,
): Promise<readonly string[]> {
  const { nodes } = partsOf(tree, kinds);
  const found = await neededOf({ tree, text }, { workspaceId, kinds, linters });
  const all = [
    ...typeWarnings(nodes, tree, kinds),
    ...settingsWarnings(nodes, kinds, { isMissing: true }),
    ...agentPackageWarnings(tree, nodes),
    ...found.map(({ message }) => message),
  ];
  // A warning of a node may hold what a linter says of the same thing.
  return [...new Set(all)].filter(
    (one, index, list) => ![...told, ...list.slice(0, index)].some((other) => other.includes(one)),
  );
}

/** What plugins know of it. */
export async function neededOf(
  { tree, text }: { readonly tree: Mapping; readonly text: JsonText },
  { workspaceId, kinds, linters }: Asking,
): Promise<readonly MissingThing[]> {
  const { nodes, features } = partsOf(tree, kinds);
  const document: NeedyDocument = {
    tree: text,
    models: modelsOf(tree),
    datasetIds: datasetIdsOf(tree, kinds),
    features,
    nodes: nodes.map((node) => ({ id: node.id, type: node.type, place: nameOf(node), data: node.data })),
  };
  const found = await Promise.all(linters.map(async (linter) => linter.missing?.(document, workspaceId) ?? []));
  return found.flat();
}

function partsOf(
  tree: Mapping,
  kinds: NodeKinds,
): { readonly nodes: readonly GraphNode[]; readonly features: Mapping } {
  const mode = textAt(mappingAt(tree, 'app'), 'mode');
  if (!isAppMode(mode)) return { nodes: [], features: {} };
  if (!hasGraph(mode)) {
    const { nodes, features } = configuredApp(tree, mode, kinds);
    return { nodes, features };
  }
  const workflow = mappingAt(tree, 'workflow');
  return { nodes: checkGraph(workflow, kinds).nodes, features: mappingAt(workflow, 'features') };
}

function modelsOf(tree: Mapping): readonly DocumentModel[] {
  const models: DocumentModel[] = [];
  mapModels(tree, (model) => {
    models.push(model);
    return null;
  });
  return models;
}

function datasetIdsOf(tree: Mapping, kinds: NodeKinds): readonly string[] {
  const ids = new Set<string>();
  mapDatasetIds(
    tree,
    (id) => {
      ids.add(id);
      return id;
    },
    kinds,
  );
  return [...ids];
}
