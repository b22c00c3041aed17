/** A change of a server's schema that a page has to be changed for. */
export interface SchemaMutation {
  readonly what: string;
  /** From the root of the repository. */
  readonly file: string;
  /** Stands in the file once, or its first place is meant. */
  readonly from: string;
  readonly to: string;
  /** In the words of the compiler, whatever file they are said of. */
  readonly caught: RegExp;
}

/** In routes of thirteen plugins. No two are about the same name, so that each error tells which of them it is about. */
export const schemaMutations: readonly SchemaMutation[] = [
  ...renamed('plugins/apps/sites/site-schema.ts', 'embed_token', 'embed_key'),
  ...renamed('plugins/workspace/members/member-docs.ts', 'joined_at', 'member_since'),
  ...renamed('plugins/workspace/accounts/account-docs.ts', 'refreshed_at', 'seen_at'),
  ...renamed('plugins/knowledge/dataset-sources/source-docs.ts', 'is_incomplete', 'is_partial'),
  ...renamed('plugins/mcp/mcp-client/server-items.ts', 'last_error', 'last_failure', 'orNull(text)'),
  ...renamed('plugins/operations/usage/route-docs.ts', 'exceeded', 'is_spent'),
  ...renamed('plugins/apps/annotations/annotation-docs.ts', 'hit_count', 'uses'),
  ...renamed('plugins/api/management-api/provider-docs.ts', 'open_catalogue', 'takes_any_name'),
  dropped('plugins/apps/sites/site-schema.ts', "enum: ['emoji', 'link', null],\n      description", "'emoji', "),
  dropped('plugins/workspace/members/member-routes.ts', "enum: ['admin', 'editor', 'member']", "'editor', "),
  dropped(
    'plugins/knowledge/dataset-sources/source-body.ts',
    "['never', 'hourly', 'every_6_hours'",
    ", 'every_6_hours'",
  ),
  dropped('plugins/operations/usage/budget-routes.ts', "['stop', 'downgrade', 'warn']", "'downgrade', "),
  moved(
    'plugins/operations/logs/conversation-routes.ts',
    '/console/api/apps/:app_id/conversations/:conversation_id/messages',
  ),
  moved('plugins/workspace/accounts/account-routes.ts', '/console/api/account/password'),
  moved('plugins/workspace/members/member-routes.ts', '/console/api/workspace/transfer'),
  moved('plugins/operations/limits/management-routes.ts', '/console/api/apps/:app_id/limits'),
  required('plugins/operations/webhooks/management-routes.ts', {
    from: "required: ['url'], additionalProperties: false, properties: settings",
    to: "required: ['url', 'purpose'], properties: { ...settings, purpose: { type: 'string' } }",
    name: 'purpose',
  }),
  required('plugins/mcp/mcp-client/server-routes.ts', {
    from: "required: ['identifier', 'url'],\n        additionalProperties: false,\n        properties: {",
    to: "required: ['identifier', 'url', 'contact'],\n        properties: { contact: { type: 'string' },",
    name: 'contact',
  }),
  required('plugins/knowledge/datasets/dataset-bodies.ts', {
    from: "required: ['name'],\n  additionalProperties: false,\n  properties: {",
    to: "required: ['name', 'steward'],\n  properties: { steward: { type: 'string' },",
    name: 'steward',
  }),
  required('plugins/workspace/sso/connection-routes.ts', {
    from: "required: ['kind', 'name'],\n        additionalProperties: false,\n        properties: {",
    to: "required: ['kind', 'name', 'reviewer'],\n        properties: { reviewer: { type: 'string' },",
    name: 'reviewer',
  }),
];

/** A field of an answer has another name; `of`: its schema, where the name stands in code before that. */
function renamed(file: string, from: string, to: string, of = ''): readonly SchemaMutation[] {
  const caught = new RegExp(`Property '${from}' (does not exist|is missing)`);
  return [{ what: `${from} renamed to ${to}`, file, from: `${from}: ${of}`, to: `${to}: ${of}`, caught }];
}

/** A value is none of those of an enum any more. */
function dropped(file: string, from: string, value: string): SchemaMutation {
  const word = /\w+/.exec(value)?.[0] ?? '';
  const caught = new RegExp(`"${word}"' is not assignable|'"${word}"'|"${word}".* is not assignable`);
  return { what: `the value ${word} dropped`, file, from, to: from.replace(value, ''), caught };
}

/** A route has another address. */
function moved(file: string, path: string): SchemaMutation {
  const shown = path.replace(/:(\w+)/g, '{$1}').replace(/[{}]/g, '\\$&');
  return { what: `${path} moved`, file, from: `'${path}'`, to: `'${path}-moved'`, caught: new RegExp(`"${shown}`) };
}

/** A body needs a further field. */
function required(
  file: string,
  { from, to, name }: { readonly from: string; readonly to: string; readonly name: string },
) {
  const caught = new RegExp(`Property '${name}' is missing|is missing the following properties.*${name}`);
  return { what: `${name} required`, file, from, to, caught };
}
