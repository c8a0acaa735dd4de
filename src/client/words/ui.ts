/** Default texts of shared components. All others are passed by the screens. */
export const uiWords = {
  retry: 'Retry',
  somethingWrong: 'Something went wrong',
  cancel: 'Cancel',
  working: 'Working',
  hidePassword: 'Hide password',
  showPassword: 'Show password',
  loading: 'Loading',
  useLight: 'Switch to light theme',
  useDark: 'Switch to dark theme',
  notifications: 'Notifications (F8)',
  dismiss: 'Dismiss',
  day: 'Day',
} as const;
