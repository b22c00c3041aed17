import { mappingOf, type SettingWarning, textAt } from '#engine';
import { isSendable } from '#plugins/egress/contract.ts';
import { type CompiledHttp, compileHttp } from './compiled.ts';

/** Says what of a node can never be sent, or only for some values of its placeholders. */
export function httpWarnings(data: Readonly<Record<string, unknown>>): readonly SettingWarning[] {
  const http = compileHttp(data);
  const json = jsonBodyWarnings(http);
  return [
    ...methodWarnings(http),
    ...headerWarnings(textAt(data, 'headers'), http),
    ...(json.length > 0 ? json : repairedJson(data)),
  ];
}

function methodWarnings({ method }: CompiledHttp): readonly SettingWarning[] {
  if (isSendable(method)) return [];
  return [
    {
      code: 'invalid_method',
      severity: 'error',
      field: 'method',
      message: `'${method.slice(0, 40)}' can not be sent: choose GET, POST or another method of HTTP.`,
    },
  ];
}

/** Only names that are written out: those of placeholders are known when it runs. */
function headerWarnings(text: string, { headers }: CompiledHttp): readonly SettingWarning[] {
  if (/^\s*(?:\{\s*["'}]|\[\s*(?:["'\]]|\{\s*["']))/.test(text)) {
    const message = 'are written as JSON, and would fail: write one "Name: value" per line.';
    return [{ code: 'invalid_header', severity: 'error', field: 'headers', message }];
  }
  const name = headers.flatMap((line) => {
    const { parts } = 'lines' in line ? line.lines : line.key;
    const written = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
    return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]*$/.test(written) ? [] : [written];
  })[0];
  if (name === undefined) return [];
  const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name;
  return [
    {
      code: 'invalid_header',
      severity: 'error',
      field: 'headers',
      message: `hold '${shown}', which is no name of a header: write one "Name: value" per line.`,
    },
  ];
}

/** Texts that are sent as JSON only after a repair that guesses where something ends. */
function repairedJson({ body }: Readonly<Record<string, unknown>>): readonly SettingWarning[] {
  const { type, data } = mappingOf(body);
  const item: unknown = Array.isArray(data) ? data[0] : undefined;
  const text = typeof data === 'string' ? data : textAt(mappingOf(item), 'value');
  // A number stands anywhere a placeholder may, inside quotes and outside.
  if (type !== 'json' || isClosed(text.replaceAll(/\{\{#[^{}#]*#\}\}/g, '0'))) return [];
  const message = 'is no JSON as it stands, and what is sent is a guess: look for a missing quote or bracket.';
  return [{ code: 'invalid_json', severity: 'warning', field: 'body.data', message }];
}

/** Whether each bracket and each quote has its end. */
function isClosed(text: string): boolean {
  const open: string[] = [];
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]"]/gs)) {
    if (part === '"') return false;
    if (part === '{' || part === '[') open.push(part === '{' ? '}' : ']');
    else if (part.length === 1 && open.pop() !== part) return false;
  }
  return open.length === 0;
}

function jsonBodyWarnings({ body }: CompiledHttp): readonly SettingWarning[] {
  return body.items.flatMap(({ json }): SettingWarning[] => {
    if (json === null || json.isJson) return [];
    const glued = json.pieces.flatMap((piece) => (piece.kind === 'glued' ? [piece.name] : []));
    const message =
      glued.length === 0
        ? 'is no JSON, whatever its placeholders hold: look for a missing quote, comma or bracket.'
        : `has ${glued.join(', ')} next to something else outside quotes: it fails where that makes no JSON. Put quotes around it.`;
    return [{ code: 'invalid_json', severity: glued.length === 0 ? 'error' : 'warning', field: 'body.data', message }];
  });
}
