import { describe, expect, it } from 'vitest';
import { cellText, fileName, showValue, toCsv } from './output-values.ts';

const file = {
  dify_model_identity: '__dify__file__',
  filename: 'a.png',
  type: 'image',
  size: 3,
  url: 'http://x/a.png',
};

describe('outputs', () => {
  it.each([
    ['', 'nothing'],
    [null, 'nothing'],
    [[], 'nothing'],
    ['# Hello', 'text'],
    ['12', 'text'],
    ['[1, 2', 'text'],
    ['{"a": 1}', 'tree'],
    ['[{"a": 1}, {"b": 2}]', 'table'],
    [12, 'word'],
    [false, 'word'],
    [['a', 1, true], 'list'],
    [['a', { b: 1 }], 'tree'],
    [[{}, {}], 'tree'],
    [file, 'files'],
    [[file, file], 'files'],
  ])('shows %j as %s', (value, kind) => {
    expect(showValue(value).kind).toBe(kind);
  });

  it('makes one table of rows that differ', () => {
    const shown = showValue([{ a: 1 }, { b: { c: 2 } }]);
    expect(shown.kind === 'table' && shown.table.columns).toEqual(['a', 'b']);
  });

  it('says values in cells as people would, not as [object Object]', () => {
    expect([{ c: 2 }, [1, 2], file, [file, file], null, 'x', 3].map(cellText)).toEqual([
      '{"c":2}',
      '[1,2]',
      'a.png',
      'a.png, a.png',
      '',
      'x',
      '3',
    ]);
  });

  it('writes CSV that spreadsheets read, and do not execute', () => {
    const rows = [
      { a: 'x,"y"', b: '=1+1' },
      { a: -2.5, b: 'line\nbreak' },
    ];
    expect(toCsv({ columns: ['a', 'b'], rows, isCut: false })).toBe(
      'a,b\r\n"x,""y""",\'=1+1\r\n-2.5,"line\nbreak"\r\n',
    );
  });

  it('names files so that any system takes them', () => {
    expect([fileName('../a:b?', 'md'), fileName('', 'json'), fileName('Größe 植物', 'csv')]).toEqual([
      'a b.md',
      'result.json',
      'Größe 植物.csv',
    ]);
  });
});
