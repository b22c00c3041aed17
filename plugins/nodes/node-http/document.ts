import { mappingAt, type NodeDocument, textAt, valueAt, without } from '#engine';
import { credentialFields, mapSecrets, moveCredentials } from './credentials.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** What documents hold of HTTP nodes. */
export const documents: Readonly<Record<string, NodeDocument>> = {
  'http-request': { upgrade: modernRequest, credentialFields, moveCredentials, mapSecrets },
};

function modernRequest(data: Mapping): Mapping {
  const missing = ['timeout', 'authorization', 'headers', 'params', 'retry_config'].filter(
    (key) => valueAt(data, key) === null,
  );
  const modern = without(data, ...missing);
  const body = valueAt(modern, 'body');
  if (body === null) return { ...modern, body: { type: 'none', data: [] } };
  const content = valueAt(body, 'data');
  if (typeof content !== 'string' && content !== null) return modern;
  return { ...modern, body: { ...mappingAt(modern, 'body'), data: bodyItems(textAt(body, 'type'), content ?? '') } };
}

/** Text of older bodies: pairs were written one `key:value` per line, everything else is one item. */
function bodyItems(type: string, content: string): Mapping[] {
  if (content.trim() === '') return [];
  if (type !== 'form-data' && type !== 'x-www-form-urlencoded') return [{ key: '', type: 'text', value: content }];
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const colon = line.indexOf(':');
    const [key, value] = colon === -1 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1)];
    return { key: key.trim(), type: 'text', value: value.trim() };
  });
}
