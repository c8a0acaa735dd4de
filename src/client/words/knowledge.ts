import { section } from '~/client/lib/words';

export const knowledgeWords = section('knowledge', {
  upload: 'Upload Documents',
  uploadHint: 'PDFs, Word documents and other files',
  create: 'Create Article',
  createHint: 'Write a new article for the knowledge base',
  browse: 'Browse Content',
  browseHint: 'View and manage what is already there',
  totalDocuments: 'Total Documents',
  articles: 'Articles',
  storageUsed: 'Storage Used',
  lastUpdated: 'Last Updated',
  noStorage: '0 MB',
  never: 'Never',
  title: 'Knowledge Management',
  subtitle: 'Admin Panel',
  recentActivity: 'Recent Activity',
  noActivity: 'No activity yet',
});
