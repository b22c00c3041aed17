import { defineTexts } from '#plugins/ui/web/texts-of.ts';

/** What forms say. */
export const texts = {
  required: 'Required',
  starred: 'Fields with * must be filled in.',
  choose: 'Choose…',
  none: 'None',
  fill: 'This field must be filled in.',
  chooseOne: 'Choose one of the options.',
  number: 'Write a number, such as 3 or 2.5.',
  largeNumber: 'This number is too large.',
  option: 'This is none of the options.',
  object: 'Write a JSON object, such as {"name": "value"}.',
  list: 'Write a JSON list, such as ["one", "two"].',
  json: (line: number) => `This is no JSON: look at line ${line}.`,
  tooLong: (maximum: number, more: number) => `At most ${maximum} characters; ${more} too many.`,
  characters: (length: number, maximum: number) => `${length} of ${maximum} characters`,
  tooManyFiles: (maximum: number) => (maximum === 1 ? 'One file at most.' : `At most ${maximum} files.`),
  stillUploading: 'A file is still being uploaded.',
  failedFile: 'A file did not arrive: try it again, or remove it.',
  wrongFields: (count: number) =>
    count === 1 ? 'One field needs another look.' : `${count} fields need another look.`,
  chooseFile: 'Choose a file',
  chooseFiles: 'Choose files',
  dropHere: 'or drop or paste it here',
  dropThemHere: 'or drop or paste them here',
  takes: (what: string) => `Takes ${what}`,
  upTo: (count: number) => `up to ${count} files`,
  megabytes: (count: number) => `${count} MB each at most`,
  fileTypes: { image: 'pictures', audio: 'sound', video: 'films', document: 'documents', custom: 'files' },
  wrongType: (name: string) => `“${name}” is of a type that this field does not take.`,
  wrongSize: (name: string, megabytes: number) => `“${name}” is larger than ${megabytes} MB.`,
  uploading: (percent: number) => `${percent} % uploaded`,
  uploadFailed: 'Not uploaded',
  noConnection: 'No connection. Try again when you are online.',
  retry: 'Try again',
  remove: (name: string) => `Remove ${name}`,
  address: 'Address of a file',
  add: 'Add',
  wrongAddress: 'Write an address that begins with https://',
};

export const formTexts = defineTexts(texts, import.meta.glob('./*'));
