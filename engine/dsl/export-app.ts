/**
 * Tree → YAML that anybody may have: nothing that only means something in the workspace it came from (app DSL, export).
 */
import { isMapping } from '../run/value.ts';
import { mapDatasetIds } from './dataset-ids.ts';
import { mapSecrets } from './declared-variables.ts';
import { neededDependencies } from './dependencies.ts';
import { documentVersion } from './document-format.ts';
import { isNewer } from './document-version.ts';
import { listAt, type Mapping, mappingAt, textAt, valueAt, without } from './tree.ts';
import { writeYaml } from './yaml-writer.ts';

export interface ExportOptions {
  readonly secrets: boolean;
  readonly datasetIds?: (id: string) => string;
}

export function exportApp(tree: Mapping, options: ExportOptions): string {
  const own = options.datasetIds === undefined ? tree : mapDatasetIds(tree, options.datasetIds);
  const shared = options.secrets ? own : mapSecrets(own, () => '');
  const graph = mappingAt(mappingAt(shared, 'workflow'), 'graph');
  const withNodes = Array.isArray(valueAt(graph, 'nodes'))
    ? replaceAt(
        shared,
        ['workflow', 'graph', 'nodes'],
        listAt(graph, 'nodes').map((node) => cleanNode(node, options)),
      )
    : shared;
  return writeYaml(withHead(options.secrets ? withNodes : withoutAgentCredentials(withNodes)));
}

/** The keys every document has, in their place when the document has them, else in front. */
export function withHead(tree: Mapping): Mapping {
  const stored = textAt(tree, 'version');
  const version = stored !== '' && isNewer(stored) ? stored : documentVersion;
  const missing = Object.entries({ version, kind: 'app' }).filter(([key]) => !Object.hasOwn(tree, key));
  return {
    ...Object.fromEntries(missing),
    ...tree,
    version,
    kind: textAt(tree, 'kind') || 'app',
    dependencies: neededDependencies(tree),
  };
}

function replaceAt(owner: Mapping, path: readonly string[], value: unknown): Mapping {
  const [key, ...rest] = path;
  if (key === undefined) return owner;
  return { ...owner, [key]: rest.length === 0 ? value : replaceAt(mappingAt(owner, key), rest, value) };
}

type Cleaner = (data: Mapping, options: ExportOptions) => Mapping;

const scheduleDefaults = {
  mode: 'visual',
  frequency: 'daily',
  visual_config: { time: '12:00 AM', on_minute: 0, weekdays: ['sun'], monthly_days: [1] },
  timezone: 'UTC',
};

const cleaners: ReadonlyMap<string, Cleaner> = new Map<string, Cleaner>([
  ['tool', (data, { secrets }) => (secrets ? data : without(data, 'credential_id'))],
  ['agent', (data, { secrets }) => (secrets ? data : (withoutCredentials(data) as Mapping))],
  ['trigger-schedule', (data) => reset(data, { config: scheduleDefaults })],
  ['trigger-webhook', (data) => reset(data, { webhook_url: '', webhook_debug_url: '' })],
  ['trigger-plugin', (data) => reset(data, { subscription_id: '' })],
  ['start', withoutStoredFiles],
]);

function cleanNode(node: unknown, options: ExportOptions): unknown {
  if (!isMapping(node)) return node;
  const data = valueAt(node, 'data');
  if (!isMapping(data)) return node;
  const clean = cleaners.get(textAt(data, 'type'))?.(data, options) ?? data;
  return clean === data ? node : { ...node, data: clean };
}

/** Replaces fields that are there; a document that had none gets none. */
function reset(data: Mapping, defaults: Mapping): Mapping {
  const present = Object.entries(defaults).filter(([key]) => Object.hasOwn(data, key));
  return { ...data, ...Object.fromEntries(present) };
}

/** Defaults that name files stored here mean nothing elsewhere. */
export function withoutStoredFiles(data: Mapping): Mapping {
  if (!listAt(data, 'variables').some(hasStoredDefault)) return data;
  const variables = listAt(data, 'variables').map((variable) => {
    if (!isMapping(variable) || !hasStoredDefault(variable)) return variable;
    const preset = valueAt(variable, 'default');
    const kept = Array.isArray(preset) ? preset.filter((file) => !isStoredFile(file)) : [];
    return kept.length > 0 ? { ...variable, default: kept } : without(variable, 'default');
  });
  return { ...data, variables };
}

export function hasStoredDefault(variable: unknown): boolean {
  if (!textAt(variable, 'type').startsWith('file')) return false;
  const preset = valueAt(variable, 'default');
  return Array.isArray(preset) ? preset.some(isStoredFile) : isStoredFile(preset);
}

function isStoredFile(file: unknown): boolean {
  if (!isMapping(file)) return false;
  return textAt(file, 'transfer_method', 'local_file') !== 'remote_url' || textAt(file, 'upload_file_id') !== '';
}

function withoutAgentCredentials(tree: Mapping): Mapping {
  const tools = valueAt(mappingAt(mappingAt(tree, 'model_config'), 'agent_mode'), 'tools');
  return Array.isArray(tools)
    ? replaceAt(tree, ['model_config', 'agent_mode', 'tools'], withoutCredentials(tools))
    : tree;
}

export function withoutCredentials(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCredentials);
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'credential_id')
      .map(([key, item]) => [key, withoutCredentials(item)]),
  );
}
