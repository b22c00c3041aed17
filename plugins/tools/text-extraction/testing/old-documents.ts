import { compoundFile, type Storage } from './compound-file.ts';

/** A Word 97 document of one piece of text; paragraphs end in `\r`. */
export function doc(text: string): Uint8Array {
  const start = 1024;
  const content = Buffer.from(text, 'utf16le');
  const main = Buffer.alloc(Math.max(4096, start + content.length));
  main.writeUInt16LE(0xa5ec, 0);
  main.writeUInt16LE(0xc1, 2);
  // The table lies in the stream `1Table`.
  main.writeUInt16LE(0x0200, 10);
  main.writeUInt32LE(text.length, 76);
  content.copy(main, start);
  const pieces = Buffer.alloc(21);
  pieces.writeUInt8(2, 0);
  pieces.writeUInt32LE(16, 1);
  pieces.writeUInt32LE(0, 5);
  pieces.writeUInt32LE(text.length, 9);
  pieces.writeUInt32LE(start, 15);
  main.writeUInt32LE(0, 418);
  main.writeUInt32LE(pieces.length, 422);
  return compoundFile({ WordDocument: main, '1Table': pieces });
}

export interface OutlookMessage {
  readonly subject: string;
  readonly body: string;
  readonly from: readonly [name: string, address: string];
  readonly to: readonly (readonly [name: string, address: string])[];
  readonly attachments?: readonly string[];
}

/** An Outlook message with its texts in Unicode. */
export function msg({ subject, body, from, to, attachments = [] }: OutlookMessage): Uint8Array {
  const text = (value: string) => Buffer.from(value, 'utf16le');
  const storage: Record<string, Uint8Array | Storage> = {
    '__properties_version1.0': Buffer.alloc(32),
    '__substg1.0_001A001F': text('IPM.Note'),
    '__substg1.0_0037001F': text(subject),
    '__substg1.0_1000001F': text(body),
    '__substg1.0_0C1A001F': text(from[0]),
    '__substg1.0_0C1F001F': text(from[1]),
    '__nameid_version1.0': { '__substg1.0_00020102': Buffer.alloc(16), '__substg1.0_00030102': Buffer.alloc(16) },
  };
  for (const [index, [name, address]] of to.entries()) {
    storage[`__recip_version1.0_#${number(index)}`] = {
      '__properties_version1.0': Buffer.alloc(8),
      '__substg1.0_3001001F': text(name),
      '__substg1.0_3003001F': text(address),
    };
  }
  for (const [index, name] of attachments.entries()) {
    storage[`__attach_version1.0_#${number(index)}`] = {
      '__properties_version1.0': Buffer.alloc(8),
      '__substg1.0_3707001F': text(name),
      '__substg1.0_37010102': Buffer.from('content'),
    };
  }
  return compoundFile(storage);
}

function number(index: number): string {
  return index.toString(16).padStart(8, '0').toUpperCase();
}
