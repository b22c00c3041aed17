import { type AppRule, problemOf } from '#plugins/app-checks/rule.ts';
import { listOf, settingAt, textOf } from '#plugins/app-checks/setting.ts';

/** What is declared or asked for, and named nowhere. */
export const unusedVariables: AppRule = ({ tree, workflow, nodes }) => {
  const isNamed = (first: string, name: string) =>
    tree.includes(`${JSON.stringify(first)},${JSON.stringify(name)}`) || tree.includes(`{{#${first}.${name}`);
  const declared = (['environment_variables', 'conversation_variables'] as const).flatMap((key) => {
    const first = key === 'environment_variables' ? 'env' : 'conversation';
    return listOf(workflow[key]).flatMap((item, at) => {
      const name = textOf(settingAt(item, 'name'));
      if (name === '' || isNamed(first, name)) return [];
      const label = `Remove '${name}'`;
      const message = `The ${first === 'env' ? 'environment' : 'conversation'} variable '${name}' is used nowhere.`;
      const fix = { label, operations: [{ path: ['workflow', key, at], remove: true as const }] };
      return [
        problemOf(null, { code: 'unused_variable', severity: 'hint', field: `workflow.${key}.${at}`, message, fix }),
      ];
    });
  });
  const asked = nodes.flatMap(({ node, settings }) =>
    settings
      .filter(({ field }) => field.kind === 'input-form' && field.of === 'start')
      .flatMap(({ value, path }) =>
        listOf(value).flatMap((item, at) => {
          const name = textOf(settingAt(item, 'variable'));
          if (name === '' || isNamed(node.id, name)) return [];
          const message = `People are asked for '${name}', and nothing uses it.`;
          return [problemOf(node.id, { code: 'unused_variable', severity: 'hint', field: `${path}.${at}`, message })];
        }),
      ),
  );
  return [...declared, ...asked];
};
