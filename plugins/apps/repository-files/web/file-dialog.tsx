import { type ReactNode, useState } from 'react';
import { call, ErrorAlert, OptionPicker, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, FieldGroup, Muted } from '#plugins/ui/web/contract.ts';
import { BranchChooser, type ChosenBranch, FolderChooser, filesIn } from './chooser/contract.tsx';
import { filesTexts } from './texts/en.ts';

/** A file as it is in the repository at this moment. */
export interface TakenFile {
  /** From the top. */
  readonly path: string;
  readonly text: string;
}

export interface FileDialogProps {
  /** What becomes of it. */
  readonly about?: ReactNode;
  /** Whether a path is of a file to take. */
  accept(path: string): boolean;
  /** All of a folder may be taken at once. */
  readonly isMany?: boolean;
  /** The dialog closes when it is done. */
  onTake(files: readonly TakenFile[]): unknown;
  onClose(): void;
}

/** What the list calls all files of the folder. */
const ALL = '*';
const MAX_FILES = 200;

/** Connection, repository, branch, folder, file; then its text. */
export function FileDialog({ about, accept, isMany = false, onTake, onClose }: FileDialogProps) {
  const t = filesTexts();
  const sending = useSubmit();
  const [chosen, setChosen] = useState<ChosenBranch | null>(null);
  const [folder, setFolder] = useState('');
  const [file, setFile] = useState('');
  const fitting = chosen?.files.filter(accept) ?? [];
  const listed = filesIn(fitting, folder);
  const here = isMany ? listed.filter((path) => !path.slice(folder.length).replace(/^\//, '').includes('/')) : [];
  const paths = file === ALL ? here.slice(0, MAX_FILES) : [file];
  const take = async ({ place, branch }: ChosenBranch) => {
    const { url, ...reached } = place;
    const at = { ...reached, ...(place.repository_id === undefined && { url }) };
    const body = { ...at, branch, paths: [...paths] };
    const { data } = await call.post('/console/api/repository-texts', { body });
    await onTake(data);
    onClose();
  };
  return (
    <Dialog
      open
      title={t.fromRepository}
      shape="wide"
      onClose={onClose}
      actions={
        <Button
          variant="primary"
          busy={sending.isBusy}
          disabled={chosen === null || file === ''}
          onClick={() => void sending.run(async () => chosen !== null && (await take(chosen)))}
        >
          {t.take}
        </Button>
      }
    >
      <FieldGroup>
        {about !== undefined && <Muted as="div">{about}</Muted>}
        <BranchChooser
          onChange={(next) => {
            setChosen(next);
            setFolder('');
            setFile('');
          }}
        />
        {chosen !== null && fitting.length === 0 && <Muted>{t.noFiles}</Muted>}
        {fitting.length > 0 && (
          <>
            <FolderChooser
              files={fitting}
              value={folder}
              onChange={(next) => {
                setFolder(next);
                setFile('');
              }}
            />
            <OptionPicker
              key={folder}
              kind="file"
              label={t.file}
              hasNone={false}
              value={file}
              options={[
                ...(here.length > 1 ? [{ id: ALL, label: t.allOf(Math.min(here.length, MAX_FILES)) }] : []),
                ...listed.map((path) => ({ id: path, label: folder === '' ? path : path.slice(folder.length + 1) })),
              ]}
              onChange={setFile}
            />
          </>
        )}
        {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      </FieldGroup>
    </Dialog>
  );
}
