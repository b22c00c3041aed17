import { promptApp } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import type { NewOwner, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';

/** Imports an app, publishes it and makes a key for it. */
export async function importedApp({ call, mark }: NewOwner, yaml: string) {
  const made = await call('apps/import', { yaml, name: `${mark} app`, publish: true, key_name: `${mark} key` });
  return { appId: (made.app as { readonly id: string }).id, key: made.api_key as string };
}

/** Of a version that must be confirmed. */
const laterDocument = (mark: string) =>
  JSON.stringify({ ...JSON.parse(promptApp('chat')), version: '99.0.0', description: mark });

/** A chat app, to which plugins add what belongs to apps, and its key as callers have it; and one that is deleted. */
export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['app', 'appKeyText'],
    async make(owner) {
      const { appId, key } = await importedApp(owner, promptApp('chat'));
      return { app: appId, appKeyText: key };
    },
  },
  {
    kinds: ['appKey', 'version'],
    async make({ first, id }) {
      const app = `apps/${await id('app')}`;
      return { appKey: (await first(`${app}/keys`)).id, version: (await first(`${app}/versions`)).id };
    },
  },
  {
    kinds: ['deletedApp'],
    async make(owner) {
      const { appId } = await importedApp(owner, promptApp('completion'));
      const client = testClient(owner.platform.url, owner.person.token);
      await client.request(`/console/api/apps/${appId}`, { method: 'DELETE' });
      return { deletedApp: appId };
    },
  },
  {
    kinds: ['import'],
    make: async ({ call, mark }) => ({
      import: String((await call('apps/import', { yaml: laterDocument(mark) })).import_id),
    }),
  },
];
