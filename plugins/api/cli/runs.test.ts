import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { appDocument, chain, greetingWorkflow, node } from '#engine/testing/app-document.ts';
import { modelNode, speakingWorkflow, textInput } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { runWeft } from './testing/run-weft.ts';

let platform: TestPlatform;
let folder: string;
let appId: string;
let runId: string;

beforeAll(async () => {
  platform = await sharedPlatform();
  folder = await mkdtemp(join(tmpdir(), 'weft-test-'));
  const document = greetingWorkflow().replace('end 3', 'end \\u001b[31m red');
  await writeFile(join(folder, 'greeting.yml'), document);
  await writeFile(join(folder, 'speaking.yml'), speakingWorkflow(20, 500));
  await writeFile(join(folder, 'asking.yml'), askingWorkflow());
  appId = (await json('apps', 'import', 'greeting.yml', '--publish')).app.id;
  runId = (await json('run', appId, '--input', 'name=Ada')).workflow_run_id;
});
afterAll(async () => {
  await platform.dispose();
  await rm(folder, { recursive: true, force: true });
});

const weft = (...argv: string[]) => runWeft(platform, argv, { directory: folder });

async function json(...argv: string[]) {
  const { code, out, err } = await weft(...argv, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

/** Start, model, template, end. */
function askingWorkflow(): string {
  const selector = (variable: string, value_selector: readonly string[]) => ({ variable, value_selector });
  return appDocument({
    mode: 'workflow',
    name: 'Asking',
    nodes: [
      node('1', 'start', { variables: [textInput('name')] }),
      modelNode('2', 'Greet {{#1.name#}}'),
      node('3', 'template-transform', {
        template: '{{ name }}: {{ text }}',
        variables: [selector('name', ['1', 'name']), selector('text', ['2', 'text'])],
      }),
      node('4', 'end', { outputs: [selector('text', ['3', 'output'])] }),
    ],
    edges: chain('1', '2', '3', '4'),
  });
}

describe('weft runs', () => {
  it('list shows a table, and the page after a run', async () => {
    const { code, out } = await weft('runs', 'list', '--app', appId);
    expect(code).toBe(0);
    expect(out).toMatch(/^RUN +STARTED +STATUS +SECONDS +TOKENS +APP +ERROR\n/);
    expect(out).toMatch(new RegExp(`${runId} +20\\S+Z +succeeded +\\d+\\.\\d\\d +0 +${appId}\n`));
    expect(await json('runs', 'list', '--limit', '1')).toMatchObject({ data: [{ id: runId }], has_more: false });
    expect((await weft('runs', 'list', '--before', runId)).out).toBe('No runs.\n');
    await json('run', appId, '--input', 'name=Bo');
    expect((await weft('runs', 'list', '--limit', '1')).out).toMatch(/More: the same with --before \S+\n$/);
    expect((await json('runs', 'list', '--before', (await json('runs', 'list')).data[0].id)).data).toHaveLength(1);
  });

  it('show prints the nodes as a table, and nothing that steers the terminal', async () => {
    const { code, out } = await weft('runs', 'show', runId);
    expect(code).toBe(0);
    expect(out).toMatch(/^run +\S+\napp +\S+\nstatus +succeeded\n/);
    expect(out).toContain('outputs  {"greeting":"Hello Ada"}');
    expect(out).toMatch(
      /\nINDEX +NODE +TITLE +TYPE +STATUS +SECONDS +TOKENS +ERROR\n1 +1 +start 1 +start +succeeded +\d/,
    );
    expect(out).not.toContain('\u001b');
    expect(await json('runs', 'show', runId)).toMatchObject({
      id: runId,
      outputs: { greeting: 'Hello Ada' },
      nodes: [{ index: 1 }, { index: 2, node_type: 'template-transform' }, { index: 3 }],
    });
  });

  it.each([
    [2, 'partial-succeeded', 'succeeded'],
    [3, 'failed', 'failed'],
  ])('show --values tells the attempts of a node that failed %i times', async (failures, status, nodeStatus) => {
    let calls = 0;
    const server = createServer((_, answer) => {
      calls += 1;
      answer.writeHead(calls <= failures ? 503 : 200, { 'content-type': 'text/plain' }).end('hello');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const document = appDocument({
      mode: 'workflow',
      name: 'Retrying',
      nodes: [
        node('1', 'start', { variables: [] }),
        node('2', 'http-request', {
          method: 'get',
          url: `http://127.0.0.1:${port}/`,
          retry_config: { retry_enabled: true, max_retries: 2, retry_interval: 1 },
        }),
        node('3', 'end', { outputs: [] }),
      ],
      edges: chain('1', '2', '3'),
    });
    await writeFile(join(folder, 'retrying.yml'), document);
    const { app } = await json('apps', 'import', 'retrying.yml', '--publish');
    await weft('run', app.id, '--json');
    const [{ id }] = (await json('runs', 'list', '--app', app.id)).data;
    expect(calls).toBe(3);
    const run = await json('runs', 'show', id, '--values');
    expect(run).toMatchObject({ status, nodes: [{}, { status: nodeStatus }, ...(failures === 2 ? [{}] : [])] });
    const attempt = { error_type: 'HTTPResponseCodeError', error: expect.stringContaining('503') };
    expect(run.nodes[1].process_data).toMatchObject({
      request: expect.stringContaining('GET'),
      retry_history: [
        { retry_index: 1, ...attempt },
        { retry_index: 2, ...attempt },
      ],
    });
    expect((await json('runs', 'show', id)).nodes[1]).not.toHaveProperty('process_data');
    expect((await weft('runs', 'show', id, '--values')).out).toMatch(/\n2 \S.*\nprocess_data +\{.*"retry_history":\[/);
  });

  it('events prints one line for each, from a number on', async () => {
    const { code, out } = await weft('runs', 'events', runId);
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^ +1 {2}run-started/);
    expect(lines.at(-1)).toMatch(/run-finished +succeeded$/);
    expect((await weft('runs', 'events', runId, '--after', '2')).out.trimEnd().split('\n')).toEqual(lines.slice(2));
    const followed = (await weft('runs', 'events', runId, '--follow', '--json')).out.trimEnd().split('\n');
    expect(followed.map((line) => JSON.parse(line).number)).toEqual(lines.map((_, index) => index + 1));
  });

  it('keep numbers as they were sent and as they came', async () => {
    const number = { variable: 'n', label: 'n', type: 'number', required: true };
    const document = appDocument({
      mode: 'workflow',
      name: 'Numbers',
      nodes: [
        node('1', 'start', { variables: [number] }),
        node('2', 'end', { outputs: [{ variable: 'n', value_selector: ['1', 'n'] }] }),
      ],
      edges: chain('1', '2'),
    });
    await writeFile(join(folder, 'numbers.yml'), document);
    const { app } = await json('apps', 'import', 'numbers.yml', '--publish');
    const run = async (n: string, ...more: string[]) => (await weft('run', app.id, '--input', `n=${n}`, ...more)).out;
    const answer = await run('12345678901234567', '--json');
    expect(answer).toContain('"outputs":{"n":12345678901234567}');
    expect(await run('4.0')).toMatch(/\b4\.0\b/);
    expect(await run('4.0', '--stream')).toMatch(/\b4\.0\b/);
    expect(await run('4.0', '--stream', '--json')).toContain('"outputs":{"n":4.0}');
    const { workflow_run_id: id } = JSON.parse(answer);
    expect((await weft('runs', 'show', id)).out).toContain('{"n":12345678901234567}');
    expect((await weft('runs', 'show', id, '--json')).out).toContain('"outputs":{"n":12345678901234567}');
    expect((await weft('runs', 'events', id, '--json')).out).toContain('{"n":12345678901234567}');
    const fork = await json('runs', 'fork', id, '--at', '2', '--set', 'n=2.0');
    await weft('runs', 'events', fork.id, '--follow');
    expect((await weft('runs', 'show', fork.id, '--json')).out).toContain('"outputs":{"n":2.0}');
    const one = await weft('nodes', 'run', app.id, '2', '--set', '1.n=[2.0,98765432109876543210]', '--json');
    expect(one.out).toContain('"outputs":{"n":[2.0,98765432109876543210]}');
  });

  it('stop ends a run that is followed', async () => {
    const { app } = await json('apps', 'import', 'speaking.yml', '--publish');
    const run = weft('run', app.id, '--stream');
    const running = async () => (await json('runs', 'list', '--app', app.id, '--status', 'running')).data;
    await expect.poll(running).toHaveLength(1);
    const [{ id }] = await running();
    const following = weft('runs', 'events', id, '--follow');
    expect(await weft('runs', 'stop', id)).toEqual({ code: 0, out: 'Asked to stop.\n', err: '' });
    expect((await following).out).toMatch(/run-finished +stopped +Stopped by an operator\.\n$/);
    await run;
    expect((await weft('runs', 'show', id)).out).toMatch(/status +stopped\n/);
  });

  it('fork runs again from a node, for no more than that costs', async () => {
    const { app } = await json('apps', 'import', 'asking.yml', '--publish');
    const first = (await json('run', app.id, '--input', 'name=Ada')).workflow_run_id;
    const before = await json('runs', 'show', first);
    expect(before.total_tokens).toBeGreaterThan(0);
    const fork = async (...argv: string[]) => {
      const { id } = await json('runs', 'fork', first, ...argv);
      await weft('runs', 'events', id, '--follow');
      return json('runs', 'show', id);
    };
    const shown = (run: { nodes: { node_id: string; status: string }[] }) =>
      run.nodes.map(({ node_id, status }) => `${node_id} ${status}`);
    const again = await fork('--at', '3');
    expect(again).toMatchObject({ status: 'succeeded', total_tokens: 0, outputs: before.outputs });
    expect(shown(again)).toEqual(shown(before));
    const edited = await fork('--at', '3', '--set', '2.text=Edited', '--set', 'name=Grace');
    expect(edited.outputs).toEqual({ text: 'Grace: Edited' });
    expect((await fork('--at', '2')).total_tokens).toBe(before.total_tokens);
    expect(await weft('runs', 'fork', first, '--at', 'ghost')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/never came to that node/),
    });
  });

  it.each([
    ['an unknown run', ['runs', 'show', '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55'], 1],
    ['to follow an unknown run', ['runs', 'events', '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55', '--follow'], 1],
    ['to stop an unknown run', ['runs', 'stop', 'nonsense'], 1],
    ['an unknown status', ['runs', 'list', '--status', 'gone'], 2],
    ['an endless list', ['runs', 'list', '--limit', '1000'], 1],
    ['to fork an unknown run', ['runs', 'fork', '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55', '--at', '1'], 1],
    ['a fork from nowhere', ['runs', 'fork', 'x'], 2],
    ['a number that is none', ['runs', 'events', 'x', '--after', 'soon'], 2],
    ['no run', ['runs', 'show'], 2],
  ])('refuse %s', async (_case, argv, code) => {
    expect(await weft(...argv)).toMatchObject({ code, out: '', err: expect.stringMatching(/^weft: ./) });
  });
});
