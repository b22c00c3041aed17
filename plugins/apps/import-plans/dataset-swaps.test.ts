import { afterAll, beforeAll, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { namedBases } from '#plugins/node-knowledge/testing/known-bases.ts';

const PLANTS = '6f1ad4f8-62a4-4f53-9a30-9d6f1c0f0001';
const BIRDS = '6f1ad4f8-62a4-4f53-9a30-9d6f1c0f0002';
const ELSEWHERE = '6f1ad4f8-62a4-4f53-9a30-9d6f1c0f0009';

let platform: TestPlatform;
beforeAll(async () => {
  const bases = { [PLANTS]: 'Plant notes', [BIRDS]: 'Birds' };
  platform = await startPlatform({ threads: 0, extra: [namedBases(bases)] });
});
afterAll(() => platform.dispose());

const asking = (title: string, ...ids: readonly string[]) =>
  appDocument({
    mode: 'workflow',
    nodes: [
      node('1', 'start', { variables: [{ variable: 'question', label: 'Question', type: 'text-input' }] }),
      node('2', 'knowledge-retrieval', {
        title,
        dataset_ids: ids,
        query_variable_selector: ['1', 'question'],
        retrieval_mode: 'multiple',
      }),
      node('3', 'end', { outputs: [] }),
    ],
    edges: chain('1', '2', '3'),
  });
const chat = (id: string) =>
  `kind: app\nversion: 0.6.0\napp:\n  name: Old chat\n  mode: chat\nmodel_config:\n  model: {provider: demo, name: demo-chat, mode: chat}\n  dataset_configs:\n    retrieval_model: multiple\n    datasets:\n      datasets:\n        - dataset: {enabled: true, id: ${id}}\n`;
const ask = (path: string, body: object) => platform.management.request(`/console/api/apps/import${path}`, { body });
type Imported = { app: { id: string }; warnings: string[]; swapped_datasets?: object[] };

async function kept(id: string): Promise<string> {
  return (await platform.management.request(`/console/api/apps/${id}/draft`)).text;
}

it('a plan suggests the base that is called like the node, and takes the one that the document names', async () => {
  const { body } = await ask('/plan', { yaml: asking('Plant notes', ELSEWHERE, 'birds', 'Fish') });
  expect(body).toMatchObject({
    datasets: [
      { id: ELSEWHERE, state: 'missing', places: ['Plant notes'], suggestion: { id: PLANTS, name: 'Plant notes' } },
      { id: 'birds', state: 'ready', suggestion: { id: BIRDS, name: 'Birds' } },
      { id: 'Fish', state: 'missing', suggestion: { id: PLANTS } },
    ],
    is_complete: false,
  });
});

it('an import puts bases in their places, by id or name, and those named by themselves', async () => {
  const yaml = asking('Look up', ELSEWHERE, 'Birds');
  const { status, body, text } = await ask('', { yaml, swap_datasets: { [ELSEWHERE]: 'plant NOTES' } });
  expect(status, text).toBe(201);
  const { app, warnings, swapped_datasets: swapped } = body as Imported;
  expect(warnings).toEqual([]);
  expect(swapped).toEqual([
    { from: ELSEWHERE, to: PLANTS },
    { from: 'Birds', to: BIRDS },
  ]);
  // Drafts are shown with sealed ids.
  expect(await kept(app.id)).not.toContain(ELSEWHERE);
});

it('what was swapped is remembered, and done again where that is asked', async () => {
  const sealed = Buffer.from('sealed elsewhere').toString('base64');
  const yaml = asking('Look up', sealed);
  expect((await ask('', { yaml, swap_datasets: { [sealed]: BIRDS } })).status).toBe(201);
  const plan = await ask('/plan', { yaml });
  expect(plan.body).toMatchObject({ datasets: [{ suggestion: { id: BIRDS, is_remembered: true } }] });
  const left = (await ask('', { yaml })).body as Imported;
  expect(left.swapped_datasets).toBeUndefined();
  expect(left.warnings.join()).toContain('left out');
  const again = (await ask('', { yaml, swap_remembered: true })).body as Imported;
  expect(again.swapped_datasets).toEqual([{ from: sealed, to: BIRDS }]);
});

it('a base that is named is found by its name in each import, whatever was put in its place before', async () => {
  const yaml = asking('Look up', 'Birds');
  for (let time = 0; time < 2; time += 1) {
    const { swapped_datasets: swapped } = (await ask('', { yaml })).body as Imported;
    expect(swapped).toEqual([{ from: 'Birds', to: BIRDS }]);
  }
  await ask('', { yaml, swap_datasets: { Birds: PLANTS } });
  const { swapped_datasets: swapped } = (await ask('', { yaml })).body as Imported;
  expect(swapped).toEqual([{ from: 'Birds', to: BIRDS }]);
});

it('configurations without a graph have theirs swapped too', async () => {
  const { body } = await ask('', { yaml: chat(ELSEWHERE), swap_datasets: { [ELSEWHERE]: PLANTS } });
  const draft = await kept((body as Imported).app.id);
  expect(draft).toContain(PLANTS);
  expect(draft).not.toContain(ELSEWHERE);
});

it.each([
  ['a base that the document has not', { 'nothing like it': PLANTS }],
  ['a base that the workspace has not', { [ELSEWHERE]: ELSEWHERE }],
  ['a name that nobody has', { [ELSEWHERE]: 'Stones' }],
])('attack T01: %s is refused, and nothing is imported', async (_, swaps) => {
  const list = () => platform.management.request('/console/api/apps?limit=1');
  const before = ((await list()).body as { total: number }).total;
  expect((await ask('', { yaml: asking('Look up', ELSEWHERE), swap_datasets: swaps })).status).toBe(400);
  expect(((await list()).body as { total: number }).total).toBe(before);
});

it('apps in git may name bases of the workspace, in documents and in environment files', async () => {
  const plan = async (environment: string, ...ids: readonly string[]) => {
    const documents = [{ file: 'asking.yml', yaml: asking('Look up', ...ids) }];
    return (await platform.management.request('/console/api/app-code/plan', { body: { documents, environment } })).text;
  };
  expect(await plan('kind: environment\ndatasets: {notes: Plant notes}\n', 'notes', 'Birds')).not.toContain(
    '"missing":[{',
  );
  expect(await plan('kind: environment\ndatasets: {notes: Stones}\n', 'notes')).toContain(
    'no knowledge base of this name',
  );
});
