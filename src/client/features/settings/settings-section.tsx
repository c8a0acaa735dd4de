import { chakra, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

interface SettingsSectionProps {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}

/** One matter of the settings under its heading; a hairline parts it from the one before. */
export function SettingsSection({ title, note, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <chakra.section
      aria-labelledby={id}
      py="8"
      css={{ '& + &': { borderTopWidth: '1px' }, '&:first-of-type': { paddingTop: 0 } }}
    >
      <Stack gap="5">
        <Stack gap="1">
          <Text as="h2" id={id} textStyle="heading">
            {title}
          </Text>
          {note && <Text color="fg.muted">{note}</Text>}
        </Stack>
        {children}
      </Stack>
    </chakra.section>
  );
}
