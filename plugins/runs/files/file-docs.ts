import { bytesAnswer, emptyAnswer, type RouteDocs } from '#http';

const bytes = {
  ...bytesAnswer('The content, in the media type of the file.', '*/*'),
  headers: {
    'Accept-Ranges': '`bytes` if byte ranges are supported.',
    'Content-Disposition': 'With `as_attachment`: the file name for the download.',
    'Cache-Control': 'How long the response may be cached.',
  },
};

/** What routes answer that give a file. */
export const fileAnswers = {
  200: bytes,
  206: {
    ...bytes,
    description: 'The requested byte range.',
    headers: { ...bytes.headers, 'Content-Range': 'The byte range that is returned.' },
  },
  416: emptyAnswer('The byte range is not satisfiable.'),
} as const satisfies RouteDocs['answers'];

/** What is told of signed addresses. */
export const signedDocs = {
  tag: 'Files',
  description: 'The server creates such links; they expire. Invalid, expired and unknown links give the same response.',
  requestHeaders: { Range: 'A byte range of the file, such as `bytes=0-1023`.' },
  answers: fileAnswers,
  errors: { 404: ['file_not_found'] },
};
