import { readdir, readFile } from 'node:fs/promises';
import type { Documents, ParsedApp } from '#engine';

/** A document to begin an app with. */
export interface Template {
  /** Its file's name, without the ending. */
  readonly id: string;
  readonly parsed: ParsedApp;
}

/** The documents of a folder, read once. */
export class Templates {
  readonly #documents: Documents;
  readonly #folder: URL;
  #read: Promise<readonly Template[]> | undefined;

  constructor(documents: Documents, folder: URL) {
    this.#documents = documents;
    this.#folder = folder;
  }

  all(): Promise<readonly Template[]> {
    this.#read ??= this.#readAll().catch((error: unknown) => {
      this.#read = undefined;
      throw error;
    });
    return this.#read;
  }

  async #readAll(): Promise<readonly Template[]> {
    const files = (await readdir(this.#folder)).filter((file) => file.endsWith('.yml')).sort();
    return Promise.all(
      files.map(async (file) => ({
        id: file.slice(0, -'.yml'.length),
        parsed: this.#documents.parse(await readFile(new URL(file, this.#folder), 'utf8')),
      })),
    );
  }
}
