/**
 * Response headers as Node sends them fastest: names and values in turns, written once with the status. (Through
 * `setHeader` or koa each would be stored, looked up and copied first.)
 */
export type HeaderList = string[];

/** Sets headers; one that is in the list already, in any case, gets the new value. */
export function setHeaders(list: HeaderList, headers: Readonly<Record<string, string>>): HeaderList {
  for (const name in headers) {
    const at = indexOfName(list, name.toLowerCase());
    const value = headers[name] ?? '';
    if (at === -1) list.push(name, value);
    else list[at + 1] = value;
  }
  return list;
}

/** Whether it is there, in any case. `lowerName`: in lower case. */
export function hasHeader(list: HeaderList, lowerName: string): boolean {
  return indexOfName(list, lowerName) !== -1;
}

/** The value of a header, in any case. `lowerName`: in lower case. */
export function headerOf(list: HeaderList, lowerName: string): string | undefined {
  const at = indexOfName(list, lowerName);
  return at === -1 ? undefined : list[at + 1];
}

function indexOfName(list: HeaderList, lowerName: string): number {
  for (let index = 0; index < list.length; index += 2) {
    if (list[index]?.toLowerCase() === lowerName) return index;
  }
  return -1;
}
