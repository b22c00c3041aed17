import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  newSigningKey,
  type PackageSignature,
  publicKeyFrom,
  readPackage,
  signPackage,
} from '#plugins/plugin-packages/contract.ts';
import { badProject } from './sdk-error.ts';

export interface PublicKey {
  readonly id: string;
  /** Base64 of its DER form. */
  readonly publicKey: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the key of a developer lies unless they say otherwise. */
export function keyPath(env: Environment): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'weft', 'plugin-key.json');
}

/** Makes a key, in a file that only its owner reads. One that is there is never written over: what it signed would be lost. */
export async function makeKey(path: string): Promise<PublicKey> {
  const { id, publicKey, privateKey } = newSigningKey();
  await mkdir(dirname(path), { recursive: true });
  const text = `${JSON.stringify({ id, publicKey, privateKey }, null, 2)}\n`;
  await writeFile(path, text, { mode: 0o600, flag: 'wx' }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    const half = publicKeyFrom(await readKey(path));
    throw badProject(
      `${path} holds a key already, whose public half is ${half}. For another one name another file: --key FILE`,
    );
  });
  return { id, publicKey };
}

/** The private half. Throws `plugin-sdk.bad_project`, `plugin-packages.invalid_key`. */
export async function readKey(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw badProject(`There is no key at ${path}. Make one with: weft plugin keygen`);
  });
  let privateKey: unknown;
  try {
    privateKey = Object(JSON.parse(text)).privateKey;
  } catch {
    // Told below, without what the file holds.
  }
  if (typeof privateKey !== 'string') throw badProject(`${path} holds no key as "weft plugin keygen" writes it.`);
  publicKeyFrom(privateKey);
  return privateKey;
}

/** What signs these bytes. */
export function signatureOf(bytes: Uint8Array, privateKey: string): PackageSignature {
  const { name, version, integrity } = readPackage(bytes);
  return signPackage({ name, version, integrity }, privateKey);
}
