/** Tree → everything a published version needs. */
import { createHash } from 'node:crypto';
import {
  type AppMode,
  type CompiledApp,
  type DocumentLinter,
  type EngineLimits,
  type GraphDocument,
  type GraphNode,
  type NodeType,
  usualLimits,
  type VariableDeclaration,
} from '#engine';
import { toJson } from '#engine/run/values/value.ts';
import { agentApp, packagedApp } from './agent-config.ts';
import { readVariables } from './declared-variables.ts';
import { pluginNames, pluginsBehind } from './dependencies.ts';
import { type GraphProblem, invalidGraph } from './document-error.ts';
import { hasGraph, isAppMode, type NodeKinds, nodeKinds } from './document-format.ts';
import { checkGraph } from './graph-checks.ts';
import { hiddenAsVariables, hiddenVariables } from './hidden-texts.ts';
import { featureWarnings, publishWarnings } from './import-warnings.ts';
import { type Form, formOfVariables } from './input-form.ts';
import { type ModelApp, modelApp } from './model-config.ts';
import { settingsProblems } from './node-settings.ts';
import { parametersOf } from './parameters.ts';
import { namesOpening, opening } from './prompt-config.ts';
import { listAt, type Mapping, mappingAt, textAt } from './tree.ts';

interface Drawn {
  readonly graph: GraphDocument;
  readonly roots: readonly GraphNode[];
  readonly form: Form;
  readonly features: Mapping;
  readonly problems: readonly GraphProblem[];
  readonly warnings: readonly string[];
}

export function compileApp(
  tree: Mapping,
  nodeTypes: readonly NodeType[],
  linters: readonly DocumentLinter[] = [],
  limits = usualLimits,
): CompiledApp {
  const app = mappingAt(tree, 'app');
  const mode = textAt(app, 'mode');
  if (!isAppMode(mode))
    throw invalidGraph([{ message: `The application has the unknown mode '${mode}'.`, field: 'app.mode' }]);
  const kinds = nodeKinds(nodeTypes);
  const drawn = hasGraph(mode) ? drawWorkflow(tree, { mode, kinds, limits }) : drawModelApp(tree, mode, kinds);
  const problems = [...drawn.problems, ...drawn.form.problems, ...settingsProblems(drawn.graph.nodes, kinds)];
  if (problems.length > 0) throw invalidGraph(problems);
  const nodes = drawn.graph.nodes.map((node) =>
    isRepeatable(node, kinds) ? { ...node, isHarmless: true as const } : node,
  );
  const text = toJson(withoutSecrets({ ...drawn.graph, nodes }));
  return {
    mode,
    graph: { hash: createHash('sha256').update(text).digest('hex'), text },
    secretNames: drawn.graph.environmentVariables.filter(isSecret).map((variable) => variable.name),
    parameters: parametersOf(drawn.features, drawn.form.fields),
    inputForm: drawn.form.fields,
    openingStatement: textAt(drawn.features, 'opening_statement'),
    isIconShown: app.use_icon_as_answer_icon === true,
    roots: drawn.roots.map((node) => ({
      nodeId: node.id,
      type: node.type,
      title: node.title,
      isCallable: kinds.find(node.type, node.version)?.inputs !== undefined,
    })),
    warnings: [...drawn.warnings, ...drawn.form.warnings, ...featureWarnings(drawn.features, linters)],
  };
}

/** What a type can't read is none: building the graph tells of it. */
function isRepeatable(node: GraphNode, kinds: NodeKinds): boolean {
  if (node.data.on_interruption !== undefined) return false;
  try {
    return kinds.find(node.type, node.version)?.isRepeatable?.(node.data) === true;
  } catch {
    return false;
  }
}

