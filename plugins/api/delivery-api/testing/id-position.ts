import type { ObjectKind, OwnedApps, OwnedObjects } from './owned-objects.ts';

export const strangers = ["another user's", "another app's", "another workspace's"] as const;
export type Stranger = (typeof strangers)[number];

/** What is answered: a status, and the code of an error. */
export interface Expected {
  readonly status: number;
  readonly code?: string;
  /** The request works as it does for the object's owner. */
  readonly isShared?: true;
}

/** A place in a request that takes an id. */
export interface IdPosition {
  /** `params.x`, `query.x`, `body.x.0.y` */
  readonly at: string;
  /** What the id is of; or why it is an id of nothing that anybody owns. */
  readonly of: ObjectKind | { readonly nothing: string };
  /** Where the answer to an id of a stranger is another than 404 `not_found`: what it is, and why that is right. */
  readonly instead?: Partial<Record<Stranger, Expected>>;
  readonly because?: string;
}

export interface RequestValues {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Sent as a form, with a file. */
  readonly isForm?: boolean;
}

/** One route of the runtime API: a request to it that is right, and where ids stand in it. */
export interface RouteCase {
  /** As the route says it: `GET /v1/messages`. */
  readonly route: string;
  readonly app: keyof OwnedApps;
  /** With the caller's own ids everywhere. */
  readonly request: (own: OwnedObjects) => RequestValues;
  /** What is answered to that; default 200. */
  readonly answer?: number;
  readonly ids: readonly IdPosition[];
}

export const of = (at: string, kind: ObjectKind): IdPosition => ({ at, of: kind });
export const everybody = (expected: Expected) => Object.fromEntries(strangers.map((stranger) => [stranger, expected]));
