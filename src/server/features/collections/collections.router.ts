import { mirrorStatus, retryMirror, setMirror } from '~/server/features/mirror/mirror.service';
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
  documentPage,
  foundPassages,
  knowledgeOverview as knowledgeOverviewOutput,
  listCollectionsInput,
  listDocumentsInput,
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
import { deleteDocument, getDocument, listDocuments } from './documents.service';
import { knowledgeOverview } from './knowledge-overview';
import { refreshDocument } from './refresh-document';
import { searchCollections } from './search-collections';
import { listSwitches, switchCollection } from './switches.service';
import { updateDocument } from './update-document';

export const collectionsRouter = router({
  list: memberProcedure
    .input(listCollectionsInput)
    .output(output(collectionPage))
    .query(({ ctx, input }) => listCollections(ctx.deps, ctx.user, input)),
  get: memberProcedure
    .input(collectionIdInput)
    .output(output(collection))
    .query(({ ctx, input }) => getCollection(ctx.deps, ctx.user, input.collectionId)),
  create: memberProcedure
    .input(createCollectionInput)
    .output(output(collection))
    .mutation(({ ctx, input }) => createCollection(ctx.deps, ctx.user, input)),
  update: memberProcedure
    .input(updateCollectionInput)
    .output(output(collection))
    .mutation(({ ctx, input }) => updateCollection(ctx.deps, ctx.user, input.collectionId, input)),
  delete: memberProcedure
    .input(collectionIdInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await deleteCollection(ctx.deps, ctx.user, input.collectionId);
      return { message: 'Collection deleted' };
    }),
  search: limitedProcedure('searchesByAccount')
    .input(searchCollectionsInput)
    .output(output(foundPassages))
    .query(({ ctx, input }) => searchCollections(ctx.deps, ctx.user, input)),
  documents: memberProcedure
    .input(listDocumentsInput)
    .output(output(documentPage))
    .query(({ ctx, input }) => listDocuments(ctx.deps, ctx.user, input)),
  document: memberProcedure
    .input(documentIdInput)
    .output(output(wholeDocument))
    .query(({ ctx, input }) => getDocument(ctx.deps, ctx.user, input.collectionId, input.documentId)),
  addDocument: limitedProcedure('uploadsByAccount')
    .input(addDocumentInput)
    .output(output(collectionDocument))
    .mutation(({ ctx, input }) => addDocument(ctx.deps, ctx.user, input)),
  updateDocument: limitedProcedure('uploadsByAccount')
    .input(updateDocumentInput)
    .output(output(collectionDocument))
    .mutation(({ ctx, input }) => updateDocument(ctx.deps, ctx.user, input)),
  refreshDocument: limitedProcedure('uploadsByAccount')
    .input(documentIdInput)
    .output(output(refreshedDocument))
    .mutation(({ ctx, input }) => refreshDocument(ctx.deps, ctx.user, input)),
  deleteDocument: memberProcedure
    .input(documentIdInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await deleteDocument(ctx.deps, ctx.user, input.collectionId, input.documentId);
      return { message: 'Document deleted' };
    }),
  groups: memberProcedure
    .input(collectionIdInput)
    .output(output(collectionGroups))
    .query(({ ctx, input }) => listCollectionGroups(ctx.deps, ctx.user, input.collectionId)),
  shareWithGroup: memberProcedure
    .input(shareCollectionInput)
    .output(output(collectionGroups))
    .mutation(({ ctx, input }) => shareCollection(ctx.deps, { by: ctx.user, caller: ctx.caller }, input)),
  mirror: memberProcedure
    .input(collectionIdInput)
    .output(output(collectionMirrorStatus))
    .query(({ ctx, input }) => mirrorStatus(ctx.deps, ctx.user, input.collectionId)),
  setMirror: memberProcedure
    .input(setMirrorInput)
    .output(output(collectionMirrorStatus))
    .mutation(({ ctx, input }) => setMirror(ctx.deps, { by: ctx.user, caller: ctx.caller }, input)),
  retryMirror: memberProcedure
    .input(collectionIdInput)
    .output(output(collectionMirrorStatus))
    .mutation(({ ctx, input }) => retryMirror(ctx.deps, ctx.user, input.collectionId)),
  switches: memberProcedure
    .input(conversationCollectionsInput)
    .output(output(collectionSwitches))
    .query(({ ctx, input }) => listSwitches(ctx.deps, ctx.user.id, input.conversationId)),
  switch: memberProcedure
    .input(switchCollectionInput)
    .output(output(collectionSwitches))
    .mutation(({ ctx, input }) => switchCollection(ctx.deps, ctx.user, input)),
  overview: adminProcedure.output(output(knowledgeOverviewOutput)).query(({ ctx }) => knowledgeOverview(ctx.deps)),
});
