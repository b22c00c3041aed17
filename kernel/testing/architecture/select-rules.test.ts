import { expect, it } from 'vitest';
import { picksThings } from './select-rules.ts';

const path = 'plugins/workspace/audit/web/audit-page.tsx';
const about = (text: string, at = path) =>
  picksThings([{ path: at, text }]).filter((complaint) => complaint.startsWith(at));

it('knows each native list of a page, and sees one more or one less', () => {
  expect(about('<Select options={periods} />')).toEqual([]);
  expect(about('<Select />\n<datalist />')).toEqual([expect.stringContaining(`${path}:2: has 2 native lists`)]);
  expect(about('<Picker />')).toEqual([expect.stringContaining('has 0 native lists')]);
  expect(about('<select />', 'plugins/g/x/web/new.tsx')).toHaveLength(1);
  // What is said of one is none.
  expect(about('// no <select>\n', 'plugins/g/x/web/new.tsx')).toEqual([]);
});

it('says what is gone', () => {
  expect(picksThings([])).toContain(
    'plugins/pages/ui/web/components/fields.tsx: is not there; take it out of select-rules.ts',
  );
});
