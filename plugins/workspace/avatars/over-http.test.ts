import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Accounts } from '#plugins/accounts/contract.ts';
import { BlobOwners } from '#plugins/blobs/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Members } from '#plugins/members/contract.ts';
import { newMember, newPerson, newWorkspace, PASSWORD, type Person } from '#plugins/members/testing/people.ts';
import { coloursOf, photo, quarters, sizeOf } from './testing/images.ts';

let platform: TestPlatform;
let ada: Person;
beforeAll(async () => {
  platform = await sharedPlatform();
  ada = await newMember(platform, 'editor', platform.workspaceId);
});
afterAll(() => platform.dispose());

const own = '/console/api/account/avatar';
const addressOf = (id: string) => `/console/api/accounts/${id}/avatar`;

async function put(headers: Record<string, string>, content: Uint8Array | string, type = 'image/png', name = 'a.png') {
  const form = new FormData();
  form.append('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], name, { type }));
  const answer = await fetch(platform.url + own, { method: 'PUT', body: form, headers });
  return { status: answer.status, body: (await answer.json()) as { avatar_url?: string; code?: string } };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const setFor = (person: Person, content: Uint8Array | string = quarters().get_bytes(), type?: string, name?: string) =>
  put(bearer(person.token), content, type, name);
const look = (path: string, token?: string, headers: Record<string, string> = {}) =>
  fetch(platform.url + path, { headers: { ...(token !== undefined && bearer(token)), ...headers } });

/** Files of the pictures of an account. */
async function kept(accountId: string): Promise<string[]> {
  const entries = await readdir(join(platform.home, 'blobs'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.parentPath.includes(accountId))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function avatarUrl(person: Person): Promise<string | null> {
  const { body } = await person.client.request('/console/api/account');
  return (body as { avatar_url: string | null }).avatar_url;
}

describe('the picture of an account', () => {
  it('is set, told, shown, replaced and removed; one file is kept of it, and none in the end', async () => {
    const person = await newMember(platform, 'member', platform.workspaceId);
    expect(await avatarUrl(person)).toBeNull();
    const first = await setFor(person, photo(6), 'text/html', 'x.html');
    expect(first).toMatchObject({ status: 200, body: { avatar_url: expect.stringContaining(person.accountId) } });
    expect(await avatarUrl(person)).toBe(first.body.avatar_url);
    const shown = await look(first.body.avatar_url ?? '', person.token);
    const png = Buffer.from(await shown.arrayBuffer());
    expect(sizeOf(png)).toEqual([256, 256]);
    expect(coloursOf(png)).toEqual(['blue', 'red', 'white', 'green']);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
    });
    const etag = shown.headers.get('etag') ?? '';
    const again = await look(first.body.avatar_url ?? '', person.token, { 'if-none-match': `"x", W/${etag}` });
    expect({ status: again.status, text: await again.text() }).toEqual({ status: 304, text: '' });

    const [before] = await kept(person.accountId);
    const second = await setFor(person);
    expect(second.body.avatar_url).not.toBe(first.body.avatar_url);
    const after = await kept(person.accountId);
    expect(after).toHaveLength(1);
    expect(after).not.toContain(before);
    expect((await look(addressOf(person.accountId), person.token, { 'if-none-match': etag })).status).toBe(200);

    expect((await person.client.request(own, { method: 'DELETE' })).status).toBe(204);
    expect((await person.client.request(own, { method: 'DELETE' })).status).toBe(204);
    expect(await avatarUrl(person)).toBeNull();
    expect(await kept(person.accountId)).toEqual([]);
    expect((await look(addressOf(person.accountId), person.token)).status).toBe(404);
  });

  it('is one file however many are sent at a time, and the sweep knows it', async () => {
    const person = await newPerson(platform);
    const sent = await Promise.all([6, 3, 8].map((orientation) => setFor(person, photo(orientation))));
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await kept(person.accountId)).toHaveLength(1);
    const { key = '' } = (await platform.kernel.resolve(Accounts).get(person.accountId))?.avatar ?? {};
    const owner = platform.kernel.contributions(BlobOwners).get('avatars');
    expect(await owner?.named([key, 'avatars/none'])).toEqual(new Set([key]));
    expect(await owner?.named([])).toEqual(new Set());
  });

  it('stays as it was when what is sent is no image, too large, several, or under another name', async () => {
    const { body } = await setFor(ada);
    for (const [content, status, code] of [
      ['<svg xmlns="http://www.w3.org/2000/svg"/>', 415, 'unsupported_file_type'],
      ['', 415, 'unsupported_file_type'],
      [quarters().get_bytes().subarray(0, 60), 400, 'unreadable_image'],
      [new Uint8Array(5 * 1024 * 1024 + 1), 413, 'file_too_large'],
      [new Uint8Array(6 * 1024 * 1024), 413, 'file_too_large'],
    ] as const) {
      expect(await setFor(ada, content)).toMatchObject({ status, body: { code } });
    }
    for (const names of [[], ['picture'], ['file', 'file']]) {
      const form = new FormData();
      form.append('note', 'x');
      for (const name of names) form.append(name, new File([new Uint8Array(photo(1))], 'a.jpg'));
      const answer = await fetch(platform.url + own, { method: 'PUT', body: form, headers: bearer(ada.token) });
      expect(answer.status).toBe(400);
    }
    const raw = await fetch(platform.url + own, {
      method: 'PUT',
      body: new Uint8Array(photo(1)),
      headers: { ...bearer(ada.token), 'content-type': 'image/jpeg' },
    });
    expect(raw.status).toBe(415);
    expect(await avatarUrl(ada)).toBe(body.avatar_url);
    expect(await kept(ada.accountId)).toHaveLength(1);
  });
});

describe('who may', () => {
  it('see it: members of a workspace that its owner is in, for as long as both are', async () => {
    const other = await newWorkspace(platform);
    const neighbour = await newMember(platform, 'member', platform.workspaceId);
    const stranger = await newMember(platform, 'owner', other);
    const homeless = await newPerson(platform);
    await setFor(ada);
    const path = addressOf(ada.accountId);
    const here = { 'x-workspace-id': platform.workspaceId };
    expect((await look(path, neighbour.token)).status).toBe(200);
    expect((await look(path.replace(ada.accountId, ada.accountId.toUpperCase()), neighbour.token)).status).toBe(200);
    expect((await look(path, stranger.token, here)).status).toBe(404);
    expect((await look(path, homeless.token, here)).status).toBe(404);
    expect((await look(path, undefined, here)).status).toBe(401);
    const listed = await neighbour.client.request('/console/api/members');
    const items = (listed.body as { data: { account_id: string; avatar_url: string | null }[] }).data;
    expect(items.find((item) => item.account_id === ada.accountId)?.avatar_url).toBe(await avatarUrl(ada));
    // What a stranger learns is the same as of somebody who does not exist.
    const texts = await Promise.all(
      [path, addressOf(homeless.accountId), addressOf(crypto.randomUUID())].map(async (one) => {
        const { request_id: _, ...told } = (await (await look(one, stranger.token)).json()) as Record<string, unknown>;
        return told;
      }),
    );
    expect(texts[1]).toEqual(texts[0]);
    expect(texts[2]).toEqual(texts[0]);
    await platform.kernel.resolve(Members).add(other, ada.accountId, 'member');
    expect((await look(path, stranger.token)).status).toBe(200);
    await ada.client.request('/console/api/members/leave', {
      method: 'POST',
      headers: { 'x-workspace-id': other },
    });
    expect((await look(path, stranger.token)).status).toBe(404);
  });

  it('change it: its owner, signed in, and a browser with the token against forged requests only', async () => {
    const person = await newMember(platform, 'member', platform.workspaceId);
    const made = await person.client.request('/console/api/account/keys', { body: { name: 'k' } });
    const key = (made.body as { api_key: string }).api_key;
    expect(await put(bearer(key), photo(1))).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await put({}, photo(1))).status).toBe(401);
    const signedIn = await fetch(`${platform.url}/console/api/sessions`, {
      method: 'POST',
      body: JSON.stringify({ email: person.email, password: PASSWORD }),
      headers: { 'content-type': 'application/json' },
    });
    const { csrf_token: token } = (await signedIn.json()) as { csrf_token: string };
    const cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    expect(await put({ cookie }, photo(1))).toMatchObject({ status: 403, body: { code: 'no_csrf_token' } });
    expect((await fetch(platform.url + own, { method: 'DELETE', headers: { cookie } })).status).toBe(403);
    expect(await avatarUrl(person)).toBeNull();
    expect((await put({ cookie, 'x-csrf-token': token }, photo(1))).status).toBe(200);
    // An image on a page comes with the cookie alone.
    expect((await look(addressOf(person.accountId), undefined, { cookie })).status).toBe(200);
  });

  it('read of it: whose image it is, in the log of what they did', async () => {
    const person = await newMember(platform, 'owner', await newWorkspace(platform));
    await setFor(person);
    await person.client.request(own, { method: 'DELETE' });
    await expect
      .poll(async () => {
        const { body } = await person.client.request('/console/api/account/activity');
        return (body as { data: { action: string }[] }).data.map(({ action }) => action);
      })
      .toEqual(expect.arrayContaining(['avatars.set', 'avatars.remove']));
  });
});
