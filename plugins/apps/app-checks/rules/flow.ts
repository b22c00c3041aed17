import type { GraphNode } from '#engine';
import { type AppRule, type CheckedApp, type CheckedNode, type NodeRule, problemOf } from '#plugins/app-checks/rule.ts';
import { listOf, settingAt, textOf } from '#plugins/app-checks/setting.ts';

/** Ways through the graph that end where nobody hears of them. */
export const flow: NodeRule = (app, checked) => [
  ...branchProblems(app, checked),
  ...deadEnds(app, checked),
  ...endlessLoops(app, checked),
  ...emptyEnds(app, checked),
];

function traitsOf(app: CheckedApp, node: GraphNode) {
  return app.forms.typeOf(node)?.traits ?? {};
}

/** A run that never answers. */
export const results: AppRule = (app) => {
  const isAnswered = app.nodes.some(({ node, isReached }) => isReached && traitsOf(app, node).response === true);
  if (isAnswered || app.nodes.length === 0) return [];
  const isChat = app.mode === 'advanced-chat';
  const message = isChat
    ? 'No Answer is reached, so a message gets no reply: add an Answer node and connect it.'
    : 'No End is reached, so a run gives no result: add an End node and connect it, if anybody waits for one.';
  return [
    problemOf(null, { code: 'no_result', severity: isChat ? 'error' : 'hint', field: 'workflow.graph.nodes', message }),
  ];
};

/** An End that says nothing: a run succeeds, and nobody hears of what it did. */
function emptyEnds(app: CheckedApp, { node, form, settings, isReached }: CheckedNode): ReturnType<NodeRule> {
  if (!isReached || node.parent !== null || form.handles?.length !== 0 || traitsOf(app, node).response !== true)
    return [];
  const given = settings.find(({ field }) => field.kind === 'values');
  if (given === undefined || listOf(given.value).length > 0) return [];
  const message = 'It gives out nothing: add a result, if anybody waits for one.';
  return [problemOf(node.id, { code: 'no_result', severity: 'hint', field: given.path, message })];
}

function branchProblems({ edgesFrom }: CheckedApp, { node, form, isReached }: CheckedNode): ReturnType<NodeRule> {
  if (!isReached || form.handles === undefined) return [];
  const taken = new Set(edgesFrom.get(node.id)?.map(({ sourceHandle }) => sourceHandle));
  return form.handles.flatMap((handle) => {
    if (handle.each === undefined) return [];
    const ids = listOf(settingAt(node.data, handle.each)).map((item, at) => ({
      id: textOf(settingAt(item, handle.id_at ?? 'id')),
      name: textOf(settingAt(item, handle.label_at ?? '')) || `${handle.label ?? ''} ${at + 1}`.trim(),
      field: `${handle.each}.${at}`,
    }));
    return ids
      .filter(({ id }) => id !== '' && !taken.has(id))
      .map(({ name, field }) =>
        problemOf(node.id, {
          code: 'branch_without_way',
          severity: 'warning',
          field,
          message: `Nothing follows '${name.slice(0, 60)}': a run that takes this way ends there. Connect it.`,
        }),
      );
  });
}

/** The last node of a way that gives what nobody reads, and does nothing outside. */
function deadEnds(app: CheckedApp, { node, form, isReached }: CheckedNode): ReturnType<NodeRule> {
  const { root, response, sideEffects, container, branch } = traitsOf(app, node);
  const type = app.forms.typeOf(node);
  if (!isReached || node.parent !== null || root || response || sideEffects || container !== undefined || branch)
    return [];
  if (form.outputs.length === 0 || (type?.document?.assigns?.(node.data) ?? []).length > 0) return [];
  if (app.edgesFrom.has(node.id)) return [];
  const message = 'Nothing follows, and nobody reads what it gives: connect it, or remove it.';
  return [
    problemOf(node.id, {
      code: 'dead_end',
      severity: app.mode === 'advanced-chat' ? 'warning' : 'hint',
      field: '',
      message,
    }),
  ];
}

function endlessLoops(app: CheckedApp, { node }: CheckedNode): ReturnType<NodeRule> {
  if (traitsOf(app, node).container?.pool !== 'shared') return [];
  if (listOf(node.data.break_conditions).length > 0) return [];
  const isLeft = app.nodes.some((each) => each.node.parent === node.id && each.form.only_in === 'loop');
  if (isLeft) return [];
  const message = 'Nothing ends the loop before all its rounds are done: add a condition, or a node that leaves it.';
  return [problemOf(node.id, { code: 'loop_without_end', severity: 'hint', field: 'break_conditions', message })];
}
