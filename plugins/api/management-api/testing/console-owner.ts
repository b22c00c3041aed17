import { pluginFiles } from '#kernel/testing/plugin-files.ts';
import type { TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';
import { deafAddress } from '#plugins/webhooks/testing/deaf-address.ts';

/** Where each plugin has its makers (`ownedObjects`) and requests (`consoleRequests`), from its own folder. */
export const OBJECTS_FILE = 'testing/console-objects.ts';

/** A new owner of a workspace, while objects are made in it. */
export interface NewOwner {
  readonly platform: TestPlatform;
  readonly person: Person;
  readonly workspaceId: string;
  /** Stands in the names and texts of whatever is made: who reads it elsewhere has read what is another's. */
  readonly mark: string;
  /** `call('tags', { name })`: asks the console as the owner; throws for what is refused. POST when there is a body. */
  call(path: string, body?: object, method?: string): Promise<ConsoleItem>;
  /** The first item of a list, as soon as it has one. */
  first(path: string): Promise<ConsoleItem>;
  /** The id of an object of a kind, made by whichever plugin makes it. */
  id(kind: string): Promise<string>;
}

/** Makes one object of each of its kinds in the workspace of an owner, and answers with their ids by kind. */
export interface ObjectMaker {
  readonly kinds: readonly string[];
  make(owner: NewOwner): Promise<Readonly<Record<string, string>>>;
}

/** A request that is right but for the ids in it. */
export interface ConsoleRequest {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface ConsoleItem {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** Somebody who owns a workspace, with an object of each kind in it. */
export interface ConsoleOwner {
  readonly person: Person;
  /** Of the object of a kind: `app`. Throws for a kind that no plugin makes. */
  id(kind: string): string;
}

/** What a platform needs for `consoleOwner`. */
export const consoleEnvironment = { WEFT_EGRESS_ALLOW: deafAddress, WEFT_WEBHOOK_ATTEMPTS: '1' };

/** Loads what `consoleOwner` needs beside the plugins of this repository; once. */
export async function loadWitness(platform: TestPlatform): Promise<void> {
  await platform.kernel.load(new URL('../../../core/jobs/testing/witness-job/', import.meta.url));
}

interface ObjectsModule {
  readonly ownedObjects?: readonly ObjectMaker[];
  readonly consoleRequests?: Readonly<Record<string, ConsoleRequest>>;
}

const modules = await Promise.all(
  pluginFiles(OBJECTS_FILE).map(({ url }) => import(url.href) as Promise<ObjectsModule>),
);
const makers = modules.flatMap(({ ownedObjects = [] }) => ownedObjects);

/** Kinds of objects that plugins make; a workspace is there with its owner. */
export const kinds: ReadonlySet<string> = new Set(['workspace', ...makers.flatMap((maker) => maker.kinds)]);

/** By route (`PATCH /console/api/tags/:tag_id`). */
export const consoleRequests: ReadonlyMap<string, ConsoleRequest> = new Map(
  modules.flatMap(({ consoleRequests: own = {} }) => Object.entries(own)),
);

/** A new owner with an object of each kind; names and texts in it contain `mark`. */
export async function consoleOwner(platform: TestPlatform, mark: string): Promise<ConsoleOwner> {
  const workspaceId = await newWorkspace(platform);
  const person = await newMember(platform, 'owner', workspaceId);
  const made = new Map<ObjectMaker, Promise<Readonly<Record<string, string>>>>();
  const make = (maker: ObjectMaker) => {
    const ids = made.get(maker) ?? maker.make(owner);
    made.set(maker, ids);
    return ids;
  };
  const owner: NewOwner = {
    ...{ platform, person, workspaceId, mark },
    ...consoleOf(person),
    async id(kind) {
      if (kind === 'workspace') return workspaceId;
      const maker = makers.find((each) => each.kinds.includes(kind));
      return known(kind, maker === undefined ? {} : await make(maker));
    },
  };
  const ids: Record<string, string> = { workspace: workspaceId };
  // One after the other: what each makes is always made in the same order.
  for (const maker of makers) Object.assign(ids, await make(maker));
  return { person, id: (kind) => known(kind, ids) };
}

function known(kind: string, ids: Readonly<Record<string, string>>): string {
  const id = ids[kind];
  if (id === undefined) throw new Error(`no plugin makes a "${kind}": add a maker to its ${OBJECTS_FILE}`);
  return id;
}

/** The console, as somebody uses it. */
function consoleOf({ client }: Person): Pick<NewOwner, 'call' | 'first'> {
  const call: NewOwner['call'] = async (path, body, method = body === undefined ? 'GET' : 'POST') => {
    const { status, body: answer, text } = await client.request(`/console/api/${path}`, { method, body });
    if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`);
    return answer as ConsoleItem;
  };
  const first: NewOwner['first'] = async (path) => {
    for (let attempt = 0; attempt < 400; attempt += 1) {
      const [item] = ((await call(path)) as unknown as { data: ConsoleItem[] }).data;
      if (item !== undefined) return item;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${path} stays empty`);
  };
  return { call, first };
}
