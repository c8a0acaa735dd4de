import { anchorsOf } from '/work/wt/numberlock/src/server/features/figures/lock/anchors';
import { Subjects } from '/work/wt/numberlock/src/server/features/figures/lock/subjects';
const subjects = new Subjects([['TSLA','Tesla'],['GOOGL','Alphabet'],['BABA','Alibaba'],['NVDA','Nvidia'],['TGT','Target'],['MSFT','Microsoft'],['IT','Gartner']].map(([ticker,name])=>({ticker,name})) as never);
for (const t of process.argv.slice(2)) console.log(t, anchorsOf(t, subjects).map((a)=>`${a.topic}:${t.slice(a.at,a.end)}`).join(' | '));
