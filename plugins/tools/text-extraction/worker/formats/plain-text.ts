import { decodeText } from '#plugins/text-extraction/worker/encoding.ts';
import type { Reader } from '#plugins/text-extraction/worker/source.ts';

/** Text, markdown, JSON, YAML, XML, source files: as they are. Nothing is parsed, so nothing is expanded. */
export const readPlainText: Reader = ({ bytes, charset, output }) => output.add(decodeText(bytes, charset));
