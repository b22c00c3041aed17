import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';
import { Datasets } from './contract.ts';

let platform: TestPlatform;
let workspaceId: string;
let owner: Person;
let editor: Person;
let other: Person;
beforeAll(async () => {
  platform = await sharedPlatform();
  workspaceId = await newWorkspace(platform);
  owner = await newMember(platform, 'owner', workspaceId);
  editor = await newMember(platform, 'editor', workspaceId);
  other = await newMember(platform, 'admin', workspaceId);
});
afterAll(() => platform.dispose());

interface Base {
  readonly id: string;
  readonly name: string;
  readonly partial_member_list: readonly string[];
}

const all = '/console/api/datasets';
const send = (person: Person, method: string, path: string, body?: object) =>
  person.client.request(path, { method, body });
let made = 0;
const create = async (person: Person, given: object = {}) => {
  const { status, body, text } = await send(person, 'POST', all, { name: `Base ${++made}`, ...given });
  expect(status, text).toBe(201);
  return body as Base;
};
const change = (person: Person, { id }: Base, body: object) => send(person, 'PATCH', `${all}/${id}`, body);
const listed = async (person: Person, query = '') =>
  ((await send(person, 'GET', `${all}?limit=100${query}`)).body as { data: Base[] }).data.map(({ id }) => id);

describe('knowledge bases at the console', () => {
  it('are made, shown, changed and deleted', async () => {
    const base = await create(editor, { description: 'All about plants', indexing_technique: 'high_quality' });
    expect(base).toMatchObject({
      provider: 'vendor',
      permission: 'only_me',
      embedding_model_provider: 'lexical',
      embedding_model: 'lexical-1024',
      retrieval_model: { search_method: 'hybrid_search' },
      created_by: editor.accountId,
      author_name: editor.email,
      enable_api: true,
      app_count: 0,
      document_count: 0,
      partial_member_list: [],
    });
    const icon = { icon_type: 'emoji', icon: '🌿' };
    const changed = await change(editor, base, {
      name: 'Plants',
      icon_info: icon,
      enable_api: false,
      retrieval_model: { top_k: 8, score_threshold_enabled: true, score_threshold: 0.4 },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        name: 'Plants',
        description: 'All about plants',
        icon_info: icon,
        enable_api: false,
        retrieval_model: { search_method: 'hybrid_search', top_k: 8, score_threshold: 0.4 },
      },
    });
    expect(await send(editor, 'GET', `${all}/${base.id}`)).toMatchObject({ status: 200, body: changed.body });
    expect(await listed(editor, '&keyword=PLANT')).toEqual([base.id]);
    expect((await send(editor, 'DELETE', `${all}/${base.id}`)).status).toBe(204);
    expect(await listed(editor, '&keyword=PLANT')).toEqual([]);
  });

  it('are listed by pages, newest first, and by tags', async () => {
    const bases = [await create(owner), await create(owner), await create(owner)];
    const page = await send(owner, 'GET', `${all}?limit=2`);
    expect(page.body).toMatchObject({
      page: 1,
      limit: 2,
      has_more: true,
      data: [{ id: bases[2]?.id }, { id: bases[1]?.id }],
    });
    const { body: tag } = await send(owner, 'POST', '/console/api/dataset-tags', { name: 'trees' });
    const { id: tagId } = tag as { id: string };
    expect((await send(owner, 'PUT', `${all}/${bases[0]?.id}/tags/${tagId}`)).status).toBe(204);
    expect(await listed(owner, `&tag_id=${tagId}&tag_id=${crypto.randomUUID()}`)).toEqual([bases[0]?.id]);
    expect((await send(owner, 'GET', '/console/api/dataset-tags')).body).toEqual({
      data: [{ id: tagId, name: 'trees', datasets: 1 }],
    });
    expect((await send(owner, 'DELETE', `${all}/${bases[0]?.id}/tags/${tagId}`)).status).toBe(204);
    expect(await listed(owner, `&tag_id=${tagId}`)).toEqual([]);
  });
});

