import type { TurnFile } from './turn.ts';

/** What is shown beside the conversation. */
export type Beside =
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | { readonly kind: 'file'; readonly file: TurnFile };

/** Languages of files that are shown as text, by the ends of their names. */
const languages: Readonly<Record<string, string>> = {
  ...{ md: 'markdown', markdown: 'markdown', txt: '', log: '', csv: '', tsv: '', json: 'json', jsonl: 'json' },
  ...{ js: 'javascript', mjs: 'javascript', jsx: 'javascript', ts: 'typescript', tsx: 'typescript', py: 'python' },
  ...{ html: 'xml', htm: 'xml', xml: 'xml', svg: 'xml', css: 'css', yml: 'yaml', yaml: 'yaml', sh: 'bash', sql: 'sql' },
  ...{
    go: 'go',
    rs: 'rust',
    rb: 'ruby',
    php: 'php',
    java: 'java',
    c: 'c',
    h: 'c',
    cpp: 'cpp',
    cs: 'csharp',
    diff: 'diff',
  },
  ...{ toml: '', ini: '', srt: '', vtt: '', tex: '', eml: '' },
};

/** The language of a file that can be shown as text; undefined: it can't. */
export function languageOf(name: string): string | undefined {
  const end = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(languages, end) ? languages[end] : undefined;
}
