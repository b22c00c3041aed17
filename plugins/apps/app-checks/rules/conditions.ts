import { type CheckedApp, type Found, type NodeRule, problemOf } from '#plugins/app-checks/rule.ts';
import { joined, listOf, settingAt, textOf } from '#plugins/app-checks/setting.ts';
import type { Setting } from '#plugins/app-checks/settings-of.ts';
import { operatorName } from '#plugins/node-flow/contract.ts';

const texts = ['string', 'secret'];
const numbers = ['number', 'integer', 'float'];
const typesBy: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...['is', 'is not'].map((operator) => [operator, [...texts, 'boolean']] as const),
  ...['start with', 'end with'].map((operator) => [operator, texts] as const),
  ...['contains', 'not contains', 'all of'].map((operator) => [operator, [...texts, 'array']] as const),
  ...['=', '≠', '>', '<', '≥', '≤'].map((operator) => [operator, [...numbers, 'boolean']] as const),
]);
const comparesNumbers = new Set(['=', '≠', '>', '<', '≥', '≤']);

/** Conditions whose comparison fails with the variable or the value that they have. */
export const conditions: NodeRule = (app, { node, settings }) =>
  settings
    .flatMap((setting) => conditionsIn(setting).flatMap((each) => foundIn(app, each)))
    .map((found) => problemOf(node.id, found));

interface Condition {
  readonly path: string;
  readonly settings: unknown;
}

function conditionsIn({ field, path, value }: Setting): readonly Condition[] {
  const all = (list: unknown, at: string) =>
    listOf(list).map((settings, index) => ({ path: joined(at, index), settings }));
  if (field.kind === 'conditions') return all(value, path);
  if (field.kind !== 'cases') return [];
  return listOf(value).flatMap((item, at) => all(settingAt(item, 'conditions'), joined(path, at, 'conditions')));
}

function foundIn({ variables }: CheckedApp, { path, settings }: Condition): readonly Found[] {
  const operator = operatorName(settingAt(settings, 'comparison_operator'));
  const selector = listOf(settingAt(settings, 'variable_selector')).map(String);
  const allowed = typesBy.get(operator);
  if (allowed === undefined || selector.length < 2) return [];
  const type = variables.typeAt(selector);
  const isFitting = type === 'any' || allowed.includes(type) || (type.startsWith('array') && allowed.includes('array'));
  if (!isFitting) {
    const [first = '', ...rest] = selector;
    const name = `${variables.byId.get(first)?.title ?? first} › ${rest.join('.')}`;
    const message = `'${name}' is of type ${type}, and '${operator}' can't compare it: choose another comparison.`;
    return [{ code: 'wrong_comparison', severity: 'error', field: joined(path, 'comparison_operator'), message }];
  }
  if (!comparesNumbers.has(operator) || type === 'boolean') return [];
  return valueProblem(settingAt(settings, 'value'), joined(path, 'value'), operator);
}

function valueProblem(value: unknown, field: string, operator: string): readonly Found[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [];
  const text = textOf(value).trim();
  if (text.includes('{{#') || (text !== '' && Number.isFinite(Number(text)))) return [];
  return text === ''
    ? [
        {
          code: 'missing_value',
          severity: 'error',
          field,
          message: `'${operator}' has nothing to compare with: write a number.`,
        },
      ]
    : [
        {
          code: 'wrong_value',
          severity: 'error',
          field,
          message: `'${text.slice(0, 40)}' is no number, which '${operator}' compares with: write one.`,
        },
      ];
}
