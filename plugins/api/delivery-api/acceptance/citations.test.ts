import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { modelNode } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const path = '/v1/chat-messages';
const hit = (id: string) => ({
  title: id,
  content: `What ${id} says`,
  metadata: { _source: 'knowledge', dataset_id: 'd', document_id: id, segment_id: `s-${id}`, score: 0.5 },
});

/** A chatflow whose model is told of documents, as if a search had found them. */
function citingChat(features: object, hits: readonly object[]): string {
  const found = { name: 'found', value_type: 'array[object]', value: hits };
  return appDocument({
    mode: 'advanced-chat',
    nodes: [
      node('1', 'start', { variables: [] }),
      modelNode('2', '{{#context#}}', {}, { context: { enabled: true, variable_selector: ['conversation', 'found'] } }),
      node('3', 'answer', { answer: '{{#2.text#}}' }),
    ],
    edges: chain('1', '2', '3'),
    features,
    conversationVariables: [{ id: '5c0f3f0c-6e0e-4c5a-9b53-0c7c1c3a5a11', description: '', ...found }],
  });
}

interface Told {
  readonly conversation_id: string;
  readonly metadata: { readonly retriever_resources: readonly unknown[] };
}

/** The sources that an app tells of: to who waits, in its stream, and in its history. */
async function sourcesOf(features: object, hits: readonly object[] = [hit('a'), hit('b'), hit('a')]) {
  const { key } = await platform.importApp(citingChat(features, hits));
  const question = { inputs: {}, query: 'What do they say?', user: 'u1' };
  // With a key, the second call is answered from what was kept of the first.
  const headers = { 'idempotency-key': 'asked' };
  const waited = await platform.open(key, path, { method: 'POST', body: question, headers });
  const repeated = await platform.open(key, path, { method: 'POST', body: question, headers });
  const answer = (await waited.json()) as Told;
  const { events } = await platform.stream(key, path, { ...question, response_mode: 'streaming' });
  const history = await platform.get(key, `/v1/messages?conversation_id=${answer.conversation_id}&user=u1`);
  return {
    blocking: answer.metadata.retriever_resources,
    repeated: ((await repeated.json()) as Told).metadata.retriever_resources,
    streaming: (events.find(({ event }) => event === 'message_end') as unknown as Told).metadata.retriever_resources,
    history: (history.body as { data: { retriever_resources: unknown }[] }).data[0]?.retriever_resources,
  };
}

describe('sources of an answer', () => {
  it('are told by an app that shows them, each document once', async () => {
    const shown = [
      expect.objectContaining({ position: 1, document_id: 'a', content: 'What a says' }),
      expect.objectContaining({ position: 2, document_id: 'b', content: 'What b says' }),
    ];
    expect(await sourcesOf({ retriever_resource: { enabled: true } })).toEqual({
      blocking: shown,
      repeated: shown,
      streaming: shown,
      history: shown,
    });
  });

  it('have an id, their message and its time in the history', async () => {
    const { history } = await sourcesOf({ retriever_resource: { enabled: true } });
    const own = { id: expect.stringMatching(/^[0-9a-f-]{36}$/), message_id: expect.stringMatching(/^[0-9a-f-]{36}$/) };
    const [first, second] = history as { id: string }[];
    expect(first).toMatchObject({ ...own, created_at: expect.any(Number) });
    expect(second?.id).not.toBe(first?.id);
  });

  it('have texts and numbers where typed clients read them, whatever is known of them', async () => {
    const bare = (content: string) => ({ content, metadata: { _source: 'knowledge' } });
    const { blocking } = await sourcesOf({ retriever_resource: { enabled: true } }, [bare('one'), bare('two')]);
    const empty = { dataset_id: '', dataset_name: '', document_id: '', document_name: '', segment_id: '' };
    const known = { ...empty, data_source_type: '', score: 0 };
    expect(blocking).toMatchObject([
      { ...known, position: 1, content: 'one' },
      { ...known, position: 2, content: 'two' },
    ]);
  });

  it.each([
    ['that does not show them', { retriever_resource: { enabled: false } }],
    ['that says nothing of them', {}],
  ])('are told nowhere by an app %s', async (_, features) => {
    expect(await sourcesOf(features)).toEqual({ blocking: [], repeated: [], streaming: [], history: [] });
  });
});
