import type { RemoteCaller } from '#plugins/account-sources/contract.ts';
import type { FoundItem } from '#plugins/dataset-sources/contract.ts';

/** The one folder that the pages of a source lie in here: what is nested in Notion is told by its path there. */
export const ALL = 'pages';

export interface RichText {
  readonly plain_text?: string;
  readonly href?: string | null;
  readonly annotations?: {
    readonly bold?: boolean;
    readonly italic?: boolean;
    readonly strikethrough?: boolean;
    readonly code?: boolean;
  };
}

export interface Parent {
  readonly type?: string;
  readonly page_id?: string;
  readonly database_id?: string;
  readonly block_id?: string;
}

/** A page, or a database. */
export interface NotionPage {
  readonly object: string;
  readonly id: string;
  readonly url?: string;
  readonly last_edited_time: string;
  readonly archived?: boolean;
  readonly in_trash?: boolean;
  readonly parent?: Parent;
  readonly title?: readonly RichText[];
  readonly properties?: Readonly<Record<string, NotionProperty>>;
}

export interface NotionProperty {
  readonly type?: string;
  readonly [value: string]: unknown;
}

/** Asks Notion in the form of one version. */
export function asked<Answer>(
  caller: RemoteCaller,
  path: string,
  more: { readonly query?: Readonly<Record<string, string | undefined>>; readonly body?: object } = {},
): Promise<Answer> {
  const method = more.body === undefined ? 'GET' : 'POST';
  return caller.json({ service: 'api', path, method, headers: { 'notion-version': '2022-06-28' }, ...more });
}

export function titleOf({ title, properties = {} }: NotionPage): string {
  const own =
    title ?? (Object.values(properties).find(({ type }) => type === 'title')?.title as RichText[] | undefined);
  return plain(own ?? []) || 'Untitled';
}

export function plain(texts: readonly RichText[]): string {
  return texts.map(({ plain_text: text = '' }) => text).join('');
}

export function itemOf(page: NotionPage): FoundItem {
  return {
    id: page.id,
    parent: ALL,
    title: titleOf(page),
    isFolder: false,
    version: page.last_edited_time,
    target: null,
    details: { url: page.url ?? '' },
  };
}

/** The 32 hexadecimal digits at the end of an address, as an id; null: it names no page. */
export function idInAddress(address: string): string | null {
  const { hostname, pathname, searchParams } = new URL(address);
  if (!/(?:^|\.)notion\.(?:so|site|com)$/.test(hostname)) return null;
  const digits = /([\da-f]{32})$/i.exec((searchParams.get('p') ?? pathname).replaceAll('-', ''))?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
