import { listOf, objectSchema, orNull, schemas } from '#http';

const { uuid, text, boolean, integer } = schemas;
const entries = ['everyone', 'members', 'sso'];

export const siteAnswer = objectSchema('Site', {
  title: text,
  description: text,
  icon_type: orNull(text),
  icon: orNull(text),
  icon_background: orNull(text),
  icon_url: orNull(text),
  color: orNull(text),
  language: orNull(text),
  copyright: text,
  privacy_policy: text,
  disclaimer: text,
  input_placeholder: text,
  show_workflow_steps: boolean,
  resume_conversation: boolean,
  draw_diagrams: boolean,
  share_conversations: boolean,
  allowed_hosts: listOf(text),
  use_icon_as_answer_icon: boolean,
  entry: { type: 'string', enum: entries },
});

export const visitBody = {
  type: 'object',
  additionalProperties: false,
  properties: {
    app_id: { type: 'string', format: 'uuid', description: 'Id of the app. Alternative to `embed_token`.' },
    embed_token: { type: 'string', minLength: 1, maxLength: 200 },
    as_member: {
      type: 'boolean',
      description: 'In the studio: visit as a signed-in member of the workspace, regardless of the web app settings.',
    },
    embedded: { type: 'boolean', description: 'Whether the page is embedded in a frame of another site.' },
    parent_origin: {
      type: 'string',
      maxLength: 300,
      description: 'Origin of the embedding page, as reported by the page.',
    },
    visitor_token: {
      type: 'string',
      maxLength: 2_000,
      description: 'The current visitor token: continues as the same visitor.',
    },
    proof: { type: 'string', maxLength: 4_000, description: 'Proof of an identity provider for the visitor.' },
    visitor: {
      type: 'string',
      maxLength: 300,
      pattern: '^[^\\u0000-\\u001f]{1,200}\\.[0-9a-fA-F]{64}$',
      description:
        'Visitor id signed by the embedding site: `<id>.<HMAC-SHA-256 of the id with the visitor secret, in hexadecimal>`.',
    },
  },
} as const;

export const visitAnswer = objectSchema('Visit', {
  visitor_token: { ...text, description: 'Send as `Authorization: Bearer` to the routes of the app.' },
  expires_at: { ...integer, description: 'Unix timestamp in seconds.' },
  visitor_id: { ...text, description: "The `user` of the visitor's requests." },
  site: siteAnswer,
  app: objectSchema('VisitedApp', { id: uuid, mode: text, name: text }),
});

export const signInAnswer = objectSchema(
  'VisitSignIn',
  {
    code: text,
    message: text,
    status: integer,
    params: objectSchema('VisitSignInWays', {
      entry: text,
      ways: listOf(objectSchema('VisitSignInWay', { name: text, url: text })),
    }),
  },
  { optional: ['params'] },
);
