import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import type { NodeField, NodeForm } from './forms.ts';
import { type Graph, type GraphNode, listAt, settingAt, textOf } from './read-graph.ts';

/** A line of a card. */
export interface CardRow {
  readonly text: string;
  readonly kind?: 'model' | 'base';
}

/** Lines of one setting; more are counted. */
const MAX_ROWS = 5;
const MAX_TEXT = 80;

/** Names of nodes, for those who know their ids only. */
export type TitleOf = (id: string) => string;

export function titlesOf({ byId }: Graph): TitleOf {
  return (id) => byId.get(id)?.title || id;
}

/** What a card says of its node's settings, in words: no ids. */
export function rowsOf(node: GraphNode, form: NodeForm | undefined, titleOf: TitleOf): readonly CardRow[] {
  if (form === undefined) return [];
  const drawn = new Set(form.handles.map(({ each }) => each));
  return form.summary.filter((path) => !drawn.has(path)).flatMap((path) => rowsAt(node, form, path, titleOf));
}

function rowsAt({ data }: GraphNode, form: NodeForm, path: string, titleOf: TitleOf): readonly CardRow[] {
  const value = settingAt(data, path);
  if (typeof value === 'string') {
    if (value.trim() === '') return [];
    const isModel = /(?:^|\.)model(?:\.name)?$/.test(path);
    return [{ text: textWords(value, titleOf), ...(isModel && { kind: 'model' as const }) }];
  }
  if (typeof value === 'number' || typeof value === 'boolean') return [{ text: String(value) }];
  if (!Array.isArray(value) || value.length === 0) return [];
  const kind = fieldAt(form.fields, path)?.kind;
  if (kind === 'datasets') return limited(value.map((id) => ({ text: String(id), kind: 'base' as const })));
  if (value.every((each) => typeof each === 'string')) return [{ text: variableWords(value, titleOf) }];
  return limited(value.flatMap((item) => itemRow(item, kind, titleOf)));
}

function itemRow(item: unknown, kind: NodeField['kind'] | undefined, titleOf: TitleOf): readonly CardRow[] {
  if (Array.isArray(item)) return [{ text: variableWords(item, titleOf) }];
  if (!isMapping(item)) return [];
  const t = buildTexts();
  const name = textOf(item.label) || textOf(item.variable) || textOf(item.title) || textOf(item.tool_label);
  if (kind === 'input-form') {
    const type = textOf(item.type);
    return [{ text: [name, t.inputTypes[type] ?? type].filter(Boolean).join(' · ') }];
  }
  if (kind === 'assignments') {
    const operation = textOf(item.operation);
    const target = variableWords(listAt(item, ['variable_selector']), titleOf);
    return [{ text: [target, t.operations[operation] ?? operation].filter(Boolean).join(': ') }];
  }
  const from = variableWords(listAt(item, ['value_selector']), titleOf);
  return name === '' && from === '' ? [] : [{ text: [name, from].filter(Boolean).join(' ← ') }];
}

function limited(rows: readonly CardRow[]): readonly CardRow[] {
  if (rows.length <= MAX_ROWS) return rows;
  return [...rows.slice(0, MAX_ROWS - 1), { text: buildTexts().moreRows(rows.length - MAX_ROWS + 1) }];
}

function fieldAt(fields: readonly NodeField[], path: string): NodeField | undefined {
  for (const field of fields) {
    if (field.at === path && field.kind !== 'group') return field;
    const inner = field.kind === 'group' ? fieldAt(field.fields, path) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** `Title · name`. */
function variableWords(selector: readonly unknown[], titleOf: TitleOf): string {
  const [id, ...keys] = selector.map(String);
  if (id === undefined) return '';
  const title = buildTexts().appGroups[id === 'conversation' || id === 'env' || id === 'sys' ? id : ''] ?? titleOf(id);
  return [title, keys.join('.')].filter(Boolean).join(' · ');
}

/** The first line of a text, with the variables in it by their names. */
function textWords(text: string, titleOf: TitleOf): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return namedText(line, titleOf).slice(0, MAX_TEXT);
}

/** A text with the variables in it by their names. */
export function namedText(text: string, titleOf: TitleOf): string {
  return text.replace(/\{\{#([^#{}]+)#\}\}/g, (_, name: string) => `{${variableWords(name.split('.'), titleOf)}}`);
}

/** Conditions of a case, one in each line. */
export function conditionLines(item: unknown, titleOf: TitleOf): readonly string[] {
  const t = buildTexts();
  const conditions = listAt(item, ['conditions']);
  const joint = isMapping(item) && item.logical_operator === 'or' ? t.orWord : t.andWord;
  const lines = conditions.filter(isMapping).map((condition, at) => {
    const operator = textOf(condition.comparison_operator);
    const selector = listAt(condition, ['variable_selector']);
    const told = [
      variableWords(selector, titleOf),
      t.operators[operator] ?? operator,
      operandWords(condition.value, titleOf),
    ];
    return [at === 0 ? '' : joint, ...told].filter(Boolean).join(' ').slice(0, MAX_TEXT);
  });
  return limited(lines.map((text) => ({ text }))).map(({ text }) => text);
}

function operandWords(value: unknown, titleOf: TitleOf): string {
  if (Array.isArray(value)) return value.map(String).join(', ');
  if (typeof value === 'string') return textWords(value, titleOf);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
