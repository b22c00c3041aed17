import { crc32 } from 'node:zlib';

/** A message of the binary framing of AWS. */
export function eventFrame(headers: Readonly<Record<string, string>>, payload: string): Buffer {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => headerBytes(name, value)));
  const body = Buffer.from(payload);
  const message = Buffer.alloc(16 + head.length + body.length);
  message.writeUInt32BE(message.length, 0);
  message.writeUInt32BE(head.length, 4);
  message.writeUInt32BE(crc32(message.subarray(0, 8)), 8);
  head.copy(message, 12);
  body.copy(message, 12 + head.length);
  message.writeUInt32BE(crc32(message.subarray(0, -4)), message.length - 4);
  return message;
}

function headerBytes(name: string, value: string): Buffer {
  const text = Buffer.from(value);
  const bytes = Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7, 0, 0]), text]);
  bytes.writeUInt16BE(text.length, name.length + 2);
  return bytes;
}

/** Events `{"<type>": …}`, one of them in each line of `data: …`. */
export function eventFrames(stream: string): readonly Buffer[] {
  return [...stream.matchAll(/^data: (.*)$/gm)].map(([, data]) => {
    const [type = '', payload] = Object.entries(JSON.parse(data ?? '') as Record<string, unknown>)[0] ?? [];
    const headers = { ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' };
    return eventFrame(headers, JSON.stringify(payload));
  });
}
