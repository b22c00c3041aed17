import { resolve } from 'node:path';
import {
  type Command,
  type CommandContext,
  counted,
  pairs,
  pairsOption,
  positional,
  print,
  printable,
  received,
  routeCommand,
  type Schemas,
  saved,
  table,
  timeOf,
  UsageError,
} from '#plugins/commands/contract.ts';
import { also, baseOf, documentOf, selectedDocuments } from './parts/place-of.ts';
import { filesAt, formOf, inForms } from './parts/sent-files.ts';
import { embeddingOf, settingOptions, settingsOf, settingsUsage } from './parts/settings-of.ts';

const all = '/console/api/datasets/{dataset_id}/documents';
const one = '/console/api/datasets/{dataset_id}/documents/{document_id}';
const takes = { dataset_id: 'BASE', document_id: 'DOCUMENT' };

type Item = Schemas['KnowledgeDocument'];

/** What is done with documents, and how it is told. */
const actions = [
  ['enable', 'enable', 'let documents be found again'],
  ['disable', 'disable', 'keep documents from being found, from the next search on'],
  ['archive', 'archive', 'put documents aside: they are neither found nor changed'],
  ['unarchive', 'un_archive', 'take documents out of the archive'],
  ['pause', 'pause', 'pause the work on documents'],
  ['resume', 'resume', 'go on with paused documents, where they were'],
  ['retry', 'retry', 'try again to index documents that failed'],
] as const;

const several = {
  takes: { dataset_id: 'BASE', selected: 'DOCUMENT' },
  read: { selected: (_typed: string, context: CommandContext) => selectedDocuments(context) },
  more: also('DOCUMENT'),
} as const;

/** Documents of knowledge bases. */
export const commands: readonly Command[] = [
  routeCommand('knowledge documents list', 'GET', all, {
    takes: { dataset_id: 'BASE' },
    isWhole: true,
    table: { ID: 'id', STATUS: shownStatus, SEGMENTS: 'segment_count', NAME: 'name' },
    none: ({ keyword, status }) =>
      keyword === undefined && status === undefined
        ? 'None yet: weft knowledge documents add BASE PATH'
        : 'No such documents.',
  }),
  routeCommand('knowledge documents show', 'GET', one, { takes, say: shown }),
  {
    name: 'knowledge documents add',
    positionals: ['BASE', 'PATH'],
    options: settingOptions,
    usage: `weft knowledge documents add BASE PATH ${settingsUsage}`,
    summary: 'add a file, or the files of a folder; says which could not be read',
    async run(context) {
      const files = await filesAt(resolve(context.terminal.directory, positional(context, 1)));
      const params = { path: baseOf(context) };
      const batches: Schemas['UploadedDocuments'][] = [];
      for (const part of inForms(files)) {
        const form = await formOf(part, settingsOf(context));
        const sent = { params, body: {} as never, bodySerializer: () => form };
        batches.push(await received(context.client.api.POST(all, sent)));
      }
      const added = batches.flatMap(({ data }) => data);
      const refused = batches.flatMap((batch) => batch.refused);
      print(context, { batches: batches.map(({ batch }) => batch), data: added, refused }, () => [
        ...added.map(({ id, name }) => `${printable(name)} is ${id}.`),
        ...refused.map(({ message }) => `Not added: ${printable(message)}`),
        ...batches.map(({ batch }) => `Progress: weft knowledge documents progress ${params.path.dataset_id} ${batch}`),
      ]);
    },
  },
  routeCommand('knowledge documents write', 'POST', `${all}/texts`, {
    takes: { dataset_id: 'BASE', name: 'NAME', text: 'TEXT' },
    options: {
      process_rule: 'rule',
      doc_form: 'form',
      indexing_technique: 'technique',
      doc_language: 'language',
      embedding_model: 'embedding-model PROVIDER/MODEL',
    },
    without: { embedding_model_provider: 'is said with the model' },
    fill: ({ options: { 'embedding-model': model } }) => (typeof model === 'string' ? embeddingOf(model) : {}),
    say: ({ data }) => data.map(({ id, name }) => `${name} is ${id}.`),
  }),
  routeCommand('knowledge documents rename', 'PATCH', one, {
    takes: { ...takes, name: 'NAME' },
    say: ({ name }) => `The document is ${name}.`,
  }),
  ...actions.map(([word, action, summary]) =>
    routeCommand(`knowledge documents ${word}`, 'POST', `${all}/status`, {
      ...several,
      summary,
      fixed: { action },
      json: { [action]: 'selected' },
      say: 'Done.',
    }),
  ),
  routeCommand('knowledge documents delete', 'POST', `${all}/delete`, {
    ...several,
    confirm: ({ selected }) =>
      `Delete ${counted((selected as readonly string[]).length, 'document')} with all segments?`,
    json: { deleted: 'selected' },
    say: 'Deleted.',
  }),
  {
    name: 'knowledge documents set',
    positionals: ['BASE', 'DOCUMENT'],
    options: { also: { type: 'string', multiple: true }, value: pairsOption, only: { type: 'boolean' } },
    usage: 'weft knowledge documents set BASE DOCUMENT --value FIELD=VALUE… [--also DOCUMENT]… [--only]',
    summary:
      'set metadata of documents: FIELD is the name or the id of a field, FIELD= removes its value; --only: other values go',
    async run(context) {
      const values = await valuesOf(context);
      const isPartial = context.options.only !== true;
      const changes = selectedDocuments(context).map((document) => ({ document, values, partial: isPartial }));
      await context.client.api.POST(`${all}/metadata`, { params: { path: baseOf(context) }, body: { changes } });
      print(context, { changed: changes.map(({ document }) => document) }, () => ['Done.']);
    },
  },
  {
    name: 'knowledge documents download',
    positionals: ['BASE', 'DOCUMENT', 'FILE'],
    options: {},
    usage: 'weft knowledge documents download BASE DOCUMENT FILE',
    summary: 'write the content of a document to a new file',
    async run(context) {
      const { url } = await received(
        context.client.api.GET(`${one}/download`, { params: { path: documentOf(context) } }),
      );
      const address = new URL(url);
      const [workspace = '', dataset = '', document = ''] = address.pathname.split('/').slice(-3);
      const path = { workspace_id: workspace, dataset_id: dataset, document_id: document };
      const params = { path, query: Object.fromEntries(address.searchParams) };
      const { data } = await context.client.api.GET('/files/documents/{workspace_id}/{dataset_id}/{document_id}', {
        params,
        parseAs: 'stream',
      });
      await saved(context, positional(context, 2), data);
    },
  },
  routeCommand('knowledge documents progress', 'GET', '/console/api/datasets/{dataset_id}/batches/{batch}', {
    takes: { dataset_id: 'BASE', batch: 'BATCH' },
    say: (answer) => [
      ...table(answer.data.map((item) => [item.id, shownStatus(item), item.name, item.error ?? ''])),
      `${answer.completed_segments} of ${counted(answer.total_segments, 'segment')}${leftOf(answer.seconds_left)}.`,
    ],
  }),
];

