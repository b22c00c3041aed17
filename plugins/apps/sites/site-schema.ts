import { listOf, objectSchema, orNull, schemas } from '#http';
import { hostPattern, originPattern } from './origins.ts';

const { text, boolean, integer } = schemas;

export const languages = ['en-US', 'zh-Hans', 'es-ES', 'fr-FR', 'de-DE'] as const;
/** Language of a web app. */
export type SiteLanguage = (typeof languages)[number];

const entries = ['everyone', 'members', 'sso'] as const;
const upTo = (maxLength: number) => ({ type: 'string', maxLength }) as const;
const runs = { type: ['integer', 'null'], minimum: 1, maximum: 1_000_000 } as const;

/** What editors may change; any part of it. */
export const settingsBody = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    enabled: { type: 'boolean', description: 'Whether the web app is available.' },
    entry: { type: 'string', enum: entries, description: 'Who may visit the web app.' },
    title: { ...upTo(200), description: 'Title of the web app. Empty: the name of the app.' },
    description: { ...upTo(2_000), description: 'Description of the web app. Empty: the description of the app.' },
    color: {
      type: ['string', 'null'],
      pattern: '^#[0-9a-fA-F]{6}$',
      description: 'A colour: `#` and six hexadecimal digits.',
    },
    icon_type: {
      type: ['string', 'null'],
      enum: ['emoji', 'link', null],
      description: 'Type of the icon. null: the icon of the app.',
    },
    icon: { type: ['string', 'null'], maxLength: 500, description: 'An emoji, or the address of an image (`link`).' },
    icon_background: {
      type: ['string', 'null'],
      pattern: '^#[0-9a-fA-F]{6}$',
      description: 'A colour: `#` and six hexadecimal digits.',
    },
    language: {
      type: ['string', 'null'],
      enum: [...languages, null],
      description: "Language of the web app. null: the language of the visitor's browser.",
    },
    copyright: upTo(200),
    privacy_policy: {
      ...upTo(2_000),
      pattern: '^(https?://[^\\s"<>]+)?$',
      description: 'http or https address of the privacy policy. Empty: none.',
    },
    disclaimer: upTo(2_000),
    input_placeholder: upTo(200),
    show_workflow_steps: { type: 'boolean' },
    resume_conversation: {
      type: 'boolean',
      description: 'Whether a visitor who returns within two days continues the conversation they were in.',
    },
    draw_diagrams: {
      type: 'boolean',
      description: 'Whether diagrams (Mermaid) in answers are drawn without a click.',
    },
    share_conversations: {
      type: 'boolean',
      description:
        'Whether visitors may share conversations by links, which those can read who may visit the web app. Off: existing links stop working.',
    },
    allowed_hosts: {
      type: 'array',
      maxItems: 50,
      items: {
        type: 'string',
        maxLength: 255,
        pattern: hostPattern,
        description: 'A host name, optionally with a port.',
      },
      description: 'Hosts from which answers may show images. `*.example.com` matches all subdomains.',
    },
    embed_enabled: { type: 'boolean', description: 'Whether other sites may embed the web app.' },
    embed_origins: {
      type: 'array',
      maxItems: 50,
      items: {
        type: 'string',
        maxLength: 300,
        pattern: originPattern,
        description: 'Scheme and host, optionally with a port.',
      },
      description:
        'Sites that may embed the web app: `https://example.com`, `https://*.example.com`, or `*` for any. Empty: none.',
    },
    runs_per_visitor_hour: { ...runs, description: 'Runs a visitor may start per hour. null: no limit.' },
    runs_per_address_hour: {
      ...runs,
      description: 'Runs all visitors of one IP address may start per hour. null: no limit.',
    },
    batch_rows_per_visitor_day: {
      ...runs,
      description:
        'Rows of batches a visitor may run per day, and five times as many all visitors of one IP address. They do not count as runs per hour. null: no limit.',
    },
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
  resume_conversation: boolean,
  draw_diagrams: boolean,
  share_conversations: boolean,
  allowed_hosts: listOf(text),
  embed_enabled: boolean,
  embed_origins: listOf(text),
  runs_per_visitor_hour: orNull(integer),
  runs_per_address_hour: orNull(integer),
  batch_rows_per_visitor_day: orNull(integer),
};

export const settingsAnswer = objectSchema('SiteSettings', {
  ...settings,
  embed_token: {
    ...orNull(text),
    description:
      'Token for pages of other sites, where it is public. null: it has not been created yet, or the caller may not edit the app.',
  },
  has_visitor_secret: boolean,
  web_app_url: text,
  embed_url: text,
  iframe: { ...text, description: 'HTML that embeds the app in a page of another site.' },
  script: {
    ...orNull(text),
    description: 'HTML that adds a chat bubble to a page of another site. null if `embed_token` is null.',
  },
});
