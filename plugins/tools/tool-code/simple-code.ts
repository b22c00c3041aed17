import { toText } from '#engine';
import { PlatformError } from '#kernel';
import type { Sandbox, SandboxRequest } from '#plugins/sandbox/contract.ts';
import type { Tool } from '#plugins/tools/contract.ts';

/** The tool documents know as `code`, `simple_code`: runs a script and answers with what it printed. */
export function createSimpleCode(sandbox: Sandbox): Tool {
  return {
    id: 'code.simple_code',
    provider: 'code',
    name: 'simple_code',
    label: 'Code Interpreter',
    description:
      'Runs a script in Python 3 or JavaScript and answers with what it prints: write results with print() or console.log(). Only the standard library is there.',
    parameters: [
      {
        name: 'language',
        type: 'select',
        form: 'llm',
        label: 'Language',
        description: 'The language of the script',
        options: ['python3', 'javascript'],
        required: true,
      },
      { name: 'code', type: 'string', form: 'llm', label: 'Code', description: 'The script', required: true },
    ],
    // Where the workspace lets code use the network, it may do anything there.
    sideEffects: true,
    async invoke({ arguments: { language, code }, workspaceId, signal }) {
      const request = requestOf(toText(language), toText(code));
      const result = await sandbox.run(request, { workspaceId, signal });
      if (result.ok) return { text: result.logs.join('\n') };
      throw new PlatformError('invalid', 'tool-code.code_failed', `${result.type}: ${result.message}`);
    },
  };
}

/** The sandbox calls a `main`; a script is all that stands around it in Python, and its body in JavaScript. */
function requestOf(language: string, code: string): SandboxRequest {
  switch (language) {
    case 'python3':
      return { language, code: `${code}\n\ndef main():\n    return {}\n`, input: '{}' };
    case 'javascript':
      return { language, code: `async function main() {${code}\n;return {} }`, input: '{}' };
    default:
      throw new PlatformError(
        'invalid',
        'tool-code.unknown_language',
        `Scripts are written in python3 or javascript, not in "${language.slice(0, 50)}".`,
      );
  }
}
