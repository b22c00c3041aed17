import { importsOf, isCode, type Rule, type SourceFile } from './source-file.ts';

/** Entries of what a browser loads, but the studio's: pages of visitors and scripts, which run on Preact (decision 0191). */
const visitorEntry = /^plugins\/(?!pages\/studio\/)[^/]+\/[^/]+\/web\/(?:.+\/)?[^/]+\.(page|script)\.tsx?$/;
/** The studio and its sections, wherever these live. */
const studio = /^plugins\/pages\/studio\/|\.section\.tsx?$/;
/** Packages that visitors may load: they are small, or come when they are needed. A kit for React has no place among them. */
const forVisitors = [
  ...['react', 'react-dom', 'preact', 'marked', 'remend'],
  ...['katex', 'beautiful-mermaid', 'lowlight', 'highlight.js'],
];

/** What a page of visitors loads, over any number of files, is none of the studio's and no package that wants React itself. */
export const keepsVisitorPagesLight: Rule = (files) => {
  const byPath = new Map(files.filter(isCode).map((file) => [file.path, file]));
  return [...byPath.keys()].filter((path) => visitorEntry.test(path)).flatMap((entry) => wrongBehind(entry, byPath));
};

function wrongBehind(entry: string, byPath: ReadonlyMap<string, SourceFile>): readonly string[] {
  const complaints: string[] = [];
  const via = new Map<string, string>([[entry, entry]]);
  for (const [path, way] of via) {
    const file = byPath.get(path);
    for (const found of file === undefined ? [] : importsOf(file).filter(({ isType }) => !isType)) {
      if (found.package !== undefined && !forVisitors.includes(found.package)) {
        complaints.push(`${entry}: visitors would load ${found.package} (${way})`);
      }
      if (found.path === undefined || via.has(found.path)) continue;
      if (studio.test(found.path))
        complaints.push(`${entry}: visitors would load ${found.path} of the studio (${way})`);
      else via.set(found.path, `${way} → ${found.path}`);
    }
  }
  return complaints;
}

/** Pages are typed by what they run on: each folder with a page of visitors by Preact's types, and not by React's. */
export const typesPagesByTheirRuntime: Rule = (files) => {
  const listed = (name: string, key: 'include' | 'exclude') => {
    const text = files.find(({ path }) => path === name)?.text ?? '{}';
    return (JSON.parse(text) as Readonly<Record<string, readonly string[]>>)[key] ?? [];
  };
  const preact = listed('tsconfig.preact.json', 'include');
  const notReact = listed('tsconfig.web.json', 'exclude');
  const pages = files.filter(({ path }) => visitorEntry.test(path) && path.endsWith('.page.tsx'));
  const folders = new Set(pages.map(({ path }) => path.slice(0, path.indexOf('/web/') + '/web'.length)));
  return [...folders].flatMap((folder) => [
    ...(preact.includes(folder)
      ? []
      : [`tsconfig.preact.json: "include" needs "${folder}", whose pages run on Preact`]),
    ...(notReact.includes(folder) ? [] : [`tsconfig.web.json: "exclude" needs "${folder}", whose pages run on Preact`]),
  ]);
};

const opensPages = /from '[^']*(?:\/testing\/open-pages|delivery-api\/testing\/browser)\.ts'/;
/** `fill` of a field, and none of an array. */
const fillsField = /(?<!Array\([^)]*\))\.fill\(/;

/** Tests of pages write as people do (`typeInto`), never into what no hand can reach. */
export const writesAsPeopleDo: Rule = (files) =>
  files
    .filter(({ path, text }) => path.startsWith('plugins/') && path.endsWith('.test.ts') && opensPages.test(text))
    .flatMap(({ path, text }) => {
      const at = text.search(fillsField);
      if (at === -1) return [];
      return [`${path}:${text.slice(0, at).split('\n').length}: fill() needs no focus; write with typeInto()`];
    });
