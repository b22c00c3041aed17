import type { SampleCall } from './sample-call.ts';

/** A request in the words of a language. */
export interface Sample {
  readonly language: string;
  readonly text: string;
}

/** The request for a shell, for Python (with `requests`) and for JavaScript (Node.js). */
export function samplesOf(call: SampleCall): readonly Sample[] {
  return [
    { language: 'curl', text: curl(call) },
    { language: 'Python', text: python(call) },
    { language: 'JavaScript', text: javascript(call) },
  ];
}

function curl({ method, url, key, body, answer }: SampleCall): string {
  const parts = [`curl${answer === 'stream' ? ' -N' : ''}${method === 'GET' ? '' : ` -X ${method}`} ${shellText(url)}`];
  if (key !== null) parts.push(`-H "Authorization: Bearer $${key}"`);
  if (body?.kind === 'json') parts.push("-H 'Content-Type: application/json'", `-d ${shellText(jsonText(body.value))}`);
  if (body?.kind === 'form') parts.push(`-F ${body.file}=@FILE`);
  if (body?.kind === 'form' || body?.kind === 'fields') {
    const flag = body.kind === 'form' ? '-F' : '--data-urlencode';
    parts.push(...Object.entries(body.fields).map(([name, value]) => `${flag} ${shellText(`${name}=${value}`)}`));
  }
  if (answer === 'bytes') parts.push('-o ANSWER');
  return parts.join(' \\\n  ');
}

function python({ method, url, key, body, answer }: SampleCall): string {
  const given = [JSON.stringify(url)];
  if (key !== null) given.push(`headers={"Authorization": f"Bearer {os.environ['${key}']}"}`);
  if (body?.kind === 'json') given.push(`json=${pythonText(body.value, 1)}`);
  if (body?.kind === 'form') given.push(`files={${JSON.stringify(body.file)}: open("FILE", "rb")}`);
  if (body !== null && body.kind !== 'json' && Object.keys(body.fields).length > 0) {
    given.push(`data=${pythonText(body.fields, 1)}`);
  }
  if (answer === 'stream') given.push('stream=True');
  const reading = {
    json: 'print(answer.json())',
    stream: 'for line in answer.iter_lines():\n    print(line.decode())',
    bytes: 'open("ANSWER", "wb").write(answer.content)',
    nothing: '',
  };
  const lines = [
    key === null ? 'import requests' : 'import os\n\nimport requests',
    '',
    `answer = requests.${method.toLowerCase()}(\n${given.map((part) => `    ${part},\n`).join('')})`,
    'answer.raise_for_status()',
    reading[answer],
  ];
  return lines.join('\n').trimEnd();
}

function javascript({ method, url, key, body, answer }: SampleCall): string {
  const headers = [
    ...(key === null ? [] : [`Authorization: \`Bearer \${process.env.${key}}\``]),
    ...(body?.kind === 'json' ? ["'Content-Type': 'application/json'"] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(body === null
      ? []
      : [body.kind === 'json' ? `body: JSON.stringify(${indented(jsonText(body.value))})` : 'body: form']),
  ];
  const given = options.length === 0 ? '' : `, {\n${options.map((part) => `  ${part},\n`).join('')}}`;
  const reading = {
    json: 'console.log(await answer.json());',
    stream: 'for await (const text of answer.body.pipeThrough(new TextDecoderStream())) process.stdout.write(text);',
    bytes: "await writeFile('ANSWER', Buffer.from(await answer.arrayBuffer()));",
    nothing: '',
  };
  const lines = [
    ...(body?.kind === 'form' ? ["import { openAsBlob } from 'node:fs';"] : []),
    ...(answer === 'bytes' ? ["import { writeFile } from 'node:fs/promises';"] : []),
    ...formLines(body),
    `const answer = await fetch(${JSON.stringify(url)}${given});`,
    'if (!answer.ok) throw new Error(await answer.text());',
    reading[answer],
  ];
  return lines.join('\n').trimEnd();
}

function formLines(body: SampleCall['body']): string[] {
  if (body === null || body.kind === 'json') return [];
  const fields = Object.entries(body.fields).map(
    ([name, value]) => `form.append(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  if (body.kind === 'fields') return ['const form = new URLSearchParams();', ...fields];
  const file = `form.append(${JSON.stringify(body.file)}, await openAsBlob('FILE'), 'FILE');`;
  return ['const form = new FormData();', file, ...fields];
}

/** One line where it is short. */
function jsonText(value: unknown): string {
  const short = JSON.stringify(value);
  return short.length <= 72 ? short : JSON.stringify(value, null, 2);
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

function shellText(text: string): string {
  return /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A value as Python writes it; `depth`: how far its lines are set in. */
function pythonText(value: unknown, depth: number): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const items = Array.isArray(value)
    ? value.map((item) => pythonText(item, depth + 1))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${pythonText(item, depth + 1)}`);
  const short = `${open}${items.join(', ')}${close}`;
  if (short.length <= 72 && !short.includes('\n')) return short;
  const inset = '    '.repeat(depth);
  return `${open}\n${items.map((item) => `${inset}    ${item},\n`).join('')}${inset}${close}`;
}
