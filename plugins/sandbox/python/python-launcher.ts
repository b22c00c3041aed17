import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, PlatformError } from '../../../kernel/index.ts';
import type { SandboxLimits } from '../protocol.ts';
import { interpreterFolder } from './child-process.ts';
import { type Confinement, confinements, thisMachine } from './confinement.ts';
import { closeImage, imageFile, type MemoryImage, openImage, saveImage } from './memory-image.ts';
import type { ChildSettings } from './messages.ts';
import { makeImage, PythonChild } from './python-child.ts';

export interface LauncherOptions {
  readonly limits: SandboxLimits;
  /** Folder that keeps the memory image between starts of the server. */
  readonly cacheFolder: string;
  /** Folder of an administrator's wheels; empty: none. */
  readonly wheelFolder: string;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** For tests: what to use in place of what this machine offers. */
  readonly confinements?: readonly Confinement[];
}

const maxImageBytes = 256 * 1024 * 1024;
const filesMb = 32;

/** Starts children: in the strictest confinement this machine allows, from an image that is made once. */
export class PythonLauncher {
  readonly #options: LauncherOptions;
  readonly #ways: Confinement[];
  #image: Promise<MemoryImage> | undefined;
  #isAnnounced = false;

  constructor(options: LauncherOptions) {
    this.#options = options;
    this.#ways = [...(options.confinements ?? confinements(thisMachine()))];
  }

  /** Throws `sandbox.python_unavailable` (unavailable) when no child can be started. */
  async start(): Promise<PythonChild> {
    try {
      this.#image ??= this.#openOrMakeImage();
      const image = await this.#image;
      const settings = this.#settings('serve', { offset: image.offset, length: image.length });
      const { limits } = this.#options;
      // Printed characters take up to twelve bytes as JSON, the result's one; a request carries at most 16 MB.
      const maxFrameBytes = 24 * 1024 * 1024 + limits.outputChars + 12 * limits.logChars;
      return await this.#tryWays((confinement) =>
        PythonChild.start({ settings, confinement, image: image.descriptor, maxFrameBytes }),
      );
    } catch (error) {
      this.#image = undefined;
      throw new PlatformError(
        'unavailable',
        'sandbox.python_unavailable',
        `Python can't be started on this server: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
  }

  async close(): Promise<void> {
    const image = await this.#image?.catch(() => null);
    if (image) closeImage(image);
    this.#image = undefined;
  }

  async #openOrMakeImage(): Promise<MemoryImage> {
    const file = imageFile(this.#options.cacheFolder);
    const found = openImage(file);
    if (found !== null) return found;
    const settings = this.#settings('image');
    const bytes = await this.#tryWays((confinement) =>
      makeImage({ settings, confinement, maxFrameBytes: maxImageBytes }),
    );
    await saveImage(file, bytes);
    const made = openImage(file);
    if (made === null) throw new Error(`${file} can't be read back`);
    return made;
  }

  /** A way that fails once is not tried again: what a machine forbids it keeps forbidding. */
  async #tryWays<Result>(attempt: (confinement: Confinement) => Promise<Result>): Promise<Result> {
    for (;;) {
      const [way, next] = this.#ways;
      if (way === undefined) throw new Error('no way to start a process');
      try {
        const result = await attempt(way);
        this.#announce(way);
        return result;
      } catch (error) {
        if (next === undefined) throw error;
        if (this.#ways[0] === way) this.#ways.shift();
        const reason = error instanceof Error ? error.message.slice(0, 500) : String(error);
        const message = `Python code can't be confined as "${way.description}" here; trying the next way`;
        this.#options.logger.warn({ reason }, message);
      }
    }
  }

  #announce({ description }: Confinement): void {
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    this.#options.logger.info({ confinement: description }, 'Python code runs confined');
  }

  #settings(mode: ChildSettings['mode'], image?: ChildSettings['image']): ChildSettings {
    const { limits, wheelFolder } = this.#options;
    return {
      mode,
      interpreter: interpreterFolder,
      memoryMb: limits.memoryMb,
      filesMb,
      ...(image === undefined ? {} : { image }),
      wheels: mode === 'serve' && wheelFolder !== '' ? wheelsIn(wheelFolder) : [],
    };
  }
}

function wheelsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.whl'))
    .sort()
    .map((name) => join(folder, name));
}
