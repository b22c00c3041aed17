/** How a program asks an app: method, address and body of a request, in what it is written. */
export const codeLanguages = ['curl', 'python', 'javascript'] as const;
export type CodeLanguage = (typeof codeLanguages)[number];

type Mapping = Readonly<Record<string, unknown>>;

export interface AskedApp {
  readonly mode: string;
  /** Where the runtime API is: `https://weft.example.com`. */
  readonly base: string;
  /** JSON Schema of what the app takes, as its MCP tool has it; null: nothing is published. */
  readonly schema: Mapping | null;
}

const chats = ['chat', 'agent-chat', 'advanced-chat', 'agent'];
/** Of a message; inputs of such a name are called `input_…` in the schema. */
const ofMessages = ['query', 'conversation_id', 'files', 'run_id'];

/** The request that starts a run. */
export function exampleRequest({ mode, base, schema }: AskedApp): { readonly url: string; readonly body: Mapping } {
  const isChat = chats.includes(mode);
  const inputs = exampleInputs(schema, isChat);
  const route = isChat ? 'chat-messages' : mode === 'completion' ? 'completion-messages' : 'workflows/run';
  return {
    url: `${base}/v1/${route}`,
    body: { inputs, ...(isChat && { query: 'Hello' }), response_mode: 'blocking', user: 'user-123' },
  };
}

function exampleInputs(schema: Mapping | null, isChat: boolean): Mapping {
  const properties = Object.entries((schema?.properties ?? {}) as Readonly<Record<string, Mapping>>);
  const taken = (name: string) => name === 'run_id' || (isChat && ofMessages.includes(name));
  const inputs = properties
    .filter(([name]) => !taken(name))
    .map(([name, rules]) => {
      const own = name.replace(/^input_/, '');
      return [name !== own && ofMessages.includes(own) ? own : name, exampleOf(rules)] as const;
    });
  return Object.fromEntries(inputs);
}

function exampleOf(rules: Mapping): unknown {
  if (rules.default !== undefined) return rules.default;
  if (Array.isArray(rules.enum)) return rules.enum[0];
  const properties = rules.properties as Mapping | undefined;
  if (rules.type === 'object' && properties?.url !== undefined) {
    return { type: 'document', transfer_method: 'remote_url', url: 'https://example.com/report.pdf' };
  }
  if (rules.type === 'array') return [exampleOf((rules.items ?? {}) as Mapping)];
  if (rules.type === 'number' || rules.type === 'integer') return 1;
  if (rules.type === 'boolean') return true;
  return rules.type === 'object' ? {} : '…';
}

/** The request as a program has it. The key stands in the environment, so that it comes into no source. */
export function exampleCode(language: CodeLanguage, app: AskedApp): string {
  const { url, body } = exampleRequest(app);
  const json = JSON.stringify(body, null, 2);
  switch (language) {
    case 'curl':
      // A quote would end the quoted body.
      return [
        `curl ${shellText(url)} \\`,
        '  -H "Authorization: Bearer $WEFT_KEY" \\',
        "  -H 'Content-Type: application/json' \\",
        `  -d ${shellText(json.replaceAll('\n', '\n  '))}`,
      ].join('\n');
    case 'python':
      return [
        'import os',
        'import requests',
        '',
        'answer = requests.post(',
        `    ${JSON.stringify(url)},`,
        `    headers={"Authorization": f"Bearer {os.environ['WEFT_KEY']}"},`,
        `    json=${pythonValue(body, 1)},`,
        ')',
        'answer.raise_for_status()',
        'print(answer.json())',
      ].join('\n');
    case 'javascript':
      return [
        `const answer = await fetch(${JSON.stringify(url)}, {`,
        "  method: 'POST',",
        '  headers: {',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a template of the example.
        '    Authorization: `Bearer ${process.env.WEFT_KEY}`,',
        "    'Content-Type': 'application/json',",
        '  },',
        `  body: JSON.stringify(${json.replaceAll('\n', '\n  ')}),`,
        '});',
        'console.log(await answer.json());',
      ].join('\n');
  }
}

function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function pythonValue(value: unknown, depth: number): string {
  const pad = '    '.repeat(depth + 1);
  const end = '    '.repeat(depth);
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((each) => `${pad}${pythonValue(each, depth + 1)},`).join('\n')}\n${end}]`;
  }
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  const lines = entries.map(([name, each]) => `${pad}${JSON.stringify(name)}: ${pythonValue(each, depth + 1)},`);
  return `{\n${lines.join('\n')}\n${end}}`;
}
