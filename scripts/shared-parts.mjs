/**
 * The modules that most pages load together: texts, small components, icons, and code shared with the server. Excluded
 * are form fields, menus and parts of pages with lists, which the first paint of /qchat does not show, and schemas,
 * which import zod and are loaded when a form is used. Public pages don't need the limits of the application.
 */
const laterFolders = ['shared/schemas', 'client/ui/menu'];

export const laterFiles = [
  'shared/limits.ts',
  'client/ui/content/card.tsx',
  'client/ui/form/checkbox-list.tsx',
  'client/ui/form/checkbox.tsx',
  'client/ui/form/field.tsx',
  'client/ui/form/password-field.tsx',
  'client/ui/form/select-field.tsx',
  'client/ui/form/select.tsx',
  'client/ui/form/text-area.tsx',
  'client/ui/overlay/form-dialog.tsx',
  'client/ui/overlay/modal.tsx',
  'client/ui/page/heading-row.tsx',
  'client/ui/page/page-head.tsx',
  'client/ui/page/page-link.tsx',
  'client/ui/page/page.tsx',
];

const sharedFolders = ['shared', 'client/ui', 'client/words'];
const isIn = (folder, file) => file.startsWith(`${folder}/`);

/** `id` is the path of a module, with a query if a plugin has split it. */
export function isSharedPart(id) {
  const path = id.replaceAll('\\', '/').split('?', 1)[0];
  if (path.includes('/node_modules/')) return path.includes('/node_modules/lucide-react/');
  const file = path.split('/src/').at(-1);
  if (laterFiles.includes(file) || laterFolders.some((folder) => isIn(folder, file))) return false;
  return sharedFolders.some((folder) => isIn(folder, file));
}