function drawWorkflow(
  tree: Mapping,
  { mode, kinds, limits }: { readonly mode: AppMode; readonly kinds: NodeKinds; readonly limits: EngineLimits },
): Drawn {
  const workflow = mappingAt(tree, 'workflow');
  const environmentVariables = readVariables(workflow, 'environment_variables', limits.variableBytes);
  const conversationVariables = readVariables(workflow, 'conversation_variables', limits.variableBytes);
  const checked = checkGraph(workflow, kinds);
  const { edges, roots } = checked;
  const [root] = roots;
  const names = pluginNames(tree, kinds);
  const hidden = checked.nodes.map((node) =>
    kinds.isKnown(node.type)
      ? hiddenAsVariables(completed(node, tree, kinds), kinds)
      : { node: withMissingType(node, { names, isRoot: roots.includes(node) }), names: [] },
  );
  const secrets = hiddenVariables(hidden.flatMap((each) => each.names));
  return {
    graph: {
      ...{ mode, nodes: hidden.map(({ node }) => node), edges },
      ...{ environmentVariables: [...environmentVariables, ...secrets], conversationVariables },
    },
    roots,
    form: roots.length === 1 && root !== undefined ? formOfRoot(root, kinds) : formOfVariables([], ''),
    features: mappingAt(workflow, 'features'),
    problems: [
      ...checked.problems,
      ...repeatedNames([...environmentVariables, ...secrets], 'environment_variables'),
      ...repeatedNames(conversationVariables, 'conversation_variables'),
    ],
    warnings: publishWarnings(checked, tree, kinds),
  };
}

function completed(node: GraphNode, tree: Mapping, kinds: NodeKinds): GraphNode {
  const data = kinds.document(node.type).complete?.(node.data, tree) ?? node.data;
  return data === node.data ? node : { ...node, data };
}

function withMissingType(
  node: GraphNode,
  { names, isRoot }: { readonly names: readonly string[]; readonly isRoot: boolean },
): GraphNode {
  return { ...node, missing: { isRoot, plugins: pluginsBehind(node, names) } };
}

/** What a root asks its callers for. */
export function formOfRoot(root: GraphNode, kinds: NodeKinds): Form {
  const inputs = kinds.find(root.type, root.version)?.inputs;
  return formOfVariables(inputs?.(root.data) ?? listAt(root.data, 'variables'), `${root.id}.variables`);
}

function drawModelApp(tree: Mapping, mode: AppMode, kinds: NodeKinds): Drawn {
  const { nodes, edges, form, features, problems, warnings } = configuredApp(tree, mode, kinds);
  const environmentVariables = nodes.some((node) => namesOpening(node.data)) ? [opening] : [];
  const graph = { mode, nodes, edges, environmentVariables, conversationVariables: [] };
  return {
    graph,
    roots: nodes.slice(0, 1),
    form: { ...form, problems: [], warnings: [] },
    features,
    problems,
    warnings,
  };
}

/** An app without a graph as what it compiles to. */
export function configuredApp(
  tree: Mapping,
  mode: AppMode,
  kinds: NodeKinds,
): ModelApp & { readonly features: Mapping } {
  if (mode === 'agent') return packagedApp(tree);
  const features = mappingAt(tree, 'model_config');
  return { ...(mode === 'agent-chat' ? agentApp(features) : modelApp(features, mode, kinds)), features };
}

/** Variables of one list that are called the same. */
export function repeatedNames(variables: readonly VariableDeclaration[], list: string): GraphProblem[] {
  const seen = new Set<string>();
  return variables.flatMap(({ name }, index) => {
    const field = `workflow.${list}[${index}].name`;
    if (!seen.has(name) && name !== '__proto__') {
      seen.add(name);
      return [];
    }
    return [
      {
        message: `Two variables of workflow.${list} have the name '${name}' (${field}): rename one.`,
        field,
        code: 'repeated_name',
      },
    ];
  });
}

function isSecret(variable: VariableDeclaration): boolean {
  return variable.valueType === 'secret';
}

function withoutSecrets(graph: GraphDocument): GraphDocument {
  const environmentVariables = graph.environmentVariables.map((variable) =>
    isSecret(variable) ? { ...variable, value: '' } : variable,
  );
  return { ...graph, environmentVariables };
}
