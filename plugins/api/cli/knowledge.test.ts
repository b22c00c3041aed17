import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember } from '#plugins/members/testing/people.ts';
import { runWeft } from './testing/run-weft.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const weft = (...argv: readonly string[]) => runWeft(platform, ['knowledge', ...argv]);
const made = async (...argv: readonly string[]) => {
  const { code, out, err } = await weft(...argv, '--json');
  expect(code, err).toBe(0);
  return JSON.parse(out) as { readonly id: string; readonly api_key: string };
};

describe('weft knowledge', () => {
  it('makes bases, shows, lists, changes and deletes them', async () => {
    expect(await weft('list')).toMatchObject({ code: 0, out: 'None yet: weft knowledge create NAME\n' });
    const words = ['--description', 'All about plants', '--technique', 'high_quality', '--search', 'semantic_search'];
    const { id } = await made('create', 'Plants', ...words, '--top-k', '8', '--threshold', '0.5');
    const { out } = await weft('show', id);
    for (const part of ['Plants', 'All about plants', 'lexical/lexical-1024', 'semantic_search, top 8', 'reach it']) {
      expect(out).toContain(part);
    }
    expect((await weft('list', '--keyword', 'plant')).out).toMatch(
      new RegExp(`${id} +only_me +high_quality +0/0 +Plants`),
    );
    expect((await weft('list', '--keyword', 'stones')).out).toContain('No such knowledge bases');
    const { accountId } = await newMember(platform, 'editor', platform.workspaceId);
    const shared = ['--name', 'Trees', '--permission', 'partial_members', '--member', accountId, '--api', 'off'];
    const json = ['--threshold', 'off', '--retrieval', '{"search_method":"full_text_search"}'];
    expect(await weft('edit', id, ...shared, ...json)).toMatchObject({ code: 0, out: 'Trees was changed.\n' });
    const after = await weft('show', id);
    expect(after.out).toContain('partial_members, 1 member');
    expect(after.out).toContain('do not reach it');
    expect(after.out).toContain('full_text_search, top 8');
    expect(await weft('delete', id)).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
    expect(await weft('delete', id, '--yes')).toMatchObject({ code: 0, out: 'Deleted.\n' });
    expect(await weft('show', id)).toMatchObject({ code: 1, err: expect.stringContaining(id) });
  });

  it('says what is wrong with what was typed', async () => {
    const { id } = await made('create', 'Wrong');
    for (const [argv, complaint] of [
      [['edit', id], 'say what to change'],
      [['edit', id, '--api', 'maybe'], 'on or off'],
      [['edit', id, '--retrieval', '[]'], 'JSON object'],
      [['create', 'X', '--embedding-model', 'openai'], 'PROVIDER/MODEL'],
      [['fields', 'add', id, 'x', '--type', 'date'], 'string, number or time'],
    ] as const) {
      expect(await weft(...argv)).toMatchObject({ code: 2, err: expect.stringContaining(complaint) });
    }
    expect(await weft('edit', id, '--top-k', 'many')).toMatchObject({ code: 1, err: expect.stringContaining('top_k') });
    expect(await weft('show', 'Wrong')).toMatchObject({ code: 1, err: expect.stringContaining('weft knowledge list') });
  });

  it('gives bases fields', async () => {
    const { id } = await made('create', 'Described');
    expect((await weft('fields', 'list', id)).out).toContain('None: weft knowledge fields add');
    const field = await made('fields', 'add', id, 'year', '--type', 'number');
    await weft('fields', 'rename', id, field.id, 'printed');
    expect(await weft('fields', 'built-in', id, 'on')).toMatchObject({ code: 0, out: 'Built-in fields are shown.\n' });
    const { out } = await weft('fields', 'list', id);
    expect(out).toMatch(new RegExp(`${field.id} +number +printed`));
    expect(out).toMatch(/built in +time +upload_date/);
    expect(await weft('fields', 'remove', id, field.id, '--yes')).toMatchObject({ code: 0, out: 'Removed.\n' });
  });

  it('gives bases tags', async () => {
    const { id } = await made('create', 'Tagged');
    const tag = await made('tags', 'create', 'green');
    expect(await weft('tags', 'add', id, tag.id)).toMatchObject({ code: 0 });
    expect((await weft('tags', 'list')).out).toMatch(new RegExp(`${tag.id} +1 +green`));
    expect((await weft('list', '--tag', tag.id)).out).toContain('Tagged');
    expect(await weft('tags', 'rename', tag.id, 'wet')).toMatchObject({
      code: 0,
      out: 'The tag is wet, for 1 base.\n',
    });
    expect(await weft('tags', 'take', id, tag.id)).toMatchObject({ code: 0 });
    expect((await weft('list', '--tag', tag.id)).out).toContain('No such knowledge bases');
    expect(await weft('tags', 'delete', tag.id, '--yes')).toMatchObject({ code: 0, out: 'Deleted.\n' });
  });

  it('gives out keys, and takes them back', async () => {
    expect(await weft('keys', 'list')).toMatchObject({ code: 0, out: 'None.\n' });
    const key = await made('keys', 'create', 'importer');
    expect(key.api_key).toMatch(/^dataset-/);
    const { out } = await weft('keys', 'list');
    expect(out).toMatch(new RegExp(`${key.id} +dataset-\\*+.{4} +never used +importer`));
    expect(await weft('keys', 'revoke', key.id, '--yes')).toMatchObject({ code: 0, out: 'Revoked.\n' });
    expect(await weft('keys', 'list')).toMatchObject({ out: 'None.\n' });
  });
});
