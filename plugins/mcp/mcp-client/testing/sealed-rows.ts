import type { TestKernel } from '#kernel/testing/test-kernel.ts';
import { Database } from '#plugins/database/contract.ts';
import { AuthorizationStore } from '#plugins/mcp-client/authorization-store.ts';
import { SealedServers } from '#plugins/mcp-client/sealed-servers.ts';
import { Secrets } from '#plugins/secrets/contract.ts';

/** An authorisation of a server and one on its way, as they lie in their tables. */
export async function sealSome(
  kernel: TestKernel,
  { workspaceId, serverId }: { readonly workspaceId: string; readonly serverId: string },
): Promise<void> {
  const store = new AuthorizationStore(kernel.resolve(Database));
  const sealed = new SealedServers(kernel.resolve(Secrets));
  const name = { workspaceId, serverId, subject: 'workspace' };
  await store.save(name, sealed.seal(workspaceId, 'grant', { kept: 'mcp-kept-4713' }));
  const attempt = sealed.seal(workspaceId, 'attempt', { kept: 'mcp-kept-4714' });
  await store.begin(crypto.randomUUID(), { ...name, sealed: attempt });
}
