import { expect, it } from 'vitest';
import { uploadName } from './upload-name.ts';

it.each([
  ['plain name (1).txt', 'plain name (1).txt'],
  ['100%25 sure.txt', '100%25 sure.txt'],
  ['a%22b%0D%0A.txt', 'a"b\r\n.txt'],
  ['%E6%96%87%E6%A1%A3.pdf', '文档.pdf'],
  ['50%e9.txt', '50%e9.txt'],
  ['=?UTF-8?B?5paH5qGjLnBkZg==?=', '文档.pdf'],
  ['=?utf-8?q?Gr=C3=B6=C3=9Fe_2.pdf?=', 'Größe 2.pdf'],
  ['=?GB2312?B?zsS1tQ==?=.txt', '文档.txt'],
  ['=?UTF-8?B?5paH?= =?UTF-8?B?5qGj?=.txt', '文档.txt'],
  ['=?nonsense?B?5paH?=', '=?nonsense?B?5paH?='],
  ['文档.pdf', '文档.pdf'],
])('%s is the name %s', (sent, name) => {
  expect(uploadName(sent)).toBe(name);
});
