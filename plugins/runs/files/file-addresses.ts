import type { JsonText } from '#engine';
import type { FileAddresses } from './contract.ts';
import { textWithAddresses, withAddresses } from './kept-values.ts';
import type { AddressedFile, SignedAddresses } from './signed-address.ts';

/** Signed addresses, of the origin of one request or of none. */
export class OriginAddresses implements FileAddresses {
  readonly #addresses: SignedAddresses;
  readonly #origin: string | undefined;

  constructor(addresses: SignedAddresses, origin?: string) {
    this.#addresses = addresses;
    this.#origin = origin;
  }

  signedUrl(file: AddressedFile): string {
    return this.#addresses.urlOf(file, this.#origin);
  }

  freshen(workspaceId: string, value: unknown): unknown {
    return withAddresses(value, (id) => this.signedUrl({ id, workspaceId }));
  }

  freshenText(workspaceId: string, text: JsonText): JsonText {
    return this.readdressed(textWithAddresses(text, (id) => this.signedUrl({ id, workspaceId })));
  }

  readdressed(text: string): string {
    // Most texts are tokens of an answer, and name no file.
    if (this.#origin === undefined || !text.includes('/files/')) return text;
    return this.#addresses.readdressed(text, this.#origin);
  }
}
