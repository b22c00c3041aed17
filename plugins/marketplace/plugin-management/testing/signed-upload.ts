import { newSigningKey, readPackage, signPackage } from '#plugins/plugin-packages/contract.ts';

const key = newSigningKey();

/** The key of a publisher, and what it is to be trusted for. */
export const publisherKey: string = key.publicKey;
export const publisherScopes: readonly string[] = ['@acme'];

/** A form of a package, signed by that publisher unless it is said not to be. */
export function uploadForm(bytes: Uint8Array, more: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], 'package.tgz'));
  form.append('signature', JSON.stringify(signPackage(readPackage(bytes), key.privateKey)));
  for (const [name, value] of Object.entries(more)) form.set(name, value);
  return form;
}
