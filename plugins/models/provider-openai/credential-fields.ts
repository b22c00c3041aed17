import type { JsonSchema } from '#kernel';
import { SHARED_FIELDS } from '#plugins/provider-http/contract.ts';

/** Credentials of the service, named as documents of the family name them. */
export const OPENAI_CREDENTIALS: JsonSchema = {
  type: 'object',
  properties: {
    openai_api_key: {
      type: 'string',
      title: 'API key',
      description: 'Made under API keys of your OpenAI account.',
      placeholder: 'sk-…',
      secret: true,
    },
    openai_api_base: {
      type: 'string',
      title: 'API address',
      description: 'With or without /v1; only where it is not that of OpenAI.',
      placeholder: 'https://api.openai.com/v1',
      format: 'uri',
    },
    openai_organization: { type: 'string', title: 'Organization', placeholder: 'org-…' },
    api_protocol: {
      type: 'string',
      title: 'How language models are called',
      description: 'Responses keeps the reasoning of models between calls of tools. Empty: chat.',
      enum: ['chat', 'responses'],
    },
    ...SHARED_FIELDS,
  },
  required: ['openai_api_key'],
  additionalProperties: false,
};

const KEY = { type: 'string', title: 'API key', description: 'If the server wants one.', secret: true };
const MODE = { type: 'string', title: 'How language models are called', enum: ['chat', 'completion'] };
const ADDRESS = {
  type: 'string',
  title: 'API address',
  description: 'With or without /v1. The operator must allow addresses in their own network.',
  placeholder: 'https://models.example.com/v1',
  format: 'uri',
};
const USAGE = { type: 'string', title: 'Asks for usage in streams', enum: ['true', 'false'] };

/** Credentials of any server that speaks the protocol. */
export const COMPATIBLE_CREDENTIALS: JsonSchema = {
  type: 'object',
  properties: {
    endpoint_url: ADDRESS,
    api_key: KEY,
    mode: MODE,
    api_protocol: { type: 'string', title: 'Route of conversations', enum: ['chat', 'responses'] },
    stream_include_usage: USAGE,
    ...SHARED_FIELDS,
  },
  required: ['endpoint_url'],
  additionalProperties: false,
};

const yesOrNo = (title: string) => ({ type: 'string', title, enum: ['true', 'false'] });

/** What documents of the family give of each model of such a server; an address here is another server. */
export const COMPATIBLE_MODEL_CREDENTIALS: JsonSchema = {
  type: 'object',
  properties: {
    display_name: { type: 'string', title: 'Name in messages' },
    endpoint_url: ADDRESS,
    api_key: KEY,
    endpoint_model_name: { type: 'string', title: 'Name of the model at the server, where it is another' },
    mode: MODE,
    context_size: { type: 'string', title: 'Tokens the model reads', placeholder: '4096' },
    max_tokens_to_sample: { type: 'string', title: 'Tokens it writes at most', placeholder: '4096' },
    token_param_name: { type: 'string', title: 'Name of the limit of tokens', placeholder: 'max_tokens' },
    function_calling_type: { type: 'string', title: 'Calls tools', enum: ['no_call', 'function_call', 'tool_call'] },
    vision_support: { type: 'string', title: 'Takes pictures', enum: ['no_support', 'support'] },
    structured_output_support: {
      type: 'string',
      title: 'Writes JSON by a schema',
      enum: ['not_supported', 'supported'],
    },
    stream_include_usage: USAGE,
    stream_function_calling: yesOrNo('Streams calls of tools'),
    query_prefix: { type: 'string', title: 'Put before texts that are searched with' },
    document_prefix: { type: 'string', title: 'Put before texts that are found' },
    encoding_format: { type: 'string', title: 'How vectors are sent', enum: ['float', 'base64'] },
    max_chunks: { type: 'string', title: 'Texts in one request', placeholder: '32' },
    voices: { type: 'string', title: 'Voices', description: 'With commas between; the first is the default.' },
  },
  required: [],
  additionalProperties: false,
};
