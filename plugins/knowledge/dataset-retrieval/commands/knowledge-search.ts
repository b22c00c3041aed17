import {
  type Command,
  type CommandContext,
  identifier,
  positional,
  print,
  queryOf,
  received,
  type Schemas,
  table,
  timeOf,
  UsageError,
} from '#plugins/commands/contract.ts';

const searchPath = '/console/api/datasets/{dataset_id}/hit-testing';
const queriesPath = '/console/api/datasets/{dataset_id}/queries';
const text = { type: 'string' } as const;
const methods = ['semantic_search', 'full_text_search', 'hybrid_search', 'keyword_search'] as const;

type Method = (typeof methods)[number];

/** Searching knowledge bases, and what they were asked. */
export const commands: readonly Command[] = [
  {
    name: 'knowledge search',
    positionals: ['BASE', 'QUERY'],
    options: { method: text, limit: text, threshold: text },
    usage: `weft knowledge search BASE QUERY [--method ${methods.join('|')}] [--limit N] [--threshold 0.5]`,
    summary: 'search a knowledge base, with the scores of each stage; by its own settings unless others are given',
    async run(context) {
      const retrieval = settingsOf(context);
      const body = {
        query: positional(context, 1),
        ...(Object.keys(retrieval).length > 0 && { retrieval_model: retrieval }),
      };
      const params = { path: baseOf(context) };
      const answer = await received(context.client.api.POST(searchPath, { params, body }));
      print(context, answer, () => {
        const rows = [...answer.records.map(recordRow), ...answer.external.map(externalRow)];
        const found = rows.length === 0 ? ['Nothing was found.'] : table([heading, ...rows]);
        return [...found, `${answer.milliseconds.total ?? 0} ms`];
      });
    },
  },
  {
    name: 'knowledge queries',
    positionals: ['BASE'],
    options: { page: text, limit: text },
    usage: 'weft knowledge queries BASE [--page N] [--limit N]',
    summary: 'list what a knowledge base was asked, newest first',
    async run(context) {
      const { page, limit } = context.options;
      const query = queryOf<typeof queriesPath>({ page, limit });
      const answer = await received(context.client.api.GET(queriesPath, { params: { path: baseOf(context), query } }));
      const rows = answer.data.map(({ created_at: at, source, hits, query: asked }) => [
        timeOf(at),
        source,
        String(hits),
        shortened(asked),
      ]);
      print(context, answer, () => [
        ...(rows.length === 0 ? ['Nothing was asked.'] : table([['TIME', 'SOURCE', 'HITS', 'QUERY'], ...rows])),
        ...(answer.has_more ? [`More: --page ${answer.page + 1}`] : []),
      ]);
    },
  },
];

const heading = ['SCORE', 'VECTOR', 'TEXT', 'RERANKED', 'DOCUMENT', 'SEGMENT'];

function baseOf(context: CommandContext): { readonly dataset_id: string } {
  const of = { kind: 'knowledge base', shownBy: 'weft knowledge list' };
  return { dataset_id: identifier(positional(context, 0), of) };
}

function settingsOf({ options: { method, limit, threshold } }: CommandContext) {
  return {
    ...(method !== undefined && { search_method: methodOf(method) }),
    ...(limit !== undefined && { top_k: numberOf(limit, 'limit') }),
    ...(threshold !== undefined && {
      score_threshold_enabled: true,
      score_threshold: numberOf(threshold, 'threshold'),
    }),
  };
}

function methodOf(given: unknown): Method {
  const method = methods.find((known) => known === given);
  if (method === undefined) throw new UsageError(`--method is one of ${methods.join(', ')}`);
  return method;
}

function numberOf(given: unknown, option: string): number {
  const number = Number(given);
  if (typeof given !== 'string' || given.trim() === '' || !Number.isFinite(number))
    throw new UsageError(`--${option} takes a number`);
  return number;
}

function recordRow({ segment, document, score, scores }: Schemas['FoundRecord']): string[] {
  const { vector, text: words, reranked } = scores;
  return [...[score, vector, words, reranked].map(shown), document.name, shortened(segment.content)];
}

function externalRow({ score, title, content }: Schemas['FoundExternally']): string[] {
  return [shown(score), '', '', '', title, shortened(content)];
}

function shown(score: number | null): string {
  return score === null ? '' : score.toFixed(3);
}

function shortened(content: string): string {
  const line = content.replaceAll(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
