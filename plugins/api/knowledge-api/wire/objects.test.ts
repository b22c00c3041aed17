import { describe, expect, it } from 'vitest';
import type { MetadataField } from '#plugins/datasets/contract.ts';
import { sampleDataset, sampleDocument, sampleFound, sampleSegment } from '#plugins/knowledge-api/testing/samples.ts';
import { type DatasetFacts, datasetObject } from './dataset-object.ts';
import { pathsOf } from './document-archive.ts';
import { documentDetail, documentMetadata, documentObject, indexingStatus } from './document-object.ts';
import { providerObjects } from './model-object.ts';
import { providerName } from './provider-names.ts';
import { recordObject, segmentObject } from './segment-object.ts';

const author: MetadataField = { id: 'f1', name: 'author', type: 'string' };
const facts: DatasetFacts = {
  documents: 3,
  available: 2,
  words: 90,
  apps: 1,
  tags: [{ id: 't1', name: 'garden' }],
  fields: [author],
  embeddingProvider: 'openai/openai/openai',
  isEmbeddingAvailable: true,
  externalApi: null,
};

describe('a knowledge base', () => {
  it('has every field of the contract, in its types', () => {
    expect(datasetObject(sampleDataset, facts)).toEqual({
      id: sampleDataset.id,
      name: 'Ferns',
      description: '',
      provider: 'vendor',
      permission: 'only_me',
      data_source_type: 'upload_file',
      indexing_technique: 'high_quality',
      app_count: 1,
      document_count: 3,
      word_count: 90,
      created_by: null,
      author_name: null,
      created_at: 1_767_225_600,
      updated_by: null,
      updated_at: 1_767_225_601,
      embedding_model: 'small',
      embedding_model_provider: 'openai/openai/openai',
      embedding_available: true,
      retrieval_model_dict: sampleDataset.retrieval,
      summary_index_setting: null,
      tags: [{ id: 't1', name: 'garden', type: 'knowledge' }],
      doc_form: 'text_model',
      external_knowledge_info: null,
      external_retrieval_model: null,
      doc_metadata: [author],
      built_in_field_enabled: false,
      pipeline_id: null,
      runtime_mode: 'general',
      chunk_structure: null,
      icon_info: null,
      is_published: false,
      total_documents: 3,
      total_available_documents: 2,
      enable_api: true,
      is_multimodal: false,
      maintainer: null,
    });
  });

  it('tells its members only where they are asked for', () => {
    expect(datasetObject(sampleDataset, facts)).not.toHaveProperty('partial_member_list');
    expect(datasetObject(sampleDataset, { ...facts, members: ['a1'] })).toMatchObject({ partial_member_list: ['a1'] });
  });

  it('is searched by keywords when it is economy', () => {
    const economy = { ...sampleDataset, indexingTechnique: 'economy' as const };
    expect(datasetObject(economy, facts).retrieval_model_dict.search_method).toBe('keyword_search');
  });

  it('says what it asks when it is external, also when the API is gone', () => {
    const external = { apiId: 'a1', knowledgeId: 'k1', topK: 5, scoreThreshold: 0.5 };
    const dataset = { ...sampleDataset, provider: 'external' as const, external };
    const info = { external_knowledge_id: 'k1', external_knowledge_api_id: 'a1' };
    const api = { name: 'Library', endpoint: 'https://library.example.com' };
    expect(datasetObject(dataset, { ...facts, externalApi: api })).toMatchObject({
      external_knowledge_info: {
        ...info,
        external_knowledge_api_name: 'Library',
        external_knowledge_api_endpoint: 'https://library.example.com',
      },
      external_retrieval_model: { top_k: 5, score_threshold: 0.5, score_threshold_enabled: true },
    });
    expect(datasetObject(dataset, facts)).toMatchObject({
      external_knowledge_info: { ...info, external_knowledge_api_name: '', external_knowledge_api_endpoint: '' },
    });
  });

  it('has an icon of texts, whatever else is kept of it', () => {
    const dataset = { ...sampleDataset, icon: { icon_type: 'emoji', icon: '🌿', extra: 1, icon_url: 7 } };
    expect(datasetObject(dataset, facts).icon_info).toEqual({
      icon_type: 'emoji',
      icon: '🌿',
      icon_background: null,
      icon_url: null,
    });
  });
});

