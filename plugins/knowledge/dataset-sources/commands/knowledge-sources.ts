import {
  type Command,
  type CommandContext,
  confirmed,
  positional,
  print,
  printable,
  queryOf,
  received,
  type Schemas,
  table,
  timeOf,
  UsageError,
} from '#plugins/commands/contract.ts';
import { baseOf, sourceOf } from './parts/named.ts';

const all = '/console/api/datasets/{dataset_id}/sources';
const single = '/console/api/datasets/{dataset_id}/sources/{source_id}';
const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const texts = { type: 'string', multiple: true } as const;
const settings = {
  name: text,
  include: texts,
  exclude: texts,
  'max-pages': text,
  'max-depth': text,
  delay: text,
  branch: text,
  folder: text,
  host: text,
  token: text,
  refresh: text,
  vanished: text,
} as const;
const settingsUsage =
  '[--name NAME] [--include PATTERN]… [--exclude PATTERN]… [--max-pages N] [--max-depth N] [--delay MS] [--branch NAME] [--folder PATH] [--host github|gitlab|gitea|bitbucket|archive] [--token TOKEN] [--refresh never|hourly|every_6_hours|daily|weekly] [--vanished disable|remove|keep]';

type Source = Schemas['DatasetSource'];

/** Where documents of knowledge bases come from. */
export const commands: readonly Command[] = [
  {
    name: 'knowledge sources list',
    positionals: ['BASE'],
    options: {},
    usage: 'weft knowledge sources list BASE',
    summary: 'list the sources of a knowledge base, with their state and next refresh',
    async run(context) {
      const answer = await received(context.client.api.GET(all, { params: { path: baseOf(context) } }));
      const none = `No sources: weft knowledge sources add ${positional(context, 0)} KIND URL`;
      const heading = ['ID', 'KIND', 'STATE', 'PAGES', 'NEXT', 'NAME'];
      print(context, answer, () => (answer.data.length === 0 ? [none] : table([heading, ...answer.data.map(row)])));
    },
  },
  {
    name: 'knowledge sources add',
    positionals: ['BASE', 'KIND', 'URL'],
    options: { ...settings, technique: text, form: text },
    usage: `weft knowledge sources add BASE web_page|sitemap|website|git URL ${settingsUsage} [--technique high_quality|economy] [--form text_model|hierarchical_model|qa_model]`,
    summary: 'add a source of documents and begin to read it: a page, a sitemap, a site, a git repository',
    async run(context) {
      const { technique, form } = context.options;
      const body = {
        ...settingsOf(context),
        kind: positional(context, 1) as Source['kind'],
        url: positional(context, 2),
        ...(typeof technique === 'string' && { indexing_technique: technique as 'economy' }),
        ...(typeof form === 'string' && { doc_form: form as 'text_model' }),
      };
      const path = baseOf(context);
      const answer = await received(context.client.api.POST(all, { params: { path }, body }));
      const show = `weft knowledge sources show ${path.dataset_id} ${answer.id}`;
      print(context, answer, () => [`Added ${answer.id}; it is being read: ${show}`]);
    },
  },
  {
    name: 'knowledge sources show',
    positionals: ['BASE', 'SOURCE'],
    options: {},
    usage: 'weft knowledge sources show BASE SOURCE',
    summary: 'show a source of a knowledge base, and how far its run is',
    async run(context) {
      const answer = await received(context.client.api.GET(single, { params: { path: sourceOf(context) } }));
      print(context, answer, () => linesOf(answer));
    },
  },
  {
    name: 'knowledge sources change',
    positionals: ['BASE', 'SOURCE'],
    options: { ...settings, url: text, 'no-token': flag },
    usage: `weft knowledge sources change BASE SOURCE [--url URL] [--no-token] ${settingsUsage}`,
    summary: 'change a source; it counts from the next run on',
    async run(context) {
      const { url, 'no-token': noToken } = context.options;
      const body = {
        ...settingsOf(context),
        ...(typeof url === 'string' && { url }),
        ...(noToken === true && { token: null }),
      };
      if (Object.keys(body).length === 0) throw new UsageError('name what changes: --refresh daily');
      await changed(context, body);
    },
  },
  ...(['pause', 'resume'] as const).map(
    (name): Command => ({
      name: `knowledge sources ${name}`,
      positionals: ['BASE', 'SOURCE'],
      options: {},
      usage: `weft knowledge sources ${name} BASE SOURCE`,
      summary: name === 'pause' ? 'refresh a source no more by itself' : 'refresh a source by itself again',
      run: (context) => changed(context, { is_paused: name === 'pause' }),
    }),
  ),
  {
    name: 'knowledge sources refresh',
    positionals: ['BASE', 'SOURCE'],
    options: {},
    usage: 'weft knowledge sources refresh BASE SOURCE',
    summary: 'read a source now; only what has changed is indexed anew',
    async run(context) {
      const request = { params: { path: sourceOf(context) } };
      const answer = await received(context.client.api.POST(`${single}/refresh`, request));
      print(context, answer, () => ['It is being read.']);
    },
  },
  {
    name: 'knowledge sources cancel',
    positionals: ['BASE', 'SOURCE'],
    options: {},
    usage: 'weft knowledge sources cancel BASE SOURCE',
    summary: 'end the run of a source where it is; what it has read stays',
    async run(context) {
      const request = { params: { path: sourceOf(context) } };
      const answer = await received(context.client.api.POST(`${single}/cancel`, request));
      print(context, answer, () => linesOf(answer));
    },
  },
  {
    name: 'knowledge sources pages',
    positionals: ['BASE', 'SOURCE'],
    options: { status: text, page: text, limit: text },
    usage:
      'weft knowledge sources pages BASE SOURCE [--status waiting|added|changed|unchanged|duplicate|excluded|failed|vanished] [--page N] [--limit N]',
    summary: 'list the pages of a source, and what went wrong',
    async run(context) {
      const { status, page, limit } = context.options;
      const query = queryOf<'/console/api/datasets/{dataset_id}/sources/{source_id}/pages'>({ status, page, limit });
      const request = { params: { path: sourceOf(context), query } };
      const answer = await received(context.client.api.GET(`${single}/pages`, request));
      const rows = answer.data.map((of) => [of.status, printable(of.address), printable(of.message ?? '')]);
      print(context, answer, () =>
        rows.length === 0
          ? ['None.']
          : [
              ...table([['STATE', 'ADDRESS', 'WHY'], ...rows]),
              ...(answer.has_more ? [`More: the same with --page ${answer.page + 1}`] : []),
            ],
      );
    },
  },
  {
    name: 'knowledge sources remove',
    positionals: ['BASE', 'SOURCE'],
    options: { 'keep-documents': flag, yes: flag },
    usage: 'weft knowledge sources remove BASE SOURCE [--keep-documents] [--yes]',
    summary: 'delete a source with its documents, or without them; asks before unless --yes is given',
    async run(context) {
      const path = sourceOf(context);
      const keep = context.options['keep-documents'] === true;
      await confirmed(
        context,
        keep ? 'Delete the source, and keep its documents?' : 'Delete the source with its documents?',
      );
      const query = { confirm: true, keep_documents: keep };
      await context.client.api.DELETE(single, { params: { path, query } });
      print(context, { removed: path.source_id }, () => ['Removed.']);
    },
  },
];

