import { beforeAll, describe, expect, it } from 'vitest';
import { sharedPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Forms } from './web/graph/forms.ts';
import { type OfferedTools, type PaletteEntry, paletteEntries } from './web/graph/palette.ts';
import { ranked } from './web/graph/rank.ts';
import { readGraph } from './web/graph/read-graph.ts';

/** Words that builders type, and what they mean by them. */
const words: readonly (readonly [string, string])[] = [
  ...[['llm', 'llm@1'] as const, ['gpt', 'llm@1'] as const, ['prompt', 'llm@1'] as const],
  ...[['aggregator', 'variable-aggregator@1'] as const, ['assigner', 'assigner@2'] as const],
  ...[['knowledge retrieval', 'knowledge-retrieval@1'] as const, ['retrieval', 'knowledge-retrieval@1'] as const],
  ...[['rag', 'knowledge-retrieval@1'] as const, ['parameter extractor', 'parameter-extractor@1'] as const],
  ...[['question classifier', 'question-classifier@1'] as const, ['agent', 'agent@1'] as const],
  ...[['switch', 'if-else@1'] as const, ['branch', 'if-else@1'] as const, ['human', 'human-input@1'] as const],
  ...[['approval', 'human-input@1'] as const, ['comment', 'note@1'] as const, ['cron', 'trigger-schedule@1'] as const],
  ...[['wikipedia', 'tool wikipedia wikipedia_search'] as const, ['calculator', 'tool maths eval_expression'] as const],
  ...[['doc extractor', 'document-extractor@1'] as const, ['if', 'if-else@1'] as const],
  ...[['if/else', 'if-else@1'] as const, ['IF else', 'if-else@1'] as const, ['http', 'http-request@1'] as const],
  ...[['code', 'code@2'] as const, ['js', 'code@2'] as const, ['python', 'code@2'] as const],
  ...[
    ['template', 'template-transform@1'] as const,
    ['loop', 'loop@1'] as const,
    ['variable', 'variable-aggregator@1'],
  ],
  ...[['for each', 'iteration@1'] as const, ['webhook', 'trigger-webhook@1'] as const, ['api', 'http-request@1']],
] as readonly (readonly [string, string])[];

describe('what the palette finds', () => {
  const entries = new Map<string, readonly PaletteEntry[]>();
  beforeAll(async () => {
    const { management } = await sharedPlatform();
    const tools = (await management.request('/console/api/tools')).body as { data: readonly OfferedTools[] };
    const graph = readGraph({});
    for (const language of ['en', 'de', 'fr', 'es', 'zh'] as const) {
      const answer = (await management.request(`/console/api/node-types?language=${language}`)).body;
      const forms = new Forms(answer as ConstructorParameters<typeof Forms>[0]);
      // Words of an app that runs by itself, and of one that talks.
      for (const mode of ['workflow', 'advanced-chat'])
        entries.set(`${language} ${mode}`, paletteEntries({ forms, graph, mode, parentId: null, tools: tools.data }));
    }
  });
  const first = (key: string, typed: string) => ranked(entries.get(key) ?? [], typed)[0];

  it('is what builders mean by their words', () => {
    const found = words.map(([word]) => [word, first('en workflow', word)?.id]);
    expect(found).toEqual(words);
  });

  it('is by every other name of a kind, in every language, a kind that has that name', () => {
    const wrong: string[] = [];
    for (const [key, all] of entries) {
      for (const { form } of all.filter(({ preset }) => preset === undefined)) {
        if (form.aliases.length < 2) wrong.push(`${key} ${form.id} has no other names`);
        for (const alias of form.aliases) {
          const found = first(key, alias);
          const names = [found?.label, ...(found?.aliases ?? [])].map((name) => name?.toLowerCase());
          if (!names.includes(alias)) wrong.push(`${key} ${alias}: ${found?.id}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is by initials and parts what no name begins with, and by descriptions what no name has', () => {
    expect(first('en workflow', 'qc')?.id).toBe('question-classifier@1');
    expect(first('en workflow', 'gregat')?.id).toBe('variable-aggregator@1');
    expect(first('en workflow', 'answer me this')).toBeUndefined();
  });
});
