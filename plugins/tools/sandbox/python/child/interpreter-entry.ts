import type { Exports } from './import-gate.ts';

/**
 * Calls Python by the functions of C it exports: bytes go in and come out, and no value of either language becomes one
 * of the other. What is read from the interpreter's memory may be anything.
 */
export class InterpreterEntry {
  readonly #exports: Exports;
  readonly #memory: { readonly buffer: ArrayBuffer };
  readonly #module: number;

  /** Of this module, which is imported. */
  constructor(exports: Exports, moduleName: string) {
    this.#exports = exports;
    this.#memory = exports.memory as { readonly buffer: ArrayBuffer };
    this.#module = this.#named('PyImport_AddModule', moduleName);
  }

  /** The address of one of the module's functions. */
  find(name: string): number {
    return this.#named('PyObject_GetAttrString', name, this.#module);
  }

  /** Calls a function with bytes, which answers with bytes. Null when it raised an error or gave something else. */
  call(address: number, argument: Uint8Array): Uint8Array | null {
    const bytes = this.#c('PyBytes_FromStringAndSize', 0, argument.length);
    if (bytes === 0) return null;
    this.#view().set(argument, this.#c('PyBytes_AsString', bytes));
    const answer = this.#c('PyObject_CallOneArg', address, bytes);
    if (answer === 0) return null;
    const length = this.#c('PyBytes_Size', answer) | 0;
    const start = this.#c('PyBytes_AsString', answer);
    const memory = this.#view();
    return length < 0 || start === 0 || start + length > memory.length ? null : memory.subarray(start, start + length);
  }

  #view(): Uint8Array {
    return new Uint8Array(this.#memory.buffer);
  }

  #named(what: string, name: string, ...before: readonly number[]): number {
    const address = this.#c('malloc', name.length + 1);
    const memory = this.#view();
    for (let index = 0; index <= name.length; index++) memory[address + index] = name.charCodeAt(index) || 0;
    const found = this.#c(what, ...before, address);
    this.#c('free', address);
    if (found === 0) throw new Error(`the interpreter has no ${name}`);
    return found;
  }

  #c(name: string, ...args: readonly number[]): number {
    return (this.#exports[name] as (...args: readonly number[]) => number)(...args) >>> 0;
  }
}
