import {
  type Command,
  type CommandContext,
  confirmed,
  counted,
  identifier,
  positional,
  print,
  printable,
  received,
  routeCommand,
  type Schemas,
  table,
  timeOf,
  UsageError,
} from '#plugins/commands/contract.ts';

const all = '/console/api/datasets';
const one = '/console/api/datasets/{dataset_id}';

const settings = {
  options: {
    indexing_technique: 'technique',
    doc_form: 'form',
    retrieval_model: 'retrieval',
    external_knowledge_api_id: 'external-api',
    external_knowledge_id: 'external-id',
    enable_api: 'api',
    partial_member_list: 'member',
    embedding_model: 'embedding-model PROVIDER/MODEL',
  },
  more: {
    search: {
      type: 'string',
      shown: 'semantic_search|full_text_search|hybrid_search|keyword_search',
      help: 'How it is searched.',
    },
    'top-k': { type: 'string', shown: 'N', help: 'How much is found.' },
    threshold: { type: 'string', shown: '0..1|off', help: 'The score from which on something is found.' },
  },
} as const;

/** Knowledge bases of the workspace. */
export const commands: readonly Command[] = [
  routeCommand('knowledge list', 'GET', all, {
    options: { tag_id: 'tag' },
    isWhole: true,
    table: {
      ID: 'id',
      'SEEN BY': 'permission',
      INDEX: ({ provider, indexing_technique: technique }) =>
        provider === 'external' ? 'external' : (technique ?? '-'),
      DOCUMENTS: ({ available_document_count: available, document_count: count }) => `${available}/${count}`,
      NAME: 'name',
    },
    none: ({ keyword, tag_id: tag }) =>
      keyword === undefined && tag === undefined
        ? 'None yet: weft knowledge create NAME'
        : 'No such knowledge bases: weft knowledge list shows all.',
  }),
  routeCommand('knowledge create', 'POST', all, {
    ...settings,
    takes: { name: 'NAME' },
    without: { embedding_model_provider: 'is said with the model' },
    fill: (context) => ({ ...retrievalOf(context), ...modelOf(context) }),
    say: ({ id, name }) => `${name} is ${id}.`,
  }),
  {
    name: 'knowledge show',
    positionals: ['ID'],
    options: {},
    usage: 'weft knowledge show ID',
    summary: 'show a knowledge base, and the apps that use it',
    async run(context) {
      const params = { path: baseOf(context) };
      const answer = await received(context.client.api.GET(one, { params }));
      const { data: apps } = await received(context.client.api.GET(`${one}/apps`, { params }));
      print(context, { ...answer, apps }, () => [
        ...shown(answer),
        ...apps.map(({ id, name }) => `Used by ${printable(name)} (${id})`),
      ]);
    },
  },
  routeCommand('knowledge edit', 'PATCH', one, {
    ...settings,
    takes: { dataset_id: 'ID' },
    fill: retrievalOf,
    say: ({ name }) => `${name} was changed.`,
  }),
  {
    name: 'knowledge delete',
    positionals: ['ID'],
    options: { yes: { type: 'boolean' } },
    usage: 'weft knowledge delete ID [--yes]',
    summary: 'delete a knowledge base with all its documents; asks before, and names the apps that use it',
    async run(context) {
      const params = { path: baseOf(context) };
      const { name } = await received(context.client.api.GET(one, { params }));
      const { data: apps } = await received(context.client.api.GET(`${one}/apps`, { params }));
      const users =
        apps.length === 0
          ? 'No app uses it.'
          : `Apps that use it find nothing in it any more: ${apps.map((app) => printable(app.name)).join(', ')}.`;
      await confirmed(context, `Delete the knowledge base ${printable(name)} with all its documents? ${users}`);
      await context.client.api.DELETE(one, { params: { ...params, query: { confirm: true } } });
      print(context, { deleted: params.path.dataset_id }, () => ['Deleted.']);
    },
  },
];

/** How it is searched: an object of settings, and single ones beside it. */
function retrievalOf({ options }: CommandContext): { readonly retrieval_model?: Readonly<Record<string, unknown>> } {
  const { search, threshold, retrieval, 'top-k': count } = options;
  const isOff = threshold === 'off';
  const settings = {
    ...(typeof retrieval === 'string' && objectOf(retrieval)),
    ...(search !== undefined && { search_method: search }),
    ...(count !== undefined && { top_k: Number(count) }),
    ...(threshold !== undefined && {
      score_threshold_enabled: !isOff,
      ...(!isOff && { score_threshold: Number(threshold) }),
    }),
  };
  return Object.keys(settings).length === 0 ? {} : { retrieval_model: settings };
}

function objectOf(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Told below.
  }
  throw new UsageError('--retrieval takes a JSON object, as the API shows it under retrieval_model');
}

/** `openai/text-embedding-3-small`; models have slashes in their names, too. */
function modelOf({ options: { 'embedding-model': given } }: CommandContext) {
  if (typeof given !== 'string') return {};
  const at = given.indexOf('/');
  if (at < 1 || at === given.length - 1) throw new UsageError('--embedding-model takes PROVIDER/MODEL');
  return { embedding_model_provider: given.slice(0, at), embedding_model: given.slice(at + 1) };
}

function baseOf(context: CommandContext) {
  return { dataset_id: identifier(positional(context, 0), 'dataset') };
}

function shown(base: Schemas['WholeDataset']): string[] {
  const model = base.embedding_model === null ? '-' : `${base.embedding_model_provider}/${base.embedding_model}`;
  const members =
    base.permission === 'partial_members' ? `, ${counted(base.partial_member_list.length, 'member')}` : '';
  return table([
    ['Name', printable(base.name)],
    ['Description', printable(base.description)],
    ['Seen by', `${base.permission}${members}`],
    ['Made', `${timeOf(base.created_at)} ${printable(base.author_name)}`.trim()],
    ['Index', `${base.indexing_technique ?? 'not said yet'}, ${base.doc_form ?? 'any form'}`],
    ['Embedding', model],
    ['Search', `${String(base.retrieval_model.search_method)}, top ${String(base.retrieval_model.top_k)}`],
    ['Documents', `${base.available_document_count} of ${base.document_count} may be found`],
    ['Tags', base.tags.map(({ name }) => printable(name)).join(', ')],
    ['Keys', base.enable_api ? 'reach it' : 'do not reach it'],
  ]);
}
