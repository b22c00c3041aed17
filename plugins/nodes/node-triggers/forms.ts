import type { NodeForm } from '#plugins/node-forms/contract.ts';
import { scheduleForm } from './schedule-form.ts';
import { texts } from './texts/index.ts';
import { webhookForm } from './webhook-form.ts';

const pluginEvent: NodeForm = {
  id: 'trigger-plugin@1',
  title: 'Plugin trigger',
  about: 'Begins a run when a plugin reports an event.',
  group: 'triggers',
  icon: 'Zap',
  colour: 'trigger',
  modes: ['workflow'],
  is_retired: true,
  start: { plugin_id: '', provider_id: '', event_name: '', event_parameters: {} },
  summary: ['event_name'],
  fields: [
    {
      at: '',
      kind: 'note',
      label: 'Events of plugins start nothing here. Put a webhook in its place.',
    },
    { at: 'plugin_id', kind: 'text', label: 'Plugin' },
    { at: 'event_name', kind: 'text', label: 'Event' },
    { at: 'event_parameters', kind: 'key-values', form: 'mapping', label: 'Settings' },
  ],
  outputs: [],
  kept: ['provider_id', 'subscription_id', 'plugin_unique_identifier'],
  texts,
};

const datasource: NodeForm = {
  id: 'datasource@1',
  title: 'Data source',
  about: 'Where the documents of a pipeline come from.',
  aliases: {
    en: ['source', 'upload', 'files', 'import'],
    de: ['quelle', 'hochladen', 'dateien'],
    fr: ['source', 'importer', 'fichiers'],
    es: ['fuente', 'subir', 'archivos'],
    zh: ['数据源', '上传', '导入'],
  },
  group: 'triggers',
  icon: 'Folder',
  colour: 'trigger',
  modes: ['rag-pipeline'],
  start: { provider_type: 'local_file', fileExtensions: [], datasource_parameters: {} },
  summary: ['provider_type'],
  fields: [
    {
      at: 'provider_type',
      kind: 'choice',
      label: 'Kind',
      default: 'local_file',
      options: [
        { value: 'local_file', label: 'Files' },
        { value: 'website_crawl', label: 'Website' },
        { value: 'online_document', label: 'Online documents' },
        { value: 'online_drive', label: 'Online drive' },
      ],
    },
    {
      at: 'fileExtensions',
      kind: 'texts',
      label: 'Kinds of files',
      help: 'Extensions without a dot. None: any.',
      when: [{ at: 'provider_type', is: ['local_file'] }],
    },
    {
      at: 'datasource_parameters',
      kind: 'key-values',
      form: 'typed',
      label: 'Settings',
      when: [{ at: 'provider_type', is_not: ['local_file'] }],
    },
  ],
  outputs: [
    { name: 'file', type: 'file', about: 'The file', when: [{ at: 'provider_type', is: ['local_file'] }] },
    { name: 'content', type: 'string', about: 'The text', when: [{ at: 'provider_type', is_not: ['local_file'] }] },
    { name: 'datasource_type', type: 'string', about: 'Kind of the source' },
    { name: 'datasource_info', type: 'object', about: 'What the source says of it' },
  ],
  kept: [
    ...['plugin_id', 'provider_name', 'datasource_name', 'datasource_label', 'datasource_configurations'],
    'plugin_unique_identifier',
  ],
  texts,
};

/** What editors show of roots that no person starts. */
export const forms: readonly NodeForm[] = [scheduleForm, webhookForm, pluginEvent, datasource];
