import { describe, expect, it } from 'vitest';
import { allNodeTypes, documentsWith } from '#engine/dsl/testing/node-types.ts';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { runInPlace } from '#engine/testing/run-in-place.ts';
import { fakeContext, runNode } from '#plugins/node-flow/testing/fake-context.ts';
import { node as datasource } from './datasource.ts';
import { rootNodeTypes } from './node-types.ts';
import { rootKinds } from './testing/root-kinds.ts';
import { node as trigger } from './trigger.ts';
import { node as webhook } from './webhook.ts';
import { webhookInputs, webhookWarnings } from './webhook-fields.ts';

const kinds = await rootKinds();
const isRoot = (type: string) => rootNodeTypes.some((item) => item.type === type);
const file = (name: string) => ({
  dify_model_identity: '__dify__file__',
  type: 'document',
  transfer_method: 'local_file',
  related_id: name,
  filename: name,
});

describe('a graph with several roots', () => {
  const source = (name: string) => ({ type: 'datasource', title: name });
  const sketch = {
    kinds,
    nodes: {
      one: source('One'),
      two: source('Two'),
      left: { type: 'work' },
      right: { type: 'work' },
      done: {
        type: 'end',
        outputs: { left: ['left', 'done'], right: ['right', 'done'], type: ['one', 'datasource_type'] },
      },
    },
    edges: [
      ['one', 'left'],
      ['two', 'right'],
      ['left', 'done'],
      ['right', 'done'],
    ],
    mode: 'workflow',
    system: { datasource_type: 'local_file', datasource_info: { file: file('a.txt') } },
  } as const;

  it('trap 27: several roots, a pipeline with two datasources runs with one', async () => {
    const report = await runInPlace({ ...sketch, rootNodeId: 'one' });
    expect(report.finished.status).toBe('succeeded');
    expect(report.started).toEqual(['one', 'left', 'done']);
    expect(report.outputs).toEqual({ left: true, right: null, type: 'local_file' });
    const other = await runInPlace({ ...sketch, rootNodeId: 'two' });
    expect(other.started).toEqual(['two', 'right', 'done']);
  });

  it('must be told where to begin', async () => {
    const silent = await runInPlace(sketch);
    expect(silent.finished).toMatchObject({ status: 'failed', errorCode: 'engine.invalid_root' });
    const wrong = await runInPlace({ ...sketch, rootNodeId: 'left' });
    expect(wrong.finished).toMatchObject({ status: 'failed', errorCode: 'engine.invalid_root' });
  });

  it('may mix triggers, and begins at one of them', async () => {
    const report = await runInPlace({
      kinds,
      nodes: {
        hook: { type: 'trigger-webhook', params: [{ name: 'id' }] },
        clock: { type: 'trigger-schedule' },
        event: { type: 'trigger-plugin' },
        all: { type: 'end', outputs: { id: ['hook', 'id'], user: ['hook', 'sys.user_id'], event: ['event', 'kind'] } },
      },
      edges: [
        ['hook', 'all'],
        ['clock', 'all'],
        ['event', 'all'],
      ],
      mode: 'workflow',
      inputs: { id: '7', kind: 'push' },
      system: { user_id: 'u' },
      rootNodeId: 'hook',
    });
    expect(report.started).toEqual(['hook', 'all']);
    expect(report.outputs).toEqual({ id: '7', user: 'u', event: null });
  });
});

describe('a schedule and an event of a plugin', () => {
  it('publish what they were started with, and the system values under dotted names', async () => {
    const pool = { root: { action: 'opened', nested: { a: 1 } }, sys: { user_id: 'u', files: [] }, env: { key: 's' } };
    const { outputs } = await runNode(trigger, {}, pool, { id: 'root' });
    expect(outputs).toEqual({ action: 'opened', nested: { a: 1 }, 'sys.user_id': 'u', 'sys.files': [] });
  });
});

