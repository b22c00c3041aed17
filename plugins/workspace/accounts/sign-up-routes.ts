import { json, languageOf, nameOf, Public, type Reply, type Route, route } from '#http';
import { PlatformError } from '#kernel';
import { accountDocs } from './account-docs.ts';
import type { SignedInItem } from './account-items.ts';
import type { SignedIn } from './contract.ts';
import { checkedEmail } from './email-address.ts';
import { emailTexts } from './email-texts.ts';
import { MAX_EMAILS, type SessionRouteParts } from './session-parts.ts';

const password = { type: 'string', minLength: 1, maxLength: 1024 } as const;

/** Making an account where anyone may: the address is proved by a mail, which alone tells whether it has one already. */
export function signUpRoutes(
  { accounts, sessions, signIn, mail, server, config, logger }: SessionRouteParts,
  answer: (signedIn: SignedIn, status: number) => Promise<Reply<SignedInItem>>,
): Route[] {
  /**
   * Behind the answer: whether there is such an account must not be told, nor be seen by the time it takes. `wanted`: languages
   * of who asks.
   */
  async function sendEmail(email: string, wanted: string | undefined): Promise<void> {
    const link = `${server.publicUrl('console')}/sign-up#${accounts.signUp(email)}`;
    const known = await accounts.byEmail(email);
    const texts = emailTexts[languageOf(known?.language ?? wanted)];
    await mail.send({ to: email, ...(known === null ? texts.signUp(email, link) : texts.hasAccount(email)) });
  }

  function checkOpen(): void {
    if (config.signUp === 'open' && mail.isConfigured) return;
    const message = 'Accounts are made by invitation here; ask somebody who has one to invite you.';
    throw new PlatformError('forbidden', 'accounts.sign_up_closed', message);
  }

  return [
    route({
      id: 'accounts.sign-up',
      method: 'POST',
      path: '/console/api/accounts',
      access: Public,
      summary: 'Request a sign-up link by e-mail, where sign-up is open',
      docs: accountDocs.signUp,
      body: {
        type: 'object',
        required: ['email'],
        additionalProperties: false,
        properties: { email: { type: 'string', minLength: 3, maxLength: 254 } },
      },
      async handle({ body, address, headers }) {
        checkOpen();
        const email = checkedEmail(body.email);
        await signIn.countAddress('sign-up', address, MAX_EMAILS);
        await signIn.count(`sign-up-of/${email}`, MAX_EMAILS);
        sendEmail(email, headers['accept-language']).catch((error) =>
          logger.error({ err: error }, 'the mail about a new account was not sent'),
        );
        return json({ result: 'success' }, { status: 202 });
      },
    }),
    route({
      id: 'accounts.confirm-sign-up',
      method: 'POST',
      path: '/console/api/accounts/confirm',
      access: Public,
      summary: 'Create an account with the secret of a sign-up link, and sign in',
      docs: accountDocs.confirmSignUp,
      body: {
        type: 'object',
        required: ['token', 'name', 'password'],
        additionalProperties: false,
        properties: {
          token: { type: 'string', maxLength: 1000 },
          name: nameOf(100),
          password,
          language: {
            type: 'string',
            pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
            description: 'Language of the pages: a language tag such as `en` or `zh-Hans`.',
          },
        },
      },
      async handle(request) {
        checkOpen();
        const { token, ...given } = request.body;
        const account = await accounts.confirmSignUp(token, given);
        const origin = { userAgent: request.headers['user-agent'] ?? '', address: request.address };
        return answer(await sessions.start(account.id, origin), 201);
      },
    }),
  ];
}
