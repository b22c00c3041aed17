import { isMapping, type ProblemFix, settingPath } from '#engine';
import { type CheckedNode, type NodeRule, problemOf } from '#plugins/app-checks/rule.ts';
import { listOf, settingAt, textOf } from '#plugins/app-checks/setting.ts';

const MARK = '{{#context#}}';

/** What is looked up, and no node uses. */
export const unusedFindings: NodeRule = (app, { node, form, isReached }) => {
  if (form.group !== 'knowledge' || !isReached) return [];
  if (app.tree.includes(`["${node.id}",`) || app.tree.includes(`{{#${node.id}.`)) return [];
  const asker = app.nodes.find((each) => takesContext(each) && app.variables.isBefore(node, each.node));
  const output = form.outputs[0]?.name ?? 'result';
  const message = 'What it finds is used nowhere: give it to a model as context, or name it in a prompt or an answer.';
  const fix = asker === undefined ? undefined : contextFix(asker, [node.id, output]);
  return [
    problemOf(node.id, { code: 'unused_findings', severity: 'warning', field: '', message, ...(fix && { fix }) }),
  ];
};

/** A prompt that names a context which it is not given. */
export const missingContext: NodeRule = (app, checked) => {
  const { node } = checked;
  const isNamed = listOf(node.data.prompt_template).some((item) => textOf(settingAt(item, 'text')).includes(MARK));
  if (!isNamed || !hasContext(checked) || !isWithoutContext(node.data.context)) return [];
  const finder = app.nodes.find(
    ({ node: each, form }) => form.group === 'knowledge' && app.variables.isBefore(each, node),
  );
  const message = 'It names a context, and none is given: switch on Give context and choose a variable.';
  const fix =
    finder === undefined ? undefined : contextFix(checked, [finder.node.id, finder.form.outputs[0]?.name ?? 'result']);
  return [
    problemOf(node.id, {
      code: 'missing_context',
      severity: 'warning',
      field: 'prompt_template',
      message,
      ...(fix && { fix }),
    }),
  ];
};

function hasContext({ settings }: CheckedNode): boolean {
  return settings.some(({ field }) => field.at === 'context.enabled');
}

function isWithoutContext(context: unknown): boolean {
  return settingAt(context, 'enabled') !== true || listOf(settingAt(context, 'variable_selector')).length === 0;
}

function takesContext(checked: CheckedNode): boolean {
  return hasContext(checked) && checked.isReached && isWithoutContext(checked.node.data.context);
}

/** Gives a model what was found, and says so in its first message. */
function contextFix({ node }: CheckedNode, selector: readonly string[]): ProblemFix {
  const messages = listOf(node.data.prompt_template);
  const [first] = messages;
  const text = textOf(settingAt(first, 'text'));
  const isNamed = messages.some((item) => textOf(settingAt(item, 'text')).includes(MARK));
  const named = [text, MARK].filter((part) => part !== '').join('\n\n');
  return {
    label: `Give it to '${textOf(node.data.title) || node.id}' as context`,
    operations: [
      { path: settingPath(node.id, 'context'), set: { enabled: true, variable_selector: selector } },
      ...(isMapping(first) && !isNamed ? [{ path: settingPath(node.id, 'prompt_template.0.text'), set: named }] : []),
    ],
  };
}
