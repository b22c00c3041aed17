import { describe, expect, it } from 'vitest';
import { followsLayers, hasNoImportCycles, keepsThreadsLight } from './testing/architecture/layer-rules.ts';
import { declaresPackages, keepsPackagesHome } from './testing/architecture/package-rules.ts';
import { readRepository } from './testing/architecture/repository.ts';
import type { Rule } from './testing/architecture/source-file.ts';
import {
  avoidsBannedForms,
  documentsContracts,
  engineKnowsNoNodeTypes,
  hasGoodFileNames,
  hasOnlyKnownTopFolders,
  hasShortFiles,
  keepsPluginsToWiring,
  namesImportedFiles,
} from './testing/architecture/style-rules.ts';

const repository = readRepository();

const rules: Readonly<Record<string, Rule>> = {
  'imports follow the layers': followsLayers,
  'threads of the engine load no container, database or server': keepsThreadsLight,
  'imports have no cycles': hasNoImportCycles,
  'packages stay in their homes': keepsPackagesHome,
  'packages are declared, with exact versions': declaresPackages,
  'there is no unplanned top folder': hasOnlyKnownTopFolders,
  'files have telling names': hasGoodFileNames,
  'files are short': hasShortFiles,
  'banned forms do not occur': avoidsBannedForms,
  'the engine knows no node type by name': engineKnowsNoNodeTypes,
  'plugin.ts is wiring': keepsPluginsToWiring,
  'exports of contracts are documented': documentsContracts,
  'relative imports name existing files': namesImportedFiles,
};

describe('architecture', () => {
  it('is judged on the whole repository', () => {
    expect(repository.length).toBeGreaterThan(50);
  });

  for (const [name, rule] of Object.entries(rules)) {
    it(name, () => {
      expect(rule(repository)).toEqual([]);
    });
  }
});
