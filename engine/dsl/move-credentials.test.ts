import { describe, expect, it } from 'vitest';
import { fromJson } from '#engine/run/values/value.ts';
import { appDocument, node } from '#engine/testing/app-document.ts';
import { documentsWith } from './testing/node-types.ts';

const documents = documentsWith();

interface Tree {
  readonly workflow: {
    readonly graph: { readonly nodes: readonly { readonly data: object }[] };
    readonly environment_variables: readonly { readonly name: string; readonly value: string }[];
  };
}

function moved(settings: readonly object[], environmentVariables: readonly object[] = []) {
  const nodes = settings.map((data, index) => node(`n${index}`, 'http-request', { title: `Call ${index}`, ...data }));
  const text = appDocument({ mode: 'workflow', nodes, edges: [], environmentVariables });
  const before = documents.parse(text);
  const { parsed, moved: places } = documents.withCredentialsMoved(before);
  const { graph, environment_variables: variables } = (fromJson(parsed.tree) as Tree).workflow;
  return { before, parsed, places, data: graph.nodes.map((one) => one.data), variables };
}

const isAboutCredentials = (warning: string) => warning.includes('credential');

describe('typed-in credentials', () => {
  it('go to secret variables, with placeholders where they were, and nothing is warned of any more', () => {
    const { before, parsed, places, data, variables } = moved([
      {
        url: 'https://example.com/?page=1&api_key=abcdefgh12345678',
        headers: 'Accept: application/json\nAuthorization: Bearer canary-of-a-header\r\nX-Api-Key:  canary-key ',
        params: 'token: canary-param',
        authorization: { type: 'api-key', config: { type: 'bearer', api_key: 'canary-of-config', header: '' } },
        body: {
          type: 'form-data',
          data: [
            { key: 'password', type: 'text', value: 'canary-body' },
            { key: 'q', value: 'x' },
          ],
        },
      },
    ]);
    expect(before.warnings.filter(isAboutCredentials).length).toBe(5);
    expect(parsed.warnings.filter(isAboutCredentials)).toEqual([]);
    expect(data).toMatchObject([
      {
        url: 'https://example.com/?page=1&api_key={{#env.url#}}',
        headers:
          'Accept: application/json\nAuthorization: Bearer {{#env.authorization#}}\r\nX-Api-Key:  {{#env.x_api_key#}} ',
        params: 'token: {{#env.token#}}',
        authorization: { type: 'api-key', config: { type: 'bearer', api_key: '{{#env.api_key#}}', header: '' } },
        body: {
          type: 'form-data',
          data: [
            { key: 'password', type: 'text', value: '{{#env.password#}}' },
            { key: 'q', value: 'x' },
          ],
        },
      },
    ]);
    expect(Object.fromEntries(variables.map(({ name, value }) => [name, value]))).toEqual({
      url: 'abcdefgh12345678',
      authorization: 'canary-of-a-header',
      x_api_key: 'canary-key',
      token: 'canary-param',
      api_key: 'canary-of-config',
      password: 'canary-body',
    });
    expect(documents.secrets(parsed.tree)).toMatchObject({ api_key: 'canary-of-config' });
    expect(documents.export(parsed.tree, { secrets: false })).not.toMatch(/canary|abcdefgh/);
    expect(places).toContainEqual({ nodeId: 'n0', title: 'Call 0', field: 'headers', variable: 'x_api_key' });
    expect(documents.withCredentialsMoved(parsed)).toEqual({ parsed, moved: [] });
  });

  it('of one value share a variable, and no name is taken twice', () => {
    const config = (key: string) => ({ authorization: { type: 'api-key', config: { type: 'bearer', api_key: key } } });
    const taken = { id: 'e', name: 'api_key', value_type: 'string', value: 'mine', description: '' };
    const { data, variables } = moved(
      [config('first-secret'), config('first-secret'), config('other-secret')],
      [taken],
    );
    const keys = data.map((one) => (one as ReturnType<typeof config>).authorization.config.api_key);
    expect(keys).toEqual(['{{#env.api_key_2#}}', '{{#env.api_key_2#}}', '{{#env.api_key_3#}}']);
    expect(variables.map(({ name, value }) => [name, value])).toEqual([
      ['api_key', 'mine'],
      ['api_key_2', 'first-secret'],
      ['api_key_3', 'other-secret'],
    ]);
  });

  it('inside a longer text leave the rest of it as it is', () => {
    const json = '{"prompt": "{{#start.q#}}", "key": "sk-canary0123456789abcdef"}';
    const { data } = moved([
      {
        body: { type: 'json', data: [{ key: '', type: 'text', value: json }] },
        url: 'https://me:canary@example.com/{{#start.q#}}',
      },
    ]);
    expect(data).toMatchObject([
      {
        body: { data: [{ value: '{"prompt": "{{#start.q#}}", "key": "{{#env.secret#}}"}' }] },
        url: 'https://{{#env.url#}}@example.com/{{#start.q#}}',
      },
    ]);
  });

  it('leave documents alone that have none, and values that are variables', () => {
    const { before, parsed, places } = moved([
      {
        headers: 'Authorization: Bearer {{#env.token#}}\nAccept: text/html',
        authorization: { type: 'no-auth', config: { api_key: 'left-over-of-before' } },
      },
    ]);
    expect([parsed, places]).toEqual([before, []]);
  });
});
