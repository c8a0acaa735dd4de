/**
 * The product image on the landing page, built from the product's own components with sample content. It is prerendered
 * and not interactive.
 */
import { chakra, Flex, Text } from '@chakra-ui/react';
import { landingWords as words } from '~/client/words/landing';
import { brand } from '~/shared/brand';
import { SampleConversation } from './sample-conversation';
import { SamplePositions } from './sample-positions';

export function ProductImage() {
  return (
    <chakra.figure>
      <chakra.div inert aria-hidden>
        <Window>
          <Flex align="center" height="11" px="5" borderBottomWidth="1px" borderColor="border">
            <Text textStyle="caption" fontWeight="medium" color="fg.muted">
              {brand.chat}
            </Text>
          </Flex>
          <SampleConversation />
        </Window>
        <Positions>
          <SamplePositions />
        </Positions>
      </chakra.div>
      <chakra.figcaption textStyle="caption" color="fg.subtle" mt="3">
        {words.imageNote}
      </chakra.figcaption>
    </chakra.figure>
  );
}

const Window = chakra('div', {
  base: {
    overflow: 'hidden',
    bg: 'bg',
    borderWidth: '1px',
    borderColor: 'border.strong',
    borderRadius: 'card',
  },
});

/** Overlaps the lower edge of the conversation on wide screens. */
const Positions = chakra('div', {
  base: {
    position: 'relative',
    mt: { base: '3', lg: '-10' },
    ml: { lg: 'auto' },
    mr: { lg: '6' },
    width: { lg: '48rem' },
    borderRadius: 'card',
    boxShadow: { lg: 'overlay' },
  },
});
