/** Collections of documents: schemas shared by the forms, the procedures and the REST API. */
import { z } from 'zod';
import { limits } from '~/shared/limits';
import { mirrorFailure } from './mirror';
import { id, pageOf, time } from './output';
import { storableText, uuid } from './text';
import { readingProgress, readStates } from './uploads';

export const collectionScopes = ['personal', 'groups', 'organization'] as const;
export type CollectionScope = (typeof collectionScopes)[number];
/** The origin of a document: a file, a web page, an article written here, or an answer. */
export const documentSources = ['file', 'url', 'manual', 'message'] as const;
export type DocumentSource = (typeof documentSources)[number];

const tooLong = (what: string, max: number) => `${what} can have at most ${max.toLocaleString('en-US')} characters`;

export const collectionName = storableText
  .trim()
  .min(1, 'Name is required')
  .max(limits.nameCharacters, tooLong('Names', limits.nameCharacters));
const description = storableText
  .trim()
  .max(limits.descriptionCharacters, tooLong('Descriptions', limits.descriptionCharacters));
const title = storableText
  .trim()
  .min(1, 'Title is required')
  .max(limits.titleCharacters, tooLong('Titles', limits.titleCharacters));
const content = storableText
  .refine((text) => text.length <= limits.articleCharacters, tooLong('Articles', limits.articleCharacters))
  .refine((text) => text.trim() !== '', 'Content is required');
const pageUrl = storableText
  .trim()
  .max(2000, 'The address is too long')
  .refine(
    (text) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol),
    'Use a URL that begins with http:// or https://',
  );
const objectPath = storableText.min(1, 'objectPath is required').max(4096, 'objectPath is too long');

const page = { cursor: z.string().max(100).nullish(), limit: z.number().int().min(1).max(limits.listRows).default(50) };

export const listCollectionsInput = z.object(page);
export const collectionIdInput = z.object({ collectionId: uuid });

export const createCollectionInput = z.object({
  name: collectionName,
  description: description.nullish().describe('What the collection is about'),
  scope: z
    .enum(collectionScopes, 'scope must be personal, groups or organization')
    .default('personal')
    .describe(
      'groups: for the groups it is shared with. organization: read by all. Administrators create and write both',
    ),
  projectId: uuid
    .optional()
    .describe(
      'For the files of your project: only its conversations draw on them, and no list contains the collection. A project has one, which later requests return',
    ),
});

export const updateCollectionInput = z.object({
  collectionId: uuid,
  name: collectionName.optional(),
  description: description.nullish(),
  isEnabled: z.boolean().optional().describe('Whether questions draw on it'),
});

