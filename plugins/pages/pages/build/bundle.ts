import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import type { BuiltEntry } from './build-pages.ts';
import { type PageEntry, programFolder } from './page-sources.ts';
import { textsPlugin } from './texts/texts-plugin.ts';

export interface OutputFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Sources are written against React: the studio runs on it, pages of visitors on Preact, for each kilobyte counts there. */
const preact: Readonly<Record<string, string>> = {
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  react: 'preact/compat',
};
const react = Object.fromEntries(Object.keys(preact).map((name) => [name, name]));

/** Whether a page runs on React: the studio, for its canvas and its kits need it (decision 0191). */
export function runsOnReact(id: string): boolean {
  return id.startsWith('studio/');
}

/** Browsers of the last two years: nesting, `light-dark()`, popovers. */
const browsers = { chrome: 123, firefox: 125, safari: 17.5 };
const targets = Object.fromEntries(Object.entries(browsers).map(([name, version]) => [name, encoded(version)]));

/** As Lightning CSS takes versions: a byte for each part. */
function encoded(version: number): number {
  const [major = 0, minor = 0] = String(version).split('.').map(Number);
  return (major << 16) | (minor << 8);
}

/**
 * What is kept although nothing of it is named. All else of ours only defines: so a page takes of a contract what it uses, and not
 * what other pages use of it.
 */
function hasSideEffects(id: string): boolean {
  return (
    /\.css(\?|$)|\.(page|script|section)\.tsx?$/.test(id) ||
    !/[\\/]web[\\/]|node_modules[\\/](preact|marked|remend|@tanstack)[\\/]/.test(id)
  );
}

/** The module that pages import what plugins bring to the studio from. */
const SECTIONS = 'virtual:studio-sections';

/** Makes that module, so that the studio names no plugin. */
function sectionsPlugin(files: readonly string[]): Plugin {
  return {
    name: 'studio-sections',
    resolveId: (id) => (id === SECTIONS ? `\0${SECTIONS}` : undefined),
    load(id) {
      if (id !== `\0${SECTIONS}`) return undefined;
      const imports = files.map((file, at) => `import { section as s${at} } from ${JSON.stringify(file)};`);
      return [...imports, `export const sections = [${files.map((_, at) => `s${at}`).join(', ')}];`].join('\n');
    },
  };
}

/** Said once, though each page is built by itself. */
const warnings = new Set<string>();

function warn(warning: string): void {
  if (!warnings.has(warning)) process.stderr.write(`${warning}\n`);
  warnings.add(warning);
}

interface Parts {
  readonly input: Readonly<Record<string, string>>;
  readonly sections?: readonly string[];
  readonly isReact: boolean;
}

function settings(output: Rolldown.OutputOptions, { input, sections = [], isReact }: Parts): InlineConfig {
  return {
    root: programFolder,
    base: '/assets/',
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    mode: 'production',
    // What is built is for production, whatever NODE_ENV says where it is built: tests build what is served.
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: aliases(isReact ? react : preact), conditions: ['module', 'browser', 'production'] },
    plugins: [sectionsPlugin(sections), textsPlugin(warn)],
    oxc: { jsx: { runtime: 'automatic', importSource: 'react', development: false } },
    css: { transformer: 'lightningcss', lightningcss: { targets } },
    build: {
      write: false,
      target: Object.entries(browsers).map(([name, version]) => `${name}${version}`),
      assetsDir: '',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      cssMinify: 'lightningcss',
      reportCompressedSize: false,
      chunkSizeWarningLimit: 4096,
      rolldownOptions: { input: { ...input }, output, treeshake: { moduleSideEffects: hasSideEffects } },
    },
  };
}

/** Plugins from elsewhere find the contracts of the house, and what pages are made of, under the names the house uses. */
function aliases(runtime: Readonly<Record<string, string>>): { find: RegExp; replacement: string }[] {
  const file = join(programFolder, 'package.json');
  const require = createRequire(file);
  const { imports } = JSON.parse(readFileSync(file, 'utf8')) as { imports: Record<string, string> };
  const own = Object.entries(imports).flatMap(([name, place]) =>
    name.endsWith('/*')
      ? [{ find: new RegExp(`^${name.slice(0, -1)}`), replacement: join(programFolder, place.slice(0, -1), '/') }]
      : [],
  );
  const packages = [...Object.entries(runtime), ...['marked', 'remend'].map((name) => [name, name] as const)];
  return [
    ...own,
    ...packages.map(([name, actual]) => ({ find: new RegExp(`^${name}$`), replacement: moduleFile(require, actual) })),
  ];
}

/** The file of a package that browsers take. */
function moduleFile(require: NodeJS.Require, name: string): string {
  const found = import.meta.resolve(name);
  return found.startsWith('file:') ? decodeURIComponent(new URL(found).pathname) : require.resolve(name);
}

/** One page: what it loads first is one script and one style sheet, whatever other pages have in common with it. */
export async function bundlePage(
  { id, file }: PageEntry,
  sections: readonly string[] = [],
): Promise<{
  readonly page: BuiltEntry;
  readonly files: readonly OutputFile[];
}> {
  const name = id.replace('/', '.');
  const output: Rolldown.OutputOptions = {
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
    assetFileNames: '[name]-[hash][extname]',
  };
  const found = outputOf(
    await build(settings(output, { input: { [name]: file }, sections, isReact: runsOnReact(id) })),
  );
  const chunks = new Map(found.flatMap((item) => (item.type === 'chunk' ? [[item.fileName, item] as const] : [])));
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error(`the bundler made no file of ${id}`);
  const imports = importsOf(entry, chunks);
  const styles = [...imports, entry].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  const page = {
    script: entry.fileName,
    imports: imports.map(({ fileName }) => fileName),
    styles: [...new Set(styles)],
  };
  return { page, files: found.map(asFile) };
}

/** What a file imports, and what that imports: deepest first, as styles must stand. */
function importsOf(
  chunk: Rolldown.OutputChunk,
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
  seen = new Set<string>([chunk.fileName]),
): Rolldown.OutputChunk[] {
  return chunk.imports.flatMap((name) => {
    const imported = chunks.get(name);
    if (imported === undefined || seen.has(name)) return [];
    seen.add(name);
    return [...importsOf(imported, chunks, seen), imported];
  });
}

/** One classic script, which imports nothing. */
export async function bundleScript({ id, file }: PageEntry): Promise<Uint8Array> {
  const output: Rolldown.OutputOptions = { format: 'iife', entryFileNames: 'script.js' };
  const [first, ...others] = outputOf(await build(settings(output, { input: { script: file }, isReact: false })));
  if (first?.type !== 'chunk' || others.length > 0) {
    throw new Error(`${id} must be one file: ${others.map(({ fileName }) => fileName).join(', ')} came besides`);
  }
  return Buffer.from(first.code);
}

function outputOf(result: Awaited<ReturnType<typeof build>>): Rolldown.OutputBundle[string][] {
  const [first] = Array.isArray(result) ? result : [result];
  if (first === undefined || !('output' in first)) throw new Error('the bundler watches instead of building');
  return first.output;
}

function asFile(item: Rolldown.OutputBundle[string]): OutputFile {
  const content = item.type === 'chunk' ? item.code : item.source;
  return { name: item.fileName, content: typeof content === 'string' ? Buffer.from(content) : content };
}
