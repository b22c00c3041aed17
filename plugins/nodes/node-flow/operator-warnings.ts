import { isMapping, type SettingWarning } from '#engine';
import { conditionOperators, operatorName } from './operators.ts';

type Settings = Readonly<Record<string, unknown>>;

/** Operators of other dialects and what they mostly mean. They stay unknown: which of two it is depends on the left side. */
const meanings: Readonly<Record<string, string>> = {
  equal: "'is' for texts, '=' for numbers",
  equals: "'is' for texts, '=' for numbers",
  'equal to': "'is' for texts, '=' for numbers",
  eq: "'is' for texts, '=' for numbers",
  'not equal': "'is not' for texts, '≠' for numbers",
  'not equals': "'is not' for texts, '≠' for numbers",
  'not equal to': "'is not' for texts, '≠' for numbers",
  ne: "'is not' for texts, '≠' for numbers",
  'is empty': "'empty'",
  'is not empty': "'not empty'",
  'is null': "'null'",
  'is not null': "'not null'",
  'not contain': "'not contains'",
  'does not contain': "'not contains'",
  'starts with': "'start with'",
  'ends with': "'end with'",
  'greater than': "'>'",
  'less than': "'<'",
  'greater than or equal': "'≥'",
  'less than or equal': "'≤'",
};

/** If-else, in either of its layouts. */
export function ifElseWarnings({ cases, conditions }: Settings): readonly SettingWarning[] {
  if (!Array.isArray(cases)) return operatorWarnings(conditions, 'conditions');
  return cases.flatMap((one, index) =>
    isMapping(one) ? operatorWarnings(one.conditions, `cases.${index}.conditions`) : [],
  );
}

/** Operators of a list of conditions that none of `known` is: a run that evaluates one fails. `field`: where they stand. */
export function operatorWarnings(conditions: unknown, field: string, known = conditionOperators): SettingWarning[] {
  const all: readonly unknown[] = Array.isArray(conditions) ? conditions : [];
  return all.flatMap((condition, index) => {
    if (!isMapping(condition)) return [];
    const at = `${field}.${index}`;
    const ofFiles = isMapping(condition.sub_variable_condition)
      ? operatorWarnings(condition.sub_variable_condition.conditions, `${at}.sub_variable_condition.conditions`)
      : [];
    const operator = operatorName(condition.comparison_operator);
    if (known.has(operator)) return ofFiles;
    const meant = meaningOf(operator);
    const only = meant === undefined ? null : /^'([^']+)'$/.exec(meant)?.[1];
    return [
      {
        field: `${at}.comparison_operator`,
        message: problemOf(operator, known),
        code: operator === '' ? 'missing_operator' : 'unknown_operator',
        severity: 'error' as const,
        ...(typeof only === 'string' && known.has(only) && { fix: { label: `Use ${meant}`, set: only } }),
      },
      ...ofFiles,
    ];
  });
}

function meaningOf(operator: string): string | undefined {
  const name = operator.toLowerCase();
  return Object.hasOwn(meanings, name) ? meanings[name] : undefined;
}

function problemOf(operator: string, known: ReadonlySet<string>): string {
  if (operator === '') return 'is missing, and a run that reaches it fails there: choose an operator.';
  const meaning = meaningOf(operator);
  const remedy = meaning === undefined ? `choose one of ${[...known].join(', ')}` : `write ${meaning}`;
  const shown = operator.length > 50 ? `${operator.slice(0, 50)}…` : operator;
  return `has the operator '${shown}', which is not known, and a run that reaches it fails there: ${remedy}.`;
}
