import type { TestKernel } from '#kernel/testing/test-kernel.ts';
import { Database } from '#plugins/database/contract.ts';
import { Secrets } from '#plugins/secrets/contract.ts';
import { TOKEN_PURPOSE } from '#plugins/tool-openapi/provider.ts';
import { ApiToolStore } from '#plugins/tool-openapi/store.ts';

/** A token of a provider, as it lies in its table. */
export async function sealToken(
  kernel: TestKernel,
  { workspaceId, providerId }: { readonly workspaceId: string; readonly providerId: string },
): Promise<void> {
  const store = new ApiToolStore(kernel.resolve(Database));
  const before = (await store.find(workspaceId, providerId))?.provider.sealedCredentials ?? null;
  const token = JSON.stringify({ access: 'api-kept-4711', refresh: null, expiresAt: null });
  const sealed = kernel.resolve(Secrets).seal(workspaceId, TOKEN_PURPOSE, token);
  if (!(await store.keepToken(workspaceId, providerId, { sealed, before }))) throw new Error('no such provider');
}
