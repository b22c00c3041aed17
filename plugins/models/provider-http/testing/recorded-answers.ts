import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEnvironment } from '#kernel';

/** An answer of a vendor's server, as it was recorded. */
export interface RecordedAnswer {
  /** Below its folder: `openai/chat/openai-text.json`. */
  readonly name: string;
  /** `events`: the data of one event per line, or a stream as it was sent; `object`: one JSON object. */
  readonly kind: 'events' | 'object';
  /** The body, as a server would send it. */
  readonly body: string;
}

/**
 * Recorded answers in folders of vendors: `*.chunks.txt` with the JSON of one event per line, `*.sse`, `*.json`. Those of
 * the corpus lie in `providers` beside the documents that `WEFT_CORPUS` names, and are left out where it is not there.
 */
export function corpusAnswers(...vendors: readonly string[]): readonly RecordedAnswer[] {
  const documents = readEnvironment().WEFT_CORPUS;
  if (documents === undefined || documents === '') return [];
  const folder = join(dirname(documents), 'providers');
  return vendors.flatMap((vendor) => answersIn(join(folder, vendor), folder));
}

/** Those of a folder of the project's own, beside a test. */
export function ownAnswers(folder: URL): readonly RecordedAnswer[] {
  const path = fileURLToPath(folder);
  return answersIn(path, path);
}

function answersIn(folder: string, root: string): readonly RecordedAnswer[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(chunks\.txt|sse|json)$/.test(name))
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const text = readFileSync(path, 'utf8');
      const isObject = name.endsWith('.json');
      return {
        name: relative(root, path),
        kind: isObject ? ('object' as const) : ('events' as const),
        body: name.endsWith('.chunks.txt') ? eventStream(text) : text,
      };
    });
}

/** Lines of JSON as an event stream; with `[DONE]` where lines are chunks of OpenAI's chat. */
export function eventStream(lines: string): string {
  const events = lines.split('\n').filter((line) => line.trim() !== '');
  const frames = events.map((line) => `${eventName(line)}data: ${line}\n\n`).join('');
  return events.some((line) => line.includes('"chat.completion.chunk"')) ? `${frames}data: [DONE]\n\n` : frames;
}

/** Vendors whose events have types name them in a line of their own, too. */
function eventName(line: string): string {
  const type = /^\{"type":\s*"([\w.-]+)"/.exec(line)?.[1];
  return type === undefined ? '' : `event: ${type}\n`;
}
