import { ANY_CONTENT, mediaTypeOfExtension, sniffed, typeOfExtension } from '#plugins/files/contract.ts';
import { unsupported } from './document-errors.ts';

/** Documents that are no text, by what the start of their content looks like (plugins/tools/text-extraction). */
const readable: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/epub+zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
  'text/calendar',
  'text/vcard',
  'text/vtt',
  'application/xml',
  'application/x-subrip',
]);

/** Formats that others are made of: there the extension says what it is, and the extraction whether that is so. */
const containers: Readonly<Record<string, ReadonlySet<string>>> = {
  'application/zip': new Set(['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub']),
  'application/x-cfb': new Set(['doc', 'msg']),
};

/** What people do have, and the format to save it in. */
const remedies: Readonly<Record<string, string>> = {
  xls: 'save it as xlsx or csv.',
  xlsb: 'save it as xlsx or csv.',
  ppt: 'save it as pptx or pdf.',
  rtf: 'save it as docx or pdf.',
  pages: 'save it as docx or pdf.',
  numbers: 'save it as xlsx or csv.',
  key: 'save it as pptx or pdf.',
};

/** Names under which no text is expected, whatever is in them. */
const unreadable: ReadonlySet<string> = new Set(
  'exe dll so dylib bin com msi dmg iso img apk jar class wasm lnk zip rar 7z gz tgz bz2 xz tar zst cab deb rpm db sqlite pyc o a obj bmp tiff tif ico heic avif psd ogg flac aac wma avi mkv wmv flv ttf otf woff woff2 parquet'.split(
    ' ',
  ),
);

const KNOWN =
  'send pdf, docx, doc, odt, xlsx, ods, csv, pptx, odp, epub, html, md, txt, xml, json, eml, msg, vtt or another kind of text.';

/**
 * What a document is, from its name and the start of its content; its media type. Throws
 * `dataset-documents.unsupported_file_type` for what the extraction of texts can't read.
 */
export async function documentType(name: string, extension: string, sample: Uint8Array): Promise<string> {
  const remedy = Object.hasOwn(remedies, extension) ? remedies[extension] : undefined;
  if (remedy !== undefined) throw unsupported(name, remedy);
  const type = typeOfExtension(extension);
  if (unreadable.has(extension) || type === 'image' || type === 'audio' || type === 'video') {
    throw unsupported(name, KNOWN);
  }
  const found = (await sniffed(sample))?.mime;
  if (found === undefined) {
    if (looksLikeData(sample)) throw unsupported(name, KNOWN);
  } else if (!readable.has(found) && containers[found]?.has(extension) !== true) {
    throw unsupported(name, `its content is ${found}; ${KNOWN}`);
  }
  return mediaTypeOfExtension(extension) ?? found ?? (extension === '' ? 'text/plain' : ANY_CONTENT);
}

/** Zeros, which no text has but one of two bytes a character: that has a mark, or zeros at every other place alone. */
function looksLikeData(sample: Uint8Array): boolean {
  const hasMark = (sample[0] === 0xff && sample[1] === 0xfe) || (sample[0] === 0xfe && sample[1] === 0xff);
  if (hasMark || !sample.includes(0)) return false;
  const zeros: [number, number] = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2 === 0 ? 0 : 1] += 1;
  });
  return zeros[0] > 0 && zeros[1] > 0;
}