export const collection = z
  .strictObject({
    id,
    name: z.string(),
    description: z.string().nullable(),
    scope: z.enum(collectionScopes),
    isEnabled: z.boolean().describe('Whether questions draw on it'),
    mayEdit: z.boolean().describe('Whether you may change it and its documents'),
    mayManage: z.boolean().describe('Whether you may share, switch and delete it'),
    documentCount: z.int(),
    articleCount: z.int().describe('Documents that were written here'),
    storageBytes: z.number().describe('Size of the documents in their current versions'),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Collection' });
export type Collection = z.infer<typeof collection>;
export const collectionPage = pageOf(collection);
export type CollectionPage = z.infer<typeof collectionPage>;

export const listDocumentsInput = z.object({ collectionId: uuid, ...page });
export const documentIdInput = z.object({ collectionId: uuid, documentId: uuid });
export const locateDocumentInput = z.object({ documentId: uuid });
export const documentLocation = z.strictObject({ collectionId: id });

/** The form of an article. */
export const articleInput = z.object({ title, content });

/** The form of a web page. */
export const webPageInput = z.object({ url: pageUrl });

/** Exactly one of these is required: the content of the document. */
const contentFields = {
  content: content.optional().describe('Text of an article, Markdown'),
  objectPath: objectPath.optional().describe('An uploaded file'),
  url: pageUrl.optional().describe('A web page, read now'),
  messageId: uuid.optional().describe('An answer of one of your conversations'),
};
const countContentFields = (input: { [Name in keyof typeof contentFields]?: unknown }) =>
  Object.keys(contentFields).filter((name) => input[name as keyof typeof contentFields] !== undefined).length;

export const addDocumentInput = z
  .object({
    collectionId: uuid,
    title: title.optional().describe('Required for an article'),
    ...contentFields,
  })
  .refine((input) => countContentFields(input) === 1, 'Give one of content, objectPath, url and messageId')
  .refine(({ title, content }) => content === undefined || title !== undefined, {
    message: 'Title is required',
    path: ['title'],
  });
export type AddDocumentInput = z.infer<typeof addDocumentInput>;

export const updateDocumentInput = z
  .object({
    collectionId: uuid,
    documentId: uuid,
    title: title.optional(),
    content: content.optional().describe('A new version of the text'),
    objectPath: objectPath.optional().describe('An uploaded file as the new version'),
    moveTo: uuid.optional().describe('Id of the collection that the document moves to'),
    version: z.int().optional().describe('The version that you have changed. Returns 409 if there is a newer one'),
  })
  .refine(
    ({ content, objectPath }) => content === undefined || objectPath === undefined,
    'Give either content or objectPath',
  );
export type UpdateDocumentInput = z.infer<typeof updateDocumentInput>;

const documentFields = {
  id,
  collectionId: id,
  title: z.string(),
  sourceType: z.enum(documentSources),
  source: z.string().nullable().describe('File name or address that it came from'),
  type: z.string().describe('MIME type'),
  size: z.int().nonnegative().describe('Bytes'),
  objectPath: z.string().nullable().describe('Path of its file'),
  state: z.enum(readStates).describe('Progress of processing; ready documents can be searched'),
  progress: readingProgress.optional().describe('Of a file that is being read'),
  problem: z.string().optional().describe('Why its text is missing or incomplete'),
  version: z.int().describe('From 1; each replacement adds 1'),
  keywords: z.array(z.string()),
  summary: z.string(),
  createdAt: time,
  updatedAt: time,
};

export const collectionDocument = z.strictObject(documentFields).meta({ id: 'CollectionDocument' });
export type CollectionDocument = z.infer<typeof collectionDocument>;
export const documentPage = pageOf(collectionDocument);
export type DocumentPage = z.infer<typeof documentPage>;

export const wholeDocument = z
  .strictObject({
    ...documentFields,
    content: z.string().describe('The text that was read'),
    pages: z.array(z.strictObject({ page: z.int(), start: z.int() })).describe('Where each page starts in `content`'),
    passageStarts: z.array(z.int()).describe('Where each passage that is searched starts in `content`'),
    extractedFromMessageId: id.optional().describe('The answer that it was saved from'),
  })
  .meta({ id: 'WholeCollectionDocument' });
export type WholeDocument = z.infer<typeof wholeDocument>;

/** Lines of a web page that were added or removed since it was last read. */
export const refreshedDocument = z
  .strictObject({
    document: collectionDocument,
    isChanged: z.boolean().describe('A changed page is a new version of the document'),
    added: z.array(z.string()).describe('The first 50 new lines'),
    removed: z.array(z.string()).describe('The first 50 lines that are gone'),
  })
  .meta({ id: 'RefreshedDocument' });
export type RefreshedDocument = z.infer<typeof refreshedDocument>;

export const searchCollectionsInput = z.object({
  q: storableText
    .trim()
    .min(1, 'q is required')
    .max(limits.searchCharacters, 'The search text is too long')
    .describe('The words to search for'),
  limit: z.coerce
    .number('limit must be a number')
    .int()
    .min(1)
    .max(50)
    .default(10)
    .describe('Maximum number of passages; default 10'),
  collectionId: uuid.optional().describe('Search only this collection'),
});

export const foundPassage = z
  .strictObject({
    collectionId: id,
    documentId: id,
    title: z.string(),
    page: z.int().optional(),
    start: z.int().describe('Where the passage starts in the text of the document'),
    text: z.string(),
    score: z.number().describe('Higher is a better match; only the order matters'),
  })
  .meta({ id: 'FoundPassage' });
export const foundPassages = z.array(foundPassage);
export type FoundPassage = z.infer<typeof foundPassage>;

export const conversationCollectionsInput = z.object({ conversationId: uuid });
export const switchCollectionInput = z.object({ conversationId: uuid, collectionId: uuid, isOn: z.boolean() });
/** The collections available to a conversation. */
export const collectionSwitches = z.array(
  z.strictObject({ id, name: z.string(), scope: z.enum(collectionScopes), isOn: z.boolean() }),
);
export type CollectionSwitches = z.infer<typeof collectionSwitches>;

/** Statistics of the organization-wide collections. */
export const knowledgeOverview = z.strictObject({
  documents: z.int(),
  articles: z.int(),
  bytes: z.number(),
  updatedAt: time.nullable(),
  recent: z.array(
    z.strictObject({
      documentId: id,
      collectionId: id,
      collection: z.string(),
      title: z.string(),
      version: z.int(),
      at: time,
    }),
  ),
  mirrorFailures: z.array(mirrorFailure).describe('Collections whose copies at xAI have problems'),
});
export type KnowledgeOverview = z.infer<typeof knowledgeOverview>;
