import { afterAll, beforeAll, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import type { TestClient } from '#http/testing/client.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace } from '#plugins/members/testing/people.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const caller = (key: string) =>
  appDocument({
    mode: 'workflow',
    name: 'Caller',
    nodes: [
      node('1', 'start', { variables: [] }),
      node('2', 'http-request', {
        ...{ method: 'get', url: 'https://example.com/', headers: '', params: '', body: { type: 'none', data: [] } },
        authorization: { type: 'api-key', config: { type: 'bearer', api_key: key } },
      }),
      node('3', 'end', { outputs: [] }),
    ],
    edges: chain('1', '2', '3'),
  });

interface Item {
  readonly action: string;
  readonly app_id: string;
  readonly problems: readonly string[];
  readonly error: object | null;
}

function files(client: TestClient) {
  const post = async (path: string, yaml: string) => {
    const body = { documents: [{ file: 'caller.yml', yaml }] };
    const answer = await client.request(`/console/api/app-code/${path}`, { body });
    return { text: answer.text, item: (answer.body as { data: Item[] }).data[0] };
  };
  return { plan: (yaml: string) => post('plan', yaml), apply: (yaml: string) => post('apply', yaml) };
}

it('attack T11: a key that is typed in a file is applied once, told by no plan, and stays by its mark', async () => {
  const { plan, apply } = files(platform.management);
  const { item } = await apply(caller('typed-canary'));
  expect(item).toMatchObject({ action: 'create', error: null });
  expect((await plan(caller('typed-canary'))).item).toMatchObject({ action: 'unchanged' });
  const other = await plan(caller('other-canary'));
  expect(other.item).toMatchObject({ action: 'update' });
  expect(other.text).not.toContain('canary');
  const { body } = await platform.management.request(`/console/api/apps/${item?.app_id}/code`);
  const { document } = body as { document: string };
  expect(document).toMatch(/__HIDDEN__:hidden_/);
  expect(document).not.toContain('canary');
  const changed = document.replace('https://example.com/', 'https://example.org/');
  expect((await apply(changed)).item).toMatchObject({ action: 'update', error: null });
  const open = `/console/api/apps/${item?.app_id}/export-with-secrets`;
  expect((await platform.management.request(open, { method: 'POST' })).text).toContain('api_key: typed-canary');
  const elsewhere = await newMember(platform, 'owner', await newWorkspace(platform));
  const refused = (await files(elsewhere.client).plan(document)).item;
  expect(refused).toMatchObject({ action: 'refused', problems: [expect.stringContaining('Type it again')] });
});
