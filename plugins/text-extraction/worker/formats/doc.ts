import WordExtractor from 'word-extractor';
import type { Reader } from '../source.ts';

/** Text of a Word 97-2003 document with its notes; cells of tables are apart by tabs. */
export const readDoc: Reader = async ({ bytes, output }) => {
  const document = await new WordExtractor().extract(Buffer.from(bytes));
  output.block(document.getBody());
  output.block(document.getFootnotes());
  output.block(document.getEndnotes());
};
