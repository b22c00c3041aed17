import { bitmap } from '#plugins/avatars/testing/images.ts';
import type { ConsoleRequest, NewOwner, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';
import { newMember } from './people.ts';

/** A member with a picture; and an invitation. */
export const ownedObjects: readonly ObjectMaker[] = [
  { kinds: ['account'], make: async (owner) => ({ account: await memberWithPicture(owner) }) },
  {
    kinds: ['invitation'],
    async make({ call, mark }) {
      return { invitation: (await call('invitations', { email: `${mark}@example.com`, role: 'member' })).id };
    },
  },
];

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'PATCH /console/api/members/:account_id': { body: { role: 'member' } },
  'POST /console/api/workspace/transfer': { body: {} },
};

async function memberWithPicture({ platform, workspaceId }: NewOwner): Promise<string> {
  const { accountId, token } = await newMember(platform, 'editor', workspaceId);
  const body = new FormData();
  body.append('file', new File([new Uint8Array(bitmap(3))], 'me.bmp'));
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await fetch(`${platform.url}/console/api/account/avatar`, { method: 'PUT', body, headers });
  if (status !== 200) throw new Error(`the picture was answered with ${status}`);
  return accountId;
}
