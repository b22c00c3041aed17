import { frameKinds, mostRequestBytes } from '#plugins/sandbox/python/messages.ts';
import { hostPipe } from './host-pipe.ts';
import type { FileSystem } from './interpreter.ts';

const tooLargeError = 22;

interface DeviceStream {
  sent?: Uint8Array[];
  size?: number;
  answer?: Uint8Array;
  read?: number;
}

/**
 * `/dev/weft`: what is written to it is asked of the host at the first read, which waits for the answer. A file rather
 * than a JavaScript function, so that only bytes pass between the code and this process.
 */
export function addNetworkDevice(files: FileSystem): void {
  const device = files.makedev(77, 0);
  files.registerDevice(device, {
    open(stream: DeviceStream) {
      stream.sent = [];
      stream.size = 0;
    },
    close() {},
    write(stream: DeviceStream, buffer: Int8Array, offset: number, length: number) {
      stream.size = (stream.size ?? 0) + length;
      if (stream.size > mostRequestBytes) throw new files.ErrnoError(tooLargeError);
      stream.sent?.push(new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length).slice());
      return length;
    },
    read(stream: DeviceStream, buffer: Int8Array, offset: number, length: number) {
      if (stream.answer === undefined) {
        hostPipe.send(frameKinds.network, Buffer.concat(stream.sent ?? []));
        stream.answer = hostPipe.receive();
        stream.read = 0;
      }
      const piece = stream.answer.subarray(stream.read ?? 0, (stream.read ?? 0) + length);
      buffer.set(piece, offset);
      stream.read = (stream.read ?? 0) + piece.length;
      return piece.length;
    },
  });
  files.mkdev('/dev/weft', device);
}
