/** The lazy parts of the composer in one file, because most of them are small, and share modules. */
export { FileDropOverlay } from '../files/file-drop-overlay';
export { ModelPicker } from '../models/model-picker';
export { PromptMenu } from '../prompts/prompt-menu';
export { ComposerMenus } from './composer-menus';
export { ComposerNotices } from './composer-notices';
export { DictateButton } from './dictate-button';
export { TooLongNotice } from './too-long-notice';
