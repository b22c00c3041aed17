import { useMemo } from 'react';
import { filesTexts } from '#plugins/repository-files/web/texts/en.ts';
import { OptionPicker } from '#plugins/studio/web/contract.tsx';

const MAX_FOLDERS = 2_000;

/** Those below a folder; "": all. */
export function filesIn(files: readonly string[], folder: string): readonly string[] {
  return folder === '' ? files : files.filter((path) => path.startsWith(`${folder}/`));
}

/** A folder, with how many of the files lie in and below it. `value` has no slashes at its ends. */
export function FolderChooser({
  files,
  value,
  onChange,
}: {
  readonly files: readonly string[];
  readonly value: string;
  onChange(folder: string): void;
}) {
  const t = filesTexts();
  const folders = useMemo(() => foldersOf(files), [files]);
  return (
    <OptionPicker
      kind="folder"
      label={t.folder}
      hasNone={false}
      value={`/${value}`}
      options={folders.map(([path, count]) => ({ id: `/${path}`, label: t.folderWith(`/${path}`, count) }))}
      onChange={(path) => onChange(path.slice(1))}
    />
  );
}

function foldersOf(files: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map([['', files.length]]);
  for (const path of files) {
    for (let end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1)) {
      const folder = path.slice(0, end);
      if (counts.has(folder) || counts.size < MAX_FOLDERS) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}
