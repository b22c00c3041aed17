import {
  type Command,
  type CommandContext,
  confirmed,
  counted,
  positional,
  print,
  printable,
  received,
  type Schemas,
  table,
  timeOf,
  UsageError,
} from '#plugins/commands/contract.ts';
import { baseOf } from './parts/base-of.ts';

const all = '/console/api/datasets';
const one = '/console/api/datasets/{dataset_id}';
const text = { type: 'string' } as const;
const settings = {
  description: text,
  permission: text,
  technique: text,
  form: text,
  search: text,
  'top-k': text,
  threshold: text,
  retrieval: text,
  'external-api': text,
  'external-id': text,
} as const;
const settingsUsage =
  '[--description TEXT] [--permission only_me|all_team_members|partial_members] [--technique high_quality|economy] [--form text_model|hierarchical_model|qa_model] [--search semantic_search|full_text_search|hybrid_search|keyword_search] [--top-k N] [--threshold 0..1|off] [--retrieval JSON] [--external-api ID --external-id NAME]';

type Base = Schemas['Dataset'];
/** What is wrong with values, the server says: they are sent as they were typed. */
interface Settings {
  readonly description?: string;
}

/** Knowledge bases of the workspace. */
export const commands: readonly Command[] = [
  {
    name: 'knowledge list',
    positionals: [],
    options: { keyword: text, tag: { type: 'string', multiple: true } },
    usage: 'weft knowledge list [--keyword PART] [--tag TAG]…',
    summary: 'list knowledge bases, newest first (TAG is the id of a tag)',
    async run(context) {
      const found = await allBases(context);
      const isFiltered = context.options.keyword !== undefined || context.options.tag !== undefined;
      const rows = found.map((base) => [
        base.id,
        base.permission,
        base.provider === 'external' ? 'external' : (base.indexing_technique ?? '-'),
        `${base.available_document_count}/${base.document_count}`,
        printable(base.name),
      ]);
      const none = isFiltered
        ? 'No such knowledge bases: weft knowledge list shows all.'
        : 'None yet: weft knowledge create NAME';
      print(context, { data: found }, () =>
        rows.length === 0 ? [none] : table([['ID', 'SEEN BY', 'INDEX', 'DOCUMENTS', 'NAME'], ...rows]),
      );
    },
  },
  {
    name: 'knowledge create',
    positionals: ['NAME'],
    options: { ...settings, 'embedding-model': text },
    usage: `weft knowledge create NAME ${settingsUsage} [--embedding-model PROVIDER/MODEL]`,
    summary: 'create a knowledge base; what is left out is said by its first document',
    async run(context) {
      const embedding = context.options['embedding-model'];
      const body = {
        ...settingsOf(context),
        name: positional(context, 0),
        ...(typeof embedding === 'string' && modelOf(embedding)),
      };
      const answer = await received(context.client.api.POST(all, { body }));
      print(context, answer, () => [`${printable(answer.name)} is ${answer.id}.`]);
    },
  },
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
  {
    name: 'knowledge edit',
    positionals: ['ID'],
    options: { ...settings, name: text, member: { type: 'string', multiple: true }, api: text },
    usage: `weft knowledge edit ID [--name NAME] ${settingsUsage} [--member ACCOUNT]… [--api on|off]`,
    summary:
      'change a knowledge base; --member names those who may see it with the permission partial_members, --api whether keys reach it',
    async run(context) {
      const { name, member, api } = context.options;
      if (api !== undefined && api !== 'on' && api !== 'off') throw new UsageError('--api takes on or off');
      const body = {
        ...settingsOf(context),
        ...(typeof name === 'string' && { name }),
        ...(Array.isArray(member) && { partial_member_list: member }),
        ...(api !== undefined && { enable_api: api === 'on' }),
      };
      if (Object.keys(body).length === 0) throw new UsageError('say what to change: --name, --permission, --top-k …');
      const answer = await received(context.client.api.PATCH(one, { params: { path: baseOf(context) }, body }));
      print(context, answer, () => [`${printable(answer.name)} was changed.`]);
    },
  },
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

async function allBases(context: CommandContext): Promise<Base[]> {
  const { keyword, tag } = context.options;
  const found: Base[] = [];
  for (let page = 1, hasMore = true; hasMore; page += 1) {
    const query = {
      page,
      limit: 100,
      ...(typeof keyword === 'string' && { keyword }),
      ...(Array.isArray(tag) && { tag_id: [...tag] }),
    };
    const answer = await received(context.client.api.GET(all, { params: { query } }));
    found.push(...answer.data);
    hasMore = answer.has_more && answer.data.length > 0;
  }
  return found;
}

function settingsOf({ options }: CommandContext): Settings {
  const retrieval = retrievalOf(options);
  const { description, permission, technique, form } = options;
  return {
    ...(typeof description === 'string' && { description }),
    ...(permission !== undefined && { permission }),
    ...(technique !== undefined && { indexing_technique: technique }),
    ...(form !== undefined && { doc_form: form }),
    ...(options['external-api'] !== undefined && { external_knowledge_api_id: options['external-api'] }),
    ...(options['external-id'] !== undefined && { external_knowledge_id: options['external-id'] }),
    ...(Object.keys(retrieval).length > 0 && { retrieval_model: retrieval }),
  };
}

function retrievalOf(options: CommandContext['options']): Readonly<Record<string, unknown>> {
  const { search, threshold, retrieval } = options;
  const isOff = threshold === 'off';
  return {
    ...(typeof retrieval === 'string' && objectOf(retrieval)),
    ...(search !== undefined && { search_method: search }),
    ...(options['top-k'] !== undefined && { top_k: Number(options['top-k']) }),
    ...(threshold !== undefined && {
      score_threshold_enabled: !isOff,
      ...(!isOff && { score_threshold: Number(threshold) }),
    }),
  };
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
function modelOf(given: string) {
  const at = given.indexOf('/');
  if (at < 1 || at === given.length - 1) throw new UsageError('--embedding-model takes PROVIDER/MODEL');
  return { embedding_model_provider: given.slice(0, at), embedding_model: given.slice(at + 1) };
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
