import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, OptionPicker, QueryBoundary, useOnce } from '#plugins/studio/web/contract.tsx';
import { Checkbox, FieldGroup, Select, TextField, useOnChange } from '#plugins/ui/web/contract.ts';
import { repositoryTexts } from './texts/en.ts';

/** No path: those begin with a slash. */
const NEW = 'new';

/** What people choose of a link. */
export interface Settings {
  readonly branch: string;
  readonly folder: string;
  readonly environment_file: string;
  readonly direction: 'pull' | 'push' | 'both';
  readonly commits: 'direct' | 'pull-request';
  readonly applies: 'itself' | 'look';
  readonly takes_new: boolean;
  readonly plans: boolean;
}

export const startSettings: Settings = {
  branch: '',
  folder: '',
  environment_file: '',
  direction: 'both',
  commits: 'direct',
  applies: 'itself',
  takes_new: true,
  plans: true,
};

type Place = NonNullable<Parameters<typeof call.post<'/console/api/repository-branches'>>[1]>['body'];

/** Where branches and folders are asked for. `key` names the repository. */
export interface Looks {
  readonly key: string;
  branches(): Promise<{ readonly data: readonly string[] }>;
  folders(branch: string): Promise<Schemas['RepositoryFolders']>;
}

interface SettingsProps {
  readonly looks: Looks;
  readonly settings: Settings;
  onChange(settings: Settings): void;
}

/** Of a repository that is not linked yet. */
export function looksInto(place: Place): Looks {
  return {
    key: JSON.stringify(place),
    branches: () => call.post('/console/api/repository-branches', { body: place }),
    folders: (branch) => call.post('/console/api/repository-folders', { body: { ...place, branch } }),
  };
}

/** Branch and folder from what the repository has, and how the two are kept in step. */
export function LinkSettings(props: SettingsProps) {
  return (
    <FieldGroup>
      <Branches {...props} />
      <Ways settings={props.settings} onChange={props.onChange} />
    </FieldGroup>
  );
}

/** `kept`: the branch that a folder was chosen for already. */
export function Branches({ looks, settings, kept, onChange }: SettingsProps & { readonly kept?: string }) {
  const t = repositoryTexts();
  const answer = useOnce(looks.key, () => looks.branches());
  const [first] = answer.value?.data ?? [];
  useOnChange(first, () => {
    if (first !== undefined && settings.branch === '') onChange({ ...settings, branch: first });
  });
  const { branch: chosen } = settings;
  return (
    <QueryBoundary answer={answer}>
      {({ data }) => (
        <>
          <OptionPicker
            kind="branch"
            label={t.branch}
            value={chosen}
            options={(data.length === 0 ? ['main'] : data).map((id) => ({ id, label: id }))}
            onChange={(branch) => onChange({ ...settings, branch, folder: '' })}
          />
          {chosen !== '' && <Folders key={chosen} isKept={chosen === kept} {...{ looks, settings, onChange }} />}
        </>
      )}
    </QueryBoundary>
  );
}

function Folders({ looks, settings, isKept, onChange }: SettingsProps & { readonly isKept: boolean }) {
  const t = repositoryTexts();
  const { branch } = settings;
  const [isNew, setNew] = useState(false);
  const answer = useOnce(JSON.stringify([looks.key, branch]), () => looks.folders(branch));
  const [first] = answer.value?.data ?? [];
  useOnChange(first?.path, () => {
    if (!isKept && first !== undefined && first.documents > 0) onChange({ ...settings, folder: first.path });
  });
  return (
    <QueryBoundary answer={answer}>
      {({ data, environment_files: files }) => (
        <>
          <OptionPicker
            kind="folder"
            label={t.folder}
            hint={t.folderHint}
            value={isNew ? NEW : `/${settings.folder}`}
            options={[
              ...data.map(({ path, documents }) => ({ id: `/${path}`, label: t.folderWith(`/${path}`, documents) })),
              { id: NEW, label: t.newFolder },
            ]}
            onChange={(path) => {
              setNew(path === NEW);
              onChange({ ...settings, folder: path === NEW ? '' : path.slice(1) });
            }}
          />
          {isNew && (
            <TextField
              label={t.newFolderName}
              hint={t.newFolderHint}
              value={settings.folder}
              maxLength={200}
              onChange={(event) => onChange({ ...settings, folder: event.currentTarget.value.replace(/^\/+/, '') })}
            />
          )}
          {files.length > 0 && (
            <OptionPicker
              kind="environment-file"
              label={t.environment}
              hint={t.environmentHint}
              value={`/${settings.environment_file}`}
              options={[{ id: '/', label: t.noEnvironment }, ...files.map((path) => ({ id: `/${path}`, label: path }))]}
              onChange={(path) => onChange({ ...settings, environment_file: path.slice(1) })}
            />
          )}
        </>
      )}
    </QueryBoundary>
  );
}

/** How a repository and its apps are kept in step. */
export function Ways({ settings, onChange }: Omit<SettingsProps, 'looks'>) {
  const t = repositoryTexts();
  const options = (values: readonly string[], words: Readonly<Record<string, string>>) =>
    values.map((value) => ({ value, label: words[value] ?? value }));
  const choose = (change: object) => onChange({ ...settings, ...change });
  return (
    <>
      <Select
        label={t.direction}
        value={settings.direction}
        options={options(['both', 'pull', 'push'], t.directions)}
        onChange={(event) => choose({ direction: event.currentTarget.value })}
      />
      {settings.direction !== 'pull' && (
        <>
          <Select
            label={t.commits}
            value={settings.commits}
            options={options(['direct', 'pull-request'], t.commitWays)}
            onChange={(event) => choose({ commits: event.currentTarget.value })}
          />
          <Checkbox
            label={t.takesNew}
            checked={settings.takes_new}
            onChange={(event) => choose({ takes_new: event.currentTarget.checked })}
          />
        </>
      )}
      {settings.direction !== 'push' && (
        <>
          <Select
            label={t.applies}
            value={settings.applies}
            options={options(['itself', 'look'], t.applyWays)}
            onChange={(event) => choose({ applies: event.currentTarget.value })}
          />
          <Checkbox
            label={t.plans}
            checked={settings.plans}
            onChange={(event) => choose({ plans: event.currentTarget.checked })}
          />
        </>
      )}
    </>
  );
}
