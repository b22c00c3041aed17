import { createRequire } from 'node:module';
import { expect } from 'vitest';
import type { TestSandbox } from './start-sandbox.ts';

/** Runs the same expressions in the sandbox and here: Node has all its globals. */
export function compareWithNode(sandbox: () => TestSandbox) {
  /** The value of an expression in the sandbox; what it throws, as text. */
  const inside = async (expression: string): Promise<unknown> => {
    const result = await sandbox().run(`async function main() { return { value: ${expression} } }`);
    return result.ok ? JSON.parse(result.output).value : result.message;
  };
  const require = createRequire(import.meta.url);
  const here = async (expression: string): Promise<unknown> => {
    const run = new Function('require', `return (async () => (${expression}))()`);
    return JSON.parse(JSON.stringify({ value: await run(require) })).value;
  };
  const expectSame = async (expressions: readonly string[]): Promise<void> => {
    const list = `[${expressions.map((each) => `await (async () => { try { return ${each} } catch (error) { return 'throws ' + error.name } })()`).join(',\n')}]`;
    const [found, expected] = [(await inside(list)) as unknown[], (await here(list)) as unknown[]];
    const named = (values: unknown[]) => expressions.map((expression, index) => [expression, values[index]]);
    expect(named(found)).toEqual(named(expected));
  };
  return { inside, expectSame };
}
