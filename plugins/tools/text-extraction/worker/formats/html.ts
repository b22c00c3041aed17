import { decodeText } from '#plugins/text-extraction/worker/encoding.ts';
import { htmlToMarkdown } from '#plugins/text-extraction/worker/html-to-markdown.ts';
import type { Reader } from '#plugins/text-extraction/worker/source.ts';

/** A web page as markdown: headings, lists, links, tables. Scripts and styles are no content. */
export const readHtml: Reader = ({ bytes, charset, output }) => {
  output.block(htmlToMarkdown(decodeText(bytes, charset)));
};
