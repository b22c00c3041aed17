import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { ExternalKnowledge } from './contract.ts';
import { type ExternalService, startExternalService } from './testing/external-service.ts';

const apis = '/console/api/external-knowledge-apis';
const apiKey = 'secret-of-the-handbook';

let platform: TestPlatform;
let service: ExternalService;
let api: string;
beforeAll(async () => {
  platform = await sharedPlatform();
  service = await startExternalService();
  const made = await create({});
  expect(made).toMatchObject({ status: 201, body: { name: 'Handbook', api_key: '********book' } });
  api = (made.body as { id: string }).id;
});
afterEach(() => {
  service.asked.length = 0;
  service.answer = { body: { records: [] } };
  service.instead = null;
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await platform.dispose();
});

const create = (changes: object) =>
  platform.management.request(apis, { body: { name: 'Handbook', endpoint: service.url, api_key: apiKey, ...changes } });
const ask = () =>
  platform.management.request(`${apis}/${api}/test`, { body: { knowledge_id: 'staff', query: 'How many days?' } });
const retrieve = (question: object = {}, workspaceId = platform.workspaceId) => {
  const usual = { apiId: api, knowledgeId: 'staff', query: 'How many days?', topK: 2, scoreThreshold: null };
  const signal = new AbortController().signal;
  return platform.kernel.resolve(ExternalKnowledge).retrieve(workspaceId, { ...usual, signal, ...question });
};
const record = (score: unknown, more: object = {}) => ({ content: `at ${score}`, title: 'T', score, ...more });