describe('a document', () => {
  const shape = { fields: [author], dataset: sampleDataset };

  it('has every field of the contract', () => {
    const file = {
      id: sampleDocument.id,
      name: 'watering.txt',
      size: 31,
      extension: 'txt',
      mime_type: 'text/plain',
      created_by: '',
      created_at: 1_767_225_600,
    };
    expect(documentObject(sampleDocument, shape)).toEqual({
      id: sampleDocument.id,
      position: 1,
      data_source_type: 'upload_file',
      data_source_info: { upload_file_id: sampleDocument.id },
      data_source_detail_dict: { upload_file: file },
      dataset_process_rule_id: sampleDocument.processRuleId,
      name: 'watering.txt',
      created_from: 'api',
      created_by: '',
      created_at: 1_767_225_600,
      tokens: 7,
      indexing_status: 'completed',
      error: null,
      enabled: true,
      disabled_at: null,
      disabled_by: null,
      archived: false,
      display_status: 'available',
      word_count: 31,
      hit_count: 3,
      doc_form: 'text_model',
      doc_metadata: [],
      summary_index_status: null,
      need_summary: false,
    });
  });

  it('has a rule, times and lengths when it is told of alone', () => {
    const segmentation = { separator: '\n', max_tokens: 500, chunk_overlap: 50 };
    const rule = {
      mode: 'automatic' as const,
      rules: {
        pre_processing_rules: [],
        segmentation,
        parent_mode: 'paragraph' as const,
        subchunk_segmentation: null,
      },
    };
    const detail = documentDetail(sampleDocument, shape, rule);
    expect(detail).toMatchObject({
      data_source_info: { upload_file: { name: 'watering.txt' } },
      document_process_rule: { id: sampleDocument.processRuleId, dataset_id: sampleDataset.id, ...rule },
      doc_language: 'English',
      doc_type: null,
      completed_at: 1_767_225_601,
      indexing_latency: 1.4,
      segment_count: 2,
      average_segment_length: 15.5,
    });
    expect(detail).not.toHaveProperty('word_count');
    expect(detail).not.toHaveProperty('data_source_detail_dict');
    const waiting = { ...sampleDocument, completedAt: null, segmentCount: 0 };
    expect(documentDetail(waiting, shape, rule)).toMatchObject({
      completed_at: null,
      indexing_latency: null,
      average_segment_length: 0,
    });
  });

  it('tells values by field, and the built-in ones where they are on', () => {
    const document = { ...sampleDocument, metadata: { f1: 'Ada', gone: 'x' } };
    const own = { id: 'f1', name: 'author', type: 'string', value: 'Ada' };
    expect(documentMetadata(document, shape)).toEqual({ id: document.id, doc_type: null, doc_metadata: [own] });
    const on = { ...shape, dataset: { builtInFields: true } };
    expect(documentMetadata(document, on).doc_metadata).toEqual([
      own,
      { id: 'built-in', name: 'document_name', type: 'string', value: 'watering.txt' },
      { id: 'built-in', name: 'uploader', type: 'string', value: 'Ada' },
      { id: 'built-in', name: 'upload_date', type: 'time', value: 1_767_225_600 },
      { id: 'built-in', name: 'last_update_date', type: 'time', value: 1_767_225_601 },
      { id: 'built-in', name: 'source', type: 'string', value: 'file_upload' },
    ]);
  });

  it('says how far it is', () => {
    expect(indexingStatus(sampleDocument, { completed: 1, total: 2 })).toEqual({
      id: sampleDocument.id,
      indexing_status: 'completed',
      processing_started_at: 1_767_225_600,
      parsing_completed_at: 1_767_225_600,
      cleaning_completed_at: 1_767_225_600,
      splitting_completed_at: 1_767_225_601,
      completed_at: 1_767_225_601,
      paused_at: null,
      error: null,
      stopped_at: null,
      completed_segments: 1,
      total_segments: 2,
    });
    expect(indexingStatus(sampleDocument, undefined)).toMatchObject({ completed_segments: 0, total_segments: 0 });
  });
});

