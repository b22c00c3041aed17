import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ChildSettings } from '#plugins/sandbox/python/messages.ts';
import { sources } from './python-sources.ts';
import { readServerZones } from './server-zones.ts';
import { zoneFolder } from './zone-folder.ts';

/** Imported before the image is made, so that no call pays for it. */
const imported =
  'json re datetime math random decimal statistics collections itertools functools base64 hashlib uuid string time ' +
  'urllib.parse urllib.request csv io typing ast html textwrap copy traceback types operator enum dataclasses hmac ' +
  'calendar zoneinfo unicodedata difflib fractions heapq bisect secrets inspect logging pathlib tempfile zlib struct ' +
  'xml.etree.ElementTree html.parser asyncio contextlib';

/** What is used of the interpreter's inside. */
export interface Interpreter {
  runPython(code: string, options?: { readonly globals?: unknown }): unknown;
  makeMemorySnapshot(): Uint8Array;
  readonly globals: { get(name: string): unknown; set(name: string, value: unknown): void };
  readonly _module: { readonly HEAPU8: Uint8Array; readonly FS: FileSystem };
}

/** The interpreter's own file system, in its process's memory. */
export interface FileSystem {
  readonly root: FileNode;
  readonly streams: unknown[];
  readonly filesystems: { readonly MEMFS: MemoryFiles };
  readonly ErrnoError: new (errno: number) => Error;
  lookupPath(path: string): { readonly node: FileNode };
  writeFile(path: string, data: Uint8Array): void;
  mkdirTree(path: string): void;
  chdir(path: string): void;
  unlink(path: string): void;
  rmdir(path: string): void;
  close(stream: unknown): void;
  isDir(mode: number): boolean;
  makedev(major: number, minor: number): number;
  registerDevice(device: number, operations: object): void;
  mkdev(path: string, device: number): void;
}

export interface FileNode {
  contents?: unknown;
  usedBytes?: number;
  mode: number;
  readonly mounted?: unknown;
  node_ops: Record<string, unknown>;
  stream_ops: Record<string, unknown>;
}

export interface MemoryFiles {
  createNode(...args: readonly unknown[]): FileNode;
  expandFileStorage(node: FileNode, capacity: number): void;
  resizeFileStorage(node: FileNode, size: number): void;
}

export async function loadInterpreter(settings: ChildSettings, image?: Uint8Array): Promise<Interpreter> {
  const isMaking = settings.mode === 'image';
  const ignore = () => undefined;
  const options = {
    indexURL: settings.interpreter,
    env: { HOME: '/home/user' },
    // Nothing of JavaScript but what the interpreter itself asks for.
    jsglobals: { Object },
    stdin: () => null,
    stdout: ignore,
    stderr: ignore,
    _makeSnapshot: isMaking,
    ...(image === undefined ? {} : { _loadSnapshot: image }),
  };
  // The interpreter would take these for its own, and tell code where on the host it lies.
  process.argv.splice(1);
  // By address: a package name would be looked up in folders this process may not read.
  const module: { loadPyodide: (options: object) => Promise<unknown> } = await import(
    pathToFileURL(`${settings.interpreter}pyodide.mjs`).href
  );
  return (await module.loadPyodide(options)) as Interpreter;
}

/** The image every call starts from: the interpreter with its modules, and nothing of JavaScript in it. */
export async function makeImage(settings: ChildSettings): Promise<Uint8Array> {
  const interpreter = await loadInterpreter(settings);
  const modules = sources.map((name) => [name, readFileSync(new URL(`./${name}.py`, import.meta.url), 'utf8')]);
  interpreter.globals.set('_sources', JSON.stringify(modules));
  const zones = readZones();
  interpreter.globals.set('_zones', JSON.stringify(zones));
  interpreter.globals.set('_server', JSON.stringify(readServerZones(Object.keys(zones))));
  interpreter.runPython(`
import base64, importlib, json, sys, types, warnings
warnings.simplefilter('ignore')
for _name in ${JSON.stringify(imported)}.split():
    importlib.import_module(_name)
for _name, _source in json.loads(_sources):
    _module = types.ModuleType(_name)
    sys.modules[_name] = _module
    exec(compile(_source, _name + '.py', 'exec'), _module.__dict__)
sys.modules['weft_requests'].install()
sys.modules['weft_urllib'].install()
sys.modules['weft_hashes'].install()
sys.modules['weft_zones'].pack({_key: base64.b64decode(_data) for _key, _data in json.loads(_zones).items()}, json.loads(_server))
sys.modules['weft_zones'].install()
del _name, _source, _module, _sources, _zones, _server
import gc
gc.collect()
`);
  return interpreter.makeMemorySnapshot();
}

/** The zones of this machine, as base64 by name; none where it has none. */
function readZones(): Record<string, string> {
  if (!existsSync(zoneFolder)) return {};
  const zones: Record<string, string> = {};
  for (const entry of readdirSync(zoneFolder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(zoneFolder.length + 1);
    if (entry.isDirectory() || /^(posix|right)\//.test(name)) continue;
    const data = readFileSync(path);
    if (data.toString('latin1', 0, 4) === 'TZif') zones[name] = data.toString('base64');
  }
  return zones;
}
