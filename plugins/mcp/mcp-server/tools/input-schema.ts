import type { InputField } from '#engine';
import { chatModes } from '#plugins/app-access/contract.ts';
import type { App, PublishedVersion } from '#plugins/apps/contract.ts';

type Rules = Readonly<Record<string, unknown>>;

/** What an argument of a call becomes. */
export type ArgumentUse =
  | { readonly kind: 'input'; readonly variable: string; readonly control: string; readonly rules: Rules }
  | { readonly kind: 'query' }
  | { readonly kind: 'conversation' }
  | { readonly kind: 'files'; readonly rules: Rules }
  | { readonly kind: 'run' };

/** What a tool takes: its schema, and what each argument is for. */
export interface ToolArguments {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly uses: ReadonlyMap<string, ArgumentUse>;
}

interface Described {
  readonly app: App;
  readonly version: PublishedVersion;
  /** What the owner says of inputs, by their variables. */
  readonly parameters: Readonly<Record<string, string>>;
}

const conversation = {
  type: 'string',
  description:
    'To go on with a conversation: the conversation_id of an earlier answer. Leave it out to begin a new one.',
};
const run = {
  type: 'string',
  description: 'Only to ask what came of a run that waited for a person: its run_id. Leave out everything else then.',
};

/** The arguments of an app's tool: its inputs, and what a message has besides. An input with such a name gets another one. */
export function toolArguments({ app, version, parameters }: Described): ToolArguments {
  const { inputForm, parameters: features, graph } = version.compiled;
  const properties: [string, Rules, ArgumentUse, isRequired: boolean][] = [];
  const isChat = chatModes.includes(app.mode);
  if (isChat) {
    const description = parameters.query || 'What to say to the app.';
    properties.push(['query', { type: 'string', minLength: 1, description }, { kind: 'query' }, true]);
    properties.push(['conversation_id', conversation, { kind: 'conversation' }, false]);
  }
  const upload = features.file_upload as Rules | undefined;
  if (upload?.enabled === true && app.mode !== 'workflow') {
    const description = parameters.files || 'Files that go with the message.';
    const maxItems = typeof upload.number_limits === 'number' ? upload.number_limits : 3;
    properties.push([
      'files',
      { type: 'array', maxItems, items: fileSchema(upload), description },
      { kind: 'files', rules: upload },
      false,
    ]);
  }
  if (graph.text.includes('"human-input"')) properties.push(['run_id', run, { kind: 'run' }, false]);
  const taken = new Set(properties.map(([name]) => name));
  for (const [control, rules] of inputForm.flatMap((field: InputField) => Object.entries(field))) {
    if (rules.hide === true && rules.required !== true) continue;
    const variable = String(rules.variable);
    const name = taken.has(variable) ? `input_${variable}` : variable;
    const description = parameters[variable] || describedBy(rules, variable);
    const schema = { ...schemaOf(control, rules), ...(description !== '' && { description }) };
    properties.push([name, schema, { kind: 'input', variable, control, rules }, rules.required === true]);
  }
  const required = properties.filter(([, , , isRequired]) => isRequired).map(([name]) => name);
  const canAsk = taken.has('run_id');
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties.map(([name, schema]) => [name, schema])),
      // Who asks what came of a run gives nothing else.
      ...(required.length > 0 && !canAsk && { required }),
      additionalProperties: false,
    },
    uses: new Map(properties.map(([name, , use]) => [name, use])),
  };
}

function describedBy(rules: Rules, variable: string): string {
  const { label, description, hint } = rules;
  const texts = [label === variable ? '' : label, description, hint];
  return texts.filter((text) => typeof text === 'string' && text !== '').join('. ');
}

function schemaOf(control: string, rules: Rules): Rules {
  const preset = rules.default;
  const withDefault = (type: string) => (typeof preset === type && preset !== '' ? { default: preset } : {});
  switch (control) {
    case 'select':
      return { type: 'string', enum: rules.options, ...withDefault('string') };
    case 'number':
      return { type: 'number', ...withDefault('number') };
    case 'checkbox':
      return { type: 'boolean', ...withDefault('boolean') };
    case 'file':
      return fileSchema(rules);
    case 'file-list':
      return {
        type: 'array',
        items: fileSchema(rules),
        ...(typeof rules.max_length === 'number' && { maxItems: rules.max_length }),
      };
    case 'json_object':
      return { type: 'object', ...(isSchema(rules.json_schema) && rules.json_schema) };
    default: {
      const { max_length: length } = rules;
      return {
        type: 'string',
        ...(typeof length === 'number' && length > 0 && { maxLength: length }),
        ...withDefault('string'),
      };
    }
  }
}

/** References in it would be looked for elsewhere: then callers are told that it is an object, and the run checks the rest. */
function isSchema(schema: unknown): schema is Rules {
  return typeof schema === 'object' && schema !== null && !JSON.stringify(schema).includes('"$ref"');
}

function fileSchema(rules: Rules): Rules {
  const kinds = [rules.allowed_file_types, rules.allowed_file_extensions]
    .flat()
    .filter((kind) => typeof kind === 'string');
  return {
    type: 'object',
    properties: {
      url: {
        type: 'string',
        description: `An http or https address, or a data: URL${kinds.length > 0 ? `. Accepted: ${kinds.join(', ')}` : ''}`,
      },
      name: { type: 'string', description: 'File name with extension, where the address has none.' },
    },
    required: ['url'],
    additionalProperties: false,
  };
}
