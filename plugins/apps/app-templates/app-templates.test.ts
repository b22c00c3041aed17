import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestClient } from '#http/testing/client.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { blankModes } from './blank-documents.ts';

let platform: TestPlatform;
let client: TestClient;
beforeAll(async () => {
  platform = await sharedPlatform();
  client = platform.management;
});
afterAll(() => platform.dispose());

const create = (body: object) => client.request('/console/api/apps', { body });
const idOf = ({ body }: { body: unknown }) => (body as { id: string }).id;

it('a blank app of each mode is a draft of its name that can be published as it is', async () => {
  for (const mode of blankModes) {
    const made = await create({ name: `Blank ${mode}`, mode, description: 'to begin with' });
    expect(made).toMatchObject({ status: 201, body: { name: `Blank ${mode}`, mode } });
    const app = await client.request(`/console/api/apps/${idOf(made)}`);
    expect(app.body).toMatchObject({ status: 'draft', mode, description: 'to begin with' });
    const exported = await client.request(`/console/api/apps/${idOf(made)}/export`);
    expect(exported.text).toContain(`name: Blank ${mode}`);
    const published = await client.request(`/console/api/apps/${idOf(made)}/publish`, { method: 'POST' });
    expect([mode, published.status]).toEqual([mode, 200]);
    const checked = await client.request(`/console/api/apps/${idOf(made)}/draft/check`, { method: 'POST' });
    const { problems } = checked.body as { problems: { severity: string }[] };
    expect([mode, problems.filter(({ severity }) => severity !== 'hint')]).toEqual([mode, []]);
  }
});

it('a blank chat answers at once, with a model of the workspace', async () => {
  for (const mode of blankModes.filter((each) => each !== 'workflow')) {
    const made = await create({ name: `Blank ${mode}`, mode });
    expect(made.body).toMatchObject({ model: { provider: 'demo', name: expect.stringMatching(/^demo-/) } });
    const body = { query: 'Hello', inputs: {}, response_mode: 'blocking' };
    const run = await client.request(`/console/api/apps/${idOf(made)}/draft/run`, { body });
    expect([mode, run.status, run.text]).toEqual([mode, 200, expect.stringMatching(/"answer": ?"[^"]{3,}/)]);
  }
});

it('an app from a template has the template’s document under its own name', async () => {
  const { body } = await client.request('/console/api/app-templates');
  const { data } = body as { data: { id: string; name: string; mode: string }[] };
  expect(data.length).toBe(12);
  for (const { id, mode } of data) {
    const made = await create({ name: 'Mine', template: id });
    expect(made).toMatchObject({ status: 201, body: { name: 'Mine', mode } });
    const published = await client.request(`/console/api/apps/${idOf(made)}/publish`, { method: 'POST' });
    expect([id, published.status]).toEqual([id, 200]);
    const checked = await client.request(`/console/api/apps/${idOf(made)}/draft/check`, { method: 'POST' });
    const { problems } = checked.body as { problems: { severity: string; field: string }[] };
    // What a template needs of the workspace is all that it lacks.
    const wrong = problems.filter(({ severity, field }) => severity !== 'hint' && field !== 'dataset_ids');
    expect([id, wrong]).toEqual([id, []]);
  }
});

it('neither or both, an unknown mode or template, and no name are refused', async () => {
  expect(await create({ name: 'x' })).toMatchObject({ status: 400, body: { code: 'invalid_choice' } });
  expect((await create({ name: 'x', mode: 'workflow', template: 'demo-chat' })).status).toBe(400);
  expect((await create({ name: 'x', mode: 'other' })).status).toBe(400);
  expect((await create({ mode: 'workflow' })).status).toBe(400);
  const strange = await create({ name: 'x', template: '../examples/demo-chat' });
  expect(strange).toMatchObject({ status: 404, body: { code: 'no_template' } });
});
