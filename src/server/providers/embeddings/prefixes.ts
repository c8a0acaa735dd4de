/**
 * Prefixes that models expect before a query and a passage, from their model cards. Without them results are worse.
 * Other models get texts unchanged.
 */
interface Prefixes {
  question: string;
  passage: string;
}

const searching = 'Represent this sentence for searching relevant passages: ';

const known: readonly (readonly [name: RegExp, prefixes: Prefixes])[] = [
  [/nomic-embed-text/, { question: 'search_query: ', passage: 'search_document: ' }],
  [/e5-(?:small|base|large)/, { question: 'query: ', passage: 'passage: ' }],
  [/mxbai-embed|snowflake-arctic-embed|bge-(?:small|base|large)-en/, { question: searching, passage: '' }],
  [/embeddinggemma/, { question: 'task: search result | query: ', passage: 'title: none | text: ' }],
  [
    /qwen3-embedding/,
    {
      question: 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ',
      passage: '',
    },
  ],
];

export const prefixesOf = (model: string): Prefixes =>
  known.find(([name]) => name.test(model.toLowerCase()))?.[1] ?? { question: '', passage: '' };
