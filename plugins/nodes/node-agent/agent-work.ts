import { checkLength, type NodeContext, toJson, type Usage } from '#engine';
import type { AgentLog, Step } from './agent-log.ts';
import { AgentAnswer } from './answer.ts';
import type { AgentThoughtData } from './contract.ts';
import type { AgentConversation } from './conversation.ts';
import type { OfferedTool } from './tool-box.ts';
import { type ToolAnswer, ToolRunner } from './tool-runner.ts';
import { shownArguments } from './written-arguments.ts';

type ShownCall = NonNullable<AgentThoughtData['calls']>[number];

/** What strategies work with, and what they leave behind. */
export class AgentWork {
  readonly conversation: AgentConversation;
  readonly tools: readonly OfferedTool[];
  readonly runner: ToolRunner;
  readonly maxIterations: number;
  readonly answer: AgentAnswer;
  readonly files: unknown[] = [];
  readonly json: unknown[] = [];
  /** The rounds are used up: the answer is what the model could say without tools. */
  isExhausted = false;
  readonly #log: AgentLog;
  #length = 0;

  constructor(parts: {
    readonly conversation: AgentConversation;
    readonly tools: readonly OfferedTool[];
    readonly maxIterations: number;
    readonly log: AgentLog;
    readonly context: NodeContext;
  }) {
    this.conversation = parts.conversation;
    this.tools = parts.tools;
    this.maxIterations = parts.maxIterations;
    this.#log = parts.log;
    this.runner = new ToolRunner(parts.context, parts.log, parts.tools);
    this.answer = new AgentAnswer(parts.context);
  }

  /** Keeps what tools gave. Throws ValueTooLargeError for more than outputs may hold. */
  take(files: readonly unknown[], json: readonly unknown[]): void {
    if (files.length === 0 && json.length === 0) return;
    this.#length += toJson(files).length + toJson(json).length;
    checkLength(this.#length, 'What the tools of the agent gave');
    this.files.push(...files);
    this.json.push(...json);
  }

  beginRound(position: number): Round {
    return new Round(this, this.#log, position);
  }
}

/** One turn of model and tools. */
export class Round {
  readonly step: Step;
  readonly #work: AgentWork;
  readonly #log: AgentLog;
  readonly #position: number;

  constructor(work: AgentWork, log: AgentLog, position: number) {
    this.#work = work;
    this.#log = log;
    this.#position = position;
    this.step = log.begin(`ROUND ${position}`, { kind: 'round', position });
  }

  beginThought(): Step {
    const { provider, description } = this.#work.conversation.model;
    const metadata = { provider };
    return this.#log.begin(`${description.name} Thought`, { kind: 'thought' }, { parent: this.step, metadata });
  }

  /** What the model says; when it fails the steps say so. */
  async settle<T>(thought: Step, saying: Promise<T>): Promise<T> {
    return await saying.catch((error: unknown) => {
      thought.fail({ kind: 'thought' }, reasonOf(error));
      this.#fail(error);
    });
  }

  /** A call as the log shows it. */
  shown(name: string, written: string): ShownCall {
    const tool = this.#work.runner.find(name);
    return {
      tool: tool?.name ?? name.slice(0, 200),
      label: tool?.label ?? name.slice(0, 200),
      arguments: shownArguments(written),
    };
  }

  succeed(answers: readonly ToolAnswer[], usage: Usage): void {
    const files = answers.flatMap((answer) => answer.files);
    const json = answers.flatMap((answer) => answer.json);
    try {
      this.#work.take(files, json);
    } catch (error) {
      this.#fail(error);
    }
    const observation = answers.map(({ tool, output }) => ({ tool, output }));
    this.step.succeed({ kind: 'round', position: this.#position, observation, files }, usage);
  }

  #fail(error: unknown): never {
    this.step.fail({ kind: 'round', position: this.#position }, reasonOf(error));
    throw error;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
