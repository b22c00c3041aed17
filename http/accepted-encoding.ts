/** Whether `Accept-Encoding` takes an encoding: by its name, else by `*`, and not with `q=0`. */
export function acceptsEncoding(header: string | undefined, encoding: string): boolean {
  if (header === undefined) return false;
  const items = header.split(',').map((item) =>
    item
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  const found = items.find(([name]) => name === encoding) ?? items.find(([name]) => name === '*');
  const weight = found?.find((part) => part.startsWith('q='));
  return found !== undefined && (weight === undefined || Number(weight.slice(2)) > 0);
}
