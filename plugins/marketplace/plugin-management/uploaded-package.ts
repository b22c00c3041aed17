import type { MultipartBody } from '#http';
import { PlatformError } from '#kernel';
import type { Wanted } from '#plugins/plugin-installs/contract.ts';
import { PACKAGE_LIMITS, readSignature } from '#plugins/plugin-packages/contract.ts';

/** Bytes of a form besides the package. */
const formOverhead = 64 * 1024;
/** Bytes of a form with a package. */
export const uploadBytes = PACKAGE_LIMITS.packed + formOverhead;

export interface UploadedPackage {
  readonly wanted: Wanted;
  /** What was consented to; empty: nothing was. */
  readonly consent: string;
  /** The same of a change of who stands for it. */
  readonly changeConsent: string | null;
}

/** A package that somebody sends: `file`, its `signature` where there is one, and the `consent` to a plan of it, with `change_consent`. */
export async function uploadedPackage(form: MultipartBody): Promise<UploadedPackage> {
  const files = new Map<string, Uint8Array>();
  const fields = await form.read(async ({ name, content }) => {
    if (name !== 'file' && name !== 'signature') return;
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    files.set(name, Buffer.concat(chunks));
  });
  const bytes = files.get('file');
  if (bytes === undefined || bytes.length === 0) {
    throw new PlatformError(
      'invalid',
      'plugin-management.no_file',
      'Send the package as the file "file": a .tgz, as "weft plugin pack" or "npm pack" makes it.',
      { field: 'file' },
    );
  }
  const sent = files.get('signature');
  const signature = signatureOf(sent === undefined ? fields.get('signature') : Buffer.from(sent).toString('utf8'));
  const changeConsent = fields.get('change_consent') ?? null;
  return { wanted: { bytes, signature }, consent: fields.get('consent') ?? '', changeConsent };
}

function signatureOf(text: string | undefined) {
  if (text === undefined || text.trim() === '') return null;
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    // Told below.
  }
  const signature = readSignature(read);
  if (signature !== null) return signature;
  throw new PlatformError(
    'invalid',
    'plugin-management.invalid_signature',
    'The signature is none: send what "weft plugin sign" wrote beside the package (….weft-signature.json).',
    { field: 'signature' },
  );
}
