import { resolve } from 'node:path';
import {
  type Command,
  type CommandContext,
  confirmed,
  counted,
  pairs,
  pairsOption,
  positional,
  print,
  printable,
  received,
  type Schemas,
  saved,
  table,
  timeOf,
  UsageError,
} from '#plugins/commands/contract.ts';
import { alsoOption, baseOf, documentOf, everyPage, selectedDocuments } from './parts/place-of.ts';
import { filesAt, formOf, inForms } from './parts/sent-files.ts';
import { settingOptions, settingsOf, settingsUsage } from './parts/settings-of.ts';

const all = '/console/api/datasets/{dataset_id}/documents';
const one = '/console/api/datasets/{dataset_id}/documents/{document_id}';
const text = { type: 'string' } as const;

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

/** Documents of knowledge bases. */
export const commands: readonly Command[] = [
  {
    name: 'knowledge documents list',
    positionals: ['BASE'],
    options: { keyword: text, status: text },
    usage:
      'weft knowledge documents list BASE [--keyword PART] [--status queuing|paused|indexing|error|available|disabled|archived]',
    summary: 'list documents of a knowledge base, newest first',
    async run(context) {
      const { keyword, status } = context.options;
      const more = { keyword, status } as { keyword?: string; status?: Item['display_status'] };
      const path = baseOf(context);
      const found = await everyPage((page) =>
        received(context.client.api.GET(all, { params: { path, query: { ...page, ...more } } })),
      );
      const rows = found.map((item) => [item.id, shownStatus(item), String(item.segment_count), printable(item.name)]);
      const none =
        keyword === undefined && status === undefined
          ? 'None yet: weft knowledge documents add BASE PATH'
          : 'No such documents.';
      print(context, { data: found }, () =>
        rows.length === 0 ? [none] : table([['ID', 'STATUS', 'SEGMENTS', 'NAME'], ...rows]),
      );
    },
  },
  {
    name: 'knowledge documents show',
    positionals: ['BASE', 'DOCUMENT'],
    options: {},
    usage: 'weft knowledge documents show BASE DOCUMENT',
    summary: 'show a document: what became of it, and how it was cut',
    async run(context) {
      const answer = await received(context.client.api.GET(one, { params: { path: documentOf(context) } }));
      print(context, answer, () => shown(answer));
    },
  },
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
  {
    name: 'knowledge documents write',
    positionals: ['BASE', 'NAME', 'TEXT'],
    options: settingOptions,
    usage: `weft knowledge documents write BASE NAME TEXT ${settingsUsage}`,
    summary: 'add a text as a document',
    async run(context) {
      const [name, content] = [positional(context, 1), positional(context, 2)];
      const body = { ...settingsOf(context), name, text: content };
      const answer = await received(
        context.client.api.POST(`${all}/texts`, { params: { path: baseOf(context) }, body }),
      );
      print(context, answer, () => answer.data.map(({ id, name }) => `${printable(name)} is ${id}.`));
    },
  },
  {
    name: 'knowledge documents rename',
    positionals: ['BASE', 'DOCUMENT', 'NAME'],
    options: {},
    usage: 'weft knowledge documents rename BASE DOCUMENT NAME',
    summary: 'rename a document',
    async run(context) {
      const body = { name: positional(context, 2) };
      const answer = await received(context.client.api.PATCH(one, { params: { path: documentOf(context) }, body }));
      print(context, answer, () => [`The document is ${printable(answer.name)}.`]);
    },
  },
  ...actions.map(
    ([word, action, summary]): Command => ({
      name: `knowledge documents ${word}`,
      positionals: ['BASE', 'DOCUMENT'],
      options: alsoOption,
      usage: `weft knowledge documents ${word} BASE DOCUMENT [--also DOCUMENT]…`,
      summary,
      async run(context) {
        const selected = selectedDocuments(context);
        const params = { path: baseOf(context) };
        await context.client.api.POST(`${all}/status`, { params, body: { selected, action } });
        print(context, { [action]: selected }, () => ['Done.']);
      },
    }),
  ),
  {
    name: 'knowledge documents delete',
    positionals: ['BASE', 'DOCUMENT'],
    options: { ...alsoOption, yes: { type: 'boolean' } },
    usage: 'weft knowledge documents delete BASE DOCUMENT [--also DOCUMENT]… [--yes]',
    summary: 'delete documents with all that was made of them; asks before unless --yes is given',
    async run(context) {
      const selected = selectedDocuments(context);
      const params = { path: baseOf(context) };
      await confirmed(context, `Delete ${counted(selected.length, 'document')} with all segments?`);
      await context.client.api.POST(`${all}/delete`, { params, body: { selected } });
      print(context, { deleted: selected }, () => ['Deleted.']);
    },
  },
  ...besides(),
];

function besides(): Command[] {
  return [
    {
      name: 'knowledge documents set',
      positionals: ['BASE', 'DOCUMENT'],
      options: { ...alsoOption, value: pairsOption, only: { type: 'boolean' } },
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
    {
      name: 'knowledge documents progress',
      positionals: ['BASE', 'BATCH'],
      options: {},
      usage: 'weft knowledge documents progress BASE BATCH',
      summary: 'show how far documents are that were added together',
      async run(context) {
        const path = { ...baseOf(context), batch: positional(context, 1) };
        const answer = await received(
          context.client.api.GET('/console/api/datasets/{dataset_id}/batches/{batch}', { params: { path } }),
        );
        const left = answer.seconds_left === null ? '' : `, about ${Math.ceil(answer.seconds_left)} s left`;
        print(context, answer, () => [
          ...table(answer.data.map((item) => [item.id, shownStatus(item), printable(item.name), item.error ?? ''])),
          `${answer.completed_segments} of ${counted(answer.total_segments, 'segment')}${left}.`,
        ]);
      },
    },
  ];
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
    `${printable(item.name)} (${item.id})`,
    `Status: ${shownStatus(item)}${item.error === null ? '' : `: ${printable(item.error)}`}`,
    `Added: ${timeOf(item.created_at)} by ${printable(item.uploader_name || 'a key')}, batch ${item.batch}`,
    `Content: ${item.size} bytes of ${item.mime_type}`,
    `Cut into ${counted(item.segment_count, 'segment')} (${item.doc_form}, ${item.process_rule.mode}): ${counted(item.word_count, 'character')}, ${counted(item.tokens, 'token')}, found ${counted(item.hit_count, 'time')}`,
    ...item.metadata.map(({ name, value }) => `${printable(name)}: ${printable(String(value))}`),
  ];
}
