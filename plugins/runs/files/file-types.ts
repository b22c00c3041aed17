/** Types of files by extension (runtime API, file types); anything else is `custom`. */
const extensionsByType = {
  image: 'jpg jpeg png webp gif svg',
  audio: 'mp3 m4a wav amr mpga',
  video: 'mp4 mov mpeg webm',
  document:
    'txt md mdx markdown pdf html htm xlsx xls doc docx csv eml msg pptx ppt xml epub vtt properties odt json yaml yml',
};

/** What a file is to an app. */
export type FileType = keyof typeof extensionsByType | 'custom';

const typesByExtension: ReadonlyMap<string, FileType> = new Map(
  (Object.keys(extensionsByType) as (keyof typeof extensionsByType)[]).flatMap((type) =>
    extensionsByType[type].split(' ').map((extension) => [extension, type]),
  ),
);

const mediaTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    png: 'image/png',
    webp: 'image/webp',
    gif: 'image/gif',
    svg: 'image/svg+xml',
    mp3: 'audio/mpeg',
    mpga: 'audio/mpeg',
    m4a: 'audio/mp4',
    wav: 'audio/wav',
    amr: 'audio/amr',
    mp4: 'video/mp4',
    mov: 'video/quicktime',
    mpeg: 'video/mpeg',
    webm: 'video/webm',
    txt: 'text/plain',
    md: 'text/markdown',
    mdx: 'text/markdown',
    markdown: 'text/markdown',
    csv: 'text/csv',
    vtt: 'text/vtt',
    properties: 'text/plain',
    yaml: 'text/plain',
    yml: 'text/plain',
    json: 'application/json',
    html: 'text/html',
    htm: 'text/html',
    xml: 'application/xml',
    pdf: 'application/pdf',
    epub: 'application/epub+zip',
    eml: 'message/rfc822',
    msg: 'application/vnd.ms-outlook',
    doc: 'application/msword',
    xls: 'application/vnd.ms-excel',
    ppt: 'application/vnd.ms-powerpoint',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    odt: 'application/vnd.oasis.opendocument.text',
  }),
);

/** Any content: nothing more is known. */
export const ANY_CONTENT = 'application/octet-stream';

/** Of an extension without its dot, in lower case. */
export function typeOfExtension(extension: string): FileType {
  return typesByExtension.get(extension) ?? 'custom';
}

/** Of a file with an extension, or, without one, by its media type. */
export function typeOfFile(extension: string, mediaType: string): FileType {
  if (extension !== '') return typeOfExtension(extension);
  const family = mediaType.split('/')[0];
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'custom';
}

/** The media type that an extension stands for; undefined for an unknown one. */
export function mediaTypeOfExtension(extension: string): string | undefined {
  return mediaTypes.get(extension);
}

const extensions: ReadonlyMap<string, string> = new Map(
  [...mediaTypes].reverse().map(([extension, type]) => [type, extension]),
);

/** The first extension that stands for a media type; undefined for a type that none stands for. */
export function extensionOfMediaType(mediaType: string): string | undefined {
  return extensions.get(mediaType);
}

/** In lower case without the dot; empty for a name without one, or with what is no extension behind its last dot. */
export function extensionOf(name: string): string {
  return /\.([A-Za-z0-9_-]{1,20})$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
