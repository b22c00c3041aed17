import { json, Public, type Route, route } from '#http';
import { PlatformError } from '#kernel';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { RepositoryHosts } from '#plugins/repository-hosts/contract.ts';
import { HOOK_PATH, type HookReceiver } from './hook-receiver.ts';
import type { LinkStore } from './link-store.ts';
import { hookDocs } from './more-docs.ts';
import { singleIds as ids, singleParams as params, single } from './route-parts.ts';

const manage = { access: ManagementAccess, permission: 'providers.manage' } as const;
/** Bytes of a call: hosts say more of a large push than anybody needs, and who says too much is looked at by and by. */
const MAX_CALL = 5 * 1024 * 1024;

export interface HookRouteParts {
  readonly receiver: HookReceiver;
  readonly linkStore: LinkStore;
  readonly hosts: RepositoryHosts;
}

/** Where hosts call when something is pushed, and what people give them for it. */
export function hookRoutes({ receiver, linkStore, hosts }: HookRouteParts): Route[] {
  const hookOf = async (workspaceId: string, id: string, origin: string | undefined) => {
    const link = await linkStore.get(workspaceId, id);
    const url = hosts.address('runtime', `${HOOK_PATH}/${link.id}`, origin);
    return { link, url, secret: hosts.hookSecret(workspaceId, link.sealedHookSecret) };
  };
  return [
    route({
      id: 'repositories.webhook',
      method: 'POST',
      path: `${HOOK_PATH}/:repository_id`,
      access: Public,
      summary: 'Receive a signed webhook call from a code host, and sync the repository soon',
      docs: hookDocs.receive,
      params,
      ids: { 'params.repository_id': { nothing: 'who calls signs with a secret' } },
      bodyType: 'bytes',
      bodyPresence: 'optional',
      bodyLimit: MAX_CALL,
      async handle({ params: { repository_id: id }, headers, body, address }) {
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        await receiver.receive(id, { headers, body: bytes, address });
        return json({ result: 'success' });
      },
    }),
    route({
      ...manage,
      id: 'repositories.hook-secret',
      method: 'POST',
      path: `${single}/hook-secret`,
      summary: 'Replace the webhook secret of a repository; the previous secret stops working immediately',
      audit: 'path',
      docs: hookDocs.secret,
      params,
      ids,
      async handle({ principal: { workspaceId }, params: { repository_id: id }, origin }) {
        await linkStore.get(workspaceId, id);
        await linkStore.note(workspaceId, id, { sealed_hook_secret: hosts.newHookSecret(workspaceId) });
        const { url, secret } = await hookOf(workspaceId, id, origin);
        return json({ url, secret });
      },
    }),
    route({
      ...manage,
      id: 'repositories.add-hook',
      method: 'POST',
      path: `${single}/hook`,
      summary: 'Add the webhook of a repository at its code host',
      audit: 'path',
      docs: hookDocs.add,
      params,
      ids,
      async handle({ principal, params: { repository_id: id } }) {
        // Without what the caller says of this server: others get it.
        const { link, url, secret } = await hookOf(principal.workspaceId, id, undefined);
        const { pulls } = await hosts.open(link, null);
        if (pulls === null) throw noInterface();
        await pulls.setHook({ url, secret });
        return json({ result: 'success' });
      },
    }),
  ];
}

function noInterface(): PlatformError {
  const message = 'The server has no interface for that: give it the address and the secret by hand.';
  return new PlatformError('conflict', 'repositories.no_interface', message);
}
