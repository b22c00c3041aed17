import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isPlatformError } from '#kernel';
import type { Egress, EgressResponse } from '#plugins/egress/contract.ts';
import { type ArchiveAddress, archiveAddress, filePath } from './archive-address.ts';
import { isChosen, usualPaths } from './path-patterns.ts';
import { RunFailure } from './run-failure.ts';
import type { SourceRun, StepEnd } from './source-reader.ts';
import { TarError, type TarFile, tarFiles } from './tar-reader.ts';

export interface ArchiveStepParts {
  readonly egress: Egress;
  readonly limits: ArchiveLimits;
}

export interface ArchiveLimits {
  /** Bytes of a file. */
  readonly fileBytes: number;
  /** Bytes as they come, and unpacked. */
  readonly packedBytes: number;
  readonly bytes: number;
  readonly entries: number;
  /** Milliseconds for all of it. */
  readonly time: number;
}

/** Files between two looks whether the run goes on. */
const LOOK_EVERY = 20;
const MAX_REDIRECTS = 5;

/** Reads the files of a repository out of its archive, as it comes: nothing is kept but the file at hand. */
export class ArchiveStep {
  readonly #parts: ArchiveStepParts;

  constructor(parts: ArchiveStepParts) {
    this.#parts = parts;
  }

  /** Work done a second time finds the documents it has made, and goes on behind them. */
  async run(run: SourceRun): Promise<StepEnd> {
    const { limits } = this.#parts;
    const time = AbortSignal.timeout(limits.time);
    const address = archiveAddress(run.source.settings, run.token());
    try {
      const response = await this.#open(address, AbortSignal.any([run.signal, time]));
      await this.#readAll(run, address, response);
      return null;
    } catch (error) {
      run.signal.throwIfAborted();
      if (time.aborted) {
        throw new RunFailure(`The archive took more than ${limits.time / 60_000} minutes: read a smaller repository.`);
      }
      throw failureOf(error);
    }
  }

  async #open(address: ArchiveAddress, signal: AbortSignal): Promise<EgressResponse> {
    const { url, headers, secretHeaders } = address;
    const response = await this.#parts.egress.request({
      url,
      method: 'GET',
      headers: [['user-agent', 'weft'], ['accept', '*/*'], ...headers],
      secretHeaders,
      httpsOnly: headers.length > 0,
      maxRedirects: MAX_REDIRECTS,
      signal,
    });
    const { status } = response;
    if (status === 200) return response;
    response.body.destroy();
    if (status === 429 || status >= 500) {
      throw new RunFailure(`The host answered ${status}: try again later.`, { isPassing: true });
    }
    if (status === 401 || status === 403)
      throw new RunFailure(`The host answered ${status}: it wants a token that may read the repository.`);
    if (status === 404) {
      const token = headers.length > 0 ? 'or the token may not read it' : 'or it wants a token';
      throw new RunFailure(`The host answered 404: there is no such repository or branch, ${token}.`);
    }
    throw new RunFailure(`The host answered ${status}: check the address, and which host it is of.`);
  }

  async #readAll(run: SourceRun, address: ArchiveAddress, response: EgressResponse): Promise<void> {
    const { limits } = this.#parts;
    const { pages } = run;
    const { settings } = run.source;
    // What fails on the way fails where the files are read.
    const unpacked = pipeline(Readable.from(limited(response.body, limits.packedBytes)), createGunzip(), () => {});
    const wants = (path: string, size: number) => size <= limits.fileBytes && this.#chosen(run, address, path) !== null;
    const files = tarFiles(unpacked as AsyncIterable<Uint8Array>, {
      bytes: limits.bytes,
      entries: limits.entries,
      wants,
    });
    let found = 0;
    try {
      for await (const file of files) {
        const path = this.#chosen(run, address, file.path);
        if (path === null) continue;
        if (found >= settings.maxPages) {
          await run.isIncomplete();
          return;
        }
        if (found % LOOK_EVERY === 0 && !(await run.goesOn())) return;
        run.signal.throwIfAborted();
        await this.#readFile(run, path, file);
        found += 1;
      }
    } finally {
      unpacked.destroy();
      response.body.destroy();
    }
    const { all } = await pages.totals();
    if (all === 0) throw new RunFailure('The archive has no file that is chosen: check the folder and the paths.');
  }

  async #readFile(run: SourceRun, path: string, file: TarFile): Promise<void> {
    const { limits } = this.#parts;
    const { source, pages } = run;
    const known = await pages.byAddress(path);
    if (known?.run === source.run && known.status !== 'waiting') return;
    await pages.queue([path], { role: 'page', depth: 0 });
    const page = await pages.byAddress(path);
    if (page === null) return;
    if (file.bytes === null) {
      const message = `The file has more than ${Math.floor(limits.fileBytes / 1_048_576)} MB, the limit.`;
      return pages.write(page.id, { status: 'failed', documentId: page.documentId, message });
    }
    const filename = path.slice(path.lastIndexOf('/') + 1);
    const { url, branch } = source.settings;
    const content = { name: path, filename, bytes: file.bytes };
    const result = await run.document(page, content, { url, path, ...(branch !== '' && { branch }) });
    await pages.write(page.id, result);
  }

  /** The path in the repository, of a file that is wanted. */
  #chosen({ source }: SourceRun, address: ArchiveAddress, written: string): string | null {
    const { folder, includePaths, excludePaths } = source.settings;
    const path = filePath(written, address);
    if (path === null || (folder !== '' && !path.startsWith(`${folder}/`))) return null;
    const own = folder === '' ? path : path.slice(folder.length + 1);
    // What begins with a dot is for programs.
    if (own.split('/').some((segment) => segment.startsWith('.'))) return null;
    return isChosen(own, includePaths.length === 0 ? usualPaths : includePaths, excludePaths) ? path : null;
  }
}

async function* limited(body: AsyncIterable<Uint8Array>, limit: number): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > limit) throw new TarError(`has more than ${Math.floor(limit / 1_048_576)} MB`);
    yield piece;
  }
}

function failureOf(error: unknown): unknown {
  if (error instanceof TarError) return new RunFailure(`The archive ${error.message}.`);
  const { code } = error as { readonly code?: unknown };
  if (typeof code === 'string' && /^(?:Z_|ERR_ZLIB)/.test(code)) {
    return new RunFailure('The archive is no tar.gz, or is broken: check the address.');
  }
  if (!isPlatformError(error) || !error.code.startsWith('egress.')) return error;
  const isPassing = error.code === 'egress.unreachable' || error.code === 'egress.timeout';
  return new RunFailure(error.message, { isPassing });
}
