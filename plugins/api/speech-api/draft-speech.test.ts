import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promptApp } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';

let platform: TestPlatform;
let editor: Person;
/** Never published. */
let appId: string;
let silentId: string;

const withVoice = () => {
  const tree = JSON.parse(promptApp('chat'));
  Object.assign(tree.model_config, { speech_to_text: { enabled: true }, text_to_speech: { enabled: true } });
  return JSON.stringify(tree);
};

beforeAll(async () => {
  platform = await sharedPlatform();
  editor = await newMember(platform, 'editor', platform.workspaceId);
  ({ appId } = await platform.importApp(withVoice(), { publish: false }));
  ({ appId: silentId } = await platform.importApp(promptApp('chat'), { publish: false }));
});
afterAll(() => platform.dispose());

interface Sent {
  readonly token?: string;
  readonly app?: string;
}

const send = (path: string, body: FormData | string, { token = editor.token, app = appId }: Sent) =>
  fetch(`${platform.url}/console/api/apps/${app}/draft/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    body,
  });

async function hear(sent: Sent = {}, fields: Readonly<Record<string, string>> = {}, type = 'audio/mpeg') {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(10)], { type }), type === 'audio/mpeg' ? 'a.mp3' : 'a.txt');
  const answer = await send('audio-to-text', form, sent);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function say(body: object, sent: Sent = {}) {
  const answer = await send('text-to-audio', JSON.stringify(body), sent);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, type: answer.headers.get('content-type'), bytes, text: bytes.toString() };
}

describe('a draft with voices', () => {
  it('hears and speaks for who edits it, though nothing is published', async () => {
    const heard = { status: 200, body: { text: expect.stringContaining('10 bytes of audio named a.mp3') } };
    expect(await hear()).toEqual(heard);
    const said = await say({ text: 'Hello' });
    expect(said).toMatchObject({ status: 200, type: 'audio/wav' });
    expect(said.bytes.subarray(0, 4).toString()).toBe('RIFF');
  });

  it('refuses what the routes of the app refuse, and a user', async () => {
    expect(await hear({}, {}, 'text/plain')).toMatchObject({ status: 415, body: { code: 'unsupported_audio_type' } });
    expect(await hear({}, { user: 'u1' })).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
    const empty = await send('audio-to-text', new FormData(), {});
    expect([empty.status, await empty.json()]).toMatchObject([400, { code: 'no_audio_uploaded' }]);
    for (const body of [{ text: ' ' }, {}, { text: 'x'.repeat(10_001) }]) {
      const { status, text } = await say(body);
      expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'invalid_param' }]);
    }
  });

  it('is no other member’s without the right, and nobody’s of another workspace', async () => {
    const member = await newMember(platform, 'member', platform.workspaceId);
    const stranger = await newMember(platform, 'owner', await newWorkspace(platform));
    for (const [{ token }, status] of [
      [member, 403],
      [stranger, 404],
    ] as const) {
      expect((await hear({ token })).status).toBe(status);
      expect((await say({ text: 'Hello' }, { token })).status).toBe(status);
    }
  });

  it('counts what its voices are asked as calls of the app', async () => {
    const { appId: app } = await platform.importApp(withVoice(), { publish: false });
    await say({ text: 'Hello' }, { app });
    await hear({ app });
    const usage = () => platform.management.request(`/console/api/usage?app_id=${app}&group_by=app`);
    const calls = async () => ((await usage()).body as { data: { calls: number }[] }).data[0]?.calls;
    await expect.poll(calls).toBe(2);
  });
});

it('a draft with its voices off takes no recordings, does not speak, and says what to switch on', async () => {
  const heard = await hear({ app: silentId });
  expect(heard).toMatchObject({ status: 400, body: { code: 'speech_to_text_disabled' } });
  expect(heard.body.message).toMatch(/switch on speech_to_text\.$/);
  const { status, text } = await say({ text: 'Hello' }, { app: silentId });
  expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'invalid_param' }]);
});
