/**
 * Tree → YAML that anybody may have: nothing that only means something in the workspace it came from (app DSL, export).
 */
import { isMapping } from '#engine/run/values/value.ts';
import { withoutCredentials } from './credential-ids.ts';
import { mapOfNodes } from './dataset-ids.ts';
import { mapSecrets } from './declared-variables.ts';
import { neededDependencies } from './dependencies.ts';
import { documentVersion, type NodeKinds } from './document-format.ts';
import { isNewer } from './document-version.ts';
import { listAt, type Mapping, mappingAt, textAt, valueAt } from './tree.ts';
import { writeYaml } from './yaml-writer.ts';

export interface ExportOptions {
  readonly secrets: boolean;
  readonly datasetIds?: (id: string) => string;
}

export function exportApp(tree: Mapping, options: ExportOptions, kinds: NodeKinds): string {
  return writeYaml(withHead(exportedTree(tree, options, kinds), kinds));
}

/** The tree of it, with the keys that it has. */
export function exportedTree(tree: Mapping, options: ExportOptions, kinds: NodeKinds): Mapping {
  const own = options.datasetIds === undefined ? tree : mapOfNodes(tree, options.datasetIds, kinds);
  const shared = options.secrets ? own : mapSecrets(own, () => '');
  const graph = mappingAt(mappingAt(shared, 'workflow'), 'graph');
  const withNodes = Array.isArray(valueAt(graph, 'nodes'))
    ? replaceAt(
        shared,
        ['workflow', 'graph', 'nodes'],
        listAt(graph, 'nodes').map((node) => cleanNode(node, options, kinds)),
      )
    : shared;
  return options.secrets ? withNodes : withoutAgentCredentials(withNodes);
}

/** The keys every document has, in their place when the document has them, else in front. */
export function withHead(tree: Mapping, kinds: NodeKinds): Mapping {
  const stored = textAt(tree, 'version');
  const version = stored !== '' && isNewer(stored) ? stored : documentVersion;
  const missing = Object.entries({ version, kind: 'app' }).filter(([key]) => !Object.hasOwn(tree, key));
  return {
    ...Object.fromEntries(missing),
    ...tree,
    version,
    kind: textAt(tree, 'kind') || 'app',
    dependencies: neededDependencies(tree, kinds),
  };
}

function replaceAt(owner: Mapping, path: readonly string[], value: unknown): Mapping {
  const [key, ...rest] = path;
  if (key === undefined) return owner;
  return { ...owner, [key]: rest.length === 0 ? value : replaceAt(mappingAt(owner, key), rest, value) };
}

function cleanNode(node: unknown, options: ExportOptions, kinds: NodeKinds): unknown {
  if (!isMapping(node)) return node;
  const data = valueAt(node, 'data');
  if (!isMapping(data)) return node;
  const clean = kinds.document(textAt(data, 'type')).exported?.(data, options) ?? data;
  return clean === data ? node : { ...node, data: clean };
}

function withoutAgentCredentials(tree: Mapping): Mapping {
  const tools = valueAt(mappingAt(mappingAt(tree, 'model_config'), 'agent_mode'), 'tools');
  return Array.isArray(tools)
    ? replaceAt(tree, ['model_config', 'agent_mode', 'tools'], withoutCredentials(tools))
    : tree;
}
