import type { NodeForm } from '#plugins/node-forms/contract.ts';
import { texts } from './texts/index.ts';

/** What editors show of tool nodes. */
export const form: NodeForm = {
  id: 'tool@2',
  older: ['1'],
  title: 'Tool',
  about: 'Calls a tool: a search, a service, another app.',
  aliases: {
    en: ['tools', 'plugin', 'integration'],
    de: ['werkzeug', 'erweiterung'],
    fr: ['outil', 'extension'],
    es: ['herramienta', 'complemento'],
    zh: ['工具', '插件'],
  },
  group: 'tools',
  icon: 'Wrench',
  colour: 'tool',
  start: {
    provider_type: 'builtin',
    provider_id: '',
    provider_name: '',
    tool_name: '',
    tool_label: '',
    tool_node_version: '2',
    tool_parameters: {},
    tool_configurations: {},
  },
  summary: ['tool_label'],
  fields: [
    { at: '', kind: 'tool', label: 'Tool', required: true },
    { at: 'tool_parameters', kind: 'tool-parameters', of: 'llm', label: 'Inputs' },
    { at: 'tool_configurations', kind: 'tool-parameters', of: 'form', label: 'Settings' },
  ],
  outputs: [
    { name: 'text', type: 'string', about: 'What the tool says' },
    { name: 'files', type: 'array[file]', about: 'Files the tool made' },
    { name: 'json', type: 'array[object]', about: 'What the tool found, as data' },
    { schema_at: 'output_schema' },
  ],
  kept: [
    ...['provider_type', 'provider_id', 'provider_name', 'tool_name', 'tool_label', 'tool_description'],
    ...['tool_node_version', 'credential_id', 'plugin_id', 'plugin_unique_identifier', 'is_team_authorization'],
    ...['paramSchemas', 'params', 'output_schema', 'provider_icon', 'provider_show_name'],
  ],
  texts,
};
