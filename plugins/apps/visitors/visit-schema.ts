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
  allowed_hosts: listOf(text),
  use_icon_as_answer_icon: boolean,
  entry: { type: 'string', enum: entries },
});

export const visitBody = {
  type: 'object',
  additionalProperties: false,
  properties: {
    app_id: { type: 'string', format: 'uuid', description: 'The app; or send `embed_token`.' },
    embed_token: { type: 'string', minLength: 1, maxLength: 200 },
    as_member: {
      type: 'boolean',
      description: 'In the studio: as a member of the workspace who is signed in there, whatever is set for the page.',
    },
    embedded: { type: 'boolean', description: 'Whether the page is in a frame of another site.' },
    parent_origin: { type: 'string', maxLength: 300, description: 'Of the page around the frame, as it says.' },
    visitor_token: { type: 'string', maxLength: 2_000, description: 'The token so far: its visitor goes on.' },
    proof: { type: 'string', maxLength: 4_000, description: 'That an identity provider has vouched for the visitor.' },
    visitor: {
      type: 'string',
      maxLength: 300,
      pattern: '^[^\\u0000-\\u001f]{1,200}\\.[0-9a-fA-F]{64}$',
      description: 'Whom the site around says it is: `<id>.<HMAC-SHA-256 of the id with the visitor secret, in hex>`.',
    },
  },
} as const;

export const visitAnswer = objectSchema('Visit', {
  visitor_token: { ...text, description: 'For `Authorization: Bearer` on the routes of the app.' },
  expires_at: { ...integer, description: 'Seconds since the epoch.' },
  visitor_id: { ...text, description: 'The `user` of what the visitor does.' },
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
