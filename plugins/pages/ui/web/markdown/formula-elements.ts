import katex, { type KatexOptions } from 'katex';

/** It is there, though its types don't say so. */
const { __renderToDomTree: renderToDomTree } = katex as unknown as {
  __renderToDomTree(source: string, options: KatexOptions): unknown;
};

/** What KaTeX makes of a formula, as far as it is used: a tree of MathML. */
interface MathNode {
  readonly type?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children?: readonly MathNode[];
  readonly text?: string;
  /** Of spaces. */
  readonly width?: number;
  readonly character?: string;
}

const NAMESPACE = 'http://www.w3.org/1998/Math/MathML';
/** Attributes that lay formulas out. Styles, links and addresses are none of them. */
const allowed = new Set(
  [
    'accent accentunder columnalign columnlines columnspacing columnspan depth display displaystyle encoding fence',
    'form height largeop linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits',
    'notation rowalign rowlines rowspacing rowspan rspace scriptlevel separator stretchy symmetric voffset width xmlns',
  ].flatMap((line) => line.split(' ')),
);

/** Builds a formula of elements (MathML, which browsers draw); null: it can't be read. */
export function formulaElement(source: string, isBlock: boolean): Element | null {
  try {
    const tree = renderToDomTree(source, {
      displayMode: isBlock,
      output: 'mathml',
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxSize: 20,
      maxExpand: 500,
    }) as MathNode;
    const math = find(tree, 'math');
    return math === null ? null : (build(math) as Element);
  } catch {
    return null;
  }
}

function find(node: MathNode, type: string): MathNode | null {
  if (node.type === type) return node;
  for (const child of node.children ?? []) {
    const found = find(child, type);
    if (found !== null) return found;
  }
  return null;
}

function build({ type, attributes = {}, children = [], text, width, character }: MathNode): Node {
  if (text !== undefined) return document.createTextNode(text);
  if (type === undefined) {
    if (character) return document.createTextNode(character);
    const space = document.createElementNS(NAMESPACE, 'mspace');
    if (width !== undefined) space.setAttribute('width', `${width}em`);
    return space;
  }
  const element = document.createElementNS(NAMESPACE, /^[a-z]+$/.test(type) ? type : 'mrow');
  for (const [name, value] of Object.entries(attributes)) {
    if (allowed.has(name)) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child.type !== 'annotation').map(build));
  return element;
}
