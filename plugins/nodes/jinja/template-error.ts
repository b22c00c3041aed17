/** Where in a template, both from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A template that can't be parsed, fails or exceeds its limits. The message ends with the place. */
export class TemplateError extends Error {
  readonly position: Position | undefined;

  constructor(message: string, position?: Position) {
    super(position === undefined ? message : `${message} (line ${position.line}, column ${position.column})`);
    this.name = 'TemplateError';
    this.position = position;
  }
}
