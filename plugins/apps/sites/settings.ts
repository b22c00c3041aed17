import type { SiteEntry } from './contract.ts';
import type { SiteLanguage } from './site-schema.ts';

/** Purpose of the secret that signs ids of visitors. */
export const VISITOR_SECRET = 'sites.visitor-secret';

/** What editors set, as the console's API spells it. */
export interface SiteSettings {
  readonly enabled: boolean;
  readonly entry: SiteEntry;
  /** '': the app's name. */
  readonly title: string;
  readonly description: string;
  readonly color: string | null;
  /** null: the app's icon. */
  readonly icon_type: 'emoji' | 'link' | null;
  readonly icon: string | null;
  readonly icon_background: string | null;
  readonly language: SiteLanguage | null;
  readonly copyright: string;
  readonly privacy_policy: string;
  readonly disclaimer: string;
  readonly input_placeholder: string;
  readonly show_workflow_steps: boolean;
  readonly resume_conversation: boolean;
  readonly draw_diagrams: boolean;
  readonly share_conversations: boolean;
  readonly allowed_hosts: readonly string[];
  readonly embed_enabled: boolean;
  readonly embed_origins: readonly string[];
  readonly runs_per_visitor_hour: number | null;
  readonly runs_per_address_hour: number | null;
  readonly batch_rows_per_visitor_day: number | null;
}

/** An app for which nothing was set. */
export const defaultSettings: SiteSettings = {
  enabled: false,
  entry: 'everyone',
  title: '',
  description: '',
  color: null,
  icon_type: null,
  icon: null,
  icon_background: null,
  language: null,
  copyright: '',
  privacy_policy: '',
  disclaimer: '',
  input_placeholder: '',
  show_workflow_steps: true,
  resume_conversation: true,
  draw_diagrams: false,
  share_conversations: true,
  allowed_hosts: [],
  embed_enabled: false,
  embed_origins: [],
  runs_per_visitor_hour: 60,
  runs_per_address_hour: 300,
  batch_rows_per_visitor_day: 2_000,
};

/** A site as it is kept. */
export interface StoredSite {
  readonly workspaceId: string;
  readonly appId: string;
  readonly settings: SiteSettings;
  /** null: nothing was set yet, so there is none. */
  readonly embedToken: string | null;
  /** Which token this is. */
  readonly embedNumber: number;
  /** Sealed; null: none was made. */
  readonly visitorSecret: string | null;
  readonly secretNumber: number;
}
