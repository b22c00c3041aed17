import type { FileValue } from '#engine';
import { type Contributions, PlatformError } from '#kernel';
import { type FileContent, type FileReading, type FileSource, type Files, fileLabel } from './contract.ts';

/** Finds the source of a file by its transfer method. */
export class FilesService implements Files {
  readonly #sources: Contributions<FileSource>;

  constructor(sources: Contributions<FileSource>) {
    this.#sources = sources;
  }

  async read(file: FileValue, reading: FileReading): Promise<FileContent> {
    const method = String(file.transfer_method);
    const source = this.#sources.all().find(({ transferMethods }) => transferMethods.includes(method));
    if (source !== undefined) return source.read(file, reading);
    throw new PlatformError(
      'invalid',
      'files.no_source',
      `The content of the file ${fileLabel(file)} is not available: no plugin keeps files of the kind ${method.slice(0, 50)}. Give the file by address (remote_url).`,
    );
  }
}
