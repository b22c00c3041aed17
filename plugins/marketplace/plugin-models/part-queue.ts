/** Parts on their way from a package to who reads them: what nobody has read yet keeps the package waiting. */
export class PartQueue {
  #waiting: readonly unknown[] | null = null;
  #taken: (() => void) | null = null;
  #wake: (() => void) | null = null;
  #end: { readonly error: unknown } | 'well' | null = null;

  /** Settles when the parts are taken, or nobody will. */
  add(parts: readonly unknown[]): Promise<void> {
    if (this.#end !== null) return Promise.resolve();
    this.#waiting = [...(this.#waiting ?? []), ...parts];
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#taken;
    const taken = () => {
      before?.();
      resolve();
    };
    this.#taken = taken;
    this.#wake?.();
    return promise;
  }

  close(): void {
    this.#finish('well');
  }

  fail(error: unknown): void {
    this.#finish({ error });
  }

  async *batches(): AsyncGenerator<readonly unknown[]> {
    for (;;) {
      const parts = this.#waiting;
      this.#waiting = null;
      if (parts !== null) {
        this.#release();
        yield parts;
        continue;
      }
      if (this.#end === 'well') return;
      if (this.#end !== null) throw this.#end.error;
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = () => resolve();
      this.#wake = wake;
      await promise;
      this.#wake = null;
    }
  }

  #finish(end: { readonly error: unknown } | 'well'): void {
    this.#end ??= end;
    this.#release();
    this.#wake?.();
  }

  #release(): void {
    const taken = this.#taken;
    this.#taken = null;
    taken?.();
  }
}
