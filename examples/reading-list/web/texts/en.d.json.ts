// Written by the build of the pages, by what stands in en.json.
declare const texts: () => {
  readonly "title": string;
  readonly "count": (values: { readonly "count": number }) => string;
  readonly "empty": string;
  readonly "add": string;
  readonly "added": string;
  readonly "columns": {
    readonly "title": string;
    readonly "app": string;
  };
};
export { texts };
