// What the bundler gives to sources besides the language.

/** Class names of a style sheet, by the names that stand in it. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;

  // biome-ignore lint/style/noDefaultExport: it is what a style sheet has.
  export { classes as default };
}

declare module '*.css';

interface ImportMeta {
  /** The other files of a pattern, each loaded when it is asked for. */
  glob<Module>(pattern: string): Readonly<Record<string, () => Promise<Module>>>;
}
