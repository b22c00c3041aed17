import type { PutValue, ValuePlace } from '#engine';
import { misplaced } from './misplaced-value.ts';
import { encoded, isEscaped, ofQuery, unbroken } from './value-places.ts';

const label = String.raw`[\p{L}\p{N}_-]+`;
const hostPattern = new RegExp(`^${label}(?:\\.${label})*\\.?$`, 'u');
const labelPattern = new RegExp(`^${label}$`, 'u');

/**
 * A value in an address. One that begins it, or is all that follows the scheme or the host, is taken as it is written: there
 * the author left the rest of the address to it. Elsewhere it stays in its part: a host, a port, one segment of the path,
 * one name or value of the query. Throws `egress.misplaced_value` for what can't be written there.
 */
export const inAddress: PutValue = (value, place) => {
  const before = place.before.trimStart();
  if (before === '') return beginning(unbroken(value).trim(), place);
  const authority = /^[a-z][a-z\d+.-]*:[\\/]{2}([^/?#\\]*)$/i.exec(before)?.[1];
  if (authority !== undefined) return inAuthority(value, authority, place);
  if (before.includes('#')) return encoded(value);
  const mark = before.indexOf('?');
  return mark === -1 ? inPath(value, before, place) : ofQuery(value, before.slice(mark + 1), place.after);
};

function beginning(text: string, { after, name }: ValuePlace): string {
  if (after.trim() === '') return text;
  if (after.startsWith('://')) {
    if (/^https?$/i.test(text)) return text;
    throw misplaced(name, 'stands for http or https, and is neither');
  }
  // Fragments are never sent; what the author wrote behind one would not be either.
  const start = text.split('#', 1)[0] ?? '';
  if (/^[.:@\w-]/.test(after) && !/^https?:\/\/[^/?#\\@]*$/i.test(text)) {
    throw misplaced(
      name,
      'is continued as the name of a host, and is more than http:// or https:// with the start of one',
    );
  }
  if (after.startsWith('/') && start.includes('?')) {
    throw misplaced(name, 'is continued as a path, and has a query');
  }
  return start;
}

function inAuthority(value: string, written: string, { after, name }: ValuePlace): string {
  const rest = /^[^/?#\\]*/.exec(after)?.[0] ?? '';
  if (rest.includes('@')) return inUser(value, written === '' && rest.startsWith('@'));
  const text = unbroken(value).trim();
  const authority = written.slice(written.lastIndexOf('@') + 1);
  const isEnd = rest === '';
  if (authority === '' && after === '') return text;
  // Nothing as the whole host would leave the host to what follows.
  if (text === '' && (authority !== '' || !/^[/\\\uFFFC]/.test(after))) return text;
  if (isEnd && authority !== '' && !authority.endsWith(':') && /^[/?]/.test(text)) return tail(text, after);
  if (/^(?:[^[:]|\[[^\]]*\])*:\d*$/.test(authority)) {
    if (/^\d{1,5}$/.test(text)) return text;
    throw misplaced(name, 'stands for a port, and is none');
  }
  if (isHost(text, authority, rest)) return text;
  throw misplaced(name, `stands for ${authority === '' && isEnd ? 'a host' : 'part of a host'}, and is none`);
}

/** `isAll`: it is the user and the password. */
function inUser(value: string, isAll: boolean): string {
  const kept = (part: string) => (isEscaped(part) ? part : encoded(part));
  const colon = isAll ? value.indexOf(':') : -1;
  return colon === -1 ? kept(value) : `${kept(value.slice(0, colon))}:${kept(value.slice(colon + 1))}`;
}

/** `rest`: what its author wrote behind it, up to the path. */
function isHost(text: string, authority: string, rest: string): boolean {
  const isEnd = rest === '';
  if (authority.startsWith('[')) return /^[\da-f:.]+$/i.test(text);
  const port = isEnd ? (/:\d{1,5}$/.exec(text)?.[0] ?? '') : '';
  const host = text.slice(0, text.length - port.length);
  // What is written before has its dot, or a value such as `.other.org` would make another host of it.
  if (authority !== '' && !authority.endsWith('.')) {
    // Letters behind a name with a dot, and with none to come, would make another top-level domain of it.
    const isWhole = !rest.includes('.') && /\..*[^-]$/.test(authority);
    return host === '' || (!isWhole && labelPattern.test(host));
  }
  return hostPattern.test(host) || (authority === '' && isEnd && /^\[[\da-f:.]+\]$/i.test(host));
}

/** A path, and what follows it, that the author left to a value. */
function tail(text: string, after: string): string {
  return after === '' ? text : text.replace(/[?#]/g, encodeURIComponent);
}

function inPath(text: string, before: string, { after, name }: ValuePlace): string {
  const start = before.slice(Math.max(before.lastIndexOf('/'), before.lastIndexOf('\\')) + 1);
  // An address in an address, as services that read pages are asked (`https://r.example/{{#url#}}`).
  // Judged as it is sent: who reads addresses leaves tabs out.
  const address = unbroken(text).replaceAll('\t', '');
  const isAddress = start === '' && after === '' && /^https?:\/\//i.test(address);
  if (isAddress && !address.split(/[/\\?]/).some(isStep)) return address.replaceAll('#', '%23');
  const end = /^[^/?#\\]*/.exec(after)?.[0] ?? '';
  if (isStep(start + text + end)) throw misplaced(name, 'would be a step up in the path of the address');
  return isEscaped(text, /[/\\]/) ? text : encoded(text);
}

function isStep(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}
