import { json, Public, type Reply, type Route, type RouteRequest, route } from '#http';
import { PlatformError } from '#kernel';
import { accountDocs } from './account-docs.ts';
import type { SignedInItem } from './account-items.ts';
import { AccountAccess, type SignedIn } from './contract.ts';
import type { SessionRouteParts } from './session-parts.ts';

/** Codes of hand-offs tried from one address, in a quarter of an hour. */
const TRIES = 30;
/** 32 random bytes and a SHA-256, as RFC 7636 spells them. */
const pkce = { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' } as const;

/** A browser that is signed in signs a program of the same person in. */
export function handOffRoutes(
  { handOffs, signIn }: SessionRouteParts,
  origin: (request: RouteRequest) => { userAgent: string; address: string },
  answer: (signedIn: SignedIn) => Promise<Reply<SignedInItem>>,
): Route[] {
  return [
    route({
      id: 'accounts.hand-off',
      method: 'POST',
      path: '/console/api/sessions/hand-offs',
      permission: 'account.manage',
      access: AccountAccess,
      summary: 'Let a program sign in as you, such as the command line',
      audit: 'path',
      noCommand: 'weft login opens the page that does it',
      docs: accountDocs.handOff,
      body: {
        type: 'object',
        required: ['challenge'],
        additionalProperties: false,
        properties: {
          challenge: { ...pkce, description: 'Base64url of the SHA-256 of the secret that the program keeps.' },
        },
      },
      async handle({ principal: { account, sessionId }, body }) {
        if (sessionId === null)
          throw new PlatformError('not-found', 'accounts.no_session', 'You have no such session.');
        const { code, expiresIn } = await handOffs.begin(account.id, sessionId, body.challenge);
        return json({ code, expires_in: expiresIn }, { status: 201, headers: { 'Cache-Control': 'no-store' } });
      },
    }),
    route({
      id: 'accounts.redeem-hand-off',
      method: 'POST',
      path: '/console/api/sessions/hand-offs/redeem',
      access: Public,
      summary: 'Sign in with the code of a hand-off',
      docs: accountDocs.redeemHandOff,
      body: {
        type: 'object',
        required: ['code', 'verifier'],
        additionalProperties: false,
        properties: {
          code: { type: 'string', minLength: 1, maxLength: 100 },
          verifier: { ...pkce, description: 'The secret that the challenge was made of.' },
        },
      },
      async handle(request) {
        const { code, verifier } = request.body;
        await signIn.countAddress('hand-off', request.address, TRIES);
        return answer(await handOffs.redeem(code, verifier, origin(request)));
      },
    }),
  ];
}
