import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  imageTimeout,
  prepareImage,
  startPython,
  startSandbox,
  type TestPython,
  type TestSandbox,
} from '#plugins/sandbox/testing/start-sandbox.ts';
import type { ToolInvocation } from '#plugins/tools/contract.ts';
import { createSimpleCode } from './simple-code.ts';

let javascript: TestSandbox;
let python: TestPython;
beforeAll(prepareImage, imageTimeout);
beforeAll(() => {
  javascript = startSandbox();
  python = startPython();
});
afterAll(() => Promise.all([javascript.close(), python.close()]));

async function run(language: string, code: string): Promise<string | undefined> {
  const pools = { javascript: javascript.sandbox, python3: python.sandbox };
  const tool = createSimpleCode({ run: (request, caller) => pools[request.language].run(request, caller) });
  const { signal } = new AbortController();
  // It reads nothing else of an invocation.
  const invocation = { arguments: { language, code }, workspaceId: 'w1', signal } as unknown as ToolInvocation;
  return (await tool.invoke(invocation)).text;
}

describe('scripts as tools', () => {
  it('answer with what they print', async () => {
    expect(await run('javascript', 'const a = [1, 2];\nconsole.log(a.length);\nconsole.log("b") // end')).toBe('2\nb');
    expect(await run('python3', 'import math\nprint(math.factorial(5))\nprint("b")  # end')).toBe('120\nb');
    expect(await run('javascript', '1 + 1')).toBe('');
  });

  it('may have a main of their own, and what only scripts run', async () => {
    expect(await run('javascript', 'function main() { console.log("in") }\nmain()')).toBe('in');
    const guarded = 'def main(x):\n    print("in", x)\n\nif __name__ == "__main__":\n    main(1)';
    expect(await run('python3', guarded)).toBe('in 1');
  });

  it('fail with what went wrong', async () => {
    await expect(run('javascript', 'nothing()')).rejects.toMatchObject({
      code: 'tool-code.code_failed',
      message: expect.stringContaining("'nothing' is not defined"),
    });
    await expect(run('python3', 'print(1\n')).rejects.toMatchObject({ code: 'tool-code.code_failed' });
    await expect(run('ruby', 'puts 1')).rejects.toMatchObject({ code: 'tool-code.unknown_language' });
  });

  it('stay inside the sandbox when they close what is around them', async () => {
    const outside = '} console.log(typeof process, typeof require("fs")); async function main() { return {}';
    await expect(run('javascript', outside)).rejects.toMatchObject({ code: 'tool-code.code_failed' });
    const patient = javascript;
    javascript = startSandbox({ timeMs: 500 });
    const failing = run('javascript', 'for (;;) {}').finally(() => javascript.close());
    await expect(failing).rejects.toMatchObject({ message: expect.stringContaining('Timeout') });
    javascript = patient;
  });
});
