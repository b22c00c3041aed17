/** Tree → application document (app DSL, import). Nothing is started and nobody is contacted. */

import {
  type AppMode,
  type DocumentLinter,
  type EngineLimits,
  type JsonText,
  type NodeType,
  type ParsedApp,
  usualLimits,
} from '#engine';
import { isMapping, toJson } from '#engine/run/values/value.ts';
import { agentPackageWarnings } from './agent-packages.ts';
import { readVariables } from './declared-variables.ts';
import { invalidDocument } from './document-error.ts';
import { hasGraph, isAppMode, nodeKinds } from './document-format.ts';
import { checkFrame } from './document-frame.ts';
import { compareVersion } from './document-version.ts';
import { dependencyWarnings, featureWarnings, graphWarnings } from './import-warnings.ts';
import type { ReadText } from './read-root.ts';
import { type Mapping, mappingAt, textAt, valueAt } from './tree.ts';

/** What was read; `text` is the tree as JSON text, where somebody has it. */
export interface ReadDocument extends ReadText<Mapping> {
  readonly text?: JsonText;
}

export function parsedApp(
  { tree, text = toJson(tree), warnings: readWarnings }: ReadDocument,
  nodeTypes: readonly NodeType[],
  linters: readonly DocumentLinter[] = [],
  limits = usualLimits,
): ParsedApp {
  const { version, status } = compareVersion(valueAt(tree, 'version'));
  const app = readApp(tree);
  const mode = readMode(app);
  const hasDrawing = hasGraph(mode);
  if (hasDrawing) checkWorkflow(tree, mode, limits);
  else if (mode !== 'agent' && !isMapping(valueAt(tree, 'model_config'))) throw missingBlock('model_config', mode);
  const features = hasDrawing ? mappingAt(mappingAt(tree, 'workflow'), 'features') : mappingAt(tree, 'model_config');
  const warnings = [
    ...readWarnings,
    ...(hasDrawing ? graphWarnings(tree, nodeKinds(nodeTypes)) : agentPackageWarnings(tree)),
    ...featureWarnings(features, linters),
    ...dependencyWarnings(tree, nodeKinds(nodeTypes), linters),
  ];
  return {
    tree: text,
    name: textAt(app, 'name'),
    mode,
    description: textAt(app, 'description'),
    icon: textAt(app, 'icon'),
    iconType: textAt(app, 'icon_type') || 'emoji',
    iconBackground: textAt(app, 'icon_background') || '#FFFFFF',
    version,
    status,
    warnings,
  };
}

function readApp(tree: Mapping): Mapping {
  checkFrame(tree);
  const app = valueAt(tree, 'app');
  if (isMapping(app)) return app;
  throw invalidDocument('Missing app data in YAML content: the document needs a mapping `app` with name and mode.', {
    field: 'app',
  });
}

function readMode(app: Mapping): AppMode {
  const mode = textAt(app, 'mode');
  if (isAppMode(mode)) return mode;
  const found = mode === '' ? 'app.mode is missing' : `app.mode is '${mode}', which is not supported`;
  throw invalidDocument(`${found}: use workflow, advanced-chat, chat, agent-chat, completion or agent.`, {
    field: 'app.mode',
  });
}

function checkWorkflow(tree: Mapping, mode: AppMode, { variableBytes }: EngineLimits): void {
  const workflow = valueAt(tree, 'workflow');
  if (!isMapping(workflow)) throw missingBlock('workflow', mode);
  const graph = valueAt(workflow, 'graph');
  if (graph !== undefined && graph !== null && !isMapping(graph))
    throw wrongShape('workflow.graph', 'a mapping with nodes and edges');
  for (const key of ['nodes', 'edges']) {
    const list = valueAt(mappingAt(workflow, 'graph'), key);
    if (list !== undefined && list !== null && !Array.isArray(list))
      throw wrongShape(`workflow.graph.${key}`, 'a list');
  }
  readVariables(workflow, 'environment_variables', variableBytes);
  readVariables(workflow, 'conversation_variables', variableBytes);
}

function missingBlock(block: string, mode: AppMode): Error {
  return invalidDocument(`Missing ${block}: an application of the mode ${mode} is described there.`, { field: block });
}

function wrongShape(field: string, shape: string): Error {
  return invalidDocument(`${field} must be ${shape}.`, { field });
}
