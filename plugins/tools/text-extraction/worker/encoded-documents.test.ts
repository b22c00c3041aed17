import { describe, expect, it } from 'vitest';
import { encodedAs, encodedTexts } from '#plugins/text-extraction/testing/encoded-texts.ts';
import { textOf } from '#plugins/text-extraction/testing/extract-text.ts';

/** Documents that are text, by their names: what stands around a text, in ASCII. */
const documents: Readonly<Record<string, (text: string) => string>> = {
  'a.txt': (text) => text,
  'a.md': (text) => `# 1\n\n${text}`,
  'a.csv': (text) => `a;b\n"${text}";1`,
  'a.tsv': (text) => `a\tb\n"${text}"\t1`,
  'a.html': (text) => `<html><body><p>${text}</p></body></html>`,
  'a.json': (text) => `{"a": "${text}"}`,
  'a.xml': (text) => `<a><b>${text}</b></a>`,
  'a.yaml': (text) => `a: ${text}`,
  'a.log': (text) => `2026-01-01 ${text}`,
  'a.srt': (text) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`,
  'a.vtt': (text) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`,
  'a.properties': (text) => `a=${text}\n`,
  'a.eml': (text) => `Subject: ${text}\nContent-Type: text/plain\nContent-Transfer-Encoding: 8bit\n\n${text}\n`,
};

describe.each(Object.entries(documents))('%s that declares no encoding', (name, around) => {
  // Messages of two bytes a character are none: their lines and headers are bytes.
  const possible = encodedTexts.filter(([encoding]) => name !== 'a.eml' || !encoding.startsWith('utf-16'));
  it.each(possible)('is read in %s', async (encoding, texts) => {
    for (const text of texts.map((each) => each.trim().replaceAll('\n', ' '))) {
      expect(await textOf(name, encodedAs(encoding, around(text)))).toContain(text);
    }
  });
});
