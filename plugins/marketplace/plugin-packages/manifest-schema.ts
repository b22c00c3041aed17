import type { JsonSchema } from '#kernel';
import { MODEL_TYPES } from '#plugins/models/contract.ts';
import { PACKAGE_CATEGORIES, PACKAGE_EVENTS, PACKAGE_KINDS } from './manifest.ts';

/** Text that is shown: one line, without what turns the direction of writing or hides. */
const line = (most: number) => ({
  ...{ type: 'string', minLength: 1, maxLength: most },
  pattern: '^[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]*$',
});
/** Names in code and documents; `__proto__` and its like are refused besides. */
const name = (pattern: string) => ({
  type: 'string',
  pattern,
  not: { enum: ['__proto__', 'constructor', 'prototype'] },
});
const toolName = name('^[A-Za-z0-9_-]{1,64}$');
const id = name('^[a-z0-9][a-z0-9_-]{0,63}$');
const list = (items: JsonSchema, maxItems: number) => ({ type: 'array', items, maxItems, uniqueItems: true });
const closed = (properties: JsonSchema, required: readonly string[] = []) => ({
  ...{ type: 'object', additionalProperties: false, properties, required },
});
const pluginId = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}/[A-Za-z0-9_.-]{1,64}$' };

/** A form of texts: nothing in it refers to anything. */
const form = {
  type: 'object',
  additionalProperties: false,
  required: ['type', 'properties'],
  properties: {
    type: { const: 'object' },
    additionalProperties: { const: false },
    required: list({ type: 'string' }, 40),
    properties: {
      type: 'object',
      maxProperties: 40,
      propertyNames: name('^[a-z][a-z0-9_]{0,63}$'),
      additionalProperties: closed(
        {
          type: { const: 'string' },
          title: line(80),
          description: line(500),
          placeholder: line(200),
          enum: list(line(200), 100),
          default: line(1000),
          format: { enum: ['uri', 'json', 'text', 'model-prices'] },
          minLength: { type: 'integer', minimum: 0, maximum: 10_000 },
          maxLength: { type: 'integer', minimum: 0, maximum: 10_000 },
          secret: { type: 'boolean' },
        },
        ['type'],
      ),
    },
  },
};

const injection = closed(
  {
    origin: { type: 'string', maxLength: 300 },
    header: { type: 'string', pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$" },
    query: { type: 'string', pattern: '^[A-Za-z0-9._~-]{1,100}$' },
    value: line(500),
  },
  ['origin', 'value'],
);

const parameter = closed(
  {
    name: name('^[A-Za-z_][A-Za-z0-9_-]{0,63}$'),
    type: { enum: ['string', 'secret-input', 'select', 'number', 'boolean', 'object', 'array', 'file', 'files'] },
    form: { enum: ['llm', 'form'] },
    label: line(80),
    description: { type: 'string', maxLength: 2000 },
    required: { type: 'boolean' },
    default: {},
    options: list(line(200), 200),
    schema: { type: 'object' },
  },
  ['name', 'type', 'form', 'description'],
);

const tool = closed(
  {
    name: toolName,
    title: line(80),
    about: { type: 'string', minLength: 1, maxLength: 4000 },
    provider: id,
    aliases: list(toolName, 20),
    parameters: list(parameter, 60),
    output: { type: 'object' },
    sideEffects: { type: 'boolean' },
    timeoutSeconds: { type: 'integer', minimum: 1, maximum: 120 },
  },
  ['name', 'title', 'about', 'parameters'],
);

/** A model, as the catalogue describes it (plugins/models/models/model-description.ts). */
const model = {
  type: 'object',
  required: ['name', 'type'],
  properties: {
    name: line(200),
    type: { enum: MODEL_TYPES },
    contextSize: { type: 'integer', minimum: 1, maximum: 100_000_000 },
    maxOutput: { type: 'integer', minimum: 1, maximum: 100_000_000 },
    dimensions: { type: 'integer', minimum: 1, maximum: 65_536 },
    maxBatch: { type: 'integer', minimum: 1, maximum: 10_000 },
    maxTokens: { type: 'integer', minimum: 1, maximum: 100_000_000 },
    features: list(
      {
        enum: [
          ...['vision', 'audio', 'video', 'document', 'tool-call', 'structured-output', 'reasoning', 'multimodal'],
        ],
      },
      8,
    ),
    price: {
      type: 'object',
      required: ['prompt', 'completion', 'unit', 'currency'],
      properties: {
        prompt: { type: 'string', pattern: '^\\d{1,9}(\\.\\d{1,12})?$' },
        completion: { type: 'string', pattern: '^\\d{1,9}(\\.\\d{1,12})?$' },
        unit: { type: 'string', pattern: '^\\d{1,9}(\\.\\d{1,12})?$' },
        currency: { type: 'string', pattern: '^[A-Z]{3}$' },
      },
    },
    voices: list(closed({ id: line(100), label: line(100) }, ['id', 'label']), 100),
    parameters: list({ type: 'object', required: ['name', 'label', 'type'] }, 60),
  },
};

const provider = closed(
  {
    id,
    title: line(80),
    aliases: list({ type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}(/[A-Za-z0-9_.-]{1,64}){0,2}$' }, 20),
    types: { ...list({ enum: MODEL_TYPES }, 6), minItems: 1 },
    models: { type: 'array', items: model, maxItems: 1000 },
    openCatalogue: { type: 'boolean' },
    credentials: form,
    inject: list(injection, 20),
    keyless: { type: 'boolean' },
  },
  ['id', 'title', 'types', 'models', 'credentials'],
);

const permissions = closed({
  network: list({ type: 'string', maxLength: 300 }, 40),
  storage: { type: 'integer', minimum: 1, maximum: 10 * 1024 * 1024 },
  models: list({ enum: MODEL_TYPES }, 6),
  memoryMb: { type: 'integer', minimum: 16, maximum: 256 },
  timeMs: { type: 'integer', minimum: 100, maximum: 120_000 },
});

/** The schema of `weft` in a package.json. */
export const manifestSchema = closed(
  {
    api: { const: 1 },
    kind: { enum: PACKAGE_KINDS },
    title: line(80),
    about: line(300),
    icon: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9-]{0,40}$' },
    categories: list({ enum: PACKAGE_CATEGORIES }, 5),
    entry: { type: 'string', maxLength: 300 },
    runtime: { enum: ['sandbox', 'node'] },
    aliases: list(pluginId, 20),
    tools: list(tool, 200),
    providers: list(provider, 20),
    endpoint: closed({ about: line(300), methods: list({ enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] }, 5) }, [
      'about',
    ]),
    events: list({ enum: PACKAGE_EVENTS }, 4),
    settings: form,
    inject: list(injection, 20),
    permissions,
    packages: { type: 'object', maxProperties: 50, additionalProperties: { type: 'string', maxLength: 100 } },
  },
  ['api', 'kind', 'title'],
);

/** What package.json says itself. Other keys are npm's. */
export const packageSchema = {
  type: 'object',
  required: ['name', 'version', 'weft'],
  properties: {
    name: { type: 'string', maxLength: 214, pattern: '^(@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*$' },
    version: { type: 'string', maxLength: 100 },
    description: { type: 'string', maxLength: 5000 },
    license: { type: 'string', maxLength: 200 },
    dependencies: { type: 'object', maxProperties: 0 },
    optionalDependencies: { type: 'object', maxProperties: 0 },
    weft: { type: 'object' },
  },
};
