import type { SandboxResult } from '#plugins/sandbox/contract.ts';
import type { SandboxLimits } from '#plugins/sandbox/protocol.ts';

/** What a call is asked with. */
export interface PythonCall {
  readonly code: string;
  /** JSON text of the arguments. */
  readonly input: string;
  readonly limits: Pick<SandboxLimits, 'outputChars' | 'logChars'>;
}

const callHeadBytes = 12;
const answerHeadBytes = 9;
const mostMessageChars = 5000;
const mostLines = 2000;
/** UTF-8 needs at most three bytes for each of a text's UTF-16 units. */
const bytesPerChar = 3;
/** First byte of an answer: how the call ended. */
const endings = ['ok', 'CodeError', 'OutputTooLarge', 'OutOfMemory'] as const;

/** Host to child: the limits (output, log) and the code's length, four bytes each; then the code and the input. */
export function encodeCall({ code, input, limits }: PythonCall): Buffer {
  const codeBytes = Buffer.byteLength(code);
  const bytes = Buffer.allocUnsafe(callHeadBytes + codeBytes + Buffer.byteLength(input));
  bytes.writeUInt32LE(limits.outputChars, 0);
  bytes.writeUInt32LE(limits.logChars, 4);
  bytes.writeUInt32LE(codeBytes, 8);
  bytes.write(code, callHeadBytes);
  bytes.write(input, callHeadBytes + codeBytes);
  return bytes;
}

/** Bytes of the longest answer within these limits. */
export function mostAnswerBytes({ outputChars, logChars }: PythonCall['limits']): number {
  return answerHeadBytes + outputChars + bytesPerChar * (mostMessageChars + logChars) + 100 * 1024;
}

/**
 * Child to host: how the call ended, the lengths of a message and of what was printed, four bytes each; then these two
 * and the JSON text of the result, which is ASCII. Nothing of it is parsed here: that is for who takes the result, in a
 * thread of its own. Null when the bytes are no such answer.
 */
export function decodeAnswer(bytes: Buffer, limits: PythonCall['limits']): SandboxResult | null {
  if (bytes.length < answerHeadBytes) return null;
  const messageEnd = answerHeadBytes + bytes.readUInt32LE(1);
  const logsEnd = messageEnd + bytes.readUInt32LE(5);
  const ending = endings[bytes.readUInt8(0)];
  if (ending === undefined || logsEnd > bytes.length) return null;
  const logs = readLines(bytes.toString('utf8', messageEnd, logsEnd));
  if (logs === null) return null;
  if (ending === 'ok') {
    const isFitting = bytes.length > logsEnd && bytes.length - logsEnd <= limits.outputChars;
    return isFitting ? { ok: true, output: bytes.toString('latin1', logsEnd), logs } : null;
  }
  if (bytes.length > logsEnd) return null;
  const message = bytes.toString('utf8', answerHeadBytes, messageEnd);
  return { ok: false, type: ending, message: message.slice(0, mostMessageChars), logs };
}

/** The answer of an interpreter that has ended, and can't write its own. */
export function encodeFailure(message: string): Buffer {
  const text = Buffer.from(message);
  const bytes = Buffer.alloc(answerHeadBytes + text.length);
  bytes.writeUInt8(endings.indexOf('CodeError'), 0);
  bytes.writeUInt32LE(text.length, 1);
  bytes.set(text, answerHeadBytes);
  return bytes;
}

/** Lines, each with its end. */
function readLines(text: string): string[] | null {
  if (text === '') return [];
  const lines = text.split('\n', mostLines + 1);
  return lines.length > mostLines || lines.pop() !== '' ? null : lines;
}
