import busboy from 'busboy';
import { badRequest } from './json-body.ts';
import { uploadName } from './upload-name.ts';

/** A form that was taken as bytes (`bodyType: 'bytes'`). */
export interface BytesForm {
  /** In the order sent; a name may be there several times. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: readonly FormFile[];
}

/** A file in a form. */
export interface FormFile {
  readonly name: string;
  /** As sent: a label that may hold anything, and is no path. */
  readonly filename: string;
  /** As declared, in lower case without parameters; empty for none. */
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** What has more is no form of ours, and each part costs memory. */
const limits = { parts: 200, fieldSize: 1_048_576, fieldNameSize: 200, headerPairs: 16 };

/** Reads `multipart/form-data` or `application/x-www-form-urlencoded`. Throws 400 `bad_request` for what is no form. */
export function readForm(bytes: Buffer, contentType: string): Promise<BytesForm> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string, cause?: unknown) => reject(badRequest(`The form ${reason}`, cause));
    let parser: busboy.Busboy;
    try {
      parser = busboy({
        headers: { 'content-type': contentType },
        limits,
        preservePath: true,
        defParamCharset: 'utf8',
      });
    } catch (cause) {
      return fail('names no boundary, or is of no type that forms have', cause);
    }
    const fields: [string, string][] = [];
    const files: FormFile[] = [];
    parser.on('field', (name: string | undefined, value, { valueTruncated, nameTruncated }) => {
      if (valueTruncated || nameTruncated) fail(`has a field of more than ${limits.fieldSize} bytes`);
      else if (name !== undefined) fields.push([name, value]);
    });
    parser.on('file', (name: string | undefined, content, { filename = '', mimeType }) => {
      const chunks: Buffer[] = [];
      content.on('error', () => {});
      content.on('data', (chunk: Buffer) => chunks.push(chunk));
      content.on('end', () => {
        const read = Buffer.concat(chunks);
        if (name === undefined) return;
        if (filename === '') fields.push([name, read.toString('utf8')]);
        else files.push({ name, filename: uploadName(filename), mediaType: mimeType.toLowerCase(), bytes: read });
      });
    });
    parser.on('partsLimit', () => fail(`has more than ${limits.parts} parts`));
    parser.on('fieldsLimit', () => fail(`has more than ${limits.parts} fields`));
    parser.on('error', (cause) => fail('is not well-formed', cause));
    parser.on('close', () => resolve({ fields, files }));
    parser.end(bytes);
  });
}
