import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { PlatformError } from '#kernel';
import { letMovingGoOn } from './body-deadlines.ts';
import { ClientGone, hasNoBody, tooLarge } from './body-reader.ts';
import { DeclaredTypes, UNDECLARED_TYPE } from './declared-types.ts';
import { badRequest } from './json-body.ts';
import type { FilePart, MultipartBody } from './route.ts';
import { chunksOf } from './stream-chunks.ts';
import { uploadName } from './upload-name.ts';

/** A form is a few texts and files: what has more is no form of ours, and each part costs memory. */
const limits = { parts: 64, fieldSize: 65_536, fieldNameSize: 200, headerPairs: 16 };

/** Bytes that may wait for whoever receives a file: enough to write to a disk while more arrives. */
const buffers = { highWaterMark: 262_144, fileHwm: 262_144 };

/** A `multipart/form-data` body of at most `limit` bytes, parsed while it arrives. */
export class MultipartReader implements MultipartBody {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #limit: number;
  #isRead = false;

  constructor(response: ServerResponse, limit: number) {
    this.#request = response.req;
    this.#response = response;
    this.#limit = limit;
  }

  async read(receive: (part: FilePart) => Promise<void>): Promise<ReadonlyMap<string, string>> {
    const request = this.#request;
    if (this.#isRead) throw new TypeError('a multipart body can be read once');
    this.#isRead = true;
    if (hasNoBody(request)) return new Map();
    if (request.destroyed) throw new ClientGone();
    if (Number(request.headers['content-length'] ?? 0) > this.#limit) {
      request.resume();
      throw tooLarge(this.#limit);
    }
    const parser = openParser(request);
    if (request.headers.expect?.toLowerCase() === '100-continue') this.#response.writeContinue();
    return parse(request, parser, { limit: this.#limit, receive });
  }
}

function openParser(request: IncomingMessage): busboy.Busboy {
  try {
    // Names come as they were sent: whoever keeps a file decides what a slash in its name means.
    return busboy({ headers: request.headers, limits, preservePath: true, defParamCharset: 'utf8', ...buffers });
  } catch (cause) {
    request.resume();
    throw badRequest('The Content-Type of the form is not usable: it names no boundary', cause);
  }
}

/** The parser has read it before, so there is one. */
function boundaryOf(request: IncomingMessage): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(request.headers['content-type'] ?? '') ?? [];
  return quoted ?? plain ?? '';
}

interface Parsing {
  readonly limit: number;
  readonly receive: (part: FilePart) => Promise<void>;
}

/** Feeds the parser at the pace of whoever receives the files; settles only when the last receiver has. */
function parse(
  request: IncomingMessage,
  parser: busboy.Busboy,
  { limit, receive }: Parsing,
): Promise<ReadonlyMap<string, string>> {
  const fields = new Map<string, string>();
  const types = new DeclaredTypes(boundaryOf(request));
  const hurry = letMovingGoOn(request);
  let size = 0;
  let isOver = false;
  let receiving: Promise<void> = Promise.resolve();
  return new Promise((resolve, reject) => {
    const stop = () => {
      isOver = true;
      hurry();
      request.off('data', onData).off('end', onEnd).off('close', onGone);
    };
    /** What is left of the body is received and dropped, so that the client reads the answer. */
    const fail = (error: unknown) => {
      if (isOver) return;
      stop();
      parser.destroy(error instanceof Error ? error : new Error(String(error)));
      request.resume();
      receiving.finally(() => reject(error));
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) return fail(tooLarge(limit));
      for (const piece of types.push(chunk)) {
        if (isOver) return;
        const isReady = parser.write(piece);
        // The parser may have found a fault: then the rest is dropped, and nobody would ask for it again.
        if (!isReady && !isOver) request.pause();
      }
    };
    const onEnd = () => {
      request.off('close', onGone);
      parser.end(types.end());
    };
    const onGone = () => fail(new ClientGone());
    const onFile = (name: string | undefined, content: Readable, info: busboy.FileInfo) => {
      // An error reaches whoever reads the content; a part that nobody reads must not end the process.
      content.on('error', () => {});
      const take = async () => {
        if (isOver) return;
        const part = toPart(name, content, info);
        await (part.filename === '' ? keepText(name, content) : receive(part)).catch(fail);
        content.resume();
      };
      receiving = receiving.then(take);
    };
    const keepText = async (name: string | undefined, content: Readable) => {
      const text = await textOf(content, name);
      if (name !== undefined) fields.set(name, text);
    };
    parser.on('file', onFile);
    parser.on('field', (name: string | undefined, value, info) => {
      if (info.valueTruncated) fail(tooLong(name));
      else if (name !== undefined) fields.set(name, value);
    });
    parser.on('partsLimit', () => fail(badRequest(`The form has more than ${limits.parts} parts`)));
    parser.on('drain', () => request.resume());
    parser.on('error', (cause) => fail(badRequest('The form is not well-formed multipart/form-data', cause)));
    parser.on('close', () => {
      if (isOver) return;
      // All of the body is here, but a file may still be on its way to where it is kept.
      receiving.then(() => {
        if (isOver) return;
        stop();
        resolve(fields);
      });
    });
    request.on('data', onData).on('end', onEnd).on('close', onGone);
  });
}

function toPart(name: string | undefined, content: Readable, { filename = '', mimeType }: busboy.FileInfo): FilePart {
  const mediaType = mimeType === UNDECLARED_TYPE ? '' : mimeType.toLowerCase();
  return { name: name ?? '', filename: uploadName(filename), mediaType, content: chunksOf(content) };
}

/**
 * What names no file is a text, whatever its type: the parser takes `application/octet-stream` for a file, as which some
 * clients send all they send (runtime API, what to accept).
 */
async function textOf(content: Readable, name: string | undefined): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(content)) {
    size += chunk.length;
    if (size > limits.fieldSize) throw tooLong(name);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function tooLong(name: string | undefined): PlatformError {
  const message = `The field "${name}" is longer than ${limits.fieldSize} bytes, and names no file`;
  return new PlatformError('invalid', 'http.bad_request', message, name === undefined ? {} : { field: name });
}

/** Throws 415 for a body that is no form. An empty one is a form without parts. */
export function checkFormType(request: IncomingMessage): void {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw unsupported('the body must not be packed');
  if (hasNoBody(request) || type === 'multipart/form-data') return;
  throw unsupported(type === '' ? 'Content-Type is missing' : `Content-Type "${type}" is none`);
}

function unsupported(reason: string): PlatformError {
  const message = `This address takes forms with files, multipart/form-data: ${reason}`;
  return new PlatformError('invalid', 'http.unsupported_media_type', message);
}
