import type { PackageManifest, PluginPackage } from '#plugins/plugin-packages/contract.ts';
import { evaluate } from './evaluate.ts';

/** Something that has to be true of a package, and what is wrong where it is not. */
export interface Check {
  readonly name: string;
  readonly problem: string | null;
}

/** What the code has, as far as its manifest may speak of it. */
interface Brought {
  readonly tools: readonly string[];
  readonly events: readonly string[];
  readonly endpoint: boolean;
  readonly providers: Readonly<Record<string, readonly string[]>>;
}

const methodOf: Readonly<Record<string, string>> = {
  ...{ llm: 'llm', embedding: 'embedding', rerank: 'rerank', moderation: 'moderation' },
  ...{ 'speech-to-text': 'speechToText', 'text-to-speech': 'textToSpeech' },
};

const driver = `((plugin) => () => {
  const functions = (value) => Object.keys(value || {}).filter((key) => typeof value[key] === 'function');
  const providers = Object.entries((plugin && plugin.providers) || {}).map(([id, value]) => [id, functions(value)]);
  return {
    tools: functions(plugin && plugin.tools), events: functions(plugin && plugin.events),
    endpoint: typeof (plugin && plugin.endpoint) === 'function', providers: Object.fromEntries(providers),
  };
})`;

/** Compares what a manifest says with what the code has. The code is loaded in the interpreter; nothing of it is called. */
export async function contractChecks({ manifest, code, readme, license }: PluginPackage): Promise<readonly Check[]> {
  const told: Check[] = [
    { name: 'has a read me', problem: readme.trim() === '' ? 'write README.md: it is what people read first' : null },
    { name: 'has a licence', problem: license === '' ? 'name it in package.json: "license": "Apache-2.0"' : null },
    { name: 'says what it is about', problem: manifest.about === '' ? 'write one sentence as "about"' : null },
  ];
  if (manifest.kind === 'bundle' || manifest.runtime === 'node') return told;
  const brought = await loaded(code);
  if (typeof brought === 'string') return [...told, { name: 'is loaded by the interpreter', problem: brought }];
  return [...told, { name: 'is loaded by the interpreter', problem: null }, ...codeChecks(manifest, brought)];
}

async function loaded(code: string): Promise<Brought | string> {
  const answer = await evaluate(code, driver);
  return answer.ok ? (JSON.parse(answer.output) as Brought) : answer.message;
}

function codeChecks(manifest: PackageManifest, brought: Brought): readonly Check[] {
  const has = (name: string, isThere: boolean, place: string): Check => ({
    name: `has ${name}`,
    problem: isThere ? null : `its manifest names it, but the code exports no ${place}`,
  });
  return [
    ...manifest.tools.map(({ name }) => has(`the tool ${name}`, brought.tools.includes(name), `tools.${name}`)),
    ...manifest.events.map((name) => has(`the event ${name}`, brought.events.includes(name), `events['${name}']`)),
    ...(manifest.endpoint === undefined ? [] : [has('the endpoint', brought.endpoint, 'endpoint')]),
    ...manifest.providers.flatMap(({ id, types }) => {
      const methods = [...types.map((type) => methodOf[type] ?? type), 'test'];
      const own = brought.providers[id] ?? [];
      return methods.map((name) => has(`${name} of the provider ${id}`, own.includes(name), `providers.${id}.${name}`));
    }),
  ];
}
