import { describe, expect, it } from 'vitest';
import { codesInSource, codesOnPage, compareCodes } from './testing/architecture/error-codes.ts';
import { readRepository } from './testing/architecture/repository.ts';

const source = (text: string) => codesInSource([{ path: 'plugins/x/a.ts', text }]);

describe('error codes', () => {
  it('are listed on their page with their kind, and every listed one exists', () => {
    const files = readRepository();
    const page = files.find(({ path }) => path === 'kernel/docs/errors.md')?.text ?? '';
    expect(codesOnPage(page).length).toBeGreaterThan(10);
    expect(compareCodes(codesInSource(files), codesOnPage(page))).toEqual([]);
  });

  it('are found in the source', () => {
    expect(source(`throw new PlatformError(\n  'invalid', // why\n  'x.bad_thing', 'x.y is bad');`)).toMatchObject([
      { code: 'x.bad_thing', kind: 'invalid', place: 'plugins/x/a.ts:3' },
    ]);
    expect(source(`const options = { code: 'x.odd' };`)).toMatchObject([{ code: 'x.odd', kind: undefined }]);
    expect(source(`const id = 'x.route'; // throw new PlatformError('invalid', 'x.commented')`)).toEqual([]);
  });

  it('are complained about when page and source differ', () => {
    const page = codesOnPage(
      '| code | kind | meaning |\n|---|---|---|\n| x.one | invalid | Wrong |\n| `x.gone` | odd | Old |\n| x.mute | invalid | |',
    );
    const complaints = compareCodes(source(`fail('conflict', 'x.one'); fail('invalid', 'x.new')`), page);
    expect(complaints).toEqual([
      'plugins/x/a.ts:1: x.one is conflict here and invalid on the page',
      'plugins/x/a.ts:1: x.new is not listed',
      'line 4 of the page: x.gone is nowhere in the source',
      'line 4 of the page: x.gone has no kind odd',
      'without meaning, line 5 of the page: x.mute is nowhere in the source',
      'without meaning, line 5 of the page: x.mute says nothing',
    ]);
  });
});
