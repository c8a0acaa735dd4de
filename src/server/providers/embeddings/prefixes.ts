/**
 * What models want to read before a question and before a passage, as their model cards say. Without it they find
 * less. Models that are not listed get texts as they are.
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
