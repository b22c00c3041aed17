import type { DocumentProblem, DrawnGraph, GraphNode, ProblemSeverity } from '#engine';
import { isPlatformError } from '#kernel';
import { assignmentProblems } from './assignment-warnings.ts';
import { configuredApp, formOfRoot, repeatedNames } from './compile-app.ts';
import { exposedVariables } from './credential-scan.ts';
import { readVariables, type VariableList } from './declared-variables.ts';
import type { GraphProblem } from './document-error.ts';
import { hasGraph, isAppMode, type NodeKinds } from './document-format.ts';
import { checkGraph } from './graph-checks.ts';
import { nodeWarnings, settingsProblems } from './node-settings.ts';
import { namedInTemplates, placeholderWarnings } from './placeholder-warnings.ts';
import { settingPath } from './setting-path.ts';
import { type Mapping, mappingAt, textAt } from './tree.ts';

/** What keeps a document from being published, and what its builder should hear of, by node and field. */
export function documentProblems(tree: Mapping, kinds: NodeKinds, variableBytes: number): readonly DocumentProblem[] {
  const mode = textAt(mappingAt(tree, 'app'), 'mode');
  if (!isAppMode(mode))
    return [problem('unknown_mode', 'app.mode', `There is no kind of app '${mode}'.`, { isRefused: true })];
  if (hasGraph(mode)) return graphProblems(tree, kinds, variableBytes);
  const { problems, nodes } = configuredApp(tree, mode, kinds);
  return [...problems.map(refused), ...settingsProblems(nodes, kinds).map(refused)].map((each) => ({
    ...each,
    nodeId: null,
  }));
}

/** Nodes and edges as a run has them, with what it never reaches. */
export function drawnGraphOf(tree: Mapping, kinds: NodeKinds): DrawnGraph | null {
  const mode = textAt(mappingAt(tree, 'app'), 'mode');
  if (!isAppMode(mode) || !hasGraph(mode)) return null;
  const { nodes, stranded, edges, problems } = checkGraph(mappingAt(tree, 'workflow'), kinds);
  if (problems.some(({ code }) => code === 'nested_in_itself')) return null;
  const all = [...nodes, ...stranded];
  const named = new Map(all.map((node) => [node.id, namedInTemplates(node, kinds)]));
  return { nodes: all, edges, unreached: new Set(stranded.map(({ id }) => id)), named };
}

function graphProblems(tree: Mapping, kinds: NodeKinds, variableBytes: number): readonly DocumentProblem[] {
  const workflow = mappingAt(tree, 'workflow');
  const { nodes, stranded, problems, roots } = checkGraph(workflow, kinds);
  const all = [...nodes, ...stranded];
  const reached = new Set(nodes.map(({ id }) => id));
  const [root] = roots;
  return [
    ...problems.map(refused),
    ...(roots.length === 1 && root !== undefined
      ? formOfRoot(root, kinds).problems.map((each) => ofNode(each, root))
      : []),
    ...variableProblems(workflow, variableBytes),
    ...all.filter(({ type }) => !kinds.isKnown(type)).map(unknownType),
    ...all.flatMap((node) =>
      settingsProblems([node], kinds).map((each) => {
        const isRefused = reached.has(node.id);
        return { ...ofNode(each, node), isRefused, severity: isRefused ? ('error' as const) : ('warning' as const) };
      }),
    ),
    ...placeholderWarnings(all, tree, kinds).map(({ node, field, message }) =>
      problem('unknown_variable', field, message, { nodeId: node.id }),
    ),
    ...assignmentProblems(all, kinds).map(({ node, field, message }) =>
      problem('not_assignable', field, `It ${message}`, { nodeId: node.id, severity: 'error' }),
    ),
    ...nodeWarnings(all, kinds).map((warning) => lintProblem(warning)),
    ...all.flatMap((node) => credentials(node, kinds)),
    ...exposedVariables(workflow).map(({ at, message }) =>
      problem('plain_secret', `workflow.environment_variables[${at}].value_type`, message, {}),
    ),
    ...stranded.map(({ id }) =>
      problem('unreachable', '', "It can't be reached from the start and never runs: connect or remove it.", {
        nodeId: id,
      }),
    ),
  ];
}

interface Details {
  readonly nodeId?: string;
  readonly severity?: ProblemSeverity;
  readonly isRefused?: boolean;
}

function problem(
  code: string,
  field: string,
  message: string,
  { nodeId, severity, isRefused = false }: Details,
): DocumentProblem {
  const weight = severity ?? (isRefused ? 'error' : 'warning');
  return { code, severity: weight, nodeId: nodeId ?? null, field, message, fix: null, isRefused };
}

function refused({ message, about = message, field, nodeId, code = 'invalid_graph' }: GraphProblem): DocumentProblem {
  return problem(code, field, about, { isRefused: true, ...(nodeId !== undefined && { nodeId }) });
}

function ofNode(found: GraphProblem, node: GraphNode): DocumentProblem {
  const field = found.field.startsWith(`${node.id}.`) ? found.field.slice(node.id.length + 1) : found.field;
  return { ...refused({ ...found, nodeId: node.id }), field };
}

function unknownType(node: GraphNode): DocumentProblem {
  const message = `The type '${node.type}' is not available here: the node is kept, and a run that reaches it fails there.`;
  return problem('unknown_type', 'type', message, { nodeId: node.id, severity: 'error' });
}

type Warning = ReturnType<typeof nodeWarnings>[number];

function lintProblem({ node, field, message, code = 'setting', severity, isMissing, fix }: Warning): DocumentProblem {
  const details = {
    nodeId: node.id,
    severity: severity ?? (isMissing === true ? ('error' as const) : ('warning' as const)),
  };
  const made = problem(code, field, `The field ${field} ${message}`, details);
  if (fix === undefined) return made;
  return { ...made, fix: { label: fix.label, operations: [{ path: settingPath(node.id, field), set: fix.set }] } };
}

function credentials(node: GraphNode, kinds: NodeKinds): readonly DocumentProblem[] {
  const fields = kinds.document(node.type).credentialFields?.(node.data) ?? [];
  const message =
    'It seems to hold a credential in plain text, which is shown and exported: move it to an environment variable of type secret.';
  return fields.map((field) => problem('plain_secret', field, message, { nodeId: node.id }));
}

function variableProblems(workflow: Mapping, variableBytes: number): readonly DocumentProblem[] {
  return (['environment_variables', 'conversation_variables'] as const).flatMap((key: VariableList) => {
    try {
      return repeatedNames(readVariables(workflow, key, variableBytes), key).map(refused);
    } catch (error) {
      if (!isPlatformError(error)) throw error;
      return [problem('invalid_variable', error.field ?? `workflow.${key}`, error.message, { isRefused: true })];
    }
  });
}
