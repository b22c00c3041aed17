import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MarkInStore } from './contract.ts';

/** Name of the folder of marks; no key can begin like it. */
const folderName = '.owner';
const generation = /^\d{12}$/;

/**
 * Marks in a folder, each a file named by a number. Whoever makes the next number first has it: a link fails where its name
 * is taken, on network file systems as well. The highest number counts.
 */
export class LocalMarks {
  readonly #folder: string;

  /** `folder`: of what the marks are about. */
  constructor(folder: string) {
    this.#folder = join(folder, folderName);
  }

  async read(): Promise<MarkInStore | null> {
    for (let tries = 0; ; tries += 1) {
      const version = (await this.#versions()).at(-1);
      if (version === undefined) return null;
      try {
        return { text: await readFile(join(this.#folder, version), 'utf8'), version };
      } catch (error) {
        // Replaced between the two.
        if (!isCode(error, 'ENOENT') || tries === 5) throw error;
      }
    }
  }

  async write(text: string, known: MarkInStore | null): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const version = String(Number(known?.version ?? '0') + 1).padStart(12, '0');
    const draft = join(this.#folder, `${randomUUID()}.tmp`);
    try {
      await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
      if (((await this.#versions()).at(-1) ?? null) !== (known?.version ?? null)) return false;
      await linkOrCopy(draft, join(this.#folder, version));
    } catch (error) {
      if (isCode(error, 'EEXIST')) return false;
      throw error;
    } finally {
      await rm(draft, { force: true });
    }
    const versions = await this.#versions();
    // A slow writer may make a number again that others have left behind.
    if (versions.at(-1) !== version) {
      await rm(join(this.#folder, version), { force: true });
      return false;
    }
    for (const old of versions.slice(0, -1)) await rm(join(this.#folder, old), { force: true });
    return true;
  }

  async #versions(): Promise<string[]> {
    try {
      return (await readdir(this.#folder)).filter((name) => generation.test(name)).sort();
    } catch (error) {
      if (isCode(error, 'ENOENT')) return [];
      throw error;
    }
  }
}

/** Some mounts have no links; a copy that must be new is as exclusive there. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].some((code) => isCode(error, code))) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
