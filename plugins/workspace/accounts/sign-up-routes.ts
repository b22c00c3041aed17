import { json, nameOf, Public, type Reply, type Route, route } from '#http';
import { PlatformError } from '#kernel';
import { accountDocs } from './account-docs.ts';
import type { SignedIn } from './contract.ts';
import { checkedEmail } from './email-address.ts';
import { MAX_EMAILS, type SessionRouteParts } from './session-parts.ts';

const password = { type: 'string', minLength: 1, maxLength: 1024 } as const;

/** Making an account where anyone may: the address is proved by a mail, which alone tells whether it has one already. */
export function signUpRoutes(
  { accounts, sessions, signIn, mail, server, config, logger }: SessionRouteParts,
  answer: (signedIn: SignedIn, status: number) => Promise<Reply>,
): Route[] {
  /** Behind the answer: whether there is such an account must not be told, nor be seen by the time it takes. */
  async function sendEmail(email: string): Promise<void> {
    const link = `${server.publicUrl('console')}/sign-up#${accounts.signUp(email)}`;
    const known = await accounts.byEmail(email);
    const text =
      known === null
        ? `Somebody, most likely you, wants an account for ${email}.\n\nMake it here within an hour:\n${link}\n\nIf it was not you, do nothing.`
        : `Somebody, most likely you, wants an account for ${email}, which has one already: sign in with it, or ask for a new password if you have forgotten yours.\n\nIf it was not you, do nothing.`;
    await mail.send({ to: email, subject: known === null ? 'Make your account' : 'You have an account', text });
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
      summary: 'Ask for a mail with a link that makes an account, where anyone may',
      docs: accountDocs.signUp,
      body: {
        type: 'object',
        required: ['email'],
        additionalProperties: false,
        properties: { email: { type: 'string', minLength: 3, maxLength: 254 } },
      },
      async handle({ body, address }) {
        checkOpen();
        const email = checkedEmail(body.email);
        await signIn.countAddress('sign-up', address, MAX_EMAILS);
        await signIn.count(`sign-up-of/${email}`, MAX_EMAILS);
        sendEmail(email).catch((error) => logger.error({ err: error }, 'the mail about a new account was not sent'));
        return json({ result: 'success' }, { status: 202 });
      },
    }),
    route({
      id: 'accounts.confirm-sign-up',
      method: 'POST',
      path: '/console/api/accounts/confirm',
      access: Public,
      summary: 'Make an account with the secret of a link, and sign in',
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
            description: 'Of pages: a tag such as `en` or `zh-Hans`.',
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
