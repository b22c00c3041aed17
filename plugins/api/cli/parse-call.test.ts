import { describe, expect, it } from 'vitest';
import { pairsOption } from '#plugins/commands/contract.ts';
import { allCommands } from './all-commands.ts';
import { firstWords } from './help.ts';
import { parseCall } from './parse-call.ts';
import { runWeft } from './testing/run-weft.ts';

const commands = [
  { name: 'apps list', positionals: [], options: { name: { type: 'string' } } },
  { name: 'run', positionals: ['ID'], options: { input: pairsOption, query: { type: 'string' } } },
  { name: 'put', positionals: ['A', 'B'], options: { tag: { type: 'string', multiple: true } } },
].map((command) => ({ ...command, usage: `weft ${command.name}`, summary: '', run: async () => 0 })) as Parameters<
  typeof parseCall
>[0];

const weft = (...argv: string[]) => runWeft({ url: 'http://127.0.0.1:1', token: 'x', home: '/' }, argv);

/** A call in short: its command, arguments and options. */
function call(line: string) {
  const { command, positionals, values } = parseCall(commands, line.split(' '));
  return [command.name, [...positionals], { ...values }];
}

describe('a call', () => {
  it.each([
    ['--json apps list', ['apps list', [], { json: true }]],
    ['--name run apps list', ['apps list', [], { name: 'run' }]],
    ['apps --name run list --json', ['apps list', [], { name: 'run', json: true }]],
    ['--query apps run x', ['run', ['x'], { query: 'apps' }]],
    ['--input a=1 run x', ['run', ['x'], { input: ['a=1'] }]],
  ])('may have its options first: %s', (line, expected) => {
    expect(call(line)).toEqual(expected);
  });

  it.each([
    ['run x --input a=1 b=2 c==', ['run', ['x'], { input: ['a=1', 'b=2', 'c=='] }]],
    ['run --input=a=1 b=--query x --query q', ['run', ['x'], { input: ['a=1', 'b=--query'], query: 'q' }]],
    ['run --input a=1 x --input b=2 c=3', ['run', ['x'], { input: ['a=1', 'b=2', 'c=3'] }]],
    ['run --input a=1 -- x=y', ['run', ['x=y'], { input: ['a=1'] }]],
    ['put --tag a=1 b=2 c=3', ['put', ['b=2', 'c=3'], { tag: ['a=1'] }]],
  ])('may have several pairs after one option: %s', (line, expected) => {
    expect(call(line)).toEqual(expected);
  });

  it.each([
    'run x --input a=1 b',
    'run x --query q b=2',
    'run x b=2 --input a=1',
    'run --input a=1 b=2',
    'run x --input',
    '--what apps list',
  ])('is off: %s', (line) => {
    expect(() => call(line)).toThrow('usage: weft ');
  });
});

describe('help', () => {
  it.each([['-h'], ['--help'], ['--json', '-h'], ['help', '-h'], ['--json', 'help']])(
    'begins with ten things, and names the rest: %j',
    async (...argv) => {
      const { code, out } = await weft(...argv);
      expect(code).toBe(0);
      const words = [...out.matchAll(/^ {2}weft ([a-z]+) {2,}/gm)].map(([, word]) => word);
      expect(words).toEqual(['login', 'run', 'chat', 'doctor', ...Object.keys(firstWords)]);
      expect(Object.keys(firstWords)).toHaveLength(10);
      const commands = await allCommands();
      for (const word of words) expect(commands.map(({ name }) => name.split(' ')[0])).toContain(word);
      for (const { name } of commands) expect(out).toMatch(new RegExp(`\\b${name.split(' ')[0]}\\b`));
      expect(out.split('\n').length).toBeLessThan(40);
    },
  );

  it('of everything: all', async () => {
    const { code, out } = await weft('help', 'all');
    expect(code).toBe(0);
    expect(out).toContain('  weft avatar set');
    expect(out).toContain('  weft webhooks add');
  });

  it.each([
    ['-h', 'apps', 'list'],
    ['apps', '-h', 'list'],
    ['apps', 'list', '-h'],
    ['--json', 'apps', 'list', '--help'],
    ['--name', 'x', 'apps', 'list', '--help'],
    ['help', '--json', 'apps', 'list'],
  ])('of one command: %j', async (...argv) => {
    const { code, out } = await weft(...argv);
    expect({ code, usages: out.match(/^ {2}weft .*? .*? /gm) }).toEqual({ code: 0, usages: ['  weft apps list '] });
  });

  it.each([
    ['help', 'nosuch'],
    ['nosuch', '--help'],
    ['-h', 'nosuch'],
    ['--json', 'nosuch'],
    ['help', 'apps', 'nosuch'],
  ])('of nothing that is there exits 2: %j', async (...argv) => {
    const { code, out, err } = await weft(...argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/there is no command '(apps )?nosuch'/);
  });

  it('is no argument of a command, nor what follows `--`', async () => {
    expect(await weft('--query', 'help', 'run', 'x')).toMatchObject({ code: 1, out: '' });
    expect(await weft('run', '--', '--help')).toMatchObject({ code: 1, out: '' });
  });
});
