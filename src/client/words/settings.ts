import { section } from '../lib/words';

export const settingsWords = section('settings', {
  title: 'Settings',
  tabsLabel: 'Settings',
  profileTab: 'Profile',
  passwordTab: 'Password',
  adminTab: 'Admin',

  profileHeading: 'Your profile',
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email Address',
  emailNote: 'Email cannot be changed',
  saveProfile: 'Save Profile',
  savingProfile: 'Saving...',
  profileSaved: 'Profile updated',
  profileSavedMore: 'Your profile information has been successfully updated.',
  profileFailed: 'Update failed',

  passwordHeading: 'Your password',
  passwordNote: 'A new password signs you out everywhere but here.',
  currentPassword: 'Current Password',
  newPassword: 'New Password',
  newPasswordPlaceholder: (characters: number) => `At least ${characters} characters`,
  newPasswordTooShort: (characters: number) => `New password must be at least ${characters} characters`,
  updatePassword: 'Update Password',
  updatingPassword: 'Updating...',
  passwordSaved: 'Password updated',
  passwordSavedMore: 'Your password has been successfully changed.',
  passwordFailed: 'Password update failed',
});
