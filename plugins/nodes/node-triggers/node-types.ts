import { type NodeType, type SettingWarning, withDocuments } from '#engine';
import type { JsonSchema } from '#kernel';
import { documents } from './document.ts';
import { scheduleWarnings } from './schedule-warnings.ts';
import { webhookInputs, webhookWarnings } from './webhook-fields.ts';

/*
 * Settings are checked for what would make a node meaningless, and no further: exported documents have some of them
 * emptied (app DSL, export).
 */

const text: JsonSchema = { type: ['string', 'null'] };
const mapping: JsonSchema = { type: ['object', 'null'] };
const settings = (properties: JsonSchema): JsonSchema => ({ type: 'object', properties });

const schedule: JsonSchema = {
  mode: { enum: ['visual', 'cron', '', null] },
  cron_expression: text,
  frequency: text,
  visual_config: mapping,
  timezone: text,
};

const field: JsonSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, type: text, required: { type: ['boolean', 'null'] } },
};
/** A mapping in place of the list is the mistake people make (app DSL, triggers, datasource, knowledge-index). */
const fields: JsonSchema = { type: ['array', 'null'], items: field, maxItems: 200 };

/** Events of plugins come from services that nothing here hears from. */
const nobodyStarts: SettingWarning = {
  field: 'type',
  message:
    'says that an event of a plugin starts the workflow, and nothing here does that: put a webhook in its place, or a start node and call it over the API.',
  isMissing: true,
};

/**
 * The roots besides start (app DSL, triggers, datasource, knowledge-index). Several may stand in one graph; a run names
 * the one it begins at.
 */
export const rootNodeTypes: readonly NodeType[] = withDocuments(documents, [
  {
    id: 'trigger-schedule@1',
    type: 'trigger-schedule',
    version: '1',
    traits: { root: true },
    settings: settings({ ...schedule, config: { anyOf: [{ type: 'null' }, settings(schedule)] } }),
    module: new URL('./trigger.ts', import.meta.url),
    lint: scheduleWarnings,
    inputs: () => [],
  },
  {
    id: 'trigger-webhook@1',
    type: 'trigger-webhook',
    version: '1',
    traits: { root: true },
    settings: settings({
      method: text,
      content_type: text,
      headers: fields,
      params: fields,
      body: fields,
      status_code: { type: ['integer', 'string', 'null'], minimum: 200, maximum: 599 },
      response_body: text,
      timeout: { type: ['number', 'null'], minimum: 0 },
      async_mode: { type: ['boolean', 'null'] },
    }),
    module: new URL('./webhook.ts', import.meta.url),
    lint: webhookWarnings,
    inputs: webhookInputs,
  },
  {
    id: 'trigger-plugin@1',
    type: 'trigger-plugin',
    version: '1',
    traits: { root: true },
    settings: settings({
      plugin_id: text,
      provider_id: text,
      event_name: text,
      subscription_id: text,
      plugin_unique_identifier: text,
      event_parameters: mapping,
    }),
    module: new URL('./trigger.ts', import.meta.url),
    lint: () => [nobodyStarts],
  },
  {
    id: 'datasource@1',
    type: 'datasource',
    version: '1',
    traits: { root: true },
    settings: settings({
      plugin_id: text,
      provider_type: { enum: ['local_file', 'online_document', 'online_drive', 'website_crawl', '', null] },
      provider_name: text,
      datasource_name: text,
      datasource_label: text,
      datasource_parameters: mapping,
      datasource_configurations: mapping,
      fileExtensions: { type: ['array', 'null'], items: { type: 'string' } },
    }),
    module: new URL('./datasource.ts', import.meta.url),
  },
]);
