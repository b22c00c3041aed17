import {
  type Command,
  type CommandContext,
  routeCommand,
  type Schemas,
  table,
  timeOf,
  UsageError,
} from '#plugins/commands/contract.ts';

const methods = ['semantic_search', 'full_text_search', 'hybrid_search', 'keyword_search'];
const heading = ['SCORE', 'VECTOR', 'TEXT', 'RERANKED', 'DOCUMENT', 'SEGMENT'];

/** Searching knowledge bases, and what they were asked. */
export const commands: readonly Command[] = [
  routeCommand('knowledge search', 'POST', '/console/api/datasets/{dataset_id}/hit-testing', {
    summary: 'search a knowledge base, with the scores of each stage; by its own settings unless others are given',
    takes: { dataset_id: 'BASE', query: 'QUERY' },
    without: { retrieval_model: 'is made of --method, --limit and --threshold' },
    more: {
      method: { type: 'string', shown: methods.join('|'), help: 'How it is searched.' },
      limit: { type: 'string', shown: 'N', help: 'How much is found.' },
      threshold: { type: 'string', shown: '0..1', help: 'The score from which on something is found.' },
    },
    fill: ({ options }) => settingsOf(options),
    say({ records, external, milliseconds }) {
      const rows = [...records.map(recordRow), ...external.map(externalRow)];
      const found = rows.length === 0 ? ['Nothing was found.'] : table([heading, ...rows]);
      return [...found, `${milliseconds.total ?? 0} ms`];
    },
  }),
  routeCommand('knowledge queries', 'GET', '/console/api/datasets/{dataset_id}/queries', {
    takes: { dataset_id: 'BASE' },
    table: {
      TIME: ({ created_at: at }) => timeOf(at),
      SOURCE: 'source',
      HITS: 'hits',
      QUERY: ({ query }) => shortened(query),
    },
    none: 'Nothing was asked.',
  }),
];

function settingsOf({ method, limit, threshold }: CommandContext['options']) {
  if (method !== undefined && !methods.some((known) => known === method))
    throw new UsageError(`--method is one of ${methods.join(', ')}`);
  const settings = {
    ...(method !== undefined && { search_method: method }),
    ...(limit !== undefined && { top_k: numberOf(limit, 'limit') }),
    ...(threshold !== undefined && {
      score_threshold_enabled: true,
      score_threshold: numberOf(threshold, 'threshold'),
    }),
  };
  return Object.keys(settings).length === 0 ? {} : { retrieval_model: settings };
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
