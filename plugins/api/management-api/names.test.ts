import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promptApp } from '#engine/testing/app-document.ts';
import { Routes } from '#http';
import { compileSchema, type JsonSchema } from '#kernel';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace } from '#plugins/members/testing/people.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const isName = (name: string) => name === 'name' || name === 'key_name';

it('names of blanks are refused by every route that takes a name', () => {
  const routes = platform.kernel.contributions(Routes).all();
  const wrong: string[] = [];
  let tried = 0;
  for (const { method, path, body } of routes) {
    const { properties = {}, required = [] } = (body ?? {}) as {
      properties?: Readonly<Record<string, JsonSchema>>;
      required?: readonly string[];
    };
    for (const [field, schema] of Object.entries(properties)) {
      // A label that may be left empty says nothing either way; what repeats a name must be equal to it.
      const isOptional = schema.minLength === undefined && !required.includes(field);
      if (!isName(field) || schema.type !== 'string' || isOptional || path.endsWith('/deletion')) continue;
      tried += 1;
      const isTaken = compileSchema(schema);
      for (const blank of ['', ' ', '\t\n', '\u00a0\u2003', '\u200b', '\0']) {
        if (isTaken(blank).ok) wrong.push(`${method} ${path} ${field}: ${JSON.stringify(blank)}`);
      }
      expect(isTaken('Ada 🌿').ok).toBe(true);
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(10);
});

describe('an icon', () => {
  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:image/svg+xml,x',
    'file:///etc/passwd',
  ])('that is an address is one of the web: %j', async (icon) => {
    const { appId } = await platform.importApp(promptApp('chat'));
    const change = (body: object) =>
      platform.management.request(`/console/api/apps/${appId}`, { method: 'PATCH', body });
    expect(await change({ icon, icon_type: 'link' })).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
    for (const right of ['🌿', ':robot:', 'https://example.com/a.png', 'HTTP://example.com', '']) {
      expect(await change({ icon: right })).toMatchObject({ status: 200, body: { icon: right } });
    }
    const document = JSON.parse(promptApp('chat')) as { app: object };
    const yaml = JSON.stringify({ ...document, app: { ...document.app, icon, icon_type: 'link' } });
    const imported = await platform.importApp(yaml);
    const { body } = await platform.management.request(`/console/api/apps/${imported.appId}`);
    expect(body).toMatchObject({ icon: '' });
  });
});

it('deleted apps say when they were deleted', async () => {
  const { appId } = await platform.importApp(promptApp('chat'));
  await platform.management.request(`/console/api/apps/${appId}`, { method: 'DELETE' });
  const { body } = await platform.management.request('/console/api/deleted-apps');
  const { data } = body as { data: readonly { id: string; deleted_at: number }[] };
  expect(data.find(({ id }) => id === appId)?.deleted_at).toBeGreaterThan(1_700_000_000);
});

it('open invitations take seats', async () => {
  const workspace = await newWorkspace(platform);
  const { client } = await newMember(platform, 'owner', workspace);
  const seats = async () => {
    const { body } = await client.request('/console/api/workspace/plan');
    const { limits } = body as { limits: readonly { limit: string; used: number }[] };
    return limits.find(({ limit }) => limit === 'members')?.used;
  };
  expect(await seats()).toBe(1);
  const invited = await client.request('/console/api/invitations', {
    body: { email: 'eve@example.com', role: 'member' },
  });
  expect(invited.status).toBe(201);
  expect(await seats()).toBe(2);
});
