/** What a feed holds as it stands there. */
export interface RawFeed {
  title: string;
  link: string;
  items: RawItem[];
}

export type RawItem = Record<'title' | 'link' | 'date' | 'updated' | 'summary' | 'content' | 'author' | 'id', string>;

export const emptyItem = (): RawItem => ({
  title: '',
  link: '',
  date: '',
  updated: '',
  summary: '',
  content: '',
  author: '',
  id: '',
});

/** A text that is no feed: says what it is instead. */
export class NoFeed extends Error {}
