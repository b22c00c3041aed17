import { PlatformError } from '#kernel';
import type { ProcessEnd, ProcessLimits } from '#plugins/confined-processes/contract.ts';
import type { ExtractionAnswer } from './protocol.ts';

type Refused = Extract<ExtractionAnswer, { ok: false }>;

/** Why a document gave no text, for its user. `label`: what the document is called. */
export function failedExtraction(label: string, { reason, message }: Refused): PlatformError {
  const sentence = `The file ${label} ${message}.`;
  switch (reason) {
    case 'unsupported':
      return new PlatformError('invalid', 'text-extraction.unsupported_format', sentence);
    case 'unreadable':
      return new PlatformError('invalid', 'text-extraction.unreadable', sentence);
    case 'limit':
      return new PlatformError('invalid', 'text-extraction.limit_exceeded', sentence);
  }
}

/** Why the process that read a document ended before it answered. */
export function processFailure(
  label: string,
  end: ProcessEnd,
  limits: Pick<ProcessLimits, 'timeMs' | 'memoryMb'>,
): PlatformError {
  if (end === 'too-slow') {
    return limitExceeded(
      `The file ${label} took longer than ${limits.timeMs / 1000} s to read`,
      'WEFT_EXTRACTION_TIME_MS',
    );
  }
  if (end === 'too-large') {
    return limitExceeded(
      `The file ${label} needed more than ${limits.memoryMb} MB of memory to read`,
      'WEFT_EXTRACTION_MEMORY_MB',
    );
  }
  return new PlatformError(
    'unavailable',
    'text-extraction.process_died',
    `The process that read the file ${label} ended unexpectedly; try again.`,
  );
}

function limitExceeded(problem: string, setting: string): PlatformError {
  const message = `${problem}, the limit (${setting}).`;
  return new PlatformError('invalid', 'text-extraction.limit_exceeded', message);
}
