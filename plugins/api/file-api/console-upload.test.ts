import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';

const rules = { allowed_file_types: ['document'], allowed_file_upload_methods: ['local_file'] };
const file = (variable: string, type: string) => ({ variable, label: variable, type, required: false, ...rules });

/** A workflow that answers with the text of the document it was given, and of those it was sent besides. */
const reader = appDocument({
  mode: 'workflow',
  name: 'Reader',
  nodes: [
    node('1', 'start', { variables: [file('paper', 'file')] }),
    node('2', 'document-extractor', { variable_selector: ['1', 'paper'], is_array_file: false }),
    node('3', 'end', {
      outputs: [
        { variable: 'text', value_selector: ['2', 'text'] },
        { variable: 'files', value_selector: ['sys', 'files'] },
      ],
    }),
  ],
  edges: chain('1', '2', '3'),
  features: { file_upload: { enabled: true, ...rules } },
});

let platform: TestPlatform;
let appId: string;
let key: string;
let editor: Person;

beforeAll(async () => {
  platform = await startPlatform({ threads: 0, env: { WEFT_UPLOAD_FILE_MB: '1', WEFT_UPLOAD_BLOCKED: 'exe' } });
  ({ appId, key } = await platform.importApp(reader));
  editor = await newMember(platform, 'editor', platform.workspaceId);
});
afterAll(() => platform.dispose());

type Kind = 'draft/files' | 'files';

async function send(path: string, form: FormData, token = editor.token) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(platform.url + path, { method: 'POST', headers, body: form });
  return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> };
}

const upload = (name: string, content: string, { token, kind = 'draft/files', app = appId, fields = {} }: Sent = {}) =>
  send(`/console/api/apps/${app}/${kind}`, formOf(name, content, fields), token);

interface Sent {
  readonly token?: string;
  readonly kind?: Kind;
  readonly app?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

function formOf(name: string, content: string, fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new File([content], name, { type: 'text/plain' }));
  return form;
}

const reference = (id: unknown) => ({ type: 'document', transfer_method: 'local_file', upload_file_id: id });

const run = (id: unknown, { person = editor, path = 'draft/run' } = {}) =>
  person.client.request(`/console/api/apps/${appId}/${path}`, {
    body: { inputs: { paper: reference(id) }, files: [reference(id)], response_mode: 'blocking' },
  });

describe('a file that somebody uploads in the console', () => {
  it.each([
    ['draft/files', 'draft/run'],
    ['files', 'run'],
  ] as const)('to %s is read by their runs of %s, as an input and among the files', async (kind, path) => {
    const sent = await upload('a.txt', 'hello', { kind });
    expect(sent).toMatchObject({ status: 201, body: { name: 'a.txt', size: 5, tenant_id: platform.workspaceId } });
    const answer = await run(sent.body.id, { path });
    expect(answer, answer.text).toMatchObject({
      status: 200,
      body: { data: { outputs: { text: 'hello', files: [{ related_id: sent.body.id, filename: 'a.txt' }] } } },
    });
  });

  it('for a draft is read by a node that runs alone', async () => {
    const { body } = await upload('a.txt', 'of a node');
    const paper = {
      dify_model_identity: '__dify__file__',
      ...reference(body.id),
      related_id: body.id,
      filename: 'a.txt',
    };
    const answer = await editor.client.request(`/console/api/apps/${appId}/draft/nodes/2/run`, {
      body: { values: { '1.paper': paper } },
    });
    expect(answer, answer.text).toMatchObject({ body: { status: 'succeeded', outputs: { text: 'of a node' } } });
  });

  it('is nobody else’s: neither of other members, nor of users of the app, nor for runs of another kind', async () => {
    const { body } = await upload('a.txt', 'hello');
    const colleague = await newMember(platform, 'editor', platform.workspaceId);
    const asUser = platform.post(key, '/v1/workflows/run', { inputs: { paper: reference(body.id) }, user: 'u1' });
    for (const answer of [
      await run(body.id, { person: colleague }),
      await run(body.id, { path: 'run' }),
      await asUser,
    ]) {
      expect(answer, answer.text).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
      expect(answer.text).toContain('there is no uploaded file');
    }
  });

  it('is checked as one that comes with an app key', async () => {
    const headers = { authorization: `Bearer ${key}` };
    const large = 'x'.repeat(1024 * 1024 + 1);
    const cases = [
      ['a.exe', 'x', 400, 'file_extension_blocked'],
      ['a/b.txt', 'x', 400, 'invalid_param'],
      ['a.png', '%PDF-1.7', 415, 'unsupported_file_type'],
      ['a.txt', large, 413, 'file_too_large'],
    ] as const;
    for (const [name, content, status, code] of cases) {
      for (const kind of ['draft/files', 'files'] as const) {
        expect(await upload(name, content, { kind })).toMatchObject({ status, body: { code } });
      }
      const form = formOf(name, content, { user: 'u1' });
      const other = await fetch(`${platform.url}/v1/files/upload`, { method: 'POST', headers, body: form });
      expect([other.status, await other.json()]).toMatchObject([status, { code }]);
    }
    const empty = await send(`/console/api/apps/${appId}/draft/files`, new FormData());
    expect(empty).toMatchObject({ status: 400, body: { code: 'no_file_uploaded' } });
    const named = await upload('a.txt', 'x', { fields: { user: 'u1' } });
    expect(named).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
  });

  it('is taken from editors for drafts, from members for what is published, and from nobody of another workspace', async () => {
    const member = await newMember(platform, 'member', platform.workspaceId);
    const stranger = await newMember(platform, 'owner', await newWorkspace(platform));
    const status = async (kind: Kind, person: Person) =>
      (await upload('a.txt', 'x', { kind, token: person.token })).status;
    expect(await status('draft/files', member)).toBe(403);
    expect(await status('files', member)).toBe(201);
    expect(await status('draft/files', stranger)).toBe(404);
    expect(await status('files', stranger)).toBe(404);
  });

  it('is told in the audit log, without its content', async () => {
    const { body } = await upload('told.txt', 'canary-of-an-upload');
    const entries = async () => (await platform.management.request('/console/api/audit?limit=50')).text;
    await expect.poll(entries).toContain(String(body.id));
    expect(await entries()).toContain('told.txt');
    expect(await entries()).not.toContain('canary-of-an-upload');
  });
});
