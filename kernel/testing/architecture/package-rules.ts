import { areaOf, importsOf, isCode, isForTests, type Rule } from './source-file.ts';

/** Where each package may be imported (ARCHITECTURE.md, Layers). */
const homes: Readonly<Record<string, RegExp>> = {
  tsyringe: /^kernel\/scope\.ts$/,
  'reflect-metadata': /^kernel\/scope\.ts$/,
  eventemitter3: /^kernel\/events\.ts$/,
  ajv: /^kernel\/schema\.ts$/,
  'ajv-formats': /^kernel\/schema\.ts$/,
  pino: /^kernel\/logger\.ts$/,
  uuid: /^kernel\/id\.ts$/,
  yaml: /^engine\/dsl\//,
  pyodide: /^plugins\/sandbox\//,
  piscina: /^(engine\/pool|plugins\/sandbox)\//,
  koa: /^http\//,
  'find-my-way': /^http\//,
  pg: /^plugins\/database\//,
  '@electric-sql/pglite': /^plugins\/database\//,
  'graphile-worker': /^plugins\/jobs\//,
  kysely: /^(plugins\/database\/.*|plugins\/[^/]+\/((?:[a-z]+-)?store|tables)\.ts|migrations\/.*)$/,
  undici: /^plugins\/egress\//,
  'openid-client': /^plugins\/sso\//,
  '@node-saml/node-saml': /^plugins\/sso\/saml\//,
  samlify: /^plugins\/sso\/testing\//,
  saxes: /^plugins\/(text-extraction|sso\/saml)\//,
  'rate-limiter-flexible': /^plugins\/limits\//,
  ioredis: /^plugins\/limits\//,
  'prom-client': /^plugins\/metrics\//,
  busboy: /^http\//,
  'file-type': /^plugins\/files\//,
  '@silvia-odwyer/photon-node': /^plugins\/avatars\//,
  stripe: /^plugins\/billing-stripe\//,
  aws4fetch: /^plugins\/blobs-s3\//,
  '@20minutes/s3rver': /^plugins\/blobs-s3\/testing\//,
  ...homeOf(/^plugins\/telemetry\//, '@opentelemetry/api @opentelemetry/exporter-trace-otlp-http'),
  ...homeOf(/^plugins\/telemetry\//, '@opentelemetry/resources @opentelemetry/sdk-trace'),
  fflate: /^plugins\/(text-extraction|workspace-export)\//,
  ...homeOf(/^plugins\/text-extraction\//, 'unpdf mammoth word-extractor turndown postal-mime chardet'),
  ...homeOf(/^plugins\/text-extraction\//, '@kenjiuno/msgreader'),
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
      return [`${file.path}:${found.line}: ${found.package} is not in package.json`];
    }),
  );
  return [...loose, ...missing];
};

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
