/** The lazy parts of the composer in one file: most are small and share modules. Parts with a form are separate. */
export { FileDropOverlay } from '../files/file-drop-overlay';
export { ModelPicker } from '../models/model-picker';
export { ComposerMenus } from './composer-menus';
export { ComposerNotices } from './composer-notices';
export { DictateButton } from './dictate-button';
export { TooLongNotice } from './too-long-notice';
