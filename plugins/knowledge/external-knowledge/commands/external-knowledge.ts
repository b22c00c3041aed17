import {
  type Command,
  type CommandContext,
  confirmed,
  identifier,
  positional,
  print,
  received,
  type Schemas,
  table,
  UsageError,
} from '#plugins/commands/contract.ts';

const all = '/console/api/external-knowledge-apis';
const single = '/console/api/external-knowledge-apis/{id}';
const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const heading = ['ID', 'NAME', 'ENDPOINT', 'KEY'];

/** Services that keep knowledge elsewhere. */
export const commands: readonly Command[] = [
  {
    name: 'knowledge apis list',
    positionals: [],
    options: {},
    usage: 'weft knowledge apis list',
    summary: 'list the external knowledge APIs that knowledge bases can ask',
    async run(context) {
      const answer = await received(context.client.api.GET(all));
      print(context, answer, () =>
        answer.data.length === 0
          ? ['No external knowledge APIs: weft knowledge apis add NAME ENDPOINT --key KEY']
          : table([heading, ...answer.data.map(row)]),
      );
    },
  },
  {
    name: 'knowledge apis add',
    positionals: ['NAME', 'ENDPOINT'],
    options: { key: text },
    usage: 'weft knowledge apis add NAME ENDPOINT --key KEY',
    summary: 'add an external knowledge API, which is asked at ENDPOINT/retrieval',
    async run(context) {
      const { key } = context.options;
      if (typeof key !== 'string') throw new UsageError('--key KEY: what the API wants as its bearer token');
      const body = { name: positional(context, 0), endpoint: positional(context, 1), api_key: key };
      const answer = await received(context.client.api.POST(all, { body }));
      print(context, answer, () => [`Added ${answer.id}.`, `weft knowledge apis test ${answer.id} KNOWLEDGE QUERY`]);
    },
  },
  {
    name: 'knowledge apis show',
    positionals: ['ID'],
    options: {},
    usage: 'weft knowledge apis show ID',
    summary: 'show an external knowledge API, and the knowledge bases that ask it',
    async run(context) {
      const answer = await received(context.client.api.GET(single, { params: { path: apiOf(context) } }));
      print(context, answer, () => [
        ...table([heading, row(answer)]),
        ...answer.used_by.map(({ id, name }) => `Asked by ${name} (${id})`),
      ]);
    },
  },
  {
    name: 'knowledge apis change',
    positionals: ['ID'],
    options: { name: text, endpoint: text, key: text },
    usage: 'weft knowledge apis change ID [--name NAME] [--endpoint ENDPOINT] [--key KEY]',
    summary: 'change an external knowledge API; an endpoint on another server needs its key',
    async run(context) {
      const { name, endpoint, key } = context.options;
      const body = {
        ...(typeof name === 'string' && { name }),
        ...(typeof endpoint === 'string' && { endpoint }),
        ...(typeof key === 'string' && { api_key: key }),
      };
      if (Object.keys(body).length === 0) throw new UsageError('name what changes: --name, --endpoint or --key');
      const answer = await received(context.client.api.PATCH(single, { params: { path: apiOf(context) }, body }));
      print(context, answer, () => table([heading, row(answer)]));
    },
  },
  {
    name: 'knowledge apis remove',
    positionals: ['ID'],
    options: { force: flag, yes: flag },
    usage: 'weft knowledge apis remove ID [--force] [--yes]',
    summary:
      'delete an external knowledge API; one that bases ask only with --force. Asks before unless --yes is given',
    async run(context) {
      const path = apiOf(context);
      await confirmed(context, 'Delete the external knowledge API, with its key?');
      const query = { confirm: context.options.force === true };
      await context.client.api.DELETE(single, { params: { path, query } });
      print(context, { removed: path.id }, () => ['Removed.']);
    },
  },
  {
    name: 'knowledge apis test',
    positionals: ['ID', 'KNOWLEDGE', 'QUERY'],
    options: {},
    usage: 'weft knowledge apis test ID KNOWLEDGE QUERY',
    summary: 'ask an external knowledge API a question, to try it; KNOWLEDGE is its own name of what is asked',
    async run(context) {
      const body = { knowledge_id: positional(context, 1), query: positional(context, 2), top_k: 4 };
      const request = { params: { path: apiOf(context) }, body };
      const { records } = await received(context.client.api.POST(`${single}/test`, request));
      const rows = records.map(({ score, title, content }) => [score.toFixed(3), title, shortened(content)]);
      print(context, { records }, () =>
        rows.length === 0 ? ['It found nothing.'] : table([['SCORE', 'TITLE', 'CONTENT'], ...rows]),
      );
    },
  },
];

function apiOf(context: CommandContext): { readonly id: string } {
  const of = { kind: 'external knowledge API', shownBy: 'weft knowledge apis list' };
  return { id: identifier(positional(context, 0), of) };
}

function row({ id, name, endpoint, api_key: key }: Schemas['ExternalKnowledgeApi']): string[] {
  return [id, name, endpoint, key];
}

function shortened(content: string): string {
  const line = content.replaceAll(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
