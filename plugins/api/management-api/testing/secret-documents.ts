import { appDocument, chain, node } from '#engine/testing/app-document.ts';

/** A document that runs: with a secret variable that a template shows, and a key that was typed into a node. */
export function documentWithSecrets({ value, key, url }: Readonly<Record<'value' | 'key' | 'url', string>>): string {
  const authorization = { type: 'api-key', config: { type: 'bearer', api_key: key } };
  const call = { method: 'get', url, headers: '', params: '', body: { type: 'none', data: [] }, authorization };
  return appDocument({
    mode: 'workflow',
    name: 'With a secret',
    environmentVariables: [{ id: 'e1', name: 'secret', value_type: 'secret', value, description: '' }],
    nodes: [
      node('1', 'start', { variables: [] }),
      node('2', 'template-transform', {
        template: '<{{ secret }}>',
        variables: [{ variable: 'secret', value_selector: ['env', 'secret'] }],
      }),
      node('call', 'http-request', call),
      node('3', 'end', { outputs: [] }),
    ],
    edges: chain('1', '2', 'call', '3'),
  });
}