async function changed(context: CommandContext, body: object): Promise<void> {
  const request = { params: { path: sourceOf(context) }, body };
  const answer = await received(context.client.api.PATCH(single, request));
  print(context, answer, () => linesOf(answer));
}

/** As they were typed: what is wrong with them, the server says. */
function settingsOf({ options }: CommandContext) {
  const { name, include, exclude, delay, branch, folder, host, token, refresh, vanished } = options;
  return {
    ...(typeof name === 'string' && { name }),
    ...(Array.isArray(include) && { include_paths: [...include] }),
    ...(Array.isArray(exclude) && { exclude_paths: [...exclude] }),
    ...numberOf(options['max-pages'], 'max_pages'),
    ...numberOf(options['max-depth'], 'max_depth'),
    ...numberOf(delay, 'delay_ms'),
    ...(typeof branch === 'string' && { branch }),
    ...(typeof folder === 'string' && { folder }),
    ...(typeof host === 'string' && { host: host as 'github' }),
    ...(typeof token === 'string' && { token }),
    ...(typeof refresh === 'string' && { refresh: refresh as Source['refresh'] }),
    ...(typeof vanished === 'string' && { on_vanished: vanished as Source['on_vanished'] }),
  };
}

function numberOf(given: unknown, name: 'max_pages' | 'max_depth' | 'delay_ms'): { [key in typeof name]?: number } {
  if (typeof given !== 'string') return {};
  if (!/^\d{1,9}$/.test(given)) throw new UsageError(`--${name.replace('_', '-')} takes a number, not '${given}'`);
  return { [name]: Number(given) };
}

function row({ id, kind, status, is_paused: isPaused, pages, next_refresh_at: next, name }: Source): string[] {
  const { added, changed: other, unchanged, failed, waiting } = pages;
  const count = `${added + other + unchanged}${failed > 0 ? `, ${failed} failed` : ''}${waiting > 0 ? `, ${waiting} to go` : ''}`;
  const when = isPaused ? 'paused' : next === null ? '-' : timeOf(next);
  return [id, kind, status, count, when, printable(name)];
}

function linesOf(source: Source): string[] {
  const { added, changed: other, unchanged, skipped, failed, vanished, waiting } = source.pages;
  const pages = `${added} added, ${other} changed, ${unchanged} unchanged, ${skipped} skipped, ${failed} failed, ${vanished} vanished, ${waiting} to go`;
  return [
    `${printable(source.name)}: ${source.kind} ${printable(source.url)}`,
    `State      ${source.status}${source.is_paused ? ', paused' : ''}`,
    `Pages      ${pages}`,
    ...(source.error === null ? [] : [`Error      ${printable(source.error)}`]),
    ...(source.is_incomplete ? ['Incomplete: not all pages were seen; raise --max-pages, or see which failed.'] : []),
    `Refresh    ${source.refresh}${source.next_refresh_at === null ? '' : `, next ${timeOf(source.next_refresh_at)}`}`,
    `Vanished   ${source.on_vanished}`,
  ];
}
