import { decodeText } from '#plugins/text-extraction/worker/encoding.ts';
import type { Reader } from '#plugins/text-extraction/worker/source.ts';

/** A property file as `key: value` lines, escapes resolved, comments kept. */
export const readProperties: Reader = ({ bytes, output }) => {
  for (const line of logicalLines(decodeText(bytes))) {
    if (line === '' || /^[#!]/.test(line)) {
      output.line(line);
      continue;
    }
    const [, key = '', value = ''] = /^((?:\\[\s\S]|[^\\:=\s])*)\s*[:=]?\s*([\s\S]*)$/.exec(line) ?? [];
    output.line(`${unescaped(key)}: ${unescaped(value)}`);
  }
};

/** A backslash at its end continues a line with the next one. */
function logicalLines(text: string): readonly string[] {
  const lines: string[] = [];
  let open = '';
  for (const raw of text.replace(/\r\n?/g, '\n').trimEnd().split('\n')) {
    const line = raw.trimStart();
    const isComment = open === '' && /^[#!]/.test(line);
    if (!isComment && /(?<!\\)(\\\\)*\\$/.test(line)) {
      open += line.slice(0, -1);
      continue;
    }
    lines.push(open + line);
    open = '';
  }
  if (open !== '') lines.push(open);
  return lines;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f' };

function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_whole, code: string | undefined, char: string) =>
    code === undefined ? (escapes[char] ?? char) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