describe('a segment', () => {
  it('has every field of the contract', () => {
    expect(segmentObject(sampleSegment, [])).toEqual({
      id: sampleSegment.id,
      position: 1,
      document_id: sampleSegment.documentId,
      content: 'Ferns want water.',
      sign_content: 'Ferns want water.',
      answer: null,
      word_count: 17,
      tokens: 4,
      keywords: ['fern'],
      index_node_id: sampleSegment.id,
      index_node_hash: 'h1',
      hit_count: 3,
      enabled: true,
      disabled_at: null,
      disabled_by: null,
      status: 'completed',
      created_by: '',
      created_at: 1_767_225_600,
      updated_at: 1_767_225_601,
      updated_by: null,
      indexing_at: 1_767_225_600,
      completed_at: 1_767_225_601,
      error: null,
      stopped_at: null,
      child_chunks: [],
      attachments: [],
      summary: null,
    });
  });

  it('is found with its document, its children and its score', () => {
    const children = [{ id: 'c1', content: 'water', position: 1, score: 0.9 }];
    const scores = { vector: 0.9, text: null, fused: null, reranked: null };
    const record = recordObject({ segment: sampleFound, score: 0.9, scores, children }, [author]);
    expect(record).toMatchObject({ child_chunks: children, score: 0.9, tsne_position: null, files: [], summary: null });
    expect(record.segment.document).toEqual({
      id: sampleFound.document.id,
      data_source_type: 'upload_file',
      name: 'watering.txt',
      doc_type: null,
      doc_metadata: { author: 'Ada' },
    });
    expect(record.segment).not.toHaveProperty('updated_at');
    expect(recordObject({ segment: sampleFound, score: 1, scores, children }, []).segment.document.doc_metadata).toBe(
      null,
    );
  });
});

describe('names of providers', () => {
  it('have three parts', () => {
    expect(providerName({ id: 'gemini', aliases: ['google', 'a/b/c'] }, 'gemini')).toBe('a/b/c');
    expect(providerName({ id: 'demo' }, 'demo')).toBe('demo/demo/demo');
    expect(providerName(undefined, 'old/gone/gone')).toBe('old/gone/gone');
  });

  it('stand once above their models', () => {
    const model = { provider: 'demo', providerLabel: 'Demo', isOwn: false, type: 'embedding' as const };
    const models = [
      { ...model, name: 'one', contextSize: 512, maxBatch: 16 },
      { ...model, name: 'two' },
      { ...model, provider: 'other', name: 'three' },
    ];
    const shown = providerObjects('w1', { type: 'text-embedding', models, nameOf: (id) => `${id}/x/y` });
    expect(shown.map(({ provider, models: own }) => [provider, own.map((each) => each.model)])).toEqual([
      ['demo/x/y', ['one', 'two']],
      ['other/x/y', ['three']],
    ]);
    expect(shown[0]?.models[0]).toEqual({
      model: 'one',
      label: { en_US: 'one', zh_Hans: 'one' },
      model_type: 'text-embedding',
      features: null,
      fetch_from: 'predefined-model',
      model_properties: { context_size: 512, max_chunks: 16 },
      deprecated: false,
      status: 'active',
      load_balancing_enabled: false,
      has_invalid_load_balancing_configs: false,
    });
  });
});

describe('attack T07: names of documents in an archive', () => {
  it('lead nowhere else, and none stands for another', () => {
    const document = (name: string, extension = 'txt') => ({ name, file: { size: 1, extension, mimeType: '' } });
    expect(
      pathsOf([
        document('../../etc/passwd'),
        document('C:\\windows\\system.txt'),
        document('a.txt'),
        document('A.TXT'),
        document('a'),
        document('..'),
        document('\u0000\n', ''),
        document('report', 'pdf'),
      ]),
    ).toEqual([
      '_.._etc_passwd.txt',
      'C__windows_system.txt',
      'a.txt',
      'A (2).txt',
      'a (3).txt',
      'document.txt',
      '__',
      'report.pdf',
    ]);
  });
});
