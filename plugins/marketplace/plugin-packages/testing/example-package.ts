import { type PackageReader, type PluginPackage, packFiles, readPackage } from '#plugins/plugin-packages/contract.ts';

type Json = Readonly<Record<string, unknown>>;

/** The package.json of a small tool, with changes to it and to its manifest. */
export function exampleManifest(head: Json = {}, manifest: Json = {}): Json {
  return {
    ...{ name: '@acme/weather', version: '1.0.0', license: 'MIT', description: 'Tells the weather.' },
    keywords: ['weft-plugin'],
    ...head,
    weft: {
      ...{ api: 1, kind: 'tool', title: 'Weather', entry: 'dist/plugin.js', categories: ['weather'] },
      tools: [
        {
          ...{ name: 'today', title: 'Today', about: 'Tells the weather of a city.', sideEffects: false },
          parameters: [{ name: 'city', type: 'string', form: 'llm', required: true, description: 'The city' }],
        },
      ],
      settings: { type: 'object', properties: { api_key: { type: 'string', secret: true, title: 'API key' } } },
      inject: [{ origin: 'https://api.example.com', header: 'Authorization', value: 'Bearer {api_key}' }],
      permissions: { network: ['https://api.example.com'] },
      ...manifest,
    },
  };
}

/** What a tool of the example answers. */
export const exampleCode = `export default { tools: { today: async ({ arguments: { city } }) => ({ text: 'Sun in ' + city }) } };`;

/** A package.json with its code as a tarball. */
export function tarballOf(description: Json, code: string = exampleCode): Uint8Array {
  return packFiles([
    { path: 'package.json', content: Buffer.from(JSON.stringify(description)) },
    { path: 'dist/plugin.js', content: Buffer.from(code) },
    { path: 'README.md', content: Buffer.from('# Weather') },
  ]);
}

export function packageOf(description: Json, code?: string): PluginPackage {
  return readPackage(tarballOf(description, code));
}

export function examplePackage(
  head: Json = {},
  manifest: Json = {},
  code?: string,
): { readonly bytes: Uint8Array } & PluginPackage {
  const bytes = tarballOf(exampleManifest(head, manifest), code);
  return { ...readPackage(bytes), bytes };
}

/** A tarball of entries as they are given, good or bad. */
export function tarOf(
  entries: readonly { readonly name: string; readonly type?: string; readonly content?: string }[],
): Buffer {
  const parts = entries.flatMap(({ name, type = '0', content = '' }) => {
    const head = Buffer.alloc(512);
    head.write(name, 0, 100);
    head.write('0000644\0', 100);
    head.write(`${Buffer.byteLength(content).toString(8).padStart(11, '0')}\0`, 124);
    head.write('00000000000\0', 136);
    head.write('        ', 148);
    head.write(type, 156);
    head.write('ustar\0', 257);
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(content) / 512) * 512);
    body.write(content);
    return [head, body];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

/** Where there are no threads: reads it at once. */
export const readHere: PackageReader = async (bytes) => readPackage(bytes);
