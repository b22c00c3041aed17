import { describe, expect, it } from 'vitest';
import { asksNetwork } from './asks-network.ts';

const asks = (code_language: string, code: unknown) => asksNetwork({ code_language, code });

describe('code asks the network', () => {
  it.each([
    ['python3', 'import json\n\n  import   os, requests\n'],
    ['python3', 'from urllib.request import urlopen'],
    ['javascript', '// data\n  await fetch ("https://x.example")'],
    ['javascript', "const https = require( 'node:https')"],
  ])('in %s: %s', (language, code) => {
    expect(asks(language, code)).toBe(true);
  });
});

describe('code does not ask the network', () => {
  it.each([
    ['python3', '# import requests\nimport json # not requests\nrequests = 1'],
    ['python3', 'fetch("x")'],
    ['javascript', '\n\n \t// fetch("x")\n\n// require("https")\nreturn prefetch("x")'],
    ['javascript', 'import requests'],
    ['javascript', undefined],
  ])('in %s: %s', (language, code) => {
    expect(asks(language, code)).toBe(false);
  });

  it.each([
    ['javascript', '\n'.repeat(1_000_000)],
    ['python3', `import${' '.repeat(1_000_000)}`],
  ])('in %s that is nothing but space, which is told at once', (language, code) => {
    expect(asks(language, code)).toBe(false);
  });
});
