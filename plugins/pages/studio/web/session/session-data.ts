/** Who is signed in, and where, as the server wrote it into the page (`session-data.ts` of this plugin). */
export interface SessionData {
  /** Goes with what changes something. */
  readonly csrf_token: string;
  readonly account: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly language: string;
    readonly has_password: boolean;
    readonly has_second_factor: boolean;
    readonly avatar_url: string | null;
  };
  readonly workspaces: readonly WorkspaceData[];
  /** null: they belong to none that is open. */
  readonly workspace:
    | (Omit<WorkspaceData, 'is_deleted'> & {
        readonly permissions: readonly string[];
        /** What the role may not do, with the roles that may. */
        readonly lacks: Readonly<Record<string, readonly string[]>>;
      })
    | null;
  /** Another workspace of theirs, which has what the address names; null: none. */
  readonly elsewhere: { readonly id: string; readonly name: string } | null;
}

interface WorkspaceData {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly is_deleted: boolean;
}
