import { type Zippable, zipSync } from 'fflate';

/** Documents made by hand, small enough to read. */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

export function zip(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries = Object.entries(parts).map(([name, part]): [string, Uint8Array] => [
    name,
    typeof part === 'string' ? Buffer.from(part) : part,
  ]);
  return zipSync(Object.fromEntries(entries) as Zippable, { level: 9 });
}

export function relations(targets: Readonly<Record<string, readonly [type: string, target: string]>>): string {
  const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const items = Object.entries(targets).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="${base}/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join('')}</Relationships>`;
}

const wordSpace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** A Word document around a body of `w:` elements. */
export function docx(body: string, more: Readonly<Record<string, string | Uint8Array>> = {}): Uint8Array {
  return zip({
    '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': relations({ r1: ['officeDocument', 'word/document.xml'] }),
    'word/document.xml': `${declaration}<w:document ${wordSpace}><w:body>${body}</w:body></w:document>`,
    ...more,
  });
}

export const wordParagraph = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

export function wordTable(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) => row.map((cell) => `<w:tc>${cell}</w:tc>`).join('');
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>`;
}

export interface WorkbookParts {
  /** `sheetData` of each sheet, by name. */
  readonly sheets: Readonly<Record<string, string>>;
  readonly texts?: readonly string[];
  readonly styles?: string;
  readonly properties?: string;
}

export function xlsx({ sheets, texts = [], styles = '', properties = '' }: WorkbookParts): Uint8Array {
  const names = Object.keys(sheets);
  const sheetPart = (index: number) => `worksheets/sheet${index + 1}.xml`;
  return zip({
    'xl/workbook.xml': `${declaration}<workbook xmlns:r="r">${properties}<sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="s${index}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations({
      ...Object.fromEntries(names.map((_name, index) => [`s${index}`, ['worksheet', sheetPart(index)] as const])),
      texts: ['sharedStrings', '/xl/sharedStrings.xml'],
      styles: ['styles', 'styles.xml'],
    }),
    'xl/sharedStrings.xml': `${declaration}<sst>${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `${declaration}<styleSheet>${styles}</styleSheet>`,
    ...Object.fromEntries(
      Object.values(sheets).map((data, index) => [
        `xl/${sheetPart(index)}`,
        `${declaration}<worksheet><sheetData>${data}</sheetData></worksheet>`,
      ]),
    ),
  });
}

/** A presentation of slides given as the content of their shape trees, each with notes or none. */
export function pptx(slides: readonly { readonly shapes: string; readonly notes?: string }[]): Uint8Array {
  const parts: Record<string, string> = {
    'ppt/presentation.xml': `${declaration}<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${slides.map((_slide, index) => `<p:sldId id="${256 + index}" r:id="r${index}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    // Parts are numbered against the order of the slides.
    'ppt/_rels/presentation.xml.rels': relations(
      Object.fromEntries(
        slides.map((_slide, index) => [`r${index}`, ['slide', `slides/slide${slides.length - index}.xml`] as const]),
      ),
    ),
  };
  for (const [index, { shapes, notes }] of slides.entries()) {
    const name = `slide${slides.length - index}.xml`;
    parts[`ppt/slides/${name}`] = `${declaration}<p:sld xmlns:p="p" xmlns:a="a">${shapes}</p:sld>`;
    if (notes === undefined) continue;
    parts[`ppt/slides/_rels/${name}.rels`] = relations({ n: ['notesSlide', `../notesSlides/${name}`] });
    parts[`ppt/notesSlides/${name}`] = `${declaration}<p:notes xmlns:p="p" xmlns:a="a">${notes}</p:notes>`;
  }
  return zip(parts);
}

export const slideParagraph = (text: string) => `<p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody>`;

/** An OpenDocument file around the content of its body. */
export function openDocument(body: string): Uint8Array {
  return zip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `${declaration}<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b"><office:body>${body}</office:body></office:document-content>`,
  });
}

/** A book of chapters, by file name, read in this order. */
export function epub(chapters: Readonly<Record<string, string>>): Uint8Array {
  const names = Object.keys(chapters);
  return zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `${declaration}<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`,
    'OEBPS/book.opf': `${declaration}<package><manifest>${names
      .toReversed()
      .map((name) => `<item id="${name}" href="${encodeURI(name)}"/>`)
      .join('')}</manifest><spine>${names.map((name) => `<itemref idref="${name}"/>`).join('')}</spine></package>`,
    ...Object.fromEntries(names.map((name) => [`OEBPS/${name}`, chapters[name] ?? ''])),
  });
}

export interface PdfOptions {
  /** More entries of the trailer. */
  readonly trailer?: string;
  /** The font's dictionary; default Helvetica. */
  readonly font?: string;
  /** Packed content of the only page, in place of text. */
  readonly packed?: Uint8Array;
  /** Entries of its outline, each with the index of the page it leads to. */
  readonly outline?: readonly { readonly title: string; readonly page: number }[];
}

/** A PDF with one page for each text; `\n` begins a new line. */
export function pdf(pages: readonly string[], options: PdfOptions = {}): Uint8Array {
  const { trailer = '', font = '/Type /Font /Subtype /Type1 /BaseFont /Helvetica', packed, outline = [] } = options;
  const contents = pages.map((text) => {
    const lines = text.split('\n').map((line) => `${line.startsWith('<') ? line : `(${line})`} Tj 0 -20 Td`);
    return Buffer.from(`BT /F1 12 Tf 72 720 Td ${lines.join(' ')} ET`);
  });
  const kids = contents.map((_content, index) => `${4 + index * 2} 0 R`).join(' ');
  const outlineAt = 4 + contents.length * 2;
  const objects: Buffer[] = [
    Buffer.from(`<< /Type /Catalog /Pages 2 0 R ${outline.length > 0 ? `/Outlines ${outlineAt} 0 R ` : ''}>>`),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`),
    Buffer.from(`<< ${font} >>`),
  ];
  for (const [index, content] of contents.entries()) {
    const body = packed ?? content;
    const filter = packed === undefined ? '' : '/Filter /FlateDecode ';
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
      ),
      Buffer.concat([Buffer.from(`<< ${filter}/Length ${body.length} >>\nstream\n`), body, Buffer.from('\nendstream')]),
    );
  }
  if (outline.length > 0) objects.push(...outlineObjects(outline, outlineAt));
  return assemblePdf(objects, trailer);
}

/** An outline and its entries, whose numbers follow its own. */
function outlineObjects(outline: NonNullable<PdfOptions['outline']>, at: number): readonly Buffer[] {
  const last = at + outline.length;
  const entries = outline.map(({ title, page }, index) => {
    const next = at + index + 2 > last ? '' : `/Next ${at + index + 2} 0 R `;
    return `<< /Title (${title}) /Parent ${at} 0 R ${next}/Dest [${4 + page * 2} 0 R /Fit] >>`;
  });
  const root = `<< /Type /Outlines /First ${at + 1} 0 R /Last ${last} 0 R /Count ${outline.length} >>`;
  return [root, ...entries].map((object) => Buffer.from(object));
}

function assemblePdf(objects: readonly Buffer[], trailer: string): Uint8Array {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = 9;
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const piece = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    pieces.push(piece);
    length += piece.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  pieces.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(pieces));
}

/** A trailer that asks for a password nobody has. */
export const encryptedTrailer = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >> /ID [<${'01'.repeat(16)}> <${'01'.repeat(16)}>]`;
