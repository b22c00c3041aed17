import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const tag = 'Accounts';
const { text, seconds } = schemas;
const service = { ...text, description: 'Id of the service, such as `google`.' };
const begun = objectSchema('SignInAttempt', {
  url: { ...text, description: 'The address of the service to navigate to.' },
});
const failing = { 403: ['address_refused'], 503: ['provider_failed', 'unreachable', 'timeout'] };

export const signInDocs = {
  providers: {
    tag,
    answers: {
      200: jsonAnswer(
        'The services.',
        objectSchema('SignInServices', {
          data: listOf(objectSchema('SignInService', { id: service, label: text })),
        }),
      ),
    },
  },
  begin: {
    tag,
    answers: { 200: jsonAnswer('Where to send the browser. It keeps a cookie until it returns.', begun) },
    errors: { ...failing, 400: ['invalid_return', 'invalid_request'], 404: ['no_service'], 429: ['too_many_attempts'] },
  },
  callback: {
    tag,
    description:
      'Signs the browser in and redirects to the page it came from. If a second factor or a confirmation is required, or the sign-in is refused, redirects to the sign-in page.',
    answers: {
      303: { description: 'Redirects to `Location`.', headers: { Location: 'The address to redirect to.' } },
    },
  },
  code: {
    tag,
    answers: {
      200: jsonAnswer(
        'Signed in. The cookies of the session are set.',
        objectSchema('SignInCompletion', { return_to: { ...text, description: 'A path of this site.' } }),
      ),
    },
    errors: { 401: ['sign_in_over', 'wrong_code'], 429: ['too_many_attempts'] },
  },
  links: {
    tag,
    answers: {
      200: jsonAnswer(
        'The services, with the linked identities.',
        objectSchema('SignInLinks', {
          data: listOf(
            objectSchema('SignInLink', {
              id: service,
              label: text,
              is_linked: { type: 'boolean' },
              email: { ...orNull(text), description: 'The address at the service.' },
              linked_at: orNull(seconds),
              signed_in_at: orNull(seconds),
            }),
          ),
          waiting: {
            ...orNull(objectSchema('WaitingSignInLink', { id: service, label: text, email: orNull(text) })),
            description: 'An identity that signed in with this browser and can be linked.',
          },
        }),
      ),
    },
  },
  beginLink: {
    tag,
    answers: { 200: jsonAnswer('Where to send the browser. It keeps a cookie until it returns.', begun) },
    errors: {
      ...failing,
      400: ['invalid_request'],
      403: ['wrong_password', 'address_refused'],
      404: ['no_service'],
      429: ['too_many_attempts'],
    },
  },
  confirmLink: {
    tag,
    answers: {
      201: jsonAnswer('Linked.', objectSchema('ConfirmedSignInLink', { id: service, email: orNull(text) })),
    },
    errors: { 403: ['proof_needed'], 404: ['no_link'], 409: ['linked_elsewhere'] },
  },
  unlink: {
    tag,
    answers: { 204: emptyAnswer('Unlinked.') },
    errors: { 403: ['wrong_password'], 404: ['no_link'], 409: ['last_way'], 429: ['too_many_attempts'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
