import {
  type DocumentProblem,
  type Documents,
  fromJson,
  isMapping,
  type JsonText,
  type MissingThing,
  mappingOf,
  type ProblemFix,
  settingPath,
} from '#engine';
import { Slices } from '#kernel';
import type { AvailableModel, Models } from '#plugins/models/contract.ts';
import type { AppProblem } from './contract.ts';
import type { KnownForms } from './node-forms.ts';
import { type AppRule, type CheckedApp, type CheckedNode, type NodeRule, problemOf } from './rule.ts';
import { conditions } from './rules/conditions.ts';
import { missingContext, unusedFindings } from './rules/context.ts';
import { flow, results } from './rules/flow.ts';
import { models as modelRule } from './rules/models.ts';
import { requiredSettings } from './rules/required-settings.ts';
import { unusedVariables } from './rules/unused-variables.ts';
import { variableNames } from './rules/variable-names.ts';
import { joined, listOf, settingAt, textOf } from './setting.ts';
import { settingsOf } from './settings-of.ts';
import { GraphVariables } from './variables.ts';

/** Who has more mends some first. */
const MAX_SHOWN = 500;

const appRules: readonly AppRule[] = [results, unusedVariables];
const nodeRules: readonly NodeRule[] = [
  requiredSettings,
  variableNames,
  conditions,
  modelRule,
  flow,
  unusedFindings,
  missingContext,
];

export interface CheckParts {
  readonly documents: Pick<Documents, 'problems' | 'drawnGraph' | 'needs'>;
  readonly forms: KnownForms;
  readonly models: Pick<Models, 'available' | 'providerOf'>;
}

/** All that is known to be wrong with a document. */
export async function checkApp(
  parts: CheckParts,
  tree: JsonText,
  { workspaceId }: { readonly workspaceId: string },
): Promise<readonly AppProblem[]> {
  const slices = new Slices();
  const all = [...parts.documents.problems(tree)];
  await slices.next();
  const missing = await parts.documents.needs(tree, { workspaceId });
  await slices.next();
  const app = await checkedApp(parts, tree, { workspaceId, slices });
  if (app !== null) {
    for (const rule of appRules) {
      all.push(...rule(app));
      await slices.next();
    }
    for (const checked of app.nodes) {
      for (const rule of nodeRules) all.push(...rule(app, checked));
      await slices.next();
    }
  }
  all.push(...missing.flatMap((thing) => missingProblems(thing, app)));
  await slices.next();
  return (await arranged(all, app, slices)).slice(0, MAX_SHOWN);
}

async function checkedApp(
  parts: CheckParts,
  tree: JsonText,
  { workspaceId, slices }: { readonly workspaceId: string; readonly slices: Slices },
): Promise<CheckedApp | null> {
  const graph = parts.documents.drawnGraph(tree);
  if (graph === null) return null;
  await slices.next();
  const document = mappingOf(fromJson(tree));
  const workflow = mappingOf(document.workflow);
  const mode = textOf(mappingOf(document.app).mode);
  const { forms } = parts;
  const nodes: CheckedNode[] = [];
  for (const node of graph.nodes) {
    const form = forms.of(node);
    if (form === undefined) continue;
    nodes.push({ node, form, settings: settingsOf(node, form, mode), isReached: !graph.unreached.has(node.id) });
    await slices.next();
  }
  const variables = new GraphVariables({
    ...{ graph, forms, mode },
    env: declared(workflow.environment_variables),
    conversation: declared(workflow.conversation_variables),
  });
  return {
    tree,
    mode,
    workflow,
    graph,
    edgesFrom: Map.groupBy(graph.edges, ({ source }) => source),
    forms,
    nodes,
    variables,
    ...(await modelsOf(parts.models, nodes, workspaceId)),
  };
}

function declared(list: unknown): ReadonlyMap<string, string> {
  return new Map(
    listOf(list).map((item) => [
      textOf(settingAt(item, 'name')),
      textOf(settingAt(item, 'value_type')).toLowerCase() || 'any',
    ]),
  );
}

/** Models by the names that nodes have for their providers. */
async function modelsOf(
  models: CheckParts['models'],
  nodes: readonly CheckedNode[],
  workspaceId: string,
): Promise<Pick<CheckedApp, 'model' | 'spareModel'>> {
  const named = new Set(
    nodes.flatMap(({ settings }) =>
      settings.flatMap(({ field, value }) =>
        field.kind === 'model' && isMapping(value) ? [textOf(value.provider)] : [],
      ),
    ),
  );
  if (named.size === 0) return { model: () => undefined, spareModel: undefined };
  named.delete('');
  const all = await models.available(workspaceId, 'llm');
  const ids = new Map<string, string | null>();
  for (const name of named) ids.set(name, await models.providerOf(workspaceId, name));
  const byName = new Map<string, AvailableModel>(all.map((model) => [`${model.provider} ${model.name}`, model]));
  const called = new Set(all.map(({ provider }) => provider));
  return {
    model(provider, name) {
      const id = ids.get(provider) ?? provider;
      return byName.get(`${id} ${name}`) ?? (called.has(id) ? null : undefined);
    },
    spareModel: all.find(({ isOwn }) => isOwn) ?? all[0],
  };
}

