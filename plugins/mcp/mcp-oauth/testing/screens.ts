import { greetingWorkflow } from '#engine/testing/app-document.ts';
import type { Screen, ScreenKit } from '#plugins/pages/testing/screen.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';

const EMAIL = 'mary@example.com';
const PASSWORD = 'purple-otter-93-lamps';

/** Somebody with an account in the workspace. */
async function person({ manage, origin }: ScreenKit): Promise<void> {
  const { link } = (await manage('POST', '/invitations', { email: EMAIL, role: 'member' })) as { link: string };
  const body = JSON.stringify({ token: link.split('#').at(-1), name: 'Mary', password: PASSWORD });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${origin}/console/api/invitations/join`, { method: 'POST', headers, body });
}

/** An app as a server, and a client's request for it. */
async function request(kit: ScreenKit, redirect: string, client_name: string): Promise<string> {
  const appId = await kit.app(greetingWorkflow());
  await kit.manage('PATCH', `/apps/${appId}/mcp`, { enabled: true });
  const answer = await fetch(`${kit.origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name, redirect_uris: [redirect], client_uri: 'https://desk.example' }),
  });
  const { client_id } = (await answer.json()) as { client_id: string };
  const query = new URLSearchParams({
    client_id,
    redirect_uri: redirect,
    response_type: 'code',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    resource: `${kit.origin}/mcp/apps/${appId}`,
  });
  return `${kit.origin}/oauth/authorize?${query}`;
}

async function asked(kit: ScreenKit): Promise<void> {
  await kit.prepared('oauth-person', () => person(kit));
  const address = await kit.prepared('oauth-asked', () =>
    request(kit, 'http://127.0.0.1:3334/callback', 'Garden Desk'),
  );
  await kit.page.goto(address);
  await typeInto(kit.page.getByLabel('E-mail'), EMAIL);
  await typeInto(kit.page.getByLabel('Password'), PASSWORD);
  await kit.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await kit.page.getByRole('heading', { name: 'Allow Garden Desk?' }).waitFor();
}

/** For `npm run screenshots`. */
export const screens: readonly Screen[] = [
  {
    name: 'oauth-sign-in',
    async show(kit) {
      await kit.page.goto(
        await kit.prepared('oauth-first', () => request(kit, 'https://desk.example/back', 'Garden Desk')),
      );
      await kit.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    },
  },
  { name: 'oauth-asked', show: asked },
  {
    name: 'oauth-refused',
    async show(kit) {
      await kit.page.goto(`${kit.origin}/oauth/authorize?client_id=nobody`);
      await kit.page.getByRole('heading').first().waitFor();
    },
  },
];
