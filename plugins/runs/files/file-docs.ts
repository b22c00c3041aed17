import { bytesAnswer, emptyAnswer, type RouteDocs } from '#http';

const bytes = {
  ...bytesAnswer('The bytes, in the media type of the file.', '*/*'),
  headers: {
    'Accept-Ranges': '`bytes` where parts can be asked for.',
    'Content-Disposition': 'With `as_attachment`: the name to save it under.',
    'Cache-Control': 'How long it may be kept.',
  },
};

/** What routes answer that give a file. */
export const fileAnswers = {
  200: bytes,
  206: {
    ...bytes,
    description: 'The part that `Range` asked for.',
    headers: { ...bytes.headers, 'Content-Range': 'Which part it is.' },
  },
  416: emptyAnswer('The file has no such part.'),
} as const satisfies RouteDocs['answers'];

/** What is told of signed addresses. */
export const signedDocs: RouteDocs = {
  tag: 'Files',
  description: 'The server gives such addresses away; they expire. Wrong, expired and unknown ones look the same.',
  requestHeaders: { Range: 'A part of the file: `bytes=0-1023`.' },
  answers: fileAnswers,
  errors: { 404: ['file_not_found'] },
};
