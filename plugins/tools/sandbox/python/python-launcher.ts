import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, PlatformError } from '#kernel';
import type { Confinement } from '#plugins/confined-processes/contract.ts';
import type { SandboxLimits } from '#plugins/sandbox/protocol.ts';
import { interpreterFolder, type Launch } from './child-process.ts';
import { imageFrames, servingFrames } from './frame-limits.ts';
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
  readonly logger: Pick<Logger, 'warn'>;
  readonly confinement: Confinement;
}

const filesMb = 32;

/** Starts children, confined as this machine allows, from an image that is made once. */
export class PythonLauncher {
  readonly #options: LauncherOptions;
  readonly #images: ImageSource;
  /** Wheels that were warned of: every child reads the folder again. */
  readonly #refused = new Set<string>();

  constructor(options: LauncherOptions) {
    this.#options = options;
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
    await this.#images.close();
  }

  #startFrom({ descriptor, offset, length }: MemoryImage): Promise<PythonChild> {
    const settings = this.#settings('serve', { offset, length });
    const { limits, confinement } = this.#options;
    const frames = servingFrames(limits);
    return PythonChild.start({ settings, confinement, image: descriptor, wheels: this.#wheels(), frames });
  }

  async #makeImage(begun: (making: ImageMaking) => void): Promise<Uint8Array> {
    const { confinement } = this.#options;
    const settings = this.#settings('image');
    const making = await ImageMaking.start({ settings, confinement, frames: imageFrames });
    begun(making);
    return making.image();
  }

  #settings(mode: ChildSettings['mode'], image?: ChildSettings['image']): Launch['settings'] {
    const { limits } = this.#options;
    return {
      mode,
      interpreter: interpreterFolder,
      memoryMb: limits.memoryMb,
      filesMb,
      ...(image === undefined ? {} : { image }),
    };
  }

  /** Native code of a wheel could not be loaded, and would fail at its import with an error that names no reason. */
  #wheels(): string[] {
    const folder = this.#options.wheelFolder;
    if (folder === '') return [];
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