describe('attack T01: a base of somebody else', () => {
  /** Every route about one base, as somebody who may not see it would call it. */
  const attempts = (id: string, fieldId: string, tagId: string): readonly (readonly [string, string, object?])[] => [
    ['GET', `${all}/${id}`],
    ['PATCH', `${all}/${id}`, { description: 'mine' }],
    ['DELETE', `${all}/${id}?confirm=true`],
    ['GET', `${all}/${id}/apps`],
    ['GET', `${all}/${id}/fields`],
    ['POST', `${all}/${id}/fields`, { name: 'mine', type: 'string' }],
    ['PATCH', `${all}/${id}/fields`, { built_in_field_enabled: true }],
    ['PATCH', `${all}/${id}/fields/${fieldId}`, { name: 'mine' }],
    ['DELETE', `${all}/${id}/fields/${fieldId}`],
    ['PUT', `${all}/${id}/tags/${tagId}`],
    ['DELETE', `${all}/${id}/tags/${tagId}`],
  ];

  it('is out of reach for those its permission leaves out, on every route', async () => {
    const base = await create(editor);
    const field = await send(editor, 'POST', `${all}/${base.id}/fields`, { name: 'author', type: 'string' });
    const tag = await send(editor, 'POST', '/console/api/dataset-tags', { name: 'hidden' });
    const before = (await send(editor, 'GET', `${all}/${base.id}`)).body;
    const ids = [base.id, (field.body as Base).id, (tag.body as Base).id] as const;
    const partial = { permission: 'partial_members', partial_member_list: [owner.accountId] };
    for (const permission of [{}, partial]) {
      if ('permission' in permission) await change(editor, base, permission);
      for (const [method, path, body] of attempts(...ids)) {
        const answer = await send(other, method, path, body);
        expect([method, path, answer.status]).toEqual([method, path, 404]);
        expect(answer.text).not.toContain(base.name);
      }
      expect(await listed(other)).not.toContain(base.id);
    }
    await change(editor, base, { permission: 'only_me' });
    const after = (await send(editor, 'GET', `${all}/${base.id}`)).body;
    expect(after).toEqual({ ...(before as object), updated_at: (after as { updated_at: number }).updated_at });
    // The owner of the workspace sees it whatever it says.
    expect((await send(owner, 'GET', `${all}/${base.id}`)).status).toBe(200);
  });

  it('that chosen members may see is theirs to use, and not theirs to share', async () => {
    const base = await create(editor);
    const chosen = await change(editor, base, {
      permission: 'partial_members',
      partial_member_list: [other.accountId.toUpperCase(), other.accountId],
    });
    expect(chosen.body).toMatchObject({ partial_member_list: [other.accountId] });
    expect(await listed(other)).toContain(base.id);
    expect((await change(other, base, { description: 'ours' })).status).toBe(200);
    const shares = [{ permission: 'all_team_members' }, { permission: 'only_me' }, { partial_member_list: [] }];
    for (const body of shares) {
      expect(await change(other, base, body)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    await change(owner, base, { permission: 'only_me' });
    expect(await listed(other)).not.toContain(base.id);
    // Who may have seen it once does not come back with the permission.
    const again = await change(owner, base, { permission: 'partial_members' });
    expect(again.body).toMatchObject({ partial_member_list: [] });
    expect(await listed(other)).not.toContain(base.id);
  });

  it('takes no members of elsewhere', async () => {
    const base = await create(editor);
    const stranger = await newMember(platform, 'owner', await newWorkspace(platform));
    const body = { permission: 'partial_members', partial_member_list: [stranger.accountId] };
    expect(await change(editor, base, body)).toMatchObject({ status: 400, body: { params: 'partial_member_list' } });
    expect((await send(stranger, 'GET', `${all}/${base.id}`)).status).toBe(404);
    const inTheirs = await stranger.client.request(`${all}/${base.id}`, { headers: { 'x-workspace-id': workspaceId } });
    expect(inTheirs.status).toBe(403);
  });

  it('is left alone by members who may use apps only', async () => {
    const base = await create(editor, { permission: 'all_team_members' });
    const member = await newMember(platform, 'member', workspaceId);
    expect((await send(member, 'GET', all)).status).toBe(403);
    expect((await send(member, 'GET', `${all}/${base.id}`)).status).toBe(403);
  });
});

describe('attack T03: fields that nobody asked for', () => {
  it('are refused, and never merged into what is kept', async () => {
    const base = await create(editor);
    for (const extra of [
      { workspace_id: crypto.randomUUID() },
      { created_by: owner.accountId },
      { index_id: crypto.randomUUID() },
      { retrieval_model: { extra: true } },
      { retrieval_model: { weights: { vector_setting: { extra: 1 } } } },
      { icon_info: { icon_type: 'emoji', icon: '🌿', url: 'x' } },
    ]) {
      expect((await change(editor, base, extra)).status).toBe(400);
      expect((await send(editor, 'POST', all, { name: 'X', ...extra })).status).toBe(400);
    }
  });
});

describe('attack T09: texts that are no SQL', () => {
  it('are names and keywords like others', async () => {
    const name = `'; drop table datasets;-- %_\\`;
    const base = await create(owner, { name, description: `' or ''='` });
    expect(base.name).toBe(name);
    expect(await listed(owner, `&keyword=${encodeURIComponent(name)}`)).toEqual([base.id]);
    for (const keyword of ['%', '_', '\\']) {
      expect(await listed(owner, `&keyword=${encodeURIComponent(keyword)}`)).toEqual([base.id]);
    }
    const field = await send(owner, 'POST', `${all}/${base.id}/fields`, { name: `a' or ''='`, type: 'string' });
    expect(field).toMatchObject({ status: 201, body: { name: `a' or ''='` } });
  });
});

describe('attack T15: an icon', () => {
  it('is an emoji, and no address', async () => {
    const base = await create(owner);
    for (const icon of ['javascript:alert(1)', 'java\tscript:alert(1)', '//evil.example/x', 'data:text/html,x']) {
      expect((await change(owner, base, { icon_info: { icon_type: 'emoji', icon } })).status).toBe(400);
    }
    const background = { icon_type: 'emoji', icon: '🌿', icon_background: 'url(x)' };
    expect((await change(owner, base, { icon_info: background })).status).toBe(400);
  });
});

describe('attack T21: fields and tags', () => {
  it('are no more than a base and a workspace may have', async () => {
    const base = await create(owner);
    const datasets = platform.kernel.resolve(Datasets);
    const adding = Array.from({ length: 105 }, (_, index) =>
      datasets.addField(workspaceId, base.id, { name: `f${index}`, type: 'string' }),
    );
    const outcomes = await Promise.allSettled(adding);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
    const refused = await send(owner, 'POST', `${all}/${base.id}/fields`, { name: 'more', type: 'string' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
  });
});