describe('an external knowledge API', () => {
  it('is asked by the contract, with its key', async () => {
    const filter = { operator: 'or', conditions: [{ name: 'year', operator: '≥', value: 2020 }] } as const;
    await retrieve({ scoreThreshold: 0.5, filter });
    expect(service.asked).toEqual([
      {
        path: '/kb/retrieval',
        authorization: `Bearer ${apiKey}`,
        body: {
          knowledge_id: 'staff',
          query: 'How many days?',
          retrieval_setting: { top_k: 2, score_threshold: 0.5 },
          metadata_condition: {
            logical_operator: 'or',
            conditions: [{ name: 'year', comparison_operator: '≥', value: 2020 }],
          },
        },
      },
    ]);
  });

  it('is told a threshold of 0 when there is none, and no conditions where there are none', async () => {
    await retrieve();
    expect(service.asked[0]?.body).toMatchObject({ retrieval_setting: { top_k: 2, score_threshold: 0 } });
    expect(service.asked[0]?.body).not.toHaveProperty('metadata_condition');
  });

  it('is asked at its endpoint, however that was typed', async () => {
    for (const endpoint of [`${service.url}/`, `${service.url}/retrieval`, ` ${service.url} `]) {
      expect(await create({ endpoint })).toMatchObject({ status: 201, body: { endpoint: service.url } });
    }
  });

  it('answers with the best records, whatever it sent', async () => {
    const records = [record(0.2), record(7), record(-3), record('0.9'), record(0.6, { metadata: null })];
    service.answer = { body: { records: [null, 7, { content: 5 }, { content: ' ' }, ...records] } };
    expect(await retrieve()).toEqual([
      { content: 'at 7', title: 'T', score: 1, metadata: {} },
      { content: 'at 0.6', title: 'T', score: 0.6, metadata: {} },
    ]);
    expect((await retrieve({ topK: 9 })).map(({ score }) => score)).toEqual([1, 0.6, 0.2, 0, 0]);
    expect((await retrieve({ topK: 9, scoreThreshold: 0.5 })).map(({ score }) => score)).toEqual([1, 0.6]);
  });

  it('is known by its name and the end of its key, and nobody reads the rest', async () => {
    const list = await platform.management.request(apis);
    const one = await platform.management.request(`${apis}/${api}`);
    expect(one.body).toMatchObject({ name: 'Handbook', endpoint: service.url, used_by: [] });
    expect(list.text + one.text).not.toContain(apiKey);
  });

  it('can be changed and deleted', async () => {
    const { id } = (await create({ name: 'Other' })).body as { id: string };
    const renamed = await platform.management.request(`${apis}/${id}`, { method: 'PATCH', body: { name: 'Third' } });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Third', endpoint: service.url } });
    expect((await platform.management.request(`${apis}/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await platform.management.request(`${apis}/${id}`)).status).toBe(404);
  });
});

describe('what goes wrong with it', () => {
  it('is told with what it said', async () => {
    service.answer = { status: 403, body: { error_code: 1002, error_msg: 'Who are\nyou?' } };
    expect(await ask()).toMatchObject({
      status: 400,
      body: {
        code: 'external_knowledge_failed',
        message:
          'The external knowledge API "Handbook" answered with status 403. Check its key. It says: 1002, Who are you?',
      },
    });
  });

  it.each([['<html>busy</html>'], [[]], [{ records: 'none' }], [{}]])(
    'is told of an answer of something else: %j',
    async (body) => {
      service.answer = { body };
      expect((await ask()).text).toContain('answered with something else');
    },
  );

  it('is told where nobody answers', async () => {
    service.instead = (response) => response.socket?.destroy();
    expect(await ask()).toMatchObject({ status: 400, body: { code: 'external_knowledge_failed' } });
  });
});

describe('an answer that means harm', () => {
  it('attack T21: of any size is not read to its end', async () => {
    let sent = 0;
    service.instead = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (!response.destroyed && sent < 200_000_000) {
          sent += 65_536;
          if (!response.write(Buffer.alloc(65_536, 32))) return response.once('drain', more);
        }
        return response.end();
      };
      more();
    };
    expect((await ask()).text).toContain('external_knowledge_failed');
    expect(sent).toBeLessThan(200_000_000);
  });

  it('attack T21: is nested without end, or of endless texts', async () => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    const long = 'x'.repeat(1_000_000);
    service.answer = {
      body: `{"records": [{"content": "deep", "score": 1, "metadata": ${deep}}, {"content": "${long}", "title": "${long}", "score": 0.5, "metadata": {"a": "${long}"}}]}`,
    };
    const [first, second] = await retrieve();
    expect(first).toEqual({ content: 'deep', title: '', score: 1, metadata: {} });
    expect(second?.content.length).toBe(100_000);
    expect(second?.title.length).toBe(1_000);
    expect(second?.metadata).toEqual({});
  });

  it('attack T10: names what objects inherit', async () => {
    service.answer = {
      body: '{"__proto__": {"records": []}, "records": [{"content": "a\\u0000b", "score": 1, "metadata": {"__proto__": {"admin": true}, "note": "c\\u0000d"}}]}',
    };
    const [found] = await retrieve();
    expect(found?.content).toBe('ab');
    expect(found?.metadata.note).toBe('cd');
    expect(found?.metadata.admin).toBeUndefined();
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  it('attack T06: sends the question and its key elsewhere', async () => {
    await using elsewhere = await startExternalService();
    service.answer = { status: 307, headers: { location: `${elsewhere.url}/retrieval` }, body: {} };
    expect((await ask()).text).toContain('answered with status 307');
    expect(elsewhere.asked).toEqual([]);
  });

  it('attack T11: repeats the key', async () => {
    service.answer = { status: 500, body: { error_msg: `no such key: ${apiKey}` } };
    const { text } = await ask();
    expect(text).toContain('no such key: ***');
    expect(text).not.toContain(apiKey);
  });
});

describe('an endpoint', () => {
  it.each([
    'http://169.254.169.254/latest',
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://192.168.1.1/',
    'http://0x7f.0.0.2/',
    'http://100.100.100.200/',
    'http://[::ffff:10.0.0.1]/',
  ])('attack T06: is not inside: %s', async (endpoint) => {
    expect(await create({ endpoint })).toMatchObject({ status: 403, body: { code: 'address_refused' } });
    const changed = await platform.management.request(`${apis}/${api}`, {
      method: 'PATCH',
      body: { endpoint, api_key: 'new' },
    });
    expect(changed).toMatchObject({ status: 403, body: { code: 'address_refused' } });
  });

  it.each([
    'file:///etc/passwd',
    'gopher://example.com/',
    'no address',
    'https://user:pass@example.com/',
    'https://example.com/?key=1',
  ])('attack T06: is an http address and nothing more: %s', async (endpoint) => {
    expect(await create({ endpoint })).toMatchObject({ status: 400, body: { code: 'invalid_endpoint' } });
  });

  it('attack T11: does not get the key of another server', async () => {
    await using elsewhere = await startExternalService();
    const move = (body: object) => platform.management.request(`${apis}/${api}`, { method: 'PATCH', body });
    expect(await move({ endpoint: elsewhere.url })).toMatchObject({ status: 400, body: { code: 'key_needed' } });
    expect(await ask()).toMatchObject({ status: 200 });
    expect(elsewhere.asked).toEqual([]);
  });
});

describe('a service of somebody else', () => {
  it('attack T01: is not there', async () => {
    const other = await platform.kernel
      .resolve(Workspaces)
      .create({ name: 'Other', plan: 'unlimited', ownerName: 'Somebody' });
    await expect(retrieve({}, other.id)).rejects.toMatchObject({ code: 'external-knowledge.not_found' });
    expect(await platform.kernel.resolve(ExternalKnowledge).findMany(other.id, [api])).toEqual([]);
    const headers = { 'x-workspace-id': other.id };
    expect((await platform.management.request(`${apis}/${api}`, { headers })).status).toBe(404);
    expect((await platform.management.request(`${apis}/${api}`, { method: 'DELETE', headers })).status).toBe(404);
    expect(service.asked).toEqual([]);
  });
});
