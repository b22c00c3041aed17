import WordExtractor from 'word-extractor';
import type { Reader } from '#plugins/text-extraction/worker/source.ts';

/** Text of a Word 97-2003 document with its notes; cells of tables are apart by tabs. */
export const readDoc: Reader = async ({ bytes, output }) => {
  const document = await new WordExtractor().extract(Buffer.from(bytes));
  for (const read of [document.getBody, document.getFootnotes, document.getEndnotes]) {
    // An option the library's types don't know: quotes and dashes stay as they were written.
    output.block(String(Reflect.apply(read, document, [{ filterUnicode: false }])));
  }
};
