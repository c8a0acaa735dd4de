import { Stack, Text } from '@chakra-ui/react';

/** Shown on the sign-up tab instead of a form. */
export function SignUpNote({ title, text }: { title: string; text: string }) {
  return (
    <Stack gap="2" py="6" textAlign="center" role="status">
      <Text as="h2" textStyle="heading">
        {title}
      </Text>
      <Text color="fg.muted" textWrap="balance" overflowWrap="anywhere">
        {text}
      </Text>
    </Stack>
  );
}
