import { readPageData } from '#plugins/ui/web/contract.ts';

export type AppMode = 'chat' | 'agent-chat' | 'advanced-chat' | 'agent' | 'workflow' | 'completion';

/** What the owner of an app has set for its pages; who has yet to sign in gets title, icon, colour, language and entry. */
export interface Site {
  readonly title: string;
  readonly description: string;
  readonly icon_type: 'emoji' | 'image' | 'link' | null;
  /** null: it has none, and the first letter of its title stands for it. */
  readonly icon: string | null;
  readonly icon_background: string | null;
  readonly icon_url: string | null;
  readonly color: string | null;
  readonly language: string | null;
  readonly copyright: string;
  readonly privacy_policy: string;
  readonly disclaimer: string;
  readonly input_placeholder: string;
  readonly show_workflow_steps: boolean;
  readonly resume_conversation: boolean;
  readonly draw_diagrams: boolean;
  readonly share_conversations: boolean;
  readonly allowed_hosts: readonly string[];
  readonly use_icon_as_answer_icon: boolean;
  readonly entry: 'everyone' | 'members' | 'sso';
}

/** What the server writes into the pages of apps. */
export interface PageData {
  readonly app: { readonly id: string; readonly mode: AppMode };
  readonly site: Site;
  /** Anything but `open`: the page says so, and nothing else. */
  readonly state: 'open' | 'off' | 'paused' | 'unpublished';
  /** `/use`: a member of the workspace, who is signed in to the studio. */
  readonly as_member?: boolean;
  /** `/chatbot` */
  readonly embedded: boolean;
  /** When that was the address. */
  readonly embed_token?: string;
  /** Sites that may have the page in a frame. */
  readonly embed_origins: readonly string[];
  /** Where `/v1` is. */
  readonly runtime_url: string;
}

/** Whether it is a page of the studio, from which one goes back there. */
export function isInStudio(): boolean {
  return location.pathname.startsWith('/use/');
}

export function appPageData(): PageData {
  return readPageData<PageData>();
}
