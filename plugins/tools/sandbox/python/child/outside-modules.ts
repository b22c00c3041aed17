import type { Exports } from './import-gate.ts';

/** Modules that lead to JavaScript or to the interpreter's own memory; the same as in weft_call.py. */
const outside =
  /^(_ctypes|_pyodide|_pyodide_core|_remote_debugging|ctypes|js|micropip|pyodide|pyodide_js|_ctypes_test|_x*test.*)$/;

const entryBytes = 8;
const searchedBytes = 1024 * 1024;

/** Takes the modules from the table of what is built in, of which the running interpreter has a copy somewhere in its state. */
export function removeBuiltins(exports: Exports): void {
  const memory = new DataView((exports.memory as { readonly buffer: ArrayBuffer }).buffer);
  const word = (address: number) => memory.getUint32(address, true);
  const addressOf = (name: string) => (exports[name] as { readonly value: number }).value >>> 0;
  const first = word(addressOf('PyImport_Inittab'));
  const isCopy = (table: number) =>
    table !== first && table % 4 === 0 && table + entryBytes < memory.byteLength && sameEntry(word, table, first);
  const tables = [first];
  const state = addressOf('_PyRuntime');
  for (let at = state; at < state + searchedBytes && tables.length < 2; at += 4) {
    if (word(at) !== 0 && isCopy(word(at))) tables.push(word(at));
  }
  if (tables.length < 2) throw new Error("the interpreter's table of modules was not found");
  const names = new Set(tables.flatMap((table) => removeFrom(memory, table)));
  for (const name of names) forgetExtension(exports, name);
}

/** What was imported once is remembered apart from the table: it would be made again from there. */
function forgetExtension(exports: Exports, name: number): void {
  const call = (what: string, ...args: readonly number[]) =>
    (exports[what] as (...args: readonly number[]) => number)(...args);
  const text = call('PyUnicode_FromString', name);
  // A module that is built in is remembered under its name, twice.
  if (call('_PyImport_ClearExtension', text, text) !== 0)
    throw new Error('the interpreter remembers a module of its bridge');
  call('Py_DecRef', text);
}

function sameEntry(word: (address: number) => number, one: number, other: number): boolean {
  return word(one) === word(other) && word(one + 4) === word(other + 4);
}

/** Entries are a name and a function; the last is empty. Gives the addresses of the names that it has removed. */
function removeFrom(memory: DataView, table: number): readonly number[] {
  const removed: number[] = [];
  let kept = table;
  for (let at = table; ; at += entryBytes) {
    const name = memory.getUint32(at, true);
    if (name !== 0 && outside.test(textAt(memory, name))) {
      removed.push(name);
      continue;
    }
    memory.setUint32(kept, name, true);
    memory.setUint32(kept + 4, memory.getUint32(at + 4, true), true);
    kept += entryBytes;
    if (name === 0) return removed;
  }
}

function textAt(memory: DataView, address: number): string {
  let text = '';
  for (let at = address; memory.getUint8(at) !== 0; at++) text += String.fromCharCode(memory.getUint8(at));
  return text;
}

const endRecord = 0x06054b50;
const endRecordBytes = 22;
const centralBytes = 46;
const localBytes = 30;

/** Blanks the modules in the archive of the standard library: their names and what they hold. */
export function removeSources(archive: Uint8Array): void {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = archive.byteLength - endRecordBytes;
  if (view.getUint32(end, true) !== endRecord) throw new Error("the standard library's archive has another form");
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const [nameBytes, extraBytes, noteBytes] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const name = archive.subarray(at + centralBytes, at + centralBytes + (nameBytes ?? 0));
    if (outside.test(String.fromCharCode(...name).split(/[./]/)[0] ?? '')) {
      const local = view.getUint32(at + 42, true);
      const skipped = view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      archive.fill(0x2d, local + localBytes, local + localBytes + view.getUint16(local + 26, true));
      archive.fill(0, local + localBytes + skipped, local + localBytes + skipped + view.getUint32(at + 20, true));
      name.fill(0x2d);
    }
    at += centralBytes + (nameBytes ?? 0) + (extraBytes ?? 0) + (noteBytes ?? 0);
  }
}
