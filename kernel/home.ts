import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isUuid } from './id.ts';
import { PlatformError } from './platform-error.ts';

export interface Home {
  /** Absolute path of the data folder. */
  readonly path: string;
  readonly instanceId: string;
  /** Other users of the machine may look into the folder: it was made by somebody else. */
  readonly isOpenToOthers: boolean;
}

/** Makes the data folder (for its owner only) and gives the installation its id on the first start. */
export async function prepareHome(folder: string): Promise<Home> {
  const path = resolve(folder);
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return { path, instanceId: await instanceIdIn(path), isOpenToOthers: await isOpenToOthers(path) };
  } catch (error) {
    throw new PlatformError(
      'internal',
      'kernel.home_unusable',
      `The data folder ${path} can't be used. Make it writable or set WEFT_HOME to another folder.`,
      { cause: error },
    );
  }
}

/** Windows keeps rights elsewhere. */
async function isOpenToOthers(path: string): Promise<boolean> {
  return process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0;
}

async function instanceIdIn(home: string): Promise<string> {
  const file = instanceFile(home);
  if (!existsSync(file)) await writeOnce(file, `${randomUUID()}\n`);
  return readId(file);
}

/** The id of the installation; undefined: it has not started yet. Changes nothing. */
export async function findInstanceId(home: string): Promise<string | undefined> {
  const file = instanceFile(home);
  return existsSync(file) ? readId(file) : undefined;
}

function instanceFile(home: string): string {
  return join(home, 'instance-id');
}

async function readId(file: string): Promise<string> {
  const id = (await readFile(file, 'utf8')).trim();
  if (isUuid(id)) return id;
  throw new Error(`${file} doesn't hold a UUID; remove it to get a new one`);
}

/** The file is there with all of its text or not at all, whoever reads it meanwhile; the first writer wins. */
async function writeOnce(file: string, text: string): Promise<void> {
  const draft = `${file}-${randomUUID()}`;
  await writeFile(draft, text, { flag: 'wx', mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
}
