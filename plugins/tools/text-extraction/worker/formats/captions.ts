import { decodeText } from '#plugins/text-extraction/worker/encoding.ts';
import type { Reader } from '#plugins/text-extraction/worker/source.ts';

/** The spoken text of WebVTT and SubRip captions, with the name of whoever speaks. */
export const readCaptions: Reader = ({ bytes, output }) => {
  const blocks = decodeText(bytes)
    .replace(/\r\n?/g, '\n')
    .split(/\n(?:[ \t]*\n)+/);
  let speaker = '';
  for (const block of blocks) {
    const lines = block.split('\n');
    const timing = lines.findIndex((line) => line.includes('-->'));
    // Headers, notes, styles and regions have no time.
    if (timing < 0) continue;
    const text = lines.slice(timing + 1).join('\n');
    const name = /<v(?:\.[^\s>]*)?\s+([^>]+)>/.exec(text)?.[1]?.trim() ?? '';
    const spoken = plain(text);
    if (spoken === '') continue;
    output.line(name === '' || name === speaker ? spoken : `${name}: ${spoken}`);
    speaker = name;
  }
};

function plain(text: string): string {
  return text
    .replace(/<[^<>]*>|\{\\[^{}]*\}/g, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_whole, name: string) => entities[name] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ' };
