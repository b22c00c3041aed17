import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Documents, ParsedApp } from '#engine';
import { type Picture, pictureOf } from './picture.ts';

/** A document to begin an app with. */
export interface Template {
  /** Its file's name, without the ending. */
  readonly id: string;
  readonly parsed: ParsedApp;
  readonly picture: Picture;
}

/** The documents of folders, read once, with graphs and what talks first. */
export class Templates {
  readonly #documents: Documents;
  readonly #folders: readonly URL[];
  #read: Promise<readonly Template[]> | undefined;

  constructor(documents: Documents, folders: readonly URL[]) {
    this.#documents = documents;
    this.#folders = folders;
  }

  all(): Promise<readonly Template[]> {
    this.#read ??= this.#readAll().catch((error: unknown) => {
      this.#read = undefined;
      throw error;
    });
    return this.#read;
  }

  async #readAll(): Promise<readonly Template[]> {
    const files = await Promise.all(
      this.#folders.map(async (folder) => (await readdir(folder)).map((file) => new URL(file, folder))),
    );
    const templates = files
      .flat()
      .filter(({ pathname }) => pathname.endsWith('.yml'))
      .map(async (file) => {
        const parsed = this.#documents.parse(await readFile(file, 'utf8'));
        return { id: basename(file.pathname, '.yml'), parsed, picture: pictureOf(this.#documents, parsed) };
      });
    return (await Promise.all(templates)).sort((one, other) => (one.id < other.id ? -1 : 1));
  }
}
