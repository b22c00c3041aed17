import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { closeImage, imageName, type MemoryImage, openImage, saveImage } from './memory-image.ts';
import type { ImageMaking } from './python-child.ts';

export interface ImageSourceOptions {
  /** Looked into, and written to, in this order. */
  readonly folders: readonly string[];
  /** Makes one; what it begins it tells, as often as it has to begin anew. */
  make(begun: (making: ImageMaking) => void): Promise<Uint8Array>;
}

/** The memory image children start from: the one of an earlier start, or made once. */
export class ImageSource {
  readonly #options: ImageSourceOptions;
  readonly #name = imageName();
  #image: Promise<SharedImage> | undefined;
  #making: ImageMaking | undefined;
  #isUrgent = false;
  #isClosed = false;

  constructor(options: ImageSourceOptions) {
    this.#options = options;
  }

  /** Lends the image. One that nothing could be done with is looked for, checked and made anew the next time. */
  async use<Result>(work: (image: MemoryImage) => Promise<Result>): Promise<Result> {
    this.#isUrgent = true;
    this.#making?.hurry();
    this.#image ??= this.#openOrMake();
    const image = this.#image;
    try {
      return await (await image).lend(work);
    } catch (error) {
      if (this.#image === image) this.#forget();
      throw error;
    }
  }

  /** Makes the image when there is none, as work of low priority until somebody waits for it. */
  async prepare(): Promise<void> {
    if (this.#isClosed || this.#image !== undefined) return;
    if (this.#options.folders.some((folder) => existsSync(join(folder, this.#name)))) return;
    const image = this.#openOrMake();
    this.#image = image;
    await image.catch((error: unknown) => {
      if (this.#image === image) this.#forget();
      throw error;
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#making?.kill();
    const image = this.#image;
    this.#forget();
    await image?.catch(() => undefined);
  }

  #forget(): void {
    this.#image?.then(
      (image) => image.release(),
      () => undefined,
    );
    this.#image = undefined;
  }

  async #openOrMake(): Promise<SharedImage> {
    const files = this.#options.folders.map((folder) => join(folder, this.#name));
    for (const file of files) {
      const found = openImage(file);
      if (found !== null) return new SharedImage(found);
    }
    const bytes = await this.#make();
    const refusals: string[] = [];
    for (const file of files) {
      try {
        await saveImage(file, bytes);
        const made = openImage(file);
        if (made !== null) return new SharedImage(made);
        refusals.push(`${file} can't be read back`);
      } catch (error) {
        refusals.push(error instanceof Error ? error.message : String(error));
      }
    }
    throw new Error(`no folder takes its memory image: ${refusals.join('; ')}`);
  }

  async #make(): Promise<Uint8Array> {
    try {
      return await this.#options.make((making) => {
        this.#making = making;
        if (this.#isClosed) making.kill();
        else if (!this.#isUrgent) making.yieldToOthers();
      });
    } finally {
      this.#making = undefined;
    }
  }
}

/** An open image, closed when it is released and nobody uses it any more. */
class SharedImage {
  readonly #image: MemoryImage;
  #holders = 1;

  constructor(image: MemoryImage) {
    this.#image = image;
  }

  async lend<Result>(work: (image: MemoryImage) => Promise<Result>): Promise<Result> {
    this.#holders += 1;
    try {
      return await work(this.#image);
    } finally {
      this.release();
    }
  }

  release(): void {
    this.#holders -= 1;
    if (this.#holders === 0) closeImage(this.#image);
  }
}
