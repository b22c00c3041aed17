import { mappingOf, type NodeContext, NodeError, parseTemplate, type SettingWarning, type Template } from '#engine';
import { type FilterOperator, filterOperators, type KnowledgeModel, type MetadataFilter } from './contract.ts';
import { plain, readMappings, readModel, readText, type Settings } from './settings.ts';

interface CompiledCondition {
  readonly name: string;
  readonly operator: string;
  /** Texts may be templates. */
  readonly value: Template | readonly Template[] | { readonly constant: unknown };
}

export type CompiledFilter =
  | { readonly mode: 'automatic'; readonly model: KnowledgeModel }
  | { readonly mode: 'manual'; readonly operator: 'and' | 'or'; readonly conditions: readonly CompiledCondition[] };

/** The metadata filter of a retrieval node (app DSL, knowledge-retrieval); null when there is none. */
export function compileFilter(data: Settings): CompiledFilter | null {
  if (data.metadata_filtering_mode === 'automatic') {
    return { mode: 'automatic', model: readModel(data.metadata_model_config) };
  }
  if (data.metadata_filtering_mode !== 'manual') return null;
  const stored = mappingOf(data.metadata_filtering_conditions);
  const conditions = readMappings(stored.conditions).map((condition) => ({
    name: readText(condition.name),
    operator: readText(condition.comparison_operator),
    value: compileValue(condition.value),
  }));
  if (conditions.length === 0) return null;
  return { mode: 'manual', operator: stored.logical_operator === 'or' ? 'or' : 'and', conditions };
}

function compileValue(value: unknown): CompiledCondition['value'] {
  if (typeof value === 'string') return parseTemplate(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.map(parseTemplate);
  return { constant: plain(value) };
}

/** The filter with its templates rendered. Throws for an operator that is none. */
export function renderFilter(filter: CompiledFilter | null, context: NodeContext): MetadataFilter | null {
  if (filter === null || filter.mode === 'automatic') return filter;
  const conditions = filter.conditions.map(({ name, operator, value }) => {
    if (!isOperator(operator)) throw new NodeError('InvalidMetadataFilterError', `${operatorProblem(operator, name)}`);
    return { name, operator, value: renderValue(value, context) };
  });
  return { ...filter, conditions };
}

function renderValue(value: CompiledCondition['value'], context: NodeContext): unknown {
  if ('constant' in value) return value.constant;
  return isList(value) ? value.map((item) => context.render(item, 'text')) : context.render(value, 'text');
}

function isList(value: Template | readonly Template[]): value is readonly Template[] {
  return Array.isArray(value);
}

function isOperator(text: string): text is FilterOperator {
  return filterOperators.some((operator) => operator === text);
}

/** What keeps a manual filter from ever working; the node fails only when it is reached. */
export function filterWarnings(data: Settings): readonly SettingWarning[] {
  if (data.metadata_filtering_mode !== 'manual') return [];
  const conditions = readMappings(mappingOf(data.metadata_filtering_conditions).conditions);
  return conditions.flatMap((condition, index) => {
    const field = `metadata_filtering_conditions.conditions[${index}]`;
    const operator = readText(condition.comparison_operator);
    if (isOperator(operator)) return [];
    return [
      {
        field: `${field}.comparison_operator`,
        message: `is wrong: ${operatorProblem(operator, readText(condition.name))}`,
      },
    ];
  });
}

function operatorProblem(operator: string, name: string): string {
  return `the metadata field '${name}' can't be compared by '${operator}'; use ${filterOperators.join(', ')}.`;
}
