import type { ComponentType, ReactNode } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';

/** What the page of a section is given. */
export interface PageProps {
  /** The parts of its address that have names. */
  readonly params: Readonly<Record<string, string>>;
}

/** A page of the studio. */
export interface StudioPage {
  /** `/knowledge/:dataset_id`; a last `*` is the rest, named `rest`. */
  readonly path: string;
  /** Who may not is told so, instead of the page. */
  readonly permission?: string;
  load(): Promise<{ readonly Page: ComponentType<PageProps> }>;
}

/** A link of the navigation. */
export interface NavLink {
  /**
   * `app`: shown while an app is open, with `:app_id` of the address filled in. `installation`: shown on its pages, which are for
   * whoever runs the server.
   */
  readonly group: 'workspace' | 'app' | 'settings' | 'account' | 'installation';
  readonly path: string;
  label(): string;
  readonly icon: ReactNode;
  /** Lower ones stand first. */
  readonly order: number;
  readonly permission?: string;
  /** What people may search for besides its name: names of products and terms of the field, the same in all languages. */
  readonly words?: string;
  /** Pages elsewhere that belong to it, as its `path`: `/app/:app_id/run` of the runs. */
  readonly also?: string;
  /** Of the group `app`: only of apps of these modes. */
  readonly modes?: readonly string[];
}

/** Something that the palette finds. */
export interface PaletteAction {
  readonly id: string;
  /** In the account menu as well, with this icon. */
  readonly menuIcon?: ReactNode;
  label(): string;
  readonly permission?: string;
  /** Only then; absent: always. */
  isOffered?(): boolean;
  run(): void;
}

/** A kind of things that the search of the server finds (`SearchSource.kind`). */
export interface ThingKind {
  readonly kind: string;
  /** Heading of those that are found. */
  label(): string;
  readonly icon: ReactNode;
  /** Lower ones stand first. */
  readonly order: number;
}

/** A dialog about the app that is open, loaded when it is asked for. */
export interface AppDetails {
  readonly permission: string;
  label(): string;
  dialog(): Promise<{
    readonly DetailsDialog: ComponentType<{ readonly app: Schemas['App']; onClose(): void }>;
  }>;
}

/** What a plugin brings to the studio: the export `section` of `web/<name>.section.tsx`. */
export interface StudioSection {
  readonly pages: readonly StudioPage[];
  readonly links?: readonly NavLink[];
  readonly actions?: readonly PaletteAction[];
  readonly things?: readonly ThingKind[];
  /** What changes the name, the description, the tags and the icon of an app, wherever it is open. One section has it. */
  readonly appDetails?: AppDetails;
}
