import { lineAt, scanSource } from './scan-source.ts';
import { importsOf, isCode, isForTests, type Rule, type SourceFile } from './source-file.ts';

const topFolders = ['kernel', 'engine', 'http', 'plugins', 'migrations', 'examples', '.ci'];

/** No top folder besides those of the plan. */
export const hasOnlyKnownTopFolders: Rule = (files) => {
  const found = new Set(files.filter(({ path }) => path.includes('/')).map(({ path }) => path.split('/', 1)[0] ?? ''));
  return [...found]
    .filter((folder) => !topFolders.includes(folder))
    .map((folder) => `${folder}/: not a top folder of this project`);
};

const bannedNames = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'types', 'constants', 'manager'];

/** Names say what is inside; files are kebab-case. */
export const hasGoodFileNames: Rule = (files) =>
  files.filter(isCode).flatMap(({ path }) => {
    const parts = path.split('/').map((part) => part.replace(/(\.[a-z]+)+$/, ''));
    const banned = parts.find((part) => bannedNames.includes(part) || part.endsWith('-manager'));
    if (banned !== undefined) return [`${path}: "${banned}" says nothing about what is inside`];
    const file = parts.at(-1) ?? '';
    return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(file) ? [] : [`${path}: file names are kebab-case`];
  });

const maxLines = 400;

/** A file that must grow is split by noun; what a script writes is as long as what it is made of. */
export const hasShortFiles: Rule = (files) =>
  files
    .filter((file) => isCode(file) && !file.path.includes('/generated/'))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
      return lines > maxLines ? [`${path}: ${lines} lines; at most ${maxLines}`] : [];
    });

interface Ban {
  readonly pattern: RegExp;
  readonly reason: string;
  readonly where?: 'codeOnly' | 'commentsOnly';
  readonly allowedIn?: RegExp;
  /** Only there. */
  readonly bannedIn?: RegExp;
}

