import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, PlatformError } from '../../../kernel/index.ts';
import type { SandboxLimits } from '../protocol.ts';
import { interpreterFolder } from './child-process.ts';
import { type Confinement, confinements, thisMachine } from './confinement.ts';
import { ImageSource } from './image-source.ts';
import type { MemoryImage } from './memory-image.ts';
import type { ChildSettings } from './messages.ts';
import { ImageMaking, PythonChild } from './python-child.ts';

export interface LauncherOptions {
  readonly limits: SandboxLimits;
  /** Folders that keep the memory image between starts of servers: the first that holds one, or takes one, is used. */
  readonly cacheFolders: readonly string[];
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
  readonly #images: ImageSource;
  /** Wheels that were warned of: every child reads the folder again. */
  readonly #refused = new Set<string>();
  #isAnnounced = false;
  #isClosed = false;

  constructor(options: LauncherOptions) {
    this.#options = options;
    this.#ways = [...(options.confinements ?? confinements(thisMachine()))];
    this.#images = new ImageSource({ folders: options.cacheFolders, make: (begun) => this.#makeImage(begun) });
  }

  /** Throws `sandbox.python_unavailable` (unavailable) when no child can be started. */
  async start(): Promise<PythonChild> {
    try {
      return await this.#images.use((image) => this.#startFrom(image));
    } catch (error) {
      throw new PlatformError(
        'unavailable',
        'sandbox.python_unavailable',
        `Python can't be started on this server: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
  }

  /** Makes the memory image, if there is none yet, before a call needs it. A failure is the next call's to report. */
  async prepare(): Promise<void> {
    await this.#images.prepare().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#images.close();
  }

  #startFrom({ descriptor, offset, length }: MemoryImage): Promise<PythonChild> {
    const settings = this.#settings('serve', { offset, length });
    const { limits } = this.#options;
    // Printed characters take up to twelve bytes as JSON, the result's one; a request carries at most 16 MB.
    const maxFrameBytes = 24 * 1024 * 1024 + limits.outputChars + 12 * limits.logChars;
    return this.#tryWays((confinement) =>
      PythonChild.start({ settings, confinement, image: descriptor, maxFrameBytes }),
    );
  }

  #makeImage(begun: (making: ImageMaking) => void): Promise<Uint8Array> {
    const settings = this.#settings('image');
    return this.#tryWays((confinement) => {
      const making = new ImageMaking({ settings, confinement, maxFrameBytes: maxImageBytes });
      begun(making);
      return making.image();
    });
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
        if (next === undefined || this.#isClosed) throw error;
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
      wheels: mode === 'serve' && wheelFolder !== '' ? this.#wheelsIn(wheelFolder) : [],
    };
  }

  /** Native code of a wheel could not be loaded, and would fail at its import with an error that names no reason. */
  #wheelsIn(folder: string): string[] {
    const names = readdirSync(folder).filter((name) => name.endsWith('.whl'));
    for (const name of names) {
      if (isPure(name) || this.#refused.has(name)) continue;
      this.#refused.add(name);
      const message = `The wheel ${name} is left out: Python code runs wheels of pure Python only, whose names end with none-any.whl`;
      this.#options.logger.warn({ wheel: name }, message);
    }
    return names
      .filter(isPure)
      .sort()
      .map((name) => join(folder, name));
  }
}

/** By the last two tags of its name: no binary interface, any platform. */
function isPure(wheel: string): boolean {
  return wheel.endsWith('-none-any.whl');
}
