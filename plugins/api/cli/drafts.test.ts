import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appDocument, chain, greetingWorkflow, modelChat, node } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { runWeft } from './testing/run-weft.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const weft = (...argv: string[]) => runWeft(platform, argv);

it('a draft is saved, compared, run, and its nodes one by one', async () => {
  const { appId } = await platform.importApp(greetingWorkflow());
  await writeFile(join(platform.home, 'app.yml'), greetingWorkflow().replace('Hello', 'Hi'));
  expect((await weft('apps', 'compare', appId)).out).toBe('No difference.\n');
  const saved = await weft('apps', 'save', appId, 'app.yml');
  expect(saved.out, saved.err).toMatch(/^Saved; its hash is [0-9a-f]{64}\./);
  const late = await weft('apps', 'save', appId, 'app.yml', '--hash', '0'.repeat(64));
  expect([late.code, late.err]).toEqual([1, expect.stringContaining('read it again')]);
  expect((await weft('apps', 'compare', appId)).out).toBe(
    '~ node template-transform 2\n    ~ template: "Hello {{ name }}" → "Hi {{ name }}"\n',
  );
  expect((await weft('run', appId, '--input', 'name=Ada')).out).toContain('Hello Ada');
  expect((await weft('run', appId, '--draft', '--input', 'name=Ada')).out).toContain('Hi Ada');
  expect((await weft('run', appId, '--draft', '--stream', '--input', 'name=Ada')).out).toContain('Hi Ada');
  expect((await weft('nodes', 'run', appId, '2', '--set', '1.name="Bob"')).out).toContain('Hi Bob');
  expect((await weft('nodes', 'list', appId)).out).toMatch(/2 .*succeeded .*Hi Bob/);
  expect((await weft('nodes', 'run', appId, 'none')).err).toContain("no node 'none'");
  expect((await weft('apps', 'publish', appId, '--note', 'Hi instead', '--name', 'Second')).code).toBe(0);
  expect((await weft('apps', 'versions', appId)).out).toContain('Hi instead');
  expect((await weft('apps', 'compare', appId, '--from', 'first')).err).toContain('weft apps versions');
  expect((await weft('apps', 'export', appId, '--include-secrets')).out).toContain('kind: app');
});

it('a document is checked, as lines and as JSON', async () => {
  await writeFile(join(platform.home, 'whole.yml'), greetingWorkflow());
  expect((await weft('apps', 'check', 'whole.yml')).out).toBe('Nothing is wrong.\n');
  await writeFile(join(platform.home, 'broken.yml'), greetingWorkflow().replace('{{ name }}', '{{ name | shout }}'));
  const told = await weft('apps', 'check', 'broken.yml');
  expect(told).toMatchObject({ code: 1, err: expect.stringContaining('1 error') });
  expect(told.out).toContain("error: template-transform 2 (2) template: 'Template' is no Jinja template");
  const { problems } = JSON.parse((await weft('apps', 'check', 'broken.yml', '--json')).out);
  expect(problems).toMatchObject([{ code: 'template_syntax', severity: 'error', node_id: '2', field: 'template' }]);
});

it('a draft is run with files from the folder, each for an input or for the message', async () => {
  const rules = { allowed_file_types: ['document'], allowed_file_upload_methods: ['local_file'] };
  const reader = appDocument({
    mode: 'workflow',
    nodes: [
      node('1', 'start', {
        variables: [
          { variable: 'paper', label: 'Paper', type: 'file', required: true, ...rules },
          { variable: 'papers', label: 'Papers', type: 'file-list', required: false, ...rules },
        ],
      }),
      node('2', 'document-extractor', { variable_selector: ['1', 'paper'], is_array_file: false }),
      node('3', 'document-extractor', { variable_selector: ['1', 'papers'], is_array_file: true }),
      node('4', 'end', {
        outputs: [
          { variable: 'one', value_selector: ['2', 'text'] },
          { variable: 'many', value_selector: ['3', 'text'] },
          { variable: 'sent', value_selector: ['sys', 'files'] },
        ],
      }),
    ],
    edges: chain('1', '2', '3', '4'),
    features: { file_upload: { enabled: true, ...rules } },
  });
  const { appId } = await platform.importApp(reader);
  for (const name of ['a', 'b', 'c']) await writeFile(join(platform.home, `${name}.txt`), `text of ${name}`);
  const files = ['--file', 'paper=a.txt', '--file', 'papers=b.txt', '--file', 'papers=c.txt', '--attach', 'b.txt'];
  for (const which of [['--draft'], []]) {
    const { out, err } = await weft('run', appId, ...which, ...files);
    expect(JSON.parse(out), err).toMatchObject({
      one: 'text of a',
      many: ['text of b', 'text of c'],
      sent: [{ filename: 'b.txt' }],
    });
  }
  expect((await weft('run', appId, '--draft', '--stream', ...files)).out).toContain('text of a');
  expect(await weft('run', appId, '--draft', '--file', 'paper=none.txt')).toMatchObject({ code: 1, out: '' });
  expect((await weft('run', appId, '--draft', '--file', 'a.txt')).err).toContain('--attach takes a path');
});

it('an app begins blank, or from a template that is listed', async () => {
  const blank = await weft('apps', 'create', 'Fern Desk', '--mode', 'advanced-chat');
  expect(blank.out, blank.err).toMatch(/^Fern Desk \(advanced-chat\) is [0-9a-f-]{36}\.\n$/);
  const { out } = await weft('apps', 'templates');
  const [id = '', mode = ''] = out.split('\n')[1]?.split(/ {2,}/) ?? [];
  const made = JSON.parse((await weft('apps', 'create', 'Copy', '--template', id, '--json')).out) as { mode: string };
  expect(made).toMatchObject({ name: 'Copy', mode });
  expect((await weft('apps', 'list', '--name', 'Copy')).out).toContain('draft');
  for (const more of [[], ['--mode', 'workflow', '--template', id], ['--template', 'none'], ['--mode', 'golden']]) {
    const code = more.includes('golden') ? 2 : 1;
    expect(await weft('apps', 'create', 'Wrong', ...more)).toMatchObject({ code, out: '' });
  }
  expect((await weft('apps', 'list', '--name', 'Wrong')).out).toContain('No such apps');
});

it('a plan tells what a document needs, and imports nothing', async () => {
  const yaml = modelChat().replaceAll('demo', 'elsewhere');
  await writeFile(join(platform.home, 'needs.yml'), yaml);
  await writeFile(join(platform.home, 'wrong.yml'), 'kind: nothing');
  const before = (await weft('apps', 'list', '--json')).out;
  const plan = await weft('apps', 'plan', 'needs.yml');
  expect(plan.code, plan.err).toBe(0);
  expect(plan.out).toContain('elsewhere');
  expect(await weft('apps', 'plan', 'wrong.yml')).toMatchObject({ code: 1, out: '' });
  expect(await weft('apps', 'plan', 'absent.yml')).toMatchObject({ code: 1, out: '' });
  // An address is the server's to fetch.
  expect(await weft('apps', 'plan', 'http://docs.example/app.yml')).toMatchObject({
    code: 1,
    err: expect.stringContaining('url must be an https address'),
  });
  expect((await weft('apps', 'list', '--json')).out).toBe(before);
});
