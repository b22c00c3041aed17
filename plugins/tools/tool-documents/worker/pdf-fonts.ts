import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Ideographs, kana, hangul and their punctuation, in runs. */
const EAST_ASIAN =
  /[\u1100-\u11ff\u2e80-\u303f\u3040-\u30ff\u3100-\u318f\u31a0-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3134f}]+/gu;
const HANGUL = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/;

/** The parts of a font that pdfkit asks for. Lengths are thousandths of the font's size. */
interface PdfDocument {
  ref(data: object): PdfReference;
}
interface PdfReference {
  data?: unknown;
  end(): void;
}

const files = {
  regular: 'DejaVuSans',
  bold: 'DejaVuSans-Bold',
  italic: 'DejaVuSans-Oblique',
  boldItalic: 'DejaVuSans-BoldOblique',
  code: 'DejaVuSansMono',
} as const;
export type Face = keyof typeof files;

const kept = new Map<Face, Buffer>();

/** A face of DejaVu, which comes with the server. */
export function faceOf(face: Face): Buffer {
  const found = kept.get(face);
  if (found !== undefined) return found;
  const bytes = readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${files[face]}.ttf`));
  kept.set(face, bytes);
  return bytes;
}

/** Pieces of a text, each of one script: pieces with `script` are for an EastAsianFont. */
export function* piecesOf(text: string): Generator<{ readonly text: string; readonly script?: Script }> {
  let at = 0;
  for (const { 0: found, index } of text.matchAll(EAST_ASIAN)) {
    if (index > at) yield { text: text.slice(at, index) };
    yield { text: found, script: HANGUL.test(found) ? 'korean' : 'han' };
    at = index + found.length;
  }
  if (at < text.length) yield { text: text.slice(at) };
}

const collections = {
  han: { name: 'STSong-Light', ordering: 'GB1', supplement: 5, encoding: 'UniGB-UTF16-H' },
  korean: { name: 'HYSMyeongJo-Medium', ordering: 'Korea1', supplement: 2, encoding: 'UniKS-UTF16-H' },
} as const;
export type Script = keyof typeof collections;

/**
 * Chinese, Japanese and Korean text in a font of the reader's own (PDF 1.7, 9.7.5.2, predefined CMaps): a font with these
 * characters has many megabytes, and readers bring one. Text in it can be searched and copied.
 */
export class EastAsianFont {
  readonly id: string;
  readonly name: string;
  readonly ascender = 880;
  readonly descender = -120;
  readonly lineGap = 150;
  readonly xHeight = 500;
  readonly capHeight = 700;
  readonly #document: PdfDocument;
  readonly #script: Script;
  #dictionary: PdfReference | undefined;

  constructor(document: PdfDocument, script: Script) {
    this.#document = document;
    this.#script = script;
    this.id = script === 'han' ? 'FH' : 'FK';
    this.name = collections[script].name;
  }

  ref(): PdfReference {
    this.#dictionary ??= this.#make();
    return this.#dictionary;
  }

  finalize(): void {
    this.#dictionary?.end();
  }

  /** UTF-16, as the CMap reads it; every character is as wide as it is high. */
  encode(text: string): [string[], object[]] {
    const characters = Array.from(text);
    const position = { xAdvance: 1000, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth: 1000 };
    return [
      characters.map((character) => Buffer.from(character, 'utf16le').swap16().toString('hex')),
      characters.map(() => position),
    ];
  }

  widthOfString(text: string, size: number): number {
    return Array.from(text).length * size;
  }

  lineHeight(size: number, includesGap = false): number {
    return ((this.ascender + (includesGap ? this.lineGap : 0) - this.descender) / 1000) * size;
  }

  #make(): PdfReference {
    const { name, ordering, supplement, encoding } = collections[this.#script];
    const system = { Registry: new String('Adobe'), Ordering: new String(ordering), Supplement: supplement };
    const descriptor = this.#document.ref({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: 6,
      FontBBox: [0, -120, 1000, 880],
      ItalicAngle: 0,
      Ascent: this.ascender,
      Descent: this.descender,
      CapHeight: this.capHeight,
      StemV: 80,
    });
    descriptor.end();
    const descendant = this.#document.ref({
      Type: 'Font',
      Subtype: 'CIDFontType0',
      BaseFont: name,
      CIDSystemInfo: system,
      FontDescriptor: descriptor,
      DW: 1000,
    });
    descendant.end();
    return this.#document.ref({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: `${name}-${encoding}`,
      Encoding: encoding,
      DescendantFonts: [descendant],
    });
  }
}
