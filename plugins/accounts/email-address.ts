/**
 * One spelling of an address: accounts and invitations are found and counted by it. Without what nobody sees (control
 * and format characters), composed (NFC), in lower case.
 */
export function plainEmail(address: string): string {
  return address
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
    .normalize('NFC')
    .toLowerCase();
}
