import { type DocumentModel, type Documents, fromJson, isMapping, mappingOf, type ParsedApp, toJson } from '#engine';
import { isUuid } from '#kernel';
import { type KnownDatasetsParts, namedDatasets } from '#plugins/node-knowledge/contract.ts';
import type { Bindings } from './bindings.ts';
import type { Missing, SourceFile } from './contract.ts';

/** A document with this workspace's models, knowledge bases and secrets in place of its names. */
export interface BoundDocument {
  readonly parsed: ParsedApp;
  readonly key: string;
  /** Models in use, as they are called here. */
  readonly models: readonly DocumentModel[];
  /** Knowledge bases by their ids here, with what the document calls them. */
  readonly datasets: readonly { readonly name: string; readonly id: string; readonly places: readonly string[] }[];
  readonly missing: readonly Missing[];
  /** Environment variables that hold secrets of it, by the secret's name. */
  readonly variables: ReadonlyMap<string, string>;
  readonly problems: readonly string[];
}

const keys = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** The part of a file's name that is its key. */
export function stemOf(file: string): string {
  return file.replace(/\.(yml|yaml)$/i, '');
}

/** Throws `engine.invalid_document`. `secrets`: values by environment variable. */
export async function bindDocument(
  parts: KnownDatasetsParts & { readonly documents: Documents },
  source: SourceFile,
  {
    workspaceId,
    bindings,
    secrets,
  }: {
    readonly workspaceId: string;
    readonly bindings: Bindings;
    readonly secrets: Readonly<Record<string, string>>;
  },
): Promise<BoundDocument> {
  const { documents } = parts;
  const parsed = await documents.parseSent(source.yaml, { workspaceId });
  const problems: string[] = [];
  const tree = mappingOf(fromJson(parsed.tree));
  const { key: named, ...app } = mappingOf(tree.app);
  const key = typeof named === 'string' && named !== '' ? named : stemOf(source.file);
  if (!keys.test(key)) problems.push(`'${key.slice(0, 100)}' is no key: use letters, digits, dots, dashes and _.`);
  if (parsed.name.trim() === '') problems.push('app.name is missing: give the app a name.');

  const models: DocumentModel[] = [];
  const withModels = documents.withModels(toJson({ ...tree, app }), ({ provider, model, type, place, nodeId }) => {
    const bound = bindings.models.get(provider === '' ? model : `${provider}/${model}`);
    models.push({ provider: bound?.provider ?? provider, model: bound?.model ?? model, type, place, nodeId });
    return bound ?? null;
  });
  const called = (id: string) => bindings.datasets.get(id) ?? id;
  const names = new Set<string>();
  documents.withDatasetIds(withModels, (id) => {
    if (!isUuid(called(id))) names.add(called(id));
    return id;
  });
  const byName = await namedDatasets(parts, workspaceId, [...names]);
  const missing: Missing[] = [];
  const datasets = new Map<string, BoundDocument['datasets'][number]>();
  const withDatasets = documents.withDatasetIds(withModels, (id) => {
    const bound = byName.get(called(id).trim().toLowerCase())?.id ?? called(id);
    if (isUuid(bound)) {
      datasets.set(id, { name: id, id: bound.toLowerCase(), places: datasetPlaces(tree, id) });
      return bound;
    }
    if (!missing.some(({ kind, name }) => kind === 'dataset' && name === id)) {
      const message =
        bound === id
          ? `This workspace has no knowledge base called '${id.slice(0, 100)}': say in the environment file, under datasets, which one is meant.`
          : `The environment file says that it is '${bound.slice(0, 100)}', and this workspace has no knowledge base of this name: name one of its own there.`;
      missing.push({ kind: 'dataset', name: id, places: datasetPlaces(tree, id), message });
    }
    return id;
  });
  const variables = new Map<string, string>();
  const values: Record<string, string> = {};
  for (const [name, inline] of Object.entries(documents.secrets(withDatasets))) {
    if (inline !== '') problems.push(`The document holds the value of the secret '${name}': take it out of the file.`);
    const variable = bindings.secrets.get(`${key}/${name}`) ?? bindings.secrets.get(name);
    values[name] = '';
    if (variable === undefined) continue;
    variables.set(name, variable);
    if (Object.hasOwn(secrets, variable)) values[name] = secrets[variable] ?? '';
  }
  const bound = { ...parsed, tree: documents.withSecrets(withDatasets, values) };
  return { parsed: bound, key, models, datasets: [...datasets.values()], missing, variables, problems };
}

function datasetPlaces(tree: unknown, id: string): string[] {
  const graph = mappingOf(mappingOf(mappingOf(tree).workflow).graph);
  const nodes = Array.isArray(graph.nodes) ? graph.nodes.filter(isMapping) : [];
  const users = nodes.filter(({ data }) => [mappingOf(data).dataset_ids].flat().includes(id));
  if (users.length === 0) return ['the app'];
  return users.map(({ id: nodeId, data }) => `node '${String(mappingOf(data).title ?? nodeId)}' (${String(nodeId)})`);
}
