import {
  type Documents,
  fromJson,
  isSecretText,
  type JsonText,
  mappingOf,
  type ParsedApp,
  textAt,
  toJson,
} from '#engine';
import type { AppCode, CodeNames } from '#plugins/app-code/contract.ts';
import type { ShownConflict } from './link.ts';
import { type Conflict, mergeTrees } from './three-way.ts';

export interface TextParts {
  readonly documents: Documents;
  readonly code: Pick<AppCode, 'shown'>;
}

/** A document with how it is drawn. */
export interface DocumentText {
  readonly document: string;
  readonly layout: string;
}

/** Documents as texts, as trees, and as what people are shown of them. */
export class DocumentTexts {
  readonly #parts: TextParts;

  constructor(parts: TextParts) {
    this.#parts = parts;
  }

  /** Of canonical text, or of a file. Throws `engine.invalid_document`. */
  async tree(workspaceId: string, text: string): Promise<unknown> {
    return fromJson((await this.#parts.documents.parseSent(text, { workspaceId })).tree);
  }

  /** undefined stays. */
  async treeOr(workspaceId: string, text: string | null): Promise<unknown> {
    return text === null ? undefined : this.tree(workspaceId, text);
  }

  /** Canonical; `key`: null, as the workspace compares it. */
  text(tree: unknown, key: string | null): DocumentText {
    return this.#parts.code.shown(toJson(tree), key);
  }

  /** As it is taken over: drawn as its layout says, with what only this workspace has of the draft it replaces. */
  parsed(tree: unknown, parts: { layout: string | null; current: JsonText | undefined }): ParsedApp {
    const { documents } = this.#parts;
    const drawn = documents.drawn(toJson(withoutKey(tree)), {
      ...(parts.layout !== null && { layout: parts.layout }),
      ...(parts.current !== undefined && { current: parts.current }),
    });
    return documents.applied(drawn, []);
  }

  /** A file's text as its canonical tree, with the key. Throws `engine.invalid_document`. */
  async fileTree(workspaceId: string, text: string, key: string): Promise<unknown> {
    return this.tree(workspaceId, this.textOf(await this.tree(workspaceId, text), key));
  }

  textOf(tree: unknown, key: string | null): string {
    return this.text(tree, key).document;
  }

  /** With what files call models and knowledge bases of the workspace. */
  unbound(tree: unknown, names: CodeNames): unknown {
    const { documents } = this.#parts;
    const models = documents.withModels(
      toJson(tree),
      ({ provider, model }) => names.models.get(`${provider}/${model}`) ?? null,
    );
    return fromJson(documents.withDatasetIds(models, (id) => names.datasets.get(id) ?? id));
  }

  /** How both draw it; ours where they differ. */
  async layout(
    workspaceId: string,
    three: { base: string | null; ours: string; theirs: string | null },
  ): Promise<string> {
    const { base, ours, theirs } = three;
    if (theirs === null || theirs === base || theirs === ours) return ours;
    if (ours === base) return theirs;
    const { documents } = this.#parts;
    const read = async (text: string) => fromJson(await documents.readSent(text, { workspaceId }));
    const trees = {
      base: base === null ? undefined : await read(base),
      ours: await read(ours),
      theirs: await read(theirs),
    };
    // JSON is YAML.
    return toJson(mergeTrees(trees, () => 'ours').value);
  }
}

function withoutKey(tree: unknown): unknown {
  const { key: _key, ...app } = mappingOf(mappingOf(tree).app);
  return { ...mappingOf(tree), app };
}

/** Where a document holds something of the shape of a well-known key; null: nowhere. What stands there is not repeated. */
export function secretPlace(tree: unknown): string | null {
  const found = secretSteps(tree, []);
  return found === null ? null : placeOf(found, [tree]).shown;
}

function secretSteps(value: unknown, steps: readonly string[]): readonly string[] | null {
  if (typeof value === 'string') return isSecretText(value) ? steps : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, entry] of Object.entries(value)) {
    if (isSecretText(key)) return steps;
    const name = Array.isArray(value) && textAt(entry, 'id') !== '' ? textAt(entry, 'id') : key;
    const found = secretSteps(entry, [...steps, name]);
    if (found !== null) return found;
  }
  return null;
}

/** For people: in which part, and where in it. */
function placeOf(steps: readonly string[], trees: readonly unknown[]): { title: string; path: string; shown: string } {
  const isNode = steps[0] === 'workflow' && steps[1] === 'graph' && steps[2] === 'nodes' && steps[3] !== undefined;
  if (!isNode) return { title: steps[0] ?? '', path: pathOf(steps), shown: pathOf(steps) };
  const rest = steps.slice(steps[4] === 'data' ? 5 : 4);
  const title = trees.map((tree) => titleIn(tree, steps[3] ?? '')).find((found) => found !== '') ?? steps[3] ?? '';
  return { title, path: pathOf(rest), shown: `'${title}'${rest.length > 0 ? `: ${pathOf(rest)}` : ''}` };
}

function titleIn(tree: unknown, id: string): string {
  const { nodes } = mappingOf(mappingOf(mappingOf(tree).workflow).graph);
  if (!Array.isArray(nodes)) return '';
  return textAt(mappingOf(nodes.find((node) => textAt(node, 'id') === id)).data, 'title');
}

function pathOf(steps: readonly string[]): string {
  return steps.map((step, at) => (/^\d+$/.test(step) && at > 0 ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');
}

/** As people choose from: values as plain JSON. */
export function shownConflicts(
  conflicts: readonly Conflict[],
  trees: readonly unknown[],
  ofDraft: ReadonlySet<string> = new Set(),
): ShownConflict[] {
  return conflicts.map(({ place, steps, base, ours, theirs }) => {
    const { title, path } = placeOf(steps, trees);
    const plain = (value: unknown) => JSON.parse(toJson(value)) as unknown;
    return {
      place,
      title,
      path,
      ...(ofDraft.has(place) && { is_draft: true as const }),
      ...(base !== undefined && { base: plain(base) }),
      ...(ours !== undefined && { ours: plain(ours) }),
      ...(theirs !== undefined && { theirs: plain(theirs) }),
    };
  });
}