function leftOf(seconds: number | null): string {
  return seconds === null ? '' : `, about ${Math.ceil(seconds)} s left`;
}

/** Fields by their ids, which are found by their names. */
async function valuesOf(context: CommandContext): Promise<Record<string, string | null>> {
  const given = pairs(context.options.value, 'value');
  if (Object.keys(given).length === 0) throw new UsageError('--value takes FIELD=VALUE: what is to be set');
  const params = { path: baseOf(context) };
  const { data } = await received(context.client.api.GET('/console/api/datasets/{dataset_id}/fields', { params }));
  const entries = Object.entries(given).map(([name, value]) => {
    const field = data.find((each) => each.id === name.toLowerCase() || each.name === name);
    if (field === undefined) {
      throw new UsageError(`the base has no field '${printable(name)}': weft knowledge fields list BASE shows them`);
    }
    return [field.id, value === '' ? null : value] as const;
  });
  return Object.fromEntries(entries);
}

function shownStatus(item: Item): string {
  const isMoving = item.display_status === 'indexing' && item.total_segments > 0;
  return isMoving ? `indexing ${item.completed_segments}/${item.total_segments}` : item.display_status;
}

function shown(item: Schemas['WholeKnowledgeDocument']): readonly string[] {
  return [
    `${item.name} (${item.id})`,
    `Status: ${shownStatus(item)}${item.error === null ? '' : `: ${item.error}`}`,
    `Added: ${timeOf(item.created_at)} by ${item.uploader_name || 'a key'}, batch ${item.batch}`,
    `Content: ${item.size} bytes of ${item.mime_type}`,
    `Cut into ${counted(item.segment_count, 'segment')} (${item.doc_form}, ${item.process_rule.mode}): ${counted(item.word_count, 'character')}, ${counted(item.tokens, 'token')}, found ${counted(item.hit_count, 'time')}`,
    ...item.metadata.map(({ name, value }) => `${name}: ${String(value)}`),
  ];
}
