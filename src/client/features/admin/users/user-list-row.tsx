import { chakra, Flex, Stack, VisuallyHidden } from '@chakra-ui/react';
import { formatDate } from '~/client/lib/format';
import { adminWords as words } from '~/client/words/admin';
import { fullName, UserEmail, UserStatus } from './user-columns';
import { UserRowActions, type UserRowActionsProps } from './user-row-actions';

/** Approximate, in pixels. */
export const userListRowHeight = 101;

/** A user on a narrow screen: two lines and the actions instead of a card of labeled values. */
export function UserListRow(props: UserRowActionsProps) {
  const { user } = props;
  return (
    <Stack gap="2">
      <Flex align="flex-start" justify="space-between" gap="3">
        <chakra.span fontWeight="medium" minWidth="0" overflowWrap="anywhere">
          <UserEmail user={user} />
        </chakra.span>
        <chakra.span flexShrink="0">
          <VisuallyHidden>{words.status}: </VisuallyHidden>
          <UserStatus user={user} />
        </chakra.span>
      </Flex>
      <Flex align="flex-end" justify="space-between" columnGap="3" wrap="wrap">
        <chakra.div textStyle="caption" color="fg.muted" minWidth="0" overflowWrap="anywhere">
          <div>
            <VisuallyHidden>{words.name}: </VisuallyHidden>
            {fullName(user)}
            <span aria-hidden> · </span>
            <VisuallyHidden>, {words.role}: </VisuallyHidden>
            {user.isAdmin ? words.admin : words.user}
          </div>
          <VisuallyHidden>{words.signedUp}: </VisuallyHidden>
          <time dateTime={user.createdAt.toISOString()}>{formatDate(user.createdAt)}</time>
        </chakra.div>
        {/* The icon of the last button, not its touch target, ends at the edge of the texts. */}
        <chakra.div ms="auto" me="-3">
          <UserRowActions {...props} />
        </chakra.div>
      </Flex>
    </Stack>
  );
}
