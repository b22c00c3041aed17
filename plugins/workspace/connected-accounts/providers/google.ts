import type { AccountProvider } from '#plugins/connected-accounts/contract.ts';
import { textIn } from './answers.ts';

const HOME = 'https://accounts.google.com';
const SCOPES = 'https://www.googleapis.com/auth';

/** Google: Drive and Sheets. `drive.file` needs no verification by Google and sees only what was picked; reading all of a drive does. */
export const google: AccountProvider = {
  id: 'google',
  label: 'Google',
  ways: ['oauth'],
  baseUrl: HOME,
  identityScopes: ['openid', 'email'],
  capabilities: {
    'drive.pick': {
      title: 'See and change files that you pick in Drive',
      scopes: [`${SCOPES}/drive.file`],
      isAlone: true,
    },
    'drive.read': {
      title: 'See all files in Drive',
      scopes: [`${SCOPES}/drive.readonly`],
      needsSetting: 'driveReadonly',
    },
    sheets: { title: 'See and change spreadsheets', scopes: [`${SCOPES}/spreadsheets`] },
  },
  endpoints: (base) =>
    base === HOME
      ? {
          authorize: `${HOME}/o/oauth2/v2/auth`,
          token: 'https://oauth2.googleapis.com/token',
          revoke: 'https://oauth2.googleapis.com/revoke',
        }
      : { authorize: `${base}/o/oauth2/v2/auth`, token: `${base}/token`, revoke: `${base}/revoke` },
  // A refresh token comes with `offline` only, and with each consent. What is asked for alone must not bring the rest along.
  authorizeParameters: ({ isAlone, isPicking }) => ({
    access_type: 'offline',
    prompt: 'consent',
    include_granted_scopes: String(!isAlone),
    ...(isPicking && { trigger_onepick: 'true', allow_multiple: 'true' }),
  }),
  services: (base) =>
    base === HOME
      ? {
          drive: 'https://www.googleapis.com/drive/v3',
          upload: 'https://www.googleapis.com/upload/drive/v3',
          sheets: 'https://sheets.googleapis.com/v4',
          userinfo: 'https://openidconnect.googleapis.com/v1/userinfo',
        }
      : {
          drive: `${base}/drive/v3`,
          upload: `${base}/upload/drive/v3`,
          sheets: `${base}/v4`,
          userinfo: `${base}/v1/userinfo`,
        },
  async identify(send, { baseUrl, scopes }) {
    const { userinfo = '', drive = '' } = this.services(baseUrl);
    if (scopes.includes('openid')) {
      const person = await send(userinfo);
      return { subject: textIn(person, 'sub'), label: textIn(person, 'email') };
    }
    const { user } = await send(`${drive}/about?fields=user(emailAddress,permissionId)`);
    return { subject: `~${textIn(user, 'permissionId')}`, label: textIn(user, 'emailAddress') };
  },
  explain: (_error, subtype) =>
    subtype === 'invalid_rapt' ? 'your organisation asks you to sign in again from time to time' : null,
};
