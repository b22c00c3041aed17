/** Class names of a style sheet, by the names that stand in it. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;

  // biome-ignore lint/style/noDefaultExport: it is what a style sheet has.
  export { classes as default };
}

declare module '*.css';