describe('a webhook', () => {
  const data = {
    method: 'put',
    headers: [{ name: 'X-Event-Id', required: true }],
    params: [{ name: 'page', type: 'number' }, { name: '' }, 'broken', null, { name: '__proto__' }],
    body: [
      { name: 'payload', type: 'object', required: true },
      { name: 'tags', type: 'Array[String]' },
      { name: 'odd', type: 'matrix' },
      { name: 'page', type: 'string' },
    ],
  };

  it('has one variable per declared header, parameter and body field, and the whole request', async () => {
    const pool = { hook: { X_Event_Id: 'e1', payload: { a: 1 }, stray: 'x' }, sys: { user_id: 'u' } };
    const { outputs } = await runNode(webhook, data, pool, { id: 'hook' });
    expect(outputs).toEqual({
      X_Event_Id: 'e1',
      page: null,
      payload: { a: 1 },
      tags: null,
      odd: null,
      _webhook_raw: {
        method: 'PUT',
        headers: { 'X-Event-Id': 'e1' },
        query_params: {},
        body: { payload: { a: 1 } },
        files: {},
      },
      'sys.user_id': 'u',
    });
  });

  it('keeps the request as it was received', async () => {
    const raw = { method: 'POST', headers: { host: 'h' }, query_params: {}, body: 'text', files: {} };
    const { outputs } = await runNode(webhook, {}, { hook: { _webhook_raw: raw } }, { id: 'hook' });
    expect(outputs).toEqual({ _webhook_raw: raw });
  });

  it('asks a caller for its fields', () => {
    expect(webhookInputs(data)).toEqual([
      { variable: 'X_Event_Id', label: 'X-Event-Id', required: true, type: 'paragraph' },
      { variable: 'page', label: 'page', required: false, type: 'paragraph' },
      { variable: 'payload', label: 'payload', required: true, type: 'json_object' },
      {
        variable: 'tags',
        label: 'tags',
        required: false,
        type: 'json_object',
        json_schema: { type: 'array', items: { type: 'string' } },
      },
      { variable: 'odd', label: 'odd', required: false, type: 'paragraph' },
    ]);
  });

  it('says what no caller can use', () => {
    expect(webhookWarnings({ ...data, method: 'brew', content_type: 'text/tea' }).map(({ field }) => field)).toEqual([
      'method',
      'content_type',
      'body',
    ]);
    expect(webhookWarnings({ method: 7, headers: 'x', body: {} })).toEqual([]);
  });
});

describe('a datasource', () => {
  const run = (data: Record<string, unknown>, sys: Record<string, unknown>) =>
    datasource.run(datasource.compile(data, fakeContext({}).node), fakeContext({ sys }));

  it('hands over a file, and the fields of a crawled page', async () => {
    expect(await run({}, { datasource_info: file('a.txt') })).toMatchObject({
      outputs: { file: { filename: 'a.txt' }, datasource_type: 'local_file' },
    });
    const page = { source_url: 'https://example.com', title: 'T', content: 'C' };
    expect(await run({ provider_type: 'website_crawl' }, { datasource_info: page })).toMatchObject({
      outputs: { ...page, datasource_type: 'website_crawl', datasource_info: page },
    });
  });

  it.each([
    [{}, {}, 'sys.datasource_info is not set'],
    [{}, { datasource_info: 'x' }, 'sys.datasource_info is not set'],
    [{}, { datasource_info: { file: 'C:/x' } }, 'names no file'],
    [
      { plugin_id: 'acme/drive' },
      { datasource_type: 'online_drive', datasource_info: {} },
      'install the plugin acme/drive',
    ],
  ])('fails clearly: %o %o', (data, sys, message) => {
    expect(() => run(data, sys)).toThrow(message);
  });
});

describe('the settings of roots', () => {
  const documents = documentsWith([...allNodeTypes.filter(({ type }) => !isRoot(type)), ...rootNodeTypes]);
  const compile = (type: string, data: Readonly<Record<string, unknown>>) => {
    const nodes = [node('t', type, data), node('e', 'end')];
    const text = appDocument({ mode: 'workflow', nodes, edges: chain('t', 'e') });
    return { parsed: documents.parse(text), compile: () => documents.compile(documents.parse(text).tree) };
  };

  it('refuse a webhook whose body is a mapping, at publish', () => {
    const body = compile('trigger-webhook', { body: { payload: { type: 'object' } } });
    expect(body.parsed.warnings).toContainEqual(expect.stringMatching(/'trigger-webhook t' \(t\): field body must be/));
    expect(body.compile).toThrow(/field body must be/);
  });

  it('warn of a schedule that never fires, at import and at publish', () => {
    const schedule = compile('trigger-schedule', { mode: 'cron' });
    const warning = expect.stringMatching(/'trigger-schedule t' \(t\): field cron_expression is missing/);
    expect(schedule.parsed.warnings).toEqual([warning]);
    expect(schedule.compile().warnings).toEqual([warning]);
  });

  it('say of an event of a plugin that nothing starts it, and nothing of a webhook that is complete', () => {
    const nobody = expect.stringContaining('nothing here does that');
    expect(compile('trigger-plugin', {}).parsed.warnings).toEqual([nobody]);
    expect(compile('trigger-webhook', { method: 'post' }).parsed.warnings).toEqual([]);
  });

  it('refuse a start beside a trigger', () => {
    const text = appDocument({ mode: 'workflow', nodes: [node('s', 'start'), node('t', 'trigger-plugin')], edges: [] });
    expect(() => documents.compile(documents.parse(text).tree)).toThrow(/starts both at node 'start s' \(s\) and at/);
  });

  it('survive whatever stands in them', () => {
    for (const { type } of rootNodeTypes) {
      for (const value of [null, 7, 'x', [], {}, [[]], [{ name: {} }], { a: [] }]) {
        const data = Object.fromEntries(
          ['headers', 'params', 'body', 'config', 'visual_config', 'mode', 'method', 'provider_type'].map((key) => [
            key,
            value,
          ]),
        );
        expect(() => compile(type, data).parsed).not.toThrow();
      }
    }
  });
});
