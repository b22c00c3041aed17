/** What is done with PDFs. Plain data. `pages`: numbers from 1 with ranges, `1,3-5`; "" for all. */
export type PdfTask =
  | { readonly do: 'count'; readonly pdfs: readonly Uint8Array[] }
  | { readonly do: 'extract'; readonly pdfs: readonly Uint8Array[]; readonly pages: string }
  /** Into PDFs of so many pages each, of those in `pages`. */
  | { readonly do: 'split'; readonly pdfs: readonly Uint8Array[]; readonly pages: string; readonly every: number }
  | { readonly do: 'merge'; readonly pdfs: readonly Uint8Array[] }
  | { readonly do: 'rotate'; readonly pdfs: readonly Uint8Array[]; readonly pages: string; readonly degrees: number };

/** PDFs that one becomes at most. */
export const MAX_PARTS = 50;
const HEAD_BYTES = 4;

/** Several files as one answer: each with its length before it. */
export function packed(files: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    files.flatMap((bytes) => {
      const head = Buffer.alloc(HEAD_BYTES);
      head.writeUInt32LE(bytes.length);
      return [head, bytes];
    }),
  );
}

/** Throws RangeError for an answer that was not packed so. */
export function unpacked(answer: Uint8Array): readonly Uint8Array[] {
  const bytes = Buffer.from(answer);
  const files: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const start = at + HEAD_BYTES;
    at = start + bytes.readUInt32LE(at);
    if (at > bytes.length || files.length >= MAX_PARTS) throw new RangeError('an answer of other lengths');
    files.push(bytes.subarray(start, at));
  }
  return files;
}
