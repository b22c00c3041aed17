import { type GraphNode, parseTemplate, type Selector, type Template } from '#engine';
import { PlatformError } from '#kernel';
import {
  type CompiledMemory,
  compileMemory,
  type ModelSettings,
  readModelSettings,
  readVision,
  type Vision,
} from '#plugins/node-llm/contract.ts';

export interface CompiledClass {
  /** The handle of the edge that leads on. */
  readonly id: string;
  readonly name: Template;
  /** Null: the name. */
  readonly label: string | null;
}

export interface CompiledClassifier {
  readonly settings: ModelSettings;
  /** Null: an empty text. */
  readonly query: Selector | null;
  /** At least one. */
  readonly classes: readonly [CompiledClass, ...CompiledClass[]];
  readonly instruction: Template;
  readonly memory: CompiledMemory | null;
  readonly vision: Vision;
}

/** Reads the node's settings once per graph (app DSL, question-classifier). */
export function compileClassifier(data: Readonly<Record<string, unknown>>, node: GraphNode): CompiledClassifier {
  const [first, ...more] = readClasses(data);
  if (first === undefined) {
    throw new PlatformError(
      'invalid',
      'node-classifier.invalid_setting',
      `Node "${node.title}" (${node.id}): classes is empty. Add at least one class.`,
      { field: 'classes' },
    );
  }
  return {
    settings: readModelSettings(data.model),
    query: Array.isArray(data.query_variable_selector) ? data.query_variable_selector.map(String) : null,
    classes: [first, ...more],
    instruction: parseTemplate(textOf(data.instruction) || textOf(data.instructions)),
    memory: compileMemory(data.memory),
    vision: readVision(data.vision),
  };
}

/** Old documents list `topics` instead: classes, or just their names. */
function readClasses(data: Readonly<Record<string, unknown>>): readonly CompiledClass[] {
  const [classes, topics] = [data.classes, data.topics].map((list) => (Array.isArray(list) ? list : []));
  return (classes?.length ? classes : (topics ?? [])).map((item, index) => readClass(item, `${index + 1}`));
}

function readClass(item: unknown, place: string): CompiledClass {
  if (typeof item !== 'object' || item === null) return { id: place, name: parseTemplate(textOf(item)), label: null };
  const { id, name, label } = item as Readonly<Record<string, unknown>>;
  return {
    id: id === undefined || id === null || id === '' ? place : String(id),
    name: parseTemplate(textOf(name)),
    label: textOf(label) || null,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
