import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { Logger } from '#kernel';
import { findBuild } from './build/build-pages.ts';
import { findWebFolders, hashOfSources } from './build/page-sources.ts';
import { type BuiltPages, readBuild } from './built-pages.ts';

const command = fileURLToPath(new URL('./bin/build.mjs', import.meta.url));

const RETRY_MS = 30_000;

export type BuildState = { readonly is: 'ready'; readonly build: BuiltPages } | { readonly is: 'building' | 'failed' };

export interface PageBuildParts {
  readonly logger: Logger;
  /** The data folder: where builds go when the program's own can't be written. */
  readonly home: string;
  /** Folders of plugins that don't come with the program, as they are now. */
  added(): readonly string[];
}

/**
 * The build that pages are served from. Looked for when it is asked for first; where there is none of these sources, it is
 * made in a child process, which takes a second or two and most of a gigabyte that this process should not keep.
 */
export class PageBuild {
  readonly #parts: PageBuildParts;
  #ready: BuiltPages | undefined;
  #looking: Promise<void> | undefined;
  #failedAt: number | undefined;
  #madeOf = '';
  #child: ReturnType<typeof spawn> | undefined;
  #isClosed = false;
  readonly #listeners = new Set<() => void>();

  constructor(parts: PageBuildParts) {
    this.#parts = parts;
  }

  /** `wait`: until there is a build, or none could be made. */
  async state({ wait = false } = {}): Promise<BuildState> {
    if (this.#ready === undefined && !this.#hasFailed()) {
      const looking = this.refresh();
      if (wait) await looking;
      // Reading one that is there takes a moment; making one takes longer.
      else await Promise.race([looking, new Promise((resolve) => setTimeout(resolve, 250).unref())]);
    }
    if (this.#ready !== undefined) return { is: 'ready', build: this.#ready };
    return { is: this.#hasFailed() ? 'failed' : 'building' };
  }

  /** Whether plugins with pages came or went since it was made. */
  get isOld(): boolean {
    return this.#ready !== undefined && this.#madeOf !== this.#parts.added().join();
  }

  /** Looks at the sources again, and builds what they are now. What there was is served meanwhile. */
  refresh(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#isClosed = true;
    this.#child?.kill('SIGKILL');
  }

  /** What was wrong may be over: memory that was short, a source that was half written. */
  #hasFailed(): boolean {
    return this.#failedAt !== undefined && performance.now() - this.#failedAt < RETRY_MS;
  }

  async #look(): Promise<void> {
    const { added, logger } = this.#parts;
    try {
      const folders = added();
      const folder = await this.#folderOf(folders).catch((error: unknown) => {
        if (folders.length === 0 || this.#isClosed) throw error;
        logger.error({ error, folders }, 'The pages could not be built; those of the house are built alone');
        return this.#folderOf([]);
      });
      this.#madeOf = folders.join();
      if (this.#ready?.folder === folder) return;
      this.#ready = await readBuild(folder);
      this.#failedAt = undefined;
      for (const listener of this.#listeners) listener();
    } catch (error) {
      if (this.#isClosed) return;
      if (this.#ready === undefined) this.#failedAt = performance.now();
      logger.error({ error }, 'The pages could not be built');
    }
  }

  async #folderOf(added: readonly string[]): Promise<string> {
    const hash = await hashOfSources(await findWebFolders(added));
    return findBuild(hash, this.#parts.home) ?? (await this.#make(added));
  }

  /** Answers with the folder that the child has written. */
  async #make(added: readonly string[]): Promise<string> {
    const { home, logger } = this.#parts;
    const begin = performance.now();
    const args = [command, '--home', home, ...added.flatMap((folder) => ['--added', folder])];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
    this.#child = undefined;
    if (code !== 0) throw new Error(stripVTControlCharacters(errors).trim() || `the build ended with ${code}`);
    logger.info({ ms: Math.round(performance.now() - begin) }, 'Pages built');
    if (errors !== '')
      logger.warn({ warnings: errors.trim().split('\n') }, 'Something in the pages is not as it should be');
    return output.trim().split('\n').at(-1) ?? '';
  }
}
