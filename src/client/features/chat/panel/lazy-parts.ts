/** The lazy parts of the panel in one file: most are small and share modules. Parts with a form are separate. */
export { ProjectDrop } from '../projects/project-drop';
export { ProjectHead } from '../projects/project-head';
export { ConversationMenu } from './conversation-menu';
export { DeleteDialog } from './delete-dialog';
export { ListNotices } from './list-notices';
export { MissingRows } from './missing-rows';
export { PanelMenu } from './panel-menu';
export { SelectRow } from './select-row';
export { SelectionBar } from './selection-bar';
