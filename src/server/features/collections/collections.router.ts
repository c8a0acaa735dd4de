import { mirrorStatus, retryMirror, setMirror } from '~/server/features/mirror/mirror.service';
import { invalidInput, storageFull, tooManySearches, tooManyUploads } from '~/server/trpc/documented-errors';
import { adminProcedure, limitedProcedure, memberProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import {
  addDocumentInput,
  collection,
  collectionDocument,
  collectionIdInput,
  collectionPage,
  collectionSwitches,
  conversationCollectionsInput,
  createCollectionInput,
  documentIdInput,
  documentLocation,
  documentPage,
  foundPassages,
  knowledgeOverview as knowledgeOverviewOutput,
  listCollectionsInput,
  listDocumentsInput,
  locateDocumentInput,
  refreshedDocument,
  searchCollectionsInput,
  switchCollectionInput,
  updateCollectionInput,
  updateDocumentInput,
  wholeDocument,
} from '~/shared/schemas/collections';
import { collectionGroups, shareCollectionInput } from '~/shared/schemas/groups';
import { collectionMirrorStatus, setMirrorInput } from '~/shared/schemas/mirror';
import { messageOutput } from '~/shared/schemas/output';
import { addDocument } from './add-document';
import { listCollectionGroups, shareCollection } from './collection-groups.service';
import {
  createCollection,
  deleteCollection,
  getCollection,
  listCollections,
  updateCollection,
} from './collections.service';
import { deleteDocument, getDocument, listDocuments, locateDocument } from './documents.service';
import { knowledgeOverview } from './knowledge-overview';
import { refreshDocument } from './refresh-document';
import { searchCollections } from './search-collections';
import { listSwitches, switchCollection } from './switches.service';
import { updateDocument } from './update-document';

export const collectionsRouter = router({
  list: memberProcedure
    .meta({
      summary: 'List collections',
      description: 'Your own, the organization-wide ones, and those shared with your groups, newest first.',
    })
    .input(listCollectionsInput)
    .output(output(collectionPage))
    .query(({ ctx, input }) => listCollections(ctx.deps, ctx.user, input)),
  get: memberProcedure
    .meta({ summary: 'Read a collection' })
    .input(collectionIdInput)
    .output(output(collection))
    .query(({ ctx, input }) => getCollection(ctx.deps, ctx.user, input.collectionId)),
  create: memberProcedure
    .meta({
      summary: 'Create a collection',
      description:
        'Only administrators create collections for groups and for the organization. With `projectId` it is for the files of a project, and has its name.',
      errors: {
        404: 'There is no such project.',
        403: 'You may only read the collection, or only administrators may do this.',
        409: 'You have too many collections, or the Idempotency-Key belongs to another request.',
      },
    })
    .input(createCollectionInput)
    .output(output(collection))
    .mutation(({ ctx, input }) => createCollection(ctx.deps, { by: ctx.user, caller: ctx.caller }, input)),
  update: memberProcedure
    .meta({
      summary: 'Change a collection',
      errors: { 403: 'You may only read the collection, or only administrators may do this.' },
    })
    .input(updateCollectionInput)
    .output(output(collection))
    .mutation(({ ctx, input }) =>
      updateCollection(ctx.deps, { by: ctx.user, caller: ctx.caller }, input.collectionId, input),
    ),
  delete: memberProcedure
    .meta({
      summary: 'Delete a collection with its documents',
      errors: { 403: 'You may only read the collection, or only administrators may do this.' },
    })
    .input(collectionIdInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await deleteCollection(ctx.deps, { by: ctx.user, caller: ctx.caller }, input.collectionId);
      return { message: 'Collection deleted' };
    }),
  search: limitedProcedure('searchesByAccount')
    .meta({
      summary: 'Search the documents of collections',
      description: 'The passages that match best, best first.',
      errors: { 400: invalidInput, 404: 'Not found.', 429: tooManySearches },
    })
    .input(searchCollectionsInput)
    .output(output(foundPassages))
    .query(({ ctx, input }) => searchCollections(ctx.deps, ctx.user, input)),
  documents: memberProcedure
    .meta({ summary: 'List the documents of a collection', description: 'Newest first.' })
    .input(listDocumentsInput)
    .output(output(documentPage))
    .query(({ ctx, input }) => listDocuments(ctx.deps, ctx.user, input)),
  document: memberProcedure
    .meta({ summary: 'Read a document' })
    .input(documentIdInput)
    .output(output(wholeDocument))
    .query(({ ctx, input }) => getDocument(ctx.deps, ctx.user, input.collectionId, input.documentId)),
  locate: memberProcedure
    .meta({ summary: 'Find the collection of a document' })
    .input(locateDocumentInput)
    .output(output(documentLocation))
    .query(({ ctx, input }) => locateDocument(ctx.deps, ctx.user, input.documentId)),
  addDocument: limitedProcedure('uploadsByAccount')
    .meta({
      summary: 'Add a document to a collection',
      takesText: true,
      description:
        'An article from `title` and `content`, an uploaded file from `objectPath`, a web page from `url`, or an answer from `messageId`. A web page is read before the response. A file is processed after the response: its `state` says when it can be searched.',
      errors: {
        403: 'You may only read the collection, or only administrators may do this.',
        413: 'The file or the body is too large, or your storage is full.',
        415: 'The body is not JSON, or the file has a type that is not allowed.',
        429: tooManyUploads,
        507: storageFull,
      },
    })
    .input(addDocumentInput)
    .output(output(collectionDocument))
    .mutation(({ ctx, input }) => addDocument(ctx.deps, { by: ctx.user, caller: ctx.caller }, input)),
  updateDocument: limitedProcedure('uploadsByAccount')
    .meta({
      summary: 'Change a document',
      takesText: true,
      description:
        'Renames it, moves it with `moveTo`, or replaces its text with `content` or `objectPath` as a new version.',
      errors: {
        403: 'You may only read the collection, or only administrators may do this.',
        409: 'The document has a newer version than `version`.',
        413: 'The file or the body is too large, or your storage is full.',
        415: 'The body is not JSON, or the file has a type that is not allowed.',
        429: tooManyUploads,
        507: storageFull,
      },
    })
    .input(updateDocumentInput)
    .output(output(collectionDocument))
    .mutation(({ ctx, input }) => updateDocument(ctx.deps, { by: ctx.user, caller: ctx.caller }, input)),
  refreshDocument: limitedProcedure('uploadsByAccount')
    .meta({
      summary: 'Read the web page of a document again',
      description: 'A page whose lines have changed becomes a new version. Other documents return 400.',
      errors: {
        400: 'The document is not a web page, or the page cannot be read; see `message`.',
        403: 'You may only read the collection, or only administrators may do this.',
        409: 'The document was changed while its page was read.',
        413: 'Your storage is full.',
        429: tooManyUploads,
        507: storageFull,
      },
    })
    .input(documentIdInput)
    .output(output(refreshedDocument))
    .mutation(({ ctx, input }) => refreshDocument(ctx.deps, { by: ctx.user, caller: ctx.caller }, input)),
  deleteDocument: memberProcedure
    .meta({
      summary: 'Delete a document',
      errors: { 403: 'You may only read the collection, or only administrators may do this.' },
    })
    .input(documentIdInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await deleteDocument(ctx.deps, { by: ctx.user, caller: ctx.caller }, input.collectionId, input.documentId);
      return { message: 'Document deleted' };
    }),
  groups: memberProcedure
    .meta({
      summary: 'List the groups of a collection',
      errors: { 403: 'Another user, or administrators, manage the collection.' },
    })
    .input(collectionIdInput)
    .output(output(collectionGroups))
    .query(({ ctx, input }) => listCollectionGroups(ctx.deps, ctx.user, input.collectionId)),
  shareWithGroup: memberProcedure
    .meta({
      summary: 'Share a collection with a group',
      description:
        '`access` is `read`, `edit`, or null to end it. You share with your own groups, administrators with all. Recorded in the audit log.',
      errors: {
        403: 'Another user, or administrators, manage the collection.',
        404: 'The collection does not exist, or you are not in the group.',
      },
    })
    .input(shareCollectionInput)
    .output(output(collectionGroups))
    .mutation(({ ctx, input }) => shareCollection(ctx.deps, ctx.acting, input)),
  mirror: memberProcedure
    .input(collectionIdInput)
    .output(output(collectionMirrorStatus))
    .query(({ ctx, input }) => mirrorStatus(ctx.deps, ctx.user, input.collectionId)),
  setMirror: memberProcedure
    .input(setMirrorInput)
    .output(output(collectionMirrorStatus))
    .mutation(({ ctx, input }) => setMirror(ctx.deps, ctx.acting, input)),
  retryMirror: memberProcedure
    .input(collectionIdInput)
    .output(output(collectionMirrorStatus))
    .mutation(({ ctx, input }) => retryMirror(ctx.deps, ctx.user, input.collectionId)),
  switches: memberProcedure
    .meta({
      summary: 'List the collections of a conversation',
      description: 'All collections that you can read, and whether the answers of this conversation use them.',
    })
    .input(conversationCollectionsInput)
    .output(output(collectionSwitches))
    .query(({ ctx, input }) => listSwitches(ctx.deps, ctx.user.id, input.conversationId)),
  switch: memberProcedure
    .meta({ summary: 'Switch a collection on or off in a conversation', description: 'From your next message.' })
    .input(switchCollectionInput)
    .output(output(collectionSwitches))
    .mutation(({ ctx, input }) => switchCollection(ctx.deps, ctx.user, input)),
  overview: adminProcedure
    .meta({
      summary: 'Get figures of the organization-wide collections',
      description: 'With their latest changes, and the copies at xAI that have problems.',
    })
    .output(output(knowledgeOverviewOutput))
    .query(({ ctx }) => knowledgeOverview(ctx.deps)),
});