const bans: readonly Ban[] = [
  {
    pattern: /(?:[:<|&,=(]|\bas|\bextends)\s*any\b(?!\s*[:(])/g,
    reason: '`any` switches the type checker off; use unknown',
  },
  { pattern: /@ts-(?:ignore|nocheck)\b/g, reason: 'errors are mended, not ignored', where: 'commentsOnly' },
  {
    pattern: /\bexport\s+default\b/g,
    reason: 'exports have names',
    // What a package of a plugin exports is found under that name.
    allowedIn: /^[^/]+\.config\.ts$|\/vite\.config\.ts$|^examples\/plugins\/[^/]+\/plugin\.js$/,
  },
  { pattern: /\bexport\s*\*/g, reason: 'exports are listed by name' },
  { pattern: /(?<![.\w])console\.\w/g, reason: 'use the logger', allowedIn: /\/bin\/[^/]+\.mjs$|\.script\.ts$/ },
  {
    pattern: /\bprocess\s*\??\.\s*env\b/g,
    reason: 'only kernel/config.ts reads the environment',
    // The others pass it on to the process they start.
    allowedIn: /^kernel\/(config\.ts|bin\/(?:ensure-node|dev)\.mjs)$/,
  },
  {
    // V8 gives such a function a place among the old objects, whatever it holds: all of that stays until a major collection.
    pattern:
      /(?<!:\s*(?:typeof\s+)?[\w.]*)(?:[\w\])]\.#?\w+|\w\[[^\]]+\])\s(?:\?\?|\|\||&&)?=\s+(?:async )?(?:function\b|(?:\([^()]*\)|\w+) ?(?::[^=;]+)?=>)/g,
    reason: 'a function written straight into a property outlives its request; name it first',
    allowedIn: /\/web\/|\/testing\/|\.test\.ts$|\/bench\//,
  },
  { pattern: /^\s*(?:export\s+)?(?:declare\s+)?(?:const\s+)?enum\s/gm, reason: 'enums do not survive type stripping' },
  {
    // Texts of people and models become text: nothing in a page is made of markup.
    pattern:
      /\b(?:innerHTML|outerHTML|dangerouslySetInnerHTML|insertAdjacentHTML|setHTMLUnsafe|createContextualFragment|srcdoc|srcDoc)\b|\bdocument\s*\.\s*write(?:ln)?\b|\beval\b|\bnew\s+Function\b/g,
    reason: 'pages build elements, they never parse markup or code',
    bannedIn: /\/web\//,
  },
];

/** Words and forms that don't occur. */
export const avoidsBannedForms: Rule = (files) =>
  files.filter(isCode).flatMap((file) =>
    bans.flatMap(({ pattern, reason, where = 'codeOnly', allowedIn, bannedIn }) => {
      if (allowedIn?.test(file.path) || bannedIn?.test(file.path) === false) return [];
      const matches = [...scanSource(file.text)[where].matchAll(pattern)];
      return matches.map((match) => `${place(file, match.index)}: ${match[0].trim()}: ${reason}`);
    }),
  );

/** Names of node types the engine must not know. */
const nodeTypes = [
  ...['llm', 'if-else', 'answer', 'http-request', 'knowledge-retrieval', 'question-classifier', 'parameter-extractor'],
  ...[
    'template-transform',
    'variable-aggregator',
    'variable-assigner',
    'assigner',
    'document-extractor',
    'list-operator',
  ],
  ...['human-input', 'knowledge-index', 'datasource', 'trigger-schedule', 'trigger-webhook', 'trigger-plugin'],
  ...['iteration', 'iteration-start', 'loop', 'loop-start', 'loop-end'],
];

/** Names that are words of other things too (a message that starts, the mode `agent`): names of types beside `type`. */
const wordTypes = /\btype\s*(?:[!=]==|:)\s*'(?:start|end|answer|agent|tool|code|llm)'/g;

/** Apps without a graph are drawn as one there, out of node types (decision 0098). */
const drawsGraphs = /^engine\/dsl\/(?:agent|model)-config\.ts$/;

/** Node types are contributed like anything else: the engine knows none by name. */
export const engineKnowsNoNodeTypes: Rule = (files) =>
  files
    .filter(
      (file) =>
        isCode(file) &&
        file.path.startsWith('engine/') &&
        !/^engine\/(conformance|bench)\//.test(file.path) &&
        !drawsGraphs.test(file.path) &&
        !isForTests(file.path),
    )
    .flatMap((file) => {
      const { strings, withoutComments } = scanSource(file.text);
      const names = strings.filter(({ value }) => nodeTypes.includes(value));
      const compared = [...withoutComments.matchAll(wordTypes)].map(({ 0: value, index }) => ({ value, index }));
      return [...names, ...compared].map(
        ({ value, index }) => `${place(file, index)}: the engine names the node type "${value}"`,
      );
    });

/** `plugin.ts` is wiring: short, with few needs, and in every plugin. */
export const keepsPluginsToWiring: Rule = (files) =>
  files
    .filter(({ path }) => /(^|\/)plugin\.ts$/.test(path))
    .flatMap(({ path, text }) => {
      const complaints: string[] = [];
      const lines = text.trimEnd().split('\n').length;
      if (lines > 120) complaints.push(`${path}: ${lines} lines; at most 120, the rest is no wiring`);
      const needs = countNeeds(scanSource(text).codeOnly);
      if (needs > 8) complaints.push(`${path}: ${needs} needs; at most 8, split the plugin`);
      return complaints;
    });

function countNeeds(code: string): number {
  const body = /\bneeds:\s*\{([^{}]*)\}/.exec(code)?.[1] ?? '';
  return body.split(',').filter((entry) => entry.trim() !== '').length;
}

const contractExport = /^export (?:declare )?(?:abstract )?(?:async )?(interface|type|const|function|class) ([\w$]+)/gm;

/** Every export of a contract says who calls it and when. A token shares the comment of its interface. */
export const documentsContracts: Rule = (files) =>
  files
    .filter(({ path }) => /(^|\/)contract\.ts$/.test(path))
    .flatMap((file) => {
      const code = scanSource(file.text).withoutComments;
      const documented = new Set<string>();
      const exports = [...code.matchAll(contractExport)].map((match) => ({ name: match[2] ?? '', index: match.index }));
      for (const { name, index } of exports) {
        if (/\*\/\s*$/.test(file.text.slice(0, index).replace(/\s*\/\/ biome-ignore[^\n]*\n$/, '')))
          documented.add(name);
      }
      return exports
        .filter(({ name }) => !documented.has(name))
        .map(({ name, index }) => `${place(file, index)}: export ${name} has no doc comment`);
    });

/** No import climbs: a file that moves takes its own folder along, and the rest has a name that stays. */
export const climbsNowhere: Rule = (files) =>
  files.filter(isCode).flatMap((file) =>
    importsOf(file)
      .filter(({ specifier }) => specifier.startsWith('../'))
      .map(({ specifier, line }) => `${file.path}:${line}: "${specifier}" climbs; write it with a # of package.json`),
  );

/** Imports of our own files name them with their ending, as Node wants them. */
export const namesImportedFiles: Rule = (files) => {
  const paths = new Set(files.map(({ path }) => path));
  return files
    .filter((file) => isCode(file) && !isForTests(file.path))
    .flatMap((file) =>
      importsOf(file)
        .filter((found) => found.path !== undefined && !paths.has(found.path))
        .map((found) => `${file.path}:${found.line}: there is no file ${found.path}`),
    );
};

function place(file: SourceFile, index: number): string {
  return `${file.path}:${lineAt(file.text, index)}`;
}
