import { listOf, objectSchema, orNull, schemas } from '#http';
import { hostPattern, originPattern } from './origins.ts';

const { text, boolean, integer } = schemas;

export const languages = ['en-US', 'zh-Hans', 'es-ES', 'fr-FR', 'de-DE'] as const;
const entries = ['everyone', 'members', 'sso'] as const;
const upTo = (maxLength: number) => ({ type: 'string', maxLength }) as const;
const runs = { type: ['integer', 'null'], minimum: 1, maximum: 1_000_000 } as const;

/** What editors may change; any part of it. */
export const settingsBody = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    enabled: { type: 'boolean', description: 'Whether there is a web app.' },
    entry: { type: 'string', enum: entries, description: 'Who may enter.' },
    title: { ...upTo(200), description: "Empty: the app's name." },
    description: { ...upTo(2_000), description: 'Empty: that of the app.' },
    color: { type: ['string', 'null'], pattern: '^#[0-9a-fA-F]{6}$', description: '`#` and six hex digits.' },
    icon_type: { type: ['string', 'null'], enum: ['emoji', 'link', null], description: "null: the app's icon." },
    icon: { type: ['string', 'null'], maxLength: 500, description: 'An emoji, or the address of a picture (`link`).' },
    icon_background: { type: ['string', 'null'], pattern: '^#[0-9a-fA-F]{6}$', description: '`#` and six hex digits.' },
    language: {
      type: ['string', 'null'],
      enum: [...languages, null],
      description: "null: that of the visitor's browser.",
    },
    copyright: upTo(200),
    privacy_policy: {
      ...upTo(2_000),
      pattern: '^(https?://[^\\s"<>]+)?$',
      description: 'An http or https address; empty: none.',
    },
    disclaimer: upTo(2_000),
    input_placeholder: upTo(200),
    show_workflow_steps: { type: 'boolean' },
    allowed_hosts: {
      type: 'array',
      maxItems: 50,
      items: { type: 'string', maxLength: 255, pattern: hostPattern, description: 'A host name, perhaps with a port.' },
      description: 'Hosts that answers may show pictures of; `*.example.com` is all below one.',
    },
    embed_enabled: { type: 'boolean', description: 'Whether pages of other sites may show it.' },
    embed_origins: {
      type: 'array',
      maxItems: 50,
      items: {
        type: 'string',
        maxLength: 300,
        pattern: originPattern,
        description: 'Scheme and host, perhaps with a port.',
      },
      description: 'Sites whose pages may: `https://example.com`, `https://*.example.com`, `*` (any). None: no page.',
    },
    runs_per_visitor_hour: { ...runs, description: 'Runs a visitor may start within an hour; null: any number.' },
    runs_per_address_hour: { ...runs, description: 'The same for all visitors from one address.' },
  },
} as const;

const settings = {
  enabled: boolean,
  entry: { type: 'string', enum: entries },
  title: text,
  description: text,
  color: orNull(text),
  icon_type: { type: ['string', 'null'], enum: ['emoji', 'link', null] },
  icon: orNull(text),
  icon_background: orNull(text),
  language: { type: ['string', 'null'], enum: [...languages, null] },
  copyright: text,
  privacy_policy: text,
  disclaimer: text,
  input_placeholder: text,
  show_workflow_steps: boolean,
  allowed_hosts: listOf(text),
  embed_enabled: boolean,
  embed_origins: listOf(text),
  runs_per_visitor_hour: orNull(integer),
  runs_per_address_hour: orNull(integer),
};

export const settingsAnswer = objectSchema('SiteSettings', {
  ...settings,
  embed_token: {
    ...orNull(text),
    description:
      'For pages of other sites, where everybody sees it; null: nothing was set yet, or the caller may not edit.',
  },
  has_visitor_secret: boolean,
  web_app_url: text,
  embed_url: text,
  iframe: { ...text, description: 'HTML that shows the app in a page of another site.' },
  script: { ...orNull(text), description: 'HTML that puts a bubble on it; null as `embed_token` is.' },
});
