/** What the server writes into the page. Texts of clients are what they call themselves: nobody has checked them. */
export type ConsentData =
  | {
      readonly is: 'asked';
      readonly client: {
        readonly name: string;
        /** Host of its site; null: it names none. */
        readonly site: string | null;
        /** Of its metadata document; null: it registered itself. */
        readonly address: string | null;
      };
      /** Where the answer goes. */
      readonly redirect: { readonly kind: 'site' | 'computer' | 'program'; readonly shown: string };
      readonly server: { readonly app_id: string | null; readonly workspace_id: string | null };
      readonly request: Readonly<Record<'client_id' | 'redirect_uri' | 'code_challenge', string>> & {
        readonly state?: string;
      };
      /** The client's address, for a no. */
      readonly deny_to: string;
    }
  | {
      readonly is: 'refused';
      readonly message: string;
      /** How the client learns of it; null: it is not known who it is. */
      readonly return_to: string | null;
    };

/** A request that is put to a person. */
export type Asked = Extract<ConsentData, { is: 'asked' }>;

/** What a client would be allowed. */
export interface Offer {
  readonly workspace_id: string;
  readonly app: { readonly id: string; readonly name: string } | null;
  readonly enabled: boolean;
  readonly tools: readonly { readonly name: string; readonly title: string }[];
  readonly account: { readonly email: string; readonly name: string };
}