/** Kinds of fields that name what may be missing. */
const fieldsBy: Readonly<Record<string, readonly string[]>> = {
  missing_model: ['model'],
  missing_tool: ['tool', 'tools'],
  missing_dataset: ['datasets', 'texts'],
  unsure_dataset: ['datasets', 'texts'],
  network_is_off: ['code'],
};

function missingProblems({ code, about, nodeIds }: MissingThing, app: CheckedApp | null): readonly DocumentProblem[] {
  const severity = code === 'unsure_dataset' || code === 'network_is_off' ? 'warning' : 'error';
  const wanted = new Set(nodeIds);
  const known = app?.nodes.filter(({ node }) => wanted.has(node.id)) ?? [];
  if (known.length === 0) return [problemOf(null, { code, severity, field: '', message: about })];
  return known.map(({ node, settings }) => {
    const found = settings.find((setting) => fieldsBy[code]?.includes(setting.field.kind));
    const field = found?.field.kind === 'tool' ? joined(found.path, 'tool_name') : (found?.path ?? '');
    const spare = code === 'missing_model' && field === 'model' ? app?.spareModel : undefined;
    return problemOf(node.id, {
      code,
      severity,
      field,
      message: about,
      ...(spare && { fix: useModel(node.id, spare) }),
    });
  });
}

/** Another model in the place of a missing one; its parameters stay. */
function useModel(nodeId: string, { provider, name }: AvailableModel): ProblemFix {
  return {
    label: `Use ${provider}/${name}`,
    operations: [
      { path: settingPath(nodeId, 'model.provider'), set: provider },
      { path: settingPath(nodeId, 'model.name'), set: name },
    ],
  };
}

/** Names in place of paths and ids, as pages show them. */
function inWords(
  problem: DocumentProblem,
  { app, checked }: { readonly app: CheckedApp | null; readonly checked: CheckedNode | undefined },
): DocumentProblem {
  const { field, message } = problem;
  const isAt = ({ path }: { readonly path: string }) => path !== '' && (field === path || field.startsWith(`${path}.`));
  const named = checked?.settings.filter(isAt).sort((one, other) => other.path.length - one.path.length)[0];
  const lead = `The field ${field} `;
  const labelled =
    named !== undefined && message.startsWith(lead) ? `'${named.field.label}' ${message.slice(lead.length)}` : message;
  const told = labelled.replace(/ \(([^()]*)\)/g, (whole, id: string) => (app?.variables.byId.has(id) ? '' : whole));
  // A prompt fails on a variable without a value; other texts show its name in its place.
  const isPrompt = problem.code === 'unknown_variable' && named?.field.kind === 'messages';
  const severity = isPrompt ? 'error' : problem.severity;
  // Where no run comes, nothing fails.
  const isIdle = checked?.isReached === false && severity === 'error' && !problem.isRefused;
  return { ...problem, message: told, severity: isIdle ? 'warning' : severity };
}

const weights = { error: 0, warning: 1, hint: 2 } as const;

/** Each once, errors first, then in the order of the graph. */
async function arranged(
  all: readonly DocumentProblem[],
  app: CheckedApp | null,
  slices: Slices,
): Promise<readonly AppProblem[]> {
  const byId = new Map(app?.nodes.map((checked) => [checked.node.id, checked]));
  const order = new Map(app?.graph.nodes.map(({ id }, at) => [id, at]));
  const unique = new Map<string, DocumentProblem>();
  for (const problem of all) {
    const told = inWords(problem, { app, checked: byId.get(problem.nodeId ?? '') });
    await slices.next();
    const key = JSON.stringify([told.nodeId, told.field, told.code, told.message]);
    if (!unique.has(key)) unique.set(key, told);
  }
  // What a field lacks is told once, by who knows more of it.
  const lacking = new Set(
    all.flatMap(({ code, nodeId, field }) => (code === 'missing_setting' ? [`${nodeId} ${field}`] : [])),
  );
  const kept = [...unique.values()].filter(
    ({ code, nodeId, field }) => code !== 'setting' || !lacking.has(`${nodeId} ${field}`),
  );
  const place = ({ nodeId }: DocumentProblem) => (nodeId === null ? -1 : (order.get(nodeId) ?? order.size));
  const titled = kept.map((problem) => ({
    ...problem,
    nodeTitle: app?.variables.byId.get(problem.nodeId ?? '')?.title ?? null,
  }));
  return titled.sort((one, other) => weights[one.severity] - weights[other.severity] || place(one) - place(other));
}
