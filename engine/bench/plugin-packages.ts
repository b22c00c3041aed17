import { setTimeout as pause } from 'node:timers/promises';
import type { Server } from './server.ts';

/** Named by address, as the kernel names plugins: the engine imports none. */
const packing = new URL('../../plugins/marketplace/plugin-packages/pack-files.ts', import.meta.url);

type PackFiles = (files: readonly { readonly path: string; readonly content: Uint8Array }[]) => Uint8Array;

/** A package whose tool says what it is told; `filler`: characters of code that it brings besides. */
export interface BenchPackage {
  readonly name: string;
  readonly runtime?: 'sandbox' | 'node';
  readonly kind?: 'tool' | 'extension';
  readonly filler?: number;
}

/** What lets a server install packages that nobody has signed. */
export const installEnvironment = { WEFT_PLUGINS_ALLOW_UNSIGNED: 'true', WEFT_PLUGINS_ALLOW_NODE: 'true' };

async function packed({ name, runtime = 'sandbox', kind = 'tool', filler = 0 }: BenchPackage): Promise<Uint8Array> {
  const { packFiles }: { packFiles: PackFiles } = await import(packing.href);
  const parameters = [{ name: 'text', type: 'string', form: 'llm', required: true, description: 'What to say' }];
  const weft = {
    ...{ api: 1, kind, runtime, title: name, entry: 'dist/plugin.js', categories: ['developer'] },
    tools: [{ name: 'repeat', title: 'Repeat', about: 'Says what it is told.', sideEffects: false, parameters }],
    ...(kind === 'extension' && { events: ['run.failed'], endpoint: { about: 'Answers.' } }),
  };
  const description = { name, version: '1.0.0', license: 'MIT', keywords: ['weft-plugin'], weft };
  const unused = `function unused(value) { return value === null ? 'nothing' : String(value).trim(); }\n`;
  const code = `${unused.repeat(Math.ceil(filler / unused.length)).replaceAll('unused', () => `unused${next()}`)}
export default { tools: { repeat: async ({ arguments: { text } }) => ({ text }) }, endpoint: () => ({}), events: { 'run.failed': () => {} } };`;
  return packFiles([
    { path: 'package.json', content: Buffer.from(JSON.stringify(description)) },
    { path: 'dist/plugin.js', content: Buffer.from(code) },
  ]);
}

let count = 0;
function next(): number {
  count += 1;
  return count;
}

/** Installs packages over the console, each with the consent to its plan. */
export async function installPackages(server: Server, packages: readonly BenchPackage[]): Promise<void> {
  const headers = { authorization: `Bearer ${await server.managementToken()}` };
  for (const each of packages) {
    const bytes = await packed(each);
    const send = async (path: string, consent: string): Promise<{ readonly consent?: string }> => {
      const body = new FormData();
      body.set('file', new File([new Uint8Array(bytes)], 'package.tgz'));
      if (consent !== '') body.set('consent', consent);
      const answer = await fetch(`${server.origin}/console/api/plugins/${path}`, { method: 'POST', headers, body });
      if (answer.status === 429) {
        await pause(1000);
        return send(path, consent);
      }
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path} of ${each.name} answered ${answer.status}: ${text}`);
      return JSON.parse(text);
    };
    const { consent = '' } = await send('plan-upload', '');
    await send('upload', consent);
  }
}
