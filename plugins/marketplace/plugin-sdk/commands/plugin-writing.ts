import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import {
  type Command,
  type CommandContext,
  pairs,
  pairsOption,
  positional,
  print,
  UsageError,
} from '#plugins/commands/contract.ts';
import { developCommand } from './parts/develop.ts';
import { failed, sdk } from './parts/sdk.ts';

const kinds = ['tool', 'model', 'extension', 'bundle'] as const;
const folderOf = (context: CommandContext) => resolve(context.terminal.directory, positional(context, 0) || '.');
const textOption = (context: CommandContext, name: string) => {
  const value = context.options[name];
  return typeof value === 'string' ? value : undefined;
};

/** For who writes plugins. They work on files of this computer, without a server; only `dev` talks to one. */
export const commands: readonly Command[] = [
  {
    name: 'plugin new',
    positionals: ['NAME'],
    options: { kind: { type: 'string' }, typescript: { type: 'boolean' } },
    usage: 'weft plugin new NAME --kind tool|model|extension|bundle [--typescript]',
    summary: 'begin a plugin in a folder of its name (@acme/weather: ./weather), with code that runs',
    isAnonymous: true,
    async run(context) {
      const name = positional(context, 0);
      const kind = kinds.find((one) => one === (textOption(context, 'kind') ?? 'tool'));
      if (kind === undefined) {
        const pages = "pages of the studio come from plugins in the server's process (WEFT_PLUGINS)";
        throw new UsageError(`--kind is one of ${kinds.join(', ')}; ${pages}`);
      }
      if (!/^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(name)) {
        throw new UsageError(
          `'${name}' is no name of a package: small letters, digits and dashes, like weather or @acme/weather`,
        );
      }
      const folder = resolve(context.terminal.directory, basename(name));
      const { makeProject, sdkAddress } = await sdk();
      const isTypeScript = context.options.typescript === true;
      const files = await failed(() => makeProject({ folder, name, kind, isTypeScript, sdk: sdkAddress(folder) }));
      print(context, { folder, files }, () => [
        ...files.map((path) => `  ${join(relative(context.terminal.directory, folder), path)}`),
        '',
        `Next: cd ${relative(context.terminal.directory, folder)} && npm install && npx weft plugin test`,
      ]);
    },
  },
  {
    name: 'plugin keygen',
    positionals: [],
    options: { key: { type: 'string' } },
    usage: 'weft plugin keygen [--key FILE]',
    summary: 'make the key that signs your plugins; the public half is what operators trust (weft plugins trust)',
    isAnonymous: true,
    async run(context) {
      const { makeKey, keyPath } = await sdk();
      const path = resolve(context.terminal.directory, textOption(context, 'key') ?? keyPath(context.terminal.env));
      const { id, publicKey } = await failed(() => makeKey(path));
      print(context, { id, public_key: publicKey, path }, () => [
        `The key ${id} is in ${path}. Keep that file to yourself; who has it can sign in your name.`,
        'Its public half, for operators of servers:',
        publicKey,
      ]);
    },
  },
  {
    name: 'plugin pack',
    positionals: ['[FOLDER]'],
    options: { out: { type: 'string' }, sign: { type: 'boolean' }, key: { type: 'string' } },
    usage: 'weft plugin pack [FOLDER] [--out FILE.tgz] [--sign [--key FILE]]',
    summary: 'put a plugin into a tarball: its code as one file, its manifest, its read me',
    isAnonymous: true,
    async run(context) {
      const folder = folderOf(context);
      const { buildPackage } = await sdk();
      const { bytes, read } = await failed(() => buildPackage(folder));
      const name = `${read.name.replace('@', '').replace('/', '-')}-${read.version}.tgz`;
      const path = resolve(context.terminal.directory, textOption(context, 'out') ?? join(folder, name));
      await writeFile(path, bytes);
      const signature = context.options.sign === true ? await signed(context, path) : null;
      const { integrity, size, files, version } = read;
      print(context, { path, name: read.name, version, integrity, size, files, signature }, () => [
        `${path}`,
        ...files.map((file) => `  ${file.path}  ${file.size} bytes`),
        `${read.name} ${version}, ${size} bytes, ${integrity}`,
        ...(signature === null ? [] : [`signed: ${signature}`]),
      ]);
    },
  },
  {
    name: 'plugin sign',
    positionals: ['FILE.tgz'],
    options: { key: { type: 'string' } },
    usage: 'weft plugin sign FILE.tgz [--key FILE]',
    summary: 'sign a tarball with your key; the signature lies beside it',
    isAnonymous: true,
    async run(context) {
      const path = await signed(context, resolve(context.terminal.directory, positional(context, 0)));
      print(context, { path }, () => [`signed: ${path}`]);
    },
  },
  {
    name: 'plugin test',
    positionals: ['[FOLDER]'],
    options: {},
    usage: 'weft plugin test [FOLDER]',
    summary:
      'check a plugin against its manifest, and run the cases of its weft-test.json, in the interpreter servers use',
    isAnonymous: true,
    async run(context) {
      const folder = folderOf(context);
      const { buildPackage, contractChecks, runTestCases } = await sdk();
      const checks = await failed(async () => {
        const { read } = await buildPackage(folder);
        return [...(await contractChecks(read)), ...(await runTestCases(folder, read))];
      });
      const wrong = checks.filter(({ problem }) => problem !== null).length;
      print(context, checks, () => [
        ...checks.map(({ name, problem }) => (problem === null ? `ok    ${name}` : `wrong ${name}: ${problem}`)),
        wrong === 0 ? `All ${checks.length} are right.` : `${wrong} of ${checks.length} are wrong.`,
      ]);
      return wrong === 0 ? 0 : 1;
    },
  },
  {
    name: 'plugin call',
    positionals: ['TOOL', '[FOLDER]'],
    options: { input: pairsOption, set: pairsOption },
    usage: 'weft plugin call TOOL [FOLDER] [--input name=value …] [--set setting=value …]',
    summary: 'call a tool of a plugin on this computer, over the network, with the permissions it asks for',
    isAnonymous: true,
    async run(context) {
      const folder = resolve(context.terminal.directory, positional(context, 1) || '.');
      const given = pairs(context.options.input, 'input');
      const { buildPackage, callTool } = await sdk();
      const { answer, parts } = await failed(async () => {
        const { read } = await buildPackage(folder);
        const settings = pairs(context.options.set, 'set');
        const onLog = (level: string, text: string) => context.terminal.err(`${level}: ${text}\n`);
        return callTool(read, positional(context, 0), given, { settings, onLog });
      });
      print(context, { answer, parts }, () => [JSON.stringify(answer, null, 2)]);
    },
  },
  developCommand,
];

/** Writes the signature of a tarball beside it; the result is where. */
async function signed(context: CommandContext, path: string): Promise<string> {
  const { keyPath, readKey, signatureOf } = await sdk();
  const key = resolve(context.terminal.directory, textOption(context, 'key') ?? keyPath(context.terminal.env));
  const isThere = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isThere) throw new UsageError(`${path} is no file; make it with: weft plugin pack`);
  const signature = await failed(async () => signatureOf(new Uint8Array(await readFile(path)), await readKey(key)));
  await writeFile(`${path}.weft-signature.json`, `${JSON.stringify(signature)}\n`);
  return `${path}.weft-signature.json`;
}
