import { type NodeTraits, type NodeType, withDocuments } from '#engine';
import type { JsonSchema } from '#kernel';
import { documents } from './document.ts';
import { ifElseWarnings } from './operator-warnings.ts';
import { startInputs, startWarnings } from './start-warnings.ts';
import { templateWarnings } from './template-warnings.ts';

/*
 * Settings are checked for what would make a node meaningless, and no further: published documents carry leftovers of
 * other node types, nulls and editor state (app DSL, import).
 */

const text: JsonSchema = { type: ['string', 'null'] };
const selector: JsonSchema = {
  anyOf: [{ type: 'array', items: { type: ['string', 'number'] } }, { type: 'null' }, { const: '' }],
};
const selectors: JsonSchema = { type: ['array', 'null'], items: selector };
const list = (item: JsonSchema): JsonSchema => ({ type: ['array', 'null'], items: item });
const settings = (properties: JsonSchema, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
});

const named = settings({ variable: { type: 'string' }, value_selector: selector }, ['variable']);
const condition = settings({
  variable_selector: selector,
  comparison_operator: { type: 'string' },
  sub_variable_condition: { type: ['object', 'null'] },
});
const conditionCase = settings({
  case_id: { type: ['string', 'number', 'boolean', 'null'] },
  logical_operator: { enum: ['and', 'or', '', null] },
  conditions: list(condition),
});
const group = settings({ group_name: { type: 'string' }, variables: selectors }, ['group_name']);
const assignment = settings(
  {
    variable_selector: selector,
    input_type: { enum: ['variable', 'constant', null] },
    operation: { type: 'string' },
  },
  ['variable_selector', 'operation'],
);

interface Description {
  readonly type: string;
  readonly version?: string;
  readonly traits?: NodeTraits;
  readonly settings: JsonSchema;
  readonly module: URL;
  readonly lint?: NonNullable<NodeType['lint']>;
  readonly inputs?: NonNullable<NodeType['inputs']>;
}

function nodeType({ type, version = '1', traits = {}, ...rest }: Description): NodeType {
  return { id: `${type}@${version}`, type, version, traits, ...rest };
}

export const flowNodeTypes: readonly NodeType[] = withDocuments(documents, [
  nodeType({
    type: 'start',
    module: new URL('./start.ts', import.meta.url),
    traits: { root: true, soleRoot: true },
    settings: settings({ variables: list(settings({ variable: { type: 'string' } }, ['variable'])) }),
    lint: startWarnings,
    inputs: startInputs,
  }),
  nodeType({
    type: 'end',
    module: new URL('./end.ts', import.meta.url),
    traits: { response: true },
    settings: settings({ outputs: list(named) }),
  }),
  nodeType({
    type: 'answer',
    module: new URL('./answer.ts', import.meta.url),
    traits: { response: true },
    settings: settings({ answer: text }),
  }),
  nodeType({
    type: 'if-else',
    module: new URL('./if-else.ts', import.meta.url),
    traits: { branch: true },
    settings: settings({ cases: list(conditionCase), conditions: list(condition) }),
    lint: ifElseWarnings,
  }),
  nodeType({
    type: 'template-transform',
    module: new URL('./template-transform.ts', import.meta.url),
    settings: settings({ template: text, variables: list(named) }, ['template']),
    lint: templateWarnings,
  }),
  nodeType({
    type: 'variable-aggregator',
    module: new URL('./variable-aggregator.ts', import.meta.url),
    settings: settings({
      variables: selectors,
      advanced_settings: {
        anyOf: [{ type: 'null' }, settings({ group_enabled: { type: ['boolean', 'null'] }, groups: list(group) })],
      },
    }),
  }),
  nodeType({
    type: 'assigner',
    module: new URL('./assigner-v1.ts', import.meta.url),
    settings: settings(
      {
        assigned_variable_selector: selector,
        input_variable_selector: selector,
        write_mode: { enum: ['over-write', 'append', 'clear'] },
      },
      ['assigned_variable_selector', 'write_mode'],
    ),
  }),
  nodeType({
    type: 'assigner',
    version: '2',
    module: new URL('./assigner-v2.ts', import.meta.url),
    settings: settings({ items: list(assignment) }),
  }),
]);
