import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PlatformError } from '#kernel';

/** The key that seals from now on, and those that may still open what they sealed. */
export interface MasterKeys {
  readonly current: Buffer;
  readonly previous: readonly Buffer[];
  /** The current one was made just now. */
  readonly isNew?: true;
}

export interface MasterKeyOptions {
  readonly home: string;
  /** `WEFT_SECRET_KEY`; empty: the key in the data folder. */
  readonly key: string;
  /** `WEFT_PREVIOUS_SECRET_KEYS`: replaced keys, separated by commas. */
  readonly previousKeys: string;
}

const fileName = 'secret.key';
/** Keys that `secret.key` held before, one a line. */
const previousFileName = 'previous-secret.keys';
const keyBytes = 32;
/** 32 random bytes have fewer different values than this once in a billion years of trying. */
const fewestValues = 16;
/** Words whose digest somebody may take for a key. */
const knownWords = ['', 'admin', 'changeme', 'default', 'dev', 'password', 'secret', 'test', 'weft'];
const knownKeys = new Set(knownWords.map((word) => createHash('sha256').update(word).digest('hex')));

/**
 * The master key is the one given, else the one in the data folder, else a fresh one written there (mode 0600) on the
 * first start. When a key is given, the one in the data folder counts as a previous one; so do those a rotation left.
 */
export async function loadMasterKeys({ home, key, previousKeys }: MasterKeyOptions): Promise<MasterKeys> {
  await Promise.all(keyFiles(home).map(closeToOthers));
  const keys = await findMasterKeys({ home, key, previousKeys });
  return keys.isNew ? { ...keys, current: await makeKey(home, join(home, fileName)) } : keys;
}

/** The same without a change: where there is no key yet, the fresh one is written nowhere. */
export async function findMasterKeys({ home, key, previousKeys }: MasterKeyOptions): Promise<MasterKeys> {
  const given = previousKeys
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => parseKey(text, 'WEFT_PREVIOUS_SECRET_KEYS'));
  const previous = [...given, ...(await readPreviousKeys(home))];
  const file = join(home, fileName);
  const stored = await readKey(file);
  if (key !== '') {
    const current = parseKey(key.trim(), 'WEFT_SECRET_KEY');
    return { current, previous: stored === null ? previous : [...previous, stored] };
  }
  return stored === null ? { current: randomBytes(keyBytes), previous, isNew: true } : { current: stored, previous };
}

/**
 * A fresh key takes the place of the one in the data folder, which is written to the previous ones before: a crash at any
 * moment leaves every key somewhere.
 */
export async function replaceStoredKey(home: string): Promise<MasterKeys> {
  const file = join(home, fileName);
  const replaced = await readKey(file);
  const older = await readPreviousKeys(home);
  const previous = replaced === null || older.some((key) => key.equals(replaced)) ? older : [replaced, ...older];
  await writePrivately(
    home,
    previousFileName,
    previous.map((key) => key.toString('base64')),
  );
  const current = randomBytes(keyBytes);
  await writePrivately(home, fileName, [current.toString('base64')]);
  return { current, previous };
}

/** Previous keys go; the one in `secret.key` too, where it is not the one that seals. */
export async function forgetStoredKeys(
  home: string,
  options: { readonly isStoredKeyPrevious: boolean },
): Promise<void> {
  await rm(join(home, previousFileName), { force: true });
  if (options.isStoredKeyPrevious) await rm(join(home, fileName), { force: true });
}

/** Takes back a key that was made just now. */
export async function withdrawKey(home: string): Promise<void> {
  await rm(join(home, fileName), { force: true });
}

/** Files in which keys are looked for. */
export function keyFiles(home: string): readonly string[] {
  return [join(home, fileName), join(home, previousFileName)];
}

async function readPreviousKeys(home: string): Promise<Buffer[]> {
  const file = join(home, previousFileName);
  try {
    const text = await readFile(file, 'utf8');
    return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [parseKey(line.trim(), file)]));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Written beside, synced and renamed into place: readers see the old lines or the new ones. */
async function writePrivately(home: string, name: string, lines: readonly string[]): Promise<void> {
  const draft = join(home, `${name}.${randomUUID()}.tmp`);
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(lines.map((line) => `${line}\n`).join(''));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, join(home, name));
    const folder = await open(home, 'r');
    await folder.sync().finally(() => folder.close());
  } finally {
    await rm(draft, { force: true });
  }
}

/** Whoever copied it there may have left it readable for all. */
async function closeToOthers(file: string): Promise<void> {
  await chmod(file, 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

async function readKey(file: string): Promise<Buffer | null> {
  try {
    const text = await readFile(file, 'utf8');
    return parseKey(text.trim(), file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Written beside, synced and linked into place: no crash leaves half a key, and two starts at once end with one key. */
async function makeKey(home: string, file: string): Promise<Buffer> {
  const draft = join(home, `${fileName}.${randomUUID()}.tmp`);
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(keyBytes).toString('base64')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return parseKey((await readFile(file, 'utf8')).trim(), file);
}

function parseKey(text: string, place: string): Buffer {
  const key = decode(text);
  if (key === null || isGuessable(key)) {
    const message = `The key in ${place} is not ${keyBytes} random bytes as base64 or hex. Make one with: openssl rand -base64 ${keyBytes}`;
    throw new PlatformError('invalid', 'secrets.weak_key', message);
  }
  return key;
}

function decode(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null;
}

/** Keys people make by hand: a phrase, a pattern, a row of numbers, the digest of a word. */
function isGuessable(key: Buffer): boolean {
  const isPhrase = key.every((byte) => byte >= 0x20 && byte < 0x7f);
  const steps = new Set([...key.subarray(1)].map((byte, index) => (byte - (key[index] ?? 0)) & 0xff));
  return isPhrase || steps.size < 4 || new Set(key).size < fewestValues || knownKeys.has(key.toString('hex'));
}
