import type { NodeType, SettingWarning } from '#engine';
import type { JsonSchema } from '#kernel';
import { deliveryTypes } from './compiled.ts';
import { emailProblems } from './email-settings.ts';
import { mappings } from './settings-values.ts';

const text: JsonSchema = { type: ['string', 'null'] };
const mapping: JsonSchema = { type: ['object', 'null'] };
const list = (items: JsonSchema, maxItems: number): JsonSchema => ({ type: ['array', 'null'], items, maxItems });

const settings: JsonSchema = {
  type: 'object',
  properties: {
    delivery_methods: list({ type: 'object', properties: { type: text, config: mapping } }, 100),
    form_content: text,
    inputs: list(
      {
        type: 'object',
        required: ['type', 'output_variable_name'],
        properties: {
          type: { type: 'string' },
          output_variable_name: { type: 'string' },
          default: mapping,
          option_source: mapping,
          number_limits: { type: ['integer', 'null'], minimum: 0, maximum: 1_000 },
        },
      },
      200,
    ),
    user_actions: list({ type: 'object', required: ['id'], properties: { id: { type: ['string', 'number'] } } }, 100),
    // Editors write the number as text too: more than 0 and below a million, as the pattern has it.
    timeout: {
      type: ['number', 'string', 'null'],
      exclusiveMinimum: 0,
      maximum: 1_000_000,
      pattern: '^\\s*(?=.*[1-9])\\d{1,6}(\\.\\d+)?\\s*$',
      examples: ['36'],
    },
    timeout_unit: text,
  },
};

/** Ways to send a form that this server does not have. */
const missing: ReadonlySet<string> = new Set(['slack', 'teams', 'discord']);

/** What the node does in silence: forms that reach nobody, or that nobody can answer. */
export function lint(data: Readonly<Record<string, unknown>>, hasMail: boolean): readonly SettingWarning[] {
  const types = deliveryTypes(data);
  const warnings: SettingWarning[] = emailProblems(data).map((message) => ({ field: 'delivery_methods', message }));
  if (types.has('email') && !hasMail) {
    const message =
      'this server sends no mail (SMTP_URL is not set); switch on webapp, and forms are answered over the API';
    warnings.push({ field: 'delivery_methods', message });
  }
  if (types.has('email') && mappings(data.inputs).some(({ type }) => String(type).startsWith('file'))) {
    const message =
      'the form asks for files, which are given over the API only: who gets it by e-mail can not answer it';
    warnings.push({ field: 'delivery_methods', message });
  }
  for (const type of types) {
    if (type === 'webapp' || type === 'email') continue;
    const what = missing.has(type)
      ? `forms are not sent by ${type} here`
      : `there is no way to deliver named '${type}'`;
    warnings.push({
      field: 'delivery_methods',
      message: `${what}; switch on webapp, and forms are answered over the API`,
    });
  }
  if (!types.has('webapp') && !(types.has('email') && hasMail)) {
    const message = 'webapp is not switched on: only an operator can answer the form (weft forms)';
    warnings.push({ field: 'delivery_methods', message });
  }
  if (mappings(data.user_actions).length === 0) {
    warnings.push({ field: 'user_actions', message: 'the form has no buttons: nobody can answer it; add one' });
  }
  return warnings;
}

/** `human-input` (app DSL, human-input). */
export function humanInputNodeType({ hasMail }: { readonly hasMail: boolean }): NodeType {
  return {
    id: 'human-input@1',
    type: 'human-input',
    version: '1',
    traits: { branch: true },
    settings,
    module: new URL('./node.ts', import.meta.url),
    lint: (data) => lint(data, hasMail),
  };
}
