/** Small real files that inputs of the type `file` refer to by address. */
import { type Mapping, textsAt } from '#engine/dsl/tree.ts';

interface Sample {
  readonly type: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

const prose = 'Ferns\n\nFerns grow in the shade. They have fronds and spores, and no flowers.\n';

const samples: Readonly<Record<string, Sample>> = {
  txt: { type: 'document', mediaType: 'text/plain', bytes: Buffer.from(prose) },
  md: { type: 'document', mediaType: 'text/markdown', bytes: Buffer.from(`# ${prose}`) },
  html: { type: 'document', mediaType: 'text/html', bytes: Buffer.from(`<html><body><p>${prose}</p></body></html>`) },
  csv: { type: 'document', mediaType: 'text/csv', bytes: Buffer.from('name,height\nlady fern,60\nbracken,150\n') },
  pdf: { type: 'document', mediaType: 'application/pdf', bytes: pdf('Ferns grow in the shade.') },
  png: { type: 'image', mediaType: 'image/png', bytes: Buffer.from(onePixel(), 'base64') },
  wav: { type: 'audio', mediaType: 'audio/wav', bytes: silence() },
  mp4: { type: 'video', mediaType: 'video/mp4', bytes: Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1') },
};

/** A file reference of a request (runtime API, files): the first sample that the input's rules allow. */
export function sampleFile(rules: Mapping, origin: string): Mapping {
  const allowed = textsAt(rules, 'allowed_file_types');
  const extensions = textsAt(rules, 'allowed_file_extensions').map((text) => text.replace(/^\./, '').toLowerCase());
  const entries = Object.entries(samples);
  const found =
    entries.find(([, { type }]) => allowed.length === 0 || allowed.includes(type)) ??
    entries.find(([extension]) => extensions.includes(extension)) ??
    entries[0];
  const extension = found?.[0] ?? 'txt';
  const type = allowed.length === 0 || allowed.includes(found?.[1].type ?? '') ? found?.[1].type : 'custom';
  return { type, transfer_method: 'remote_url', url: `${origin}/files/ferns.${extension}` };
}

/** The file behind an address that `sampleFile` made up. */
export function sampleAt(path: string): Sample | undefined {
  const extension = /\.([a-z0-9]+)$/.exec(path)?.[1] ?? '';
  return Object.hasOwn(samples, extension) ? samples[extension] : undefined;
}

/** One page with one line of text. */
function pdf(text: string): Buffer {
  const stream = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}

function onePixel(): string {
  return 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
}

/** A tenth of a second, 8 kHz, 16 bits. */
function silence(): Buffer {
  const wav = Buffer.alloc(44 + 1600);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + 1600, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(8000, 24);
  wav.writeUInt32LE(16000, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(1600, 40);
  return wav;
}
