import { Card } from '~/client/ui/content/card';
import { DescriptionList } from '~/client/ui/content/description-list';
import { figuresWords as words } from '~/client/words/figures';
import { Fold } from './fold';

export function FigureDefinitions() {
  return (
    <Fold title={words.definitions}>
      <Card>
        <DescriptionList items={words.definitionList} />
      </Card>
    </Fold>
  );
}
