import { connect, registerService } from '#plugins/connected-accounts/testing/connecting.ts';
import { type OAuthService, startOAuthService } from '#plugins/connected-accounts/testing/oauth-service.ts';
import type { NewSource } from '#plugins/dataset-sources/contract.ts';
import { SourceBase } from '#plugins/dataset-sources/testing/source-base.ts';
import type { TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import {
  type BrowserSession,
  browserOf,
  newMember,
  newWorkspace,
  type Person,
} from '#plugins/members/testing/people.ts';
import { FakeDrive } from './fake-drive.ts';

export const addressOf = (id: string) => `https://drive.google.com/drive/folders/${id}`;

/** A workspace with somebody whose account at Google is connected, and their drive. */
export class DriveBase implements AsyncDisposable {
  readonly drive = new FakeDrive();
  readonly service: OAuthService;
  readonly workspaceId: string;
  readonly ada: Person & BrowserSession;
  accountId = '';
  readonly #platform: TestPlatform;

  private constructor(
    platform: TestPlatform,
    service: OAuthService,
    workspaceId: string,
    ada: Person & BrowserSession,
  ) {
    this.#platform = platform;
    this.service = service;
    this.workspaceId = workspaceId;
    this.ada = ada;
    service.handlers.push((request, response, { scopes }) => {
      this.drive.onlyPicked = !scopes.some((scope) => scope.endsWith('/drive.readonly'));
      return this.drive.handle(request, response);
    });
  }

  static async create(platform: TestPlatform, capabilities: readonly string[] = ['drive.read']): Promise<DriveBase> {
    const service = await startOAuthService();
    const workspaceId = await newWorkspace(platform);
    await registerService(platform.management, service, { headers: { 'x-workspace-id': workspaceId } });
    const base = new DriveBase(platform, service, workspaceId, await signedIn(platform, workspaceId));
    await base.connect(capabilities);
    return base;
  }

  async connect(capabilities: readonly string[] = ['drive.read'], person: BrowserSession = this.ada): Promise<string> {
    const { id, location } = await connect(person, this.service, { capabilities });
    if (id === '') throw new Error(location.href);
    if (person === this.ada) this.accountId = id;
    return id;
  }

  other(): Promise<Person & BrowserSession> {
    return signedIn(this.#platform, this.workspaceId);
  }

  base(person: Person = this.ada): Promise<SourceBase> {
    const viewer = { accountId: person.accountId, name: 'Ada', seesAll: true };
    return SourceBase.create(this.#platform.kernel, this.workspaceId, viewer);
  }

  /** Of a folder, or of what `more` says. */
  source(folder: string, more: Partial<NewSource> = {}): NewSource {
    return { kind: 'drive', url: addressOf(folder), accountId: this.accountId, ...more };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]();
  }
}

async function signedIn(platform: TestPlatform, workspaceId: string): Promise<Person & BrowserSession> {
  const person = await newMember(platform, 'admin', workspaceId);
  return { ...person, ...(await browserOf(platform, person)) };
}

/** What became of each file, by its path. */
export async function statesOf(base: SourceBase, id: string): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries((await base.pages(id)).map(({ name, status }) => [name ?? '', status]));
}
