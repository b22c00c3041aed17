import type { NodeField, NodeForm } from '#plugins/node-forms/contract.ts';
import { texts } from './texts/index.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];

const authorization: NodeField = {
  at: '',
  kind: 'group',
  label: 'Authorization',
  fields: [
    {
      at: 'authorization.type',
      kind: 'choice',
      label: 'Authorization',
      default: 'no-auth',
      options: [
        { value: 'no-auth', label: 'None' },
        { value: 'api-key', label: 'API key' },
      ],
    },
    {
      at: 'authorization.config.type',
      kind: 'choice',
      label: 'How the key is sent',
      default: 'basic',
      when: [{ at: 'authorization.type', is: ['api-key'] }],
      options: [
        { value: 'basic', label: 'Basic' },
        { value: 'bearer', label: 'Bearer' },
        { value: 'custom', label: 'In a header of your own' },
      ],
    },
    {
      at: 'authorization.config.header',
      kind: 'text',
      label: 'Header',
      when: [
        { at: 'authorization.type', is: ['api-key'] },
        { at: 'authorization.config.type', is: ['custom'] },
      ],
    },
    {
      at: 'authorization.config.api_key',
      kind: 'template',
      is_line: true,
      label: 'API key',
      is_secret: true,
      help: 'What is typed here is sealed when it is saved, and shown to nobody.',
      when: [{ at: 'authorization.type', is: ['api-key'] }],
    },
  ],
};

const body: NodeField = {
  at: '',
  kind: 'group',
  label: 'Body',
  fields: [
    {
      at: 'body.type',
      kind: 'choice',
      label: 'Body',
      default: 'none',
      options: [
        { value: 'none', label: 'None' },
        { value: 'json', label: 'JSON' },
        { value: 'raw-text', label: 'Text' },
        { value: 'x-www-form-urlencoded', label: 'x-www-form-urlencoded' },
        { value: 'form-data', label: 'form-data' },
        { value: 'binary', label: 'File' },
      ],
    },
    {
      at: 'body.data',
      kind: 'template',
      language: 'json',
      is_item: true,
      label: 'JSON',
      when: [{ at: 'body.type', is: ['json'] }],
    },
    {
      at: 'body.data',
      kind: 'template',
      is_item: true,
      label: 'Text',
      when: [{ at: 'body.type', is: ['raw-text'] }],
    },
    {
      at: 'body.data',
      kind: 'key-values',
      form: 'items',
      label: 'Fields',
      when: [{ at: 'body.type', is: ['x-www-form-urlencoded'] }],
    },
    {
      at: 'body.data',
      kind: 'key-values',
      form: 'items',
      takes_files: true,
      label: 'Fields',
      when: [{ at: 'body.type', is: ['form-data'] }],
    },
    {
      at: 'body.data',
      kind: 'value',
      is_item: true,
      takes: ['file', 'array[file]'],
      label: 'File',
      when: [{ at: 'body.type', is: ['binary'] }],
    },
  ],
};

const seconds = { kind: 'number', unit: 's', min: 0, is_integer: true } as const;

/** What editors show of HTTP requests. */
export const form: NodeForm = {
  id: 'http-request@1',
  title: 'HTTP request',
  about: 'Calls an address and hands on what it answers.',
  aliases: {
    en: ['http', 'api', 'api call', 'rest', 'curl', 'fetch', 'url', 'get', 'post'],
    de: ['anfrage', 'schnittstelle', 'api aufruf', 'adresse abrufen'],
    fr: ['requête', 'appel api', 'adresse'],
    es: ['solicitud', 'petición', 'llamada api'],
    zh: ['请求', '接口', '网络请求'],
  },
  group: 'tools',
  icon: 'Globe',
  colour: 'tool',
  start: {
    method: 'get',
    url: '',
    headers: '',
    params: '',
    authorization: { type: 'no-auth' },
    body: { type: 'none', data: [] },
    timeout: {},
    ssl_verify: true,
  },
  summary: ['method', 'url'],
  fields: [
    {
      at: 'method',
      kind: 'choice',
      label: 'Method',
      default: 'get',
      options: methods.map((method) => ({ value: method, label: method.toUpperCase() })),
    },
    {
      at: 'url',
      kind: 'template',
      is_line: true,
      label: 'URL',
      placeholder: 'https://api.example.com/orders',
      required: true,
    },
    authorization,
    { at: 'headers', kind: 'key-values', form: 'lines', label: 'Headers' },
    { at: 'params', kind: 'key-values', form: 'lines', label: 'Query parameters' },
    body,
    {
      at: '',
      kind: 'group',
      label: 'Connection',
      is_advanced: true,
      fields: [
        { ...seconds, at: 'timeout.connect', label: 'Time to connect', default: 10, max: 10 },
        { ...seconds, at: 'timeout.read', label: 'Time to read', default: 600, max: 600 },
        { ...seconds, at: 'timeout.write', label: 'Time to write', default: 600, max: 600 },
        { at: 'ssl_verify', kind: 'switch', label: 'Check certificates', default: true },
      ],
    },
  ],
  outputs: [
    { name: 'body', type: 'string', about: 'The answer, where it is text' },
    { name: 'status_code', type: 'number', about: 'Status of the answer' },
    { name: 'headers', type: 'object', about: 'Headers of the answer' },
    { name: 'files', type: 'array[file]', about: 'The answer, where it is a file' },
  ],
  kept: ['variables'],
  texts,
};
