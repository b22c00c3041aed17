import { checkLength, type NodeContext, type NodeImplementation, type NodeResult, toText } from '#engine';
import {
  askModel,
  isHeldToSchema,
  openModel,
  pastText,
  questionDrafts,
  seenFiles,
  usageMetadata,
} from '#plugins/node-llm/contract.ts';
import { type CompiledClassifier, compileClassifier } from './compiled.ts';
import { classifierMessage, classifierRules, classSchema } from './prompt.ts';
import { readClass } from './read-class.ts';

export const node: NodeImplementation<CompiledClassifier> = { compile: compileClassifier, run: runClassifier };

async function runClassifier(classifier: CompiledClassifier, context: NodeContext): Promise<NodeResult> {
  const { settings, memory, vision } = classifier;
  const model = await openModel(settings, context);
  const { description } = model;
  const query = classifier.query === null ? '' : toText(context.variables.get(classifier.query));
  const [first, ...more] = classifier.classes;
  let length = 0;
  const named = (item: typeof first) => {
    const name = context.render(item.name, 'text');
    length += name.length;
    checkLength(length, 'The list of classes');
    return { ...item, name };
  };
  const classes = [named(first), ...more.map(named)] as const;
  const instruction = context.render(classifier.instruction, 'text');

  const message = classifierMessage(query);
  const known = classifierRules({ classes, instruction, past: '' });
  const past = await pastText(memory, context, { settings, description, texts: [known, message] });
  const rules = past === '' ? known : classifierRules({ classes, instruction, past });
  const { files, contents } = seenFiles(vision, context, description);
  const reply = await askModel(
    {
      settings,
      model,
      drafts: questionDrafts(settings.mode, { rules, message, files: contents }),
      inputs: { query, ...(files.length === 0 ? {} : { '#files#': files }) },
      ...(settings.mode === 'chat' && isHeldToSchema(description) ? { jsonSchema: classSchema(classes) } : {}),
    },
    context,
  );
  const { id, name, label } = readClass(reply.text, classes) ?? classes[0];
  return {
    outputs: { class_id: id, class_name: name, class_label: label ?? name, usage: reply.spent },
    handle: id,
    ...reply.record,
    usage: reply.usage,
    metadata: usageMetadata(reply.usage),
  };
}
