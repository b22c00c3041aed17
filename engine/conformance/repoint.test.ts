import { describe, expect, it } from 'vitest';
import { repoint } from './repoint.ts';

const origin = 'http://127.0.0.1:1';

function nodeData(data: object): unknown {
  const tree = { workflow: { graph: { nodes: [{ id: 'a', data }] } } };
  const graph = (repoint(tree, origin).workflow as { graph: { nodes: { data: unknown }[] } }).graph;
  return graph.nodes[0]?.data;
}

describe('the copy that is run', () => {
  it('names the demo model wherever a model is named, and lets it speak without pauses or limits', () => {
    const model = {
      provider: 'openai',
      name: 'gpt-4',
      mode: 'chat',
      completion_params: { max_tokens: 5, stop: ['x'] },
    };
    const demo = { ...model, provider: 'demo', name: 'demo-chat', completion_params: { stop: ['x'], pace_ms: 0 } };
    expect(nodeData({ type: 'llm', model })).toEqual({ type: 'llm', model: demo });
    expect(repoint({ model_config: { model } }, origin)).toEqual({ model_config: { model: demo } });
    expect(
      nodeData({ agent_parameters: { model: { type: 'constant', value: { provider: 'a/b/c', model: 'm' } } } }),
    ).toEqual({ agent_parameters: { model: { type: 'constant', value: { provider: 'demo', model: 'demo-chat' } } } });
  });

  it('gives a model to nodes that talk to one and name none', () => {
    const model = { mode: 'completion', name: null, provider: null };
    expect(nodeData({ type: 'llm', model })).toMatchObject({
      model: { mode: 'completion', provider: 'demo', name: 'demo-chat' },
    });
    expect(nodeData({ type: 'tool', model })).toEqual({ type: 'tool', model });
  });

  it('names demo models of the other kinds', () => {
    const config = {
      reranking_model: { provider: 'cohere', model: 'rerank-3' },
      weights: { vector_setting: { embedding_provider_name: 'openai', embedding_model_name: 'ada', vector_weight: 1 } },
    };
    expect(nodeData({ multiple_retrieval_config: config })).toEqual({
      multiple_retrieval_config: {
        reranking_model: { provider: 'demo', model: 'demo-rerank' },
        weights: {
          vector_setting: { embedding_provider_name: 'demo', embedding_model_name: 'demo-embedding', vector_weight: 1 },
        },
      },
    });
  });

  it('sends HTTP requests to this machine, with the address as path, and touches no other url', () => {
    expect(nodeData({ type: 'http-request', url: ' https://x.test/{{#a.b#}} ' })).toMatchObject({
      url: `${origin}/https://x.test/{{#a.b#}}`,
    });
    expect(nodeData({ type: 'tool', url: 'https://x.test' })).toMatchObject({ url: 'https://x.test' });
  });

  it('lets inputs take files by address', () => {
    const variables = [{ type: 'file', allowed_file_upload_methods: ['local_file'] }];
    expect(nodeData({ type: 'start', variables })).toMatchObject({
      variables: [{ allowed_file_upload_methods: ['local_file', 'remote_url'] }],
    });
  });

  it('leaves the tree it was given as it is', () => {
    const tree = { workflow: { graph: { nodes: [{ data: { type: 'llm', model: { provider: 'x', name: 'y' } } }] } } };
    const before = structuredClone(tree);
    repoint(tree, origin);
    expect(tree).toEqual(before);
  });
});
