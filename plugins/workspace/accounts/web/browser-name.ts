/** Each calls itself like those before it, too: the first that is found is it. */
const browsers = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|\bCriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const systems = [
  [/\biPhone|\biPad/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** What people call a browser: `Firefox, Linux`. One that is not known is called as it calls itself. */
export function browserName(userAgent: string): string {
  const named = (names: typeof browsers | typeof systems) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = named(browsers);
  if (browser === undefined) return userAgent;
  return [browser, named(systems)].filter((part) => part !== undefined).join(', ');
}
