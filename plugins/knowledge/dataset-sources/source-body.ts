import { nameOf } from '#http';
import { processRuleSchema } from '#plugins/chunking/contract.ts';
import type { NewSource, SourceChange } from './contract.ts';

const line = { type: 'string', pattern: '^[^\\u0000-\\u001f\\u007f]*$' } as const;
const patterns = {
  type: 'array',
  maxItems: 50,
  items: { ...line, minLength: 1, maxLength: 300, description: 'A path pattern without control characters.' },
  description: 'Path patterns. `*` matches any part of a segment, `**` any number of segments, `?` one character.',
} as const;

const settings = {
  name: nameOf(100),
  url: { ...line, minLength: 1, maxLength: 2_000, description: 'An http or https address.' },
  include_paths: patterns,
  exclude_paths: patterns,
  max_pages: { type: 'integer', minimum: 1, maximum: 50_000 },
  max_depth: {
    type: 'integer',
    minimum: 0,
    maximum: 10,
    description: 'Maximum number of links from the first page. For `website`.',
  },
  delay_ms: {
    type: 'integer',
    minimum: 0,
    maximum: 60_000,
    description: 'Delay between two pages in milliseconds. For `website` and `sitemap`.',
  },
  branch: { ...line, maxLength: 200, description: 'A branch, a tag or a commit. For `git`.' },
  folder: { ...line, maxLength: 500, description: 'Folder of the repository. For `git`.' },
  host: {
    type: 'string',
    enum: ['github', 'gitlab', 'gitea', 'bitbucket', 'archive'],
    description:
      'Type of the git host, if it cannot be derived from the address. `archive`: the address is that of a tar.gz file. For `git`.',
  },
  account_id: {
    type: 'string',
    format: 'uuid',
    description: 'A connected account of yours, or of the workspace. For kinds that read from a service.',
  },
  options: { type: 'object', maxProperties: 20, description: 'Settings of the kind.' },
  refresh: { type: 'string', enum: ['never', 'hourly', 'every_6_hours', 'daily', 'weekly'] },
  on_vanished: {
    type: 'string',
    enum: ['disable', 'remove', 'keep'],
    description: 'What happens to documents whose pages no longer exist.',
  },
} as const;
const token = {
  type: 'string',
  minLength: 1,
  maxLength: 4_096,
  pattern: '^[\\x21-\\x7e]+$',
  description: 'Access token for a private repository: ASCII characters without spaces.',
} as const;

export const newSourceBody = {
  type: 'object',
  required: ['kind', 'url'],
  additionalProperties: false,
  properties: {
    ...settings,
    kind: {
      type: 'string',
      pattern: '^[a-z][a-z0-9_]{0,39}$',
      description: '`web_page`, `sitemap`, `website`, `git`, `drive`, or another installed kind.',
    },
    token,
    process_rule: processRuleSchema,
    doc_form: { type: 'string', enum: ['text_model', 'hierarchical_model', 'qa_model'] },
    doc_language: {
      ...line,
      minLength: 1,
      maxLength: 50,
      description: 'Language of the documents. Must not contain control characters.',
    },
    indexing_technique: { type: 'string', enum: ['high_quality', 'economy'] },
  },
} as const;

export const sourceChangeBody = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    ...settings,
    token: { ...token, type: ['string', 'null'] },
    is_paused: { type: 'boolean' },
  },
} as const;

/** What is the same in both. */
interface SentSettings {
  readonly name?: string | undefined;
  readonly include_paths?: readonly string[] | undefined;
  readonly exclude_paths?: readonly string[] | undefined;
  readonly max_pages?: number | undefined;
  readonly max_depth?: number | undefined;
  readonly delay_ms?: number | undefined;
  readonly branch?: string | undefined;
  readonly folder?: string | undefined;
  readonly host?: NonNullable<NewSource['host']> | undefined;
  readonly account_id?: string | undefined;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  readonly refresh?: NonNullable<NewSource['refresh']> | undefined;
  readonly on_vanished?: NonNullable<NewSource['onVanished']> | undefined;
}

export interface SentSource extends SentSettings {
  readonly kind: NewSource['kind'];
  readonly url: string;
  readonly token?: string | undefined;
  readonly process_rule?: unknown;
  readonly doc_form?: NonNullable<NewSource['docForm']> | undefined;
  readonly doc_language?: string | undefined;
  readonly indexing_technique?: NonNullable<NewSource['indexingTechnique']> | undefined;
}

export interface SentChange extends SentSettings {
  readonly url?: string | undefined;
  readonly token?: string | null | undefined;
  readonly is_paused?: boolean | undefined;
}

export function newSourceOf(sent: SentSource): NewSource {
  return {
    ...settingsOf(sent),
    kind: sent.kind,
    url: sent.url,
    ...given({
      token: sent.token,
      processRule: sent.process_rule,
      docForm: sent.doc_form,
      docLanguage: sent.doc_language,
      indexingTechnique: sent.indexing_technique,
    }),
  };
}

export function sourceChangeOf(sent: SentChange): SourceChange {
  return { ...settingsOf(sent), ...given({ url: sent.url, token: sent.token, isPaused: sent.is_paused }) };
}

function settingsOf(sent: SentSettings) {
  return given({
    name: sent.name,
    includePaths: sent.include_paths,
    excludePaths: sent.exclude_paths,
    maxPages: sent.max_pages,
    maxDepth: sent.max_depth,
    delay: sent.delay_ms,
    branch: sent.branch,
    folder: sent.folder,
    host: sent.host,
    accountId: sent.account_id,
    options: sent.options,
    refresh: sent.refresh,
    onVanished: sent.on_vanished,
  });
}

type Given<Values> = { [Key in keyof Values]?: Exclude<Values[Key], undefined> };

/** Without what is absent. */
function given<Values extends object>(values: Values): Given<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<Values>;
}
