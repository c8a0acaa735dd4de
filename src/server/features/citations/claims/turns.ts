/** Words that say in which direction a figure moved. A claim that turns it says the opposite. */
const up =
  /(?<!\p{L})(?:rose|rise[ns]?|rising|grew|grow[ns]?|growing|growth|increas\w*|climb\w*|gain\w*|improv\w*|higher|up|widen\w*|stieg\p{L}*|steig\p{L}*|gestiegen|wuchs|gewachsen|zugenommen|erhöh\p{L}*|augment\p{L}*|hausse|progress\p{L}*|aument\p{L}*|creci\p{L}*|crec\p{L}*)(?!\p{L})/iu;
const down =
  /(?<!\p{L})(?:fell|falls?|fallen|falling|declin\w*|decreas\w*|dropp?\w*|shrank|shrunk|lower|down|narrow\w*|sank|sunk|gesunken|sank|sinken|gefallen|fiel\p{L}*|rückgang|zurückg\p{L}*|verringer\p{L}*|baiss\p{L}*|diminu\p{L}*|recul\p{L}*|disminu\p{L}*|caída|cay\p{L}*|descend\p{L}*)(?!\p{L})/iu;

/** The words of the claim that turn what the source says; nothing where one of them names no direction. */
export function turnedWord(claim: string, source: string): string | undefined {
  const [claimedUp, claimedDown] = [up.exec(claim)?.[0], down.exec(claim)?.[0]];
  if ((claimedUp === undefined) === (claimedDown === undefined)) return undefined;
  const [isUp, isDown] = [up.test(source), down.test(source)];
  if (isUp === isDown) return undefined;
  if (claimedUp && isDown) return claimedUp;
  return claimedDown && isUp ? claimedDown : undefined;
}
