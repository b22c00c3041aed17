import type { AccountUse, ConnectedAccount, ConnectedAccounts } from '#plugins/connected-accounts/contract.ts';
import type { EgressResponse } from '#plugins/egress/contract.ts';
import type { NewFile } from '#plugins/files/contract.ts';
import { busy, keptBack, noFile, notPicked, tooLarge } from './failures.ts';

/** What is asked for in the picker, and what files are read with: nothing but what was picked. */
export const PICK = 'drive.pick';
/** Who has the picker. */
export const PICKER = 'google';

const fields = 'id,name,mimeType,resourceKey,shortcutDetails(targetId,targetMimeType),capabilities(canDownload)';
const NATIVE = 'application/vnd.google-apps.';
const SHORTCUT = `${NATIVE}shortcut`;
/** What Google's own formats are attached as. Of spreadsheets, CSV would be the first sheet alone. */
const exports: Readonly<Record<string, { readonly mimeType: string; readonly ending: string }>> = {
  document: { mimeType: 'text/markdown', ending: 'md' },
  presentation: { mimeType: 'text/plain', ending: 'txt' },
  drawing: { mimeType: 'image/png', ending: 'png' },
  spreadsheet: { mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ending: 'xlsx' },
};
const JSON_BYTES = 1_000_000;

interface Told {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly resourceKey?: string;
  readonly shortcutDetails?: { readonly targetId?: string; readonly targetMimeType?: string };
  readonly capabilities?: { readonly canDownload?: boolean };
}

/** Reads a file of Drive that was picked, with the account of whoever picked it. */
export class DriveFile {
  readonly #accounts: Pick<ConnectedAccounts, 'request'>;
  readonly #account: ConnectedAccount;
  readonly #use: AccountUse;
  readonly #signal: AbortSignal;

  constructor(
    accounts: Pick<ConnectedAccounts, 'request'>,
    account: ConnectedAccount,
    { use, signal }: { readonly use: AccountUse; readonly signal: AbortSignal },
  ) {
    this.#accounts = accounts;
    this.#account = account;
    this.#use = use;
    this.#signal = signal;
  }

  /** On its way in. The content must be read to its end. */
  async open(id: string): Promise<NewFile> {
    const picked = await this.#told(id);
    const { targetId } = picked.shortcutDetails ?? {};
    const file = picked.mimeType === SHORTCUT && targetId !== undefined ? await this.#told(targetId) : picked;
    const { name, mimeType } = file;
    if (file.capabilities?.canDownload === false) throw keptBack(name);
    const format = mimeType.startsWith(NATIVE) ? exports[mimeType.slice(NATIVE.length)] : null;
    if (format === undefined) throw noFile(name);
    const path = `/files/${encodeURIComponent(file.id)}`;
    const query =
      format === null
        ? `${path}?alt=media&supportsAllDrives=true`
        : `${path}/export?mimeType=${encodeURIComponent(format.mimeType)}`;
    const keys: [string, string][] =
      file.resourceKey === undefined ? [] : [['x-goog-drive-resource-keys', `${file.id}/${file.resourceKey}`]];
    const answer = await this.#sent(query, keys);
    if (answer.status !== 200) throw await refusalOf(answer, name);
    const filename = named(picked.name, format?.ending);
    return { filename, mediaType: format?.mimeType ?? mimeType, content: answer.body };
  }

  async #told(id: string): Promise<Told> {
    const path = `/files/${encodeURIComponent(id)}?supportsAllDrives=true&fields=${encodeURIComponent(fields)}`;
    const answer = await this.#sent(path);
    if (answer.status !== 200) throw await refusalOf(answer, '');
    try {
      const told = JSON.parse(await answer.text(JSON_BYTES)) as Told;
      if (typeof told.id === 'string' && typeof told.name === 'string' && typeof told.mimeType === 'string')
        return told;
    } catch {}
    throw busy();
  }

  #sent(path: string, headers: readonly [string, string][] = []): Promise<EgressResponse> {
    const url = `${this.#account.services.drive ?? ''}${path}`;
    return this.#accounts.request(this.#use, { url, method: 'GET', headers, signal: this.#signal });
  }
}

/** Under `drive.file` what was not picked and what is gone look alike, and like what one may not see. */
async function refusalOf(answer: EgressResponse, name: string): Promise<Error> {
  const text = await answer.text(JSON_BYTES).catch(() => '');
  if (answer.status === 404) return notPicked();
  if (text.includes('exportSizeLimitExceeded')) return tooLarge(name);
  if (answer.status === 429 || answer.status >= 500 || /[rR]ateLimitExceeded/.test(text)) return busy();
  return answer.status === 403 ? keptBack(name) : notPicked();
}

/** A name with the ending that says what it is. */
function named(given: string, ending: string | undefined): string {
  const name = given.replaceAll(/[/\\\p{Cc}]/gu, '_').slice(0, 200) || 'file';
  return ending === undefined || name.toLowerCase().endsWith(`.${ending}`) ? name : `${name}.${ending}`;
}
