import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas, successAnswer } from '#http';
import type { JsonSchema } from '#kernel';

const { text, boolean, uuid, seconds, integer } = schemas;
const tag = 'Accounts';

/** An account as answers have it. */
const accountSchema = objectSchema('Account', {
  id: uuid,
  email: text,
  name: text,
  language: text,
  has_password: boolean,
  has_second_factor: boolean,
  avatar_url: { ...orNull(text), description: 'Path of the picture on this server. Changes with the picture.' },
  current_workspace_id: orNull(uuid),
  created_at: seconds,
  signed_in_at: orNull(seconds),
});

const signedIn = objectSchema('SignedIn', {
  token_type: { type: 'string', const: 'Bearer' },
  access_token: text,
  refresh_token: text,
  expires_in: { ...integer, description: 'Lifetime of the access token in seconds.' },
  csrf_token: {
    ...text,
    description: 'Must be sent as `X-CSRF-Token` with every change by browsers that use the cookies.',
  },
  account: accountSchema,
});

/** What signing in answers. */
const signedInAnswer = jsonAnswer('The session. The tokens are also set as cookies.', signedIn);

const session = objectSchema('Session', {
  id: uuid,
  user_agent: text,
  address: text,
  is_current: boolean,
  created_at: seconds,
  refreshed_at: seconds,
});

const key = objectSchema(
  'PersonalKey',
  {
    id: uuid,
    name: text,
    masked: text,
    permissions: orNull(listOf(text)),
    expires_at: orNull(seconds),
    created_at: seconds,
    last_used_at: orNull(seconds),
    api_key: { ...text, description: 'The secret. Returned only when the key is created.' },
  },
  { optional: ['api_key'] },
);

const data = <const Items extends JsonSchema>(title: string, items: Items) =>
  objectSchema(title, { data: listOf(items) });
const done = emptyAnswer('Success.');

export const accountDocs = {
  signIn: {
    tag,
    answers: { 200: signedInAnswer },
    errors: { 401: ['wrong_credentials', 'code_needed', 'wrong_code'], 429: ['too_many_attempts'] },
  },
  handOff: {
    tag,
    description:
      'The code works once, within its time, together with the secret that the challenge was made of, and only while this session lasts.',
    answers: {
      201: jsonAnswer(
        'The code.',
        objectSchema('HandOff', { code: text, expires_in: { ...integer, description: 'Seconds.' } }),
      ),
    },
    errors: { 404: ['no_session'] },
  },
  redeemHandOff: {
    tag,
    answers: { 200: signedInAnswer },
    errors: { 401: ['hand_off_over'], 429: ['too_many_attempts'] },
  },
  refresh: { tag, answers: { 200: signedInAnswer }, errors: { 401: ['session_over'] } },
  signUp: {
    tag,
    description:
      'The response is the same whether or not the address has an account; the e-mail contains the outcome. If no ' +
      'mail server is configured, accounts can only be created by invitation.',
    answers: { 202: successAnswer },
    errors: { 400: ['invalid_email'], 403: ['sign_up_closed'], 429: ['too_many_attempts'] },
  },
  confirmSignUp: {
    tag,
    answers: { 201: signedInAnswer },
    errors: { 400: ['weak_password'], 403: ['sign_up_closed'], 404: ['link_over'] },
  },
  askReset: { tag, answers: { 202: successAnswer }, errors: { 429: ['too_many_attempts'] } },
  reset: { tag, answers: { 200: successAnswer }, errors: { 400: ['weak_password'], 404: ['link_over'] } },
  signOut: { tag, answers: { 204: done }, errors: { 403: ['no_csrf_token'] } },
  sessions: { tag, answers: { 200: jsonAnswer('A list, most recent first.', data('Sessions', session)) } },
  endSession: { tag, answers: { 204: done }, errors: { 404: ['no_session'] } },
  endOthers: { tag, answers: { 204: done } },
  show: { tag, answers: { 200: jsonAnswer('The account of the caller.', accountSchema) } },
  update: { tag, answers: { 200: jsonAnswer('The updated account.', accountSchema) } },
  setPassword: {
    tag,
    answers: { 200: successAnswer },
    errors: { 400: ['weak_password'], 403: ['wrong_password'], 429: ['too_many_attempts'] },
  },
  beginFactor: {
    tag,
    answers: {
      200: jsonAnswer(
        'The secret to enter into an authenticator app.',
        objectSchema('SecondFactor', { secret: text, uri: text }),
      ),
    },
    errors: { 403: ['wrong_password'], 429: ['too_many_attempts'] },
  },
  confirmFactor: {
    tag,
    answers: {
      200: jsonAnswer('The second factor is on.', objectSchema('RecoveryCodes', { recovery_codes: listOf(text) })),
    },
    errors: { 400: ['wrong_code'], 409: ['no_second_factor'], 429: ['too_many_attempts'] },
  },
  renewCodes: {
    tag,
    answers: {
      200: jsonAnswer(
        'The new recovery codes, returned only in this response.',
        objectSchema('RecoveryCodes', { recovery_codes: listOf(text) }),
      ),
    },
    errors: {
      400: ['wrong_code'],
      403: ['wrong_password'],
      409: ['no_second_factor'],
      429: ['too_many_attempts'],
    },
  },
  removeFactor: { tag, answers: { 204: done }, errors: { 403: ['wrong_password'], 429: ['too_many_attempts'] } },
  keys: { tag, answers: { 200: jsonAnswer('A list, oldest first.', data('PersonalKeys', key)) } },
  createKey: {
    tag,
    answers: { 201: jsonAnswer('The key. `api_key` is its secret, returned only in this response.', key) },
    errors: { 400: ['expired_key'], 409: ['too_many_keys'] },
  },
  revokeKey: { tag, answers: { 204: done }, errors: { 404: ['no_key'] } },
} as const satisfies Readonly<Record<string, RouteDocs>>;
