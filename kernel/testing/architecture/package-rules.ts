import { areaOf, importsOf, isCode, isForTests, type Rule } from './source-file.ts';

const webFolder = /^(plugins\/[^/]+|examples)\/[^/]+\/web\//;
const codeEditor = /^plugins\/pages\/ui\/web\/code-editor\//;

/** Where each package may be imported (ARCHITECTURE.md, Layers). */
const homes: Readonly<Record<string, RegExp>> = {
  tsyringe: /^kernel\/scope\.ts$/,
  'reflect-metadata': /^(kernel\/scope|plugins\/workspace\/sso\/saml\/own-certificate)\.ts$/,
  eventemitter3: /^kernel\/events\.ts$/,
  ajv: /^kernel\/schema\.ts$/,
  'ajv-formats': /^kernel\/schema\.ts$/,
  pino: /^kernel\/logger\.ts$/,
  uuid: /^kernel\/id\.ts$/,
  yaml: /^engine\/dsl\//,
  pyodide: /^plugins\/tools\/sandbox\//,
  piscina: /^(engine\/pool|plugins\/(core\/content-threads|tools\/sandbox))\//,
  koa: /^http\//,
  'find-my-way': /^http\//,
  pg: /^plugins\/(core\/database|tools\/tool-sql)\//,
  '@electric-sql/pglite': /^plugins\/core\/database\//,
  'graphile-worker': /^plugins\/core\/jobs\//,
  kysely: /^(plugins\/core\/database\/.*|plugins\/[^/]+\/[^/]+\/((?:[a-z]+-)?store|tables)\.ts|migrations\/.*)$/,
  undici: /^plugins\/core\/egress\//,
  'openid-client': /^plugins\/workspace\/sso\//,
  '@node-saml/node-saml': /^plugins\/workspace\/sso\/saml\//,
  '@peculiar/x509': /^plugins\/workspace\/sso\/saml\//,
  samlify: /^plugins\/workspace\/sso\/testing\//,
  ...homeOf(/^plugins\/(core\/mail|tools\/tool-mail)\//, 'nodemailer smtp-server'),
  ssh2: /^plugins\/core\/git\//,
  saxes: /^plugins\/(tools\/text-extraction|tools\/tool-rss|workspace\/sso\/saml)\//,
  'rate-limiter-flexible': /^plugins\/operations\/limits\//,
  ioredis: /^plugins\/operations\/limits\//,
  'prom-client': /^plugins\/operations\/metrics\//,
  busboy: /^http\//,
  'file-type': /^plugins\/runs\/files\//,
  '@silvia-odwyer/photon-node': /^plugins\/workspace\/avatars\//,
  stripe: /^plugins\/billing\/billing-stripe\//,
  aws4fetch: /^plugins\/(core\/blobs-s3|models\/provider-bedrock)\//,
  '@20minutes/s3rver': /^plugins\/core\/blobs-s3\/testing\//,
  ...homeOf(/^plugins\/operations\/telemetry\//, '@opentelemetry/api @opentelemetry/exporter-trace-otlp-http'),
  ...homeOf(/^plugins\/operations\/telemetry\//, '@opentelemetry/resources @opentelemetry/sdk-trace'),
  fflate: /^plugins\/(api\/knowledge-api|tools\/text-extraction|workspace\/workspace-export)\//,
  'eventsource-parser': /^plugins\/(models\/provider-http|api\/delivery-api|core\/commands|runs\/runs)\//,
  'lru-cache': /^(engine|http|plugins)\//,
  vite: /^plugins\/(pages\/pages|marketplace\/plugin-sdk)\/build\//,
  '@messageformat/parser': /^plugins\/pages\/pages\/build\/texts\//,
  marked: new RegExp(`${webFolder.source}|^plugins/tools/tool-(documents|mail)/|^plugins/api/openapi/`),
  ...homeOf(webFolder, 'react react-dom preact remend katex beautiful-mermaid lowlight'),
  ...homeOf(webFolder, '@xyflow/react @dagrejs/dagre'),
  // Answers are kept by it, under names of ours; visitors' pages don't load it.
  '@tanstack/react-query': /^plugins\/pages\/studio\/web\/session\//,
  // What the studio holds for several parts of a page; visitors' pages don't load it.
  zustand: /^plugins\/(?!pages\/(web-app|ui)\/)[^/]+\/[^/]+\/web\//,
  // Pickers alone are made of it: another kit can take its place there.
  '@ariakit/react': /^plugins\/pages\/studio\/web\/picker\//,
  ...homeOf(codeEditor, '@codemirror/autocomplete @codemirror/commands @codemirror/language @codemirror/state'),
  ...homeOf(codeEditor, '@codemirror/lang-javascript @codemirror/lang-json @codemirror/lang-python'),
  ...homeOf(codeEditor, '@codemirror/lang-yaml @codemirror/view @lezer/highlight'),
  // Code of apps is read as the editor reads it.
  ...homeOf(/^plugins\/nodes\/node-code\//, '@lezer/common @lezer/javascript @lezer/python'),
  ...homeOf(/^plugins\/mcp\//, '@modelcontextprotocol/client @modelcontextprotocol/server'),
  'playwright-core': /(^|\/)testing\/|\/bench\/|\.test\.ts$/,
  'axe-core': /^plugins\/pages\/pages\/testing\//,
  'csv-parse': /^plugins\/(tools\/text-extraction|apps\/annotations)\//,
  ...homeOf(/^plugins\/tools\/text-extraction\//, 'unpdf mammoth word-extractor turndown postal-mime chardet'),
  ...homeOf(/^plugins\/tools\/text-extraction\//, '@kenjiuno/msgreader'),
};

function homeOf(place: RegExp, names: string): Readonly<Record<string, RegExp>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, place]));
}

/** Tools of tests, for tests only; vitest's settings import it too. */
const testTools = ['vitest'];

/** Each package in its home; one without a declared home in one area only, for a second user needs a contract instead. */
export const keepsPackagesHome: Rule = (files) => {
  const complaints: string[] = [];
  const users = new Map<string, Map<string, string>>();
  for (const file of files.filter(isCode)) {
    for (const found of importsOf(file)) {
      const name = found.package;
      if (name === undefined) continue;
      const place = `${file.path}:${found.line}`;
      const home = homes[name];
      if (testTools.includes(name)) {
        if (!isForTests(file.path) && file.path !== 'vitest.config.ts')
          complaints.push(`${place}: ${name} is for tests only`);
      } else if (home === undefined) {
        const areas = users.get(name) ?? new Map<string, string>();
        users.set(name, areas.set(areaOf(file.path), place));
      } else if (!home.test(file.path)) {
        complaints.push(`${place}: ${name} may be imported only by files like ${home.source}`);
      }
      if (file.path.startsWith('migrations/') && name !== 'kysely' && !isForTests(file.path)) {
        complaints.push(`${place}: migrations import kysely only`);
      }
    }
  }
  for (const [name, areas] of users) {
    if (areas.size > 1) complaints.push(`${name} is imported by several areas: ${[...areas.values()].join(', ')}`);
  }
  return complaints;
};

/** Packages that are imported must be in package.json, with an exact version. */
export const declaresPackages: Rule = (files) => {
  const description = JSON.parse(files.find(({ path }) => path === 'package.json')?.text ?? '{}') as Record<
    string,
    unknown
  >;
  const declared = {
    ...asRecord(description.dependencies),
    ...asRecord(description.devDependencies),
    ...asRecord(description.optionalDependencies),
  };
  const loose = Object.entries(declared)
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))
    .map(([name, version]) => `package.json: ${name} needs an exact version, not ${String(version)}`);
  const missing = files.filter(isCode).flatMap((file) =>
    importsOf(file).flatMap((found) => {
      if (found.package === undefined || Object.hasOwn(declared, found.package)) return [];
      // As plugins from elsewhere import it.
      if (found.package === description.name && file.path.startsWith('examples/')) return [];
      return [`${file.path}:${found.line}: ${found.package} is not in package.json`];
    }),
  );
  return [...loose, ...missing];
};

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** `imports` of package.json names every plugin there is, and no other, by the alphabet. */
export const namesPlugins: Rule = (files) => {
  const text = files.find(({ path }) => path === 'package.json')?.text ?? '{}';
  const imports = asRecord((JSON.parse(text) as Record<string, unknown>).imports);
  const found = Object.keys(imports).filter((name) => name.startsWith('#plugins/'));
  const lines = new Map<string, string>(
    files.flatMap(({ path }) => {
      const [, folder, id] = /^(plugins\/[^/]+\/([^/]+))\//.exec(path) ?? [];
      return id === undefined ? [] : [[`#plugins/${id}/*`, `./${folder}/*`] as const];
    }),
  );
  const missing = [...lines]
    .filter(([name, place]) => imports[name] !== place)
    .map(([name, place]) => `package.json: "imports" needs the line "${name}": "${place}",`);
  const surplus = found
    .filter((name) => !lines.has(name))
    .map((name) => `package.json: "imports" names "${name}", but there is no such folder; remove the line`);
  const id = (name: string) => name.slice(0, -'/*'.length);
  const sorted = found.toSorted((a, b) => (id(a) < id(b) ? -1 : 1));
  const misplaced = found.find((name, index) => name !== sorted[index]);
  const unsorted =
    misplaced === undefined ? [] : [`package.json: "imports" is sorted by name; "${misplaced}" is not in its place`];
  return [...missing, ...surplus, ...unsorted];
};
