import { isMapping, settingPath } from '#engine';
import { type Found, type NodeRule, problemOf } from '#plugins/app-checks/rule.ts';
import { joined, listOf, settingAt, textOf } from '#plugins/app-checks/setting.ts';
import type { Setting } from '#plugins/app-checks/settings-of.ts';

/** What their node types say more exactly (`lint`). */
const saidElsewhere = new Set(['messages', 'code', 'model']);

/** Settings without which a node can't do its work. */
export const requiredSettings: NodeRule = (_, { node, settings }) =>
  settings
    .flatMap((setting) => [...emptySetting(setting), ...unfinishedItems(setting, node.id)])
    .map((found) => problemOf(node.id, found));

function emptySetting(setting: Setting): readonly Found[] {
  const { field, path } = setting;
  if (field.required !== true || saidElsewhere.has(field.kind) || !isEmpty(setting)) return [];
  if (field.when?.some((each) => 'feature' in each)) return [];
  const at = field.kind === 'tool' ? joined(path, 'tool_name') : path;
  return [
    {
      code: 'missing_setting',
      severity: 'error',
      field: at,
      message: wordsOf(setting),
    },
  ];
}

function wordsOf({ field: { kind, label } }: Setting): string {
  if (['value', 'choice', 'tool', 'datasets'].includes(kind)) return `Nothing is chosen for '${label}': choose one.`;
  const isList = ['list', 'cases', 'values', 'assignments', 'deliveries', 'texts'].includes(kind);
  return isList ? `There is nothing in '${label}': add one.` : `'${label}' is empty: fill it in.`;
}

function isEmpty({ field, value, owner }: Setting): boolean {
  switch (field.kind) {
    case 'tool':
      return textOf(settingAt(owner, joined(field.at, 'tool_name'))) === '';
    case 'value':
      return field.is_list === true ? listOf(value).length === 0 : listOf(value).length < 2;
    case 'template':
      if (field.wrapped !== undefined && Array.isArray(value)) return value.length < 2;
      return textOf(field.is_item === true ? settingAt(listOf(value)[0], 'value') : value).trim() === '';
    case 'number':
    case 'choice':
      return (value === undefined || value === null || value === '') && field.default === undefined;
    default:
      if (Array.isArray(value)) return value.length === 0;
      if (isMapping(value)) return Object.keys(value).length === 0;
      return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
  }
}

/** Rows of a table that lack a name or a variable, and cases without a condition. */
function unfinishedItems({ field, path, value }: Setting, nodeId: string): readonly Found[] {
  if (field.kind === 'cases') {
    return listOf(value).flatMap((item, at): Found[] => {
      if (listOf(settingAt(item, 'conditions')).length > 0) return [];
      const message = 'The case has no condition: add one.';
      return [{ code: 'missing_condition', severity: 'error', field: joined(path, at, 'conditions'), message }];
    });
  }
  if (field.kind !== 'values') return [];
  const names = new Map<string, number>();
  return listOf(value).flatMap((item, at): Found[] => {
    const name = textOf(settingAt(item, 'variable'));
    const isWhole = listOf(settingAt(item, 'value_selector')).length > 1;
    const fix = {
      label: 'Remove the row',
      operations: [{ path: settingPath(nodeId, joined(path, at)), remove: true as const }],
    };
    if (name === '' && isWhole) {
      return [
        {
          code: 'missing_name',
          severity: 'error',
          field: joined(path, at, 'variable'),
          message: `A row of ${field.label} has no name: give it one.`,
          fix,
        },
      ];
    }
    if (name === '') {
      return [
        {
          code: 'empty_row',
          severity: 'error',
          field: joined(path, at),
          message: `A row of ${field.label} is empty: fill it in or remove it.`,
          fix,
        },
      ];
    }
    if (names.has(name)) {
      return [
        {
          code: 'repeated_name',
          severity: 'error',
          field: joined(path, at, 'variable'),
          message: `Two rows of ${field.label} have the name '${name}': rename one.`,
          fix,
        },
      ];
    }
    names.set(name, at);
    return [];
  });
}
