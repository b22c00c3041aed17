import type { TestKernel } from '#kernel/testing/test-kernel.ts';
import { Database } from '#plugins/database/contract.ts';
import { InstallChanging, type Installed } from '#plugins/plugin-installs/contract.ts';
import { TrustStore } from '#plugins/plugin-installs/trust-store.ts';
import { newSigningKey, readPackage, scopeOf, signPackage } from '#plugins/plugin-packages/contract.ts';

const key = newSigningKey();

/** A signature of a key that the platform trusts for the package's scope from then on. */
export async function signedBy(kernel: Pick<TestKernel, 'resolve'>, bytes: Uint8Array) {
  const { id, publicKey, privateKey } = key;
  const store = new TrustStore(kernel.resolve(Database));
  const read = readPackage(bytes);
  const had = (await store.keys()).find((one) => one.id === id)?.scopes ?? [];
  const scopes = [...new Set([...had, scopeOf(read.id)])];
  await store.addKey({ id, kind: 'publisher', publicKey, scopes, label: 'Tests', expiresAt: null });
  return signPackage(read, privateKey);
}

/** Installs a package as somebody would who looked at it and consented. */
export async function installPackage(
  kernel: Pick<TestKernel, 'resolve'>,
  workspaceId: string,
  bytes: Uint8Array,
): Promise<Installed> {
  const changes = kernel.resolve(InstallChanging);
  const wanted = { bytes, signature: await signedBy(kernel, bytes) };
  const { consent } = await changes.plan(workspaceId, wanted);
  return changes.install(workspaceId, wanted, { consent, accountId: null });
}
