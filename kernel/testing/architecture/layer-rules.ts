import { areaOf, type Import, importsOf, isCode, isForTests, type Rule, type SourceFile } from './source-file.ts';

const publicDoor = /^(kernel\/index|engine\/contract|http\/contract|plugins\/[^/]+\/[^/]+\/contract)\.ts$/;

/** Sources of pages, which run in browsers: a world of their own inside a plugin. */
const web = /^(plugins|examples)\/([^/]+\/)+?web\//;
/** What pages of one plugin may take of another's; `icons` is a contract too long to be listed again. */
const webDoor = /^plugins\/[^/]+\/[^/]+\/web\/((.+\/)?contract\.tsx?|icons\.tsx)$/;
/** Types that are made from the routes. */
const routeTypes = /^plugins\/core\/commands\/generated\/[a-z]+\.ts$/;

/** The layer table of ARCHITECTURE.md. */
export const followsLayers: Rule = (files) =>
  files.filter(isCode).flatMap((file) =>
    importsOf(file).flatMap((found) => {
      if (found.path === undefined) return [];
      const isFine = web.test(file.path) ? pageMayImport(file.path, found) : mayImport(file.path, found.path);
      if (isFine) return [];
      return [`${file.path}:${found.line}: may not import ${found.path}`];
    }),
  );

/** Pages load nothing of the server: of it they know types. */
function pageMayImport(from: string, { path: to = '', isType }: Import): boolean {
  if (isForTests(from) && isForTests(to)) return true;
  if (areaOf(from) === areaOf(to) && web.test(to)) return !isForTests(to) || isForTests(from);
  return webDoor.test(to) || (isType && (publicDoor.test(to) || routeTypes.test(to)));
}

function mayImport(from: string, to: string): boolean {
  if (web.test(to)) return isForTests(from);
  const area = areaOf(from);
  if (area === areaOf(to)) return !isForTests(to) || isForTests(from) || area.startsWith('examples/');
  if (isForTests(from) && isForTests(to)) return true;
  if (to === 'kernel/index.ts') return area !== 'kernel' && area !== 'migrations';
  // What is started from a shell finds its Node first.
  if (to === 'kernel/bin/ensure-node.mjs') return /\/bin\/[^/]+\.mjs$/.test(from);
  if (area.startsWith('plugins/')) return publicDoor.test(to);
  if (area.startsWith('examples/')) return publicDoor.test(to) || /(^|\/)testing\//.test(to);
  // Tests read texts of pages as the build does.
  if (from === 'vitest.config.ts' && to === 'plugins/pages/pages/build/texts/texts-plugin.ts') return true;
  // Tool settings beside package.json.
  return !from.includes('/') && !to.includes('/');
}

/** Groups of plugins, lowest first (`plugins/README.md`). */
const groups = [
  ...['core', 'workspace', 'runs', 'models', 'tools', 'nodes', 'knowledge'],
  ...['apps', 'operations', 'billing', 'marketplace', 'api', 'pages', 'mcp'],
];

/**
 * A group of plugins imports its own and lower ones; a folder `web/` counts as of the pages, wherever it lies. Tests boot the whole
 * platform, and may import any.
 */
export const importsLowerGroups: Rule = (files) => {
  const unknown = [...new Set(files.map(({ path }) => groupOf(path)))]
    .filter((group) => group !== undefined && !groups.includes(group))
    .map((group) => `plugins/${group}/: not a group; they are ${groups.join(', ')}, lowest first`);
  const upwards = files
    .filter((file) => isCode(file) && !isForTests(file.path) && groupOf(file.path) !== undefined)
    .flatMap((file) => {
      const own = layerOf(file.path);
      return importsOf(file).flatMap(({ path = '', line }) => {
        const other = layerOf(path);
        if (other === undefined || groups.indexOf(other) <= groups.indexOf(own ?? '')) return [];
        const remedy = 'offer an extension point or an event, or move what both need down';
        return [`${file.path}:${line}: imports ${path}, but "${other}" is above "${own}"; ${remedy}`];
      });
    });
  return [...unknown, ...upwards];
};

function layerOf(path: string): string | undefined {
  return web.test(path) ? 'pages' : groupOf(path);
}

function groupOf(path: string): string | undefined {
  return /^plugins\/([^/]+)\/[^/]+\//.exec(path)?.[1];
}

/** What a thread of the engine may not load: containers, databases, servers. */
const notInThreads = ['tsyringe', 'reflect-metadata', 'pino', 'koa', 'pg', '@electric-sql/pglite', 'graphile-worker'];

/**
 * Follows every import of the engine's worker and of each module a plugin hands to the threads
 * (`module: new URL('./node.ts', import.meta.url)`).
 */
export const keepsThreadsLight: Rule = (files) => {
  const byPath = new Map(files.filter(isCode).map((file) => [file.path, file]));
  const entries = [...byPath.values()].flatMap((file) =>
    isForTests(file.path) ? [] : /^engine\/(worker|run|graph)\//.test(file.path) ? [file.path] : threadModulesOf(file),
  );
  return [...new Set(entries)].flatMap((entry) => heavyPackagesBehind(entry, byPath));
};

function threadModulesOf(file: SourceFile): readonly string[] {
  const references = file.text.matchAll(/\bmodule:\s*new URL\('(\.[^']+)',\s*import\.meta\.url\)/g);
  return [...references].map(([, specifier]) => new URL(specifier ?? '', `file:///${file.path}`).pathname.slice(1));
}

function heavyPackagesBehind(entry: string, byPath: ReadonlyMap<string, SourceFile>): readonly string[] {
  const complaints: string[] = [];
  const seen = new Set<string>([entry]);
  const queue: { path: string; via: readonly string[] }[] = [{ path: entry, via: [entry] }];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const file = byPath.get(next.path);
    for (const found of file === undefined ? [] : loads(file)) {
      if (found.package !== undefined && notInThreads.includes(found.package)) {
        complaints.push(`${entry}: a thread would load ${found.package} (${next.via.join(' → ')})`);
      }
      if (found.path === undefined || seen.has(found.path)) continue;
      seen.add(found.path);
      queue.push({ path: found.path, via: [...next.via, found.path] });
    }
  }
  return complaints;
}

function loads(file: SourceFile): readonly Import[] {
  return importsOf(file).filter(({ isType }) => !isType);
}

/** No file may load itself through others; contracts may not even name each other's types in a circle. */
export const hasNoImportCycles: Rule = (files) => {
  const code = files.filter(isCode);
  const contracts = code.filter(({ path }) => path.endsWith('/contract.ts'));
  const edges = (among: readonly SourceFile[], withTypes: boolean) =>
    new Map(
      among.map((file) => [
        file.path,
        importsOf(file).flatMap((found) =>
          found.path !== undefined && (withTypes || !found.isType) ? [found.path] : [],
        ),
      ]),
    );
  return [...new Set([...cyclesIn(edges(code, false)), ...cyclesIn(edges(contracts, true))])];
};

function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  function visit(node: string): void {
    const start = path.indexOf(node);
    if (start >= 0) cycles.push(`import cycle: ${[...path.slice(start), node].join(' → ')}`);
    if (start >= 0 || done.has(node)) return;
    path.push(node);
    for (const next of graph.get(node) ?? []) if (graph.has(next)) visit(next);
    path.pop();
    done.add(node);
  }
  for (const node of graph.keys()) visit(node);
  return cycles;
}
