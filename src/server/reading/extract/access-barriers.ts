/** Detects pages that show a paywall, a consent form or a bot check instead of their content. */
import type { AccessBarrier } from '~/server/reading/page-facts';

/** A text of this length is the page itself, whatever else it contains. */
const wholeText = 2500;

const consentHosts = /^(?:consent|guce|privacy-mgmt)\./;
const consent =
  /before you continue|we (?:value|respect|care about) your privacy|accept (?:all )?(?:the )?cookies|alle (?:cookies )?akzeptieren|tout accepter|accepter et continuer|zustimmen und weiter|aceptar (?:todo|y continuar)/i;
const botCheck =
  /just a moment\.\.\.|checking (?:if the site connection is secure|your browser)|verif(?:y|ying) (?:that )?you are (?:a )?human|are you a robot|unusual traffic|access to this page has been denied|attention required! \| cloudflare|press (?:&|and) hold/i;
const paywall =
  /subscribe to (?:continue|read|keep reading|unlock)|(?:already|existing) (?:a )?subscriber|(?:this|the) (?:article|content|story) is (?:reserved )?for (?:our )?(?:subscribers|members)|to (?:continue|keep) reading,? (?:subscribe|sign|log|create)|jetzt weiterlesen|mit (?:einem )?abo weiterlesen|réservé aux abonnés|contenido exclusivo para suscriptores|riservato agli abbonati/i;

export function barrierOf(page: {
  url: string;
  title: string;
  text: string;
  isPaid: boolean;
}): AccessBarrier | undefined {
  const { url, title, text, isPaid } = page;
  if (consentHosts.test(new URL(url).hostname)) return 'consent';
  if (text.length >= wholeText) return undefined;
  const pageText = `${title}\n${text}`;
  if (botCheck.test(pageText)) return 'bot_check';
  if (isPaid || paywall.test(pageText)) return 'paywall';
  // A banner beside a text is common; a page with little else is a wall.
  return consent.test(pageText) && text.length < wholeText / 2 ? 'consent' : undefined;
}
