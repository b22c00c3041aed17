import type { JsonText } from '#engine';
import { type ReadText, readTreeText } from '#engine/dsl/read-root.ts';
import { type EncodedError, encodeError } from '#engine/pool/error-codec.ts';

/** What a thread answers that was given a document to read. */
export type ReadAnswer = ReadText<JsonText> | { readonly error: EncodedError };

export function readSent(text: string, documentBytes: number): ReadAnswer {
  try {
    return readTreeText(text, documentBytes);
  } catch (error) {
    return {
      error: encodeError(error, {
        code: 'engine.document_failed',
        message: 'The document could not be read, which is a mistake of the reader.',
      }),
    };
  }
}
