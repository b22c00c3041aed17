/** What may be a name in a repository: told on both sides, so nothing is imported here. */

const encoder = new TextEncoder();
/** Bytes of one name, as file systems take them, and of a path. */
const maxName = 255;
const maxPath = 4096;

/** Whether it can be the name of a file or folder: none that leads elsewhere, none that git keeps for itself. */
export function isName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || encoder.encode(name).length > maxName) return false;
  if (/[/\\\p{Cc}\p{Zl}\p{Zp}\ufffd]/u.test(name)) return false;
  // Some file systems drop dots, spaces and characters without width; what would be .git there is it here.
  return !/^(?:\.git|git~\d+)$/i.test(name.replace(/[\p{Cf}\s]/gu, '').replace(/\.+$/, ''));
}

/** A path from the root, with `/` between names. */
export function isPath(path: string): boolean {
  return encoder.encode(path).length <= maxPath && path.split('/').every(isName);
}

/** What two paths have in common that some file systems can't tell apart. */
export function sameOnSome(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** A branch's name as git allows it. */
export function isBranch(name: string): boolean {
  if (encoder.encode(name).length > maxName || /[\s\p{Cc}\ufffd~^:?*[\\]|\.\.|@\{|\/\/|\.$/u.test(name)) return false;
  if (name === '@' || name === 'HEAD' || name.startsWith('-')) return false;
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}
