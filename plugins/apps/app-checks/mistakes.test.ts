import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnvironment } from '#kernel';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { type Mistake, mistakes } from './testing/mistakes.ts';
import { changed, documentOf, type WholeApp, wholeApp } from './testing/whole-app.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
  const body = { credentials: { openai_api_key: 'key' } };
  await platform.management.request('/console/api/providers/openai', { method: 'PUT', body });
});
afterAll(() => platform.dispose());

interface Problem {
  readonly code: string;
  readonly severity: string;
  readonly node_id: string | null;
  readonly field: string;
  readonly message: string;
  readonly fix: { readonly label: string; readonly operations: readonly object[] } | null;
}

async function check(yaml: string): Promise<readonly Problem[]> {
  const { body } = await platform.management.request('/console/api/apps/check', { body: { yaml } });
  return (body as { problems: Problem[] }).problems;
}

function withMistake(set: Mistake[1]): string {
  const app = Object.entries(set).reduce<unknown>(
    (made, [path, value]) => changed(made, path.split('.'), value),
    wholeApp(),
  );
  return documentOf(app as WholeApp);
}

describe('the check of a document', () => {
  it('finds nothing in an app in which nothing is wrong', async () => {
    expect(await check(documentOf(wholeApp()))).toEqual([]);
  });

  it.each(mistakes)('finds %s at its field', async (_, set, code, node, field) => {
    const problems = await check(withMistake(set));
    expect(problems).toContainEqual(expect.objectContaining({ code, node_id: node, field }));
    for (const { message } of problems) {
      // Plain sentences, without ids.
      expect(message).toMatch(/^['A-Z{].*[.:]/);
      expect(message).not.toMatch(/\((start|ask|check|split|each|send|sort|count|join|keep|read|confirm|reply)\)/);
    }
  });
});

it('names a change that mends what it knows to mend', async () => {
  const fixes = async (set: Mistake[1]) => (await check(withMistake(set))).flatMap(({ fix }) => fix ?? []);
  const selector = 'nodes.split.data.variables.0.value_selector';
  const data = (id: string) => ['workflow', 'graph', 'nodes', { id }, 'data'];
  expect(await fixes({ [selector]: ['ask', 'texts'] })).toEqual([
    {
      label: "Use 'text'",
      operations: [{ path: [...data('split'), 'variables', 0, 'value_selector'], set: ['ask', 'text'] }],
    },
  ]);
  const absent = { provider: 'anthropic', name: 'claude-x', mode: 'chat', completion_params: {} };
  const [use] = await fixes({ 'nodes.ask.data.model': absent });
  expect(use).toMatchObject({
    label: expect.stringMatching(/^Use openai\//),
    operations: [{ path: [...data('ask'), 'model', 'provider'] }, {}],
  });
});

/** Codes that a document of somebody whose app works can't have. */
const broken = [
  'wrong_type',
  'wrong_comparison',
  'not_before',
  'hidden_variable',
  'cycle',
  'code_syntax',
  'not_assignable',
];
const corpus = readEnvironment().WEFT_CORPUS ?? '';

it.skipIf(!existsSync(corpus))('real documents have no mistake that is none', async () => {
  for (const file of readdirSync(corpus).filter((name) => /\.ya?ml$/.test(name) && !name.startsWith('neg-'))) {
    const problems = await check(readFileSync(join(corpus, file), 'utf8'));
    expect({ file, wrong: problems?.filter(({ code }) => broken.includes(code)) ?? [] }).toEqual({ file, wrong: [] });
  }
});
