import { describe, expect, it } from 'vitest';
import {
  followsLayers,
  hasNoImportCycles,
  importsLowerGroups,
  keepsThreadsLight,
} from './testing/architecture/layer-rules.ts';
import { declaresPackages, keepsPackagesHome, namesPlugins } from './testing/architecture/package-rules.ts';
import {
  keepsVisitorPagesLight,
  typesPagesByTheirRuntime,
  writesAsPeopleDo,
} from './testing/architecture/page-rules.ts';
import { readRepository } from './testing/architecture/repository.ts';
import { picksThings } from './testing/architecture/select-rules.ts';
import type { Rule } from './testing/architecture/source-file.ts';
import {
  avoidsBannedForms,
  climbsNowhere,
  documentsContracts,
  engineKnowsNoNodeTypes,
  hasGoodFileNames,
  hasOnlyKnownTopFolders,
  hasShortFiles,
  keepsPluginsToWiring,
  namesImportedFiles,
} from './testing/architecture/style-rules.ts';
import { namesAsTheFieldDoes, speaksPlainly } from './testing/architecture/word-rules.ts';

const repository = readRepository();

const rules: Readonly<Record<string, Rule>> = {
  'imports follow the layers': followsLayers,
  'groups of plugins import lower groups only': importsLowerGroups,
  'package.json names the plugins there are': namesPlugins,
  'threads of the engine load no container, database or server': keepsThreadsLight,
  'pages of visitors load nothing of the studio': keepsVisitorPagesLight,
  'pages are typed by what they run on': typesPagesByTheirRuntime,
  'tests of pages write as people do': writesAsPeopleDo,
  'native lists of pages are small and fixed': picksThings,
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
  'imports name existing files': namesImportedFiles,
  'imports do not climb': climbsNowhere,
  'names are words of the field': namesAsTheFieldDoes,
  'comments and documents speak plainly': speaksPlainly,
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
