import type { NodeField, NodeForm, NodeOutput } from '#plugins/node-forms/contract.ts';
import { texts } from './texts/index.ts';

const places = [
  ['headers', 'Headers'],
  ['params', 'Query parameters'],
  ['body', 'Body fields'],
] as const;
const elements = ['string', 'number', 'boolean', 'object', 'file'];
const methods = ['get', 'post', 'put', 'patch', 'delete', 'head'];
const contentTypes = [
  'application/json',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/octet-stream',
];
const same = (value: string) => ({ value, label: value });

const field: readonly NodeField[] = [
  { at: 'name', kind: 'text', label: 'Name', required: true },
  {
    at: 'type',
    kind: 'choice',
    label: 'Type',
    default: 'string',
    options: [...elements, ...elements.map((type) => `array[${type}]`)].map(same),
  },
  { at: 'required', kind: 'switch', label: 'Required', default: false },
];

export const webhookForm: NodeForm = {
  id: 'trigger-webhook@1',
  title: 'Webhook',
  about: 'Begins a run when its address is called.',
  aliases: {
    en: ['hook', 'callback', 'incoming request', 'http trigger'],
    de: ['rückruf', 'eingehende anfrage'],
    fr: ['rappel', 'requête entrante'],
    es: ['llamada entrante', 'gancho'],
    zh: ['回调', '触发器'],
  },
  group: 'triggers',
  icon: 'Zap',
  colour: 'trigger',
  modes: ['workflow'],
  start: {
    method: 'post',
    content_type: 'application/json',
    headers: [],
    params: [],
    body: [],
    status_code: 200,
    response_body: '',
  },
  summary: ['method'],
  fields: [
    { at: '', kind: 'note', label: 'Its address is on the page Access of the app, once the app is published.' },
    {
      at: 'method',
      kind: 'choice',
      label: 'Method',
      default: 'get',
      options: methods.map((method) => ({ value: method, label: method.toUpperCase() })),
    },
    { at: 'content_type', kind: 'choice', label: 'Kind of body', options: contentTypes.map(same) },
    ...places.map(
      ([at, label]): NodeField => ({
        at,
        kind: 'list',
        label,
        item: 'Field',
        new: { name: '', type: 'string', required: false },
        max: 200,
        fields: field,
      }),
    ),
    {
      at: '',
      kind: 'group',
      label: 'What callers are answered',
      fields: [
        {
          at: 'status_code',
          kind: 'number',
          label: 'Status',
          is_integer: true,
          min: 200,
          max: 599,
          default: 200,
        },
        { at: 'response_body', kind: 'template', label: 'Body' },
      ],
    },
  ],
  outputs: [
    ...places.map(
      ([each]): NodeOutput => ({ each, name_at: 'name', type_at: 'type', type: 'string', is_identifier: true }),
    ),
    { name: '_webhook_raw', type: 'object', about: 'The whole request' },
  ],
  kept: ['webhook_url', 'webhook_debug_url', 'timeout', 'async_mode'],
  texts,
};
