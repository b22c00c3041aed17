import { PlatformError } from '#kernel';
import type { SandboxRequest } from './contract.ts';

/** The input of the host call `sandbox.run`, checked: whoever asks sits in another thread. */
export function readRequest(input: unknown): SandboxRequest {
  const { language, code, input: argument } = (input ?? {}) as Partial<Record<keyof SandboxRequest, unknown>>;
  const isKnown = language === 'javascript' || language === 'python3';
  if (isKnown && typeof code === 'string' && typeof argument === 'string') {
    return { language, code, input: argument };
  }
  throw new PlatformError(
    'invalid',
    'sandbox.invalid_request',
    'sandbox.run takes { language: "javascript" or "python3", code, input } where input is the JSON text of an object.',
  );
}
